"""A move is written first, then acknowledged and told; if words fail halfway, the table is made anew from its log."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from escapade.games import GAMES
from escapade.server import metrics
from escapade.server.live.table import Table
from escapade.server.store import Entry
from escapade.server.store.sqlite import Sqlite
from tests.server.clients import Guest, Place, Running, running


@asynccontextmanager
async def two_at_a_table(
    folder: Path, game: str, **more: Any
) -> AsyncIterator[tuple[Running, Table, list[Guest], list[Place]]]:
    """A server, a table, two people, and their places in the order of seats."""
    async with AsyncExitStack() as open_now:
        server = await open_now.enter_async_context(running(str(folder / "escapade.db")))
        ann = await open_now.enter_async_context(server.guest("Ann"))
        bob = await open_now.enter_async_context(server.guest("Bob"))
        code = (await ann.table(game, "me", "open", **more))["code"]
        await bob.join(code)
        places = [await open_now.enter_async_context(guest.at(code)) for guest in (ann, bob)]
        (table,) = server.registry.tables.values()
        yield server, table, [ann, bob], places


async def agree(server: Running, table: Table) -> None:
    """Match and course are what the log says, and nothing else."""
    async with table.lock:
        written = await server.registry.store.log(table.row.id)
        assert table.match is not None
        assert [(seat, action.code) for seat, action in table.match.log] == table.history.plies
        assert table.history.entries == written


# --- What is not written yet ----------------------------------------------------


@contextmanager
def commits_held(server: Running) -> Iterator[Callable[[], None]]:
    """Nothing is committed until this is released: the database's own thread, which commits, has to wait."""
    driver, release = server.registry.store.driver, threading.Event()
    assert isinstance(driver, Sqlite)
    driver._writer.submit(release.wait)
    try:
        yield release.set
    finally:
        release.set()


@pytest.mark.parametrize("last", [False, True], ids=["a move", "the last move"])
def test_what_is_not_written_is_told_to_nobody_and_ends_nothing(tmp_path: Path, last: bool) -> None:
    async def live() -> None:
        async with two_at_a_table(tmp_path, "stratego", dice="verifiable") as (server, table, (ann, _), places):
            while table.seating_feed.pending:
                await asyncio.sleep(0.01)
            for place in places:
                await pong(place)  # all that is said of who has come was heard
            first, second = places if places[0].now["turn"] == places[0].now["observer"] else places[::-1]
            before, seq = len(await server.registry.store.log(table.row.id)), table.history.seq
            with commits_held(server) as release:
                sent = metrics.FRAMES.n
                wish = asyncio.create_task(first.wish("resign", seq=seq) if last else first.act(first.now["legal"][0]))
                await played(table, before)
                await nothing_is_known(ann, table, seed(table))
                await pong(second)
                assert metrics.FRAMES.n == sent + 1  # the pong, and nothing else
                assert not wish.done()
                assert len(await server.registry.store.log(table.row.id)) == before == seq
                release()
                assert (await wish)["type"] == "ack"
            news = await second.until("update")
            assert news["seq"] == table.history.seq > before
            assert (news["projection"]["turn"] == -2) == last == table.over
            await agree(server, table)
            record = await ann.http.get(f"/api/tables/{table.row.code}/record")
            assert (record.status_code == 200 and seed(table) in record.text) == last

    asyncio.run(live())


def seed(table: Table) -> str:
    """The seed of a table's dice, a secret until all is over."""
    return str(table.dealer().seed)  # type: ignore[attr-defined]


async def pong(place: Place) -> None:
    """Everything that was sent before has come."""
    await place.send(type="ping", n=1)
    await place.until("pong")


async def played(table: Table, plies: int) -> None:
    """Something was played at a table, and waits to be written."""
    while table.match is None or len(table.match.log) == plies:
        await asyncio.sleep(0)


async def nothing_is_known(guest: Guest, table: Table, secret: str) -> None:
    """Whoever asks over HTTP is told nothing that is not written."""
    at = f"/api/tables/{table.row.code}"
    assert not table.over
    info = await guest.http.get(at)
    assert info.json()["status"] == "running"
    assert info.json()["result"] == ""
    for address in (f"{at}/record", f"{at}/replay?observer=all"):
        refused = await guest.http.get(address)
        assert refused.status_code == 409
        assert secret not in refused.text
    assert secret not in info.text


# --- What breaks halfway --------------------------------------------------------


@pytest.fixture
def speechless(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[int]]:
    """Calling this lets Cartagena's words fail once; what it returns is filled when they have."""
    messages = GAMES["cartagena"].messages
    tell = messages.tell

    def fail_once() -> list[int]:
        failed: list[int] = []

        def fails(*heard: Any) -> Any:
            if not failed:
                failed.append(heard[2])
                raise RuntimeError("no words")
            return tell(*heard)

        monkeypatch.setattr(messages, "tell", fails)
        return failed

    return fail_once


async def a_move(place: Place, other: Place) -> None:
    """Something is done, and all are told: from then on words follow the match while it is played."""
    assert (await place.act(place.now["legal"][0]))["type"] == "ack"
    while other.seq < place.seq:
        await other.until("update")


def test_words_that_fail_while_someone_acts_undo_it_and_the_game_goes_on(
    tmp_path: Path, speechless: Callable[[], list[int]]
) -> None:
    async def live() -> None:
        async with two_at_a_table(tmp_path, "cartagena", options={"first": 0}) as (server, table, (ann, _), places):
            first, second = places
            await a_move(first, second)
            seq, match, failed = first.seq, table.match, speechless()
            with pytest.raises(ConnectionClosed):
                await first.act(first.now["legal"][0])
            assert failed
            assert table.match is not match  # it is made anew
            assert table.history.seq == seq
            await agree(server, table)
            async with ann.at(table.row.code) as again:
                assert again.seq == seq
                assert (await again.act(again.now["legal"][0]))["type"] == "ack"
            while second.seq < table.history.seq:
                await second.until("update")
            await agree(server, table)

    asyncio.run(live())


def test_words_that_fail_while_others_are_followed_are_made_up_for_from_the_log(
    tmp_path: Path, speechless: Callable[[], list[int]]
) -> None:
    async def live() -> None:
        async with two_at_a_table(tmp_path, "cartagena", options={"first": 0}) as (server, table, _, places):
            first, second = places
            await a_move(first, second)
            match, failed, code = table.match, speechless(), first.now["legal"][0]
            written = Entry(0, code, server.registry.now())
            with sqlite3.connect(tmp_path / "escapade.db") as elsewhere:
                row = (table.row.id, table.history.seq, *written)
                elsewhere.execute("INSERT INTO log (match, ply, seat, action, at, id) VALUES (?, ?, ?, ?, ?, ?)", row)
            for place in places:
                seq = place.seq
                while place.seq == seq:
                    await place.until("update")
                assert place.events[-1]["action"] == code
            assert failed == [code]
            assert table.match is not match
            await agree(server, table)
            assert (await first.act(first.now["legal"][0]))["type"] == "ack"
            while second.seq < table.history.seq:
                await second.until("update")
            await agree(server, table)

    asyncio.run(live())
