"""Limits of connections: from one address, at one table, and of requests in progress.

TCP connections are counted by the peer's address, except a trusted proxy's; WebSockets and requests by the client's
address, which a trusted proxy forwards. A club has one address, so the limits of both are generous: see `limits.py`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from escapade.server import metrics
from escapade.server.errors import ServerFull
from escapade.server.limits import Limits
from escapade.server.rate_limits import Shares
from escapade.server.sockets.addresses import is_local, network_of

if TYPE_CHECKING:
    from escapade.server.sockets.player import Connection


class ServerConfig(uvicorn.Config):
    """uvicorn's configuration with our limits, which every protocol object is given."""

    def __init__(self, app: Any, limits: Limits, **more: Any) -> None:
        super().__init__(app, **more)
        self.limits = limits
        self.open: Counter[str] = Counter()  # TCP connections by network, without trusted proxies'

    def network(self, peer: str) -> str:
        """The network that a peer's connections count for; empty for a trusted proxy."""
        trusted = getattr(self.loaded_app, "trusted_hosts", ())
        network = network_of(peer)
        return "" if not peer or peer in trusted or network in trusted else network


class Admission:
    """Counts the WebSockets of one process, by network and by table."""

    def __init__(self, limits: Limits) -> None:
        self.limits, self.shares = limits, Shares(limits.address_work)
        self._addresses: Counter[str] = Counter()
        self._tables: dict[int, set[Connection]] = {}

    def enter(self, connection: Connection) -> None:
        """Count a connection, or raise `ServerFull`. Spectators cannot keep out players or the host."""
        table, network = connection.table, limited_network(connection.transport.address)
        seated = is_participant(connection)
        limit = self.limits.address_connections if seated else self.limits.address_sockets
        if network and self._addresses[network] >= limit:
            metrics.TURNED_AWAY.labels("address").inc()
            raise ServerFull(
                f"{limit} connections come from your network already; close one of them, or come back later"
            )
        present = self._tables.get(table.row.id, set())
        if not seated and self._is_full(present):
            metrics.TURNED_AWAY.labels("table").inc()
            raise ServerFull(f"{self.limits.spectators} people watch this table already; come back later")
        self._addresses[network] += 1
        self._tables.setdefault(table.row.id, set()).add(connection)

    def _is_full(self, present: set[Connection]) -> bool:
        """Has the table as many spectators as it may have? A spectator who took a seat is none."""
        limit = self.limits.spectators
        return len(present) >= limit and sum(not is_participant(other) for other in present) >= limit

    def leave(self, connection: Connection) -> None:
        """Count a connection no more."""
        number, network = connection.table.row.id, limited_network(connection.transport.address)
        decrement(self._addresses, network)
        self._tables[number].discard(connection)
        if not self._tables[number]:
            del self._tables[number]


def is_participant(connection: Connection) -> bool:
    """Does the connection belong to a player or the host of its table?"""
    table, who = connection.table, connection.who
    return bool(table.seats_of(who)) or (bool(who) and who == table.row.host)


def limited_network(address: str) -> str:
    """The network that an address counts for; empty for this machine, which has no limit."""
    return "" if is_local(address) else network_of(address)


def decrement(counts: Counter[str], name: str) -> None:
    """Subtract one, and drop a zero."""
    counts[name] -= 1
    if counts[name] <= 0:
        del counts[name]


class RequestsAtOnce:
    """Middleware that bounds the requests in progress from one network; connections of a proxy are no bound.

    Of those in progress a few are served at a time: one network's requests queue for each other, and for nobody else's.
    """

    def __init__(self, app: ASGIApp, limit: int, refusal: ASGIApp, shares: Shares) -> None:
        self.app, self.limit, self.refusal, self.shares = app, limit, refusal, shares
        self._running: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, or refuse."""
        client = scope.get("client")
        network = limited_network(client[0]) if client else ""
        if network and scope["type"] == "http" and self._running[network] >= self.limit:
            metrics.TURNED_AWAY.labels("address").inc()
            await self.refusal(scope, receive, send)
            return
        self._running[network] += 1
        try:
            async with self.shares.share(network):
                await self.app(scope, receive, send)
        finally:
            decrement(self._running, network)
