"""S17-8, S17-9, S17-40 to S17-49: attempts, and what they lead to."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escapade import CHANCE, OVER, Refused, State
from escapade.games.stalag17.plan import laid_points, supplies

from .table import ATTEMPT, OBJECTS, STALAG17, act, cards, choices, dealt, do, hand, laid, new, position, split
from .table import escape_round as play_round


def free(laid: str, plan: str, surveillance: int = 0) -> bool:
    """Does an attempt with these cards succeed?"""
    state = position(["", ""], [laid], plan, surveillance=[surveillance, 0])
    act(state, ATTEMPT)
    assert state.prisoners[0] in (2, 3)
    return bool(state.prisoners[0] == 2)


def test_the_objects_and_enough_points_set_a_prisoner_free() -> None:
    """S17-42, S17-40"""
    assert free("food 1, map 1, document 1, escape 3/1, escape 6/3", "food, map, document, 5")


def test_one_object_or_one_point_too_few_is_a_failure() -> None:
    """S17-40"""
    assert not free("food 1, map 1, escape 3/1, escape 6/3", "food, map, document, 5")
    assert not free("food 1, map 1, document 1, escape 3/1, escape 1/1", "food, map, document, 5")
    assert free("food 1, map 1, document 1, escape 3/1, escape 2/1", "food, map, document, 5")


def test_two_food_dice_need_two_cards_that_count_as_food() -> None:
    """S17-43"""
    assert not free("food 1, map 1, escape 1/1", "food, food, map, 1")
    assert free("food 1, food 2, map 1, escape 1/1", "food, food, map, 1")
    assert free("food 1, clothes-food, map 1, escape 1/1", "food, food, map, 1")
    assert free("food 1, barracks, map 1, escape 1/1", "food, food, map, 1")


@pytest.mark.parametrize(("surveillance", "needed"), [(6, 11), (2, 7), (0, 5)])
def test_own_surveillance_is_added_to_the_points_of_the_plan(surveillance: int, needed: int) -> None:
    """S17-44"""
    enough = {11: "escape 6/3, escape 5/2", 7: "escape 6/3, escape 1/1", 5: "escape 5/2"}[needed]
    short = {11: "escape 6/3, escape 4/2", 7: "escape 6/3", 5: "escape 4/2"}[needed]
    plan = "food, document, map, map, 5"
    assert free(f"food 1, document 1, map 1, map 2, {enough}", plan, surveillance)
    assert not free(f"food 1, document 1, map 1, map 2, {short}", plan, surveillance)


def test_a_card_supplies_one_object_at_most() -> None:
    """S17-41"""
    assert not free("clothes-food, escape 1/1", "clothes, food, 1")
    assert free("clothes-food, food 1, escape 1/1", "clothes, food, 1")


def test_surplus_cards_do_no_harm() -> None:
    """S17-41"""
    assert free("food 1, food 2, tool 1, barracks, information, escape 6/3, escape 6/3", "food, 1")


def test_an_assignment_of_doubles_is_found_if_there_is_one() -> None:
    """S17-41, S17-7: only food-map can be the map, so clothes-food must be the food."""
    assert free("clothes-food, food-map, clothes 1, escape 1/1", "clothes, food, map, 1")
    assert not free("clothes-food, food-map, food 1, escape 1/1", "clothes, map, map, 1")


def test_a_laid_barracks_is_any_one_object() -> None:
    """S17-8"""
    for thing in OBJECTS:
        assert free("barracks, escape 1/1", f"{thing}, 1")
    assert not free("barracks, escape 1/1", "food, food, 1")


def test_laid_information_is_nothing() -> None:
    """S17-9"""
    assert not free("information, information, escape 6/3", "food, 1")


def test_a_plan_without_objects_needs_points_alone() -> None:
    """S17-40"""
    assert free("escape 6/3, escape 4/2", "10")
    assert not free("barracks, escape 6/3, escape 3/1", "10")


def brute(found: list[str], wanted: list[str]) -> bool:
    """Give every wanted object to some card, in every possible way."""
    if not wanted:
        return True
    for i, card in enumerate(found):
        can = card == "barracks" or wanted[0] in card.split()[0].split("-")
        if can and brute(found[:i] + found[i + 1 :], wanted[1:]):
            return True
    return False


SUPPLY = [*(f"{a}-{b}" for i, a in enumerate(OBJECTS) for b in OBJECTS[i + 1 :]), "barracks", "barracks"]
SUPPLY += [*(f"{thing} {n}" for thing in OBJECTS for n in (1, 1, 2)), "information", "escape 6/3"]


@given(
    st.lists(st.integers(0, len(SUPPLY) - 1), unique=True, max_size=7),
    st.lists(st.sampled_from(OBJECTS), max_size=5),
)
@settings(max_examples=400, deadline=None, derandomize=True, database=None)
def test_supply_is_exactly_what_brute_force_finds(numbers: list[int], wanted: list[str]) -> None:
    """S17-41"""
    found = [SUPPLY[i] for i in numbers]
    state = position(["", ""], [", ".join(found)], ", ".join([*wanted, "1"]))
    assert supplies(state, 0) is brute(found, wanted)
    assert laid_points(state, 0) == 6 * found.count("escape 6/3")


# --- Failure -----------------------------------------------------------------


def failed(surveillance: int = 0) -> State:
    state = position(["food 1", ""], ["map 1, escape 6/3"], surveillance=[surveillance, 0], pile="tool 1")
    act(state, ATTEMPT)
    return state


@pytest.mark.parametrize(("before", "after"), [(0, 2), (17, 19), (18, 20), (19, 20), (20, 20)])
def test_a_failure_costs_two_surveillance_at_once_up_to_20(before: int, after: int) -> None:
    """S17-45, S17-6"""
    assert failed(before).surveillance[:2] == [after, 0]


def test_after_a_failure_another_action_must_be_done_and_not_a_second_attempt() -> None:
    """S17-45"""
    state = failed()
    assert state.turn == 0
    assert choices(state) == ["draw two", "lay food 1", "discard food 1", "take the top discard"]
    act(state, "discard food 1")
    assert state.turn == 1
    act(state, "draw two", "draw map 1", "draw map 1")
    assert ATTEMPT in choices(state)


def test_the_surveillance_of_a_failure_counts_at_once() -> None:
    """S17-45: one point was missing, now three are."""
    state = position(["escape 1/1, escape 2/1", ""], ["food 1, escape 4/2"], "food, 5")
    act(state, ATTEMPT, "lay escape 1/1", "draw map 1", "draw two", "draw map 1", "draw map 1", ATTEMPT)
    assert state.prisoners[0] == 3
    assert state.surveillance[0] == 4


def test_everyone_sees_the_cards_of_a_failed_attempt() -> None:
    """S17-45, S17-70: they lie face up until the player goes on."""
    state = failed()
    for eye in (1, -3):
        assert laid(STALAG17.view(state, eye), 0) == "map 1, escape 6/3"
    act(state, "lay food 1")
    for eye in (1, -3):
        assert set(STALAG17.view(state, eye).laid[0]) == {-2}
        assert cards(STALAG17.view(state, eye).shown[0]) == "map 1, escape 6/3"


def test_a_failed_attempt_cannot_be_taken_back() -> None:
    """S17-45: everyone has seen the cards."""
    match = dealt("map, map, map, 1", "food 1, food 2", "tool 1, tool 2")
    do(match, "lay food 1", "draw map 1", "discard tool 1", ATTEMPT)
    with pytest.raises(Refused, match="revealed"):
        match.undo()


def test_a_failed_attempt_leaves_the_cards_where_they_are() -> None:
    """S17-45"""
    state = failed()
    assert (laid(state, 0), hand(state, 0), state.lying[0]) == ("map 1, escape 6/3", "food 1", 2)


# --- Success -----------------------------------------------------------------


def test_a_success_frees_one_prisoner_and_ends_the_round() -> None:
    """S17-46"""
    state = position(["", "tool 1"], ["food 1, escape 6/3"], "food, 5")
    act(state, ATTEMPT)
    assert state.prisoners[:2] == [2, 3]
    assert (state.round, state.turn, state.dice) == (2, CHANCE, 4)
    assert state.surveillance[:2] == [0, 0]


def test_the_third_prisoner_wins_at_once_without_a_roll_call() -> None:
    """S17-47"""
    hands = ["information", "information, clothes-map, food-map"]
    state = position(hands, ["food 1, escape 6/3"], "food, 5", prisoners=[1, 1])
    act(state, ATTEMPT)
    assert state.turn == OVER
    assert choices(state) == []
    assert state.prisoners[:2] == [0, 1]
    assert state.surveillance[:2] == [0, 0]
    assert (hand(state, 0), hand(state, 1)) == ("information", "clothes-map, food-map, information")
    assert STALAG17.returns(state, 2) == [1.0, -1.0]


def test_two_freed_prisoners_do_not_win() -> None:
    """S17-47"""
    state = position(["", ""], ["food 1, escape 6/3"], "food, 5", prisoners=[2, 1])
    act(state, ATTEMPT)
    assert state.turn == CHANCE
    assert STALAG17.returns(state, 2) == [0.0, 0.0]


def test_without_play_on_the_game_ends_with_the_first_who_has_freed_all() -> None:
    """S17-47, S17-48"""
    state = position(["", "", ""], ["food 1, escape 6/3"], "food, 5", prisoners=[1, 3, 3])
    act(state, ATTEMPT)
    assert state.turn == OVER


def test_play_on_goes_on_without_the_finisher() -> None:
    """S17-48: the roll-call is held, and two players with one prisoner freed throw four dice."""
    state = position(
        ["tool 1", "information, information, information", ""],
        ["food 1, escape 6/3"],
        "food, 5",
        prisoners=[1, 3, 2],
        play_on=True,
    )
    act(state, ATTEMPT)
    assert state.place[:3] == [1, 0, 0]
    assert state.surveillance[:3] == [1, 3, 0]
    assert (state.dice, state.starter) == (4, 1)
    act(state, *["throw map"] * 4, "escape die 1")
    assert state.to_deal == 2
    act(state, "draw map 1", "draw map 1", "draw food 1", "draw food 1")
    assert (state.held[:3], state.turn) == ([0, 2, 2], 1)


def test_prisoners_of_finishers_do_not_count_for_the_dice() -> None:
    """S17-48, S17-14: of five players one is out; the four others have freed none: three dice, not four."""
    state = position([""] * 5, ["food 1, escape 6/3"], "food, 5", prisoners=[1, 3, 3, 3, 3], play_on=True)
    act(state, ATTEMPT)
    assert state.dice == 3


def test_a_finisher_takes_no_part_in_later_roll_calls() -> None:
    """S17-48"""
    state = position(["", "", ""], ["", "food 1, escape 6/3"], "food, 5", prisoners=[0, 3, 3], player=1, play_on=True)
    state.place[0], state.surveillance[0] = 1, 7
    act(state, ATTEMPT)
    assert state.surveillance[0] == 7


def test_play_on_ends_when_one_player_is_left() -> None:
    """S17-48: and that one is last, whatever the others' surveillance."""
    match = new(3, play_on=True)
    for seat in (2, 2, 2, 0, 0):
        play_round(match, seat)
    assert match.view(None).place[:3] == [0, 0, 1]
    play_round(match, 0)
    assert match.turn == OVER
    assert match.result() == "2 > 0 > 1"


