"""Jailbreakers: roll, collect, craft, and push your luck on the way out. One to five seats.

Clause numbers (JB-1, …) are those of RULES.md beside this file. Read `box` first (words, data, fields), then this file,
which says who may do what when. How it is done stands in `rounds` (cards, rounds, trouble), `prison` (dice, locations,
crafting) and `escape` (the escape deck, attempts).

JB-80: in solo play the phantom is a player without a seat: player 1, beside seat 0. Whatever it has to decide, chance
decides for it, evenly among what JB-81 and JB-82 leave it.
"""

from escapade.kernel.compile import rule, zeros
from escapade.kernel.names import CHANCE, NONE, OVER, UNKNOWN
from escapade.kernel.rng import pick

# fmt: off
# isort: off
from .box import (
    ACTIONS, ATTEMPT, BRASS_KNUCKLES, COUNT, CRAFT, DOUBLE, DRAW, DRAW_ON, END, ESCAPE, EXCHANGE, FIELDS, FREE,
    GIVE, GIVE_UP, GUARD, GUARDED, GUARD_OUTFIT, KEEP, LOCATIONS, LOOK, LOOK_UNSEEN, MADE, MATERIAL, MATERIALS,
    MAX_ACTIONS, MONEY_BAG, MOVE, NAMES, NO_EXCHANGE, NO_FREE, NO_KEEP, NUMBER, OFFER, OPTIONS, PAY, PLACE, PLAN, PLANS,
    POSITION, PRICES, RELEASE, RETURN, ROLL, SEAT, SET_ASIDE, SILENCE, SKIP, SNITCH, SOAP_GUN, SPOILED, START,
    STEAL, SWAP_FOR, TABLE, TAKE, THROW, TO_ACT, TO_DOUBLE, TO_DRAW, TO_FREE, TO_GO_ON, TO_IGNORE, TO_LOOK,
    TO_OFFER, TO_PAY, TO_PLACE, TO_RELEASE, TO_RETURN, TO_ROLL, TO_START, TO_SWAP, TO_SWAP_FOR, TO_THROW,
    TO_TURN_UP, TURN_UP, USE, WAYS, Pieces,
)
from .rounds import (
    ask, ask_next_to_free, begin_round, called, decider, end_turn, free, frees, frees_for_materials,
    frees_for_objects, give_back, leave_to_chance, materials_of, name_of, owns, pay, release, releases,
)
from .prison import (
    can_craft, can_use, carry_on, craft, crafts, draw, end_exchange, give, hand_in, location_choices, move_guard,
    offer_swap, place, placement_value, placings, returnable, steal, swap, swap_offers, swaps, take, takes_to_place,
)
from .escape import (
    answer, attempt, attempt_choices, attempts, card_odds, cards_left, count_failure, give_up, ignore, keep,
    keep_no_more, look, turn_up, use, uses,
)
# isort: on
# fmt: on


__all__ = ["ACTIONS", "FIELDS", "MAX_ACTIONS", "OPTIONS", "SEATS", "TITLE", "Pieces"]

TITLE = "Jailbreakers"
ABOUT = "materials, objects, a plan, and escape cards that may fail; alone against a phantom, too"
SEATS = range(1, 6)
COUNTED = ("round",)  # fields a balance report counts


# --- Set-up ------------------------------------------------------------------


