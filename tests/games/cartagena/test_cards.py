"""CAR-34 to CAR-37: where cards come from, and what happens when they run out."""

import pytest

from escapade import CHANCE

from .table import HAND, act, cards, choices, hand, position, row

TWO_BEHIND = [{20: 1, 25: 1, 30: 1}, {5: 2, 9: 1}]  # seat 0 can retreat: one behind 20, then two


def test_jamaica_draws_from_the_deck() -> None:
    """CAR-34"""
    state = position([{20: 1}, {5: 1}], ["", HAND], deck="hook hook keys")
    act(state, "retreat from 20")
    assert choices(state) == ["draw hook", "draw keys"]
    act(state, "draw keys")
    assert cards(state.deck) == "hook hook"
    assert state.left == 2


def test_tortuga_draws_from_the_row_without_chance() -> None:
    """CAR-34"""
    state = position([{20: 1}, {5: 2}], ["", HAND], version="tortuga", row="keys hook jug")
    act(state, "retreat from 20")
    assert state.turn == 0
    assert hand(state, 0) == "hook keys"
    assert row(state) == "jug"


def test_a_row_that_runs_out_in_the_middle_of_a_draw_of_two_is_laid_again_first() -> None:
    """CAR-34: the last card of the old row, then the first of the new."""
    state = position([{20: 1}, {5: 2}], ["", HAND], version="tortuga", row="keys", deck="jug " * 20)
    act(state, "retreat from 20")
    assert state.turn == CHANCE
    assert hand(state, 0) == "keys"
    act(state, *["draw jug"] * 12)
    assert state.turn == 0
    assert hand(state, 0) == "jug keys"
    assert row(state) == " ".join(["jug"] * 11)
    assert state.left == 8


def test_the_second_card_of_such_a_draw_is_the_new_rows_first() -> None:
    """CAR-34"""
    state = position([{20: 1}, {5: 2}], ["", HAND], version="tortuga", row="keys", deck="jug hook " + "parrot " * 12)
    act(state, "retreat from 20", "draw hook", "draw jug", *["draw parrot"] * 10)
    assert hand(state, 0) == "hook keys"
    assert row(state) == " ".join(["jug", *["parrot"] * 10])


def test_an_empty_deck_is_replaced_by_the_shuffled_discards_when_a_card_is_needed() -> None:
    """CAR-35"""
    state = position([{20: 1}, {5: 1}], ["", HAND], deck="", discards="hook jug jug")
    act(state, "retreat from 20")
    assert choices(state) == ["draw hook", "draw jug"]
    assert cards(state.deck) == "hook jug jug"
    assert cards(state.played[0]) == ""
    act(state, "draw jug")
    assert cards(state.deck) == "hook jug"


def test_the_discards_are_not_shuffled_before_a_card_is_needed() -> None:
    """CAR-35: the draw that empties the deck leaves the discards where they are."""
    state = position([{20: 1}, {5: 1}], ["", HAND], deck="keys", discards="hook jug")
    act(state, "retreat from 20", "draw keys")
    assert state.left == 0
    assert cards(state.played[0]) == "hook jug"


def test_the_deck_can_run_out_in_the_middle_of_a_draw_of_two() -> None:
    """CAR-35"""
    state = position([{20: 1}, {5: 2}], ["", HAND], deck="keys", discards="hook jug")
    act(state, "retreat from 20", "draw keys")
    assert choices(state) == ["draw hook", "draw jug"]
    act(state, "draw hook")
    assert hand(state, 0) == "hook keys"
    assert cards(state.deck) == "jug"
    assert state.turn == 0


def test_the_discards_of_all_seats_are_shuffled_together() -> None:
    """CAR-35"""
    state = position([{5: 1}, {20: 1}], ["hook", "jug"], deck="")
    act(state, "hook from 5", "stop", "jug from 20")
    assert [cards(pile) for pile in state.played[:2]] == ["hook", "jug"]
    act(state, "retreat from 22")
    assert choices(state) == ["draw hook", "draw jug"]


def test_in_tortuga_the_deck_can_run_out_in_the_middle_of_laying_a_row() -> None:
    """CAR-35: four cards of the old deck, then eight of the shuffled discards."""
    state = position(
        [{20: 1}, {5: 1}], ["", HAND], version="tortuga", row="keys", deck="jug " * 4, discards="parrot " * 10
    )
    act(state, "retreat from 20", *["draw jug"] * 4)
    assert choices(state) == ["draw parrot"]
    assert state.left == 10
    act(state, *["draw parrot"] * 8)
    assert row(state) == " ".join(["jug"] * 4 + ["parrot"] * 8)
    assert state.left == 2
    assert state.turn == 0


