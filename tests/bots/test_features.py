"""Features of learned policies: the same plain and compiled, from what a seat sees, whatever was thought before."""

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

import escapade
from escapade import OVER, State
from escapade.bots import Budget, bot
from escapade.bots.parts import features_of, heuristic_of
from escapade.games import GAMES
from escapade.kernel.compile import compiled
from escapade.kernel.fields import set_cell
from tests.games.beside import beside

WITH_FEATURES = [name for name, game in GAMES.items() if "features" in game.parts]


def tables_of(name: str) -> list[tuple[str, int, dict[str, Any]]]:
    """The tables of a game that are tried: its own tests say which, else the smallest and the largest."""
    ends: list[tuple[int, dict[str, Any]]] = [(seats, {}) for seats in {GAMES[name].seats[0], GAMES[name].seats[-1]}]
    return [(name, *table) for table in beside(name, "table", "FEATURE_TABLES", ends)]


tables = pytest.mark.parametrize(
    ("name", "seats", "options"), [table for name in WITH_FEATURES for table in tables_of(name)]
)


@cache
def moments(name: str, seats: int, options: tuple[tuple[str, Any], ...]) -> list[State]:
    """States of a match of rule bots in which a seat has a choice, now and then an odd one."""
    match, dice, found = escapade.new(name, seats, 8, **dict(options)), Random(8), list[State]()
    greedy = bot(match.game, "greedy")
    while match.turn != OVER:
        legal = match.legal_codes()
        if len(legal) > 1:
            found.append(match._state.copy())
        odd = dice.random() < 0.1
        match.play(dice.choice(legal) if odd else greedy.choose(match.view(match.turn), legal, [], Budget(), dice))
    return found[::3]


def described(name: str, view: Any, legal: list[int], litter: float = 0.0) -> tuple[list[float], list[list[float]]]:
    """The numbers of a situation and of all actions in it, thought of in a room in which something lies already."""
    heuristic, features = heuristic_of(GAMES[name]), features_of(GAMES[name])
    room, utility = [litter] * heuristic.ROOM, [litter] * len(legal)
    heuristic.weigh(view, legal, len(legal), utility, room)
    state_features, by_action = [litter] * features.STATE_FEATURES, [[litter] * features.ACTION_FEATURES for _ in legal]
    features.state_features(view, room, state_features)
    for code, liked, numbers in zip(legal, utility, by_action, strict=True):
        features.action_features(view, code, liked, room, numbers)
    return state_features, by_action


@tables
def test_features_are_small_numbers_and_do_not_depend_on_what_lay_in_the_room(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    game = GAMES[name]
    for state in moments(name, seats, tuple(options.items())):
        view, legal = game.view(state, state.turn), game.legal(state)
        state_features, by_action = described(name, view, legal)
        assert max(map(abs, [*state_features, *(number for row in by_action for number in row)])) <= 12
        assert (state_features, by_action) == described(name, view, legal, litter=3.0)
        assert view == game.view(state, state.turn)  # and the view is as it was


@tables
def test_features_are_read_from_what_a_seat_sees(name: str, seats: int, options: dict[str, Any]) -> None:
    game, dice, changed = GAMES[name], Random(3), 0
    for state in moments(name, seats, tuple(options.items())):
        other, legal = state.copy(), game.legal(state)
        for field, index in game.fields.hidden(state, state.turn):
            set_cell(other, field, index, dice.randrange(3))
        changed += other != state
        assert described(name, game.view(state, state.turn), legal) == described(
            name, game.view(other, state.turn), legal
        )
    assert changed > 0 or seats == 1


@tables
def test_compiled_and_plain_features_agree(name: str, seats: int, options: dict[str, Any]) -> None:
    game, heuristic, features = GAMES[name], compiled(heuristic_of(GAMES[name])), compiled(features_of(GAMES[name]))
    room, state_features, numbers = (
        np.zeros(heuristic.ROOM),
        np.zeros(features.STATE_FEATURES),
        np.zeros(features.ACTION_FEATURES),
    )
    for state in moments(name, seats, tuple(options.items())):
        view, legal = game.view(state, state.turn), game.legal(state)
        record, utility = game.fields.record(view), np.zeros(len(legal))
        heuristic.weigh(record, np.array(legal), len(legal), utility, room)
        features.state_features(record, room, state_features)
        plain, by_action = described(name, view, legal)
        assert state_features.tolist() == plain
        for code, liked, wanted in zip(legal, utility, by_action, strict=True):
            features.action_features(record, code, liked, room, numbers)
            assert numbers.tolist() == wanted


def test_a_game_without_features_has_none() -> None:
    assert [name for name in GAMES if features_of(GAMES[name]).ACTION_FEATURES > 0] == WITH_FEATURES
