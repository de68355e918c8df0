"""Self-play of the rule bot that samples positions: rules, generic in what is bound to `game`, `heuristic`, `search`.

Positions are of the kind that a search evaluates: now and then an action is sampled, the game goes on as a rollout, and
where the rollout would be cut off, the position is written. Then the game goes on.
"""

from typing import Any

from escapade.kernel.compile import rule, store
from escapade.kernel.names import OVER
from escapade.kernel.rng import below, seed

game: Any = None  # bound by compiled(value_self_play, game=…, heuristic=…, search=…)
heuristic: Any = None
search: Any = None

MAX_PAUSE = 8  # plies between a sampled position and the next rollout; half of it on average


@rule
def sample_action(state, workspace):
    """Sample an action of the seat at the turn from the softmax of the heuristic."""
    store(workspace.seat_view, 0, state)
    game.observe(workspace.seat_view[0], state.turn)
    n = game.legal(state, workspace.out)
    return workspace.out[search.drift(workspace.seat_view[0], workspace.out, n, workspace, heuristic.TEMPERATURE)]


@rule
def play_game(start, number, workspace, tie_noise, positions):
    """Play a game to its end in workspace.work; return how many positions of it were sampled."""
    seed(workspace.words, number)
    store(workspace.work, 0, start)
    state = workspace.work[0]
    n = 0
    countdown = below(workspace.words, MAX_PAUSE)
    rollout_plies = -1  # of the rollout under way; -1: none
    while state.turn != OVER:
        if rollout_plies < 0 and countdown <= 0 and state.turn >= 0:
            store(workspace.world, 0, state)
            rollout_plies = 0
            game.apply(state, sample_action(state, workspace))
        else:
            game.apply(state, search.next_action(state, workspace, tie_noise))
        countdown -= 1
        rollout_plies += rollout_plies >= 0
        if (
            rollout_plies > 0
            and n < len(positions)
            and state.turn != OVER
            and heuristic.enough(workspace.world[0], state, rollout_plies)
        ):
            store(positions, n, state)
            n += 1
            rollout_plies = -1
            countdown = below(workspace.words, MAX_PAUSE)
    return n


@rule
def play_games(starts, first, workspace, tie_noise, positions, counts, score):
    """Play a game from each start; write its positions, their number, and the final score of each seat."""
    for i in range(len(starts)):
        counts[i] = play_game(starts[i], first + i, workspace, tie_noise, positions[i])
        game.returns(workspace.work[0], score[i])
