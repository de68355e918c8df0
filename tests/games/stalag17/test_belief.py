"""Memory in Stalag 17: rounds that explain what was heard fit all that is seen, and come nearer to the truth."""

from collections.abc import Iterator
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
import pytest

import escapade
from escapade import OVER, State, View
from escapade.bots import Budget, bot, planner
from escapade.games import GAMES
from escapade.games.stalag17 import belief as written
from escapade.games.stalag17 import heuristic as heuristic
from escapade.kernel.contract import Game
from escapade.kernel.rng import seed as seeded

STALAG = GAMES["stalag17"]
memory: Any = written  # rules are untyped: they run on more than one form of a state
rules: Any = STALAG.rules
OTHERS = GAMES.keys() - {"stalag17"}


class Moment(NamedTuple):
    """A seat's turn: what it sees, what it has heard, and the truth."""

    view: View
    heard: list[tuple[int, int]]
    state: Any


def moments(number: int, seats: int = 2, chances: float = 0.0) -> Iterator[Moment]:
    """The turns of a match of rule bots, who now and then do anything."""
    match, dice, greedy = escapade.new("stalag17", seats, number), Random(number), bot(STALAG, "greedy")
    while match.turn != OVER and len(match.log) < 600:
        seat, legal = match.turn, match.legal_codes()
        view, heard = match.view(seat), match.heard_codes(seat)
        yield Moment(view, heard, match._state.copy())
        anything = dice.random() < chances
        match.play(dice.choice(legal) if anything else greedy.choose(view, legal, heard, Budget(), dice))


def lived(moment: Moment, number: int = 1) -> tuple[Any, Any] | None:
    """Worlds that explain what was heard, and how likely each is."""
    room = planner.workspace(STALAG, moment.view.seats)
    seeded(room.words, number)
    found = planner.remembered(STALAG, moment.view, moment.heard, STALAG.fields.record(moment.view), room)
    return found and (found[0], np.diff(found[1], prepend=0.0))


@pytest.mark.parametrize("seats", STALAG.seats)
def test_every_world_fits_what_is_seen(seats: int) -> None:
    explained = 0
    for moment in [*moments(3, seats, chances=0.2)][::7]:
        found = lived(moment)
        if found is None:
            continue
        explained += 1
        for record in found[0][::40]:
            world = STALAG.fields.light(record)
            assert STALAG.view(world, moment.view.turn) == moment.view
            for kind, copies in enumerate(world.copies):
                in_play = sum(world.hand[seat][kind] + world.laid[seat][kind] for seat in range(seats))
                assert world.deck[kind] + in_play + world.pile.count(kind) == copies
            for seat in range(seats):
                assert (sum(world.hand[seat]), sum(world.laid[seat])) == (world.held[seat], world.lying[seat])
                assert fits(world, seat)
    assert explained > 10


def fits(world: State, seat: int) -> bool:
    """S17-70: does a seat have, in its hand or laid, what everyone knows it to have?"""
    kinds = range(len(world.copies))
    has = [world.hand[seat][k] + world.laid[seat][k] for k in kinds]
    return all(
        world.hand[seat][k] >= world.sure[seat][k]
        and world.laid[seat][k] >= world.shown[seat][k]
        and has[k] >= world.sure[seat][k] + world.seen[seat][k] + world.shown[seat][k]
        for k in kinds
    )


def test_memory_knows_better_than_a_glance_how_near_others_are() -> None:
    """S17-40: errors in how many turns another's escape is away, with memory and without."""
    searching, turns_away = planner.searching(STALAG), planner.searching(STALAG).heuristic.turns_away
    with_memory, without = list[float](), list[float]()
    for number in range(12):
        for moment in [*moments(number)][::3]:
            me, other = moment.view.turn, 1 - moment.view.turn
            if moment.state.lying[other] == 0 or (found := lived(moment)) is None:
                continue
            room, root = planner.workspace(STALAG, 2), STALAG.fields.record(moment.view)
            truth, guesses = heuristic.turns_away(moment.state, other), []
            for guess in range(1, 40):
                searching.guess(root, me, guess, room)
                guesses.append(turns_away(room.world[0], other))
            lived_through = [turns_away(world, other) for world in found[0]]
            with_memory.append((np.average(lived_through, weights=found[1]) - truth) ** 2)
            without.append((fmean(guesses) - truth) ** 2)
    assert len(without) > 200
    assert fmean(with_memory) < 0.9 * fmean(without)


