"""Many games in step, for the notebook beside this file: rules, generic in what is bound to `game`.

`ideas` offers, for every game, each legal action with the view that the seat at the turn then has: its own with its
own action done, so nothing hidden is told. `do` does one action in every game and lets chance act.
"""

from typing import Any

from escapade.kernel.compile import rule, store
from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.rng import pick, seed

game: Any = None  # bound by compiled("lockstep", game=…)


@rule
def chance(state, words, out, weight):
    """Let chance act until a seat decides, or the game is over."""
    while state.turn == CHANCE:
        n = game.odds(state, out, weight)
        game.apply(state, out[pick(words, weight, n)])


@rule
def begin(batch, start, first, dice, out, weight):
    """Begin games number first, first + 1, …, each with dice of its own."""
    for i in range(len(batch)):
        store(batch, i, start)
        seed(dice[i], first + i)
        chance(batch[i], dice[i], out, weight)


@rule
def ideas(batch, out, of, codes, after):
    """Write what may be done: in which game, the code, and what the seat would see then; return how many there are."""
    total = 0
    for i in range(len(batch)):
        if batch[i].turn != OVER:
            n = game.legal(batch[i], out)
            for j in range(n):
                of[total + j] = i
                codes[total + j] = out[j]
                store(after, total + j, batch[i])
                game.observe(after[total + j], batch[i].turn)
                game.apply(after[total + j], codes[total + j])
            total += n
    return total


@rule
def do(batch, chosen, dice, out, weight):
    """Do what was chosen in every game that is not over."""
    for i in range(len(batch)):
        if batch[i].turn != OVER:
            game.apply(batch[i], chosen[i])
            chance(batch[i], dice[i], out, weight)


@rule
def ends(batch, score, found):
    """Write what each seat has in the end."""
    for i in range(len(batch)):
        game.returns(batch[i], score)
        for seat in range(len(score)):
            found[i][seat] = score[seat]
