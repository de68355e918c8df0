"""PostgreSQL, for several processes: any of them takes any move, and the others are notified (`LISTEN`/`NOTIFY`)."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import asyncpg

from escapade.server.errors import StoreError
from escapade.server.store.driver import Append, Batch, Guarded, OnChange, Row, Statement

CHANNEL = "escapade"
MAX_BATCH = 1000  # appends that share a transaction
TIMEOUT = 20.0  # seconds to wait for a connection
MAX_PAYLOAD = 500  # matches in one notification: PostgreSQL allows 8,000 bytes
LOG = (
    "INSERT INTO log (match, ply, seat, action, at, id) SELECT * FROM unnest($1::bigint[], $2::integer[], "
    "$3::integer[], $4::integer[], $5::bigint[], $6::text[])"
)
WINNERS = LOG + " ON CONFLICT DO NOTHING RETURNING match, ply"
FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)


class Postgres:
    """A PostgreSQL database. Appends that arrive together share a transaction."""

    identity, clustered = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", ""
    hash = "encode(sha256(convert_to(token, 'UTF8')), 'hex')"

    def __init__(self, url: str) -> None:
        self.url, self.name = url, secrets.token_hex(4)
        self._queue: list[tuple[Append, asyncio.Future[bool]]] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Connect."""
        try:
            self._write_pool: Any = await asyncpg.create_pool(self.url, min_size=1, max_size=4, timeout=TIMEOUT)
            self._read_pool: Any = await asyncpg.create_pool(self.url, min_size=1, max_size=8, timeout=TIMEOUT)
        except (*FAILURES, ValueError) as error:  # ValueError: no URL
            where = self.url.rpartition("@")[2]
            raise StoreError(f"cannot reach the database {where}: {error or 'it does not answer'}") from None
        self._tasks.append(asyncio.create_task(self._write()))

    async def close(self) -> None:
        """Write what is queued, and disconnect."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._queue:
            await self._transact(self._queue)
        await self._write_pool.close()
        await self._read_pool.close()

    # --- Writing ---

    async def append(self, wanted: Append) -> bool:
        """Append entries to a log; False if another process has written these plies."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.append((wanted, done))
        self._wake.set()
        return await done

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            jobs, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
            if not self._queue:
                self._wake.clear()
            await asyncio.shield(self._transact(jobs))

    async def _transact(self, jobs: Sequence[tuple[Append, asyncio.Future[bool]]]) -> None:
        try:
            results: list[bool] | StoreError = await self._append_all([wanted for wanted, _ in jobs])
        except FAILURES as error:
            results = StoreError(f"the database failed: {error}")
        for i, (_, done) in enumerate(jobs):
            if not done.done():
                done.set_exception(results) if isinstance(results, StoreError) else done.set_result(results[i])

    async def _append_all(self, jobs: Sequence[Append]) -> list[bool]:
        """Whoever inserts the first ply's key appends. Keys are inserted in order, to avoid deadlocks."""
        first: dict[tuple[int, int], Append] = {}
        for job in jobs:
            first.setdefault((job.match, job.ply), job)
        async with self._write_pool.acquire() as connection, connection.transaction():
            found = await connection.fetch(WINNERS, *columns(first[key].rows()[0] for key in sorted(first)))
            won = [first[(row[0], row[1])] for row in found]
            more = [row for job in won for row in job.rows()[1:]]
            if more:
                await connection.execute(LOG, *columns(more))
            for sql, parameters in by_statement(statement for job in won for statement in job.statements).items():
                await connection.executemany(numbered(sql), parameters)
            await self._notify(connection, [str(job.match) for job in won])
        winners = {id(job) for job in won}
        return [id(job) in winners for job in jobs]

    async def run(self, batch: Batch, notify: int | None = None, guards: int = 0) -> list[list[Row]]:
        """Execute statements in one transaction; return the rows of each."""
        found: list[list[Row]] = []
        try:
            async with self._write_pool.acquire() as connection, connection.transaction():
                for sql, args in batch:
                    found.append([tuple(row) for row in await connection.fetch(numbered(sql), *args)])
                    if len(found) <= guards and not found[-1]:
                        raise Guarded
                await self._notify(connection, [] if notify is None else [f"{notify}+"])
            return found
        except Guarded:
            return []
        except FAILURES as error:
            raise StoreError(f"the database failed: {error}") from None

    async def _notify(self, connection: Any, matches: Sequence[str]) -> None:
        """One notification for many matches: one for each would be twenty times slower."""
        for i in range(0, len(matches), MAX_PAYLOAD):
            numbers = ",".join(matches[i : i + MAX_PAYLOAD])
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{self.name}:{numbers}")

    # --- Reading ---

    async def ask(self, sql: str, *args: Any) -> list[Row]:
        """Execute a query; return its rows."""
        try:
            return [tuple(row) for row in await self._read_pool.fetch(numbered(sql), *args)]
        except FAILURES as error:
            raise StoreError(f"the database failed: {error}") from None

    async def listen(self, on_change: OnChange) -> None:
        """Call this with the number of every match that another process changes, also after a lost connection."""
        ready = asyncio.Event()
        self._tasks.append(asyncio.create_task(self._listen(on_change, ready)))
        await ready.wait()

    async def _listen(self, on_change: OnChange, ready: asyncio.Event) -> None:
        while True:
            with suppress(*FAILURES):
                await self._follow(on_change, ready)
            await asyncio.sleep(0.5)

    async def _follow(self, on_change: OnChange, ready: asyncio.Event) -> None:
        connection = await asyncpg.connect(self.url)
        disconnected = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: disconnected.set())
            await connection.add_listener(CHANNEL, lambda _link, _pid, _channel, text: self._received(on_change, text))
            if ready.is_set():
                on_change(-1, False)  # notifications may have been lost meanwhile
            ready.set()
            await disconnected.wait()
        finally:
            await connection.close(timeout=1)

    def _received(self, on_change: OnChange, text: str) -> None:
        sender, _, matches = text.partition(":")
        if sender != self.name:
            for match in matches.split(","):
                on_change(int(match.removesuffix("+")), not match.endswith("+"))

    async def backup(self, target: Path) -> None:
        """PostgreSQL has its own tool for that."""
        raise StoreError("a PostgreSQL database is backed up with its own tool: pg_dump --format=custom")


def by_statement(batch: Iterable[Statement]) -> dict[str, list[tuple[Any, ...]]]:
    """The parameters of each different statement, so that they are sent together."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for sql, args in batch:
        found.setdefault(sql, []).append(args)
    return found


def columns(rows: Iterable[Row]) -> list[list[Any]]:
    """The columns of rows, for `unnest`."""
    return [list(column) for column in zip(*rows, strict=True)]


@cache
def numbered(sql: str) -> str:
    """A statement with $1, $2, … instead of ?, as PostgreSQL wants it."""
    parts = re.split(r"\?", sql)
    return "".join(part + (f"${i + 1}" if i < len(parts) - 1 else "") for i, part in enumerate(parts))
