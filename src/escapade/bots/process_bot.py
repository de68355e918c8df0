"""A bot in a process of its own: it is sent a view, what is legal, what was heard and a budget, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from escapade.bots.contract import Budget, Heard
from escapade.bots.hints import Hint
from escapade.bots.levels import level_of
from escapade.bots.worker import Kind, Worker, question
from escapade.kernel.contract import Game
from escapade.kernel.fields import View
from escapade.kernel.names import EscapadeError

TRIES = 2  # processes that are asked before one gives up


class ProcessBot:
    """Plays as the bot of this name does, elsewhere."""

    def __init__(self, game: Game, name: str) -> None:
        level_of(name)  # a name that does not exist is said here, not there
        self.game, self.name = game, name
        self.worker: Worker | None = None

    def choose(self, view: View, legal: Sequence[int], heard: Heard, budget: Budget, rng: random.Random) -> int:
        """Ask the other process. If it was killed, a new one is asked once more."""
        code: int = self._ask("action", view, legal, heard, budget, rng)
        return code

    def hints(self, view: View, legal: Sequence[int], budget: Budget, rng: random.Random) -> list[Hint]:
        """Ask the other process what is worth considering."""
        found: list[Hint] = self._ask("hints", view, legal, (), budget, rng)
        return found

    def _ask(
        self, kind: Kind, view: View, legal: Sequence[int], heard: Heard, budget: Budget, rng: random.Random
    ) -> Any:
        request = question(self.game, self.name, view, legal, heard, budget, rng.getrandbits(64), kind)
        for _ in range(TRIES):
            try:
                self.worker = self.worker or Worker()
                return self.worker.ask(request)
            except (EOFError, OSError):
                self.close()
        raise EscapadeError(f"the {self.name} bot does not answer: its process ended {TRIES} times in a row")

    def kill(self) -> None:
        """End the process now, from another thread than that which waits for it."""
        if self.worker is not None:
            self.worker.kill()

    def close(self) -> None:
        """Let the process go."""
        if self.worker is not None:
            self.worker.close()
            self.worker = None
