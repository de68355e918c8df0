"""How fast is it, and beside others? One run, ratios first: `make bench`; it writes docs/benchmarks.md and its picture.

Counting: decisions of seats only; chance outcomes are played but not counted; Stratego's set-up is played before the
clock starts. What is compared is measured in turns, round by round, and the best round of each counts.
"""

from __future__ import annotations

import argparse
import sys
import time

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench import others, page, speed
from bench.page import BARE, ONE, PLAIN, SEEN_ONE, SEEN_TWO, TWO, Key, Line, Run
from escapade.games import GAMES
from escapade.kernel.batch import Opening, opening

ROUNDS, FEW = 12, 2
FLOORS = {"stratego": 0.8, "cartagena": 2 / 3}  # of the yardstick's rate
ALONE = "whole games, one thread"
SHARED = ("stratego", "cartagena")  # whose whole games on two threads are compared with those on one
console = Console()


def runners(openings: dict[str, Opening]) -> dict[Key, speed.Runner]:
    """Everything that is compared, ready to play a round."""
    found: dict[Key, speed.Runner] = {(BARE, "compiled"): speed.bare(), (BARE, "plain"): speed.plain_bare}
    for name, start in track(openings.items(), "compiling", console=console, transient=True):
        found[ONE, name] = speed.ours(start)
        found[TWO, name] = speed.on_workers(start, 2)
        if name in SHARED:
            found[ALONE, name] = speed.on_workers(start, 1)
        found[PLAIN, name] = lambda game=start.game: speed.plain_ours(game)  # type: ignore[misc]
        for how, threads in ((SEEN_ONE, 1), (SEEN_TWO, 2)):
            run = speed.with_observations(start, threads)
            if run:
                found[how, name] = run
    with console.status("other libraries"):
        return found | {(how, name): run for how, name, run in others.runners()}


def against_the_yardstick(rate: dict[Key, float], openings: dict[str, Opening]) -> list[Line]:
    """Our own floors: what a change must not cost."""
    bare, plain = rate[BARE, "compiled"], rate[BARE, "plain"]
    lines = [Line("yardstick: bare Stratego, compiled, one thread", bare)]
    lines += [
        Line(f"{name}, compiled, one thread / yardstick", rate[ONE, name], rate[ONE, name] / bare, FLOORS.get(name))
        for name in openings
    ]
    made = {name: speed.codes_a_move(start) * rate[ONE, name] for name, start in openings.items()}
    lines += [
        Line(f"{name}, actions and outcomes generated / stratego", n, n / made["stratego"], 0.5)
        for name, n in made.items()
    ]
    lines += [
        Line(f"{name}, two threads / one", rate[TWO, name], rate[TWO, name] / rate[ALONE, name], 1.7) for name in SHARED
    ]
    lines.append(Line("yardstick, plain Python", plain))
    floors = {"stratego": 0.6}
    lines += [
        Line(f"{name}, plain / yardstick plain", rate[PLAIN, name], rate[PLAIN, name] / plain, floors.get(name))
        for name in openings
    ]
    return lines


def against_others(rate: dict[Key, float]) -> list[Line]:
    """What we promise beside other libraries, as far as they are here."""
    lines = []
    base = rate.get((others.ROLLOUTS, "backgammon"))
    if base:
        what = "compiled, one thread / OpenSpiel's backgammon in C++"
        lines += [Line(f"{name}, {what}", rate[ONE, name], rate[ONE, name] / base, 10) for name in GAMES]
    classic = max((value for (how, _), value in rate.items() if how == others.ZOO), default=None)
    for name in GAMES:
        like = page.ALIKE.get(name, page.LARGE)
        peers = ((f"OpenSpiel's {like} in C++, without", rate.get((others.ROLLOUTS, like)), 1),
                 ("PettingZoo's fastest classic environment", classic, 20))  # fmt: skip
        for peer, its, floor in peers:
            for how in (SEEN_ONE, SEEN_TWO):  # both cores are promised; what one does is told
                if its and (how, name) in rate:
                    seen = rate[how, name]
                    lines.append(Line(f"{name}, {how} / {peer}", seen, seen / its, floor if how == SEEN_TWO else None))
    return lines


def show(title: str, lines: list[Line]) -> None:
    """Print a table of lines."""
    table = Table("what", "figure", "ratio", "floor", "", title=title)
    for line in lines:
        table.add_row(*page.cells(line))
    console.print(table)


def main() -> int:
    """Measure, print and write; 1 if a floor is missed."""
    asked = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    asked.add_argument("--quick", action="store_true", help="fewer rounds, and no cold starts: to see that it works")
    given, began, busy = asked.parse_args(), time.perf_counter(), page.load()
    rounds = FEW if given.quick else ROUNDS
    openings = {name: opening(game, speed.SEATS) for name, game in GAMES.items()}
    ready = runners(openings)
    with console.status("playing"):
        rate = speed.Clock(ready, rounds).rate
    run = Run(rate, against_others(rate), against_the_yardstick(rate, openings), {}, {}, {}, busy)
    with console.status("where the time goes"):
        run.parts.update({name: speed.costs(start) for name, start in openings.items()})
        run.seeing.update({name: spent for name, start in openings.items() if (spent := speed.seeing(start))})
    if not given.quick:
        for name in track(GAMES, "cold starts", console=console, transient=True):
            run.starts[name] = speed.starts(name)
    run = run._replace(minutes=(time.perf_counter() - began) / 60, quick=given.quick)
    show("Beside others", run.promises)
    show("Beside the yardstick", run.lines)
    page.write(run)
    console.print(f"{page.PAGE.name} and {page.PICTURE.name} are written, after {run.minutes:.1f} minutes.")
    missed = [line.what for line in (*run.promises, *run.lines) if not line.fine]
    for what in missed:
        console.print(f"MISSED: {what}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
