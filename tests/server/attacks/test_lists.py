"""How many tables there are, what a list of them costs, and how many are kept in memory."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import httpx2 as httpx

from escapade.server.limits import Limits
from tests.server.guests import running

OPEN = {"game": "cartagena", "seats": [{"kind": "me"}, {"kind": "open"}]}


def test_parallel_requests_do_not_pass_the_limit_of_tables(db: str) -> None:
    """Twelve at once, on two servers where a database can have two; the limit is five."""

    async def test() -> None:
        async with AsyncExitStack() as stack:
            limits = Limits(tables=5)
            servers = [await stack.enter_async_context(running(db, limits=limits)) for _ in range(servers_of(db))]
            ann = await stack.enter_async_context(servers[0].guest())
            clients = [
                await stack.enter_async_context(httpx.AsyncClient(base_url=server.url, cookies=ann.http.cookies))
                for server in servers
            ]
            said = await asyncio.gather(*(clients[i % len(clients)].post("/api/tables", json=OPEN) for i in range(12)))
            mine = (await ann.http.get("/api/tables")).json()["tables"]
            assert sorted(reply.status_code for reply in said) == [201] * 5 + [409] * 7
            assert len(mine) == 5

    asyncio.run(test())


def servers_of(db: str) -> int:
    """How many processes may serve a database."""
    return 2 if db.startswith("postgres") else 1
