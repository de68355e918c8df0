"""Stalag 17 in a terminal: the plan, the players, the own cards and what they lack, and what can be done with each."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from escapade.games.stalag17 import deductions as deduced
from escapade.games.stalag17.cards import BARRACKS, DOUBLE, ESCAPE, INFORMATION, KINDS, MASK, OBJECTS, PRISONERS
from escapade.games.stalag17.discards import SET
from escapade.games.stalag17.plan import laid_points
from escapade.games.stalag17.rules import (
    ADD,
    ATTEMPT,
    BEGIN_SET,
    DISCARD,
    DRAW_TWO,
    END,
    KIND,
    LAY,
    OBJECT,
    TAKE,
)
from escapade.kernel.contract import Game
from escapade.kernel.fields import State
from escapade.kernel.names import OVER, UNKNOWN
from escapade.kernel.notation import Action
from escapade.kit import chart
from escapade.kit.counting import Unknown
from escapade.kit.drawing import Board, Offers, RenderContext, flow, listed

COLOURS = ("Red", "Blue", "Green", "Yellow", "Violet")
PAINT = ("white on red", "white on blue", "black on green", "black on yellow", "white on magenta")
INK = {"clothes": "magenta", "food": "green", "document": "yellow", "tool": "red", "map": "cyan"}
INK |= {"escape": "bold", "barracks": "blue", "information": "blue"}
FREE, CAUGHT = "○", "●"
BELOW = "· below +"
SORTS = (*((thing, 3 * i, 3 * i + 3) for i, thing in enumerate(OBJECTS)), ("double", DOUBLE, ESCAPE))
SORTS = (*SORTS, ("escape", ESCAPE, BARRACKS), ("barracks", BARRACKS, INFORMATION), ("information", INFORMATION, KIND))


def draw(context: RenderContext) -> RenderableType:
    """Set the whole table."""
    own = [mine(context)] if context.observer >= 0 else []
    counted = [unseen(context)] if context.view.counting == 1 and context.view.turn != OVER else []
    return Group(title(context), plan(context), players(context), discards(context), *own, *counted)


def title(context: RenderContext) -> Text:
    """Say which round it is, and who does what now."""
    view = context.view
    said = Text.assemble(("Stalag 17", "bold"), (f" · round {view.round}", "dim"), "   ")
    if view.turn == OVER:
        return said.append("the game is over", "bold")
    if view.player < 0:
        return said.append("the table is being laid", "dim")
    said.append_text(badge(view.player))
    said.append(" your turn" if view.player == context.observer else f" {COLOURS[view.player]}'s turn", "bold")
    if view.building > 0:
        said.append(f", discarding a {'set' if view.building == SET else 'run'}")
    return said.append(", after a failed attempt") if view.failed == 1 else said


def badge(seat: int) -> Text:
    """A seat: its letter, in its colour."""
    return Text(COLOURS[seat][0], f"bold {PAINT[seat]}")


def card(kind: int, number: int = 1) -> Text:
    """A card as it is called, in the colour of what it shows; a double in two."""
    said, name = Text(), KINDS[kind]
    for i, part in enumerate(name.split("-")):
        said.append("-" if i else "", "dim").append(part, INK.get(part.split()[0], ""))
    return said.append(f"×{number}", "bold") if number > 1 else said


def cards(counted: Sequence[int]) -> list[Text]:
    """Cards, those of one kind together."""
    return [card(kind, n) for kind, n in enumerate(counted) if n > 0] or [Text("none", "dim")]


# --- Plan and discards -------------------------------------------------------


def plan(context: RenderContext) -> Text:
    """What the plan asks for; for whoever looks, with the own surveillance."""
    view, said = context.view, Text("plan   ", "dim")
    things = [Text(OBJECTS[i], f"reverse {INK[OBJECTS[i]]}") for i in range(OBJECT) for _ in range(view.need[i])]
    if things:
        said.append_text(Text(" ").join(things)).append("  ")
    said.append(points(view.points), "bold")
    if view.dice + view.last_die > 0:
        return said.append("  (the dice are falling)", "dim")
    if context.observer >= 0 and view.prisoners[context.observer] > 0 and view.turn != OVER:
        watched = view.surveillance[context.observer]
        said.append(f" + {watched} for you = ", "dim").append(str(view.points + watched), "bold")
    return said


def points(number: int) -> str:
    """So many points."""
    return f"{number} point{'' if number == 1 else 's'}"


def discards(context: RenderContext) -> Text:
    """The deck's size, and the pile from its top."""
    view = context.view
    said = Text.assemble(("deck   ", "dim"), (str(view.left), "bold"), ("   discards ", "dim"), (str(view.top), "bold"))
    if view.top == 0:
        return said
    said.append("  top ► ", "dim")
    for i in range(view.top - 1, -1, -1):
        name = card(view.pile[i])
        if said.cell_len + name.cell_len + 3 + (len(BELOW) + 2 if i else 0) > context.width:
            return said.append(f" {BELOW}{i + 1}", "dim")
        said.append(" · " if i < view.top - 1 else "", "dim").append_text(name)
    return said


