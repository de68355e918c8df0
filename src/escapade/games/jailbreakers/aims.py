"""Aims in Jailbreakers: how likely an attempt is to succeed (JB-62), and how many turns what it takes is away.

A hand of materials is one number, four bits for each kind: `1 << 4 * material` is a card.
"""

from escapade.kernel.compile import rule

# fmt: off
# isort: off
from escapade.games.jailbreakers.box import (
    BED_DUMMY, BRASS_KNUCKLES, FAILURE, LADDER, MATERIAL, MONEY_BAG, PLAN, SHOVEL, SNITCH_CARD, SPOILED, SUCCESS,
    TO_GO_ON, TO_RELEASE, TO_ROLL, TO_SNITCH,
)
# isort: on
# fmt: on
from escapade.games.jailbreakers.escape import cards_left, objects_of
from escapade.games.jailbreakers.prison import can_use
from escapade.games.jailbreakers.rounds import owns

# Time is counted in turns, and hope in successes.
PACE = 0.08  # successes a turn that a player can count on: what a turn lost costs
NEAR = 0.8  # turns until a material that lies in the supply is in hand
FAR = 2.0  # … and one that another player has
OFFICE = 7.0  # turns until an object that another player has is stolen (JB-30)
BURYING = 0.5  # how much of one failure allowed more a look and a shovel are worth together (JB-43, JB-46)
REMADE = 1.6  # turns to make an object again

UTILITY, AIM, THINGS, SHORT, SPARE = range(5)  # what `room` holds of each player's aim: 8 * player + …
PAIRS = 40  # … of materials that make a pair with a spare one
VISIT = 41  # … and of each location: VISIT + number


# --- The chance of an attempt ------------------------------------------------


@rule
def chance(success, failure, draws, allowed):
    """JB-62: how likely at most so many failures are among cards drawn from a shuffled deck."""
    if allowed < 0:
        return 0.0
    total = 0.0
    ways = 1.0  # in which places the failures may lie
    for bad in range(min(allowed, draws) + 1):
        likely = ways
        for i in range(draws):
            left = success - i if i < draws - bad else failure - (i - draws + bad)
            likely = likely * left / (success + failure - i)
        total += likely
        ways = ways * (draws - bad) / (bad + 1)
    return total


@rule
def hope(view, me, draws, failed):
    """How likely an attempt still succeeds, for who knows what this player knows (JB-43, JB-46, JB-70, JB-90)."""
    success = view.deck[SUCCESS]
    failure = view.deck[FAILURE] + view.deck[SNITCH_CARD]
    unseen = draws
    met = 0
    for position in range(cards_left(view)):
        card = view.known[me][position]
        if card >= 0:
            if card == SUCCESS:
                success -= 1
            else:
                failure -= 1
            if position < draws:
                unseen -= 1
                met += int(card != SUCCESS)
    allowed = SPOILED - 1 - failed
    if owns(view, me, MONEY_BAG):
        allowed += 1
    buries = can_use(view, me, SHOVEL)
    if buries and met > 0:  # the failure goes, and one card more is drawn
        met -= 1
        unseen = min(unseen + 1, success + failure)
        buries = False
    likely = chance(success, failure, unseen, allowed - met)
    if buries and unseen > 0 and (can_use(view, me, LADDER) or can_use(view, me, BRASS_KNUCKLES)):
        likely += BURYING * (chance(success, failure, unseen, allowed - met + 1) - likely)
    return likely


@rule
def prospect(view, have, draws):
    """How likely an attempt with these objects will be, as long as nothing is known of the deck."""
    success = view.deck[SUCCESS] + view.drawn[SUCCESS]
    failure = view.deck[FAILURE] + view.drawn[FAILURE]
    if have >> BED_DUMMY & 1 == 1:
        draws -= 1
    allowed = SPOILED - 1 + (have >> MONEY_BAG & 1)
    likely = chance(success, failure, draws, allowed)
    if have >> SHOVEL & 1 == 1 and have & (1 << LADDER | 1 << BRASS_KNUCKLES) != 0:
        likely += BURYING * (chance(success, failure, draws, allowed + 1) - likely)
    return likely


# --- What to aim at ----------------------------------------------------------


@rule
def materials_in(view, player):
    """A hand's materials as one number."""
    held = 0
    for material in range(MATERIAL):
        held |= view.hand[player][material] << 4 * material
    return held


@rule
def way(view, things, held):
    """JB-40: how many turns away these objects are; the materials that are short, and those that are left over."""
    turns = 0.0
    short = 0
    for thing in range(MONEY_BAG):
        if things >> thing & 1 == 0:
            continue
        if view.supply[MATERIAL + thing] == 0:
            turns += OFFICE
            continue
        for i in range(2):
            material = view.recipe[thing][i]
            card = 1 << 4 * material
            if held >> 4 * material & 15 > 0:
                held -= card
            else:
                short += card
                turns += NEAR if view.supply[material] > 0 else FAR
    return turns, short, held


@rule
def best_aim(view, player):
    """JB-60, JB-69: the plan on offer, with a bed dummy or without, that promises most for the turns it takes.

    What it promises, its objects, a bit each, the materials it is short of, and those that are left over.
    """
    have = objects_of(view, player) | view.hand[player][MATERIAL + MONEY_BAG] << MONEY_BAG
    held = materials_in(view, player)
    best = -9.0
    objects = 0
    lacking = 0
    over = 0
    for plan in range(PLAN):
        if view.offered[plan] == 0:
            continue
        for dummy in range(2):
            things = view.needs[plan] | dummy << BED_DUMMY
            if dummy == 1 and (view.needs[plan] | have) >> BED_DUMMY & 1 == 1:
                continue
            turns, short, left = way(view, things & ~have, held)
            if 1.0 - PACE * turns <= best:  # even if it were sure to succeed
                continue
            utility = prospect(view, things | have, view.draws[plan]) - PACE * turns
            if utility > best:
                best = utility
                objects = things
                lacking = short
                over = left
    return best, objects, lacking, over


@rule
def without_aim(step):
    """Is no aim needed to decide this step?"""
    return step in (TO_ROLL, TO_RELEASE) or TO_SNITCH <= step <= TO_GO_ON


@rule
def aim(view, player, room):
    """Keep a player's aim in the room."""
    at = 8 * player
    best, objects, lacking, over = best_aim(view, player)
    room[at + UTILITY] = best
    room[at + AIM] = objects
    room[at + THINGS] = objects & ~objects_of(view, player)
    room[at + SHORT] = lacking
    room[at + SPARE] = over


@rule
def pairs(view, me, room):
    """JB-40: materials, a bit each, that make another object together with a spare one."""
    found = 0
    spare = int(room[8 * me + SPARE])
    for thing in range(MONEY_BAG):
        if view.supply[MATERIAL + thing] == 0 or owns(view, me, thing) or int(room[8 * me + THINGS]) >> thing & 1 == 1:
            continue
        one = view.recipe[thing][0]
        two = view.recipe[thing][1]
        if count(spare, one) > 0 and count(spare, two) == 0:
            found |= 1 << two
        if count(spare, two) > 0 and count(spare, one) == 0:
            found |= 1 << one
    return found


@rule
def count(cards, material):
    """How many of a material there are in a number that stands for materials."""
    return int(cards) >> 4 * material & 15


@rule
def spares(view, me, room):
    """How many materials in hand the aim does not need."""
    n = 0
    for material in range(MATERIAL):
        n += count(room[8 * me + SPARE], material)
    return n
