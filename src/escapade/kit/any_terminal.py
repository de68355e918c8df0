"""Any game, drawn from its field table: complete, and in words as far as the game has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from escapade.kernel import field_text
from escapade.kernel.fields import Axis, Field, State
from escapade.kernel.names import CHANCE, NONE, OVER, UNKNOWN
from escapade.kernel.notation import Action
from escapade.kernel.rulebook import rulebook
from escapade.kernel.words import languages, say
from escapade.kit.drawing import Board, Offers, RenderContext, listed

NOTHING = "–"
EMPTY = {NOTHING, "0", "no"}  # is left out of a list, and dimmed elsewhere
MEANING = 72  # columns of a terminal that has room to say what fields mean


def draw(context: RenderContext) -> RenderableType:
    """Set whose turn it is, the table's fields, a column for each seat, and the clauses that matter now."""
    fields = context.game.fields.table
    shared = [field for field in fields if not by_seat(field) and field.name != "turn"]
    parts: list[RenderableType] = [
        Text.assemble((context.game.title, "bold"), "  ", (turn(context), "bold cyan")),
        facts(context, shared),
    ]
    if own := [field for field in fields if by_seat(field)]:
        parts.append(seats(context, own))
    if clauses := matter(context):
        parts.append(clauses)
    return Group(*parts)


def by_seat(field: Field) -> bool:
    """Has each seat a row of this field?"""
    return bool(field.shape) and isinstance(field.shape[0], Axis) and field.shape[0].counts == "seat"


def turn(context: RenderContext) -> str:
    """Whose turn it is, or that there is none any more."""
    acts = context.view.turn
    if acts < 0:
        return {CHANCE: "chance acts", OVER: "the game is over"}[acts]
    return "your turn" if acts == context.observer else f"turn: {name(context, acts)}"


def name(context: RenderContext, seat: int) -> str:
    """A seat by its number and by who sits there."""
    player = context.names[seat] if seat < len(context.names) else ""
    return f"seat {seat} ({player})" if player and player != f"seat {seat}" else f"seat {seat}"


def facts(context: RenderContext, fields: Sequence[Field]) -> RenderableType:
    """What belongs to no seat: a line for each field, what never changes last, and those that hold nothing in one."""
    wide = context.width >= MEANING
    table = Table(box=None, padding=(0, 1), show_header=False)
    table.add_column(no_wrap=True, style="cyan")
    table.add_column(overflow="fold", ratio=3)
    if wide:
        table.add_column(overflow="fold", style="dim", ratio=2)
    empty = []
    for field in sorted(fields, key=lambda field: field.fixed):
        value = getattr(context.view, field.name)
        said = words(context, field, value, field.shape)
        if said.plain == NOTHING:
            empty.append(field.name)
        else:
            table.add_row(field.name, grid(context, field, value) or said, *[field.about] * wide)
    return Group(table, Text(f" nothing in {', '.join(empty)}", "dim")) if empty else table


def seats(context: RenderContext, fields: Sequence[Field]) -> Table:
    """What belongs to seats: a column for each, the observer's first, and who acts marked."""
    order = sorted(range(context.seats), key=lambda seat: seat != context.observer)
    table = Table(box=None, padding=(0, 1), header_style="bold")
    table.add_column("", no_wrap=True, style="cyan")
    for seat in order:
        acts = "► " if seat == context.view.turn else ""
        style = "bold green" if seat == context.observer else "bold"
        table.add_column(Text(f"{acts}{name(context, seat)}", style), overflow="fold", ratio=1)
    for field in fields:
        rows = getattr(context.view, field.name)
        said = [words(context, field, rows[seat], field.shape[1:]) for seat in order]
        if any(part.plain != NOTHING for part in said):
            table.add_row(field.name, *said)
    return table


