"""JB-40 to JB-48: objects, what they are made of, what they can do, and how many cards a player holds."""

from typing import Any

import pytest

from .table import MATERIALS, OBJECTS, PLANS, act, choices, hand, new, position, split, step, supply, throw

RECIPES = {
    "bed dummy": "bedsheet, soap",
    "guard outfit": "cloth, dye",
    "worker outfit": "cloth, tape",
    "brass knuckles": "pipe, tape",
    "ladder": "plank, rope",
    "grappling hook": "rope, wire",
    "shovel": "spoon, plank",
    "lock pick": "wire, spoon",
    "soap gun": "soap, dye",
    "raft": "bedsheet, pipe",
}


@pytest.mark.parametrize(("thing", "materials"), RECIPES.items())
def test_an_object_is_crafted_from_its_two_materials(thing: str, materials: str) -> None:
    """JB-40, JB-41"""
    state = position(materials, "")
    assert choices(state) == [f"craft {thing}", "end the turn"]
    act(state, f"craft {thing}")
    assert hand(state, 0) == thing
    assert (state.materials[0], state.objects[0], state.stock) == (0, 1, 10)
    assert set(split(materials)) <= set(split(supply(state)))
    assert thing not in split(supply(state))
    for material in split(materials):  # one of them is not enough
        assert choices(position(material, "")) == ["end the turn"]


def test_all_ten_objects_have_a_recipe() -> None:
    """JB-41"""
    assert {*RECIPES, "money bag"} == set(OBJECTS)


def test_one_may_craft_as_often_as_one_likes() -> None:
    """JB-40"""
    state = position("plank, rope, spoon, wire, soap, dye", "")
    act(state, "craft ladder", "craft lock pick", "craft soap gun")
    assert hand(state, 0) == "ladder, lock pick, soap gun"


def test_an_object_that_is_not_left_cannot_be_crafted() -> None:
    """JB-40"""
    state = position("plank, rope", "ladder")
    assert choices(state) == ["end the turn"]
    assert "craft ladder" in choices(position("plank, rope", "ladder", ""))  # three players have two of each


def test_nothing_is_crafted_before_the_roll_step_is_over() -> None:
    """JB-40, JB-11"""
    state = position("plank, rope", "", at="roll")
    assert choices(state) == ["roll", "skip the roll"]
    assert not any(name.startswith("craft") for name in throw(state, 6))


# --- Abilities ---------------------------------------------------------------


def test_an_ability_is_used_once_a_turn_and_the_object_is_not_spent() -> None:
    """JB-42"""
    state = position("ladder, shovel", "")
    act(state, "use ladder", "look at success")
    assert choices(state) == ["use shovel", "end the turn"]
    act(state, "use shovel")
    assert choices(state) == ["end the turn"]
    assert hand(state, 0) == "ladder, shovel"
    act(state, "end the turn", "skip the roll", "end the turn", "skip the roll")
    assert choices(state) == ["use ladder", "use shovel", "end the turn"]


def test_an_object_made_in_this_turn_can_be_used_in_it() -> None:
    """JB-42, JB-40"""
    state = position("plank, rope", "")
    act(state, "craft ladder", "use ladder", "look at failure")
    assert state.known[0][0] == 1


def attempted(hand: str = "ladder, grappling hook, brass knuckles, shovel", plan: str = "Over the wall") -> Any:
    """Seat 0 has just begun an attempt."""
    state = position(hand, "", plans=plan)
    act(state, f"attempt {plan}")
    return state


def test_abilities_may_be_used_between_two_cards_but_not_before_the_first() -> None:
    """JB-42"""
    state = attempted()
    assert choices(state) == ["turn up success", "turn up failure"]
    act(state, "turn up success")
    assert choices(state) == ["draw on", "give up", "use brass knuckles", "use ladder", "use shovel"]
    act(state, "use ladder", "look at failure", "use shovel")
    assert choices(state) == ["draw on", "give up", "use brass knuckles"]
    act(state, "use brass knuckles", "look at success", "look at success", "draw on", "turn up success")
    assert choices(state) == ["draw on", "give up"]


def test_what_was_used_before_the_attempt_is_used_up_in_it() -> None:
    """JB-42"""
    state = position("ladder, grappling hook, shovel", "", plans="Over the wall")
    act(state, "use ladder", "look at success", "attempt Over the wall", "turn up success")
    assert choices(state) == ["draw on", "give up", "use shovel"]


def test_objects_used_in_the_attempt_are_owned_until_its_end() -> None:
    """JB-42"""
    state = attempted()
    act(state, "turn up failure")
    assert hand(state, 0) == "grappling hook, brass knuckles, ladder, shovel"
    act(state, "draw on", "turn up failure")
    assert hand(state, 0) == "brass knuckles, shovel"


def test_the_bed_dummy_is_declared_when_the_attempt_starts() -> None:
    """JB-42, JB-43: one card fewer."""
    state = position("ladder, grappling hook, bed dummy", "", plans="Over the wall, Rooftop run")
    assert choices(state) == [
        "use ladder",
        "attempt Over the wall",
        "attempt Over the wall with bed dummy",
        "attempt Rooftop run",
        "attempt Rooftop run with bed dummy",
        "end the turn",
    ]
    for name, draws in (("Over the wall", 6), ("Over the wall with bed dummy", 5), ("Rooftop run with bed dummy", 4)):
        tried = state.copy()
        act(tried, f"attempt {name}")
        assert tried.to_draw == draws
    act(state, "attempt Over the wall with bed dummy", "turn up success")
    for _ in range(4):
        act(state, "draw on", "turn up success")
    assert state.escaped[0] == 1
    assert hand(state, 0) == "bed dummy"  # the plan does not take it


