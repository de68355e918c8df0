"""Damaged tables are kept out of play and marked, so that the server and every other table go on.

Every table that is loaded goes through `read`: its row, seats and log are audited, and what is wrong is stored with the
table as its fault. `escapade repair` removes the fault; a running server notices, and the table plays on.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec
import structlog

from escapade.games import GAMES
from escapade.server import protocol
from escapade.server.errors import Conflict, StoreError
from escapade.server.live import audit
from escapade.server.live.audit import STATUSES, Reading
from escapade.server.live.settings import Settings
from escapade.server.live.table import Table
from escapade.server.store import SeatRow, TableRow

if TYPE_CHECKING:
    from escapade.server.live.registry import Registry

MAX_FAULT = 300  # characters of a fault that are stored

log = structlog.get_logger()


class Damaged(Conflict):
    """The table is kept out of play."""

    def __init__(self, row: TableRow, fault: str) -> None:
        self.row = row._replace(fault=fault)
        super().__init__(f"table {row.code} is damaged and kept out of play: {fault}")


class Quarantine:
    """The tables that this process keeps out of play."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.numbers: set[int] = set()

    # --- Loading ---

    async def load(self, row: TableRow) -> Table:
        """Load a table from its row; if it is damaged, isolate it."""
        if row.fault:
            raise Damaged(row, row.fault) if row.id in self.numbers else await self.isolate(row, row.fault)
        async with self._isolating(row):
            table = Table(self.registry, row, [])
        await table.load()
        self.numbers.discard(row.id)
        return table

    async def read(self, row: TableRow) -> Reading:
        """Audit a table's log; if it is damaged, isolate the table."""
        async with self._isolating(row):
            reading = await audit.read(self.registry.store, row, self.registry.outages)
        late = reading.over and row.status == "running" and reading.fault is not None and reading.fault.ply is None
        if reading.fault is not None and not late:  # a row that says "running" after the end is corrected on loading
            raise await self.isolate(row, str(reading.fault))
        return reading

    @asynccontextmanager
    async def _isolating(self, row: TableRow) -> AsyncIterator[None]:
        """Isolate a table if reading it fails, except for errors of the database itself."""
        try:
            yield
        except (StoreError, Damaged, MemoryError):
            raise
        except Exception as error:
            reading = await audit.read(self.registry.store, row, self.registry.outages)
            fault = str(reading.fault or f"it cannot be read ({type(error).__name__})")
            raise await self.isolate(row, fault) from None

    async def isolate(self, row: TableRow, fault: str) -> Damaged:
        """Keep a table out of play: store why, log it once, and drop the table. Return the error for those who ask."""
        fault = fault[:MAX_FAULT]
        self.numbers.add(row.id)
        damaged = Damaged(row, fault)
        self.registry.drop(row, str(damaged))
        try:
            if await self.registry.store.quarantine(row.id, fault):
                log.error(
                    "a table is kept out of play", table=row.code, reason=fault, todo=f"escapade repair {row.code}"
                )
        except StoreError as error:
            log.error("the database does not answer", reason=str(error))
        return damaged

    # --- Going on ---

    async def open(self) -> None:
        """At the start: let running tables go on, and log those that are kept out of play."""
        await self.resume(await self.registry.store.tables("running"))
        if out := [code for _, code in await self.registry.store.quarantined()]:
            few = out if len(out) <= 20 else [*out[:20], "…"]
            log.warning("tables are kept out of play", count=len(out), tables=few, todo="escapade check")

    async def resume(self, rows: Sequence[TableRow]) -> None:
        """Load the running tables at which the server may have to act though nobody is connected."""
        for row in rows:
            try:
                async with self._isolating(row):
                    wanted = bool(row.fault) or msgspec.json.decode(row.settings, type=Settings).acts_alone
                if wanted:
                    await self.registry.table_of(row)
            except Damaged:
                pass  # it is logged
            except StoreError:
                raise
            except Exception as error:  # it concerns this table alone
                log.error("a table could not go on", table=row.code, error=type(error).__name__)

    async def recheck(self, numbers: Iterable[int]) -> None:
        """Another process may have repaired these tables: let those go on."""
        for number in numbers:
            row = await self.registry.store.table_by_number(number)
            if row is None or not row.fault:
                self.numbers.discard(number)
            if row is not None and not row.fault and row.status == "running":
                await self.resume([row])

    async def isolate_marked(self) -> None:
        """Drop the tables that another process has marked as damaged."""
        for number, _ in await self.registry.store.quarantined():
            row = None if number in self.numbers else await self.registry.store.table_by_number(number)
            if row is not None and row.fault:
                await self.isolate(row, row.fault)

    # --- Information ---

    def info(self, row: TableRow, seats: list[SeatRow], who: str) -> protocol.TableInfo:
        """What is known of a table without its log, for a user who has a seat there or hosts it."""
        return protocol.TableInfo(
            code=row.code,
            game=row.game,
            title=GAMES[row.game].title if row.game in GAMES else row.game[:40],
            options={},
            seats=[
                protocol.SeatInfo(
                    seat=seat.seat,
                    kind=seat.kind if seat.kind in audit.KINDS else "open",  # type: ignore[arg-type]
                    name=seat.name,
                    bot=seat.bot,
                    colour="",
                    here=False,
                    mine=bool(who) and seat.who == who,
                    replaced=False,
                )
                for seat in seats
            ],
            status=row.status if row.status in STATUSES else "closed",  # type: ignore[arg-type]
            host=next((seat.name for seat in seats if seat.who == row.host), ""),
            mine_to_host=bool(who) and who == row.host,
            clock=protocol.ClockRequest(),
            listed=False,
            spectators=False,
            aids=False,
            rated=False,
            dice="system",
            commitment="",
            left="wait",
            grace=0,
            made=row.made,
            turn=[],
            result="",
            invitations={},
            next="",
            fault=row.fault,
        )

    async def info_for(self, damaged: Damaged, who: str) -> protocol.TableInfo | None:
        """The same, if this user has a seat there or hosts it."""
        row, seats = damaged.row, await self.registry.store.seats(damaged.row.id)
        mine = bool(who) and (who == row.host or any(seat.who == who for seat in seats))
        return self.info(row, seats, who) if mine else None
