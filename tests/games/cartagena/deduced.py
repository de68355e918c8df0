"""What tests of deductions ask of Cartagena: tables, and what an unknown is in a guessed world."""

from random import Random

from escapade import State
from escapade.bots.deductions import Unknown
from escapade.games.cartagena.rules import SYMBOLS
from escapade.kernel.fields import get_cell
from escapade.laws.tables import Table

TABLES = [
    Table("cartagena", 2, {"version": "jamaica"}),
    Table("cartagena", 4, {"version": "jamaica"}),
    Table("cartagena", 3, {"version": "tortuga"}),
]
UNTOLD = {"drawn"}  # says nothing about cards


def reading(unknown: Unknown, world: State, order: list[int]) -> str:
    """A card by its symbol, or a number of cards."""
    return str(get_cell(world, unknown.field, unknown.index)) if unknown.index else SYMBOLS[order[0]]


def shuffled(world: State, dice: Random) -> list[int]:
    """A next card."""
    return dice.choices(range(len(world.deck)), world.deck) if sum(world.deck) else []
