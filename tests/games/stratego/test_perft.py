"""The tree of plies counted, and a second telling of the rules that must agree with the first at every step."""

import random

import pytest

from escapade import OVER, State

from ..counting import choices, leaves, naive_leaves
from .naive import Man, Naive
from .table import MEN, NOWHERE, RANKS, STRATEGO, arranged, opened, position, preset

POSITIONS = {
    "two miners": position("flag a1, miner d4", "flag h8, miner d6"),
    "a scout in the open": position("flag a1, scout d4", "flag h8, scout e5"),
    "bombs and a miner": position("flag a1, bomb a2, bomb b1, spy c1", "flag h8, miner b2, scout h7", turn=1),
    "hand to hand": position(
        "flag a1, general d4, spy e4, miner c4, scout d3", "flag h8, general d5, spy e5, bomb c5, sergeant d6"
    ),
}
COUNTS = {
    "two miners": [4, 16, 60, 240],
    "a scout in the open": [14, 190, 2520, 33226],
    "bombs and a miner": [17, 35, 589, 1858],
    "hand to hand": [16, 112, 2025, 15181],
}
FRONTS = {"storm": [12, 142, 2470], "fortress": [14, 189, 3566]}


def naive_of(state: State) -> Naive:
    """The naive telling of a position without a past."""
    naive = Naive(dict(zip(RANKS, state.army, strict=True)), state.red, state.limit)
    naive.turn = state.turn
    for number in range(2 * MEN):
        square = state.at[number]
        if square != NOWHERE:
            naive.men[square % 8 + 1, square // 8 + 1] = Man(number // MEN, RANKS[state.rank[number]], number)
    return naive


@pytest.mark.parametrize("name", POSITIONS)
def test_the_leaves_of_named_positions_are_counted(name: str) -> None:
    """STR-10 to STR-35 together"""
    assert [leaves(STRATEGO, POSITIONS[name], depth) for depth in (1, 2, 3, 4)] == COUNTS[name]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_naive_telling_counts_the_same(name: str) -> None:
    """STR-10 to STR-35 together"""
    assert [naive_leaves(naive_of(POSITIONS[name]), depth) for depth in (1, 2, 3)] == COUNTS[name][:3]


def at_the_start(name: str) -> State:
    """The state after both sides took the same ready-made set-up."""
    state: State = STRATEGO.start(2, STRATEGO.check_options({"red": 0}, 2), STRATEGO.pieces())
    for action in [*preset(name), *preset(name)]:
        STRATEGO.rules.apply(state, STRATEGO.actions.parse(action).code)
    return state


@pytest.mark.parametrize("name", FRONTS)
def test_the_first_moves_of_a_whole_game_are_counted(name: str) -> None:
    """STR-10 to STR-13"""
    assert [leaves(STRATEGO, at_the_start(name), depth) for depth in (1, 2, 3)] == FRONTS[name]
    assert len(arranged(name, name).legal()) == FRONTS[name][0]


def test_the_arrangements_of_the_first_squares_are_counted() -> None:
    """STR-2, STR-4: of nine ranks flag, spy and general cannot come twice, nor colonels three times."""
    state = STRATEGO.start(2, opened().options, STRATEGO.pieces())
    assert [leaves(STRATEGO, state, depth) for depth in (1, 2, 3)] == [9, 81 - 3, 729 - 3 * (3 * 8 + 1) - 1]


def play_both(seed: int, quiet: int, lively: bool) -> None:
    """Play a random game by both tellings in step, and compare everything there is to compare."""
    dice = random.Random(seed)
    army = STRATEGO.pieces().army
    state = STRATEGO.start(2, STRATEGO.check_options({"red": seed % 2, "quiet": quiet}, 2), STRATEGO.pieces())
    naive = Naive(army, seed % 2, quiet)
    while state.turn != OVER:
        named = choices(STRATEGO, state)
        assert set(named) == naive.legal()
        name = pick(dice, sorted(named), naive, lively)
        naive.play(name)
        STRATEGO.rules.apply(state, named[name])
        compare(state, naive)
    assert naive.over
    assert state.winner == (-1 if naive.winner is None else naive.winner)


def pick(dice: random.Random, names: list[str], naive: Naive, lively: bool) -> str:
    """A lively player likes to go back where it came from, so that STR-14 is met often."""
    last = naive.history[naive.turn][-1:] if naive.men else []
    if lively and last and dice.random() < 0.85:
        from_to = {"".join(sorted(name.split("-"))): name for name in names}
        ends = "".join(sorted("abcdefgh"[x - 1] + str(y) for x, y in last[0].squares))
        if ends in from_to:
            return from_to[ends]
    return dice.choice(names)


def compare(state: State, naive: Naive) -> None:
    assert state.turn == (OVER if naive.over else naive.turn)
    assert state.quiet == naive.quiet
    if naive.men:
        board = {
            (square % 8 + 1, square // 8 + 1): (number // MEN, RANKS[state.rank[number]])
            for square, number in enumerate(state.board)
            if number != NOWHERE
        }
        assert board == {square: (man.seat, man.rank) for square, man in naive.men.items()}


@pytest.mark.parametrize("lively", [False, True], ids=["wild", "to and fro"])
@pytest.mark.parametrize("quiet", [0, 30, 200])
def test_random_games_agree_with_the_naive_telling_step_by_step(quiet: int, lively: bool) -> None:
    """STR-2 to STR-35 together"""
    for seed in range(2):
        play_both(seed, quiet, lively)
