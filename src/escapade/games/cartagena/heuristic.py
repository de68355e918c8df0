"""Sense for Cartagena: far for a card, cards for a short way back.

Everything is measured in spaces of the tunnel. A card carries a pirate some seven spaces, so that is what a card is
worth as long as the hand is small; a card too many waits long for its turn.
"""

from math import exp

from escapade.games.cartagena.rules import (
    ADVANCE,
    BOAT,
    PIRATES,
    RETREAT,
    STOP,
    TURN,
    landing,
    refuge_behind,
    returns,
)
from escapade.kernel.compile import rule
from escapade.kernel.names import OVER
from escapade.kit.any_heuristic import by_agreement, by_book, rethink  # noqa: F401 (as in any game)

ROOM = 1
TIE_NOISE = 1.0
TEMPERATURE = 6.0
NARROW = 1e9  # how much worse than the best an idea may look and still be tried
GUESSES = 1  # worlds that are guessed for each that is tried
CARE = 0  # times that a careful player thinks such a guess over
TREE = True  # does a tree below the candidates find more than rollouts alone, in the same time?
BRIEF = 0  # iterations of a planner at a table of two; 0: as many as its time allows
SPREAD = 0.0  # how much a choice may cost to be harder to read, in parts of what one outcome differs from another

CARD = 7.0  # spaces a card is worth
PLENTY = 4  # cards in a hand from where on one more is worth less
LAST = 0.2  # a nudge towards the rearmost pirate, for each space it is behind
HOME = 1000.0  # the last pirate into the boat (CAR-40)

FAR = 24  # plies of a rollout: about six turns
STEEP = 30.0  # spaces of lead that make a win likely: 73 to 27
TEMPO = 1.5  # spaces that each action left in the turn is worth


@rule
def weigh(view, out, n, utility, room):
    """What each action gains, in spaces."""
    for i in range(n):
        code = out[i]
        if code < RETREAT:
            utility[i] = gain_ahead(view, (code - ADVANCE) // BOAT, (code - ADVANCE) % BOAT)
        elif code < STOP:
            utility[i] = gain_behind(view, code - RETREAT)
        else:
            utility[i] = 0.0  # stop, or pass: nothing gained, nothing lost


@rule
def gain_ahead(view, symbol, start):
    """CAR-20: the way forward, less the card; the last pirate into the boat is worth everything (CAR-40)."""
    end = landing(view, symbol, start)
    if end == BOAT and view.pirates[view.turn][BOAT] == PIRATES - 1:
        return HOME
    return end - start - card(view.held[view.turn]) + LAST * (BOAT - start)


@rule
def gain_behind(view, start):
    """CAR-30, CAR-32: the cards drawn, less the way back."""
    refuge = refuge_behind(view, start)
    held = view.held[view.turn]
    gain = 0.0 - (start - refuge)
    for i in range(view.crowd[refuge]):
        gain += card(held + i + 1)
    return gain


@rule
def card(held):
    """What the last of so many cards is worth."""
    return CARD if held <= PLENTY else CARD * PLENTY / held


@rule
def progress(state, seat):
    """How far a seat has come, in spaces: its pirates, its cards, and what is left of its turn."""
    spaces = 0.0
    for place in range(BOAT + 1):
        spaces += place * state.pirates[seat][place]
    for held in range(state.held[seat]):
        spaces += card(held + 1)
    if seat == state.player:
        spaces += TEMPO * (TURN - state.done)
    return spaces


@rule
def likely(world, seat):
    """How well a guessed world explains what a seat has seen: all alike."""
    return 1.0


@rule
def value(state, score):
    """CAR-40: who is ahead is likely to win; with more seats, by how much one leads the others."""
    if state.turn == OVER:
        returns(state, score)
        return
    for seat in range(state.seats):
        score[seat] = 0.0
    for seat in range(state.seats):
        for other in range(seat):
            lead = progress(state, seat) - progress(state, other)
            likely = 2.0 / (1.0 + exp(-lead / STEEP)) - 1.0
            score[seat] += likely / (state.seats - 1)
            score[other] -= likely / (state.seats - 1)


@rule
def enough(root, state, plies):
    """A few turns show whether the cards were well spent."""
    return plies >= FAR


TRAITS = (("spaces", 3.0), ("cards", 0.7), ("home", 0.2))  # what a hint may speak of, and what is a difference in it


@rule
def traits(state, seat, out):
    """How far the pirates have come, what is held, and how many are in the boat."""
    for place in range(BOAT + 1):
        out[0] += place * state.pirates[seat][place]
    out[1] += state.held[seat]
    out[2] += state.pirates[seat][BOAT]
