"""Tables as they are shown in lists and before one connects, from their rows alone: no log is replayed."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import msgspec

from escapade.games import GAMES
from escapade.kernel.dealer import commitment
from escapade.server import protocol
from escapade.server.accounts.ladder import NO_STANDING, Standing
from escapade.server.errors import NotFound
from escapade.server.live.audit import STATUSES, Numbered, Reading
from escapade.server.live.projection import Summary, summary
from escapade.server.live.quarantine import Damaged
from escapade.server.live.settings import Secret, Settings, is_host, may_play, may_watch
from escapade.server.store import SeatRow, TableRow
from escapade.server.threads import in_spare_thread

if TYPE_CHECKING:
    from escapade.server.live.registry import Registry
    from escapade.server.live.table import Table

CODE = re.compile(r"[a-z0-9]{1,16}")
FILLED = "lists"  # the key in `meta` that says that every table has its summary


class Listing:
    """Information about tables, in memory or not."""

    def __init__(self, registry: Registry) -> None:
        self.registry, self.store = registry, registry.store

    async def find(self, code: str, who: str) -> protocol.TableInfo:
        """The table of this code; if it is not in memory, from its rows."""
        if not CODE.fullmatch(code) or code in self.registry.numbers:
            return self.info(await self.registry.find(code, who), who)
        row = await self.registry.row(code)
        found = await self._infos([row], who)
        if not found:
            raise Damaged(row, row.fault) if row.fault else NotFound(f"table {code} plays without spectators")
        return found[0]

    async def of_person(self, who: str) -> list[protocol.TableInfo]:
        """The tables of a user."""
        return await self._infos(await self.store.tables_of(who), who)

    async def listed(self, status: str, who: str, limit: int = 50) -> list[protocol.TableInfo]:
        """Tables that anyone may join, or watch."""
        return await self._infos(await self.store.tables(status, listed=True, limit=limit), who)

    async def _infos(self, rows: list[TableRow], who: str) -> list[protocol.TableInfo]:
        """The tables that a user may see; damaged ones only for those who have a seat there or host them."""
        numbers = [row.id for row in rows]
        seats, present = await self.store.seats_at(numbers), await self.registry.presence.present(numbers)
        settings = {row.id: known for row in rows if (known := settings_of(row)) is not None}
        rated = [row for row in rows if row.id in settings and settings[row.id].rated]
        standings, found = await self.registry.ladder.standings(rated, seats), []
        for row in rows:
            its_settings, sitting = settings.get(row.id), seats.get(row.id, [])
            if its_settings is None or not consistent(row, its_settings, sitting):
                info = await self._read_info(row, who)
                found += [info] if info else []
            elif may_watch(row, its_settings, sitting, who):
                here, standing = present.get(row.id, ()), standings.get(row.id, NO_STANDING)
                found.append(table_info(row, its_settings, sitting, who, here, standing))
        return found

    async def _read_info(self, row: TableRow, who: str) -> protocol.TableInfo | None:
        """Load a table whose rows are damaged, and return what a user may see of it."""
        try:
            table = await self.registry.table_of(row)
            return self.info(table, who) if table.may_watch(who) else None
        except Damaged as damaged:
            return await self.registry.quarantine.info_for(damaged, who)

    def info(self, table: Table, who: str, invitations: dict[int, str] | None = None) -> protocol.TableInfo:
        """A table in memory, as a user sees it."""
        present = self.registry.presence.seated(table)
        return table_info(table.row, table.settings, table.seats, who, present, table.standing, invitations)

    async def fill_summaries(self) -> None:
        """Once for each database from before version 3: work out from the logs the columns that lists need."""
        store = self.store
        if await store.get_meta(FILLED):
            return
        below = 1 << 62
        while rows := await store.without_summary(below):
            for row in rows:
                seats, log = await store.seats(row.id), [*enumerate(await store.log(row.id))]
                found = await in_spare_thread(summary_of, row, seats, log)
                if found is not None:
                    await store.update_summary(row, row._replace(**found._asdict()))
            below = rows[-1].id
        await store.set_meta(FILLED, "1")


def table_info(
    row: TableRow,
    settings: Settings,
    seats: Sequence[SeatRow],
    who: str,
    present: Collection[str],
    standing: Standing = NO_STANDING,
    invitations: dict[int, str] | None = None,
) -> protocol.TableInfo:
    """A table as a user sees it; `present` are the users who are connected to it.

    Invitations are given once, to the host who has just made them.
    """
    secret = msgspec.json.decode(row.secret, type=Secret)
    replaced = numbers(row.replaced)
    return protocol.TableInfo(
        code=row.code,
        game=row.game,
        title=GAMES[row.game].title,
        options=settings.options,
        seats=[seat_info(seat, settings.colours[seat.seat], who, present, replaced, standing) for seat in seats],
        status=row.status,  # type: ignore[arg-type]
        host=next((seat.name for seat in seats if seat.who == row.host), ""),
        mine_to_host=is_host(who, row),
        clock=settings.clock,
        listed=bool(row.listed),
        spectators=settings.spectators,
        aids=settings.aids,
        rated=settings.rated,
        dice=settings.dice,
        commitment=commitment(secret.seed) if secret.seed else "",
        left=settings.left,
        grace=settings.grace,
        made=row.made,
        turn=numbers(row.turn) if row.status == "running" else [],
        result=row.result,
        invitations=invitations or {},
        next=row.next,
        unrated=standing.why_not,
    )


def seat_info(
    seat: SeatRow, colour: str, who: str, present: Collection[str], replaced: Sequence[int], standing: Standing
) -> protocol.SeatInfo:
    """A seat as a user sees it."""
    return protocol.SeatInfo(
        seat=seat.seat,
        kind=seat.kind,  # type: ignore[arg-type]
        name=seat.name,
        bot=seat.bot,
        colour=colour,
        here=seat.kind == "bot" or (bool(seat.who) and seat.who in present),
        mine=may_play(who, seat),
        replaced=seat.seat in replaced,
        **standing.shown(seat),
    )


def settings_of(row: TableRow) -> Settings | None:
    """The settings of a table; None if they cannot be read, or the table is kept out of play."""
    try:
        msgspec.json.decode(row.secret, type=Secret)
        return None if row.fault or row.game not in GAMES else msgspec.json.decode(row.settings, type=Settings)
    except (msgspec.DecodeError, UnicodeError):
        return None


def consistent(row: TableRow, settings: Settings, seats: Sequence[SeatRow]) -> bool:
    """Do the rows of a table agree with each other, as far as they are shown?"""
    return row.status in STATUSES and [seat.seat for seat in seats] == [*range(len(settings.colours))]


def summary_of(row: TableRow, seats: Sequence[SeatRow], log: Sequence[Numbered]) -> Summary | None:
    """The columns for lists, from a table's log; None if it is damaged."""
    try:
        reading = Reading(row, seats, log)
    except Exception:  # whatever is wrong with one table, the others are listed
        return None
    return None if reading.match is None or reading.fault else summary(reading.match, reading.history, reading.over)


def numbers(text: str) -> list[int]:
    """The numbers in a column."""
    return [int(number) for number in text.split() if number.isdecimal()]
