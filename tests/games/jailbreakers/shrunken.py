"""Mini-Jailbreakers: small enough to be searched to the last leaf."""

from functools import cache

from bench.shrunken import Variants

from escapade.adapters.open_spiel import SpielGame, spiel_game
from escapade.kernel.contract import Game

from . import shrunken_rules


@cache
def mini() -> Game:
    """The last decisions of a match of Jailbreakers for two."""
    return Game(shrunken_rules, "mini-jailbreakers")


def small() -> SpielGame:
    """Mini-Jailbreakers for OpenSpiel."""
    return spiel_game(mini())


VARIANTS: Variants = {"mini-jailbreakers": small}
