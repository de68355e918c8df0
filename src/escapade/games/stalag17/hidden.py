"""Hidden cards: a deal that fits all that is known of them (S17-70)."""

from escapade.games.stalag17.cards import KINDS
from escapade.games.stalag17.discards import RUN, SET, TYPE, fits_set, is_of, types_in
from escapade.kernel.compile import rule, zeros
from escapade.kernel.rng import below, pick

KIND = len(KINDS)
TIE_NOISE = 8  # one exchange in so many is kept though it leads away: what looked near may be out of reach


@rule
def deal_hidden(view, seat, words):
    """Deal what is unknown from the deck; share it and what is half known out between hand and table."""
    loose = zeros(KIND)
    free = view.lying[seat]
    unknown = view.held[seat] + view.lying[seat]
    for kind in range(KIND):
        view.hand[seat][kind] = view.sure[seat][kind]
        view.laid[seat][kind] = view.shown[seat][kind]
        loose[kind] = view.seen[seat][kind]
        free -= view.shown[seat][kind]
        unknown -= view.sure[seat][kind] + view.shown[seat][kind] + view.seen[seat][kind]
    for _ in range(unknown):
        kind = pick(words, view.deck, KIND)
        view.deck[kind] -= 1
        loose[kind] += 1
    for _ in range(free):
        kind = pick(words, loose, KIND)
        loose[kind] -= 1
        view.laid[seat][kind] += 1
    for kind in range(KIND):
        view.hand[seat][kind] += loose[kind]


@rule
def make_ready(view, seat, words):
    """S17-21: who has begun a set or run can complete it. Exchange cards that are not known until that is so."""
    short = lacking(view, seat)
    spare = zeros(KIND)
    others = zeros(2 * KIND)  # in the deck; laid and not known to be
    while short > 0:
        for kind in range(KIND):
            spare[kind] = view.hand[seat][kind] - view.sure[seat][kind]
            others[kind] = view.deck[kind]
            others[KIND + kind] = view.laid[seat][kind] - view.shown[seat][kind]
        old = pick(words, spare, KIND)
        new = pick(words, others, 2 * KIND)
        exchange(view, seat, old, new)
        now = lacking(view, seat)
        if is_missed(view, seat, old) or (now > short and below(words, TIE_NOISE) > 0):
            exchange(view, seat, new % KIND, new - new % KIND + old)
        else:
            short = now


@rule
def exchange(view, seat, old, new):
    """Put a card of the hand into the deck or on the table, and take one from there: of kind `new`, or `new` - KIND."""
    view.hand[seat][old] -= 1
    view.hand[seat][new % KIND] += 1
    if new < KIND:
        view.deck[old] += 1
        view.deck[new] -= 1
    else:
        view.laid[seat][old] += 1
        view.laid[seat][new - KIND] -= 1


@rule
def is_missed(view, seat, kind):
    """Does the player have less of a kind than is known?"""
    known = view.sure[seat][kind] + view.seen[seat][kind] + view.shown[seat][kind]
    return view.hand[seat][kind] + view.laid[seat][kind] < known


@rule
def lacking(state, seat):
    """S17-33, S17-35: how many cards the hand lacks to complete the set or run that was begun."""
    count = zeros(KIND)
    for kind in range(KIND):
        count[kind] = state.hand[seat][kind] + state.added[kind]
    if state.building == RUN:
        return max(0, RUN - types_in(count))
    least = SET
    for sort in range(TYPE):
        least = min(least, lacking_for(state, count, sort))
    return least


@rule
def lacking_for(state, count, sort):
    """S17-33: the same for a set of one type; a whole set if what was added is of another."""
    real = 0
    fits = 0
    for kind in range(KIND):
        if is_of(kind, sort):
            real += count[kind]
        if fits_set(kind, sort):
            fits += count[kind]
        elif state.added[kind] > 0:
            return SET
    return max(0, SET - fits, 1 - real)
