"""What a seat can know of what it does not see, as the drawing of its game sets it."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from escapade.bots.deductions import deduce
from escapade.cli.boards import board_of
from escapade.kernel.contract import Game
from escapade.kernel.fields import State


def drawn(game: Game, view: State) -> RenderableType:
    """Set everything a view hides, with its chances; or say that the table has agreed to do without."""
    board, unknowns = board_of(game), deduce(game, view)
    if unknowns and (no := board.declined(view)):
        return Text(no, "dim")
    if not unknowns:
        return Text("Nothing is hidden from you.", "dim")
    return board.deductions(game, view, unknowns)
