"""Kill the server, race for a ply, spread players over processes: the log has every acknowledged move once."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from bench.kills import killed, shared

from escapade import Match
from tests.server.clients import Place, Running, running
from tests.server.live.test_table import placements, seen


def test_whatever_was_acknowledged_survives_kills(db: str) -> None:
    found = asyncio.run(killed(db, tables=12, kills=4, dice=random.Random(5)))
    assert found.faults == []
    assert found.acknowledged > 50
    assert found.resumed >= 24  # every client, at least once


def test_players_of_one_table_on_two_processes(postgres_url: str) -> None:
    found = asyncio.run(shared(postgres_url, tables=6, moves=600, dice=random.Random(3)))
    assert found.faults == []
    assert found.acknowledged >= 600
    assert found.written > 600


def test_of_two_racing_moves_one_wins_and_the_other_is_told(postgres_url: str) -> None:
    async def race() -> None:
        async with running(postgres_url) as one, running(postgres_url) as two, one.guest("Ann") as ann:
            table = await ann.table("cartagena", "me", "guest")
            async with ann.at(table["code"]) as here:
                ann.port = two.port
                async with ann.at(table["code"]) as there:
                    for n in range(25):
                        seat = here.now["turn"]
                        for place in (here, there):
                            await place.send(type="look", observer=seat)
                            while (
                                place.projection is None
                                or place.projection["observer"] != seat
                                or not place.now["legal"]
                            ):
                                await place.frame()
                        code = here.now["legal"][0]
                        said = await asyncio.gather(here.act(code, id=f"here-{n}"), there.act(code, id=f"there-{n}"))
                        assert sorted(s["type"] for s in said) == ["ack", "error"]
                        assert next(s for s in said if s["type"] == "error")["error"] == "stale"
                        seq = max(here.seq, there.seq)
                        for place in (here, there):
                            while place.seq < seq:
                                await place.frame()

    asyncio.run(race())


@pytest.mark.parametrize("known", [True, False], ids=["known", "meanwhile"])
def test_what_is_sealed_on_one_process_is_opened_on_another(known: bool, postgres_url: str) -> None:
    """Set-ups are handed in on two processes; then a seat's next move is, before or while the other one acts."""

    async def play() -> None:
        servers = running(postgres_url), running(postgres_url)
        async with servers[0] as one, servers[1] as two, one.guest("Ann") as ann, two.guest("Bob") as bob:
            code = (await ann.table("stratego", "me", "open"))["code"]
            await bob.join(code)
            async with ann.at(code) as first, bob.at(code) as second:
                for place in (first, second):
                    await seen(place, lambda place: place.projection is not None)
                setup = placements(first)
                later, sooner = (second, first) if first.now["turn"] == 0 else (first, second)
                assert (await later.wish("submitahead", actions=setup))["type"] == "ack"
                await seen(sooner, lambda place: place.now["confirmed"][1 - place.now["observer"]])
                assert (await sooner.wish("submitahead", actions=setup))["type"] == "ack"
                await sealed_and_opened(one, first, second, known)

    asyncio.run(play())


async def sealed_and_opened(server: Running, first: Place, second: Place, known: bool) -> None:
    """Who is not at the turn seals a move; who is moves; both are done."""
    for place in (first, second):
        await seen(place, lambda place: not any(place.now["confirmed"]) and len(place.now["to_act"]) == 1)
    await seen(first, lambda place: place.seq == max(first.seq, second.seq))
    await seen(second, lambda place: place.seq == max(first.seq, second.seq))
    here, there = (first, second) if first.now["legal"] else (second, first)
    (table,) = server.registry.tables.values()
    assert table.match is not None
    future = Match(table.game, 2, table.settings.options)
    future.replay([(ply.seat, ply.action.code) for ply in table.match.log])
    mine = here.now["legal"][0]
    future.play(mine)
    theirs, observer = future.legal()[0].code, there.now["observer"]
    if known:
        assert (await there.wish("submitahead", actions=[theirs]))["type"] == "ack"
        assert there.now["pending"] == 1
        await asyncio.sleep(0.3)  # until the other process has heard of it: nobody is told
        assert (await here.act(mine))["type"] == "ack"
    else:
        said = await asyncio.gather(there.wish("submitahead", actions=[theirs]), here.act(mine))
        assert [one["type"] for one in said] == ["ack", "ack"]
    for place in (here, there):
        await seen(place, lambda place: [t["seat"] for t in place.events[-2:]] == [1 - observer, observer])
        assert place.events[-1]["action"] == theirs
    await seen(there, lambda place: place.now["pending"] == 0)


def test_a_wish_sent_twice_is_done_once(tmp_path: Path) -> None:
    async def twice() -> None:
        async with running(str(tmp_path / "escapade.db")) as server, server.guest() as ann:
            table = await ann.table("cartagena", "me", "guest")
            async with ann.at(table["code"]) as place:
                await place.send(type="look", observer=place.now["turn"])
                await place.until("snapshot")
                seq, code = place.seq, place.now["legal"][0]
                first = await place.act(code, id="once")
                log = place.seq
                again = await place.act(code, id="once", seq=seq)
                assert first == again
                assert place.seq == log

    asyncio.run(twice())
