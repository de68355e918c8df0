"""Random play, generic in the game bound to the name `game`: the base of simulation, soak and benchmark."""

from typing import Any

from escapade.kernel.compile import rule, store
from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.rng import below, pick, seed

game: Any = None  # bound by compiled(play, game=...); plain callers set it


@rule
def random_ply(state, words, out, weight):
    """Let chance or the seat to move act at random; return what was done."""
    if state.turn == CHANCE:
        n = game.odds(state, out, weight)
        action = out[pick(words, weight, n)]
    else:
        n = game.legal(state, out)
        action = out[below(words, n)]
    game.apply(state, action)
    return action


@rule
def random_game(state, words, out, weight, most, used):
    """Play on to the end, or for `most` plies at the most; return the plies, and how many of them were decisions.

    `used` counts how often each action was decided on.
    """
    plies = 0
    moves = 0
    while state.turn != OVER and plies < most:
        decided = state.turn != CHANCE
        action = random_ply(state, words, out, weight)
        plies += 1
        if decided:
            moves += 1
            used[action] += 1
    return plies, moves


@rule
def random_games(batch, start, first, words, out, weight, most, plies, moves, used):
    """Play a batch of games, each from a copy of `start` and with dice of its own: first, first + 1, …"""
    for i in range(len(batch)):
        store(batch, i, start)
        seed(words, first + i)
        n, m = random_game(batch[i], words, out, weight, most, used)
        plies[i] = n
        moves[i] = m


@rule
def play_on(batch, first, words, out, weight, most, moves, used):
    """Play every game of a batch on from where it stands."""
    for i in range(len(batch)):
        seed(words, first + i)
        _, moves[i] = random_game(batch[i], words, out, weight, most, used)


@rule
def scores(batch, score, out):
    """Write the returns of every game of a batch."""
    for i in range(len(batch)):
        game.returns(batch[i], score)
        for seat in range(len(score)):
            out[i][seat] = score[seat]
