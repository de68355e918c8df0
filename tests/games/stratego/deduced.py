"""What tests of deductions ask of Stratego: tables, and what an unknown is in a guessed world."""

from escapade import State
from escapade.bots.deductions import Unknown
from escapade.games.stratego.rules import RANKS
from escapade.kernel.names import NONE
from escapade.laws.tables import Table

TABLES = [Table("stratego", 2, {})]


def reading(unknown: Unknown, world: State, order: list[int]) -> str:
    """A piece by its rank."""
    rank = world.rank[unknown.index[0]]
    return RANKS[rank] if rank != NONE else "not placed yet"
