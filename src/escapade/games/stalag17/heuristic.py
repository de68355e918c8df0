"""The heuristic for Stalag 17: lay what the plan lacks, keep the hand light, and go when everything is there.

Everything is measured in turns. Of the hand, the cards that the plan can still use are set apart, heavy ones first:
each of them is a turn from the escape. What is set apart is laid, the rest is ballast: it counts at the roll-call.
"""

from math import exp

from escapade.games.stalag17.cards import BARRACKS, ESCAPE, INFORMATION, MASK, POINTS, PRISONERS, WHEN_LAID
from escapade.games.stalag17.discards import KIND, OBJECT, RUN, SET, TYPE, fits_set, is_of
from escapade.games.stalag17.plan import laid_points
from escapade.games.stalag17.rollcall import CALLED, MAX_WATCHED
from escapade.games.stalag17.rules import (
    ADD,
    ATTEMPT,
    BEGIN_RUN,
    BEGIN_SET,
    DISCARD,
    DRAW_TWO,
    END,
    LAY,
    TAKE,
    returns,
    standing,
)
from escapade.kernel.compile import rule
from escapade.kernel.names import NONE, OVER
from escapade.kit.any_heuristic import by_agreement, by_book, rethink  # noqa: F401 (as in any game)

ROOM = 128
TIE_NOISE = 0.1  # turns by which taste may go against the heuristic
TEMPERATURE = 0.6  # turns: how soft level 1 chooses
NARROW = 1.2  # turns: how much worse than the best an idea may look and still be tried
GUESSES = 16  # worlds that are guessed for each that is tried
CARE = 0  # times that a careful player thinks such a guess over
TREE = False  # does a tree below the candidates find more than rollouts alone, in the same time?
BRIEF = 250  # iterations of a planner at a table of two; 0: as many as its time allows
SPREAD = 0.0  # how much a choice may cost to be harder to read, in parts of what one outcome differs from another

FIND = 2.6  # turns to find and lay an object that is not in the hand
POINT = 0.65  # turns to find and lay an escape point
WATCHED = 0.5  # turns that a point of surveillance costs in the next round
OWN = 0.5  # how quickly the hand counts less, the more turns the own escape is away
OTHERS = 0.41  # the same for the cards that another player's escape seems to lack
PER_POINT = 0.3  # cards that another player lays for an escape point
NEAREST = 0.8  # cards that it lacks at the least: who has laid enough may have laid the wrong ones
HURRY = 0.7  # share of a burden that still counts while another player has one prisoner left
FEED = 0.3  # turns given away by a discard that the plan asks for
ESCAPED = 1.2  # turns that a sure escape is worth now rather than with a lighter hand
AVERAGE = 1.45  # S17-3: surveillance of a card nobody knows
NEVER = -50.0  # S17-45: an attempt that must fail
WON = 1000.0  # S17-47: the last prisoner

# The room: by group of objects how many cards it lacks; by kind the cards set apart; and numbers.
APART = 32
MISSING, SHORT, TURNS, LACK, WANTED, HELD, NEWS, MINE, THEIRS, BURDEN = range(80, 90)


@rule
def weigh(view, out, n, utility, room):
    """Write what each of the n legal actions is worth to the seat at the turn, in turns."""
    set_apart(view, room)
    look_around(view, room)
    for i in range(n):
        utility[i] = utility_of(view, out[i], room)


# --- What the plan lacks -----------------------------------------------------


@rule
def set_apart(view, room):
    """S17-40, S17-41: which cards of the hand the plan can use, all together, and what is then still missing."""
    me = view.turn
    groups(view, room)
    for kind in range(KIND):
        room[APART + kind] = 0.0
        if MASK[kind] > 0 and view.laid[me][kind] > 0:
            supply(room, MASK[kind], view.laid[me][kind])
    lack = tightest(room)
    room[TURNS] = 0.0
    for kind in range(ESCAPE - 1, -1, -1):  # doubles first: they weigh most
        if view.hand[me][kind] > 0:
            lack = keep(view, room, kind, lack)
    lack = keep(view, room, BARRACKS, lack)  # S17-51: last, since it costs 4 if another escapes
    room[LACK] = lack
    short = view.points + view.surveillance[me] - laid_points(view, me)
    for kind in range(BARRACKS - 1, ESCAPE - 1, -1):  # as few cards as will do
        for _ in range(view.hand[me][kind]):
            if short > 0:
                short -= POINTS[kind]
                room[APART + kind] += 1.0
                room[TURNS] += 1.0
    room[SHORT] = max(0, short)


