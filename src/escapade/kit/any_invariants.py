"""What may be said of any game's positions: nothing, so that laws go by its rules alone. A game's own may say more.

A symmetry renames what an axis counts: {"seat": …, "square": …}. The field table says where such numbers stand, as
places along an axis or as what a cell holds, so one function turns any state of any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from escapade.kernel.fields import State

Facts = Iterator[tuple[str, bool]]  # what is promised, and whether it holds
Renaming = Mapping[str, Callable[[int], int]]


class Symmetry(NamedTuple):
    """What to rename, and what becomes of an action."""

    names: Renaming
    action: Callable[[int], int]


def moved_on(seats: int, by: int) -> Callable[[int], int]:
    """All seats move on together, round the table."""
    return lambda seat: (seat + by) % seats if seat < seats else seat


def facts(state: State) -> Facts:
    """What is true of every position."""
    yield from ()


def bound(state: State) -> int | None:
    """The most plies that a game from this start can last; None: nobody has said."""
    return None


def symmetries(state: State) -> list[Symmetry]:
    """The ways in which the seats of this position are alike."""
    return []
