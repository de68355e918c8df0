"""What a board draws from: one view and its events, never the state of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rich.console import RenderableType
from rich.text import Text

from escapade.kernel.contract import Game
from escapade.kernel.fields import State
from escapade.kernel.notation import Action
from escapade.kit.chart import by_line
from escapade.kit.counting import Unknown


@dataclass(frozen=True)
class RenderContext:
    """The view and events of one observer, and the size of the terminal."""

    game: Game
    view: State
    seats: int
    observer: int  # a seat; negative: nobody's side of the table
    names: tuple[str, ...]  # of the seats: "you", "greedy bot"
    recent: tuple[tuple[int, int], ...] = ()  # (seat, code) heard since the eye's seat last acted, that one included
    width: int = 80
    height: int = 40


class Offers(NamedTuple):
    """What can be chosen by its number, from 1, and how that is shown."""

    actions: list[Action]
    shown: RenderableType


class Arranging(NamedTuple):
    """How a whole set-up is asked for, instead of one action after another."""

    ask: Callable[[Any, int], None]  # a table of the terminal, and a seat: until it is handed in
    belongs: Callable[[Action], bool]  # is this action a part of a set-up?


class Board(NamedTuple):
    """How a game is shown: its drawing, its offers, and what helps right now."""

    draw: Callable[[RenderContext], RenderableType]
    offers: Callable[[RenderContext, Sequence[Action]], Offers]
    label: Callable[[RenderContext, Action], str]  # an action in a list, with what it leads to
    aim: Callable[[State], str]  # of the game, in a line
    how: Callable[[State], str]  # to say what one wants, in a line
    called: tuple[str, ...] | Callable[[State, int], str] = ()  # the seats in sentences; by number where it is empty
    deductions: Callable[[Game, State, Sequence[Unknown]], RenderableType] = by_line  # what is hidden, with its chances
    declined: Callable[[State], str] = lambda view: ""  # why a table does without deductions
    arrange: Arranging | None = None

    def seat_name(self, view: State, seat: int) -> str:
        """What the drawing calls a seat: a colour. Empty if it has no name for it, or not yet."""
        if callable(self.called):
            return self.called(view, seat)
        return self.called[seat] if seat < len(self.called) else ""

    def name(self, view: State, seat: int) -> str:
        """The same, or the seat's number."""
        return self.seat_name(view, seat) or f"Seat {seat}"


def flow(head: Text, parts: Sequence[Text], width: int, indent: int) -> Text:
    """Set texts after a head, none of them broken, in as many lines as it takes."""
    said, used = head, head.cell_len
    for part in parts:
        if used + part.cell_len > width and used > indent:
            said.rstrip()
            said.append("\n" + " " * indent)
            used = indent
        gap = " " if part.plain.endswith(",") else "  "
        said.append_text(part).append(gap)
        used += part.cell_len + len(gap)
    said.rstrip()
    return said


def listed(
    context: RenderContext, actions: Sequence[Action], label: Callable[[RenderContext, Action], str], first: int = 1
) -> Text:
    """Set actions with their numbers, in as many columns as there is room for."""
    texts = [
        Text.assemble((f"{i:>3} ", "bold cyan"), label(context, action)) for i, action in enumerate(actions, first)
    ]
    if not texts:
        return Text("")
    room = max(text.cell_len for text in texts) + 2
    columns = max(1, min(len(texts), context.width // room))
    rows = -(-len(texts) // columns)
    lines = []
    for row in range(rows):
        line = Text()
        for text in texts[row::rows]:
            line.append_text(text)
            line.append(" " * (room - text.cell_len))
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)
