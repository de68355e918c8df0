"""An action that is not legal is refused with the clause it breaks, and nothing has changed."""

import pytest

from escapade import OVER, BadInput, Match, Refused

from .table import ATTEMPT, STALAG17, dealt, do, escape_round, new


def refusal(match: Match, name: str) -> Refused:
    """Why a match refuses an action; it must not have changed by that."""
    before, plies = match.bytes(), len(match.log)
    with pytest.raises(Refused) as no:
        match.play(name)
    assert match.bytes() == before
    assert len(match.log) == plies
    return no.value


def begun(*names: str) -> Match:
    """Seat 0 holds food 1 and food 2, seat 1 two maps; then these things happen."""
    match = dealt("food, map, escape 3, 2", "food 1, food 2", "map 1, map 2")
    do(match, *names)
    return match


FOUR = ("draw two", "draw food 1", "draw tool 1", "discard map 1")  # three food, a tool; a map on the pile
SIX = (*FOUR, "draw two", "draw escape 1/1", "draw barracks", "discard map 2")
SEVEN = (*SIX, "draw two", "draw map 1", "draw escape 1/1", "draw two", "draw map 2", "draw tool 1")


@pytest.mark.parametrize(
    ("before", "name", "clause"),
    [
        ([], "lay map 1", "S17-31"),
        (["lay food 1", "draw tool 1", "lay map 1", "draw tool 1"], "lay food 1", "S17-31"),
        ([], "discard map 1", "S17-32"),
        (["discard food 1", "discard map 1", "discard food 2", "discard map 2"], "discard food 1", "S17-21"),
        (["discard food 1", "discard map 1", "discard food 2", "discard map 2"], "lay food 1", "S17-21"),
        ([], "discard a set", "S17-33"),
        ([], "discard a run", "S17-35"),
        ([], "add food 1", "S17-37"),
        ([], "stop adding", "S17-37"),
        ([*FOUR, "discard a set"], "add tool 1", "S17-33"),
        ([*FOUR, "discard a set", "add food 1"], "add tool 1", "S17-33"),
        ([*FOUR, "discard a set", "add food 2"], "add food 2", "S17-33"),
        ([*FOUR, "discard a set", "add food 1"], "stop adding", "S17-33"),
        ([*FOUR, "discard a set"], "draw two", "S17-37"),
        ([*FOUR, "discard a set"], "discard food 1", "S17-37"),
        ([*FOUR, "discard a set"], ATTEMPT, "S17-37"),
        ([*SEVEN, "discard a run", "add food 1"], "add food 2", "S17-35"),
        ([*SEVEN, "discard a run", "add escape 1/1"], "add escape 1/1", "S17-35"),
        ([*SEVEN, "discard a run", "add map 1"], "add map 2", "S17-35"),
        ([*SEVEN, "discard a run", "add food 1"], "stop adding", "S17-35"),
        ([], "take the top discard", "S17-38"),
        ([ATTEMPT], ATTEMPT, "S17-45"),
        ([], "seat 1 starts", "S17-10"),
        ([], "throw map", "S17-16"),
        ([], "escape die 6", "S17-16"),
        ([], "draw map 1", "S17-30"),
        ([], "draw a card", "S17-30"),
        ([], "lay a card", "S17-31"),
    ],
    ids=[
        "laying a card not in hand",
        "laying a card twice",
        "discarding a card not in hand",
        "discarding with an empty hand",
        "laying with an empty hand",
        "no set in hand",
        "no run in hand",
        "adding to nothing",
        "stopping nothing",
        "a card that begins no set",
        "a card of another type",
        "a card of the set not in hand any more",
        "a set of one",
        "drawing in the middle of a set",
        "discarding another card in the middle of a set",
        "an attempt in the middle of a set",
        "a type twice in a run",
        "escape twice in a run",
        "a card for a run not in hand",
        "a run of one",
        "no discard",
        "a second attempt",
        "a starter",
        "an object die",
        "the escape die",
        "a card by name",
        "a card without a name",
        "laying without saying what",
    ],
)
def test_a_refusal_names_the_clause(before: list[str], name: str, clause: str) -> None:
    """S17-10, S17-16, S17-21, S17-30, S17-31, S17-32, S17-33, S17-35, S17-37, S17-38, S17-45"""
    no = refusal(begun(*before), name)
    assert no.clause == clause
    assert no.reason
    assert f"[{clause}]" in str(no)


def test_who_is_not_at_the_turn_is_refused() -> None:
    """S17-20"""
    with pytest.raises(Refused, match="seat 0's turn"):
        begun().play("draw two", 1)


def test_there_is_no_name_for_passing() -> None:
    """S17-20"""
    with pytest.raises(BadInput, match="pass"):
        begun().play("pass")


def test_chance_cannot_deal_what_the_deck_does_not_hold() -> None:
    """S17-1: the eleventh double of ten, and the fifth barracks."""
    match = new(3)
    do(match, "throw map", "throw map", "throw map", "escape die 1", "draw food-map", *["draw barracks"] * 4)
    assert "not a possible outcome" in refusal(match, "draw food-map").reason
    assert "not a possible outcome" in refusal(match, "draw barracks").reason


def test_chance_cannot_throw_a_die_too_many() -> None:
    """S17-14"""
    match = new()
    do(match, "throw map", "throw map", "throw map")
    assert "not a possible outcome" in refusal(match, "throw map").reason


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    """S17-47"""
    match = new()
    for _ in range(3):
        escape_round(match, 0)
    assert match.turn == OVER
    assert "over" in refusal(match, "draw two").reason


def test_every_legal_action_is_accepted_by_the_door() -> None:
    """S17-21"""
    match = begun(*SEVEN)
    assert match.turn == 0
    for action in match.legal():
        assert STALAG17.actions.parse(action.name) == action
        begun(*SEVEN, action.name)
