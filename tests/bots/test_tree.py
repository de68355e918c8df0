"""The tree sees what rollouts cannot: answers, and later choices of one's own; and no more than the seats see."""

from random import Random
from typing import Any

import numpy as np
import pytest

from escapade import State
from escapade.bots import Budget, planner, search, tree
from escapade.bots.parts import heuristic_of
from escapade.games import GAMES
from escapade.kernel.contract import Game

from ..games.cartagena.table import CARTAGENA
from ..games.cartagena.table import position as pirates
from ..games.stratego.table import STRATEGO
from ..games.stratego.table import position as men
from . import coin
from .test_levels import moments, scrambled

COIN = Game(coin, "coin")
every_game_with_a_tree = pytest.mark.parametrize("name", [name for name in GAMES if heuristic_of(GAMES[name]).TREE])


def deep(game: Game, state: State) -> planner.DeepPlan:
    """A plan with a tree, for the seat at the turn."""
    return planner.DeepPlan(game, game.view(state, state.turn), game.legal(state), Random(1))


def best(game: Game, state: State, iterations: int = 4000) -> str:
    """What a plan with a tree would do, by name."""
    found = planner.think(deep(game, state), Budget(iterations=iterations))[0]
    return game.actions[found.code].name


# --- A game whose values are known -------------------------------------------


def thrown() -> State:
    """A coin that lies."""
    state = COIN.start(2, {}, None)
    coin.apply(state, coin.FALL)
    return state


def test_it_values_later_choices_and_answers_and_does_not_see_through_the_cup() -> None:
    plan = deep(COIN, thrown())
    plan.look(3000)
    values = {candidate.code: candidate.value for candidate in plan.ranking()}
    assert values[coin.PEEK] > 0.9  # the same choice, once the coin is seen …
    assert abs(values[coin.GAMBLE]) < 0.1  # … and while it is not
    assert values[coin.TRAP] < -0.9
    assert values[coin.SAFE] == pytest.approx(0.2)


def test_without_a_tree_the_trap_looks_best() -> None:
    plan = planner.Plan(COIN, COIN.view(thrown(), 0), COIN.legal(thrown()), Random(1))
    plan.look(3000)
    assert max(plan.ranking(), key=lambda candidate: candidate.value).code == coin.TRAP


# --- Endings -----------------------------------------------------------------


def test_it_takes_the_way_home_that_takes_the_whole_turn() -> None:
    """Three cards, three pirates; the other player will be home next. One card must not be played too early."""
    state = pirates([{37: 3, 30: 1, 33: 1, 35: 1}, {37: 5, 36: 1}], ["keys hook jug", "hook jug keys"])
    for _ in range(3):
        name = best(CARTAGENA, state)
        CARTAGENA.rules.apply(state, CARTAGENA.actions.codes[name])
    assert state.pirates[0][37] == 6


def test_it_takes_the_flag_that_stands_open() -> None:
    state = men("flag a1, scout d4, miner b2", "flag d8, general a3")
    assert best(STRATEGO, state) == "d4-d8"


# --- Fair, and the same every time -------------------------------------------


@every_game_with_a_tree
def test_what_is_hidden_changes_nothing_and_the_same_dice_find_the_same(name: str) -> None:
    game, dice = GAMES[name], Random(2)
    for state, _ in moments(name)[50::90]:
        if game.simultaneous(state):
            continue
        found = []
        for world in (state, state, scrambled(game, state, state.turn, dice)):
            plan = deep(game, world)
            found.append(planner.think(plan, Budget(iterations=300)))
        assert found[0] == found[1] == found[2]


@every_game_with_a_tree
def test_plain_and_compiled_trees_grow_alike(name: str) -> None:
    game, heuristic = GAMES[name], heuristic_of(GAMES[name])
    tree.game, tree.heuristic, tree.search = game.rules, heuristic, search
    search.game, search.heuristic = game.rules, heuristic
    for state, _ in moments(name)[61::150]:
        if game.simultaneous(state):
            continue
        plan = deep(game, state)
        plan.look(6)
        total, used = plain(plan, 6)
        assert np.allclose(total, plan.total, rtol=0, atol=1e-9)
        assert used == plan.tree.used.tolist()


def plain(plan: planner.DeepPlan, worlds: int) -> tuple[list[float], list[int]]:
    """The same look at so many worlds with plain rules: what came of it, and how many nodes and branches there are."""
    game, n, tie_noise = plan.game, len(plan.codes), heuristic_of(plan.game).TIE_NOISE
    view: Any = game.fields.light(plan.root)
    out, weight, utility, room = (
        [0] * game.max_actions,
        [0] * game.max_actions,
        [0.0] * game.max_actions,
        [0.0] * heuristic_of(game).ROOM,
    )
    workspace = search.Workspace([view], [view], [view], out, weight, utility, room, [0, 0], [0.0, 0.0], [0, 0, 0])
    zeros, sums = [[0] * planner.TABLE for _ in range(5)], [[0.0] * planner.TABLE for _ in range(2)]
    way = [[0, 0, 0] for _ in range(tree.DEEP)]
    grown = tree.Tree(
        None, zeros[0], zeros[1], sums[0], zeros[2], zeros[3], zeros[4], sums[1], way, [0.0] * game.max_actions, [0, 0]
    )
    total, squares, codes = [0.0] * n, [0.0] * n, plan.codes.tolist()
    tree.try_all(view, plan.me, codes, n, plan.first, worlds, grown, workspace, tie_noise, plan.config, total, squares)
    return total, grown.used


def test_a_full_tree_grows_no_further_and_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planner, "TABLE", 64)
    state, _ = next((state, legal) for state, legal in moments("cartagena") if len(legal) > 8)
    plan = deep(CARTAGENA, state)
    plan.look(200)
    assert 30 < min(plan.tree.used) <= max(plan.tree.used) < 64
    assert sum(candidate.worlds for candidate in plan.ranking()) == 200 * len(plan.codes)
