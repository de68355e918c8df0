"""Do two batches look alike to one observer? Rules; `game` is bound when compiled."""

from typing import Any

from escapade.kernel.compile import rule
from escapade.kernel.names import CHANCE, OVER

game: Any = None


@rule
def observe_all(batch: Any, observer: int) -> None:
    """Turn every state of a batch into what this observer sees."""
    for i in range(len(batch)):
        game.observe(batch[i], observer)


@rule
def first_telling(batch: Any, other: Any, observer: int, out: Any, second: Any, weight: Any) -> int:
    """Return the first position in which this observer may do or hear something else in the other batch, or -1."""
    for i in range(len(batch)):
        if batch[i].turn == observer and not same_choice(batch[i], other[i], out, second):
            return i
        if batch[i].turn != OVER and not same_sound(batch[i], other[i], observer, out, weight):
            return i
    return -1


@rule
def same_choice(state: Any, other: Any, out: Any, second: Any) -> bool:
    """Are the same actions legal?"""
    n = game.legal(state, out)
    if game.legal(other, second) != n:
        return False
    for i in range(n):
        if out[i] != second[i]:
            return False
    return True


@rule
def same_sound(state: Any, other: Any, observer: int, out: Any, weight: Any) -> bool:
    """Does everything that can be done sound the same?"""
    n = game.odds(state, out, weight) if state.turn == CHANCE else game.legal(state, out)
    for i in range(n):
        if game.hear(state, out[i], observer) != game.hear(other, out[i], observer):
            return False
    return True
