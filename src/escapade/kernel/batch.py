"""Many games at once: one record array, compiled play, every core (compiled rules free the GIL, so threads do)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, NamedTuple

import numpy as np

from escapade.kernel import play
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game

CHUNK = 1000  # games a worker plays before it says so
ENDLESS = 1 << 40


class Opening(NamedTuple):
    """Where every game of a batch starts: all chance is explicit, so this is one state for given options."""

    game: Game
    seats: int
    record: Any


class Chunk(NamedTuple):
    """Some games played: the first one's seed, the final records, and per game its plies, decisions and returns.

    `used` says how often each action, by its code, was decided on in all of them.
    """

    first: int
    batch: Any
    plies: Any
    moves: Any
    returns: Any
    used: Any


def opening(
    game: Game, seats: int | None = None, options: Mapping[str, Any] | None = None, pieces: Any = None
) -> Opening:
    """Check seats and options and set a game up for a batch."""
    seats = game.check_seats(seats)
    state = game.start(seats, game.check_options(options or {}, seats), pieces or game.pieces())
    return Opening(game, seats, game.fields.record(state))


def play_chunk(start: Opening, first: int, n: int, most: int = ENDLESS) -> Chunk:
    """Play games number first to first + n - 1 at random, each with dice of its own."""
    game = start.game
    twin = compiled(play, game=game.compiled)
    words, out, weight = np.zeros(2, np.int64), np.zeros(game.most, np.int64), np.zeros(game.most, np.int64)
    batch, plies, moves = np.zeros(n, game.fields.dtype), np.zeros(n, np.int64), np.zeros(n, np.int64)
    used = np.zeros(game.actions.size, np.int64)
    twin.random_games(batch, start.record, first, words, out, weight, most, plies, moves, used)
    returns = np.zeros((n, start.seats))
    twin.scores(batch, np.zeros(start.seats), returns)
    return Chunk(first, batch, plies, moves, returns, used)


def chunks(start: Opening, n: int, seed: int = 0, workers: int | None = None, size: int = CHUNK) -> Iterator[Chunk]:
    """Play n random games on every core; chunks come as they are done. The games depend on seed and n alone."""
    play_chunk(start, seed << 32, 1)  # compile once, before the workers race to do it
    todo = iter(range(0, n, size))
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        running: set[Future[Chunk]] = set()

        def feed() -> None:
            first = next(todo, None)
            if first is not None:
                running.add(pool.submit(play_chunk, start, (seed << 32) + first, min(size, n - first)))

        for _ in range(2 * (workers or os.cpu_count() or 1)):
            feed()
        try:
            while running:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    running.discard(future)
                    feed()
                    yield future.result()
        finally:
            for future in running:
                future.cancel()


class Tally:
    """What random or other games add up to: wins and places by seat, lengths."""

    def __init__(self, seats: int) -> None:
        self.games = self.draws = 0
        self.wins = np.zeros(seats)
        self.lengths: list[Any] = []

    def add(self, chunk: Chunk) -> None:
        """Count a chunk in; a first place that is shared is a draw, and each has a part of it."""
        best = chunk.returns == chunk.returns.max(axis=1, keepdims=True)
        if len(self.wins) == 1:
            best = chunk.returns > 0  # alone one wins or does not
        self.draws += int((best.sum(axis=1) > 1).sum())
        self.wins += (best / np.maximum(1, best.sum(axis=1, keepdims=True))).sum(axis=0)
        self.games += len(chunk.plies)
        self.lengths.append(chunk.moves)

    def win_rates(self) -> list[tuple[float, float, float]]:
        """Per seat: share of wins, and its 95 % interval."""
        return [(float(w) / self.games, *wilson(float(w), self.games)) for w in self.wins]


def wilson(wins: float, n: int, z: float = 1.959964) -> tuple[float, float]:
    """Return the 95 % interval of a share, sound also near 0 and 1.

    >>> [round(x, 3) for x in wilson(5, 10)]
    [0.237, 0.763]
    """
    if n == 0:
        return 0.0, 1.0
    share, square = wins / n, z * z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = z * ((share * (1 - share) + square / (4 * n)) / n) ** 0.5 / (1 + square / n)
    return max(0.0, middle - half), min(1.0, middle + half)
