"""CAR-40 to CAR-42: how a game ends, and how the players are ranked."""

import pytest

import escapade
from escapade import OVER

from .table import BOAT, CARTAGENA, HAND, act, choices, position


def ranking(state: escapade.State, seats: int) -> list[float]:
    return CARTAGENA.returns(state, seats)


@pytest.mark.parametrize("done", [0, 1, 2])
def test_six_pirates_in_the_boat_win_at_once_even_with_actions_left(done: int) -> None:
    """CAR-40"""
    state = position([{BOAT: 5, 36: 1}, {BOAT: 5, 35: 1}], [HAND, HAND], done=done)
    act(state, "jug from 36")
    assert state.turn == OVER
    assert choices(state) == []
    assert ranking(state, 2) == [1.0, -1.0]


def test_five_pirates_in_the_boat_do_not_win() -> None:
    """CAR-40"""
    state = position([{BOAT: 4, 36: 2}, {}], [HAND, HAND])
    act(state, "jug from 36")
    assert state.turn == 0
    assert ranking(state, 2) == [0.0, 0.0]


def test_a_pirate_that_left_the_boat_is_missing_there() -> None:
    """CAR-40"""
    state = position([{BOAT: 5, 36: 1}, {30: 1}], [HAND, HAND])
    act(state, "retreat from boat", "draw hook", "jug from 36")
    assert state.turn == 0
    assert state.pirates[0][BOAT] == 5


def test_the_winner_comes_first_whatever_the_others_have() -> None:
    """CAR-40, CAR-41"""
    state = position([{BOAT: 5, 36: 1}, {BOAT: 5, 36: 1}, {}], [HAND, HAND, HAND])
    act(state, "jug from 36")
    assert ranking(state, 3) == [1.0, 0.0, -1.0]


def test_the_others_are_ranked_by_pirates_in_the_boat_first() -> None:
    """CAR-41: one pirate in the boat outweighs five at the tunnel's very end."""
    state = position([{BOAT: 5, 36: 1}, {BOAT: 1}, {34: 1, 35: 2, 36: 2}], [HAND, HAND, HAND])
    act(state, "keys from 36")
    assert ranking(state, 3) == [1.0, 0.0, -1.0]


def test_then_by_the_sum_of_positions_in_the_tunnel() -> None:
    """CAR-41: 30 + 4 against 20 + 13 and 33."""
    state = position([{BOAT: 5, 36: 1}, {BOAT: 1, 20: 1, 13: 1}, {BOAT: 1, 30: 1, 4: 1}, {BOAT: 1, 33: 1}], [HAND] * 4)
    act(state, "keys from 36")
    assert ranking(state, 4) == pytest.approx([1.0, -2 / 3, 1 / 3, -2 / 3])


def test_equal_is_equal() -> None:
    """CAR-41"""
    state = position([{BOAT: 2, 10: 2}, {BOAT: 2, 15: 1, 5: 1}], [HAND, HAND], actions=2999)
    act(state, "keys from outside")
    assert ranking(state, 2) == [1.0, -1.0]
    state = position([{BOAT: 2, 8: 1, 6: 1}, {BOAT: 2, 15: 1, 5: 1}], [HAND, HAND], actions=2999)
    act(state, "keys from outside")  # the keys on 6 are taken: 9, and 8 + 6 + 9 is 23
    assert ranking(state, 2) == [1.0, -1.0]
    state = position([{BOAT: 2, 8: 1, 6: 1}, {BOAT: 2, 18: 1, 5: 1}], [HAND, HAND], actions=2999)
    act(state, "keys from outside")
    assert ranking(state, 2) == [0.0, 0.0]


def test_a_match_names_its_ranking() -> None:
    """CAR-41"""
    match = escapade.new("cartagena", 4, seed=3)
    while match.turn != OVER:
        assert match.ranking() == []
        match.play(match.legal()[0])
    view = match.view(None)

    def merit(seat: int) -> tuple[int, int]:
        return view.pirates[seat][BOAT], sum(place * view.pirates[seat][place] for place in range(BOAT))

    places = match.ranking()
    assert sorted(seat for place in places for seat in place) == [0, 1, 2, 3]
    assert [merit(place[0]) for place in places] == sorted({merit(seat) for seat in range(4)}, reverse=True)


def test_a_game_ends_after_3000_actions() -> None:
    """CAR-42"""
    state = position([{}, {20: 1}], [HAND, HAND], actions=2998)
    act(state, "hook from outside")
    assert state.turn == 0
    act(state, "jug from outside")
    assert state.actions == 3000
    assert state.turn == OVER
    assert ranking(state, 2) == [-1.0, 1.0]


def test_the_cards_of_the_last_action_are_still_drawn() -> None:
    """CAR-42"""
    state = position([{20: 1}, {5: 2}], [HAND, HAND], actions=2999)
    act(state, "retreat from 20", "draw hook", "draw hook")
    assert state.turn == OVER
    assert state.held[0] == 8


def test_stopping_and_passing_are_no_actions() -> None:
    """CAR-42"""
    state = position([{4: 1}, {4: 1}], ["hook", ""], actions=2998)
    act(state, "hook from 4", "stop", "pass")
    assert state.turn == 0
    assert state.actions == 2999
