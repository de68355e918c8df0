"""Guests and accounts: signing up, logging in with a password, changing name and password."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

from itsdangerous import BadData, URLSafeSerializer

from escapade.kernel.names import BadInput
from escapade.server.accounts import sessions
from escapade.server.accounts.names import any_name, person_name, tidy_login
from escapade.server.accounts.passwords import LoginAttempts, Passwords
from escapade.server.accounts.sessions import NewSession, Sessions, Visitor
from escapade.server.errors import LoginTaken, RateLimited, Unauthorized, WrongLogin
from escapade.server.limits import DEFAULTS, Limits
from escapade.server.rate_limits import RateLimiter
from escapade.server.store import PersonRow, Store
from escapade.server.store.driver import Statement

OUTDATED = "this session has ended; load the page again"


class Caller(NamedTuple):
    """The client of a request."""

    network: str
    device: str = ""  # browser and operating system, in words
    session: str = ""  # the hash of its session cookie
    remembered: str = ""  # its browser cookie, which names the account it was logged in to before


class Accounts:
    """Creates and finds guests and accounts."""

    def __init__(self, store: Store, now: Callable[[], int], sessions: Sessions, limits: Limits = DEFAULTS) -> None:
        self.store, self.now, self.sessions = store, now, sessions
        self.passwords, self.attempts = Passwords(limits.hashing), LoginAttempts(limits.logins, self._seconds)
        self._accounts = RateLimiter(limits.accounts, limits.accounts / 3600, self._seconds)
        self._guests = RateLimiter(limits.guests, limits.guests / 200, self._seconds)

    def _seconds(self) -> float:
        return self.now() / 1000

    async def open(self) -> None:
        """Read the key that signs challenges, or create it."""
        self._key = await self.store.set_meta("cookie key", secrets.token_hex(32), first=True)
        self._nobody = await self.passwords.hash(secrets.token_hex(8))

    def signer(self, purpose: str) -> URLSafeSerializer:
        """A signer of tokens for one purpose."""
        return URLSafeSerializer(self._key, salt=purpose)

    # --- Guests ---

    async def guest(self, name: str, caller: Caller) -> NewSession:
        """Create a guest and its session."""
        called = person_name(name) or any_name()
        if not self._guests.take(caller.network):
            raise RateLimited("too many new guests from this address; wait a minute")
        person = PersonRow(secrets.token_urlsafe(12), called, None, None, self.now())
        add = "INSERT INTO people (id, name, login, password, made) VALUES (?, ?, ?, ?, ?) RETURNING id"
        return or_unauthorized(await self.sessions.begin(person, caller.device, [(add, tuple(person))], news=None))

    async def rename(self, person: PersonRow, name: str) -> PersonRow:
        """Change a person's name."""
        tidy = person_name(name)
        if not tidy:
            raise BadInput("a name needs at least one letter or digit")
        await self.store.rename(person.id, tidy)
        return person._replace(name=tidy)

    # --- Accounts ---

    def limit_accounts(self, network: str) -> None:
        """Limit requests for accounts and new passwords from one network."""
        if not self._accounts.take(network):
            raise RateLimited("too many accounts were asked for from this address; wait a few minutes")

    async def make_account(self, visitor: Visitor, login: str, password: str, caller: Caller) -> NewSession:
        """Give a guest a login and a password."""
        person, login = visitor.person, tidy_login(login)
        if person.login is not None:
            raise BadInput(f"this is an account already, with the login {person.login!r}")
        self.limit_accounts(caller.network)
        await self.refuse_taken(login)
        return await self.upgrade(visitor, login, await self.passwords.hash(password), caller.device)

    async def refuse_taken(self, login: str) -> None:
        """Refuse a login that an account has."""
        if await self.store.person_by_login(login):
            raise LoginTaken(f"the login {login!r} is taken; choose another")

    async def upgrade(
        self, visitor: Visitor, login: str, password: str | None, device: str, more: Sequence[Statement] = ()
    ) -> NewSession:
        """Turn a guest into an account and begin a new session, in one transaction with further guards.

        Updating the schema row locks all others out, so that of two requests for a login the second finds it taken.
        """
        lock = "UPDATE meta SET value = value WHERE key = 'schema' RETURNING key"
        make = (
            "UPDATE people SET login = ?, password = ?, exchange = 0 WHERE id = ? AND login IS NULL AND NOT EXISTS "
            "(SELECT 1 FROM people WHERE login = ?) RETURNING id"
        )
        who = visitor.person.id
        guards: list[Statement] = [
            (lock, ()), (make, (login, password, who, login)), *more, sessions.end_one(visitor.session),
        ]  # fmt: skip
        begun = await self.sessions.begin(visitor.person._replace(login=login, password=password), device, guards)
        if begun is None:
            await self.refuse_taken(login)
        return or_unauthorized(begun)

    async def log_in(self, login: str, password: str, caller: Caller) -> NewSession:
        """Log in with a password. An unknown login takes as long as a wrong password."""
        login = tidy_login(login)
        person = await self.store.person_by_login(login)
        async with self.attempts.attempt(login, caller.network, self.known_browser(person, caller)):
            kept = person.password if person and person.password else self._nobody
            right = await self.passwords.verify(kept, password)
            begun = None
            if right and person is not None and person.password is not None:
                same = "UPDATE people SET exchange = 0 WHERE id = ? AND password = ? RETURNING id"
                guard: Statement = (same, (person.id, person.password))
                begun = await self.sessions.begin(person, caller.device, [guard], [sessions.end_one(caller.session)])
            if begun is None:
                raise WrongLogin("no account has this login and password")
        return begun

    async def change_password(self, visitor: Visitor, current: str, password: str, caller: Caller) -> NewSession:
        """Change the password; all sessions end, and this browser gets a new one.

        An account with passkeys alone has no current password: it must have logged in just now.
        """
        person = visitor.person
        if person.login is None:
            raise BadInput("a guest has no password; make an account first")
        self.limit_accounts(caller.network)
        if person.password is None:
            self.sessions.confirm(visitor)
        else:
            async with self.attempts.attempt(person.login, caller.network, visitor.session):
                if not await self.passwords.verify(person.password, current):
                    raise WrongLogin("this is not your current password")
        hashed = await self.passwords.hash(password)
        change = "UPDATE people SET password = ?, exchange = 0 WHERE id = ? AND COALESCE(password, '') = ? RETURNING id"
        changed: Statement = (change, (hashed, person.id, person.password or ""))
        guards, ends = [changed, sessions.end_one(visitor.session)], [sessions.end_others(person.id, "")]
        return or_unauthorized(await self.sessions.begin(person._replace(password=hashed), caller.device, guards, ends))

    # --- Cookies ---

    def browser_token(self, person: PersonRow) -> str:
        """The browser cookie: the account this browser was logged in to, for `LoginAttempts`; it grants nothing."""
        return str(self.signer("escapade browser").dumps([person.id, secrets.token_hex(8)]))

    def known_browser(self, person: PersonRow | None, caller: Caller) -> str:
        """The id of a browser that was logged in to this account before; else empty."""
        try:
            who, browser = self.signer("escapade browser").loads(caller.remembered[:200])
        except (BadData, ValueError, TypeError):
            return ""
        return str(browser) if person is not None and who == person.id else ""

    async def exchange(self, cookie: str | None, device: str) -> NewSession | None:
        """Exchange a signed cookie of an older version for a session, once for each person."""
        who = self._signed(cookie)
        person = await self.store.person(who) if who else None
        if person is None:
            return None
        once = "UPDATE people SET exchange = 0 WHERE id = ? AND exchange = 1 RETURNING id"
        return await self.sessions.begin(person, device, [(once, (person.id,))], news=None, confirmed=False)

    async def log_out(self, cookie: str | None) -> list[str]:
        """End a session and return its id, if there was one; a signed cookie of an older version becomes void."""
        if who := self._signed(cookie):
            await self.store.driver.run([("UPDATE people SET exchange = 0 WHERE id = ?", (who,))])
        return await self.sessions.end(sessions.end_one(sessions.key_of(cookie))) if cookie else []

    def _signed(self, cookie: str | None) -> str:
        """The person of a signed cookie; empty if it is forged or none."""
        if not cookie or "." not in cookie or len(cookie) > 200:
            return ""
        try:
            who = self.signer("escapade cookie").loads(cookie)
        except BadData:
            return ""
        return who if isinstance(who, str) else ""


def or_unauthorized(begun: NewSession | None) -> NewSession:
    """The new session; `Unauthorized` if a guard failed, since what it began from has changed."""
    if begun is None:
        raise Unauthorized(OUTDATED)
    return begun
