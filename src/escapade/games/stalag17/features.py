"""Features of Stalag 17 for a learned policy: numbers about as large as 1, read after the heuristic has weighed.

Of other players only the one counts who seems nearest to an escape, and how few prisoners anyone has left.
"""

from escapade.games.stalag17.cards import BARRACKS, BITS, DOUBLE, ESCAPE, INFORMATION, MASK, POINTS, PRISONERS
from escapade.games.stalag17.discards import KIND, OBJECT
from escapade.games.stalag17.heuristic import (
    APART,
    BURDEN,
    HELD,
    LACK,
    MINE,
    MISSING,
    NEAREST,
    NEWS,
    SHORT,
    THEIRS,
    TURNS,
    cards_away,
    feeding,
    gain,
    relief,
    spare,
)
from escapade.games.stalag17.plan import laid_points
from escapade.games.stalag17.rules import (
    ADD,
    BEGIN_SET,
    DISCARD,
    DRAW_TWO,
    END,
    LAY,
    TAKE,
)
from escapade.kernel.compile import rule
from escapade.kernel.names import NONE

CARDS = 26  # where the numbers of the own cards begin
STATE_FEATURES = CARDS + 15
ACTION_FEATURES = 25
FIRM = 0.25  # turns that one unit of a correction is worth
BOUND = 6.0  # turns: what the heuristic says of a win or of folly is cut to this
SORTS = 9  # of actions; where an action's own numbers begin


@rule
def state_features(view, room, numbers):
    """S17-22, S17-70: where one stands, where the nearest rival seems to stand, and what the plan still asks for."""
    me = view.turn
    rival = nearest(view)
    few = PRISONERS
    asked = 0
    apart = 0.0
    for seat in range(view.seats):
        if seat != me and view.prisoners[seat] > 0:
            few = min(few, view.prisoners[seat])
    for thing in range(OBJECT):
        asked += view.need[thing]
    for kind in range(KIND):
        apart += room[APART + kind]
    numbers[0] = 1.0 if view.prisoners[me] == 1 else 0.0
    numbers[1] = 1.0 if view.prisoners[me] == 2 else 0.0
    numbers[2] = 1.0 if few == 1 else 0.0
    numbers[3] = 1.0 if few == 2 else 0.0
    numbers[4] = view.surveillance[me] / 10
    numbers[5] = view.surveillance[rival] / 10
    numbers[6] = view.held[me] / 5
    numbers[7] = view.lying[me] / 4
    numbers[8] = view.lying[rival] / 4
    numbers[9] = view.held[rival] / 5
    numbers[10] = room[MISSING] / 2
    numbers[11] = room[SHORT] / 5
    numbers[12] = room[TURNS] / 5
    numbers[13] = room[HELD] / 8
    numbers[14] = room[NEWS]
    numbers[15] = room[MINE]
    numbers[16] = room[THEIRS]
    numbers[17] = room[BURDEN]
    numbers[18] = cards_away(view, rival) / 5
    numbers[19] = view.points / 6
    numbers[20] = asked / 4
    numbers[21] = view.left / 50
    numbers[22] = apart / 4
    numbers[23] = 1.0
    numbers[24] = view.seats / 4
    numbers[25] = 1.0 if room[TURNS] == 0.0 else 0.0
    own_cards(view, room, numbers)
    open_cards(view, rival, room, numbers)


@rule
def own_cards(view, room, numbers):
    """S17-31 to S17-35: what the hand is made of, how much of it is ballast, and what of that goes together."""
    me = view.turn
    for i in range(CARDS, CARDS + 9):
        numbers[i] = 0.0
    together = 0
    for kind in range(KIND):
        cards = view.hand[me][kind]
        if cards == 0:
            continue
        numbers[CARDS] += max(0.0, spare(view, kind, room)) / 4
        if kind < DOUBLE:
            numbers[CARDS + 1] += cards / 3
        elif kind < ESCAPE:
            numbers[CARDS + 2] += cards / 2
        elif kind < BARRACKS:
            numbers[CARDS + 3] += cards / 3
            numbers[CARDS + 4] += cards * POINTS[kind] / 8
        elif kind == BARRACKS:
            numbers[CARDS + 5] = cards
        else:
            numbers[CARDS + 6] = cards
        if kind < ESCAPE:
            together |= MASK[kind]
    numbers[CARDS + 7] = BITS[together] / 4
    numbers[CARDS + 8] = laid_points(view, me) / 8


