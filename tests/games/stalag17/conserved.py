"""Stalag 17: cards, knowledge and players add up in every position."""

from typing import Any

from escapade.games.stalag17.cards import PRISONERS
from escapade.games.stalag17.rollcall import MAX_WATCHED
from escapade.games.stalag17.rules import KIND, LONGEST
from escapade.kernel.compile import rule, zeros

PREFIX = "S17"
LONGEST_GAME = 1 + LONGEST * (6 + 7 * 99)  # plies: in a round every turn but a discard draws a card
GAMES_SOAKED = 20_000  # random players take thousands of plies for one


@rule
def fault(state: Any) -> int:
    """Return the number of a clause that is broken, or 0."""
    count = zeros(KIND)
    for i in range(state.top):
        count[state.pile[i]] += 1
    in_deck = 0
    for kind in range(KIND):
        if state.deck[kind] < 0:
            return 1
        in_deck += state.deck[kind]
        count[kind] += state.deck[kind]
        for seat in range(state.seats):
            count[kind] += state.hand[seat][kind] + state.laid[seat][kind]
        if count[kind] != state.copies[kind]:
            return 1
    if in_deck != state.left:
        return 60
    for seat in range(state.seats):
        broken = broken_player(state, seat)
        if broken:
            return broken
    return 0


@rule
def broken_player(state: Any, seat: int) -> int:
    """S17-6, S17-22, S17-70: sizes are those of the cards, and nothing is known that is not so."""
    held = 0
    lying = 0
    for kind in range(KIND):
        hand = state.hand[seat][kind]
        laid = state.laid[seat][kind]
        sure = state.sure[seat][kind]
        shown = state.shown[seat][kind]
        held += hand
        lying += laid
        if hand < 0 or laid < 0:
            return 22
        if sure > hand or shown > laid or state.seen[seat][kind] > hand - sure + laid - shown:
            return 70
    if held != state.held[seat] or lying != state.lying[seat]:
        return 22
    if state.surveillance[seat] < 0 or state.surveillance[seat] > MAX_WATCHED:
        return 6
    return 0 if 0 <= state.prisoners[seat] <= PRISONERS else 6
