"""Commands typed at the table besides moves (undo, hint, help …), and the help that lists them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.table import Table as Grid
from rich.text import Text

from escapade.bots import LEVELS, level_of
from escapade.cli.deductions import drawn
from escapade.cli.event_text import lately
from escapade.cli.rules import clauses
from escapade.kernel.names import CHANCE, BadInput, Refused
from escapade.kernel.notation import Action, tidy
from escapade.kernel.rulebook import rulebook

if TYPE_CHECKING:
    from escapade.cli.table import Table


class Leave(Exception):
    """The player gets up; the match stays as it is."""


def obey(table: Table, seat: int, said: str) -> bool:
    """Do what a command says; False if it is none."""
    word, _, rest = said.partition(" ")
    word = "?" if word.startswith("?") else word.casefold()
    if said.startswith("?"):
        rest = said[1:].strip()
    if word not in COMMANDS or not known(table, word):
        return False
    COMMANDS[word][0](table, seat, rest.strip())
    return True


def known(table: Table, word: str) -> bool:
    """Is this a command in this game, and in this part of it?"""
    if word in ANYTIME:
        return any(ANYTIME[word].says in verb.says for verb in table.match.game.actions.verbs)
    return not (word in ONE_BY_ONE and table.setting_up)


def words(table: Table, seat: int) -> list[str]:
    """The commands that can be given now."""
    return [word for word in COMMANDS if known(table, word) and (word not in ANYTIME or at_any_time(table, seat, word))]


def help_now(table: Table, seat: int, rest: str) -> None:
    """Show a clause, or the clauses that matter now and everything that can be typed."""
    screen, book = table.screen, rulebook(table.match.game)
    if rest:
        screen.console.print(clauses(book.find(rest)), width=screen.width)
        return
    view = table.match.view(seat)
    wanted = table.match.game.clauses(view)
    screen.show(Text("What matters now", "bold cyan"))
    screen.console.print(clauses(c for c in book.clauses if c.id in wanted), width=screen.width)
    screen.show(Text("What you can type", "bold cyan"))
    grid = Grid.grid(padding=(0, 2))
    grid.add_row(Text("a move", "bold"), Text(table.board.how(view)))
    for word in words(table, seat):
        grid.add_row(Text(word, "bold"), Text(COMMANDS[word][1]))
    screen.show(grid)
    if "draw" in words(table, seat) and table.bots:
        screen.note(PLAY_ON)


def moves(table: Table, seat: int, rest: str) -> None:
    """List every move."""
    table.offer_list(seat, table.match.legal())


def redraw(table: Table, seat: int, rest: str) -> None:
    """Show the table again."""
    table.draw(seat, table.match.legal())


def undo(table: Table, seat: int, rest: str) -> None:
    """Take the last action back; the table is then drawn again."""
    try:
        table.undo(seat)
    except Refused as no:
        answered = table.match.log[-1:] and table.match.log[-1].seat not in (seat, CHANCE)
        hint = "; type confirm to be asked before each of your turns ends" if answered and not table.confirm else ""
        raise Refused(no.reason + hint, no.clause) from None


def confirm(table: Table, seat: int, rest: str) -> None:
    """Ask before a turn ends, or stop asking."""
    table.confirm = not table.confirm
    table.screen.note("you are asked before your turn ends" if table.confirm else "turns end without asking")


def hint(table: Table, seat: int, rest: str) -> None:
    """Say what a strong bot would consider, how likely each wins, and why."""
    context = table.context(seat)
    table.screen.note("thinking … (the first time in a game this may take a while)")
    for found in table.hints(seat):
        action = table.board.label(context, table.match.game.actions[found.code])
        line = Text(f"  {found.chance:4.0%}  " if found.chance is not None else "  ", "cyan").append(action, "bold")
        table.screen.show(line.append(f"  {found.reason}", "dim"))


def know(table: Table, seat: int, rest: str) -> None:
    """Show what hidden things can be, and how likely."""
    table.screen.show(drawn(table.match.game, table.match.view(seat)))


def level(table: Table, seat: int, rest: str) -> None:
    """Say how strong the bots are, or make them stronger or weaker."""
    if rest:
        found = level_of(rest)
        table.let_play(found.name if found else rest)
        table.keep()
    for other in LEVELS:
        here = "›" if other.name == table.save.bot else " "
        table.screen.show(Text(f"{here} {other.number} {other.name}: ", "bold").append(other.about, "dim"))


def log(table: Table, seat: int, rest: str) -> None:
    """Tell everything again, as this seat heard it."""
    for line in lately(table.events(seat), most=None):
        table.screen.note(f"· {line}")


def save(table: Table, seat: int, rest: str) -> None:
    """Save, to a file if one is named."""
    try:
        path = Path(rest).expanduser() if rest else None
    except RuntimeError:  # ~ of someone who has no home here
        raise BadInput(f"{rest[:60]}: there is no such folder") from None
    table.save.write(table.match, path)
    table.screen.line(f"saved: {path or table.save.path}")


def leave(table: Table, seat: int, rest: str) -> None:
    """Leave; the match is kept unless the player does not want it."""
    answer = table.screen.ask("keep the match, to go on later? [Y/n] › ")
    if tidy(answer) in {"n", "no"}:
        table.save.path.unlink(missing_ok=True)
        table.screen.note("the match is thrown away")
    else:
        table.screen.line(f"saved: {table.save.path}")
        table.screen.note("escapade play --resume goes on")
    raise Leave


def resign(table: Table, seat: int, rest: str) -> None:
    """Give up."""
    action = allowed(table, seat, "resign")
    if tidy(table.screen.ask("resign, really? [y/N] › ")) in {"y", "yes"}:
        table.act(action, seat)


def draw(table: Table, seat: int, rest: str) -> None:
    """Offer a draw, or accept one."""
    table.act(allowed(table, seat, "draw"), seat)
    if table.bots:
        table.remark = PLAY_ON


def at_any_time(table: Table, seat: int, word: str) -> Action | None:
    """Find what a seat may do at any time, by what is said of it."""
    return next((action for action in table.match.anytime(seat) if ANYTIME[word].says in action.name), None)


def allowed(table: Table, seat: int, word: str) -> Action:
    """Find it, or say why it cannot be done now."""
    match, action = table.match, at_any_time(table, seat, word)
    if action:
        return action
    own = next(action for action in match.game.actions if f"seat {seat} {ANYTIME[word].says}" in action.name)
    raise Refused(*match.game.why_not(match.view(seat), own, seat))


class Anytime(NamedTuple):
    """What some games let a seat do at any time: how its action is said, and what it is called."""

    says: str
    noun: str


ANYTIME = {"resign": Anytime("resigns", "resigning"), "draw": Anytime("offers a draw", "draw by agreement")}
ONE_BY_ONE = {"moves", "hint", "know"}  # of no use while a whole set-up is asked for
PLAY_ON = "bots answer by their next move: a planner or better takes a draw if it is behind, the others play on"


Command = Callable[["Table", int, str], None]
COMMANDS: dict[str, tuple[Command, str]] = {
    "?": (help_now, "this help; ? 12 shows clause 12, ? WORD every clause with that word"),
    "moves": (moves, "list every move with a number"),
    "show": (redraw, "draw the table again"),
    "undo": (undo, "take back your last action, if nothing was revealed and nobody acted since"),
    "confirm": (confirm, "ask before your turn ends, so that you can still undo; again: do not ask"),
    "hint": (hint, "up to three moves worth considering, how likely each wins, and why"),
    "know": (know, "what hidden things can be, and how likely"),
    "level": (level, "how strong the bots are; level 4 makes them stronger, level 1 weaker"),
    "log": (log, "everything that happened, as you heard it"),
    "resign": (resign, "give up"),
    "draw": (draw, "offer a draw, or accept one"),
    "save": (save, "save now; save FILE writes a record to a file of your own"),
    "quit": (leave, "leave; the match can be kept"),
}
