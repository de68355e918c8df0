"""Sense for Cartagena: far for a card, cards for a short way back."""

from random import Random
from typing import Any

import numpy as np
import pytest

from escapade.bots import Budget, bot
from escapade.games import GAMES
from escapade.games.cartagena import heuristic as heuristic
from escapade.games.cartagena import rules as cartagena
from escapade.kernel.compile import compiled
from escapade.kernel.fields import State
from tests.bots.test_levels import wins

GREEDY = bot(GAMES["cartagena"], "greedy")


def chosen(state: State, seed: int = 1) -> str:
    """What greed does in a position of Cartagena."""
    game = GAMES["cartagena"]
    code = GREEDY.choose(game.view(state, state.turn), game.legal(state), [], Budget(), Random(seed))
    return game.actions[code].name


def in_the_tunnel(pirates: dict[int, int], cards: str, done: int = 0) -> State:
    """Seat 0's pirates and cards on the classic tunnel, at seat 0's turn; seat 1 stands outside."""
    game = GAMES["cartagena"]
    state: Any = game.start(2, game.check_options({"tunnel": "classic", "first": 0}, 2), game.pieces())
    state.turn, state.done, state.to_deal = 0, done, 2
    state.pirates[0] = [pirates.get(place, 0) for place in range(cartagena.BOAT + 1)]
    state.crowd = [sum(places) for places in zip(*state.pirates, strict=True)]
    state.hand[0] = [cards.split().count(symbol) for symbol in cartagena.SYMBOLS]
    state.held[0] = len(cards.split())
    position: State = state
    return position


@pytest.mark.parametrize("seed", range(5))
def test_greed_takes_the_boat_when_that_wins(seed: int) -> None:
    assert chosen(in_the_tunnel({36: 1, 37: 5}, "jug keys", done=2), seed).endswith("from 36")


@pytest.mark.parametrize("seed", range(5))
def test_an_empty_hand_goes_back_one_space_to_two_pirates(seed: int) -> None:
    assert chosen(in_the_tunnel({9: 2, 10: 1, 20: 1, 35: 2}, ""), seed) == "retreat from 10"


@pytest.mark.parametrize("seed", range(5))
def test_the_card_that_carries_furthest_is_played(seed: int) -> None:
    """From outside, the free jugs begin with space 1, the free parrots with space 4, and all keys are taken but 34."""
    position = in_the_tunnel({0: 1, 6: 1, 9: 1, 14: 1, 20: 1, 30: 1}, "jug parrot keys")
    assert chosen(position, seed) == "keys from outside"


def test_who_is_further_ahead_is_worth_more_and_the_seats_add_up_to_nothing() -> None:
    score = [0.0, 0.0]
    heuristic.value(in_the_tunnel({9: 2, 10: 1, 20: 1, 35: 2}, "jug"), score)
    assert 0 < score[0] < 1
    assert score[0] == -score[1]


def test_plain_and_compiled_sense_agree() -> None:
    game, module = GAMES["cartagena"], compiled(heuristic)
    state = in_the_tunnel({0: 1, 6: 1, 9: 1, 14: 1, 20: 1, 30: 1}, "jug parrot keys")
    legal = game.legal(state)
    plain, quick = [0.0] * len(legal), np.zeros(len(legal))
    heuristic.weigh(game.view(state, 0), legal, len(legal), plain, [0.0])
    record = game.fields.record(game.view(state, 0))
    module.weigh(record, np.array(legal), len(legal), quick, np.zeros(1))
    assert plain == quick.tolist()


def test_each_of_the_first_levels_beats_what_is_below_it() -> None:
    assert wins("cartagena", "greedy", "random", 20) >= 0.9
    assert wins("cartagena", "greedy", "novice", 20) >= 0.55
