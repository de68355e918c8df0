"""Any game, drawn from its field table: complete, if not pretty."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from escapade.kernel import field_text
from escapade.kernel.fields import State
from escapade.kernel.notation import Action
from escapade.kit.drawing import Board, Offers, RenderContext, listed


def draw(context: RenderContext) -> RenderableType:
    """Set every field that says something: its name, its cells in words, what it means."""
    table = Table(box=None, padding=(0, 1), header_style="dim", title=context.game.title, title_style="bold")
    table.add_column("field", no_wrap=True, style="cyan")
    table.add_column("holds", overflow="fold", ratio=3)
    table.add_column("meaning", overflow="fold", style="dim", ratio=2)
    for field, said in field_text.lines(context.game.fields, context.view):
        table.add_row(field.name, Text(said), field.about)
    return table


def label(context: RenderContext, action: Action) -> str:
    """An action by its name."""
    return action.name


def offers(context: RenderContext, actions: Sequence[Action]) -> Offers:
    """Everything, numbered."""
    return Offers([*actions], listed(context, actions, label))


def aim(view: State) -> str:
    """Nothing is known about the aim."""
    return ""


def how(view: State) -> str:
    """What can be typed."""
    return "type a number, or an action's name"


BOARD = Board(draw, offers, label, aim, how)
