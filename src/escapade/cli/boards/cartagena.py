"""Cartagena in a terminal: the winding tunnel, the hands, and every move with the place where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from escapade.cli.boards.scene import Board, Offers, Scene, listed
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
from escapade.kernel.fields import State
from escapade.kernel.names import NONE, OVER, UNKNOWN
from escapade.kernel.notation import Action

rules: Any = written  # rules are untyped: they run on more than one form of a state

COLOURS = ("Red", "Blue", "Green", "Yellow", "Violet")
PAINT = ("white on red", "white on blue", "black on green", "black on yellow", "white on magenta")
INK = {"jug": "yellow", "parrot": "green", "pistol": "red", "tricorne": "magenta", "keys": "cyan"}  # hook: plain
CELL = 18  # columns of one space


def draw(scene: Scene) -> RenderableType:
    """Set the whole table."""
    return Group(title(scene), tunnel(scene), *cards(scene))


def title(scene: Scene) -> Text:
    """Say which version it is, and who does what now."""
    view = scene.view
    said = Text.assemble(("Cartagena", "bold"), (" · Tortuga" if view.tortuga else " · Jamaica", "dim"), "   ")
    if view.turn == OVER:
        return said.append("the game is over", "bold")
    if view.player < 0:
        return said.append("the table is being laid", "dim")
    said.append_text(badge(view.player)).append(f" {caller(scene, view.player)} ")
    return said.append(f"action {min(view.done + 1, TURN)} of {TURN}", "bold")


def caller(scene: Scene, seat: int) -> str:
    """Say whose turn it is."""
    return "your turn," if seat == scene.eye else f"{COLOURS[seat]}'s turn,"


def badge(seat: int, number: int = 1) -> Text:
    """Pirates of a seat: its letter, in its colour."""
    return Text(COLOURS[seat][0] * number, f"bold {PAINT[seat]}")


def symbol(number: int, width: int = 0) -> Text:
    """A symbol as a word, in a colour of its own."""
    word = SYMBOLS[number] if number >= 0 else ""
    return Text(word.ljust(width), INK.get(word, ""))


# --- The tunnel --------------------------------------------------------------


def tunnel(scene: Scene) -> Text:
    """Set the 36 spaces as a winding path: down the first column, up the second, and so on."""
    columns = 6 if scene.width >= 6 * (CELL + 1) + 1 else 4 if scene.width >= 4 * (CELL + 1) + 1 else 3
    rows = LAST // columns
    lines = [fortress(scene), wall("┌┬┐", columns, {0: "▼"} | ({columns - 1: "▲"} if columns % 2 == 0 else {}))]
    if columns % 2 == 0:
        lines[0] = across(lines[0], boat(scene), columns * (CELL + 1) + 1)
    for row in range(rows):
        line = Text().append("│", "dim")
        for column in range(columns):
            down = column % 2 == 0
            line.append_text(space(scene, FIRST + column * rows + (row if down else rows - 1 - row)))
            turns = column < columns - 1 and row == (rows - 1 if down else 0)
            line.append("→" if turns else "│", "bold" if turns else "dim")
        lines.append(line)
    lines.append(wall("└┴┘", columns, {columns - 1: "▼"} if columns % 2 else {}))
    if columns % 2:
        lines.append(across(Text(""), boat(scene), columns * (CELL + 1) + 1))
    return Text("\n").join(lines)


def wall(corners: str, columns: int, doors: dict[int, str]) -> Text:
    """Draw the tunnel's upper or lower wall, with its two doors."""
    parts = [f" {doors[c]} ".center(CELL, "─") if c in doors else "─" * CELL for c in range(columns)]
    return Text(f"{corners[0]}{corners[1].join(parts)}{corners[2]}", "dim")


def space(scene: Scene, place: int) -> Text:
    """Set one space: its number, its symbol, who stands on it."""
    here, crowd = Text(), scene.view.crowd[place]
    here.append(f" {place:>2} ", "bold" if crowd else "dim")
    here.append_text(symbol(scene.view.tunnel[place], 9))
    here.append(" " * (CELL - here.cell_len - 1 - crowd))
    for seat in range(scene.seats):
        here.append_text(badge(seat, scene.view.pirates[seat][place]))
    return here.append(" ")


def fortress(scene: Scene) -> Text:
    """Who is still outside."""
    return Text("fortress ", "bold").append_text(gathered(scene, OUTSIDE))


def boat(scene: Scene) -> Text:
    """Who has escaped."""
    return Text("boat ", "bold").append_text(gathered(scene, BOAT))


def gathered(scene: Scene, place: int) -> Text:
    """Pirates at one end of the tunnel."""
    groups = [badge(s, scene.view.pirates[s][place]) for s in range(scene.seats) if scene.view.pirates[s][place]]
    return Text(" ").join(groups) if groups else Text("empty", "dim")


def across(left: Text, right: Text, width: int) -> Text:
    """Put one text at each end of a line."""
    return left.append(" " * max(1, width - left.cell_len - right.cell_len)).append_text(right)


