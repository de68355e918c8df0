"""Sense for Jailbreakers: aim at the plan that lacks least, collect for it, go when all is there, give up in time.

Everything that counts lies open, so the sense is arithmetic: which materials the aim still needs, where they are to be
had, and how likely an attempt still is to succeed. What is worth more is done first; a little taste breaks ties.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from math import comb
from typing import NamedTuple

# fmt: off
# isort: off
from escapade.games.jailbreakers.box import (
    ATTEMPT, BAG, BRASS_KNUCKLES, COUNT, CRAFT, DRAWING, DRAW_ON, END, EXCHANGE, EXCHANGING, FAILURE, FREE, GIVE,
    GIVE_UP, GIVING, GUARD, KEEP, LADDER, LOCK_PICK, MADE, MATERIAL, MONEY_BAG, MOVE, NAMES, NO_EXCHANGE, NO_FREE,
    NO_KEEP, NUMBER, OBJECT, PAY, PLACE, PLAN, PRICES, RETURN, ROLL, SET_ASIDE, SHOVEL, SNITCH, SNITCH_CARD,
    SOAP_GUN, SPOILED, STEAL, STEALING_MATERIAL, STEALING_OBJECT, SUCCESS, SWAP_FOR, TAKE, TAKING, TO_SWAP, USE,
    WAYS,
)
# isort: on
# fmt: on
from escapade.games.jailbreakers.rounds import called, owns
from escapade.kernel.contract import Game
from escapade.kernel.fields import State
from escapade.kernel.names import NONE

FOUND = 3.0  # what a material the aim needs is worth
ANY = 0.3  # and one it does not need
MADE_OF_IT = 5.0  # an object the aim needs
NEVER = -1.0  # worse than letting it be, which is worth 0
HOPE = 0.35  # JB-64: with less chance than that, give up and keep half


class Aim(NamedTuple):
    """A plan to work for: the objects and materials it still lacks, and those in hand that are spoken for."""

    plan: int
    objects: list[int]
    materials: list[int]
    kept: Counter[int]


def choose(game: Game, view: State, legal: Sequence[int], rng: random.Random) -> int:
    """Take the action that is worth most."""
    aim = aim_of(view, view.turn)
    return max(legal, key=lambda code: (worth(view, aim, code), rng.random()))


# --- What to aim at ----------------------------------------------------------


def aim_of(view: State, player: int) -> Aim:
    """JB-60: the plan on offer that is quickest to be had; fewer cards to draw count, too (JB-61)."""
    aims = [aim_at(view, player, plan) for plan in range(PLAN) if view.offered[plan] == 1]
    return min(aims, key=lambda aim: distance(view, aim))


def aim_at(view: State, player: int, plan: int) -> Aim:
    """JB-40, JB-69: what a player lacks for a plan."""
    lacking = [thing for thing in range(len(MADE)) if view.needs[plan] >> thing & 1 and not owns(view, player, thing)]
    kept = Counter(material for thing in lacking for material in view.recipe[thing])
    short = kept - Counter({material: view.hand[player][material] for material in range(MATERIAL)})
    return Aim(plan, lacking, sorted(short.elements()), kept)


def distance(view: State, aim: Aim) -> float:
    """How far away success is, in materials; an object of which none is left must be stolen."""
    gone = len([thing for thing in aim.objects if view.supply[MATERIAL + thing] == 0])
    cards = int(view.draws[aim.plan])
    return len(aim.materials) + 3 * gone + 0.3 * len(aim.objects) + 0.4 * cards


def spare(view: State, aim: Aim, material: int) -> bool:
    """Is one of these in hand that the aim does not need?"""
    return bool(view.hand[view.turn][material] > aim.kept[material])


def to_be_had(view: State, aim: Aim) -> set[int]:
    """Materials the aim needs that lie in the supply."""
    return {material for material in aim.materials if view.supply[material] > 0}


def held_by_others(view: State, aim: Aim) -> bool:
    """Has another player a material the aim needs?"""
    return any(view.hand[other][material] > 0 for other in others(view) for material in aim.materials)


def others(view: State) -> list[int]:
    """All players but the one who decides; in solo play that is the phantom (JB-80)."""
    return [player for player in range(view.players) if player != view.turn]


# --- The chance of an attempt ------------------------------------------------


def chance(success: int, failure: int, draws: int, allowed: int) -> float:
    """JB-62: how likely at most so many failures are among cards drawn from a shuffled deck."""
    good = sum(comb(failure, bad) * comb(success, draws - bad) for bad in range(min(allowed, draws) + 1))
    return good / comb(success + failure, draws)


def hope(view: State) -> float:
    """How likely the attempt still is to succeed, for who knows what the view knows (JB-43, JB-70)."""
    known = view.known[view.turn]
    seen = [card for card in known if card >= 0]
    ahead = [card for card in known[: view.to_draw] if card >= 0]
    allowed = SPOILED - 1 - view.failed - sum(card != SUCCESS for card in ahead)
    success = view.deck[SUCCESS] - seen.count(SUCCESS)
    failure = view.deck[FAILURE] + view.deck[SNITCH_CARD] - (len(seen) - seen.count(SUCCESS))
    return chance(success, failure, view.to_draw - len(ahead), allowed)


# --- What an action is worth -------------------------------------------------


def worth(view: State, aim: Aim, code: int) -> float:
    """What an action is worth."""
    if code < MOVE:
        return worth_of_the_die(view, aim, code)
    if code < RETURN:
        return worth_at_a_location(view, aim, code)
    if code < SNITCH:
        return worth_of_an_act(view, aim, code)
    return worth_in_need(view, aim, code)


def worth_of_the_die(view: State, aim: Aim, code: int) -> float:
    """JB-20: always roll. JB-26: a guard is met only if nothing else is left, the warden still later (JB-92)."""
    if code == ROLL:
        return 1.0
    if not PLACE <= code < SET_ASIDE:
        return 0.0
    number, means = divmod(code - PLACE, WAYS)
    if view.guard[number] > 0 and not means & GUARD:
        return -5.0 - int(view.guard[number])
    return visit(view, aim, number)


def visit(view: State, aim: Aim, number: int) -> float:
    """JB-30, JB-31: what the action of a location is worth."""
    action, mine = view.action[number], to_be_had(view, aim)
    allowed = {m for m in mine if view.of[number] == 0 or view.of[number] >> m & 1}
    taken = min(action[TAKING], len(allowed))
    value = FOUND * taken + ANY * (action[TAKING] - taken) - 0.5 * action[GIVING]
    if view.stock > 0:
        luck = sum(view.supply[material] for material in mine) / view.stock
        value += action[DRAWING] * (FOUND * luck + 0.2)
    if view.materials[view.turn] > 0:
        value += 2.5 * min(action[EXCHANGING], len(mine))
    if action[STEALING_MATERIAL] > 0 and held_by_others(view, aim):
        value += FOUND
    if action[STEALING_OBJECT] > 0 and something_to_steal(view):
        value += MADE_OF_IT
    return float(value)


def something_to_steal(view: State) -> bool:
    """JB-48: has another player an object that one does not have?"""
    return any(
        owns(view, other, thing) and not owns(view, view.turn, thing)
        for other in others(view)
        for thing in range(OBJECT)
    )


def worth_at_a_location(view: State, aim: Aim, code: int) -> float:
    """JB-30, JB-31, JB-46: what the aim needs is taken, and what it does not need is handed in."""
    if code < TAKE:  # away from where one wants to go
        start, end = divmod(code - MOVE, NUMBER)
        return visit(view, aim, start) - visit(view, aim, end)
    if code < GIVE:
        return FOUND * (code - TAKE in aim.materials)
    if code < EXCHANGE:
        material, name = divmod(code - GIVE, NAMES)
        return -gift(view, aim, material, called(view, name))
    if code < NO_EXCHANGE:
        useful = view.step == TO_SWAP or len(to_be_had(view, aim)) > 0
        return 1.0 if useful and spare(view, aim, code - EXCHANGE) else NEVER
    if code == NO_EXCHANGE:
        return 0.0
    if code < STEAL:
        return FOUND * ((code - SWAP_FOR) // NAMES in aim.materials)
    return loot(aim, (code - STEAL) // NAMES)


def gift(view: State, aim: Aim, material: int, other: int) -> float:
    """JB-30: what it costs to give this: the other player may need it, or oneself."""
    return 2.0 * (material in aim_of(view, other).materials) + (material in aim.materials)


def loot(aim: Aim, card: int) -> float:
    """JB-30: a stolen card; whatever it is, another player has it no more."""
    if card < MATERIAL:
        return FOUND if card in aim.materials else 1.0
    return MADE_OF_IT if card - MATERIAL in aim.objects else 2.0


def worth_of_an_act(view: State, aim: Aim, code: int) -> float:
    """JB-40, JB-42, JB-60: craft what is missing, use what helps, and go as soon as all is there."""
    if code < CRAFT:
        return parting(view, aim, code - RETURN)
    if code < PAY:
        return crafting(view, aim, code - CRAFT)
    if code < END:
        return parting(view, aim, code - PAY)
    if code == END:
        return 0.0
    if code < ATTEMPT:
        return using(view, aim, BRASS_KNUCKLES + code - USE)
    return 4.0 + (code - ATTEMPT) % 2  # JB-43: with the bed dummy if there is one


def parting(view: State, aim: Aim, card: int) -> float:
    """JB-47, JB-50, JB-90: which card one can best do without."""
    if card < MATERIAL:
        return 1.0 if spare(view, aim, card) else -1.0
    return -3.0 if view.needs[aim.plan] >> (card - MATERIAL) & 1 else 0.5


def crafting(view: State, aim: Aim, thing: int) -> float:
    """JB-40: what the aim needs, else only what a full hand can spare. JB-90: a bag for three spare materials."""
    me = view.turn
    if thing in aim.objects:
        return MADE_OF_IT
    if thing == MONEY_BAG:
        left_over = sum(max(0, view.hand[me][m] - aim.kept[m]) for m in range(MATERIAL))
        return 2.0 if left_over >= BAG else NEVER
    full = view.materials[me] + view.objects[me] > 4
    return 2.0 if full and all(spare(view, aim, material) for material in view.recipe[thing]) else NEVER


def using(view: State, aim: Aim, thing: int) -> float:
    """JB-42, JB-43, JB-46: when an ability helps."""
    top = view.known[view.turn][0]
    if thing == LOCK_PICK:
        return 0.5  # rather than go where there is nothing to be had
    if thing == SOAP_GUN:
        useful = held_by_others(view, aim) and any(spare(view, aim, material) for material in range(MATERIAL))
        return 1.0 if useful else NEVER
    if thing == SHOVEL:
        return 4.0 if top > SUCCESS else NEVER
    if thing == MONEY_BAG:  # JB-90: against the failure that would end it
        return 1.0 if view.failed + 1 == SPOILED else NEVER
    helps = view.plan != NONE or owns(view, view.turn, SHOVEL)  # ladder and brass knuckles
    return 3.0 + (thing == LADDER) if top == NONE and helps else NEVER


def worth_in_need(view: State, aim: Aim, code: int) -> float:
    """What is decided in an attempt, and for prisoners in trouble."""
    if code == SNITCH:  # JB-91: against who is about to win
        return 1.0 if view.escaped[view.player] > 0 else NEVER
    if code == DRAW_ON:
        return 1.0
    if code == GIVE_UP:
        return 0.0 if hope(view) > HOPE else 2.0
    if KEEP <= code < NO_KEEP:
        return 1.0
    if FREE <= code < NO_FREE:
        return ransom(view, aim, (code - FREE) % PRICES)
    return 0.0 if code != COUNT else -0.5


def ransom(view: State, aim: Aim, thing: int) -> float:
    """JB-50: materials gladly; an object only for who has hardly a turn left."""
    if thing == OBJECT:
        return 1.0
    return 0.5 + 0.1 * parting(view, aim, MATERIAL + thing) if view.inside[view.turn] < 2 else NEVER
