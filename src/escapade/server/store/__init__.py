"""What lasts: tables, seats, logs, people. The log is the truth; everything live can be made again from it."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_type_hints

from escapade.kernel.names import BadInput, whole_number
from escapade.server.errors import StoreError
from escapade.server.store.driver import Append, Driver, Entry, Row, Statement
from escapade.server.store.postgres import Postgres
from escapade.server.store.rated import Rated
from escapade.server.store.schema import VERSIONS
from escapade.server.store.sqlite import Sqlite

BEATEN = "beat"  # when the server was last seen to run
SEAT = "match, seat, kind, who, name, bot, token"
TABLE = (
    "id, code, game, settings, secret, host, status, listed, made, ended, next, seating, signature, fault, turn, "
    "replaced, result"
)


class TableRow(NamedTuple):
    """A table, as it is kept. `settings` and `secret` are JSON; the secret is the server's alone."""

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
    """A seat: person, open, invited, bot or outside; who sits there, what it is called, and what opens it."""

    match: int
    seat: int
    kind: str
    who: str
    name: str
    bot: str
    token: str


class ChatRow(NamedTuple):
    """Something said. `seat` is None if it was said by a spectator."""

    n: int
    match: int
    who: str
    name: str
    seat: int | None
    text: str
    at: int


class PersonRow(NamedTuple):
    """Someone who plays; a guest has no login."""

    id: str
    name: str
    login: str | None
    password: str | None
    made: int


class PasskeyRow(NamedTuple):
    """A passkey: its public key, how often its device says that it was used, and when it was made and used here."""

    id: str
    person: str
    public: str
    uses: int
    name: str
    made: int
    used: int


class QuestionRow(NamedTuple):
    """A wish to take something back, as of a ply, and who has agreed."""

    match: int
    ply: int
    seat: int
    plies: int
    consents: str


