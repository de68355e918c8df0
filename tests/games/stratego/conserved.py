"""Stratego: armies, board and counters add up in every position."""

from typing import Any

from escapade.games.stratego.rules import MEN, PIECE, PLAY, QUIET, RANK, SEAT, SHUTTLES, SQUARE, can_move
from escapade.kernel.compile import rule, zeros
from escapade.kernel.names import NONE, OVER

PREFIX = "STR"
LONGEST_GAME = 1 + PIECE + PIECE * QUIET  # plies: each attack removes a piece, and the default limit parts them


@rule
def fault(state: Any) -> int:
    """Return the number of a clause that is broken, or 0."""
    if state.phase != PLAY:
        return 0
    for seat in range(SEAT):
        broken = broken_army(state, seat)
        if broken:
            return broken
        if state.shuttles[seat] < 0 or state.shuttles[seat] > SHUTTLES:
            return 14
    standing = 0
    for square in range(SQUARE):
        piece = state.board[square]
        if piece != NONE:
            standing += 1
            if state.at[piece] != square:
                return 1
    for piece in range(PIECE):
        if state.at[piece] != NONE:
            standing -= 1
    if standing != 0:
        return 1
    return 33 if state.turn != OVER and 0 < state.limit <= state.quiet else 0


@rule
def broken_army(state: Any, seat: int) -> int:
    """STR-2, STR-13, STR-32, STR-41: a side keeps its ranks, and what is removed is known."""
    spare = zeros(RANK)
    movers = 0
    for rank in range(RANK):
        spare[rank] = state.army[rank]
    for piece in range(MEN * seat, MEN * seat + MEN):
        rank = state.rank[piece]
        if rank < 0:
            return 4
        spare[rank] -= 1
        if state.at[piece] == NONE and state.shown[piece] == 0:
            return 41
        if state.moved[piece] == 1 and not can_move(rank):
            return 13
        if state.at[piece] != NONE and can_move(rank):
            movers += 1
    for rank in range(RANK):
        if spare[rank] != 0:
            return 2
    return 0 if movers == state.movers[seat] else 32
