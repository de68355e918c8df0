"""Opening a database beside a running server, finding a table, taking plies back, and backups."""

from __future__ import annotations

import difflib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE, BadInput
from escapade.server.errors import StoreError
from escapade.server.live import audit
from escapade.server.live.audit import Reading
from escapade.server.live.clocks import Outage
from escapade.server.live.history import HAND_BACK, take_back_code
from escapade.server.store import TABLE, Append, Entry, Store, TableRow, driver_of, table_row
from escapade.server.store.driver import Statement
from escapade.server.store.migrations import VERSIONS
from escapade.server.store.rated import void_statement
from escapade.server.store.sqlite import Sqlite

SQLITE_MAGIC = b"SQLite format 3\0"  # the first bytes of every SQLite database
MIN_PREFIX = 3  # letters of a code that find its table


def must_exist(db: str) -> None:
    """Refuse a missing file and one that is no database: only the server creates databases."""
    driver = driver_of(db)
    if not isinstance(driver, Sqlite):
        return
    path = driver.path
    try:
        with path.open("rb") as file:
            if file.read(len(SQLITE_MAGIC)) != SQLITE_MAGIC:
                raise BadInput(f"{path} is no database of Escapade")
    except FileNotFoundError:
        raise BadInput(f"there is no database {path}; escapade serve --db makes one, --db names another") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None


@asynccontextmanager
async def connected(db: str) -> AsyncIterator[Store]:
    """Open a database of any version."""
    must_exist(db)
    store = Store(driver_of(db))
    await store.driver.open()
    try:
        yield store
    finally:
        await store.close()


async def version_of(store: Store) -> int:
    """The schema version of a database; 0 if it is not Escapade's."""
    try:
        return int(await store.get_meta("schema") or 0)
    except (StoreError, ValueError):
        return 0


@asynccontextmanager
async def opened(db: str) -> AsyncIterator[Store]:
    """Open a database of this version. An older one is refused, not migrated: the host decides when."""
    async with connected(db) as store:
        version = await version_of(store)
        if version == 0:
            raise BadInput(f"{shown(db)} is no database of Escapade")
        if version > len(VERSIONS):
            raise BadInput(f"{shown(db)} is of version {version}, made by a newer Escapade: install that one")
        if version < len(VERSIONS):
            raise BadInput(
                f"{shown(db)} is of version {version}, and this Escapade keeps version {len(VERSIONS)}: back it up "
                "(escapade backup), then escapade serve brings it up to date"
            )
        yield store


def shown(db: str) -> str:
    """A database URL without its password."""
    return db.rpartition("@")[2] if "://" in db else db


async def outages(store: Store) -> list[Outage]:
    """The outages of the server."""
    return [Outage(*row) for row in await store.outages()]


async def rows(store: Store, *statuses: str) -> list[TableRow]:
    """The tables of some statuses, or all, in the order of creation."""
    only = f" WHERE status IN ({', '.join('?' * len(statuses))})" if statuses else ""
    sql = f"SELECT {TABLE} FROM tables{only} ORDER BY id"  # noqa: S608
    return [table_row(row) for row in await store.driver.ask(sql, *statuses)]


