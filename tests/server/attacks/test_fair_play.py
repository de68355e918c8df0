"""Clocks, take-backs, offers and dice as weapons: none of them wins a game."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import escapade
from escapade.kernel.dealer import VerifiableDealer, draw_number
from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE
from escapade.server.live import audit
from tests.server.clients import Place, Running, running
from tests.server.live.test_table import Clockwork, placements, seen
from tests.server.sockets.test_bot import seat_for_a_program

SLACK = 100  # milliseconds: entries of a log are at least one apart, however quick
LIVE: dict[str, Any] = {"kind": "live", "seconds": 10, "increment": 60}
Pair = tuple[Place, Place]


@asynccontextmanager
async def at_table(
    folder: Path, game: str, now: Callable[[], int], **more: Any
) -> AsyncIterator[tuple[Running, str, Pair]]:
    """Ann and Ben at a table: the server, the table's code, and who is to act before who is not."""
    async with running(str(folder / "t.db"), now) as server, server.guest("Ann") as ann, server.guest("Ben") as ben:
        code = (await ann.table(game, "me", "open", **more))["code"]
        await ben.join(code)
        async with ann.at(code) as first, ben.at(code) as second:
            if game == "stratego":
                for place in (first, second):
                    assert (await place.wish("submitahead", actions=placements(place)))["type"] == "ack"
                await seen(second, lambda p: not p.now["together"])
                await seen(first, lambda p: p.seq == second.seq)
            yield server, code, (first, second) if first.now["legal"] else (second, first)


def played(folder: Path, game: str, script: Callable[..., Awaitable[None]], **more: Any) -> None:
    """Play such a story."""
    clock = Clockwork()

    async def run() -> None:
        async with at_table(folder, game, clock, **more) as (server, code, pair):
            await script(server, code, pair, clock)

    asyncio.run(run())


def named(code: int) -> str:
    """What an action of Stratego is called."""
    return escapade.games()["stratego"].actions.names[code]


# --- 4: offers and take-backs that make the other's moves stale ---


def test_offers_and_take_backs_never_make_the_others_move_stale(tmp_path: Path) -> None:
    """Who waits offers a draw and tries to take it back, in a loop; who is to act moves by what it saw before."""

    async def script(server: Running, code: str, pair: Pair, clock: Clockwork) -> None:
        me, attacker = pair
        for _ in range(6):
            seq, wanted = me.seq, me.now["legal"][0]
            for _ in range(3):
                draw = [c for c in attacker.now["anytime"] if "offers a draw" in named(c)]
                if draw:
                    assert (await attacker.act(draw[0]))["type"] == "ack"
                said = await attacker.wish("takeback", seq=attacker.seq)
                assert said["type"] == "error" or not server.registry.tables[1].history.undone
            assert (await me.act(wanted, seq=seq))["type"] == "ack"
            await seen(attacker, lambda p: bool(p.now["legal"]))
            me, attacker = attacker, me

    played(tmp_path, "stratego", script)


def test_an_offer_cannot_be_taken_back(tmp_path: Path) -> None:
    async def script(server: Running, code: str, pair: Pair, clock: Clockwork) -> None:
        _, waits = pair
        offer = next(c for c in waits.now["anytime"] if "offers a draw" in named(c))
        assert (await waits.act(offer))["type"] == "ack"
        plies = len(server.registry.tables[1].history.plies)
        await waits.wish("takeback", seq=waits.seq)  # of the set-up: the other must agree, and has moved no piece
        assert len(server.registry.tables[1].history.plies) == plies

    played(tmp_path, "stratego", script)


def test_getting_ready_and_not_ready_in_a_loop_ends(tmp_path: Path) -> None:
    """Nobody can take a set-up back for ever, and the other's is handed in whatever happens."""

    async def script() -> None:
        async with (
            running(str(tmp_path / "t.db")) as server,
            server.guest("Ann") as ann,
            server.guest("Ben") as ben,
        ):
            code = (await ann.table("stratego", "me", "open"))["code"]
            await ben.join(code)
            async with ann.at(code) as first, ben.at(code) as second:
                red, blue = (first, second) if first.now["turn"] == 0 else (second, first)
                setup, done = placements(red), 0
                for _ in range(10):
                    assert (await red.wish("submitahead", actions=setup))["type"] == "ack"
                    said = await red.wish("submitahead", actions=[])
                    done += said["type"] == "ack"
                    if said["type"] == "error":
                        assert "often enough" in said["reason"]
                        break
                assert done == server.registry.limits.take_backs
                assert (await blue.wish("submitahead", actions=setup))["type"] == "ack"
                assert not server.registry.tables[1].match.together  # type: ignore[union-attr]

    asyncio.run(script())


