"""Where the rules treat seats alike: which numbers to exchange so that nothing else changes.

A symmetry renames what an axis counts: {"seat": …, "square": …}. The field table says where such numbers stand, as
places along an axis or as what a cell holds, so one function turns any state of any game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import NamedTuple

from escapade import Game, State
from escapade.games.jailbreakers import box
from escapade.games.stalag17 import rules as s17
from escapade.games.stratego import rules as strat
from escapade.kernel.fields import Axis, get_cell, set_cell

Renaming = Mapping[str, Callable[[int], int]]


class Symmetry(NamedTuple):
    """What to rename, and what becomes of an action."""

    names: Renaming
    action: Callable[[int], int]


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


def cartagena(state: State) -> list[Symmetry]:
    """CAR-8: play goes round, so all seats may move on together. The cards are dealt seat by seat, from 0 on."""
    if state.to_deal < state.seats:
        return []
    return [Symmetry({"seat": _moved_on(state.seats, by)}, lambda code: code) for by in range(1, state.seats)]


def _moved_on(seats: int, by: int) -> Callable[[int], int]:
    return lambda seat: (seat + by) % seats if seat < seats else seat


def stratego(state: State) -> list[Symmetry]:
    """STR-1: the board turned by half, the two sides exchanged."""
    names = {
        "seat": lambda seat: 1 - seat,
        "piece": lambda piece: (piece + strat.MEN) % (2 * strat.MEN),
        "square": lambda square: strat.SIZE**2 - 1 - square,
    }
    return [Symmetry(names, _turned_action)]


def _turned_action(code: int) -> int:
    squares = strat.SIZE**2
    if code < strat.ARRANGE:
        return squares * squares - 1 - code
    if code < strat.RESIGN:
        return code
    base = max(b for b in strat.ACTIONS.bases if b <= code)
    return int(base + 1 - (code - base))


def stalag17(state: State) -> list[Symmetry]:
    """S17-20: play goes round, so all seats may move on together; the lot for the starter moves with them."""

    def symmetry(by: int) -> Symmetry:
        moved = _moved_on(state.seats, by)
        lot = range(s17.START, s17.START + state.seats)
        return Symmetry({"seat": moved}, lambda code: s17.START + moved(code - s17.START) if code in lot else code)

    return [symmetry(by) for by in range(1, state.seats)]


def jailbreakers(state: State) -> list[Symmetry]:
    """JB-10: turns go round, so all seats may move on together; actions that name a player move with them."""
    named = ((box.GIVE, box.EXCHANGE), (box.SWAP_FOR, box.STEAL), (box.STEAL, box.RETURN), (box.START, box.THROW))

    def symmetry(by: int) -> Symmetry:
        moved = _moved_on(state.seats, by)

        def action(code: int) -> int:
            for first, end in named:
                if first <= code < end:
                    who = (code - first) % box.NAMES
                    return code - who + moved(who)
            return code

        return Symmetry({"seat": moved}, action)

    return [symmetry(by) for by in range(1, state.seats)]


SYMMETRIES: dict[str, Callable[[State], list[Symmetry]]] = {
    "cartagena": cartagena,
    "stratego": stratego,
    "stalag17": stalag17,
    "jailbreakers": jailbreakers,
}
