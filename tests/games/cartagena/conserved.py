"""Cartagena: cards, pirates and turns add up in every position."""

from typing import Any

from escapade.games.cartagena.rules import BOAT, CROWD, FIRST, LONGEST, PIRATES, PLACE, ROW, SYMBOL, TURN
from escapade.kernel.compile import rule

PREFIX = "CAR"
LONGEST_GAME = 6 * LONGEST  # plies: an action, two cards, a stop and the others passed over, with room to spare


@rule
def fault(state: Any) -> int:
    """Return the number of a clause that is broken, or 0."""
    lost = lost_cards(state)
    return lost if lost else lost_pirates(state)


@rule
def lost_cards(state: Any) -> int:
    """CAR-3, CAR-5, CAR-35: every card is in the deck, the row, a hand or the discard pile."""
    in_deck = 0
    for symbol in range(SYMBOL):
        total = state.deck[symbol]
        if state.deck[symbol] < 0:
            return 35
        in_deck += state.deck[symbol]
        for seat in range(state.seats):
            if state.hand[seat][symbol] < 0 or state.played[seat][symbol] < 0:
                return 20
            total += state.hand[seat][symbol] + state.played[seat][symbol]
        for i in range(ROW):
            if state.row[i] == symbol:
                total += 1
        if total != state.supply[symbol]:
            return 3
    for seat in range(state.seats):
        held = 0
        for symbol in range(SYMBOL):
            held += state.hand[seat][symbol]
        if held != state.held[seat]:
            return 6
    return 0 if in_deck == state.left else 50


@rule
def lost_pirates(state: Any) -> int:
    """CAR-3, CAR-10, CAR-31: six pirates a player, at most three on a space, at most three actions a turn."""
    for seat in range(state.seats):
        total = 0
        for place in range(PLACE):
            total += state.pirates[seat][place]
        if total != PIRATES:
            return 4
    for place in range(PLACE):
        total = 0
        for seat in range(state.seats):
            if state.pirates[seat][place] < 0:
                return 4
            total += state.pirates[seat][place]
        if total != state.crowd[place] or (FIRST <= place < BOAT and total > CROWD):
            return 31
    return 0 if 0 <= state.done <= TURN else 10
