"""A match ply by ply, generic in what is bound to `game` and `play`: rules.

First a log is made, at random here or by bots elsewhere; then it is told: who acted, what they saw, what was possible.
"""

from typing import Any

from escapade.kernel.compile import rule, store
from escapade.kernel.names import CHANCE, OVER, SPECTATOR
from escapade.kernel.rng import seed

game: Any = None  # bound by compiled(ply_rows, game=…, play=…)
play: Any = None


@rule
def random_log(start, number, work, words, out, weight, codes):
    """Play a game at random, with dice of its own; write what was done as far as there is room; return the plies."""
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
def tell(start, codes, work, out, weight, seats, views, many, possible, score):
    """Play a log again and write, ply by ply, who acts, its view, and how many actions are possible, and which.

    Where chance acts the view is a spectator's. What is possible stands one ply after another in `possible`; returned
    is how much that is. `score` is what each seat has in the end.
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
