"""S17-20 to S17-22, S17-30 to S17-32, S17-38, S17-39: turns, and the actions of a single card."""

import pytest

from escapade import CHANCE

from .table import ATTEMPT, STALAG17, act, choices, deal, dealt, escaped, hand, laid, pile, position, throw


def test_turns_go_clockwise_from_the_starter_one_action_each() -> None:
    """S17-20"""
    match = dealt("map, map, map, 1", "food 1, food 2", "tool 1, tool 2", "map 1, map 2", first=1)
    seen = []
    for name in ("discard food 1", "discard tool 1", "discard map 1", "discard food 2"):
        seen.append(match.turn)
        match.play(name)
    assert seen == [1, 2, 0, 1]


def test_a_player_who_has_finished_is_left_out() -> None:
    """S17-20, S17-48"""
    state = position(["food 1", "", "map 1"], prisoners=[3, 0, 2], play_on=True)
    act(state, "discard food 1")
    assert state.turn == 2
    act(state, "discard map 1")
    assert state.turn == 0


def test_there_is_no_passing() -> None:
    """S17-20"""
    assert not any("pass" in action.name for action in STALAG17.actions)


def test_without_a_card_in_hand_one_can_draw_take_or_attempt() -> None:
    """S17-21"""
    assert choices(position(["", ""])) == ["draw two", ATTEMPT]
    assert choices(position(["", ""], pile="map 1")) == ["draw two", "take the top discard", ATTEMPT]


def test_every_card_of_the_hand_can_be_laid_or_discarded() -> None:
    """S17-21, S17-31, S17-32"""
    state = position(["food 1, food 1, information", "map 1"])
    assert choices(state) == [
        "draw two",
        "lay food 1",
        "discard food 1",
        "lay information",
        "discard information",
        "discard a set",
        ATTEMPT,
    ]


def test_an_escape_can_be_attempted_with_nothing_laid() -> None:
    """S17-21, S17-40"""
    state = position(["", ""])
    act(state, ATTEMPT)
    assert state.surveillance[0] == 2


def test_laid_cards_are_seen_by_their_owner_alone() -> None:
    """S17-22"""
    state = position(["food 1", ""], ["map 1, barracks", "tool 1"])
    assert laid(STALAG17.view(state, 0), 0) == "map 1, barracks"
    for eye in (1, -3):
        assert set(STALAG17.view(state, eye).laid[0]) == {-2}
        assert STALAG17.view(state, eye).lying[:2] == [2, 1]


def test_two_cards_are_drawn() -> None:
    """S17-30"""
    state = position(["food 1", ""])
    act(state, "draw two")
    assert (state.turn, state.drawer, state.to_draw) == (CHANCE, 0, 2)
    act(state, "draw map 1", "draw map 1")
    assert hand(state, 0) == "food 1, map 1, map 1"
    assert (state.held[0], state.left, state.turn) == (3, 84 - 3, 1)


def test_a_card_is_laid_face_down_and_one_is_drawn() -> None:
    """S17-31"""
    state = position(["food 1, map 1", ""])
    act(state, "lay food 1")
    assert (state.turn, state.to_draw) == (CHANCE, 1)
    act(state, "draw tool 1")
    assert (hand(state, 0), laid(state, 0)) == ("tool 1, map 1", "food 1")
    assert (state.held[0], state.lying[0], state.turn, state.top) == (2, 1, 1, 0)


def test_a_card_is_discarded_face_up_and_none_is_drawn() -> None:
    """S17-32"""
    state = position(["food 1, map 1", ""], pile="tool 1")
    act(state, "discard food 1")
    assert (hand(state, 0), pile(state)) == ("map 1", "tool 1, food 1")
    assert (state.turn, state.held[0], state.top) == (1, 1, 2)


def test_the_top_discard_is_taken_and_one_card_is_drawn() -> None:
    """S17-38"""
    state = position(["food 1", ""], pile="tool 1, barracks")
    act(state, "take the top discard")
    assert (state.turn, state.to_draw) == (CHANCE, 1)
    act(state, "draw map 2")
    assert (hand(state, 0), pile(state)) == ("food 1, map 2, barracks", "tool 1")
    assert (state.held[0], state.top, state.turn) == (3, 1, 1)


def test_without_a_discard_none_can_be_taken() -> None:
    """S17-38"""
    assert "take the top discard" not in choices(position(["food 1", ""]))
    assert "take the top discard" in choices(position(["food 1", ""], pile="map 1"))


def test_who_draws_two_takes_the_one_card_that_is_there() -> None:
    """S17-39; S17-60: and the round is over."""
    state = position(["food 1", ""], deck="map 1")
    act(state, "draw two", "draw map 1")
    assert (state.round, state.turn) == (2, CHANCE)
    assert state.dice == 3


@pytest.mark.parametrize("action", ["lay food 1", "take the top discard"])
def test_an_action_that_draws_one_may_take_the_last_card(action: str) -> None:
    """S17-39, S17-60"""
    state = position(["food 1", ""], deck="map 1", pile="tool 1")
    act(state, action, "draw map 1")
    assert state.round == 2


def test_a_discard_does_not_end_a_round_however_small_the_deck() -> None:
    """S17-60"""
    state = position(["food 1", ""], deck="map 1")
    act(state, "discard food 1")
    assert (state.round, state.turn) == (1, 1)


def test_after_the_deal_the_next_round_goes_on_from_its_starter() -> None:
    """S17-18, S17-20"""
    match = escaped()
    assert match.view(None).starter == 1
    throw(match, "map, map, map, map, 1")
    deal(match, "food 1, food 1", "tool 1, tool 1")
    assert match.turn == 1
    assert (hand(match.view(1), 1), hand(match.view(0), 0)) == ("food 1, food 1", "tool 1, tool 1")
