"""Escape attempts: the escape deck and what is known of it, the plans, and drawing card by card.

The deck is a multiset, dealt lazily: which card lies at a position is decided when it is drawn or looked at. Whoever
has looked knows it until the deck is shuffled (JB-70); a card that somebody knows is decided for all.
"""

from escapade.kernel.compile import rule
from escapade.kernel.names import NONE

# fmt: off
# isort: off
from .box import (
    ATTEMPT, BED_DUMMY, BRASS_KNUCKLES, COUNT, DRAW_ON, ESCAPE, FAILURE, FREE_TO_WIN, GIVE_UP, KEEP, LADDER,
    LOCK_PICK, MATERIAL, MONEY_BAG, NO_KEEP, PLAN, RAFT, SHOVEL, SILENCE, SNITCH, SNITCH_CARD, SOAP_GUN, SPOILED,
    SUCCESS, TO_ACT, TO_GO_ON, TO_IGNORE, TO_KEEP, TO_LOOK, TO_OFFER, TO_SNITCH, TO_SWAP, TO_THROW, TO_TURN_UP, USE,
)
from .rounds import ask, end_turn, finish, give_back, leave_to_chance, left_of, owns
from .prison import can_use
# isort: on
# fmt: on


# --- The escape deck ---------------------------------------------------------


@rule
def cards_left(state):
    """How many cards the deck has."""
    return state.deck[SUCCESS] + state.deck[FAILURE] + state.deck[SNITCH_CARD]


@rule
def card_at(state, position):
    """The card at a position, if somebody has looked at it; else NONE: it is not decided."""
    for seat in range(state.seats):
        if state.looked[seat][position] == 1:
            return state.known[seat][position]
    return NONE


@rule
def card_odds(state, position, first, out, weight):
    """What lies at a position: the card that was seen there or, by their numbers, any that is not decided elsewhere."""
    seen = card_at(state, position)
    if seen != NONE:
        out[0] = first + seen
        weight[0] = 1
        return 1
    for card in range(ESCAPE):
        weight[card] = state.deck[card]
    for other in range(cards_left(state)):
        seen = card_at(state, other)
        if seen != NONE:
            weight[seen] -= 1
    n = 0
    for card in range(ESCAPE):
        if weight[card] > 0:
            out[n] = first + card
            weight[n] = weight[card]
            n += 1
    return n


@rule
def shuffle(state):
    """JB-68, JB-70: nothing is known of the deck any more."""
    for seat in range(state.seats):
        for position in range(cards_left(state)):
            state.looked[seat][position] = 0
            state.known[seat][position] = NONE


@rule
def lift(state, left):
    """The top card of `left` cards goes, and all others come one up."""
    for seat in range(state.seats):
        for position in range(left - 1):
            state.looked[seat][position] = state.looked[seat][position + 1]
            state.known[seat][position] = state.known[seat][position + 1]
        state.looked[seat][left - 1] = 0
        state.known[seat][left - 1] = NONE


@rule
def bury(state):
    """JB-46: the top card goes unseen to the bottom; JB-70: who knows it, knows it there."""
    left = cards_left(state)
    for seat in range(state.seats):
        looked = state.looked[seat][0]
        known = state.known[seat][0]
        for position in range(left - 1):
            state.looked[seat][position] = state.looked[seat][position + 1]
            state.known[seat][position] = state.known[seat][position + 1]
        state.looked[seat][left - 1] = looked
        state.known[seat][left - 1] = known


@rule
def look(state, card):
    """JB-43: the player has seen a card, and knows it until the deck is shuffled (JB-70)."""
    state.looked[state.player][state.looking] = 1
    state.known[state.player][state.looking] = card
    state.looking += 1
    state.to_look -= 1
    if state.to_look == 0:
        resume(state)


@rule
def resume(state):
    """JB-42: after an ability the turn or the attempt goes on."""
    state.looking = 0
    ask(state, TO_ACT if state.plan == NONE else TO_GO_ON, state.player)


# --- Abilities ---------------------------------------------------------------


@rule
def uses(state, me, out, n):
    """JB-42: abilities for which any moment after the roll step will do, also between two cards of an attempt."""
    for thing in range(BRASS_KNUCKLES, LOCK_PICK):
        if can_use(state, me, thing):
            out[n] = USE + thing - BRASS_KNUCKLES
            n += 1
    return n


@rule
def use(state, thing):
    """JB-42, JB-43, JB-46: an object's ability; the object is not spent."""
    state.used |= 1 << thing
    if thing == LOCK_PICK:
        leave_to_chance(state, TO_THROW)
    elif thing == SOAP_GUN:
        ask(state, TO_SWAP, state.player)
    elif thing == SHOVEL:
        bury(state)
        resume(state)
    else:
        state.to_look = min(1 if thing == LADDER else 2, cards_left(state))
        leave_to_chance(state, TO_LOOK)


# --- Attempts ----------------------------------------------------------------


@rule
def objects_of(state, player):
    """The objects a player has, a bit each, but for the money bag."""
    have = 0
    for thing in range(MONEY_BAG):
        if owns(state, player, thing):
            have |= 1 << thing
    return have


@rule
def attempts(state, me, out, n, without_dummy):
    """JB-60: plans on offer whose objects the player all has. JB-42: the bed dummy is declared at the start."""
    if state.inside[me] == 0 or state.objects[me] < 2:
        return n
    have = objects_of(state, me)
    for plan in range(PLAN):
        if state.offered[plan] == 1 and state.needs[plan] & ~have == 0:
            if without_dummy or not owns(state, me, BED_DUMMY):
                out[n] = ATTEMPT + 2 * plan
                n += 1
            if owns(state, me, BED_DUMMY):
                out[n] = ATTEMPT + 2 * plan + 1
                n += 1
    return n


