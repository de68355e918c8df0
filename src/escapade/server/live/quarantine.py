"""Tables that cannot be trusted: kept out of play and marked, so that the server and every other table go on.

Every table that comes into memory comes through `read`: its row, seats and log are read as if anyone could have written
them (`audit`), and whatever is wrong is kept with the table as its fault. `escapade repair` takes the fault away; a
running server notices, and the table plays on.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import structlog

from escapade.games import GAMES
from escapade.server import protocol
from escapade.server.errors import Conflict, StoreError
from escapade.server.live import audit
from escapade.server.live.audit import STATUSES, Reading
from escapade.server.live.table import Table
from escapade.server.store import SeatRow, TableRow

if TYPE_CHECKING:
    from escapade.server.live.registry import Registry

LONGEST = 300  # letters of a fault

log = structlog.get_logger()


class Damaged(Conflict):
    """A table that is kept out of play."""

    def __init__(self, row: TableRow, fault: str) -> None:
        self.row = row._replace(fault=fault)
        super().__init__(f"table {row.code} is damaged and kept out of play: {fault}")


class Quarantine:
    """The tables of a hall that are kept out of play."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.held: set[int] = set()

    # --- In ---

    async def admit(self, row: TableRow) -> Table:
        """A table from its row, with all that belongs to it; or it is held."""
        if row.fault:
            raise Damaged(row, row.fault) if row.id in self.held else await self.hold(row, row.fault)
        async with self.watch(row):
            table = Table(self.registry, row, [])
        await table.load()
        self.held.discard(row.id)
        return table

    async def read(self, row: TableRow) -> Reading:
        """Read a table's log, without trusting it; or hold it."""
        async with self.watch(row):
            reading = await audit.read(self.registry.store, row, self.registry.outages)
        late = reading.over and row.status == "running" and reading.fault is not None and reading.fault.ply is None
        if reading.fault is not None and not late:  # that a game has come to its end can be noticed now, too
            raise await self.hold(row, str(reading.fault))
        return reading

    @asynccontextmanager
    async def watch(self, row: TableRow) -> AsyncIterator[None]:
        """Hold a table if it cannot be read; what the database cannot do is another matter."""
        try:
            yield
        except (StoreError, Damaged, MemoryError):
            raise
        except Exception as error:
            reading = await audit.read(self.registry.store, row, self.registry.outages)
            fault = str(reading.fault or f"it cannot be read ({type(error).__name__})")
            raise await self.hold(row, fault) from None

    async def hold(self, row: TableRow, fault: str) -> Damaged:
        """Keep a table out of play: note why, tell the host once, and let go of it. Return what to say to who asks."""
        fault = fault[:LONGEST]
        self.held.add(row.id)
        damaged = Damaged(row, fault)
        self.registry.let_go(row, str(damaged))
        try:
            if await self.registry.store.keep_out(row.id, fault):
                log.error(
                    "a table is kept out of play", table=row.code, reason=fault, todo=f"escapade repair {row.code}"
                )
        except StoreError as error:
            log.error("the database does not answer", reason=str(error))
        return damaged

    # --- Out ---

    async def open(self) -> None:
        """At the start: let tables go on that must not wait for anyone, and tell the host of those that cannot."""
        await self.resume(await self.registry.store.tables("running"))
        if out := [code for _, code in await self.registry.store.quarantined()]:
            few = out if len(out) <= 20 else [*out[:20], "…"]
            log.warning("tables are kept out of play", count=len(out), tables=few, todo="escapade check")

    async def resume(self, rows: Sequence[TableRow]) -> None:
        """Let running tables go on at which a clock runs, a bot plays, or someone must be missed."""
        for row in rows:
            try:
                async with self.watch(row):
                    care = bool(row.fault) or self.registry.needs_care(row)
                if care:
                    await self.registry.table_of(row)
            except Damaged:
                pass  # the host is told
            except StoreError:
                raise
            except Exception as error:  # whatever it is, it is this table's alone
                log.error("a table could not go on", table=row.code, error=type(error).__name__)

    async def look_again(self, numbers: Iterable[int]) -> None:
        """Someone else has changed something, perhaps these tables: those that were repaired go on."""
        for number in numbers:
            row = await self.registry.store.table_by_number(number)
            if row is None or not row.fault:
                self.held.discard(number)
            if row is not None and not row.fault and row.status == "running":
                await self.resume([row])

    async def sweep(self) -> None:
        """Let go of tables that someone else keeps out of play."""
        for number, _ in await self.registry.store.quarantined():
            row = None if number in self.held else await self.registry.store.table_by_number(number)
            if row is not None and row.fault:
                await self.hold(row, row.fault)

    # --- What is told ---

    def info(self, row: TableRow, seats: list[SeatRow], who: str) -> protocol.TableInfo:
        """What can be told of a table without its log, to someone who sits there or hosts it."""
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
        """The same, if this person sits there or hosts it."""
        row, seats = damaged.row, await self.registry.store.seats(damaged.row.id)
        mine = bool(who) and (who == row.host or any(seat.who == who for seat in seats))
        return self.info(row, seats, who) if mine else None
