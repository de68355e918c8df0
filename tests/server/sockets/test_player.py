"""Accounts and bots play whole games over real WebSockets, on both databases."""

from __future__ import annotations

import asyncio
import random

import pytest

import escapade
from escapade.games import GAMES
from tests.server.clients import running

SEATS = {"cartagena": ("me", "open", "greedy"), "stratego": ("me", "open")}
SEATS |= {"stalag17": ("me", "open", "novice"), "jailbreakers": ("open", "me", "greedy")}


@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_a_bot_play_to_the_end(game: str, db: str) -> None:
    asyncio.run(whole_game(game, db))


async def whole_game(game: str, db: str) -> None:
    async with running(db) as server, server.guest("Ann") as ann, server.guest("Bob") as bob:
        table = await ann.table(game, *SEATS[game])
        assert table["status"] == "open"
        assert (await bob.join(table["code"]))["status"] == "running"
        async with ann.at(table["code"]) as first, bob.at(table["code"]) as second:
            done = await asyncio.gather(first.play(random.Random(1)), second.play(random.Random(2)))
            assert min(done) > 5
            assert first.now["ranking"] == second.now["ranking"] != []
        record = (await ann.http.get(f"/api/tables/{table['code']}/record")).text
        match = escapade.load(record)
        assert match.turn == escapade.OVER
        assert match.ranking() == first.now["ranking"]


def test_a_record_is_not_given_out_before_the_end(db: str) -> None:
    async def ask() -> None:
        async with running(db) as server, server.guest() as ann:
            table = await ann.table("stratego", "me", "novice")
            said = await ann.http.get(f"/api/tables/{table['code']}/record")
            assert said.status_code == 409
            assert "when the game is over" in said.json()["reason"]

    asyncio.run(ask())


def test_a_resumed_connection_is_told_what_it_missed_and_nothing_twice(db: str) -> None:
    async def leave_and_come_back() -> None:
        async with running(db) as server, server.guest("Ann") as ann, server.guest("Bob") as bob:
            table = await ann.table("cartagena", "me", "open")
            await bob.join(table["code"])
            async with ann.at(table["code"]) as first, bob.at(table["code"]) as second:
                dice = random.Random(3)
                seq, events = first.seq, first.events
                going = [asyncio.create_task(place.play(dice, 6)) for place in (first, second)]
                await asyncio.wait(going, return_when=asyncio.FIRST_COMPLETED)  # the other may wait for this one's move
                for task in going:
                    task.cancel()
            async with ann.at(table["code"], last_seq=seq) as again:
                assert again.frames[-1]["from_start"] is False
                missed = again.events
            async with ann.at(table["code"]) as whole:
                assert events + missed == whole.events

    asyncio.run(leave_and_come_back())
