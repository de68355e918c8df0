"""What every position of a game keeps, as rules that compile: nothing is known of a game that does not say it.

A game says it in `tests/games/<game>/conserved.py`: `fault(state)` is 0, or the number of a broken clause.
"""

from typing import Any

from escapade.kernel.compile import rule

PREFIX = ""
LONGEST_GAME = 100_000  # plies
GAMES_SOAKED = 1_000_000  # if not said otherwise


@rule
def fault(state: Any) -> int:
    """Nothing is known to be kept."""
    return 0
