"""Rates matches: at the start it is decided whether a match counts, and at its end the ratings change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

if TYPE_CHECKING:
    from escapade.server.live.registry import Registry
    from escapade.server.live.table import Table

log = structlog.get_logger()


class Rating:
    """Runs the ladder for the tables of this process; what fails is tried again in the next round of `upkeep`."""

    def __init__(self, registry: Registry) -> None:
        self.registry, self.ladder = registry, registry.ladder

    def settle_soon(self, table: Table) -> None:
        """Start a task that decides whether the match counts, or rates it, if one is due."""
        if self.ladder.wants(table):
            self.registry.spawn(self._settle(table))

    async def settle_now(self, table: Table) -> None:
        """Decide whether the match counts, or rate it, if one is due."""
        if self.ladder.wants(table):
            await self._settle(table)

    async def _settle(self, table: Table) -> None:
        if not await self.ladder.settle(table):
            return
        live = self.registry.tables.get(table.row.id)  # it may have been evicted and loaded again meanwhile
        if live is not None:
            async with live.lock:
                await self.ladder.look(live)
                live.seating_feed.send()
            self.settle_soon(live)

    async def settle_all(self) -> None:
        """Rate the matches that could not be rated when they ended, also of tables not in memory."""
        for number in await self.registry.store.rated.unsettled():
            row = await self.registry.store.table_by_number(number)
            if row is None:
                continue
            try:
                await self.settle_now(await self.registry.table_of(row))
            except Exception as error:  # one table that cannot be read hinders no other
                log.error("a rated match could not be settled yet", table=row.code, error=type(error).__name__)
