"""Who someone is: guests with one click, accounts for those who want to come back on another device."""

from __future__ import annotations

import asyncio
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from itsdangerous import BadSignature, URLSafeSerializer

from escapade.kernel.names import BadInput, EscapadeError
from escapade.server.store import PersonRow, Store

COOKIE = "escapade"
DAY = 86_400
YEAR = 365 * DAY
ANIMALS = ("Otter", "Heron", "Lynx", "Badger", "Marten", "Kite", "Hare", "Newt", "Wren", "Stoat", "Finch", "Vole")
MANNERS = ("Quiet", "Bold", "Early", "Clever", "Lucky", "Swift", "Patient", "Merry", "Sly", "Brave", "Gentle", "Keen")


class TooMany(EscapadeError):
    """Too often, too quickly; later it goes again."""


class WrongLogin(EscapadeError):
    """No account has this login and password."""


class TokenBucket:
    """So many tokens, and so many new ones a second: who has none left must wait."""

    def __init__(self, size: float, a_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self.size, self.a_second, self.now = size, a_second, now
        self.left, self.seen = size, now()

    def take(self) -> bool:
        """Take a token; False if there is none."""
        now = self.now()
        self.left = min(self.size, self.left + max(0.0, now - self.seen) * self.a_second)
        self.seen = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class RateLimiter:
    """Buckets by name; those not used for long are forgotten."""

    def __init__(self, size: float, a_second: float, now: Callable[[], float], most: int = 10_000) -> None:
        self.size, self.a_second, self.now, self.most = size, a_second, now, most
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, name: str) -> bool:
        """Take a token from a name's bucket."""
        if name not in self._buckets:
            self._buckets[name] = TokenBucket(self.size, self.a_second, self.now)
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(name)
        return self._buckets[name].take()


class People:
    """Guests and accounts."""

    def __init__(self, store: Store, now: Callable[[], int], guests: float = 20.0) -> None:
        self.store, self.now = store, now
        self._hasher = PasswordHasher()
        self._logins = RateLimiter(5, 5 / 60, self._seconds)  # five at once, then one every twelve seconds
        self._guests = RateLimiter(guests, guests / 200, self._seconds)  # all at once; as many again after 200 seconds

    def _seconds(self) -> float:
        return self.now() / 1000

    async def open(self) -> None:
        """Read the key that signs cookies, or make one."""
        self._key = await self.store.keep("cookie key", secrets.token_hex(32), first=True)
        self._signer = self.signer("escapade cookie")
        self._nobody = await asyncio.to_thread(self._hasher.hash, secrets.token_hex(8))

    def signer(self, purpose: str) -> URLSafeSerializer:
        """Signs what is given out for one purpose, and is good for no other."""
        return URLSafeSerializer(self._key, salt=purpose)

    def knock(self, address: str) -> None:
        """Someone tries to log in from an address; too many tries are refused."""
        if not self._logins.take(f"address {address}"):
            raise TooMany("too many attempts to log in; wait a minute")

    def cookie(self, person: PersonRow) -> str:
        """What a browser keeps: who it is, signed."""
        return str(self._signer.dumps(person.id))

    async def who(self, cookie: str | None) -> PersonRow | None:
        """Whose cookie this is; None if it is nobody's, or forged."""
        if not cookie or len(cookie) > 200:
            return None
        try:
            number = self._signer.loads(cookie)
        except BadSignature:
            return None
        return await self.store.person(number) if isinstance(number, str) else None

    async def guest(self, name: str, address: str) -> PersonRow:
        """Someone new, with one click."""
        if not self._guests.take(address):
            raise TooMany("too many new guests from this address; wait a minute")
        person = PersonRow(secrets.token_urlsafe(12), tidy_name(name) or any_name(), None, None, self.now())
        await self.store.add_person(person)
        return person

    async def rename(self, person: PersonRow, name: str) -> PersonRow:
        """Call oneself otherwise."""
        tidy = tidy_name(name)
        if not tidy:
            raise BadInput("a name needs at least one letter or digit")
        await self.store.rename(person.id, tidy)
        return person._replace(name=tidy)

    async def make_account(self, person: PersonRow, login: str, password: str) -> PersonRow:
        """Let a guest come back on any device."""
        if person.login is not None:
            raise BadInput(f"this is an account already, with the login {person.login!r}")
        login = tidy_login(login)
        hashed = await asyncio.to_thread(self._hasher.hash, password)
        if not await self.store.make_account(person.id, login, hashed):
            raise BadInput(f"the login {login!r} is taken; choose another")
        return person._replace(login=login)

    async def log_in(self, login: str, password: str, address: str) -> PersonRow:
        """Come back. A login that does not exist takes as long to refuse as a wrong password."""
        login = tidy_login(login)
        self.knock(address)
        if not self._logins.take(f"login {login}"):
            raise TooMany("too many attempts to log in; wait a minute")
        person = await self.store.person_by_login(login)
        kept = person.password if person and person.password else self._nobody
        try:
            await asyncio.to_thread(self._hasher.verify, kept, password)
        except (Argon2Error, InvalidHashError):
            person = None
        if person is None or person.password is None:
            raise WrongLogin("no account has this login and password")
        return person


def tidy_name(name: str) -> str:
    """A name as it is shown: no control characters, no long runs of space; empty if nothing is left."""
    clean = "".join(c for c in unicodedata.normalize("NFC", name) if unicodedata.category(c)[0] not in "CZ" or c == " ")
    tidy = " ".join(clean.split())[:24].strip()
    return tidy if any(c.isalnum() for c in tidy) else ""


def tidy_login(login: str) -> str:
    """A login as it is kept: however a keyboard writes it, it is the same."""
    same = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", login).casefold())
    return "".join(c for c in same if unicodedata.category(c)[0] not in "CZ")


def any_name() -> str:
    """A name for who has not said one."""
    return f"{secrets.choice(MANNERS)} {secrets.choice(ANIMALS)} {secrets.randbelow(90) + 10}"
