"""A game so small that who wins it is known: a guess for each seat, which means nothing, and a draw with a handicap."""

from escapade.kernel.compile import rule
from escapade.kernel.contract import Option
from escapade.kernel.fields import ALL, Field, Fields, int8, int16
from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.notation import Actions, Verb

TITLE = "Lottery"
SEATS = range(2, 3)
OPTIONS = (Option("handicap", 0, "points by which seat 0 wins more often", "LOT-1", low=0, high=50),)
MAX_ACTIONS = 2
COUNTED = ("guessed",)

ACTIONS = Actions(Verb("guess {side}", side=("heads", "tails")), Verb("seat {seat} wins", seat=("0", "1")))
GUESS, WIN = ACTIONS.bases

FIELDS = Fields(
    Field("turn", int8, (), ALL, "who acts"),
    Field("handicap", int16, (), ALL, "points"),
    Field("guessed", int8, (), ALL, "how many guesses were made"),
    Field("winner", int8, (), ALL, "who won"),
)


def setup(state, seats, options, pieces):
    """Seat 0 guesses first."""
    state.handicap = options.handicap
    state.turn = 0


@rule
def legal(state, out):
    """Heads or tails."""
    for side in range(2):
        out[side] = GUESS + side
    return 2 if state.turn >= 0 else 0


@rule
def odds(state, out, weight):
    """Even, but for the handicap."""
    for seat in range(2):
        out[seat] = WIN + seat
        weight[seat] = 50 + state.handicap if seat == 0 else 50 - state.handicap
    return 2


@rule
def apply(state, action):
    """Both guess, then the lot falls."""
    if action >= WIN:
        state.winner = action - WIN
        state.turn = OVER
    else:
        state.guessed += 1
        state.turn = 1 if state.guessed == 1 else CHANCE


@rule
def returns(state, score):
    """All or nothing."""
    for seat in range(2):
        score[seat] = 0.0
        if state.turn == OVER:
            score[seat] = 1.0 if state.winner == seat else -1.0


@rule
def observe(state, seat):
    """Nothing is hidden."""


@rule
def hear(state, action, seat):
    """Nothing is hidden."""
    return action


@rule
def determinize(view, words):
    """Nothing is hidden."""
