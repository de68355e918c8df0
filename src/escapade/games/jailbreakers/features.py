"""Features of Jailbreakers for a learned policy: numbers about as large as 1, read after the heuristic has weighed.

Of other players only the one counts who stands best. Sense does not look for an aim in every step; where it does not,
nothing is said of one.
"""

from escapade.kernel.compile import rule
from escapade.kernel.names import NONE

# fmt: off
# isort: off
from escapade.games.jailbreakers.box import (
    ACTIONS, ATTEMPT, CRAFT, DRAW_ON, EXCHANGE, FAILURE, FREE, FREE_TO_WIN, GIVE, GIVE_UP, KEEP, MATERIAL, MOVE, NAMES,
    NO_EXCHANGE, NO_FREE, NO_KEEP, NUMBER, OBJECT, PART, PAY, PLACE, PRICES, RETURN, SET_ASIDE, SNITCH, STEAL, SUCCESS,
    SWAP_FOR, TAKE, USE, WAYS, END, BRASS_KNUCKLES, DOUBLE,
)
# isort: on
# fmt: on
from escapade.games.jailbreakers.aims import (
    AIM,
    SHORT,
    SPARE,
    THINGS,
    UTILITY,
    VISIT,
    count,
    hope,
    spares,
    without_aim,
)
from escapade.games.jailbreakers.escape import cards_left
from escapade.games.jailbreakers.heuristic import kept
from escapade.games.jailbreakers.prison import placement_value
from escapade.games.jailbreakers.rounds import called

SORTS = tuple(ACTIONS.bases[: ACTIONS.bases.index(DOUBLE)])  # where the codes of each verb of the players begin
SORT = len(SORTS)
OWNED = 30  # where the numbers of the own objects begin
STATE_FEATURES = OWNED + int(OBJECT)
THING = SORT + 12  # … and those of the object that an action is about
DONE = THING + int(OBJECT)  # … and those of what is done at a location
ACTION_FEATURES = DONE + int(PART)
FIRM = 0.6  # materials that one unit of a correction is worth
BOUND = 10.0  # materials: what the heuristic says is cut to this


@rule
def state_features(view, room, numbers):
    """JB-13, JB-20, JB-40, JB-60: where one stands, where the best rival stands, the aim, the dice and the deck."""
    me = view.turn
    rival = best_rival(view)
    numbers[0] = 1.0
    numbers[1] = view.escaped[me]
    numbers[2] = view.escaped[rival]
    numbers[3] = view.inside[me] / 3
    numbers[4] = view.inside[rival] / 3
    numbers[5] = view.caught[me][0] + view.caught[me][1]
    numbers[6] = view.caught[rival][0] + view.caught[rival][1]
    numbers[7] = view.objects[me] / 4
    numbers[8] = view.objects[rival] / 4
    numbers[9] = view.materials[me] / 4
    numbers[10] = view.materials[rival] / 4
    numbers[11] = view.turns[me] / 3
    numbers[12] = view.turns[rival] / 3
    numbers[13] = view.roll / 6
    numbers[14] = placement_value(view, me) / 12
    numbers[15] = view.stock / 10
    numbers[16] = view.players / 5
    numbers[17] = 1.0 if view.deadline > 0 else 0.0
    numbers[18] = (view.deadline - view.round) / 12 if view.deadline > 0 else 0.0
    numbers[19] = view.deck[SUCCESS] / 10
    numbers[20] = view.deck[FAILURE] / 7
    numbers[21] = top_of_deck(view, me)
    numbers[22] = view.failed
    numbers[23] = view.to_draw / 4
    aims(view, me, room, numbers)
    numbers[29] = 1.0 if view.player == me else 0.0
    for thing in range(OBJECT):
        numbers[OWNED + thing] = view.hand[me][MATERIAL + thing]


@rule
def aims(view, me, room, numbers):
    """What the heuristic aims at: how much that promises, and what it is short of; nothing in steps without an aim."""
    for i in range(24, 29):
        numbers[i] = 0.0
    if without_aim(view.step):
        return
    numbers[24] = 1.0
    numbers[25] = room[8 * me + UTILITY]
    things = int(room[8 * me + THINGS])
    for thing in range(OBJECT):
        numbers[26] += (things >> thing & 1) / 3
    for material in range(MATERIAL):
        numbers[27] += count(room[8 * me + SHORT], material) / 4
    numbers[28] = spares(view, me, room) / 4


@rule
def best_rival(view):
    """The other player who stands best: more escaped, then more objects, then more materials."""
    found = (view.turn + 1) % view.players
    most = -1
    for player in range(view.players):
        if player != view.turn:
            stand = 100 * view.escaped[player] + 8 * view.objects[player] + view.materials[player]
            if stand > most:
                most = stand
                found = player
    return found


@rule
def top_of_deck(view, me):
    """JB-43: 1.0 if the next card is known to be a success, -1.0 if it is known to be none."""
    card = view.known[me][0]
    if card < 0 or cards_left(view) == 0:
        return 0.0
    return 1.0 if card == SUCCESS else -1.0


