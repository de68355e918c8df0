"""Sessions: who a browser is, as a row that its owner sees and can end. The cookie holds a token, the row its hash."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import NamedTuple

from escapade.server.errors import ConfirmLogin, StoreError
from escapade.server.store import PersonRow, Store
from escapade.server.store.driver import Statement

COOKIE = "escapade"
BROWSER_COOKIE = "escapade-browser"  # of a browser that was logged in before
LASTS = 365 * 86_400_000  # milliseconds for which a session is good after it was last used
SEEN = 5 * 60_000  # milliseconds between two notes that it is used
FRESH = 10 * 60_000  # milliseconds after a log-in in which one may change how one logs in
BATCH = 500  # sessions asked for in one statement
SHORT = 16  # digits of a hash that name a session or a passkey to its owner; they open nothing
ENDED, ROTATED = -2, -3  # what other processes hear instead of a match: sessions ended, or became new ones
BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


class SessionRow(NamedTuple):
    """A browser that someone is known in."""

    id: str
    created: int
    seen: int
    device: str


class Visitor(NamedTuple):
    """Someone, and the session they came with."""

    person: PersonRow
    session: str
    created: int


class NewSession(NamedTuple):
    """A session that has begun: whose, the token for the cookie, and the sessions that ended with it."""

    person: PersonRow
    token: str
    ended: Collection[str] = ()


class Sessions:
    """Beginning, finding and ending sessions."""

    def __init__(self, store: Store, now: Callable[[], int], most: int) -> None:
        self.store, self.now, self.most = store, now, most

    async def visitor(self, token: str | None) -> Visitor | None:
        """Whose token this is; None if it is nobody's, or its session is over."""
        if not token or len(token) > 200:
            return None
        session, now = key_of(token), self.now()
        sql = (
            "SELECT s.created, s.seen, p.id, p.name, p.login, p.password, p.made FROM sessions s "
            "JOIN people p ON p.id = s.person WHERE s.id = ? AND s.expires > ?"
        )
        rows = await self.store.driver.ask(sql, session, now)
        if not rows:
            return None
        created, seen, *person = rows[0]
        if now - seen >= SEEN:
            await self._note(session, now)
        return Visitor(PersonRow(*person), session, created)

    async def _note(self, session: str, now: int) -> None:
        """Note that a session is used, so that it lasts; whoever only reads does not wait for a database that fails."""
        sql = "UPDATE sessions SET seen = ?, expires = ? WHERE id = ? AND seen <= ?"
        with suppress(StoreError):
            await self.store.driver.run([(sql, (now, now + LASTS, session, now - SEEN))])

    async def begin(
        self,
        person: PersonRow,
        device: str,
        guards: Sequence[Statement],
        ends: Sequence[Statement] = (),
        news: int | None = ROTATED,
        confirmed: bool = True,
    ) -> NewSession | None:
        """Begin a session, together with all that is given or not at all; None if one of the guards returns no row.

        The first guard writes the person's row, which so is the lock: the sessions of one person begin and end one by
        one. Of more than the most, those that were not used for the longest time end. Unless it is `confirmed`
        who begins it, it is as old from the start as those that must `confirm`.
        """
        token, now = secrets.token_urlsafe(32), self.now()
        new = key_of(token)
        add = "INSERT INTO sessions (id, person, created, seen, expires, device) VALUES (?, ?, ?, ?, ?, ?)"
        cut = (
            "DELETE FROM sessions WHERE person = ? AND id NOT IN (SELECT id FROM sessions WHERE person = ? "
            "ORDER BY (id = ?) DESC, seen DESC, created DESC LIMIT ?) RETURNING id"
        )
        batch: list[Statement] = [
            *guards,
            *ends,
            (add, (new, person.id, now if confirmed else now - FRESH - 1, now, now + LASTS, device)),
            (cut, (person.id, person.id, new, self.most)),
        ]
        found = await self.store.driver.run(batch, news, len(guards))
        if not found:
            return None
        ending = [rows for (sql, _), rows in zip(batch, found, strict=True) if sql.startswith("DELETE FROM sessions")]
        return NewSession(person, token, [row[0] for rows in ending for row in rows])

    async def of(self, person: str) -> list[SessionRow]:
        """Someone's sessions, the one used last first."""
        sql = (
            "SELECT id, created, seen, device FROM sessions WHERE person = ? AND expires > ? "
            "ORDER BY seen DESC, created DESC, id"
        )
        return [SessionRow(*row) for row in await self.store.driver.ask(sql, person, self.now())]

    async def end(self, what: Statement) -> list[str]:
        """End what a statement of those below says; return which have ended."""
        found = await self.store.driver.run([what], ENDED, 1)
        return [row[0] for row in found[0]] if found else []

    async def expire(self) -> None:
        """Forget the sessions that are over by themselves."""
        if await self.store.driver.ask("SELECT id FROM sessions WHERE expires <= ? LIMIT 1", self.now()):
            await self.store.driver.run([("DELETE FROM sessions WHERE expires <= ?", (self.now(),))])

    async def gone(self, ids: Collection[str]) -> set[str]:
        """Which of these are over."""
        wanted, alive = sorted(ids), set[str]()
        for i in range(0, len(wanted), BATCH):
            batch = wanted[i : i + BATCH]
            batch += [""] * (len(batch) > 1) * (BATCH - len(batch))  # two statements for every count
            marks = ", ".join("?" * len(batch))
            sql = f"SELECT id FROM sessions WHERE expires > ? AND id IN ({marks})"  # noqa: S608
            alive |= {row[0] for row in await self.store.driver.ask(sql, self.now(), *batch)}
        return {*ids} - alive

    def confirm(self, visitor: Visitor) -> None:
        """Refuse what changes how one logs in to a session that did not begin with a log-in of just now."""
        if self.now() - visitor.created > FRESH:
            raise ConfirmLogin("log in again to do that: this browser last logged in more than ten minutes ago")


def one(session: str) -> Statement:
    """Ends one session, by its hash."""
    return "DELETE FROM sessions WHERE id = ? RETURNING id", (session,)


def one_of(person: str, short: str) -> Statement:
    """Ends one session of a person, by what its owner knows of it."""
    return "DELETE FROM sessions WHERE person = ? AND substr(id, 1, ?) = ? RETURNING id", (person, SHORT, short)


def others_of(person: str, session: str) -> Statement:
    """Ends all sessions of a person but one."""
    return "DELETE FROM sessions WHERE person = ? AND id <> ? RETURNING id", (person, session)


def still(session: str) -> Statement:
    """A guard: the session is not over. Whoever wants to end it waits."""
    return "UPDATE sessions SET seen = seen WHERE id = ? RETURNING id", (session,)


def key_of(token: str) -> str:
    """What a session is kept under: who reads the database cannot be anyone."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def device_of(agent: str) -> str:
    """A browser and its system in words that are known here; empty if neither is.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    found = [next((name for mark, name in kinds if mark in agent), "") for kinds in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in found if name)
