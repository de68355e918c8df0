"""What a seat can know of what it does not see, as the drawing of its game sets it."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from escapade.bots.deductions import deduce
from escapade.cli.boards import board_of
from escapade.kernel.contract import Game
from escapade.kernel.fields import ALL, State
from escapade.kernel.names import UNKNOWN


def drawn(game: Game, view: State) -> RenderableType:
    """Set everything a view hides, with its chances; or say that the table has agreed to do without."""
    board, unknowns = board_of(game), deduce(game, view)
    if unknowns and (no := board.declined(view)):
        return Text(no, "dim")
    if not unknowns:
        return Text(uncounted(game, view) or "Nothing is hidden from you.", "dim")
    return board.deductions(game, view, unknowns)


def uncounted(game: Game, view: State) -> str:
    """Name what is hidden where nobody has worked out its chances; empty if nothing is hidden, or they are known."""
    fields = [] if game.part("deductions") else game.fields.table
    hidden = [field.name for field in fields if field.sees != ALL and holds_unknown(getattr(view, field.name))]
    known = f"What they can be is not worked out for {game.title}."
    return f"Hidden from you, in whole or in part: {', '.join(hidden)}. {known}" if hidden else ""


def holds_unknown(value: Any) -> bool:
    """Is any of these cells hidden?"""
    return any(map(holds_unknown, value)) if isinstance(value, list) else value == UNKNOWN
