"""Stratego in a terminal: the board from the player's own side, what is left of both armies, and the moves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from escapade.games.stratego import rules as written
from escapade.games.stratego.arrange import ARRANGE_ARMY
from escapade.games.stratego.deductions import NOT_PLACED
from escapade.games.stratego.rules import (
    ARRANGE,
    CLASSIC,
    MEN,
    PLAY,
    QUIET_SHOWN,
    RANK,
    RANKS,
    SIZE,
    SQUARE,
    SQUARES,
)
from escapade.kernel.contract import Game
from escapade.kernel.fields import State
from escapade.kernel.names import NONE, OMNISCIENT, OVER
from escapade.kernel.notation import Action
from escapade.kit import chart
from escapade.kit.counting import Unknown
from escapade.kit.drawing import Board, Offers, RenderContext, listed

rules: Any = written  # rules are untyped: they run on more than one form of a state

SHORT = tuple(rank[:2].capitalize() for rank in RANKS)  # Fl Sp Sc Mi Se Ma Co Ge Bo
CELL = 4
LOW, TALL = 30, 42  # lines of a terminal
BOARD_WIDTH = 3 + SIZE * (CELL + 1) + 1


def draw(context: RenderContext) -> RenderableType:
    """Set board and armies side by side, or one above the other where there is little room."""
    if not beside(context):
        return Group(title(context), board(context), armies(context), legend(context))
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=BOARD_WIDTH)
    grid.add_column(overflow="fold")
    grid.add_row(board(context), Group(title(context), Text(""), armies(context), Text(""), legend(context)))
    return grid


def beside(context: RenderContext) -> bool:
    """Is there room for the armies beside the board?"""
    return context.width >= BOARD_WIDTH + 32


def side(context: RenderContext) -> int:
    """From whose side the board is seen."""
    return max(context.observer, 0)


def paint(view: State, seat: int) -> str:
    """A seat's colour: red is whoever drew it."""
    return "black on white" if view.red == NONE else "white on red" if seat == view.red else "white on blue"


def colour(view: State, seat: int) -> str:
    """The same as a word."""
    return "not drawn" if view.red == NONE else "red" if seat == view.red else "blue"


def called(view: State, seat: int) -> str:
    """The same as a name; empty before the lot."""
    return "" if view.red == NONE else colour(view, seat).capitalize()


# --- The board ---------------------------------------------------------------


def board(context: RenderContext) -> Text:
    """Set the 64 squares, with coordinates."""
    turned = side(context) == 1
    rows = range(SIZE) if turned else range(SIZE - 1, -1, -1)
    columns = range(SIZE - 1, -1, -1) if turned else range(SIZE)
    letters = Text("   " + "".join(f"  {'abcdefgh'[c]}  " for c in columns).rstrip(), "dim")
    lines = [letters, edge("┌┬┐")]
    for i, r in enumerate(rows):
        line = Text().append(f" {r + 1} ", "dim").append("│", "dim")
        for c in columns:
            line.append_text(square(context, SIZE * r + c)).append("│", "dim")
        lines += [line, edge("├┼┤" if i < SIZE - 1 else "└┴┘")]
    if context.height < (LOW if beside(context) else TALL):  # without the lines between the rows
        lines = [*lines[:2], *lines[2:-1:2], lines[-1]]
    return Text("\n").join(lines)


def edge(corners: str) -> Text:
    """Draw a line between two rows."""
    return Text(f"   {corners[0]}{corners[1].join(['─' * CELL] * SIZE)}{corners[2]}", "dim")


