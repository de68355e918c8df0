"""Ratings, as they are kept: which matches count, whom people met in them, and what came of it.

A match has one row in `rated` from its start on, whose `state` says whether it counts; what follows from the result is
written together with the change of this state, so that it is done once, in whatever process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from math import isfinite
from typing import NamedTuple

from escapade.server.store.driver import Driver, Statement

COUNTS = "counts"  # it will change ratings when it is over
DONE = "done"  # it has
PAIRS = "pairs"  # two of its people had met too often in a day when it began
UNFIT = "unfit"  # not everyone had an account and a seat of their own, or nobody had a clock
UNDONE = "undone"  # the host of the server has changed what was played
RATING = "person, game, mu, sigma, games, opponents"
OPPONENTS = (
    "UPDATE ratings SET opponents = (SELECT count(DISTINCT e.other) FROM encounters e JOIN rated r "
    "ON r.match = e.match WHERE e.person = ratings.person AND e.game = ratings.game AND r.state = 'done') "
    "WHERE person = ? AND game = ?"
)

UNSETTLED = "SELECT r.match FROM rated r JOIN tables t ON t.id = r.match WHERE r.state = 'counts' AND t.fault = ''"


class RatingRow(NamedTuple):
    """How well someone plays a game: the mean and deviation of the model; of how many matches, against how many."""

    person: str
    game: str
    mu: float
    sigma: float
    games: int
    opponents: int = 0


class Mark(NamedTuple):
    """Whether a match counts, and the new ratings and their changes as JSON, if it has counted."""

    state: str
    changes: str


def marks(values: Sequence[object]) -> str:
    """So many question marks."""
    return ", ".join("?" * len(values))


class Rated:
    """What is asked of the database about ratings."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    async def ratings(self, game: str, people: Sequence[str]) -> dict[str, RatingRow]:
        """The ratings of some people in a game; who has none is missing."""
        sql = f"SELECT {RATING} FROM ratings WHERE game = ? AND person IN ({marks(people)})"  # noqa: S608
        found = await self.driver.ask(sql, game, *people) if people else []
        return {row[0]: RatingRow(*row) for row in found if readable(row)}

    async def best(self, game: str, provisional: int, limit: int = 100) -> list[tuple[str, RatingRow]]:
        """The best of a game, by what is sure of their rating: names and ratings; below them, the provisional ones."""
        columns = ", ".join(f"r.{name}" for name in RatingRow._fields)
        sql = (
            f"SELECT p.name, {columns} FROM ratings r JOIN people p ON p.id = r.person WHERE r.game = ? "  # noqa: S608
            "ORDER BY r.opponents >= ? DESC, r.mu - 2 * r.sigma DESC, r.person LIMIT ?"
        )
        found = await self.driver.ask(sql, game, provisional, limit)
        return [(row[0], RatingRow(*row[1:])) for row in found if readable(row[1:])]

    async def accounts(self, people: Sequence[str]) -> set[str]:
        """Those of these people who have an account."""
        sql = f"SELECT id FROM people WHERE login IS NOT NULL AND id IN ({marks(people)})"  # noqa: S608
        return {row[0] for row in await self.driver.ask(sql, *people)} if people else set()

    async def mark(self, match: int) -> Mark | None:
        """Whether a match counts; None before that is decided."""
        return (await self.marked([match])).get(match)

    async def marked(self, matches: Sequence[int]) -> dict[int, Mark]:
        """Whether each of several matches counts, where that is decided."""
        sql = f"SELECT match, state, changes FROM rated WHERE match IN ({marks(matches)})"  # noqa: S608
        return {row[0]: Mark(*row[1:]) for row in await self.driver.ask(sql, *matches)}

    async def begin(self, match: int, game: str, people: Sequence[str], at: int, since: int, most: int) -> None:
        """Decide, as a match begins, whether it counts: not if two of its people met `most` times since then.

        It is decided at the start, so that nobody can choose which of many matches count by the order in which they
        end. The rows of the people are locked first, in one order: matches that begin at the same time are counted
        one after the other.
        """
        locks: list[Statement] = [
            ("UPDATE people SET name = name WHERE id = ? RETURNING id", (person,)) for person in sorted(people)
        ]
        pairs = [*permutations(sorted(people), 2)]
        often = " OR ".join(
            "(SELECT count(*) FROM encounters WHERE person = ? AND other = ? AND at > ?) >= ?"
            for one, other in pairs
            if one < other
        )
        counted = [value for one, other in pairs if one < other for value in (one, other, since, most)]
        decide: Statement = (
            f"INSERT INTO rated (match, state) SELECT ?, CASE WHEN {often} THEN '{PAIRS}' ELSE '{COUNTS}' END "
            "WHERE 1 = 1 ON CONFLICT DO NOTHING RETURNING match",
            (match, *counted),
        )
        meet = (
            "INSERT INTO encounters (match, game, person, other, at) SELECT match, ?, ?, ?, ? FROM rated "
            "WHERE match = ? AND state = 'counts' ON CONFLICT DO NOTHING"
        )
        met: list[Statement] = [(meet, (game, *pair, at, match)) for pair in pairs]
        await self.driver.run([*locks, decide, *met], match, guards=len(locks) + 1)

    async def decline(self, match: int, state: str) -> None:
        """Decide that a match does not count, and why; what was decided before stays so."""
        sql = "INSERT INTO rated (match, state) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING match"
        await self.driver.run([(sql, (match, state))], match, guards=1)

    async def end(self, match: int, known: Mapping[str, RatingRow], rows: Sequence[RatingRow], changes: str) -> bool:
        """Write what a match makes of the ratings that are known, all of it or nothing.

        False if the match is not to be rated (any more), or if one of these ratings has changed since it was read.
        """
        done = (
            "UPDATE rated SET state = ?, changes = ? WHERE match = ? AND state = ? AND EXISTS "
            "(SELECT 1 FROM tables WHERE id = ? AND fault = '') RETURNING match"
        )
        batch: list[Statement] = [(done, (DONE, changes, match, COUNTS, match))]
        ordered = sorted(rows)  # two batches that share people wait for each other, and never in a circle
        batch += [changed(row, known.get(row.person)) for row in ordered]
        batch += [(OPPONENTS, (row.person, row.game)) for row in ordered]
        return bool(await self.driver.run(batch, match, guards=1 + len(rows)))

    async def void(self, match: int) -> None:
        """Let a match that has no result count no more."""
        await self.driver.run([undoing(match)], match)

    async def waits(self, match: int) -> bool:
        """Is a match to count, and has not counted yet?"""
        return bool(await self.driver.ask(f"{UNSETTLED} AND r.match = ?", match))

    async def unsettled(self, limit: int = 20) -> list[int]:
        """Matches that are over, and were to count, and have not counted yet."""
        sql = f"{UNSETTLED} AND t.status = 'over' ORDER BY r.match LIMIT ?"
        return [row[0] for row in await self.driver.ask(sql, limit)]


