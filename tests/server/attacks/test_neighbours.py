"""What one person does, or one row holds, must not keep others waiting: long logs and records, chat, failing tables."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from escapade.games import GAMES
from escapade.kernel.match import Match
from escapade.server import threads
from escapade.server.errors import RateLimited
from escapade.server.live.history import COME_BACK, HAND_IN, TAKE_OVER, History, take_back_code
from escapade.server.live.table import Table
from escapade.server.rate_limits import KeyedLocks
from escapade.server.store import Append, Entry, Store, driver_of
from tests.server.clients import QUICK, Guest, Place, Running, running
from tests.server.live.test_table import placements

RATED: dict[str, Any] = {"rated": True, "listed": True, "clock": {"kind": "live", "seconds": 900, "increment": 0}}


async def to_act(place: Place) -> None:
    """Look through the seat whose turn it is: all are one's own."""
    if place.now["observer"] != place.now["turn"]:
        await place.send(type="look", observer=place.now["turn"])
        await place.until("snapshot")


# --- Long logs ------------------------------------------------------------------


def test_what_is_known_after_any_entry_is_what_a_new_reading_of_them_says() -> None:
    dice, history = random.Random(5), History()
    for at in range(600):
        choice = dice.random()
        if choice < 0.6 or len(history.plies) < 4:
            entry = Entry(at % 2, dice.randrange(9), at)
        elif choice < 0.8:
            entry = Entry(at % 2, take_back_code(dice.randint(1, 3)), at)
        else:
            entry = Entry(at % 2, dice.choice([HAND_IN, TAKE_OVER, COME_BACK]), at)
        history.follow([entry])
    for known in range(len(history.entries) + 1):
        before = History()
        before.follow(history.entries[:known])
        assert history.lengths[known] == (len(before.plies), len(before.verbs))
        assert (history.last_undone > known) == any(entry.action < -100 for entry in history.entries[known:])
    plies = [ply for ply, _ in history.verbs]
    assert plies == sorted(plies)


def test_a_table_bears_so_many_take_backs_and_no_more(tmp_path: Path) -> None:
    async def live() -> None:
        limits = QUICK._replace(undone=7)
        async with running(str(tmp_path / "t.db"), limits=limits) as server, server.guest("Ann") as ann:
            code = (await ann.table("stratego", "me", "guest"))["code"]
            async with ann.at(code, offers=True) as place:
                await to_act(place)
                for _ in range(7):
                    await place.act(place.now["legal"][0])
                    assert (await place.wish("takeback", seq=place.seq))["type"] == "ack"
                await place.act(place.now["legal"][0])
                assert place.now["take_back"] == "no"
                assert "so many take-backs" in (await place.wish("takeback", seq=place.seq))["reason"]

    asyncio.run(live())


def a_long_record(game: str = "stratego", plies: int = 700) -> str:
    match, dice = Match(GAMES[game], 2, {}), random.Random(3)
    while len(match.log) < plies and match.turn >= 0:
        match.play(dice.choice(match.legal()))
    return match.record()


def test_who_plays_does_not_wait_for_who_looks_at_what_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def live() -> None:
        async with running(str(tmp_path / "t.db"), limits=QUICK) as server, server.guest("Ann") as ann:
            code = (await ann.table("stratego", "me", "guest"))["code"]
            table = await server.registry.find(code, "")
            past = (await ann.http.post("/api/records", json={"record": a_long_record()})).json()["code"]
            held = threading.Event()
            threads.PAST.submit(held.wait)
            replay = asyncio.create_task(ann.http.get(f"/api/tables/{past}/replay"))
            try:
                monkeypatch.setattr("escapade.server.live.broadcast.LONG", 0)
                async with ann.at(code) as place, asyncio.timeout(20):
                    await to_act(place)
                    assert (await place.act(place.now["legal"][0]))["type"] == "ack"
                    assert table.broadcast.event_stream is not None
                assert not replay.done()
            finally:
                held.set()
            assert (await replay).status_code == 200

    asyncio.run(live())


