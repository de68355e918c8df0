"""A signature: one line that stands for the course of 1,000 seeded random games.

It is made of how long each game was, how many decisions it took and what each seat got out of it, so it depends on the
rules and the dice and not on how a state is laid out in memory.
"""

from __future__ import annotations

import hashlib
from typing import Any

from escapade import Game
from escapade.kernel.batch import opening, play_chunk

GAMES_SIGNED = 1000
MEANING = (
    "1,000 seeded random games of some options took another course, and that is what a change of the rules is: "
    "records and bots of before may no longer fit."
)


def signature(game: Game, seats: int, **options: Any) -> str:
    """One line for some seats and options."""
    chunk = play_chunk(opening(game, seats, options), first=0, n=GAMES_SIGNED)
    total = hashlib.sha256()
    for plies, moves, returns in zip(chunk.plies.tolist(), chunk.moves.tolist(), chunk.returns.tolist(), strict=True):
        total.update(f"{plies} {moves} {[round(1000 * score) for score in returns]}\n".encode())
    said = " ".join(f"{name}={value}" for name, value in options.items())
    return f"{game.name} seats={seats} {said} plies={chunk.plies.sum()} {total.hexdigest()[:32]}\n"
