"""The heuristic for Jailbreakers: aim at the plan that pays best, collect for it, go when all is there, or give up.

Everything that counts lies open, so this is arithmetic: how likely an attempt is to succeed (JB-62), and how many
turns what it takes is away. A hand of materials is one number, four bits for each kind: `1 << 4 * material` is a card.
"""

from escapade.kernel.compile import rule
from escapade.kernel.names import NONE, OVER
from escapade.kit.any_heuristic import by_agreement, by_book, rethink  # noqa: F401 (as in any game)

# fmt: off
# isort: off
from escapade.games.jailbreakers.box import (
    ATTEMPT, BAG, BRASS_KNUCKLES, COUNT, CRAFT, CROWD, DRAWING, DRAW_ON, END, EXCHANGE, EXCHANGING, FREE, FREE_TO_WIN,
    FURTHER, GIVE, GIVE_UP, GIVING, GUARD, HAND, HOOK, KEEP, LOCK_PICK, MATERIAL, MONEY_BAG, MOVE, NAMES, NO_EXCHANGE,
    NO_FREE, NO_KEEP, NUMBER, OBJECT, PAY, PLACE, PRICES, RAFT, RELEASE, RETURN, ROLL, SET_ASIDE, SHOVEL, SKIP,
    SNITCH, SOAP_GUN, SPOILED, STEAL, STEALING_MATERIAL, STEALING_OBJECT, SUCCESS, SWAP_FOR, TAKE, TAKING, TO_ACT,
    TO_EXCHANGE, TO_MOVE, TO_PAY, TO_PLACE, TO_SWAP, TO_SWAP_FOR, USE, WAYS,
    WORKER,
)
# isort: on
# fmt: on
from escapade.games.jailbreakers.aims import (
    AIM,
    PACE,
    PAIRS,
    REMADE,
    SHORT,
    SPARE,
    THINGS,
    UTILITY,
    VISIT,
    aim,
    best_aim,
    count,
    hope,
    pairs,
    spares,
    without_aim,
)
from escapade.games.jailbreakers.prison import placement_value, placing_objects
from escapade.games.jailbreakers.rounds import called, owns
from escapade.games.jailbreakers.rules import returns

TIE_NOISE = 0.2  # a fifth of a material
TEMPERATURE = 1.5  # one and a half materials
NARROW = 1e9  # how much worse than the best an idea may look and still be tried
GUESSES = 1  # worlds that are guessed for each that is tried
CARE = 0  # times that a careful player thinks such a guess over
TREE = False  # does a tree below the candidates find more than rollouts alone, in the same time?
BRIEF = 250  # iterations of a planner at a table of two; 0: as many as its time allows
SPREAD = 0.0  # how much a choice may cost to be harder to read, in parts of what one outcome differs from another

# Worth is counted in materials that the aim needs; what must be done before all else is worth more than any of them.
FOUND = 1.0  # a material the aim needs
PAIRED = 0.8  # one that makes another object together with a spare one
ANY = 0.15  # any other, since it can still be exchanged
LUCK = 0.3  # what a card drawn blind is worth beside the chance that the aim needs it: it may make a pair
SWAPPED = 0.8  # a spare material exchanged for one that is needed
STOLEN = 2.5  # an object the aim needs: two materials, and no need to craft
BOOTY = 0.5  # any other object
DENIED = 1.0  # a material that a rival's aim needs and that is gone, an object twice; shared among all rivals
BEREFT = 0.2  # … and a card that it does not need
WANTED = 0.7  # a material that a rival's aim is short of; shared among all rivals
GIFT = 0.4  # JB-30: what the Yard gives to a rival
TROUBLE = 1.5  # JB-26: a prisoner in trouble costs turns, or two materials
PIPS = 0.05  # JB-21: each pip of a die that lies opens higher numbers for the next
ASIDE = -0.3  # JB-25: a die set aside does not even do that
EXTRA = 1.0  # JB-40: an object of spare materials: it takes less room in hand, helps, and others cannot have it
FIRST = 9.0  # JB-40: crafting for the aim comes before all that may need it
LOOK = 6.0  # JB-43: then a look at the cards, since it costs nothing
GO = 5.0  # JB-60: then an attempt that is worth it
NEVER = -1.0  # worse than letting it be, which is worth 0

