"""Many games stepped together, and what is seen of them written into arrays: generic in the game bound to `game`.

Everything is given room to work in; nothing here asks for memory, and nothing holds the lock of the interpreter.
"""

from typing import Any

from escapade.adapters.writing import write
from escapade.kernel.compile import rule, store
from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.rng import pick, seed

game: Any = None  # bound by compiled(stepping, game=...)


# --- Steps ---


@rule
def step_all(batch, first, many, start, words, out, weight, actions, score, returns, rewards, over):
    """Do an action in each game and let chance answer; a game that ends is scored and begins anew.

    An action below 0 begins the game anew at once. `apply` stands here once, since every copy is compiled for seconds.
    """
    for i in range(first, first + many):
        over[i] = False
        rewards[i] = 0.0
        for s in range(len(score)):
            returns[i][s] = 0.0
        action = int(actions[i])
        if action < 0:
            store(batch, i, start)
        state = batch[i]
        seat = state.turn
        while action >= 0 or state.turn < 0:
            if action < 0 and state.turn == CHANCE:
                n = game.odds(state, out, weight)
                action = int(out[pick(words[i], weight, n)])
            if action >= 0:
                game.apply(state, action)
                action = -1
            if state.turn == OVER:
                over[i] = True
                game.returns(state, score)
                for s in range(len(score)):
                    returns[i][s] = score[s]
                rewards[i] = score[seat]
                store(batch, i, start)


@rule
def seed_all(words, number):
    """Give every game dice of its own: number, number + 1, …"""
    for i in range(len(words)):
        seed(words[i], number + i)


@rule
def offer_all(batch, first, many, out, legal, count, mask, turn):
    """Write whose turn it is and what may be done; of the mask only what changes is touched."""
    for i in range(first, first + many):
        for k in range(count[i]):
            mask[i][legal[i][k]] = 0
        n = game.legal(batch[i], out)
        for k in range(n):
            legal[i][k] = out[k]
            mask[i][out[k]] = 1
        count[i] = n
        turn[i] = batch[i].turn


@rule
def see_all(batch, first, many, eye, view, memory, runs, ends, most, rows):
    """Write what a seat sees of each game, or whoever is at the turn. `memory` is the bytes of `view`, one game's."""
    for i in range(first, first + many):
        seat = eye
        if eye < 0:
            seat = int(batch[i].turn)
        store(view, 0, batch[i])
        game.observe(view[0], seat)
        write(memory, runs[seat], ends[seat], seat, len(runs), most, rows[i])