class Store:
    """Everything that is asked of the database, in one place."""

    def __init__(self, driver: Driver) -> None:
        self.driver, self.rated = driver, Rated(driver)

    async def open(self) -> None:
        """Connect, and bring an older database up to date."""
        await self.driver.open()
        await migrate(self.driver)

    async def close(self) -> None:
        """Let go."""
        await self.driver.close()

    async def _change(self, sql: str, *args: Any, news: int | None = None) -> list[Any]:
        return (await self.driver.run([(sql, args)], news))[0]

    # --- Logs ---

    def append(self, wanted: Append) -> Awaitable[bool]:
        """Put plies at the end of a log; True after the commit, False if someone else has been there."""
        return self.driver.append(wanted)

    async def log(self, match: int, since: int = 0) -> list[Entry]:
        """The entries of a log, from a ply on."""
        sql = "SELECT seat, action, at, id FROM log WHERE match = ? AND ply >= ? ORDER BY ply"
        return [Entry(*row) for row in await self.driver.ask(sql, match, since)]

    async def length(self, match: int) -> int:
        """How many entries a log has."""
        return int((await self.driver.ask("SELECT count(*) FROM log WHERE match = ?", match))[0][0])

    async def submit_ahead(self, match: int, seat: int, actions: str, at: int) -> None:
        """Keep what a seat has handed in before its turn; nothing takes it back."""
        await self.driver.run([pending_statement(match, seat, actions, at)], match)

    async def pending(self, match: int) -> dict[int, tuple[str, int]]:
        """What lies sealed: by seat, the actions and when they were handed in."""
        rows = await self.driver.ask("SELECT seat, actions, at FROM sealed WHERE match = ?", match)
        return {row[0]: (row[1], row[2]) for row in rows}

    # --- Tables and seats ---

    async def add_table(self, row: TableRow, seats: list[SeatRow], log: Sequence[Entry] = ()) -> int:
        """Put up a table, its seats, and what was played there before, together or not at all; return its number."""
        return int((await self.driver.run(table_statements(row, seats, log)))[0][0][0])

    async def host_table(self, row: TableRow, seats: list[SeatRow], most: int, most_of_bots: int) -> bool:
        """Put up a table of a host who has fewer than `most` that are not over; False if they have as many.

        One at which only bots sit needs fewer than `most_of_bots` of that kind, too.
        """
        guards = may_host(row.host, most)
        if all(seat.kind == "bot" for seat in seats):
            guards.append(may_host_bots(row.host, most_of_bots))
        return bool(await self.driver.run([*guards, *table_statements(row, seats)], guards=len(guards)))

    async def table(self, code: str) -> TableRow | None:
        """The table of this code."""
        rows = await self.driver.ask(f"SELECT {TABLE} FROM tables WHERE code = ?", code)  # noqa: S608
        return table_row(rows[0]) if rows else None

    async def table_by_number(self, number: int) -> TableRow | None:
        """The table of this number."""
        rows = await self.driver.ask(f"SELECT {TABLE} FROM tables WHERE id = ?", number)  # noqa: S608
        return table_row(rows[0]) if rows else None

    async def tables(self, status: str, listed: bool = False, limit: int = 1_000_000) -> list[TableRow]:
        """Tables of a status, the newest first."""
        only = " AND listed = 1" if listed else ""
        sql = f"SELECT {TABLE} FROM tables WHERE status = ?{only} ORDER BY made DESC, id DESC LIMIT ?"  # noqa: S608
        return [table_row(row) for row in await self.driver.ask(sql, status, limit)]

    async def tables_of(self, person: str, limit: int = 200) -> list[TableRow]:
        """Tables at which a person sits or that it hosts, the newest first."""
        sql = (
            f"SELECT {TABLE} FROM tables WHERE host = ? OR id IN (SELECT match FROM seats WHERE who = ?) "  # noqa: S608
            "ORDER BY made DESC, id DESC LIMIT ?"
        )
        return [table_row(row) for row in await self.driver.ask(sql, person, person, limit)]

    async def seats(self, match: int) -> list[SeatRow]:
        """Who sits at a table."""
        rows = await self.driver.ask(f"SELECT {SEAT} FROM seats WHERE match = ? ORDER BY seat", match)  # noqa: S608
        return [typed(SeatRow, row, -1)[0] for row in rows]

    async def seats_at(self, matches: Sequence[int]) -> dict[int, list[SeatRow]]:
        """Who sits at several tables, by table."""
        found: dict[int, list[SeatRow]] = {}
        sql = f"SELECT {SEAT} FROM seats WHERE match IN ({marks(matches)}) ORDER BY match, seat"  # noqa: S608
        for row in await self.driver.ask(sql, *padded(matches)):
            found.setdefault(row[0], []).append(typed(SeatRow, row, -1)[0])
        return found

    async def amend(self, before: TableRow, after: TableRow) -> None:
        """Keep what lists tell of a table, if nobody has since."""
        sql = (
            "UPDATE tables SET turn = ?, replaced = ?, result = ? "
            "WHERE id = ? AND turn = ? AND replaced = ? AND result = ?"
        )
        now, was = (after.turn, after.replaced, after.result), (before.turn, before.replaced, before.result)
        await self._change(sql, *now, before.id, *was)

    async def unlisted(self, below: int, limit: int = 100) -> list[TableRow]:
        """Tables numbered below this of which nothing is kept for lists: those of a database from before version 3."""
        sql = (
            f"SELECT {TABLE} FROM tables WHERE id < ? AND status IN ('running', 'over') AND turn = '' "  # noqa: S608
            "AND replaced = '' AND result = '' AND fault = '' ORDER BY id DESC LIMIT ?"
        )
        return [table_row(row) for row in await self.driver.ask(sql, below, limit)]

    async def sit(self, seat: SeatRow, instead_of: SeatRow) -> bool:
        """Change who sits on a seat of an open table, if it is still as it was: of two that want it, one gets it."""
        counted: Statement = (
            "UPDATE tables SET seating = seating + 1 WHERE id = ? AND status = 'open' RETURNING id",
            (seat.match,),
        )
        sql = (
            "UPDATE seats SET kind = ?, who = ?, name = ?, bot = ?, token = ? WHERE match = ? AND seat = ? "
            "AND kind = ? AND who = ? AND token = ? RETURNING seat"
        )
        args = (*seat[2:], seat.match, seat.seat, instead_of.kind, instead_of.who, instead_of.token)
        somebody = "SELECT 1 FROM seats WHERE match = ? AND kind <> 'bot' LIMIT 1"  # tables of bots alone are counted
        batch: list[Statement] = [counted, (sql, args), (somebody, (seat.match,))]
        return bool(await self.driver.run(batch, seat.match, guards=3))

    async def begin(self, match: int, seating: int, turn: str, ply: int, entries: Sequence[Entry]) -> bool:
        """Let an open table run, with the first entries of its log; False if a seat has changed since `seating`.

        Whoever changes a seat and whoever begins update the same row, so that one of them is first.
        """
        runs: Statement = (
            "UPDATE tables SET status = 'running', turn = ? WHERE id = ? AND status = 'open' AND seating = ? "
            "RETURNING id",
            (turn, match, seating),
        )
        sql = "INSERT INTO log (match, ply, seat, action, at, id) VALUES (?, ?, ?, ?, ?, ?)"
        batch = [runs, *((sql, row) for row in Append(match, ply, entries).rows())]
        return bool(await self.driver.run(batch, match, guards=1))

    async def become(self, match: int, status: str, instead_of: str, at: int = 0) -> bool:
        """Change the status of a table, if it is still that."""
        sql = "UPDATE tables SET status = ?, ended = ? WHERE id = ? AND status = ? RETURNING id"
        return bool(await self._change(sql, status, at, match, instead_of, news=match))

    async def keep_out(self, match: int, fault: str) -> bool:
        """Keep a table out of play, and why; False if it is already, or is not there any more."""
        sql = "UPDATE tables SET fault = ? WHERE id = ? AND fault = '' RETURNING id"
        return bool(await self._change(sql, fault, match, news=match))

    async def quarantined(self) -> list[tuple[int, str]]:
        """The tables that are kept out of play: number and code."""
        return [(row[0], str(row[1])) for row in await self.driver.ask("SELECT id, code FROM tables WHERE fault <> ''")]

    async def follow_up(self, old: TableRow, row: TableRow, seats: list[SeatRow], most: int) -> str | None:
        """Put up the table of a rematch, and note it at the old one, together; return its code.

        Of two who ask at once, one puts up the table, and both are given its code; None if its host has too many.
        """
        noted: Statement = (
            "UPDATE tables SET next = ? WHERE id = ? AND next = ? RETURNING id",
            (row.code, old.id, old.next),
        )
        guards = [noted, *may_host(row.host, most)]
        if await self.driver.run([*guards, *table_statements(row, seats)], old.id, guards=len(guards)):
            return row.code
        now = await self.table_by_number(old.id)
        return now.next if now is not None and now.next != old.next else None

    # --- Questions and chat ---

    async def question(self, match: int) -> QuestionRow | None:
        """What is asked at a table."""
        rows = await self.driver.ask("SELECT match, ply, seat, plies, agreed FROM questions WHERE match = ?", match)
        return typed(QuestionRow, rows[0], -1)[0] if rows else None

    async def put_question(self, row: QuestionRow) -> None:
        """Ask, instead of what was asked before."""
        sql = (
            "INSERT INTO questions (match, ply, seat, plies, agreed) VALUES (?, ?, ?, ?, ?) ON CONFLICT (match) DO "
            "UPDATE SET ply = excluded.ply, seat = excluded.seat, plies = excluded.plies, agreed = excluded.agreed"
        )
        await self._change(sql, *row, news=row.match)

    async def drop_question(self, match: int) -> None:
        """Ask no more."""
        await self._change("DELETE FROM questions WHERE match = ?", match, news=match)

    async def say(self, row: ChatRow) -> int:
        """Keep something said; return its number."""
        sql = "INSERT INTO chat (match, who, name, seat, text, at) VALUES (?, ?, ?, ?, ?, ?) RETURNING n"
        return int((await self._change(sql, *row[1:], news=row.match))[0][0])

    async def chat(self, match: int, since: int = 0, most: int = 200) -> list[ChatRow]:
        """What was said at a table after this number, the latest of it."""
        sql = "SELECT n, match, who, name, seat, text, at FROM chat WHERE match = ? AND n > ? ORDER BY n DESC LIMIT ?"
        return [ChatRow(*row) for row in reversed(await self.driver.ask(sql, match, since, most))]

    # --- Accounts ---

    async def person(self, number: str) -> PersonRow | None:
        """Someone by number."""
        return await self._person("id", number)

    async def person_by_login(self, login: str) -> PersonRow | None:
        """Someone by what their account is found by."""
        return await self._person("login", login)

    async def _person(self, column: str, value: str) -> PersonRow | None:
        sql = f"SELECT id, name, login, password, made FROM people WHERE {column} = ?"  # noqa: S608
        rows = await self.driver.ask(sql, value)
        return PersonRow(*rows[0]) if rows else None

    async def rename(self, number: str, name: str) -> None:
        """Call someone otherwise from now on."""
        await self._change("UPDATE people SET name = ? WHERE id = ?", name, number)

    async def passkeys(self, person: str) -> list[PasskeyRow]:
        """The passkeys of a person, the oldest first."""
        return await self._passkeys("person = ? ORDER BY made, id", person)

    async def passkey(self, number: str) -> PasskeyRow | None:
        """A passkey."""
        return next(iter(await self._passkeys("id = ?", number)), None)

    async def _passkeys(self, where: str, value: str) -> list[PasskeyRow]:
        sql = f"SELECT id, person, public, uses, name, made, used FROM passkeys WHERE {where}"  # noqa: S608
        return [PasskeyRow(*row) for row in await self.driver.ask(sql, value)]

    async def spend(self, challenge: str, now: int, forget: int) -> bool:
        """Note that a challenge was answered; False if it was before. Those from before `forget` are forgotten."""
        old: Statement = ("DELETE FROM meta WHERE key LIKE 'spent %' AND value < ?", (f"{forget:020d}",))
        new: Statement = (
            "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING key",
            (f"spent {challenge}", f"{now:020d}"),
        )
        return bool((await self.driver.run([old, new]))[1])

    # --- Who is here, and since when ---

    async def note(self, key: str) -> str | None:
        """Something the server keeps for itself."""
        rows = await self.driver.ask("SELECT value FROM meta WHERE key = ?", key)
        return str(rows[0][0]) if rows else None

    async def keep(self, key: str, value: str, first: bool = False) -> str:
        """Keep something for the server itself; with `first`, only if nothing is kept yet. Return what is kept."""
        then = "DO NOTHING" if first else "(key) DO UPDATE SET value = excluded.value"
        await self._change(f"INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT {then}", key, value)  # noqa: S608
        return await self.note(key) or value

    async def be_present(self, here: list[tuple[int, str]], process: str, now: int) -> None:
        """Note who is connected to this process."""
        sql = (
            "INSERT INTO presence (match, who, process, seen) VALUES (?, ?, ?, ?) ON CONFLICT (match, who, process) DO "
            "UPDATE SET seen = excluded.seen"
        )
        if here:
            await self.driver.run([(sql, (match, who, process, now)) for match, who in here])

    async def be_absent(self, match: int, who: str, process: str) -> None:
        """Note that someone is not connected to this process any more."""
        sql = "DELETE FROM presence WHERE match = ? AND who = ? AND process = ?"
        await self._change(sql, match, who, process)

    async def present(self, since: int, matches: Sequence[int] | None = None) -> dict[int, set[str]]:
        """Who was seen since then at each of these tables, or at any."""
        only = "" if matches is None else f" AND match IN ({marks(matches)})"
        sql = f"SELECT match, who FROM presence WHERE seen >= ?{only}"  # noqa: S608
        found: dict[int, set[str]] = {}
        for match, who in await self.driver.ask(sql, since, *([] if matches is None else padded(matches))):
            found.setdefault(match, set()).add(who)
        return found

    async def wake(self, now: int, most: int, process: str) -> None:
        """Note that the server runs again; a gap of more than `most` was an outage, for which no clock runs."""
        last = whole_number(await self.note(BEATEN) or "")
        if last is not None and now - last > most:
            sql = "INSERT INTO outages (began, ended) VALUES (?, ?) ON CONFLICT DO NOTHING"
            await self._change(sql, last, now)
        await self.beat(now, process)

    async def beat(self, now: int, process: str) -> None:
        """Note that a process of the server runs."""
        put = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        await self.driver.run([(put, (key, str(now))) for key in (BEATEN, f"{BEATEN} {process}")])

    async def stop(self, process: str) -> None:
        """Note that a process of the server has stopped."""
        await self._change("DELETE FROM meta WHERE key = ?", f"{BEATEN} {process}")

    async def beats(self, since: int) -> dict[str, int]:
        """The processes that run, as far as is known, and when each was last seen; others are forgotten."""
        rows = await self.driver.ask("SELECT key, value FROM meta WHERE key LIKE ?", f"{BEATEN} %")
        found = {key: whole_number(value) or 0 for key, value in rows}
        for key in [key for key, at in found.items() if at < since]:
            await self._change("DELETE FROM meta WHERE key = ?", key)
        return {key: at for key, at in found.items() if at >= since}

    async def outages(self) -> list[tuple[int, int]]:
        """When the server did not run."""
        rows = await self.driver.ask("SELECT began, ended FROM outages ORDER BY began")
        return [(row[0], row[1]) for row in rows if type(row[0]) is int and type(row[1]) is int]


