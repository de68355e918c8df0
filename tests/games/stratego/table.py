"""A table for Stratego: hand in set-ups, or lay out a position, and see what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import escapade
from escapade import Match, State
from escapade.games import GAMES

CUSTOM_PIECES = ("spy = 1\nscout = 4", "spy = 2\nscout = 3")  # a line of pieces.toml, and what a table may have instead

STRATEGO = GAMES["stratego"]
RANKS = ("flag", "spy", "scout", "miner", "sergeant", "major", "colonel", "general", "bomb")
SQUARES = tuple(column + str(row) for row in range(1, 9) for column in "abcdefgh")
MEN = 24
NOWHERE = -1


def preset(name: str) -> list[str]:
    """The actions that place a ready-made set-up."""
    ranks = next(found for found in STRATEGO.pieces().presets if found.name == name).ranks()
    return [f"place {rank}" for rank in ranks]


def opened(**options: Any) -> Match:
    """Start a match in which seat 0 plays red, unless told otherwise, and nothing is placed yet."""
    return escapade.new("stratego", dealer=None, **{"red": 0, **options})


def arranged(near: str = "fortress", far: str = "storm", **options: Any) -> Match:
    """Start a match with ready-made set-ups for seat 0 and seat 1."""
    match = opened(**options)
    match.submit_ahead(0, preset(near))
    match.submit_ahead(1, preset(far))
    return match


def position(near: str, far: str, *, turn: int = 0, **options: Any) -> State:
    """Lay a position out: seat 0's pieces and seat 1's ("flag a1, miner b2"); the rest of both armies is removed."""
    state: Any = STRATEGO.start(2, STRATEGO.check_options({"red": 0, **options}, 2), STRATEGO.pieces())
    state.board, state.at, state.shown = [NOWHERE] * 64, [NOWHERE] * 48, [0] * 48
    for seat, men in enumerate((near, far)):
        spare = [rank for rank in range(9) for _ in range(state.army[rank])]
        standing = [man.split() for man in men.split(", ")]
        for piece, (rank, square) in enumerate(standing, MEN * seat):
            spare.remove(RANKS.index(rank))
            state.rank[piece], state.at[piece] = RANKS.index(rank), SQUARES.index(square)
            state.board[state.at[piece]] = piece
        for piece, gone in enumerate(spare, MEN * seat + len(standing)):
            state.rank[piece], state.shown[piece] = gone, 1
        state.movers[seat] = sum(rank not in {"flag", "bomb"} for rank, _ in standing)
    state.phase, state.turn = 2, turn
    laid_out: State = state
    return laid_out


def choices(state: State) -> list[str]:
    """What the seat to move may do, by name."""
    return [STRATEGO.actions[code].name for code in STRATEGO.legal(state)]


def act(state: State, *names: str) -> None:
    """Do legal actions, or such as are possible at any time."""
    for name in names:
        anytime = [STRATEGO.actions[code].name for seat in (0, 1) for code in STRATEGO.anytime(state, seat)]
        assert name in choices(state) + anytime, f"{name!r} is not among {choices(state)}"
        STRATEGO.rules.apply(state, STRATEGO.actions.parse(name).code)


def piece(state: State, square: str) -> int:
    """The number of the piece on a square."""
    found: int = state.board[SQUARES.index(square)]
    return found


def standing(state: State, seat: int) -> dict[str, str]:
    """A seat's pieces on the board: their ranks by square."""
    mine = range(MEN * seat, MEN * seat + MEN)
    return {SQUARES[state.at[man]]: RANKS[state.rank[man]] for man in mine if state.at[man] != NOWHERE}


def ends(names: Sequence[str], start: str) -> set[str]:
    """Where the moves from a square lead."""
    return {name.split("-")[1] for name in names if name.startswith(f"{start}-")}
