"""Many games at once: one record array, compiled play, every core (compiled rules free the GIL, so threads do)."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

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
    module = compiled(play, game=game.compiled)
    words, out, weight = (
        np.zeros(2, np.int64),
        np.zeros(game.max_actions, np.int64),
        np.zeros(game.max_actions, np.int64),
    )
    batch, plies, moves = np.zeros(n, game.fields.dtype), np.zeros(n, np.int64), np.zeros(n, np.int64)
    used = np.zeros(game.actions.size, np.int64)
    module.random_games(batch, start.record, first, words, out, weight, most, plies, moves, used)
    returns = np.zeros((n, start.seats))
    module.scores(batch, np.zeros(start.seats), returns)
    return Chunk(first, batch, plies, moves, returns, used)


def chunks(start: Opening, n: int, seed: int = 0, workers: int | None = None, size: int = CHUNK) -> Iterator[Chunk]:
    """Play n random games on every core; chunks come in order. The games depend on seed and n alone."""
    play_chunk(start, seed << 32, 1)  # compile once, before the workers race to do it
    jobs = (((seed << 32) + first, min(size, n - first)) for first in range(0, n, size))
    workers = workers or os.cpu_count() or 1
    yield from in_threads(lambda job: play_chunk(start, *job), jobs, workers, 2 * workers)


Job = TypeVar("Job")
Result = TypeVar("Result")


def in_threads(work: Callable[[Job], Result], jobs: Iterable[Job], workers: int, ahead: int) -> Iterator[Result]:
    """Keep threads busy; results come in order, and no more than `ahead` are under way or waiting to be fetched."""
    with ThreadPoolExecutor(workers) as pool:
        running: deque[Future[Result]] = deque()
        try:
            for job in jobs:
                running.append(pool.submit(work, job))
                if len(running) == ahead:
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
        finally:
            for future in running:
                future.cancel()


class Lengths:
    """How long games are: how many have each length, so that a million games take no more room than a thousand.

    >>> lengths = Lengths()
    >>> lengths.add(np.array([5, 7, 7]))
    >>> lengths.mean, lengths.most, lengths.quantiles(0, 0.25, 1)
    (6.333333333333333, 7, [5.0, 6.0, 7.0])
    """

    def __init__(self) -> None:
        self.counts = np.zeros(1, np.int64)

    def add(self, moves: Any) -> None:
        """Count some games."""
        more = np.bincount(moves, minlength=len(self.counts))
        more[: len(self.counts)] += self.counts
        self.counts = more

    @property
    def mean(self) -> float:
        """The mean, exactly."""
        return int(self.counts @ np.arange(len(self.counts))) / int(self.counts.sum())

    @property
    def most(self) -> int:
        """The longest."""
        return int(self.counts.nonzero()[0][-1])

    def quantiles(self, *parts: float) -> list[float]:
        """What these parts of all games stay below, as NumPy reckons it."""
        ends = np.cumsum(self.counts)
        places = np.array(parts) * (ends[-1] - 1)
        low, high = (np.searchsorted(ends, side(places), side="right") for side in (np.floor, np.ceil))
        return [float(x) for x in low + (high - low) * (places % 1)]


class Counters:
    """What random or other games add up to: wins and places by seat, lengths."""

    def __init__(self, seats: int) -> None:
        self.games = self.draws = 0
        self.first = np.zeros((seats, seats), np.int64)  # by how many share the place: whole, so that order is nothing
        self.lengths = Lengths()

    def add(self, chunk: Chunk) -> None:
        """Count a chunk in; a first place that is shared is a draw, and each has a part of it."""
        best = chunk.returns == chunk.returns.max(axis=1, keepdims=True)
        if len(self.first) == 1:
            best = chunk.returns > 0  # alone one wins or does not
        sharing = best.sum(axis=1)
        self.draws += int((sharing > 1).sum())
        for i in range(len(self.first)):
            self.first[i] += best[sharing == i + 1].sum(axis=0)
        self.games += len(chunk.plies)
        self.lengths.add(chunk.moves)

    @property
    def wins(self) -> Any:
        """Wins by seat; a shared one in parts."""
        return sum(seats / i for i, seats in enumerate(self.first, 1))

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