Typed = TypeVar("Typed", bound=tuple[Any, ...])


@cache
def kinds(kind: type[tuple[Any, ...]]) -> tuple[tuple[str, type], ...]:
    """What the cells of a row are called, and of which kind they are."""
    return tuple(get_type_hints(kind).items())


def typed(kind: type[Typed], cells: Row, number: int = 0) -> tuple[Typed, list[str]]:
    """A row whose cells are of the kinds that they must be, and the names of those that were not.

    PostgreSQL sees to that itself. SQLite keeps anything in any column, so that a damaged file may hold anything.
    """
    found, wrong = [], []
    for (name, wanted), cell in zip(kinds(kind), cells, strict=True):
        if type(cell) is not wanted:
            wrong.append(name)
            text = cell.decode(errors="replace") if isinstance(cell, bytes) else str(cell)
            cell = number if wanted is int else text
        found.append(cell)
    return kind(*found), wrong


def table_row(cells: Row) -> TableRow:
    """A table's row; one that holds something of the wrong kind counts as kept out of play."""
    row, wrong = typed(TableRow, cells)
    return row._replace(fault=row.fault or f"its row is damaged: {', '.join(wrong)}") if wrong else row


def padded(numbers: Sequence[int]) -> list[int]:
    """Numbers for a list in a statement, filled up to a power of two: so there are few statements to prepare."""
    return [*numbers, *[-1] * ((1 << max(0, len(numbers) - 1).bit_length()) - len(numbers))]


