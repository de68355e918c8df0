"""An action that is not legal is refused with the clause it breaks, and nothing has changed."""

import pytest

import escapade
from escapade import BadInput, Match, Refused

from .table import HAND, dealt


def refusal(match: Match, name: str) -> Refused:
    """Why a match refuses an action; it must not have changed by that."""
    before, plies = match.bytes(), len(match.log)
    with pytest.raises(Refused) as no:
        match.play(name)
    assert match.bytes() == before
    assert len(match.log) == plies
    return no.value


def begun(*names: str) -> Match:
    """Seat 0 holds one card of each symbol but keys, and two hooks; then these actions are done."""
    match = dealt("hook hook jug parrot pistol tricorne", HAND)
    for name in names:
        match.play(name)
    return match


@pytest.mark.parametrize(
    ("before", "name", "clause"),
    [
        ([], "keys from outside", "CAR-20"),
        (["jug from outside"], "jug from 1", "CAR-20"),
        ([], "hook from 5", "CAR-20"),
        (["jug from outside"], "hook from 2", "CAR-20"),
        (["jug from outside", "stop"], "hook from 1", "CAR-20"),
        ([], "retreat from 5", "CAR-30"),
        (["jug from outside", "stop"], "retreat from 1", "CAR-30"),
        ([], "retreat from outside", "CAR-30"),
        ([], "retreat from boat", "CAR-30"),
        (["jug from outside"], "retreat from 1", "CAR-33"),
        ([], "stop", "CAR-11"),
        (["jug from outside", "stop"], "stop", "CAR-11"),
        ([], "pass", "CAR-12"),
        (["jug from outside"], "pass", "CAR-12"),
    ],
    ids=[
        "a card not in hand",
        "a card played already",
        "no pirate on that space",
        "no pirate on that space any more",
        "another's pirate",
        "no pirate to retreat",
        "another's pirate to retreat",
        "a retreat from outside",
        "nobody in the boat",
        "nobody behind",
        "stop as the first action",
        "stop as the next player's first action",
        "pass while something is possible",
        "pass instead of stop",
    ],
)
def test_a_refusal_names_the_clause(before: list[str], name: str, clause: str) -> None:
    """CAR-11, CAR-12, CAR-20, CAR-30, CAR-33"""
    no = refusal(begun(*before), name)
    assert no.clause == clause
    assert no.reason
    assert f"[{clause}]" in str(no)


def test_a_pirate_outside_cannot_retreat_even_when_others_are_in_the_tunnel() -> None:
    """CAR-30"""
    assert refusal(begun("jug from outside"), "retreat from outside").clause == "CAR-30"


def test_there_is_no_such_thing_as_advancing_from_the_boat() -> None:
    """CAR-20: not even a name for it."""
    match = begun()
    before = match.bytes()
    with pytest.raises(BadInput, match="hook from boat"):
        match.play("hook from boat")
    assert match.bytes() == before


def test_who_is_not_at_the_turn_is_refused() -> None:
    """CAR-8"""
    match = begun()
    with pytest.raises(Refused, match="seat 0's turn"):
        match.play("hook from outside", 1)


def test_a_player_cannot_name_the_card_to_be_drawn() -> None:
    """CAR-5"""
    assert refusal(begun(), "draw hook").reason


def test_chance_cannot_deal_what_the_deck_does_not_hold() -> None:
    """CAR-3: the eighteenth hook."""
    match = escapade.new("cartagena", 3, dealer=None, tunnel="classic", first=0)
    for _ in range(17):
        match.play("draw hook")
    assert "not a possible outcome" in refusal(match, "draw hook").reason


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    """CAR-40"""
    match = escapade.new("cartagena", seed=1)
    while match.turn != escapade.OVER:
        match.play(match.legal()[0])
    assert "over" in refusal(match, "stop").reason
