"""What is bound in place of a game in which seats never act independently of each other: rules."""

from escapade.kernel.compile import rule


@rule
def simultaneous(state):
    """They act in turn."""
    return False
