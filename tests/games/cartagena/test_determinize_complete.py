"""Determinize complete: who holds the few rare cards?"""

from __future__ import annotations

import pytest

from escapade import State
from escapade.games.cartagena import GAME
from escapade.games.cartagena import rules as car
from escapade.kernel.names import SPECTATOR, UNKNOWN
from escapade.laws.tables import Table, Walk, broken, moments
from tests.games.worlds import World, check_complete, deals

SEGMENTS = """
[segments]
A = ["jug", "pistol", "tricorne", "parrot", "hook", "keys"]
B = ["hook", "jug", "keys", "pistol", "tricorne", "parrot"]
C = ["tricorne", "keys", "pistol", "jug", "parrot", "hook"]
D = ["keys", "jug", "parrot", "hook", "tricorne", "pistol"]
E = ["pistol", "keys", "hook", "tricorne", "parrot", "jug"]
F = ["tricorne", "hook", "keys", "jug", "pistol", "parrot"]
"""
FEW_CARDS = "[cards]\nhook = 27\njug = 2\nparrot = 0\npistol = 0\ntricorne = 0\nkeys = 1\n" + SEGMENTS
FEWER_CARDS = FEW_CARDS.replace("hook = 27", "hook = 28").replace("jug = 2", "jug = 1")


def cartagena_world(state: State) -> World:
    return (*state.deck, *(n for hand in state.hand for n in hand))


def cartagena_worlds(table: Table, view: State) -> set[World]:
    """Every way the unseen cards can lie that breaks no rule."""
    blind = [seat for seat in range(view.seats) if view.hand[seat][0] == UNKNOWN]
    seen = [seat for seat in range(view.seats) if seat not in blind]
    symbols = sorted(range(len(car.SYMBOLS)), key=lambda c: view.supply[c])  # the common one last: it fills the rest
    unseen = [
        view.supply[c] - sum(hand[c] for hand in view.played) - sum(view.hand[seat][c] for seat in seen)
        for c in symbols
    ]
    found = set()
    for deal in deals(unseen, [view.left, *(view.held[seat] for seat in blind)]):
        state = table.game.fields.filled(view)
        for c, split in zip(symbols, deal, strict=True):
            state.deck[c] = split[0]
            gone = view.shuffled[c] - split[0] - sum(view.drawn[seat][c] for seat in seen)
            for seat, n in zip(blind, split[1:], strict=True):
                state.hand[seat][c] = n
                state.drawn[seat][c] = min(gone, n + view.played[seat][c])
                gone -= state.drawn[seat][c]
        if not broken(GAME, state):
            found.add(cartagena_world(state))
    return found


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("number", range(3))
def test_every_deal_of_cartagena_that_fits_is_guessed(seats: int, number: int) -> None:
    """CAR-50: also after the discards were shuffled, when the deck cannot hold what was in hands at that time."""
    table = Table(
        "cartagena", seats, {"version": "jamaica", "tunnel": "classic"}, FEW_CARDS if seats == 2 else FEWER_CARDS
    )
    likes = (1, 1, 1, 1, 1, 1, 1, 1) if number else (1, 4, 1, 1, 1, 1, 1, 1)
    tried = shuffled = 0
    for state in moments(table, Walk(400, number, likes)):
        for observer in (0, SPECTATOR):
            view = table.game.view(state, observer)
            if UNKNOWN not in view.deck:
                continue
            worlds = cartagena_worlds(table, view)
            assert cartagena_world(state) in worlds
            check_complete(table, view, worlds, cartagena_world)
            tried += len(worlds) > 1
            shuffled += state.shuffled != state.supply and len(worlds) > 1
    assert tried >= 5
    assert shuffled >= 1