@rule
def groups(view, room):
    """S17-16: how many objects of each group of objects the plan asks for."""
    room[0] = 0.0
    wanted = 0
    for thing in range(OBJECT):
        bit = 1 << thing
        if view.need[thing] > 0:
            wanted |= bit
        for group in range(bit):
            room[bit + group] = room[group] + view.need[thing]
    room[WANTED] = wanted


@rule
def supply(room, mask, cards):
    """Count cards for all groups that have one of their objects."""
    for group in range(32):
        if group & mask:
            room[group] -= cards


@rule
def tightest(room):
    """Return the objects of which any brings the plan nearer; 0 if none is missing.

    Groups that lack most have others of that sort as intersections, so there is a smallest one, and a card helps if
    it has an object of it.
    """
    most = 0.0
    lack = 0
    for group in range(1, 32):
        if room[group] > most:
            most = room[group]
            lack = group
        elif room[group] == most:
            lack &= group
    room[MISSING] = most
    return lack


@rule
def keep(view, room, kind, lack):
    """Set cards of a kind apart as long as they help; return what is then lacking."""
    for _ in range(view.hand[view.turn][kind]):
        if lack & MASK[kind]:
            room[APART + kind] += 1.0
            room[TURNS] += 1.0
            supply(room, MASK[kind], 1)
            lack = tightest(room)
    return lack


@rule
def gain(kind, room):
    """How many turns nearer a card of this kind in the hand brings the escape."""
    if MASK[kind] & int(room[LACK]):
        return FIND - 1.0
    return max(0.0, POINT * min(POINTS[kind], room[SHORT]) - 1.0)


# --- Who will be first -------------------------------------------------------


@rule
def look_around(view, room):
    """What a card nobody knows is worth, what the hand weighs, and how near its counting is."""
    me = view.turn
    held = 0
    cards = 0
    hope = 0.0
    for kind in range(KIND):
        held += view.watched[kind] * view.hand[me][kind]
        unseen = view.copies[kind] - view.hand[me][kind] - view.laid[me][kind]
        if unseen > 0:
            cards += unseen
            hope += unseen * gain(kind, room)
    for i in range(view.top):
        cards -= 1
        hope -= gain(view.pile[i], room)
    room[HELD] = held
    room[NEWS] = hope / max(1, cards)
    room[TURNS] += FIND * room[MISSING] + POINT * room[SHORT]
    look_at_others(view, room)
    room[BURDEN] = burden(view, room, room[HELD], view.laid[me][BARRACKS])


@rule
def look_at_others(view, room):
    """How likely it seems that the round ends before the hand is lighter: by the own escape, or by another's."""
    me = view.turn
    calm = 1.0
    late = 1.0
    for seat in range(view.seats):
        if seat != me and view.prisoners[seat] > 0:
            if ends_with(view, seat):
                late = HURRY
            else:
                calm *= 1.0 - 1.0 / (1.0 + OTHERS * cards_away(view, seat))
    room[THEIRS] = late * (1.0 - calm)
    room[MINE] = 0.0 if ends_with(view, me) else late / (1.0 + OWN * room[TURNS])


@rule
def ends_with(view, seat):
    """S17-47: would this seat's next escape end the game, so that no hand is counted?"""
    return view.prisoners[seat] == 1 and view.play_on == 0


@rule
def cards_away(view, seat):
    """S17-22: how many cards another player seems to lack, by how many it has laid."""
    away = PER_POINT * (view.points + view.surveillance[seat]) - view.lying[seat]
    for thing in range(OBJECT):
        away += view.need[thing]
    return max(NEAREST, away)


