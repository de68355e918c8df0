"""A stateful model of the server: people, programs and spectators do anything in any order, and nobody learns more.

After every step the oracle reads the database and compares everything that was received with what follows from it.

`python -m tests.server.attacks.model --steps 1000 cartagena` runs it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test
from rich.console import Console
from structlog.testing import capture_logs

from escapade.games import GAMES
from escapade.kernel.names import SPECTATOR
from tests.server.attacks.oracle import Broken, Moment, Rows, check_info, check_sight, must, plain, same_story
from tests.server.attacks.world import Answer, Link, World, ended


class Judge:
    """Compares what was received with what might be seen."""

    def __init__(self, world: World) -> None:
        self.world, self.ledger = world, world.ledger
        self.held: Counter[str] = Counter()  # what was checked

    def check(self) -> None:
        """Compare everything that came since the last look with what might be seen."""
        self.ledger.look()
        for code, seq, name, seat in self.world.done:
            log, match = self.ledger.rows[code].log[:seq], self.ledger.pasts[code].at(seq).match
            ahead = match.together and match.turn != seat and seat in match.acting()  # a part goes without an entry
            must(ahead or any(entry.id == name for entry in log), f"{name} was acknowledged, and is not written")
        self.world.done.clear()
        for answer in self.world.answers:
            self.held["requests"] += 1
            self._check_answer(answer)
        self.world.answers.clear()
        for link in self.world.links:
            lines, link.fresh = link.fresh, []
            for line in lines:
                self.held["frames"] += 1
                self._check_line(link, json.loads(line), line)
        for link in self.world.links:
            outlives = link.open and ended(link, self.ledger.rows[link.code])
            must(not outlives, "a connection outlives the token or session it was made with")
        self.world.links = [link for link in self.world.links if link.open]

    def secrets(self, who: str, events: str = "") -> Iterator[tuple[str, str]]:
        """What someone must not be told, and what it is."""
        told_of = {rows.seed for rows in self.ledger.rows.values() if rows.row.status == "over"}  # a copy may be
        for rows in self.ledger.rows.values():
            if rows.seed and rows.seed not in told_of:
                yield rows.seed, "the seed of a running game"
        for token in self.world.tokens:
            if events != f"/api/tables/{token.table}/seats/{token.seat}/token":
                yield token.text, "a program's token"
        for (code, _), invitation in self.world.invitations.items():
            if not who or self.ledger.rows[code].row.host != who:
                yield invitation, "an invitation"
        for browser in self.world.browsers:
            if browser.who and browser.who != who:
                yield browser.who, f"the number of {browser.name}"
            for cookie in browser.http.cookies.values():
                yield cookie, f"the cookie of {browser.name}"

    def _keeps_secrets(self, text: str, who: str, events: str = "") -> None:
        for secret, what in self.secrets(who, events):
            must(secret not in text, f"{what} is told to {who or 'nobody'}: {text[:300]}")

    def _check_answer(self, answer: Answer) -> None:
        must(answer.status < 500, f"{answer.asked} {answer.path} is answered {answer.status}: {answer.text[:200]}")
        self._keeps_secrets(answer.text, answer.who, answer.path)
        events = json.loads(answer.text) if answer.text.startswith("{") and answer.status < 300 else {}
        for info in [*events.get("tables", []), *([events] if "invitations" in events else [])]:
            if info["code"] in self.ledger.rows:
                self._check_info(info, answer.who)
        code, _, part = answer.path.removeprefix("/api/tables/").partition("/")
        rows = self.ledger.rows.get(code)
        if rows is not None and answer.status == 200 and part.startswith(("record", "replay")):
            must(rows.row.status == "over", "a record or a replay is given out before the end")
            must(rows.may_watch(answer.who), "a record of a private table is given to a stranger")

    def _check_info(self, info: dict[str, Any], who: str) -> None:
        rows, was = self.ledger.rows[info["code"]], self.ledger.was.get(info["code"])
        open_then = was is None or was.row.status == "open"  # who leaves at the start is told so
        must(open_then or rows.may_watch(who), "a private table is told of to a stranger")
        check_info(info, rows, who)

    def _check_line(self, link: Link, frame: dict[str, Any], line: str) -> None:
        self._keeps_secrets(line, link.who)
        rows, kind = self.ledger.rows[link.code], frame["type"]
        if kind == "closing":
            return
        if link.program:
            self._check_program(link, frame, rows)
        elif kind in ("snapshot", "update"):
            self._check_sight(link, frame, rows)
        elif kind == "seating":
            self._check_info(frame["table"], link.who)
        elif kind == "chatline":
            self._check_chat(link, frame, rows)
        elif "id" in frame:
            must(frame["id"] in link.wishes or kind == "error", "an answer comes to a wish of someone else")

    def _check_sight(self, link: Link, frame: dict[str, Any], rows: Rows) -> None:
        if "table" in frame:
            self._check_info(frame["table"], link.who)
            for line in frame["chat"]:
                self._check_chat(link, line, rows)
        if frame["projection"] is None:
            must(frame["events"] == [], "something is told of a match that has not begun")
            link.events = []
            return
        moment = self.ledger.pasts[link.code].at(frame["seq"])
        check_sight(frame["projection"], moment, rows, link.who)
        link.events = frame["events"] if frame["from_start"] else link.events + frame["events"]
        observer = frame["projection"]["observer"]
        expected = moment.events(SPECTATOR if observer is None else observer)
        must(same_story(link.events, expected), f"seat {observer} was told what it did not notice, or not what it did")
        if frame["seq"] == len(rows.log) and frame["clock"]["left"] and link.code in self.ledger.clocks:
            law = self.ledger.clocks[link.code].last
            if law is not None and law.seq == frame["seq"]:
                events = zip(frame["clock"]["left"], law.left, strict=True)
                must(all(left <= max(0, had) for left, had in events), "more time is told than is left")

    def _check_chat(self, link: Link, line: dict[str, Any], rows: Rows) -> None:
        link.chat = max(link.chat, line["n"])
        before = self.ledger.since[link.code]
        runs = rows.row.status == "running" and before[1] > 0
        plays = bool(rows.held(link.who))
        must(not runs or plays == (line["seat"] is not None), "players and spectators hear each other during a game")

    def _check_program(self, link: Link, frame: dict[str, Any], rows: Rows) -> None:
        held = rows.held(link.who)
        kind = frame["type"]
        must(held or kind == "over", f"a program that holds no seat is sent {kind!r}")
        if kind == "start":
            must(frame["seat"] in held, "a program is told of a seat that it does not hold")
            link.heard = []
        elif kind == "choose":
            must(rows.started, "a program is asked before the start")
            link.heard += frame["heard"]
            past, (first, _) = self.ledger.pasts[link.code], self.ledger.since[link.code]
            moments = (past.at(seq) for seq in range(len(rows.log), max(first, 1) - 1, -1))
            told = [found.sealed.get(min(held), []) for found in (rows, self.ledger.was.get(link.code, rows))]
            fits = any(asked_so(moment, min(held), frame, link.heard, told) for moment in moments)
            must(fits, "a program is asked something else than its seat sees")


def asked_so(
    moment: Moment, seat: int, frame: dict[str, Any], heard: list[list[int]], sealed: Sequence[Sequence[int]]
) -> bool:
    """Could a program be asked so on its seat at this moment, with a part of what it has sealed chosen ahead?"""
    match = moment.match
    if seat not in match.acting() or heard != plain(match.heard_codes(seat)):
        return False
    if not match.together:
        return bool(match.turn == seat and frame["legal"] == match.legal_codes() and frame["view"] == moment.view(seat))
    for ahead in {tuple(codes[:n]) for codes in sealed for n in range(len(codes) + 1)} | {()}:
        legal, view = moment.acting(seat, ahead)
        if frame["legal"] == legal and frame["view"] == plain(view.as_dict()):
            return True
    return False


# --- The machine -------------------------------------------------------------


class Step(NamedTuple):
    """Something that someone does; what the numbers choose depends on what is there."""

    what: str
    a: int
    b: int
    c: int


WEIGHTS = {
    "play": 6, "create": 4, "connect": 8, "join": 7, "act": 8, "seat": 4, "give": 3, "leave": 2, "rematch": 3,
    "drop": 2, "turn_to": 2, "log_out": 1, "submit_ahead": 3, "resign": 2, "take_back": 4, "consent": 2, "talk": 2,
    "explain": 2, "browse": 3, "upload": 1, "undo": 1, "carry": 2, "back_up": 1, "wait": 3,
}  # fmt: skip
NUMBER = st.integers(0, 999)
STEP = st.builds(Step, st.sampled_from([what for what, often in WEIGHTS.items() for _ in range(often)]), *[NUMBER] * 3)
RISKY = [
    "join", "seat", "give", "rematch", "rematch", "leave", "create", "act", "play", "take_back", "consent",
    "submit_ahead",
]  # fmt: skip
WRITING = st.builds(Step, st.sampled_from(RISKY), *[NUMBER] * 3)  # what changes tables
HOW = st.sampled_from(["alone"] * 22 + ["at once"] * 8 + ["kill"] * 3 + ["restart"])
HELD: Counter[str] = Counter()  # steps, frames and requests that were checked in this process


class Model(RuleBasedStateMachine):
    """Steps: one after another, two at once, or with the server killed between two writes of one."""

    game: ClassVar[str] = "cartagena"
    until: ClassVar[float] = float("inf")  # when nothing more is to be done

    def __init__(self) -> None:
        super().__init__()
        self.stack, self.trace = ExitStack(), list[str]()
        self.loop = asyncio.new_event_loop()
        self.stack.callback(self.loop.close)
        self.judge: Judge | None = None

    def _open(self) -> Judge:
        folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory(prefix="escapade-model-")))
        self.logs = self.stack.enter_context(capture_logs())
        self.world = World(self.game, folder)
        self.judge = Judge(self.world)
        self.run(self.world.open())
        return self.judge

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """The server lives as long as something is done."""
        self.loop.run_until_complete(work)

    @rule(how=HOW, step=STEP, risky=WRITING, writes=st.integers(0, 3))
    def step(self, how: str, step: Step, risky: Step, writes: int) -> None:
        """Do something, and look at all that was received."""
        if time.monotonic() > self.until:
            return
        judge = self.judge or self._open()
        HELD["steps"] += 1
        steps = {"at once": [step, risky], "kill": [risky]}.get(how, [step])
        self.trace.append(f"{how} {writes if how == 'kill' else ''}: {', '.join(map(str, steps))}")
        try:
            self.run(self._do(how, steps, writes))
            judge.check()
            failed = [line for line in self.logs if line["log_level"] == "error"]
            must(not failed or how == "kill", f"the server logs errors: {failed}")
            self.logs.clear()
        except Exception as error:
            error.add_note("the last steps were:\n  " + "\n  ".join(self.trace[-25:]))
            error.add_note(f"found after {HELD['steps']} steps")
            raise

    async def _do(self, how: str, steps: list[Step], writes: int) -> None:
        world = self.world
        await world.come_back()
        if how == "kill":
            world.cut(writes)
        work = [getattr(world, step.what)(step.a, step.b, step.c) for step in steps]
        found = await asyncio.gather(*work, return_exceptions=True)
        for error in found:
            if isinstance(error, Broken) or (error is not None and how != "kill"):
                raise error
        if how == "restart":
            await world.restart()
        elif how == "kill":
            await world.kill()
        await world.caught_up()

    def teardown(self) -> None:
        """Leave nothing behind."""
        with self.stack:
            if self.judge is not None:
                HELD.update(self.judge.held)
                self.run(self.world.close())
                self.loop.run_until_complete(self.loop.shutdown_default_executor())


def run_model(game: str, steps: int, length: int = 100, again: bool = False, until: float = float("inf")) -> None:
    """Run so many steps of a game, each `length` of them at a new server; `again`: the same choices every time."""
    machine = type(f"Model_{game}", (Model,), {"game": game, "until": until})
    asked = settings(
        max_examples=-(-steps // length), stateful_step_count=length, deadline=None, derandomize=again, database=None,
        phases=[Phase.generate], suppress_health_check=[*HealthCheck], print_blob=False, report_multiple_bugs=False,
    )  # fmt: skip
    run_state_machine_as_test(machine, settings=asked)


def main() -> int:
    """Run the model."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--steps", type=int, default=300, help="steps of each game (default: 300)")
    asked.add_argument("games", nargs="*", metavar="GAME", help=f"which of {', '.join(GAMES)} (default: all)")
    given = asked.parse_args()
    for game in given.games or GAMES:
        HELD.clear()
        began = time.monotonic()
        run_model(game, given.steps)
        said = f"{HELD['steps']} steps, {HELD['frames']} frames, {HELD['requests']} requests"
        Console().print(f"{game}: {said} in {time.monotonic() - began:.0f} s, no fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
