"""`escapade rules`: the rules as a page, or the clauses asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from escapade.cli.screen import Screen
from escapade.games import GAMES
from escapade.kernel.contract import find_game
from escapade.kernel.rulebook import Clause, Rulebook, rulebook

MARKS = {"ruling": "magenta", "example": "green", "data": "yellow"}


def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game.")],
    clause: Annotated[
        list[str] | None, typer.Argument(metavar="CLAUSE", help="A clause (CAR-12, or 12), or a word.")
    ] = None,
) -> None:
    """Read a game's rules: all of them, one clause, or every clause with a word in it."""
    book, screen = rulebook(find_game(GAMES, game)), Screen()
    shown = page(book) if not clause else clauses(book.find(" ".join(clause)))
    screen.console.print(shown, width=min(screen.width, 96))


def page(book: Rulebook) -> RenderableType:
    """Set the whole rules."""
    parts: list[RenderableType] = [Text(book.title, "bold reverse"), legend(book.clauses), Text("")]
    for section in book.sections:
        if section.heading:
            style = "bold cyan" if section.level == 2 else "cyan"
            parts.append(Rule(Text(section.heading, style), align="left", style="dim cyan"))
        if section.opening.strip():
            parts += [Markdown(section.opening), Text("")]
        if section.clauses:
            parts += [clauses(section.clauses), Text("")]
    return Group(*parts)


def clauses(found: Iterable[Clause]) -> Table:
    """Set some clauses, one below the other."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True, min_width=7)
    grid.add_column(overflow="fold", ratio=1)
    for clause in found:
        text: RenderableType = Markdown(clause.text)
        if clause.marks:
            marks = [Text(mark, f"italic {MARKS.get(mark, 'dim')}") for mark in clause.marks]
            text = Group(Text(", ").join(marks), text)
        grid.add_row(Text(clause.id, "bold"), Padding(text, (0, 0, 0, 1)))
    return grid


def legend(found: Iterable[Clause]) -> Text:
    """Say what the marks mean, those that occur."""
    meaning = {
        "ruling": "where the published rules are silent or unclear, decided here",
        "example": "a case worked through",
        "data": "facts of the box, kept in pieces.toml",
    }
    occur = [mark for mark in meaning if any(mark in clause.marks for clause in found)]
    lines = [Text(f"{mark}: ", MARKS[mark]).append(meaning[mark], "dim") for mark in occur]
    return Text("\n").join(lines)
