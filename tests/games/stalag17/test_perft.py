"""The tree of plies counted, and a second telling of the rules that must agree with the first at every step."""

import random
from typing import Any

import pytest

from escapade import CHANCE, OVER, State
from escapade.games.stalag17.rules import Pieces, apply

from ..counting import choices, leaves, naive_leaves
from .naive import Naive
from .table import OBJECTS, STALAG17, cards, hand, laid, need, pile, position, split

POSITIONS = {
    "first turn": position(["food 1, map 1", "tool 1, escape 6/3"]),
    "a set": position(["food 1, food 2, food-map, information, map 1", ""], pile="tool 1"),
    "a run": position(["food 1, information, information, tool 1, escape 6/3, food-tool", "map 1"]),
    "an attempt": position(["map 2", ""], ["food 1, barracks, document 1, escape 6/3", ""], pile="tool 1"),
    "the last cards": position(["food 1", "map 1"], deck="tool 1, barracks", pile="map 2"),
    "the last prisoner": position(["", "map 1"], ["food 1, escape 6/3"], "food, 5", prisoners=[1, 3]),
    "a finisher": position(["", "", ""], ["food 1, escape 6/3"], "food, 5", prisoners=[1, 2, 3], play_on=True),
}
COUNTS = {
    "first turn": [6, 103, 1464, 14658],
    "a set": [14, 222, 1684, 17372],
    "a run": [14, 209, 1978, 22819],
    "an attempt": [5, 93, 1008, 5858],
    "the last cards": [5, 15, 44, 126],
    "the last prisoner": [2, 28, 774, 3096],
    "a finisher": [2, 34, 810, 1764],
}


def naive_of(state: State) -> Naive:
    """The naive telling of a position in which a player is to act."""
    naive = Naive(state.seats, split(cards(state.copies)), state.starter, play_on=bool(state.play_on))
    seats = range(state.seats)
    naive.prisoners, naive.watched = state.prisoners[: state.seats], state.surveillance[: state.seats]
    naive.hands, naive.laid = [split(hand(state, s)) for s in seats], [split(laid(state, s)) for s in seats]
    naive.deck, naive.pile = split(cards(state.deck)), split(pile(state))
    naive.plan, naive.points, naive.player, naive.errands = split(need(state)), state.points, state.player, []
    naive.rounds = state.round
    return naive


@pytest.mark.parametrize("name", POSITIONS)
def test_the_leaves_of_named_positions_are_counted(name: str) -> None:
    """S17-20 to S17-61 together"""
    assert [leaves(STALAG17, POSITIONS[name], depth) for depth in (1, 2, 3, 4)] == COUNTS[name]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_naive_telling_counts_the_same(name: str) -> None:
    """S17-20 to S17-61 together"""
    naive = naive_of(POSITIONS[name])
    assert [naive_leaves(naive, depth) for depth in (1, 2, 3)] == COUNTS[name][:3]


def test_the_plan_has_as_many_leaves_as_there_are_throws() -> None:
    """S17-10, S17-16: two who may start, three object dice, the escape die."""
    state = STALAG17.start(2, STALAG17.check_options({}, 2), STALAG17.pieces())
    assert [leaves(STALAG17, state, depth) for depth in (1, 2, 3, 4, 5)] == [2, 12, 72, 432, 2592]


def play_both(
    seed: int, seats: int, pieces: Any, likes: str, most: int = 20_000, **options: Any
) -> tuple[State, Naive, int]:
    """Play a random game by both tellings in step, and compare everything there is to compare."""
    dice = random.Random(seed)
    agreed = STALAG17.check_options({"first": seed % seats, **options}, seats)
    state = STALAG17.start(seats, agreed, pieces)
    naive = Naive(seats, split(cards(pieces.copies())), seed % seats, play_on=agreed["play_on"])
    discarded = 0
    for _ in range(most):
        if state.turn == OVER:
            break
        named = choices(STALAG17, state)
        assert set(named) == naive.legal()
        name = pick(state, sorted(named), likes, dice)
        discarded += name == "stop adding"
        naive.play(name)
        apply(state, named[name])
        compare(state, naive)
    return state, naive, discarded


def pick(state: State, names: list[str], likes: str, dice: random.Random) -> str:
    """Choose: cards by how many there are, an escape only where it may work, and else as this player likes."""
    if state.turn == CHANCE:
        return STALAG17.actions[dice.choices(*zip(*STALAG17.odds(state), strict=True))[0]].name
    if "attempt an escape" in names and dice.random() < (0.9 if likes == "lay" else 0.2):
        points = sum(int(card[7]) for card in split(laid(state, state.turn)) if card.startswith("escape"))
        if points >= state.points + state.surveillance[state.turn]:
            return "attempt an escape"
    wanted = [name for name in names if name.startswith(likes)]
    return dice.choice(wanted) if wanted and dice.random() < 0.7 else dice.choice(names)


def compare(state: State, naive: Naive) -> None:
    seats = range(naive.seats)
    assert state.turn == (OVER if naive.over else CHANCE if naive.errands else naive.player)
    assert state.prisoners[: naive.seats] == naive.prisoners
    assert state.surveillance[: naive.seats] == naive.watched
    assert (state.round, state.starter, state.points) == (naive.rounds, naive.starter, naive.points)
    if state.round == 200 and naive.over:
        return  # here the real table has been cleared
    assert split(pile(state)) == naive.pile
    assert sorted(split(need(state))) == sorted(naive.plan)
    assert sorted(split(cards(state.deck))) == sorted(naive.deck)
    assert sorted(split(cards(state.added))) == sorted(naive.put)
    for seat in seats:
        assert sorted(split(hand(state, seat))) == sorted(naive.hands[seat])
        assert sorted(split(laid(state, seat))) == sorted(naive.laid[seat])


def small() -> Any:
    """A box of 40 cards, rich in those that stand for others: rounds end with an empty deck again and again."""
    own = STALAG17.pieces()
    return Pieces(
        reconstructed=True,
        objects={thing: [2, 0, 1] for thing in OBJECTS},
        doubles=own.doubles,
        escape={str(value): [0, 0, 1] for value in range(1, 7)},
        others=type(own.others)(barracks=4, information=5),
    )


@pytest.mark.parametrize("play_on", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_games_agree_with_the_naive_telling_step_by_step(seats: int, play_on: bool) -> None:
    """S17-1 to S17-62 together"""
    state, naive, discarded = play_both(seats, seats, STALAG17.pieces(), "lay", play_on=play_on)
    assert naive.over
    assert discarded > 0
    score = STALAG17.returns(state, seats)
    for one in range(seats):
        for other in range(seats):
            assert (score[one] > score[other]) == (naive.merit(one) > naive.merit(other))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_many_sets_and_runs_and_empty_decks_are_told_alike(seats: int) -> None:
    """S17-33, S17-35, S17-60 together"""
    state, _, discarded = play_both(seats, seats, small(), "discard a", 2000)
    assert discarded > 20
    assert state.round > 2
