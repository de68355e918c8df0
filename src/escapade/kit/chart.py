"""Chances of what is hidden, set as tables of percentages for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from escapade.kernel.contract import Game
from escapade.kernel.fields import State
from escapade.kit.counting import Unknown

NEVER, SURE = "–", "sure"
COUNTED = "the chance of at least one, then the average number"


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


def by_line(game: Game, view: State, unknowns: Sequence[Unknown]) -> RenderableType:
    """A line for each thing that is hidden."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for unknown in unknowns:
        grid.add_row(Text(unknown.what, "dim"), "  ".join(f"{name} {percent(chance)}" for name, chance in unknown.odds))
    return grid