def test_of_what_takes_long_a_network_has_one_turn_and_a_short_queue() -> None:
    async def live() -> None:
        turns, inside, refused = KeyedLocks(3), 0, 0

        async def work(name: str) -> None:
            nonlocal inside, refused
            try:
                async with turns.hold(name):
                    inside += 1
                    assert inside <= 2  # one for each of two networks
                    await asyncio.sleep(0.001)
                    inside -= 1
            except RateLimited:
                refused += 1

        await asyncio.gather(*(work(name) for name in ["here", "there"] for _ in range(10)))
        assert refused == 2 * (10 - 4)
        assert not turns._locks
        assert not turns._users

    asyncio.run(live())


def test_uploads_wait_before_they_are_read_and_beyond_a_few_are_refused(tmp_path: Path) -> None:
    async def live() -> None:
        async with running(str(tmp_path / "t.db"), limits=QUICK) as server, server.guest("Ann") as ann:
            junk = {"record": "😀" + "x" * 900_000}
            held = threading.Event()
            threads.PAST.submit(held.wait)
            wanted = [asyncio.create_task(ann.http.post("/api/records", json=junk)) for _ in range(20)]
            async with asyncio.timeout(30):
                while sum(task.done() for task in wanted) < 11:
                    await asyncio.sleep(0.01)
                held.set()
                statuses = sorted([(await task).status_code for task in wanted])
            assert statuses == [400] * 9 + [429] * 11

    asyncio.run(live())


# --- Rows of ratings --------------------------------------------------------------


async def rated_twice(ann: Guest, ben: Guest) -> str:
    """Two have played a rated match, and play another; return its code."""
    first = (await ann.table("stratego", "me", "open", **RATED))["code"]
    await ben.join(first)
    async with ann.at(first) as place:
        await place.wish("resign", seq=place.seq)
        while not (await ann.http.get("/api/ratings/stratego")).json()["ratings"]:
            await asyncio.sleep(0.02)
    second = str((await ann.table("stratego", "me", "open", **RATED))["code"])
    await ben.join(second)
    return second


@pytest.mark.parametrize("damage", ["UPDATE ratings SET mu = 'x'", "UPDATE rated SET changes = '{'"])
def test_a_damaged_rating_stops_neither_lists_nor_the_server_nor_other_tables(tmp_path: Path, damage: str) -> None:
    db = str(tmp_path / "t.db")

    async def live() -> None:
        async with running(db) as server, server.player("Ann") as ann, server.player("Ben") as ben:
            code = await rated_twice(ann, ben)
            with sqlite3.connect(db, timeout=10) as link:
                link.execute(damage)
            link.close()
            for path in ("tables?which=watch", "tables?which=mine", "ratings/stratego", f"tables/{code}"):
                assert (await ann.http.get(f"/api/{path}")).status_code == 200
        async with running(db) as server, server.guest("Eve") as eve:
            assert len((await eve.http.get("/api/tables?which=watch")).json()["tables"]) == 1
            async with asyncio.timeout(20):
                await server.registry.upkeep.round()

    asyncio.run(live())


def test_a_table_that_fails_or_hangs_does_not_keep_others_from_being_looked_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def live() -> None:
        async with running(str(tmp_path / "t.db"), limits=QUICK) as server, server.guest("Ann") as ann:
            codes = [(await ann.table("cartagena", "me", "guest"))["code"] for _ in range(3)]
            fails, hangs, well = [await server.registry.find(code, "") for code in codes]
            resumed: list[Table] = []
            monkeypatch.setattr("escapade.server.live.upkeep.INTERVAL", 0.1)

            def resume(table: Table) -> None:
                if table is fails:
                    raise RuntimeError("broken")
                resumed.append(table)

            async def recover(table: Table) -> None:
                await asyncio.sleep(3600)

            monkeypatch.setattr(Table, "resume", resume)
            monkeypatch.setattr(Table, "recover", recover)
            hangs.lost = True
            for _ in range(2):
                await server.registry.upkeep.round()
            assert resumed.count(well) >= 2
            hangs.lost = False

    asyncio.run(live())


# --- Chat -------------------------------------------------------------------------


def heard(place: Place) -> list[str]:
    return [frame["text"] for frame in place.frames if frame["type"] == "chatline"]


