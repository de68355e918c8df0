"""Sessions: a row for each signed-in browser. The cookie holds a token, the row its hash."""

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
LIFETIME = 365 * 86_400_000  # milliseconds after its last use
SEEN_INTERVAL = 5 * 60_000  # milliseconds between two updates of `seen`
CONFIRM_WITHIN = 10 * 60_000  # milliseconds after a log-in in which passwords and passkeys may be changed
BATCH = 500  # sessions in one query
SHORT = 16  # digits of a hash that name a session or passkey to its owner, and grant nothing
ENDED, ROTATED = -2, -3  # notices to other processes in place of a match id: sessions ended, or were replaced
BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


class SessionRow(NamedTuple):
    """A session, as its owner sees it."""

    id: str
    created: int
    seen: int
    device: str


class Visitor(NamedTuple):
    """A person and the session of their request."""

    person: PersonRow
    session: str
    created: int


class NewSession(NamedTuple):
    """A new session: its person, the token for the cookie, and the sessions that ended with it."""

    person: PersonRow
    token: str
    ended: Collection[str] = ()


class Sessions:
    """Begins, finds and ends sessions."""

    def __init__(self, store: Store, now: Callable[[], int], limit: int) -> None:
        self.store, self.now, self.limit = store, now, limit

    async def visitor(self, token: str | None) -> Visitor | None:
        """The person and session of a token; None if there is none or it has expired."""
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
        if now - seen >= SEEN_INTERVAL:
            await self._note(session, now)
        return Visitor(PersonRow(*person), session, created)

    async def _note(self, session: str, now: int) -> None:
        """Update `seen` and the expiry; a failing database does not fail the request."""
        sql = "UPDATE sessions SET seen = ?, expires = ? WHERE id = ? AND seen <= ?"
        with suppress(StoreError):
            await self.store.driver.run([(sql, (now, now + LIFETIME, session, now - SEEN_INTERVAL))])

    async def begin(
        self,
        person: PersonRow,
        device: str,
        guards: Sequence[Statement],
        ends: Sequence[Statement] = (),
        news: int | None = ROTATED,
        confirmed: bool = True,
    ) -> NewSession | None:
        """Begin a session in one transaction with guards and ends; None if a guard returns no row.

        The first guard writes the person's row, which locks the person's sessions. Beyond the limit the least recently
        used sessions end. A session that is not `confirmed` counts as too old for `confirm` from the start.
        """
        token, now = secrets.token_urlsafe(32), self.now()
        new = key_of(token)
        add = "INSERT INTO sessions (id, person, created, seen, expires, device) VALUES (?, ?, ?, ?, ?, ?)"
        drop_oldest = (
            "DELETE FROM sessions WHERE person = ? AND id NOT IN (SELECT id FROM sessions WHERE person = ? "
            "ORDER BY (id = ?) DESC, seen DESC, created DESC LIMIT ?) RETURNING id"
        )
        batch: list[Statement] = [
            *guards,
            *ends,
            (add, (new, person.id, now if confirmed else now - CONFIRM_WITHIN - 1, now, now + LIFETIME, device)),
            (drop_oldest, (person.id, person.id, new, self.limit)),
        ]
        found = await self.store.driver.run(batch, news, len(guards))
        if not found:
            return None
        ending = [rows for (sql, _), rows in zip(batch, found, strict=True) if sql.startswith("DELETE FROM sessions")]
        return NewSession(person, token, [row[0] for rows in ending for row in rows])

    async def of(self, person: str) -> list[SessionRow]:
        """A person's sessions, the most recently used first."""
        sql = (
            "SELECT id, created, seen, device FROM sessions WHERE person = ? AND expires > ? "
            "ORDER BY seen DESC, created DESC, id"
        )
        return [SessionRow(*row) for row in await self.store.driver.ask(sql, person, self.now())]

    async def end(self, what: Statement) -> list[str]:
        """Run one of the `end_` statements below; return the ids of the sessions that ended."""
        found = await self.store.driver.run([what], ENDED, 1)
        return [row[0] for row in found[0]] if found else []

    async def expire(self) -> None:
        """Delete expired sessions."""
        if await self.store.driver.ask("SELECT id FROM sessions WHERE expires <= ? LIMIT 1", self.now()):
            await self.store.driver.run([("DELETE FROM sessions WHERE expires <= ?", (self.now(),))])

    async def gone(self, ids: Collection[str]) -> set[str]:
        """Those of these sessions that have ended or expired."""
        wanted, alive = sorted(ids), set[str]()
        for i in range(0, len(wanted), BATCH):
            batch = wanted[i : i + BATCH]
            batch += [""] * (len(batch) > 1) * (BATCH - len(batch))  # only two different statements to prepare
            marks = ", ".join("?" * len(batch))
            sql = f"SELECT id FROM sessions WHERE expires > ? AND id IN ({marks})"  # noqa: S608
            alive |= {row[0] for row in await self.store.driver.ask(sql, self.now(), *batch)}
        return {*ids} - alive

    def confirm(self, visitor: Visitor) -> None:
        """Require a session that began with a log-in just now, to change passwords and passkeys."""
        if self.now() - visitor.created > CONFIRM_WITHIN:
            raise ConfirmLogin("log in again to do that: this browser last logged in more than ten minutes ago")


def end_one(session: str) -> Statement:
    """End a session, by its hash."""
    return "DELETE FROM sessions WHERE id = ? RETURNING id", (session,)


def end_one_of(person: str, short: str) -> Statement:
    """End a session of a person, by its short id."""
    return "DELETE FROM sessions WHERE person = ? AND substr(id, 1, ?) = ? RETURNING id", (person, SHORT, short)


def end_others(person: str, session: str) -> Statement:
    """End all sessions of a person but one."""
    return "DELETE FROM sessions WHERE person = ? AND id <> ? RETURNING id", (person, session)


def is_alive(session: str) -> Statement:
    """A guard: the session has not ended. It locks the session's row."""
    return "UPDATE sessions SET seen = seen WHERE id = ? RETURNING id", (session,)


def key_of(token: str) -> str:
    """The hash of a token: reading the database does not give its sessions away."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def device_of(agent: str) -> str:
    """Browser and operating system of a User-Agent header; empty if neither is known.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    found = [next((name for mark, name in kinds if mark in agent), "") for kinds in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in found if name)
