"""Games of the rule bot against itself, generic in what is bound to `game`, `heuristic` and `search`: rules.

Kept are positions of the kind that a search has to value: now and then an idea is tried, the game is played on as a
rollout is, and where the rollout would end, the position is kept. Then the game goes on.
"""

from typing import Any

from escapade.kernel.compile import rule, store
from escapade.kernel.names import OVER
from escapade.kernel.rng import below, seed

game: Any = None  # bound by compiled(value_self_play, game=…, heuristic=…, search=…)
heuristic: Any = None
search: Any = None

PAUSE = 8  # plies, on average half of it, from one kept position to the next idea


@rule
def idea(state, workspace):
    """What the seat at the turn might try: the better it looks, the likelier."""
    store(workspace.seat_view, 0, state)
    game.observe(workspace.seat_view[0], state.turn)
    n = game.legal(state, workspace.out)
    return workspace.out[search.drift(workspace.seat_view[0], workspace.out, n, workspace, heuristic.TEMPERATURE)]


@rule
def play_game(start, number, workspace, tie_noise, kept):
    """Play a game with dice of its own to its end, in desk.work; return how many positions of it were kept."""
    seed(workspace.words, number)
    store(workspace.work, 0, start)
    state = workspace.work[0]
    n = 0
    pause = below(workspace.words, PAUSE)
    plies = -1  # of the rollout that is pretended; -1: none is
    while state.turn != OVER:
        if plies < 0 and pause <= 0 and state.turn >= 0:
            store(workspace.world, 0, state)
            plies = 0
            game.apply(state, idea(state, workspace))
        else:
            game.apply(state, search.next_action(state, workspace, tie_noise))
        pause -= 1
        plies += plies >= 0
        if plies > 0 and n < len(kept) and state.turn != OVER and heuristic.enough(workspace.world[0], state, plies):
            store(kept, n, state)
            n += 1
            plies = -1
            pause = below(workspace.words, PAUSE)
    return n


@rule
def play_games(starts, first, workspace, tie_noise, kept, many, score):
    """Play a game from each start; keep its positions, how many there are, and in the end the score of each seat."""
    for i in range(len(starts)):
        many[i] = play_game(starts[i], first + i, workspace, tie_noise, kept[i])
        game.returns(workspace.work[0], score[i])
