"""Every query of the server: tables, seats, logs, chat, people, presence. What is live is made from these rows."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any

from escapade.kernel.names import BadInput, whole_number
from escapade.server.store.driver import Append, Driver, Entry, Statement
from escapade.server.store.migrations import migrate
from escapade.server.store.postgres import Postgres
from escapade.server.store.rated import Rated
from escapade.server.store.rows import ChatRow, PasskeyRow, PersonRow, QuestionRow, SeatRow, TableRow, table_row, typed
from escapade.server.store.sqlite import Sqlite
from escapade.server.store.statements import (
    SEAT,
    TABLE,
    may_host,
    may_host_bots,
    padded,
    placeholders,
    table_statements,
)

HEARTBEAT = "beat"  # the key in `meta` of the last heartbeat of any process; with a process id, of that process


class Store:
    """The queries of the server."""

    def __init__(self, driver: Driver) -> None:
        self.driver, self.rated = driver, Rated(driver)

    async def open(self) -> None:
        """Connect, and bring an older database to the newest version."""
        await self.driver.open()
        await migrate(self.driver)

    async def close(self) -> None:
        """Write what is queued, and disconnect."""
        await self.driver.close()

    async def _change(self, sql: str, *args: Any, notify: int | None = None) -> list[Any]:
        return (await self.driver.run([(sql, args)], notify))[0]

    # --- Logs ---

    def append(self, wanted: Append) -> Awaitable[bool]:
        """Append entries to a log; True after the commit, False if another process has written these plies."""
        return self.driver.append(wanted)

    async def log(self, match: int, since: int = 0) -> list[Entry]:
        """The entries of a log, from this one on."""
        sql = "SELECT seat, action, at, id FROM log WHERE match = ? AND ply >= ? ORDER BY ply"
        return [Entry(*row) for row in await self.driver.ask(sql, match, since)]

    async def length(self, match: int) -> int:
        """The number of entries of a log."""
        return int((await self.driver.ask("SELECT count(*) FROM log WHERE match = ?", match))[0][0])

    async def pending(self, match: int) -> dict[int, tuple[str, int]]:
        """The pending actions (table `sealed`): by seat, their codes and the time."""
        rows = await self.driver.ask("SELECT seat, actions, at FROM sealed WHERE match = ?", match)
        return {row[0]: (row[1], row[2]) for row in rows}

    # --- Tables and seats ---

    async def add_table(self, row: TableRow, seats: list[SeatRow], log: Sequence[Entry] = ()) -> int:
        """Create a table with its seats and an imported log, in one transaction; return its number."""
        return int((await self.driver.run(table_statements(row, seats, log)))[0][0][0])

    async def create_table(self, row: TableRow, seats: list[SeatRow], most: int, most_of_bots: int) -> bool:
        """Create a table, if its host has fewer than `most` that are not over; False otherwise.

        For a table of bots alone, the host must also have fewer than `most_of_bots` of those.
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
        """Tables at which a person has a seat or that they host, the newest first."""
        sql = (
            f"SELECT {TABLE} FROM tables WHERE host = ? OR id IN (SELECT match FROM seats WHERE who = ?) "  # noqa: S608
            "ORDER BY made DESC, id DESC LIMIT ?"
        )
        return [table_row(row) for row in await self.driver.ask(sql, person, person, limit)]

    async def seats(self, match: int) -> list[SeatRow]:
        """The seats of a table."""
        rows = await self.driver.ask(f"SELECT {SEAT} FROM seats WHERE match = ? ORDER BY seat", match)  # noqa: S608
        return [typed(SeatRow, row, -1)[0] for row in rows]

    async def seats_at(self, matches: Sequence[int]) -> dict[int, list[SeatRow]]:
        """The seats of several tables, by table."""
        found: dict[int, list[SeatRow]] = {}
        sql = f"SELECT {SEAT} FROM seats WHERE match IN ({placeholders(matches)}) ORDER BY match, seat"  # noqa: S608
        for row in await self.driver.ask(sql, *padded(matches)):
            found.setdefault(row[0], []).append(typed(SeatRow, row, -1)[0])
        return found

    async def update_summary(self, before: TableRow, after: TableRow) -> None:
        """Write a table's columns for lists, unless another process has done so since."""
        sql = (
            "UPDATE tables SET turn = ?, replaced = ?, result = ? "
            "WHERE id = ? AND turn = ? AND replaced = ? AND result = ?"
        )
        now, was = (after.turn, after.replaced, after.result), (before.turn, before.replaced, before.result)
        await self._change(sql, *now, before.id, *was)

    async def without_summary(self, below: int, limit: int = 100) -> list[TableRow]:
        """Tables numbered below this that lack the columns for lists: those from before version 3 of the schema."""
        sql = (
            f"SELECT {TABLE} FROM tables WHERE id < ? AND status IN ('running', 'over') AND turn = '' "  # noqa: S608
            "AND replaced = '' AND result = '' AND fault = '' ORDER BY id DESC LIMIT ?"
        )
        return [table_row(row) for row in await self.driver.ask(sql, below, limit)]

    async def replace_seat(self, seat: SeatRow, instead_of: SeatRow) -> bool:
        """Change a seat of an open table, if it is still as it was: of two users who want it, one gets it."""
        counted: Statement = (
            "UPDATE tables SET seating = seating + 1 WHERE id = ? AND status = 'open' RETURNING id",
            (seat.match,),
        )
        sql = (
            "UPDATE seats SET kind = ?, who = ?, name = ?, bot = ?, token = ? WHERE match = ? AND seat = ? "
            "AND kind = ? AND who = ? AND token = ? RETURNING seat"
        )
        args = (*seat[2:], seat.match, seat.seat, instead_of.kind, instead_of.who, instead_of.token)
        not_only_bots = (
            "SELECT 1 FROM seats WHERE match = ? AND kind <> 'bot' LIMIT 1"  # tables of bots alone are counted
        )
        batch: list[Statement] = [counted, (sql, args), (not_only_bots, (seat.match,))]
        return bool(await self.driver.run(batch, seat.match, guards=3))

    async def begin(self, match: int, seating: int, turn: str, ply: int, entries: Sequence[Entry]) -> bool:
        """Start an open table with the first entries of its log; False if a seat has changed since `seating`.

        A change of a seat and the start update the same row, so that one of them is first.
        """
        runs: Statement = (
            "UPDATE tables SET status = 'running', turn = ? WHERE id = ? AND status = 'open' AND seating = ? "
            "RETURNING id",
            (turn, match, seating),
        )
        sql = "INSERT INTO log (match, ply, seat, action, at, id) VALUES (?, ?, ?, ?, ?, ?)"
        batch = [runs, *((sql, row) for row in Append(match, ply, entries).rows())]
        return bool(await self.driver.run(batch, match, guards=1))

    async def set_status(self, match: int, status: str, instead_of: str, at: int = 0) -> bool:
        """Change the status of a table, if it is still `instead_of`."""
        sql = "UPDATE tables SET status = ?, ended = ? WHERE id = ? AND status = ? RETURNING id"
        return bool(await self._change(sql, status, at, match, instead_of, notify=match))

    async def quarantine(self, match: int, fault: str) -> bool:
        """Mark a table as damaged; False if it is already, or does not exist any more."""
        sql = "UPDATE tables SET fault = ? WHERE id = ? AND fault = '' RETURNING id"
        return bool(await self._change(sql, fault, match, notify=match))

    async def quarantined(self) -> list[tuple[int, str]]:
        """The tables that are kept out of play: number and code."""
        return [(row[0], str(row[1])) for row in await self.driver.ask("SELECT id, code FROM tables WHERE fault <> ''")]

    async def create_rematch(self, old: TableRow, row: TableRow, seats: list[SeatRow], most: int) -> str | None:
        """Create the table of a rematch, and store its code at the old one, in one transaction; return the code.

        Of two requests at once, one creates the table, and both get its code; None if its host has too many.
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
        """The open question at a table."""
        rows = await self.driver.ask("SELECT match, ply, seat, plies, agreed FROM questions WHERE match = ?", match)
        return typed(QuestionRow, rows[0], -1)[0] if rows else None

    async def put_question(self, row: QuestionRow) -> None:
        """Open a question, instead of the one before."""
        sql = (
            "INSERT INTO questions (match, ply, seat, plies, agreed) VALUES (?, ?, ?, ?, ?) ON CONFLICT (match) DO "
            "UPDATE SET ply = excluded.ply, seat = excluded.seat, plies = excluded.plies, agreed = excluded.agreed"
        )
        await self._change(sql, *row, notify=row.match)

    async def drop_question(self, match: int) -> None:
        """Close the question."""
        await self._change("DELETE FROM questions WHERE match = ?", match, notify=match)

    async def add_chat(self, row: ChatRow) -> int:
        """Store a chat line; return its number."""
        sql = "INSERT INTO chat (match, who, name, seat, text, at) VALUES (?, ?, ?, ?, ?, ?) RETURNING n"
        return int((await self._change(sql, *row[1:], notify=row.match))[0][0])

    async def chat(self, match: int, since: int = 0, most: int = 200) -> list[ChatRow]:
        """The latest chat lines of a table after this number."""
        sql = "SELECT n, match, who, name, seat, text, at FROM chat WHERE match = ? AND n > ? ORDER BY n DESC LIMIT ?"
        return [ChatRow(*row) for row in reversed(await self.driver.ask(sql, match, since, most))]

    # --- People ---

    async def person(self, number: str) -> PersonRow | None:
        """A person by id."""
        return await self._person("id", number)

    async def person_by_login(self, login: str) -> PersonRow | None:
        """A person by login."""
        return await self._person("login", login)

    async def _person(self, column: str, value: str) -> PersonRow | None:
        sql = f"SELECT id, name, login, password, made FROM people WHERE {column} = ?"  # noqa: S608
        rows = await self.driver.ask(sql, value)
        return PersonRow(*rows[0]) if rows else None

    async def rename(self, number: str, name: str) -> None:
        """Change a person's name."""
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

    async def use_challenge(self, challenge: str, until: int, forget: int) -> bool:
        """Record that a challenge was answered; False if it was before. Those that expired before `forget` are deleted.

        The keys begin with the time of expiry, so that the expired ones are found by the index.
        """
        old: Statement = ("DELETE FROM meta WHERE key > 'spent ' AND key < ?", (f"spent {forget:020d}",))
        new: Statement = (
            "INSERT INTO meta (key, value) VALUES (?, '') ON CONFLICT DO NOTHING RETURNING key",
            (f"spent {until:020d} {challenge}",),
        )
        return bool((await self.driver.run([old, new]))[1])

    # --- The server itself: settings, presence, heartbeats ---

    async def get_meta(self, key: str) -> str | None:
        """A value that the server stores for itself."""
        rows = await self.driver.ask("SELECT value FROM meta WHERE key = ?", key)
        return str(rows[0][0]) if rows else None

    async def set_meta(self, key: str, value: str, first: bool = False) -> str:
        """Store a value for the server itself; with `first`, only if there is none yet. Return the stored value."""
        then = "DO NOTHING" if first else "(key) DO UPDATE SET value = excluded.value"
        await self._change(f"INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT {then}", key, value)  # noqa: S608
        return await self.get_meta(key) or value

    async def mark_present(self, here: list[tuple[int, str]], process: str, now: int) -> None:
        """Store who is connected to this process."""
        sql = (
            "INSERT INTO presence (match, who, process, seen) VALUES (?, ?, ?, ?) ON CONFLICT (match, who, process) DO "
            "UPDATE SET seen = excluded.seen"
        )
        if here:
            await self.driver.run([(sql, (match, who, process, now)) for match, who in here])

    async def mark_absent(self, match: int, who: str, process: str) -> None:
        """Store that a user is not connected to this process any more."""
        sql = "DELETE FROM presence WHERE match = ? AND who = ? AND process = ?"
        await self._change(sql, match, who, process)

    async def present(self, since: int, matches: Sequence[int] | None = None) -> dict[int, set[str]]:
        """The users seen since then at each of these tables, or at any."""
        only = "" if matches is None else f" AND match IN ({placeholders(matches)})"
        sql = f"SELECT match, who FROM presence WHERE seen >= ?{only}"  # noqa: S608
        found: dict[int, set[str]] = {}
        for match, who in await self.driver.ask(sql, since, *([] if matches is None else padded(matches))):
            found.setdefault(match, set()).add(who)
        return found

    async def record_start(self, now: int, longest_gap: int, process: str) -> None:
        """Store that the server runs again; a longer gap since the last heartbeat was an outage."""
        last = whole_number(await self.get_meta(HEARTBEAT) or "")
        if last is not None and now - last > longest_gap:
            sql = "INSERT INTO outages (began, ended) VALUES (?, ?) ON CONFLICT DO NOTHING"
            await self._change(sql, last, now)
        await self.heartbeat(now, process)

    async def heartbeat(self, now: int, process: str) -> None:
        """Store that a process of the server runs now."""
        sql = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        await self.driver.run([(sql, (key, str(now))) for key in (HEARTBEAT, f"{HEARTBEAT} {process}")])

    async def record_stop(self, process: str) -> None:
        """Store that a process of the server has stopped."""
        await self._change("DELETE FROM meta WHERE key = ?", f"{HEARTBEAT} {process}")

    async def heartbeats(self, since: int) -> dict[str, int]:
        """The last heartbeat of each process since then; older ones are deleted."""
        rows = await self.driver.ask("SELECT key, value FROM meta WHERE key LIKE ?", f"{HEARTBEAT} %")
        found = {key: whole_number(value) or 0 for key, value in rows}
        for key in [key for key, at in found.items() if at < since]:
            await self._change("DELETE FROM meta WHERE key = ?", key)
        return {key: at for key, at in found.items() if at >= since}

    async def outages(self) -> list[tuple[int, int]]:
        """The times in which the server did not run."""
        rows = await self.driver.ask("SELECT began, ended FROM outages ORDER BY began")
        return [(row[0], row[1]) for row in rows if type(row[0]) is int and type(row[1]) is int]


def driver_of(url: str) -> Driver:
    """The driver of the database that a URL or a path names."""
    if url.startswith(("postgresql://", "postgres://")):
        return Postgres(url)
    if "://" in url and not url.startswith("sqlite:///"):
        raise BadInput(f"{url!r} names no database: give a path, or postgresql://user@host/name")
    path = Path(url.removeprefix("sqlite:///"))
    if not path.parent.is_dir():
        raise BadInput(f"{path}: the folder {path.parent} does not exist")
    return Sqlite(path)
