"""Cartagena: which cards others may hold (CAR-50), and which card of the deck comes next.

Jamaica: for every symbol, how many each hidden hand and the deck may hold. Who drew what since the last shuffle (the
field `drawn`) is not told: it says no more than the hands do. Tortuga hides nothing but the order of the deck.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from escapade.games.cartagena.rules import SYMBOL, SYMBOLS
from escapade.kernel.fields import State
from escapade.kernel.names import OVER, UNKNOWN
from escapade.kit.counting import Unknown, counted, drawn, placed, ranked


class Unseen(NamedTuple):
    """The cards a view does not show, by symbol."""

    loose: list[int]  # in the deck or in a hidden hand
    held: list[int]  # in a hidden hand for sure


def unknowns(view: State) -> list[Unknown]:
    """Hidden hands, the deck, and the next card."""
    if view.turn == OVER:
        return []
    if view.deck[0] != UNKNOWN:
        return next_card(view.deck, view.left)
    unseen = unseen_cards(view)
    hidden = [seat for seat in range(view.seats) if view.hand[seat][0] == UNKNOWN]
    hands = [hand(view, unseen, hidden, seat, symbol) for seat in hidden for symbol in range(SYMBOL)]
    return [*hands, *deck(view, unseen), *next_card(unseen.loose, view.left)]


def unseen_cards(view: State) -> Unseen:
    """CAR-50: what is not in the deck, since it was shuffled without it or the viewer drew it from there, is held."""
    unseen = Unseen([], [])
    seen = [seat for seat in range(view.seats) if view.hand[seat][0] != UNKNOWN]
    for symbol in range(SYMBOL):
        total = view.supply[symbol] - sum(view.played[seat][symbol] for seat in range(view.seats))
        total -= sum(view.hand[seat][symbol] for seat in seen)
        loose = min(total, view.shuffled[symbol] - sum(view.drawn[seat][symbol] for seat in seen))
        unseen.loose.append(loose)
        unseen.held.append(total - loose)
    return unseen


def hand(view: State, unseen: Unseen, hidden: list[int], seat: int, symbol: int) -> Unknown:
    """How many cards of a symbol a hidden hand has: its share of what all hidden hands have together."""
    loose, others = sum(unseen.loose), sum(view.held[other] for other in hidden if other != seat)
    number = placed(
        0, unseen.held[symbol], unseen.loose[symbol], loose, loose - view.left, int(view.held[seat]), int(others)
    )
    return Unknown(f"{SYMBOLS[symbol]} in seat {seat}'s hand", "hand", (seat, symbol), number)


def deck(view: State, unseen: Unseen) -> list[Unknown]:
    """How many cards of each symbol the deck has."""
    cards = sum(unseen.loose)
    return [
        Unknown(f"{name} in the deck", "deck", (symbol,), counted(drawn(unseen.loose[symbol], cards, view.left)))
        for symbol, name in enumerate(SYMBOLS)
    ]


def next_card(loose: list[int], left: int) -> list[Unknown]:
    """Every loose card is as likely as any other to be drawn next; nothing to tell while the deck is empty."""
    if left == 0:
        return []
    chances = {name: Fraction(number, sum(loose)) for name, number in zip(SYMBOLS, loose, strict=True)}
    return [Unknown("next card of the deck", "deck", (), ranked(chances))]
