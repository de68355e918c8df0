"""What leaves for an observer: offers, refusals as messages, what can be taken back, what is known of hidden things."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from escapade.games import GAMES
from tests.server.clients import Place, running
from tests.server.live.test_table import seen

MESSAGES: Any = GAMES["cartagena"].messages


async def at_the_turn(place: Place) -> Place:
    """Look through the eyes of the seat that is to act: all seats are one's own."""
    if place.now["observer"] != place.now["turn"]:
        await place.send(type="look", observer=place.now["turn"])
        await place.until("snapshot")
    return place


async def at_once(place: Place, code: int) -> None:
    """Do something, and wait until it is seen."""
    said = await place.act(code)
    assert said["type"] == "ack", said
    await seen(place, lambda place: place.seq >= said["seq"])


# --- Offers ------------------------------------------------------------------


def test_who_asks_for_offers_is_told_what_each_action_would_do(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        MESSAGES, "offer", lambda view, seat, code: ("stop", {"who": seat, "code": code}), raising=False
    )
    monkeypatch.setattr(MESSAGES, "clauses", lambda view: ("CAR-10", "CAR-11"))

    async def script() -> None:
        async with running(file) as server, server.guest("Ann") as ann:
            code = (await ann.table("cartagena", "me", "guest"))["code"]
            async with ann.at(code, offers=True) as page, ann.at(code) as program:
                await at_the_turn(page)
                await at_the_turn(program)
                observer, legal = page.now["observer"], page.now["legal"]
                offers = [
                    {"action": code, "message": "stop", "args": {"who": observer, "code": code}} for code in legal
                ]
                assert page.now["offers"] == offers
                assert page.now["clauses"] == ["CAR-10", "CAR-11"]
                assert program.now["legal"] == legal
                assert (program.now["offers"], program.now["clauses"]) == ([], [])
                assert program.now["take_back"] == "no"
                await at_once(page, legal[0])
                await seen(program, lambda place: place.seq == page.seq)
                assert program.now["offers"] == []
                assert [offer["action"] for offer in page.now["offers"]] == page.now["legal"] + page.now["anytime"]
            async with ann.at(code, offers=True, observer=observer) as again:
                await again.send(type="look", observer=None)
                assert (await again.until("snapshot"))["projection"]["offers"] == []

    asyncio.run(script())


def test_what_can_be_done_at_any_time_is_offered_too(file: str) -> None:
    async def script() -> None:
        async with running(file) as server, server.guest("Ann") as ann:
            code = (await ann.table("stratego", "me", "guest"))["code"]
            async with ann.at(code, offers=True) as page:
                now = page.now
                assert now["anytime"]
                assert [offer["action"] for offer in now["offers"]] == now["legal"] + now["anytime"]

    asyncio.run(script())


# --- Refusals ----------------------------------------------------------------


def test_a_game_refuses_in_words_for_any_language(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MESSAGES, "why_not", lambda view, code, seat: ("pass", {"who": seat}, "CAR-12"))

    async def script() -> None:
        async with running(file) as server, server.guest("Ann") as ann:
            code = (await ann.table("cartagena", "me", "guest"))["code"]
            async with ann.at(code) as place:
                await at_the_turn(place)
                seat = place.now["turn"]
                illegal = next(code for code in range(1000) if code not in place.now["legal"])
                expected: dict[str, Any] = {
                    "reason": f"Seat {seat} can do nothing and is passed over.",
                    "clause": "CAR-12",
                }
                expected |= {"message": "pass", "args": {"who": seat}}
                for said in (await place.act(illegal), await place.wish("whynot", action=illegal)):
                    assert {key: said[key] for key in expected} == expected
                stale = await place.act(illegal, seq=0)
                assert (stale["error"], stale["message"], stale["args"]) == ("stale", "", {})

    asyncio.run(script())


def test_sealed_actions_that_are_given_back_say_why(file: str) -> None:
    async def script() -> None:
        async with running(file) as server, server.guest("Ann") as ann, server.guest("Bob") as bob:
            code = (await ann.table("cartagena", "me", "open"))["code"]
            await bob.join(code)
            async with ann.at(code) as first, bob.at(code) as second:
                here, there = (first, second) if first.now["legal"] else (second, first)
                stop = GAMES["cartagena"].actions.parse("stop").code
                assert (await there.wish("submitahead", actions=[stop]))["type"] == "ack"
                assert not there.now["given_back"]
                for _ in range(3):
                    await at_once(here, here.now["legal"][0])
                await seen(there, lambda place: place.now["legal"])
                given = there.now["given_back"]
                assert given["clause"] == "CAR-11"
                assert given["reason"].startswith("sealed action 'stop': ")

    asyncio.run(script())


# --- Taking back -------------------------------------------------------------


def test_what_can_be_taken_back_is_told_before_it_is_asked_for(file: str) -> None:
    """Tortuga hides nothing but the deck: an advance reveals nothing."""

    async def script() -> None:
        async with running(file) as server, server.guest("Ann") as ann, server.guest("Bob") as bob:
            options = {"version": "tortuga"}
            code = (await ann.table("cartagena", "me", "open", options=options))["code"]
            await bob.join(code)
            async with ann.at(code, offers=True) as first, bob.at(code, offers=True) as second:
                me, other = (first, second) if first.now["legal"] else (second, first)
                assert (me.now["take_back"], other.now["take_back"]) == ("no", "no")
                await advance(me)
                assert me.now["take_back"] == "free"
                assert (await me.wish("takeback", seq=me.seq))["type"] == "ack"
                await seen(me, lambda place: place.now["take_back"] == "no")
                for _ in range(3):
                    await advance(me)
                await seen(other, lambda place: place.seq == me.seq)
                assert (me.now["take_back"], other.now["take_back"]) == ("free", "no")
                await advance(other)
                await seen(me, lambda place: place.seq == other.seq)
                assert (me.now["take_back"], other.now["take_back"]) == ("ask", "free")
                assert (await me.wish("takeback", seq=me.seq))["type"] == "ack"
                assert (await other.until("questionupdate"))["question"]["plies"] == 2
                await me.wish("resign", seq=me.seq)
                for place in (me, other):
                    await seen(place, lambda place: place.now["turn"] == -2)
                assert (me.now["take_back"], other.now["take_back"]) == ("no", "no")

    asyncio.run(script())


async def advance(place: Place) -> None:
    """Play the first card that carries a pirate forward, and wait until it is seen."""
    actions = GAMES["cartagena"].actions
    await at_once(place, next(code for code in place.now["legal"] if "back" not in actions[code].name))


# --- Aids --------------------------------------------------------------------


def test_what_is_hidden_is_told_by_its_place_in_the_view(file: str) -> None:
    async def script() -> None:
        async with running(file) as server, server.guest("Ann") as ann:
            code = (await ann.table("cartagena", "me", "guest"))["code"]
            async with ann.at(code) as place:
                known = (await place.wish("knowplease"))["unknown"]
                assert [(one["field"], one["index"]) for one in known[:2]] == [("hand", [1, 0]), ("hand", [1, 1])]
                assert place.now["view"]["hand"][1][0] == -2
                assert (known[-1]["field"], known[-1]["index"]) == ("deck", [])

    asyncio.run(script())