# How a player stands, fitted by least squares to who came out ahead of whom, at the starts of rounds of games that this
# this heuristic played against itself: lead / (1 + |lead|) is the mean of +1 for ahead and -1 for behind.
OUT = 0.41  # a prisoner escaped, though one with hardly an object left is soon caught up with:
INSIDE = 0.68  # each prisoner inside is a turn a round, and one who escapes takes none
RACE = 0.31  # a prisoner escaped counts more for each rival beyond the first
OBJECTS = 0.12  # each object
MATERIALS = 0.06  # each material
ARMED = 0.19  # each object, if the next success wins (JB-13)
CLOSE = 0.75  # how much the aim promises, if the next success wins
ROUNDS = 0.32  # JB-83: each round that a solo player still has
LATE = 1.35  # … who needs about four to be even with the phantom and the clock
LONG = 300  # plies: two rounds of five seats at the most

ROOM = 64  # numbers that `weigh` keeps while it thinks: aims of five players, twelve locations


@rule
def denial(view, me, player, card, room):
    """What it is worth that a player has a card no more."""
    at = 8 * player
    if card < MATERIAL:
        needed = view.hand[player][card] > count(room[at + SPARE], card)
    else:
        needed = int(room[at + AIM]) >> (card - MATERIAL) & 1 == 1
    utility = BEREFT
    if needed:
        utility = DENIED if card < MATERIAL else 2.0 * DENIED
    return utility * (1.0 + view.escaped[player]) / (view.players - 1)


# --- Locations ---------------------------------------------------------------


@rule
def loot(view, me, player, card, room):
    """JB-30: what a card stolen from a player is worth."""
    utility = denial(view, me, player, card, room)
    if card < MATERIAL:
        return utility + (FOUND if count(room[8 * me + SHORT], card) > 0 else ANY)
    if int(room[8 * me + THINGS]) >> (card - MATERIAL) & 1 == 1:
        return utility + STOLEN
    return utility + BOOTY


@rule
def best_loot(view, me, first, last, room):
    """JB-30, JB-48: the best card that can be stolen, of those from first to last."""
    best = 0.0
    for player in range(view.players):
        if player == me:
            continue
        for card in range(first, last):
            if view.hand[player][card] > 0 and (card < MATERIAL or view.hand[me][card] == 0):
                best = max(best, loot(view, me, player, card, room))
    return best


@rule
def visit(view, me, number, room):
    """JB-30, JB-31: what the action of a location is worth."""
    action = view.action[number]
    short = int(room[8 * me + SHORT])
    lying = 0  # materials the aim needs that lie in the supply
    here = 0  # … and that may be taken here
    luck = 0
    other = 0
    for material in range(MATERIAL):
        n = min(count(short, material), view.supply[material])
        lying += n
        if n > 0:
            luck += view.supply[material]
        if view.of[number] == 0 or view.of[number] >> material & 1 == 1:
            here += n
            if view.supply[material] > n:
                other |= 1 << material
    took = min(action[TAKING], here)
    utility = FOUND * took - GIFT * action[GIVING]
    if action[TAKING] > took and other != 0:
        utility += PAIRED if other & int(room[PAIRS]) != 0 else ANY
    if view.stock > 0:
        utility += action[DRAWING] * (FOUND * luck / view.stock + LUCK)
    if action[EXCHANGING] > 0:
        utility += SWAPPED * min(action[EXCHANGING], min(lying, spares(view, me, room)))
    if action[STEALING_MATERIAL] > 0:
        utility += best_loot(view, me, 0, int(MATERIAL), room)
    if action[STEALING_OBJECT] > 0:
        utility += best_loot(view, me, int(MATERIAL), int(MATERIAL) + int(OBJECT), room)
    return utility


@rule
def reach(view, me, number, have):
    """JB-23, JB-24: the least value with which this location is open to these objects; NONE: it is closed."""
    dice = 0
    for player in range(view.players):
        dice += view.dice[player][number]
    if dice >= CROWD or (dice > view.dice[me][number] and have & WORKER == 0):
        return NONE
    if have & HOOK != 0:
        return max(1, number + 1 - FURTHER)
    return number + 1


@rule
def expected(view, me, room):
    """JB-20, JB-46: what a roll is worth on average: the best location in reach, or trouble, or a die set aside."""
    have = placing_objects(view, me)
    value = placement_value(view, me) - view.roll
    total = 0.0
    for face in range(1, 7):
        best = ASIDE
        safe = False
        for number in range(NUMBER):
            least = reach(view, me, number, have)
            if least == NONE or least > value + face:
                continue
            if view.guard[number] == 0 or have & GUARD != 0:
                best = max(best, room[VISIT + number]) if safe else room[VISIT + number]
                safe = True
            elif not safe and view.inside[me] > 0:
                best = -TROUBLE
        total += best + PIPS * face
    return total / 6