def readable(row: Sequence[object]) -> bool:
    """Is this a rating? SQLite keeps in a column whatever was written there; who has no readable one has none."""
    _, _, mu, sigma, games, opponents = row
    numbers = all(isinstance(value, int | float) and isfinite(value) for value in (mu, sigma))
    return numbers and isinstance(games, int) and isinstance(opponents, int)


def changed(row: RatingRow, known: RatingRow | None) -> Statement:
    """The statement that changes a rating, unless someone else has done so since it was read."""
    if known is None:
        return (
            "INSERT INTO ratings (person, game, mu, sigma, games) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING "
            "RETURNING person",
            row[:5],
        )
    return (
        "UPDATE ratings SET mu = ?, sigma = ?, games = ? WHERE person = ? AND game = ? AND games = ? RETURNING person",
        (row.mu, row.sigma, row.games, row.person, row.game, known.games),
    )


def undoing(match: int) -> Statement:
    """The statement for who changes a log by hand: this match counts for nobody, unless it has counted already."""
    return (
        f"INSERT INTO rated (match, state) VALUES (?, '{UNDONE}') ON CONFLICT (match) DO UPDATE "  # noqa: S608
        f"SET state = '{UNDONE}' WHERE rated.state = '{COUNTS}'",
        (match,),
    )
