"""So that no play is long: a game that ends by itself after a few decisions."""

from escapade.kernel.compile import rule
from escapade.kernel.fields import ALL, Field, int8

LEFT = Field("decisions", int8, (), ALL, "until it ends by itself")


@rule
def time_is_up(state, decided):
    """Count a decision, if it was one; was it the last?"""
    if decided:
        state.decisions -= 1
    return state.turn >= 0 and state.decisions <= 0
