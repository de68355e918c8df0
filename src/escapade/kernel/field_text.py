"""A state or a view as text, made from the field table: complete for any game, if not pretty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from escapade.kernel.fields import Axis, Field, Fields, State
from escapade.kernel.names import CHANCE, NONE, OVER, UNKNOWN


def lines(fields: Fields, state: State) -> list[tuple[Field, str]]:
    """Every field that says something, and what it says."""
    described = [(field, cells(field, getattr(state, field.name), field.shape)) for field in fields.table]
    return [(field, said) for field, said in described if said]


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
        return {CHANCE: "chance", OVER: "over"}[value]
    if field.bits is not None:
        return " + ".join([label for i, label in enumerate(field.bits.labels) if value >> i & 1])
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
