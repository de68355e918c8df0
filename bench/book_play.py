"""Games between set-ups of Stratego, played by the heuristic: rules with `game`, `heuristic` and `search` bound."""

from typing import Any

from escapade.games.stratego.rules import ARRANGE, COLOURS, MEN, SEAT
from escapade.kernel.compile import rule, store
from escapade.kernel.names import OVER
from escapade.kernel.rng import seed

game: Any = None  # bound by compiled(book_play, game=…, sense=…, search=…)
heuristic: Any = None
search: Any = None


@rule
def deploy(state: Any, plans: Any, pair: Any, red: int) -> None:
    """STR-3 to STR-5: give the colours, and let each side place its plan; red is asked first."""
    game.apply(state, COLOURS + red)
    for side in range(SEAT):
        plan = pair[red if side == 0 else 1 - red]
        for i in range(MEN):
            game.apply(state, ARRANGE + plans[plan][i])


@rule
def play_pairs(start: Any, plans: Any, pairs: Any, first: int, most: int, workspace: Any, results: Any) -> None:
    """Play pairs of plans, each with dice of its own; write what seat 0 makes of each; `most` moves are a draw."""
    for i in range(len(pairs)):
        seed(workspace.words, first + i)
        store(workspace.work, 0, start)
        deploy(workspace.work[0], plans, pairs[i], i % SEAT)
        moves = 0
        while workspace.work[0].turn != OVER and moves < most:
            game.apply(workspace.work[0], search.next_action(workspace.work[0], workspace, heuristic.TIE_NOISE))
            moves += 1
        game.returns(workspace.work[0], workspace.score)
        results[i] = workspace.score[0]
