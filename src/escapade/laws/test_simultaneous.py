"""Simultaneous choices: who has to choose is known to all, and each can choose as if it were its turn."""

from escapade.kernel.fields import State, set_cell
from escapade.kernel.names import CHANCE

from .tables import Table, Walk, law, steps


@law
def test_the_seat_at_the_turn_is_one_of_those_that_choose_and_all_may_know_them(table: Table, walk: Walk) -> None:
    """Each keeps the turn until its choice is complete; then it is not waited for any more."""
    game = table.game
    for state, actor, code in steps(table, walk):
        choosing = game.simultaneous(state)
        assert len({*choosing}) == len(choosing)
        if not choosing:
            continue
        assert state.turn in choosing
        for observer in table.observers:
            assert game.simultaneous(game.view(state, observer)) == choosing
        if actor == CHANCE or code in game.anytime(state, actor):
            continue
        after = state.copy()
        game.rules.apply(after, code)
        now = game.simultaneous(after)
        if now and {*now} <= {*choosing}:
            assert (actor in now) == (after.turn == actor)


@law
def test_what_a_seat_may_choose_is_the_same_from_its_view_before_its_turn(table: Table, walk: Walk) -> None:
    """A seat that may choose can be put at the turn in its view, and what others have chosen changes nothing for it."""
    game, before = table.game, dict[int, list[int]]()
    for state, _, _ in steps(table, walk):
        choosing = game.simultaneous(state)
        before = {seat: legal for seat, legal in before.items() if seat in choosing}
        for seat in choosing:
            legal = game.legal(at_turn(table, state, seat))
            assert legal
            if seat != state.turn:
                assert before.setdefault(seat, legal) == legal
        if state.turn in before:
            assert game.legal(state) == before.pop(state.turn)


def at_turn(table: Table, state: State, seat: int) -> State:
    """A seat's view in which it is its turn."""
    view = table.game.view(state, seat)
    set_cell(view, "turn", (), seat)
    return view