async def find(store: Store, code: str) -> TableRow:
    """The table with this code, or the only one whose code begins with it."""
    wanted = code.strip().casefold().rstrip("/").rpartition("/")[2]  # a URL works too
    row = await store.table(wanted)
    if row is not None:
        return row
    known = [found[0] for found in await store.driver.ask("SELECT code FROM tables ORDER BY code")]
    begin = [other for other in known if len(wanted) >= MIN_PREFIX and other.startswith(wanted)]
    if len(begin) == 1:
        return await find(store, begin[0])
    if begin:
        raise BadInput(f"{len(begin)} tables begin with {wanted!r}: {', '.join(begin[:5])}; give more letters")
    near = difflib.get_close_matches(wanted, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else "escapade tables --all lists them"
    raise BadInput(f"there is no table {code[:40]!r}; {hint}")


async def read(store: Store, code: str) -> Reading:
    """Read a table and its log."""
    return await audit.read(store, await find(store, code), await outages(store))


# --- Taking back -------------------------------------------------------------


class TakeBack(NamedTuple):
    """A take-back: the number of plies, the seat whose turn it is afterwards, all seats to act, and the log entries."""

    plies: int
    seat: int
    turn: tuple[int, ...]
    entries: tuple[Entry, ...]


def plan_take_back(reading: Reading, plies: int | None = None) -> TakeBack:
    """Plan to take back some plies; by default the last action of a person and all after it."""
    match = sound_match(reading)
    if reading.row.status != "running" or reading.over:
        raise BadInput(f"table {reading.row.code} is {reading.row.status}: only a running game can go back")
    count = last_of_a_person(reading, match) if plies is None else plies
    if count > len(match.log):
        raise BadInput(f"only {len(match.log)} plies stand, so {count} cannot be taken back")
    before = Match(match.game, match.seats, match.options)
    before.replay([(ply.seat, ply.action.code) for ply in match.log[: len(match.log) - count]])
    if before.turn == CHANCE:
        raise BadInput(f"{count} plies back, chance would have to act; {enough_plies(match, count)}")
    pending = match.pending_codes()
    back = [Entry(before.turn, take_back_code(count), 0)]
    if before.together:
        back += [Entry(seat, HAND_BACK, 0) for seat in pending]
    return TakeBack(count, before.turn, tuple(before.acting()), tuple(back))


def last_of_a_person(reading: Reading, match: Match) -> int:
    """The number of plies from the last action of a person on, or of a bot if only bots play."""
    played = {s.seat for s in reading.seats if s.kind != "bot"} - reading.history.replaced
    for seats in (played, {*range(match.seats)}):
        for back, ply in enumerate(reversed(match.log), 1):
            if ply.seat in seats:
                return back
    raise BadInput("nobody has done anything yet that could be taken back")


def enough_plies(match: Match, count: int) -> str:
    """Which larger number of plies is possible, in words."""
    for more in range(count + 1, len(match.log) + 1):
        if match.log[len(match.log) - more].seat != CHANCE:
            return f"take back {more}"
    return "nobody has acted before that"


def sound_match(reading: Reading) -> Match:
    """The match of a reading; refused if its log is damaged or it has not begun."""
    if reading.fault is not None:
        code = reading.row.code
        raise BadInput(f"the log of table {code} is damaged ({reading.fault}); escapade repair {code} mends it")
    if reading.match is None or reading.row.status in ("open", "closed"):
        raise BadInput(f"the game at table {reading.row.code} has not begun")
    return reading.match


async def take_back(store: Store, reading: Reading, wanted: TakeBack, now: int) -> None:
    """Append a take-back to the log; a running server follows the log.

    Pending actions were submitted after what is now taken back, so they are deleted.
    """
    number, at = reading.row.id, max(now, reading.last + 1)
    also: list[Statement] = [
        ("DELETE FROM sealed WHERE match = ?", (number,)),
        ("DELETE FROM questions WHERE match = ?", (number,)),
        ("UPDATE tables SET turn = ? WHERE id = ?", (" ".join(map(str, wanted.turn)), number)),
    ]
    if reading.settings is not None and reading.settings.rated:
        also.append(void_statement(number))  # a match that the host changed is not rated
    entries = [entry._replace(at=at) for entry in wanted.entries]
    if not await store.append(Append(number, reading.history.seq, entries, also)):
        raise BadInput(f"table {reading.row.code} has gone on in this moment, so nothing was taken back; look again")


async def back_up(store: Store, target: Path, force: bool) -> int:
    """Copy the database to a file, atomically; return its size."""
    target = target.expanduser()
    if isinstance(store.driver, Sqlite):
        if target.is_dir() or not target.parent.is_dir():
            raise BadInput(f"{target}: name a file in a folder that exists")
        if target.exists() and target.samefile(store.driver.path):
            raise BadInput(f"{target} is the database itself; name another file")
        if target.exists() and not force:
            raise BadInput(f"{target} exists already; --force replaces it")
        if target.with_name(target.name + "-wal").exists():
            raise BadInput(f"{target} is a database in use: something has it open; name another file")
    await store.driver.backup(target)
    return target.stat().st_size
