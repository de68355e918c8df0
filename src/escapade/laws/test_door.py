"""Door: what the rules do not allow is refused, with a reason, and nothing has changed."""

from random import Random
from typing import Any

import pytest

from escapade import BadInput, Match, Refused
from escapade.kernel.names import CHANCE, UNHEARD

from .tables import STRIDE, Table, Walk, law, possible, steps

LOOK_AT = "legal() and why_not() in messages.py, which gives a reason for what is not legal"


def all_of(match: Match) -> Any:
    """Everything anyone could notice about a match."""
    observers = (None, *range(match.seats))
    anytime = [match.anytime(seat) for seat in range(match.seats)]
    return (
        match.bytes(),
        match.log[:],
        [match.heard(observer) for observer in observers],
        match.legal(),
        anytime,
        match.record(),
    )


def blurred(table: Table, match: Match) -> set[int]:
    """What others hear of what may be done now: said aloud, it is no action."""
    state = match._fold(match.log)
    hear = table.game.rules.hear
    return {hear(state, code, observer) for _, code in possible(table, state) for observer in table.observers} - {
        UNHEARD
    }


def wrong(table: Table, match: Match, dice: Random) -> list[tuple[int, int | None]]:
    """Some of what is not allowed now: (code, seat that tries it). A simultaneous choice needs no turn."""
    game = table.game
    allowed = {seat: {action.code for action in match.anytime(seat)} for seat in range(table.seats)}
    for seat in match.acting():
        allowed[seat].update(action.code for action in match.legal(seat))
    right = {action.code for action in match.legal()}.union(*allowed.values())
    codes = [base + dice.randrange(v.size) for base, v in zip(game.actions.bases, game.actions.verbs, strict=True)]
    codes += [*blurred(table, match), dice.randrange(game.actions.size)]
    tries: list[tuple[int, int | None]] = []
    for code in codes:
        if code not in right:
            tries += [(code, None), (code, match.turn if match.turn >= 0 else 0)]
    for action in match.legal()[:3]:
        tries += [(action.code, s) for s in range(table.seats) if s != match.turn and action.code not in allowed[s]]
    return tries


@law
def test_a_refused_action_changes_nothing_and_says_why(table: Table, walk: Walk) -> None:
    """Random codes, other seats' actions, chance's outcomes, blurred names: all stay outside."""
    match, dice = table.match(), Random(walk.seed)
    for number, (_, actor, code) in enumerate(steps(table, walk)):
        if number % STRIDE == 0:
            before = all_of(match)
            for try_code, seat in wrong(table, match, dice):
                with pytest.raises(Refused) as no:
                    match.play(try_code, seat)
                assert no.value.reason
            assert all_of(match) == before
        match.play(code, None if actor == CHANCE else actor)


@law
def test_several_actions_are_done_all_or_none(table: Table, walk: Walk) -> None:
    """A refusal in the middle takes back what came before it."""
    match, dice = table.match(), Random(walk.seed)
    plies = [(actor, code) for _, actor, code in steps(table, walk)]
    for actor, code in plies[:-1]:
        match.play(code, None if actor == CHANCE else actor)
    before = all_of(match)
    bad = wrong(table, match, dice)[:1]
    for code, _ in bad:
        good = [match.legal()[0].code] if match.legal() else []
        after = table.match()
        for ply in match.log:
            after.play(ply.action, None if ply.seat == CHANCE else ply.seat)
        if good:
            after.play(good[0])
        if code in {action.code for action in after.legal()}:
            continue  # the first action has made the second one legal
        with pytest.raises(Refused):
            match.play_all([*good, code])
        assert all_of(match) == before


@law
def test_what_is_no_action_at_all_is_bad_input(table: Table, walk: Walk) -> None:
    """Codes outside the table of actions and texts that name none never reach the rules."""
    match = table.match()
    for _, actor, code in steps(table, walk):
        match.play(code, None if actor == CHANCE else actor)
    before = all_of(match)
    for nothing in (-1, table.game.actions.size, "walk the plank", ""):
        with pytest.raises(BadInput):
            match.play(nothing)
    for seat in (-1, table.seats):
        with pytest.raises(BadInput):
            match.play(0, seat)
    assert all_of(match) == before
