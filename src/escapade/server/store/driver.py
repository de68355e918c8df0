"""What a database must be able to do. Statements are written once, with ? for what is filled in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

Row = tuple[Any, ...]
Statement = tuple[str, tuple[Any, ...]]
Batch = Sequence[Statement]
Hear = Callable[[int, bool], None]  # the number of a match, and whether only its log has grown


class Guarded(Exception):
    """A guard of a batch returned no row, so that nothing of the batch was done."""


class Entry(NamedTuple):
    """One row of a log. `action` is a code, or a negative number for what a table does; `id` is a client's own."""

    seat: int
    action: int
    at: int
    id: str = ""


class Append(NamedTuple):
    """Entries that go to the end of a log, from this ply on, together; and what is to be written with them."""

    match: int
    ply: int
    entries: Sequence[Entry]
    also: Batch = ()

    def rows(self) -> list[Row]:
        """The rows of the log."""
        return [(self.match, self.ply + i, *entry) for i, entry in enumerate(self.entries)]


class Driver(Protocol):
    """A database."""

    identity: str
    clustered: str
    hash: str

    async def open(self) -> None:
        """Connect."""
        ...

    async def close(self) -> None:
        """Write what waits, then let go."""
        ...

    def append(self, wanted: Append) -> Awaitable[bool]:
        """Put plies at the end of a log; return after the commit. False if someone else has been there."""
        ...

    async def run(self, batch: Batch, news: int | None = None, guards: int = 0) -> list[list[Row]]:
        """Carry out statements together, or none; return the rows of each, after the commit.

        `news` is the match that other processes should look at again. Each of the first `guards` statements must
        return a row, or nothing is done and nothing returned. A guard that updates a row also locks it: whoever else
        must update it waits, and every later statement sees what was committed meanwhile.
        """
        ...

    async def ask(self, sql: str, *args: Any) -> list[Row]:
        """Return the rows of a question."""
        ...

    async def listen(self, hear: Hear) -> None:
        """Call this with the number of every match that another process has changed."""
        ...

    async def backup(self, target: Path) -> None:
        """Copy the database while it runs."""
        ...
