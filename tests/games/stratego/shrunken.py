"""Mini-Stratego: small enough to be searched to the last leaf."""

from functools import cache, partial

from bench.shrunken import Variants, renumbered

from escapade.adapters.open_spiel import SpielGame, spiel_game
from escapade.games.stratego import rules
from escapade.kernel.contract import Game

ARMY = ("flag", "spy", "general")


@cache
def mini() -> Game:
    """Stratego on 3 × 3: flag, spy and general a side."""
    return Game(renumbered(rules, "mini_stratego", SIZE=3, MEN=len(ARMY)), "mini-stratego")


def small(quiet: int = 4) -> SpielGame:
    """Mini-Stratego for OpenSpiel. A piece is lost only once, so a limit on quiet moves makes it finite."""
    game = mini()
    army = {rank: int(rank in ARMY) for rank in game.rules.RANKS}
    return spiel_game(game, options={"red": 0, "quiet": quiet}, pieces=game.rules.Pieces(army=army, presets=[]))


VARIANTS: Variants = {
    "mini-stratego, 3 quiet moves": partial(small, 3),
    "mini-stratego, 4 quiet moves": partial(small, 4),
}
