"""Cartagena in a terminal: the winding tunnel, the hands, and every move with the place where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from escapade.games.cartagena import rules as written
from escapade.games.cartagena.rules import (
    ADVANCE,
    BOAT,
    FIRST,
    LAST,
    OUTSIDE,
    PLACES,
    RETREAT,
    STOP,
    SYMBOLS,
    TURN,
)
from escapade.kernel.contract import Game
from escapade.kernel.fields import State
from escapade.kernel.names import NONE, OVER, UNKNOWN
from escapade.kernel.notation import Action
from escapade.kit import chart
from escapade.kit.counting import Unknown
from escapade.kit.drawing import Board, Offers, RenderContext, listed

rules: Any = written  # rules are untyped: they run on more than one form of a state

COLOURS = ("Red", "Blue", "Green", "Yellow", "Violet")
PAINT = ("white on red", "white on blue", "black on green", "black on yellow", "white on magenta")
INK = {"jug": "yellow", "parrot": "green", "pistol": "red", "tricorne": "magenta", "keys": "cyan"}  # hook: plain
CELL = 18  # columns of one space
LOW = 30  # lines of a terminal; with fewer, everything is set closer
FEW = 3  # hands that have a line each even then
SHORT = 4  # letters of a symbol where there is little room


def draw(context: RenderContext) -> RenderableType:
    """Set the whole table."""
    row = row_of_cards(context.view, context.width)
    below = [row] if context.view.tortuga and not row_in_wall(context) else []
    return Group(title(context), tunnel(context), hands(context), *below)


def title(context: RenderContext) -> Text:
    """Say which version it is, who does what now, and at the other end of the line what the piles hold."""
    return across(headline(context), piles(context.view), min(context.width, width_of(columns_of(context))))


def headline(context: RenderContext) -> Text:
    """Say which version it is, and who does what now."""
    view = context.view
    said = Text.assemble(("Cartagena", "bold"), (" · Tortuga" if view.tortuga else " · Jamaica", "dim"), "   ")
    if view.turn == OVER:
        return said.append("the game is over", "bold")
    if view.player < 0:
        return said.append("the table is being laid", "dim")
    said.append_text(badge(view.player)).append(f" {caller(context, view.player)} ")
    return said.append(f"action {min(view.done + 1, TURN)} of {TURN}", "bold")


def caller(context: RenderContext, seat: int) -> str:
    """Say whose turn it is."""
    return "your turn," if seat == context.observer else f"{COLOURS[seat]}'s turn,"


def badge(seat: int, number: int = 1) -> Text:
    """Pirates of a seat: its letter, in its colour."""
    return Text(COLOURS[seat][0] * number, f"bold {PAINT[seat]}")


def symbol(number: int, most: int | None = None) -> Text:
    """A symbol as a word, or the beginning of it, in a colour of its own."""
    word = SYMBOLS[number] if number >= 0 else ""
    return Text(word[:most], INK.get(word, ""))


# --- The tunnel --------------------------------------------------------------


def tunnel(context: RenderContext) -> Text:
    """Set the 36 spaces as a winding path: down the first column, up the second, and so on."""
    columns = columns_of(context)
    rows = LAST // columns
    up = columns % 2 == 0  # the last column leads up: the boat lies beside the fortress
    left = Text.assemble(" ▼ ", fortress(context), " ")
    lines = [wall("┌┬┐", columns, left, Text.assemble(" ", boat(context), " ▲ ") if up else Text(""))]
    for row in range(rows):
        line = Text().append("│", "dim")
        for column in range(columns):
            down = column % 2 == 0
            line.append_text(space(context, FIRST + column * rows + (row if down else rows - 1 - row)))
            turns = column < columns - 1 and row == (rows - 1 if down else 0)
            line.append("→" if turns else "│", "bold" if turns else "dim")
        lines.append(line)
    below = (
        Text.assemble(" ", row_of_cards(context.view, width_of(columns) - 6), " ") if row_in_wall(context) else Text("")
    )
    lines.append(wall("└┴┘", columns, below, Text("") if up else Text.assemble(" ", boat(context), " ▼ ")))
    return Text("\n").join(lines)


def columns_of(context: RenderContext) -> int:
    """How many columns of spaces there is room for."""
    return next((columns for columns in (6, 4) if context.width >= width_of(columns)), 3)


def width_of(columns: int) -> int:
    """How wide the tunnel is."""
    return columns * (CELL + 1) + 1


def wall(corners: str, columns: int, left: Text, right: Text) -> Text:
    """Draw the tunnel's upper or lower wall, with what is written at its two ends."""
    plain = Text(f"{corners[0]}{corners[1].join(['─' * CELL] * columns)}{corners[2]}", "dim")
    end = len(plain) - 2 - len(right)
    return Text.assemble(plain[:2], left, plain[2 + len(left) : end], right, plain[-2:])