@rule
def rolling(view, me):
    """JB-20, JB-26: a die on a location is worth a material, but some faces may leave only guards."""
    have = placing_objects(view, me)
    value = placement_value(view, me)
    safe = 99  # the least value that opens a location without a guard
    guarded = 99
    for number in range(NUMBER):
        least = reach(view, me, number, have)
        if least != NONE:
            if view.guard[number] == 0 or have & GUARD != 0:
                safe = min(safe, least)
            else:
                guarded = min(guarded, least)
    utility = 0.0
    for face in range(1, 7):
        if value + face >= safe:
            utility += FOUND
        elif value + face >= guarded:
            utility -= TROUBLE
    return utility / 6


@rule
def think(view, me, out, n, room):
    """Fill the room with what this decision is about: aims, and what locations are worth to who is to place a die."""
    step = view.step
    if without_aim(step):
        return
    aim(view, me, room)
    if step < TO_ACT:
        room[PAIRS] = pairs(view, me, room)
    if step == TO_PLACE:
        foresee_places(view, me, out, n, room)
    elif (step < TO_ACT and step != TO_EXCHANGE) or step in (TO_PAY, TO_SWAP_FOR):
        aims_of_rivals(view, me, room)
        if step == TO_MOVE:
            for number in range(NUMBER):
                room[VISIT + number] = visit(view, me, number, room)


@rule
def aims_of_rivals(view, me, room):
    """What all others aim at; in solo play that is the phantom (JB-80)."""
    for player in range(view.players):
        if player != me:
            aim(view, player, room)


