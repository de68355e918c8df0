"""Stratego: which ranks a hidden piece may have, given what its army has left and whether it has moved (STR-40)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from escapade.games.stratego import rules as written
from escapade.games.stratego.rules import BOMB, FLAG, MEN, PLAY, RANK, RANKS, SCOUT, SEAT, SERGEANT, SET_UP, SQUARES
from escapade.kernel.fields import State
from escapade.kernel.names import NONE, UNKNOWN
from escapade.kit.counting import Unknown, ranked

rules: Any = written  # rules are untyped: they run on more than one form of a state

NOT_PLACED = "not placed yet"
Ranks = Mapping[int, Fraction]  # how likely a piece has each rank


class Hidden(NamedTuple):
    """The pieces of a side that a view does not show, and the ranks they have among them."""

    still: list[int]  # have not moved
    moved: list[int]  # have: neither flag nor bomb
    fixed: dict[int, int]  # flags and bombs left
    mobile: dict[int, int]  # other ranks left

    @property
    def roots(self) -> int:
        """How many of the pieces cannot move."""
        return sum(self.fixed.values())

    @property
    def movers(self) -> int:
        """How many can."""
        return sum(self.mobile.values())


def unknowns(view: State) -> list[Unknown]:
    """Every hidden piece, where it stands."""
    found = []
    for seat in range(SEAT):
        hidden = hidden_pieces(view, seat)
        for piece in sorted(hidden.still + hidden.moved):
            chances = in_play(view, seat, hidden, piece) if view.phase == PLAY else in_set_up(view, seat, piece)
            names = {RANKS[rank] if rank >= 0 else NOT_PLACED: chance for rank, chance in sorted(chances.items())}
            found.append(Unknown(f"piece on {SQUARES[view.at[piece]]}", "rank", (piece,), ranked(names)))
    return found


def hidden_pieces(view: State, seat: int) -> Hidden:
    """What a view hides of a side."""
    side = range(MEN * seat, MEN * seat + MEN)
    left = {rank: view.army[rank] - sum(view.rank[piece] == rank for piece in side) for rank in range(RANK)}
    unknown = [piece for piece in side if view.rank[piece] == UNKNOWN]
    return Hidden(
        [piece for piece in unknown if view.moved[piece] == 0],
        [piece for piece in unknown if view.moved[piece] == 1],
        {rank: left[rank] for rank in (FLAG, BOMB)},
        {rank: number for rank, number in left.items() if rules.can_move(rank)},
    )


# --- Before play -------------------------------------------------------------


def in_set_up(view: State, seat: int, piece: int) -> Ranks:
    """STR-5: who arranges has filled any number of squares but not all, in order; who has confirmed, all of them."""
    filled = Fraction(0)  # how likely this square is
    if view.phase == SET_UP and seat == view.turn:
        filled = Fraction(MEN - 1 - piece % MEN, MEN)
    elif view.phase == SET_UP and seat == view.red:
        filled = Fraction(1)
    return {NONE: 1 - filled, **{rank: filled * view.army[rank] / MEN for rank in range(RANK)}}


# --- In play -----------------------------------------------------------------


def in_play(view: State, seat: int, hidden: Hidden, piece: int) -> Ranks:
    """Every deal of the ranks left is equally likely, but for those that leave a side at its turn no move (STR-31)."""
    even = mixed(hidden, chance_of_root(hidden, piece), even_movers(hidden))
    stuck = stuck_worlds(view, seat, hidden) if view.turn == seat else None
    if stuck is None:
        return even
    without = mixed(hidden, stuck.chance_of_root(hidden, piece), stuck.ranks_of_movers(hidden, piece))
    return {rank: (even[rank] - stuck.chance * without[rank]) / (1 - stuck.chance) for rank in range(RANK)}


def mixed(hidden: Hidden, root: Fraction, movers: Ranks) -> Ranks:
    """A piece's ranks, from how likely it is that it cannot move, and its ranks if it can."""
    fixed = {rank: root * Fraction(number, max(1, hidden.roots)) for rank, number in hidden.fixed.items()}
    return {**fixed, **{rank: (1 - root) * chance for rank, chance in movers.items()}}


def chance_of_root(hidden: Hidden, piece: int) -> Fraction:
    """STR-40: flag and bombs are anywhere among the pieces that have not moved."""
    return Fraction(hidden.roots, len(hidden.still)) if piece in hidden.still else Fraction(0)


def even_movers(hidden: Hidden) -> Ranks:
    """The ranks of a piece that can move, each card of the army left alike."""
    return {rank: Fraction(number, max(1, hidden.movers)) for rank, number in hidden.mobile.items()}


class Stuck(NamedTuple):
    """The deals that leave a side no move, and so are none: how likely they were, and what they look like."""

    chance: Fraction
    walled: list[int]  # pieces that have room to move, and in these deals are flag or bomb
    tired: int  # the piece that could only go on as a scout (STR-14), and in these deals is none; NONE: there is none

    def chance_of_root(self, hidden: Hidden, piece: int) -> Fraction:
        """How likely a piece cannot move, in these deals."""
        if piece in self.walled or piece in hidden.moved:
            return Fraction(int(piece in self.walled))
        return Fraction(hidden.roots - len(self.walled), len(hidden.still) - len(self.walled))

    def ranks_of_movers(self, hidden: Hidden, piece: int) -> Ranks:
        """The ranks of a piece that can move, in these deals: the tired one is no scout, so others are rather."""
        if self.tired == NONE:
            return even_movers(hidden)
        others = hidden.movers - hidden.mobile[SCOUT]
        tired = {rank: Fraction(n, others) if rank != SCOUT else Fraction(0) for rank, n in hidden.mobile.items()}
        if piece == self.tired:
            return tired
        return {rank: (n - tired[rank]) / max(1, hidden.movers - 1) for rank, n in hidden.mobile.items()}


def stuck_worlds(view: State, seat: int, hidden: Hidden) -> Stuck | None:
    """The deals that STR-31 rules out; None if there are none."""
    if goes(view, hidden):
        return None
    unknown = hidden.still + hidden.moved
    free = [piece for piece in unknown if goes(view, hidden, piece, SERGEANT)]
    tired = [piece for piece in unknown if piece not in free and goes(view, hidden, piece, SCOUT)]
    if len(free) > hidden.roots or any(piece in hidden.moved for piece in free):
        return None
    chance = Fraction(
        comb(len(hidden.still) - len(free), hidden.roots - len(free)), comb(len(hidden.still), hidden.roots)
    )
    if tired:
        chance *= 1 - Fraction(hidden.mobile[SCOUT], hidden.movers)
    return Stuck(chance, free, tired[0] if tired else NONE) if chance > 0 else None


def goes(view: State, hidden: Hidden, piece: int = NONE, rank: int = BOMB) -> bool:
    """Could the side to act move if all its hidden pieces were bombs, but for one of this rank?"""
    world: Any = view.copy()
    for other in hidden.still + hidden.moved:
        world.rank[other] = rank if other == piece else BOMB
    return bool(rules.has_move(world))
