"""PostgreSQL, for several processes: any of them takes any move, and the others hear of it."""

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
from escapade.server.store.driver import Append, Batch, Guarded, Hear, Row, Statement

CHANNEL = "escapade"
MOST = 1000  # appends that share a transaction
TIMEOUT = 20.0  # seconds to wait for a connection
PAYLOAD = 500  # matches named in one notice: PostgreSQL carries 8,000 bytes
LOG = (
    "INSERT INTO log (match, ply, seat, action, at, id) SELECT * FROM unnest($1::bigint[], $2::integer[], "
    "$3::integer[], $4::integer[], $5::bigint[], $6::text[])"
)
WINNERS = LOG + " ON CONFLICT DO NOTHING RETURNING match, ply"
FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)


class Postgres:
    """A database elsewhere. Appends that arrive together share a transaction."""

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
            self._write_link: Any = await asyncpg.create_pool(self.url, min_size=1, max_size=4, timeout=TIMEOUT)
            self._read_link: Any = await asyncpg.create_pool(self.url, min_size=1, max_size=8, timeout=TIMEOUT)
        except (*FAILURES, ValueError) as error:  # ValueError: no URL
            where = self.url.rpartition("@")[2]
            raise StoreError(f"cannot reach the database {where}: {error or 'it does not answer'}") from None
        self._tasks.append(asyncio.create_task(self._write()))

    async def close(self) -> None:
        """Write what waits, then let go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._queue:
            await self._transact(self._queue)
        await self._write_link.close()
        await self._read_link.close()

    # --- Writing ---

    async def append(self, wanted: Append) -> bool:
        """Put plies at the end of a log; False if someone else has been there."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.append((wanted, done))
        self._wake.set()
        return await done

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            jobs, self._queue = self._queue[:MOST], self._queue[MOST:]
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
        """The first ply's key is the lock. Keys are taken in order, so that two processes never wait for each other."""
        first: dict[tuple[int, int], Append] = {}
        for job in jobs:
            first.setdefault((job.match, job.ply), job)
        async with self._write_link.acquire() as link, link.transaction():
            found = await link.fetch(WINNERS, *columns(first[key].rows()[0] for key in sorted(first)))
            won = [first[(row[0], row[1])] for row in found]
            more = [row for job in won for row in job.rows()[1:]]
            if more:
                await link.execute(LOG, *columns(more))
            for sql, given in alike(statement for job in won for statement in job.also).items():
                await link.executemany(numbered(sql), given)
            await self._tell(link, [str(job.match) for job in won])
        winners = {id(job) for job in won}
        return [id(job) in winners for job in jobs]

    async def run(self, batch: Batch, news: int | None = None, guards: int = 0) -> list[list[Row]]:
        """Carry out statements together, or none; return the rows of each."""
        found: list[list[Row]] = []
        try:
            async with self._write_link.acquire() as link, link.transaction():
                for sql, args in batch:
                    found.append([tuple(row) for row in await link.fetch(numbered(sql), *args)])
                    if len(found) <= guards and not found[-1]:
                        raise Guarded
                await self._tell(link, [] if news is None else [f"{news}+"])
            return found
        except Guarded:
            return []
        except FAILURES as error:
            raise StoreError(f"the database failed: {error}") from None

    async def _tell(self, link: Any, matches: Sequence[str]) -> None:
        """One notice for many matches: a notice for each would be twenty times slower."""
        for i in range(0, len(matches), PAYLOAD):
            said = ",".join(matches[i : i + PAYLOAD])
            await link.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{self.name}:{said}")

    # --- Reading ---

    async def ask(self, sql: str, *args: Any) -> list[Row]:
        """Return the rows of a question."""
        try:
            return [tuple(row) for row in await self._read_link.fetch(numbered(sql), *args)]
        except FAILURES as error:
            raise StoreError(f"the database failed: {error}") from None

    async def listen(self, hear: Hear) -> None:
        """Call this with the number of every match that another process has changed; again after a lost connection."""
        ready = asyncio.Event()
        self._tasks.append(asyncio.create_task(self._listen(hear, ready)))
        await ready.wait()

    async def _listen(self, hear: Hear, ready: asyncio.Event) -> None:
        while True:
            with suppress(*FAILURES):
                await self._follow(hear, ready)
            await asyncio.sleep(0.5)

    async def _follow(self, hear: Hear, ready: asyncio.Event) -> None:
        link = await asyncpg.connect(self.url)
        gone = asyncio.Event()
        try:
            link.add_termination_listener(lambda _: gone.set())
            await link.add_listener(CHANNEL, lambda _link, _pid, _channel, said: self._heard(hear, said))
            if ready.is_set():
                hear(-1, False)  # something may have been missed meanwhile
            ready.set()
            await gone.wait()
        finally:
            await link.close(timeout=1)

    def _heard(self, hear: Hear, said: str) -> None:
        who, _, matches = said.partition(":")
        if who != self.name:
            for match in matches.split(","):
                hear(int(match.removesuffix("+")), not match.endswith("+"))

    async def backup(self, target: Path) -> None:
        """PostgreSQL has its own tool for that."""
        raise StoreError("a PostgreSQL database is backed up with its own tool: pg_dump --format=custom")


def alike(batch: Iterable[Statement]) -> dict[str, list[tuple[Any, ...]]]:
    """What is filled into each statement: what is carried out alike is sent together."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for sql, args in batch:
        found.setdefault(sql, []).append(args)
    return found


def columns(rows: Iterable[Row]) -> list[list[Any]]:
    """Rows the other way round, as unnest wants them."""
    return [list(column) for column in zip(*rows, strict=True)]


@cache
def numbered(sql: str) -> str:
    """Statements are written with ?; PostgreSQL counts what is filled in."""
    parts = re.split(r"\?", sql)
    return "".join(part + (f"${i + 1}" if i < len(parts) - 1 else "") for i, part in enumerate(parts))