# --- Players -----------------------------------------------------------------


def players(context: RenderContext) -> Text:
    """Set everyone's prisoners, surveillance, numbers of cards and what is known of these."""
    widest = max(len(COLOURS[seat]) + len(context.names[seat]) for seat in range(context.seats)) + 3
    return Text("\n").join(player(context, seat, widest) for seat in range(context.seats))


def player(context: RenderContext, seat: int, widest: int) -> Text:
    """One player; what is known goes into the same line if there is room."""
    view = context.view
    said = Text("►" if view.player == seat and view.turn != OVER else " ", "bold").append_text(badge(seat)).append(" ")
    said.append(COLOURS[seat], "bold" if seat == context.observer else "").append(f" ({context.names[seat]})", "dim")
    said.append(" " * (widest + 3 - said.cell_len) + " ").append(CAUGHT * view.prisoners[seat], "bold")
    said.append(FREE * (PRISONERS - view.prisoners[seat]), "green")
    for word, number in (("watched", view.surveillance[seat]), ("hand", view.held[seat]), ("laid", view.lying[seat])):
        said.append(f"  {word} ", "dim").append(f"{number:>2}")
    parts = known(context, seat)
    if parts and said.cell_len + sum(part.cell_len + 2 for part in parts) > context.width:
        return said.append("\n").append_text(flow(Text(" " * 5), parts, context.width, 5))
    return flow(said.append("  "), parts, context.width, 5)


def known(context: RenderContext, seat: int) -> list[Text]:
    """What is known of another's cards; the own ones are shown elsewhere."""
    view = context.view
    said = [Text(f"place {view.place[seat]}", "bold green")] if view.place[seat] > 0 else []
    if seat == context.observer:
        return said
    if view.hand[seat][0] != UNKNOWN:
        found = [("holds", view.hand[seat]), ("laid", view.laid[seat])]
    else:
        found = [("holds", view.sure[seat]), ("holds or laid", view.seen[seat]), ("laid", view.shown[seat])]
    for word, counted in found:
        if any(counted):
            first, *more = cards(counted)
            said += [Text.assemble((f"{word} ", "dim"), first), *more]
    return said


# --- The own cards -----------------------------------------------------------


def mine(context: RenderContext) -> Text:
    """Set the own hand and laid cards in full, and what an escape still lacks."""
    view, me = context.view, context.observer
    cost = sum(view.watched[kind] * view.hand[me][kind] for kind in range(KIND))
    warning = [Text(f" costs {cost} at a roll-call", "dim")] if cost > 0 and view.turn != OVER else []
    lines = [
        flow(Text("hand   ", "dim"), cards(view.hand[me]) + warning, context.width, 7),
        flow(Text("laid   ", "dim"), cards(view.laid[me]), context.width, 7),
    ]
    if view.turn != OVER and view.prisoners[me] > 0 and view.dice + view.last_die == 0:
        lines.append(Text("lacks  ", "dim").append_text(lacks(view, me)))
    return Text("\n").join(lines)


def lacks(view: State, me: int) -> Text:
    """S17-40: what the laid cards do not yet supply."""
    missing = [thing for thing in range(OBJECT) for _ in range(view.need[thing])]
    free = [MASK[kind] for kind in range(KIND) for _ in range(view.laid[me][kind]) if MASK[kind]]
    owner: dict[int, int] = {}  # which card supplies which object of the plan
    open_things = [i for i in range(len(missing)) if not placed(i, missing, free, owner, set())]
    words = Text(", ").join(Text(OBJECTS[missing[i]], INK[OBJECTS[missing[i]]]) for i in open_things)
    short = view.points + view.surveillance[me] - laid_points(view, me)
    if open_things and short > 0:
        return words.append(f" and {points(short)}")
    if short > 0:
        return Text(points(short))
    return words if open_things else Text("nothing: you can escape", "bold green")


def placed(i: int, missing: Sequence[int], free: Sequence[int], owner: dict[int, int], tried: set[int]) -> bool:
    """S17-41: find a card for an object of the plan, moving others to other cards if need be."""
    for number, mask in enumerate(free):
        if mask >> missing[i] & 1 and number not in tried:
            tried.add(number)
            if number not in owner or placed(owner[number], missing, free, owner, tried):
                owner[number] = i
                return True
    return False


