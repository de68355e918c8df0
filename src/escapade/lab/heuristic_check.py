"""Is a game's heuristic better than random? Two bots play until a sequential test has the answer, in seconds."""

from __future__ import annotations

from typing import NamedTuple

from escapade.kernel.contract import Game
from escapade.lab.arena import arena
from escapade.lab.ratings import Sprt

MOST_GAMES = 2000
CLEAR = Sprt(elo0=0.0, elo1=100.0)  # no better than random, or clearly so: far apart, so that few games tell


class HeuristicCheck(NamedTuple):
    """What came of it; `better` is None while it is open."""

    better: bool | None
    share: float  # of the wins of a fair share
    games: int


def check_heuristic(game: Game, seed: int = 0) -> HeuristicCheck:
    """Let `greedy`, who does what the heuristic scores best, play `random` by a sequential test."""
    played = arena(game, ("greedy", "random"), MOST_GAMES, seed=seed, sprt=CLEAR)
    for _ in played.run():
        pass
    (pairing,) = played.pairings.values()
    accepted = pairing.trial.accepted if pairing.trial else None
    share = sum(pairing.scores) / len(pairing.scores) * played.setting.seats
    return HeuristicCheck(
        None if accepted is None else accepted == "elo1", share, len(pairing.scores) * played.setting.seats
    )
