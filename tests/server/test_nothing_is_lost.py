"""Kill the server, race for a ply, spread players over processes: the log has every acknowledged move once."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from bench.crowd import crowd, free_port, gone_on, playing, served
from bench.kills import compared, killed

from tests.server.guests import running


def test_whatever_was_acknowledged_survives_kills(db: str) -> None:
    found = asyncio.run(killed(db, tables=12, kills=4, dice=random.Random(5)))
    assert found.faults == []
    assert found.acknowledged > 50
    assert found.resumed >= 24  # every client, at least once


def test_players_of_one_table_on_two_processes(postgres_url: str) -> None:
    async def play() -> None:
        with served(postgres_url, free_port()) as one, served(postgres_url, free_port()) as two:
            players = await crowd([one.url, two.url], "cartagena", 6, random.Random(3))
            async with playing(players):
                await gone_on(players, 600)
        faults, written = await compared(postgres_url, players)
        assert faults == []
        assert written > 600

    asyncio.run(play())


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
                            await place.send(type="look", eyes=seat)
                            while place.sight is None or place.sight["eyes"] != seat or not place.now["legal"]:
                                await place.frame()
                        code = here.now["legal"][0]
                        said = await asyncio.gather(here.act(code, id=f"here-{n}"), there.act(code, id=f"there-{n}"))
                        assert sorted(s["type"] for s in said) == ["done", "no"]
                        assert next(s for s in said if s["type"] == "no")["error"] == "stale"
                        seq = max(here.seq, there.seq)
                        for place in (here, there):
                            while place.seq < seq:
                                await place.frame()

    asyncio.run(race())


def test_a_wish_sent_twice_is_done_once(tmp_path: Path) -> None:
    async def twice() -> None:
        async with running(str(tmp_path / "escapade.db")) as server, server.guest() as ann:
            table = await ann.table("cartagena", "me", "guest")
            async with ann.at(table["code"]) as place:
                await place.send(type="look", eyes=place.now["turn"])
                await place.until("welcome")
                seq, code = place.seq, place.now["legal"][0]
                first = await place.act(code, id="once")
                log = place.seq
                again = await place.act(code, id="once", seq=seq)
                assert first == again
                assert place.seq == log

    asyncio.run(twice())
