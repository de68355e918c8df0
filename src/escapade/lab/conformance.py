"""Checks whether a program speaks the protocol of outside bots, with requests that hosts send often, and rarely.

Each check is a promise of docs/outside-bots.md. What breaks one is told with what to do about it; the rest goes on as
far as it can.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, NoReturn

import msgspec

from escapade.bots import Bot, Budget, bot
from escapade.bots.outside_protocol import Choose, Error, Line, Over, Time, read_choice, shown
from escapade.bots.stdio import GRACE, STARTING, Ended, Late, Program, checked, start_line
from escapade.kernel.contract import Game
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.match import Match
from escapade.kernel.names import OVER, BadInput

HANGS = 2  # times that it does not answer, before the rest is left out
LEAVES = 5.0  # seconds for it to end after its input has
QUIET = 0.3  # seconds in which nothing may come that was not asked for
MOST = 20_000  # plies of a match that is watched

CHECKS = {
    "answers": ("one line of JSON for each choose", "print nothing else to stdout, also when debugging: take stderr"),
    "in time": ("each answer within its budget", "think less, and flush the output after each line"),
    "ids": ("an answer repeats the id it was asked with", "copy the id from the choose; do not count yourself"),
    "legal": ("every action is one of legal", "choose from the list legal, in every game"),
    "forced moves": ("one legal action is answered, too", "answer even where there is nothing to decide"),
    "unknown fields": ("fields it does not know are passed over", "read the fields you need by name, ignore the rest"),
    "unknown lines": ("lines of an unknown type are passed over", "answer choose alone; ignore types you do not know"),
    "errors": ("after an error it answers the next choose", "an error is followed by a new choose: answer that"),
    "next match": ("over is followed by a new start", "read on after over; another game and seat may follow"),
    "resuming": ("a start in the middle of a match is enough", "rely on start and choose alone, not on earlier lines"),
    "leaving": ("it ends when its input ends", "leave your loop at the end of the input"),
}  # fmt: skip


class Check(NamedTuple):
    """The result of a check: how often it was made, and its first failure."""

    name: str
    asks: str
    tried: int
    wrong: str
    advice: str

    @property
    def ok(self) -> bool:
        """Whether the check was made and passed."""
        return self.tried > 0 and not self.wrong


class Broken(Exception):
    """The program cannot be asked any further; the failure is noted."""


class Kit:
    """Runs the checks on a program, match by match, and collects the results."""

    def __init__(
        self, command: Sequence[str], games: Sequence[Game], number: int = 3, milliseconds: int = 1000,
        against: str = "greedy", seed: int = 0, grace: float = GRACE,
    ) -> None:  # fmt: skip
        self.command, self.games, self.number, self.against = [*command], [*games], number, against
        self.budget, self.grace = Time(milliseconds), grace
        self.dice = random.Random(f"conformance {seed}")
        self.tried = dict.fromkeys(CHECKS, 0)
        self.wrong: dict[str, str] = {}
        self.times: list[float] = []
        self.results: dict[str, list[float]] = {game.name: [] for game in games}  # the share of the win of each match
        self.hangs, self.request = 0, 0
        self.program: Program | None = None
        self.matches = 0  # that this process has played to the end

    # --- What is done ---

    def steps(self) -> list[tuple[str, Callable[[], None]]]:
        """List all steps, in order."""
        played = [
            (f"{game.title}, match {n + 1} of {self.number}", partial(self.whole_match, game))
            for n in range(self.number)
            for game in self.games
        ]
        first = self.games[0]
        return [
            *played,
            ("next match", lambda: self.next_match(first)),
            ("unknown fields", lambda: self.unknown_fields(first)),
            ("unknown lines", lambda: self.unknown_lines(first)),
            ("errors", lambda: self.errors(first)),
            ("forced moves", lambda: self.forced_move(first)),
            ("resuming", lambda: self.resuming(first)),
            ("leaving", self.leaving),
        ]  # fmt: skip

    def run(self) -> Generator[str]:
        """Run all steps; yield the name of each when it is done."""
        try:
            for name, step in self.steps():
                if self.hangs < HANGS:
                    try:
                        step()
                    except Broken:
                        self.drop()
                yield name
        finally:
            self.drop()

    def checks(self) -> list[Check]:
        """Return the result of each check."""
        return [Check(n, asks, self.tried[n], self.wrong.get(n, ""), do) for n, (asks, do) in CHECKS.items()]

    def as_data(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        checks = self.checks()
        return {
            "command": self.command,
            "ok": all(check.ok for check in checks),
            "checks": [
                {"check": c.name, "asks": c.asks, "ok": c.ok, "tried": c.tried, "wrong": c.wrong, "advice": c.advice}
                for c in checks
            ],
            "games": {name: {"matches": len(won), "won": sum(won)} for name, won in self.results.items()},
            "budget_ms": self.budget.milliseconds,
            "longest_ms": round(1000 * max(self.times), 1) if self.times else None,
        }

    def drop(self) -> None:
        """End the process; the next step starts another."""
        if self.program is not None:
            self.program.close()
        self.program, self.matches = None, 0

    def ready(self) -> Program:
        """Return the running program; start it if needed."""
        if self.program is None:
            self.program = Program(self.command)
        return self.program

    # --- Steps ---

    def whole_match(self, game: Game) -> None:
        """Play a match to its end, on any seat, among built-in bots."""
        seats = self.dice.choice([n for n in game.seats if n > 1])
        seat = self.dice.randrange(seats)
        match = self.deal(game, seats)
        again = self.matches > 0
        self.tell(start_line(game, seats, seat, match.options))
        heard, first = 0, True
        for _ in self.turns(match, seat):
            code = self.choice(match, seat, heard, also="next match" if again and first else "")
            heard, first = len(match.heard_codes(seat)), False
            match.play(code, seat)
        if match.turn == OVER:
            top = match.ranking()[0]
            self.results[game.name].append(1 / len(top) if seat in top else 0.0)
        self.tell(Over(match.ranking()))
        self.matches += 1

    def next_match(self, game: Game) -> None:
        """Check that a second match begins after the first, on another seat."""
        for also in ("", "next match"):
            match, seat = self.somewhere(game)
            self.tell(start_line(game, match.seats, seat, match.options))
            self.choice(match, seat, also=also)
            self.tell(Over([[seat], [other for other in range(match.seats) if other != seat]]))

    def unknown_fields(self, game: Game) -> None:
        """Check that unknown fields of a newer protocol are ignored."""
        match, seat = self.somewhere(game)
        more = {"weather": "fog", "nested": {"id": -1, "legal": []}, "nothing": None}
        self.say_more(start_line(game, match.seats, seat, match.options), more)
        self.choice(match, seat, also="unknown fields", more=more)
        self.say_more(Over([]), more)

    def unknown_lines(self, game: Game) -> None:
        """Check that lines of an unknown type are ignored."""
        match, seat = self.somewhere(game)
        self.strange()
        self.tell(start_line(game, match.seats, seat, match.options))
        self.strange()
        self.silence("unknown lines")
        self.choice(match, seat, also="unknown lines")
        self.tell(Over([]))

    def errors(self, game: Game) -> None:
        """Check that after an error the next choose, with another id, is answered."""
        match, seat = self.somewhere(game)
        self.tell(start_line(game, match.seats, seat, match.options))
        self.choice(match, seat, also="errors")
        self.tell(Error(self.request, "this answer was refused to see what you do then"))
        self.silence("errors")
        self.choice(match, seat, heard=len(match.heard_codes(seat)), also="errors")
        self.tell(Over([]))

    def forced_move(self, game: Game) -> None:
        """Check that a choose with one legal action is answered."""
        match, seat = self.somewhere(game)
        self.tell(start_line(game, match.seats, seat, match.options))
        self.choice(match, seat, also="forced moves", only=True)
        self.tell(Over([]))

    def resuming(self, game: Game) -> None:
        """Check that a fresh process can continue a match, told twice, as after a lost connection."""
        self.drop()
        match, seat = self.somewhere(game, plies=40)
        for _ in range(2):
            self.tell(start_line(game, match.seats, seat, match.options))
            self.choice(match, seat, also="resuming")
        self.tell(Over([]))

    def leaving(self) -> None:
        """Check that the program ends when its input ends."""
        program = self.ready()
        self.tried["leaving"] += 1
        seconds = LEAVES if program.answered else LEAVES + STARTING
        code = program.leave(seconds)
        if code is None:
            self.note("leaving", f"it still ran {seconds:.0f} seconds after its input had ended")
        elif code != 0:
            self.note("leaving", f"it ended with exit code {code}, not 0" + words(program))

    # --- Matches ---

    def deal(self, game: Game, seats: int) -> Match:
        """Start a match with default options."""
        return Match(game, seats, dealer=SeededDealer(self.dice.getrandbits(31)))

    def turns(self, match: Match, seat: int) -> Iterator[None]:
        """Let built-in bots play; yield at each turn of this seat."""
        other = bot(match.game, self.against)
        while match.turn != OVER and len(match.log) < MOST:
            if match.turn == seat:
                yield
            else:
                match.play(built_in(other, match, self.dice), match.turn)

    def somewhere(self, game: Game, plies: int = 10) -> tuple[Match, int]:
        """Return a match under way, and the seat at the turn, which has a choice."""
        while True:
            match, other = self.deal(game, max(2, game.seats.start)), bot(game, self.against)
            while match.turn != OVER:
                if len(match.log) >= plies and len(match.legal()) > 1:
                    return match, match.turn
                match.play(built_in(other, match, self.dice), match.turn)

    # --- Talking ---

    def tell(self, line: Line) -> None:
        """Send a line that needs no answer."""
        self.ready().send(line)

    def say_more(self, line: Line, more: dict[str, Any]) -> None:
        """Send a line with additional fields."""
        self.ready().send_text(msgspec.json.encode({**msgspec.to_builtins(line), **more}))

    def strange(self) -> None:
        """Send a line of an unknown type."""
        self.ready().send_text(b'{"type":"weather","id":1,"action":1,"legal":[1]}')

    def silence(self, check: str) -> None:
        """Fail a check if anything arrives unasked."""
        self.tried[check] += 1
        try:
            line = self.ready().receive(QUIET)
        except Late:
            return
        except Ended as gone:
            self.stop(check, str(gone))
        except BadInput as no:
            self.stop(check, str(no))
        self.stop(check, f"it said {shown(line)}, and was not asked anything")

    def choice(
        self, match: Match, seat: int, heard: int = 0, also: str = "", only: bool = False, more: Any = None
    ) -> int:
        """Ask for a choice and check the answer."""
        legal = [action.code for action in match.legal()]
        if only:
            legal = [self.dice.choice(legal)]
        if len(legal) == 1:
            self.tried["forced moves"] += 1
        if also:
            self.tried[also] += 1
        self.request += self.dice.randrange(1, 1000)  # ids rise, but not by one
        news = match.heard_codes(seat)[heard:]
        request = Choose(self.request, match.view(seat).as_dict(), legal, news, self.budget)
        self.say_more(request, more or {})
        where = f"{match.game.name}, seat {seat} of {match.seats}, ply {len(match.log) + 1}"
        forced = "forced moves" if len(legal) == 1 else ""
        return self.answer(legal, where, also or forced)

    def answer(self, legal: Sequence[int], where: str, also: str) -> int:
        """Read an answer; note whatever is wrong with it."""
        program = self.ready()
        limit = self.budget.milliseconds / 1000 + self.grace + (0 if program.answered else STARTING)
        self.tried["answers"] += 1
        self.tried["in time"] += 1
        began = time.monotonic()
        try:
            line = program.receive(limit)
            self.times += [time.monotonic() - began] if program.answered else []  # the first one loads
            program.answered = True
            choice = read_choice(line)
        except Late:
            self.hangs += 1
            self.stop(also or "in time", f"no answer in {1000 * limit:.0f} ms ({where})")
        except (Ended, BadInput) as no:
            self.stop(also or "answers", f"{no} ({where})")
        self.tried["ids"] += 1
        if choice.id != self.request:
            self.stop("ids", f"{self.request} was asked, the answer is to {choice.id} ({where})")
        self.tried["legal"] += 1
        try:
            return checked(choice, legal)
        except BadInput as no:
            self.stop("legal", f"{no} ({where})")

    def note(self, check: str, wrong: str) -> None:
        """Note the first failure of a check."""
        self.wrong.setdefault(check, wrong)

    def stop(self, check: str, wrong: str) -> NoReturn:
        """Note a failure after which this process cannot be asked."""
        self.note(check, wrong)
        raise Broken(check)


def built_in(other: Bot, match: Match, dice: random.Random) -> int:
    """Return the choice of a built-in bot."""
    legal = [action.code for action in match.legal()]
    return other.choose(match.view(match.turn), legal, match.heard_codes(match.turn), Budget(), dice)


def words(program: Program) -> str:
    """Return the last lines of a program's stderr."""
    return f"; its last words: {' | '.join(program.last_words)}" if program.last_words else ""