def test_while_a_table_is_read_again_players_and_spectators_stay_apart(tmp_path: Path) -> None:
    async def live() -> None:
        async with AsyncExitStack() as now:
            server: Running = await now.enter_async_context(running(str(tmp_path / "t.db"), limits=QUICK))
            ann, ben, eve = [await now.enter_async_context(server.guest(name)) for name in ("Ann", "Ben", "Eve")]
            code = (await ann.table("cartagena", "me", "open"))["code"]
            await ben.join(code)
            table = await server.registry.find(code, "")
            plays, watches = [await now.enter_async_context(who.at(code)) for who in (ann, eve)]
            async with table.lock:
                table.reset()  # what a reading begins with
                await watches.send(type="say", text="Ben holds two flags")
                await watches.until("chatline")
                await plays.send(type="say", text="your turn")
                await plays.until("chatline")
                await table.load()
            for place in (plays, watches):
                await place.send(type="ping", n=1)
                await place.until("pong")
            assert (heard(plays), heard(watches)) == (["your turn"], ["Ben holds two flags"])

    asyncio.run(live())


def test_many_connections_and_tables_do_not_make_one_person_louder(tmp_path: Path) -> None:
    async def live() -> None:
        async with running(str(tmp_path / "t.db"), limits=QUICK) as server, server.guest("Eve") as eve:
            codes = [(await eve.table("cartagena", "me", "open"))["code"] for _ in range(3)]
            async with AsyncExitStack() as now:
                places = [await now.enter_async_context(eve.at(code)) for code in codes * 2]
                for place in places:
                    for _ in range(5):
                        await place.send(type="say", text="x")
                    await place.send(type="ping", n=1)
                    await place.until("pong")
                rows = await server.registry.store.driver.ask("SELECT count(*) FROM chat")
                assert 5 <= rows[0][0] < 15
                for n in range(201):
                    await places[0].send(type="mute", name=f"name {n}")
                assert "200 names" in (await places[0].until("error"))["reason"]

    asyncio.run(live())


# --- Seats --------------------------------------------------------------------------


def test_who_got_up_and_sat_down_elsewhere_sees_their_new_seat(tmp_path: Path) -> None:
    async def live() -> None:
        async with running(str(tmp_path / "t.db")) as server, server.guest("Ann") as ann, server.guest("Ben") as ben:
            code = (await ann.table("cartagena", "me", "open", "open"))["code"]
            await ben.join(code, seat=1)
            await ben.http.post(f"/api/tables/{code}/leave")
            await ben.join(code, seat=2)
            await ann.http.put(f"/api/tables/{code}/seats/1", json={"kind": "bot", "bot": "random"})
            async with ben.at(code, observer=1) as place:
                assert place.now["observer"] == 2

    asyncio.run(live())


def test_who_comes_back_while_another_process_writes_is_not_cut_off(tmp_path: Path) -> None:
    async def live() -> None:
        db = str(tmp_path / "t.db")
        async with running(db) as server, server.guest("Ann") as ann, server.guest("Ben") as ben:
            code = (await ann.table("cartagena", "me", "open"))["code"]
            await ben.join(code)
            table = await server.registry.find(code, "")
            async with table.lock:
                await table.commit([Entry(1, TAKE_OVER, 0)])
                other = Store(driver_of(db))
                await other.driver.open()
                late = max(entry.at for entry in table.history.entries) + 1
                assert await other.append(Append(table.row.id, table.history.seq, [Entry(0, TAKE_OVER, late)]))
                await other.close()
            async with ben.at(code) as place:
                assert place.now["observer"] == 1
            assert 1 not in table.history.replaced

    asyncio.run(live())


def test_getting_ready_and_not_ready_writes_nothing_that_changes_nothing(tmp_path: Path) -> None:
    async def live() -> None:
        async with running(str(tmp_path / "t.db")) as server, server.guest("Ann") as ann, server.guest("Ben") as ben:
            code = (await ann.table("stratego", "me", "open"))["code"]
            await ben.join(code)
            async with ann.at(code) as one, ben.at(code) as two:
                table = await server.registry.find(code, "")
                first, second = (one, two) if one.now["turn"] == one.now["observer"] else (two, one)
                seq = table.history.seq
                for place in (first, second):
                    for _ in range(10):
                        assert (await place.wish("submitahead", actions=[]))["type"] == "ack"
                assert table.history.seq == seq
                said = []
                for _ in range(6):
                    await second.wish("submitahead", actions=placements(second))
                    said.append((await second.wish("submitahead", actions=[]))["type"])
                assert said == ["ack"] * 3 + ["error"] * 3
                assert table.history.seq == seq + 7

    asyncio.run(live())
