"""Jailbreakers: cards, prisoners, guards and the escape deck add up in every position."""

from typing import Any

from escapade.games.jailbreakers.box import CARD, CROWD, HAND, LONGEST, MATERIAL, NUMBER, TO_ACT
from escapade.kernel.compile import rule

PREFIX = "JB"
LONGEST_GAME = 40 + LONGEST * 15 * 130  # plies: 200 rounds of 15 turns at the most
GAMES_SOAKED = 20_000  # random players take thousands of plies for one


@rule
def fault(state: Any) -> int:
    """Return the number of a clause that is broken, or 0."""
    for card in range(CARD):
        total = state.supply[card] + (state.aside[card] if card < MATERIAL else 0)
        for player in range(state.players):
            if state.hand[player][card] < 0:
                return 3
            if card >= MATERIAL and state.hand[player][card] > 1:
                return 48
            total += state.hand[player][card]
        if total < 0 or total > 2:
            return 3
    for player in range(state.players):
        broken = broken_player(state, player)
        if broken:
            return broken
    return 68 if state.deck[1] < 0 or state.deck[1] + state.drawn[1] > state.failures else 0


@rule
def broken_player(state: Any, player: int) -> int:
    """JB-1, JB-24, JB-47: prisoners, dice and cards of one player."""
    for number in range(NUMBER):
        if state.dice[player][number] < 0 or state.dice[player][number] > CROWD:
            return 24
    people = state.inside[player] + state.caught[player][0] + state.caught[player][1] + state.escaped[player]
    if people != (2 if state.seats == 5 else 3) or state.inside[player] < 0:
        return 1
    if state.materials[player] + state.objects[player] > HAND and state.step >= TO_ACT:
        return 47
    return 0
