"""Escapade's games as other libraries know games, and their bots at our tables; generic in the game.

A library is asked for only where it is used: without OpenSpiel everything else works.
"""

from __future__ import annotations

from escapade.bots.contract import Bot
from escapade.kernel.contract import Game

# Bots of other libraries, by the name they have in the arena, and whether they are lent our sense.
PEERS = {"open-spiel": False, "open-spiel-ours": True}


def peer(game: Game, name: str) -> Bot:
    """A bot of another library, at home in this game."""
    from escapade.adapters.spiel_bot import SpielBot

    return SpielBot(game, ours=PEERS[name])


__all__ = ["PEERS", "peer"]
