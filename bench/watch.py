"""Random play under watch. Rules; `game` and `conserved` are bound when compiled."""

from typing import Any

from escapade.kernel.compile import rule, store
from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.rng import below, pick, seed

game: Any = None
conserved: Any = None

STUCK, ENDLESS, TOO_MANY = 1001, 1002, 1003  # faults that belong to no clause


@rule
def watch_games(batch: Any, start: Any, first: int, words: Any, out: Any, weight: Any, longest: int) -> Any:
    """Play a batch and look at every position; return the plies played, and the first fault with its game and ply."""
    total = 0
    for i in range(len(batch)):
        store(batch, i, start)
        seed(words, first + i)
        plies, fault = watch_game(batch[i], words, out, weight, longest)
        total += plies
        if fault:
            return total, fault, first + i, plies
    return total, 0, 0, 0


@rule
def watch_game(state: Any, words: Any, out: Any, weight: Any, longest: int) -> Any:
    """Play one game: something is always possible, everything is conserved, and it ends."""
    plies = 0
    while state.turn != OVER:
        n = game.odds(state, out, weight) if state.turn == CHANCE else game.legal(state, out)
        if n <= 0:
            return plies, STUCK
        if n > len(out):
            return plies, TOO_MANY
        game.apply(state, out[pick(words, weight, n)] if state.turn == CHANCE else out[below(words, n)])
        plies += 1
        fault = conserved.fault(state)
        if fault:
            return plies, fault
        if plies > longest:
            return plies, ENDLESS
    return plies, 0
