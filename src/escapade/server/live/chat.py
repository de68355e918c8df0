"""Chat at tables: what is said is stored, then sent to those who may read it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from escapade.server import protocol
from escapade.server.accounts.names import tidy_line
from escapade.server.protocol import encode
from escapade.server.rate_limits import RateLimiter
from escapade.server.store import ChatRow

if TYPE_CHECKING:
    from escapade.server.live.broadcast import Listener
    from escapade.server.live.registry import Registry
    from escapade.server.live.table import Table

BURST, LINES_A_SECOND = 5.0, 1.0  # of one user, at all tables together


class Chat:
    """The chat of all tables."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._rate = RateLimiter(BURST, LINES_A_SECOND, time.monotonic)

    def allows(self, who: str) -> bool:
        """May this user post a line now? It counts towards the rate limit."""
        return self._rate.take(who)

    async def post(self, table: Table, listener: Listener, name: str, text: str) -> None:
        """Store a line, then send it to those who may read it."""
        text, seats = tidy_line(text), table.seats_of(listener.who)
        seat = seats[0] if seats else None
        await self.registry.store.add_chat(
            ChatRow(0, table.row.id, listener.who, name, seat, text, self.registry.now())
        )
        await self.send_new(table)

    async def send_new(self, table: Table) -> None:
        """Send each listener the lines that it was not sent yet."""
        if not table.listeners:
            return
        rows = await self.registry.store.chat(table.row.id, min(listener.chat for listener in table.listeners))
        for listener in [*table.listeners]:
            for line in self.readable_lines(table, listener, rows):
                listener.send(encode(line))
            listener.chat = max([listener.chat, *(row.n for row in rows)])

    def readable_lines(self, table: Table, listener: Listener, rows: list[ChatRow]) -> list[protocol.ChatLine]:
        """The new lines that a listener may read: while a game runs, players read players, spectators spectators."""
        plays, free = bool(table.seats_of(listener.who)), table.row.status != "running"
        new = [row for row in rows if row.n > listener.chat and row.name not in listener.muted]
        readable = [row for row in new if free or plays == (row.seat is not None)]
        return [protocol.ChatLine(row.n, row.name, row.seat, row.text, row.at) for row in readable]
