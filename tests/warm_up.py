"""Compiles every game once, on every core, before the tests run: else each of their processes would compile it again.

`python -m tests.warm_up`; what is compiled already is found in the cache, and this takes seconds.
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from escapade.bots import planner
from escapade.bots.parts import features_of
from escapade.games import GAMES
from escapade.kernel.batch import opening, play_chunk
from escapade.lab.instrument import Job, measure
from escapade.lab.policy_training import Learner
from escapade.lab.setting import Player, validated

WATCHED = "cartagena"  # whose games several tests watch
LONGEST_FIRST = sorted(GAMES, key=lambda name: -GAMES[name].actions.size)  # so that no core is left with the longest


def warm_up(name: str) -> tuple[str, float]:
    """Compile a game, its batches and what thinks ahead in it; return how long that took."""
    began, game = time.perf_counter(), GAMES[name]
    play_chunk(opening(game), 0, 1)
    planner.warm_up(game)
    if features_of(game).ACTION_FEATURES > 0:
        learner = Learner(game, [2], 1)
        learner.round(1.0)
        learner.win_share(2, 2)
    if name == WATCHED:
        measure(Job(validated(game, 2), (Player("greedy"),) * 2, 0, 0, 1))
    return name, time.perf_counter() - began


def main() -> int:
    """Compile all of them."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name, seconds in pool.map(warm_up, LONGEST_FIRST):
            print(f"{name} is compiled ({seconds:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
