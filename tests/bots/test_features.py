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
from escapade.games.jailbreakers import features as jailbreakers_features
from escapade.games.jailbreakers.box import ACTIONS as DEEDS
from escapade.games.jailbreakers.box import CARDS, DOUBLE
from escapade.games.stalag17 import features as stalag17_features
from escapade.games.stalag17.cards import BARRACKS
from escapade.games.stalag17.rules import ACTIONS, ADD, ATTEMPT, END, LAY, TAKE
from escapade.kernel.compile import compiled
from escapade.kernel.fields import set_cell

LEARNED = ("stalag17", "jailbreakers")
ABOUT_CARDS = {"take", "give", "exchange", "steal", "return", "craft", "pay", "use", "keep", "for"}
tables = pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("stalag17", 2, {}),
        ("stalag17", 4, {"play_on": True}),
        ("jailbreakers", 1, {}),
        ("jailbreakers", 2, {}),
        ("jailbreakers", 5, {"money_bag": True, "snitch": True, "warden": True}),
    ],
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


def test_every_action_of_a_player_is_told_from_others_by_its_verb() -> None:
    verbs = [verb for verb, base in zip(ACTIONS.verbs, ACTIONS.bases, strict=True) if base <= ATTEMPT]
    assert {stalag17_features.sort_of(code) for code in range(ATTEMPT + 1)} == {*range(len(verbs))}
    assert len({stalag17_features.sort_of(base) for base in ACTIONS.bases if base <= ATTEMPT}) == len(verbs)
    begun = [base for base in DEEDS.bases if base < DOUBLE]
    assert [jailbreakers_features.sort_of(base) for base in begun] == [*range(len(begun))]
    assert [jailbreakers_features.sort_of(base - 1) for base in begun[1:]] == [*range(len(begun) - 1)]


def test_an_action_of_stalag_17_is_about_the_card_it_moves() -> None:
    view: Any = GAMES["stalag17"].view(moments("stalag17", 2, ())[0], 0)
    view.pile[0], view.top = BARRACKS, 1
    assert stalag17_features.card_of(view, LAY + 4) == stalag17_features.card_of(view, ADD + 4) == 4
    assert stalag17_features.card_of(view, TAKE) == BARRACKS
    assert stalag17_features.card_of(view, END) == stalag17_features.card_of(view, ATTEMPT) == -1


def test_an_action_of_jailbreakers_is_about_the_card_in_its_name() -> None:
    for code, name in enumerate(DEEDS.names[:DOUBLE]):
        verb, _, rest = name.partition(" ")
        if verb in ABOUT_CARDS and name != "give up":
            card = jailbreakers_features.card_of(code)
            assert (CARDS[card] if card >= 0 else "no more") in rest, name


def test_a_game_without_a_learned_policy_has_no_features() -> None:
    assert features_of(GAMES["cartagena"]).ACTION_FEATURES == 0
    assert [name for name in GAMES if features_of(GAMES[name]).ACTION_FEATURES > 0] == [*LEARNED]
