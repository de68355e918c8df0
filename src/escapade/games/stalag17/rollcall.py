"""What a round comes to: roll-call, surveillance, and who starts the next (S17-11 to S17-13, S17-50 to S17-61)."""

from escapade.games.stalag17.cards import BARRACKS, KINDS, WHEN_LAID
from escapade.kernel.compile import rule
from escapade.kernel.names import NONE

KIND = len(KINDS)
MAX_WATCHED = 20  # S17-6
CALLED, EMPTY = 3, 6  # S17-51, S17-60: surveillance that a prisoner not yet escaped takes off


@rule
def watch(state, seat, more):
    """S17-6: surveillance is capped at 20 and never below 0. S17-56: it stays from round to round."""
    state.surveillance[seat] = max(0, min(MAX_WATCHED, state.surveillance[seat] + more))


@rule
def roll_call(state, escaper):
    """S17-50, S17-51 (S17-52, S17-53, S17-54): hands are counted; laid barracks cost all but the escaper."""
    for seat in range(state.seats):
        total = 0
        for kind in range(KIND):
            state.called[seat][kind] = state.hand[seat][kind]
            state.uncovered[seat][kind] = state.laid[seat][kind]
            total += state.watched[kind] * state.hand[seat][kind]
        if seat != escaper:
            total += WHEN_LAID * state.laid[seat][BARRACKS] - CALLED * state.prisoners[seat]
        if seat == escaper or state.prisoners[seat] > 0:
            watch(state, seat, total)


@rule
def hand_back(state):
    """S17-60, S17-61: the deck is empty; everyone hands back 6 for each own prisoner not yet escaped."""
    for seat in range(state.seats):
        watch(state, seat, -EMPTY * state.prisoners[seat])


@rule
def starter_after(state, escaper):
    """S17-11 (S17-12), S17-13: who starts the next round: the smallest of these numbers, the first criterion first."""
    best = NONE
    least = 0
    for seat in range(state.seats):
        if state.prisoners[seat] == 0:
            continue
        if escaper == NONE:  # S17-13: the previous starter, then clockwise
            distance = (seat - state.starter) % state.seats
        else:  # S17-11: the nearest to the escaper, then the one on the left; the escaper after all others
            clockwise = (seat - escaper) % state.seats
            distance = 2 * min(clockwise, state.seats - clockwise) + (1 if 2 * clockwise > state.seats else 0)
            if seat == escaper:
                distance = 99
        rank = -10000 * state.prisoners[seat] - 100 * state.surveillance[seat] + distance
        if best == NONE or rank < least:
            best = seat
            least = rank
    return best
