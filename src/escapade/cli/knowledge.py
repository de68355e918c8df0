"""What a seat can know of what it does not see, in tables of percentages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from escapade.bots.knowledge import Unknown, knowledge
from escapade.bots.knowledge.jailbreakers import place
from escapade.bots.knowledge.stalag17 import SORTS
from escapade.bots.knowledge.stratego import NOT_PLACED
from escapade.cli.boards import board_of
from escapade.games.cartagena.rules import SYMBOLS
from escapade.games.jailbreakers.box import ESCAPE_CARDS, PLAN, PLANS, SPOILED
from escapade.games.stalag17.cards import KINDS
from escapade.games.stratego.rules import CLASSIC, MEN, RANKS
from escapade.kernel.contract import Game
from escapade.kernel.fields import State
from escapade.kernel.names import NONE, UNKNOWN

NEVER, SURE = "–", "sure"
AVERAGES, WIDEST = 4, 8  # columns up to which there is room for averages beside chances; columns of one table
COUNTED = "the chance of at least one, then the average number"


def drawn(game: Game, view: State) -> RenderableType:
    """Set everything a view hides, with its chances; or say that the table has agreed to do without."""
    unknowns = knowledge(game, view)
    if unknowns and (no := declined(game, view)):
        return Text(no, "dim")
    if not unknowns:
        return Text("Nothing is hidden from you.", "dim")
    return DRAWINGS.get(game.name, anything)(game, view, unknowns)


def declined(game: Game, view: State) -> str:
    """S17-71, STR-42: what may be known stays the same, but a table may want it counted and remembered by heads."""
    if game.name == "stalag17" and view.counting == 0:
        return "At this table everyone counts the cards alone (the option counting is off)."
    if game.name == "stratego" and view.memory == CLASSIC:
        return "At this table everyone remembers the pieces alone (the option memory is classic)."
    return ""


def percent(chance: Fraction | float) -> str:
    """A chance as people say it; only what is certain is called so.

    >>> [percent(Fraction(n, 1000)) for n in (0, 1, 125, 999, 1000)]
    ['–', '<1 %', '12 %', '>99 %', 'sure']
    """
    if chance in (0, 1):
        return SURE if chance else NEVER
    if chance < Fraction(1, 100):
        return "<1 %"
    return ">99 %" if chance > Fraction(99, 100) else f"{round(100 * chance)} %"


def cell(text: str, chance: Fraction) -> Text:
    """Set a chance, or what goes with it: what is certain stands out, what cannot be steps back."""
    return Text(text, "bold green" if chance == 1 else "dim" if chance == 0 else "bold" if chance * 2 > 1 else "")


def table(first: str, *columns: str, gap: int = 2) -> Table:
    """An empty table: words on the left, chances on the right."""
    grid = Table(box=None, padding=(0, gap, 0, 0), header_style="dim")
    grid.add_column(first, no_wrap=True)
    for name in columns:
        grid.add_column(name, justify="right", no_wrap=True)
    return grid


def titled(text: str, *parts: RenderableType) -> Group:
    """A drawing under a line that says how to read it."""
    return Group(Text(text, "italic"), *parts)


def called(game: Game, view: State, seat: int) -> str:
    """What the board calls a seat."""
    names = board_of(game).called
    return (names(view, seat) if callable(names) else names[seat] if names else "") or f"Seat {seat}"


def number(unknown: Unknown, average: bool = True) -> Text:
    """Set something counted: the chance of at least one, then the average."""
    chance = unknown.at_least_one()
    said = percent(chance)
    if average and chance > 0:
        said += f" {float(unknown.expected()):.1f}"
    return cell(said, chance)


def by_name(unknown: Unknown, names: Sequence[str]) -> list[Text]:
    """Set one thing that may be this or that."""
    odds = dict(unknown.odds)
    return [cell(percent(odds.get(name, Fraction(0))), odds.get(name, Fraction(0))) for name in names]


# --- Cartagena ---------------------------------------------------------------


def cartagena(game: Game, view: State, unknowns: Sequence[Unknown]) -> RenderableType:
    """A line for each hidden hand, and one for the next card."""
    grid = table("", *SYMBOLS, gap=1)
    hands = [unknown for unknown in unknowns if unknown.field == "hand"]
    for seat, row in groupby(hands, lambda unknown: unknown.index[0]):
        if view.held[seat] > 0:
            grid.add_row(f"{called(game, view, seat)} ({view.held[seat]})", *map(number, row))
    for unknown in unknowns:
        if not unknown.index:
            grid.add_row(f"next card ({view.left})", *by_name(unknown, SYMBOLS))
    return titled(f"Of hands: {COUNTED}." if hands else "Only the order of the deck is hidden.", grid)


# --- Stratego ----------------------------------------------------------------


def stratego(game: Game, view: State, unknowns: Sequence[Unknown]) -> RenderableType:
    """A table for each side that hides pieces: its ranks down, pieces with the same chances side by side."""
    sides = groupby(unknowns, lambda unknown: unknown.index[0] // MEN)
    return Group(*(army(called(game, view, seat), view, list(pieces)) for seat, pieces in sides))


def army(name: str, view: State, pieces: Sequence[Unknown]) -> RenderableType:
    """What one side hides."""
    if any(NOT_PLACED in dict(piece.odds) for piece in pieces):
        return Text(f"{name} has not set up its army yet.", "dim")
    groups: dict[tuple[bool, tuple[tuple[str, Fraction], ...]], list[Unknown]] = {}
    for piece in sorted(pieces, key=lambda piece: view.moved[piece.index[0]]):
        groups.setdefault((view.moved[piece.index[0]] == 1, piece.odds), []).append(piece)
    labels = [("moved" if moved else "not moved") + f" ({len(alike)})" for (moved, _), alike in groups.items()]
    grid = table("", "left", *labels)
    for rank in reversed(RANKS):
        chances = [dict(odds).get(rank, Fraction(0)) for _, odds in groups]
        left = sum(chance * len(alike) for chance, alike in zip(chances, groups.values(), strict=True))
        if left > 0:
            grid.add_row(rank, str(left), *(cell(percent(chance), chance) for chance in chances))
    where = Table.grid(padding=(0, 2, 0, 0))
    for label, alike in zip(labels, groups.values(), strict=True):
        squares = sorted(piece.what.removeprefix("piece on ") for piece in alike)
        where.add_row(Text(label, "dim"), " ".join(squares))
    return titled(f"{name}'s unknown pieces: how many are left of each rank, and where they may be.", grid, where)


# --- Stalag 17 ---------------------------------------------------------------


def stalag17(game: Game, view: State, unknowns: Sequence[Unknown]) -> RenderableType:
    """A column for each hidden hand, for what is laid face down, and for the next card; the sorts of cards down."""
    groups = [unknown for unknown in unknowns if len(unknown.index) == 1 and unknown.field != "deck"]
    size = {"hand": view.held, "laid": view.lying}
    columns = [
        (f"{called(game, view, seat)}\n{field}\n{size[field][seat]}", list(rows))
        for (field, seat), rows in groupby(groups, lambda unknown: (unknown.field, unknown.index[0]))
        if size[field][seat] > 0
    ]
    few = len(columns) <= AVERAGES
    said = COUNTED if few else COUNTED.partition(",")[0]
    parts = [columns[i : i + WIDEST] for i in range(0, len(columns), WIDEST)] or [[]]
    return titled(f"{said.capitalize()} (objects: single cards).", *(sorts(part, unknowns[-1], few) for part in parts))


def sorts(columns: Sequence[tuple[str, list[Unknown]]], next_card: Unknown, few: bool) -> Table:
    """One table of sorts; with averages if there are few columns in all."""
    following, gap = dict(next_card.odds), 2 if len(columns) <= WIDEST - 2 else 1
    grid = table("", *(head for head, _ in columns), "next\ncard", gap=gap)
    for i, (sort, kinds) in enumerate(SORTS.items()):
        chance = sum((following.get(KINDS[kind], Fraction(0)) for kind in kinds), Fraction(0))
        grid.add_row(sort, *(number(rows[i], few) for _, rows in columns), cell(percent(chance), chance))
    return grid


# --- Jailbreakers ------------------------------------------------------------


def jailbreakers(game: Game, view: State, unknowns: Sequence[Unknown]) -> RenderableType:
    """What one card may be, who has seen which, and how the next cards may fall."""
    cards = [unknown for unknown in unknowns if unknown.index]
    ahead = [unknown for unknown in unknowns if not unknown.index]
    lines = Table.grid(padding=(0, 2, 0, 0))
    if cards:
        odds = [f"{name} {percent(chance)}" for name, chance in cards[0].odds]
        lines.add_row(Text("a card you have not seen", "dim"), "   ".join(odds))
    for seat in range(view.seats):
        if any(view.looked[seat]):
            mine = view.known[seat][0] != UNKNOWN
            who = "you have looked" if mine else f"{called(game, view, seat)} has looked"
            lines.add_row(Text(f"{who} at", "dim"), looks(view, seat))
    return titled("The escape deck.", lines, *([falls(view, ahead)] if ahead else []))


def looks(view: State, seat: int) -> str:
    """Which cards a seat has looked at and, where the view knows, what they are."""
    seen = [(position, view.known[seat][position]) for position in range(sum(view.deck)) if view.looked[seat][position]]
    return ", ".join(place(view, i) + (f": {ESCAPE_CARDS[card]}" if card >= 0 else "") for i, card in seen)


def falls(view: State, ahead: Sequence[Unknown]) -> Table:
    """JB-61, JB-62: how many failures come with the next cards, and whether an attempt that draws them comes off."""
    grid = table("cards", "no failure", "1 failure", "2 or more", "escape")
    grid.add_column("plans", overflow="fold")
    allowed = SPOILED - 1 - view.failed if view.plan != NONE else SPOILED - 1
    for n, unknown in enumerate(ahead, 1):
        chances = {int(word): chance for word, chance in unknown.odds}
        none, one = chances.get(0, Fraction(0)), chances.get(1, Fraction(0))
        off = sum((chance for failures, chance in chances.items() if failures <= allowed), Fraction(0))
        shown = [cell(percent(chance), chance) for chance in (none, one, 1 - none - one, off)]
        grid.add_row(f"next {n}" if n > 1 else "next", *shown, ", ".join(plans_of(view, n)))
    return grid


def plans_of(view: State, n: int) -> list[str]:
    """The plan being attempted, if it still draws so many cards; else those on offer that do."""
    if view.plan != NONE:
        return [PLANS[view.plan]] if view.to_draw == n else []
    return [PLANS[plan] for plan in range(PLAN) if view.offered[plan] == 1 and view.draws[plan] == n]


# --- Any game ----------------------------------------------------------------


def anything(game: Game, view: State, unknowns: Sequence[Unknown]) -> RenderableType:
    """A line for each thing that is hidden."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for unknown in unknowns:
        grid.add_row(Text(unknown.what, "dim"), "  ".join(f"{name} {percent(chance)}" for name, chance in unknown.odds))
    return grid


DRAWINGS: dict[str, Callable[[Game, State, Sequence[Unknown]], RenderableType]] = {
    "cartagena": cartagena,
    "stratego": stratego,
    "stalag17": stalag17,
    "jailbreakers": jailbreakers,
}
