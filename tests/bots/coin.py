"""A coin lies under a cup: a game so small that what every first action is worth is known.

Safe wins a little. Whoever guesses the coin wins or loses everything: even, unless one peeked first. A trap looks good
as long as the other seat answers at random, but one answer of four springs it.
"""

from escapade.kernel.compile import rule
from escapade.kernel.fields import ALL, NOBODY, UNKNOWN, Field, Fields, int8
from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.notation import Actions, Verb
from escapade.kernel.rng import below

TITLE = "Coin"
SEATS = range(2, 3)
OPTIONS = ()
MAX_ACTIONS = 4

ACTIONS = Actions(
    Verb("{way}", way=("safe", "peek", "gamble", "trap")),
    Verb("guess {side}", side=("heads", "tails")),
    Verb("answer {number}", number=("1", "2", "3", "4")),
    Verb("{side} falls", side=("heads", "tails")),
)
WAY, GUESS, ANSWER, FALL = ACTIONS.bases
SAFE, PEEK, GAMBLE, TRAP = range(4)
LITTLE = 20  # percent that safe wins

FIELDS = Fields(
    Field("turn", int8, (), ALL, "who acts"),
    Field("coin", int8, (), NOBODY, "the side up", revealed_by="shown"),
    Field("shown", int8, (), ALL, "1: the coin was looked at"),
    Field("way", int8, (), ALL, "what was chosen first"),
    Field("won", int8, (), ALL, "percent that seat 0 has won"),
)


def setup(state, seats, options, pieces):
    """The coin is thrown."""
    state.turn = CHANCE


@rule
def legal(state, out):
    """Four ways, two sides, or four answers."""
    if state.turn < 0:
        return 0
    first = WAY
    n = 4
    if state.turn == 1:
        first = ANSWER
    elif state.way > 0:
        first = GUESS
        n = 2
    for i in range(n):
        out[i] = first + i
    return n


@rule
def odds(state, out, weight):
    """Either side."""
    for side in range(2):
        out[side] = FALL + side
        weight[side] = 1
    return 2


@rule
def apply(state, action):
    """What the action says."""
    if action >= FALL:
        state.coin = action - FALL
        state.turn = 0
    elif action >= ANSWER:
        end(state, -100 if action == ANSWER + 2 else 100)
    elif action >= GUESS:
        end(state, 100 if action - GUESS == state.coin else -100)
    elif action == SAFE:
        end(state, LITTLE)
    else:
        state.way = action
        state.shown = 1 if action == PEEK else 0
        state.turn = 1 if action == TRAP else 0


@rule
def end(state, won):
    """It is over."""
    state.won = won
    state.shown = 1
    state.turn = OVER


@rule
def returns(state, score):
    """What one seat wins the other loses."""
    score[0] = state.won / 100
    score[1] = -state.won / 100


@rule
def observe(state, seat):
    """Nobody sees the coin until it is shown."""
    if state.shown == 0:
        state.coin = UNKNOWN


@rule
def hear(state, action, seat):
    """Nobody sees it fall."""
    return FALL if action >= FALL else action


@rule
def determinize(view, words):
    """Either side."""
    if view.coin == UNKNOWN:
        view.coin = below(words, 2)
