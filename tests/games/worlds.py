"""Worlds that fit a view, enumerated on small boxes: every one of them is guessed, and no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from escapade import State
from escapade.kernel.rng import seed
from escapade.laws.tables import Table

World = tuple[int, ...]
PATIENCE = 100_000  # guesses after which a world that did not come up counts as missing


def guesses(table: Table, view: State) -> Iterator[State]:
    """Guess after guess, always on the same dice."""
    words = [0, 0]
    seed(words, 1)
    while True:
        yield table.game.guess(view, words)


def check_complete(table: Table, view: State, worlds: set[World], world: Callable[[State], World]) -> None:
    """Every guess is one of the worlds, and every world is guessed before patience ends."""
    missing = set(worlds)
    for _, guess in zip(range(PATIENCE), guesses(table, view), strict=False):
        assert world(guess) in worlds
        missing.discard(world(guess))
        if not missing:
            return
    assert not missing


def splits(n: int, rooms: list[int]) -> Iterator[list[int]]:
    """Every way to put n alike things into rooms of these sizes."""
    if not rooms:
        if n == 0:
            yield []
        return
    for first in range(min(n, rooms[0]) + 1):
        for rest in splits(n - first, rooms[1:]):
            yield [first, *rest]


def deals(unseen: list[int], rooms: list[int]) -> Iterator[list[list[int]]]:
    """Every way to share out unseen cards, counted by symbol, so that all rooms are full: a list by symbol."""
    if not unseen:
        if not any(rooms):
            yield []
        return
    for split in splits(unseen[0], rooms):
        left = [room - n for room, n in zip(rooms, split, strict=True)]
        for rest in deals(unseen[1:], left):
            yield [split, *rest]
