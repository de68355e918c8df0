"""The last round of Stalag 17, two seats, one prisoner each, few cards: small enough to be searched to the last leaf.

The rules are the real ones. Only the opening is another: the plan is thrown (one food, no points), the deck holds six
cards, and it is the last round there can be (S17-62). So that no play is long, that also ends after a few decisions:
who has not escaped by then is ranked by surveillance (S17-49), so an attempt that fails can lose the game.
"""

from bench.shrunken.limit import LEFT, time_is_up

from escapade.games.stalag17 import rules
from escapade.games.stalag17.cards import KINDS, WEIGHTS
from escapade.games.stalag17.rules import (
    ACTIONS,
    LONGEST,
    MAX_ACTIONS,
    begin_round,
    determinize,
    finish,
    hear,
    legal,
    observe,
    odds,
    returns,
    shuffle,
)
from escapade.games.stalag17.rules import apply as go_on
from escapade.kernel.compile import rule
from escapade.kernel.fields import NONE, Fields

TITLE = "Mini-Stalag 17"
SEATS = range(2, 3)
OPTIONS = ()
DECK = {"food 1": 3, "clothes 1": 3}
FOOD = 1  # the object the plan asks for
DECISIONS = 4

FIELDS = Fields(*rules.FIELDS.table, LEFT)

__all__ = ["ACTIONS", "MAX_ACTIONS", "determinize", "hear", "legal", "observe", "odds", "returns"]


def setup(state, seats, options, pieces):
    """The last round, its plan thrown; two cards each are still to be dealt."""
    state.seats = seats
    state.copies = [DECK.get(kind, 0) for kind in KINDS]
    state.watched = [WEIGHTS[0]] * len(KINDS)
    state.prisoners = [1 if seat < seats else 0 for seat in range(rules.SEAT)]
    state.pile = [NONE] * rules.PILE
    state.player = NONE
    shuffle(state)
    state.round = LONGEST - 1
    begin_round(state, 0)
    state.dice = state.last_die = 0
    state.need[FOOD] = 1
    state.decisions = DECISIONS


@rule
def apply(state, action):
    """The real rules, and the end after so many decisions."""
    decided = state.turn >= 0
    go_on(state, action)
    if time_is_up(state, decided):
        finish(state)
