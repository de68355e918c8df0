"""The parts of a move on their own, so that a figure's limit can be named. Rules; `game` is bound when compiled."""

from typing import Any

from escapade.kernel.compile import rule, store
from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.rng import below, pick, seed

game: Any = None


@rule
def time_legal(batch: Any, room: Any, out: Any, times: int) -> int:
    """Call `legal` so many times on every position."""
    found = 0
    for _ in range(times):
        for i in range(len(batch)):
            found += game.legal(batch[i], out)
    return times * len(batch) if found else 0


@rule
def time_apply(batch: Any, room: Any, out: Any, times: int) -> int:
    """Copy every position and apply one of its legal actions."""
    for i in range(len(batch)):
        n = game.legal(batch[i], out)
        for j in range(times):
            store(room, 0, batch[i])
            game.apply(room[0], out[j % n])
    return times * len(batch)


@rule
def time_copy(batch: Any, room: Any, out: Any, times: int) -> int:
    """Copy every position: what `time_apply` does besides."""
    for i in range(len(batch)):
        n = game.legal(batch[i], out)
        for j in range(times):
            store(room, 0, batch[i])
            room[0].turn = out[j % n] % 2
    return times * len(batch)


@rule
def count_codes(batch: Any, words: Any, out: Any, weight: Any) -> Any:
    """Play every game on at random; return how many codes `legal` and `odds` wrote, and how many decisions fell."""
    codes = 0
    moves = 0
    seed(words, 1)
    for i in range(len(batch)):
        state = batch[i]
        while state.turn != OVER:
            if state.turn == CHANCE:
                n = game.odds(state, out, weight)
                game.apply(state, out[pick(words, weight, n)])
            else:
                n = game.legal(state, out)
                game.apply(state, out[below(words, n)])
                moves += 1
            codes += n
    return codes, moves
