"""Accounts and programs change seats: what leaves a connection belongs to the seat that its identity holds now."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.typing import Origin

from escapade.server.admin import import_export
from escapade.server.live.history import FORFEIT
from escapade.server.store import Store, driver_of
from tests.server.clients import Guest, running

NOW = 1_700_000_000_000
ROUNDS = 12  # races of each kind: before the start was guarded, one in three was lost
OPEN, BOT, TOKEN = {"kind": "open"}, {"kind": "bot", "bot": "random"}, "/api/tables/{}/seats/{}/token"


async def token_for(host: Guest, code: str, seat: int) -> str:
    """Give a seat to a program."""
    said = await host.http.post(TOKEN.format(code, seat))
    assert said.status_code == 201, said.text
    return str(said.json()["token"])


async def received(link: Any, seconds: float = 0.5) -> tuple[list[Any], int | None]:
    """All that comes until nothing more does: lines, and how the connection was closed, if it was."""
    lines: list[Any] = []
    try:
        while True:
            async with asyncio.timeout(seconds):
                lines += [json.loads(line) for line in str(await link.recv()).split("\n")]
    except TimeoutError:
        return lines, None
    except websockets.ConnectionClosed as closed:
        return lines, closed.rcvd.code if closed.rcvd else 1006


@pytest.mark.parametrize("path", ["/ws/{}/bot", "/ws/{}"])
def test_a_program_whose_token_was_taken_back_sees_nothing_of_who_sits_there(db: str, path: str) -> None:
    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann, server.guest("Ben") as ben:
            table = await ann.table("cartagena", "me", "open", "open", options={"version": "jamaica"})
            code = table["code"]
            token = await token_for(ann, code, 1)
            url = f"ws://127.0.0.1:{server.port}{path.format(code)}?token={token}"
            async with websockets.connect(url) as program:
                if not path.endswith("bot"):
                    await program.send(json.dumps({"type": "hello"}))
                assert (await ann.http.put(f"/api/tables/{code}/seats/1", json=OPEN)).status_code == 200
                await ben.join(code, seat=1)
                assert (await ann.http.put(f"/api/tables/{code}/seats/2", json=BOT)).json()["status"] == "running"
                lines, closed = await received(program)
                assert closed == 1008
                assert not [line for line in lines if line.get("type") in ("start", "choose", "update")]

    asyncio.run(script())


def test_a_token_that_was_taken_back_opens_nothing(db: str) -> None:
    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann, server.guest("Ben") as ben:
            code = (await ann.table("cartagena", "me", "open", "open"))["code"]
            token = await token_for(ann, code, 1)
            await ann.http.put(f"/api/tables/{code}/seats/1", json=OPEN)
            await ben.join(code)
            for path in (f"/ws/{code}/bot", f"/ws/{code}"):
                async with websockets.connect(f"ws://127.0.0.1:{server.port}{path}?token={token}") as link:
                    lines, closed = await received(link)
                    assert closed == 1008
                    assert "opens no seat" in str(lines) or path.endswith("bot")

    asyncio.run(script())


def test_tokens_are_kept_as_hashes_and_told_once(db: str) -> None:
    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann, server.guest("Ben") as ben:
            table = await ann.table("cartagena", "me", "invited", "open")
            code, invitation = table["code"], table["invitations"]["1"]
            token = await token_for(ann, code, 2)
            assert (await ann.http.get(f"/api/tables/{code}")).json()["invitations"] == {}
            kept = str(await server.registry.store.driver.ask("SELECT * FROM seats"))
            assert invitation not in kept
            assert token not in kept
            again = await ann.http.put(f"/api/tables/{code}/seats/1", json={"kind": "invited"})
            newer = again.json()["invitations"]["1"]
            said = await ben.http.post(f"/api/tables/{code}/join", json={"invitation": invitation})
            assert said.status_code == 409
            await ben.join(code, invitation=newer)

    asyncio.run(script())


def test_a_junk_token_does_not_open_the_door_to_another_page(tmp_path: Path) -> None:
    """Whatever is in the query: a page of another origin does not connect, and a token must open a seat."""

    async def script() -> None:
        async with running(str(tmp_path / "t.db")) as server, server.guest("Ann") as ann:
            code = (await ann.table("cartagena", "me", "open"))["code"]
            for path in (f"/ws/{code}?token=junk", f"/ws/{code}/bot?token=junk"):
                url = f"ws://127.0.0.1:{server.port}{path}"
                with pytest.raises(websockets.InvalidStatus) as refused:
                    await websockets.connect(url, origin=Origin("https://evil.example"))
                assert refused.value.response.status_code == 403
                async with websockets.connect(url) as link:
                    assert (await received(link))[1] == 1008

    asyncio.run(script())


# --- Races with the start ---


async def sound(store: Store, code: str) -> None:
    """Who runs has every seat taken; who is dealt a hand sits there."""
    row = await store.table(code)
    assert row is not None
    seats = await store.seats(row.id)
    if row.status == "running":
        assert all(seat.kind not in ("open", "invited") for seat in seats), seats
    else:
        assert not await store.log(row.id)


async def soon(work: Any) -> Any:
    """Do something in a few milliseconds."""
    await asyncio.sleep(random.random() * 0.01)
    return await work


def test_a_seat_cannot_change_hands_while_the_game_begins(db: str) -> None:
    """The host's "sit here" races with the last join: one of them wins, and nobody is dealt another's hand."""

    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann, server.guest("Ben") as ben:
            for _ in range(ROUNDS):
                code = (await ann.table("cartagena", "me", "open"))["code"]
                sit = [ann.http.put(f"/api/tables/{code}/seats/1", json={"kind": "me"}) for _ in range(5)]
                joined, *_ = await asyncio.gather(
                    ben.http.post(f"/api/tables/{code}/join", json={"seat": 1}), *map(soon, sit)
                )
                await sound(server.registry.store, code)
                row = await server.registry.store.table(code)
                assert row is not None
                kept, table = await server.registry.store.seats(row.id), await server.registry.find(code, "")
                assert [seat.who for seat in table.seats] == [seat.who for seat in kept]
                sits = joined.status_code == 200 and any(seat["mine"] for seat in joined.json()["seats"])
                began = joined.status_code == 200 and joined.json()["status"] == "running"
                assert not (sits and began) or kept[1].who != kept[0].who, "a dealt hand was taken"

    asyncio.run(script())


def test_two_processes_never_start_a_table_with_an_open_seat(postgres_url: str) -> None:
    """A guest leaves through one process while another joins through the other."""

    async def script() -> None:
        async with AsyncExitStack() as stack:
            one, two = [await stack.enter_async_context(running(postgres_url)) for _ in range(2)]
            ann, ben = [await stack.enter_async_context(one.guest(name)) for name in ("Ann", "Ben")]
            cat = await stack.enter_async_context(two.guest("Cat"))
            for _ in range(2 * ROUNDS):
                code = (await ann.table("cartagena", "me", "open", "open"))["code"]
                await ben.join(code, seat=1)
                await cat.http.get(f"/api/tables/{code}")
                await asyncio.gather(
                    soon(ben.http.post(f"/api/tables/{code}/leave")),
                    cat.http.post(f"/api/tables/{code}/join", json={"seat": 2}),
                )
                await sound(one.registry.store, code)
                await ann.http.post(f"/api/tables/{code}/leave")  # or there would be too many

    asyncio.run(script())


def test_a_table_that_is_full_begins_though_the_server_stopped_before(db: str) -> None:
    """A crash between the last seat and the start leaves a table that begins when someone looks."""

    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            code = (await ann.table("cartagena", "me", "open"))["code"]
            table = await server.registry.find(code, "")
            taken = table.seats[1]._replace(kind="bot", name="greedy bot", bot="greedy")
            assert await server.registry.store.replace_seat(taken, table.seats[1])
        async with running(db) as server:
            await server.registry.find(code, "")
            async with asyncio.timeout(20):
                while (row := await server.registry.store.table(code)) is None or row.status == "open":
                    await asyncio.sleep(0.01)
            assert row.status == "running"

    asyncio.run(script())


def test_a_rematch_is_there_as_a_whole_or_not_at_all(db: str) -> None:
    """Both ask at once and sit at one table; where an old crash left nothing behind, a new table is made."""

    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann, server.guest("Ben") as ben:
            code = (await ann.table("cartagena", "me", "open"))["code"]
            await ben.join(code)
            async with ann.at(code) as place:
                await place.wish("resign", seq=place.seq)
            asked = [who.http.post(f"/api/tables/{code}/rematch") for who in (ann, ben, ann, ben)]
            answers = await asyncio.gather(*asked)
            assert {said.status_code for said in answers} == {201}, [said.text for said in answers]
            codes = {said.json()["code"] for said in answers}
            assert len(codes) == 1
            await sound(server.registry.store, codes.pop())
            driver = server.registry.store.driver
            await driver.run([("UPDATE tables SET next = 'nowhere' WHERE code = ?", (code,))])
            again = (await ann.http.post(f"/api/tables/{code}/rematch")).json()["code"]
            assert (await ann.http.get(f"/api/tables/{again}")).status_code == 200
            assert (await ben.http.post(f"/api/tables/{code}/rematch")).json()["code"] == again

    asyncio.run(script())


# --- Tables without a host ---


def test_an_imported_private_table_is_not_open_to_those_without_a_cookie(tmp_path: Path) -> None:
    async def script() -> None:
        db = str(tmp_path / "t.db")
        async with running(db) as server, server.guest("Ann") as ann, server.guest("Ben") as ben:
            code = (await ann.table("cartagena", "me", "open", spectators=False))["code"]
            await ben.join(code)
            async with ann.at(code) as place:
                await place.wish("resign", seq=place.seq)
            table = await server.registry.find(code, table_host(server, code))
            assert table.match is not None
            record, settings = table.match.record(), table.settings
        other = str(tmp_path / "other.db")
        store = Store(driver_of(other))
        await store.open()
        kept = import_export.from_tags(import_export.tags_of(record))
        kept.settings, kept.code, kept.host = settings, code, "someone unknown here"
        kept.seats = [import_export.SeatManifest("person", "Ann"), import_export.SeatManifest("person", "Ben")]
        kept.verbs = [import_export.Verb(len(table.match.log), 0, FORFEIT, NOW)]
        assert await import_export.add_table(store, record, kept, NOW) is not None
        await store.close()
        async with running(other) as server, server.guest("Eve") as eve:
            eve.http.cookies.clear()
            for path in ("", "/record", "/replay"):
                assert (await eve.http.get(f"/api/tables/{code}{path}")).status_code == 404, path

    asyncio.run(script())


def table_host(server: Any, code: str) -> str:
    """The host of a live table."""
    return str(server.registry.tables[server.registry.numbers[code]].row.host)
