"""Who someone is: guests with one click, accounts for those who want to come back on another device."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

from itsdangerous import BadData, URLSafeSerializer

from escapade.kernel.names import BadInput
from escapade.server.accounts import sessions
from escapade.server.accounts.names import any_name, person_name, tidy_login
from escapade.server.accounts.passwords import Guesses, Passwords
from escapade.server.accounts.sessions import Begun, Sessions, Visitor
from escapade.server.errors import LoginTaken, RateLimited, Unauthorized, WrongLogin
from escapade.server.limits import DEFAULTS, Limits
from escapade.server.rate_limits import RateLimiter
from escapade.server.store import PersonRow, Store
from escapade.server.store.driver import Statement

OUTDATED = "this session has ended; load the page again"


class Caller(NamedTuple):
    """Where a request comes from."""

    network: str
    device: str = ""  # browser and system, in words
    session: str = ""  # the session it came with, whoever's
    remembered: str = ""  # says that this browser has been logged in before, and to which account


class People:
    """Guests and accounts."""

    def __init__(self, store: Store, now: Callable[[], int], sessions: Sessions, limits: Limits = DEFAULTS) -> None:
        self.store, self.now, self.sessions = store, now, sessions
        self.passwords, self.guesses = Passwords(limits.hashing), Guesses(limits.logins, self._seconds)
        self._accounts = RateLimiter(limits.accounts, limits.accounts / 3600, self._seconds)
        self._guests = RateLimiter(limits.guests, limits.guests / 200, self._seconds)

    def _seconds(self) -> float:
        return self.now() / 1000

    async def open(self) -> None:
        """Read the key that signs challenges, or make one."""
        self._key = await self.store.set_meta("cookie key", secrets.token_hex(32), first=True)
        self._nobody = await self.passwords.hash(secrets.token_hex(8))

    def signer(self, purpose: str) -> URLSafeSerializer:
        """Signs what is given out for one purpose, and is good for no other."""
        return URLSafeSerializer(self._key, salt=purpose)

    # --- Guests ---

    async def guest(self, name: str, caller: Caller) -> Begun:
        """Someone new, with one click."""
        called = person_name(name) or any_name()
        if not self._guests.take(caller.network):
            raise RateLimited("too many new guests from this address; wait a minute")
        person = PersonRow(secrets.token_urlsafe(12), called, None, None, self.now())
        add = "INSERT INTO people (id, name, login, password, made) VALUES (?, ?, ?, ?, ?) RETURNING id"
        return known(await self.sessions.begin(person, caller.device, [(add, tuple(person))], news=None))

    async def rename(self, person: PersonRow, name: str) -> PersonRow:
        """Call oneself otherwise."""
        tidy = person_name(name)
        if not tidy:
            raise BadInput("a name needs at least one letter or digit")
        await self.store.rename(person.id, tidy)
        return person._replace(name=tidy)

    # --- Accounts ---

    def enrol(self, network: str) -> None:
        """Someone wants an account, or another password; too many attempts from one network are refused."""
        if not self._accounts.take(network):
            raise RateLimited("too many accounts were asked for from this address; wait a few minutes")

    async def make_account(self, visitor: Visitor, login: str, password: str, caller: Caller) -> Begun:
        """Let a guest come back on any device."""
        person, login = visitor.person, tidy_login(login)
        if person.login is not None:
            raise BadInput(f"this is an account already, with the login {person.login!r}")
        self.enrol(caller.network)
        await self.refuse_taken(login)
        return await self.upgrade(visitor, login, await self.passwords.hash(password), caller.device)

    async def refuse_taken(self, login: str) -> None:
        """Refuse a login that someone has."""
        if await self.store.person_by_login(login):
            raise LoginTaken(f"the login {login!r} is taken; choose another")

    async def upgrade(
        self, visitor: Visitor, login: str, password: str | None, device: str, more: Sequence[Statement] = ()
    ) -> Begun:
        """Make a guest's name last, with a new session and more guards, together or not at all.

        Accounts are made one by one: a row that is always there is their lock, so that of two that want a login the
        second finds it taken, and whatever fails is a failure of the database.
        """
        lock = "UPDATE meta SET value = value WHERE key = 'schema' RETURNING key"
        make = (
            "UPDATE people SET login = ?, password = ?, exchange = 0 WHERE id = ? AND login IS NULL AND NOT EXISTS "
            "(SELECT 1 FROM people WHERE login = ?) RETURNING id"
        )
        who = visitor.person.id
        guards: list[Statement] = [
            (lock, ()), (make, (login, password, who, login)), *more, sessions.one(visitor.session),
        ]  # fmt: skip
        begun = await self.sessions.begin(visitor.person._replace(login=login, password=password), device, guards)
        if begun is None:
            await self.refuse_taken(login)
        return known(begun)

    async def log_in(self, login: str, password: str, caller: Caller) -> Begun:
        """Come back. A login that does not exist takes as long to refuse as a wrong password."""
        login = tidy_login(login)
        person = await self.store.person_by_login(login)
        async with self.guesses.attempt(login, caller.network, self.browser(person, caller)):
            kept = person.password if person and person.password else self._nobody
            right = await self.passwords.verify(kept, password)
            begun = None
            if right and person is not None and person.password is not None:
                same = "UPDATE people SET exchange = 0 WHERE id = ? AND password = ? RETURNING id"
                guard: Statement = (same, (person.id, person.password))
                begun = await self.sessions.begin(person, caller.device, [guard], [sessions.one(caller.session)])
            if begun is None:
                raise WrongLogin("no account has this login and password")
        return begun

    async def change_password(self, visitor: Visitor, current: str, password: str, caller: Caller) -> Begun:
        """Choose another password; every session ends, and this browser begins a new one.

        Who has passkeys alone and so no password to tell must have logged in just now.
        """
        person = visitor.person
        if person.login is None:
            raise BadInput("a guest has no password; make an account first")
        self.enrol(caller.network)
        if person.password is None:
            self.sessions.confirm(visitor)
        else:
            async with self.guesses.attempt(person.login, caller.network, visitor.session):
                if not await self.passwords.verify(person.password, current):
                    raise WrongLogin("this is not your current password")
        hashed = await self.passwords.hash(password)
        change = "UPDATE people SET password = ?, exchange = 0 WHERE id = ? AND COALESCE(password, '') = ? RETURNING id"
        guards: list[Statement] = [(change, (hashed, person.id, person.password or "")), sessions.one(visitor.session)]
        ends = [sessions.others_of(person.id, "")]
        return known(await self.sessions.begin(person._replace(password=hashed), caller.device, guards, ends))

    # --- What browsers keep ---

    def remember(self, person: PersonRow) -> str:
        """What a browser keeps beyond its session: that it was logged in. It opens nothing; see `Guesses`."""
        return str(self.signer("escapade browser").dumps([person.id, secrets.token_hex(8)]))

    def browser(self, person: PersonRow | None, caller: Caller) -> str:
        """Which browser this is, if it has been logged in to this account before."""
        try:
            who, browser = self.signer("escapade browser").loads(caller.remembered[:200])
        except (BadData, ValueError, TypeError):
            return ""
        return str(browser) if person is not None and who == person.id else ""

    async def exchange(self, cookie: str | None, device: str) -> Begun | None:
        """A session for a signed cookie from before there were sessions: once for each of those people."""
        who = self._signed(cookie)
        person = await self.store.person(who) if who else None
        if person is None:
            return None
        once = "UPDATE people SET exchange = 0 WHERE id = ? AND exchange = 1 RETURNING id"
        return await self.sessions.begin(person, device, [(once, (person.id,))], news=None, confirmed=False)

    async def log_out(self, cookie: str | None) -> list[str]:
        """End a session; return it, if there was one. A cookie from before there were sessions is worthless then."""
        if who := self._signed(cookie):
            await self.store.driver.run([("UPDATE people SET exchange = 0 WHERE id = ?", (who,))])
        return await self.sessions.end(sessions.one(sessions.key_of(cookie))) if cookie else []

    def _signed(self, cookie: str | None) -> str:
        """Whose a signed cookie is; empty if it is none, or forged."""
        if not cookie or "." not in cookie or len(cookie) > 200:
            return ""
        try:
            who = self.signer("escapade cookie").loads(cookie)
        except BadData:
            return ""
        return who if isinstance(who, str) else ""


def known(begun: Begun | None) -> Begun:
    """A session that has begun, or a refusal: what it began from has changed meanwhile."""
    if begun is None:
        raise Unauthorized(OUTDATED)
    return begun