def unseen(context: RenderContext) -> Text:
    """S17-71: cards of each sort that whoever looks has not seen in this round, in others' hands or in the deck."""
    view, seen = context.view, [0] * KIND
    for seat in range(context.seats):
        rows = (view.hand, view.laid) if view.hand[seat][0] != UNKNOWN else (view.sure, view.seen, view.shown)
        for row in rows:
            seen = [n + more for n, more in zip(seen, row[seat], strict=True)]
    for i in range(view.top):
        seen[view.pile[i]] += 1
    left = [sum(view.copies[first:last]) - sum(seen[first:last]) for _, first, last in SORTS]
    parts = [Text.assemble((sort[0], INK.get(sort[0], "")), f" {n}") for sort, n in zip(SORTS, left, strict=True)]
    return flow(Text("unseen ", "dim"), parts, context.width, 7)


# --- What can be done --------------------------------------------------------


def label(context: RenderContext, action: Action) -> str:
    """An action in a list."""
    if action.code == TAKE:
        return f"take {KINDS[context.view.pile[context.view.top - 1]]}"
    return action.name


def offers(context: RenderContext, actions: Sequence[Action]) -> Offers:
    """Set what can be done without a card of the hand first, then laying and discarding card by card."""
    if any(ADD <= action.code <= END for action in actions):
        return Offers([*actions], listed(context, actions, label))
    order = (DRAW_TWO, TAKE, BEGIN_SET, BEGIN_SET + 1, ATTEMPT)
    first = sorted((a for a in actions if a.code in order), key=lambda a: order.index(a.code))
    kinds = sorted({(a.code - LAY) % KIND for a in actions if LAY <= a.code < BEGIN_SET})
    by_code = {action.code: action for action in actions}
    numbered, cells = [*first], []
    for kind in kinds:
        numbered += [by_code[LAY + kind], by_code[DISCARD + kind]]
        cells.append(choice(kind, len(numbered) - 1))
    shown: list[RenderableType] = [listed(context, first, label)]
    if cells:
        shown.append(columns(context, cells))
    return Offers(numbered, Group(*shown))


def choice(kind: int, number: int) -> Text:
    """A card with the numbers for laying and for discarding it."""
    said = card(kind).append(" " * max(1, 17 - len(KINDS[kind])))
    return (
        said.append(f"{number:>2}", "bold cyan").append(" lay ").append(f"{number + 1:>2}", "bold cyan").append(" drop")
    )


def columns(context: RenderContext, cells: Sequence[Text]) -> Text:
    """Set texts of equal length side by side, down the columns."""
    room = max(cell.cell_len for cell in cells) + 4
    across = max(1, min(len(cells), (context.width + 4) // room))
    rows = -(-len(cells) // across)
    return Text("\n").join(Text("    ").join(cells[row::rows]) for row in range(rows))


def aim(view: State) -> str:
    """What it is all about."""
    return "Free your three prisoners: lay what the plan asks for, and hold little when someone else escapes."


def how(view: State) -> str:
    """What can be typed."""
    return "Type a number. Food 2 has surveillance 2; escape 6/3 has 6 points and surveillance 3."


# --- What is hidden ---

AVERAGES, WIDEST = 4, 8  # columns up to which there is room for averages beside chances; columns of one table


def deductions(game: Game, view: State, unknowns: Sequence[Unknown]) -> RenderableType:
    """A column for each hidden hand, for what is laid face down, and for the next card; the sorts of cards down."""
    groups = [unknown for unknown in unknowns if len(unknown.index) == 1 and unknown.field != "deck"]
    size = {"hand": view.held, "laid": view.lying}
    columns = [
        (f"{BOARD.name(view, seat)}\n{field}\n{size[field][seat]}", list(rows))
        for (field, seat), rows in groupby(groups, lambda unknown: (unknown.field, unknown.index[0]))
        if size[field][seat] > 0
    ]
    few = len(columns) <= AVERAGES
    said = chart.COUNTED if few else chart.COUNTED.partition(",")[0]
    parts = [columns[i : i + WIDEST] for i in range(0, len(columns), WIDEST)] or [[]]
    return chart.titled(
        f"{said.capitalize()} (objects: single cards).", *(sort_table(part, unknowns[-1], few) for part in parts)
    )


def sort_table(columns: Sequence[tuple[str, list[Unknown]]], next_card: Unknown, few: bool) -> Table:
    """One table of sorts; with averages if there are few columns in all."""
    following, gap = dict(next_card.odds), 2 if len(columns) <= WIDEST - 2 else 1
    grid = chart.table("", *(head for head, _ in columns), "next\ncard", gap=gap)
    for i, (sort, kinds) in enumerate(deduced.SORTS.items()):
        chance = sum((following.get(KINDS[kind], Fraction(0)) for kind in kinds), Fraction(0))
        grid.add_row(
            sort, *(chart.number(rows[i], few) for _, rows in columns), chart.cell(chart.percent(chance), chance)
        )
    return grid


def declined(view: State) -> str:
    """S17-71: what may be known stays the same, but a table may want it counted by heads."""
    return "" if view.counting else "At this table everyone counts the cards alone (the option counting is off)."


BOARD = Board(draw, offers, label, aim, how, COLOURS, deductions=deductions, declined=declined)