def marks(numbers: Sequence[int]) -> str:
    """The question marks for them."""
    return ", ".join("?" * len(padded(numbers)))


def pending_statement(match: int, seat: int, actions: str, at: int) -> Statement:
    """The statement that keeps what lies sealed of a seat, or nothing."""
    if not actions:
        return "DELETE FROM sealed WHERE match = ? AND seat = ?", (match, seat)
    sql = (
        "INSERT INTO sealed (match, seat, actions, at) VALUES (?, ?, ?, ?) ON CONFLICT (match, seat) DO UPDATE SET "
        "actions = excluded.actions, at = excluded.at"
    )
    return sql, (match, seat, actions, at)


def table_statements(row: TableRow, seats: Sequence[SeatRow], log: Sequence[Entry] = ()) -> list[Statement]:
    """The statements that put up a table, its seats, and what was played there before; the first returns its number."""
    columns, marks = TABLE.removeprefix("id, "), ", ".join("?" * (len(TableRow._fields) - 1))
    sql = f"INSERT INTO tables ({columns}) VALUES ({marks}) RETURNING id"  # noqa: S608
    sit = f"INSERT INTO seats ({SEAT}) SELECT id, ?, ?, ?, ?, ?, ? FROM tables WHERE code = ?"  # noqa: S608
    put = "INSERT INTO log (match, ply, seat, action, at, id) SELECT id, ?, ?, ?, ?, ? FROM tables WHERE code = ?"
    return [
        (sql, row[1:]),
        *((sit, (*seat[1:], row.code)) for seat in seats),
        *((put, (ply, *entry, row.code)) for ply, entry in enumerate(log)),
    ]


