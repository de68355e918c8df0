"""Any game, drawn from its field table: complete, if not pretty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from escapade.cli.boards.scene import Board, Offers, Scene, listed
from escapade.kernel.fields import Axis, Field, State
from escapade.kernel.names import NONE, UNKNOWN
from escapade.kernel.notation import Action


def draw(scene: Scene) -> RenderableType:
    """Set every field that says something: its name, its cells in words, what it means."""
    table = Table(box=None, padding=(0, 1), header_style="dim", title=scene.game.title, title_style="bold")
    table.add_column("field", no_wrap=True, style="cyan")
    table.add_column("holds", overflow="fold", ratio=3)
    table.add_column("meaning", overflow="fold", style="dim", ratio=2)
    for field in scene.game.fields.table:
        said = cells(field, getattr(scene.view, field.name), field.shape)
        if said:
            table.add_row(field.name, Text(said), field.about)
    return table


def cells(field: Field, value: Any, shape: Sequence[int]) -> str:
    """A field's cells in words: numbers that are 0 are left out where they are counts."""
    if not shape:
        return cell(field, value)
    labels = shape[0].labels if isinstance(shape[0], Axis) else tuple(map(str, range(len(value))))
    parts = []
    for label, inner in zip(labels, value, strict=True):
        said = cells(field, inner, shape[1:])
        if said and not (field.holds is None and inner == 0) and inner != NONE:
            parts.append(f"{label}: {said}" if len(shape) == 1 else f"{label} ({said})")
    return _runs(parts) if len(shape) == 1 else "  ".join(parts)


def cell(field: Field, value: int) -> str:
    """One cell: what its number stands for, – for nothing, ? for what may not be seen."""
    if value == UNKNOWN and field.name != "turn":
        return "?"
    if field.name == "turn" and value < 0:
        return {-1: "chance", -2: "over"}[value]
    if field.holds is None:
        return str(value)
    if value == NONE:
        return "–"
    return field.holds.labels[value] if 0 <= value < len(field.holds.labels) else str(value)


def _runs(parts: list[str]) -> str:
    """Join cells; if all are hidden, say so once."""
    if parts and all(part.endswith(": ?") for part in parts):
        return "? hidden"
    return ", ".join(parts)


def label(scene: Scene, action: Action) -> str:
    """An action by its name."""
    return action.name


def offers(scene: Scene, actions: Sequence[Action]) -> Offers:
    """Everything, numbered."""
    return Offers([*actions], listed(scene, actions, label))


def clauses(view: State) -> tuple[str, ...]:
    """Nothing is known about which clauses matter now."""
    return ()


def aim(view: State) -> str:
    """Nothing is known about the aim."""
    return ""


def how(view: State) -> str:
    """What can be typed."""
    return "type a number, or an action's name"


BOARD = Board(draw, offers, label, clauses, aim, how)
