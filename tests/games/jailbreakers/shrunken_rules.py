"""The end of a match of Jailbreakers for two: small enough to be searched to the last leaf.

The rules are the real ones. Only the opening is another: everyone has a prisoner left and what the easiest plan on
offer takes, and after a few decisions the match ends as one that is too long does (JB-15).
"""

import random

from bench.shrunken.limit import LEFT, time_is_up

from escapade.games.jailbreakers import rules
from escapade.games.jailbreakers.box import MADE, MATERIAL, PLAN
from escapade.games.jailbreakers.rounds import count_card, finish
from escapade.games.jailbreakers.rules import ACTIONS, MAX_ACTIONS, determinize, hear, legal, observe, odds, returns
from escapade.games.jailbreakers.rules import apply as go_on
from escapade.kernel.compile import rule
from escapade.kernel.contract import Game
from escapade.kernel.fields import NONE, Fields
from escapade.kernel.names import CHANCE

TITLE = "Mini-Jailbreakers"
SEATS = range(2, 3)
OPTIONS = ()
SEED = 1
DECISIONS = 4

FIELDS = Fields(*rules.FIELDS.table, LEFT)

__all__ = ["ACTIONS", "MAX_ACTIONS", "determinize", "hear", "legal", "observe", "odds", "returns"]


def setup(state, seats, options, pieces):
    """A first turn, but one prisoner each is left, and both have what the easiest plan on offer takes."""
    game, dice = Game(rules, "jailbreakers"), random.Random(SEED)
    real = game.start(seats, game.check_options({}, seats), game.pieces())
    while real.turn == CHANCE:
        rules.apply(real, dice.choice([code for code, _ in game.odds(real)]))
    for name in rules.FIELDS.names:
        setattr(state, name, getattr(real, name))
    plan = min((plan for plan in range(PLAN) if state.offered[plan]), key=lambda plan: state.draws[plan])
    for player in range(seats):
        state.escaped[player], state.inside[player] = state.inside[player] - 1, 1
        for thing in range(len(MADE)):
            if state.needs[plan] >> thing & 1:
                state.supply[MATERIAL + thing] -= 1
                count_card(state, player, MATERIAL + thing, 1)
    state.decisions = DECISIONS


@rule
def apply(state, action):
    """The real rules, and the end after so many decisions."""
    decided = state.turn >= 0
    go_on(state, action)
    if time_is_up(state, decided):
        finish(state, NONE)
