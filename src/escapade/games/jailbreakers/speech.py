"""What is said at a table of Jailbreakers: why an action is refused, what has just happened, how it ended.

Everything is derived from views, so nothing can be said that the listener may not know. The sentences themselves are in
`words/`; `who` and `other` are numbers of seats, or "phantom" (JB-80), for which chance acts; things, plans and
locations are called as in the box, in small letters and with hyphens.
"""

from __future__ import annotations

from escapade.games.jailbreakers import rules
from escapade.kernel.fields import State
from escapade.kernel.names import NONE, OVER

# fmt: off
# isort: off
from escapade.games.jailbreakers.box import (
    ATTEMPT, BAG, BED_DUMMY, BRASS_KNUCKLES, CARDS, CATCHERS, COUNT, CRAFT, CROWD, DOUBLE, DRAW, DRAW_ON, END,
    ESCAPE_CARDS, EXCHANGE, FREE, FREE_TO_WIN, FURTHER, GIVE, GIVE_UP, GRAPPLING_HOOK, GUARD, GUARD_OUTFIT, HOOK, KEEP,
    LADDER, LOCATIONS, LOCK_PICK, LONGEST, LOOK, LOOK_UNSEEN, MATERIAL, MATERIALS, MONEY_BAG, MOVE, NAMES, NO_EXCHANGE,
    NO_FREE, NO_KEEP, NUMBER, OBJECT, OBJECTS, OFFER, PAY, PLACE, PLANS, PLAYERS, PRICES, RELEASE, RETURN, ROLL,
    SET_ASIDE, SHOVEL, SILENCE, SKIP, SNITCH, SOAP_GUN, START, STEAL, STEALING_MATERIAL, SWAP_FOR, TAKE, THROW, TO_ACT,
    TO_EXCHANGE, TO_FREE, TO_GIVE, TO_GO_ON, TO_IGNORE, TO_KEEP, TO_MOVE, TO_PAY, TO_PLACE, TO_RELEASE, TO_REPLACE,
    TO_RETURN, TO_ROLL, TO_SNITCH, TO_STEAL, TO_SWAP, TO_SWAP_FOR, TO_TAKE, TURN_UP, USE, WAYS, WORKER,
    WORKER_OUTFIT,
)
from escapade.games.jailbreakers.prison import has_safe, placement_value, takes_to_place
from escapade.games.jailbreakers.rounds import called, owns, price
# isort: on
# fmt: on

Reason = tuple[str, str]
Told = tuple[str, dict[str, object]]

