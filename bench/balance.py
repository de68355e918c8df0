"""What a balance report of many bots' games costs: time, peak memory, and the share of time outside compiled code.

`python -m bench.balance stalag17 --games 100000 --workers 2` plays and adds up what `escapade balance --no-skill` does,
with a clock around the compiled call. Time is that on processors, of every process from its start.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from typing import Any, NamedTuple

from bench.lab import say
from escapade.games import GAMES
from escapade.lab import watch
from escapade.lab.balance import BotSpec, bot_spec
from escapade.lab.pool import Where, results
from escapade.lab.report import Done, Report, Task, added, do, pieces_of


class Cost(NamedTuple):
    """A piece of work, and what its process has spent and held so far."""

    done: Done
    process: int
    inside: float
    spent: float
    peak: int


class Clocked:
    """The compiled watching, timed."""

    inside = 0.0

    def __init__(self, module: Any) -> None:
        self.module = module

    def watch_games(self, *given: Any) -> None:
        """Watch, with a clock."""
        began = time.process_time()
        self.module.watch_games(*given)
        Clocked.inside += time.process_time() - began


def work(task: Task) -> Cost:
    """Do a piece of work, and say what it cost."""
    if not hasattr(watch.instrumented, "clocked"):
        plain = watch.instrumented
        clocked: Any = lambda game: Clocked(plain(game))  # noqa: E731
        clocked.clocked = True
        vars(watch)["instrumented"] = clocked
    done = do(task)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return Cost(done, os.getpid(), Clocked.inside, time.process_time(), peak)


def main() -> int:
    """Play, and say what it cost."""
    parser = argparse.ArgumentParser(prog="python -m bench.balance", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--bot", default="greedy")
    given = parser.parse_args()
    report = Report(GAMES[given.game], [BotSpec(bot_spec(given.bot).player, given.games)], given.seats, skill=False)
    costs, began = dict[int, Cost](), time.perf_counter()
    for cost in results(work, pieces_of(report.parts), Where(given.workers)):
        added(report.totals, cost.done)
        costs[cost.process] = cost
    report.as_data()
    wall, ours = time.perf_counter() - began, os.getpid()
    spent = sum(cost.spent for cost in costs.values() if cost.process != ours) + time.process_time()
    inside = sum(cost.inside for cost in costs.values())
    peaks = [cost.peak // 1024 for cost in costs.values() if cost.process != ours]
    print(f"{given.game}, {given.seats} seats, {given.games:,} games of {given.bot}, {given.workers} workers")
    say(given.games, wall, spent, inside, peaks)
    return 0


if __name__ == "__main__":
    sys.exit(main())
