"""What people do at tables besides playing: sitting down, getting up, asking, giving up, coming back, talking."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from escapade.server.live.clocks import DAY
from tests.server.clients import Guest, Place, Running, running

Script = Callable[[Running, Guest, Guest], Awaitable[None]]


@pytest.fixture
def two(tmp_path: Path) -> Callable[[Script], None]:
    """Run a story of two guests on a server."""

    def go(script: Script) -> None:
        async def all_of_it() -> None:
            db = str(tmp_path / "escapade.db")
            async with running(db) as server, server.guest("Ann") as ann, server.guest("Bob") as bob:
                await script(server, ann, bob)

        asyncio.run(all_of_it())

    return go


async def seen(place: Place, what: Callable[[Place], bool]) -> None:
    """Read on until something is so."""
    while not what(place):
        await place.frame()


async def problem(said: Any, status: int, words: str) -> None:
    assert said.status_code == status, said.text
    assert words in said.json()["reason"]


# --- Sitting down -------------------------------------------------------------


def test_an_invitation_is_for_the_host_to_give_and_good_once(two: Callable[[Script], None]) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        table = await ann.table("cartagena", "me", "invited")
        code, secret = table["code"], table["invitations"]["1"]
        assert (await bob.http.get(f"/api/tables/{code}")).json()["invitations"] == {}
        await problem(await bob.http.post(f"/api/tables/{code}/join", json={}), 409, "no open seat")
        await problem(await bob.http.post(f"/api/tables/{code}/join", json={"invitation": "x"}), 409, "not good")
        assert (await bob.join(code, invitation=secret))["status"] == "running"
        async with server.guest("Eve") as eve:
            await problem(
                await eve.http.post(f"/api/tables/{code}/join", json={"invitation": secret}), 409, "has begun"
            )

    two(script)


def test_leaving_before_the_start_opens_the_seat_and_the_host_closes_the_table(
    two: Callable[[Script], None],
) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        code = (await ann.table("stalag17", "me", "open", "open"))["code"]
        await bob.join(code)
        left = (await bob.http.post(f"/api/tables/{code}/leave")).json()
        assert [seat["kind"] for seat in left["seats"]] == ["person", "open", "open"]
        await problem(await bob.http.post(f"/api/tables/{code}/leave"), 403, "do not sit")
        assert (await ann.http.post(f"/api/tables/{code}/leave")).json()["status"] == "closed"
        await problem(await bob.http.post(f"/api/tables/{code}/join", json={}), 409, "begun")

    two(script)


def test_the_host_and_nobody_else_decides_who_sits_where(two: Callable[[Script], None]) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        code = (await ann.table("cartagena", "me", "open", "open"))["code"]
        seat = {"kind": "bot", "bot": "novice"}
        await problem(await bob.http.put(f"/api/tables/{code}/seats/1", json=seat), 403, "only the host")
        await problem(await ann.http.put(f"/api/tables/{code}/seats/7", json=seat), 400, "there is no seat 7")
        assert (await ann.http.put(f"/api/tables/{code}/seats/1", json=seat)).json()["seats"][1]["bot"] == "novice"
        assert (await bob.join(code))["status"] == "running"

    two(script)


def test_tables_are_found_where_they_should_be(two: Callable[[Script], None]) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        shown = await ann.table("cartagena", "me", "open", listed=True)
        hidden = await ann.table("cartagena", "me", "open")
        found = (await bob.http.get("/api/tables?which=join")).json()["tables"]
        assert [table["code"] for table in found] == [shown["code"]]
        mine = (await ann.http.get("/api/tables?which=mine")).json()["tables"]
        assert {table["code"] for table in mine} == {shown["code"], hidden["code"]}
        await bob.join(shown["code"])
        watch = (await bob.http.get("/api/tables?which=watch")).json()["tables"]
        assert [table["code"] for table in watch] == [shown["code"]]
        await problem(await bob.http.get("/api/tables/nosuchtable"), 404, "misspelt")

    two(script)


def test_a_table_without_spectators_is_closed_to_them(two: Callable[[Script], None]) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        code = (await ann.table("stratego", "me", "novice", spectators=False))["code"]
        await problem(await bob.http.get(f"/api/tables/{code}"), 404, "spectators")
        with pytest.raises(Exception, match="spectators"):
            async with bob.at(code):
                pass

    two(script)


# --- Taking back --------------------------------------------------------------


def test_what_revealed_nothing_is_taken_back_at_once_and_else_the_others_are_asked(
    two: Callable[[Script], None],
) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        code = (await ann.table("cartagena", "me", "open", options={"version": "tortuga"}))["code"]
        await bob.join(code)
        async with ann.at(code) as first, bob.at(code) as second:
            places = [first, second]
            me, other = places if first.now["turn"] == 0 else places[::-1]
            before = me.now["view"]
            quiet = [c for c in me.now["legal"] if "retreat" not in server.registry.tables[1].game.actions[c].name]
            assert (await me.act(quiet[0]))["type"] == "ack"
            assert me.now["view"] != before
            assert (await me.wish("takeback", seq=me.seq))["type"] == "ack"
            assert me.now["view"] == before
            assert me.frames[-2]["events"][-1]["message"] == "table-takes-back"
            seat = me.now["turn"]
            while me.now["turn"] == seat:
                await me.act(me.now["legal"][0])
            await seen(other, lambda p: bool(p.now["legal"]))
            await other.act(other.now["legal"][0])
            await seen(me, lambda p: p.seq == other.seq)
            log = me.seq
            await me.wish("takeback", seq=me.seq)
            asked = await other.until("questionupdate")
            assert asked["question"]["seat"] == seat
            assert (await other.wish("consent", seq=other.seq, yes=False))["type"] == "ack"
            assert other.seq == log
            await me.wish("takeback", seq=me.seq)
            assert (await other.wish("consent", seq=other.seq, yes=True))["type"] == "ack"
            assert other.seq == log + 1
            assert other.now["turn"] == seat

    two(script)


def test_a_bot_does_not_agree_to_unsee(two: Callable[[Script], None]) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        code = (await ann.table("cartagena", "me", "greedy"))["code"]
        async with ann.at(code) as place:
            dice = random.Random(2)
            last = len(place.events)
            while not any(t["seat"] == -1 for t in place.events[last:]):  # until chance has followed an own action
                await place.play(dice, 1)
                last = max(i for i, t in enumerate(place.events) if t["seat"] == 0)
            await place.my_turn()
            said = await place.wish("takeback", seq=place.seq)
            assert said["error"] == "refused"
            assert "a bot does not agree" in said["reason"]

    two(script)


# --- Giving up, being away, time ---------------------------------------------


def test_who_resigns_at_two_seats_has_lost_and_a_rematch_has_seats_rotated(two: Callable[[Script], None]) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        code = (await ann.table("cartagena", "me", "open"))["code"]
        await bob.join(code)
        async with ann.at(code) as first, bob.at(code) as second:
            assert (await second.wish("resign", seq=second.seq))["type"] == "ack"
            await seen(first, lambda p: p.now["turn"] == -2)
            assert first.now["ranking"] == [[0], [1]]
            said = await first.act(0)
            assert said["error"] == "not-now"
        again = (await ann.http.post(f"/api/tables/{code}/rematch")).json()
        assert again["status"] == "open"
        both = (await bob.http.post(f"/api/tables/{code}/rematch")).json()
        assert both["code"] == again["code"]
        assert both["status"] == "running"
        assert [seat["name"] for seat in both["seats"]] == ["Bob", "Ann"]

    two(script)


def test_stratego_knows_resigning_itself(two: Callable[[Script], None]) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        code = (await ann.table("stratego", "me", "open"))["code"]
        await bob.join(code)
        async with ann.at(code) as first:
            await first.wish("resign", seq=first.seq)
            assert first.now["ending"][0] == "ending-resigned"

    two(script)


def test_who_resigns_alone_has_lost(two: Callable[[Script], None]) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        code = (await ann.table("jailbreakers", "me"))["code"]
        async with ann.at(code) as first:
            await first.wish("resign", seq=first.seq)
            assert first.now["ranking"] == [[], [0]]
        assert (await ann.http.get(f"/api/tables/{code}")).json()["result"] == "lost"

    two(script)


def test_of_three_who_resign_a_bot_plays_on_and_they_come_last(two: Callable[[Script], None]) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        code = (await ann.table("cartagena", "me", "open", "novice"))["code"]
        await bob.join(code)
        async with ann.at(code) as first, bob.at(code) as second:
            await second.wish("resign", seq=second.seq)
            await first.play(random.Random(1))
            assert first.now["ranking"][-1] == [1]

    two(script)


class Clockwork:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


def test_a_correspondence_game_goes_on_after_the_server_was_stopped(db: str) -> None:
    async def script() -> None:
        clock = Clockwork()
        cookies: dict[str, str] = {}
        async with running(db, clock) as server, server.guest("Ann") as ann:
            table = await ann.table("cartagena", "me", "guest", clock={"kind": "days", "days": 1})
            async with ann.at(table["code"]) as place:
                clock.now += DAY // 2
                await server.registry.upkeep.round()
                await place.send(type="look", observer=place.now["turn"])
                events = await place.until("snapshot")
                assert events["clock"]["left"][place.now["turn"]] == DAY // 2
            cookies = dict(ann.http.cookies.items())
        clock.now += 3_600_000  # the server is stopped for an hour
        async with running(db, clock) as server, server.guest("Zoe") as ann:
            ann.http.cookies.clear()
            ann.http.cookies.update(cookies)
            async with ann.at(table["code"]) as place:
                turn = place.now["turn"]
                assert place.frames[-1]["clock"]["left"][turn] == DAY // 2  # the hour is nobody's
                await place.send(type="look", observer=turn)
                await place.until("snapshot")
                assert (await place.act(place.now["legal"][0]))["type"] == "ack"
                late = server.registry.tables[server.registry.numbers[table["code"]]]
                clock.now += 2 * DAY
                await late.check_clock()
                await seen(place, lambda p: p.now["turn"] == -2)
                assert place.events[-1]["message"] == "table-time-is-up"

    asyncio.run(script())


def test_a_bot_plays_on_for_who_is_away_and_they_can_come_back(tmp_path: Path) -> None:
    async def script() -> None:
        clock, db = Clockwork(), str(tmp_path / "escapade.db")
        async with running(db, clock) as server, server.guest("Ann") as ann, server.guest("Bob") as bob:
            code = (await ann.table("cartagena", "me", "open", left="bot", grace=30))["code"]
            await bob.join(code)
            table = await server.registry.find(code)
            async with ann.at(code) as first:
                while first.now["turn"] == 0:
                    await first.act(first.now["legal"][0])
                for _ in range(2):
                    clock.now += 31_000
                    await server.registry.upkeep.round()
                assert table.history.replaced == {1}
                await seen(first, lambda p: p.now["turn"] == 0)
                async with bob.at(code):
                    assert table.history.replaced == set()

    asyncio.run(script())


# --- Secrets at the table, and talk -------------------------------------------


def test_set_ups_are_handed_in_at_the_same_time_and_nobody_sees_them(two: Callable[[Script], None]) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        code = (await ann.table("stratego", "me", "open"))["code"]
        await bob.join(code)
        async with ann.at(code) as first, bob.at(code) as second:
            places = {0: first, 1: second}
            turn = first.now["turn"]
            me, other = places[1 - turn], places[turn]
            setup = placements(other)
            assert (await me.wish("submitahead", actions=setup))["type"] == "ack"
            await seen(other, lambda p: p.now["confirmed"][1 - turn])
            assert all(rank in (-2, -1) for rank in other.now["view"]["rank"][24 * (1 - turn) : 24 * (2 - turn)])
            assert (await other.wish("submitahead", actions=setup))["type"] == "ack"
            await seen(me, lambda p: p.now["view"]["rank"][24 * (1 - turn)] >= 0)
            assert len(me.now["to_act"]) == 1

    two(script)


def test_whoever_is_ready_first_can_take_a_ready_made_set_up_back(two: Callable[[Script], None]) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        games = {game["name"]: game for game in (await ann.http.get("/api/games")).json()["games"]}
        actions, presets = games["stratego"]["actions"], games["stratego"]["presets"]
        assert games["cartagena"]["presets"] == {}
        code = (await ann.table("stratego", "me", "open"))["code"]
        await bob.join(code)
        async with ann.at(code) as first, bob.at(code) as second:
            red = first.now["turn"]
            places = {0: first, 1: second}
            for seat, name in ((red, "fortress"), (red, "storm"), (1 - red, "vault")):
                me, other = places[seat], places[1 - seat]
                own = slice(24 * seat, 24 * seat + 24)
                assert (await me.wish("submitahead", actions=presets[name]))["type"] == "ack"
                await seen(other, lambda p: any(p.now["confirmed"]))
                if seat == red:  # its turn: what was handed in is done at once
                    first_rank = presets[name][0] - me.now["view"]["rank"][own][0]
                    assert [first_rank + rank for rank in me.now["view"]["rank"][own]] == presets[name]
                assert (await me.wish("submitahead", actions=[]))["type"] == "ack"
                await seen(other, lambda p: p.now["confirmed"] == [False, False])
                assert me.now["view"]["rank"][own] == [-1] * 24
            await places[red].wish("submitahead", actions=presets["lure"])
            await seen(places[1 - red], lambda p: p.now["confirmed"][red])
            draw = next(a for a in places[1 - red].now["anytime"] if "draw" in actions[a])
            await places[1 - red].act(draw)
            no = await places[red].wish("submitahead", actions=[])
            assert no["reason"] == "another seat has acted since"

    two(script)


def placements(place: Place) -> list[int]:
    """Any whole set-up: what the army has, in any order."""
    from escapade.games.stratego.rules import ARRANGE

    army = place.now["view"]["army"]
    return [ARRANGE + rank for rank, many in enumerate(army) for _ in range(many)]


def test_players_hear_players_and_spectators_hear_spectators_until_the_end(two: Callable[[Script], None]) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        code = (await ann.table("cartagena", "me", "guest"))["code"]
        async with server.guest("Eve") as eve, ann.at(code) as player, bob.at(code) as one, eve.at(code) as another:
            await one.send(type="say", text="she has a hook")
            assert (await another.until("chatline"))["text"] == "she has a hook"
            await player.send(type="say", text="well played")
            assert (await player.until("chatline"))["text"] == "well played"
            await player.send(type="look", observer=0)
            await player.until("snapshot")
            await player.wish("resign", seq=player.seq)
        async with ann.at(code) as after:
            assert [line["text"] for line in after.frames[-1]["chat"]] == ["she has a hook", "well played"]

    two(script)


def test_hints_knowledge_and_reasons_come_from_the_view_if_the_table_allows_aids(
    two: Callable[[Script], None],
) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        code = (await ann.table("cartagena", "me", "guest"))["code"]
        async with ann.at(code) as place:
            await place.send(type="look", observer=place.now["turn"])
            await place.until("snapshot")
            known = await place.wish("knowplease")
            assert sum(chance for _, chance in known["unknown"][0]["odds"]) == pytest.approx(1)
            actions = (await ann.http.get("/api/games")).json()["games"][0]["actions"]
            illegal = next(c for c in range(len(actions)) if c not in place.now["legal"])
            assert (await place.wish("whynot", action=illegal))["reason"]
        strict = (await ann.table("cartagena", "me", "guest", aids=False))["code"]
        async with ann.at(strict) as place:
            assert (await place.wish("knowplease"))["error"] == "not-now"

    two(script)


def test_someone_who_is_muted_is_not_heard(two: Callable[[Script], None]) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        code = (await ann.table("cartagena", "me", "open"))["code"]
        await bob.join(code)
        async with ann.at(code) as first, bob.at(code) as second:
            await first.send(type="mute", name="Bob")
            await first.wish("whynot", action=0)
            await second.send(type="say", text="hello")
            await second.until("chatline")
            await first.send(type="mute", name="Bob", on=False)
            await first.wish("whynot", action=0)
            await second.send(type="say", text="again")
            assert (await first.until("chatline"))["text"] == "again"

    two(script)


def test_what_is_over_can_be_replayed_from_any_eyes_and_nothing_before(two: Callable[[Script], None]) -> None:
    async def script(server: Running, ann: Guest, bob: Guest) -> None:
        code = (await ann.table("cartagena", "me", "open"))["code"]
        await bob.join(code)
        where = f"/api/tables/{code}/replay"
        await problem(await bob.http.get(where), 409, "when it is over")
        async with ann.at(code) as first, bob.at(code) as second:
            await asyncio.gather(first.play(random.Random(1)), second.play(random.Random(2)))
            live, events = second.now["view"], second.events
            await second.send(type="look", observer=0)
            assert (await second.until("snapshot"))["projection"]["observer"] == 0
        moments: list[dict[str, Any]] = []
        page: dict[str, Any] = {"plies": 1}
        while len(moments) <= page["plies"]:
            page = (await bob.http.get(f"{where}?observer=1&from={len(moments)}")).json()
            moments += page["moments"]
        assert [moment["ply"] for moment in moments] == [*range(page["plies"] + 1)]
        assert moments[-1]["view"] == live
        assert [t for moment in moments for t in moment["events"]] == events
        await problem(await bob.http.get(f"{where}?observer=9"), 400, "an observer is a seat from 0 to 1")

    two(script)
