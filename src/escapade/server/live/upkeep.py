"""Periodic work of a server process: its heartbeat, presence, sessions, tables that must go on, eviction."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import structlog

from escapade.server.errors import StoreError
from escapade.server.live.quarantine import Damaged

if TYPE_CHECKING:
    from escapade.server.live.registry import Registry
    from escapade.server.live.table import Table

INTERVAL = 5.0  # seconds between two rounds

log = structlog.get_logger()


class Upkeep:
    """The periodic work of one process."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._attending: dict[int, asyncio.Task[None]] = {}  # by table

    async def run(self) -> None:
        """Do a round every few seconds, whatever fails in one."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self.round()
            except StoreError as error:
                log.error("the database does not answer", reason=str(error))
            except Exception as error:  # one table must not keep the others from their turn
                log.error("periodic work failed", error=type(error).__name__)

    async def round(self) -> None:
        """Do everything once."""
        registry = self.registry
        await registry.quarantine.isolate_marked()
        await registry.store.heartbeat(registry.now(), registry.process)  # not before: escapade repair waits for it
        await registry.sessions.expire()
        await registry.check_sessions(registry.connections)
        await registry.presence.write()
        present = await registry.presence.present()
        for number, table in registry.tables.items():
            if number not in self._attending:  # the last round's task may still wait; other tables do not wait for it
                self._attending[number] = task = registry.spawn(self.attend(table, present.get(number, set())))
                task.add_done_callback(lambda _, number=number: self._attending.pop(number, None))  # type: ignore[misc]
        if self._attending:
            await asyncio.wait([*self._attending.values()], timeout=INTERVAL)
        await registry.rating.settle_all()
        registry.evict()

    async def attend(self, table: Table, present: set[str]) -> None:
        """Let a table go on: load it if it was lost, rate it, replace absent people, wake its bots."""
        if table.lost:
            with suppress(Damaged):  # it is logged
                await table.recover()
        await self.registry.rating.settle_now(table)
        if table.row.status == "running":
            self.registry.presence.note(table, present)
            await self.registry.presence.replace_absent(table)
            table.resume()
