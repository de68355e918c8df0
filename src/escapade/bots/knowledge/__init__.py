"""What a seat can know of what it does not see: every possibility, with its exact chance, from the view alone.

The measure is a game's `determinize`: it draws worlds that fit a view; here the same worlds are counted instead.

>>> import escapade
>>> match = escapade.new("cartagena", seed=7)
>>> unknown = knowledge(match.game, match.view(0))[0]
>>> unknown.what, [f"{number}: {float(chance):.0%}" for number, chance in unknown.odds[:3]]
("hook in seat 1's hand", ['1: 41%', '0: 38%', '2: 17%'])
"""

from __future__ import annotations

from collections.abc import Callable

from escapade.bots.contract import must_be_view
from escapade.bots.knowledge import cartagena, jailbreakers, stalag17, stratego
from escapade.bots.knowledge.counting import Unknown
from escapade.kernel.contract import Game
from escapade.kernel.fields import State

COUNTS: dict[str, Callable[[State], list[Unknown]]] = {
    "cartagena": cartagena.unknowns,
    "stratego": stratego.unknowns,
    "stalag17": stalag17.unknowns,
    "jailbreakers": jailbreakers.unknowns,
}


def knowledge(game: Game, view: State) -> list[Unknown]:
    """Everything a view hides, with exact chances; nothing for a game that nobody has counted yet."""
    must_be_view(game, view)
    counts = COUNTS.get(game.name)
    return counts(view) if counts else []


__all__ = ["Unknown", "knowledge"]
