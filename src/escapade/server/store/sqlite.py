"""SQLite, embedded, with group commit. Statements are executed in the event loop, which is faster than in a thread; the
commit waits for the disk in a thread. Whatever arrives during a commit, and shortly after, shares the next.
"""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from escapade.server.errors import StoreError
from escapade.server.store.driver import Append, Batch, Guarded, OnChange, Row

IDENTITY = "INTEGER PRIMARY KEY AUTOINCREMENT"
CLUSTERED = "WITHOUT ROWID"
HASH = "sha256(token)"  # a function of our own: SQLite has none
LOG = "INSERT INTO log (match, ply, seat, action, at, id) VALUES (?, ?, ?, ?, ?, ?)"
MAX_BATCH = 1000  # jobs that share a commit
COMMIT_DELAY = 0.002  # seconds between two commits if several jobs share one; a single job does not wait
TIMEOUT = 30.0  # seconds to wait for another writer
POLL = 0.5  # seconds between two checks whether a host's command has written

Job = Append | Callable[[sqlite3.Connection], Any]


class Sqlite:
    """A database in a file. Writes that arrive together share a transaction, and return after its commit."""

    identity, clustered, hash = IDENTITY, CLUSTERED, HASH

    def __init__(self, path: Path) -> None:
        self.path = path
        self._queue: list[tuple[Job, asyncio.Future[Any]]] = []
        self._wake = asyncio.Event()
        self._write_lock = asyncio.Lock()  # of the write connection
        self._closed = False
        self._writing: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._writer = ThreadPoolExecutor(1, "escapade-writes")
        self._reader = ThreadPoolExecutor(1, "escapade-reads")

    async def open(self) -> None:
        """Connect, and make sure that what is committed is on the disk."""
        self._loop = loop = asyncio.get_running_loop()
        self._write_connection = await loop.run_in_executor(self._writer, self._connect)
        self._write_connection.execute(
            "PRAGMA busy_timeout = 0"
        )  # `_begin` waits for other writers, without blocking the loop
        self._read_connection = await loop.run_in_executor(self._reader, self._connect)
        self._writing = asyncio.create_task(self._write())

    def _connect(self) -> sqlite3.Connection:
        try:
            if not self.path.exists():
                self.path.touch(0o600)  # nobody else may read it; SQLite's other files get the same mode
            connection = sqlite3.connect(self.path, isolation_level=None, timeout=30, check_same_thread=False)
            connection.text_factory = lambda text: text.decode(
                errors="replace"
            )  # one damaged cell must not hide the others
            connection.create_function("sha256", 1, lambda text: hashlib.sha256(text.encode()).hexdigest())
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            return connection
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{self.path}: {getattr(error, 'strerror', None) or error}") from None

    async def close(self) -> None:
        """Write what is queued, and disconnect."""
        if self._listening:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
            self._listening = None
        if self._writing:
            self._writing.cancel()
            await asyncio.gather(self._writing, return_exceptions=True)
            self._writing = None
            while self._queue:  # jobs may arrive meanwhile
                jobs, self._queue = self._queue, []
                await self._execute(jobs)
            async with self._write_lock:  # a cancelled caller's job may still be running
                self._closed = True
                await self._loop.run_in_executor(self._writer, self._write_connection.close)
                await self._loop.run_in_executor(self._reader, self._read_connection.close)
        self._writer.shutdown()
        self._reader.shutdown()

    # --- Writing ---

    def append(self, wanted: Append) -> Awaitable[bool]:
        """Append entries to a log; False if another process has written these plies."""
        return self.submit(wanted)

    async def run(self, batch: Batch, notify: int | None = None, guards: int = 0) -> list[list[Row]]:
        """Execute statements in one transaction; return the rows of each."""

        def job(connection: sqlite3.Connection) -> list[list[Row]]:
            found: list[list[Row]] = []
            for sql, args in batch:
                found.append(connection.execute(sql, args).fetchall())
                if len(found) <= guards and not found[-1]:
                    raise Guarded
            return found

        try:
            done: list[list[Row]] = await self.submit(job)
        except Guarded:
            return []
        return done

    def submit(self, job: Job) -> asyncio.Future[Any]:
        """Queue a job for the next transaction; its result comes after the commit."""
        if self._closed:
            raise StoreError(f"{self.path}: the server has let go of it")
        done: asyncio.Future[Any] = self._loop.create_future()
        self._queue.append((job, done))
        self._wake.set()
        return done

    async def _write(self) -> None:
        next_commit = 0.0
        while True:
            await self._wake.wait()
            if (pause := next_commit - self._loop.time()) > 0:
                await asyncio.sleep(pause)
            jobs, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
            if not self._queue:
                self._wake.clear()
            await asyncio.shield(self._execute(jobs))
            next_commit = self._loop.time() + COMMIT_DELAY if len(jobs) > 1 else 0.0

    async def _execute(self, jobs: Sequence[tuple[Job, asyncio.Future[Any]]]) -> None:
        """Execute jobs in one transaction, and give each its result after the commit."""
        try:
            async with self._write_lock:
                results = await self._transact([job for job, _ in jobs])
        except sqlite3.Error as error:  # for example a full disk: nothing was done
            results = [StoreError(f"{self.path}: {error}")] * len(jobs)
        for (_, done), result in zip(jobs, results, strict=True):
            if not done.done():
                done.set_exception(result) if isinstance(result, Exception) else done.set_result(result)

    async def _transact(self, jobs: Sequence[Job]) -> list[Any]:
        """A job that fails is rolled back alone."""
        loop = asyncio.get_running_loop()
        try:
            await self._begin()
            together = self._append_all([job for job in jobs if isinstance(job, Append)], len(jobs))
            if together is None:
                self._write_connection.execute("ROLLBACK")
                await self._begin()
            results = together or [self._run_job(job) for job in jobs]
            await loop.run_in_executor(self._writer, self._write_connection.execute, "COMMIT")
        except sqlite3.Error:
            if self._write_connection.in_transaction:
                self._write_connection.execute("ROLLBACK")
            raise
        return results

    async def _begin(self) -> None:
        """Begin a transaction; wait while a host's command is writing."""
        until = time.monotonic() + TIMEOUT
        while True:
            try:
                self._write_connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
            await asyncio.sleep(0.005)

    def _append_all(self, wanted: Sequence[Append], jobs: int) -> list[Any] | None:
        """Append to many logs in one statement, if there are only appends; None if one of them fails.

        Without a savepoint for each, SQLite need not keep a copy of every page.
        """
        if len(wanted) < jobs:
            return []
        try:
            self._write_connection.executemany(LOG, [row for job in wanted for row in job.rows()])
            for sql, args in [statement for job in wanted for statement in job.statements]:
                self._write_connection.execute(sql, args)
        except sqlite3.OperationalError:  # the disk, not a job
            raise
        except Exception:
            return None
        return [True] * len(wanted)

    def _run_job(self, job: Job) -> Any:
        self._write_connection.execute("SAVEPOINT job")
        try:
            result = append_one(self._write_connection, job) if isinstance(job, Append) else job(self._write_connection)
        except sqlite3.OperationalError:  # the disk, not the job
            raise
        except Exception as error:  # one job's error must not stop the others
            self._write_connection.execute("ROLLBACK TO job")
            result = error if isinstance(error, Guarded) else StoreError(str(error))
        self._write_connection.execute("RELEASE job")
        return result

    # --- Reading ---

    async def ask(self, sql: str, *args: Any) -> list[Row]:
        """Execute a query; return its rows."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, lambda: self._read_connection.execute(sql, args).fetchall())
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from None

    async def listen(self, on_change: OnChange) -> None:
        """Only one process serves, but a host's commands write, too: poll for changes of other connections."""
        seen = await self._version()
        self._listening = asyncio.create_task(self._listen(on_change, seen))

    async def _listen(self, on_change: OnChange, seen: int) -> None:
        while True:
            await asyncio.sleep(POLL)
            with suppress(sqlite3.Error):
                now = await self._version()
                if now != seen:
                    seen = now
                    on_change(-1, False)

    async def _version(self) -> int:
        """A number that changes when another connection commits, and not when ours does."""
        async with self._write_lock:
            return int(self._write_connection.execute("PRAGMA data_version").fetchone()[0])

    async def backup(self, target: Path) -> None:
        """Copy the database while it runs: everything committed before this began."""
        loop, part = asyncio.get_running_loop(), target.with_name(target.name + ".part")

        def copy() -> None:
            part.unlink(missing_ok=True)  # of a backup that was interrupted
            part.touch(0o600)  # nobody else may read it
            with closing(sqlite3.connect(part)) as other:
                self._read_connection.backup(other)
            part.replace(target)

        try:
            await loop.run_in_executor(self._reader, copy)
        except (sqlite3.Error, OSError) as error:
            part.unlink(missing_ok=True)
            raise StoreError(f"{target}: {error}") from None


def append_one(connection: sqlite3.Connection, wanted: Append) -> bool:
    """Insert the first ply; if its key was free, also the others and the statements."""
    first, *more = wanted.rows()
    if not connection.execute(LOG + " ON CONFLICT DO NOTHING", first).rowcount:
        return False
    if more:
        connection.executemany(LOG, more)
    for sql, args in wanted.statements:
        connection.execute(sql, args)
    return True
