"""`escapade replay`: step through a record, as any observer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from escapade.cli.boards import board_of
from escapade.cli.event_text import EventStream, ending, lately, who
from escapade.cli.saves import open_match
from escapade.cli.screen import Screen
from escapade.kernel.events import Event
from escapade.kernel.fields import State
from escapade.kernel.match import Match
from escapade.kernel.names import OMNISCIENT, OVER, SPECTATOR, BadInput, whole_number
from escapade.kernel.notation import tidy
from escapade.kit.drawing import RenderContext

HOW = "Enter or n next · p previous · 12 goes to ply 12 · s 0, s all, s public change observer · q leaves"

STILL_RUNS = "this match is not over: you asked for everything, and see what is hidden from those who play it"


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match record.")],
    seat: Annotated[
        str | None, typer.Option("--seat", help="The observer: a seat, all, or public; all if the match is over.")
    ] = None,
    ply: Annotated[int | None, typer.Option("--ply", help="Where to begin; on a pipe, what to draw.")] = None,
    whole: Annotated[bool, typer.Option("--all", help="Print every ply in words instead of stepping.")] = False,
) -> None:
    """Step through a record."""
    match, _, _ = open_match(file)
    screen = Screen()
    observer = read_observer(match, seat if seat is not None else "all" if match.turn == OVER else "public")
    show = Replay(match, screen, observer)
    show.go_to(0 if ply is None else ply)
    if screen.real and not whole:
        show.step()
        return
    if show.warning:
        screen.note(show.warning, "yellow")
    if ply is not None:
        show.draw()
    else:
        show.print_all()


def read_observer(match: Match, text: str) -> int:
    """Read which observer is meant."""
    named = {"all": OMNISCIENT, "public": SPECTATOR}
    if tidy(text) in named:
        return named[tidy(text)]
    seat = whole_number(text.strip())
    if seat is None:
        raise BadInput(f"an observer is a seat number, all or public, not {text.strip()[:60]!r}")
    if seat not in range(match.seats):
        raise BadInput(f"there is no seat {seat}; seats are 0 to {match.seats - 1}")
    return seat


class Replay:
    """A record, a place in it, and an observer."""

    def __init__(self, match: Match, screen: Screen, observer: int) -> None:
        self.match, self.screen, self.ply = match, screen, 0
        self.board = board_of(match.game)
        self.states = [match.game.start(match.seats, match.options, match.pieces)]
        for done in match.log:
            after: State = self.states[-1].copy()
            match.game.rules.apply(after, done.action.code)
            self.states.append(after)
        self.look(observer)

    def look(self, observer: int) -> None:
        """See it with another observer."""
        self.observer, stream = observer, EventStream(self.match, (observer,))
        self.events = stream.catch_up(observer)

    @property
    def warning(self) -> str:
        """What has to be said before everything is shown."""
        return STILL_RUNS if self.observer == OMNISCIENT and self.match.turn != OVER else ""

    def go_to(self, ply: int) -> None:
        """Go to a ply; 0 is before the first."""
        if not 0 <= ply < len(self.states):
            raise BadInput(f"there is no ply {ply}; plies go from 0 to {len(self.states) - 1}")
        self.ply = ply

    def until_now(self) -> list[Event]:
        """The events of this observer up to here."""
        return [entry for entry in self.events if entry.ply <= self.ply]

    def draw(self) -> None:
        """Show the table at this ply, and the ply in words."""
        events, match = self.until_now(), self.match
        recent = tuple((entry.seat, entry.code) for entry in events[-1:])
        names = tuple(match.names.get(s, f"seat {s}") for s in range(match.seats))
        view = match.game.seen(self.states[self.ply], self.observer)
        size = (self.screen.width, self.screen.height)
        context = RenderContext(match.game, view, match.seats, self.observer, names, recent, *size)
        self.screen.show(self.board.draw(context), Text(""))
        for line in lately([entry for entry in events if entry.ply < self.ply], 2):
            self.screen.note(f"· {line}")
        now = events[-1].line if events and events[-1].ply == self.ply else self.unheard(view)
        self.screen.show(Text.assemble((f"ply {self.ply} of {len(match.log)}  ", "bold"), now))
        if self.ply == len(match.log) and match.turn == OVER:
            self.screen.show(Text(ending(match, self.observer, view), "bold"))

    def unheard(self, view: State) -> str:
        """What to say of a ply that this observer did not notice."""
        if self.ply == 0:
            return "the start"
        return f"{who(self.match, view, self.match.log[self.ply - 1].seat)} does something unseen"

    def print_all(self) -> None:
        """Print every ply in words, then the table as it stands."""
        for entry in self.events:
            said = Text.assemble((f"{entry.ply:>5}  ", "dim"), entry.line)
            self.screen.console.print(said, soft_wrap=True)
        self.go_to(len(self.match.log))
        self.screen.show(Text(""))
        self.draw()

    def step(self) -> None:
        """Let a person step through."""
        self.page()
        while True:
            try:
                said = tidy(self.screen.ask())
                if said in {"q", "quit"}:
                    return
                self.obey(said)
            except EOFError:
                return
            except BadInput as no:
                self.screen.show(Text.assemble(("no: ", "bold red"), str(no)))
            else:
                self.page()

    def page(self) -> None:
        """Begin a new page with the table."""
        self.screen.clear()
        self.draw()
        shown = {OMNISCIENT: "everything", SPECTATOR: "the public view"}.get(
            self.observer, f"seat {self.observer}'s view"
        )
        if self.warning:
            self.screen.note(self.warning, "yellow")
        self.screen.note(f"you see {shown}\n{HOW}")

    def obey(self, said: str) -> None:
        """Move in the record, or change the observer."""
        last = len(self.match.log)
        if said in {"", "n", "next"}:
            self.go_to(min(self.ply + 1, last))
        elif said in {"p", "previous"}:
            self.go_to(max(self.ply - 1, 0))
        elif (number := whole_number(said)) is not None:
            self.go_to(number)
        elif said.startswith("s "):
            self.look(read_observer(self.match, said[2:]))
        else:
            raise BadInput(HOW)
