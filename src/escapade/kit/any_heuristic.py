"""The heuristic of any game: all actions are worth the same, and only the end tells.

A game's `heuristic` has all the names that are here, as its own or imported from here: the numbers below, and rules.
`weigh` scores each legal action from a view, `value` a determinized state for each seat; `likely` weights such a state
by how well it explains what was seen, and `rethink` refines it (CARE steps); `enough` ends a rollout. `traits` counts
what hints speak of. Not compiled: `by_book`, an action that needs no thought, and `by_agreement`, resigning or a draw.
"""

from typing import Any

from escapade.kernel.compile import rule
from escapade.kernel.names import OVER

game: Any = None  # bound by whoever compiles it

ROOM = 1
TIE_NOISE = 1.0
TEMPERATURE = 1.0
NARROW = 1e9  # how much worse than the best an idea may look and still be tried
GUESSES = 1  # worlds that are guessed for each that is tried
CARE = 0  # times that a careful player thinks such a guess over
TREE = True  # does a tree below the candidates find more than rollouts alone, in the same time?
BRIEF = 0  # iterations of a planner at a table of two; 0: as many as its time allows
SPREAD = 0.1  # how much a choice may cost to be harder to read, in parts of what one outcome differs from another


@rule
def weigh(view, out, n, utility, room):
    """All alike: chance decides."""
    for i in range(n):
        utility[i] = 0.0


@rule
def likely(world, seat):
    """How well a guessed world explains what a seat has seen: all alike."""
    return 1.0


@rule
def rethink(root, world, seat, words, times):
    """The first guess stands."""


@rule
def value(state, score):
    """What the rules say; nothing before the end."""
    if state.turn == OVER:
        game.returns(state, score)
        return
    for seat in range(len(score)):
        score[seat] = 0.0


@rule
def enough(root, state, plies):
    """Rollouts go far: there is nothing else to go by."""
    return plies >= 200


TRAITS = (("result", 0.1),)


@rule
def traits(state, seat, out):
    """Nothing is known but the result."""
    out[0] += state.turn == OVER


def by_book(view, legal, rng):
    """An action that is known to be good, without thinking; None: think."""
    return


def by_agreement(view, hope):
    """An action that ends a game whose outcome is clear, for a seat that expects `hope`; None: play on."""
    return
