"""The parts of a game that bots think with; what any game has stands in for those that a game lacks."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from escapade.kernel.contract import Game
from escapade.kernel.fields import State
from escapade.kit import any_features, any_heuristic


@cache
def heuristic_of(game: Game) -> ModuleType:
    """The heuristic of a game; a game that has none is played by its returns alone."""
    return whole(game, "heuristic", any_heuristic)


@cache
def has_book(game: Game) -> bool:
    """Do set-ups, made simultaneously, come from a book? Other simultaneous choices need thought."""
    return heuristic_of(game).by_book is not any_heuristic.by_book


def from_book(game: Game, state: State) -> bool:
    """Is this a set-up that comes from a book?"""
    return has_book(game) and bool(game.simultaneous(state))


@cache
def features_of(game: Game) -> ModuleType:
    """The features in which a learned policy sees a game; there are none of a game that has no such policy."""
    return whole(game, "features", any_features)


def whole(game: Game, name: str, default: ModuleType) -> ModuleType:
    """A part of a game, or the default; what the default defines, the part must have, too.

    A part is compiled as a module, so it cannot be put together here of what a game has and what it lacks.
    """
    found = game.part(name)
    if found is None:
        return default
    needed = [
        n for n, thing in vars(default).items() if n.isupper() or getattr(thing, "__module__", "") == default.__name__
    ]
    if missing := ", ".join(n for n in needed if not hasattr(found, n)):
        taken = f"from {default.__name__} import {missing}"
        raise TypeError(f"{found.__name__} lacks {missing}: write it, or take what any game has, `{taken}`")
    return found
