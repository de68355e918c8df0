"""What hidden pieces of Stratego are likely to be: people, and our book, deploy and move with habits.

`determinize` deals the ranks that are left among the pieces that may have them, all deals alike. Here such a deal is
thought over: two unknown pieces exchange their ranks if that is the more usual, and now and then if it is not.
"""

from math import exp

from escapade.games.stratego.rules import BOMB, FLAG, MEN, RANK, SIZE, can_move
from escapade.kernel.compile import rule
from escapade.kernel.names import UNKNOWN
from escapade.kernel.rng import below

FINE = 1 << 20  # parts in which a chance is drawn
# How usual a rank is among unknown pieces, in hundredths of a logarithm: by the row they were placed in, from the edge,
# first for those that have not moved, then for those that have. Counted in games of the rule bot against itself.
#   flag   spy scout miner sergeant major colonel general bomb
HABIT = (
    -173, -298, -222, -148, -199, -331, -467, -628, -139,
    -727, -162, -317,  -82, -141, -300, -377, -657, -727,
    -925, -300, -228, -156, -167, -224, -329, -445, -122,
    -775, -217, -453, -101, -154, -178, -232, -352, -775,
    -794, -405, -275, -235, -120, -180, -330, -517, -115,
    -743, -438, -454, -209, -130, -124, -193, -193, -743,
)  # fmt: skip
WALL = 200.0  # … and what is added for each bomb beside the flag


@rule
def rethink(root, world, seat, words, times):
    """Exchange ranks of unknown enemies, so many times, as long as that is how people deploy and move (Metropolis)."""
    first = MEN * (1 - seat)
    for _ in range(times):
        one = first + below(words, MEN)
        other = first + below(words, MEN)
        if root.rank[one] == UNKNOWN and root.rank[other] == UNKNOWN and may_exchange(world, one, other):
            before = fit(world, first, one, other)
            exchange(world, one, other)
            if below(words, FINE) / FINE >= exp((fit(world, first, one, other) - before) / 100.0):
                exchange(world, one, other)


@rule
def may_exchange(world, one, other):
    """STR-40: what has moved is neither flag nor bomb."""
    if world.moved[one] == 1 and not can_move(world.rank[other]):
        return False
    if world.moved[other] == 1 and not can_move(world.rank[one]):
        return False
    return world.rank[one] != world.rank[other]


@rule
def exchange(world, one, other):
    """Exchange the ranks of two pieces."""
    rank = world.rank[one]
    world.rank[one] = world.rank[other]
    world.rank[other] = rank


@rule
def fit(world, first, one, other):
    """How usual it is for two pieces to be what they are, in hundredths of a logarithm, and for the flag's walls."""
    usual = float(HABIT[habit_of(world, one)] + HABIT[habit_of(world, other)])
    if can_move(world.rank[one]) and can_move(world.rank[other]):
        return usual
    return usual + WALL * walls(world, first)


@rule
def habit_of(world, piece):
    """Where HABIT tells of a piece: by the row it was placed in, whether it has moved, and its rank."""
    return RANK * (2 * (piece % MEN // SIZE) + world.moved[piece]) + world.rank[piece]


@rule
def walls(world, first):
    """How many bombs were placed beside a side's flag."""
    flag = 0
    for i in range(MEN):
        if world.rank[first + i] == FLAG:
            flag = i
    bombs = 0
    for i in range(MEN):
        if world.rank[first + i] == BOMB and beside(i, flag):
            bombs += 1
    return bombs


@rule
def beside(one, other):
    """Are two places of a set-up one step apart?"""
    return abs(one // SIZE - other // SIZE) + abs(one % SIZE - other % SIZE) == 1
