"""Mini-Stalag 17: small enough to be searched to the last leaf."""

from functools import cache

from bench.shrunken import Variants

from escapade.adapters.open_spiel import SpielGame, spiel_game
from escapade.kernel.contract import Game

from . import shrunken_rules


@cache
def mini() -> Game:
    """The last round of Stalag 17 for two, with six cards and a plan that asks for food."""
    return Game(shrunken_rules, "mini-stalag17")


def small() -> SpielGame:
    """Mini-Stalag 17 for OpenSpiel."""
    return spiel_game(mini())


VARIANTS: Variants = {"mini-stalag17": small}
