"""What the clock says is counted on real decisions."""

from bench.pace import ours_a_second, pace, positions, theirs_a_second

from escapade.bots import Budget
from escapade.games import GAMES


def test_iterations_are_counted_on_the_same_positions() -> None:
    game, budget = GAMES["cartagena"], Budget(milliseconds=20)
    where = positions(game, 3)
    assert len(where) == 3
    assert all(len(legal) > 1 for _, legal in where)
    assert ours_a_second(game, where, budget) > 0
    assert theirs_a_second(game, "open-spiel", where, budget) > 0


def test_a_level_is_timed_in_whole_games() -> None:
    said = pace(GAMES["cartagena"], "greedy")
    assert said["decisions"] > 20
    assert 0 < said["p50_ms"] <= said["p99_ms"] <= said["max_ms"]
