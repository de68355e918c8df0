"""What a bot is: it is handed what its seat may know, and chooses one of the actions that are legal."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from escapade.kernel.fields import View

Heard = Sequence[tuple[int, int]]  # what a seat has heard: who acted, and the code of what it noticed of it


class Budget(NamedTuple):
    """How long a bot may think: so many iterations, or so many milliseconds; neither: as its level does."""

    iterations: int | None = None
    milliseconds: int | None = None


class Bot(Protocol):
    """Chooses for the seat at the turn. Equal views, equal dice, equal iterations: equal choices."""

    def choose(self, view: View, legal: Sequence[int], heard: Heard, budget: Budget, rng: random.Random) -> int:
        """Return one of the legal codes."""
        ...
