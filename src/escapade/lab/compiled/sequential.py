"""Bound as `phase` for games without simultaneous phases: rules."""

from escapade.kernel.compile import rule


@rule
def simultaneous(state):
    """Return False: seats act in turn."""
    return False
