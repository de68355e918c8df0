"""JB-43, JB-70: what each seat knows of the escape deck, and what is guessed from it."""

from typing import Any

import pytest

from escapade import Match
from escapade.kernel.names import SPECTATOR, UNKNOWN
from escapade.kernel.rng import seed

from .table import JAILBREAKERS, act, chances, do, equip, hand, new, position

SUCCESS, FAILURE = 0, 1


def heard(match: Match, eye: int | None) -> list[str]:
    return [action.name for _, action in match.heard(eye)]


def test_all_but_the_order_of_the_escape_deck_lies_open() -> None:
    """JB-70"""
    state = position("soap, raft", "dye", inside=[2, 3], caught=[[1, 0]])
    for eye in (0, 1, SPECTATOR):
        view = JAILBREAKERS.view(state, eye)
        for name in ("hand", "supply", "inside", "caught", "guard", "offered", "deck", "snitch", "looked"):
            assert getattr(view, name) == getattr(state, name)


def test_a_card_looked_at_is_known_to_the_looker_alone() -> None:
    """JB-43, JB-70"""
    state = position("brass knuckles", "", "")
    act(state, "use brass knuckles", "look at failure", "look at success")
    assert JAILBREAKERS.view(state, 0).known[0][:3] == [FAILURE, SUCCESS, -1]
    for eye in (1, 2, SPECTATOR):
        view = JAILBREAKERS.view(state, eye)
        assert set(view.known[0]) == {UNKNOWN}
        assert view.looked[0][:3] == [1, 1, 0]


def test_others_hear_that_a_card_is_looked_at_and_not_which() -> None:
    """JB-43, JB-70"""
    match = new(2, "Riot, Night shift, Over the wall")
    equip(match, 0, "ladder")
    do(match, "use ladder", "look at failure")
    assert heard(match, 0)[-2:] == ["use ladder", "look at failure"]
    for eye in (1, None):
        assert heard(match, eye)[-2:] == ["use ladder", "look at a card"]


def test_the_views_of_others_do_not_depend_on_the_card() -> None:
    """JB-70"""
    states = [position("ladder", "") for _ in range(2)]
    for state, card in zip(states, ("success", "failure"), strict=True):
        act(state, "use ladder", f"look at {card}")
    for eye in (1, SPECTATOR):
        assert JAILBREAKERS.view(states[0], eye) == JAILBREAKERS.view(states[1], eye)
    assert JAILBREAKERS.view(states[0], 0) != JAILBREAKERS.view(states[1], 0)


def test_a_card_that_was_seen_is_the_card_that_comes() -> None:
    """JB-70: also to another player, who looks or draws later."""
    state = position("ladder", "brass knuckles, ladder, grappling hook", "", plans="Over the wall")
    act(state, "use ladder", "look at failure", "end the turn", "skip the roll", "use brass knuckles")
    assert chances(state) == {"look at failure": 1}
    act(state, "look at failure")
    assert chances(state) == {"look at success": 10, "look at failure": 6}
    act(state, "look at failure", "attempt Over the wall")
    assert chances(state) == {"turn up failure": 1}
    act(state, "turn up failure")
    assert state.known[1][:2] == [FAILURE, -1]
    assert state.known[0][:2] == [-1, -1]


def test_a_card_that_lies_deeper_is_not_drawn_before_its_turn() -> None:
    """JB-70, JB-46: the shovel moves what is known with the card."""
    state = position("ladder, shovel, grappling hook", "", plans="Over the wall", deck=[10, 1])
    act(state, "use ladder", "look at failure", "use shovel")
    assert state.known[0][:11] == [-1] * 10 + [FAILURE]
    act(state, "attempt Over the wall")
    assert chances(state) == {"turn up success": 10}
    act(state, "turn up success")
    assert state.known[0] == [-1] * 9 + [FAILURE] + [-1] * 20  # one up, and nowhere else
    assert state.looked[0] == [0] * 9 + [1] + [0] * 20


def test_another_who_has_looked_knows_it_at_the_bottom_too() -> None:
    """JB-70, JB-46: the digger does not see it."""
    state = position("ladder", "shovel", deck=[2, 1])
    act(state, "use ladder", "look at success", "end the turn", "skip the roll", "use shovel")
    assert JAILBREAKERS.view(state, 0).known[0][:3] == [-1, -1, SUCCESS]
    assert JAILBREAKERS.view(state, 1).known[1][:3] == [-1, -1, -1]
    assert JAILBREAKERS.view(state, 1).looked[0][:3] == [0, 0, 1]


def test_a_look_is_good_until_the_deck_is_shuffled_and_no_longer() -> None:
    """JB-70, JB-68"""
    state = position("ladder", "ladder, grappling hook", "", plans="Over the wall")
    act(state, "use ladder", "look at success", "end the turn", "skip the roll")
    assert state.known[0][0] == SUCCESS
    act(state, "attempt Over the wall", "turn up success", "give up", "keep ladder")
    assert state.looked[0] == [0] * 30
    assert state.known[0] == [-1] * 30


def test_a_snitch_shuffles_what_was_known_away() -> None:
    """JB-70, JB-91"""
    state = position("ladder, grappling hook", "", plans="Over the wall", options={"snitch": True})
    act(state, "use ladder", "look at success", "attempt Over the wall", "snitch")
    assert state.known[0][0] == -1
    assert chances(state) == {"turn up success": 10, "turn up failure": 7, "turn up snitch": 1}


def test_a_look_in_the_middle_of_an_attempt_is_good_for_the_next_card() -> None:
    """JB-70, JB-42"""
    state = position("ladder, grappling hook", "", plans="Over the wall")
    act(state, "attempt Over the wall", "turn up success", "use ladder", "look at failure", "draw on")
    assert chances(state) == {"turn up failure": 1}


# --- Guesses -----------------------------------------------------------------


def guessed(state: Any, eye: int, n: int = 200) -> list[Any]:
    view = JAILBREAKERS.view(state, eye)
    words = [0, 0]
    seed(words, 7)
    return [JAILBREAKERS.guess(view, words) for _ in range(n)]


def test_a_guess_keeps_what_the_seat_knows() -> None:
    """JB-70"""
    state = position("brass knuckles", "ladder", "")
    act(state, "use brass knuckles", "look at failure", "look at success")
    for guess in guessed(state, 0, 20):
        assert guess == state


def test_a_guess_deals_what_others_have_seen_by_the_numbers() -> None:
    """JB-70: with one failure in three it is a failure in about a third of the guesses."""
    state = position("ladder", "", deck=[2, 1])
    act(state, "use ladder", "look at failure")
    found = [guess.known[0][0] for guess in guessed(state, 1, 600)]
    assert set(found) == {SUCCESS, FAILURE}
    assert 150 < sum(found) < 250


@pytest.mark.parametrize("eye", [1, SPECTATOR])
def test_a_guess_looks_the_same_to_whoever_guessed(eye: int) -> None:
    """JB-70"""
    state = position("brass knuckles", "ladder", "raft", deck=[1, 2], player=0)
    act(state, "use brass knuckles", "look at failure", "look at success", "end the turn", "skip the roll")
    act(state, "use ladder", "look at failure")
    for guess in guessed(state, eye, 50):
        assert JAILBREAKERS.view(guess, eye) == JAILBREAKERS.view(state, eye)
        assert guess.known[0][0] == guess.known[1][0]  # two have seen the same card
        assert sorted(guess.known[0][:2]) != [SUCCESS, SUCCESS]  # there is one success
    assert hand(state, 2) == "raft"
