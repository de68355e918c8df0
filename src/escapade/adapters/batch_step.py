"""Step many games together and write their observations into arrays: generic in the game bound to `game`.

Everything is given room to work in; nothing here asks for memory, and nothing holds the lock of the interpreter.
"""

from typing import Any

from escapade.adapters.encoding import write
from escapade.kernel.compile import rule, store
from escapade.kernel.names import CHANCE, NONE, OVER
from escapade.kernel.rng import below, pick, seed

game: Any = None  # bound by compiled(batch_step, game=...)


# --- Steps ---


@rule
def step_all(
    batch, first, many, start, words, out, weight, actions, score, returns, rewards, over,
    legal, count, mask, turn, view, memory, room, runs, ends, most, rows,
):  # fmt: skip
    """Do an action in each game, write what may be done next, and what the seat at the turn sees.

    All of it game by game, so that a game is at hand.
    """
    for i in range(first, first + many):
        over[i] = False
        rewards[i] = 0.0
        act(batch, i, start, words[i], out, weight, int(actions[i]), score, returns[i], rewards, over)
        turn[i] = batch[i].turn
        count[i] = offer(batch[i], out, count[i], legal[i], mask[i])
        see(batch[i], int(turn[i]), view, memory, room, runs, ends, most, rows[i])


@rule
def act(batch, i, start, words, out, weight, action, score, returns, rewards, over):
    """Do an action and let chance answer; a game that ends is scored and begins anew.

    An action below 0 begins the game anew at once. `apply` stands here once, since every copy is compiled for seconds.
    """
    for s in range(len(score)):
        returns[s] = 0.0
    if action < 0:
        store(batch, i, start)
    state = batch[i]
    seat = state.turn
    while action >= 0 or state.turn < 0:
        if action < 0 and state.turn == CHANCE:
            n = game.odds(state, out, weight)
            action = int(out[pick(words, weight, n)])
        if action >= 0:
            game.apply(state, action)
            action = -1
        if state.turn == OVER:
            over[i] = True
            game.returns(state, score)
            for s in range(len(score)):
                returns[s] = score[s]
            rewards[i] = score[seat]
            store(batch, i, start)


@rule
def offer(state, out, before, legal, mask):
    """Write what may be done, and say how much that is; of what was offered before, to another seat, nothing stays."""
    for k in range(before):
        mask[legal[k]] = 0
    n = game.legal(state, out)
    for k in range(n):
        legal[k] = out[k]
        mask[out[k]] = 1
    for k in range(n, before):
        legal[k] = NONE
    return n


@rule
def see(state, seat, view, memory, room, runs, ends, most, row):
    """Write what a seat sees of a game. `memory` is the bytes of `view`, which is room for one game."""
    store(view, 0, state)
    game.observe(view[0], seat)
    write(memory, runs[seat], ends[seat], seat, len(runs), most, room, row)


# --- Besides ---


@rule
def see_all(batch, seat, view, memory, room, runs, ends, most, rows):
    """Write what a seat sees of each game, whoever is at the turn."""
    for i in range(len(batch)):
        see(batch[i], seat, view, memory, room, runs, ends, most, rows[i])


@rule
def choose_all(words, legal, count, actions):
    """Choose any legal action in each game."""
    for i in range(len(count)):
        actions[i] = legal[i][below(words, count[i])]


@rule
def first_wrong(actions, mask):
    """The first game in which an action is not legal; below 0: all are."""
    for i in range(len(mask)):
        action = int(actions[i])
        if action < 0 or action >= len(mask[i]) or mask[i][action] == 0:
            return i
    return -1


@rule
def seed_all(words, number):
    """Give every game dice of its own: number, number + 1, …"""
    for i in range(len(words)):
        seed(words[i], number + i)
