"""Train a policy: `python -m bench.practice stalag17 --minutes 10` writes the weights that `practised` and masters use.

Self-play on every core, beginning with the heuristic alone. Ctrl-C ends it and writes the weights so far. Every other
minute the policy is evaluated: one seat plays by it, all others by the heuristic. `--examine` trains nothing, and
evaluates the stored file in more games.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from escapade.bots.practised import load, save
from escapade.games import GAMES
from escapade.lab.policy_training import Learner, train

EVERY = 120.0  # seconds between two examinations
EXAMINED = 1000  # games of each size
EXAMINED_WELL = 4000  # … of a file


def marks(learner: Learner, games: int) -> str:
    """What an examination says, for every size of table."""
    return ", ".join(f"{many} seats {learner.win_share(many, games):.1%}" for many in sorted({*learner.seats}))


def main(arguments: Sequence[str] | None = None) -> int:
    """Practise, tell how it goes, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m bench.practice", description="train a policy by self-play")
    parser.add_argument("game", choices=[*GAMES])
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument(
        "--seats", type=int, nargs="*", help="numbers of seats, in turns (default: all, two most often)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="file of the weights (default: in the game's folder)")
    parser.add_argument("--examine", action="store_true", help="train nothing, evaluate the stored file")
    given, console = parser.parse_args(arguments), Console()
    game = GAMES[given.game]
    seats = given.seats or [many for other in game.seats if other != 2 for many in (2, other)]
    learner, path = (
        Learner(game, seats, given.seed, os.cpu_count() or 1),
        given.out or game.folder / "policy.safetensors",
    )
    if given.examine:
        learner.optimizer.parts[:] = load(game, path).values()
        console.print(f"{path.name}: {marks(learner, EXAMINED_WELL)}", soft_wrap=True)
        return 0
    events, seconds = 0.0, 60 * given.minutes
    with suppress(KeyboardInterrupt):
        for now in train(learner, seconds):
            if now.seconds - events >= EVERY or now.seconds >= seconds:
                events = now.seconds
                far = f"{now.seconds / 60:.0f} min, {now.decisions:,} decisions in {now.games:,} games"
                console.print(f"{far}: {marks(learner, EXAMINED)}", soft_wrap=True)
    if learner.optimizer.steps == 0:
        console.print("stopped before anything was learned: nothing is written")
        return 130
    save(game, learner.learned, path, seats=sorted({*seats}), decisions=learner.decisions)
    console.print(f"{path} is written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
