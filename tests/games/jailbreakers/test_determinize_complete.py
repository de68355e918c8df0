"""Determinize complete: what did the others see?"""

from __future__ import annotations

from escapade.games.jailbreakers import GAME
from escapade.laws.tables import Table, broken
from tests.games.worlds import World, check_complete, guesses


def test_every_escape_card_that_others_may_have_seen_is_guessed() -> None:
    """JB-70: three peeks of seat 0, one of them shared by seat 1, on a deck of two failures."""
    table = Table("jailbreakers", 2, {"first": 0})
    state = table.start()
    state.deck[:] = [4, 2, 0]
    for position, card in enumerate((0, 1, 0)):
        state.looked[0][position], state.known[0][position] = 1, card
    state.looked[1][2], state.known[1][2] = 1, 0
    worlds: set[World] = {(a, b) for a in (0, 1) for b in (0, 1)}
    view = table.game.view(state, 1)
    check_complete(table, view, worlds, lambda guess: (guess.known[0][0], guess.known[0][1]))
    for _, guess in zip(range(200), guesses(table, view), strict=False):
        assert guess.known[0][2] == guess.known[1][2] == 0
        assert not broken(GAME, guess) or guess.to_double