@rule
def sort_of(code):
    """What sort of action it is: the number of its verb."""
    found = SORT - 1
    while code < SORTS[found]:
        found -= 1
    return found


@rule
def action_features(view, code, utility, room, numbers):
    """The action, its score by the heuristic, and what it is about: a location, a material, an object, an attempt."""
    for i in range(ACTION_FEATURES):
        numbers[i] = 0.0
    numbers[sort_of(code)] = 1.0
    numbers[SORT] = min(max(utility, -BOUND / 2), BOUND) / 3
    if PLACE <= code < SET_ASIDE:
        placing(view, code - PLACE, room, numbers)
    elif MOVE <= code < TAKE:
        numbers[SORT + 1] = room[VISIT + (code - MOVE) // NUMBER]
        numbers[SORT + 2] = room[VISIT + (code - MOVE) % NUMBER]
    elif ATTEMPT <= code < SNITCH:
        attempting(view, (code - ATTEMPT) // 2, (code - ATTEMPT) % 2, room, numbers)
    elif code in (DRAW_ON, GIVE_UP):
        numbers[SORT + 8] = hope(view, view.turn, view.to_draw, view.failed)
        numbers[SORT + 9] = kept(view, view.turn)
    else:
        card = card_of(code)
        if card >= MATERIAL:
            numbers[THING + card - MATERIAL] = 1.0
        elif card >= 0:
            numbers[SORT + 3] = 1.0 if count(room[8 * view.turn + SHORT], card) > 0 else 0.0
            numbers[SORT + 4] = count(room[8 * view.turn + SPARE], card) / 2
            numbers[SORT + 5] = view.supply[card] / 2
        of_whom(view, code, numbers)


@rule
def placing(view, where, room, numbers):
    """JB-23 to JB-26: the location, what can be done there, who stands there, and by what means."""
    number = where // WAYS
    numbers[SORT + 1] = room[VISIT + number]
    numbers[SORT + 2] = (number + 1) / 12
    numbers[SORT + 3] = view.guard[number]
    numbers[SORT + 4] = view.dice[view.turn][number]
    for bit in range(3):
        numbers[SORT + 5 + bit] = where % WAYS >> bit & 1
    for part in range(PART):
        numbers[DONE + part] = view.action[number][part]


@rule
def attempting(view, plan, dummy, room, numbers):
    """JB-60, JB-62: how likely it succeeds, how many cards that takes, and what is at stake."""
    staked = 0
    for thing in range(OBJECT):
        staked += view.needs[plan] >> thing & 1
    numbers[SORT + 1] = hope(view, view.turn, view.draws[plan] - dummy, 0)
    numbers[SORT + 2] = view.draws[plan] / 4
    numbers[SORT + 3] = staked / 3
    numbers[SORT + 4] = dummy
    numbers[SORT + 5] = 1.0 if view.needs[plan] & int(room[8 * view.turn + AIM]) != 0 else 0.0
    numbers[SORT + 6] = 1.0 if view.escaped[view.turn] + 1 == FREE_TO_WIN else 0.0
    numbers[SORT + 7] = 1.0 if room[8 * view.turn + THINGS] == 0.0 else 0.0


@rule
def card_of(code):
    """The card an action is about, or NONE."""
    if TAKE <= code < GIVE:
        return code - TAKE
    if GIVE <= code < EXCHANGE:
        return (code - GIVE) // NAMES
    if EXCHANGE <= code < NO_EXCHANGE:
        return code - EXCHANGE
    if SWAP_FOR <= code < STEAL:
        return (code - SWAP_FOR) // NAMES
    if STEAL <= code < RETURN:
        return (code - STEAL) // NAMES
    if RETURN <= code < CRAFT:
        return code - RETURN
    if CRAFT <= code < PAY:
        return MATERIAL + code - CRAFT
    if PAY <= code < END:
        return code - PAY
    if USE <= code < ATTEMPT:
        return MATERIAL + BRASS_KNUCKLES + code - USE
    if KEEP <= code < NO_KEEP:
        return MATERIAL + code - KEEP
    if FREE <= code < NO_FREE and (code - FREE) % PRICES < OBJECT:
        return MATERIAL + (code - FREE) % PRICES
    return NONE


@rule
def of_whom(view, code, numbers):
    """JB-30, JB-46: how well the player stands who is given something or robbed."""
    player = NONE
    if GIVE <= code < EXCHANGE:
        player = called(view, (code - GIVE) % NAMES)
    elif SWAP_FOR <= code < STEAL:
        player = called(view, (code - SWAP_FOR) % NAMES)
    elif STEAL <= code < RETURN:
        player = called(view, (code - STEAL) % NAMES)
    if player != NONE:
        numbers[SORT + 10] = view.escaped[player]
        numbers[SORT + 11] = view.objects[player] / 4
