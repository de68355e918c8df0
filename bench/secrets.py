"""Secrets under load: every hidden cell of sampled states is scrambled; nothing a seat sees, may do or hears changes.

`make soak` runs it on 100,000 states a game; `ARGS="--games 1000"` on fewer.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from rich.console import Console

from bench import observing
from escapade.games import GAMES
from escapade.kernel.batch import Opening, play_chunk
from escapade.kernel.compile import compiled
from escapade.kernel.names import SPECTATOR

CHUNK = 500
DEEPEST = 1500  # plies: states are taken from anywhere up to here


def secrets(name: str, states: int, starts: list[Opening], console: Console) -> bool:
    """Sample so many states of every kind of table; say whether anything leaked."""
    game, dice, scrambled = GAMES[name], np.random.default_rng(1), 0
    module = compiled(observing, game=game.compiled)
    for number, first in enumerate(range(0, states, CHUNK)):
        start = starts[number % len(starts)]
        depth = int(dice.integers(1, DEEPEST))
        batch = play_chunk(start, first, min(CHUNK, states - first), depth).batch
        for observer in (*range(start.seats), SPECTATOR):
            other = batch.copy()
            scrambled += scramble(start, other, observer, dice)
            leak = first_leak(module, start, batch, other, observer)
            if leak >= 0:
                console.print(
                    f"{name}: game {first + leak} at ply {depth} tells seat {observer} a secret", style="bold red"
                )
                return False
    console.print(f"{name}: {states:,} states, {scrambled:,} hidden cells scrambled, nothing told")
    return True


def scramble(start: Opening, batch: Any, observer: int, dice: np.random.Generator) -> int:
    """Write other numbers into every cell this observer may not see; return how many there are."""
    cells = 0
    for field, mask in start.game.fields.hidden_in(batch, observer):
        batch[field][mask] = dice.integers(0, 4, int(mask.sum()))
        cells += int(mask.sum())
    return cells


def first_leak(module: Any, start: Opening, batch: Any, other: Any, observer: int) -> int:
    """The first position that this observer can tell from its scrambled twin, or -1."""
    out, second, weight = (np.zeros(start.game.max_actions, np.int64) for _ in range(3))
    events: int = module.first_telling(batch, other, observer, out, second, weight)
    seen, seen_other = batch.copy(), other.copy()
    module.observe_all(seen, observer)
    module.observe_all(seen_other, observer)
    differs = [i for i in range(len(seen)) if seen[i].tobytes() != seen_other[i].tobytes()]
    return differs[0] if differs else events
