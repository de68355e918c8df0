"""Random games by the million: played in chunks of compiled code, on every core or on a cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

from escapade.games import GAMES
from escapade.kernel.batch import CHUNK, Chunk, Opening, play_chunk
from escapade.lab.pool import Where, results

SHARES = 16  # chunks, at least: so that few games are shared out too, and a bar moves


class Stretch(NamedTuple):
    """A range of games to be played."""

    game: str
    seats: int
    start: Any
    first: int
    n: int


def random_chunks(start: Opening, n: int, seed: int, where: Where, done: int = 0) -> Generator[Chunk]:
    """Play n random games, less those that are done; chunks come in order."""
    return results(play_stretch, stretches(start, n, seed, done), where, threads=True)


def stretches(start: Opening, n: int, seed: int, done: int = 0) -> Iterator[Stretch]:
    """Cut games into ranges."""
    size = max(1, min(CHUNK, n // SHARES))
    for first in range(done, n, size):
        yield Stretch(start.game.name, start.seats, start.record, (seed << 32) + first, min(size, n - first))


def play_stretch(job: Stretch) -> Chunk:
    """Play a range of games; final positions are dropped, since nobody asks for them."""
    chunk = play_chunk(Opening(GAMES[job.game], job.seats, job.start), job.first, job.n)
    return chunk._replace(batch=chunk.batch[:0])
