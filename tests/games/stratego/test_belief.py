"""Belief in Stratego: guesses are thought over, and stay guesses that fit what was seen."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

import escapade
from escapade import State, View
from escapade.bots import Budget, bot
from escapade.games import GAMES
from escapade.games.stratego import belief as written
from escapade.games.stratego.rules import BOMB, FLAG, MEN, SIZE, can_move
from escapade.kernel.compile import compiled
from escapade.kernel.names import OVER, UNKNOWN
from escapade.kernel.rng import seed as seeded

STRATEGO = GAMES["stratego"]
belief: Any = written  # rules are untyped: they run on more than one form of a state
OFTEN = 400  # exchanges: enough to settle


def views(number: int, plies: int = 120) -> list[View]:
    """What seats see in a game of rule bots, from the first move on."""
    match, dice, greedy, found = escapade.new("stratego", seed=number), Random(number), bot(STRATEGO, "greedy"), []
    while match.turn != OVER and len(match.log) < 2 * MEN + plies:
        view = match.view(match.turn)
        if len(match.log) >= 2 * MEN:
            found.append(view)
        match.play(greedy.choose(view, match.legal_codes(), [], Budget(), dice))
    return found


def guessed(view: View, number: int) -> tuple[State, list[int]]:
    """A world as it is guessed without a thought, and the dice that go on from there."""
    world, words = view.copy(), [0, 0]
    seeded(words, number)
    STRATEGO.rules.determinize(world, words)
    return world, words


@pytest.mark.parametrize("number", range(4))
def test_what_is_known_stays_and_the_rest_still_fits(number: int) -> None:
    for view in views(number)[::5]:
        world, words = guessed(view, number)
        before = Counter(world.rank)
        belief.rethink(view, world, view.turn, words, OFTEN)
        assert Counter(world.rank) == before
        assert STRATEGO.view(world, view.turn) == view
        for piece in range(2 * MEN):
            assert view.rank[piece] in (UNKNOWN, world.rank[piece])
            assert can_move(world.rank[piece]) or not world.moved[piece]


@pytest.mark.parametrize("number", range(2))
def test_plain_and_compiled_thoughts_are_the_same(number: int) -> None:
    module, fields = compiled(written), STRATEGO.fields
    for view in views(number)[::20]:
        world, words = guessed(view, number)
        record, dice = fields.record(world), np.array(words, np.int64)
        belief.rethink(view, world, view.turn, words, OFTEN)
        module.rethink(fields.record(view), record, view.turn, dice, OFTEN)
        assert [int(rank) for rank in record.rank] == [*world.rank]
        assert dice.tolist() == words


def placed(times: int) -> tuple[float, float]:
    """How often the enemy's flag is guessed in the edge row, and with how many bombs beside it."""
    view = views(1, plies=1)[0]
    enemy, edge, walls = MEN * (1 - view.turn), 0, 0
    for number in range(200):
        world, words = guessed(view, number)
        belief.rethink(view, world, view.turn, words, times)
        flag = next(i for i in range(MEN) if world.rank[enemy + i] == FLAG)
        edge += flag < SIZE
        walls += sum(world.rank[enemy + i] == BOMB and belief.beside(i, flag) for i in range(MEN))
    return edge / 200, walls / 200


def test_a_flag_is_looked_for_in_the_rear_behind_bombs() -> None:
    (edge, walls), (careful_edge, careful_walls) = placed(0), placed(OFTEN)
    assert edge < 0.5 < 0.8 < careful_edge
    assert walls < 1.0 < 1.3 < careful_walls


def test_the_masters_guesses_are_thought_over_and_the_experts_are_not() -> None:
    master, expert = bot(STRATEGO, "master"), bot(STRATEGO, "expert")
    assert getattr(master, "care", 0) > getattr(expert, "care", 0) == 0
