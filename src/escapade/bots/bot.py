"""What a bot is: it is handed what its seat may know, and chooses one of the actions that are legal."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from escapade.kernel.contract import Game
from escapade.kernel.fields import State


class Bot(Protocol):
    """Chooses for the seat at the turn. Equal views, equal dice, equal choices."""

    def __call__(self, game: Game, view: State, legal: Sequence[int], rng: random.Random) -> int:
        """Return one of the legal codes."""
        ...


def must_be_view(game: Game, view: State) -> None:
    """Refuse to look at anything but a view: a bot that sees a state could cheat without meaning to."""
    if not isinstance(view, game.fields.View):
        raise TypeError(f"a bot sees a view of {game.name}, never a {type(view).__name__}: use match.view(seat)")
