"""What is said of any game: nothing but what the names of its actions say. A game's own `messages` replace it.

A message is the name of a sentence in the files of `words/`, and its arguments; without one the action's name is said.
"""

from typing import Any

SEAT_ARGS: tuple[str, ...] = ()  # arguments that are seats, who acts first: readers see the names of the players there
BOARD_WORDS: tuple[str, ...] = ()  # messages that a drawn board needs by themselves


def tell(before: Any, seat: int, code: int, after: Any) -> tuple[str, dict[str, Any]]:
    """What an observer is told of an action it heard, from what it saw before and sees now."""
    return "", {}


def offer(view: Any, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    """What an action would do."""
    return "", {}


def why_not(view: Any, code: int, seat: int) -> tuple[Any, ...] | None:
    """Why an action is not legal: a message, its arguments and a clause; or an English sentence and a clause."""
    return None


def incomplete(view: Any, seat: int) -> tuple[Any, ...] | None:
    """What a seat still has to do before its part of what all do at the same time is complete; likewise."""
    return None


def clauses(view: Any) -> tuple[str, ...]:
    """The clauses that matter now."""
    return ()


def ending(view: Any) -> tuple[str, dict[str, Any]]:
    """How the game ended."""
    return "", {}
