"""Who acts, cards, rounds and turns, and what becomes of prisoners in trouble.

Functions that are called by what they list (`frees`, `crafts`, `attempts`, …) write what a player may choose into `out`
and return how many choices there are by then.
"""

from escapade.kernel.compile import rule
from escapade.kernel.names import CHANCE, NONE, OVER

# fmt: off
# isort: off
from .box import (
    CATCHER, FREE, LONGEST, MATERIAL, MONEY_BAG, NO_FREE, NUMBER, OBJECT, PHANTOM, PRICES, RELEASE, TO_ACT, TO_FREE,
    TO_PAY, TO_RELEASE, TO_ROLL,
)
# isort: on
# fmt: on


# --- Who acts ----------------------------------------------------------------


@rule
def ask(state, step, player):
    """Let a player decide something. JB-80: for the phantom, which has no seat, chance does."""
    state.step = step
    state.turn = player if player < state.seats else CHANCE


@rule
def leave_to_chance(state, step):
    """Let chance decide something."""
    state.step = step
    state.turn = CHANCE


@rule
def decider(state):
    """Who decides: the seat to act or, when chance decides for someone, the phantom."""
    return state.turn if state.turn >= 0 else state.seats


@rule
def name_of(state, player):
    """How a player is called in the name of an action."""
    return player if player < state.seats else PHANTOM


@rule
def called(state, name):
    """The player who is called so."""
    return state.seats if name == PHANTOM else name


@rule
def left_of(state, player):
    """Who comes next, clockwise."""
    return player + 1 if player + 1 < state.players else 0


@rule
def finish(state, winner):
    """JB-13, JB-15: the game is over."""
    state.winner = winner
    state.turn = OVER


# --- Cards -------------------------------------------------------------------


@rule
def owns(state, player, thing):
    """Has a player this object?"""
    return state.hand[player][MATERIAL + thing] > 0


@rule
def count_card(state, player, card, more):
    """A card comes into a hand or leaves it."""
    state.hand[player][card] += more
    if card < MATERIAL:
        state.materials[player] += more
    else:
        state.objects[player] += more


@rule
def gain(state, player, card):
    """A card comes from the supply into a hand."""
    state.supply[card] -= 1
    if card < MATERIAL:
        state.stock -= 1
    count_card(state, player, card, 1)


@rule
def give_back(state, player, card):
    """A card goes from a hand back to the supply."""
    state.supply[card] += 1
    if card < MATERIAL:
        state.stock += 1
    count_card(state, player, card, -1)


@rule
def hand_over(state, giver, taker, card):
    """A card goes from hand to hand."""
    count_card(state, giver, card, -1)
    count_card(state, taker, card, 1)


@rule
def materials_of(state, player, out, first):
    """List the kinds of material a player has, as actions that are called by them."""
    n = 0
    for material in range(MATERIAL):
        if state.hand[player][material] > 0:
            out[n] = first + material
            n += 1
    return n


# --- Rounds and turns --------------------------------------------------------


@rule
def begin_round(state):
    """JB-10: as many turns as prisoners neither escaped nor in trouble; JB-51 has left everyone at least one.

    JB-12: a player uses as many dice as they have prisoners in prison, so no turn ever lacks one.
    """
    state.round += 1
    for player in range(state.players):
        state.turns[player] = state.inside[player]
    begin_turn(state, state.first)


@rule
def begin_turn(state, player):
    """JB-11: a turn begins with the roll, which may be skipped (JB-20)."""
    state.player = player
    state.turns[player] -= 1
    state.roll = 0
    state.used = 0
    state.at = NONE
    ask(state, TO_ROLL, player)


@rule
def end_turn(state):
    """JB-10: the next clockwise who has turns left; when nobody has, the round is over."""
    player = state.player
    for _ in range(state.players):
        player = left_of(state, player)
        if state.turns[player] > 0:
            begin_turn(state, player)
            return
    end_round(state)


