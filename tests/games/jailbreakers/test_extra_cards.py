"""JB-90 and JB-91: money bags and snitches; the warden is among the guards, in test_trouble."""

from itertools import product
from random import Random
from typing import Any

import pytest

from escapade import CHANCE, Match
from escapade.kernel.dealer import SeededDealer

from .table import JAILBREAKERS, act, chances, choices, hand, new, position, split, step, supply

BAGS = {"money_bag": True}
SNITCHES = {"snitch": True}
WALL = "ladder, grappling hook"


# --- Money bag ---------------------------------------------------------------


def test_two_money_bags_join_the_objects() -> None:
    """JB-90"""
    for seats in (1, 2, 3, 4, 5):
        assert split(supply(new(seats, money_bag=True).view(None))).count("money bag") == 2
        assert "money bag" not in split(supply(new(seats).view(None)))


def test_a_money_bag_costs_any_three_materials() -> None:
    """JB-90: chosen one by one."""
    state = position("soap, plank, pipe, wire", "", options=BAGS)
    assert choices(state) == ["craft money bag", "end the turn"]
    act(state, "craft money bag")
    assert choices(state) == ["pay soap", "pay pipe", "pay plank", "pay wire"]
    act(state, "pay wire", "pay soap", "pay pipe")
    assert hand(state, 0) == "plank, money bag"
    assert (state.materials[0], state.objects[0], state.stock) == (1, 1, 9)
    assert choices(state) == ["end the turn"]


def test_two_materials_are_not_enough_and_three_of_a_kind_are() -> None:
    """JB-90"""
    assert "craft money bag" not in choices(position("soap, plank", "", options=BAGS))
    assert "craft money bag" in choices(position("soap, soap, plank", "", "", "", options=BAGS))
    assert "craft money bag" not in choices(position("soap, plank, pipe", ""))


def test_nobody_has_two_money_bags_and_there_is_no_third() -> None:
    """JB-90, JB-48"""
    assert "craft money bag" not in choices(position("soap, plank, pipe, money bag", "", options=BAGS))
    state = position("soap, plank, pipe", "money bag", "money bag", options=BAGS)
    assert "craft money bag" not in choices(state)


def bagged(**fields: Any) -> Any:
    """Seat 0 attempts an escape with a money bag in hand."""
    state = position(WALL + ", money bag", "", plans="Over the wall", **{"options": BAGS, **fields})
    act(state, "attempt Over the wall")
    return state


def test_the_owner_of_a_bag_may_ignore_one_failure() -> None:
    """JB-90: the card counts as drawn, and the bag goes back at once."""
    state = bagged()
    act(state, "turn up failure")
    assert choices(state) == ["use money bag", "let it count"]
    act(state, "use money bag")
    assert (state.failed, state.to_draw, state.drawn) == (0, 5, [0, 1, 0])
    assert hand(state, 0) == "grappling hook, ladder"
    assert split(supply(state)).count("money bag") == 2
    act(state, "draw on", "turn up failure", "draw on", "turn up success", "draw on", "turn up success")
    act(state, "draw on", "turn up success", "draw on", "turn up success")
    assert state.escaped[0] == 1


def test_it_is_decided_when_the_card_is_drawn() -> None:
    """JB-90: a failure that was let count cannot be ignored later."""
    state = bagged()
    act(state, "turn up failure", "let it count")
    assert choices(state)[:2] == ["draw on", "give up"]
    assert "use money bag" not in choices(state)
    act(state, "draw on", "turn up success")
    assert "use money bag" not in choices(state)
    act(state, "draw on", "turn up failure", "use money bag")
    assert (state.failed, step(state)) == (1, "go on")


def test_two_failures_end_the_attempt_of_who_keeps_the_bag() -> None:
    """JB-90, JB-61"""
    state = bagged()
    act(state, "turn up failure", "let it count", "draw on", "turn up failure", "let it count")
    assert (state.turn, state.plan, hand(state, 0)) == (1, -1, "money bag")


def test_a_failure_on_the_last_card_can_be_ignored() -> None:
    """JB-90, JB-62"""
    state = bagged()
    act(state, "turn up failure", "let it count")
    for _ in range(4):
        act(state, "draw on", "turn up success")
    act(state, "draw on", "turn up failure", "use money bag")
    assert state.escaped[0] == 1


def test_a_bag_is_not_among_the_objects_that_are_used_or_kept() -> None:
    """JB-90, JB-67"""
    state = bagged()
    act(state, "turn up success", "give up")
    assert choices(state) == ["keep grappling hook", "keep ladder"]
    act(state, "keep ladder")
    assert hand(state, 0) == "ladder, money bag"


