"""Sense for Cartagena: far for a card, cards for a short way back.

Everything is measured in spaces of the tunnel. A card carries a pirate some seven spaces, so that is what a card is
worth as long as the hand is small; a card too many waits long for its turn.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from escapade.games.cartagena import rules
from escapade.games.cartagena.rules import ADVANCE, BOAT, PIRATES, RETREAT, STOP
from escapade.kernel.contract import Game
from escapade.kernel.fields import State

CARD = 7.0  # spaces a card is worth
PLENTY = 4  # cards in a hand from where on one more is worth less
LAST = 0.2  # a nudge towards the rearmost pirate, for each space it is behind
WHIM = 1.0  # how far taste may go against sense: no two games alike


def choose(game: Game, view: State, legal: Sequence[int], rng: random.Random) -> int:
    """Take the action that gains most."""
    return max(legal, key=lambda code: gain(view, code) + WHIM * rng.random())


def gain(view: State, code: int) -> float:
    """What an action is worth, in spaces."""
    if code < RETREAT:
        symbol, start = divmod(code - ADVANCE, BOAT)
        return gain_ahead(view, symbol, start)
    if code < STOP:
        return gain_behind(view, code - RETREAT)
    return 0.0  # stop, or pass: nothing gained, nothing lost


def gain_ahead(view: State, symbol: int, start: int) -> float:
    """CAR-20: the way forward, less the card; the last pirate into the boat is worth everything (CAR-40)."""
    end: int = rules.landing(view, symbol, start)
    if end == BOAT and view.pirates[view.turn][BOAT] == PIRATES - 1:
        return 1000.0
    held: int = view.held[view.turn]
    return end - start - card(held) + LAST * (BOAT - start)


def gain_behind(view: State, start: int) -> float:
    """CAR-30, CAR-32: the cards drawn, less the way back."""
    refuge: int = rules.refuge_behind(view, start)
    held: int = view.held[view.turn]
    drawn: int = view.crowd[refuge]
    return sum(card(held + i + 1) for i in range(drawn)) - (start - refuge)


def card(held: int) -> float:
    """What the last of so many cards is worth."""
    return CARD if held <= PLENTY else CARD * PLENTY / held
