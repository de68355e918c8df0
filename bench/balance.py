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
from escapade.lab import instrument
from escapade.lab.balance import Report
from escapade.lab.experiment import Batch, BatchResult, accumulate, batches, play_batch
from escapade.lab.pool import Where, results
from escapade.lab.setting import BotSpec, parse_bot_spec


class Cost(NamedTuple):
    """A batch of games, and what its process has spent and held so far."""

    result: BatchResult
    process: int
    inside: float
    spent: float
    peak: int


class Clocked:
    """The compiled module that plays and measures, timed."""

    inside = 0.0

    def __init__(self, module: Any) -> None:
        self.module = module

    def play_games(self, *given: Any) -> None:
        """Play, with a clock."""
        began = time.process_time()
        self.module.play_games(*given)
        Clocked.inside += time.process_time() - began


def work(batch: Batch) -> Cost:
    """Play a batch of games, and say what it cost."""
    if not hasattr(instrument.instrumented, "clocked"):
        plain = instrument.instrumented
        clocked: Any = lambda game: Clocked(plain(game))  # noqa: E731
        clocked.clocked = True
        vars(instrument)["instrumented"] = clocked
    result = play_batch(batch)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return Cost(result, os.getpid(), Clocked.inside, time.process_time(), peak)


def main() -> int:
    """Play, and say what it cost."""
    parser = argparse.ArgumentParser(prog="python -m bench.balance", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--bot", default="greedy")
    given = parser.parse_args()
    report = Report(
        GAMES[given.game], [BotSpec(parse_bot_spec(given.bot).player, given.games)], given.seats, skill=False
    )
    costs, began = dict[int, Cost](), time.perf_counter()
    for cost in results(work, batches(report.parts), Where(given.workers)):
        accumulate(report.totals, cost.result)
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
