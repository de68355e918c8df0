"""Bots that think outside the event loop, in processes that are only ever sent views."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from escapade.bots import Budget
from escapade.bots.aside import Aside
from escapade.bots.hints import Hint
from escapade.kernel.contract import Game
from escapade.kernel.fields import View

MOST = 6  # processes at a time; who was asked longest ago goes first
HINTS = "planner"  # whose process answers when a person asks for a hint
THOUGHT = Budget(milliseconds=1500)  # that goes into one

Answer = TypeVar("Answer")


class Thinker:
    """One bot in its own process, with a thread that waits for it."""

    def __init__(self, game: Game, name: str) -> None:
        self.aside, self.thread = Aside(game, name), ThreadPoolExecutor(1, f"escapade-{name}")
        self.asked = 0  # questions under way

    def close(self) -> None:
        """Let it go."""
        self.thread.submit(self.aside.close)
        self.thread.shutdown(wait=False)


class Thinkers:
    """The bots of a server: one process for each game and level that is in use."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._known: OrderedDict[tuple[str, str], Thinker] = OrderedDict()
        self._dice = random.SystemRandom()

    async def choose(
        self, game: Game, name: str, view: View, legal: Sequence[int], heard: Sequence[tuple[int, int]]
    ) -> int:
        """What a bot does, from what its seat sees and has heard."""
        if len(legal) == 1:
            return legal[0]
        return await self._ask(game, name, lambda bot, dice: bot.choose(view, legal, heard, Budget(), dice))

    async def hints(self, game: Game, view: View, legal: Sequence[int]) -> list[Hint]:
        """What a strong bot would consider."""
        return await self._ask(game, HINTS, lambda bot, dice: bot.hints(view, legal, THOUGHT, dice))

    async def _ask(self, game: Game, name: str, question: Callable[[Aside, random.Random], Answer]) -> Answer:
        """Wait for a bot in a thread of its own, so that nobody else waits."""
        thinker, dice = self._thinker(game, name), random.Random(self._dice.getrandbits(64))
        thinker.asked += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(thinker.thread, lambda: question(thinker.aside, dice))
        finally:
            thinker.asked -= 1

    def _thinker(self, game: Game, name: str) -> Thinker:
        key = (game.name, name)
        if key not in self._known:
            idle = [other for other, thinker in self._known.items() if not thinker.asked]
            if len(self._known) >= self.most and idle:
                self._known.pop(idle[0]).close()
            self._known[key] = Thinker(game, name)
        self._known.move_to_end(key)
        return self._known[key]

    def close(self) -> None:
        """Let all go."""
        while self._known:
            self._known.popitem()[1].close()