def space(context: RenderContext, place: int) -> Text:
    """Set one space: its number, its symbol, who stands on it."""
    here, crowd = Text(), context.view.crowd[place]
    here.append(f" {place:>2} ", "bold" if crowd else "dim")
    here.append_text(symbol(context.view.tunnel[place]))
    here.append(" " * (CELL - here.cell_len - 1 - crowd))
    for seat in range(context.seats):
        here.append_text(badge(seat, context.view.pirates[seat][place]))
    return here.append(" ")


def fortress(context: RenderContext) -> Text:
    """Who is still outside."""
    return Text("fortress ", "bold").append_text(gathered(context, OUTSIDE))


def boat(context: RenderContext) -> Text:
    """Who has escaped."""
    return Text("boat ", "bold").append_text(gathered(context, BOAT))


def gathered(context: RenderContext, place: int) -> Text:
    """Pirates at one end of the tunnel."""
    groups = [badge(s, context.view.pirates[s][place]) for s in range(context.seats) if context.view.pirates[s][place]]
    return Text(" ").join(groups) if groups else Text("empty", "dim")


def across(left: Text, right: Text, width: int) -> Text:
    """Put one text at each end of a line; below each other if they are too long for one."""
    room = width - left.cell_len - right.cell_len
    return left.append(" " * room if room > 0 else "\n").append_text(right)


# --- Cards -------------------------------------------------------------------


def piles(view: State) -> Text:
    """How many cards are left, and how many were played."""
    played = sum(map(sum, view.played))
    return Text.assemble(("deck ", "dim"), str(view.left), ("  discards ", "dim"), str(played))