def setup(state, seats, options, pieces):
    """JB-1 to JB-4: lay everything out. Second materials, plans and the first player follow, by lot."""
    prisoners, guards, materials, objects, state.on_offer = TABLE[seats - 1]
    state.seats, state.players = seats, max(2, seats)
    state.deadline = options.solo_rounds if seats == 1 else 0  # JB-83
    copy_pieces(state, pieces)
    state.supply = [1 + materials // 20] * MATERIAL + [objects // 10] * len(MADE)  # JB-4
    state.supply.append(2 * options.money_bag)  # JB-90
    state.stock = sum(state.supply[:MATERIAL])
    state.to_double = materials - state.stock
    for player in range(state.players):
        state.inside[player] = prisoners
        state.snitch[player] = int(options.snitch)  # JB-91
    for i, number in enumerate(GUARDED[guards]):  # JB-2
        state.guard[number - 1] = 2 if options.warden and i == 0 else 1  # JB-92: the one on the lowest number
    state.first = NONE if options.first == "lot" else options.first
    state.player = state.at = state.swapped = state.plan = state.asked = state.winner = NONE
    state.known = [[NONE] * POSITION for _ in range(SEAT)]
    leave_to_chance(state, TO_DOUBLE if state.to_double > 0 else TO_OFFER)


def copy_pieces(state, pieces):
    """JB-3, JB-31, JB-41, JB-69: what the data file says."""
    for name, location in pieces.locations.items():
        number = location.number - 1
        state.location[number] = LOCATIONS.index(name)
        state.action[number] = location.parts()
        state.of[number] = sum(1 << MATERIALS.index(material) for material in set(location.of))
    for thing, name in enumerate(MADE):
        state.recipe[thing] = [MATERIALS.index(material) for material in pieces.recipes[name]]
    state.recipe[MONEY_BAG] = [NONE, NONE]
    for i, name in enumerate(PLANS):
        state.needs[i] = sum(1 << MADE.index(thing) for thing in pieces.plans[name].objects)
        state.draws[i] = pieces.plans[name].draws
    state.deck = [pieces.escape.success, pieces.escape.failure, 0]
    state.failures = pieces.escape.failure


@rule
def double(state, material):
    """JB-4: a kind of material gets its second card."""
    state.supply[material] += 1
    state.stock += 1
    state.to_double -= 1
    if state.to_double == 0:
        leave_to_chance(state, TO_OFFER)


@rule
def offer(state, plan):
    """JB-5, JB-65: one more plan is on offer; with the last one play begins, or the successful turn ends."""
    state.offered[plan] = 1
    if plans_on_offer(state) < state.on_offer:
        return
    if state.round > 0:
        end_turn(state)
    elif state.first == NONE:
        leave_to_chance(state, TO_START)
    else:
        begin_round(state)


@rule
def plans_on_offer(state):
    """How many plans lie open."""
    n = 0
    for plan in range(PLAN):
        n += state.offered[plan]
    return n


# --- What may be done --------------------------------------------------------


@rule
def legal(state, out):
    """Write what the seat to act may do; return how many actions that is."""
    if state.turn < 0:
        return 0
    return choices(state, state.turn, out)


@rule
def choices(state, me, out):
    """What a player may do, whoever's turn it is. JB-11: a roll or not, the location, then acts in any order."""
    step = state.step
    if step == TO_ACT:
        return acts(state, me, out)
    if step == TO_ROLL:  # JB-20
        out[0] = ROLL
        out[1] = SKIP
        return 2
    if step == TO_PLACE:
        return placings(state, me, out)
    if step == TO_RETURN:
        return returnable(state, me, out)
    if step < TO_ACT:
        return location_choices(state, me, out)
    if step == TO_PAY:
        return materials_of(state, me, out, PAY)
    if step == TO_SWAP:
        return swap_offers(state, me, out, 0)
    if step == TO_SWAP_FOR:
        return swaps(state, me, out)
    if step == TO_FREE:
        return frees(state, me, out)
    if step == TO_RELEASE:
        return releases(out)
    return attempt_choices(state, me, out)


@rule
def acts(state, me, out):
    """JB-40, JB-42, JB-60: craft, use, attempt as the last thing, or end the turn."""
    n = uses(state, me, out, crafts(state, me, out))
    if can_craft(state, me, MONEY_BAG):
        out[n] = CRAFT + MONEY_BAG
        n += 1
    if can_use(state, me, SOAP_GUN) and swap_offers(state, me, out, n) > n:  # there is something to offer
        out[n] = USE + SOAP_GUN - BRASS_KNUCKLES
        n += 1
    n = attempts(state, me, out, n, True)
    out[n] = END
    return n + 1


# --- The phantom -------------------------------------------------------------


@rule
def phantom_choices(state, me, out):
    """JB-81, JB-82: what the lot is drawn among for the phantom: some things it always does, some never."""
    if state.step == TO_ROLL:
        out[0] = ROLL
        return 1
    if state.step == TO_PLACE:
        out[0] = phantom_placing(state, me)
        return 1
    if state.step == TO_ACT:
        return phantom_acts(state, me, out)
    if state.step == TO_GO_ON:  # it never gives up
        out[0] = DRAW_ON
        return 1
    if state.step == TO_IGNORE:  # JB-82: only the failure that would end the attempt
        out[0] = COUNT if state.failed + 1 < SPOILED else USE + MONEY_BAG - BRASS_KNUCKLES
        return 1
    if state.step == TO_FREE:  # materials first
        n = frees_for_materials(state, me, out, 0)
        return n if n > 0 else frees_for_objects(state, me, out, 0)
    return choices(state, me, out)


@rule
def phantom_placing(state, me):
    """JB-81: the lowest open number; a guarded one only if JB-26 forces it, and then in its guard outfit (JB-82)."""
    value = placement_value(state, me)
    guarded = NONE
    for number in range(NUMBER):
        if takes_to_place(state, me, number, value) == 0:
            if state.guard[number] == 0:
                return PLACE + WAYS * number
            if guarded == NONE:
                guarded = number
    if guarded != NONE and owns(state, me, GUARD_OUTFIT):
        return PLACE + WAYS * guarded + GUARD
    if guarded != NONE and state.inside[me] > 0:
        return PLACE + WAYS * guarded
    return SET_ASIDE


@rule
def phantom_acts(state, me, out):
    """JB-81, JB-82: it crafts what it can, a money bag last; then attempts what it can, with its bed dummy."""
    n = crafts(state, me, out)
    if n == 0 and can_craft(state, me, MONEY_BAG):
        out[0] = CRAFT + MONEY_BAG
        n = 1
    if n == 0:
        n = attempts(state, me, out, 0, False)
    if n == 0:
        out[0] = END
        n = 1
    return n


# --- Chance ------------------------------------------------------------------


@rule
def odds(state, out, weight):
    """Write what chance may do, and how many chances each outcome has; return how many outcomes there are."""
    if state.turn != CHANCE:
        return 0
    if state.step == TO_TURN_UP:
        return card_odds(state, 0, TURN_UP, out, weight)
    if state.step == TO_LOOK:
        return card_odds(state, state.looking, LOOK, out, weight)
    if state.step == TO_DRAW:  # JB-31: every card of the supply alike
        n = 0
        for material in range(MATERIAL):
            if state.supply[material] > 0:
                out[n] = DRAW + material
                weight[n] = state.supply[material]
                n += 1
        return n
    n = lots(state, out) if state.step < TO_ROLL else phantom_choices(state, state.seats, out)
    for i in range(n):
        weight[i] = 1
    return n


@rule
def lots(state, out):
    """What is drawn by lot, every outcome alike: JB-4, JB-5, JB-6, and the die."""
    n = 0
    if state.step == TO_THROW:
        for face in range(6):
            out[face] = THROW + face
        n = 6
    elif state.step == TO_OFFER:
        for plan in range(PLAN):
            if state.offered[plan] == 0:
                out[n] = OFFER + plan
                n += 1
    elif state.step == TO_DOUBLE:
        for material in range(MATERIAL):
            if state.supply[material] == 1:
                out[n] = DOUBLE + material
                n += 1
    else:  # JB-6: in solo play the phantom, too
        for player in range(state.players):
            out[player] = START + name_of(state, player)
        n = state.players
    return n


# --- What is done ------------------------------------------------------------


@rule
def apply(state, action):
    """Advance the game by one legal action, in place."""
    if action < CRAFT:
        visit(state, action)
    elif action < SNITCH:
        act(state, action)
    elif action < FREE:
        escape(state, action)
    elif action < DOUBLE:
        leave_trouble(state, action)
    else:
        happen(state, action)


@rule
def visit(state, action):
    """Roll, place, and do the location's action."""
    if action == ROLL:
        leave_to_chance(state, TO_THROW)
    elif action in (SKIP, SET_ASIDE):
        ask(state, TO_ACT, state.player)  # JB-20, JB-25
    elif action < SET_ASIDE:
        place(state, (action - PLACE) // WAYS, (action - PLACE) % WAYS)
    elif action < TAKE:
        move_guard(state, (action - MOVE) // NUMBER, (action - MOVE) % NUMBER)
    elif action < GIVE:
        take(state, action - TAKE)
    elif action < EXCHANGE:
        give(state, (action - GIVE) // NAMES, called(state, (action - GIVE) % NAMES))
    elif action < NO_EXCHANGE:
        exchange(state, action - EXCHANGE)
    elif action == NO_EXCHANGE:
        end_exchange(state)
        carry_on(state)
    elif action < STEAL:
        swap(state, (action - SWAP_FOR) // NAMES, called(state, (action - SWAP_FOR) % NAMES))
    elif action < RETURN:
        steal(state, (action - STEAL) // NAMES, called(state, (action - STEAL) % NAMES))
    else:
        give_back(state, decider(state), action - RETURN)  # JB-47
        carry_on(state)


@rule
def exchange(state, material):
    """JB-31, JB-46: in the Library with the supply, by soap gun with another player."""
    if state.step == TO_SWAP:
        offer_swap(state, material)
    else:
        hand_in(state, material)


@rule
def act(state, action):
    """Craft, use an ability, attempt, or end the turn."""
    if action < PAY:
        craft(state, action - CRAFT)
    elif action < END:
        pay(state, action - PAY)
    elif action == END:
        end_turn(state)
    elif action == USE + MONEY_BAG - BRASS_KNUCKLES:
        ignore(state)
    elif action < ATTEMPT:
        use(state, BRASS_KNUCKLES + action - USE)
    else:
        attempt(state, (action - ATTEMPT) // 2, (action - ATTEMPT) % 2)


@rule
def escape(state, action):
    """What is decided in an attempt."""
    if action in (SNITCH, SILENCE):
        answer(state, action == SNITCH)
    elif action == DRAW_ON:
        leave_to_chance(state, TO_TURN_UP)
    elif action == GIVE_UP:
        give_up(state)
    elif action == COUNT:
        count_failure(state)
    elif action < NO_KEEP:
        keep(state, action - KEEP)
    else:
        keep_no_more(state)


@rule
def leave_trouble(state, action):
    """What is decided between two rounds."""
    if action < NO_FREE:
        free(state, (action - FREE) // PRICES, (action - FREE) % PRICES)
        return
    if action >= RELEASE:
        release(state, decider(state), action - RELEASE)  # JB-51
    ask_next_to_free(state)


@rule
def happen(state, action):
    """What chance has decided."""
    if action < OFFER:
        double(state, action - DOUBLE)
    elif action < START:
        offer(state, action - OFFER)
    elif action < THROW:
        state.first = called(state, action - START)  # JB-6
        begin_round(state)
    elif action < DRAW:
        state.roll = 1 + action - THROW
        ask(state, TO_PLACE, state.player)
    elif action < LOOK:
        draw(state, action - DRAW)
    elif action < TURN_UP:
        look(state, action - LOOK)
    else:
        turn_up(state, action - TURN_UP)


# --- Scoring -----------------------------------------------------------------


@rule
def returns(state, score):
    """JB-13, JB-14: from 1 for who beats all to -1 for who is beaten by all; equal is equal. Alone: 1 won, -1 lost."""
    for seat in range(len(score)):
        score[seat] = 0.0
    if state.turn != OVER:
        return
    for seat in range(state.seats):
        for other in range(state.players):
            if standing(state, seat) > standing(state, other):
                score[seat] += 1.0 / (state.players - 1)
            elif standing(state, seat) < standing(state, other):
                score[seat] -= 1.0 / (state.players - 1)


@rule
def standing(state, player):
    """JB-13: the winner before all others. JB-14: by prisoners escaped, then objects, then materials."""
    if player == state.winner:
        return 1000
    return 100 * state.escaped[player] + 10 * state.objects[player] + state.materials[player]


# --- Hidden information ------------------------------------------------------


@rule
def observe(state, seat):
    """JB-43, JB-70: erase, in place, what others know of the escape deck. That they looked is open to all."""
    for other in range(state.seats):
        if other != seat:
            for position in range(POSITION):
                state.known[other][position] = UNKNOWN


@rule
def hear(state, action, seat):
    """JB-43: others learn that a card was looked at, not which."""
    if LOOK <= action < TURN_UP and seat != state.player:
        return LOOK_UNSEEN
    return action


@rule
def determinize(view, words):
    """Fill the holes of a view, in place: deal the cards that only others have looked at from those nobody here saw."""
    rest = zeros(ESCAPE)
    for card in range(ESCAPE):
        rest[card] = view.deck[card]
    for position in range(cards_left(view)):
        card = seen_at(view, position)
        if card != NONE:
            rest[card] -= 1
    for position in range(POSITION):
        card = seen_at(view, position)
        for seat in range(view.seats):
            if view.known[seat][position] == UNKNOWN:
                if view.looked[seat][position] == 0:
                    view.known[seat][position] = NONE
                    continue
                if card == NONE:
                    card = pick(words, rest, ESCAPE)
                    rest[card] -= 1
                view.known[seat][position] = card


@rule
def seen_at(view, position):
    """The card at a position, if this view knows it."""
    for seat in range(view.seats):
        if view.looked[seat][position] == 1 and view.known[seat][position] != UNKNOWN:
            return view.known[seat][position]
    return NONE