def grid(context: RenderContext, field: Field, rows: Any) -> Table | None:
    """Cells in rows and columns, as they lie, if they do and there is room."""
    if len(field.shape) != 2:
        return None
    cells = [[cell(context, field, value) for value in row] for row in rows]
    columns = [max(len(head), *(row[i].cell_len for row in cells)) for i, head in enumerate(labels(field, 1))]
    if sum(columns) + len(columns) + max(map(len, labels(field, 0))) > context.width // 2:
        return None
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("", style="dim", no_wrap=True)
    for column in labels(field, 1):
        table.add_column(column, no_wrap=True)
    for head, row in zip(labels(field, 0), cells, strict=True):
        table.add_row(head, *row)
    return table


def labels(field: Field, axis: int) -> Sequence[str]:
    """What stands along an axis."""
    along = field.shape[axis]
    return along.labels if isinstance(along, Axis) else [str(i) for i in range(along)]


def words(context: RenderContext, field: Field, value: Any, shape: Sequence[int]) -> Text:
    """Some cells in words: those that hold nothing are left out, and what is hidden stands there once."""
    if not shape:
        return cell(context, field, value)
    if all_hidden(value):
        return Text("? hidden", "magenta")
    parts, (before, after) = [], (": ", "") if len(shape) == 1 else (" (", ")")
    for label, inner in zip(labels(field, len(field.shape) - len(shape)), value, strict=True):
        said = words(context, field, inner, shape[1:])
        if said.plain not in EMPTY:
            parts.append(Text(label) if is_flag(field) and inner == 1 else Text.assemble(label, before, said, after))
    return Text(", ").join(parts) if parts else Text(NOTHING, "dim")


def all_hidden(value: Any) -> bool:
    """Is every cell of this hidden?"""
    return all(map(all_hidden, value)) if isinstance(value, list) else value == UNKNOWN


def is_flag(field: Field) -> bool:
    """Does a field say yes or no? Then its meaning says what 1 is."""
    return field.about.startswith("1: ") and field.holds is None and field.bits is None


def cell(context: RenderContext, field: Field, value: int) -> Text:
    """One cell: what its number stands for."""
    if value == UNKNOWN:
        return Text("?", "magenta")
    if value == NONE:
        return Text(NOTHING, "dim")
    if is_flag(field) and value in (0, 1):
        return Text("yes" if value else "no", "" if value else "dim")
    if field.holds is not None and field.holds.counts == "seat":
        return Text("you" if value == context.observer else f"seat {value}")
    said = field_text.cell(field, value) or NOTHING
    return Text(said, "dim" if said in EMPTY else "")


def matter(context: RenderContext) -> Table | None:
    """The clauses that matter now, a line each; `?` shows them in full."""
    wanted = context.game.clauses(context.view)
    if not wanted:
        return None
    table = Table(box=None, padding=(0, 1), show_header=False, width=context.width)
    table.add_column(no_wrap=True, style="dim")
    table.add_column(no_wrap=True, overflow="ellipsis", style="dim", ratio=1)
    for clause in rulebook(context.game).clauses:
        if clause.id in wanted:
            table.add_row(clause.id, " ".join(clause.text.replace("*", "").split()))
    return table


def label(context: RenderContext, action: Action) -> str:
    """An action by its name and, where the game has words, by what it would do."""
    message, args = context.game.offer(context.view, context.observer, action.code)
    if not message or not languages(context.game):
        return action.name
    known = {
        part: context.names[seat]
        for part in context.game.messages.SEAT_ARGS
        if isinstance(seat := args.get(part), int) and 0 <= seat < len(context.names)
    }
    return f"{action.name}: {say(context.game, message, {**args, **known})}"


def offers(context: RenderContext, actions: Sequence[Action]) -> Offers:
    """Everything, numbered."""
    return Offers([*actions], listed(context, actions, label))


def aim(view: State) -> str:
    """Nothing is known about the aim."""
    return ""


def how(view: State) -> str:
    """What can be typed."""
    return "type a number, or an action's name; ? shows the rules that matter now"


BOARD = Board(draw, offers, label, aim, how)
