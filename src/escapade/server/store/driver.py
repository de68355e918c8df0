"""The interface of a database. Statements are written once for both, with ? for parameters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

Row = tuple[Any, ...]
Statement = tuple[str, tuple[Any, ...]]
Batch = Sequence[Statement]
OnChange = Callable[[int, bool], None]  # takes a match number, and whether only its log has grown


class Guarded(Exception):
    """A guard of a batch returned no row, so that nothing of the batch was done."""


class Entry(NamedTuple):
    """One row of a log. `action` is an action code, or a negative number for a verb; `id` is the client's own."""

    seat: int
    action: int
    at: int
    id: str = ""


class Append(NamedTuple):
    """Entries to append to a log, from this ply on, in one transaction with other statements."""

    match: int
    ply: int
    entries: Sequence[Entry]
    statements: Batch = ()

    def rows(self) -> list[Row]:
        """The rows of the log."""
        return [(self.match, self.ply + i, *entry) for i, entry in enumerate(self.entries)]


class Driver(Protocol):
    """A database."""

    identity: str  # see schema/1.sql
    clustered: str
    hash: str  # see schema/3.sql

    async def open(self) -> None:
        """Connect."""
        ...

    async def close(self) -> None:
        """Write what is queued, and disconnect."""
        ...

    def append(self, wanted: Append) -> Awaitable[bool]:
        """Append entries to a log; return after the commit. False if another process has written these plies."""
        ...

    async def run(self, batch: Batch, notify: int | None = None, guards: int = 0) -> list[list[Row]]:
        """Execute statements in one transaction; return the rows of each, after the commit.

        `notify` is the match that other processes should read again. Each of the first `guards` statements must
        return a row, or nothing is done and nothing returned. A guard that updates a row also locks it: other
        transactions that update it wait, and later statements see what was committed meanwhile.
        """
        ...

    async def ask(self, sql: str, *args: Any) -> list[Row]:
        """Execute a query; return its rows."""
        ...

    async def listen(self, on_change: OnChange) -> None:
        """Call this with the number of every match that another process changes."""
        ...

    async def backup(self, target: Path) -> None:
        """Copy the database while it runs."""
        ...
