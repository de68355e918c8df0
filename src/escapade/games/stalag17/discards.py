"""Sets and runs: which cards may be discarded together (S17-33 to S17-37)."""

from escapade.games.stalag17.cards import BARRACKS, BITS, DOUBLE, ESCAPE, INFORMATION, KINDS, MASK, OBJECTS
from escapade.kernel.compile import rule, zeros
from escapade.kernel.names import NONE

KIND, OBJECT, TYPE = len(KINDS), len(OBJECTS), 8  # how many there are of each
SET, RUN = 3, 5  # S17-33, S17-35: cards at least


@rule
def type_of(kind):
    """S17-2: the type of a card that has only one; a double has none of its own."""
    if kind < DOUBLE:
        return kind // 3
    if kind < ESCAPE:
        return NONE
    return 7 if kind < BARRACKS else 6 if kind == BARRACKS else 5


@rule
def is_of(kind, sort):
    """Is this a real card of a type? S17-7: a double is one of either of its objects."""
    if sort < OBJECT:
        return kind < ESCAPE and MASK[kind] >> sort & 1 == 1
    return type_of(kind) == sort


@rule
def fits_set(kind, sort):
    """S17-9, S17-33: real cards of the type; for an object also information."""
    return is_of(kind, sort) or (sort < OBJECT and kind == INFORMATION)


@rule
def set_of(state, sort, more):
    """Can hand and added cards make a set of this type that holds all added cards and one of kind `more`?"""
    me = state.turn
    real = 0
    total = 0
    for kind in range(KIND):
        here = state.hand[me][kind] + state.added[kind]
        if here == 0:
            continue
        if is_of(kind, sort):
            real += here
            total += here
        elif sort < OBJECT and kind == INFORMATION:
            total += here
        elif state.added[kind] > 0:
            return False
    return real > 0 and total >= SET and (more == NONE or fits_set(more, sort))


@rule
def has_set(state):
    """S17-33: is there a set in the hand?"""
    count = zeros(TYPE)
    me = state.turn
    for kind in range(KIND):
        here = state.hand[me][kind]
        if here > 0:
            for sort in range(TYPE):
                if is_of(kind, sort):
                    count[sort] += here
    wild = state.hand[me][INFORMATION]
    for sort in range(TYPE):
        if count[sort] > 0 and count[sort] + (wild if sort < OBJECT else 0) >= SET:
            return True
    return False


@rule
def set_complete(state):
    """S17-33, S17-34: three or more, and for an object one real card among them."""
    total = 0
    for kind in range(KIND):
        total += state.added[kind]
    if total < SET:
        return False
    for sort in range(TYPE):
        real = 0
        fits = 0
        for kind in range(KIND):
            if is_of(kind, sort):
                real += state.added[kind]
            if fits_set(kind, sort):
                fits += state.added[kind]
        if real > 0 and fits == total:
            return True
    return False


@rule
def types_in(count):
    """S17-35, S17-36: how many different types these cards can stand for, one each, in the best case.

    Barracks and escape stand for themselves. Singles and doubles cover as many objects as the tightest group of
    objects allows (Hall); information fills what is missing among the objects and information itself.
    """
    within = zeros(32)  # cards whose objects all lie in a group of objects
    total = 0
    for kind in range(ESCAPE):
        within[MASK[kind]] += count[kind]
        total += count[kind]
    for thing in range(OBJECT):
        for group in range(32):
            if group >> thing & 1:
                within[group] += within[group ^ 1 << thing]
    covered = total
    for group in range(32):
        covered = min(covered, BITS[group] + total - within[group])
    escapes = 0
    for kind in range(ESCAPE, BARRACKS):
        escapes += count[kind]
    return min(covered + count[INFORMATION], OBJECT + 1) + min(1, count[BARRACKS]) + min(1, escapes)
