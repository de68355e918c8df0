"""Programs that play a seat, in any language: asked on their standard input, answering on their standard output.

`Program` is the process and its lines. `Player` asks one as a host does: what is wrong is told and asked once more, a
program that ends is started again. `Outside` is a bot like any other, for the arena.
"""

from __future__ import annotations

import contextlib
import os
import queue
import random
import shlex
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any

from escapade.bots.contract import Budget, Heard
from escapade.bots.outside_protocol import (
    PROTOCOL,
    Choice,
    Choose,
    Error,
    Line,
    Over,
    Start,
    Time,
    encode,
    read_choice,
)
from escapade.kernel.contract import Game
from escapade.kernel.fields import View
from escapade.kernel.names import BadInput, EscapadeError

THINKING = 5000  # milliseconds for a choice, if nobody says otherwise
GRACE = 2.0  # seconds that an answer may come late, on a busy machine
STARTING = 20.0  # seconds more for the first answer of a process: programs load
LONGEST = 1 << 16  # bytes of a line
WAITING = 100  # lines that nobody has read yet
LAST_WORDS = 12  # lines of stderr that are kept
STARTS = 3  # of a program in a row without one good answer, before it is given up
LEAVING = 2.0  # seconds to end after its input has ended

Listen = Callable[[str], None]
Lines = queue.Queue[bytes | None]  # None: there are no more


class Failed(EscapadeError):
    """A program did not choose what it could."""


class Ended(Failed):
    """A program has ended, or cannot be talked to any more."""


class Late(Failed):
    """A program did not answer in time."""


class GivenUp(Failed):
    """A program ends again and again."""


# --- The process and its lines -----------------------------------------------


class Program:
    """A process that is told lines and says lines. What it writes to stderr is kept, and passed on to `listen`.

    Threads read and write, so that a program that does neither cannot hold up its host.
    """

    def __init__(self, command: Sequence[str], listen: Listen | None = None) -> None:
        self.last_words: deque[str] = deque(maxlen=LAST_WORDS)
        self.inbox: Lines = queue.Queue(WAITING)
        self.outbox: Lines = queue.Queue()
        self.answered = False
        self.process = started(command)
        self._threads = [
            threading.Thread(target=pour, args=(self.process.stdout, self.inbox), daemon=True),
            threading.Thread(target=overhear, args=(self.process.stderr, self.last_words, listen), daemon=True),
            threading.Thread(target=write, args=(self.process.stdin, self.outbox), daemon=True),
        ]
        self._end = weakref.finalize(self, end, self.process, self.inbox, self.outbox, self._threads)
        for thread in self._threads:
            thread.start()

    def send(self, *lines: Line) -> None:
        """Say something."""
        for line in lines:
            self.send_text(encode(line))

    def send_text(self, line: bytes) -> None:
        """Say a line as it is. Whether anyone listens is seen when an answer is wanted."""
        self.outbox.put(line)

    def receive(self, seconds: float) -> bytes:
        """The next line; Ended if there will be none, Late if there is none yet."""
        try:
            line = self.inbox.get(timeout=max(0.0, seconds))
        except queue.Empty:
            raise Late("no answer") from None
        if line is None:
            self.inbox.put(None)  # for whoever asks again
            raise Ended(self.how_it_ended())
        if len(line) >= LONGEST:
            raise BadInput(f"a line of more than {LONGEST // 1024} KiB")
        return line.rstrip()

    def how_it_ended(self) -> str:
        """What is known of the end of a program."""
        try:
            code = self.process.wait(LEAVING)
        except subprocess.TimeoutExpired:
            return "the program has closed its output, but runs on"
        self._threads[1].join(LEAVING)
        how = f"was ended by signal {signal.Signals(-code).name}" if code < 0 else f"has ended, with exit code {code}"
        words = f"; its last words: {' | '.join(self.last_words)}" if self.last_words else ""
        return f"the program {how}{words}"

    def leave(self, seconds: float) -> int | None:
        """Close its input, and wait until it goes by itself: its exit code, or None if it does not go."""
        self.outbox.put(None)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def close(self) -> None:
        """Let it go, and see that it goes."""
        self._end()


def write(stream: IO[bytes], outbox: Lines) -> None:
    """Write lines until there are no more, or nobody reads them."""
    with contextlib.suppress(OSError):
        while (line := outbox.get()) is not None:
            stream.write(line + b"\n")
            stream.flush()
    with contextlib.suppress(OSError):
        stream.close()


