"""Returns: nothing before the end; then what one seat gains the others lose."""

from itertools import pairwise

import pytest

from escapade.kernel.names import OVER

from .tables import Table, Walk, law, states, steps

LOOK_AT = "returns(): a score for each seat from -1 to 1, all of them 0 before the end and 0 in sum after it"


@law
def test_returns_are_zero_before_the_end_and_sum_to_zero_at_it(table: Table, walk: Walk) -> None:
    """Every score lies from -1 to 1."""
    whole = Walk(10 * walk.plies, walk.seed, walk.likes, walk.crooked, walk.restless)
    score: list[float] = []
    for state in states(table, whole):
        score = table.game.returns(state, table.seats)
        assert state.turn == OVER or score == [0.0] * table.seats
    assert table.seats == 1 or sum(score) == pytest.approx(0.0)  # alone one plays against the game
    assert all(-1.0 - 1e-9 <= s <= 1.0 + 1e-9 for s in score)


@law
def test_the_ranking_orders_all_seats_by_their_returns(table: Table, walk: Walk) -> None:
    """Better places have better scores, equal places equal ones; there is no ranking before the end.

    Alone one plays against the game, whose place is empty: before it stands who has won, behind it who has lost.
    """
    match = table.match()
    for _, _, code in steps(table, walk):
        match.play(code)
    places, score = match.ranking(), match.returns()
    if match.turn != OVER:
        assert places == []
        return
    assert sorted(seat for place in places for seat in place) == list(range(table.seats))
    if table.seats == 1:
        assert places == {1: [[0], []], 0: [[0]], -1: [[], [0]]}[(score[0] > 0) - (score[0] < 0)]
        return
    best = [{score[seat] for seat in place} for place in places]
    assert all(len(scores) == 1 for scores in best)
    assert all(min(better) > max(worse) for better, worse in pairwise(best))
