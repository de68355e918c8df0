"""The escape plan: how many dice make it, and whether the laid cards fit it (S17-14, S17-40 to S17-44)."""

from escapade.games.stalag17.cards import BARRACKS, ESCAPE, KINDS, MASK, OBJECTS, POINTS
from escapade.kernel.compile import rule

KIND, OBJECT = len(KINDS), len(OBJECTS)
# fmt: off
TO_THROW = (  # S17-14: object dice by players in the game (2 to 5) and prisoners they have freed (0 to 10)
    3, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5,
    3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5,
    3, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5,
    3, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5,
)
# fmt: on


@rule
def dice_to_throw(players, freed):
    """S17-14, S17-15: how many object dice make a plan."""
    return TO_THROW[11 * (players - 2) + freed]


@rule
def supplies(state, seat):
    """S17-41 (S17-42, S17-43): can the laid cards supply every object of the plan, each card one at the most?

    Hall's condition, exact: every group of objects must have as many cards that can supply one of them as it needs.
    """
    for group in range(1, 32):
        needed = 0
        for thing in range(OBJECT):
            if group >> thing & 1:
                needed += state.need[thing]
        if needed > 0:
            for kind in range(KIND):
                if MASK[kind] & group:
                    needed -= state.laid[seat][kind]
            if needed > 0:
                return False
    return True


@rule
def laid_points(state, seat):
    """S17-40, S17-44: the escape points a player has laid, for those of the plan and the own surveillance."""
    total = 0
    for kind in range(ESCAPE, BARRACKS):
        total += POINTS[kind] * state.laid[seat][kind]
    return total
