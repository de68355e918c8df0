"""SQLite, embedded. Statements are carried out in the event loop, which is quicker than to hand them to a thread; the
commit, which waits for the disk, is a thread's. Whatever arrives while a commit runs, and a moment after, is the next.
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
from escapade.server.store.driver import Append, Batch, Guarded, Hear, Row

IDENTITY = "INTEGER PRIMARY KEY AUTOINCREMENT"
CLUSTERED = "WITHOUT ROWID"
HASH = "sha256(token)"  # a function of our own: SQLite has none
LOG = "INSERT INTO log (match, ply, seat, action, at, id) VALUES (?, ?, ?, ?, ?, ?)"
MOST = 1000  # jobs that share a commit
COMMIT_DELAY = 0.002  # seconds between two commits while many write: so more share one; who comes alone does not wait
TIMEOUT = 30.0  # seconds to wait for another writer
LOOK = 0.5  # seconds between two looks whether a host's verb has written

Job = Append | Callable[[sqlite3.Connection], Any]


class Sqlite:
    """A database in a file. Writes that arrive together share a transaction, and are told only after its commit."""

    identity, clustered, hash = IDENTITY, CLUSTERED, HASH

    def __init__(self, path: Path) -> None:
        self.path = path
        self._queue: list[tuple[Job, asyncio.Future[Any]]] = []
        self._wake = asyncio.Event()
        self._turn = asyncio.Lock()  # whose the pen is
        self._closed = False
        self._writing: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._writer = ThreadPoolExecutor(1, "escapade-writes")
        self._reader = ThreadPoolExecutor(1, "escapade-reads")

    async def open(self) -> None:
        """Connect, and make sure that what is committed is on the disk."""
        self._loop = loop = asyncio.get_running_loop()
        self._write_link = await loop.run_in_executor(self._writer, self._connect)
        self._write_link.execute(
            "PRAGMA busy_timeout = 0"
        )  # who waits for another writer waits in the loop, not before it
        self._read_link = await loop.run_in_executor(self._reader, self._connect)
        self._writing = asyncio.create_task(self._write())

    def _connect(self) -> sqlite3.Connection:
        try:
            if not self.path.exists():
                self.path.touch(0o600)  # for nobody else to read; what SQLite puts beside it gets the same mode
            link = sqlite3.connect(self.path, isolation_level=None, timeout=30, check_same_thread=False)
            link.text_factory = lambda text: text.decode(errors="replace")  # one damaged cell must not hide the others
            link.create_function("sha256", 1, lambda text: hashlib.sha256(text.encode()).hexdigest())
            link.execute("PRAGMA journal_mode = WAL")
            link.execute("PRAGMA synchronous = FULL")
            return link
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{self.path}: {getattr(error, 'strerror', None) or error}") from None

    async def close(self) -> None:
        """Write what waits, then let go."""
        if self._listening:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
            self._listening = None
        if self._writing:
            self._writing.cancel()
            await asyncio.gather(self._writing, return_exceptions=True)
            self._writing = None
            while self._queue:  # something may come while the rest is written
                jobs, self._queue = self._queue, []
                await self._carry_out(jobs)
            async with self._turn:  # who was cancelled waits no more, but what it asked for is still being done
                self._closed = True
                await self._loop.run_in_executor(self._writer, self._write_link.close)
                await self._loop.run_in_executor(self._reader, self._read_link.close)
        self._writer.shutdown()
        self._reader.shutdown()

    # --- Writing ---

    def append(self, wanted: Append) -> Awaitable[bool]:
        """Put plies at the end of a log; False if someone else has been there."""
        return self._do(wanted)

    async def run(self, batch: Batch, news: int | None = None, guards: int = 0) -> list[list[Row]]:
        """Carry out statements together, or none; return the rows of each."""

        def job(link: sqlite3.Connection) -> list[list[Row]]:
            found: list[list[Row]] = []
            for sql, args in batch:
                found.append(link.execute(sql, args).fetchall())
                if len(found) <= guards and not found[-1]:
                    raise Guarded
            return found

        try:
            done: list[list[Row]] = await self._do(job)
        except Guarded:
            return []
        return done

    def _do(self, job: Job) -> asyncio.Future[Any]:
        if self._closed:
            raise StoreError(f"{self.path}: the server has let go of it")
        done: asyncio.Future[Any] = self._loop.create_future()
        self._queue.append((job, done))
        self._wake.set()
        return done

    async def _write(self) -> None:
        rested = 0.0
        while True:
            await self._wake.wait()
            if (pause := rested - self._loop.time()) > 0:
                await asyncio.sleep(pause)
            jobs, self._queue = self._queue[:MOST], self._queue[MOST:]
            if not self._queue:
                self._wake.clear()
            await asyncio.shield(self._carry_out(jobs))
            rested = self._loop.time() + COMMIT_DELAY if len(jobs) > 1 else 0.0

    async def _carry_out(self, jobs: Sequence[tuple[Job, asyncio.Future[Any]]]) -> None:
        """One transaction for all; each is told what came of it after the commit."""
        try:
            async with self._turn:
                results = await self._transact([job for job, _ in jobs])
        except sqlite3.Error as error:  # the disk is full, say: nothing of this was done
            results = [StoreError(f"{self.path}: {error}")] * len(jobs)
        for (_, done), result in zip(jobs, results, strict=True):
            if not done.done():
                done.set_exception(result) if isinstance(result, Exception) else done.set_result(result)

    async def _transact(self, jobs: Sequence[Job]) -> list[Any]:
        """A job that fails takes back its own part, and nothing else."""
        loop = asyncio.get_running_loop()
        try:
            await self._begin()
            together = self._all_at_once([job for job in jobs if isinstance(job, Append)], len(jobs))
            if together is None:
                self._write_link.execute("ROLLBACK")
                await self._begin()
            results = together or [self._one(job) for job in jobs]
            await loop.run_in_executor(self._writer, self._write_link.execute, "COMMIT")
        except sqlite3.Error:
            if self._write_link.in_transaction:
                self._write_link.execute("ROLLBACK")
            raise
        return results

    async def _begin(self) -> None:
        """Begin to write; a host's verb may be writing, too, and is waited for."""
        until = time.monotonic() + TIMEOUT
        while True:
            try:
                self._write_link.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
            await asyncio.sleep(0.005)

    def _all_at_once(self, wanted: Sequence[Append], jobs: int) -> list[Any] | None:
        """Let many logs grow in one statement, if nothing else is to be done; None if someone has been at one of them.

        Without a savepoint for each of them, the database need not remember every page as it was.
        """
        if len(wanted) < jobs:
            return []
        try:
            self._write_link.executemany(LOG, [row for job in wanted for row in job.rows()])
            for sql, args in [statement for job in wanted for statement in job.also]:
                self._write_link.execute(sql, args)
        except sqlite3.OperationalError:  # the disk, not a job
            raise
        except Exception:
            return None
        return [True] * len(wanted)

    def _one(self, job: Job) -> Any:
        self._write_link.execute("SAVEPOINT job")
        try:
            result = appended(self._write_link, job) if isinstance(job, Append) else job(self._write_link)
        except sqlite3.OperationalError:  # the disk, not the job
            raise
        except Exception as error:  # whatever is wrong with one job, the others and the writer go on
            self._write_link.execute("ROLLBACK TO job")
            result = error if isinstance(error, Guarded) else StoreError(str(error))
        self._write_link.execute("RELEASE job")
        return result

    # --- Reading ---

    async def ask(self, sql: str, *args: Any) -> list[Row]:
        """Return the rows of a question."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, lambda: self._read_link.execute(sql, args).fetchall())
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from None

    async def listen(self, hear: Hear) -> None:
        """One process serves, but a host's verbs write, too: look now and then whether anyone else has."""
        seen = await self._version()
        self._listening = asyncio.create_task(self._listen(hear, seen))

    async def _listen(self, hear: Hear, seen: int) -> None:
        while True:
            await asyncio.sleep(LOOK)
            with suppress(sqlite3.Error):
                now = await self._version()
                if now != seen:
                    seen = now
                    hear(-1, False)

    async def _version(self) -> int:
        """A number that changes when someone else commits, and not when our own pen does."""
        async with self._turn:
            return int(self._write_link.execute("PRAGMA data_version").fetchone()[0])

    async def backup(self, target: Path) -> None:
        """Copy the database while it runs: all that was committed when this began."""
        loop, part = asyncio.get_running_loop(), target.with_name(target.name + ".part")

        def copy() -> None:
            part.unlink(missing_ok=True)  # of a backup that was interrupted
            part.touch(0o600)  # it holds what the database holds: nobody else may read it
            with closing(sqlite3.connect(part)) as other:
                self._read_link.backup(other)
            part.replace(target)

        try:
            await loop.run_in_executor(self._reader, copy)
        except (sqlite3.Error, OSError) as error:
            part.unlink(missing_ok=True)
            raise StoreError(f"{target}: {error}") from None


def appended(link: sqlite3.Connection, wanted: Append) -> bool:
    """The first ply's key is the lock: who has it writes the others, and what goes with them."""
    first, *more = wanted.rows()
    if not link.execute(LOG + " ON CONFLICT DO NOTHING", first).rowcount:
        return False
    if more:
        link.executemany(LOG, more)
    for sql, args in wanted.also:
        link.execute(sql, args)
    return True