def hands(context: RenderContext) -> RenderableType:
    """Set everyone's cards: in full where they may be seen, else their number. Many hands share lines on a low page."""
    if context.height >= LOW or context.seats <= FEW:
        return in_lines(context, range(context.seats))
    others = Table.grid(padding=(0, 1, 0, 0))
    for _ in range(2):
        others.add_column(width=context.width // 2 - 1, overflow="fold")
    cells = [in_short(context, seat) for seat in range(context.seats) if seat != context.observer]
    for i in range(0, len(cells), 2):
        others.add_row(*cells[i : i + 2])
    return Group(in_lines(context, [context.observer]), others) if context.observer >= 0 else others


def in_lines(context: RenderContext, seats: Sequence[int]) -> Table:
    """Set a line for each of these hands."""
    grid = Table.grid(padding=(0, 1))
    for _ in range(3):
        grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    names = [
        Text(COLOURS[s], "bold" if s == context.observer else "").append(f" ({context.names[s]})", "dim") for s in seats
    ]
    room = context.width - max(name.cell_len for name in names) - len("► R   12 cards ")
    for seat, name in zip(seats, names, strict=True):
        held = hand(context.view, seat, room)
        grid.add_row(Text.assemble(mark(context, seat), " ", badge(seat)), name, number(context.view, seat), held)
    return grid


def in_short(context: RenderContext, seat: int) -> Text:
    """Set a hand in half a line."""
    said = Text.assemble(mark(context, seat), badge(seat), " ")
    if context.view.hand[seat][0] == UNKNOWN:
        said.append(COLOURS[seat]).append(f" ({context.names[seat]})", "dim").append(" ")
        return said.append_text(number(context.view, seat))
    return said.append(f"{context.view.held[seat]:>2} ").append_text(hand(context.view, seat, context.width // 2 - 7))


def mark(context: RenderContext, seat: int) -> Text:
    """Point to whose turn it is."""
    return Text("►" if context.view.player == seat and context.view.turn != OVER else " ", "bold")


def number(view: State, seat: int) -> Text:
    """How many cards a hand has."""
    return Text(f"{view.held[seat]:>2} card{'s' if view.held[seat] != 1 else ' '}")


def hand(view: State, seat: int, room: int) -> Text:
    """Which cards a hand has, in words as long as there is room for."""
    held = [(card, n) for card, n in enumerate(view.hand[seat]) if n]
    if view.hand[seat][0] == UNKNOWN:
        return Text("▒ " * min(view.held[seat], 12), "dim")
    for between in ("  ", " "):
        said = Text(between).join([symbol(card).append(f"×{n}" if n > 1 else "", "bold") for card, n in held])
        if said.cell_len <= room:
            return said
    for most in (SHORT, SHORT - 1):
        said = Text(" ").join([Text(str(n) if n > 1 else "", "bold") + symbol(card, most) for card, n in held])
        if said.cell_len <= room:
            break
    return said


def row_in_wall(context: RenderContext) -> bool:
    """Is Tortuga's row written in the tunnel's lower wall, to save a line?"""
    return bool(context.view.tortuga) and context.height < LOW and columns_of(context) % 2 == 0


def row_of_cards(view: State, room: int) -> Text:
    """Set Tortuga's row in a line; the next card comes from the left."""
    lying = [card for card in view.row[view.front :] if card != NONE]
    for between, most in ((" · ", None), (" ", None), (" ", SHORT)):
        cards = Text(between, "dim").join([symbol(card, most) for card in lying])
        if cards.cell_len <= room - 11:
            break
    return Text("row next ► ", "dim").append_text(cards if lying else Text("empty", "dim"))


# --- What can be done --------------------------------------------------------


def outcome(context: RenderContext, code: int) -> str:
    """Say where an action leads."""
    if code < RETREAT:
        card, start = divmod(code - ADVANCE, BOAT)
        end: int = rules.landing(context.view, card, start)
        return PLACES[end]
    refuge = rules.refuge_behind(context.view, code - RETREAT)
    return f"{PLACES[refuge]} +{context.view.crowd[refuge]}"


def label(context: RenderContext, action: Action) -> str:
    """An action in a list."""
    return f"{action.name} → {outcome(context, action.code)}" if action.code < STOP else action.name


def offers(context: RenderContext, actions: Sequence[Action]) -> Offers:
    """Set the moves as a table: a row for each of the own pirates' places, a column for each card, and retreat."""
    starts = sorted({place_of(action.code) for action in actions if action.code < STOP})
    columns = sorted({column_of(action.code) for action in actions if action.code < STOP})
    others = [action for action in actions if action.code >= STOP]
    if not starts or context.width < 8 + 9 * len(columns) + 1 + 8 * len(others):
        return Offers([*actions], listed(context, actions, label))
    by_cell = {(place_of(a.code), column_of(a.code)): a for a in actions if a.code < STOP}
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="", show_edge=False)
    table.add_column(Text("pirate", "dim"), justify="right")
    for column in columns:
        table.add_column(symbol(column) if column < len(SYMBOLS) else Text("retreat", "bold"))
    last = [Text.assemble((f"{i:>2} ", "bold cyan"), a.name) for i, a in enumerate(others, len(by_cell) + 1)]
    for _ in last:
        table.add_column("")
    numbered: list[Action] = []
    for start in starts:
        line = [Text(PLACES[start], "bold")]
        for column in columns:
            line.append(cell(context, by_cell.get((start, column)), numbered))
        table.add_row(*line, *last)
        last = []
    return Offers([*numbered, *others], table)


def cell(context: RenderContext, action: Action | None, numbered: list[Action]) -> Text:
    """One move: its number, and where it ends."""
    if action is None:
        return Text("  –", "dim")
    numbered.append(action)
    end = outcome(context, action.code)
    return Text.assemble((f"{len(numbered):>2} ", "bold cyan"), "→", (end, "bold" if end == "boat" else ""))


def place_of(code: int) -> int:
    """Where the pirate of a move stands."""
    return (code - ADVANCE) % BOAT if code < RETREAT else code - RETREAT


def column_of(code: int) -> int:
    """The card of a move; past the last card for a retreat."""
    return (code - ADVANCE) // BOAT if code < RETREAT else len(SYMBOLS)


def aim(view: State) -> str:
    """What it is all about."""
    return "Bring your six pirates into the boat. Cards move them on; going back to others draws cards."


def how(view: State) -> str:
    """What can be typed."""
    return "Type the number of a move: → says where the pirate lands, +1 or +2 how many cards you draw."


# --- What is hidden ---


def deductions(game: Game, view: State, unknowns: Sequence[Unknown]) -> RenderableType:
    """A line for each hidden hand, and one for the next card."""
    grid = chart.table("", *SYMBOLS, gap=1)
    hands = [unknown for unknown in unknowns if unknown.field == "hand"]
    for seat, row in groupby(hands, lambda unknown: unknown.index[0]):
        if view.held[seat] > 0:
            grid.add_row(f"{BOARD.name(view, seat)} ({view.held[seat]})", *map(chart.number, row))
    for unknown in unknowns:
        if not unknown.index:
            grid.add_row(f"next card ({view.left})", *chart.by_name(unknown, SYMBOLS))
    return chart.titled(f"Of hands: {chart.COUNTED}." if hands else "Only the order of the deck is hidden.", grid)


BOARD = Board(draw, offers, label, aim, how, COLOURS, deductions=deductions)