def test_two_who_play_on_are_done_with_the_first() -> None:
    """S17-48"""
    state = position(["", ""], ["food 1, escape 6/3"], "food, 5", prisoners=[1, 3], play_on=True)
    act(state, ATTEMPT)
    assert state.turn == OVER


def test_the_others_are_ranked_by_prisoners_freed_then_by_less_surveillance() -> None:
    """S17-49"""
    state = position(
        [""] * 5,
        ["food 1, escape 6/3"],
        "food, 5",
        prisoners=[1, 3, 2, 2, 3],
        surveillance=[0, 0, 20, 19, 0],
    )
    act(state, ATTEMPT)
    assert STALAG17.returns(state, 5) == [1.0, -0.75, 0.0, 0.5, -0.75]


def test_the_winner_is_first_whatever_the_surveillance() -> None:
    """S17-49"""
    laid = "food 1, escape 6/3, escape 6/3, escape 6/3, escape 5/2, escape 5/2"
    state = position(["", ""], [laid], "food, 5", prisoners=[1, 1], surveillance=[20, 0])
    act(state, ATTEMPT)
    assert STALAG17.returns(state, 2) == [1.0, -1.0]


def test_an_escape_is_offered_to_the_eyes_of_all() -> None:
    """S17-46, S17-70: at the roll-call all have seen the escaper's cards."""
    match = dealt("escape 3, escape 3, escape 3, 1", "escape 6/3, escape 6/3", "food 1, map 1")
    do(
        match,
        "lay escape 6/3",
        "draw map 1",
        "discard food 1",
        "lay escape 6/3",
        "draw map 2",
        "discard map 1",
        ATTEMPT,
    )
    assert split(cards(match.view(1).uncovered[0])) == ["escape 6/3", "escape 6/3"]
    assert split(cards(match.view(1).called[0])) == ["map 1", "map 2"]