def may_host(host: str, most: int) -> list[Statement]:
    """The guards of a batch that puts up a table: its host has fewer than `most` that are not over.

    The first locks the host's row, so that of several requests each counts what those before it have put up.
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


async def migrate(driver: Driver, to: int = len(VERSIONS)) -> int:
    """Bring a database to a version, step by step, each whole or not at all; return the version it had."""
    await driver.run([("CREATE TABLE IF NOT EXISTS meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)", ())])
    rows = await driver.ask("SELECT value FROM meta WHERE key = 'schema'")
    had = whole_number(str(rows[0][0])) if rows else 0
    if had is None:
        raise BadInput(f"this database does not tell its version: {str(rows[0][0])[:40]!r}; go back to a backup")
    if had > len(VERSIONS):
        raise BadInput(
            f"this database is of version {had}, made by a newer Escapade; this one knows up to version {len(VERSIONS)}"
        )
    for version in range(had, to):
        made = [(in_words_of(driver, sql), ()) for sql in VERSIONS[version]]
        stored = (
            "INSERT INTO meta (key, value) VALUES ('schema', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        )
        try:
            await driver.run([*made, (stored, (str(version + 1),))])
        except StoreError:  # another process may have begun at the same moment, and be done with it
            rows = await driver.ask("SELECT value FROM meta WHERE key = 'schema'")
            if not rows or int(rows[0][0]) <= version:
                raise
    return had


def in_words_of(driver: Driver, sql: str) -> str:
    """A statement of the schema in a database's own dialect."""
    return sql.format(identity=driver.identity, clustered=driver.clustered, hash=driver.hash)


def driver_of(url: str) -> Driver:
    """The database that a URL or a path names."""
    if url.startswith(("postgresql://", "postgres://")):
        return Postgres(url)
    if "://" in url and not url.startswith("sqlite:///"):
        raise BadInput(f"{url!r} names no database: give a path, or postgresql://user@host/name")
    path = Path(url.removeprefix("sqlite:///"))
    if not path.parent.is_dir():
        raise BadInput(f"{path}: the folder {path.parent} does not exist")
    return Sqlite(path)


__all__ = [
    "Append",
    "Broken",
    "Driver",
    "Entry",
    "Store",
    "driver_of",
    "may_host",
    "migrate",
    "sealing",
    "table_statements",
]