@rule
def open_cards(view, rival, room, numbers):
    """S17-38, S17-70: the discard that may be taken, how many lie there, and what is known of the nearest rival."""
    top = NONE if view.top == 0 else view.pile[view.top - 1]
    known = 0
    for kind in range(KIND):
        known += view.sure[rival][kind] + view.seen[rival][kind] + view.shown[rival][kind]
    numbers[CARDS + 9] = 0.0 if top == NONE else gain(top, room)
    numbers[CARDS + 10] = 0.0 if top == NONE else feeding(top, room) * 3
    numbers[CARDS + 11] = view.top / 10
    numbers[CARDS + 12] = known / 3
    numbers[CARDS + 13] = 1.0 if room[MISSING] + room[SHORT] == 0.0 else 0.0
    numbers[CARDS + 14] = 1.0 if cards_away(view, rival) == NEAREST else 0.0


@rule
def nearest(view):
    """The other player who seems to lack fewest cards."""
    found = (view.turn + 1) % view.seats
    least = 99.0
    for seat in range(view.seats):
        if seat != view.turn and view.prisoners[seat] > 0:
            away = cards_away(view, seat)
            if away < least:
                least = away
                found = seat
    return found


@rule
def sort_of(code):
    """What sort of action it is: the number of its verb."""
    if code == DRAW_TWO:
        return 0
    if code < DISCARD:
        return 1
    if code < BEGIN_SET:
        return 2
    if code < ADD:
        return 3 if code == BEGIN_SET else 4
    if code < END:
        return 5
    if code == END:
        return 8
    return 6 if code == TAKE else 7


@rule
def card_of(view, code):
    """The kind of card an action is about, or NONE."""
    if LAY <= code < DISCARD:
        return code - LAY
    if DISCARD <= code < BEGIN_SET:
        return code - DISCARD
    if ADD <= code < END:
        return code - ADD
    if code == TAKE:
        return view.pile[view.top - 1]
    return NONE


@rule
def action_features(view, code, utility, room, numbers):
    """The action, its score by the heuristic, and its card: weight, points, and whether the plan can use it."""
    for i in range(ACTION_FEATURES):
        numbers[i] = 0.0
    numbers[sort_of(code)] = 1.0
    numbers[SORTS] = min(max(utility, -BOUND / 2), BOUND) / 2
    kind = card_of(view, code)
    if kind == NONE:
        return
    helps = MASK[kind] & int(room[LACK])
    supplied = 0
    for thing in range(OBJECT):
        supplied += helps >> thing & 1
    numbers[10] = view.watched[kind] / 3
    numbers[11] = POINTS[kind] / 4
    numbers[12] = 1.0 if room[APART + kind] > 0.0 else 0.0
    numbers[13] = spare(view, kind, room) / 2
    numbers[14] = gain(kind, room)
    numbers[15] = feeding(kind, room) * 3
    numbers[16] = supplied
    numbers[17] = 1.0 if MASK[kind] > 0 else 0.0
    numbers[18] = relief(view, room, view.watched[kind], 0)
    numbers[19] = 1.0 if kind == BARRACKS else 0.0
    numbers[20] = 1.0 if kind == INFORMATION else 0.0
    numbers[21] = 1.0 if DOUBLE <= kind < ESCAPE else 0.0
    numbers[22] = alike(view, kind) / 3
    numbers[23] = room[THEIRS] * view.watched[kind] / 3
    numbers[24] = 1.0 if room[TURNS] <= 1.0 else 0.0


@rule
def alike(view, kind):
    """S17-33: how many cards of the hand could go into a set with this one."""
    cards = 0
    for other in range(KIND):
        held = view.hand[view.turn][other]
        if held > 0:
            if kind < ESCAPE:
                cards += held if MASK[other] & MASK[kind] and other < ESCAPE else 0
            elif kind < BARRACKS:
                cards += held if ESCAPE <= other < BARRACKS else 0
            elif other == kind:
                cards += held
    return cards
