"""Who is let in: how many connections there may be, in all, from one address, and at one table.

A connection is counted twice: when it is made, by the address it comes from, unless a proxy that is trusted stands
there; and when its request is known, by the address that such a proxy tells. A club has one address, so both limits
are generous; `limits.py` has them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from escapade.server import metrics
from escapade.server.errors import ServerFull
from escapade.server.limits import Limits
from escapade.server.sockets.addresses import is_local, network_of

if TYPE_CHECKING:
    from escapade.server.sockets.player import Connection


class ServerConfig(uvicorn.Config):
    """uvicorn's configuration with our limits: each connection's protocol is made with it."""

    def __init__(self, app: Any, limits: Limits, **more: Any) -> None:
        super().__init__(app, **more)
        self.limits = limits
        self.open: Counter[str] = Counter()  # connections by network, but those of proxies

    def network(self, peer: str) -> str:
        """The network that a connection from here counts for; empty for a proxy, which speaks for many."""
        trusted = getattr(self.loaded_app, "trusted_hosts", ())
        network = network_of(peer)
        return "" if not peer or peer in trusted or network in trusted else network


class Admission:
    """The WebSockets of one process, by address and by table."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._addresses: Counter[str] = Counter()
        self._tables: dict[int, set[Connection]] = {}

    def enter(self, connection: Connection) -> None:
        """Let a connection in, or raise `ServerFull`. Spectators cannot keep out players or the host."""
        table, network = connection.table, counted(connection.transport.address)
        seated = takes_part(connection)
        most = self.limits.address_connections if seated else self.limits.address_sockets
        if network and self._addresses[network] >= most:
            metrics.TURNED_AWAY.labels("address").inc()
            raise ServerFull(
                f"{most} connections come from your network already; close one of them, or come back later"
            )
        present = self._tables.get(table.row.id, set())
        if not seated and self._crowded(present):
            metrics.TURNED_AWAY.labels("table").inc()
            raise ServerFull(f"{self.limits.spectators} people watch this table already; come back later")
        self._addresses[network] += 1
        self._tables.setdefault(table.row.id, set()).add(connection)

    def _crowded(self, present: set[Connection]) -> bool:
        """Are there as many spectators as there may be? Who sits down or gets up is counted as what they are now."""
        most = self.limits.spectators
        return len(present) >= most and sum(not takes_part(other) for other in present) >= most

    def leave(self, connection: Connection) -> None:
        """A connection that was let in has ended."""
        number, network = connection.table.row.id, counted(connection.transport.address)
        take_one(self._addresses, network)
        self._tables[number].discard(connection)
        if not self._tables[number]:
            del self._tables[number]


def takes_part(connection: Connection) -> bool:
    """Does it belong to someone who plays at its table, or hosts it?"""
    table, who = connection.table, connection.who
    return bool(table.seats_of(who)) or (bool(who) and who == table.row.host)


def counted(address: str) -> str:
    """What the limit per address counts an address as; empty for this machine itself."""
    return "" if is_local(address) else network_of(address)


def take_one(counts: Counter[str], name: str) -> None:
    """Count one less, and forget what is not there any more."""
    counts[name] -= 1
    if counts[name] <= 0:
        del counts[name]


class RequestsAtOnce:
    """No address has more than so many requests answered at once: a proxy brings those of many over few connections."""

    def __init__(self, app: ASGIApp, limit: int, refusal: ASGIApp) -> None:
        self.app, self.limit, self.refusal = app, limit, refusal
        self._running: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        client = scope.get("client")
        network = counted(client[0]) if client and scope["type"] == "http" else ""
        if not network:
            await self.app(scope, receive, send)
        elif self._running[network] >= self.limit:
            metrics.TURNED_AWAY.labels("address").inc()
            await self.refusal(scope, receive, send)
        else:
            self._running[network] += 1
            try:
                await self.app(scope, receive, send)
            finally:
                take_one(self._running, network)
