"""JB-20 to JB-28, JB-44 to JB-46: the die, where it may go, and who is caught there."""

import pytest

from .table import JAILBREAKERS, act, chances, choices, guards, hand, places, position, step, throw

ONE_TO = [str(number) for number in range(1, 13)]
EVERYWHERE = dict.fromkeys(range(1, 13), 1)


def test_the_roll_may_be_skipped() -> None:
    """JB-20"""
    state = position("plank, rope", "", at="roll")
    act(state, "skip the roll")
    assert choices(state) == ["craft ladder", "end the turn"]
    assert (state.at, state.roll) == (-1, 0)
    assert not any(state.dice[0])


def test_the_die_shows_one_to_six_all_alike() -> None:
    """JB-11, JB-20"""
    state = position("", "", at="roll")
    act(state, "roll")
    assert chances(state) == {f"the die shows {face}": 1 for face in range(1, 7)}


def test_a_skipped_roll_does_not_count_later() -> None:
    """JB-20, JB-21"""
    state = position("", "", at="roll", guards={})
    act(state, "skip the roll", "end the turn", "skip the roll", "end the turn")
    assert places(throw(state, 2)) == ONE_TO[:2]


def test_the_value_is_the_roll_and_all_own_dice_on_locations() -> None:
    """JB-21: not those of others."""
    state = position("", "", at="roll", guards={}, dice=[(0, 1, 2), (0, 4, 3), (1, 8, 6)])
    assert places(throw(state, 4)) == ["1", "2", "3", "4", "5", "6", "7", "9"]


def test_a_four_after_a_three_makes_seven() -> None:
    """JB-22: locations from 1 to 7."""
    state = position("", "", at="roll", guards={})
    assert places(throw(state, 3)) == ONE_TO[:3]
    act(state, "place on 1", "draw soap", "end the turn", "skip the roll", "end the turn")
    assert places(throw(state, 4)) == ["1", "2", "3", "4", "5", "6", "7"]
    act(state, "place on 7", "draw dye", "draw wire")
    assert state.pips[0] == [3, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("before", "reach"), [(5, 11), (6, 12), (9, 12), (12, 12)])
def test_above_twelve_all_locations_are_in_reach(before: int, reach: int) -> None:
    """JB-23"""
    state = position("", "", at="roll", guards={}, dice=[(0, 1, before)])
    assert places(throw(state, 6)) == ONE_TO[:reach]


def test_a_location_with_another_players_die_is_closed() -> None:
    """JB-24"""
    state = position("", "", "", at="roll", guards={}, dice=[(1, 2, 2), (2, 4, 4)])
    assert places(throw(state, 5)) == ["1", "3", "5"]


def test_an_own_die_does_not_close_a_location_but_two_dice_do() -> None:
    """JB-24"""
    state = position("", "", at="roll", guards={}, dice=[(0, 1, 1), (0, 2, 1), (0, 2, 1)])
    assert places(throw(state, 1)) == ["1", "3", "4"]
    act(state, "place on 1", "draw soap")
    assert state.dice[0][:2] == [2, 2]


def test_two_dice_close_a_location_even_to_a_worker() -> None:
    """JB-24, JB-45"""
    state = position("worker outfit", "", "", at="roll", guards={}, dice=[(0, 2, 1), (1, 2, 2), (2, 1, 1)])
    assert places(throw(state, 1)) == ["1 with worker outfit"]


def test_a_die_without_a_place_is_set_aside_and_does_not_count_later() -> None:
    """JB-25"""
    state = position("plank, rope", "", at="roll", guards={}, dice=[(1, 1, 1), (1, 2, 1)], turns=[2, 1])
    assert throw(state, 2) == ["set the die aside"]
    act(state, "set the die aside")
    assert choices(state) == ["craft ladder", "end the turn"]
    act(state, "end the turn", "skip the roll", "end the turn")
    assert places(throw(state, 3)) == ["3"]


# --- Guards ------------------------------------------------------------------


def test_a_guarded_location_cannot_be_chosen_while_another_is_open() -> None:
    """JB-26"""
    state = position("", "", at="roll", guards={1: 1, 2: 1, 4: 1})
    assert throw(state, 4) == ["place on 3"]


def test_if_only_guarded_ones_are_open_the_player_chooses_where_to_be_caught() -> None:
    """JB-26: the die leaves at once, does not count later, and there is no action."""
    state = position("", "", at="roll", guards={1: 1, 3: 1}, dice=[(1, 2, 2)])
    assert throw(state, 3) == ["place on 1", "place on 3"]
    act(state, "place on 3")
    assert (state.inside[0], state.caught[0]) == (2, [1, 0])
    assert step(state) == "act"
    assert hand(state, 0) == ""
    assert not any(state.dice[0])
    act(state, "end the turn", "skip the roll", "end the turn")
    assert throw(state, 1) == ["place on 1"]  # the 3 is gone
    act(state, "place on 1")
    assert state.caught[0] == [2, 0]


def test_occupied_locations_are_no_way_out() -> None:
    """JB-26, JB-24: judged without objects that are not there."""
    state = position("", "", at="roll", guards={3: 1}, dice=[(1, 1, 1), (1, 2, 1)])
    assert throw(state, 3) == ["place on 3"]


def test_with_nobody_left_to_catch_the_die_is_set_aside() -> None:
    """JB-26"""
    state = position("", "", at="roll", guards=EVERYWHERE, inside=[0, 3], caught=[[3, 0]])
    assert throw(state, 5) == ["set the die aside"]
    act(state, "set the die aside")
    assert (state.inside[0], state.caught[0]) == (0, [3, 0])