def test_a_seat_takes_back_freely_only_so_often_at_one_ply(tmp_path: Path) -> None:
    """Each time the other's clock and plan begin anew: after that they are asked, and asked only so often."""

    async def script(server: Running, code: str, pair: Pair, clock: Clockwork) -> None:
        me, _ = pair
        most = server.registry.limits.take_backs
        quiet = next(c for c in me.now["legal"] if "retreat" not in server.registry.tables[1].game.actions[c].name)
        for _ in range(most):
            await me.act(quiet)
            seq = me.seq
            assert (await me.wish("takeback", seq=seq))["type"] == "ack"
            await seen(me, lambda p, seq=seq: p.seq > seq)  # type: ignore[misc]
        await me.act(quiet)
        seq = me.seq
        for _ in range(most):
            assert (await me.wish("takeback", seq=seq))["seq"] == seq  # it is asked, and nothing is taken back
        assert (await me.wish("takeback", seq=seq))["error"] == "not-now"

    played(tmp_path, "cartagena", script, options={"version": "tortuga"})


# --- 5: clocks ---


def test_move_and_take_back_pays_no_increment_and_gives_no_time_back(tmp_path: Path) -> None:
    async def script(server: Running, code: str, pair: Pair, clock: Clockwork) -> None:
        me, other = pair
        mine, theirs = me.now["observer"], other.now["observer"]
        table, game = server.registry.tables[1], server.registry.tables[1].game
        before = table.clock.info(clock.now).left
        for n in range(3):
            clock.now += 1000  # thought about
            seat = me.now["turn"]
            plies = 0
            while me.now["turn"] == seat:
                await me.act(next(c for c in me.now["legal"] if "retreat" not in game.actions[c].name))
                plies += 1
            clock.now += 500  # of the other's time
            for _ in range(plies):
                seq = me.seq
                assert (await me.wish("takeback", seq=seq))["type"] == "ack"
                await seen(me, lambda p, seq=seq: p.seq > seq)  # type: ignore[misc]
            left = table.clock.info(clock.now).left
            assert 0 <= before[mine] - 1000 * (n + 1) - left[mine] < SLACK
            assert 0 <= before[theirs] - left[theirs] < SLACK
        kept = await audit.read(server.registry.store, table.row)
        assert kept.fault is None
        assert kept.clock is not None
        assert kept.clock.info(clock.now).left == table.clock.info(clock.now).left

    played(tmp_path, "cartagena", script, options={"version": "tortuga"}, clock={**LIVE, "seconds": 60})


def test_who_moves_is_paid_though_the_answer_was_handed_in_before(tmp_path: Path) -> None:
    async def script(server: Running, code: str, pair: Pair, clock: Clockwork) -> None:
        moves, waits = pair
        table = server.registry.tables[1]
        assert table.match is not None
        before, future = table.clock.left[:], Match(table.game, 2, table.settings.options)
        future.replay(table.history.plies)
        future.play(moves.now["legal"][0])
        assert (await waits.wish("submitahead", actions=[future.legal()[0].code]))["type"] == "ack"
        clock.now += 1000
        assert (await moves.act(moves.now["legal"][0]))["type"] == "ack"
        assert table.match.turn == moves.now["observer"]  # both have moved
        spent = [1000 if seat == moves.now["observer"] else 0 for seat in range(2)]
        increment = LIVE["increment"] * 1000
        for had, has, thought in zip(before, table.clock.left, spent, strict=True):
            assert abs(has - (had - thought + increment)) < SLACK

    played(tmp_path, "stratego", script, clock=LIVE)