# What is due at each step, for whoever wants something else
DUE: dict[int, Reason] = {
    TO_ROLL: ("the turn begins with the roll: roll or skip it", "JB-11"),
    TO_PLACE: ("the die is to be placed now", "JB-23"),
    TO_MOVE: ("the action of the location comes first: move a guard", "JB-27"),
    TO_TAKE: ("the action of the location comes first: take a material", "JB-27"),
    TO_RETURN: ("you hold more than seven cards: return one first", "JB-47"),
    TO_GIVE: ("the action of the location comes first: give another player a material", "JB-27"),
    TO_EXCHANGE: ("the action of the location comes first: exchange a material, or say 'exchange no more'", "JB-27"),
    TO_REPLACE: ("you have handed in a material: take another one for it", "JB-31"),
    TO_STEAL: ("the action of the location comes first: steal a card", "JB-27"),
    TO_ACT: ("roll and location are done: craft, use an object, attempt an escape or end the turn", "JB-11"),
    TO_PAY: ("the price is still to be paid, material by material", "JB-50"),
    TO_SWAP: ("the soap gun is in use: say which of your materials you exchange", "JB-46"),
    TO_SWAP_FOR: ("the soap gun is in use: say which material of another player you want", "JB-46"),
    TO_SNITCH: ("someone attempts an escape: snitch or stay silent", "JB-91"),
    TO_IGNORE: ("a failure was drawn: spend the money bag on it or let it count", "JB-90"),
    TO_GO_ON: ("the attempt is under way: draw on or give up", "JB-64"),
    TO_KEEP: ("you have given up: say which objects you keep", "JB-67"),
    TO_FREE: ("between two rounds prisoners in trouble are freed, and nothing else is done", "JB-50"),
    TO_RELEASE: ("one of your prisoners comes back: say whether from a guard or from the warden", "JB-51"),
}
# The first action of each verb, and the steps at which it can be done
WHEN: tuple[tuple[int, tuple[int, ...]], ...] = (
    (ROLL, (TO_ROLL,)),
    (SKIP, (TO_ROLL,)),
    (PLACE, (TO_PLACE,)),
    (SET_ASIDE, (TO_PLACE,)),
    (MOVE, (TO_MOVE,)),
    (TAKE, (TO_TAKE, TO_REPLACE)),
    (GIVE, (TO_GIVE,)),
    (EXCHANGE, (TO_EXCHANGE, TO_SWAP)),
    (NO_EXCHANGE, (TO_EXCHANGE,)),
    (SWAP_FOR, (TO_SWAP_FOR,)),
    (STEAL, (TO_STEAL,)),
    (RETURN, (TO_RETURN,)),
    (CRAFT, (TO_ACT,)),
    (PAY, (TO_PAY,)),
    (END, (TO_ACT,)),
    (USE, (TO_PLACE, TO_ACT, TO_GO_ON, TO_IGNORE)),
    (ATTEMPT, (TO_ACT,)),
    (SNITCH, (TO_SNITCH,)),
    (SILENCE, (TO_SNITCH,)),
    (DRAW_ON, (TO_GO_ON,)),
    (GIVE_UP, (TO_GO_ON,)),
    (COUNT, (TO_IGNORE,)),
    (KEEP, (TO_KEEP,)),
    (NO_KEEP, (TO_KEEP,)),
    (FREE, (TO_FREE,)),
    (NO_FREE, (TO_FREE,)),
    (RELEASE, (TO_RELEASE,)),
)
BY_CHANCE: tuple[tuple[int, Reason], ...] = (
    (DOUBLE, ("chance decides which materials there are two of, before the first round", "JB-4")),
    (OFFER, ("chance decides which plans are on offer", "JB-5")),
    (START, ("chance decides who is first", "JB-6")),
    (THROW, ("chance decides what the die shows: say 'roll'", "JB-11")),
    (DRAW, ("chance decides which material is drawn, where a location says so", "JB-31")),
    (LOOK, ("chance decides which escape card lies there: use ladder or brass knuckles to look", "JB-43")),
    (TURN_UP, ("chance decides which escape card is drawn, in an attempt", "JB-61")),
    (LOOK_UNSEEN, ("that is what others hear when you use ladder or brass knuckles", "JB-70")),
)
PLACING = ((WORKER, WORKER_OUTFIT, "JB-45"), (HOOK, GRAPPLING_HOOK, "JB-46"), (GUARD, GUARD_OUTFIT, "JB-44"))
MEANS = ("none", "worker", "hook", "worker-hook", "guard", "worker-guard", "hook-guard", "worker-hook-guard")


# --- Why not -----------------------------------------------------------------


def why_not(view: State, code: int, seat: int) -> Reason:
    """Why an action is not legal for the seat whose view this is: (reason, clause)."""
    if view.turn != seat:
        return "it is not your turn", "JB-10"
    if code >= DOUBLE:
        return next(reason for first, reason in reversed(BY_CHANCE) if code >= first)
    verb, steps = next(entry for entry in reversed(WHEN) if code >= entry[0])
    if view.step not in steps:
        return DUE[view.step]
    if code < TAKE:
        return why_not_there(view, code, seat)
    if code < CRAFT:
        return why_not_that_card(view, verb, code - verb, seat)
    if code < SNITCH:
        return why_no_act(view, verb, code - verb, seat)
    return why_not_in_need(view, verb, code - verb, seat)


