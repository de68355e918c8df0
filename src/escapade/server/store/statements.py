"""Statements that are parts of larger transactions, and guards that stop one."""

from __future__ import annotations

from collections.abc import Sequence

from escapade.server.store.driver import Entry, Statement
from escapade.server.store.rows import SeatRow, TableRow

SEAT = "match, seat, kind, who, name, bot, token"
TABLE = (
    "id, code, game, settings, secret, host, status, listed, made, ended, next, seating, signature, fault, turn, "
    "replaced, result"
)


def padded(numbers: Sequence[int]) -> list[int]:
    """Numbers for an `IN (…)`, padded to a power of two, so that there are few statements to prepare."""
    return [*numbers, *[-1] * ((1 << max(0, len(numbers) - 1).bit_length()) - len(numbers))]


def placeholders(numbers: Sequence[int]) -> str:
    """The question marks for them."""
    return ", ".join("?" * len(padded(numbers)))


def pending_statement(match: int, seat: int, actions: str, at: int) -> Statement:
    """Store a seat's pending actions (table `sealed`); without actions, delete them."""
    if not actions:
        return "DELETE FROM sealed WHERE match = ? AND seat = ?", (match, seat)
    sql = (
        "INSERT INTO sealed (match, seat, actions, at) VALUES (?, ?, ?, ?) ON CONFLICT (match, seat) DO UPDATE SET "
        "actions = excluded.actions, at = excluded.at"
    )
    return sql, (match, seat, actions, at)


def table_statements(row: TableRow, seats: Sequence[SeatRow], log: Sequence[Entry] = ()) -> list[Statement]:
    """Create a table, its seats, and its log if it is imported; the first statement returns the table's number."""
    columns, values = TABLE.removeprefix("id, "), ", ".join("?" * (len(TableRow._fields) - 1))
    sql = f"INSERT INTO tables ({columns}) VALUES ({values}) RETURNING id"  # noqa: S608
    add_seat = f"INSERT INTO seats ({SEAT}) SELECT id, ?, ?, ?, ?, ?, ? FROM tables WHERE code = ?"  # noqa: S608
    add_entry = "INSERT INTO log (match, ply, seat, action, at, id) SELECT id, ?, ?, ?, ?, ? FROM tables WHERE code = ?"
    return [
        (sql, row[1:]),
        *((add_seat, (*seat[1:], row.code)) for seat in seats),
        *((add_entry, (ply, *entry, row.code)) for ply, entry in enumerate(log)),
    ]


def may_host(host: str, most: int) -> list[Statement]:
    """The guards of a batch that creates a table: its host has fewer than `most` that are not over.

    The first locks the host's row, so that each of several requests counts the tables of those before it.
    """
    return [
        ("UPDATE people SET name = name WHERE id = ? RETURNING id", (host,)),
        (
            "SELECT 1 WHERE (SELECT count(*) FROM tables WHERE host = ? AND status IN ('open', 'running') "
            "AND fault = '') < ?",
            (host, most),
        ),
    ]


def may_host_bots(host: str, most: int) -> Statement:
    """A guard, after those of `may_host`: the host has fewer than `most` tables of bots alone that are not over."""
    sql = (
        "SELECT 1 WHERE (SELECT count(*) FROM tables WHERE host = ? AND status IN ('open', 'running') AND fault = '' "
        "AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.match = tables.id AND seats.kind <> 'bot')) < ?"
    )
    return sql, (host, most)
