"""Simultaneous choices at a real table, in Bribes of `examples/`: at once, secret, clocked, taken back, kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from escapade.games import GAMES
from escapade.kernel.dealer import SeededDealer
from tests.games.bribes import BRIBES
from tests.server.clients import Guest, Place, Running, running

FIRST = 1_000_000
ONCE = BRIBES.actions.parse("knock once").code


class Clockwork:
    """The time, which goes on when it is told to."""

    def __init__(self) -> None:
        self.now = FIRST

    def __call__(self) -> int:
        return self.now


@pytest.fixture(autouse=True)
def bribes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bribes is among the games, and chance the same in every match."""
    monkeypatch.setitem(GAMES, "bribes", BRIBES)
    monkeypatch.setattr("escapade.server.live.settings.SystemDealer", lambda: SeededDealer("one"))


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "escapade.db")


class Seats:
    """Three people at a table, and someone who looks on; seat 0 has knocked."""

    def __init__(self, server: Running, code: str, guests: list[Guest], places: list[Place]) -> None:
        self.server, self.code, self.guests, self.places = server, code, guests, places

    async def all_at(self, seq: int) -> None:
        """Wait until everyone has been told of the log so far."""
        for place in self.places:
            while place.seq < seq:
                await place.frame()

    async def do(self, seat: int, action: int) -> dict[str, Any]:
        said = await self.places[seat].act(action)
        assert said["type"] == "ack", said
        await self.all_at(said["seq"])
        return said

    async def wish(self, seat: int, kind: str, **more: Any) -> dict[str, Any]:
        said = await self.places[seat].wish(kind, **more)
        if said["type"] == "ack":
            await self.all_at(said["seq"])
        return said


@asynccontextmanager
async def bidding(db: str, now: Any = None, **table: Any) -> AsyncIterator[Seats]:
    async with (
        running(db, now or Clockwork()) as server,
        server.guest("Ann") as ann,
        server.guest("Bob") as bob,
        server.guest("Cid") as cid,
        server.guest("Eve") as eve,
    ):
        code = (await ann.table("bribes", "me", "open", "open", **table))["code"]
        await bob.join(code)
        await cid.join(code)
        at = [guest.at(code, offers=True) for guest in (ann, bob, cid, eve)]
        async with at[0] as one, at[1] as two, at[2] as three, at[3] as four:
            seats = Seats(server, code, [ann, bob, cid, eve], [one, two, three, four])
            await seats.do(0, ONCE)
            yield seats


def test_all_are_offered_their_choice_at_once_and_whoever_has_chosen_waits(db: str) -> None:
    async def script() -> None:
        async with bidding(db) as table:
            for seat in range(3):
                now = table.places[seat].now
                assert (now["to_act"], now["legal"], now["together"]) == ([0, 1, 2], [*range(7)], True)
            assert table.places[3].now["legal"] == []
            await table.do(2, 3)
            assert table.places[2].now["chosen"] == [3]
            assert table.places[2].now["legal"] == []
            for place in table.places:
                assert place.now["to_act"] == [0, 1]
                assert place.now["confirmed"] == [False, False, True]
            await table.do(0, 1)
            await table.do(1, 2)
            for place in table.places:
                assert place.now["view"]["worth"][2] > 0
                assert place.now["chosen"] == []

    asyncio.run(script())


def told(place: Place) -> list[Any]:
    """All that was sent since the start, but for names that every table has of its own."""
    return [{**frame, "table": None} for frame in place.frames if frame["type"] in ("snapshot", "update")]


@pytest.mark.parametrize("order", [(0, 2), (2, 0)])
def test_what_is_sent_to_others_tells_nothing_but_who_has_chosen(order: tuple[int, ...], tmp_path: Path) -> None:
    """Two tables that differ in what was chosen, and how often it was changed before, send the same to the others."""
    heard = []

    async def script(amounts: tuple[int, ...]) -> None:
        async with bidding(str(tmp_path / f"{amounts}.db")) as table:
            for seat, amount in zip(order, amounts, strict=True):
                await table.do(seat, amount)
            heard.append([told(table.places[1]), told(table.places[3])])

    for amounts in ((1, 2), (6, 6), (0, 4)):
        asyncio.run(script(amounts))
    assert heard[0] == heard[1] == heard[2]


