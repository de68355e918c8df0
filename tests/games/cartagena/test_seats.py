"""Seats equal: who starts makes no other difference."""

from functools import partial

from escapade.laws.renaming import turned
from escapade.laws.tables import PLACES, Table, Walk, invariants_of, law, steps


@partial(law, places=[place for place in PLACES if place.game == "cartagena"])
def test_who_starts_makes_no_other_difference_in_cartagena(table: Table, walk: Walk) -> None:
    """CAR-8: dealt the same hands and doing the same, seats that have moved on together reach the moved-on position."""
    game, seats = table.game, table.seats
    table = Table(table.name, seats, {**table.options, "first": 0})
    log = [code for _, _, code in steps(table, Walk(walk.plies + 60, walk.seed, walk.likes, walk.crooked))]
    laid = 6 if table.options["tunnel"] == "random" else 0
    deal = [log[laid + 6 * seat : laid + 6 * seat + 6] for seat in range(seats)]
    state = table.start()
    for code in log:
        game.rules.apply(state, code)
    for first in range(1, seats):
        other = Table(table.name, seats, {**table.options, "first": first}).start()
        dealt = [code for seat in range(seats) for code in deal[(seat - first) % seats]]
        for code in [*log[:laid], *dealt, *log[laid + 6 * seats :]]:
            game.rules.apply(other, code)
        (names, _) = invariants_of(table.game).symmetries(state)[first - 1]
        assert other == turned(game, state, names)
