"""What choices lose to noise is measured on real positions."""

from bench.noise import lost, shared, utilities
from bench.pace import positions

from escapade.games import GAMES


def test_more_thinking_loses_less_and_candidates_share_their_luck() -> None:
    game = GAMES["stalag17"]
    little, much, pairs = 0.0, 0.0, list[float]()
    for view, legal in positions(game, 10):
        plan, came = utilities(game, view, legal, 400)
        utility = dict(zip(plan.codes.tolist(), came.mean(axis=0).tolist(), strict=True))
        pairs += shared(came)
        little += lost(game, view, legal, utility, 20)
        much += lost(game, view, legal, utility, 2000)
    assert 0 <= much < little
    assert sorted(pairs)[len(pairs) // 2] < 0.8
