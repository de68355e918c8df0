"""The columns of a dataset, ply by ply: rules, generic in what is bound to `game` and `play`.

A log is made first, at random here or by bots elsewhere; then it is replayed and each ply is written.
"""

from typing import Any

from escapade.kernel.compile import rule, store
from escapade.kernel.names import CHANCE, OVER, SPECTATOR
from escapade.kernel.rng import seed

game: Any = None  # bound by compiled(ply_rows, game=…, play=…)
play: Any = None


@rule
def random_log(start, number, work, words, out, weight, codes):
    """Play a random game; write as many of its codes as there is room for; return the number of plies."""
    seed(words, number)
    store(work, 0, start)
    n = 0
    while work[0].turn != OVER:
        action = play.random_ply(work[0], words, out, weight)
        if n < len(codes):
            codes[n] = action
        n += 1
    return n


@rule
def write_plies(start, codes, work, out, weight, seats, views, many, possible, score):
    """Replay a log; write for each ply who acts, its view, the number of legal actions, and the actions themselves.

    A ply of chance has the spectator's view. `possible` holds the legal actions of all plies one after another; their
    number is returned. `score` is the final score of each seat.
    """
    store(work, 0, start)
    state = work[0]
    total = 0
    for i in range(len(codes)):
        seats[i] = state.turn
        store(views, i, state)
        if state.turn == CHANCE:
            game.observe(views[i], SPECTATOR)
            n = game.odds(state, out, weight)
        else:
            game.observe(views[i], state.turn)
            n = game.legal(state, out)
        for j in range(n):
            possible[total + j] = out[j]
        many[i] = n
        total += n
        game.apply(state, codes[i])
    game.returns(state, score)
    return total
