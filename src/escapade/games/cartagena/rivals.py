"""Two simple plans for Cartagena that did well in a contest of programs, written from their description.

They are here to be measured against: whoever writes a bot wants to know whether it beats the obvious.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from escapade.games.cartagena import rules
from escapade.games.cartagena.rules import ADVANCE, BOAT, RETREAT, STOP
from escapade.kernel.contract import Game
from escapade.kernel.fields import View

FEW = 3  # cards in a hand up to which the last man thinks of cards first


class LastMan:
    """Advance the rearmost pirate, bring back the foremost: which of the two, the size of the hand says."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: View, legal: Sequence[int], heard: object, budget: object, rng: random.Random) -> int:
        """The rearmost as far as it goes, or the foremost to where most cards are."""
        self.game.must_be_view(view)
        ahead, back = advances(legal), retreats(legal)
        if back and (not ahead or view.held[view.turn] <= FEW):
            return max(back, key=lambda code: (drawn(view, code), code))
        return run(view, ahead) if ahead else legal[0]


class HoardAndRun:
    """While a retreat draws two cards, collect; then run with the rearmost."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: View, legal: Sequence[int], heard: object, budget: object, rng: random.Random) -> int:
        """A retreat that draws two and costs the least way, or the rearmost as far as it goes."""
        self.game.must_be_view(view)
        ahead, back = advances(legal), retreats(legal)
        double = [code for code in back if drawn(view, code) == 2]
        if double:
            return min(double, key=lambda code: code - RETREAT - rules.refuge_behind(view, code - RETREAT))
        if ahead:
            return run(view, ahead)
        return max(back, key=lambda code: drawn(view, code)) if back else legal[0]


def advances(legal: Sequence[int]) -> list[int]:
    """CAR-20: the legal moves forward."""
    return [code for code in legal if ADVANCE <= code < RETREAT]


def retreats(legal: Sequence[int]) -> list[int]:
    """CAR-30: the legal moves back."""
    return [code for code in legal if RETREAT <= code < STOP]


def drawn(view: View, code: int) -> int:
    """CAR-32: the cards a retreat draws."""
    cards: int = view.crowd[rules.refuge_behind(view, code - RETREAT)]
    return cards


def run(view: View, ahead: Sequence[int]) -> int:
    """The rearmost pirate, with the card that carries it furthest."""
    last = min((code - ADVANCE) % BOAT for code in ahead)
    mine = [code for code in ahead if (code - ADVANCE) % BOAT == last]
    return max(mine, key=lambda code: rules.landing(view, (code - ADVANCE) // BOAT, last))


BOTS = {"last-man": LastMan, "hoard-and-run": HoardAndRun}
