"""The registry of a server process: the tables in memory, loaded from their logs and evicted when idle; all parts meet
here.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any, Protocol
from weakref import WeakValueDictionary

import structlog

from escapade.server.accounts.ladder import Ladder
from escapade.server.accounts.sessions import ROTATED, Sessions
from escapade.server.bot_pool import BotPool
from escapade.server.errors import NotFound, StoreError, fault
from escapade.server.limits import DEFAULTS, Limits
from escapade.server.live import presence
from escapade.server.live.chat import Chat
from escapade.server.live.clocks import Outage
from escapade.server.live.listing import CODE, Listing
from escapade.server.live.lobby import Lobby
from escapade.server.live.presence import Presence
from escapade.server.live.quarantine import Damaged, Quarantine
from escapade.server.live.rating import Rating
from escapade.server.live.table import Table
from escapade.server.live.timers import Timers
from escapade.server.live.upkeep import Upkeep
from escapade.server.sockets.admission import Admission
from escapade.server.store import Store, TableRow

log = structlog.get_logger()


def milliseconds() -> int:
    """The time now."""
    return time.time_ns() // 1_000_000


class Connection(Protocol):
    """A connection, as far as its session is concerned."""

    session: str  # empty if it has none

    def sign_out(self, resume: bool) -> None:
        """Close it: its session has ended."""
        ...


class Registry:
    """The tables in memory, and the parts of the server that work on them."""

    def __init__(
        self, store: Store, now: Callable[[], int] = milliseconds, pace: float = 0.5, limits: Limits = DEFAULTS
    ) -> None:
        self.store, self.now, self.pace, self.limits = store, now, pace, limits
        self.process = secrets.token_hex(4)
        self.admission = Admission(limits)
        self.bots = BotPool(limits.bot_workers, limits.bot_seconds, even_time=pace > 0)
        self.ladder, self.sessions = Ladder(store, limits, now), Sessions(store, now, limits.sessions)
        self.quarantine, self.listing, self.lobby = Quarantine(self), Listing(self), Lobby(self)
        self.chat, self.presence, self.rating = Chat(self), Presence(self), Rating(self)
        self.timers, self.upkeep = Timers(self), Upkeep(self)
        self.outages: list[Outage] = []
        self.connections: set[Connection] = set()
        self.tables: dict[int, Table] = {}  # the most recently used last
        self.numbers: dict[str, int] = {}  # of the tables in memory, by code
        self._evicted: WeakValueDictionary[int, Table] = WeakValueDictionary()  # that a caller still holds
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # held by those who wait
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    # --- Start, stop, tasks ---

    async def open(self) -> None:
        """Start, and let tables go on where the server stopped."""
        await self.store.open()
        await self.store.record_start(self.now(), presence.TIMEOUT, self.process)
        self.outages[:] = [Outage(*row) for row in await self.store.outages()]
        await self.store.driver.listen(self._on_change)
        await self.quarantine.open()
        self.spawn(self.upkeep.run())
        self.spawn(self.listing.fill_summaries())

    async def close(self) -> None:
        """Stop; whatever was acknowledged is committed already."""
        self._closing = True
        self.timers.cancel_all()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        with suppress(StoreError, TimeoutError):
            async with asyncio.timeout(1):  # a database that does not answer must not delay the end
                await self.store.record_stop(self.process)
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task; an error in it is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a background task failed", **fault(error))

    # --- Changes of other processes ---

    def _on_change(self, match: int, moves_only: bool) -> None:
        """Another process has changed a table, or (a negative number) sessions; below -1, sessions alone.

        -1 is also sent if anything may have changed.
        """
        if self._closing:
            return
        if match < 0:
            self.spawn(self.check_sessions(self.connections, resume=match == ROTATED))
        if match < -1:
            return
        for number in [*self.tables] if match < 0 else {match} & self.tables.keys():
            self.spawn(self._catch_up(self.tables[number], moves_only))
        if not moves_only and (isolated := self.quarantine.numbers if match < 0 else self.quarantine.numbers & {match}):
            self.spawn(self.quarantine.recheck([*isolated]))

    async def _catch_up(self, table: Table, moves_only: bool) -> None:
        with suppress(Damaged):  # it is logged
            await table.catch_up(moves_only)

    # --- Sessions ---

    async def end_sessions(self, ids: Collection[str], resume: bool = False) -> None:
        """Close the connections of these sessions; with `resume`, clients connect again with the browser's new one."""
        for connection in [*self.connections]:
            if connection.session in ids:
                connection.sign_out(resume)

    async def check_sessions(self, connections: Collection[Connection], resume: bool = False) -> None:
        """Close those connections whose session has expired, or has ended in another process."""
        known = {connection.session for connection in connections if connection.session}
        await self.end_sessions(await self.sessions.gone(known), resume)

    # --- Tables in memory ---

    async def find(self, code: str, who: str = "") -> Table:
        """The table of this code, for a user who may see it."""
        if not CODE.fullmatch(code):
            raise NotFound("no table is called so; a table's name is made of small letters and digits")
        table = self.tables.get(self.numbers.get(code, -1)) or await self.table_of(await self.row(code))
        self.tables[table.row.id] = self.tables.pop(table.row.id, table)  # the most recently used is the last
        if not table.may_watch(who):
            raise NotFound(table.why_not_watch(who))
        return table

    async def row(self, code: str) -> TableRow:
        """The row of the table of this code."""
        row = await self.store.table(code)
        if row is None:
            raise NotFound(f"there is no table {code!r}; it may be misspelt")
        return row

    async def table_of(self, row: TableRow) -> Table:
        """The live table of a row."""
        async with self._loading.setdefault(row.id, asyncio.Lock()):
            table = self.tables.get(row.id)
            if table is None:
                table = await self._load(row)
                self.tables[row.id], self.numbers[row.code] = table, row.id
                table.resume()
                self.evict(table)
            return table

    async def _load(self, row: TableRow) -> Table:
        """Load a table from its log; if a caller still holds the evicted one, reuse it: there are never two of one."""
        table = None if row.fault else self._evicted.get(row.id)
        if table is None:
            return await self.quarantine.load(row)
        async with table.lock:
            await table.load()
        return table

    def pin(self, table: Table) -> None:
        """Keep a table in memory for a connection, until it is unpinned."""
        table.connections += 1
        if table.row.id not in self.tables and not table.lost:  # evicted a moment ago: changes may have been missed
            self.tables[table.row.id], self.numbers[table.row.code] = table, table.row.id
            self.spawn(self._catch_up(table, moves_only=False))

    def unpin(self, table: Table) -> None:
        """A connection has ended: its table may be evicted."""
        table.connections -= 1
        self.evict()

    def evict(self, spared: Table | None = None) -> None:
        """Evict idle tables, the least recently used first, until no more than the limits are in memory."""
        plies = sum(table.history.seq for table in self.tables.values())
        for table in [*self.tables.values()]:
            if len(self.tables) <= self.limits.loaded_tables and plies <= self.limits.loaded_plies:
                return
            if table is not spared and table.idle:
                plies -= table.history.seq
                self._evict(table)

    def _evict(self, table: Table) -> None:
        """Evict a table; callers that hold it still use it, and share it with those who load it again."""
        self.presence.forget(table)
        self._evicted[table.row.id] = table
        self.tables.pop(table.row.id, None)
        self.numbers.pop(table.row.code, None)
        table.broadcast.reset()

    def drop(self, row: TableRow, reason: str) -> None:
        """Drop a table that is kept out of play, and close its connections with the reason."""
        table = self.tables.pop(row.id, None) or self._evicted.pop(row.id, None)
        self.numbers.pop(row.code, None)
        self.timers.cancel(row.id)
        if table is not None:
            table.lost = True  # whatever is under way there fails
            for listener in [*table.listeners]:
                listener.close(reason)
