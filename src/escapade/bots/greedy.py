"""The greedy player: takes what looks best now, by a page of sense for each game."""

from __future__ import annotations

import random
from collections.abc import Sequence

from escapade.bots import cartagena, jailbreakers, stalag17, stratego, uniform
from escapade.bots.bot import Bot, must_be_view
from escapade.kernel.contract import Game
from escapade.kernel.fields import State

SENSE: dict[str, Bot] = {
    "cartagena": cartagena.choose,
    "stratego": stratego.choose,
    "stalag17": stalag17.choose,
    "jailbreakers": jailbreakers.choose,
}


def choose(game: Game, view: State, legal: Sequence[int], rng: random.Random) -> int:
    """Ask the game's own sense; a game that has none yet is played at random."""
    must_be_view(game, view)
    return SENSE.get(game.name, uniform.choose)(game, view, legal, rng)
