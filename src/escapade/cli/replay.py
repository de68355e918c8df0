"""`escapade replay`: step through a record, from any seat's eyes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from escapade.cli.boards import Scene, board_of
from escapade.cli.saves import open_match
from escapade.cli.screen import Screen
from escapade.cli.story import Story, ending, lately, who
from escapade.kernel.fields import State
from escapade.kernel.match import Match
from escapade.kernel.names import ALL_EYES, OVER, SPECTATOR, BadInput, whole_number
from escapade.kernel.notation import tidy
from escapade.kernel.story import Told

HOW = "Enter or n next · p previous · 12 goes to ply 12 · s 0, s all, s public change eyes · q leaves"

STILL_RUNS = "this match is not over: you asked for everything, and see what is hidden from those who play it"


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match record.")],
    seat: Annotated[
        str | None, typer.Option("--seat", help="Whose eyes: a seat, all, or public; all if the match is over.")
    ] = None,
    ply: Annotated[int | None, typer.Option("--ply", help="Where to begin; on a pipe, what to draw.")] = None,
    whole: Annotated[bool, typer.Option("--all", help="Print every ply in words instead of stepping.")] = False,
) -> None:
    """Step through a record."""
    match, _, _ = open_match(file)
    screen = Screen()
    eye = eyes(match, seat if seat is not None else "all" if match.turn == OVER else "public")
    show = Replay(match, screen, eye)
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


def eyes(match: Match, text: str) -> int:
    """Read whose eyes are meant."""
    named = {"all": ALL_EYES, "public": SPECTATOR}
    if tidy(text) in named:
        return named[tidy(text)]
    seat = whole_number(text.strip())
    if seat is None:
        raise BadInput(f"eyes are a seat number, all or public, not {text.strip()[:60]!r}")
    if seat not in range(match.seats):
        raise BadInput(f"there is no seat {seat}; seats are 0 to {match.seats - 1}")
    return seat


class Replay:
    """A record, a place in it, and a pair of eyes."""

    def __init__(self, match: Match, screen: Screen, eye: int) -> None:
        self.match, self.screen, self.ply = match, screen, 0
        self.board = board_of(match.game)
        self.states = [match.game.start(match.seats, match.options, match.pieces)]
        for done in match.log:
            after: State = self.states[-1].copy()
            match.game.rules.apply(after, done.action.code)
            self.states.append(after)
        self.look(eye)

    def look(self, eye: int) -> None:
        """See it with other eyes."""
        self.eye, story = eye, Story(self.match, (eye,))
        self.told = story.catch_up(eye)

    @property
    def warning(self) -> str:
        """What has to be said before everything is shown."""
        return STILL_RUNS if self.eye == ALL_EYES and self.match.turn != OVER else ""

    def go_to(self, ply: int) -> None:
        """Go to a ply; 0 is before the first."""
        if not 0 <= ply < len(self.states):
            raise BadInput(f"there is no ply {ply}; plies go from 0 to {len(self.states) - 1}")
        self.ply = ply

    def until_now(self) -> list[Told]:
        """What these eyes were told up to here."""
        return [entry for entry in self.told if entry.ply <= self.ply]

    def draw(self) -> None:
        """Show the table at this ply, and the ply in words."""
        told, match = self.until_now(), self.match
        recent = tuple((entry.seat, entry.code) for entry in told[-1:])
        names = tuple(match.names.get(s, f"seat {s}") for s in range(match.seats))
        view = match.game.seen(self.states[self.ply], self.eye)
        size = (self.screen.width, self.screen.height)
        scene = Scene(match.game, view, match.seats, self.eye, names, recent, *size)
        self.screen.show(self.board.draw(scene), Text(""))
        for line in lately([entry for entry in told if entry.ply < self.ply], 2):
            self.screen.note(f"· {line}")
        now = told[-1].line if told and told[-1].ply == self.ply else self.unheard(view)
        self.screen.show(Text.assemble((f"ply {self.ply} of {len(match.log)}  ", "bold"), now))
        if self.ply == len(match.log) and match.turn == OVER:
            self.screen.show(Text(ending(match, self.eye, view), "bold"))

    def unheard(self, view: State) -> str:
        """What to say of a ply that these eyes did not notice."""
        if self.ply == 0:
            return "the start"
        return f"{who(self.match, view, self.match.log[self.ply - 1].seat)} does something unseen"

    def print_all(self) -> None:
        """Print every ply in words, then the table as it stands."""
        for entry in self.told:
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
        eyes = {ALL_EYES: "everything", SPECTATOR: "the public view"}.get(self.eye, f"seat {self.eye}'s view")
        if self.warning:
            self.screen.note(self.warning, "yellow")
        self.screen.note(f"you see {eyes}\n{HOW}")

    def obey(self, said: str) -> None:
        """Move in the record, or change eyes."""
        last = len(self.match.log)
        if said in {"", "n", "next"}:
            self.go_to(min(self.ply + 1, last))
        elif said in {"p", "previous"}:
            self.go_to(max(self.ply - 1, 0))
        elif (number := whole_number(said)) is not None:
            self.go_to(number)
        elif said.startswith("s "):
            self.look(eyes(self.match, said[2:]))
        else:
            raise BadInput(HOW)
