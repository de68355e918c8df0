"""A day in prison: placing the die, the action of the location, crafting, and the soap gun."""

from escapade.kernel.compile import rule
from escapade.kernel.names import NONE

# fmt: off
# isort: off
from .box import (
    BAG, BRASS_KNUCKLES, CARD, CRAFT, CROWD, DRAWING, EXCHANGE, EXCHANGING, FURTHER, GIVE, GIVING, GRAPPLING_HOOK,
    GUARD, GUARD_OUTFIT, HAND, HOOK, LOCK_PICK, MATERIAL, MONEY_BAG, MOVE, MOVING, NAMES, NO_EXCHANGE, NUMBER, PART,
    PLACE, RETURN, SET_ASIDE, STEAL, STEALING_MATERIAL, STEALING_OBJECT, SWAP_FOR, TAKE, TAKING, TO_ACT, TO_DRAW,
    TO_EXCHANGE, TO_GIVE, TO_MOVE, TO_PAY, TO_REPLACE, TO_RETURN, TO_STEAL, TO_SWAP_FOR, TO_TAKE, USE, WAYS, WORKER,
    WORKER_OUTFIT,
)
from .rounds import ask, count_card, gain, give_back, hand_over, leave_to_chance, materials_of, name_of, owns
# isort: on
# fmt: on


# --- Roll and place ----------------------------------------------------------


@rule
def placement_value(state, player):
    """JB-21: the roll and all own dice already on locations. JB-22: a 4 after a 3 makes 7."""
    value = state.roll
    for number in range(NUMBER):
        value += state.pips[player][number]
    return value


@rule
def takes_to_place(state, player, number, value):
    """JB-23, JB-24: the objects without which this location is not open, a bit each; NONE: it is closed in any case."""
    if number + 1 > value + FURTHER:
        return NONE
    all_dice = 0
    for other in range(state.players):
        all_dice += state.dice[other][number]
    if all_dice >= CROWD:
        return NONE
    means = 0
    if all_dice > state.dice[player][number]:
        means |= WORKER  # JB-45
    if number + 1 > value:
        means |= HOOK  # JB-46
    return means


@rule
def placing_objects(state, player):
    """JB-44 to JB-46: what a player has that may be used in placing, a bit each."""
    means = 0
    if owns(state, player, WORKER_OUTFIT):
        means |= WORKER
    if owns(state, player, GRAPPLING_HOOK):
        means |= HOOK
    if owns(state, player, GUARD_OUTFIT):
        means |= GUARD
    return means


@rule
def placings(state, me, out):
    """JB-23 to JB-26: where the die may go, and with the help of what: only objects the location takes.

    Objects may be left unused, so the die is set aside (JB-25) or meets a guard (JB-26) even if one could have helped.
    """
    value = placement_value(state, me)
    have = placing_objects(state, me)
    n = 0
    unaided = False  # is there a way without any object?
    for number in range(NUMBER):
        means = takes_to_place(state, me, number, value)
        if means == NONE or means & ~have != 0:
            continue
        if state.guard[number] > 0 and have & GUARD != 0:  # JB-44
            out[n] = PLACE + WAYS * number + means + GUARD
            n += 1
        if state.guard[number] == 0 or (state.inside[me] > 0 and not has_safe(state, me, value, means)):
            out[n] = PLACE + WAYS * number + means
            n += 1
            unaided = unaided or means == 0
    if not unaided:  # JB-25; JB-26: or there is nobody left to catch
        out[n] = SET_ASIDE
        n += 1
    if can_use(state, me, LOCK_PICK):  # JB-46: the second result stands
        out[n] = USE + LOCK_PICK - BRASS_KNUCKLES
        n += 1
    return n


@rule
def has_safe(state, me, value, means):
    """JB-26: is an unguarded location open with just these objects?"""
    for number in range(NUMBER):
        if state.guard[number] == 0:
            more = takes_to_place(state, me, number, value)
            if more != NONE and more & ~means == 0:
                return True
    return False


@rule
def can_use(state, player, thing):
    """JB-42: an owned object's ability, once a turn."""
    return owns(state, player, thing) and state.used >> thing & 1 == 0


@rule
def place(state, number, means):
    """JB-23: put the die on a location. JB-26: among guards that means trouble, and the die leaves at once."""
    me = state.player
    state.at = number
    if means & WORKER != 0:
        state.used |= 1 << WORKER_OUTFIT
    if means & HOOK != 0:
        state.used |= 1 << GRAPPLING_HOOK
    if means & GUARD != 0:
        state.used |= 1 << GUARD_OUTFIT
    if state.guard[number] > 0 and means & GUARD == 0:
        state.inside[me] -= 1
        state.caught[me][state.guard[number] - 1] += 1  # JB-28
    else:
        state.dice[me][number] += 1
        state.pips[me][number] += state.roll
        for part in range(PART):
            state.todo[part] = state.action[number][part]
    carry_on(state)