def test_a_card_that_was_taken_is_remembered() -> None:
    """S17-38: everyone saw which; it is in the hand, or laid since."""
    taken = 0
    for moment in (moment for number in range(4) for moment in moments(number, chances=0.3)):
        other = 1 - moment.view.turn
        known = np.array(moment.view.sure[other]) + np.array(moment.view.seen[other])
        if known.any() and (found := lived(moment)):
            taken += 1
            assert (found[0]["hand"][:, other] + found[0]["laid"][:, other] >= known).all()
    assert taken > 5


@pytest.mark.parametrize("seats", STALAG.seats)
def test_what_happened_is_explained(seats: int) -> None:
    """Of rounds without an attempt hardly one is given up, however long it lasts."""
    all_of_them = [lived(moment) for number in range(6) for moment in [*moments(number, seats)][::4] if calm(moment)]
    assert len(all_of_them) > 100
    assert all_of_them.count(None) <= len(all_of_them) / 200


def calm(moment: Moment) -> bool:
    """Has nobody failed in this round?"""
    began = max(i for i, (_, code) in enumerate(moment.heard) if rules.ESCAPE_DIE <= code < rules.DRAW)
    return all(code != rules.ATTEMPT for _, code in moment.heard[began:])


def test_a_story_that_cannot_be_true_is_not_believed_and_breaks_nothing() -> None:
    """Whoever writes a loop around a bot may hand it anything."""
    dice, believed = Random(4), 0
    for moment in [*moments(6, 3, chances=0.2)][5:200:3]:
        told = moment.heard
        one, other = dice.randrange(len(told)), dice.randrange(len(told))
        swapped = [*told]
        swapped[one], swapped[other] = swapped[other], swapped[one]
        shuffled = dice.sample(told, len(told))
        for heard in (told[:one] + told[one + 1 :], told[: one + 1] + told[one:], swapped, shuffled, told[one:]):
            found = lived(moment._replace(heard=heard))
            if found is not None:  # it may still be true
                believed += 1
                worlds = [STALAG.fields.light(record) for record in found[0][::60]]
                assert all(STALAG.view(world, moment.view.turn) == moment.view for world in worlds)
                assert all(min(world.deck) >= 0 for world in worlds)
    assert believed > 0


def test_after_a_failed_attempt_and_with_half_of_the_story_the_view_is_all_there_is() -> None:
    attempts = 0
    for moment in moments(8, chances=0.3):
        assert lived(moment._replace(heard=[])) is None
        if len(moment.heard) > 12 and moment.state.left < 80:
            assert lived(moment._replace(heard=moment.heard[5:-3])) is None
        if moment.heard and moment.heard[-1][1] == rules.ATTEMPT and moment.state.failed == 1:
            attempts += 1
            assert lived(moment) is None
    assert attempts > 0


def test_plain_and_compiled_rounds_are_the_same() -> None:
    for moment in [*moments(2, 3)][40:200:40]:
        events, fields = written.heard_of_round(moment.view, moment.heard), STALAG.fields
        assert events is not None
        room, past = planner.workspace(STALAG, 3), written.room(fields.dtype, len(events.code))
        few = past._replace(**{name: part[:6] for name, part in past._asdict().items() if name != "loose"})
        seeded(room.words, 9)
        explained = planner.remembering(STALAG).relive(fields.record(moment.view), moment.view.turn, events, few, room)
        worlds, words = [moment.view.copy() for _ in range(6)], [0, 0]
        plain = written.Past(worlds, [0.0] * 6, *(part.tolist() for part in few[2:]))
        workspace = room._replace(
            words=words,
            seat_view=[moment.view.copy()],
            out=[0] * STALAG.max_actions,
            utility=[0.0] * STALAG.max_actions,
        )
        seeded(words, 9)
        assert memory.relive(moment.view, moment.view.turn, events, plain, workspace) == explained
        assert plain.weight == pytest.approx(few.weight.tolist())
        assert [fields.bytes(world) for world in worlds] == [record.tobytes() for record in few.world]


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_games_without_a_memory_go_by_their_views(name: str) -> None:
    game: Game = GAMES[name]
    assert planner.remembering(game) is None
