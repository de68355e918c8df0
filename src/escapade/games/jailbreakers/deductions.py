"""Jailbreakers: the cards of the escape deck, place by place, given those that were looked at (JB-43, JB-70).

An unknown's index is here a place in the deck, from the top, whoever may know it. Besides, what an attempt is about:
how many failures come among the next so many cards.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from escapade.games.jailbreakers import rules as written
from escapade.games.jailbreakers.box import ESCAPE_CARDS, PLAN, SUCCESS
from escapade.kernel.fields import State
from escapade.kernel.names import NONE, OVER
from escapade.kit.counting import Unknown, counted, drawn, ranked

rules: Any = written  # rules are untyped: they run on more than one form of a state


def unknowns(view: State) -> list[Unknown]:
    """Every card of the deck that the view does not know, and the failures to come."""
    if view.turn == OVER:
        return []
    seen = [rules.seen_at(view, position) for position in range(sum(view.deck))]
    rest = [number - seen.count(card) for card, number in enumerate(view.deck)]
    ahead = min(cards_to_come(view), len(seen))
    cards = [card(view, rest, position) for position, known in enumerate(seen) if known == NONE]
    return [*cards, *(failures(seen, rest, n) for n in range(1, ahead + 1))]


def card(view: State, rest: list[int], position: int) -> Unknown:
    """JB-70: a card nobody here has seen is any of those left, each alike, also if others have looked at it."""
    chances = {name: Fraction(number, sum(rest)) for name, number in zip(ESCAPE_CARDS, rest, strict=True)}
    lookers = [f"seat {seat}" for seat in range(view.seats) if view.looked[seat][position] == 1]
    looked_at = f", which {' and '.join(lookers)} looked at" if lookers else ""
    return Unknown(f"{place(view, position)} of the escape deck{looked_at}", "known", (position,), ranked(chances))


def place(view: State, position: int) -> str:
    """A card's place in the deck, in words."""
    if position == 0:
        return "top card"
    return "bottom card" if position == sum(view.deck) - 1 else f"card {position + 1}"


def cards_to_come(view: State) -> int:
    """JB-61: what the attempt still draws; JB-60: between attempts, what the longest plan on offer would."""
    if view.plan != NONE:
        return int(view.to_draw)
    return max((int(view.draws[plan]) for plan in range(PLAN) if view.offered[plan] == 1), default=0)


def failures(seen: list[int], rest: list[int], n: int) -> Unknown:
    """JB-61, JB-91: failures and snitches among the next n cards: those seen there, and some of the others."""
    ahead = [known for known in seen[:n] if known != NONE]
    bad = sum(known != SUCCESS for known in ahead)
    more = drawn(sum(rest) - rest[SUCCESS], sum(rest), n - len(ahead))
    words = f"failures among the next {n} cards" if n > 1 else "failures with the next card"
    return Unknown(words, "deck", (), counted({bad + number: chance for number, chance in more.items()}))
