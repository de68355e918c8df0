"""Sense for Stalag 17: lay what the plan lacks, keep the hand light, and go when everything is there.

Everything is measured in turns: an object that is missing costs about two turns to find and lay, an escape point a
third of one; a point of surveillance in the hand is a danger that grows as the others lay more cards.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from escapade.games.stalag17.cards import BARRACKS, MASK, POINTS
from escapade.games.stalag17.plan import laid_points, supplies
from escapade.games.stalag17.rules import (
    ADD,
    ATTEMPT,
    BEGIN_RUN,
    BEGIN_SET,
    DISCARD,
    DRAW_TWO,
    END,
    KIND,
    LAY,
    OBJECT,
    TAKE,
)
from escapade.kernel.contract import Game
from escapade.kernel.fields import State

FOUND = 2.0  # turns an object of the plan is worth
POINT = 0.4  # and an escape point
NEW_CARDS = 1.1  # two cards nobody knows
DANGER = 0.03  # a point of surveillance in the hand, for each card the most advanced of the others has laid
WHIM = 0.2  # how far taste may go against sense: no two games alike


def choose(game: Game, view: State, legal: Sequence[int], rng: random.Random) -> int:
    """Take the action that is worth most turns."""
    me = view.turn
    if ATTEMPT in legal and supplies(view, me) and laid_points(view, me) >= view.points + view.surveillance[me]:
        return ATTEMPT  # S17-40: sure
    return max(legal, key=lambda code: worth(view, code) + WHIM * rng.random())


def worth(view: State, code: int) -> float:
    """What an action is worth, in turns."""
    if code == DRAW_TWO:
        return NEW_CARDS - 2 * 1.5 * danger(view)
    if LAY <= code < DISCARD:
        return lays(view, code - LAY) + relief(view, code - LAY) + NEW_CARDS / 2
    if DISCARD <= code < BEGIN_SET:
        return drops(view, code - DISCARD)
    if code in (BEGIN_SET, BEGIN_RUN):
        return throws_off(view, code)
    if ADD <= code < END:
        return drops(view, code - ADD)
    if code == END:
        return 0.0
    if code == TAKE:
        top = view.pile[view.top - 1]
        return lays(view, top) * 0.9 - relief(view, top) + NEW_CARDS / 2 - 1.5 * danger(view)
    return -5.0  # S17-45: an attempt that must fail


def lays(view: State, kind: int) -> float:
    """How much nearer this card, once laid, brings the escape."""
    before, short = missing(view, 0), points_missing(view)
    if kind == BARRACKS and before == 0:
        return -1.0  # S17-51: it only costs
    return FOUND * (before - missing(view, MASK[kind])) + POINT * min(POINTS[kind], short)


def missing(view: State, extra: int) -> int:
    """S17-41: objects of the plan that the laid cards, and one more with these objects, cannot supply."""
    laid, worst = view.laid[view.turn], 0
    for group in range(1, 32):
        need = sum(view.need[thing] for thing in range(OBJECT) if group >> thing & 1)
        have = sum(laid[kind] for kind in range(KIND) if MASK[kind] & group) + (extra & group > 0)
        worst = max(worst, need - have)
    return worst


def points_missing(view: State) -> int:
    """S17-40: escape points still to be laid, the own surveillance counted in."""
    short: int = view.points + view.surveillance[view.turn] - laid_points(view, view.turn)
    return max(0, short)


def danger(view: State) -> float:
    """S17-51: what a point of surveillance in the hand costs: the more others have laid, the nearer the roll-call."""
    others = [view.lying[seat] for seat in range(view.seats) if seat != view.turn and view.prisoners[seat] > 0]
    return DANGER * float(max(others))


def relief(view: State, kind: int) -> float:
    """What it is worth not to hold this card at the roll-call."""
    return danger(view) * float(view.watched[kind])


def drops(view: State, kind: int) -> float:
    """S17-32: a card less in the hand, unless the plan could use it."""
    return relief(view, kind) - max(0.0, lays(view, kind)) - 0.05


def throws_off(view: State, code: int) -> float:
    """S17-33, S17-35: several cards at once; only those the plan cannot use count."""
    hand = view.hand[view.turn]
    useless = [drops(view, kind) for kind in range(KIND) for _ in range(hand[kind])]
    best = sorted(useless, reverse=True)[: 3 if code == BEGIN_SET else 5]
    return sum(best) - 0.3
