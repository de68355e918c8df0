"""Make a habit: `python -m bench.practice stalag17 --minutes 20` writes the file that `practised` plays by.

The game is played against oneself, from sense alone to what practice makes of it. Ctrl-C ends it and writes what was
learned so far. Every other minute the habit is examined: one seat plays by it, all others by sense alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from escapade.bots.practised import file_of, save
from escapade.games import GAMES
from escapade.lab.practice import Learner, practise

EVERY = 120.0  # seconds between two examinations
EXAMINED = 1000  # games of each size


def main(arguments: Sequence[str] | None = None) -> int:
    """Practise, tell how it goes, and write the file."""
    asked = argparse.ArgumentParser(prog="python -m bench.practice", description="learn a habit by playing oneself")
    asked.add_argument("game", choices=[*GAMES])
    asked.add_argument("--minutes", type=float, default=20.0)
    asked.add_argument("--seats", type=int, nargs="*", help="sizes of tables, in turns (default: all, two most often)")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, help="where to (default: beside the sense of the game)")
    given, console = asked.parse_args(arguments), Console()
    game = GAMES[given.game]
    seats = given.seats or [many for other in game.seats if other != 2 for many in (2, other)]
    learner, told, seconds = Learner(game, seats, given.seed), 0.0, 60 * given.minutes
    with suppress(KeyboardInterrupt):
        for now in practise(learner, seconds):
            if now.seconds - told >= EVERY or now.seconds >= seconds:
                told = now.seconds
                said = [f"{many} seats {learner.examined(many, EXAMINED):.1%}" for many in sorted({*seats})]
                console.print(f"{now.seconds / 60:.0f} min, {now.games:,} games: {', '.join(said)}", soft_wrap=True)
    path = given.out or file_of(game)
    if learner.games == 0:
        console.print("stopped before anything was learned: nothing is written")
        return 130
    save(game, learner.learned, path, seats=sorted({*seats}), games=learner.games)
    console.print(f"{path} is written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
