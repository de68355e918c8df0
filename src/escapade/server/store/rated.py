"""The queries about ratings: which matches count, whom people met in them, and how ratings changed.

A rated match has one row in `rated` from its start on, whose `state` says whether it counts. New ratings are written in
the transaction that changes this state, so that it is done once, whichever process does it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from math import isfinite
from typing import NamedTuple

from escapade.server.store.driver import Driver, Statement

COUNTS = "counts"  # it changes ratings when it is over
DONE = "done"  # it has changed them
PAIRS = "pairs"  # two of its people had met too often in a day when it began
UNFIT = "unfit"  # not everyone had an account and a seat of their own, or nobody had a clock
UNDONE = "undone"  # the host of the server has changed its log
RATING = "person, game, mu, sigma, games, opponents"
OPPONENTS = (
    "UPDATE ratings SET opponents = (SELECT count(DISTINCT e.other) FROM encounters e JOIN rated r "
    "ON r.match = e.match WHERE e.person = ratings.person AND e.game = ratings.game AND r.state = 'done') "
    "WHERE person = ? AND game = ?"
)

UNSETTLED = "SELECT r.match FROM rated r JOIN tables t ON t.id = r.match WHERE r.state = 'counts' AND t.fault = ''"


class RatingRow(NamedTuple):
    """A person's rating in a game: mean and deviation, and the numbers of matches and of different opponents."""

    person: str
    game: str
    mu: float
    sigma: float
    games: int
    opponents: int = 0


class Mark(NamedTuple):
    """The state of a match, and its new ratings and their changes as JSON, once it is done."""

    state: str
    changes: str


def placeholders(values: Sequence[object]) -> str:
    """A question mark for each value."""
    return ", ".join("?" * len(values))


class Rated:
    """The queries about ratings."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    async def ratings(self, game: str, people: Sequence[str]) -> dict[str, RatingRow]:
        """The ratings of people in a game, as far as they have one."""
        sql = f"SELECT {RATING} FROM ratings WHERE game = ? AND person IN ({placeholders(people)})"  # noqa: S608
        found = await self.driver.ask(sql, game, *people) if people else []
        return {row[0]: RatingRow(*row) for row in found if readable(row)}

    async def best(self, game: str, provisional: int, limit: int = 100) -> list[tuple[str, RatingRow]]:
        """The best of a game, by mu - 2 sigma: names and ratings; provisional ratings come last."""
        columns = ", ".join(f"r.{name}" for name in RatingRow._fields)
        sql = (
            f"SELECT p.name, {columns} FROM ratings r JOIN people p ON p.id = r.person WHERE r.game = ? "  # noqa: S608
            "ORDER BY r.opponents >= ? DESC, r.mu - 2 * r.sigma DESC, r.person LIMIT ?"
        )
        found = await self.driver.ask(sql, game, provisional, limit)
        return [(row[0], RatingRow(*row[1:])) for row in found if readable(row[1:])]

    async def accounts(self, people: Sequence[str]) -> set[str]:
        """Those of these people who have an account."""
        sql = f"SELECT id FROM people WHERE login IS NOT NULL AND id IN ({placeholders(people)})"  # noqa: S608
        return {row[0] for row in await self.driver.ask(sql, *people)} if people else set()

    async def mark(self, match: int) -> Mark | None:
        """The state of a match; None before it is decided."""
        return (await self.marked([match])).get(match)

    async def marked(self, matches: Sequence[int]) -> dict[int, Mark]:
        """The states of several matches, where they are decided."""
        sql = f"SELECT match, state, changes FROM rated WHERE match IN ({placeholders(matches)})"  # noqa: S608
        return {row[0]: Mark(*row[1:]) for row in await self.driver.ask(sql, *matches)}

    async def begin(self, match: int, game: str, people: Sequence[str], at: int, since: int, most: int) -> None:
        """Decide, as a match begins, whether it counts: not if two of its people met `most` times since then.

        It is decided at the start, so that nobody can choose which of many matches count by the order in which they
        end. The rows of the people are locked first, in one order, so that matches that begin at the same time are
        counted one after the other.
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
        """Decide that a match does not count, and why, if nothing was decided before."""
        sql = "INSERT INTO rated (match, state) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING match"
        await self.driver.run([(sql, (match, state))], match, guards=1)

    async def end(self, match: int, known: Mapping[str, RatingRow], rows: Sequence[RatingRow], changes: str) -> bool:
        """Write the ratings after a match, in one transaction.

        False if the match does not count (any more), or if one of the known ratings has changed since it was read.
        """
        done = (
            "UPDATE rated SET state = ?, changes = ? WHERE match = ? AND state = ? AND EXISTS "
            "(SELECT 1 FROM tables WHERE id = ? AND fault = '') RETURNING match"
        )
        batch: list[Statement] = [(done, (DONE, changes, match, COUNTS, match))]
        ordered = sorted(rows)  # in one order, so that two batches with the same people never deadlock
        batch += [rating_statement(row, known.get(row.person)) for row in ordered]
        batch += [(OPPONENTS, (row.person, row.game)) for row in ordered]
        return bool(await self.driver.run(batch, match, guards=1 + len(rows)))

    async def void(self, match: int) -> None:
        """Let a match without a result not count."""
        await self.driver.run([void_statement(match)], match)

    async def is_unsettled(self, match: int) -> bool:
        """Does a match count, and has not changed ratings yet?"""
        return bool(await self.driver.ask(f"{UNSETTLED} AND r.match = ?", match))

    async def unsettled(self, limit: int = 20) -> list[int]:
        """Matches that are over and count, and have not changed ratings yet."""
        sql = f"{UNSETTLED} AND t.status = 'over' ORDER BY r.match LIMIT ?"
        return [row[0] for row in await self.driver.ask(sql, limit)]


def readable(row: Sequence[object]) -> bool:
    """Have the cells of a rating the right types? SQLite stores anything; a damaged rating counts as none."""
    _, _, mu, sigma, games, opponents = row
    numbers = all(isinstance(value, int | float) and isfinite(value) for value in (mu, sigma))
    return numbers and isinstance(games, int) and isinstance(opponents, int)


def rating_statement(row: RatingRow, known: RatingRow | None) -> Statement:
    """The statement that changes a rating, unless it has changed since it was read."""
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


def void_statement(match: int) -> Statement:
    """Let a match whose log is changed by hand not count, unless it has changed ratings already."""
    return (
        f"INSERT INTO rated (match, state) VALUES (?, '{UNDONE}') ON CONFLICT (match) DO UPDATE "  # noqa: S608
        f"SET state = '{UNDONE}' WHERE rated.state = '{COUNTS}'",
        (match,),
    )