def why_not_there(view: State, code: int, seat: int) -> Reason:
    """JB-23 to JB-26: the die; JB-31: a guard."""
    if code < SET_ASIDE:
        return why_no_place(view, (code - PLACE) // WAYS, (code - PLACE) % WAYS, seat)
    if code == SET_ASIDE:
        return "the die can go on a location without any object, so it has to", "JB-25"
    start, end = divmod(code - MOVE, NUMBER)
    if view.guard[start] == 0:
        return f"no guard stands on {start + 1}; they stand on {guards(view)}", "JB-31"
    return f"a guard stands on {end + 1} already, and moves go to numbers without one", "JB-31"


def why_no_place(view: State, number: int, means: int, seat: int) -> Reason:
    """JB-42: only with objects one has; JB-23, JB-24, JB-26: and only where there is a way."""
    for bit, thing, _ in PLACING:
        if means & bit and not owns(view, seat, thing):
            return f"you have no {OBJECTS[thing]}", "JB-42"
    where, value = at(view, number), placement_value(view, seat)
    dice = [view.dice[player][number] for player in range(view.players)]
    if sum(dice) >= CROWD:
        return f"two dice lie on {where}, and there is no room for a third", "JB-24"
    if number + 1 > value + (FURTHER if means & HOOK else 0):
        return f"{where} is out of reach: your value is {value}", "JB-23"
    if sum(dice) > dice[seat] and not means & WORKER:
        return f"{where} is occupied by another player's die", "JB-24"
    return why_no_guarded_place(view, number, means, seat)


def why_no_guarded_place(view: State, number: int, means: int, seat: int) -> Reason:
    """JB-26; JB-44 to JB-46: objects are used only where they are needed."""
    where, value = at(view, number), placement_value(view, seat)
    needed = takes_to_place(view, seat, number, value) | (GUARD if view.guard[number] > 0 else 0)
    for bit, thing, clause in PLACING:
        if means & bit & ~needed:
            return f"{where} can be reached without the {OBJECTS[thing]}: leave it out", clause
    if has_safe(view, seat, value, means):
        return f"{where} is guarded, and you can place where there is no guard", "JB-26"
    return f"{where} is guarded, and you have no prisoner left to be caught: set the die aside", "JB-26"


def why_not_that_card(view: State, verb: int, number: int, seat: int) -> Reason:
    """JB-30, JB-31, JB-46 to JB-48: cards that are not where they are wanted from."""
    if verb == TAKE:
        return why_no_take(view, number)
    if verb == EXCHANGE:
        return why_no_exchange(view, number, seat)
    if verb == RETURN:
        return f"you hold no {CARDS[number]}; you hold {hand(view, seat)}", "JB-47"
    card, name = divmod(number, NAMES)
    clause = "JB-46" if verb == SWAP_FOR else "JB-30"
    if called(view, name) == seat:
        return "that is yourself: it takes another player", clause
    if called(view, name) >= view.players or (name < NAMES - 1 and name >= view.seats):
        return f"{PLAYERS[name]} does not play", clause
    if verb == GIVE:
        return f"there is no {MATERIALS[card]} in the supply", "JB-30"
    return why_not_from(view, verb, card, name, seat)


def why_not_from(view: State, verb: int, card: int, name: int, seat: int) -> Reason:
    """JB-46: not like for like; JB-30: a material or an object, as the location says; JB-48: not a second one."""
    clause = "JB-46" if verb == SWAP_FOR else "JB-30"
    if verb == SWAP_FOR and card == view.swapped:
        return f"{CARDS[card]} for {CARDS[card]} would be no exchange", clause
    sort = "material" if view.todo[STEALING_MATERIAL] > 0 else "object"
    if verb == STEAL and (card < MATERIAL) != (sort == "material"):
        return f"at {at(view, view.at)} you steal {'a material' if sort == 'material' else 'an object'}", clause
    victim = called(view, name)
    if view.hand[victim][card] == 0:
        return f"{PLAYERS[name]} has no {CARDS[card]}, but {hand(view, victim)}", clause
    return f"{CARDS[card]}: you have that already, and nobody owns two objects of a kind", "JB-48"


def why_no_take(view: State, material: int) -> Reason:
    """JB-31: it has to be there, and the location has to allow it."""
    if view.supply[material] == 0:
        return f"there is no {MATERIALS[material]} in the supply", "JB-31"
    allowed = [name for i, name in enumerate(MATERIALS) if view.of[view.at] >> i & 1]
    return f"at {at(view, view.at)} you take {listed(allowed, 'or')}", "JB-31"


def why_no_exchange(view: State, material: int, seat: int) -> Reason:
    """JB-31, JB-46: it takes the material; JB-46: and another player who has one of another kind."""
    clause = "JB-46" if view.step == TO_SWAP else "JB-31"
    if view.hand[seat][material] == 0:
        return f"you hold no {MATERIALS[material]}; you hold {hand(view, seat)}", clause
    return f"nobody else has a material other than {MATERIALS[material]} to exchange for it", clause


def why_no_act(view: State, verb: int, number: int, seat: int) -> Reason:
    """JB-40, JB-42, JB-60: what is missing for an act of one's own."""
    if verb == CRAFT:
        return why_no_craft(view, number, seat)
    if verb == PAY:
        clause = "JB-50" if view.to_free > 0 else "JB-90"
        return f"you hold no {MATERIALS[number]}; you hold {hand(view, seat)}", clause
    if verb == USE:
        return why_no_use(view, BRASS_KNUCKLES + number, seat)
    return why_no_attempt(view, number // 2, seat)


def why_no_craft(view: State, thing: int, seat: int) -> Reason:
    """JB-48: not a second one; JB-40: one must be left; JB-41, JB-90: and the materials at hand."""
    if owns(view, seat, thing):
        return f"{OBJECTS[thing]}: you have that already, and nobody owns two objects of a kind", "JB-48"
    if view.supply[MATERIAL + thing] == 0:
        others = [view.hand[player][MATERIAL + thing] for player in range(view.players)]
        if thing == MONEY_BAG and sum(others) == 0:
            return "this game is played without money bags", "JB-90"
        return f"no {OBJECTS[thing]} is left in the supply", "JB-40"
    if thing == MONEY_BAG:
        return f"a money bag costs any {BAG} materials, and you have {view.materials[seat]}", "JB-90"
    lacking = [MATERIALS[m] for m in view.recipe[thing] if view.hand[seat][m] == 0]
    said = f"to craft {OBJECTS[thing]} takes {recipe(view, thing)}"
    return f"{said}, and you have no {listed(lacking, 'and no')}", "JB-41"


def why_no_use(view: State, thing: int, seat: int) -> Reason:
    """JB-42: an owned object's ability, once a turn; each at its time."""
    if not owns(view, seat, thing):
        return f"you have no {OBJECTS[thing]}", "JB-42"
    if view.used >> thing & 1 == 1:
        return f"you have used the ability of {OBJECTS[thing]} in this turn already", "JB-42"
    if thing == LOCK_PICK:
        return "a lock pick rolls the die again, after the roll and before the die is placed", "JB-46"
    if thing == MONEY_BAG:
        return "a money bag is spent on a failure card in an attempt, when it is drawn", "JB-90"
    if view.step == TO_IGNORE:
        return DUE[TO_IGNORE]
    if view.step == TO_PLACE:
        return f"{OBJECTS[thing]}: not before roll, placing and the action of the location are done", "JB-42"
    if view.step == TO_GO_ON:
        return "a soap gun is not used in the middle of an attempt", "JB-42"
    return "there is nothing to exchange: it takes a material of yours and one of another kind elsewhere", "JB-46"


def why_no_attempt(view: State, plan: int, seat: int) -> Reason:
    """JB-60: a plan on offer, all its objects, and a prisoner; JB-42: the bed dummy must be owned, too."""
    if view.offered[plan] == 0:
        return f"{PLANS[plan]} is not on offer; {listed(offer(view))} are", "JB-60"
    if view.inside[seat] == 0:
        return "all your prisoners are in trouble, so nobody can escape", "JB-60"
    lacking = [
        OBJECTS[thing] for thing in range(OBJECT) if view.needs[plan] >> thing & 1 and not owns(view, seat, thing)
    ]
    if lacking:
        return f"for {PLANS[plan]} you lack {listed(lacking)}", "JB-60"
    return f"you have no {OBJECTS[BED_DUMMY]}", "JB-42"


def why_not_in_need(view: State, verb: int, number: int, seat: int) -> Reason:
    """JB-67: after giving up; JB-50: between two rounds."""
    if verb == KEEP:
        return f"{OBJECTS[number]}: not among the objects used that can still be kept", "JB-67"
    if verb == NO_KEEP:
        return "half of the objects used stay with you: say which", "JB-67"
    if verb == NO_FREE:
        return "all your prisoners are in trouble and you can pay, so you must free one", "JB-50"
    catcher, thing = divmod(number, PRICES)
    if view.caught[seat][catcher] == 0:
        return f"no prisoner of yours was caught by {'the warden' if catcher else 'a guard'}", "JB-50"
    if thing < OBJECT:
        return f"you have no {OBJECTS[thing]}; you hold {hand(view, seat)}", "JB-50"
    clause = "JB-92" if catcher else "JB-50"
    return f"that costs {price(catcher)} materials, and you have {view.materials[seat]}", clause


def at(view: State, number: int) -> str:
    """A location, by its number and name."""
    return f"{number + 1} ({LOCATIONS[view.location[number]]})"


def guards(view: State) -> str:
    """Where guards stand, in words."""
    return listed([str(number + 1) for number in range(NUMBER) if view.guard[number] > 0])


def offer(view: State) -> list[str]:
    """The plans on offer."""
    return [name for plan, name in enumerate(PLANS) if view.offered[plan] == 1]


def recipe(view: State, thing: int) -> str:
    """JB-41: the materials of an object, in words."""
    return listed([MATERIALS[material] for material in view.recipe[thing]])


def hand(view: State, player: int) -> str:
    """A player's cards, in words."""
    held = view.hand[player]
    cards = [name + (f" ×{held[card]}" if held[card] > 1 else "") for card, name in enumerate(CARDS) if held[card] > 0]
    return listed(cards) if cards else "no card at all"


def listed(parts: list[str], joint: str = "and") -> str:
    """One, one and another, one, another and a third."""
    return f" {joint} ".join([*filter(None, [", ".join(parts[:-1])]), parts[-1]])


# --- What happened -----------------------------------------------------------


def tell(before: State, seat: int, code: int, after: State) -> Told:
    """One action as heard, between two views of the listener: the message that tells it, and its arguments."""
    if code >= DOUBLE:
        return tell_chance(before, code, after)
    who = name(before, seat)
    if code < MOVE:
        return tell_die(before, who, code)
    if code < CRAFT:
        return tell_card(before, who, code)
    if code < SNITCH:
        return tell_act(before, who, code, after)
    if code < FREE:
        return tell_attempt(before, who, code, after)
    return tell_trouble(who, code)


def name(view: State, player: int) -> object:
    """A player: the number of a seat; JB-80: or the phantom, which sits beside the only one and acts by chance."""
    return player if 0 <= player < view.seats else "phantom"


def slug(label: str) -> str:
    """What something is called in the words: small letters, hyphens."""
    return label.lower().replace(" ", "-").replace("'", "")


def tell_die(before: State, who: object, code: int) -> Told:
    """JB-20 to JB-26: the roll and the placing."""
    if code == ROLL:
        return "roll", {"who": who}
    if code == SKIP:
        return "skip", {"who": who}
    if code == SET_ASIDE:
        return "set-aside", {"who": who}
    number, means = divmod(code - PLACE, WAYS)
    location = slug(LOCATIONS[before.location[number]])
    said: dict[str, object] = {"who": who, "place": number + 1, "location": location, "means": MEANS[means]}
    if before.guard[number] > 0 and not means & GUARD:
        said["catcher"] = CATCHERS[before.guard[number] - 1]
        return ("place-caught-with" if means else "place-caught"), said
    return ("place-with" if means else "place"), said


def tell_card(before: State, who: object, code: int) -> Told:
    """JB-30, JB-31, JB-46, JB-47: the action of a location, the soap gun, and cards that are too many."""
    if code < TAKE:
        start, end = divmod(code - MOVE, NUMBER)
        catcher = CATCHERS[before.guard[start] - 1]
        return "move-guard", {"who": who, "catcher": catcher, "start": str(start + 1), "end": str(end + 1)}
    if code < GIVE:
        said: dict[str, object] = {"who": who, "thing": slug(MATERIALS[code - TAKE])}
        return ("take-in-exchange" if before.step == TO_REPLACE else "take"), said
    if code < EXCHANGE:
        return "give", {"who": who, **card_of(before, code - GIVE)}
    if code < NO_EXCHANGE:
        said = {"who": who, "thing": slug(MATERIALS[code - EXCHANGE])}
        return ("offer-swap" if before.step == TO_SWAP else "hand-in"), said
    if code == NO_EXCHANGE:
        return "exchange-no-more", {"who": who}
    if code < STEAL:
        return "swap", {"who": who, "given": slug(MATERIALS[before.swapped]), **card_of(before, code - SWAP_FOR)}
    if code < RETURN:
        return "steal", {"who": who, **card_of(before, code - STEAL)}
    return "return", {"who": who, "thing": slug(CARDS[code - RETURN])}


def card_of(view: State, number: int) -> dict[str, object]:
    """A card and another player."""
    card, other = divmod(number, NAMES)
    return {"thing": slug(CARDS[card]), "other": name(view, called(view, other))}


def tell_act(before: State, who: object, code: int, after: State) -> Told:
    """JB-40, JB-42, JB-60, JB-90: crafting, paying, abilities, the start of an attempt, the end of the turn."""
    if code < PAY:
        said: dict[str, object] = {"who": who, "thing": slug(OBJECTS[code - CRAFT])}
        return ("craft-bag", {"who": who}) if code == CRAFT + MONEY_BAG else ("craft", said)
    if code < END:
        said = {"who": who, "thing": slug(MATERIALS[code - PAY])}
        return ("pay-for-bag" if before.to_free == 0 and before.to_pay == 1 else "pay"), said
    if code == END:
        over = after.turn == OVER or after.round != before.round or after.to_free > 0
        return ("end-round", {"who": who, "rounds": before.round}) if over else ("end", {"who": who})
    if code < ATTEMPT:
        return tell_use(before, who, BRASS_KNUCKLES + code - USE, after)
    plan, dummy = divmod(code - ATTEMPT, 2)
    said = {"who": who, "plan": slug(PLANS[plan]), "count": before.draws[plan] - dummy}
    return ("attempt-with-dummy" if dummy else "attempt"), said


def tell_use(before: State, who: object, thing: int, after: State) -> Told:
    """JB-43, JB-46, JB-90: an ability."""
    if thing == MONEY_BAG:
        return "use-money-bag", {"who": who, **outcome(before, after)}
    if thing == SHOVEL:
        return "use-shovel", {"who": who}
    if thing == LOCK_PICK:
        return "use-lock-pick", {"who": who}
    if thing == SOAP_GUN:
        return "use-soap-gun", {"who": who}
    return ("use-ladder" if thing == LADDER else "use-brass-knuckles"), {"who": who}


def tell_attempt(before: State, who: object, code: int, after: State) -> Told:
    """JB-61 to JB-67, JB-91: what is decided in an attempt."""
    if code == SNITCH:
        return "snitch", {"who": who}
    if code == SILENCE:
        return "stay-silent", {"who": who}
    if code == DRAW_ON:
        return "draw-on", {"who": who}
    if code == GIVE_UP:
        return "give-up", {"who": who}
    if code == COUNT:
        return "let-it-count", {"who": who, **outcome(before, after)}
    if code == NO_KEEP:
        return "keep-no-more", {"who": who}
    return "keep", {"who": who, "thing": slug(OBJECTS[code - KEEP])}


def outcome(before: State, after: State) -> dict[str, object]:
    """JB-61, JB-62, JB-64: how the attempt stands after a card, and how many cards are still to be drawn."""
    me = before.player
    if after.escaped[me] > before.escaped[me]:
        result = "won" if after.escaped[me] == FREE_TO_WIN else "escaped"
    elif after.plan == NONE:
        result = "failed"
    else:
        result = "asked" if after.step == TO_IGNORE else "going"
    return {"result": result, "count": after.to_draw}


def tell_trouble(who: object, code: int) -> Told:
    """JB-50, JB-51: prisoners in trouble."""
    if code == NO_FREE:
        return "free-no-more", {"who": who}
    if code >= RELEASE:
        return "release", {"who": who, "catcher": CATCHERS[code - RELEASE]}
    catcher, thing = divmod(code - FREE, PRICES)
    said: dict[str, object] = {"who": who, "catcher": CATCHERS[catcher]}
    if thing == OBJECT:
        return "free-for-materials", {**said, "count": price(catcher)}
    return "free-for-object", {**said, "thing": slug(OBJECTS[thing])}


def tell_chance(before: State, code: int, after: State) -> Told:
    """JB-4 to JB-6, JB-31, JB-43, JB-61: what chance decided."""
    if code < OFFER:
        return "double", {"thing": slug(MATERIALS[code - DOUBLE])}
    if code < START:
        return "offer", {"plan": slug(PLANS[code - OFFER])}
    if code < THROW:
        return "start", {"who": name(before, called(before, code - START))}
    who = name(before, before.player)
    if code < DRAW:
        return "throw", {"who": who, "face": 1 + code - THROW}
    if code < LOOK:
        return "draw", {"who": who, "thing": slug(MATERIALS[code - DRAW])}
    if code == LOOK_UNSEEN:
        return "look-unseen", {"who": who}
    if code < TURN_UP:
        return "look", {"who": who, "drawn": ESCAPE_CARDS[code - LOOK]}
    return "turn-up", {"who": who, "drawn": ESCAPE_CARDS[code - TURN_UP], **outcome(before, after)}


# --- How it ended ------------------------------------------------------------


def ending(view: State) -> Told:
    """How the game ended: JB-13, JB-83 or JB-15."""
    if view.winner != NONE and view.escaped[view.winner] == FREE_TO_WIN:
        return "ending-won", {"who": name(view, view.winner)}
    if view.winner != NONE:
        return "ending-late", {"rounds": view.deadline}
    standing = [rules.standing(view, player) for player in range(view.players)]
    best = [player for player in range(view.players) if standing[player] == max(standing)]
    return "ending-long", {"who": name(view, best[0]), "count": len(best), "rounds": LONGEST}
