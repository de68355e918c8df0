"""Timers of tables: when a clock runs out or a person has been absent too long, also at a table not in memory."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from escapade.server.errors import StoreError
from escapade.server.live.quarantine import Damaged

if TYPE_CHECKING:
    from escapade.server.live.registry import Registry
    from escapade.server.live.table import Table

LONGEST = 3600  # seconds a timer waits; then it is set again
RETRY = 5000  # milliseconds until the next try if the database does not answer


class Timers:
    """At most one timer for each table."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._handles: dict[int, asyncio.TimerHandle] = {}
        self._due: dict[int, int] = {}  # when something is to be done, by table

    def watch_clock(self, table: Table) -> None:
        """Set a timer for when a table's clock runs out."""
        if table.settings.clock.kind == "none":
            return
        end = table.clock.next_end()
        if end is None:
            self.cancel(table.row.id)
        else:
            self._set(table.row.id, end[1])

    def set_earlier(self, number: int, at: int) -> None:
        """Set a table's timer, if it is not set to an earlier time."""
        self._set(number, min(at, self._due.get(number, at)))

    def _set(self, number: int, at: int) -> None:
        self.cancel(number)
        wait = max(0.0, (at - self.registry.now()) / 1000)
        fire = lambda: self.registry.spawn(self.fire(number))  # noqa: E731
        self._due[number] = at
        self._handles[number] = asyncio.get_running_loop().call_later(min(wait + 0.001, LONGEST), fire)

    def cancel(self, number: int) -> None:
        """Remove a table's timer."""
        self._due.pop(number, None)
        if handle := self._handles.pop(number, None):
            handle.cancel()

    def cancel_all(self) -> None:
        """Remove all timers: the server stops."""
        for number in [*self._handles]:
            self.cancel(number)

    async def fire(self, number: int) -> None:
        """Do what is due at a table."""
        due = self._due.pop(number, 0)
        self._handles.pop(number, None)
        try:
            table = self.registry.tables.get(number)
            if table is not None:
                await table.check_clock()
            elif self.registry.now() < due:
                self._set(number, due)
            else:
                with suppress(Damaged):  # it is logged
                    await self._fire_unloaded(number)
        except StoreError:
            self._set(number, self.registry.now() + RETRY)
            raise

    async def _fire_unloaded(self, number: int) -> None:
        """Load a table, and do what is due there."""
        row = await self.registry.store.table_by_number(number)
        if row is not None and row.status == "running":
            table, present = await self.registry.table_of(row), await self.registry.presence.present([number])
            await self.registry.upkeep.attend(table, present.get(number, set()))
            await table.check_clock()
