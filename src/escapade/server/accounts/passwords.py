"""Password hashing with bounded concurrency, and rate limits of failed log-ins."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from escapade.server.errors import RateLimited, WrongLogin
from escapade.server.rate_limits import RateLimiter

QUEUE = 16  # queued hashes for each running one
TRIES, A_SECOND = 5, 5 / 60  # burst and rate of failed log-ins to one login from one network, or from one browser
PAUSE = 2.0  # seconds that an unknown browser waits at a login under attack
PAUSED = 8  # attempts at one login that wait so at the same time
Found = TypeVar("Found")


class Passwords:
    """Hashes and verifies passwords, `at_once` at the same time, with a bounded queue."""

    def __init__(self, at_once: int) -> None:
        self._hasher = PasswordHasher()
        self._gate, self._most, self._waiting = asyncio.Semaphore(at_once), at_once * (1 + QUEUE), 0

    async def hash(self, password: str) -> str:
        """The Argon2 hash of a password."""
        return await self._work(lambda: self._hasher.hash(password))

    async def verify(self, stored: str, password: str) -> bool:
        """Does a password match a stored hash?"""

        def check() -> bool:
            try:
                return self._hasher.verify(stored, password)
            except (Argon2Error, InvalidHashError):
                return False

        return await self._work(check)

    async def _work(self, work: Callable[[], Found]) -> Found:
        if self._waiting >= self._most:
            raise RateLimited("too many passwords are being checked at once; try again in a moment")
        self._waiting += 1
        try:
            async with self._gate:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


class LoginAttempts:
    """Rate limits of failed log-ins: guessing is slow, and nobody can lock someone else out.

    Limits count by login and network, and by network over all logins. Over all networks a login is never refused: under
    attack, attempts of unknown browsers are delayed, a few at a time. A browser that was logged in to the account
    before has a limit of its own, so that attackers do not affect it.
    """

    def __init__(self, from_network: float, now: Callable[[], float]) -> None:
        self._tries = RateLimiter(TRIES, A_SECOND, now)
        self._networks = RateLimiter(from_network, from_network / 240, now)
        self._logins = RateLimiter(5 * from_network, from_network / 720, now)
        self._paused: Counter[str] = Counter()

    @asynccontextmanager
    async def attempt(self, login: str, network: str, device: str = "") -> AsyncIterator[None]:
        """Take tokens for an attempt; return them unless it ends with WrongLogin."""
        wanted = [(self._tries, f"browser {device}")]
        if not device:
            wanted = [(self._tries, f"login {login} {network}"), (self._networks, network)]
        taken = [(limiter, name) for limiter, name in wanted if limiter.take(name)]
        try:
            if len(taken) < len(wanted):
                raise RateLimited("too many attempts to log in; wait a minute")
            if not device:
                await self._slow(login, taken)
            yield
        except WrongLogin:
            raise
        except BaseException:
            give_back(taken)
            raise
        give_back(taken)

    async def _slow(self, login: str, taken: list[tuple[RateLimiter, str]]) -> None:
        """Delay an attempt if this login had too many failures from all networks."""
        if self._logins.take(login):
            taken.append((self._logins, login))
            return
        if self._paused[login] >= PAUSED:
            raise RateLimited("many try to log in to this account at the moment; try again in a moment")
        self._paused[login] += 1
        try:
            await asyncio.sleep(PAUSE)
        finally:
            self._paused[login] -= 1
            self._paused += Counter()  # drops zeros


def give_back(taken: list[tuple[RateLimiter, str]]) -> None:
    """Return the tokens of an attempt that did not fail."""
    for limiter, name in taken:
        limiter.give_back(name)
