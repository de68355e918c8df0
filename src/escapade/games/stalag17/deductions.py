"""Stalag 17: what hidden hands hold, what lies face down, what the deck has (S17-70).

For every kind of card how many a place may have and, as a group, for every sort: of each object the single cards, then
doubles, escape, barracks and information. One thing a careful player could add is left out: while another seat is in
the middle of discarding a set or run, the rest of it must be in that hand (S17-21). It lies open a moment later.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from escapade.games.stalag17.cards import BARRACKS, DOUBLE, ESCAPE, INFORMATION, KINDS, OBJECTS
from escapade.kernel.fields import State
from escapade.kernel.names import OVER, UNKNOWN
from escapade.kit.counting import Odds, Unknown, counted, drawn, placed, ranked

KIND = len(KINDS)
SORTS: dict[str, range] = {
    **{thing: range(3 * i, 3 * i + 3) for i, thing in enumerate(OBJECTS)},
    "double": range(DOUBLE, ESCAPE),
    "escape": range(ESCAPE, BARRACKS),
    "barracks": range(BARRACKS, INFORMATION),
    "information": range(INFORMATION, KIND),
}


class Place(NamedTuple):
    """Where a seat's hidden cards may be."""

    field: str
    words: str
    certain: list[int]  # cards everyone knows to be there
    room: int  # and how many more there are


def unknowns(view: State) -> list[Unknown]:
    """Hidden hands, hidden laid cards, the deck, and the next card."""
    if view.turn == OVER or view.deck[0] != UNKNOWN:
        return []
    pool, found = unseen_cards(view), []
    for seat in range(view.seats):
        hand, laid = places(view, seat)
        if view.hand[seat][0] == UNKNOWN:
            found += cards_at(view, seat, hand, laid.room, pool)
        if view.laid[seat][0] == UNKNOWN:
            found += cards_at(view, seat, laid, hand.room, pool)
    return [*found, *deck(view, pool)]


def unseen_cards(view: State) -> list[int]:
    """Cards of each kind of which only this is known: they are in the deck, in a hidden hand or laid."""
    pool = list(view.copies)
    for seat in range(view.seats):
        own_hand = view.hand[seat][0] != UNKNOWN
        for row in (view.hand, view.laid) if own_hand else (view.sure, view.seen, view.shown):
            for kind in range(KIND):
                pool[kind] -= row[seat][kind]
    for kind in view.pile[: view.top]:
        pool[kind] -= 1
    return pool


def places(view: State, seat: int) -> tuple[Place, Place]:
    """A seat's hand and laid cards, what is certain of them, and how many cards of each are not."""
    sure, shown = list(view.sure[seat]), list(view.shown[seat])
    hand = Place("hand", f"in seat {seat}'s hand", sure, view.held[seat] - sum(sure))
    return hand, Place("laid", f"laid by seat {seat}", shown, view.lying[seat] - sum(shown))


def cards_at(view: State, seat: int, place: Place, others: int, pool: list[int]) -> list[Unknown]:
    """What one place may hold: first every kind, then every sort."""
    kinds = [
        Unknown(f"{name} {place.words}", place.field, (seat, kind), number(view, seat, place, others, pool, [kind]))
        for kind, name in enumerate(KINDS)
    ]
    sorts = [
        Unknown(f"{name} cards {place.words}", place.field, (seat,), number(view, seat, place, others, pool, kinds_of))
        for name, kinds_of in SORTS.items()
    ]
    return [*kinds, *sorts]


def number(view: State, seat: int, place: Place, others: int, pool: list[int], kinds: range | list[int]) -> Odds:
    """How many cards of some kinds one place may have: those that are certain, and its share of those that are not."""
    certain, known, unseen = (sum(row[kind] for kind in kinds) for row in (place.certain, view.seen[seat], pool))
    added = place.room + others - sum(view.seen[seat])
    return placed(certain, known, unseen, sum(pool), added, place.room, others)


def deck(view: State, pool: list[int]) -> list[Unknown]:
    """What the deck may hold, and its next card; it is never empty (S17-60)."""
    cells = [
        Unknown(f"{name} in the deck", "deck", (kind,), counted(drawn(pool[kind], sum(pool), view.left)))
        for kind, name in enumerate(KINDS)
    ]
    chances = {name: Fraction(n, sum(pool)) for name, n in zip(KINDS, pool, strict=True)}
    return [*cells, Unknown("next card of the deck", "deck", (), ranked(chances))]
