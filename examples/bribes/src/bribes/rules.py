"""Bribes: two to six prisoners bid in secret. Clause numbers are those of RULES.md beside this file."""

from escapade.kernel.compile import rule, zeros
from escapade.kernel.contract import Option
from escapade.kernel.fields import ALL, NONE, OWNER, UNKNOWN, Axis, Field, Fields, int8
from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.notation import Actions, Verb
from escapade.kernel.rng import pick
from escapade.kernel.scoring import by_place

# --- Vocabulary --------------------------------------------------------------

TITLE = "Bribes"
ABOUT = "secret bids for what the guards sell"
SEATS = range(2, 7)

GOODS = ("soap", "rope", "map", "file", "key")  # BRI-2: worth 1 to 5
COPIES = 2
AMOUNTS = ("nothing", "1", "2", "3", "4", "5", "6", "7", "8", "9")  # BRI-1, BRI-5
GUARD, KNOCK, OFFER = range(3)  # stages of a round

SEAT = Axis("seat", 6)
GOOD = Axis("good", GOODS)
AMOUNT = Axis("amount", AMOUNTS)

ACTIONS = Actions(
    Verb("offer {amount}", amount=AMOUNTS),  # BRI-5
    Verb("knock once"),  # BRI-4
    Verb("knock twice"),
    Verb("seat {seat} gives up", seat=SEAT.labels),  # BRI-9
    Verb("a guard sells {good}", good=GOODS),  # chance: BRI-3
    Verb("offer in secret"),  # what others hear: BRI-12
)
OFFERS, ONCE, TWICE, GIVE_UP, SELLS, UNSEEN = ACTIONS.bases
MAX_ACTIONS = 10

OPTIONS = (
    Option("bundles", 6, "how many bundles each prisoner has", "BRI-1", low=3, high=9),
    Option("overheard", 2, "how often a prisoner is overheard before being caught", "BRI-7", low=1, high=4),
)

# --- State -------------------------------------------------------------------

# fmt: off
FIELDS = Fields(
    Field("seats",     int8, (),             ALL,   "how many play"),
    Field("limit",     int8, (),             ALL,   "times that a prisoner is overheard before being caught"),
    Field("guards",    int8, (GOOD,),        ALL,   "guards that have not come yet"),
    Field("stage",     int8, (),             ALL,   "0 a guard comes, 1 the leader knocks, 2 offers"),
    Field("good",      int8, (),             ALL,   "what the guard sells, or NONE", holds=GOOD),
    Field("knocks",    int8, (),             ALL,   "knocks in this round"),
    Field("leader",    int8, (),             ALL,   "who knocks", holds=SEAT),
    Field("bundle",    int8, (SEAT, AMOUNT), ALL,   "1: the seat can offer this amount", seated=True),
    Field("offer",     int8, (SEAT,),        OWNER, "the amount offered, or NONE", revealed_by="shown", holds=AMOUNT),
    Field("chosen",    int8, (SEAT,),        ALL,   "1: has chosen in this round", seated=True),
    Field("shown",     int8, (SEAT,),        ALL,   "1: the offer is shown", seated=True),
    Field("worth",     int8, (SEAT,),        ALL,   "worth of the goods that the seat has taken", seated=True),
    Field("overheard", int8, (SEAT,),        ALL,   "how often the seat was overheard", seated=True),
    Field("caught",    int8, (SEAT,),        ALL,   "1: out of the game", seated=True),
    Field("turn",      int8, (),             ALL,   "who acts: a seat, CHANCE or OVER", holds=SEAT),
)
# fmt: on


# --- Flow of play ------------------------------------------------------------


def setup(state, seats, options, pieces):
    """BRI-1, BRI-2: bundles for all, and no guard yet."""
    state.seats = seats
    state.limit = options.overheard
    state.guards = [COPIES] * GOOD
    state.good = NONE
    state.offer = [NONE] * SEAT
    for seat in range(seats):
        for amount in range(options.bundles + 1):
            state.bundle[seat][amount] = 1
    state.turn = CHANCE


@rule
def legal(state, out):
    """BRI-4: one knock or two. BRI-5: a bundle that is left, or nothing."""
    if state.turn < 0:
        return 0
    if state.stage == KNOCK:
        out[0], out[1] = ONCE, TWICE
        return 2
    n = 0
    for amount in range(AMOUNT):
        if state.bundle[state.turn][amount] == 1:
            out[n] = OFFERS + amount
            n += 1
    return n


@rule
def anytime(state, seat, out):
    """BRI-9: giving up."""
    if state.turn == OVER or state.caught[seat] == 1:
        return 0
    out[0] = GIVE_UP + seat
    return 1


@rule
def simultaneous(state, out):
    """BRI-5: all who bid and have not chosen yet."""
    n = 0
    if state.stage == OFFER and state.turn >= 0:
        for seat in range(state.seats):
            if bids(state, seat) and state.chosen[seat] == 0:
                out[n] = seat
                n += 1
    return n


@rule
def odds(state, out, weight):
    """BRI-3: every guard who has not come yet alike."""
    n = 0
    if state.turn == CHANCE:
        for good in range(GOOD):
            if state.guards[good] > 0:
                out[n], weight[n] = SELLS + good, state.guards[good]
                n += 1
    return n


@rule
def apply(state, action):
    """Advance the game by one legal action, in place."""
    if action < ONCE:
        make_offer(state, action - OFFERS)
    elif action < GIVE_UP:
        knock(state, action - ONCE + 1)
    elif action < SELLS:
        give_up(state, action - GIVE_UP)
    else:
        come_by(state, action - SELLS)


