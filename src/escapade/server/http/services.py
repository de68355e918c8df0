"""What the endpoints share: the registry of tables, accounts, passkeys, and the limits of uploads and long requests."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from starlette.requests import Request

from escapade.server.accounts.accounts import Accounts
from escapade.server.accounts.passkeys import Passkeys
from escapade.server.accounts.sessions import COOKIE, Visitor
from escapade.server.errors import Unauthorized
from escapade.server.http.requests import client_of
from escapade.server.live.registry import Registry
from escapade.server.live.table import Table
from escapade.server.rate_limits import KeyedLocks, RateLimiter

DAY = 86_400  # seconds
MAX_WAITING = 8  # long requests of one network that may wait for the one before


class Services:
    """The objects that every endpoint is given."""

    def __init__(self, registry: Registry, accounts: Accounts, passkeys: Passkeys) -> None:
        self.registry, self.accounts, self.passkeys = registry, accounts, passkeys
        records = registry.limits.records
        self.uploads = RateLimiter(records, records / DAY, lambda: registry.now() / 1000)
        self.network_uploads = RateLimiter(4 * records, 4 * records / DAY, lambda: registry.now() / 1000)
        self._long_requests = KeyedLocks(MAX_WAITING)  # a long record takes time and memory

    async def visitor(self, request: Request) -> Visitor:
        """The person and session of a request; without a session the request is refused."""
        visitor = await self.accounts.sessions.visitor(request.cookies.get(COOKIE))
        if visitor is None:
            raise Unauthorized("nobody knows you yet: be a guest first (POST /api/guest), or log in")
        request.state.visitor = visitor
        return visitor

    async def user_id(self, request: Request) -> str:
        """The id of the signed-in person; empty without a session."""
        visitor = await self.accounts.sessions.visitor(request.cookies.get(COOKIE))
        return visitor.person.id if visitor else ""

    async def table(self, request: Request, user_id: str) -> Table:
        """The table that the path names, if this person may see it."""
        return await self.registry.find(request.path_params["code"], user_id)

    def long_request(self, request: Request) -> AbstractAsyncContextManager[None]:
        """Wait until no other long request of the same network runs."""
        return self._long_requests.hold(client_of(request).network)
