"""How often: token buckets, one or many by name."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from escapade.server.errors import RateLimited


class TokenBucket:
    """So many tokens, and so many new ones a second: who has none left must wait."""

    def __init__(self, size: float, a_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self.size, self.a_second, self.now = size, a_second, now
        self.left, self.seen = size, now()

    def take(self, tokens: int = 1) -> bool:
        """Take tokens; False if there are not as many."""
        now = self.now()
        self.left = min(self.size, self.left + max(0.0, now - self.seen) * self.a_second)
        self.seen = now
        if self.left < tokens:
            return False
        self.left -= tokens
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

    def give_back(self, name: str) -> None:
        """Put a token back that was taken for nothing."""
        if bucket := self._buckets.get(name):
            bucket.left = min(bucket.size, bucket.left + 1)


class Turns:
    """One at a time for each name: few more may wait, and the others are refused."""

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting
        self._locks: dict[str, asyncio.Lock] = {}
        self._here: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """Wait for one's turn, and have it."""
        if self._here[name] > self.waiting:
            raise RateLimited("too many such requests at once from your network; wait for some of their answers")
        self._here[name] += 1
        try:
            async with self._locks.setdefault(name, asyncio.Lock()):
                yield
        finally:
            self._here[name] -= 1
            if not self._here[name]:
                del self._here[name], self._locks[name]
