"""View idempotent: a view is a state with holes, and looking at it again makes no more."""

from typing import Any

import numpy as np

from escapade.kernel.fields import Field, State, View, set_cell
from escapade.kernel.names import NONE, OMNISCIENT, UNKNOWN

from .tables import Table, Walk, law, moments

LOOK_AT = "observe(), and who sees a cell by the field table: ALL, OWNER, NOBODY, revealed_by, fixed"


@law
def test_looking_twice_shows_the_same(table: Table, walk: Walk) -> None:
    """observe(observe(state)) == observe(state), for every seat and for a spectator."""
    game = table.game
    for state in moments(table, walk):
        for observer in table.observers:
            view = game.view(state, observer)
            assert game.fields.bytes(game.view(view, observer)) == game.fields.bytes(view)


@law
def test_what_copies_share_is_touched_by_nothing(table: Table, walk: Walk) -> None:
    """Views to be read share what is fixed, and the rows of seats that nobody has: no action may write there."""
    fields = table.game.fields
    fixed = [field.name for field in fields.table if field.fixed]
    spare = [field.name for field in fields.table if field.allows_empty_rows]
    before = ""
    for state in moments(table, walk):
        now = repr([getattr(state, f) for f in fixed] + [getattr(state, f)[state.seats :] for f in spare])
        assert before in ("", now)
        before = now


@law
def test_a_view_erases_what_the_field_table_hides_and_nothing_else(table: Table, walk: Walk) -> None:
    """`observe` and the field table say the same about who sees what."""
    game = table.game
    for state in moments(table, walk):
        for observer in table.observers:
            expected = state.copy()
            for name, index in game.fields.hidden(state, observer):
                set_cell(expected, name, index, UNKNOWN)
            assert game.view(state, observer).as_dict() == expected.as_dict()


@law
def test_all_eyes_together_see_what_each_sees_alone(table: Table, walk: Walk) -> None:
    """Views that are made together share what everyone sees, also with earlier ones as far as it is still the same.

    What is done to the state later does not reach them.
    """
    game = table.game
    before: tuple[list[bytes], list[View]] | None = None
    for state in moments(table, walk):
        if before is not None:
            assert [game.fields.bytes(view) for view in before[1]] == before[0]
        alone = [
            *(game.fields.bytes(game.view(state, observer)) for observer in table.observers),
            game.fields.bytes(state),
        ]
        together = game.views(state, (*table.observers, OMNISCIENT), before[1][0] if before else None)
        assert [game.fields.bytes(view) for view in together] == alone
        before = alone, together


@law
def test_a_spectator_sees_nothing_that_a_seat_does_not(table: Table, walk: Walk) -> None:
    """The public view is common to all."""
    fields = table.game.fields
    for state in moments(table, walk):
        public = set(fields.hidden(state, table.observers[-1]))
        assert all(set(fields.hidden(state, seat)) <= public for seat in range(table.seats))


@law
def test_something_is_revealed_if_any_observer_comes_to_see_a_cell_hidden_before(table: Table, walk: Walk) -> None:
    """What is seen cannot be unseen: this is asked before anything is taken back. An emptied place shows nothing."""
    fields, before = table.game.fields, None
    for state in moments(table, walk):
        if before is not None:
            seen = [
                cell
                for observer in table.observers
                for cell in set(fields.hidden(before, observer)) - set(fields.hidden(state, observer))
                if not just_emptied(fields[cell[0]], cell[1], before, state)
            ]
            assert fields.reveals(before, state) == any(seen)
        before = state.copy()


def just_emptied(field: Field, index: tuple[int, ...], before: State, after: State) -> bool:
    """Has all gone from the place of this cell: from all that is opened with it?"""
    depth = np.ndim(getattr(after, field.revealed_by))
    was, now = (np.array(getattr(state, field.name))[index[:depth]] for state in (before, after))
    empty = (np.equal(cells, NONE) | ((cells == 0) & (field.holds is None)) for cells in (was, now))
    return not next(empty).all() and bool(next(empty).all())


@law
def test_what_is_legal_follows_from_the_view_of_who_acts(table: Table, walk: Walk) -> None:
    """A seat knows what it may do: its view gives the same actions as the state."""
    game = table.game
    for state in moments(table, walk):
        for seat in range(table.seats):
            view = game.view(state, seat)
            assert game.anytime(view, seat) == game.anytime(state, seat)
            if state.turn == seat:
                assert game.legal(view) == game.legal(state)


def scribbled_over(cells: Any) -> Any:
    """Other numbers everywhere, written into the same lists."""
    if isinstance(cells, list):
        cells[:] = [scribbled_over(cell) for cell in cells]
        return cells
    return cells + 1


@law
def test_who_writes_into_a_view_changes_nothing_else(table: Table, walk: Walk) -> None:
    """A view is handed out to be worked with: neither the match nor what others see of it can be reached through it."""
    game = table.game
    for state in moments(table, walk):
        before = game.fields.bytes(state)
        view, copy = game.view(state, 0), state.copy()
        for field in game.fields.names:
            scribbled_over(getattr(view, field))
            scribbled_over(getattr(copy, field))
        assert game.fields.bytes(state) == before
