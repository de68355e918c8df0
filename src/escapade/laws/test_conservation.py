"""Conservation: no card, no piece appears or is lost, and what is counted twice agrees."""

from .tables import Table, Walk, broken, law, states

LOOK_AT = "facts() in invariants.py and what apply() does to these fields"


@law
def test_everything_in_the_box_is_always_somewhere(table: Table, walk: Walk) -> None:
    """The invariants of the game hold in every position."""
    for state in states(table, walk):
        assert broken(table.game, state) == []