def test_a_row_laid_in_the_middle_of_a_draw_may_use_up_the_deck_meanwhile() -> None:
    """CAR-34, CAR-35: the row ends, the deck ends, the discards end, and the draw still goes on."""
    state = position(
        [{20: 1}, {5: 2}], ["", HAND], version="tortuga", row="keys", deck="jug jug", discards="parrot parrot"
    )
    act(state, "retreat from 20", "draw jug", "draw jug", "draw parrot", "draw parrot")
    assert state.turn == 0
    assert hand(state, 0) == "jug keys"
    assert row(state) == "jug parrot parrot"
    assert state.left == 0


@pytest.mark.parametrize(("deck", "discards", "got"), [("", "", 0), ("keys", "", 1), ("", "keys", 1)])
def test_a_player_draws_as_many_cards_as_there_are(deck: str, discards: str, got: int) -> None:
    """CAR-36"""
    state = position([{20: 1}, {5: 2}], ["hook", HAND], deck=deck, discards=discards)
    act(state, "retreat from 20", *["draw keys"] * got)
    assert state.turn == 0
    assert hand(state, 0) == " ".join(["hook", *["keys"] * got])


def test_a_row_may_be_shorter_than_12() -> None:
    """CAR-36"""
    state = position([{20: 1}, {5: 1}], ["", HAND], version="tortuga", row="keys", deck="jug " * 5, discards="parrot")
    act(state, "retreat from 20", *["draw jug"] * 5, "draw parrot")
    assert state.turn == 0
    assert row(state) == "jug jug jug jug jug parrot"


def test_a_short_row_is_used_up_like_any_other() -> None:
    """CAR-36: two cards in the row, and as soon as they are gone the card played meanwhile makes the next one."""
    state = position([{20: 1}, {5: 2}], ["hook", HAND], version="tortuga", row="keys jug", deck="")
    act(state, "hook from 20", "retreat from 24")
    assert hand(state, 0) == "jug keys"
    assert choices(state) == ["draw hook"]
    act(state, "draw hook")
    assert row(state) == "hook"
    assert state.turn == 0


def test_a_row_that_cannot_be_laid_is_laid_when_the_next_card_is_to_be_drawn() -> None:
    """CAR-36: no card is left anywhere; one is played, and the next retreat finds it."""
    state = position([{20: 1, 25: 1}, {5: 1}], ["", HAND], version="tortuga", row="keys", deck="")
    act(state, "retreat from 20")
    assert state.turn == 0
    assert row(state) == ""
    assert hand(state, 0) == "keys"
    act(state, "keys from outside")
    assert row(state) == ""  # not before a card is needed
    act(state, "retreat from 25")
    assert choices(state) == ["draw keys"]
    act(state, "draw keys")
    assert hand(state, 0) == "keys"
    assert row(state) == ""
    assert state.turn == 1


def test_a_retreat_that_finds_no_card_at_all_is_still_a_retreat() -> None:
    """CAR-36"""
    state = position(TWO_BEHIND, ["", HAND], version="tortuga", deck="")
    act(state, "retreat from 20", "retreat from 25")
    assert hand(state, 0) == ""
    assert state.crowd[9] == 3
    assert state.turn == 0


def test_a_hand_has_no_limit() -> None:
    """CAR-36"""
    state = position([{20: 1}, {5: 2}], ["hook " * 17 + "keys " * 15, ""])
    act(state, "retreat from 20", "draw jug", "draw jug")
    assert state.held[0] == 34


def test_a_new_row_is_laid_at_the_moment_the_old_one_becomes_empty() -> None:
    """CAR-37: a draw of one takes the last card; the new row lies before the next action."""
    state = position([{20: 1}, {5: 1}], ["", HAND], version="tortuga", row="keys", deck="jug " * 12)
    act(state, "retreat from 20")
    assert state.turn == CHANCE
    act(state, *["draw jug"] * 12)
    assert state.turn == 0
    assert state.done == 1
    assert row(state) == " ".join(["jug"] * 12)


def test_a_row_that_still_has_a_card_stays() -> None:
    """CAR-37"""
    state = position([{20: 1}, {5: 1}], ["", HAND], version="tortuga", row="keys jug", deck="jug " * 12)
    act(state, "retreat from 20")
    assert state.turn == 0
    assert row(state) == "jug"
    assert state.left == 12


def test_a_row_emptied_by_a_third_action_is_laid_before_the_next_player_acts() -> None:
    """CAR-37"""
    state = position([{20: 1}, {5: 1}], ["", HAND], version="tortuga", row="keys", deck="jug", done=2)
    act(state, "retreat from 20", "draw jug")
    assert state.turn == 1
    assert row(state) == "jug"
