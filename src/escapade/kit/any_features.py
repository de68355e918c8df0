"""Features for a game without a learned policy: there are none."""

from escapade.kernel.compile import rule

STATE_FEATURES = 0  # numbers that describe a situation
ACTION_FEATURES = 0  # … and an action
FIRM = 1.0  # what the heuristic says counts this much …
BOUND = 1.0  # … as long as it says no more than this


@rule
def state_features(view, room, numbers):
    """Nothing describes it."""


@rule
def action_features(view, code, utility, room, numbers):
    """Nothing describes it."""
