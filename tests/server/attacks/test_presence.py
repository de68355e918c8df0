"""What spectators cost a table, and what those without a name may do there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import pairwise
from typing import Any

import pytest
import websockets

from escapade.server import metrics
from escapade.server.live.seating_feed import GAP
from tests.server.clients import Guest, Place, Running, running


@asynccontextmanager
async def nobody_at(server: Running, code: str) -> AsyncIterator[Place]:
    """Someone without a cookie looks at a table."""
    async with websockets.connect(f"ws://127.0.0.1:{server.port}/ws/{code}", max_size=None) as link:
        place = Place(link)
        await place.hello()
        yield place


async def quiet(server: Running, code: str, *places: Place) -> None:
    """Wait until all that is to be told of who is here was told."""
    feed = server.registry.tables[server.registry.numbers[code]].seating_feed
    while feed.pending:
        await asyncio.sleep(0.01)
    for place in places:
        await place.send(type="ping", n=1)
        await place.until("pong")


async def frames_of_arrivals(server: Running, code: str, many: int) -> int:
    """How many frames are sent while so many spectators come and go."""
    before = metrics.FRAMES.n
    async with AsyncExitStack() as stack:
        for _ in range(many):
            await stack.enter_async_context(nobody_at(server, code))
        await quiet(server, code)
    return metrics.FRAMES.n - before


def test_each_spectator_who_comes_costs_as_many_frames_as_the_first(db: str) -> None:
    async def test() -> None:
        async with running(db) as server, server.guest() as ann, server.guest("Bob") as bob:
            code = await table_of(ann, bob)
            async with ann.at(code) as place:
                await quiet(server, code, place)
                heard = len(place.frames)
                few, many = [await frames_of_arrivals(server, code, number) for number in (5, 50)]
                assert few == 5  # a welcome for each
                assert many == 50
                await quiet(server, code, place)
                assert [said["type"] for said in place.frames[heard:]] == ["pong"]

    asyncio.run(test())


async def table_of(ann: Guest, bob: Guest) -> str:
    """A table of two that runs."""
    code: str = (await ann.table("cartagena", "me", "open", options={"first": 0}))["code"]
    await bob.join(code)
    return code


def test_spectators_write_nothing_to_the_database_by_coming_and_going(db: str) -> None:
    async def test() -> None:
        async with running(db) as server, server.guest() as ann, server.guest("Eve") as eve:
            code = (await ann.table("cartagena", "me", "guest"))["code"]
            async with ann.at(code), eve.at(code), nobody_at(server, code):
                await server.registry.upkeep.round()
                rows = await server.registry.store.driver.ask("SELECT DISTINCT who FROM presence")
                assert rows == [((await ann.http.get("/api/me")).json()["id"],)]

    asyncio.run(test())


def test_spectators_are_told_who_of_the_players_comes_and_goes(db: str) -> None:
    async def test() -> None:
        async with running(db) as server, server.guest() as ann, server.guest("Bob") as bob:
            code = await table_of(ann, bob)
            async with nobody_at(server, code) as spectator, ann.at(code) as place:
                await until_here(spectator, [True, False])
                async with bob.at(code):
                    await until_here(spectator, [True, True])
                    await until_here(place, [True, True])
                await until_here(spectator, [True, False])
                info = (await ann.http.get("/api/tables")).json()["tables"][0]
                assert [seat["here"] for seat in info["seats"]] == [True, False]

    asyncio.run(test())


async def until_here(place: Place, wanted: list[bool]) -> None:
    """Wait until it is told that just these are here."""
    while True:
        info = next((said["table"] for said in reversed(place.frames) if "table" in said), None)
        if info and [seat["here"] for seat in info["seats"]] == wanted:
            return
        await place.frame()


def test_a_player_who_comes_and_goes_in_a_loop_is_told_now_and_then(db: str) -> None:
    """What changes within a moment is told together, and the last of it wins."""

    async def test() -> None:
        async with running(db) as server, server.guest() as ann, server.guest("Bob") as bob:
            code = await table_of(ann, bob)
            async with AsyncExitStack() as stack:
                watching = [await stack.enter_async_context(nobody_at(server, code)) for _ in range(10)]
                began = asyncio.get_running_loop().time()
                for _ in range(20):
                    async with ann.at(code), ann.at(code):
                        pass
                await stack.enter_async_context(bob.at(code))
                await quiet(server, code, *watching)
                most = (asyncio.get_running_loop().time() - began) / GAP + 2
                for place in watching:
                    events = [said for said in place.frames if said["type"] == "seating"]
                    assert [seat["here"] for seat in events[-1]["table"]["seats"]] == [False, True]
                    assert len(events) <= most
                    assert not [one for one, other in pairwise(events) if one == other]  # nothing is told twice

    asyncio.run(test())


@pytest.mark.parametrize("cookie", ["", "escapade=forged"])
def test_who_has_no_name_may_watch_and_may_not_write(cookie: str, db: str) -> None:
    async def test() -> None:
        async with running(db) as server, server.guest() as ann, server.guest("Eve") as eve:
            code = (await ann.table("cartagena", "me", "guest"))["code"]
            where = f"ws://127.0.0.1:{server.port}/ws/{code}"
            async with websockets.connect(where, additional_headers={"Cookie": cookie}) as link, eve.at(code) as named:
                place = Place(link)
                await place.hello()
                await place.send(type="say", text="buy my things")
                said: dict[str, Any] = await place.until("error", "chatline")
                assert (said["type"], said["error"]) == ("error", "not-yours")
                await named.send(type="say", text="a fine game")
                assert (await place.until("chatline"))["text"] == "a fine game"
                rows = await server.registry.store.driver.ask("SELECT text FROM chat")
                assert rows == [("a fine game",)]

    asyncio.run(test())
