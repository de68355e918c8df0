"""CAR-10 to CAR-33: a turn, advancing and retreating."""

import pytest

import escapade
from escapade import OVER, BadInput

from .table import BOAT, CARTAGENA, HAND, act, cards, choices, dealt, hand, position, where

# --- A turn ------------------------------------------------------------------


def test_a_turn_is_one_two_or_three_actions() -> None:
    """CAR-10"""
    for played in (1, 2, 3):
        state = position([{}, {}], [HAND, HAND])
        act(state, *["hook from outside", "jug from outside", "keys from outside"][:played])
        if played < 3:
            act(state, "stop")
        assert state.turn == 1
        assert state.actions == played


@pytest.mark.parametrize(
    "actions",
    [
        "hook from 12; retreat from 15; draw hook; jug from outside",
        "retreat from 12; draw hook; hook from 4; retreat from 5; draw hook",
        "retreat from 12; draw hook; retreat from 20; draw jug; draw jug; retreat from 25; draw keys",
        "hook from outside; jug from outside; keys from 4",
    ],
)
def test_advances_and_retreats_mix_in_any_order(actions: str) -> None:
    """CAR-10"""
    state = position([{4: 1, 12: 1, 20: 1, 25: 1}, {3: 1}], [HAND, HAND])
    act(state, *actions.split("; "))
    assert state.turn == 1
    assert state.actions == 3


def test_after_the_third_action_and_its_cards_the_turn_ends_by_itself() -> None:
    """CAR-10, CAR-12"""
    state = position([{4: 1, 12: 1}, {}], [HAND, HAND], done=2)
    act(state, "retreat from 12")
    assert choices(state) == [f"draw {card}" for card in HAND.split()]
    act(state, "draw keys")
    assert state.turn == 1
    assert state.done == 0
    assert hand(state, 0).count("keys") == 2


def test_stop_is_never_the_first_action() -> None:
    """CAR-11"""
    state = position([{4: 1, 12: 1}, {}], [HAND, HAND])
    assert "stop" not in choices(state)
    act(state, "retreat from 12", "draw hook")
    assert "stop" in choices(state)


def test_who_can_do_nothing_is_passed_over() -> None:
    """CAR-12: the only pirate in the tunnel has nobody behind it, and there is no card."""
    state = position([{4: 1}, {20: 1}], ["", HAND])
    assert choices(state) == ["pass"]
    act(state, "pass")
    assert state.turn == 1
    assert state.done == 0
    assert state.actions == 0


@pytest.mark.parametrize(("held", "pirates"), [("hook", {4: 1}), ("", {4: 1, 9: 1})])
def test_nobody_passes_who_could_advance_or_retreat(held: str, pirates: dict[int, int]) -> None:
    """CAR-12"""
    assert "pass" not in choices(position([pirates, {}], [held, HAND]))


def test_stop_is_the_only_choice_when_nothing_else_is_possible_after_an_action() -> None:
    """CAR-12"""
    state = position([{4: 1}, {20: 1}], ["hook", HAND])
    act(state, "hook from 4")
    assert choices(state) == ["stop"]


def test_the_record_shows_who_was_passed_over() -> None:
    """CAR-12: seat 0 runs on with one pirate, card by card, until nothing is left."""
    match = dealt("jug pistol tricorne parrot hook keys", "hook hook hook keys keys keys")
    for name in ("jug from outside", "pistol from 1", "tricorne from 2"):
        match.play(name)
    for name in ("hook from outside", "hook from 5", "hook from 7"):
        match.play(name)
    for name in ("parrot from 3", "hook from 4", "keys from 5"):
        match.play(name)
    for name in ("keys from 15", "keys from 20", "stop"):
        match.play(name)
    assert [action.name for action in match.legal()] == ["pass"]
    match.play("pass")
    assert match.turn == 1
    assert "seat 0: pass" in match.record()


def test_the_game_ends_when_everyone_in_turn_is_passed_over() -> None:
    """CAR-12: three players without cards, each on the same footing; the ranking is CAR-41's."""
    state = position([{4: 1}, {4: 1}, {4: 1}], ["", "", ""])
    act(state, "pass", "pass")
    assert state.turn == 2
    act(state, "pass")
    assert state.turn == OVER
    assert CARTAGENA.returns(state, 3) == [0.0, 0.0, 0.0]


