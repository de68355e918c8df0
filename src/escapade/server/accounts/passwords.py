"""Passwords: hashes that are slow on purpose and so are bounded, and guesses that are counted."""

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

QUEUE = 16  # hashes that may wait for each that is worked on
TRIES, A_SECOND = 5, 5 / 60  # failed log-ins of one login from one network, or of one browser
PAUSE = 2.0  # seconds that a stranger's attempt waits at a login that many networks guess at
PAUSED = 8  # attempts at one login that wait so at once
Found = TypeVar("Found")


class Passwords:
    """One gate for all hashing of a process: so many at once, so many that wait, and no more."""

    def __init__(self, at_once: int) -> None:
        self._hasher = PasswordHasher()
        self._gate, self._most, self._waiting = asyncio.Semaphore(at_once), at_once * (1 + QUEUE), 0

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        return await self._work(lambda: self._hasher.hash(password))

    async def verify(self, stored: str, password: str) -> bool:
        """Is this the password of which that was kept?"""

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
    """Failed log-ins, counted so that guessing is slow and nobody can lock someone else out.

    They are counted by login and network, and by network over all logins. Over all networks a login is never refused:
    when many guess at it, attempts of unknown browsers wait a little, and few of them at once. A browser that has been
    logged in to the account before is counted by itself alone, so that no stranger stands in its way.
    """

    def __init__(self, from_network: float, now: Callable[[], float]) -> None:
        self._tries = RateLimiter(TRIES, A_SECOND, now)
        self._networks = RateLimiter(from_network, from_network / 240, now)
        self._logins = RateLimiter(5 * from_network, from_network / 720, now)
        self._paused: Counter[str] = Counter()

    @asynccontextmanager
    async def attempt(self, login: str, network: str, device: str = "") -> AsyncIterator[None]:
        """Count an attempt; it stays counted only if it ends with WrongLogin."""
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
        """Let an attempt wait if this login was guessed at too often, from wherever."""
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
            self._paused += Counter()  # forgets those at which nobody waits


def give_back(taken: list[tuple[RateLimiter, str]]) -> None:
    """It was no guess."""
    for limiter, name in taken:
        limiter.give_back(name)
