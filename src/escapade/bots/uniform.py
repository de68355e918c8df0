"""The random player: whatever is legal, all alike."""

from __future__ import annotations

import random
from collections.abc import Sequence

from escapade.bots.bot import must_be_view
from escapade.kernel.contract import Game
from escapade.kernel.fields import State


def choose(game: Game, view: State, legal: Sequence[int], rng: random.Random) -> int:
    """Pick any legal action."""
    must_be_view(game, view)
    return rng.choice(legal)
