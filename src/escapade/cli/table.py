"""A table in the terminal: people and bots around one match, asked in turn until it is over."""

from __future__ import annotations

import difflib
import random
import shlex
from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from escapade.bots import Budget
from escapade.bots.hints import Hint
from escapade.bots.process_bot import ProcessBot
from escapade.cli import commands
from escapade.cli.boards import board_of
from escapade.cli.event_text import EventStream, ending, full_name, lately, who
from escapade.cli.saves import Save, bot_name
from escapade.cli.screen import Screen
from escapade.kernel.dealer import VerifiableDealer
from escapade.kernel.events import Event
from escapade.kernel.match import Match
from escapade.kernel.names import OVER, SPECTATOR, BadInput, EscapadeError, Refused, whole_number
from escapade.kernel.notation import Action, tidy
from escapade.kit.drawing import Offers, RenderContext, listed

THOUGHT = Budget(iterations=4000)  # that go into a hint
QUOTES = 8  # lines of what happened lately, at the most


class Table:
    """Who sits where, what is on the screen, and the match."""

    def __init__(self, match: Match, save: Save, screen: Screen, confirm: bool = False) -> None:
        self.match, self.save, self.screen, self.confirm = match, save, screen, confirm
        self.board = board_of(match.game)
        self.stream = EventStream(match, (*save.you, SPECTATOR))
        self.page: int | None = None  # whose secrets the screen shows
        self.offers = Offers([], Text(""))
        self.remark = ""  # shown on the next page
        self.plans: dict[int, list[str]] = {}  # the set-up that a seat has handed in, to begin from if it is taken back
        self.seen_aim: set[int] = set()
        self.process_bot = ProcessBot(match.game, save.bot)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.process_bot.close()

    # --- The round ---

    def run(self) -> None:
        """Play until the match is over or someone leaves."""
        self.keep()
        for observer in self.stream.observers:
            self.stream.catch_up(observer)
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
        legal = [action.code for action in self.match.legal()]
        view, heard = self.match.view(seat), self.match.heard_codes(seat)
        code = self.process_bot.choose(view, legal, heard, Budget(), self.tie_noise(seat))
        self.act(self.match.game.actions[code], seat)
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

    def hints(self, seat: int) -> list[Hint]:
        """What a strong bot would consider: with a seed, the same in every run and after every undo."""
        legal = [action.code for action in self.match.legal()]
        return self.process_bot.hints(self.match.view(seat), legal, THOUGHT, self.tie_noise(seat))

    def let_play(self, bot: str) -> None:
        """Hand the seats that are nobody's to another bot."""
        self.process_bot.close()
        for seat, name in self.match.names.items():
            if name == bot_name(self.save.bot):
                self.match.names[seat] = bot_name(bot)
        self.save.bot, self.process_bot = bot, ProcessBot(self.match.game, bot)

    def tie_noise(self, seat: int, more: str = "") -> random.Random:
        """Chance that is no part of the game: what a bot does, a random set-up."""
        seed = getattr(self.match.dealer, "seed", None)
        return random.Random(f"{seed}:{len(self.match.log)}:{seat}:{more}" if seed else None)

    @property
    def arranging(self) -> bool:
        """Do the seats choose simultaneously?"""
        return self.match.together

    @property
    def bots(self) -> bool:
        """Does a bot play along?"""
        return len(self.save.you) < self.match.seats

    @property
    def setting_up(self) -> bool:
        """Is a whole set-up asked for, instead of one action after another?"""
        return self.arranging and self.board.arrange is not None

    def act(self, action: Action, seat: int) -> None:
        """Do one action through the door, save it, and show what happened."""
        self.match.play(action, seat)
        self.keep()
        self.tell()

    def tell(self) -> None:
        """Say what is new: to the one person, or what everyone may hear if several share the screen."""
        watcher = self.save.you[0] if len(self.save.you) == 1 else SPECTATOR
        for line in lately(self.stream.catch_up(watcher)):
            self.screen.show(Text("· ", "dim").append(line))

    # --- A person's turn ---

    def person(self, seat: int) -> None:
        """Ask a person until an action is done."""
        if not self.curtain(seat):
            return
        if self.arranging and self.board.arrange:
            self.board.arrange.ask(self, seat)
            return
        legal = self.match.legal()
        forced = len(legal) == 1 and not self.match.anytime(seat)
        if forced:
            done = self.board.label(self.context(seat), legal[0])
            self.remark = f"only one thing was possible, so it was done for you: {done}"
            self.act(legal[0], seat)
            return
        self.draw(seat, legal)
        plies = len(self.match.log)
        while len(self.match.log) == plies and self.match.turn == seat:
            self.answer(seat, self.screen.ask("your move (? helps) › "))

    def draw(self, seat: int, actions: Sequence[Action]) -> None:
        """Show the table, what happened lately and what can be done, on a new page."""
        context = self.context(seat)
        self.page, drawing, self.offers = seat, self.board.draw(context), self.board.offers(context, actions)
        below: list[RenderableType] = [self.offers.shown] if actions else []
        if actions and seat not in self.seen_aim:
            self.seen_aim.add(seat)
            below += [
                Text(line, "italic") for line in (self.board.aim(context.view), self.board.how(context.view)) if line
            ]
        below += self.remarks()
        room = self.screen.height - self.screen.lines_of(drawing, *below) - 1  # one is for what is typed
        events = [Text(f"· {line}", "dim") for line in lately(self.events(seat), QUOTES)]
        while len(events) > (room > 0) and self.screen.lines_of(*events) > max(room - 2, 1):
            events.pop(0)
        gap = [Text("")] if room >= self.screen.lines_of(*events) + 2 else []
        self.screen.clear()
        self.screen.show(drawing, *gap, *events, *(gap if events else []), *below)

    def remarks(self) -> list[Text]:
        """What is to be said once, on this page."""
        said, self.remark = self.remark, ""
        return [Text(said, "yellow")] if said else []

    def context(self, seat: int) -> RenderContext:
        """A seat's view, and its latest events."""
        match, events = self.match, self.events(seat)
        last = max((i for i, entry in enumerate(events) if entry.seat == seat), default=0)
        names = tuple("you" if s == seat else match.names.get(s, f"seat {s}") for s in range(match.seats))
        recent = tuple((entry.seat, entry.code) for entry in events[last:])
        size = (self.screen.width, self.screen.height)
        view = match.view(None if seat == SPECTATOR else seat)
        return RenderContext(match.game, view, match.seats, seat, names, recent, *size)

    def obey(self, seat: int, said: str) -> bool:
        """Do what a command says; False if it is none."""
        return commands.obey(self, seat, said)

    def events(self, seat: int) -> list[Event]:
        """All events of a seat."""
        self.stream.catch_up(seat)
        return self.stream.events[seat]

    def offer_list(self, seat: int, actions: Sequence[Action]) -> None:
        """Show these actions, numbered."""
        context = self.context(seat)
        self.offers = Offers([*actions], listed(context, actions, self.board.label))
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
        number = whole_number(said)
        if number is not None:
            if not 1 <= number <= len(self.offers.actions):
                raise BadInput(self.no_number(said))
            self.done(seat, self.offers.actions[number - 1])
            return
        try:
            action = self.match.game.actions.parse(said)
        except BadInput:
            meant = fitting(said, self.match.legal())
            if not meant:
                raise self.not_understood(seat, said) from None
            if len(meant) > 1 or len(words_of(said)) == 1:
                self.offer_list(seat, meant)
                return
            action = meant[0]
        self.done(seat, action)

    def not_understood(self, seat: int, said: str) -> EscapadeError:
        """Say why what was meant cannot be done, or what is near: only what this seat may do, never chance's part."""
        game = self.match.game
        if tidy(said) in commands.ANYTIME:
            return BadInput(f"{game.title} knows no {commands.ANYTIME[tidy(said)].noun}; quit leaves the table")
        view = self.match.view(seat)
        whys = [game.why_not(view, action, seat) for action in fitting(said, [*game.actions])]
        reasons = {why[:2]: why for why in whys}
        if len(reasons) == 1:
            return Refused(*whys[0])
        if reasons:
            return BadInput(f"nothing that {said[:60]!r} could mean is possible now; moves lists what is")
        known = [*(tidy(action.name) for action in self.match.legal()), *commands.words(self, seat)]
        near = difflib.get_close_matches(tidy(said), known, 3, 0.5)
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        return BadInput(f"no action is called {said[:60]!r}{hint}")

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
        """Take back the last action, as far as the door lets one; of a set-up, all of it."""
        taken, arrange = self.match.undo(seat), self.board.arrange
        whole = self.arranging and arrange is not None and arrange.belongs(taken)
        while whole and arrange and self.match.log and self.match.log[-1].seat == seat:
            if not arrange.belongs(self.match.log[-1].action):
                break
            self.match.undo(seat)
        self.keep()
        for observer in self.stream.observers:
            self.stream.catch_up(observer)
        self.remark = f"taken back: {'your set-up' if whole else taken.name}"

    # --- Several people at one screen ---

    def curtain(self, seat: int) -> bool:
        """Hide the last player's secrets before the next one looks; whoever just played may still take it back."""
        others = [other for other in self.save.you if other != seat]
        open_table = all(self.match.view(other) == self.match.view(seat) for other in others)
        if self.page == seat or not others or open_table:
            return True
        self.screen.clear()
        self.screen.forget()
        name = who(self.match, self.match.view(None), seat)
        called = name if name == f"seat {seat}" else f"{name} (seat {seat})"
        self.screen.show(Text(f"{called[0].upper()}{called[1:]}, it is your turn. The others look away.", "bold"))
        for line in lately(self.stream.events[SPECTATOR], 3):
            self.screen.note(f"· {line}")
        said = self.screen.ask(f"press Enter, {name} › ")
        if tidy(said) != "undo":
            return True
        last = self.match.log[-1].seat if self.match.log else seat
        try:
            self.undo(last if last in self.save.you else seat)
            self.page = None  # whoever took it back is asked behind a curtain, too
        except EscapadeError as no:
            self.refuse(no)
            self.screen.ask("press Enter › ")
        return False

    # --- The end ---

    def finish(self) -> None:
        """Show everything, the result in words, and where the record is."""
        self.keep()
        observer = self.save.you[0] if len(self.save.you) == 1 else SPECTATOR
        match, context = self.match, self.context(observer)
        self.screen.clear()
        self.screen.show(self.board.draw(context), Text(""))
        self.screen.show(Text(ending(match, observer, match.view(None)), "bold"), places(match, observer), Text(""))
        self.screen.note("the record is kept; this shows it again:")
        path = shlex.quote(str(self.save.path))
        self.screen.line(f"escapade replay {path}")
        if isinstance(match.dealer, VerifiableDealer):
            self.screen.note("and this checks its dice:")
            self.screen.line(f"escapade verify {path} --commitment {match.dealer.commitment}")


def places(match: Match, observer: int) -> Text:
    """The seats by place; of a seat alone, whether it won."""
    said, place, view = Text(), 1, match.view(None)
    if match.seats == 1:
        return said.append(f"{full_name(match, view, 0, observer)}: ").append(match.result(), "bold")
    for seats in match.ranking():
        names = [full_name(match, view, seat, observer) for seat in seats]
        said.append(f"{place}. ", "bold").append(f"{' and '.join(names)}   ")
        place += len(seats)
    return said


def words_of(text: str) -> set[str]:
    """The words of an action, however they are joined."""
    return set(tidy(text).replace("-", " ").split())


def fitting(said: str, actions: Sequence[Action]) -> list[Action]:
    """Those actions that have every word that was said; if any begins so, only those that do."""
    words = words_of(said)
    meant = [action for action in actions if words <= words_of(action.name)]
    return [action for action in meant if tidy(action.name).startswith(tidy(said))] or meant