# --- A round -----------------------------------------------------------------


@rule
def come_by(state, good):
    """BRI-3: a guard comes, and the leader knocks."""
    state.guards[good] -= 1
    state.good = good
    state.stage = KNOCK
    for seat in range(state.seats):
        state.offer[seat] = NONE
        state.chosen[seat] = state.shown[seat] = 0
    state.turn = state.leader


@rule
def knock(state, times):
    """BRI-4: then all offer; in turn the leader first, or the next who has a bundle."""
    state.knocks = times
    state.stage = OFFER
    state.turn = next_to_choose(state, state.leader)


@rule
def holds_bundle(state, seat):
    """BRI-5, BRI-10: does a seat have a bundle left?"""
    for amount in range(1, AMOUNT):
        if state.bundle[seat][amount] == 1:
            return True
    return False


@rule
def bids(state, seat):
    """BRI-5: does a seat offer in this round?"""
    return state.caught[seat] == 0 and holds_bundle(state, seat)


@rule
def next_to_choose(state, first):
    """BRI-5: the first seat from here that has not chosen; NONE if all have."""
    for step in range(state.seats):
        seat = (first + step) % state.seats
        if bids(state, seat) and state.chosen[seat] == 0:
            return seat
    return NONE


@rule
def make_offer(state, amount):
    """BRI-5: an offer is kept secret until all have chosen."""
    state.offer[state.turn] = amount
    state.chosen[state.turn] = 1
    go_on(state, state.turn)


@rule
def go_on(state, seat):
    """BRI-5: the next seat chooses, or all offers are shown."""
    following = next_to_choose(state, seat)
    if following == NONE:
        show_offers(state)
    else:
        state.turn = following


@rule
def show_offers(state):
    """BRI-5: all at once. BRI-6: somebody takes the goods. BRI-7: others are overheard."""
    taker, best = NONE, 0
    for seat in range(state.seats):
        if state.chosen[seat] == 0:
            continue
        state.shown[seat] = 1
        alone = offered_by(state, state.offer[seat]) == 1
        if alone and state.offer[seat] > best:
            taker, best = seat, state.offer[seat]
        if not alone and state.offer[seat] > 0:
            state.overheard[seat] += state.knocks
    for seat in range(state.seats):
        if state.chosen[seat] == 1 and state.offer[seat] > 0:
            state.bundle[seat][state.offer[seat]] = 0
        if state.overheard[seat] >= state.limit:
            catch(state, seat)
    if taker != NONE:
        state.worth[taker] += state.knocks * (state.good + 1)
    end_round(state, taker)


@rule
def offered_by(state, amount):
    """BRI-6, BRI-7: how many offer an amount."""
    n = 0
    for seat in range(state.seats):
        if state.chosen[seat] == 1 and state.offer[seat] == amount:
            n += 1
    return n


@rule
def catch(state, seat):
    """BRI-7: out of the game, and what was taken is lost."""
    state.caught[seat] = 1
    state.worth[seat] = 0


@rule
def end_round(state, taker):
    """BRI-8: the next leader. BRI-10: is it over?"""
    state.stage = GUARD
    state.good = NONE
    state.turn = CHANCE
    if taker != NONE:
        state.leader = taker
    else:
        pass_lead(state)
    left = 0
    for good in range(GOOD):
        left += state.guards[good]
    bidders = 0
    for seat in range(state.seats):
        bidders += bids(state, seat)
    if left == 0 or bidders < 2:
        finish(state)


@rule
def pass_lead(state):
    """BRI-8: the next in the game to the left."""
    for step in range(1, state.seats + 1):
        seat = (state.leader + step) % state.seats
        if state.caught[seat] == 0:
            state.leader = seat
            return


@rule
def give_up(state, seat):
    """BRI-9: caught, and the offer does not count; the others go on."""
    catch(state, seat)
    state.chosen[seat] = 0
    state.offer[seat] = NONE
    bidders = 0
    for other in range(state.seats):
        bidders += bids(state, other)
    if bidders < 2:  # BRI-10
        finish(state)
        return
    if state.leader == seat:
        pass_lead(state)
        if state.stage == KNOCK:
            state.turn = state.leader
    if state.stage == OFFER and state.turn == seat:
        go_on(state, seat)


# --- The end -----------------------------------------------------------------


@rule
def finish(state):
    """BRI-10, BRI-12: all offers that were made are shown."""
    state.turn = OVER
    for seat in range(state.seats):
        state.shown[seat] = 1


@rule
def returns(state, score):
    """BRI-11: by the worth of what was taken; the caught come last."""
    standing = zeros(state.seats)
    for seat in range(state.seats):
        standing[seat] = -1 if state.caught[seat] == 1 else state.worth[seat]
    by_place(standing, score, state.turn == OVER)


# --- What each seat knows ----------------------------------------------------


@rule
def observe(state, seat):
    """BRI-12: erase, in place, the offers of others until they are shown."""
    for other in range(state.seats):
        if other != seat and state.shown[other] == 0:
            state.offer[other] = UNKNOWN


@rule
def hear(state, action, seat):
    """BRI-12: of another's offer only that it was made."""
    if action < ONCE and seat != state.turn:
        return UNSEEN
    return action


@rule
def determinize(view, words):
    """Fill the holes of a view, in place: who has chosen offers any bundle that is left, or nothing."""
    for seat in range(view.seats):
        if view.offer[seat] == UNKNOWN:
            view.offer[seat] = pick(words, view.bundle[seat], AMOUNT) if view.chosen[seat] == 1 else NONE
