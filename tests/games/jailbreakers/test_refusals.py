"""An action that is not legal is refused, whoever asks for it, and nothing has changed."""

import pytest

from escapade import OVER, BadInput, Match, Refused

from .table import JAILBREAKERS, do, equip, idle, new

THREE = "Over the wall, Delivery van, Under the fence"


def refusal(match: Match, name: str, seat: int | None = None) -> Refused:
    """Why a match refuses an action; it must not have changed by that."""
    before, plies = match.bytes(), len(match.log)
    with pytest.raises(Refused) as no:
        match.play(name, seat)
    assert match.bytes() == before
    assert len(match.log) == plies
    return no.value


@pytest.mark.parametrize(
    ("before", "name"),
    [
        ([], "end the turn"),
        ([], "place on 1"),
        ([], "craft ladder"),
        (["roll", "the die shows 3"], "place on 4"),
        (["roll", "the die shows 3"], "place on 3"),
        (["roll", "the die shows 3"], "set the die aside"),
        (["roll", "the die shows 3"], "skip the roll"),
        (["roll", "the die shows 3"], "place on 2 with worker outfit"),
        (["roll", "the die shows 4", "place on 4"], "take rope"),
        (["roll", "the die shows 4", "place on 4"], "end the turn"),
        (["roll", "the die shows 4", "place on 2", "take soap"], "give soap to seat 1"),
        (["roll", "the die shows 4", "place on 2", "take soap"], "give dye to seat 0"),
        (["roll", "the die shows 4", "place on 2", "take soap"], "give dye to seat 2"),
        (["skip the roll"], "craft raft"),
        (["skip the roll"], "craft money bag"),
        (["skip the roll"], "use ladder"),
        (["skip the roll"], "attempt Over the wall"),
        (["skip the roll"], "roll"),
        (["skip the roll"], "snitch"),
        (["skip the roll"], "free no more"),
    ],
    ids=str,
)
def test_what_may_not_be_done_changes_nothing(before: list[str], name: str) -> None:
    """JB-11, JB-23, JB-24, JB-26, JB-30, JB-40, JB-42, JB-50, JB-60, JB-91"""
    match = new(2, THREE)
    do(match, *before)
    assert refusal(match, name).reason


def test_who_is_not_asked_cannot_decide() -> None:
    """JB-91, JB-10: out of turn it is the seat concerned that decides, and nobody else."""
    match = new(3, snitch=True)
    while match.view(None).round == 0:
        match.play(match.legal()[0])
    assert "seat 0" in refusal(match, "roll", 1).reason
    equip(match, 0, "ladder, grappling hook")
    match.play("attempt Over the wall")
    assert match.turn == 1
    for seat in (0, 2):
        assert "seat 1" in refusal(match, "snitch", seat).reason
    match.play("stay silent", 1)
    assert match.turn == 2


def test_chance_cannot_do_what_is_not_possible() -> None:
    """JB-4, JB-5, JB-31"""
    match = new(2)
    match.play("offer Riot")
    assert "not a possible outcome" in refusal(match, "offer Riot").reason
    do(match, "offer Night shift", "offer Over the wall", "roll", "the die shows 1", "place on 1", "draw soap")
    do(match, "end the turn", *("skip the roll", "end the turn"), "roll", "the die shows 1", "place on 1")
    assert "not a possible outcome" in refusal(match, "draw soap").reason  # there is only one


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    """JB-15"""
    match = new(2, THREE)
    idle(match, 1200)
    assert match.turn == OVER
    assert "over" in refusal(match, "roll").reason


def test_what_is_no_action_at_all_is_bad_input() -> None:
    """JB-2: there is no location 13."""
    with pytest.raises(BadInput, match="place on 13"):
        new(2, THREE).play("place on 13")


def test_every_legal_action_is_accepted_by_the_door() -> None:
    """JB-11"""

    def begun() -> Match:
        match = new(2, THREE, money_bag=True)
        equip(match, 0, "ladder, shovel, soap, wire, dye")
        return match

    names = [action.name for action in begun().legal()]
    assert len(names) > 3
    for name in names:
        match = begun()
        assert JAILBREAKERS.actions.parse(name).name == name
        match.play(name)
        assert match.log[-1].action.name == name