@rule
def burden(view, room, held, barracks):
    """S17-50, S17-51: what the surveillance after the roll-call costs, if this is in the hand then."""
    me = view.turn
    own = min(MAX_WATCHED, view.surveillance[me] + held)
    other = view.surveillance[me] + held + WHEN_LAID * barracks - CALLED * view.prisoners[me]
    return WATCHED * (room[MINE] * own + room[THEIRS] * max(0.0, min(MAX_WATCHED, other)))


@rule
def relief(view, room, less, laid):
    """What a hand lighter by so much is worth, with so many barracks newly laid."""
    return room[BURDEN] - burden(view, room, room[HELD] - less, view.laid[view.turn][BARRACKS] + laid)


# --- What an action is worth -------------------------------------------------


@rule
def utility_of(view, code, room):
    """What an action is worth."""
    if code == DRAW_TWO:
        return 2.0 * room[NEWS] + relief(view, room, -2.0 * AVERAGE, 0)
    if code < DISCARD:
        return laying(view, code - LAY, room)
    if code < BEGIN_SET:
        return discarding(view, code - DISCARD, room) - feeding(code - DISCARD, room)
    if code == BEGIN_SET:
        return best_set(view, room)
    if code == BEGIN_RUN:
        return run(view, room)
    if code < END:
        return adding(view, code - ADD, room)
    if code == TAKE:
        top = view.pile[view.top - 1]
        return gain(top, room) + room[NEWS] + relief(view, room, -AVERAGE - view.watched[top], 0)
    if code == ATTEMPT:
        return attempting(view, room)
    return 0.0  # END: nothing more goes


@rule
def laying(view, kind, room):
    """S17-31: a turn nearer if the plan can use it; and a new card for one that weighs on the hand."""
    nearer = 1.0 if room[APART + kind] > 0.0 else 0.0
    barracks = 1 if kind == BARRACKS else 0
    return nearer + room[NEWS] + relief(view, room, view.watched[kind] - AVERAGE, barracks)


@rule
def spare(view, kind, room):
    """How many cards of a kind are ballast."""
    return view.hand[view.turn][kind] - room[APART + kind]


@rule
def discarding(view, kind, room):
    """S17-32: a card less in the hand, unless the plan can use it."""
    lost = 0.0
    if spare(view, kind, room) < 1.0:
        lost = FIND if MASK[kind] > 0 else max(1.0, POINT * POINTS[kind])
    return relief(view, room, view.watched[kind], 0) - lost


@rule
def feeding(kind, room):
    """S17-38: the next player may take what lies on top, and has the same plan."""
    if MASK[kind] & int(room[WANTED]):
        return FEED
    return FEED * POINTS[kind] / 6.0


@rule
def attempting(view, room):
    """S17-40, S17-45: go if it is sure, and only then."""
    if room[TURNS] > 0.0:
        return NEVER
    return WON if view.prisoners[view.turn] == 1 else ESCAPED


@rule
def best_set(view, room):
    """S17-33: the set that frees the hand of most; it is not begun unless its cards are ballast."""
    best = NEVER
    for sort in range(TYPE):
        best = max(best, ballast(view, sort, room))
    return best


@rule
def ballast(view, sort, room):
    """S17-33: what discarding all spare cards of a type is worth; NEVER if they are no set."""
    real = 0.0
    cards = 0.0
    weight = 0.0
    for kind in range(KIND):
        here = spare(view, kind, room) + view.added[kind]
        if here > 0.0 and fits_set(kind, sort):
            cards += here
            weight += view.watched[kind] * spare(view, kind, room)
            if is_of(kind, sort):
                real += here
        elif view.added[kind] > 0:
            return NEVER
    if real == 0.0 or cards < SET:
        return NEVER
    return relief(view, room, weight, 0)


