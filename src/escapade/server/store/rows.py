"""The rows of the database, and a check of their cells: SQLite stores anything in any column."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, TypeVar, get_type_hints

from escapade.server.store.driver import Row


class TableRow(NamedTuple):
    """A table. `settings` and `secret` are JSON; the secret never leaves the server."""

    id: int
    code: str
    game: str
    settings: str
    secret: str
    host: str
    status: str
    listed: int
    made: int
    ended: int
    next: str
    seating: int = 0
    signature: str = ""
    fault: str = ""
    turn: str = ""
    replaced: str = ""
    result: str = ""


class SeatRow(NamedTuple):
    """A seat. Its kind is person, open, invited, bot or outside (a program); `token` is the hash of an invitation."""

    match: int
    seat: int
    kind: str
    who: str
    name: str
    bot: str
    token: str


class ChatRow(NamedTuple):
    """A chat line. `seat` is None if a spectator posted it."""

    n: int
    match: int
    who: str
    name: str
    seat: int | None
    text: str
    at: int


class PersonRow(NamedTuple):
    """A person; a guest has no login."""

    id: str
    name: str
    login: str | None
    password: str | None
    made: int


class PasskeyRow(NamedTuple):
    """A passkey: its public key, its signature counter, and when it was created and last used here."""

    id: str
    person: str
    public: str
    uses: int
    name: str
    made: int
    used: int


class QuestionRow(NamedTuple):
    """A request to take back the last `plies`, made when the log had `ply` entries; and who has consented."""

    match: int
    ply: int
    seat: int
    plies: int
    consents: str


Typed = TypeVar("Typed", bound=tuple[Any, ...])


@cache
def column_types(kind: type[tuple[Any, ...]]) -> tuple[tuple[str, type], ...]:
    """The names and types of a row's columns."""
    return tuple(get_type_hints(kind).items())


def typed(kind: type[Typed], cells: Row, number: int = 0) -> tuple[Typed, list[str]]:
    """A row with cells of the right types, and the names of the columns that were wrong.

    PostgreSQL checks types itself. SQLite stores anything in any column, so a damaged file may hold anything.
    """
    found, wrong = [], []
    for (name, wanted), cell in zip(column_types(kind), cells, strict=True):
        if type(cell) is not wanted:
            wrong.append(name)
            text = cell.decode(errors="replace") if isinstance(cell, bytes) else str(cell)
            cell = number if wanted is int else text
        found.append(cell)
    return kind(*found), wrong


def table_row(cells: Row) -> TableRow:
    """A table's row; one with a cell of the wrong type counts as kept out of play."""
    row, wrong = typed(TableRow, cells)
    return row._replace(fault=row.fault or f"its row is damaged: {', '.join(wrong)}") if wrong else row
