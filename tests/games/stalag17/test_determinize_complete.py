"""Determinize complete: what is held, what is laid?"""

from __future__ import annotations

import pytest

from escapade import State
from escapade.games.stalag17 import GAME
from escapade.games.stalag17 import rules as s17
from escapade.games.stalag17.cards import KINDS
from escapade.kernel.names import UNKNOWN
from escapade.laws.tables import Table, Walk, broken, states
from tests.games.worlds import World, check_complete, deals

FEW_KINDS = """
reconstructed = false
[objects]
clothes = [26, 0, 0]
food = [2, 0, 0]
document = [0, 0, 0]
tool = [0, 0, 0]
map = [0, 0, 0]
[escape]
1 = [1, 0, 0]
2 = [0, 0, 0]
3 = [0, 0, 0]
4 = [0, 0, 0]
5 = [0, 0, 0]
6 = [0, 0, 0]
[others]
barracks = 0
information = 1
[doubles]
""" + "".join(f"{name} = 3\n" for name in KINDS[15:25])
LIKES_LITTLE = tuple(100 if verb.says.startswith(("discard {", "attempt")) else 10 for verb in s17.ACTIONS.verbs)


def stalag17_world(state: State) -> World:
    return (*state.deck, *(n for hand in state.hand for n in hand), *(n for laid in state.laid for n in laid))


def stalag17_worlds(table: Table, view: State, seat: int) -> set[World]:
    """Every way the unseen cards can lie between deck, hand and table that breaks no rule."""
    me = 1 - seat
    kinds = [k for k in range(len(KINDS)) if view.copies[k]]
    kinds.sort(key=lambda k: view.copies[k])
    pile = view.pile[: view.top]
    unseen = [view.copies[k] - view.hand[me][k] - view.laid[me][k] - pile.count(k) for k in kinds]
    found = set()
    for deal in deals(unseen, [view.held[seat], view.lying[seat], view.left]):
        state = table.game.fields.filled(view)
        for k in range(len(KINDS)):
            state.hand[seat][k] = state.laid[seat][k] = state.deck[k] = 0
        for k, (hand, laid, deck) in zip(kinds, deal, strict=True):
            state.hand[seat][k], state.laid[seat][k], state.deck[k] = hand, laid, deck
        if not broken(GAME, state) and (state.turn != seat or table.game.legal(state)):
            found.add(stalag17_world(state))
    return found


@pytest.mark.parametrize("number", [1, 2])
def test_every_deal_of_stalag_17_that_fits_is_guessed(number: int) -> None:
    """S17-70: what was shown in an attempt or taken from the pile is where it is known to be."""
    table = Table("stalag17", 2, {"first": 0}, FEW_KINDS)
    tried = 0
    for state in states(table, Walk(300, number, LIKES_LITTLE)):
        view = table.game.view(state, 0)
        few = view.held[1] + view.lying[1] <= 3 and view.lying[1] > 0
        if few and UNKNOWN in view.laid[1] and (tried or any(view.sure[1]) or any(view.seen[1]) or any(view.shown[1])):
            worlds = stalag17_worlds(table, view, 1)
            assert stalag17_world(state) in worlds
            check_complete(table, view, worlds, stalag17_world)
            tried += len(worlds) > 1
        if tried == 3:
            break
    assert tried