@rule
def foresee_places(view, me, out, n, room):
    """What the locations in reach are worth; who may roll again (JB-46) has to think of all. Thieves look around."""
    again = out[n - 1] == USE + LOCK_PICK - BRASS_KNUCKLES
    last = NUMBER - 1 if again else 0
    for i in range(n):
        if PLACE <= out[i] < SET_ASIDE:
            last = max(last, (out[i] - PLACE) // WAYS)
    robs = 0
    for number in range(last + 1):
        robs += view.action[number][STEALING_MATERIAL] + view.action[number][STEALING_OBJECT]
    if robs > 0:
        aims_of_rivals(view, me, room)
    for number in range(last + 1):
        room[VISIT + number] = visit(view, me, number, room)


# --- What an action is worth -------------------------------------------------


@rule
def weigh(view, out, n, utility, room):
    """Write what each of the n legal actions in out is worth to the seat at the turn; higher is better."""
    me = view.turn
    think(view, me, out, n, room)
    for i in range(n):
        utility[i] = utility_of(view, me, out[i], room)


@rule
def utility_of(view, me, code, room):
    """What an action is worth."""
    if code < MOVE:
        return utility_of_the_die(view, me, code, room)
    if code < RETURN:
        return utility_at_a_location(view, me, code, room)
    if code < SNITCH:
        return utility_of_an_act(view, me, code, room)
    return utility_in_need(view, me, code, room)


@rule
def utility_of_the_die(view, me, code, room):
    """JB-20: roll unless that is likely to end badly. JB-26: meet a guard only if nothing else is left."""
    if code == ROLL:
        return rolling(view, me)
    if code == SKIP:
        return 0.0
    if code == SET_ASIDE:
        return ASIDE
    number = (code - PLACE) // WAYS
    if view.guard[number] > 0 and (code - PLACE) % WAYS & GUARD == 0:
        return -TROUBLE * view.guard[number]
    return room[VISIT + number] + PIPS * view.roll


@rule
def utility_at_a_location(view, me, code, room):
    """JB-30, JB-31, JB-46: what the aim needs is taken, and what it does not need is handed in."""
    if code < TAKE:  # away from where one wants to go
        start = (code - MOVE) // NUMBER
        end = (code - MOVE) % NUMBER
        return room[VISIT + start] - room[VISIT + end]
    if code < GIVE:
        return taking(view, me, code - TAKE, room)
    if code < EXCHANGE:
        return -giving(view, me, (code - GIVE) // NAMES, called(view, (code - GIVE) % NAMES), room)
    if code < NO_EXCHANGE:
        return handing_in(view, me, code - EXCHANGE, room)
    if code == NO_EXCHANGE:
        return 0.0
    if code < STEAL:
        return loot(view, me, called(view, (code - SWAP_FOR) % NAMES), (code - SWAP_FOR) // NAMES, room)
    return loot(view, me, called(view, (code - STEAL) % NAMES), (code - STEAL) // NAMES, room)


@rule
def taking(view, me, material, room):
    """JB-31: what is needed; of that, and of the rest, what rivals need."""
    utility = FOUND if count(room[8 * me + SHORT], material) > 0 else PAIRED * (int(room[PAIRS]) >> material & 1)
    for player in range(view.players):
        if player != me and count(room[8 * player + SHORT], material) > 0:
            utility += WANTED / (view.players - 1)
    return utility


@rule
def giving(view, me, material, player, room):
    """JB-30: what it costs to give this: the other player may need it, or oneself."""
    utility = 0.0
    if count(room[8 * player + SHORT], material) > 0:
        utility += 1.0
    if count(room[8 * me + SHORT], material) > 0:
        utility += 0.7
    return utility + 0.1 * view.escaped[player]


@rule
def handing_in(view, me, material, room):
    """JB-31, JB-46: a spare material for one that is needed."""
    if count(room[8 * me + SPARE], material) == 0:
        return NEVER
    if view.step == TO_SWAP:
        return 1.0
    for other in range(MATERIAL):
        if other != material and view.supply[other] > 0 and count(room[8 * me + SHORT], other) > 0:
            return 1.0
    return NEVER


@rule
def utility_of_an_act(view, me, code, room):
    """JB-40, JB-42, JB-60: craft what is missing, use what helps, and go as soon as all is there."""
    if code < CRAFT:
        return parting(view, me, code - RETURN, room)
    if code < PAY:
        return crafting(view, me, code - CRAFT, room)
    if code < END:
        return parting(view, me, code - PAY, room)
    if code == END:
        return 0.0
    if code < ATTEMPT:
        return using(view, me, BRASS_KNUCKLES + code - USE, room)
    return going(view, me, (code - ATTEMPT) // 2, (code - ATTEMPT) % 2, room)


@rule
def parting(view, me, card, room):
    """JB-47, JB-50, JB-90: which card one can best do without; rivals are glad of what they need."""
    if card >= MATERIAL:
        return -3.0 if int(room[8 * me + AIM]) >> (card - MATERIAL) & 1 == 1 else -1.0
    utility = 1.0 if count(room[8 * me + SPARE], card) > 0 else -1.0
    for player in range(view.players):
        if player != me and count(room[8 * player + SHORT], card) > 0:
            utility -= WANTED / (view.players - 1)
    return utility


@rule
def crafting(view, me, thing, room):
    """JB-40: what the aim needs, else what spare materials are enough for. JB-90: a bag for three spare ones."""
    if int(room[8 * me + THINGS]) >> thing & 1 == 1:
        return FIRST
    if thing == MONEY_BAG:
        return 2.0 if spares(view, me, room) >= BAG else NEVER
    for i in range(2):
        if count(room[8 * me + SPARE], view.recipe[thing][i]) == 0:
            return NEVER
    return EXTRA


@rule
def using(view, me, thing, room):
    """JB-42, JB-43, JB-46, JB-90: when an ability helps."""
    top = view.known[me][0]
    if thing == LOCK_PICK:
        return expected(view, me, room)
    if thing == SOAP_GUN:
        return 1.0 if swap_helps(view, me, room) else NEVER
    if thing == SHOVEL:
        return LOOK if top > SUCCESS else NEVER
    if thing == MONEY_BAG:  # against the failure that would end it
        return 1.0 if view.failed + 1 == SPOILED else NEVER
    if top != NONE:
        return NEVER
    if view.plan != NONE:  # between two cards: when the next failure ends it
        return LOOK if view.failed + 1 == SPOILED else NEVER
    return LOOK + (0.5 if thing == BRASS_KNUCKLES else 0.0)


@rule
def swap_helps(view, me, room):
    """JB-46: something to spare, and another player who has something the aim needs."""
    if spares(view, me, room) == 0:
        return False
    for player in range(view.players):
        if player != me:
            for material in range(MATERIAL):
                if view.hand[player][material] > 0 and count(room[8 * me + SHORT], material) > 0:
                    return True
    return False


@rule
def going(view, me, plan, dummy, room):
    """JB-60: is an attempt worth what it puts at stake? JB-43: with the bed dummy if there is one."""
    likely = hope(view, me, view.draws[plan] - dummy, 0)
    better = 0.0
    if view.needs[plan] & int(room[8 * me + AIM]) != 0:  # what the aim needs would be at stake
        better = room[8 * me + UTILITY]
        if room[8 * me + THINGS] == 0:  # nothing is missing: it could only wait for better cards …
            better -= PACE
            if view.objects[me] > HAND - 2 and not owns(view, me, SHOVEL):  # … and with no room to craft, in vain
                better = 0.0
    return GO + likely if likely >= better else NEVER


@rule
def utility_in_need(view, me, code, room):
    """What is decided in an attempt, and for prisoners in trouble."""
    if code == SNITCH:  # JB-91: against who is about to win
        return 1.0 if view.escaped[view.player] + 1 == FREE_TO_WIN else NEVER
    if code == DRAW_ON:
        return 1.0
    if code == GIVE_UP:
        return 2.0 if hope(view, me, view.to_draw, view.failed) < kept(view, me) else 0.0
    if code == COUNT:
        return 0.0
    if KEEP <= code < NO_KEEP:
        return 3.0 if int(room[8 * me + AIM]) >> (code - KEEP) & 1 == 1 else 1.0
    if code >= FREE:
        return ransom(view, me, code, room)
    return 0.0


@rule
def kept(view, me):
    """JB-67, JB-46: what the objects are worth, in hope, that giving up now would save."""
    used = 0
    for thing in range(MONEY_BAG):
        used += view.staked >> thing & 1
    saved = used - 1 if owns(view, me, RAFT) else used // 2
    return PACE * REMADE * saved


@rule
def ransom(view, me, code, room):
    """JB-50: materials gladly; an object only for who has hardly a turn left."""
    if code >= NO_FREE:  # JB-92: the warden asks for more
        return 1.0 if code == RELEASE + 1 else 0.0
    thing = (code - FREE) % PRICES
    if thing == OBJECT:
        return 1.0
    if view.inside[me] >= 2:
        return NEVER
    return 0.5 + 0.1 * parting(view, me, MATERIAL + thing, room)


# --- What a game that is not over is worth -----------------------------------


@rule
def likely(world, seat):
    """How well a guessed world explains what a seat has seen: all alike."""
    return 1.0


@rule
def value(state, score):
    """Write what the game is worth to each seat: whom it is likely to beat, as `returns` counts it (JB-14)."""
    if state.turn == OVER:
        returns(state, score)
        return
    for seat in range(len(score)):
        score[seat] = 0.0
    for seat in range(state.seats):
        mine = strength(state, seat) + solo(state)
        for other in range(seat + 1, state.players):
            lead = mine - strength(state, other)
            share = lead / (1.0 + abs(lead)) / (state.players - 1)
            score[seat] += share
            if other < state.seats:  # the phantom has no seat
                score[other] -= share


@rule
def strength(state, player):
    """How a player stands, by what has been achieved and what there is to go on with."""
    out = state.escaped[player]
    likely = max(0.0, best_aim(state, player)[0]) if out > 0 else 0.0
    return (
        out * (OUT + RACE * (state.players - 2) + ARMED * state.objects[player] + CLOSE * likely)
        + INSIDE * state.inside[player]
        + OBJECTS * state.objects[player]
        + MATERIALS * state.materials[player]
    )


@rule
def solo(state):
    """JB-83: alone one plays against time."""
    if state.deadline == 0:
        return 0.0
    return ROUNDS * (state.deadline - state.round) - LATE


@rule
def enough(root, state, plies):
    """A rollout goes on to the end of the round after the one it began in."""
    return state.round > root.round + 1 or plies >= LONG


# --- Hints -------------------------------------------------------------------

# What a hint may speak of, and what is a difference in it.
TRAITS = (("prisoners", 0.1), ("objects", 0.4), ("materials", 0.7), ("trouble", 0.15))


@rule
def traits(state, seat, out):
    """Prisoners escaped, objects, materials, prisoners in trouble."""
    out[0] += state.escaped[seat]
    out[1] += state.objects[seat]
    out[2] += state.materials[seat]
    out[3] += state.caught[seat][0] + state.caught[seat][1]
