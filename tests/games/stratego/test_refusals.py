"""An action that is not legal is refused with the clause it breaks, and nothing has changed."""

import pytest

from escapade import Match, Refused

from .table import arranged, opened, preset

# Seat 0, "storm":     a3 general  b3 major    c3 colonel d3 major    e3 scout    f3 colonel h3 scout
#                      a2 spy      b2 sergeant c2 scout   ... ; a1 miner b1 bomb c1 miner d1 bomb e1 flag
# Seat 1, "fortress":  h6 sergeant g6 scout    f6 major   e6 colonel  d6 scout    c6 general b6 scout a6 major


def refusal(match: Match, name: str) -> Refused:
    """Why a match refuses an action; it must not have changed by that."""
    before, plies = match.bytes(), len(match.log)
    with pytest.raises(Refused) as no:
        match.play(name)
    assert match.bytes() == before
    assert len(match.log) == plies
    return no.value


def begun(*names: str) -> Match:
    match = arranged("storm", "fortress")
    for name in names:
        match.play(name)
    return match


SHUTTLE = ["a3-a4", "a6-a5", "a4-a3", "b6-b5", "a3-a4", "c6-c5", "a4-a3", "d6-d5", "a3-a4", "e6-e5"]


@pytest.mark.parametrize(
    ("before", "name", "clause"),
    [
        ([], "a3-b4", "STR-11"),
        ([], "a3-a5", "STR-11"),
        ([], "a3-b3", "STR-11"),
        ([], "a3-a2", "STR-11"),
        ([], "a3-a3", "STR-11"),
        ([], "e3-f4", "STR-11"),
        ([], "e3-e7", "STR-12"),
        ([], "c2-c4", "STR-12"),
        ([], "e1-e2", "STR-13"),
        ([], "d1-d2", "STR-13"),
        (SHUTTLE, "a4-a3", "STR-14"),
        ([], "a6-a5", "STR-10"),
        ([], "d4-d5", "STR-10"),
        ([], "place scout", "STR-4"),
    ],
    ids=[
        "a diagonal",
        "two steps",
        "an own piece beside",
        "an own piece behind",
        "no step",
        "a scout's diagonal",
        "a scout through an enemy",
        "a scout through an own piece",
        "the flag",
        "a bomb",
        "the sixth time",
        "the enemy's piece",
        "an empty square",
        "placing during play",
    ],
)
def test_a_refusal_names_the_clause(before: list[str], name: str, clause: str) -> None:
    """STR-4, STR-10 to STR-14"""
    no = refusal(begun(*before), name)
    assert no.clause == clause
    assert no.reason
    assert f"[{clause}]" in str(no)


def test_a_rank_that_is_used_up_cannot_be_placed() -> None:
    """STR-2"""
    match = opened()
    match.play("place general")
    assert refusal(match, "place general").clause == "STR-2"


def test_nothing_moves_during_the_set_up() -> None:
    """STR-5"""
    match = opened()
    assert refusal(match, "a3-a4").clause == "STR-5"
    match.play_all(preset("vault"))
    assert refusal(match, "a6-a5").clause == "STR-5"


def test_several_actions_are_refused_whole() -> None:
    """STR-5: the last of them is a second general."""
    match = opened()
    actions = ["place scout", "place scout", "place general", "place general"]
    before = match.bytes()
    with pytest.raises(Refused, match="action 4 of 4") as no:
        match.play_all(actions)
    assert no.value.clause == "STR-2"
    assert match.bytes() == before
    assert match.log == []


def test_who_is_not_at_the_turn_is_refused() -> None:
    """STR-10"""
    with pytest.raises(Refused, match="seat 0's turn"):
        begun().play("a6-a5", 1)


def test_a_reason_gives_no_secret_away() -> None:
    """STR-40: what is said of a move through or onto enemy pieces is the same whatever they are."""
    said = set()
    for far in ("fortress", "vault", "shield"):
        match = arranged("storm", far)
        said.add((str(refusal(match, "e3-e7")), str(refusal(match, "e6-e5"))))
    assert len(said) == 1
