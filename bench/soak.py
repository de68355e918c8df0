"""A long look, `make soak`: random games of every kind under compiled laws, then a server under attack.

Laws: conservation is checked after every ply, progress before it, and the end against a bound that follows from the
rules (`ARGS="laws --games 10000"` for a short one). The server: the stateful model, mutated frames, mutated
requests and a flood, for as long as `--seconds` says (`ARGS="--seconds 600"`); what it held is printed as one table. At
last a server is killed under load (`bench.kills`).
"""

from __future__ import annotations

import argparse
import itertools
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from tests.games.beside import module_beside

from bench import any_conserved, kills, watch
from bench.secrets import secrets
from bench.siege import Siege
from escapade.games import GAMES
from escapade.kernel.batch import Opening, opening
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game, Option

CHUNK = 2000
STATES = 100_000  # sampled for secrets
SAYS = {
    watch.STUCK: "nothing is possible",
    watch.ENDLESS: "it does not end",
    watch.TOO_MANY: "more actions than MAX_ACTIONS",
}
ATTACKS = ("model", "frames", "http", "flood")
PARTS = ("laws", *ATTACKS, "kills")
STEPS = 10_000  # of the model, if not said otherwise
MINUTES = 300.0  # seconds of each other attack, if not said otherwise
console = Console()


def kinds(game: Game) -> list[Opening]:
    """Every seat count with every choice of every option that has choices."""
    lists = [[(o.name, value) for value in values(o)] for o in game.options]
    return [opening(game, seats, dict(picked)) for seats in game.seats for picked in itertools.product(*lists)]


def values(option: Option) -> tuple[Any, ...]:
    """What an option is soaked with."""
    if isinstance(option.default, bool):
        return False, True
    return (*option.choices, *option.examples) or (option.default,)


def watch_chunk(module: Any, conserved: Any, start: Opening, first: int, n: int) -> tuple[int, int, int, int]:
    """Play n games of one kind under watch."""
    game = start.game
    batch, words = np.zeros(n, game.fields.dtype), np.zeros(2, np.int64)
    out, weight = np.zeros(game.max_actions, np.int64), np.zeros(game.max_actions, np.int64)
    said: tuple[int, int, int, int] = module.watch_games(
        batch, start.record, first, words, out, weight, conserved.LONGEST_GAME
    )
    return said


def jobs(starts: list[Opening], games: int) -> list[tuple[Opening, int, int]]:
    """Share the games out between the kinds, a chunk at a time."""
    size = min(CHUNK, -(-games // len(starts)))
    return [(starts[i % len(starts)], first, min(size, games - first)) for i, first in enumerate(range(0, games, size))]


def conserved_in(name: str) -> ModuleType:
    """What every position of a game keeps."""
    return module_beside(name, "conserved") or any_conserved


def games_soaked(name: str) -> int:
    """How many games, if not said otherwise: fewer where random players take thousands of plies for one."""
    return int(getattr(conserved_in(name), "GAMES_SOAKED", any_conserved.GAMES_SOAKED))


def soak(name: str, games: int) -> bool:
    """Watch so many games; say what was found."""
    game = GAMES[name]
    conserved = conserved_in(name)
    module = compiled(watch, game=game.compiled, conserved=compiled(conserved))
    starts = kinds(game)
    watch_chunk(module, conserved, starts[0], 0, 1)
    todo, total = jobs(starts, games), 0
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console) as bar, ThreadPoolExecutor(os.cpu_count()) as pool:
        task = bar.add_task(name, total=games)
        found = pool.map(lambda job: watch_chunk(module, conserved, *job), todo)
        for (_, _, n), (plies, fault, number, at) in zip(todo, found, strict=True):
            if fault:
                pool.shutdown(cancel_futures=True)
                what = SAYS.get(fault, f"{conserved.PREFIX}-{fault} is broken")
                console.print(f"{name}, game {number}, ply {at}: {what}", style="bold red")
                return False
            total += plies
            bar.advance(task, n)
    console.print(f"{name}: {games:,} games of {len(starts)} kinds, {total:,} plies, no fault")
    return True


def laws(names: list[str], games: int | None) -> bool:
    """Let random games run under the laws."""
    found = [secrets(name, min(games or STATES, STATES), kinds(GAMES[name]), console) for name in names]
    found += [soak(name, games or games_soaked(name)) for name in names]
    return all(found)


def attacks(parts: list[str], names: list[str], steps: int, seconds: float | None) -> bool:
    """Attack a server in these ways; the model has half of the time, the others share the rest."""
    siege, others = Siege(console), [part for part in parts if part != "model"]
    half = (seconds or 0) * (1 if others == parts else 0.5)
    try:
        for name in names if "model" in parts else ():
            siege.model(name, steps, half / len(names) * (1 if others else 2) or float("inf"))
        for part in others:
            getattr(siege, part)(half / len(others) or MINUTES)
    finally:
        console.print(siege.table())
    return not any(held.faults for held in siege.held)


def main() -> int:
    """Run the soak; 1 if something is broken."""
    asked = argparse.ArgumentParser(prog="make soak", description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--games", type=int, help="games of each game (default: a million, 20,000 where they are long)")
    asked.add_argument("--steps", type=int, default=STEPS, help=f"steps of the model a game (default: {STEPS:,})")
    asked.add_argument("--seconds", type=float, help="for all attacks together; laws and kills only if named")
    words = [*PARTS, *GAMES]
    asked.add_argument("words", nargs="*", metavar="PART|GAME", help=f"which of {', '.join(words)} (default: all)")
    given = asked.parse_args()
    for word in given.words:
        if word not in words:
            asked.error(f"there is no part or game {word!r}; there are {', '.join(words)}")
    if min(given.games or 1, given.steps, given.seconds or 1) < 1:
        asked.error("--games, --steps and --seconds must be 1 or more")
    names = [name for name in GAMES if name in given.words] or [*GAMES]
    parts = [part for part in PARTS if part in given.words] or [*(PARTS if given.seconds is None else ATTACKS)]
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))  # whoever ends it leaves nothing, too
    try:
        held = laws(names, given.games) if "laws" in parts else True
        if wanted := [part for part in parts if part in ATTACKS]:
            held &= attacks(wanted, names, given.steps, given.seconds)
        if "kills" in parts:
            held &= kills.run() == 0
        return 0 if held else 1
    except KeyboardInterrupt:
        console.print("stopped before the end; nothing is left behind")
        return 130


if __name__ == "__main__":
    sys.exit(main())
