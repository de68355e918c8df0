"""What a seat can know of what it does not see: every possibility, with its exact chance, from the view alone.

The measure is a game's `determinize`: it draws worlds that fit a view; here the same worlds are counted instead.

>>> import escapade
>>> match = escapade.new("cartagena", seed=7)
>>> unknown = deduce(match.game, match.view(0))[0]
>>> unknown.what, [f"{number}: {float(chance):.0%}" for number, chance in unknown.odds[:3]]
("hook in seat 1's hand", ['1: 41%', '0: 38%', '2: 17%'])
"""

from __future__ import annotations

from escapade.kernel.contract import Game
from escapade.kernel.fields import State
from escapade.kit.counting import Unknown


def deduce(game: Game, view: State) -> list[Unknown]:
    """Everything a view hides, with exact chances; nothing for a game that nobody has counted yet."""
    game.must_be_view(view)
    counts = game.part("deductions")
    return counts.unknowns(view) if counts else []


__all__ = ["Unknown", "deduce"]
