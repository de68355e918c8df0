"""Conservation: no card, no piece appears or is lost, and what is counted twice agrees."""

from escapade import games

from .invariants import INVARIANTS, broken
from .tables import Table, Walk, law, states


def test_every_game_says_what_it_conserves() -> None:
    assert set(INVARIANTS) == set(games())


@law
def test_everything_in_the_box_is_always_somewhere(table: Table, walk: Walk) -> None:
    """The invariants of the game hold in every position."""
    for state in states(table, walk):
        assert broken(table.name, state) == []
