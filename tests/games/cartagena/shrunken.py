"""Mini-Cartagena: small enough to be searched to the last leaf."""

from functools import cache

from bench.shrunken import Variants, renumbered

from escapade.adapters.open_spiel import SpielGame, spiel_game
from escapade.games.cartagena import GAME, rules
from escapade.kernel.contract import Game


@cache
def mini() -> Game:
    """Cartagena with two pirates and a card each, for five actions."""
    numbers = {"PIRATES": 2, "HAND": 1, "TURN": 2, "LONGEST": 5}
    return Game(renumbered(rules, "mini_cartagena", **numbers), "mini-cartagena")


def small() -> SpielGame:
    """Mini-Cartagena for OpenSpiel: cards of three symbols, and the published tunnel."""
    game = mini()
    cards = {symbol: 2 if i < 3 else 0 for i, symbol in enumerate(game.rules.SYMBOLS)}
    pieces = game.rules.Pieces(cards=cards, segments=GAME.pieces().segments)
    return spiel_game(game, options={"tunnel": "classic", "first": 0}, pieces=pieces)


VARIANTS: Variants = {"mini-cartagena": small}
