"""What is known of a hidden army, against every way it can stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import escapade
from escapade.bots.deductions import deduce
from escapade.games import GAMES
from escapade.games.stratego import rules as written
from escapade.games.stratego.rules import (
    BOMB,
    FLAG,
    GENERAL,
    MAJOR,
    MEN,
    MINER,
    PLAY,
    RANKS,
    SCOUT,
    SHUTTLES,
    SPY,
    SQUARES,
)
from escapade.kernel.fields import State
from escapade.kernel.names import NONE, OVER, UNKNOWN

GAME = GAMES["stratego"]
rules: Any = written
Piece = tuple[str, int, bool]  # square, rank, has it moved?


def position(pieces: list[Piece], own: list[str], turn: int) -> State:
    """Seat 1 has these pieces left, all unknown; seat 0 has majors on these squares; all else has been removed."""
    state: Any = GAME.start(2, GAME.check_options({"red": 0}, 2), GAME.pieces())
    state.phase, state.turn, state.board = PLAY, turn, [NONE] * 64
    state.rank, state.at, state.shown = [MAJOR] * MEN + [MINER] * MEN, [NONE] * 48, [1] * 48
    for i, square in enumerate(own):
        rules.put(state, i, SQUARES.index(square))
    for piece, (square, rank, moved) in enumerate(pieces, MEN):
        rules.put(state, piece, SQUARES.index(square))
        state.rank[piece], state.shown[piece], state.moved[piece] = rank, 0, int(moved)
    state.army = [state.rank[MEN:].count(rank) for rank in range(len(RANKS))]
    return state  # type: ignore[no-any-return]


def counted(view: State) -> dict[int, dict[str, Fraction]]:
    """The chances of every hidden piece, by writing down every different army that fits."""
    hidden = [piece for piece in range(MEN, 2 * MEN) if view.rank[piece] == UNKNOWN]
    left = Counter(dict(enumerate(view.army))) - Counter(rank for rank in view.rank[MEN:] if rank >= 0)
    found, worlds = {piece: Counter[str]() for piece in hidden}, 0
    for ranks in set(permutations(left.elements())):
        world = GAME.fields.filled(view)
        for piece, rank in zip(hidden, ranks, strict=True):
            world.rank[piece] = rank
        if any(world.moved[piece] and world.rank[piece] in (FLAG, BOMB) for piece in hidden):
            continue
        if world.turn == 1 and not rules.has_move(world):
            continue
        worlds += 1
        for piece in hidden:
            found[piece][RANKS[world.rank[piece]]] += 1
    return {piece: {rank: Fraction(n, worlds) for rank, n in count.items()} for piece, count in found.items()}


def told(view: State) -> dict[int, dict[str, Fraction]]:
    return {unknown.index[0]: dict(unknown.odds) for unknown in deduce(GAME, view)}


def corners(turn: int) -> Iterator[State]:
    """Views of crowded corners, in which few enemy pieces have room; often one of them may not go back (STR-14)."""
    for number in range(150):
        dice = Random(number)
        squares = dice.sample(["a8", "b8", "c8", "a7", "b7", "c7", "a6"], 6)
        ranks = [FLAG, BOMB, BOMB, *dice.choices([SCOUT, MINER, SPY, BOMB, GENERAL], k=3)]
        dice.shuffle(ranks)
        pieces = [
            (square, rank, dice.random() < 0.3 and rank not in (FLAG, BOMB))
            for square, rank in zip(squares, ranks, strict=True)
        ]
        state: Any = position(pieces, ["h1"], turn)
        walkers = [piece for piece in range(MEN, MEN + 6) if state.moved[piece]]
        if walkers:  # the first of them has gone to and fro
            state.went_to[1], state.shuttles[1] = state.at[walkers[0]], SHUTTLES
            state.came_from[1] = state.at[walkers[0]] + dice.choice([1, -8])
        if turn == 0 or rules.has_move(state):
            yield GAME.view(state, 0)


def test_chances_are_those_of_all_armies_that_fit() -> None:
    """STR-40"""
    for view in corners(0):
        assert told(view) == counted(view)


def test_who_is_to_move_can_and_the_chances_say_so() -> None:
    """STR-31: or the game would be over."""
    mattered = 0
    for view in corners(1):
        assert told(view) == counted(view)
        other: Any = view.copy()
        other.turn = 0
        mattered += told(other) != told(view)
    assert mattered >= 20


def test_who_must_move_and_may_not_go_back_is_a_scout() -> None:
    """STR-14, STR-31: only a scout that goes further than back is left."""
    pieces = [("a8", FLAG, False), ("b8", SCOUT, True), ("a7", BOMB, False), ("b7", BOMB, False), ("d1", MINER, True)]
    state: Any = position(pieces, ["c1", "e1", "d2"], 1)
    state.rank[MEN + 4], state.shown[MEN + 4] = BOMB, 1  # so that the only other one that could move is known not to
    state.army[MINER], state.army[BOMB], state.army[SPY] = state.army[MINER] - 1, 3, 0
    state.went_to[1], state.came_from[1] = SQUARES.index("b8"), SQUARES.index("c8")
    state.shuttles[1] = SHUTTLES
    view = GAME.view(state, 0)
    assert told(view) == counted(view)
    assert told(view)[MEN + 1] == {"scout": 1}


def test_the_last_rank_left_is_certain() -> None:
    view = GAME.view(position([("a8", FLAG, False), ("d5", SCOUT, True)], ["h1"], 0), 0)
    assert told(view) == {MEN: {"flag": 1}, MEN + 1: {"scout": 1}}


def test_a_piece_that_has_moved_is_neither_bomb_nor_flag() -> None:
    """STR-40"""
    match, dice = escapade.new("stratego", seed=2), Random(2)
    while len(match.log) < 150 and match.turn != OVER:
        match.play(dice.choice(match.legal()))
    view = match.view(0)
    moved = [piece for piece in told(view) if view.moved[piece]]
    assert moved
    for piece in moved:
        assert not {"bomb", "flag"} & set(told(view)[piece])


def test_at_the_start_of_play_every_piece_has_its_share_of_the_army() -> None:
    """STR-2"""
    match = escapade.new("stratego", seed=2, red=0)
    for rank in 2 * GAME.pieces().presets[0].ranks():
        match.play(f"place {rank}")
    army = GAME.pieces().army
    for odds in told(match.view(0)).values():
        assert odds == {rank: Fraction(number, MEN) for rank, number in army.items()}


def test_an_army_being_arranged_has_its_first_squares_filled_rather_than_its_last() -> None:
    """STR-5"""
    match = escapade.new("stratego", seed=2, red=0)
    before = told(match.view(1))
    assert before[0]["not placed yet"] == Fraction(1, MEN)
    assert before[MEN - 1] == {"not placed yet": 1}
    for rank in GAME.pieces().presets[0].ranks():
        match.play(f"place {rank}")
    assert all("not placed yet" not in odds for odds in told(match.view(1)).values())
    assert all(odds == {"not placed yet": 1} for odds in told(escapade.new("stratego", red=1).view(1)).values())
