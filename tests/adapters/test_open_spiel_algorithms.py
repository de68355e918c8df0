"""Small variants of every game go through OpenSpiel's exact algorithms: best response, and counterfactual regret."""

import pyspiel
import pytest

from escapade.adapters.open_spiel import SpielGame
from escapade.games import GAMES
from tests.games.beside import module_beside

SMALL = {game: next(iter(found.VARIANTS.values())) for game in GAMES if (found := module_beside(game, "shrunken"))}


@pytest.mark.parametrize("name", SMALL)
def test_counterfactual_regret_finds_play_that_a_best_response_can_hardly_exploit(name: str) -> None:
    home: SpielGame = SMALL[name]()
    tree = pyspiel.convert_to_cached_tree(home)
    whole = pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree))
    solver = pyspiel.CFRSolver(tree)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    assert whole > 0.1
    assert 0 <= pyspiel.exploitability(tree, solver.average_policy()) < whole / 4