def test_brass_knuckles_look_at_two_cards_and_a_ladder_at_one() -> None:
    """JB-43: they are put back in order."""
    state = position("brass knuckles", "", plans="")
    act(state, "use brass knuckles", "look at failure", "look at success")
    assert state.known[0][:3] == [1, 0, -1]
    assert (state.deck, step(state)) == ([10, 7, 0], "act")
    state = position("ladder", "")
    act(state, "use ladder", "look at failure")
    assert state.known[0][:2] == [1, -1]


def test_of_a_deck_of_one_card_only_one_is_looked_at() -> None:
    """JB-43"""
    state = position("brass knuckles", "", deck=[1, 0])
    act(state, "use brass knuckles", "look at success")
    assert step(state) == "act"


def test_the_shovel_puts_the_top_card_at_the_bottom() -> None:
    """JB-46"""
    state = position("ladder, shovel", "", deck=[2, 1])
    act(state, "use ladder", "look at failure", "use shovel")
    assert state.known[0][:3] == [-1, -1, 1]
    assert state.looked[0][:3] == [0, 0, 1]


def test_the_soap_gun_exchanges_a_material_with_another_player() -> None:
    """JB-46: one of another kind; both are named."""
    state = position("soap, wire, soap gun", "soap, dye, raft", "wire", "")
    act(state, "use soap gun")
    assert choices(state) == ["exchange soap", "exchange wire"]
    act(state, "exchange soap")
    assert choices(state) == ["for dye of seat 1", "for wire of seat 2"]
    act(state, "for dye of seat 1")
    assert [hand(state, seat) for seat in (0, 1, 2)] == ["dye, wire, soap gun", "soap, soap, raft", "wire"]
    assert "use soap gun" not in choices(state)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [("soap gun", "dye"), ("soap, soap gun", "raft"), ("soap, soap gun", "soap"), ("raft, soap gun", "soap")],
)
def test_without_two_different_materials_there_is_nothing_to_exchange(mine: str, theirs: str) -> None:
    """JB-46"""
    assert "use soap gun" not in choices(position(mine, theirs, "", ""))
    assert "use soap gun" in choices(position(mine + ", wire", theirs + ", cloth", "", ""))


def test_the_soap_gun_is_not_used_in_the_middle_of_an_attempt() -> None:
    """JB-42, JB-46"""
    state = position("soap, guard outfit, soap gun", "dye", plans="Out of the front gate")
    assert "use soap gun" in choices(state)
    act(state, "attempt Out of the front gate", "turn up success")
    assert choices(state) == ["draw on", "give up"]


# --- How many cards ----------------------------------------------------------

SIX = "bedsheet, cloth, dye, spoon, raft, ladder"


def test_nobody_holds_more_than_seven_cards() -> None:
    """JB-47: materials and objects together; any card may go, and the turn goes on."""
    state = position(SIX + ", shovel", "", at="roll", guards={})
    throw(state, 1)
    act(state, "place on 1", "draw wire")
    assert (state.turn, step(state)) == (0, "return")
    assert choices(state) == [f"return {card}" for card in split(hand(state, 0))]
    assert len(choices(state)) == 8
    act(state, "return ladder")
    assert step(state) == "act"
    assert "ladder" in split(supply(state))


def test_seven_are_not_too_many() -> None:
    """JB-47"""
    state = position(SIX, "", at="roll", guards={})
    throw(state, 1)
    act(state, "place on 1", "draw wire")
    assert step(state) == "act"


def test_drawing_or_taking_two_is_one_gain() -> None:
    """JB-47: first both cards come, then two are returned."""
    for number, verb in ((7, "draw"), (11, "take")):
        state = position(SIX + ", shovel", "", at="roll", guards={}, dice=[(0, 2, 6)])
        throw(state, 6)
        act(state, f"place on {number}", f"{verb} wire", f"{verb} soap")
        assert len(split(hand(state, 0))) == 9
        act(state, "return wire", "return soap")
        assert (step(state), len(split(hand(state, 0)))) == ("act", 7)


def test_a_stolen_card_can_be_one_too_many() -> None:
    """JB-47"""
    state = position(SIX + ", shovel", "soap", at="roll", guards={}, dice=[(0, 2, 6)])
    throw(state, 6)
    act(state, "place on 8", "steal soap from seat 1")
    assert (state.turn, step(state)) == (0, "return")


def test_several_materials_of_a_kind_are_fine_and_two_objects_are_not() -> None:
    """JB-48"""
    state = position("soap, plank, rope, ladder", "", "", "", at="roll", guards={}, dice=[(0, 2, 6)])
    throw(state, 4)
    act(state, "place on 10", "take soap")
    assert hand(state, 0) == "soap, soap, plank, rope, ladder"
    assert "craft ladder" not in choices(state)
    assert "ladder" in split(supply(state))


def test_the_names_of_cards_and_plans_are_all_different() -> None:
    """JB-3, JB-41: so that an action is called by exactly one of them."""
    assert len({*MATERIALS, *OBJECTS, *PLANS}) == 10 + 11 + 11
    assert new().view(None).recipe[10] == [-1, -1]  # JB-90: any three
