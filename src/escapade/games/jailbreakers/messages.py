"""What is said at a table of Jailbreakers: why an action is refused, what can be done, what has happened, how it ended.

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
    NO_FREE, NO_KEEP, NUMBER, OBJECT, OBJECTS, OFFER, PAY, PLACE, PLAN, PLANS, PRICES, RELEASE, RETURN, ROLL,
    SET_ASIDE, SHOVEL, SILENCE, SKIP, SNITCH, SOAP_GUN, START, STEAL, STEALING_MATERIAL, SWAP_FOR, TAKE, THROW, TO_ACT,
    TO_EXCHANGE, TO_FREE, TO_GIVE, TO_GO_ON, TO_IGNORE, TO_KEEP, TO_MOVE, TO_PAY, TO_PLACE, TO_RELEASE, TO_REPLACE,
    TO_RETURN, TO_ROLL, TO_SNITCH, TO_STEAL, TO_SWAP, TO_SWAP_FOR, TO_TAKE, TURN_UP, USE, WAYS, WORKER,
    WORKER_OUTFIT,
)
from escapade.games.jailbreakers.prison import has_safe, placement_value, takes_to_place
from escapade.games.jailbreakers.rounds import called, owns, price
# isort: on
# fmt: on

Message = tuple[str, dict[str, object]]
Reason = tuple[str, dict[str, object], str]

SEAT_ARGS = ("who", "other")  # arguments that are seats

# What is due at each step, for whoever wants something else
DUE: dict[int, Reason] = {
    TO_ROLL: ("no-roll-first", {}, "JB-11"),
    TO_PLACE: ("no-place-first", {}, "JB-23"),
    TO_MOVE: ("no-move-first", {}, "JB-27"),
    TO_TAKE: ("no-take-first", {}, "JB-27"),
    TO_RETURN: ("no-return-first", {}, "JB-47"),
    TO_GIVE: ("no-give-first", {}, "JB-27"),
    TO_EXCHANGE: ("no-exchange-first", {}, "JB-27"),
    TO_REPLACE: ("no-replace-first", {}, "JB-31"),
    TO_STEAL: ("no-steal-first", {}, "JB-27"),
    TO_ACT: ("no-act-now", {}, "JB-11"),
    TO_PAY: ("no-pay-first", {}, "JB-50"),
    TO_SWAP: ("no-swap-first", {}, "JB-46"),
    TO_SWAP_FOR: ("no-swap-for-first", {}, "JB-46"),
    TO_SNITCH: ("no-snitch-first", {}, "JB-91"),
    TO_IGNORE: ("no-ignore-first", {}, "JB-90"),
    TO_GO_ON: ("no-go-on-first", {}, "JB-64"),
    TO_KEEP: ("no-keep-first", {}, "JB-67"),
    TO_FREE: ("no-free-first", {}, "JB-50"),
    TO_RELEASE: ("no-release-first", {}, "JB-51"),
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
    (DOUBLE, ("no-double", {}, "JB-4")),
    (OFFER, ("no-offer", {}, "JB-5")),
    (START, ("no-start", {}, "JB-6")),
    (THROW, ("no-throw", {}, "JB-11")),
    (DRAW, ("no-draw", {}, "JB-31")),
    (LOOK, ("no-look", {}, "JB-43")),
    (TURN_UP, ("no-turn-up", {}, "JB-61")),
    (LOOK_UNSEEN, ("no-look-unseen", {}, "JB-70")),
)
PLACING = ((WORKER, WORKER_OUTFIT, "JB-45"), (HOOK, GRAPPLING_HOOK, "JB-46"), (GUARD, GUARD_OUTFIT, "JB-44"))
MEANS = ("none", "worker", "hook", "worker-hook", "guard", "worker-guard", "hook-guard", "worker-hook-guard")
# What matters at each step; at any other one a location's action is done
CLAUSES = {
    TO_ROLL: ("JB-11", "JB-20", "JB-21"),
    TO_PLACE: ("JB-21", "JB-23", "JB-24", "JB-26", "JB-44", "JB-45", "JB-46"),
    TO_RETURN: ("JB-47",),
    TO_ACT: ("JB-40", "JB-42", "JB-43", "JB-46", "JB-60", "JB-61"),
    TO_PAY: ("JB-50", "JB-90"),
    TO_SWAP: ("JB-46",),
    TO_SWAP_FOR: ("JB-46",),
    TO_SNITCH: ("JB-91",),
    TO_IGNORE: ("JB-90", "JB-61"),
    TO_GO_ON: ("JB-61", "JB-62", "JB-64", "JB-67", "JB-42"),
    TO_KEEP: ("JB-67", "JB-46"),
    TO_FREE: ("JB-50", "JB-92"),
    TO_RELEASE: ("JB-51",),
}


# --- Why not -----------------------------------------------------------------


def why_not(view: State, code: int, seat: int) -> Reason:
    """Why an action is not legal for the seat whose view this is: (message, arguments, clause)."""
    if view.turn != seat:
        return "no-turn", {}, "JB-10"
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
        return "no-set-aside", {}, "JB-25"
    start, end = divmod(code - MOVE, NUMBER)
    if view.guard[start] == 0:
        return "no-guard-there", {"place": start + 1, "places": guards(view)}, "JB-31"
    return "no-second-guard", {"place": end + 1}, "JB-31"


def why_no_place(view: State, number: int, means: int, seat: int) -> Reason:
    """JB-42: only with objects one has; JB-23, JB-24, JB-26: and only where there is a way."""
    for bit, thing, _ in PLACING:
        if means & bit and not owns(view, seat, thing):
            return "no-object", {"thing": slug(OBJECTS[thing])}, "JB-42"
    where, value = at(view, number), placement_value(view, seat)
    dice = [view.dice[player][number] for player in range(view.players)]
    if sum(dice) >= CROWD:
        return "no-room", where, "JB-24"
    if number + 1 > value + (FURTHER if means & HOOK else 0):
        return "no-reach", {**where, "value": value}, "JB-23"
    if sum(dice) > dice[seat] and not means & WORKER:
        return "no-occupied", where, "JB-24"
    return why_no_guarded_place(view, number, means, seat)


def why_no_guarded_place(view: State, number: int, means: int, seat: int) -> Reason:
    """JB-26; JB-44 to JB-46: objects are used only where they are needed."""
    where, value = at(view, number), placement_value(view, seat)
    needed = takes_to_place(view, seat, number, value) | (GUARD if view.guard[number] > 0 else 0)
    for bit, thing, clause in PLACING:
        if means & bit & ~needed:
            return "no-need-of", {**where, "thing": slug(OBJECTS[thing])}, clause
    if has_safe(view, seat, value, means):
        return "no-guarded", where, "JB-26"
    return "no-prisoner-to-catch", where, "JB-26"


def why_not_that_card(view: State, verb: int, number: int, seat: int) -> Reason:
    """JB-30, JB-31, JB-46 to JB-48: cards that are not where they are wanted from."""
    if verb == TAKE:
        return why_no_take(view, number)
    if verb == EXCHANGE:
        return why_no_exchange(view, number, seat)
    if verb == RETURN:
        return "no-such-card", {"thing": slug(CARDS[number]), "hand": hand(view, seat)}, "JB-47"
    card, label = divmod(number, NAMES)
    clause = "JB-46" if verb == SWAP_FOR else "JB-30"
    if called(view, label) == seat:
        return "no-other-but-you", {}, clause
    if called(view, label) >= view.players or (label < NAMES - 1 and label >= view.seats):
        return "no-such-player", {"other": "phantom" if label == NAMES - 1 else label}, clause
    if verb == GIVE:
        return "no-supply", {"thing": slug(MATERIALS[card])}, "JB-30"
    return why_not_from(view, verb, card, called(view, label))


def why_not_from(view: State, verb: int, card: int, victim: int) -> Reason:
    """JB-46: not like for like; JB-30: a material or an object, as the location says; JB-48: not a second one."""
    clause = "JB-46" if verb == SWAP_FOR else "JB-30"
    thing: dict[str, object] = {"thing": slug(CARDS[card])}
    if verb == SWAP_FOR and card == view.swapped:
        return "no-like-for-like", thing, clause
    of_materials = view.todo[STEALING_MATERIAL] > 0
    if verb == STEAL and (card < MATERIAL) != of_materials:
        return ("no-object-here" if of_materials else "no-material-here"), at(view, view.at), clause
    if view.hand[victim][card] == 0:
        return "no-card-of", {**thing, "other": name(view, victim), "hand": hand(view, victim)}, clause
    return "no-second-object", thing, "JB-48"


def why_no_take(view: State, material: int) -> Reason:
    """JB-31: it has to be there, and the location has to allow it."""
    if view.supply[material] == 0:
        return "no-supply", {"thing": slug(MATERIALS[material])}, "JB-31"
    allowed = [MATERIALS[i] for i in range(MATERIAL) if view.of[view.at] >> i & 1]
    return "no-take-here", {**at(view, view.at), "things": things(allowed, "or")}, "JB-31"


def why_no_exchange(view: State, material: int, seat: int) -> Reason:
    """JB-31, JB-46: it takes the material; JB-46: and another player who has one of another kind."""
    clause = "JB-46" if view.step == TO_SWAP else "JB-31"
    thing: dict[str, object] = {"thing": slug(MATERIALS[material])}
    if view.hand[seat][material] == 0:
        return "no-such-card", {**thing, "hand": hand(view, seat)}, clause
    return "no-exchange-for", thing, clause


def why_no_act(view: State, verb: int, number: int, seat: int) -> Reason:
    """JB-40, JB-42, JB-60: what is missing for an act of one's own."""
    if verb == CRAFT:
        return why_no_craft(view, number, seat)
    if verb == PAY:
        clause = "JB-50" if view.to_free > 0 else "JB-90"
        return "no-such-card", {"thing": slug(MATERIALS[number]), "hand": hand(view, seat)}, clause
    if verb == USE:
        return why_no_use(view, BRASS_KNUCKLES + number, seat)
    return why_no_attempt(view, number // 2, seat)


def why_no_craft(view: State, thing: int, seat: int) -> Reason:
    """JB-48: not a second one; JB-40: one must be left; JB-41, JB-90: and the materials at hand."""
    said: dict[str, object] = {"thing": slug(OBJECTS[thing])}
    if owns(view, seat, thing):
        return "no-second-object", said, "JB-48"
    if view.supply[MATERIAL + thing] == 0:
        others = [view.hand[player][MATERIAL + thing] for player in range(view.players)]
        if thing == MONEY_BAG and sum(others) == 0:
            return "no-money-bags", {}, "JB-90"
        return "no-object-left", said, "JB-40"
    if thing == MONEY_BAG:
        return "no-price-of-bag", {"price": BAG, "count": view.materials[seat]}, "JB-90"
    lacking: list[Message] = [
        ("lacked", {"thing": slug(MATERIALS[m])}) for m in view.recipe[thing] if view.hand[seat][m] == 0
    ]
    return "no-craft", {**said, "things": recipe(view, thing), "lacking": listed(lacking, "and-no")}, "JB-41"


def why_no_use(view: State, thing: int, seat: int) -> Reason:
    """JB-42: an owned object's ability, once a turn; each at its time."""
    said: dict[str, object] = {"thing": slug(OBJECTS[thing])}
    if not owns(view, seat, thing):
        return "no-object", said, "JB-42"
    if view.used >> thing & 1 == 1:
        return "no-second-use", said, "JB-42"
    if thing == LOCK_PICK:
        return "no-lock-pick-now", {}, "JB-46"
    if thing == MONEY_BAG:
        return "no-money-bag-now", {}, "JB-90"
    if view.step == TO_IGNORE:
        return DUE[TO_IGNORE]
    if view.step == TO_PLACE:
        return "no-use-yet", said, "JB-42"
    if view.step == TO_GO_ON:
        return "no-soap-gun-now", {}, "JB-42"
    return "no-swap", {}, "JB-46"


def why_no_attempt(view: State, plan: int, seat: int) -> Reason:
    """JB-60: a plan on offer, all its objects, and a prisoner; JB-42: the bed dummy must be owned, too."""
    said: dict[str, object] = {"plan": slug(PLANS[plan])}
    if view.offered[plan] == 0:
        return "no-plan-on-offer", {**said, "plans": plans_on_offer(view)}, "JB-60"
    if view.inside[seat] == 0:
        return "no-prisoner-inside", {}, "JB-60"
    lacking = [OBJECTS[i] for i in range(OBJECT) if view.needs[plan] >> i & 1 and not owns(view, seat, i)]
    if lacking:
        return "no-objects-for", {**said, "things": things(lacking)}, "JB-60"
    return "no-object", {"thing": slug(OBJECTS[BED_DUMMY])}, "JB-42"


def why_not_in_need(view: State, verb: int, number: int, seat: int) -> Reason:
    """JB-67: after giving up; JB-50: between two rounds."""
    if verb == KEEP:
        return "no-keep", {"thing": slug(OBJECTS[number])}, "JB-67"
    if verb == NO_KEEP:
        return "no-keep-less", {}, "JB-67"
    if verb == NO_FREE:
        return "no-free-none", {}, "JB-50"
    catcher, thing = divmod(number, PRICES)
    if view.caught[seat][catcher] == 0:
        return "no-prisoner-of", {"catcher": CATCHERS[catcher]}, "JB-50"
    if thing < OBJECT:
        return "no-such-object", {"thing": slug(OBJECTS[thing]), "hand": hand(view, seat)}, "JB-50"
    clause = "JB-92" if catcher else "JB-50"
    return "no-price", {"price": price(catcher), "count": view.materials[seat]}, clause


def at(view: State, number: int) -> dict[str, object]:
    """A location, by its number and name."""
    return {"place": number + 1, "location": slug(LOCATIONS[view.location[number]])}


def guards(view: State) -> dict[str, object]:
    """Where guards stand, as a list."""
    return listed([("number", {"place": number + 1}) for number in range(NUMBER) if view.guard[number] > 0])


def plans_on_offer(view: State) -> dict[str, object]:
    """The plans on offer, as a list."""
    return listed([("plan", {"plan": slug(PLANS[plan])}) for plan in range(PLAN) if view.offered[plan] == 1])


def recipe(view: State, thing: int) -> dict[str, object]:
    """JB-41: the materials of an object, as a list."""
    return things([MATERIALS[material] for material in view.recipe[thing]])


def hand(view: State, player: int) -> dict[str, object]:
    """A player's cards, as a list."""
    held = view.hand[player]
    return listed([cards(label, held[i]) for i, label in enumerate(CARDS) if held[i] > 0] or [("nothing", {})])


def cards(label: str, number: int) -> Message:
    """Cards of one kind."""
    return ("cards" if number > 1 else "card"), {"thing": slug(label), "count": number}


def things(labels: list[str], joint: str = "and") -> dict[str, object]:
    """Materials or objects, as a list."""
    return listed([cards(label, 1) for label in labels], joint)


def listed(parts: list[Message], joint: str = "and") -> dict[str, object]:
    """Several things in one argument: a message for each, joined as the language does it."""
    return {"list": [[*part] for part in parts], "with": joint}


# --- What can be done --------------------------------------------------------


def offer(view: State, seat: int, code: int) -> Message:
    """A legal action of the seat whose view this is: the message that says what it does, and its arguments."""
    if code < MOVE:
        return offer_die(view, code)
    if code < CRAFT:
        return offer_card(view, code)
    if code < SNITCH:
        return offer_act(view, code)
    if code < FREE:
        return offer_in_attempt(view, code)
    return offer_in_trouble(code)


def offer_die(view: State, code: int) -> Message:
    """JB-20 to JB-26: the roll and the placing."""
    if code == ROLL:
        return "offer-roll", {}
    if code == SKIP:
        return "offer-skip", {}
    if code == SET_ASIDE:
        return "offer-set-aside", {}
    said, caught, with_means = placing(view, code)
    if caught:
        return ("offer-place-caught-with" if with_means else "offer-place-caught"), said
    return ("offer-place-with" if with_means else "offer-place"), said


def placing(view: State, code: int) -> tuple[dict[str, object], bool, bool]:
    """JB-26: where the die goes and by what means, if someone is caught there, and if any object is used."""
    number, means = divmod(code - PLACE, WAYS)
    caught = view.guard[number] > 0 and not means & GUARD
    said = {**at(view, number), "means": MEANS[means], "caught": "yes" if caught else "no"}
    if view.guard[number] > 0:
        said["catcher"] = CATCHERS[view.guard[number] - 1]
    return said, caught, means > 0


def offer_card(view: State, code: int) -> Message:
    """JB-30, JB-31, JB-46, JB-47: the action of a location, the soap gun, and cards that are too many."""
    if code < TAKE:
        return "offer-move-guard", move_of(view, code)
    if code < GIVE:
        said: dict[str, object] = {"thing": slug(MATERIALS[code - TAKE])}
        return ("offer-take-in-exchange" if view.step == TO_REPLACE else "offer-take"), said
    if code < EXCHANGE:
        return "offer-give", card_of(view, code - GIVE)
    if code < NO_EXCHANGE:
        said = {"thing": slug(MATERIALS[code - EXCHANGE])}
        return ("offer-barter" if view.step == TO_SWAP else "offer-hand-in"), said
    if code == NO_EXCHANGE:
        return "offer-exchange-no-more", {}
    if code < STEAL:
        return "offer-swap", {"given": slug(MATERIALS[view.swapped]), **card_of(view, code - SWAP_FOR)}
    if code < RETURN:
        return "offer-steal", card_of(view, code - STEAL)
    return "offer-return", {"thing": slug(CARDS[code - RETURN])}


def offer_act(view: State, code: int) -> Message:
    """JB-40, JB-42, JB-60, JB-90: crafting, paying, abilities, an attempt, the end of the turn."""
    if code == CRAFT + MONEY_BAG:
        return "offer-craft-bag", {"thing": slug(OBJECTS[MONEY_BAG]), "count": BAG}
    if code < PAY:
        return "offer-craft", {"thing": slug(OBJECTS[code - CRAFT]), "things": recipe(view, code - CRAFT)}
    if code < END:
        return "offer-pay", {"thing": slug(MATERIALS[code - PAY]), "count": view.to_pay}
    if code == END:
        return "offer-end", {}
    if code < ATTEMPT:
        return offer_use(BRASS_KNUCKLES + code - USE)
    plan, dummy = divmod(code - ATTEMPT, 2)
    said = {"plan": slug(PLANS[plan]), "count": view.draws[plan] - dummy, "dummy": "yes" if dummy else "no"}
    return ("offer-attempt-with-dummy" if dummy else "offer-attempt"), said


def offer_use(thing: int) -> Message:
    """JB-43, JB-46, JB-90: an ability."""
    said: dict[str, object] = {"thing": slug(OBJECTS[thing])}
    if thing == BRASS_KNUCKLES:
        return "offer-use-brass-knuckles", said
    if thing == LADDER:
        return "offer-use-ladder", said
    if thing == SHOVEL:
        return "offer-use-shovel", said
    if thing == LOCK_PICK:
        return "offer-use-lock-pick", said
    return ("offer-use-soap-gun" if thing == SOAP_GUN else "offer-use-money-bag"), said


def offer_in_attempt(view: State, code: int) -> Message:
    """JB-61 to JB-67, JB-91: what is decided in an attempt."""
    if code == SNITCH:
        return "offer-snitch", {}
    if code == SILENCE:
        return "offer-stay-silent", {}
    if code == DRAW_ON:
        return "offer-draw-on", {"count": view.to_draw}
    if code == GIVE_UP:
        return "offer-give-up", {}
    if code == COUNT:
        return "offer-let-it-count", {}
    if code == NO_KEEP:
        return "offer-keep-no-more", {}
    return "offer-keep", {"thing": slug(OBJECTS[code - KEEP])}


def offer_in_trouble(code: int) -> Message:
    """JB-50, JB-51: prisoners in trouble."""
    if code == NO_FREE:
        return "offer-free-no-more", {}
    if code >= RELEASE:
        return "offer-release", {"catcher": CATCHERS[code - RELEASE]}
    catcher, thing = divmod(code - FREE, PRICES)
    said: dict[str, object] = {"catcher": CATCHERS[catcher]}
    if thing == OBJECT:
        return "offer-free-for-materials", {**said, "count": price(catcher)}
    return "offer-free-for-object", {**said, "thing": slug(OBJECTS[thing])}


def clauses(view: State) -> tuple[str, ...]:
    """The clauses that matter now."""
    return CLAUSES.get(view.step, ("JB-27", "JB-30", "JB-31", "JB-48"))


# --- What happened -----------------------------------------------------------


def tell(before: State, seat: int, code: int, after: State) -> Message:
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


def tell_die(before: State, who: object, code: int) -> Message:
    """JB-20 to JB-26: the roll and the placing."""
    if code == ROLL:
        return "roll", {"who": who}
    if code == SKIP:
        return "skip", {"who": who}
    if code == SET_ASIDE:
        return "set-aside", {"who": who}
    said, caught, with_means = placing(before, code)
    if caught:
        return ("place-caught-with" if with_means else "place-caught"), {"who": who, **said}
    return ("place-with" if with_means else "place"), {"who": who, **said}


def tell_card(before: State, who: object, code: int) -> Message:
    """JB-30, JB-31, JB-46, JB-47: the action of a location, the soap gun, and cards that are too many."""
    if code < TAKE:
        return "move-guard", {"who": who, **move_of(before, code)}
    if code < GIVE:
        said: dict[str, object] = {"who": who, "thing": slug(MATERIALS[code - TAKE])}
        return ("take-in-exchange" if before.step == TO_REPLACE else "take"), said
    if code < EXCHANGE:
        return "give", {"who": who, **card_of(before, code - GIVE)}
    if code < NO_EXCHANGE:
        said = {"who": who, "thing": slug(MATERIALS[code - EXCHANGE])}
        return ("barter" if before.step == TO_SWAP else "hand-in"), said
    if code == NO_EXCHANGE:
        return "exchange-no-more", {"who": who}
    if code < STEAL:
        return "swap", {"who": who, "given": slug(MATERIALS[before.swapped]), **card_of(before, code - SWAP_FOR)}
    if code < RETURN:
        return "steal", {"who": who, **card_of(before, code - STEAL)}
    return "return", {"who": who, "thing": slug(CARDS[code - RETURN])}


def move_of(view: State, code: int) -> dict[str, object]:
    """A guard or the warden, from where to where."""
    start, end = divmod(code - MOVE, NUMBER)
    return {"catcher": CATCHERS[view.guard[start] - 1], "start": str(start + 1), "end": str(end + 1)}


def card_of(view: State, number: int) -> dict[str, object]:
    """A card and another player."""
    card, other = divmod(number, NAMES)
    return {"thing": slug(CARDS[card]), "other": name(view, called(view, other))}


def tell_act(before: State, who: object, code: int, after: State) -> Message:
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


def tell_use(before: State, who: object, thing: int, after: State) -> Message:
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


def tell_attempt(before: State, who: object, code: int, after: State) -> Message:
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


def tell_trouble(who: object, code: int) -> Message:
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


def tell_chance(before: State, code: int, after: State) -> Message:
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


def ending(view: State) -> Message:
    """How the game ended: JB-13, JB-83 or JB-15."""
    if view.winner != NONE and view.escaped[view.winner] == FREE_TO_WIN:
        return "ending-won", {"who": name(view, view.winner)}
    if view.winner != NONE:
        return "ending-late", {"rounds": view.deadline}
    standing = [rules.standing(view, player) for player in range(view.players)]
    best = [player for player in range(view.players) if standing[player] == max(standing)]
    return "ending-long", {"who": name(view, best[0]), "count": len(best), "rounds": LONGEST}