# --- Locations ---------------------------------------------------------------


@rule
def carry_on(state):
    """JB-27: the next part of the location's action that can be done; when none is left, crafting and abilities.

    What is drawn and taken is one gain; whoever holds too much returns cards before anything else is done (JB-47).
    """
    me = state.player
    full = too_full(state)
    if state.stock == 0:
        state.todo[DRAWING] = 0
    if not can_take(state):
        state.todo[TAKING] = 0
    if state.todo[MOVING] > 0:
        ask(state, TO_MOVE, me)
    elif state.todo[DRAWING] > 0:
        leave_to_chance(state, TO_DRAW)
    elif state.todo[TAKING] > 0:
        ask(state, TO_TAKE, me)
    elif full != NONE:
        ask(state, TO_RETURN, full)
    elif state.todo[GIVING] > 0 and state.stock > 0:
        ask(state, TO_GIVE, me)
    elif state.todo[EXCHANGING] > 0 and state.stock > 0 and state.materials[me] > 0:
        ask(state, TO_EXCHANGE, me)
    else:
        end_exchange(state)
        if can_steal(state):
            ask(state, TO_STEAL, me)
        else:
            end_location(state)


@rule
def end_location(state):
    """JB-32: what cannot be done falls away. JB-11: then crafting and abilities."""
    for part in range(PART):
        state.todo[part] = 0
    ask(state, TO_ACT, state.player)


@rule
def too_full(state):
    """JB-47: who holds more than seven cards, materials and objects together; or NONE."""
    for player in range(state.players):
        if state.materials[player] + state.objects[player] > HAND:
            return player
    return NONE


@rule
def may_be_taken(state, material):
    """JB-31: does the location let this be taken, and is it there?"""
    allowed = state.of[state.at]
    return state.supply[material] > 0 and (allowed == 0 or allowed >> material & 1 == 1)


@rule
def can_take(state):
    """JB-27: is there anything to take?"""
    if state.todo[TAKING] > 0:
        for material in range(MATERIAL):
            if may_be_taken(state, material):
                return True
    return False


@rule
def may_be_stolen(state, thief, victim, card):
    """JB-30: a material, or an object; JB-48: never one of a kind the thief has."""
    if victim == thief or state.hand[victim][card] == 0:
        return False
    if card < MATERIAL:
        return state.todo[STEALING_MATERIAL] > 0
    return state.todo[STEALING_OBJECT] > 0 and state.hand[thief][card] == 0


@rule
def can_steal(state):
    """JB-32: is there anything to steal?"""
    if state.todo[STEALING_MATERIAL] == 0 and state.todo[STEALING_OBJECT] == 0:
        return False
    for victim in range(state.players):
        for card in range(CARD):
            if may_be_stolen(state, state.player, victim, card):
                return True
    return False


@rule
def location_choices(state, me, out):
    """JB-30, JB-31: what the next part of the location's action leaves open."""
    if state.step == TO_MOVE:
        return guard_moves(state, out)
    if state.step == TO_TAKE:
        return takes(state, out, False)
    if state.step == TO_REPLACE:  # what lay in the supply before: cards handed in wait aside
        return takes(state, out, True)
    if state.step == TO_GIVE:
        return gifts(state, me, out)
    if state.step == TO_STEAL:
        return loot(state, me, out)
    n = materials_of(state, me, out, EXCHANGE)  # none, one or two
    out[n] = NO_EXCHANGE
    return n + 1


@rule
def guard_moves(state, out):
    """JB-31: one guard to any number without one."""
    n = 0
    for start in range(NUMBER):
        if state.guard[start] > 0:
            for end in range(NUMBER):
                if state.guard[end] == 0:
                    out[n] = MOVE + NUMBER * start + end
                    n += 1
    return n


@rule
def takes(state, out, anything):
    """JB-31: what the location lets be taken or, in exchange, anything in the supply."""
    n = 0
    for material in range(MATERIAL):
        if may_be_taken(state, material) or (anything and state.supply[material] > 0):
            out[n] = TAKE + material
            n += 1
    return n


@rule
def gifts(state, me, out):
    """JB-30: another player is given one from the supply."""
    n = 0
    for material in range(MATERIAL):
        if state.supply[material] > 0:
            for other in range(state.players):
                if other != me:
                    out[n] = GIVE + NAMES * material + name_of(state, other)
                    n += 1
    return n


