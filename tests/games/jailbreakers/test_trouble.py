"""JB-50, JB-51, JB-92: prisoners in trouble, and how they come back."""

from typing import Any

import pytest

from escapade import Refused

from .table import act, choices, do, guards, hand, idle, new, position, split, step, supply


def after_round(*hands: str, **fields: Any) -> Any:
    """A round has just ended, and seat 1 is the new first player."""
    seats = fields.get("seats", len(hands))
    state = position(*hands, **{"turns": [0] * 5, "player": seats - 1, "guards": {6: 1}, **fields})
    act(state, "end the turn")
    return state


def test_a_prisoner_is_freed_for_two_materials_of_ones_choice() -> None:
    """JB-50"""
    state = after_round("soap, dye, wire", "", inside=[2, 3], caught=[[1, 0]])
    assert choices(state) == ["free from guard for materials", "free no more"]
    act(state, "free from guard for materials")
    assert choices(state) == ["pay dye", "pay soap", "pay wire"]
    act(state, "pay wire")
    assert choices(state) == ["pay dye", "pay soap"]
    act(state, "pay dye")
    assert (hand(state, 0), state.inside[0], state.caught[0]) == ("soap", 3, [0, 0])
    assert (state.round, state.turns[0]) == (2, 3)
    assert {"wire", "dye"} <= set(split(supply(state)))


def test_a_prisoner_is_freed_for_one_object() -> None:
    """JB-50"""
    state = after_round("soap, raft, ladder", "", inside=[2, 3], caught=[[1, 0]])
    assert choices(state) == ["free from guard for raft", "free from guard for ladder", "free no more"]
    act(state, "free from guard for raft")
    assert (hand(state, 0), state.inside[0], state.round) == ("soap, ladder", 3, 2)


def test_as_many_are_freed_as_can_be_paid_for() -> None:
    """JB-50"""
    state = after_round("soap, dye, raft", "", inside=[1, 3], caught=[[2, 0]])
    act(state, "free from guard for raft", "free from guard for materials", "pay soap", "pay dye")
    assert (hand(state, 0), state.inside[0], state.round) == ("", 3, 2)


def test_one_may_leave_prisoners_in_trouble_while_another_is_inside() -> None:
    """JB-50"""
    state = after_round("soap, raft", "", inside=[1, 3], caught=[[2, 0]])
    act(state, "free no more")
    assert (state.round, state.inside[0], state.caught[0], hand(state, 0)) == (2, 1, [2, 0], "soap, raft")


def test_who_has_all_in_trouble_and_can_pay_must_free_one() -> None:
    """JB-50: and may leave the others there."""
    state = after_round("soap, raft", "", inside=[0, 3], caught=[[2, 0]], escaped=[1])
    assert choices(state) == ["free from guard for raft"]
    act(state, "free from guard for raft")
    assert (state.round, state.inside[0], state.caught[0]) == (2, 1, [1, 0])
    state = after_round("soap, dye, raft", "", inside=[0, 3], caught=[[3, 0]])
    act(state, "free from guard for raft")
    assert choices(state) == ["free from guard for materials", "free no more"]


def test_who_cannot_pay_is_not_asked() -> None:
    """JB-50"""
    state = after_round("soap", "", inside=[2, 3], caught=[[1, 0]])
    assert (state.round, state.inside[0], step(state)) == (2, 2, "roll")


def test_they_are_asked_clockwise_from_the_new_first_player() -> None:
    """JB-50"""
    state = after_round("raft", "ladder", "shovel", inside=[2, 2, 2], caught=[[1, 0], [1, 0], [1, 0]], first=0)
    seen = []
    while step(state) == "free":
        seen.append(state.turn)
        act(state, "free no more")
    assert seen == [1, 2, 0]
    assert (state.round, state.turn) == (2, 1)


def test_nobody_is_freed_in_the_middle_of_a_round() -> None:
    """JB-50"""
    state = position("raft", "", inside=[2, 3], caught=[[1, 0]])
    assert not any(name.startswith("free") for name in choices(state))
    act(state, "end the turn", "skip the roll", "end the turn")
    assert (state.turn, step(state)) == (0, "roll")
    match = new(2, "Riot, Night shift, Over the wall")
    idle(match)
    with pytest.raises(Refused):
        match.play("free no more")


def test_who_has_all_in_trouble_and_cannot_pay_gets_one_back_for_nothing() -> None:
    """JB-51"""
    state = after_round("soap", "", inside=[0, 3], caught=[[3, 0]])
    assert (state.round, state.inside[0], state.caught[0], hand(state, 0)) == (2, 1, [2, 0], "soap")
    assert state.turns[0] == 1


def test_the_player_chooses_which_if_guards_and_the_warden_caught_some() -> None:
    """JB-51, JB-28"""
    for catcher, left in (("guard", [0, 2]), ("warden", [1, 1])):
        state = after_round("soap", "", inside=[0, 3], caught=[[1, 2]])
        assert choices(state) == ["release from guard", "release from warden"]
        assert state.turn == 0
        act(state, f"release from {catcher}")
        assert (state.inside[0], state.caught[0], state.round) == (1, left, 2)


def test_if_the_warden_caught_them_all_one_of_these_comes_back() -> None:
    """JB-51"""
    state = after_round("soap, dye", "", inside=[0, 3], caught=[[0, 3]])
    assert (state.inside[0], state.caught[0], state.round) == (1, [0, 2], 2)


def test_two_players_can_be_helped_between_the_same_rounds() -> None:
    """JB-51"""
    state = after_round("", "soap", inside=[0, 0], caught=[[2, 1], [1, 1]])
    assert state.turn == 1
    act(state, "release from warden")
    assert state.turn == 0
    act(state, "release from guard")
    assert (state.inside[:2], state.caught[:2]) == ([1, 1], [[1, 1], [1, 0]])


# --- The warden --------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "offers", "where"),
    [
        (2, 3, {3: "warden", 6: "guard", 9: "guard"}),
        (4, 5, {6: "warden", 12: "guard"}),
        (5, 6, {6: "warden"}),
    ],
)
def test_the_warden_replaces_the_guard_on_the_lowest_number(seats: int, offers: int, where: dict[int, str]) -> None:
    """JB-92"""
    match = new(seats, warden=True)
    for _ in range(offers):
        match.play(match.legal()[0])
    assert guards(match.view(None)) == where


def test_who_was_caught_by_the_warden_costs_three_materials() -> None:
    """JB-92, JB-50"""
    state = after_round("soap, dye, wire", "", inside=[2, 3], caught=[[0, 1]])
    act(state, "free from warden for materials", "pay soap", "pay dye")
    assert choices(state) == ["pay wire"]
    act(state, "pay wire")
    assert (hand(state, 0), state.inside[0], state.round) == ("", 3, 2)


def test_two_materials_are_not_enough_for_the_warden_but_one_object_is() -> None:
    """JB-92"""
    state = after_round("soap, dye", "", inside=[1, 3], caught=[[1, 1]])
    assert choices(state) == ["free from guard for materials", "free no more"]
    state = after_round("soap, dye, raft", "", inside=[2, 3], caught=[[0, 1]])
    assert choices(state) == ["free from warden for raft", "free no more"]


def test_the_warden_catches_as_a_guard_does() -> None:
    """JB-92, JB-28"""
    match = new(2, "Riot, Night shift, Over the wall", warden=True)
    idle(match, 60)  # ten rounds later he stands on 1
    assert guards(match.view(None)) == {1: "warden", 4: "guard", 7: "guard"}
    do(match, "roll", "the die shows 1", "place on 1", "end the turn")
    assert match.view(None).caught[0] == [0, 1]