def test_a_snitch_can_be_ignored_too() -> None:
    """JB-90, JB-91"""
    state = bagged(options={**BAGS, **SNITCHES})
    act(state, "snitch", "turn up snitch", "use money bag")
    assert (state.failed, state.drawn) == (0, [0, 0, 1])


# --- Snitch ------------------------------------------------------------------


def test_each_player_starts_with_one_snitch_card() -> None:
    """JB-91: the phantom as well."""
    assert new(4, snitch=True).view(None).snitch == [1, 1, 1, 1, 0]
    assert new(1, snitch=True).view(None).snitch == [1, 1, 0, 0, 0]
    assert new(4).view(None).snitch == [0] * 5


def test_each_other_player_is_asked_from_the_attempters_left() -> None:
    """JB-91: after plan and bed dummy have been named, and there is no way back."""
    state = position("", WALL + ", bed dummy", "", "", player=1, plans="Over the wall", options=SNITCHES)
    act(state, "attempt Over the wall with bed dummy")
    seen = []
    while state.turn != CHANCE:
        seen.append(state.turn)
        assert choices(state) == ["snitch", "stay silent"]
        act(state, "stay silent")
    assert seen == [2, 3, 0]
    assert chances(state) == {"turn up success": 10, "turn up failure": 7}
    assert state.snitch == [1, 1, 1, 1, 0]


def test_who_has_no_snitch_card_any_more_is_not_asked() -> None:
    """JB-91"""
    state = position(WALL, "", "", plans="Over the wall", options=SNITCHES, snitch=[1, 0, 1])
    act(state, "attempt Over the wall")
    assert state.turn == 2


def test_snitch_cards_are_shuffled_into_the_deck_and_count_as_failures() -> None:
    """JB-91"""
    state = position(WALL, "", "", "", plans="Over the wall", options=SNITCHES)
    act(state, "attempt Over the wall", "snitch", "snitch", "snitch")
    assert chances(state) == {"turn up success": 10, "turn up failure": 7, "turn up snitch": 3}
    act(state, "turn up snitch")
    assert state.failed == 1
    act(state, "draw on", "turn up snitch")
    assert (state.turn, state.plan, state.escaped[0]) == (1, -1, 0)


@pytest.mark.parametrize("cards", [("snitch", "failure"), ("failure", "snitch"), ("failure", "failure")])
def test_after_the_attempt_snitch_cards_played_are_out_of_the_game(cards: tuple[str, str]) -> None:
    """JB-91, JB-68: drawn or not; and no snitch is taken out for a failure card."""
    state = position(WALL, "", "", plans="Over the wall", options=SNITCHES)
    act(state, "attempt Over the wall", "snitch", "stay silent")
    act(state, f"turn up {cards[0]}", "draw on", f"turn up {cards[1]}")
    assert (state.deck, state.drawn) == ([10, 6, 0], [0, 0, 0])
    assert state.snitch == [1, 0, 1, 0, 0]


def test_a_snitch_that_is_not_drawn_is_out_after_a_success_too() -> None:
    """JB-91, JB-65"""
    state = position(WALL, "", plans="Over the wall", options=SNITCHES)
    act(state, "attempt Over the wall", "snitch", "turn up success")
    for _ in range(5):
        act(state, "draw on", "turn up success")
    assert (state.deck, state.escaped[0]) == ([10, 7, 0], 1)


def test_without_the_option_nobody_is_asked() -> None:
    """JB-91"""
    state = position(WALL, "", plans="Over the wall")
    act(state, "attempt Over the wall")
    assert state.turn == CHANCE


# --- Together ----------------------------------------------------------------


@pytest.mark.parametrize(("bag", "snitch", "warden"), [*product((False, True), repeat=3)])
def test_every_extra_can_be_switched_on_by_itself(bag: bool, snitch: bool, warden: bool) -> None:
    """JB-90, JB-91, JB-92: what is switched off does not appear."""
    options = {"money_bag": bag, "snitch": snitch, "warden": warden}
    match = Match(JAILBREAKERS, 3, options, dealer=SeededDealer(5))
    dice = Random(5)
    for _ in range(400):
        match.play(dice.choice(match.legal()))
    view = match.view(None)
    bags = view.supply[20] + sum(held[20] for held in view.hand)
    assert bags == 2 * bag
    assert sum(view.snitch) + view.deck[2] + view.drawn[2] <= 3 * snitch
    assert (2 in view.guard) is warden
    assert warden or not any(caught[1] for caught in view.caught)
