"""Settling rated matches: at the start decide whether a match counts, at the end update the ratings.

After a database failure any process tries again at its next upkeep.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
import structlog

from escapade.server.accounts import ratings
from escapade.server.errors import StoreError
from escapade.server.limits import Limits
from escapade.server.live import projection
from escapade.server.store import SeatRow, Store, TableRow
from escapade.server.store.rated import COUNTS, PAIRS, UNDONE, UNFIT, Mark, RatingRow

if TYPE_CHECKING:
    from escapade.server.live.table import Table

DAY = 86_400_000  # milliseconds
TRIES = 20  # to update ratings that other processes change at the same time
Changes = dict[str, tuple[int, int]]  # by person: the rating after a match, and its change

log = structlog.get_logger()


class SeatRating(NamedTuple):
    """A player's rating, as displayed."""

    rating: int
    provisional: bool
    change: int | None = None


class Standing(NamedTuple):
    """The state of a rated match (empty: not decided yet), and the ratings of its players."""

    state: str = ""
    ratings: Mapping[str, SeatRating] = {}

    @property
    def why_not(self) -> Literal["", "pairs", "unfit", "undone"]:
        """Why the match is not rated; empty if it is, or while undecided."""
        return self.state if self.state in (PAIRS, UNFIT, UNDONE) else ""  # type: ignore[return-value]

    def shown(self, seat: SeatRow) -> dict[str, Any]:
        """The fields of `SeatInfo` for a player's rating."""
        found = self.ratings.get(seat.who) if seat.kind == "person" else None
        return found._asdict() if found else {}


NO_STANDING = Standing()


class Ladder:
    """Settles the rated matches of this process."""

    def __init__(self, store: Store, limits: Limits, now: Callable[[], int]) -> None:
        self.store, self.rated, self.limits, self.now = store, store.rated, limits, now
        self._at_work: set[int] = set()

    async def look(self, table: Table) -> None:
        """Read the standing of a table."""
        if not table.settings.rated:
            return
        found = await self.standings([table.row], {table.row.id: table.seats})
        table.standing = found[table.row.id]

    async def standings(self, rows: Sequence[TableRow], seats: Mapping[int, Sequence[SeatRow]]) -> dict[int, Standing]:
        """The standings of rated tables, by table id."""
        if not rows:
            return {}
        people = {row.id: [seat.who for seat in seats.get(row.id, ()) if seat.kind == "person"] for row in rows}
        by_game: dict[str, set[str]] = {}
        for row in rows:
            by_game.setdefault(row.game, set()).update(people[row.id])
        known = {game: await self.rated.ratings(game, sorted(everyone)) for game, everyone in by_game.items()}
        marked = await self.rated.marked([row.id for row in rows])
        return {row.id: self._standing(marked.get(row.id), people[row.id], known[row.game]) for row in rows}

    def _standing(self, mark: Mark | None, people: Sequence[str], known: Mapping[str, RatingRow]) -> Standing:
        changes = changes_of(mark)
        found = {}
        for person in people:
            now = known.get(person)
            rating, change = changes.get(person, (ratings.shown(now)[0], None))
            found[person] = SeatRating(rating, now is None or now.opponents < self.limits.provisional, change)
        return Standing(mark.state if mark else "", found)

    def wants(self, table: Table) -> bool:
        """Is the match undecided, or over and not rated yet?"""
        if not table.settings.rated or table.match is None or table.lost or table.row.id in self._at_work:
            return False
        return not table.standing.state or (table.over and table.standing.state == COUNTS)

    async def settle(self, table: Table) -> bool:
        """Decide whether a match counts; if it is over, update ratings. False if the database failed."""
        self._at_work.add(table.row.id)
        try:
            if not table.standing.state:
                await self._begin(table)
            if table.over:
                await self._end(table)
        except StoreError as error:
            log.error("a rated match could not be settled yet", table=table.row.code, reason=str(error))
            return False
        finally:
            self._at_work.discard(table.row.id)
        return True

    async def _begin(self, table: Table) -> None:
        settings, people = table.settings, [seat.who for seat in table.seats]
        if not ratings.can_count(settings.clock, settings.left, table.seats, await self.rated.accounts(people)):
            await self.rated.decline(table.row.id, UNFIT)
            return
        now = self.now()
        await self.rated.begin(table.row.id, table.row.game, people, now, now - DAY, self.limits.rated_pairs)

    async def _end(self, table: Table) -> None:
        """Update ratings by compare-and-set, until it succeeds here or in another process."""
        if table.match is None:
            return
        game, match = table.row.game, table.row.id
        places = projection.ranking(table.match, table.history, over=True)
        people = [[table.seats[seat].who for seat in place] for place in places]
        if not people:
            await self.rated.void(match)
        for _ in range(TRIES):
            if not await self.rated.is_unsettled(match):
                return
            known = await self.rated.ratings(game, [person for place in people for person in place])
            rows = ratings.after(game, people, known)
            changes = {row.person: moved(row, known.get(row.person)) for row in rows}
            if await self.rated.end(match, known, rows, msgspec.json.encode(changes).decode()):
                return
        raise StoreError("the ratings of its people cannot be changed: is a row of them damaged?")


def changes_of(mark: Mark | None) -> Changes:
    """The rating changes of a match; none if the row is damaged."""
    try:
        return msgspec.json.decode(mark.changes, type=Changes) if mark and mark.changes else {}
    except (msgspec.DecodeError, UnicodeError, TypeError):
        return {}


def moved(row: RatingRow, known: RatingRow | None) -> tuple[int, int]:
    """A displayed rating after a match, and its change."""
    now, before = ratings.shown(row)[0], ratings.shown(known)[0]
    return now, now - before