def test_handing_in_and_back_is_paid_for_once(tmp_path: Path) -> None:
    clock = Clockwork()

    async def script() -> None:
        async with (
            running(str(tmp_path / "t.db"), clock) as server,
            server.guest("Ann") as ann,
            server.guest("Ben") as ben,
        ):
            code = (await ann.table("stratego", "me", "open", clock=LIVE))["code"]
            await ben.join(code)
            async with ann.at(code) as first, ben.at(code) as second:
                red, blue = (first, second) if first.now["turn"] == 0 else (second, first)
                table, setup = server.registry.tables[1], placements(blue)
                for _ in range(server.registry.limits.take_backs):
                    assert (await blue.wish("submitahead", actions=setup))["type"] == "ack"
                    assert (await blue.wish("submitahead", actions=[]))["type"] == "ack"
                    clock.now += 1
                most = (LIVE["seconds"] + LIVE["increment"]) * 1000
                assert table.clock.info(clock.now).left[blue.now["observer"]] <= most
                for _ in range(3):
                    assert (await red.wish("submitahead", actions=setup))["type"] == "ack"
                    assert (await red.wish("submitahead", actions=[]))["type"] == "ack"
                assert table.clock.info(clock.now).left[red.now["observer"]] <= LIVE["seconds"] * 1000

    asyncio.run(script())


def test_a_program_that_has_answered_is_not_taken_back_against(tmp_path: Path) -> None:
    async def script() -> None:
        async with running(str(tmp_path / "t.db")) as server, server.guest("Ann") as ann:
            options = {"first": 0, "version": "tortuga"}
            code, _ = await seat_for_a_program(ann, "cartagena", "me", "open", options=options)
            table = server.registry.tables[server.registry.numbers[code]]
            async with ann.at(code, offers=True) as place:
                names = table.game.actions.names
                while place.now["turn"] == 0:
                    quiet = [c for c in place.now["legal"] if "retreat" not in names[c]]
                    assert (await place.act(quiet[0]))["type"] == "ack"
                program = table.seats[1].who
                assert table.match is not None
                quiet = [c for c in table.match.legal_codes() if "retreat" not in names[c]]
                await table.act(program, 1, table.history.seq, quiet[0], "answer")
                await seen(place, lambda p: p.seq == table.history.seq)
                assert place.now["take_back"] == "no"
                said = await place.wish("takeback", seq=place.seq)
                assert said["type"] == "error"
                assert "program" in said["reason"]

    asyncio.run(script())


# --- 3: dice after a take-back ---


def test_verifiable_dice_are_drawn_anew_after_an_agreed_take_back(tmp_path: Path) -> None:
    """What was seen and taken back does not come again by itself; the record still proves every outcome."""

    async def script(server: Running, code: str, pair: Pair, clock: Clockwork) -> None:
        me, other = pair
        table, game = server.registry.tables[1], server.registry.tables[1].game
        assert table.match is not None
        while not (back := [c for c in me.now["legal"] if "retreat" in game.actions[c].name]):
            await me.act(me.now["legal"][0])
            await seen(other, lambda p: p.seq == table.history.seq)
            me, other = (me, other) if me.now["legal"] else (other, me)
        numbers = []
        for _ in range(2):
            await me.act(back[0])
            assert table.match.log[-1].seat == CHANCE
            numbers.append(draw_number(len(table.match.log) - 1, table.history.draw_offsets))
            await me.wish("takeback", seq=me.seq)
            await seen(other, lambda p: p.seq == table.history.seq)
            assert (await other.wish("consent", seq=other.seq, yes=True))["type"] == "ack"
            await seen(me, lambda p: p.seq == table.history.seq)
        assert len({*numbers}) == len(numbers)
        dice = random.Random(3)
        while not table.over:
            place = me if table.match.turn == me.now["observer"] else other
            await seen(place, lambda p: p.seq == table.history.seq)
            await place.act(dice.choice(place.now["legal"]))
        said = await me_record(server, code)
        assert "TakenBack" in said
        assert escapade.verify(said) > 0
        assert (await audit.read(server.registry.store, table.row)).fault is None
        assert isinstance(table.dealer(), VerifiableDealer)

    played(tmp_path, "cartagena", script, dice="verifiable", options={"version": "jamaica"})


async def me_record(server: Running, code: str) -> str:
    """The record of a table that is over."""
    async with server.guest("Reader") as reader:
        said = await reader.http.get(f"/api/tables/{code}/record")
        assert said.status_code == 200, said.text
        return str(said.text)