def test_an_action_in_between_keeps_the_game_going() -> None:
    """CAR-12: passes count only in a row."""
    state = position([{4: 1}, {4: 1}, {4: 1}], ["", "", "hook hook"])
    act(state, "pass", "pass", "hook from 4", "stop", "pass")
    assert state.turn == 1
    act(state, "pass")
    assert state.turn == 2


def test_chance_may_deal_nobody_out_of_the_game_while_cards_are_held() -> None:
    """CAR-12: with a card in hand a pirate outside can always advance."""
    state = position([{}, {}], ["keys", ""])
    assert choices(state) == ["keys from outside"]


# --- Advance -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "start", "end"),
    [("jug", 0, 1), ("jug", 1, 8), ("hook", 1, 5), ("hook", 5, 7), ("tricorne", 20, 26), ("parrot", 16, 17)],
)
def test_a_card_moves_a_pirate_to_the_nearest_free_space_with_its_symbol(card: str, start: int, end: int) -> None:
    """CAR-20"""
    state = position([{start: 1} if start else {}, {}], [card, HAND])
    act(state, f"{card} from {start or 'outside'}")
    assert where(state, 0) == {end: 1}


def test_any_own_pirate_can_be_chosen_but_one_in_the_boat() -> None:
    """CAR-20"""
    state = position([{0: 3, 1: 1, 30: 1, BOAT: 1}, {2: 1, BOAT: 1}], ["hook", HAND])
    assert [name for name in choices(state) if name.startswith("hook")] == [
        "hook from outside",
        "hook from 1",
        "hook from 30",
    ]
    with pytest.raises(BadInput, match="no action is called"):
        CARTAGENA.actions.parse("hook from boat")


def test_only_cards_in_the_own_hand_can_be_played() -> None:
    """CAR-20"""
    state = position([{}, {}], ["jug jug keys", "hook hook hook"])
    assert choices(state) == ["jug from outside", "keys from outside"]


def test_a_pirate_never_stays_on_its_own_space() -> None:
    """CAR-20: the space it stands on is not ahead of it."""
    state = position([{31: 1}, {}], ["parrot", HAND])
    act(state, "parrot from 31")
    assert where(state, 0) == {BOAT: 1}


def test_yellow_skips_the_occupied_parrots() -> None:
    """CAR-21: the rulebook's picture. Yellow plays a parrot; the parrots ahead are occupied, and are skipped."""
    state = position([{9: 1}, {12: 2}, {17: 1}], ["parrot", HAND, HAND])
    act(state, "parrot from 9")
    assert where(state, 0) == {23: 1}
    assert where(state, 1) == {12: 2}
    assert where(state, 2) == {17: 1}


def test_own_pirates_are_skipped_like_any_other() -> None:
    """CAR-21"""
    state = position([{4: 1, 12: 3}, {}], ["parrot parrot", HAND])
    act(state, "parrot from 4", "parrot from outside")
    assert where(state, 0) == {4: 1, 12: 3, 17: 1}


@pytest.mark.parametrize(
    ("start", "others"), [(31, {}), (36, {}), (28, {31: 1}), (0, {4: 1, 12: 1, 17: 1, 23: 1, 28: 1, 31: 1})]
)
def test_without_a_free_space_ahead_the_pirate_goes_straight_into_the_boat(start: int, others: dict[int, int]) -> None:
    """CAR-22"""
    state = position([{start: 1} if start else {}, others], ["parrot", HAND])
    act(state, f"parrot from {start or 'outside'}")
    assert where(state, 0) == {BOAT: 1}


def test_the_card_played_goes_to_the_discard_pile() -> None:
    """CAR-23"""
    state = position([{}, {}], [HAND, HAND])
    act(state, "keys from outside", "hook from 6")
    assert hand(state, 0) == "jug parrot pistol tricorne"
    assert cards(state.played[0]) == "hook keys"
    assert state.held[:2] == [4, 6]


def test_everyone_sees_which_card_was_played() -> None:
    """CAR-23: it lies face up."""
    match = dealt(HAND, HAND)
    match.play("keys from outside")
    for eyes in (0, 1, None):
        assert cards(match.view(eyes).played[0]) == "keys"
        assert match.heard(eyes)[-1] == (0, CARTAGENA.actions.parse("keys from outside"))


# --- Retreat -----------------------------------------------------------------


