"""The peers' tables are made of what was played and counted."""

from bench.league import Tie, row
from bench.peers import lines, ours_a_second, positions, theirs_a_second, ties
from rich.progress import Progress

from escapade.adapters import PEERS
from escapade.bots import Budget
from escapade.games import GAMES


def test_every_game_meets_every_peer_at_the_same_clock() -> None:
    assert {(tie.game, tie.other.partition("@")[0]) for tie in ties()} == {
        (name, who) for name in GAMES for who in PEERS
    }
    for tie in ties(300):
        assert tie.one.endswith("@300ms")
        assert tie.other.endswith("@300ms")
        assert tie.aim == 0.9


def test_a_line_has_the_shape_of_the_leagues() -> None:
    said = next(lines(2, Progress(disable=True), workers=1, milliseconds=2))
    figures = {"share": 1.0, "low": 0.5, "high": 1.0, "games": 2}
    data = {"pairings": [figures], "bots": [{"time": {"p50_ms": 1.0, "p99_ms": 2.0}}]}
    assert said.count("|") == row(Tie("cartagena", 2, "a", "b", 0.9), data).count("|")
    assert said.startswith("| Cartagena jamaica | 2 | planner@2ms | open-spiel@2ms | ")


def test_iterations_are_counted_on_the_same_positions() -> None:
    game, budget = GAMES["cartagena"], Budget(milliseconds=20)
    where = positions(game, 3)
    assert len(where) == 3
    assert all(len(legal) > 1 for _, legal in where)
    assert ours_a_second(game, where, budget) > 0
    assert theirs_a_second(game, "open-spiel", where, budget) > 0
