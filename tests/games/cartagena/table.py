"""A table for Cartagena: deal what you like, or lay out a position, and see what becomes of it.

The classic tunnel, on which every position here lies:

     1 jug      2 pistol    3 tricorne  4 parrot    5 hook      6 keys
     7 hook     8 jug       9 keys     10 pistol   11 tricorne 12 parrot
    13 pistol  14 keys     15 hook     16 tricorne 17 parrot   18 jug
    19 tricorne 20 keys    21 pistol   22 jug      23 parrot   24 hook
    25 pistol  26 tricorne 27 hook     28 parrot   29 jug      30 keys
    31 parrot  32 pistol   33 jug      34 keys     35 hook     36 tricorne
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import escapade
from escapade import CHANCE, Match, State
from escapade.games import GAMES

CUSTOM_PIECES = ("jug = 17", "jug = 19")  # a line of pieces.toml, and what a table may have instead

CARTAGENA = GAMES["cartagena"]
SYMBOLS = ("hook", "jug", "parrot", "pistol", "tricorne", "keys")
OUTSIDE, BOAT = 0, 37
HAND = "hook jug parrot pistol tricorne keys"  # one of each


def dealt(*hands: str, row: str = "", version: str = "jamaica", **options: Any) -> Match:
    """Start a match on the classic tunnel, seat 0 first, and deal these hands; in Tortuga lay this row."""
    agreed: dict[str, Any] = {"tunnel": "classic", "first": 0, **options}
    match = escapade.new("cartagena", len(hands), dealer=None, version=version, **agreed)
    for card in " ".join((*hands, row)).split():
        match.play(f"draw {card}")
    return match


def position(
    pirates: Sequence[Mapping[int, int]],
    hands: Sequence[str] = (),
    *,
    version: str = "jamaica",
    deck: str = "hook jug parrot pistol tricorne keys " * 3,
    row: str = "",
    discards: str = "",
    player: int = 0,
    done: int = 0,
    actions: int = 0,
) -> State:
    """Lay a position out: a mapping of place to pirates for each seat; who is not named stands outside."""
    seats = len(pirates)
    options = CARTAGENA.check_options({"version": version, "tunnel": "classic", "first": 0}, seats)
    state: Any = CARTAGENA.start(seats, options, CARTAGENA.pieces())
    for seat, places in enumerate(pirates):
        state.pirates[seat] = [places.get(place, 0) for place in range(BOAT + 1)]
        state.pirates[seat][OUTSIDE] = 6 - sum(n for place, n in places.items() if place != OUTSIDE)
    state.crowd = [sum(state.pirates[seat][place] for seat in range(seats)) for place in range(BOAT + 1)]
    for seat, cards in enumerate(hands):
        state.hand[seat] = count(cards)
        state.held[seat] = len(cards.split())
        if version == "jamaica":
            state.drawn[seat] = count(cards)
    state.deck, state.left = count(deck), len(deck.split())
    state.played[0] = count(discards)
    laid = [SYMBOLS.index(card) for card in row.split()]
    state.row, state.laid = [*laid, *[-1] * (12 - len(laid))], len(laid)
    everything = " ".join((deck, row, discards, *hands))
    state.supply = count(everything)
    state.shuffled = count(" ".join((deck, *hands)) if version == "jamaica" else deck)
    state.to_deal, state.player, state.turn = seats, player, player
    state.done, state.actions = done, actions
    laid_out: State = state
    return laid_out


def count(cards: str) -> list[int]:
    return [cards.split().count(symbol) for symbol in SYMBOLS]


def cards(counted: Sequence[int]) -> str:
    """A pile counted by symbol, as text."""
    return " ".join(symbol for symbol, n in zip(SYMBOLS, counted, strict=True) for _ in range(n))


def choices(state: State) -> list[str]:
    """What may happen now, by name."""
    found = [code for code, _ in CARTAGENA.odds(state)] if state.turn == CHANCE else CARTAGENA.legal(state)
    return [CARTAGENA.actions[code].name for code in found]


def act(state: State, *names: str) -> None:
    """Do legal actions, chance's among them."""
    for name in names:
        assert name in choices(state), f"{name!r} is not among {choices(state)}"
        CARTAGENA.rules.apply(state, CARTAGENA.actions.parse(name).code)


def where(state: State, seat: int) -> dict[int, int]:
    """The places of a seat's pirates, those outside left out."""
    return {place: n for place, n in enumerate(state.pirates[seat]) if n and place != OUTSIDE}


def hand(state: State, seat: int) -> str:
    return cards(state.hand[seat])


def row(state: State) -> str:
    """The cards that lie in Tortuga's row, from the front."""
    return " ".join(SYMBOLS[card] for card in state.row if card >= 0)
