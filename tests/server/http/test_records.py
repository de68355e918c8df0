"""Records uploaded to be looked at: what is refused, and how many there may be."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

import escapade
from escapade.games import GAMES
from escapade.server.limits import Limits
from tests.server.clients import Guest, Running, running


def played(game: str = "cartagena", most: int = 10_000) -> str:
    """The record of a match, or of its beginning."""
    match, dice = escapade.new(game, 2, 3), random.Random(1)
    match.names = {0: "Zoe", 1: "greedy bot"}
    while match.turn >= 0 and len(match.log) < most:
        match.play(dice.choice(match.legal()))
    return match.record(Table="ourtable22")


async def put_up(guest: Guest, record: str) -> Any:
    return await guest.http.post("/api/records", json={"record": record}, timeout=60)


async def tables(server: Running) -> int:
    return int((await server.registry.store.driver.ask("SELECT count(*) FROM tables"))[0][0])


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_put_up_to_be_looked_at_and_shared(game: str, file: str) -> None:
    record = played(game)

    async def script() -> None:
        async with running(file) as server, server.guest("Ann") as ann, server.guest("Bob") as bob:
            said = await put_up(ann, record)
            assert said.status_code == 201
            info = said.json()
            assert info["code"] != "ourtable22"
            assert (info["status"], info["listed"], info["rated"], info["mine_to_host"]) == ("over", False, False, True)
            assert [(seat["name"], seat["kind"], seat["mine"]) for seat in info["seats"]] == [
                ("Zoe", "person", False),
                ("greedy bot", "bot", False),
            ]
            assert f'[Result "{info["result"]}"]' in record
            where = f"/api/tables/{info['code']}/replay"
            for observer in ("all", "public", "0", "1"):
                page = (await bob.http.get(where, params={"observer": observer})).json()
                assert len(page["moments"]) == min(201, page["plies"] + 1)
            end = (await bob.http.get(where, params={"observer": "all", "from": page["plies"]})).json()["moments"]
            assert [(moment["ply"], moment["turn"]) for moment in end] == [(page["plies"], -2)]
            beyond = (await bob.http.get(where, params={"observer": "all", "from": page["plies"] + 1})).json()
            assert beyond["moments"] == []
            again = (await bob.http.get(f"/api/tables/{info['code']}/record")).text
            assert again.split("\n\n")[1] == record.split("\n\n")[1]
            assert [table["code"] for table in (await ann.http.get("/api/tables?which=mine")).json()["tables"]] == [
                info["code"]
            ]
            assert (await bob.http.get("/api/tables?which=watch")).json()["tables"] == []

    asyncio.run(script())


@pytest.mark.parametrize("game", GAMES)
def test_an_unfinished_record_ends_where_it_ends_and_nobody_has_won(game: str, file: str) -> None:
    record = played(game, 40)

    async def script() -> None:
        async with running(file) as server, server.guest("Ann") as ann:
            info = (await put_up(ann, record)).json()
            assert (info["status"], info["result"], info["turn"]) == ("over", "", [])
            page = (await ann.http.get(f"/api/tables/{info['code']}/replay?observer=all")).json()
            assert page["plies"] == int(record.split('[Plies "')[1].split('"')[0])
            assert page["moments"][-1]["turn"] >= 0
            assert page["moments"][-1]["events"][-1]["message"] == "table-stops"
            async with ann.at(info["code"]) as place:
                assert (place.now["turn"], place.now["ranking"], place.now["legal"]) == (-2, [], [])
                assert (await place.wish("resign", seq=place.seq))["type"] == "error"
            text = (await ann.http.get(f"/api/tables/{info['code']}/record")).text
            assert "[Result" not in text
            other = (await put_up(ann, text)).json()
            assert (other["status"], other["result"]) == ("over", "")

    asyncio.run(script())


def test_a_record_that_ends_where_chance_acts_stays_as_it_is(file: str) -> None:
    """Nothing is dealt that the record does not hold."""
    match = escapade.new("stalag17", 2, 3)
    cut = escapade.Match(match.game, match.seats, match.options)
    cut.replay([(ply.seat, ply.action.code) for ply in match.log[:5]])
    assert cut.turn == escapade.CHANCE

    async def script() -> None:
        async with running(file) as server, server.guest("Ann") as ann:
            info = (await put_up(ann, cut.record())).json()
            page = (await ann.http.get(f"/api/tables/{info['code']}/replay?observer=all")).json()
            assert page["plies"] == 5

    asyncio.run(script())


def broken() -> dict[str, tuple[str, str]]:
    good = played()
    lines = good.splitlines()
    middle = len(lines) // 2
    return {
        "no record": ("hello", "line 1: this is neither a tag"),
        "another game": (good.replace('[Game "cartagena"]', '[Game "chess"]'), "there is no game 'chess'"),
        "own pieces": (good.replace("[Seats", '[Pieces "{}"]\n[Seats'), "pieces of someone's own"),
        "a wrong result": (good.replace("[Result", '[Result "9"]\n[Old'), "Result"),
        "a ply is missing": ("\n".join(lines[:middle] + lines[middle + 1 :]), ""),
    }


@pytest.mark.parametrize("what", broken())
def test_a_bad_record_is_refused_with_its_reason_and_nothing_is_written(what: str, file: str) -> None:
    record, reason = broken()[what]

    async def script() -> None:
        async with running(file) as server, server.guest("Ann") as ann:
            said = await put_up(ann, record)
            assert said.status_code == 400, said.text
            assert reason in said.json()["reason"]
            assert await tables(server) == 0

    asyncio.run(script())


def test_how_large_and_how_many_records_are_is_bounded(file: str) -> None:
    async def script() -> None:
        async with running(file, limits=Limits(records=2)) as server, server.guest("Ann") as ann:
            assert (await put_up(ann, "x" * (1 << 20))).status_code == 413
            short = played(most=30)
            assert [(await put_up(ann, short)).status_code for _ in range(3)] == [201, 201, 429]
            async with server.guest("Bob") as bob:
                assert (await put_up(bob, short)).status_code == 201

    asyncio.run(script())
