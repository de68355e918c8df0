"""Sense for Jailbreakers: its arithmetic is right, it does what helps, and it beats chance."""

import random
from collections.abc import Collection
from typing import Any

import pytest

from escapade import CHANCE, OVER, Game, Match, State
from escapade.bots import jailbreakers as sense
from escapade.games.jailbreakers import rules
from escapade.games.jailbreakers.box import MATERIALS, OBJECTS, PLANS, STEPS
from escapade.kernel.dealer import SeededDealer

JAILBREAKERS = Game(rules)


def position(
    hand: str = "", other: str = "", plans: str = "Over the wall, Riot", step: str = "act", **fields: Any
) -> State:
    """Seat 0 to decide something in a game of two; cards and plans with commas between them."""
    state: Any = JAILBREAKERS.start(2, JAILBREAKERS.check_options({"first": 0}, 2), JAILBREAKERS.pieces())
    while state.turn == CHANCE:
        rules.apply(state, JAILBREAKERS.odds(state)[0][0])
    state.offered = [int(plan in plans.split(", ")) for plan in PLANS]
    for player, text in enumerate((hand, other)):
        held = [card for card in text.split(", ") if card]
        state.hand[player] = [held.count(card) for card in (*MATERIALS, *OBJECTS)]
        state.supply = [n - had for n, had in zip(state.supply, state.hand[player], strict=True)]
        state.materials[player] = sum(state.hand[player][:10])
        state.objects[player] = sum(state.hand[player][10:])
    state.stock, state.step = sum(state.supply[:10]), STEPS.index(step)
    for name, value in fields.items():
        setattr(state, name, value)
    return state  # type: ignore[no-any-return]


def chosen(state: State, seed: int = 0) -> str:
    """What the sense does, by name."""
    view, legal = JAILBREAKERS.view(state, state.turn), JAILBREAKERS.legal(state)
    return JAILBREAKERS.actions[sense.choose(JAILBREAKERS, view, legal, random.Random(seed))].name


def played(seats: int, greedy: Collection[int], seed: int, **options: Any) -> Match:
    """A match between the sense and chance."""
    match, dice = Match(JAILBREAKERS, seats, options, dealer=SeededDealer(seed)), random.Random(seed)
    while match.turn != OVER:
        legal = [action.code for action in match.legal()]
        if match.turn in greedy:
            match.play(sense.choose(JAILBREAKERS, match.view(match.turn), legal, dice))
        else:
            match.play(dice.choice(legal))
    return match


# --- The chance of an attempt ------------------------------------------------


@pytest.mark.parametrize(("draws", "expected"), [(2, 0.846), (3, 0.640), (4, 0.441), (5, 0.278), (6, 0.160)])
def test_the_chance_of_an_attempt_is_that_of_at_most_one_failure(draws: int, expected: float) -> None:
    """JB-62"""
    assert sense.chance(10, 7, draws, 1) == pytest.approx(expected, abs=0.0005)


def test_the_chance_is_sure_without_failures_and_none_with_two() -> None:
    assert sense.chance(10, 0, 6, 1) == 1.0
    assert sense.chance(10, 7, 3, -1) == 0.0
    assert sense.chance(10, 7, 0, 0) == 1.0


def test_cards_that_were_seen_count_as_what_they_are() -> None:
    """JB-70"""
    state: Any = position(plan=0, to_draw=2, failed=1)
    assert sense.hope(JAILBREAKERS.view(state, 0)) == pytest.approx(10 / 17 * 9 / 16)
    state.known[0][0] = 0
    assert sense.hope(JAILBREAKERS.view(state, 0)) == pytest.approx(9 / 16)
    state.known[0][0] = 1
    assert sense.hope(JAILBREAKERS.view(state, 0)) == 0.0
    state.known[0][0], state.known[0][16] = -1, 1  # a failure at the bottom
    assert sense.hope(JAILBREAKERS.view(state, 0)) == pytest.approx(10 / 16 * 9 / 15)


# --- What it aims at ---------------------------------------------------------


def test_it_aims_at_the_plan_that_lacks_least() -> None:
    """JB-60"""
    view = JAILBREAKERS.view(position("ladder, rope"), 0)
    aim = sense.aim_of(view, 0)
    assert PLANS[aim.plan] == "Over the wall"
    assert [OBJECTS[thing] for thing in aim.objects] == ["grappling hook"]
    assert [MATERIALS[material] for material in aim.materials] == ["wire"]


def test_a_material_in_hand_counts_once() -> None:
    """JB-40: ladder and grappling hook both take a rope."""
    aim = sense.aim_of(JAILBREAKERS.view(position("rope", plans="Over the wall"), 0), 0)
    assert [MATERIALS[material] for material in aim.materials] == ["plank", "rope", "wire"]


# --- What it does ------------------------------------------------------------


def test_it_crafts_what_the_plan_needs_and_then_goes() -> None:
    """JB-40, JB-60"""
    state = position("ladder, rope, wire")
    assert chosen(state) == "craft grappling hook"
    rules.apply(state, JAILBREAKERS.actions.parse("craft grappling hook").code)
    assert chosen(state) == "attempt Over the wall"


def test_it_goes_where_its_materials_are_and_not_to_a_guard() -> None:
    """JB-26, JB-31"""
    state: Any = position("ladder, rope", step="place", plans="Over the wall", roll=6, guard=[0] * 12)
    assert chosen(state) == "place on 6"
    state.guard[5] = 1
    assert chosen(state) != "place on 6"


def test_it_gives_up_when_there_is_little_hope() -> None:
    """JB-64"""
    objects = "guard outfit, soap gun"
    bad = position(objects, step="go on", plan=2, to_draw=4, failed=1, deck=[10, 6, 0], drawn=[1, 1, 0])
    good = position(objects, step="go on", plan=2, to_draw=2, failed=0, deck=[7, 7, 0], drawn=[3, 0, 0])
    assert chosen(bad) == "give up"
    assert chosen(good) == "draw on"


def test_it_buries_a_failure_it_has_seen() -> None:
    """JB-46"""
    state: Any = position("shovel", step="act")
    assert chosen(state) == "end the turn"
    state.looked[0][0], state.known[0][0] = 1, 1
    assert chosen(state) == "use shovel"


def test_it_parts_with_what_it_does_not_need() -> None:
    """JB-47"""
    state = position("ladder, rope, wire, soap, dye, cloth, pipe, tape", plans="Over the wall", step="return")
    assert {chosen(state, seed) for seed in range(20)} <= {f"return {card}" for card in MATERIALS} - {
        "return rope",
        "return wire",
    }


# --- How well it plays -------------------------------------------------------


def test_it_beats_chance_nine_times_in_ten() -> None:
    won = [played(2, [seed % 2], seed).ranking()[0] == [seed % 2] for seed in range(40)]
    assert sum(won) >= 36


def test_alone_it_wins_more_than_it_loses_and_never_takes_longer_than_it_may() -> None:
    """JB-83"""
    matches = [played(1, [0], seed) for seed in range(30)]
    assert all(match.view(None).round <= 12 for match in matches)
    assert sum(match.returns()[0] > 0 for match in matches) > 15


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_it_plays_with_all_extra_cards(seats: int) -> None:
    """JB-90, JB-91, JB-92"""
    match = played(seats, range(seats), 3, money_bag=True, snitch=True, warden=True)
    assert match.view(None).round < 60
