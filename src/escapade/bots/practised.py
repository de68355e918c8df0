"""Files of habits: what practice has taught in a game (`lab.practice` teaches it), read once, beside its heuristic."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from escapade.bots.evaluator import hash_of_pieces, misfit, packed_with, read
from escapade.bots.habit import Habit
from escapade.bots.parts import features_of
from escapade.kernel.contract import Game
from escapade.kernel.files import whole
from escapade.kernel.names import BadInput

Parts = dict[str, Any]  # the arrays of a file, by name
PARTS = ("state_weights", "action_weights", "bias", "output_weights")
PRACTICE = "python -m bench.practice"  # what writes such files


def save(game: Game, parts: Parts, path: Path, **metadata: Any) -> None:
    """Write a file of habits."""
    said = {"game": game.name, "pieces": hash_of_pieces(game.pieces()), **metadata}
    with whole(path) as part:
        part.write_bytes(packed_with({name: np.ascontiguousarray(parts[name]) for name in PARTS}, said))


def load(game: Game, path: Path) -> Parts:
    """Read a file of habits; BadInput if it is of another game, or not whole."""
    about, tensors = read(path, PRACTICE)
    if about.get("game") != game.name:
        raise misfit(path, game, "game", about.get("game"), game.name, PRACTICE)
    parts = {name: tensors.get(name, np.zeros(0)).astype(np.float32) for name in PARTS}
    terms, wide = features_of(game), len(parts["bias"])
    shapes = {
        "state_weights": (terms.STATE_FEATURES, wide),
        "action_weights": (terms.ACTION_FEATURES, wide),
        "bias": (wide,),
        "output_weights": (wide,),
    }
    for name, shape in shapes.items():
        if parts[name].shape != shape or not np.isfinite(parts[name]).all():
            fault = f"its {name} do not fit the terms of {game.title}"
            raise BadInput(f"{path}: {fault}; `{PRACTICE} {game.name}` learns others")
    return parts


def plain_habit(game: Game) -> Habit:
    """What was practised in a game, in lists, for plain rules."""
    return Habit(*(part.tolist() for part in habit(game, learned(game))))


@cache
def learned(game: Game) -> Parts | None:
    """What was practised in a game; None where nobody has practised."""
    return load(game, game.policy) if game.policy else None


def habit(game: Game, parts: Parts | None) -> Habit:
    """A habit with room to think in; without parts it is empty, and the heuristic alone decides."""
    if parts is None:
        nothing = np.zeros((0, 0), np.float32)
        return Habit(nothing, nothing, nothing.ravel(), nothing.ravel(), nothing, nothing)
    terms = features_of(game)
    numbers = np.zeros((2, max(terms.STATE_FEATURES, terms.ACTION_FEATURES)), np.float32)
    weights = {name: parts[name] for name in PARTS}
    return Habit(**weights, numbers=numbers, signal=np.zeros((2, len(parts["bias"])), np.float32))
