"""Who is connected to tables, at this process or another, and what happens when a person is absent on their turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from escapade.server.live.broadcast import Listener
    from escapade.server.live.registry import Registry
    from escapade.server.live.table import Table

TIMEOUT = 15_000  # milliseconds after which a user who was not seen counts as absent


class Presence:
    """The users who are connected to tables. Every process writes its own into the database, and reads the others'."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._present: dict[int, set[str]] = {}  # by table, as last read from the database
        self._absent_since: dict[tuple[int, int], int] = {}  # by table and seat

    async def connect(self, table: Table, who: str) -> None:
        """A user connects: if a bot plays for them, they come back."""
        if table.seats_of(who):
            await table.come_back(who)
            await self.registry.store.mark_present([(table.row.id, who)], self.registry.process, self.registry.now())

    async def disconnect(self, table: Table, listener: Listener) -> None:
        """A listener's connection has ended."""
        table.listeners.discard(listener)
        if table.seats_of(listener.who) and not table.is_connected(listener.who):
            table.seating_feed.send_soon()
            await self.registry.store.mark_absent(table.row.id, listener.who, self.registry.process)

    async def write(self) -> None:
        """Write who is connected to this process."""
        seats = [(table, seat.who) for table in self.registry.tables.values() for seat in table.seats if seat.who]
        here = {(table.row.id, who) for table, who in seats if table.is_connected(who)}
        await self.registry.store.mark_present(sorted(here), self.registry.process, self.registry.now())

    async def present(self, numbers: Sequence[int] | None = None) -> dict[int, set[str]]:
        """Who is connected to each of these tables, or to any, at whatever process."""
        return await self.registry.store.present(self.registry.now() - TIMEOUT, numbers)

    def seated(self, table: Table) -> set[str]:
        """The users with a seat at a table who are connected to it, at whatever process."""
        present = self._present.get(table.row.id, ())
        return {seat.who for seat in table.seats if seat.who and (seat.who in present or table.is_connected(seat.who))}

    def note(self, table: Table, present: set[str]) -> None:
        """Note who is connected to a table, and send it if it has changed."""
        before, self._present[table.row.id] = self._present.get(table.row.id), present
        if before != present:
            table.seating_feed.send_soon()

    def forget(self, table: Table) -> None:
        """A table is evicted: set a timer for when an absent person would have to be replaced there."""
        number, now = table.row.id, self.registry.now()
        if since := [self._absent_since.setdefault((number, seat), now) for seat in self._absent(table)]:
            self.registry.timers.set_earlier(number, min(since) + table.settings.grace * 1000)
        self._present.pop(number, None)

    def _absent(self, table: Table) -> list[int]:
        """The seats to act whose person is absent, if the settings say that something happens then."""
        if table.settings.left == "wait" or table.settings.clock.kind == "days" or table.match is None or table.over:
            return []
        people = [table.seats[seat] for seat in table.match.acting() if seat not in table.history.replaced]
        present = self._present.get(table.row.id, set())
        return [row.seat for row in people if row.kind == "person" and row.who not in present]

    async def replace_absent(self, table: Table) -> None:
        """Do what the settings say for people who have been absent on their turn for longer than the grace period."""
        absent = self._absent(table)
        for key in [(table.row.id, seat) for seat in range(len(table.seats)) if seat not in absent]:
            self._absent_since.pop(key, None)
        for seat in absent:
            key = (table.row.id, seat)
            since = self._absent_since.setdefault(key, self.registry.now())
            if self.registry.now() - since >= table.settings.grace * 1000:
                self._absent_since.pop(key, None)
                await table.replace_absent(seat)