def pour(stream: IO[bytes], inbox: Lines) -> None:
    """Read line by line, no further than there is room for; of a line that is too long, the rest is passed over."""
    while line := stream.readline(LONGEST):
        inbox.put(line)
        while len(line) == LONGEST and not line.endswith(b"\n"):
            line = stream.readline(LONGEST)
    inbox.put(None)


def overhear(stream: IO[bytes], last_words: deque[str], listen: Listen | None) -> None:
    """Read what is meant for the author."""
    while line := stream.readline(LONGEST):
        text = line.decode(errors="replace").rstrip()
        last_words.append(text[:200])
        if listen:
            listen(text)


def end(process: subprocess.Popen[bytes], inbox: Lines, outbox: Lines, threads: Sequence[threading.Thread]) -> None:
    """Close its input; who does not go then is ended, with all it has started."""
    outbox.put(None)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(LEAVING / 4)
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    until = time.monotonic() + LEAVING
    while any(thread.is_alive() for thread in threads) and time.monotonic() < until:
        with contextlib.suppress(queue.Empty):  # a thread may wait for room
            inbox.get(timeout=0.01)
    for stream, thread in zip((process.stdout, process.stderr), threads, strict=False):
        if stream is not None and not thread.is_alive():
            stream.close()


def started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a program, in a session of its own: Ctrl-C is for its host."""
    try:
        return subprocess.Popen(  # noqa: S603  (the author's own program, which is what is asked for)
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise BadInput(why_not_started(command, error)) from None


def why_not_started(command: Sequence[str], error: OSError) -> str:
    """Why a program cannot be started, and what to do."""
    name = command[0]
    if isinstance(error, FileNotFoundError):
        found = shutil.which(name)
        if found:
            return f"{name} cannot be started: the interpreter that its first line names is not there"
        near = "" if os.sep in name or not os.path.exists(name) else f"; for the file beside you, write ./{name}"  # noqa: PTH110
        return f"there is no program {name!r}{near}"
    if isinstance(error, PermissionError):
        return f"{name} cannot be started: chmod +x {name}, or name what runs it, as in: python3 {name}"
    if error.errno == 8:  # ENOEXEC
        return f"{name} cannot be started: its first line must name what runs it, as in #!/usr/bin/env python3"
    return f"{name} cannot be started: {error.strerror}"


# --- A program at a table ----------------------------------------------------


class Player:
    """Asks a program as a host does. Whatever goes wrong is said to `listen`, and raised as Failed."""

    def __init__(self, command: Sequence[str], listen: Listen | None = None, grace: float = GRACE) -> None:
        self.command, self.listen, self.grace = command, listen, grace
        self.program: Program | None = None
        self.start: Start | None = None
        self.sent: list[tuple[int, int]] = []  # what the program has heard since it was told that a match begins
        self.starts, self.lost = 0, ""  # since the last good answer, and why the last one was in vain
        self.request_id = 0

    def begin(self, start: Start) -> None:
        """A match begins, or is gone on with. A program that is not started yet is told when it is."""
        if start != self.start:
            self.start = start
            if self.program is not None:
                self._send_start(self.program)

    def over(self, ranking: list[list[int]]) -> None:
        """The match is over."""
        if self.start is not None and self.program is not None:
            self.program.send(Over(ranking))
        self.start = None

    def _send_start(self, program: Program) -> None:
        self.sent = []
        if self.start is not None:
            program.send(self.start)

    def choose(self, view: Mapping[str, Any], legal: Sequence[int], heard: Heard, budget: Time) -> int:
        """What the program does. It is asked once more if its answer cannot be used, and again if it has ended."""
        wrong = 0
        while True:
            program = self.warm_up()
            self.request_id += 1
            try:
                program.send(Choose(self.request_id, dict(view), [*legal], self._news(program, heard), budget))
                code = self._answer(program, legal, budget)
            except Ended as gone:
                self._lose(str(gone))
            except Late:
                said = f"no answer in {budget.milliseconds} ms"
                self._lose(f"{said}, so the program was ended")
                raise Failed(f"{said}: answer sooner, and flush the output after each line") from None
            except BadInput as no:
                wrong += 1
                if wrong > 1:
                    raise Failed(str(no)) from None
                self._say(f"{no}; asked once more")
                program.send(Error(self.request_id, str(no)))
            else:
                self.starts, program.answered = 0, True
                return code

    def _news(self, program: Program, heard: Heard) -> list[tuple[int, int]]:
        """What the program has not been told yet. If it was told otherwise, it is another match, and begins anew."""
        if self.sent != [*heard[: len(self.sent)]]:
            self._send_start(program)
        news = [*heard[len(self.sent) :]]
        self.sent = [*heard]
        return news

    def _answer(self, program: Program, legal: Sequence[int], budget: Time) -> int:
        seconds = budget.milliseconds / 1000 + self.grace + (0 if program.answered else STARTING)
        until = time.monotonic() + seconds
        while True:
            choice = read_choice(program.receive(until - time.monotonic()))
            if choice.id == self.request_id:
                return checked(choice, legal)
            if choice.id > self.request_id:
                raise BadInput(f"the answer is to {choice.id}, and {self.request_id} was asked")

    def warm_up(self) -> Program:
        """The program, started if it does not run, and told what is played."""
        if self.program is None:
            self.starts += 1
            if self.starts > STARTS:
                raise GivenUp(f"started {STARTS} times without one good answer, and given up: {self.lost}")
            self.program = Program(self.command, self.listen)
            self._send_start(self.program)
        return self.program

    def _lose(self, reason: str) -> None:
        self.lost = reason
        self._say(reason)
        if self.program is not None:
            self.program.close()
            self.program = None

    def _say(self, what: str) -> None:
        if self.listen:
            self.listen(what)

    def close(self) -> None:
        """Let the program go."""
        if self.program is not None:
            self.program.close()
            self.program = None


def checked(choice: Choice, legal: Sequence[int]) -> int:
    """Return the code, if it is one of those that were offered."""
    if choice.action not in legal:
        few = ", ".join(map(str, legal[:12])) + (", …" if len(legal) > 12 else "")
        raise BadInput(f"action {choice.action} is not legal now; legal: {few}")
    return choice.action


def start_line(game: Game, seats: int, seat: int, options: Mapping[str, Any]) -> Start:
    """What a program is told when a match begins."""
    return Start(PROTOCOL, game.name, seats, seat, dict(options), game.actions.names)


# --- As a bot ----------------------------------------------------------------

PREFIX = "cmd:"  # before a command line that stands for a bot


def is_outside(name: str) -> bool:
    """Does a bot's name stand for a program?"""
    return name.startswith(PREFIX)


