"""What a million random games cost: time, peak memory, and the share of time outside compiled code.

`python -m bench.lab cartagena --games 1000000 --workers 2` does what `escapade simulate` does, with clocks around
compiled calls. Clocks count a thread's time on a processor, so others at work on the machine matter little.
"""

from __future__ import annotations

import argparse
import resource
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from escapade.cli.simulate import Summary, play_with_progress
from escapade.games import GAMES
from escapade.kernel import batch
from escapade.kernel.batch import opening, play_chunk
from escapade.kernel.compile import compiled
from escapade.lab.pool import Where


class Clocked:
    """A compiled module whose functions are timed, thread by thread."""

    def __init__(self, module: Any) -> None:
        self.module, self.lock, self.seconds = module, threading.Lock(), 0.0

    def __getattr__(self, name: str) -> Callable[..., Any]:
        function = getattr(self.module, name)

        def timed(*given: Any) -> Any:
            began = time.thread_time()
            try:
                return function(*given)
            finally:
                with self.lock:
                    self.seconds += time.thread_time() - began

        return timed


def main() -> int:
    """Play, and say what it cost."""
    parser = argparse.ArgumentParser(prog="python -m bench.lab", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    start = opening(GAMES[given.game], given.seats)
    play_chunk(start, 0, 1)  # compiled, or found in the cache, before the clock starts
    clocks = dict[int, Clocked]()

    def clocked(module: Any, **bound: Any) -> Clocked:
        machine_code = compiled(module, **bound)
        return clocks.setdefault(id(machine_code), Clocked(machine_code))

    vars(batch)["compiled"] = clocked
    total, began, spent = Summary(start, {}, given.games, 0), time.perf_counter(), time.process_time()
    play_with_progress(total, Where(given.workers))
    wall, spent = time.perf_counter() - began, time.process_time() - spent
    inside = sum(clock.seconds for clock in clocks.values())
    print(f"{given.game}, {start.seats} seats, {total.counters.games:,} random games, {given.workers} workers")
    say(given.games, wall, spent, inside, [])
    return 0


def say(games: int, wall: float, spent: float, inside: float, others: Sequence[int]) -> None:
    """Say what games cost: seconds, on processors, in compiled code; peak memory of this process, and of others."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"time       {wall:,.1f} s, {games / wall:,.0f} games a second; {spent:,.1f} s on processors")
    print(f"outside    {1 - inside / spent:.1%} of the processors' time is outside compiled code")
    print(f"memory     {', '.join(f'{peak} MB' for peak in [own, *others])} at the most, the libraries included")


if __name__ == "__main__":
    sys.exit(main())