def test_a_choice_that_crosses_with_anothers_is_not_stale(db: str) -> None:
    async def script() -> None:
        async with bidding(db) as table:
            seq = table.places[1].seq
            await table.do(0, 1)
            await table.do(2, 1)
            said = await table.places[1].act(2, seq=seq)
            assert said["type"] == "ack"

    asyncio.run(script())


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_choice_can_be_changed_until_all_have_chosen(order: tuple[int, ...], db: str) -> None:
    async def script() -> None:
        async with bidding(db) as table:
            for seat in order:
                await table.do(seat, 4)
            for seat in order:
                assert table.places[seat].now["take_back"] == "free"
                await table.wish(seat, "takeback", seq=table.places[seat].seq)
                for place in table.places:
                    assert place.now["to_act"] == [seat, 2]
                await table.do(seat, 5 + seat)
            await table.do(2, 0)
            assert [place.now["view"]["worth"][1] > 0 for place in table.places] == [True] * 4
            again = await table.wish(1, "takeback", seq=table.places[1].seq)
            assert again["type"] == "ack"  # now it is a question to the others
            assert table.places[0].now["view"]["worth"][1] > 0

    asyncio.run(script())


def test_submitting_nothing_takes_a_choice_back_whosever_turn_it_is(db: str) -> None:
    async def script() -> None:
        async with bidding(db) as table:
            await table.do(0, 4)
            await table.do(1, 4)
            for seat in (0, 1):
                await table.wish(seat, "submitahead", actions=[])
            assert table.places[3].now["to_act"] == [0, 1, 2]

    asyncio.run(script())


def test_choices_outlast_a_restart(db: str) -> None:
    async def script() -> None:
        clock = Clockwork()
        async with bidding(db, clock) as table:
            await table.do(2, 3)
            await table.do(0, 1)
            code, cookies = table.code, [dict(guest.http.cookies) for guest in table.guests]
        async with running(db, clock) as server, server.guest("Zoe") as bob:
            bob.http.cookies.clear()
            bob.http.cookies.update(cookies[1])
            async with bob.at(code) as place:
                assert place.now["to_act"] == [1]
                assert place.now["confirmed"] == [True, False, True]
                await place.act(2)
                while place.now["together"]:
                    await place.frame()
                assert place.now["view"]["worth"][2] > 0

    asyncio.run(script())


def test_all_clocks_run_and_stop_one_by_one(db: str) -> None:
    async def script() -> None:
        clock = Clockwork()
        async with bidding(db, clock, clock={"kind": "live", "seconds": 60, "increment": 5}) as table:
            eve = table.places[3]
            full = [65_000, 60_000, 60_000]  # the knock ended a turn

            def shown() -> tuple[list[int], list[int]]:
                time = eve.frames[-1]["clock"]
                return time["running"], [round(left, -2) for left in time["left"]]  # entries are 1 ms apart

            assert shown() == ([0, 1, 2], full)
            clock.now += 10_000
            await table.do(2, 3)
            assert shown() == ([0, 1], [55_000, 50_000, 55_000])
            clock.now += 10_000
            await table.do(0, 1)
            assert shown() == ([1], [50_000, 40_000, 55_000])
            clock.now += 1_000
            await table.wish(0, "takeback", seq=table.places[0].seq)
            assert shown() == ([0, 1], [45_000, 39_000, 55_000])  # whoever takes a choice back has no increment for it
            clock.now += 1_000
            await table.do(0, 2)
            assert shown() == ([1], [49_000, 38_000, 55_000])  # an increment for each choice, not for each change
            await table.do(1, 1)
            assert shown()[1] == [49_000, 43_000, 55_000]
            assert shown()[0] == [2]  # who took the goods leads

    asyncio.run(script())


def test_nobody_waits_for_who_gives_up_while_all_choose(db: str) -> None:
    async def script() -> None:
        async with bidding(db) as table:
            await table.do(1, 3)
            give_up = next(code for code in table.places[2].now["anytime"])
            await table.do(2, give_up)
            assert table.places[0].now["to_act"] == [0]
            await table.do(0, 1)
            assert table.places[3].now["view"]["worth"][1] > 0

    asyncio.run(script())


def test_a_bot_chooses_for_who_resigns_while_all_choose(db: str) -> None:
    async def script() -> None:
        async with bidding(db) as table:
            await table.wish(1, "resign", seq=table.places[1].seq)
            while 1 in table.places[3].now["to_act"]:
                await table.places[3].frame()
            assert table.places[3].now["to_act"] == [0, 2]

    asyncio.run(script())


def test_bots_choose_while_a_person_thinks(db: str) -> None:
    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            code = (await ann.table("bribes", "me", "greedy", "random"))["code"]
            async with ann.at(code) as place:
                await place.act(ONCE)
                while place.now["to_act"] != [0]:
                    await place.frame()
                assert place.now["legal"] == [*range(7)]
                assert place.now["view"]["chosen"][:3] == [0, 0, 0]

    asyncio.run(script())
