"""What tests of deductions ask of a game whose `tests/games/<game>/deduced.py` does not say it.

`TABLES` are where they are tried (else the smallest and the largest table), `reading(unknown, world, order)` is
what an unknown is in a guessed world: without it the chances are not compared with guesses.
"""

from random import Random

from escapade import State

LIKES: tuple[int, ...] = ()  # a weight for every verb, in random play
UNTOLD: set[str] = set()  # hidden fields of which nothing is told
BY_CELL = True  # is told what is hidden cell by cell?


def is_counted(view: State) -> bool:
    """Is all taken into account that a view says?"""
    return True


def shuffled(world: State, dice: Random) -> list[int]:
    """How the cards of a world's deck lie, if any reading asks for it."""
    return []