@pytest.mark.parametrize("company", [[{5: 1}, {}], [{}, {5: 1}], [{}, {5: 2}], [{5: 1}, {5: 1}]])
def test_a_pirate_retreats_to_the_nearest_space_with_one_or_two_pirates_of_any_owner(
    company: list[dict[int, int]],
) -> None:
    """CAR-30"""
    mine, others = company
    state = position([{**mine, 20: 1}, {**others, 2: 1}], ["", HAND])
    act(state, "retreat from 20")
    assert state.crowd[5] == sum(mine.values()) + sum(others.values()) + 1
    assert state.crowd[20] == 0


def test_a_pirate_in_the_boat_may_retreat() -> None:
    """CAR-30"""
    state = position([{BOAT: 2}, {33: 1, BOAT: 1}], ["", HAND])
    act(state, "retreat from boat", "draw hook")
    assert where(state, 0) == {BOAT: 1, 33: 1}
    assert hand(state, 0) == "hook"


def test_company_in_the_boat_or_outside_is_no_refuge() -> None:
    """CAR-30, CAR-33"""
    assert choices(position([{BOAT: 2}, {BOAT: 1}], ["", HAND])) == ["pass"]


def test_a_pirate_outside_cannot_retreat() -> None:
    """CAR-30"""
    state = position([{}, {5: 1}], [HAND, HAND])
    assert not [name for name in choices(state) if name.startswith("retreat")]


def test_another_pirate_on_the_same_space_is_not_behind() -> None:
    """CAR-30"""
    assert choices(position([{5: 2}, {5: 1}], ["", HAND])) == ["pass"]


def test_yellow_passes_an_empty_and_a_crowded_space_and_draws_two() -> None:
    """CAR-31, CAR-32: the rulebook's picture. Just behind yellow is an empty space, then one with three pirates."""
    state = position([{10: 1, 8: 1}, {8: 1, 7: 1}, {8: 1, 7: 1}], ["", HAND, HAND])
    act(state, "retreat from 10")
    assert where(state, 0) == {8: 1, 7: 1}
    assert state.crowd[7] == 3
    act(state, "draw parrot", "draw keys")
    assert hand(state, 0) == "parrot keys"
    assert state.turn == 0


def test_a_space_never_holds_more_than_three() -> None:
    """CAR-31: the third pirate fills the space; the fourth goes further back."""
    state = position([{5: 1, 20: 2, 25: 1}, {2: 1}], ["", HAND])
    act(state, "retreat from 20", "draw hook", "retreat from 20", "draw hook", "draw hook", "retreat from 25")
    assert where(state, 0) == {5: 3, 2: 1}
    assert state.crowd[2] == 2


@pytest.mark.parametrize("company", [1, 2])
def test_as_many_cards_are_drawn_as_pirates_stood_there(company: int) -> None:
    """CAR-32"""
    state = position([{20: 1}, {5: company}], ["keys", HAND])
    act(state, "retreat from 20", *["draw hook"] * company)
    assert hand(state, 0) == "hook " * company + "keys"
    assert state.turn == 0
    assert state.left == 18 - company


def test_a_pirate_with_nobody_behind_cannot_retreat_and_never_goes_back_outside() -> None:
    """CAR-33"""
    state = position([{5: 1}, {20: 1}], [HAND, HAND])
    assert not [name for name in choices(state) if name.startswith("retreat")]
    act(state, "hook from 5", "stop")
    assert "retreat from 20" in choices(state)


def test_three_pirates_behind_are_no_refuge() -> None:
    """CAR-33"""
    state = position([{20: 1}, {5: 3}], [HAND, HAND])
    assert not [name for name in choices(state) if name.startswith("retreat")]


def test_a_whole_jamaica_turn_through_the_door() -> None:
    """CAR-10, CAR-20, CAR-30, CAR-32"""
    match = dealt(HAND, HAND)
    for name in ("jug from outside", "hook from outside", "retreat from 5", "draw tricorne"):
        match.play(name)
    assert match.turn == 1
    assert match.view(0).pirates[0][1] == 2
    for name in ("keys from outside", "retreat from 6", "draw jug", "draw jug", "stop"):
        match.play(name)
    assert match.turn == 0
    assert match.view(1).held[:2] == [5, 7]
    assert escapade.load(match.record()).bytes() == match.bytes()
