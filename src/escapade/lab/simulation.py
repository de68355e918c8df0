"""Random games by the million: played in chunks, compiled, on every core or in a cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

from escapade.games import GAMES
from escapade.kernel.batch import CHUNK, Chunk, Opening, play_chunk
from escapade.lab.pool import Where, results

SHARES = 16  # chunks, at least: so that few games are shared out too, and a bar moves


class Stretch(NamedTuple):
    """Some games to be played: plain data, so that it can be sent anywhere."""

    game: str
    seats: int
    start: Any
    first: int
    n: int


def random_chunks(start: Opening, n: int, seed: int, where: Where, done: int = 0) -> Generator[Chunk]:
    """Play n random games, but for those that are done; chunks come in order."""
    return results(play_stretch, stretches(start, n, seed, done), where, threads=True)


def stretches(start: Opening, n: int, seed: int, done: int = 0) -> Iterator[Stretch]:
    """Cut games into chunks, whoever will play them."""
    size = max(1, min(CHUNK, n // SHARES))
    for first in range(done, n, size):
        yield Stretch(start.game.name, start.seats, start.record, (seed << 32) + first, min(size, n - first))


def play_stretch(job: Stretch) -> Chunk:
    """Play some games; nobody here asks for their final positions, and a cluster would have to send them."""
    chunk = play_chunk(Opening(GAMES[job.game], job.seats, job.start), job.first, job.n)
    return chunk._replace(batch=chunk.batch[:0])
