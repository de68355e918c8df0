"""What tests of deductions ask of Stalag 17: tables, and what an unknown is in a guessed world."""

from random import Random

from escapade import State
from escapade.bots.deductions import Unknown
from escapade.games.stalag17.cards import KINDS
from escapade.games.stalag17.deductions import SORTS
from escapade.kernel.fields import get_cell
from escapade.kernel.names import UNKNOWN
from escapade.laws.tables import Table

TABLES = [Table("stalag17", 2, {}), Table("stalag17", 4, {"play_on": True})]


def is_counted(view: State) -> bool:
    """One thing is left out: what a set or run that another has begun says about that hand."""
    return not (view.building > 0 and view.hand[view.turn][0] == UNKNOWN)


def reading(unknown: Unknown, world: State, order: list[int]) -> str:
    """A card by its kind, or a number of cards, of one kind or of a sort."""
    if not unknown.index:
        return KINDS[order[0]]
    cell = get_cell(world, unknown.field, unknown.index)
    if isinstance(cell, list):
        return str(sum(cell[kind] for kind in SORTS[unknown.what.split(" cards ")[0]]))
    return str(cell)


def shuffled(world: State, dice: Random) -> list[int]:
    """A next card."""
    return dice.choices(range(len(world.deck)), world.deck) if sum(world.deck) else []
