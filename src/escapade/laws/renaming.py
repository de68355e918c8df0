"""Any position of any game, renamed: the field table says where the numbers stand that an axis counts."""

from __future__ import annotations

from itertools import product

from escapade import Game, State
from escapade.kernel.fields import Axis, get_cell, set_cell
from escapade.kit.any_invariants import Renaming


def turned(game: Game, state: State, names: Renaming) -> State:
    """The same position, renamed."""
    image: State = state.copy()
    for field in game.fields.table:
        for index in product(*map(range, field.shape)):
            value = get_cell(state, field.name, index)
            if field.holds is not None and value >= 0:
                value = _renamed(names, field.holds, value)
            place = tuple(_renamed(names, axis, i) for axis, i in zip(field.shape, index, strict=True))
            set_cell(image, field.name, place, value)
    return image


def _renamed(names: Renaming, axis: int, number: int) -> int:
    rename = names.get(axis.counts) if isinstance(axis, Axis) else None
    return rename(number) if rename else number