@rule
def end_round(state):
    """JB-83, JB-15: the game may end here. Else JB-12: dice come back, guards walk on, the next player is first."""
    if state.deadline > 0 and state.round >= state.deadline:
        finish(state, state.seats)  # JB-83: the phantom's
        return
    if state.round >= LONGEST:
        finish(state, NONE)
        return
    for player in range(state.players):
        for number in range(NUMBER):
            state.dice[player][number] = 0
            state.pips[player][number] = 0
    last = state.guard[NUMBER - 1]
    for number in range(NUMBER - 1, 0, -1):
        state.guard[number] = state.guard[number - 1]
    state.guard[0] = last  # 12 → 1
    state.first = left_of(state, state.first)
    state.to_free = state.players
    free_prisoners(state)


# --- Trouble -----------------------------------------------------------------


@rule
def price(catcher):
    """JB-50: two materials; JB-92: three for who was caught by the warden."""
    return 2 + catcher


@rule
def in_trouble(state, player):
    """How many prisoners a player has in trouble."""
    return state.caught[player][0] + state.caught[player][1]


@rule
def frees_for_materials(state, me, out, n):
    """JB-50: the prisoners that can be freed for materials."""
    for catcher in range(CATCHER):
        if state.caught[me][catcher] > 0 and state.materials[me] >= price(catcher):
            out[n] = FREE + PRICES * catcher + OBJECT
            n += 1
    return n


@rule
def frees_for_objects(state, me, out, n):
    """JB-50: … and for an object."""
    for catcher in range(CATCHER):
        if state.caught[me][catcher] > 0:
            for thing in range(OBJECT):
                if owns(state, me, thing):
                    out[n] = FREE + PRICES * catcher + thing
                    n += 1
    return n


@rule
def frees(state, me, out):
    """JB-50: who still has a prisoner inside may leave the others in trouble."""
    n = frees_for_objects(state, me, out, frees_for_materials(state, me, out, 0))
    if state.inside[me] > 0:
        out[n] = NO_FREE
        n += 1
    return n


@rule
def releases(out):
    """JB-51: from a guard, or from the warden."""
    out[0] = RELEASE
    out[1] = RELEASE + 1
    return 2


@rule
def free_prisoners(state):
    """JB-50: from the new first player on, ask whoever can free a prisoner; when all were asked, a round begins.

    JB-51: who has nobody left inside and cannot pay gets one back for nothing.
    """
    while state.to_free > 0:
        player = (state.first + state.players - state.to_free) % state.players
        if in_trouble(state, player) > 0 and can_pay(state, player):
            ask(state, TO_FREE, player)
            return
        if state.inside[player] == 0:
            if state.caught[player][0] > 0 and state.caught[player][1] > 0:
                ask(state, TO_RELEASE, player)
                return
            release(state, player, 0 if state.caught[player][0] > 0 else 1)
        state.to_free -= 1
    begin_round(state)


@rule
def can_pay(state, player):
    """JB-50: one object, or the materials for any of the own prisoners in trouble."""
    if state.objects[player] > 0:
        return True
    for catcher in range(CATCHER):
        if state.caught[player][catcher] > 0 and state.materials[player] >= price(catcher):
            return True
    return False


@rule
def release(state, player, catcher):
    """A prisoner is out of trouble."""
    state.caught[player][catcher] -= 1
    state.inside[player] += 1


@rule
def free(state, catcher, thing):
    """JB-50: a prisoner is freed for an object, or for materials, which are then chosen one by one."""
    me = decider(state)
    release(state, me, catcher)
    if thing < OBJECT:
        give_back(state, me, MATERIAL + thing)
        free_prisoners(state)
    else:
        state.to_pay = price(catcher)
        ask(state, TO_PAY, me)


@rule
def ask_next_to_free(state):
    """JB-50: the next player clockwise."""
    state.to_free -= 1
    free_prisoners(state)


@rule
def pay(state, material):
    """JB-90, JB-50: one material of the price; with the last one the bag is taken, or the prisoner is free."""
    me = decider(state)
    give_back(state, me, material)
    state.to_pay -= 1
    if state.to_pay > 0:
        return
    if state.to_free > 0:
        free_prisoners(state)
    else:
        gain(state, me, MATERIAL + MONEY_BAG)
        ask(state, TO_ACT, me)
