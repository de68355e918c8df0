"""A process that plays: it is sent views and answers with actions. What never arrives there cannot be peeked at.

One worker plays every game at every level, one question after another. A bot that looks ahead needs compiled code; a
thread loads or compiles it when a game is first asked for, and until then the worker answers by the plain heuristic,
so that nobody waits, of that game or another.
"""

from __future__ import annotations

import multiprocessing
import random
import signal
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from typing import Any, Literal, NamedTuple

from escapade.bots import planner
from escapade.bots.contract import Bot, Budget, Heard
from escapade.bots.deductions import deduce
from escapade.bots.hints import Hint, hints, why
from escapade.bots.levels import HeuristicBot, Planner, bot
from escapade.bots.parts import from_book
from escapade.kernel.contract import Game
from escapade.kernel.fields import View
from escapade.kernel.names import EscapadeError

SHORTEST = 5  # milliseconds: who has less to think plays by the plain heuristic
READY = "ready"  # the first word of a worker

Kind = Literal["action", "hand-in", "hints", "knowledge"]


class BotFailed(EscapadeError):
    """A bot met an error of its own; its worker goes on."""


class Question(NamedTuple):
    """All that a worker is told.

    `kind` is what is asked for: an action; all actions up to the end of what seats do at the same time; hints; or what
    hidden things can be.
    `share` is the part of its thinking time that a bot may use.
    """

    game: Game
    bot: str
    view: bytes
    legal: list[int]
    heard: list[tuple[int, int]]
    budget: Budget
    seed: int
    kind: Kind = "action"
    share: float = 1.0


def question(
    game: Game, bot: str, view: View, legal: Sequence[int], heard: Heard, budget: Budget, seed: int, kind: Kind
) -> Question:
    """What is asked, ready to be sent; a state is refused."""
    game.must_be_view(view)
    packed = game.fields.bytes(view)
    return Question(game, bot, packed, [*legal], [*heard], budget, seed, kind)


class Worker:
    """The process, from outside. Every call waits; `kill` may be called meanwhile, from another thread."""

    def __init__(self) -> None:
        self.pipe, there = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
        self.process.start()
        there.close()
        self._ready = False

    def wait(self) -> None:
        """Wait until it is ready. EOFError or OSError: it has ended."""
        if not self._ready:
            self.pipe.recv()
            self._ready = True

    def ask(self, question: Question) -> Any:
        """Return its answer. EOFError or OSError: it has ended; BotFailed: it met an error."""
        self.wait()
        self.pipe.send(question)
        answer = self.pipe.recv()
        if isinstance(answer, BotFailed):
            raise answer
        return answer

    def kill(self) -> None:
        """End it now."""
        self.process.kill()

    def close(self) -> None:
        """Let it go."""
        self.pipe.close()
        self.process.join(1)
        self.process.kill()
        self.process.join()


# --- In the process ----------------------------------------------------------


def serve(pipe: Connection) -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started us
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        pipe.send(READY)
        while True:
            request: Question = pipe.recv()
            try:
                found = respond(request)
            except Exception as error:
                found = BotFailed(f"the {request.bot} bot of {request.game.name} failed: {type(error).__name__}")
            pipe.send(found)


@cache
def player(game: Game, name: str) -> Bot:
    """The bot of this name for a game."""
    return bot(game, name)


@cache
def compiled(game: Game) -> threading.Event:
    """Set once all that thinking about a game needs is compiled, or loaded: begun when it is first asked for."""
    done = threading.Event()
    threading.Thread(target=compile_search, args=(game, done), daemon=True).start()
    return done


def compile_search(game: Game, done: threading.Event) -> None:
    """Compile, then say so."""
    planner.warm_up(game)
    done.set()


def respond(request: Question) -> Any:
    """What is asked for; by the plain heuristic until there is compiled code to look ahead with."""
    game = request.game
    if request.kind == "knowledge":
        return deduce(game, game.fields.view(game.fields.unpack(request.view)))
    wanted = player(game, request.bot)
    if isinstance(wanted, Planner) and not compiled(game).is_set():
        return quick_answer(game, request)
    return answer(game, wanted, request)


def quick_answer(game: Game, request: Question) -> Any:
    """What the plain heuristic says, also as a hint: needs no compiled code, and less than a millisecond."""
    if request.kind != "hints":
        return answer(game, HeuristicBot(game), request)
    code = answer(game, HeuristicBot(game), request._replace(kind="action"))
    return [Hint(code, None, *why("heuristic"))]


def answer(game: Game, player: Bot, request: Question) -> Any:
    """What comes of what came over."""
    view, rng = game.fields.view(game.fields.unpack(request.view)), random.Random(request.seed)
    if request.kind == "hints":
        return hints(game, view, request.legal, shortened(request.budget, request.share), rng)
    if request.kind == "hand-in":
        return hand_in(game, player, view, request, rng)
    budget = request.budget
    if isinstance(player, Planner) and request.share < 1:
        budget = shortened(player.own_budget(view) if budget == Budget() else budget, request.share)
        if budget.iterations is None and (budget.milliseconds or 0) < SHORTEST:
            player = player.heuristic_bot
    return player.choose(view, request.legal, request.heard, budget, rng)


def shortened(budget: Budget, share: float) -> Budget:
    """A part of a budget.

    >>> shortened(Budget(milliseconds=300), 0.25)
    Budget(iterations=None, milliseconds=75)
    """
    iterations, milliseconds = budget
    return Budget(iterations and max(1, int(iterations * share)), milliseconds and int(milliseconds * share))


def hand_in(game: Game, player: Bot, view: View, request: Question, rng: random.Random) -> list[int]:
    """A whole set-up from the book, tried on what the seat knows: nobody else comes in between."""
    seat, codes, legal = view.turn, list[int](), request.legal
    while view.turn == seat and from_book(game, view):
        codes.append(player.choose(view, legal, request.heard, request.budget, rng))
        game.rules.apply(view, codes[-1])
        legal = game.legal(view)
    return codes