def square(context: RenderContext, where: int) -> Text:
    """Set one square: a mark for the last move, the piece, a mark for what is known of it."""
    view, piece = context.view, context.view.board[where]
    start, end = last_move(context)
    if piece == NONE:
        return Text({start: " ∘  ", end: " ×  "}.get(where, " " * CELL), "bold yellow")
    seat = piece // MEN
    if view.phase != PLAY and view.rank[piece] < 0:
        return Text(" ·· " if seat == side(context) else " ▒▒ ", "dim")
    lead = "›" if where == end else " "
    known = rank_shown(context, piece)
    letters = "▒▒" if known is None else SHORT[known] if seat == side(context) else SHORT[known].lower()
    style = f"{'bold ' if known is not None else ''}{paint(view, seat)}"
    return Text.assemble((lead, "bold yellow"), (letters + note(context, piece), style))


def rank_shown(context: RenderContext, piece: int) -> int | None:
    """The rank that is drawn, if it is known; STR-42: the classic page turns enemy pieces over again."""
    view = context.view
    if view.rank[piece] < 0:
        return None
    own = piece // MEN == context.observer or context.observer == OMNISCIENT
    if view.memory == CLASSIC and not own and view.turn != OVER and view.at[piece] not in met(context):
        return None
    rank: int = view.rank[piece]
    return rank


def note(context: RenderContext, piece: int) -> str:
    """• it has moved; ! an own piece that the enemy knows."""
    own = piece // MEN == context.observer
    if own and context.view.shown[piece] and context.view.turn != OVER and context.view.memory != CLASSIC:
        return "!"
    return "•" if context.view.moved[piece] else " "


def met(context: RenderContext) -> set[int]:
    """The squares where something was turned up since the player last acted."""
    return {code % SQUARE for _, code in context.recent if code < ARRANGE}


def last_move(context: RenderContext) -> tuple[int, int]:
    """The squares of the last move."""
    moves = [code for _, code in context.recent if code < ARRANGE]
    return divmod(moves[-1], SQUARE) if moves else (NONE, NONE)


# --- Beside the board --------------------------------------------------------


def title(context: RenderContext) -> Text:
    """Say whose turn it is, and what presses."""
    view, said = context.view, Text("Stratego  ", "bold")
    if view.turn == OVER:
        said.append("the game is over", "bold")
    elif view.phase != PLAY:
        said.append("set-up", "bold")
    else:
        whose = "your move" if view.turn == context.observer else f"{colour(view, view.turn)} moves"
        said.append(f" {colour(view, view.turn)} ", paint(view, view.turn)).append(f" {whose}")
    if view.quiet >= QUIET_SHOWN and view.limit and view.turn != OVER:  # STR-33
        said.append(f"\n{view.quiet} of {view.limit} moves without an attack", "yellow")
    for seat in range(2):
        if view.offered[seat] and view.turn != OVER:
            again = "; draw accepts it" if seat != context.observer >= 0 else ""
            said.append(f"\n{colour(view, seat)} offers a draw{again}", "yellow")
    return said


def armies(context: RenderContext) -> Table:
    """Set what each side has left of each rank, strongest first: it is the legend of the board, too."""
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="")
    table.add_column("")
    table.add_column("")
    near = side(context)
    for seat in (near, 1 - near):
        head = Text().append(f" {called(context.view, seat) or f'seat {seat}'} ", paint(context.view, seat))
        table.add_column(head.append(f"\n {context.names[seat]}"), no_wrap=True)
    for rank in reversed(range(RANK)):
        name = Text(SHORT[rank], "bold")
        table.add_row(name, RANKS[rank], left(context, near, rank), left(context, 1 - near, rank))
    return table


def left(context: RenderContext, seat: int, rank: int) -> Text:
    """One dot for each piece: full while it stands, hollow when it was removed (STR-41)."""
    own = range(MEN * seat, MEN * seat + MEN)
    gone = sum(context.view.at[p] == NONE and context.view.rank[p] == rank for p in own)
    return Text("●" * (context.view.army[rank] - gone)).append("○" * gone, "dim")


