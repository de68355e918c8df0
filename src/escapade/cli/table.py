"""A table in the terminal: people and bots around one match, asked in turn until it is over."""

from __future__ import annotations

import random
import shlex
from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from escapade.bots import BOTS
from escapade.cli import commands
from escapade.cli.arrange import ARRANGERS
from escapade.cli.boards import Offers, Scene, board_of
from escapade.cli.boards.scene import listed
from escapade.cli.saves import Save
from escapade.cli.screen import Screen
from escapade.cli.story import Story, Told, ending, lately
from escapade.kernel.match import Match
from escapade.kernel.names import OVER, SPECTATOR, BadInput, EscapadeError
from escapade.kernel.notation import Action, tidy

QUOTES = 8  # lines of what happened lately, at the most


class Table:
    """Who sits where, what is on the screen, and the match."""

    def __init__(self, match: Match, save: Save, screen: Screen, confirm: bool = False) -> None:
        self.match, self.save, self.screen, self.confirm = match, save, screen, confirm
        self.board = board_of(match.game)
        self.story = Story(match, (*save.you, SPECTATOR))
        self.page: int | None = None  # whose secrets the screen shows
        self.offers = Offers([], Text(""))
        self.remark = ""  # shown on the next page
        self.seen_aim: set[int] = set()

    # --- The round ---

    def run(self) -> None:
        """Play until the match is over or someone leaves."""
        self.keep()
        for eye in self.story.eyes:
            self.story.catch_up(eye)
        self.watch()
        while self.match.turn != OVER:
            if self.match.turn in self.save.you:
                self.person(self.match.turn)
            else:
                self.robot(self.match.turn)
        self.finish()

    def keep(self) -> None:
        """Save, so that nothing is lost whatever happens."""
        self.save.write(self.match)

    def robot(self, seat: int) -> None:
        """Let a bot act, and tell it."""
        self.act(self.match.game.actions[self.advice(seat, self.save.bot)], seat)
        if not self.arranging:
            self.watch()
            self.screen.pause()

    def watch(self) -> None:
        """Show a single person what the bots do while they do it."""
        if (
            self.screen.real
            and not self.screen.fast
            and len(self.save.you) == 1
            and self.match.turn not in self.save.you
        ):
            self.draw(self.save.you[0], [])

    def advice(self, seat: int, bot: str) -> int:
        """What a bot would do: with a seed, the same in every run and after every undo."""
        legal = [action.code for action in self.match.legal()]
        return BOTS[bot](self.match.game, self.match.view(seat), legal, self.whim(seat))

    def whim(self, seat: int, more: str = "") -> random.Random:
        """Chance that is no part of the game: what a bot does, a random set-up."""
        seed = getattr(self.match.dealer, "seed", None)
        return random.Random(f"{seed}:{len(self.match.log)}:{seat}:{more}" if seed else None)

    @property
    def arranging(self) -> bool:
        """Do the seats act independently for now?"""
        asked = getattr(self.match.game.rules, "simultaneous", None)
        return bool(asked and self.match.turn >= 0 and asked(self.match.view(self.match.turn)))

    def act(self, action: Action, seat: int) -> None:
        """Do one action through the door; save it; tell what happened to whoever watches."""
        self.match.play(action, seat)
        self.keep()
        self.tell()

    def tell(self) -> None:
        """Say what is new: to the one person, or what everyone may hear if several share the screen."""
        watcher = self.save.you[0] if len(self.save.you) == 1 else SPECTATOR
        for line in lately(self.story.catch_up(watcher)):
            self.screen.show(Text("· ", "dim").append(line))

    # --- A person's turn ---

    def person(self, seat: int) -> None:
        """Ask a person until an action is done."""
        if not self.curtain(seat):
            return
        if self.arranging and self.match.game.name in ARRANGERS:
            self.match.play_all(ARRANGERS[self.match.game.name](self, seat), seat)
            self.keep()
            self.tell()
            return
        legal = self.match.legal()
        forced = len(legal) == 1 and not self.match.anytime(seat)
        if forced:
            self.remark = f"only one thing was possible, so it was done for you: {legal[0].name}"
            self.act(legal[0], seat)
            return
        self.draw(seat, legal)
        plies = len(self.match.log)
        while len(self.match.log) == plies and self.match.turn == seat:
            self.answer(seat, self.screen.ask("your move (? helps) › "))

    def draw(self, seat: int, actions: Sequence[Action]) -> None:
        """Show the table, what happened lately and what can be done, on a new page."""
        scene = self.scene(seat)
        self.page, drawing, self.offers = seat, self.board.draw(scene), self.board.offers(scene, actions)
        below: list[RenderableType] = [self.offers.shown] if actions else []
        if actions and seat not in self.seen_aim:
            self.seen_aim.add(seat)
            below += [Text(line, "italic") for line in (self.board.aim(scene.view), self.board.how(scene.view)) if line]
        if self.remark:
            below.append(Text(self.remark, "yellow"))
            self.remark = ""
        room = self.screen.height - self.screen.lines_of(drawing, *below) - 3
        told = [Text(f"· {line}", "dim") for line in lately(self.told(seat), max(1, min(room, QUOTES)))]
        gap = [Text("")] if room > len(told) else []
        self.screen.clear()
        self.screen.show(drawing, *gap, *told, *gap, *below)

    def scene(self, seat: int) -> Scene:
        """What a seat sees, and what it was told last."""
        match, told = self.match, self.told(seat)
        last = max((i for i, entry in enumerate(told) if entry.seat == seat), default=0)
        names = tuple("you" if s == seat else match.names.get(s, f"seat {s}") for s in range(match.seats))
        recent = tuple((entry.seat, entry.code) for entry in told[last:])
        size = (self.screen.width, self.screen.height)
        return Scene(match.game, match.view(seat), match.seats, seat, names, recent, *size)

    def told(self, seat: int) -> list[Told]:
        """Everything a seat was told."""
        self.story.catch_up(seat)
        return self.story.told[seat]

    def offer_list(self, seat: int, actions: Sequence[Action]) -> None:
        """Show these actions, numbered."""
        scene = self.scene(seat)
        self.offers = Offers([*actions], listed(scene, actions, self.board.label))
        self.screen.show(self.offers.shown)

    def answer(self, seat: int, said: str) -> None:
        """Do what was typed, or say why not; nothing that is typed ends the program by accident."""
        try:
            if said and not commands.obey(self, seat, said):
                self.choose(seat, said)
        except EscapadeError as no:
            self.refuse(no)

    def refuse(self, no: EscapadeError) -> None:
        """Say why not, and where it is written."""
        clause = getattr(no, "clause", "")
        self.screen.show(Text.assemble(("no: ", "bold red"), getattr(no, "reason", str(no))))
        if clause:
            self.screen.note(f"    [{clause}]  ? {clause} shows this clause")

    def choose(self, seat: int, said: str) -> None:
        """Understand a number, an action's name, or part of one."""
        if said.isdigit():
            if not 1 <= int(said) <= len(self.offers.actions):
                raise BadInput(self.no_number(said))
            self.done(seat, self.offers.actions[int(said) - 1])
            return
        try:
            action = self.match.game.actions.parse(said, [a.name for a in self.match.legal()])
        except BadInput:
            words = set(tidy(said).replace("-", " ").split())
            meant = [a for a in self.match.legal() if words <= set(tidy(a.name).replace("-", " ").split())]
            starting = [a for a in meant if tidy(a.name).startswith(tidy(said))]
            if not meant:
                raise
            if len(meant) > 1 or len(words) == 1:
                self.offer_list(seat, starting or meant)
                return
            action = meant[0]
        self.done(seat, action)

    def no_number(self, said: str) -> str:
        """Say which numbers there are."""
        n = len(self.offers.actions)
        return f"there is no number {said}; " + (f"numbers go from 1 to {n}" if n else "say moves for a numbered list")

    def done(self, seat: int, action: Action) -> None:
        """Act; where it was asked for, let the turn end only when the player says so."""
        self.act(action, seat)
        while self.confirm and len(self.save.you) == 1 and self.may_take_back(seat):
            said = self.screen.ask("Enter ends your turn, undo takes it back › ")
            if tidy(said) != "undo":
                return
            try:
                self.undo(seat)
            except EscapadeError as no:
                self.refuse(no)

    def may_take_back(self, seat: int) -> bool:
        """Has this seat just ended its turn?"""
        return self.match.turn not in (seat, OVER) and bool(self.match.log) and self.match.log[-1].seat == seat

    def undo(self, seat: int) -> None:
        """Take back the last action, as far as the door lets one."""
        taken = self.match.undo(seat)
        self.keep()
        for eye in self.story.eyes:
            self.story.catch_up(eye)
        self.remark = f"taken back: {taken.name}"

    # --- Several people at one screen ---

    def curtain(self, seat: int) -> bool:
        """Hide the last player's secrets before the next one looks; whoever just played may still take it back."""
        others = [other for other in self.save.you if other != seat]
        open_table = all(self.match.view(other) == self.match.view(seat) for other in others)
        if self.page == seat or not others or open_table:
            return True
        self.screen.clear()
        self.screen.show(Text(f"Seat {seat}, it is your turn. The others look away.", "bold"))
        for line in lately(self.story.told[SPECTATOR], 3):
            self.screen.note(f"· {line}")
        said = self.screen.ask(f"press Enter, seat {seat} › ")
        if tidy(said) != "undo":
            return True
        try:
            self.undo(others[0] if self.page is None else self.page)
        except EscapadeError as no:
            self.refuse(no)
            self.screen.ask("press Enter › ")
        return False

    # --- The end ---

    def finish(self) -> None:
        """Show everything, the result in words, and where the record is."""
        self.keep()
        eye = self.save.you[0] if len(self.save.you) == 1 else SPECTATOR
        match, scene = self.match, self.scene(self.save.you[0])
        self.screen.clear()
        self.screen.show(self.board.draw(scene), Text(""))
        result = ending(match.game, eye, match.view(None), match.ranking())
        self.screen.show(Text(result, "bold"), places(match, eye), Text(""))
        self.screen.note("the record is kept; this shows it again:")
        self.screen.line(f"escapade replay {shlex.quote(str(self.save.path))}")


def places(match: Match, eye: int) -> Text:
    """The seats by place."""
    said, place = Text(), 1
    for seats in match.ranking():
        who = ["you" if s == eye else f"seat {s} ({match.names.get(s, 'no name')})" for s in seats]
        said.append(f"{place}. ", "bold").append(f"{' and '.join(who)}   ")
        place += len(seats)
    return said
