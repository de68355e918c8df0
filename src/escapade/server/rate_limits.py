"""Rate limits: token buckets, one or many by name; and locks by name with a bounded queue."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from escapade.server.errors import RateLimited


class TokenBucket:
    """A bucket that holds `size` tokens and gains `a_second` tokens a second."""

    def __init__(self, size: float, a_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self.size, self.a_second, self.now = size, a_second, now
        self.left, self.seen = size, now()

    def take(self, tokens: int = 1) -> bool:
        """Take tokens; False if there are too few."""
        now = self.now()
        self.left = min(self.size, self.left + max(0.0, now - self.seen) * self.a_second)
        self.seen = now
        if self.left < tokens:
            return False
        self.left -= tokens
        return True


class RateLimiter:
    """A bucket for each name; of more than `limit` the least recently used is dropped."""

    def __init__(self, size: float, a_second: float, now: Callable[[], float], limit: int = 10_000) -> None:
        self.size, self.a_second, self.now, self.limit = size, a_second, now, limit
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, name: str) -> bool:
        """Take a token from a name's bucket."""
        if name not in self._buckets:
            self._buckets[name] = TokenBucket(self.size, self.a_second, self.now)
            if len(self._buckets) > self.limit:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(name)
        return self._buckets[name].take()

    def give_back(self, name: str) -> None:
        """Return a token."""
        if bucket := self._buckets.get(name):
            bucket.left = min(bucket.size, bucket.left + 1)


class KeyedLocks:
    """A lock for each name; beyond `waiting` waiters a request for it is refused."""

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting
        self._locks: dict[str, asyncio.Lock] = {}
        self._users: Counter[str] = Counter()  # holding the lock or waiting for it

    @asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[None]:
        """Hold the lock of a name."""
        if self._users[name] > self.waiting:
            raise RateLimited("too many such requests at once from your network; wait for some of their answers")
        self._users[name] += 1
        try:
            async with self._locks.setdefault(name, asyncio.Lock()):
                yield
        finally:
            self._users[name] -= 1
            if not self._users[name]:
                del self._users[name], self._locks[name]


class Shares:
    """Bounds how many tasks of one name run at the same time; more queue. Without a name there is no bound.

    A share is held for at most `seconds`: a task that takes longer mostly waits for its client.
    """

    def __init__(self, limit: int, seconds: float = 1.0) -> None:
        self.limit, self.seconds = limit, seconds
        self._gates: dict[str, asyncio.Semaphore] = {}
        self._users: Counter[str] = Counter()

    @asynccontextmanager
    async def share(self, name: str) -> AsyncIterator[None]:
        """Wait for a share, and hold it."""
        if not name:
            yield
            return
        gate = self._gates.setdefault(name, asyncio.Semaphore(self.limit))
        self._users[name] += 1
        try:
            await gate.acquire()
            release = once(gate.release)
            timer = asyncio.get_running_loop().call_later(self.seconds, release)
            try:
                yield
            finally:
                timer.cancel()
                release()
        finally:
            self._users[name] -= 1
            if not self._users[name]:
                del self._users[name], self._gates[name]


def once(work: Callable[[], None]) -> Callable[[], None]:
    """A function that does its work at the first call only."""
    left = [work]
    return lambda: left.pop()() if left else None