@rule
def run(view, room):
    """S17-35: what a run of spare cards is worth; NEVER if they are none."""
    types = 0
    things = 0
    weight = 0.0
    for kind in range(KIND):
        if spare(view, kind, room) < 1.0:
            continue
        if kind < ESCAPE:  # singles come first, a double stands for what they leave open
            fresh = MASK[kind] & ~things
            if fresh == 0:
                continue
            things |= fresh & -fresh
        elif kind < BARRACKS:
            if things >> OBJECT & 1:
                continue
            things |= 1 << OBJECT
        types += 1
        weight += view.watched[kind]
    return relief(view, room, weight, 0) if types >= RUN else NEVER


@rule
def adding(view, kind, room):
    """S17-37: ballast of the best set first, and last what feeds the next player least."""
    best = 0.0
    if view.building == SET:
        best = NEVER
        for sort in range(TYPE):
            if fits_set(kind, sort):
                best = max(best, ballast(view, sort, room))
    return best + discarding(view, kind, room) + 0.1 * feeding(kind, room)


# --- What an unfinished game is worth ----------------------------------------

PLIES = 250  # a round that lasts longer is valued as it stands
# Fitted to who won matches of it against itself: 278,088 beginnings of rounds of two seats, 142,605 of four.
# The unit is a logarithm of odds: who is 0.7 stronger wins twice as often.
FREED = 0.85  # strength by the first prisoner freed, at two seats
LAST = 1.03  # … by the second: only one is left
SURVEYED = 0.125  # … lost by a point of surveillance
FREED_OF_MANY = 0.96  # the same at more seats
LAST_OF_MANY = 1.43
SURVEYED_OF_MANY = 0.09
WATCHED_LAST = 0.08  # … lost once more with one prisoner left, who hands little back (S17-51)
PLANNED = 0.12  # strength lost by a turn that the next escape is away
REMAINS = 0.6  # share of surveillance that counts beside the plan, whose points it is a part of (S17-40)
LAID = 0.25  # cards that an escape point takes to be laid


@rule
def enough(root, state, plies):
    """S17-46, S17-60: the round is over, and what is left of it are prisoners and surveillance."""
    return state.round != root.round or plies >= PLIES


@rule
def value(state, score):
    """S17-47 to S17-49: how likely each is to win, which is all the rulebook speaks of; playing on, by places."""
    returns(state, score)
    if state.turn == OVER and (state.seats == 2 or state.play_on == 1):
        return
    for seat in range(state.seats):
        score[seat] = before_each(state, seat) if state.play_on == 1 else first(state, seat)


@rule
def first(state, seat):
    """S17-47: how likely a seat is to win: 1.0 for sure, 0.0 for a fair share, and as much is won as lost."""
    total = 0.0
    for other in range(state.seats):
        if state.place[other] == 1:
            return 1.0 if other == seat else -1.0 / (state.seats - 1)
        total += exp(strength(state, other) - strength(state, seat))
    return (state.seats / total - 1.0) / (state.seats - 1)


@rule
def before_each(state, seat):
    """S17-48: from -1.0 to 1.0, how likely a seat is to finish before another; who has finished keeps the place."""
    lead = 0.0
    for other in range(state.seats):
        if other == seat:
            continue
        if state.place[seat] > 0 or state.place[other] > 0:
            lead += 1.0 if standing(state, seat) > standing(state, other) else -1.0
        else:
            lead += 2.0 / (1.0 + exp(strength(state, other) - strength(state, seat))) - 1.0
    return lead / (state.seats - 1)


@rule
def strength(state, seat):
    """What a seat has done for its escapes: prisoners, surveillance, and its part of the plan once cards are dealt."""
    freed = PRISONERS - state.prisoners[seat]
    last = 1 if state.prisoners[seat] == 1 else 0
    if state.seats == 2:
        done = FREED * (freed - last) + LAST * last
        lost = SURVEYED * state.surveillance[seat]
    else:
        done = FREED_OF_MANY * (freed - last) + LAST_OF_MANY * last
        lost = (SURVEYED_OF_MANY + WATCHED_LAST * last) * state.surveillance[seat]
    if state.to_deal > 0 or state.starter == NONE:  # S17-18: no cards yet
        return done - lost
    return done - REMAINS * lost - PLANNED * turns_away(state, seat)


