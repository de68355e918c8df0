"""Replay: the log is the truth. A state is what `apply` makes of the set-up and the log, and text keeps all of it."""

from random import Random

import escapade
from escapade import Match
from escapade.kernel.fields import get_cell
from escapade.kernel.names import CHANCE, NONE, OVER, UNKNOWN, Refused

from .tables import Table, Walk, law, steps

LOOK_AT = "apply() and setup(), which may depend on nothing but the state, and hear()"


@law
def test_a_state_is_the_set_up_and_the_log_folded(table: Table, walk: Walk) -> None:
    """Nothing but setup, apply and the log makes a match."""
    match = table.match()
    for _, actor, code in steps(table, walk):
        match.play(code, None if actor == CHANCE else actor)
    state = table.start()
    for ply in match.log:
        table.game.rules.apply(state, ply.action.code)
    assert table.game.fields.bytes(state) == match.bytes()


@law
def test_a_record_reads_back_to_the_same_bytes(table: Table, walk: Walk) -> None:
    """A record is the whole match: state, log, what was heard, and the text itself."""
    match = table.match()
    for _, actor, code in steps(table, walk):
        match.play(code, None if actor == CHANCE else actor)
    again = escapade.load(match.record())
    assert again.bytes() == match.bytes()
    assert again.log == match.log
    assert again.record() == match.record()
    observers = (None, *range(table.seats))
    assert [again.heard(observer) for observer in observers] == [match.heard(observer) for observer in observers]


@law
def test_the_same_seed_and_the_same_decisions_make_the_same_match(table: Table, walk: Walk) -> None:
    """Seeded dice depend on seed and ply alone."""
    first = escapade.new(table.name, table.seats, walk.seed, **table.options)
    dice = Random(walk.seed)
    while first.turn != OVER and len(first.log) < walk.plies // 2:
        first.play(dice.choice(first.legal()))
    again = escapade.new(table.name, table.seats, walk.seed, **table.options)
    for seat, action in first.log:
        if seat != CHANCE:
            again.play(action, seat)
    assert again.record() == first.record()


@law
def test_undo_takes_back_one_own_action_and_never_a_reveal(table: Table, walk: Walk) -> None:
    """What was seen cannot be unseen: undo crosses no chance outcome, no other seat's action and no reveal.

    A simultaneous choice can be taken back whatever others have chosen since, until all have.
    """
    game, match, dice = table.game, table.match(), Random(walk.seed)
    for state, actor, code in steps(table, Walk(min(walk.plies, 200), walk.seed, walk.likes, walk.crooked)):
        if dice.random() > 0.08:
            match.play(code, None if actor == CHANCE else actor)
            continue
        before, phase = everything(match), match.phase
        match.play(code, None if actor == CHANCE else actor)
        seen = [
            (game.view(state, observer), match.view(None if observer < 0 else observer)) for observer in table.observers
        ]
        revealed = any(
            get_cell(old, name, index) == UNKNOWN != get_cell(new, name, index)
            for old, new in seen
            for name, index in game.fields.hidden(old, CHANCE)
        )
        # Who acted comes first: when another takes a choice back, what was chosen after it leaves the state.
        for seat in sorted(range(table.seats), key=actor.__ne__):
            chosen, now = match.chosen_codes(seat), everything(match)
            try:
                taken = match.undo(seat)
            except Refused:
                assert seat != actor or revealed or phase not in (NONE, match.phase)
            else:
                assert not revealed
                assert [taken.code] == chosen[-1:] or seat == actor
                assert everything(match) == before or seat != actor
                assert match.chosen_codes(seat) == chosen[:-1]
                match.play(taken, seat)  # what others began to choose after it may be pending now, until it is complete
                assert [*map(match.chosen_codes, range(table.seats))] == now[-1]


def everything(match: Match) -> tuple[object, ...]:
    """State, log, what everyone has heard, and what everyone has chosen."""
    seats = range(match.seats)
    return match.bytes(), match.log[:], [match.heard(seat) for seat in seats], [*map(match.chosen_codes, seats)]