@rule
def loot(state, me, out):
    """JB-30: a card of the thief's choice from a player of the thief's choice."""
    n = 0
    for other in range(state.players):
        for card in range(CARD):
            if may_be_stolen(state, me, other, card):
                out[n] = STEAL + NAMES * card + name_of(state, other)
                n += 1
    return n


@rule
def returnable(state, me, out):
    """JB-47: any card may go."""
    n = materials_of(state, me, out, RETURN)
    for card in range(MATERIAL, CARD):
        if state.hand[me][card] > 0:
            out[n] = RETURN + card
            n += 1
    return n


@rule
def move_guard(state, start, end):
    """JB-31: a guard, or the warden, goes to a number that has none."""
    state.guard[end] = state.guard[start]
    state.guard[start] = 0
    state.todo[MOVING] -= 1
    carry_on(state)


@rule
def draw(state, material):
    """JB-31: a material comes by chance from the supply."""
    gain(state, state.player, material)
    state.todo[DRAWING] -= 1
    carry_on(state)


@rule
def take(state, material):
    """JB-30, JB-31: a material of one's choice comes from the supply, for nothing or in exchange."""
    gain(state, state.player, material)
    state.todo[EXCHANGING if state.step == TO_REPLACE else TAKING] -= 1
    carry_on(state)


@rule
def give(state, material, other):
    """JB-30: another player gets a material from the supply; who is too full then returns a card (JB-47)."""
    gain(state, other, material)
    state.todo[GIVING] -= 1
    carry_on(state)


@rule
def steal(state, card, victim):
    """JB-30: a card changes hands."""
    hand_over(state, victim, state.player, card)
    state.todo[STEALING_MATERIAL if card < MATERIAL else STEALING_OBJECT] -= 1
    carry_on(state)


@rule
def hand_in(state, material):
    """JB-31: a material is exchanged. It waits aside, so that it cannot be taken again."""
    count_card(state, state.player, material, -1)
    state.aside[material] += 1
    ask(state, TO_REPLACE, state.player)


@rule
def end_exchange(state):
    """JB-31: what was handed in goes to the supply."""
    state.todo[EXCHANGING] = 0
    for material in range(MATERIAL):
        if state.aside[material] > 0:
            state.supply[material] += state.aside[material]
            state.stock += state.aside[material]
            state.aside[material] = 0


# --- Crafting ----------------------------------------------------------------


@rule
def can_craft(state, me, thing):
    """JB-40: the two materials in hand and an object left; JB-48: none of the kind yet. JB-90: for a bag any three."""
    if state.supply[MATERIAL + thing] == 0 or owns(state, me, thing):
        return False
    if thing == MONEY_BAG:
        return state.materials[me] >= BAG
    return state.hand[me][state.recipe[thing][0]] > 0 and state.hand[me][state.recipe[thing][1]] > 0


@rule
def crafts(state, me, out):
    """JB-40, JB-41: the objects that can be crafted, but for a money bag."""
    n = 0
    if state.materials[me] < 2:
        return n
    for thing in range(MONEY_BAG):
        if can_craft(state, me, thing):
            out[n] = CRAFT + thing
            n += 1
    return n


@rule
def craft(state, thing):
    """JB-40: pay the materials and take the object. JB-90: a bag's materials are chosen one by one."""
    me = state.player
    if thing == MONEY_BAG:
        state.to_pay = BAG
        ask(state, TO_PAY, me)
        return
    give_back(state, me, state.recipe[thing][0])
    give_back(state, me, state.recipe[thing][1])
    gain(state, me, MATERIAL + thing)
    ask(state, TO_ACT, me)


# --- The soap gun ------------------------------------------------------------


@rule
def swap_offers(state, me, out, n):
    """JB-46: own materials for which another player has a material of another kind."""
    for material in range(MATERIAL):
        if state.hand[me][material] > 0:
            for other in range(state.players):
                if other != me and state.materials[other] > state.hand[other][material]:
                    out[n] = EXCHANGE + material
                    n += 1
                    break
    return n


@rule
def swaps(state, me, out):
    """JB-46: any material of another kind that another player has; like for like would be no exchange."""
    n = 0
    for other in range(state.players):
        for material in range(MATERIAL):
            if other != me and material != state.swapped and state.hand[other][material] > 0:
                out[n] = SWAP_FOR + NAMES * material + name_of(state, other)
                n += 1
    return n


@rule
def offer_swap(state, material):
    """JB-46: name the own card first …"""
    state.swapped = material
    ask(state, TO_SWAP_FOR, state.player)


@rule
def swap(state, material, other):
    """JB-46: … then the other player's."""
    me = state.player
    hand_over(state, me, other, state.swapped)
    hand_over(state, other, me, material)
    state.swapped = NONE
    ask(state, TO_ACT, me)
