"""Repairing a damaged table: copy its rows to a file, then cut its log after the last legal ply.

Nothing is guessed: what stays was replayed through `match.play`. Where chance has to act after the cut it acts anew,
and the lost time counts on nobody's clock.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from escapade.games import GAMES
from escapade.kernel.files import whole
from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE, BadInput
from escapade.server.admin import edits
from escapade.server.admin.import_export import handed_in
from escapade.server.live import projection
from escapade.server.live.audit import STATUSES, Fault, Numbered, Reading
from escapade.server.live.clocks import Outage
from escapade.server.live.history import GO_ON, HAND_BACK, STOP
from escapade.server.live.presence import TIMEOUT
from escapade.server.live.upkeep import INTERVAL
from escapade.server.store import Entry, SeatRow, Store, TableRow
from escapade.server.store.driver import Statement
from escapade.server.store.rated import void_statement
from escapade.server.store.sqlite import Sqlite

UNDER_REPAIR = "it is being repaired"
ORDERED = {
    "tables": "id = ?",
    "seats": "match = ? ORDER BY seat",
    "log": "match = ? ORDER BY ply",
    "sealed": "match = ?",
    "questions": "match = ?",
    "chat": "match = ? ORDER BY n",
}


class Repair(NamedTuple):
    """The fault of a table and its repair: how many log entries stay, and which are appended."""

    row: TableRow  # after the repair
    fault: Fault
    rows: int  # of the log before
    keep: int
    added: list[Entry]
    pending: bool  # do pending actions stay?
    reading: Reading  # of the entries that stay

    @property
    def cut(self) -> int:
        """The number of log rows that are deleted."""
        return self.rows - self.keep


async def plan(store: Store, row: TableRow, now: int) -> Repair:
    """Find the fault of a table, and plan its repair."""
    outages, seats = await edits.outages(store), await store.seats(row.id)
    found = await store.driver.ask("SELECT ply, seat, action, at, id FROM log WHERE match = ? ORDER BY ply", row.id)
    log: list[Numbered] = [(ply, Entry(*cells)) for ply, *cells in found if type(ply) is int and ply >= 0]
    damaged = Reading(row, seats, [(ply, Entry(*cells)) for ply, *cells in found], outages)
    damaged.restore_pending(await store.pending(row.id))
    if damaged.fault is None:
        raise BadInput(f"table {row.code} is sound: there is nothing to repair")
    row = row._replace(status=likely_status(row, log), signature="", fault="")
    reading = Reading(row, seats, log, outages)
    if reading.settings is None or reading.clock is None:
        raise BadInput(
            f"table {row.code} cannot be repaired: {reading.fault}; escapade repair {row.code} --export writes out "
            "what can be read"
        )
    sound = reading.fault is None or reading.fault.ply is None
    pending = Reading(row, seats, log, outages) if sound else None
    if pending is not None:
        pending.restore_pending(await store.pending(row.id))
    stays = pending is not None and (pending.fault is None or pending.fault == reading.fault)
    return plan_on(row, seats, reading, damaged.fault, len(found), stays, outages, now)


def plan_on(
    row: TableRow,
    seats: list[SeatRow],
    reading: Reading,
    fault: Fault,
    rows: int,
    pending: bool,
    outages: list[Outage],
    now: int,
) -> Repair:
    """Plan the repair, and read the repaired table once more to check it."""
    stored, added = reading.history.entries, []
    row = row._replace(signature=GAMES[row.game].signature)
    at = max(now, reading.last + 1)
    if row.status == "over" and not reading.over:
        added = [Entry(CHANCE, STOP, at)]
    elif reading.over:
        row = row._replace(status="over", ended=row.ended or reading.last)
    elif row.status == "running":
        added = resuming_entries(reading, pending, at)
    again = Reading(row, seats, [*enumerate([*stored, *added])], outages)
    if again.over and row.status == "running":
        row = row._replace(status="over", ended=at)
        again = Reading(row, seats, [*enumerate([*stored, *added])], outages)
    if again.fault is not None:
        raise BadInput(
            f"table {row.code} cannot be repaired: {fault}; escapade repair {row.code} --export writes out what can "
            "be read"
        )
    if again.match is not None:
        row = row._replace(**projection.summary(again.match, again.history, again.over)._asdict())
    return Repair(row, fault, rows, len(stored), added, pending, reading)


def likely_status(row: TableRow, log: list[Numbered]) -> str:
    """The status that a table must have had: over with an end time, running with a log, else open."""
    if row.status == "over" and not row.ended:
        return "running"
    if row.status in STATUSES:
        return row.status
    return "over" if row.ended else "running" if log else "open"


def resuming_entries(reading: Reading, pending: bool, at: int) -> list[Entry]:
    """The entries that let a running game go on after the cut: pending actions returned, chance outcomes dealt anew."""
    settings = reading.settings
    if settings is None:
        return []
    match = Match(GAMES[reading.row.game], settings.seats, settings.options)
    match.replay(reading.history.plies)
    match.draw_offsets = reading.history.draw_offsets
    match.dealer = reading.dealer()
    match.go_on()
    back = [] if pending else [Entry(seat, HAND_BACK, at) for seat in sorted(handed_in(reading))]
    dealt = [Entry(ply.seat, ply.action.code, at) for ply in match.log[len(reading.history.plies) :]]
    return [*back, Entry(CHANCE, GO_ON, at), *dealt]


# --- Writing -----------------------------------------------------------------


async def apply(store: Store, wanted: Repair, now: int) -> None:
    """Write a repair in one transaction, after every server process has released the table."""
    number = wanted.row.id
    marked = await store.quarantine(number, UNDER_REPAIR)
    try:
        if marked:
            await wait_for_release(store, now)
        raw = (await store.driver.ask("SELECT fault FROM tables WHERE id = ?", number))[0][0]
        done = await store.driver.run(statements(wanted, raw), number, guards=2)
    except BaseException:
        if marked:
            await store.driver.run([("UPDATE tables SET fault = '' WHERE id = ?", (number,))], number)
        raise
    if not done:
        if marked:
            await store.driver.run([("UPDATE tables SET fault = '' WHERE id = ?", (number,))], number)
        raise BadInput(f"table {wanted.row.code} was changed in this moment, so nothing was done; look again")


def statements(wanted: Repair, fault: Any) -> list[Statement]:
    """The guards, that the quarantine and the log are unchanged; then the repair."""
    row, number = wanted.row, wanted.row.id
    columns = [name for name in TableRow._fields if name not in ("id", "code")]
    values = tuple(getattr(row, name) for name in columns)
    put = f"UPDATE tables SET {', '.join(f'{name} = ?' for name in columns)} WHERE id = ? AND fault = ? RETURNING id"  # noqa: S608
    stray = "DELETE FROM log WHERE match = ? AND NOT (ply >= 0 AND ply < ? AND ply = CAST(ply AS INTEGER))"
    add = "INSERT INTO log (match, ply, seat, action, at, id) VALUES (?, ?, ?, ?, ?, ?)"
    batch: list[Statement] = [
        (put, (*values, number, fault)),
        ("SELECT 1 WHERE (SELECT count(*) FROM log WHERE match = ?) = ?", (number, wanted.rows)),
        (stray, (number, wanted.keep)),
        *((add, (number, wanted.keep + i, *entry)) for i, entry in enumerate(wanted.added)),
        ("DELETE FROM questions WHERE match = ?", (number,)),
    ]
    if wanted.reading.settings is not None and wanted.reading.settings.rated:
        batch.append(void_statement(number))  # what was cut may have decided it
    return batch if wanted.pending else [*batch, ("DELETE FROM sealed WHERE match = ?", (number,))]


async def wait_for_release(store: Store, now: int) -> None:
    """Wait until every running process has done its upkeep, which releases quarantined tables."""
    first = await store.heartbeats(now - TIMEOUT)
    for _ in range(int(4 * INTERVAL * 3)):
        last = await store.heartbeats(now - TIMEOUT)
        if all(last.get(process) != at for process, at in first.items()):
            return
        await asyncio.sleep(0.25)


# --- Copies ------------------------------------------------------------------


async def rows_of(store: Store, number: int) -> dict[str, list[dict[str, Any]]]:
    """All rows of a table, unvalidated."""
    found = {}
    for name, only in ORDERED.items():
        columns = await columns_of(store, name)
        sql = f"SELECT {', '.join(columns)} FROM {name} WHERE {only}"  # noqa: S608
        found[name] = [dict(zip(columns, map(plain, row), strict=True)) for row in await store.driver.ask(sql, number)]
    return found


async def columns_of(store: Store, name: str) -> list[str]:
    """The columns of a database table."""
    if isinstance(store.driver, Sqlite):
        return [row[0] for row in await store.driver.ask("SELECT name FROM pragma_table_info(?) ORDER BY cid", name)]
    sql = (
        "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ? "
        "ORDER BY ordinal_position"
    )
    return [row[0] for row in await store.driver.ask(sql, name)]


def plain(cell: Any) -> Any:
    """A cell as a JSON value."""
    return {"bytes": cell.hex()} if isinstance(cell, bytes) else cell


def free_name(folder: Path, code: str, ending: str) -> Path:
    """A path that does not exist yet."""
    path, again = folder / f"{code}{ending}", 2
    while path.exists():
        path, again = folder / f"{code}-{again}{ending}", again + 1
    return path


async def write_copy(store: Store, row: TableRow, folder: Path) -> Path:
    """Write all rows of a table to a private file; return its path."""
    path = free_name(folder, f"{row.code}.damaged", ".json")
    text = msgspec.json.format(msgspec.json.encode(await rows_of(store, row.id)), indent=1)
    with whole(path, private=True) as part:
        part.write_bytes(text)
    return path


def write_record(reading: Reading, folder: Path) -> Path | None:
    """Write the record of a match up to its last legal ply; None if there is none."""
    settings = reading.settings
    if settings is None or not reading.history.plies:
        return None
    match = Match(GAMES[reading.row.game], settings.seats, settings.options)
    match.replay(reading.history.plies)
    match.draw_offsets = reading.history.draw_offsets
    match.names = {seat.seat: seat.name for seat in reading.seats}
    path = free_name(folder, f"{reading.row.code}.readable", ".txt")
    with whole(path, private=True) as part:
        part.write_text(match.record(Table=reading.row.code), encoding="utf-8")
    return path
