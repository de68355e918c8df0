"""A bot in a process of its own: what never arrives there cannot be peeked at.

Only a view, what is legal, what was heard, a budget and a number for its whims go over, and a code comes back. A bot
that looks ahead needs compiled code; until that is there, its process plays by plain sense, so nobody waits.
"""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import random
import signal
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from escapade.bots import planner
from escapade.bots.contract import Bot, Budget, Heard, must_be_view
from escapade.bots.hints import Hint, hints, why
from escapade.bots.levels import Planner, Reader, bot, level_of
from escapade.kernel.contract import Game
from escapade.kernel.fields import View
from escapade.kernel.names import EscapadeError

TRIES = 2  # processes that are asked before one gives up


class Question(NamedTuple):
    """All that a bot is told."""

    view: bytes
    legal: list[int]
    heard: list[tuple[int, int]]
    budget: Budget
    whim: int
    hints: bool = False


class Aside:
    """Plays as the bot of this name does, elsewhere."""

    def __init__(self, game: Game, name: str) -> None:
        level_of(name)  # a name that does not exist is said here, not there
        self.game, self.name = game, name
        self._pipe: Connection | None = None

    def choose(self, view: View, legal: Sequence[int], heard: Heard, budget: Budget, rng: random.Random) -> int:
        """Ask the other process. If it was killed, a new one is asked once more."""
        must_be_view(self.game, view)
        code: int = self._ask(Question(self.game.fields.bytes(view), [*legal], [*heard], budget, rng.getrandbits(64)))
        return code

    def hints(self, view: View, legal: Sequence[int], budget: Budget, rng: random.Random) -> list[Hint]:
        """Ask the other process what is worth considering."""
        must_be_view(self.game, view)
        packed = self.game.fields.bytes(view)
        found: list[Hint] = self._ask(Question(packed, [*legal], [], budget, rng.getrandbits(64), hints=True))
        return found

    def _ask(self, question: Question) -> Any:
        for _ in range(TRIES):
            try:
                pipe = self.warm_up()
                pipe.send(question)
                return pipe.recv()
            except (EOFError, OSError):
                self.close()
        raise EscapadeError(f"the {self.name} bot does not answer: its process ended {TRIES} times in a row")

    def _start(self) -> Connection:
        here, there = multiprocessing.Pipe()
        spawn = multiprocessing.get_context("spawn")
        self._process = spawn.Process(
            target=serve, args=(there, self.game.rules.__name__, self.game.name, self.name), daemon=True
        )
        self._process.start()
        there.close()
        return here

    def warm_up(self) -> Connection:
        """Start now, so that everything is ready when it is needed."""
        if self._pipe is None:
            self._pipe = self._start()
        return self._pipe

    def close(self) -> None:
        """Let the process go."""
        if self._pipe is not None:
            self._pipe.close()
            self._process.join(1)
            self._process.kill()
            self._pipe = None


def serve(pipe: Connection, rules: str, game_name: str, name: str) -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started us
    game = Game(importlib.import_module(rules), game_name)
    wanted, plain = bot(game, name), Reader(game)
    ready = threading.Event()
    thinking = isinstance(wanted, Planner)
    if thinking:
        threading.Thread(target=warm_up, args=(game, ready), daemon=True).start()
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            question: Question = pipe.recv()
            if thinking and not ready.is_set():
                pipe.send(meanwhile(game, plain, question))
            else:
                pipe.send(answer(game, wanted, question))


def warm_up(game: Game, ready: threading.Event) -> None:
    """Compile, then say so."""
    planner.warm_up(game)
    ready.set()


def meanwhile(game: Game, plain: Reader, question: Question) -> Any:
    """What plain sense says, until there is compiled code to look ahead with; also as a hint: nobody waits."""
    code = answer(game, plain, question._replace(hints=False))
    return [Hint(code, None, *why("sense"))] if question.hints else code


def answer(game: Game, player: Bot, question: Question) -> Any:
    """What comes of what came over."""
    view, rng = game.fields.view(game.fields.unpack(question.view)), random.Random(question.whim)
    if question.hints:
        return hints(game, view, question.legal, question.budget, rng)
    return player.choose(view, question.legal, question.heard, question.budget, rng)