@rule
def turns_away(state, seat):
    """S17-40: how many turns a seat's next escape is away, its cards known."""
    short = max(0, state.points + state.surveillance[seat] - laid_points(state, seat))
    found = 0
    for kind in range(ESCAPE, BARRACKS):
        found += POINTS[kind] * state.hand[seat][kind]
    to_lay = objects_missing(state, seat, 0) + LAID * short
    to_find = (FIND - 1.0) * objects_missing(state, seat, 1) + (POINT - LAID) * max(0, short - found)
    return to_lay + to_find


@rule
def objects_missing(state, seat, held):
    """S17-41: objects of the plan that the laid cards, and with `held` those of the hand, cannot supply (Hall)."""
    wanted = 0
    for thing in range(OBJECT):
        if state.need[thing] > 0:
            wanted |= 1 << thing
    most = 0
    for group in range(1, 32):
        if group & ~wanted:
            continue
        lacking = 0
        for thing in range(OBJECT):
            if group >> thing & 1:
                lacking += state.need[thing]
        if lacking <= most:
            continue
        for kind in range(ESCAPE):
            if MASK[kind] & group:
                lacking -= state.laid[seat][kind] + held * state.hand[seat][kind]
        most = max(most, lacking - state.laid[seat][BARRACKS] - held * state.hand[seat][BARRACKS])
    return most


# --- What others may have laid -----------------------------------------------

# Fitted to tell what a seat that plays by it has from what chance would deal it: 90,000 views of two to four
# seats. The unit is a logarithm of odds.
LAID_OBJECT = 1.4  # an object of the plan that the laid cards supply
LAID_ESCAPE = 0.6  # a laid escape card
LAID_POINT = 0.2  # … and each point of it that is asked for
LAID_BARRACKS = -1.0  # S17-51: it costs 4
LAID_INFORMATION = 0.6  # S17-4: it weighs 4 in a hand
UNLAID_OBJECT = -0.6  # a card in the hand that would supply an object
UNLAID_ESCAPE = -0.35  # an escape card in the hand
UNLAID_POINT = -0.15  # … and each point of it that is lacking
WAITING = -1.5  # S17-40: everything is there, and no attempt was made


@rule
def likely(world, seat):
    """S17-22: how well a guessed world explains what a seat has seen: others lay what the plan asks for."""
    sign = 0.0
    for other in range(world.seats):
        if other != seat and world.lying[other] > 0:
            sign += purpose(world, other)
    return exp(sign)


@rule
def purpose(world, seat):
    """How much the cards of a seat look as if it had chosen which to lay."""
    missing = objects_missing(world, seat, 0)
    asked = world.points + world.surveillance[seat]
    laid = laid_points(world, seat)
    held = 0
    sign = LAID_BARRACKS * world.laid[seat][BARRACKS] + LAID_INFORMATION * world.laid[seat][INFORMATION]
    sign -= LAID_OBJECT * missing  # what is asked for is the same in every world
    for kind in range(ESCAPE, BARRACKS):
        sign += LAID_ESCAPE * world.laid[seat][kind] + UNLAID_ESCAPE * world.hand[seat][kind]
        held += POINTS[kind] * world.hand[seat][kind]
    if laid >= asked:
        held = 0
        if missing == 0:
            sign += WAITING
    sign += LAID_POINT * min(laid, asked) + UNLAID_POINT * min(held, asked - laid)
    return sign + UNLAID_OBJECT * (missing - objects_missing(world, seat, 1))


# --- Hints -------------------------------------------------------------------

TRAITS = (("escapes", 0.15), ("laid", 0.7), ("surveillance", 1.0))  # what a hint may speak of, and what is a difference


@rule
def traits(state, seat, out):
    """Prisoners freed, cards laid, surveillance."""
    out[0] -= state.prisoners[seat]
    out[1] += state.lying[seat]
    out[2] += state.surveillance[seat]
