"""Bound as `phase` for games without set-ups from a book: rules."""

from escapade.kernel.compile import rule


@rule
def simultaneous(state, out):
    """Return 0: seats act in turn, or what they choose simultaneously is play."""
    return 0
