"""How fast our games are: a round of each way to play them, and the parts of a move."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Hashable, Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar

import numpy as np

from bench import parts, yardstick
from escapade.kernel import play
from escapade.kernel.batch import ENDLESS, Opening, chunks, play_chunk
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game
from escapade.kernel.names import BadInput
from escapade.kernel.rng import seed

Runner = Callable[[], tuple[float, float]]  # plays a round; returns decisions and seconds
Name = TypeVar("Name", bound=Hashable)

PLAIN_GAMES = 12
GAMES_A_ROUND = 1000
LONG_GAMES = {"stalag17": 100, "jailbreakers": 100}  # games a round where a random game is long
SET_UP = {"stratego": 49}  # plies before the clock starts
SEATS = 2
A_TURN = 0.15  # seconds in which a runner plays bursts, as many as fit in
ABREAST, STEPS = 2048, 10  # games of a vector environment, and steps of a burst
ON_THE_WAY = 300  # steps until games are anywhere
SEEN = 20  # times that all games are looked at, to tell how long that takes
STRETCHES = 16  # into which the games of a round are cut, to be shared by threads


class Clock(Generic[Name]):
    """Rates of several runners, measured in turns so that all of them meet the same machine; the best burst counts.

    Neighbours of a rented machine slow it down for fractions of a second: short bursts slip through between.
    """

    def __init__(self, runners: Mapping[Name, Runner], rounds: int) -> None:
        self.rate = dict.fromkeys(runners, 0.0)
        for _ in range(rounds):
            for name, run in runners.items():
                until = time.perf_counter() + A_TURN
                while True:
                    moves, seconds = run()
                    self.rate[name] = max(self.rate[name], moves / seconds)
                    if time.perf_counter() > until:
                        break


def bare() -> Runner:
    """The yardstick, compiled."""
    code = yardstick.unchecked()
    batch = np.zeros(GAMES_A_ROUND, yardstick.FIELDS.dtype)
    words, out = np.zeros(2, np.int64), np.zeros(yardstick.MAX_ACTIONS, np.int32)

    def run() -> tuple[float, float]:
        code["set_up_all"](batch, 0)
        began = time.thread_time()
        moves = code["play_all"](batch, 0, words, out)
        return moves, time.thread_time() - began

    run()
    return run


def ours(start: Opening) -> Runner:
    """Random play of a game, compiled, on one thread."""
    module = compiled(play, game=start.game.compiled)
    words, out, weight = (np.zeros(n, np.int64) for n in (2, start.game.max_actions, start.game.max_actions))
    many = LONG_GAMES.get(start.game.name, GAMES_A_ROUND)
    moves, used = np.zeros(many, np.int64), np.zeros(start.game.actions.size, np.int64)
    ready = play_chunk(start, 0, many, SET_UP.get(start.game.name, 0)).batch

    def run() -> tuple[float, float]:
        batch = ready.copy()
        began = time.thread_time()
        module.play_on(batch, 0, words, out, weight, ENDLESS, moves, used)
        return float(moves.sum()), time.thread_time() - began

    run()
    return run


def plain_bare() -> tuple[float, float]:
    """The yardstick as plain Python."""
    words, out, seconds, moves = [0, 0], [0] * yardstick.MAX_ACTIONS, 0.0, 0
    for number in range(PLAIN_GAMES):
        state = yardstick.FIELDS.State()
        yardstick.setup(state, number)
        began = time.thread_time()
        moves += yardstick.play_all([state], number, words, out)
        seconds += time.thread_time() - began
    return moves, seconds


def plain_ours(game: Game) -> tuple[float, float]:
    """Random play of a game as plain Python."""
    before = SET_UP.get(game.name, 0)
    play.game = game.rules
    words, out, weight, seconds, moves = [0, 0], [0] * game.max_actions, [0] * game.max_actions, 0.0, 0
    used = [0] * game.actions.size
    for number in range(PLAIN_GAMES // (3 if game.name in LONG_GAMES else 1)):
        state = game.start(SEATS, game.check_options({}, SEATS), game.pieces())
        seed(words, number)
        play.random_game(state, words, out, weight, before, used)
        began = time.thread_time()
        moves += play.random_game(state, words, out, weight, ENDLESS, used)[1]
        seconds += time.thread_time() - began
    return moves, seconds


def on_workers(start: Opening, workers: int) -> Runner:
    """Whole games on so many threads, set-up included, by the clock on the wall."""
    many = 4 * LONG_GAMES.get(start.game.name, GAMES_A_ROUND)

    def run() -> tuple[float, float]:
        began = time.perf_counter()
        moves = sum(int(chunk.moves.sum()) for chunk in chunks(start, many, 0, workers, many // STRETCHES))
        return moves, time.perf_counter() - began

    return run


def environment(start: Opening, threads: int) -> Any:
    """A vector environment, if Gymnasium is there."""
    try:
        env_of = import_module("escapade.adapters.vector").VectorEnv
    except (ImportError, BadInput):
        return None
    return env_of(start.game, ABREAST, start.seats, threads=threads)


def with_observations(start: Opening, threads: int) -> Runner | None:
    """Random steps of the vector environment, what the seat at the turn sees included."""
    env = environment(start, threads)
    if env is None:
        return None
    env.reset(seed=1)
    for _ in range(ON_THE_WAY):
        env.step(env.sample())
    clock = time.thread_time if threads == 1 else time.perf_counter

    def run() -> tuple[float, float]:
        began = clock()
        for _ in range(STEPS):
            env.step(env.sample())
        return ABREAST * STEPS, clock() - began

    return run


def seeing(start: Opening) -> float | None:
    """Nanoseconds it takes to write what a seat sees of a game, in games that are anywhere."""
    env = environment(start, 1)
    if env is None:
        return None
    env.reset(seed=1)
    for _ in range(ON_THE_WAY):
        env.step(env.sample())
    spent = []
    for k in range(SEEN):
        began = time.thread_time()
        env.observe(k % start.seats)
        spent.append(time.thread_time() - began)
    return min(spent) / ABREAST * 1e9


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


def costs(start: Opening) -> dict[str, float]:
    """Nanoseconds a call of `legal` and of `apply` takes, on positions from the middle of random games."""
    module = compiled(parts, game=start.game.compiled)
    batch = play_chunk(start, 0, 400, SET_UP.get(start.game.name, 20) + 150).batch
    batch = batch[batch["turn"] >= 0]
    out = np.zeros(start.game.max_actions, np.int64)
    room = np.zeros(1, batch.dtype)
    best: dict[str, float] = {}
    for _ in range(5):
        for name, call in (("legal", module.time_legal), ("apply", module.time_apply), ("copy", module.time_copy)):
            call(batch[:2], room, out, 1)
            began = time.thread_time()
            calls = call(batch, room, out, 100)
            spent = (time.thread_time() - began) / calls * 1e9
            best[name] = min(best.get(name, spent), spent)
    best["apply"] -= best.pop("copy")  # applying needs a fresh copy each time
    return best


def codes_a_move(start: Opening) -> float:
    """How many codes `legal` and `odds` write for each decision of random play, chance included."""
    module = compiled(parts, game=start.game.compiled)
    batch = play_chunk(start, 0, 50, SET_UP.get(start.game.name, 0)).batch
    codes, moves = module.count_codes(
        batch, *(np.zeros(n, np.int64) for n in (2, start.game.max_actions, start.game.max_actions))
    )
    return float(codes / moves)
