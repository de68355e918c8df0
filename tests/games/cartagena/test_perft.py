"""The tree of plies counted, and a second telling of the rules that must agree with the first at every step."""

import random

import pytest

from escapade import CHANCE, OVER, State
from escapade.games.cartagena.rules import Pieces

from ..counting import choices, leaves, naive_leaves
from .naive import Naive
from .table import BOAT, CARTAGENA, HAND, SYMBOLS, cards, position

POSITIONS = {
    "first turn": position([{}, {}], [HAND, HAND]),
    "two of a kind": position([{}, {}, {}], ["hook hook jug", "keys", "keys"]),
    "company behind": position([{20: 1, 25: 1}, {5: 2, 9: 1}], ["hook", "keys"]),
    "end of the row": position(
        [{20: 1, 25: 1}, {5: 2, 9: 1}],
        ["hook", "jug"],
        version="tortuga",
        row="keys",
        deck="jug hook",
        discards="parrot",
    ),
    "no card anywhere": position([{20: 1, 25: 1}, {5: 2, 9: 1}], ["", ""], version="tortuga", deck=""),
    "last pirate": position([{BOAT: 5, 33: 1}, {BOAT: 4, 32: 1, 31: 1}], ["hook jug", "keys keys"]),
    "nothing to do": position([{4: 1}, {4: 1}], ["", ""]),
}
COUNTS = {
    "first turn": [6, 66, 726, 4557],
    "two of a kind": [2, 8, 26, 43],
    "company behind": [5, 22, 139, 782],
    "end of the row": [5, 14, 30, 48],
    "no card anywhere": [2, 5, 9, 9],
    "last pirate": [4, 16, 84, 441],
    "nothing to do": [1, 1, 0, 0],
}


def naive_of(state: State) -> Naive:
    """The naive telling of a position in which a player is to act."""
    naive = Naive([SYMBOLS[symbol] for symbol in state.tunnel[1:BOAT]], state.seats, [], tortuga=False, first=0)
    naive.pirates = [
        [place for place, n in enumerate(state.pirates[seat]) for _ in range(n)] for seat in range(state.seats)
    ]
    naive.hands = [cards(state.hand[seat]).split() for seat in range(state.seats)]
    naive.deck, naive.row = cards(state.deck).split(), [SYMBOLS[card] for card in state.row if card >= 0]
    naive.discards = [card for pile in state.played for card in cards(pile).split()]
    naive.tortuga, naive.player, naive.done = bool(state.tortuga), state.player, state.done
    return naive


@pytest.mark.parametrize("name", POSITIONS)
def test_the_leaves_of_named_positions_are_counted(name: str) -> None:
    """CAR-10 to CAR-42 together"""
    assert [leaves(CARTAGENA, POSITIONS[name], depth) for depth in (1, 2, 3, 4)] == COUNTS[name]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_naive_telling_counts_the_same(name: str) -> None:
    """CAR-10 to CAR-42 together"""
    naive = naive_of(POSITIONS[name])
    assert [naive_leaves(naive, depth) for depth in (1, 2, 3)] == COUNTS[name][:3]


def test_the_deal_has_as_many_leaves_as_there_are_orders_of_symbols() -> None:
    """CAR-5"""
    state = CARTAGENA.start(2, CARTAGENA.check_options({"tunnel": "classic", "first": 0}, 2), CARTAGENA.pieces())
    assert [leaves(CARTAGENA, state, depth) for depth in (1, 2, 3, 4)] == [6, 36, 216, 1296]


def test_the_whole_beginning_has_as_many_leaves_as_there_are_tunnels() -> None:
    """CAR-2: three of six segments, 12 × 10 × 8."""
    state = CARTAGENA.start(2, CARTAGENA.check_options({}, 2), CARTAGENA.pieces())
    assert [leaves(CARTAGENA, state, depth) for depth in (1, 2, 3)] == [12, 120, 960]


def play_both(seed: int, seats: int, version: str, supply: int) -> tuple[State, Naive]:
    """Play a random game by both tellings in step, and compare everything there is to compare."""
    dice = random.Random(seed)
    own = CARTAGENA.pieces()
    pieces = Pieces(cards=dict.fromkeys(SYMBOLS, supply), segments=own.segments)
    order = [letter + dice.choice(("", "-")) for letter in dice.sample("ABCDEF", 6)]
    options = CARTAGENA.check_options({"version": version, "tunnel": " ".join(order), "first": seed % seats}, seats)
    state = CARTAGENA.start(seats, options, pieces)
    tunnel = [symbol for part in order for symbol in own.segments[part[0]][:: -1 if part[1:] else 1]]
    supplied = [symbol for symbol in SYMBOLS for _ in range(supply)]
    naive = Naive(tunnel, seats, supplied, tortuga=version == "tortuga", first=seed % seats)
    while state.turn != OVER:
        named = choices(CARTAGENA, state)
        assert set(named) == naive.legal()
        name = dice.choice(sorted(named))
        naive.play(name)
        CARTAGENA.rules.apply(state, named[name])
        compare(state, naive)
    return state, naive


def compare(state: State, naive: Naive) -> None:
    assert state.turn == (OVER if naive.over else CHANCE if naive.errands else naive.player)
    assert (state.player, state.done, state.actions) == (naive.player, naive.done, naive.actions)
    assert cards(state.deck).split() == sorted(naive.deck, key=SYMBOLS.index)
    assert [SYMBOLS[card] for card in state.row if card >= 0] == naive.row
    for seat, mine in enumerate(naive.pirates):
        assert state.pirates[seat] == [mine.count(place) for place in range(BOAT + 1)]
        assert cards(state.hand[seat]).split() == sorted(naive.hands[seat], key=SYMBOLS.index)


@pytest.mark.parametrize("supply", [5, 17])
@pytest.mark.parametrize("version", ["jamaica", "tortuga"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_games_agree_with_the_naive_telling_step_by_step(seats: int, version: str, supply: int) -> None:
    """CAR-1 to CAR-42 together: with few cards the deck runs out again and again."""
    state, naive = play_both(supply + seats, seats, version, supply)
    assert naive.over
    score = CARTAGENA.returns(state, seats)
    for one in range(seats):
        for other in range(seats):
            assert (score[one] > score[other]) == (naive.merit(one) > naive.merit(other))