# --- Cards -------------------------------------------------------------------


def cards(scene: Scene) -> list[RenderableType]:
    """Set hands and piles."""
    view = scene.view
    played = sum(map(sum, view.played))
    piles = Text.assemble(("deck ", "dim"), str(view.left), ("  discards ", "dim"), str(played))
    return [hands(scene), *([row(view)] if view.tortuga else []), piles]


def hands(scene: Scene) -> Table:
    """Set everyone's cards: in full where they may be seen, else their number."""
    grid = Table.grid(padding=(0, 1))
    for _ in range(3):
        grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for seat in range(scene.seats):
        mark = "►" if scene.view.player == seat and scene.view.turn != OVER else " "
        name = Text(COLOURS[seat], "bold" if seat == scene.eye else "").append(f" ({scene.names[seat]})", "dim")
        grid.add_row(Text.assemble((mark, "bold"), " ", badge(seat)), name, *hand(scene.view, seat))
    return grid


def hand(view: State, seat: int) -> tuple[Text, Text]:
    """One hand: how many cards, and which."""
    held = view.held[seat]
    number = Text(f"{held:>2} card{'s' if held != 1 else ' '}")
    if view.hand[seat][0] == UNKNOWN:
        return number, Text("▒ " * min(held, 12), "dim")
    groups = [symbol(s).append(f"×{n}" if n > 1 else "", "bold") for s, n in enumerate(view.hand[seat]) if n]
    return number, Text("  ").join(groups)


def row(view: State) -> Text:
    """Set Tortuga's row; the next card comes from the left."""
    lying = [symbol(card) for card in view.row[view.front :] if card != NONE]
    cards = Text(" · ", "dim").join(lying) if lying else Text("empty", "dim")
    return Text().append("row  next ► ", "dim").append_text(cards)


# --- What can be done --------------------------------------------------------


def outcome(scene: Scene, code: int) -> str:
    """Say where an action leads."""
    if code < RETREAT:
        card, start = divmod(code - ADVANCE, BOAT)
        end: int = rules.landing(scene.view, card, start)
        return PLACES[end]
    refuge = rules.refuge_behind(scene.view, code - RETREAT)
    return f"{PLACES[refuge]} +{scene.view.crowd[refuge]}"


def label(scene: Scene, action: Action) -> str:
    """An action in a list."""
    return f"{action.name} → {outcome(scene, action.code)}" if action.code < STOP else action.name


def offers(scene: Scene, actions: Sequence[Action]) -> Offers:
    """Set the moves as a table: a row for each of the own pirates' places, a column for each card, and retreat."""
    starts = sorted({place_of(action.code) for action in actions if action.code < STOP})
    columns = sorted({column_of(action.code) for action in actions if action.code < STOP})
    others = [action for action in actions if action.code >= STOP]
    if scene.width < 12 + 10 * len(columns):
        return Offers([*actions], listed(scene, actions, label))
    by_cell = {(place_of(a.code), column_of(a.code)): a for a in actions if a.code < STOP}
    table = Table(box=None, padding=(0, 1), header_style="", show_edge=False)
    table.add_column(Text("pirate", "dim"), justify="right")
    for column in columns:
        table.add_column(symbol(column) if column < len(SYMBOLS) else Text("retreat", "bold"))
    numbered: list[Action] = []
    for start in starts:
        line = [Text(PLACES[start], "bold")]
        for column in columns:
            line.append(cell(scene, by_cell.get((start, column)), numbered))
        table.add_row(*line)
    shown: list[RenderableType] = [table] if starts else []
    if others:
        shown.append(listed(scene, others, label, len(numbered) + 1))
    return Offers([*numbered, *others], Group(*shown))


def cell(scene: Scene, action: Action | None, numbered: list[Action]) -> Text:
    """One move: its number, and where it ends."""
    if action is None:
        return Text("  –", "dim")
    numbered.append(action)
    end = outcome(scene, action.code)
    return Text.assemble((f"{len(numbered):>2} ", "bold cyan"), "→", (end, "bold" if end == "boat" else ""))


def place_of(code: int) -> int:
    """Where the pirate of a move stands."""
    return (code - ADVANCE) % BOAT if code < RETREAT else code - RETREAT


def column_of(code: int) -> int:
    """The card of a move; past the last card for a retreat."""
    return (code - ADVANCE) // BOAT if code < RETREAT else len(SYMBOLS)


def clauses(view: State) -> tuple[str, ...]:
    """What matters at a turn."""
    now = ("CAR-10", "CAR-20", "CAR-21", "CAR-22", "CAR-30", "CAR-31", "CAR-32", "CAR-40")
    return (*now, "CAR-34", "CAR-37") if view.tortuga else now


def aim(view: State) -> str:
    """What it is all about."""
    return "Bring your six pirates into the boat. Cards move them on; going back to others draws cards."


def how(view: State) -> str:
    """What can be typed."""
    return "Type the number of a move: → says where the pirate lands, +1 or +2 how many cards you draw."


BOARD = Board(draw, offers, label, clauses, aim, how, COLOURS)
