"""How a game is drawn and asked for in a terminal: by its own drawing, or from its fields."""

from __future__ import annotations

from functools import cache

from escapade.kernel.contract import Game
from escapade.kit import any_terminal
from escapade.kit.drawing import Board


@cache
def board_of(game: Game) -> Board:
    """The drawing of a game."""
    own = game.part("terminal")
    found: Board = own.BOARD if own else any_terminal.BOARD
    return found