def test_an_outfit_may_be_left_unused() -> None:
    """JB-26, JB-44"""
    state = position("guard outfit", "", at="roll", guards={1: 1})
    assert throw(state, 1) == ["place on 1 with guard outfit", "place on 1"]
    act(state, "place on 1")
    assert (state.caught[0], state.used) == ([1, 0], 0)


def test_whether_a_guard_is_forced_is_judged_with_the_objects_of_this_placing() -> None:
    """JB-26: with the worker outfit 2 is open, so that with it nobody has to be caught."""
    state = position("worker outfit", "", at="roll", guards={1: 1, 3: 1}, dice=[(1, 2, 2), (1, 3, 1)])
    assert throw(state, 3) == ["place on 1", "place on 2 with worker outfit"]


def test_a_guard_may_be_met_with_the_hook_alone_if_all_is_guarded() -> None:
    """JB-26, JB-46"""
    state = position("grappling hook", "", at="roll", guards=EVERYWHERE)
    assert throw(state, 1) == ["place on 1", "place on 2 with grappling hook", "place on 3 with grappling hook"]


def test_the_die_of_a_guard_outfit_stays_and_counts() -> None:
    """JB-26, JB-44: a die on a location with a guard."""
    state = position("guard outfit", "", at="roll", guards={1: 1, 2: 1, 3: 1})
    throw(state, 3)
    act(state, "place on 3 with guard outfit", "take dye", "end the turn", "skip the roll", "end the turn")
    assert state.pips[0][2] == 3
    assert places(throw(state, 1)) == [*(f"{number} with guard outfit" for number in (1, 2, 3)), "4"]
    assert state.caught[0] == [0, 0]


def test_prisoners_in_trouble_lie_open_with_who_caught_them() -> None:
    """JB-28"""
    state = position("", "", at="roll", guards={1: 1, 2: 2})
    throw(state, 2)
    act(state, "place on 2", "end the turn")
    throw(state, 1)
    act(state, "place on 1", "end the turn")
    for eye in (0, 1, -3):
        view = JAILBREAKERS.view(state, eye)
        assert view.caught[:2] == [[0, 1], [1, 0]]
        assert guards(view) == {1: "guard", 2: "warden"}


# --- Objects that help -------------------------------------------------------


def test_in_a_guard_outfit_the_location_can_be_used() -> None:
    """JB-44"""
    state = position("guard outfit", "", at="roll", guards={4: 1})
    assert places(throw(state, 4)) == ["1", "2", "3", "4 with guard outfit"]
    act(state, "place on 4 with guard outfit", "take soap")
    assert hand(state, 0) == "soap, guard outfit"
    assert state.inside[0] == 3


def test_a_guard_outfit_is_no_use_where_no_guard_is() -> None:
    """JB-44"""
    state = position("guard outfit", "", at="roll", guards={12: 1})
    assert places(throw(state, 3)) == ONE_TO[:3]


def test_in_a_worker_outfit_an_occupied_location_can_be_used() -> None:
    """JB-45"""
    state = position("worker outfit", "", at="roll", guards={}, dice=[(1, 4, 4)])
    assert places(throw(state, 4)) == ["1", "2", "3", "4 with worker outfit"]
    act(state, "place on 4 with worker outfit", "take soap")
    assert hand(state, 0) == "soap, worker outfit"
    assert [state.dice[who][3] for who in (0, 1)] == [1, 1]


def test_the_grappling_hook_reaches_two_further() -> None:
    """JB-46"""
    state = position("grappling hook", "", at="roll", guards={})
    assert places(throw(state, 3)) == ["1", "2", "3", "4 with grappling hook", "5 with grappling hook"]
    act(state, "place on 5 with grappling hook")
    assert state.pips[0][4] == 3  # the hook is for this placing alone


def test_three_objects_can_help_in_one_placing() -> None:
    """JB-44, JB-45, JB-46"""
    state = position("guard outfit, worker outfit, grappling hook", "", at="roll", guards={3: 1}, dice=[(1, 3, 3)])
    name = "place on 3 with worker outfit, grappling hook and guard outfit"
    assert name in throw(state, 1)
    act(state, name, "take dye")
    assert (state.caught[0], state.dice[0][2]) == ([0, 0], 1)


def test_the_lock_pick_rolls_the_die_again_once() -> None:
    """JB-46, JB-42: the second result stands."""
    state = position("lock pick", "", at="roll", guards={})
    assert "use lock pick" in throw(state, 5)
    act(state, "use lock pick", "the die shows 2")
    assert choices(state) == ["place on 1", "place on 2"]


def test_the_lock_pick_can_be_used_in_the_next_turn_again() -> None:
    """JB-42, JB-46"""
    state = position("lock pick", "", at="roll", guards={})
    throw(state, 5)
    act(state, "use lock pick", "the die shows 1", "place on 1", "draw soap", "end the turn")
    act(state, "skip the roll", "end the turn")
    assert "use lock pick" in throw(state, 5)


def test_the_lock_pick_saves_from_a_guard() -> None:
    """JB-46, JB-26"""
    state = position("lock pick", "", at="roll", guards={1: 1})
    assert throw(state, 1) == ["place on 1", "use lock pick"]
    act(state, "use lock pick", "the die shows 2")
    assert choices(state) == ["place on 2"]
