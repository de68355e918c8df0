"""What a planner's choices lose to noise: `python -m bench.noise stalag17` (`--iterations 1000 4000 --positions 60`).

On positions all along a game, every candidate is tried in many worlds: that stands for what it is worth. Then a planner
thinks about each with fewer iterations, and what it chooses is compared. What is lost a decision, times decisions, is
what more thinking can still bring, and no game needs to be played to see it. `pairs` says how much of the luck two
candidates share: the standard error of their difference, as a part of what it were if they shared none.
"""

from __future__ import annotations

import argparse
import random
import sys
from statistics import fmean, median
from typing import Any

import numpy as np

from bench.pace import positions
from escapade.bots import Budget, planner
from escapade.bots.parts import heuristic_of
from escapade.bots.policy_file import Weights, own_weights
from escapade.games import GAMES
from escapade.kernel.contract import Game

TIMES = 3  # that each position is thought through, with other dice
SHOWN = (250, 1000, 4000, 11000)


def utilities(
    game: Game, view: Any, legal: list[int], worlds: int, weights: Weights | None = None
) -> tuple[planner.Plan, Any]:
    """Every candidate of a position in so many worlds: what it came to in each, for the seat at the turn."""
    plan = planner.Plan(game, view, legal, random.Random(99), weights=weights)
    return plan, plan.outcomes(plan.root, plan.me, plan.codes, plan.first, worlds)


def shared(came: Any) -> list[float]:
    """For each candidate beside the best: the error of the difference, in parts of that of two strangers."""
    best = int(came.mean(axis=0).argmax())
    others = [i for i in range(came.shape[1]) if i != best]
    apart = [np.hypot(came[:, best].std(), came[:, i].std()) for i in others]
    return [float((came[:, best] - came[:, i]).std() / a) for i, a in zip(others, apart, strict=True) if a > 0]


def lost(
    game: Game, view: Any, legal: list[int], utility: dict[int, float], iterations: int, weights: Weights | None = None
) -> float:
    """What a planner's choice is worth less than the best, after so many iterations."""
    found = []
    for number in range(TIMES):
        plan = planner.Plan(game, view, legal, random.Random(number), weights=weights)
        chosen = planner.mixture(planner.think(plan, Budget(iterations=iterations)), heuristic_of(game).SPREAD)
        found.append(max(utility.values()) - sum(utility[code] * chance for code, chance in chosen.items()))
    return fmean(found)


def main() -> int:
    """Print a line for the game, and one for each number of iterations."""
    asked = argparse.ArgumentParser(prog="python -m bench.noise", description="what choices lose to noise")
    asked.add_argument("game", choices=[*GAMES])
    asked.add_argument("--iterations", type=int, nargs="*", default=SHOWN)
    asked.add_argument("--positions", type=int, default=40)
    asked.add_argument("--worlds", type=int, default=4000)
    asked.add_argument("--policy", action="store_true", help="rollouts follow the learned policy")
    given = asked.parse_args()
    game, pairs = GAMES[given.game], list[float]()
    weights = own_weights(game) if given.policy else None
    losses: dict[int, list[float]] = {iterations: [] for iterations in given.iterations}
    for view, legal in positions(game, given.positions):
        plan, came = utilities(game, view, legal, given.worlds, weights)
        utility = dict(zip(plan.codes.tolist(), came.mean(axis=0).tolist(), strict=True))
        pairs += shared(came)
        for iterations, rows in losses.items():
            rows.append(lost(game, view, legal, utility, iterations, weights))
    print(f"{game.title}: pairs {median(pairs):.2f}")
    for iterations, rows in losses.items():
        print(f"{iterations:>7,} iterations: {fmean(rows):.5f} of -1 to 1 lost a decision")
    return 0


if __name__ == "__main__":
    sys.exit(main())