def legend(context: RenderContext) -> Text:
    """Explain the marks."""
    known = "" if context.view.memory == CLASSIC else "\n! known to the enemy"
    words = "Ge yours  ge enemy's  ▒▒ unknown" if context.observer >= 0 else "Ge seat 0  ge seat 1  ▒▒ unknown"
    return Text(f"{words}\n› ∘ last move  • has moved{known if context.observer >= 0 else ''}", "dim")


# --- What can be done --------------------------------------------------------


def label(context: RenderContext, action: Action) -> str:
    """An action in a list."""
    if action.code >= ARRANGE:
        return action.name
    start, end = divmod(action.code, SQUARE)
    rank = context.view.rank[context.view.board[start]]
    attack = " attack" if context.view.board[end] != NONE else ""
    return f"{action.name} {SHORT[rank] if rank >= 0 else ''}{attack}"


def offers(context: RenderContext, actions: Sequence[Action]) -> Offers:
    """Name the squares from which something can move; a list of all moves would fill the screen."""
    starts = sorted({action.code // SQUARE for action in actions if action.code < ARRANGE})
    if not starts:
        return Offers([*actions], listed(context, actions, label))
    said = Text().append("can move  ", "dim")
    for start in starts:
        piece = context.view.rank[context.view.board[start]]
        said.append(f"{SQUARES[start]} ", "bold cyan").append(f"{SHORT[piece]}  ")
    return Offers([], said)


def aim(view: State) -> str:
    """What it is all about."""
    return "Find and take the enemy's flag. Whoever attacks learns what was met, and shows what attacked."


def how(view: State) -> str:
    """What can be typed."""
    if view.phase != PLAY:
        return "A number or name chooses a set-up, swap a1 b2 changes it, mirror turns it; ok when it stands."
    return "Type c3-c4 to move or attack, c3 to list the moves of that piece, moves to list all."


# --- What is hidden ---


def deductions(game: Game, view: State, unknowns: Sequence[Unknown]) -> RenderableType:
    """A table for each side that hides pieces: its ranks down, pieces with the same chances side by side."""
    sides = groupby(unknowns, lambda unknown: unknown.index[0] // MEN)
    return Group(*(army(BOARD.name(view, seat), view, list(pieces)) for seat, pieces in sides))


def army(name: str, view: State, pieces: Sequence[Unknown]) -> RenderableType:
    """What one side hides."""
    if any(NOT_PLACED in dict(piece.odds) for piece in pieces):
        return Text(f"{name} has not set up its army yet.", "dim")
    groups: dict[tuple[bool, tuple[tuple[str, Fraction], ...]], list[Unknown]] = {}
    for piece in sorted(pieces, key=lambda piece: view.moved[piece.index[0]]):
        groups.setdefault((view.moved[piece.index[0]] == 1, piece.odds), []).append(piece)
    labels = [("moved" if moved else "not moved") + f" ({len(alike)})" for (moved, _), alike in groups.items()]
    grid = chart.table("", "left", *labels)
    for rank in reversed(RANKS):
        chances = [dict(odds).get(rank, Fraction(0)) for _, odds in groups]
        left = sum(chance * len(alike) for chance, alike in zip(chances, groups.values(), strict=True))
        if left > 0:
            grid.add_row(rank, str(left), *(chart.cell(chart.percent(chance), chance) for chance in chances))
    where = Table.grid(padding=(0, 2, 0, 0))
    for label, alike in zip(labels, groups.values(), strict=True):
        squares = sorted(piece.what.removeprefix("piece on ") for piece in alike)
        where.add_row(Text(label, "dim"), " ".join(squares))
    return chart.titled(f"{name}'s unknown pieces: how many are left of each rank, and where they may be.", grid, where)


def declined(view: State) -> str:
    """STR-42: what may be known stays the same, but a table may want it remembered by heads."""
    classic = "At this table everyone remembers the pieces alone (the option memory is classic)."
    return classic if view.memory == CLASSIC else ""


BOARD = Board(draw, offers, label, aim, how, called, deductions=deductions, declined=declined, arrange=ARRANGE_ARMY)
