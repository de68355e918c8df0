"""How fast is it? One run, ratios first: `make bench`.

Counting: decisions of seats only; chance outcomes are played but not counted; Stratego's set-up is played before the
clock starts. What is compared is measured in turns, round by round, and the best round of each counts.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numba
import numpy as np
from rich.console import Console
from rich.table import Table

from bench import parts, yardstick
from escapade.games import GAMES
from escapade.kernel import play
from escapade.kernel.batch import ENDLESS, Opening, chunks, opening, play_chunk
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game
from escapade.kernel.rng import seed

ROUNDS, PLAIN_GAMES = 7, 12
GAMES_A_ROUND = 1000
LONG_GAMES = {"stalag17": 100, "jailbreakers": 100}  # games a round where a random game is long
FLOORS = {"stratego": 0.8, "cartagena": 2 / 3}  # of the yardstick's rate
SET_UP = {"stratego": 49}  # plies before the clock starts
console = Console()


class Clock:
    """Rates of several runners, measured in turns so that all of them meet the same machine."""

    def __init__(self, runners: dict[str, Callable[[], tuple[float, float]]], rounds: int = ROUNDS) -> None:
        self.rate = dict.fromkeys(runners, 0.0)
        for _ in range(rounds):
            for name, run in runners.items():
                moves, seconds = run()
                self.rate[name] = max(self.rate[name], moves / seconds)


def bare() -> Callable[[], tuple[float, float]]:
    """The yardstick, compiled."""
    code = yardstick.unchecked()
    batch = np.zeros(GAMES_A_ROUND, yardstick.FIELDS.dtype)
    words, out = np.zeros(2, np.int64), np.zeros(yardstick.MOST, np.int32)

    def run() -> tuple[float, float]:
        code["set_up_all"](batch, 0)
        began = time.thread_time()
        moves = code["play_all"](batch, 0, words, out)
        return moves, time.thread_time() - began

    run()
    return run


def ours(start: Opening, before: int) -> Callable[[], tuple[float, float]]:
    """Random play of a game, compiled, on one thread; `before` plies are played before the clock starts."""
    twin = compiled(play, game=start.game.compiled)
    words, out, weight = (np.zeros(n, np.int64) for n in (2, start.game.most, start.game.most))
    many = LONG_GAMES.get(start.game.name, GAMES_A_ROUND)
    moves, used = np.zeros(many, np.int64), np.zeros(start.game.actions.size, np.int64)
    ready = play_chunk(start, 0, many, before).batch

    def run() -> tuple[float, float]:
        batch = ready.copy()
        began = time.thread_time()
        twin.play_on(batch, 0, words, out, weight, ENDLESS, moves, used)
        return float(moves.sum()), time.thread_time() - began

    run()
    return run


def plain_bare() -> tuple[float, float]:
    """The yardstick as plain Python."""
    words, out, seconds, moves = [0, 0], [0] * yardstick.MOST, 0.0, 0
    for number in range(PLAIN_GAMES):
        state = yardstick.FIELDS.State()
        yardstick.setup(state, number)
        began = time.thread_time()
        moves += yardstick.play_all([state], number, words, out)
        seconds += time.thread_time() - began
    return moves, seconds


def plain_ours(game: Game, before: int) -> tuple[float, float]:
    """Random play of a game as plain Python."""
    play.game = game.rules
    words, out, weight, seconds, moves = [0, 0], [0] * game.most, [0] * game.most, 0.0, 0
    seats, used = game.seats.start, [0] * game.actions.size
    for number in range(PLAIN_GAMES):
        state = game.start(seats, game.check_options({}, seats), game.pieces())
        seed(words, number)
        play.random_game(state, words, out, weight, before, used)
        began = time.thread_time()
        moves += play.random_game(state, words, out, weight, ENDLESS, used)[1]
        seconds += time.thread_time() - began
    return moves, seconds


def on_workers(start: Opening, workers: int) -> Callable[[], tuple[float, float]]:
    """The same games on so many threads, by the clock on the wall."""

    def run() -> tuple[float, float]:
        began = time.perf_counter()
        moves = sum(int(chunk.moves.sum()) for chunk in chunks(start, 8 * GAMES_A_ROUND, 0, workers))
        return moves, time.perf_counter() - began

    return run


def starts(game: str) -> tuple[float, float]:
    """Seconds until the first compiled game is played: with an empty cache, and with a full one."""
    code = (
        "from escapade.games import GAMES\n"
        "from escapade.kernel.batch import opening, play_chunk\n"
        f"play_chunk(opening(GAMES[{game!r}]), 0, 1)"
    )
    with tempfile.TemporaryDirectory() as cache:
        took = []
        for _ in range(2):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "ESCAPADE_CACHE": cache})
            took.append(time.perf_counter() - began)
    return took[0], took[1]


def costs(start: Opening, before: int) -> dict[str, float]:
    """Nanoseconds a call of `legal` and of `apply` takes, on positions from the middle of random games."""
    twin = compiled(parts, game=start.game.compiled)
    batch = play_chunk(start, 0, 400, before + 150).batch
    batch = batch[batch["turn"] >= 0]
    out = np.zeros(start.game.most, np.int64)
    room = np.zeros(1, batch.dtype)
    best: dict[str, float] = {}
    for _ in range(5):
        for name, call in (("legal", twin.time_legal), ("apply", twin.time_apply), ("copy", twin.time_copy)):
            call(batch[:2], room, out, 1)
            began = time.thread_time()
            calls = call(batch, room, out, 100)
            spent = (time.thread_time() - began) / calls * 1e9
            best[name] = min(best.get(name, spent), spent)
    best["apply"] -= best.pop("copy")  # applying needs a fresh copy each time
    return best


def row(table: Table, what: str, value: str, ratio: float | None = None, floor: float | None = None) -> bool:
    """Add a line; a ratio under its floor is a failure."""
    fine = ratio is None or floor is None or ratio >= floor
    said = "" if ratio is None else f"{ratio:.2f} ×"
    table.add_row(
        what,
        value,
        said,
        "" if floor is None else f"≥ {floor:.2f}",
        "" if floor is None else "ok" if fine else "MISSED",
    )
    return fine


def main() -> int:
    """Measure and print; 1 if a floor is missed."""
    console.print(
        f"Python {platform.python_version()}, numba {numba.__version__}, numpy {np.__version__}, "
        f"{os.cpu_count()} cores, {platform.machine()}. Moves are decisions; set-up is not counted."
    )
    openings = {name: opening(game, 2) for name, game in GAMES.items()}
    cartagena, stratego = openings["cartagena"], openings["stratego"]
    table = Table("what", "figure", "ratio", "floor", "", title="Speed, one run")
    with console.status("compiled, one thread"):
        runners = {name: ours(start, SET_UP.get(name, 0)) for name, start in openings.items()}
        one = Clock({"bare": bare(), **runners}).rate
    fine = row(table, "yardstick: bare Stratego, compiled, one thread", f"{one['bare'] / 1e6:.2f} M moves/s")
    for name, rate in one.items():
        if name != "bare":
            what = f"{name}, compiled, one thread / yardstick"
            fine &= row(table, what, f"{rate / 1e6:.2f} M moves/s", rate / one["bare"], FLOORS.get(name))
    fine &= generated(table, one, openings)
    for start in (stratego, cartagena):
        with console.status(f"{start.game.name}, every core"):
            both = Clock({"1": on_workers(start, 1), "2": on_workers(start, 2)}, 5).rate
        fine &= row(
            table,
            f"{start.game.name}, two threads / one",
            f"{both['2'] / 1e6:.2f} M moves/s",
            both["2"] / both["1"],
            1.7,
        )
    fine &= plain_rows(table)
    for name in GAMES:
        with console.status(f"{name}, starting"):
            cold, warm = starts(name)
        row(table, f"{name}, first compiled game, cold", f"{cold:.1f} s")
        row(table, f"{name}, first compiled game, warm", f"{warm:.2f} s", cold / warm)
    console.print(table)
    limits(one, {name: (start, SET_UP.get(name, 20)) for name, start in openings.items()})
    return 0 if fine else 1


def generated(table: Table, rate: dict[str, float], openings: dict[str, Opening]) -> bool:
    """Actions and outcomes written by `legal` and `odds` a second: fair between games of few and of many choices.

    Counted: all codes that both functions write during random play, chance included, for each decision, times decisions
    a second.
    """
    made = {}
    for name, start in openings.items():
        twin = compiled(parts, game=start.game.compiled)
        batch = play_chunk(start, 0, 50, SET_UP.get(name, 0)).batch
        buffers = [np.zeros(n, np.int64) for n in (2, start.game.most, start.game.most)]
        codes, moves = twin.count_codes(batch, *buffers)
        made[name] = codes / moves * rate[name]
    fine = True
    for name, codes in made.items():
        ratio = codes / made["stratego"]
        fine &= row(table, f"{name}, actions and outcomes generated / stratego", f"{codes / 1e6:.0f} M/s", ratio, 0.5)
    return fine


def plain_rows(table: Table) -> bool:
    """Plain Python beside the plain yardstick."""
    with console.status("plain Python"):
        runners: dict[str, Callable[[], tuple[float, float]]] = {
            "bare": plain_bare,
            "stratego": lambda: plain_ours(GAMES["stratego"], 49),
            "cartagena": lambda: plain_ours(GAMES["cartagena"], 0),
        }
        plain = Clock(runners, 3).rate
    row(table, "yardstick, plain Python", f"{plain['bare'] / 1e3:.0f} k moves/s")
    fine = row(
        table,
        "stratego, plain / yardstick plain",
        f"{plain['stratego'] / 1e3:.0f} k moves/s",
        plain["stratego"] / plain["bare"],
        0.6,
    )
    row(
        table,
        "cartagena, plain / yardstick plain",
        f"{plain['cartagena'] / 1e3:.0f} k moves/s",
        plain["cartagena"] / plain["bare"],
    )
    return fine


def limits(rate: dict[str, float], positions: dict[str, tuple[Opening, int]]) -> None:
    """Say where the time of a move goes, and which part is the limit."""
    table = Table("game", "a move", "legal", "apply", "the rest", "the limit", title="Where the time goes, ns")
    for name, (start, before) in positions.items():
        whole, cost = 1e9 / rate[name], costs(start, before)
        cost["the rest"] = whole - sum(cost.values())  # chance, dice, counting, and branches no loop can foresee
        most = max(cost, key=lambda part: cost[part])
        table.add_row(name, f"{whole:.0f}", *(f"{spent:.0f}" for spent in cost.values()), most)
    console.print(table)
    console.print(
        "Parts are measured alone, in tight loops. The rest is what random play adds: chance outcomes and their odds, "
        "dice, counting, and above all branches that cannot be predicted when every position is another. A game whose "
        "positions offer few actions (Jailbreakers: about four codes a decision, Stratego: seventeen) pays for dice "
        "and branches with every few codes, and so makes fewer of them a second though its moves are the quickest."
    )


if __name__ == "__main__":
    sys.exit(main())