def command_of(name: str) -> list[str]:
    """The command line of a bot that is named `cmd:./mybot --fast`; refuse one that cannot be run."""
    try:
        words = shlex.split(name.removeprefix(PREFIX))
    except ValueError as error:
        raise BadInput(f"{name!r}: {error}") from None
    if not words:
        raise BadInput(f"{name!r}: behind {PREFIX} stands a command, such as {PREFIX}./mybot")
    if shutil.which(words[0]) is None:
        there = os.path.exists(words[0])  # noqa: PTH110
        raise BadInput(
            why_not_started(words, PermissionError() if there and os.sep in words[0] else FileNotFoundError())
        )
    return words


class Outside:
    """A program that plays as a bot does: one process for each seat it sits on, so that no seat knows of another."""

    def __init__(self, game: Game, name: str, seats: int, options: Mapping[str, Any]) -> None:
        self.game, self.seats, self.options = game, seats, options
        self.name, self.command = name, command_of(name)
        self._players: dict[int, Player] = {}

    def choose(self, view: View, legal: Sequence[int], heard: Heard, budget: Budget, rng: random.Random) -> int:
        """Ask the program on the seat at the turn."""
        self.game.must_be_view(view)
        seat: int = view.turn
        player = self._players.setdefault(seat, Player(self.command))
        if player.start is None:
            player.begin(start_line(self.game, self.seats, seat, self.options))
        thinking = Time(budget.milliseconds or THINKING, budget.iterations)
        try:
            return player.choose(view.as_dict(), legal, heard, thinking)
        except Failed as no:
            raise Failed(f"{self.name}: {no}") from None

    def over(self, ranking: list[list[int]]) -> None:
        """Tell every seat how it ended."""
        for player in self._players.values():
            player.over(ranking)

    def close(self) -> None:
        """Let every process go."""
        for player in self._players.values():
            player.close()