@rule
def attempt(state, plan, dummy):
    """JB-60, JB-61: the plan's number of cards is to be drawn; JB-43: with the bed dummy one fewer."""
    state.plan = plan
    state.staked = state.needs[plan]
    state.to_draw = state.draws[plan] - dummy
    state.failed = 0
    if dummy == 1:
        state.used |= 1 << BED_DUMMY
    state.asked = left_of(state, state.player)
    ask_for_snitches(state)


@rule
def ask_for_snitches(state):
    """JB-91: each other player with a snitch card is asked, from the attempter's left; then the first card is drawn."""
    while state.asked != state.player:
        if state.snitch[state.asked] == 1:
            ask(state, TO_SNITCH, state.asked)
            return
        state.asked = left_of(state, state.asked)
    state.asked = NONE
    leave_to_chance(state, TO_TURN_UP)


@rule
def answer(state, snitches):
    """JB-91: a snitch card is shuffled into the deck, or not."""
    if snitches:
        state.snitch[state.asked] = 0
        state.deck[SNITCH_CARD] += 1
        shuffle(state)
    state.asked = left_of(state, state.asked)
    ask_for_snitches(state)


@rule
def turn_up(state, card):
    """JB-61: a card is drawn. JB-91: a snitch is a failure. JB-90: the owner of a money bag may ignore it."""
    lift(state, cards_left(state))
    state.deck[card] -= 1
    state.drawn[card] += 1
    state.to_draw -= 1
    if card == SUCCESS:
        judge(state)
    elif owns(state, state.player, MONEY_BAG):
        ask(state, TO_IGNORE, state.player)
    else:
        count_failure(state)


@rule
def count_failure(state):
    """JB-61: the second one ends the attempt."""
    state.failed += 1
    judge(state)


@rule
def ignore(state):
    """JB-90: the failure does not count, and the bag goes back at once."""
    give_back(state, state.player, MATERIAL + MONEY_BAG)
    judge(state)


@rule
def judge(state):
    """JB-61, JB-62: is the attempt decided? JB-63: of six cards at most one may fail. JB-64: else one may give up."""
    if state.failed == SPOILED:
        fail(state)
    elif state.to_draw == 0:
        succeed(state)
    else:
        ask(state, TO_GO_ON, state.player)


@rule
def attempt_choices(state, me, out):
    """JB-91, JB-90, JB-64, JB-67: what is to be decided in an attempt."""
    if state.step == TO_SNITCH:
        out[0] = SNITCH
        out[1] = SILENCE
        return 2
    if state.step == TO_IGNORE:
        out[0] = USE + MONEY_BAG - BRASS_KNUCKLES
        out[1] = COUNT
        return 2
    if state.step == TO_GO_ON:
        out[0] = DRAW_ON
        out[1] = GIVE_UP
        return uses(state, me, out, 2)
    n = 0
    for thing in range(MONEY_BAG):
        if state.staked >> thing & 1 == 1:
            out[n] = KEEP + thing
            n += 1
    if state.to_keep == 0:
        out[n] = NO_KEEP
        n += 1
    return n


@rule
def succeed(state):
    """JB-65: a prisoner is free, and new plans come on offer. JB-13: the second one wins, and that is all."""
    me = state.player
    state.inside[me] -= 1
    state.escaped[me] += 1
    if state.escaped[me] == FREE_TO_WIN:
        finish(state, me)
        return
    end_attempt(state, 1)
    for plan in range(PLAN):
        state.offered[plan] = 0
    leave_to_chance(state, TO_OFFER)


@rule
def fail(state):
    """JB-66: the plan stays on offer, one failure card leaves the deck, the turn ends."""
    end_attempt(state, -1)
    end_turn(state)


@rule
def give_up(state):
    """JB-67: half of the objects used are kept, rounded down; JB-46: who has a raft may keep all but one."""
    used = 0
    for thing in range(MONEY_BAG):
        used += state.staked >> thing & 1
    state.to_keep = used // 2
    state.may_keep = used - 1 - state.to_keep if owns(state, state.player, RAFT) else 0
    if state.to_keep + state.may_keep > 0:
        ask(state, TO_KEEP, state.player)
    else:
        fail(state)


@rule
def keep(state, thing):
    """JB-67: one of the objects used is kept."""
    state.staked &= ~(1 << thing)
    if state.to_keep > 0:
        state.to_keep -= 1
    else:
        state.may_keep -= 1
    if state.to_keep + state.may_keep == 0:
        fail(state)


@rule
def keep_no_more(state):
    """JB-46: a raft is used only if its owner wants to."""
    state.may_keep = 0
    fail(state)


@rule
def end_attempt(state, more):
    """JB-65 to JB-68: objects go back, drawn cards too; a failure card comes or goes; the deck is shuffled.

    JB-91: snitch cards that were played are out of the game.
    """
    for thing in range(MONEY_BAG):
        if state.staked >> thing & 1 == 1:
            give_back(state, state.player, MATERIAL + thing)
    shuffle(state)  # all that is known, before snitches leave and drawn cards come back
    for card in range(ESCAPE):
        state.deck[card] += state.drawn[card]
        state.drawn[card] = 0
    state.deck[SNITCH_CARD] = 0
    state.deck[FAILURE] = max(0, min(state.failures, state.deck[FAILURE] + more))
    state.plan = NONE
    state.staked = 0
