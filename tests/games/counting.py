"""Perft: how many ways there are to go on for so many plies, choices and chance outcomes alike."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Protocol, TypeVar

from escapade import CHANCE, Game, State


class Naive(Protocol):
    """A second, simple telling of a game's rules."""

    def legal(self) -> set[str]:
        """What may happen now, by name; nothing when the game is over."""
        ...

    def play(self, name: str) -> None:
        """Let it happen."""
        ...


N = TypeVar("N", bound=Naive)


def choices(game: Game, state: State) -> dict[str, int]:
    """What may happen now in a state: the codes by name."""
    codes = [code for code, _ in game.odds(state)] if state.turn == CHANCE else game.legal(state)
    named = {game.actions[code].name: code for code in codes}
    assert len(named) == len(codes), "an action stands twice"
    return named


def leaves(game: Game, state: State, depth: int) -> int:
    """Count the leaves of the tree of so many plies that grows from a state."""
    codes = choices(game, state)
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes.values():
        child: Any = state.copy()
        game.rules.apply(child, code)
        total += leaves(game, child, depth - 1)
    return total


def naive_leaves(naive: N, depth: int) -> int:
    """Count them once more, the naive way."""
    if depth == 1:
        return len(naive.legal())
    total = 0
    for name in naive.legal():
        child = deepcopy(naive)
        child.play(name)
        total += naive_leaves(child, depth - 1)
    return total
