"""An experiment: parts that are played batch by batch, here or on a cluster, and added up.

A balance report, a comparison and a sweep are experiments; `store` keeps one in a folder and resumes it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from typing import Any, NamedTuple

from escapade.lab.pool import Where, results
from escapade.lab.stats import holm


class Part(NamedTuple):
    """One thing to be played: a job for all of its games, and the function that plays a batch of them."""

    name: str
    seats: int
    job: Any
    work: Callable[[Any], Any]
    batch: int  # numbers of dice in a batch
    weight: int = 1  # games that are played for each number

    def jobs(self) -> Iterator[Any]:
        """Cut the job into batches."""
        for first in range(0, self.job.n, self.batch):
            yield self.job._replace(first=first, n=min(self.batch, self.job.n - first))

    @property
    def games(self) -> int:
        """How many games are played for it."""
        return int(self.job.n * self.weight)


class Batch(NamedTuple):
    """A batch of a part, which is named by its place."""

    part: int
    work: Callable[[Any], Any]
    job: Any


class BatchResult(NamedTuple):
    """The result of a batch: a sum that can be added to others, and rows, one a game, if they were asked for."""

    part: int
    n: int
    sum: Any
    rows: dict[str, Any]


def batches(parts: Sequence[Part]) -> Iterator[Batch]:
    """List all batches of all parts, in order."""
    return (Batch(i, part.work, job) for i, part in enumerate(parts) for job in part.jobs())


def play_batch(batch: Batch) -> BatchResult:
    """Play a batch, in whichever process."""
    found = batch.work(batch.job)
    total, rows = found if isinstance(found, tuple) and hasattr(found, "rows") else (found, {})
    return BatchResult(batch.part, batch.job.n, total, rows)


def accumulate(totals: dict[int, Any], result: BatchResult) -> None:
    """Add the result of a batch to the total of its part."""
    part, found = result.part, result.sum
    totals[part] = totals[part] + found if part in totals else found


class Experiment:
    """Parts, and the totals so far."""

    def __init__(self, parts: list[Part]) -> None:
        self.parts, self.totals = parts, dict[int, Any]()

    def play(self, where: Where) -> Generator[BatchResult]:
        """Play every batch; after an interruption the totals hold what was played."""
        with closing(results(play_batch, batches(self.parts), where)) as played:
            for result in played:
                accumulate(self.totals, result)
                yield result

    @property
    def complete(self) -> bool:
        """Whether everything has been played."""
        return all(i in self.totals and self.totals[i].n == part.job.n for i, part in enumerate(self.parts))


def correct_family(tests: Sequence[dict[str, Any]]) -> None:
    """Mark the tests of a family that are significant after Holm's correction."""
    for test, significant in zip(tests, holm([test["p_value"] for test in tests]), strict=True):
        test["significant"] = significant
