"""Files of a learned policy's weights (`escapade train` writes them), read once; a game's own lies in its folder."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save as packed

from escapade.bots.parts import features_of
from escapade.bots.policy import Policy
from escapade.kernel.contract import Game
from escapade.kernel.files import whole
from escapade.kernel.names import BadInput

Weights = dict[str, Any]  # the arrays of a file, by name
NAMES = ("state_weights", "action_weights", "bias", "output_weights")
METADATA = "escapade"  # the entry of the file's metadata that says what the weights are for
FORMAT = 1  # of that entry


def save(game: Game, weights: Weights, path: Path, **metadata: Any) -> None:
    """Write a file of weights."""
    about = {"format": FORMAT, "game": game.name, "pieces": hash_of_pieces(game.pieces()), **metadata}
    arrays = {name: np.ascontiguousarray(weights[name]) for name in NAMES}
    with whole(path) as part:
        part.write_bytes(packed(arrays, {METADATA: json.dumps(about, sort_keys=True)}))


def hash_of_pieces(pieces: Any) -> str:
    """Hash cards, tiles or armies, however their file was written."""
    return hashlib.sha256(msgspec.json.encode(pieces, order="deterministic")).hexdigest()


def load(game: Game, path: Path) -> Weights:
    """Read a file of weights; BadInput if it is of another game, or not whole."""
    about, arrays = read(path)
    if about.get("game") != game.name:
        raise misfit(game, path, f"its weights were learned for {about.get('game')}, not for {game.name}")
    weights = {name: arrays.get(name, np.zeros(0)).astype(np.float32) for name in NAMES}
    features, neurons = features_of(game), len(weights["bias"])
    shapes = (features.STATE_FEATURES, neurons), (features.ACTION_FEATURES, neurons), (neurons,), (neurons,)
    for name, shape in zip(NAMES, shapes, strict=True):
        if weights[name].shape != shape:
            raise misfit(game, path, f"its {name} have the shape {weights[name].shape}; {game.title} needs {shape}")
        if not np.isfinite(weights[name]).all():
            raise misfit(game, path, f"its {name} are not all finite")
    return weights


def read(path: Path) -> tuple[dict[str, Any], Weights]:
    """What a file says of itself, and its arrays."""
    try:
        path.open("rb").close()  # what the system says is clearer than what the library makes of it
        with safe_open(path, "numpy") as file:
            about = json.loads((file.metadata() or {}).get(METADATA, "{}"))
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  (it is no mapping)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    except (SafetensorError, ValueError, TypeError) as error:
        raise BadInput(f"{path}: is no file of weights: {error}") from None
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise BadInput(f"{path}: is no file of weights of this version; `escapade train` writes them")
    return about, arrays


def misfit(game: Game, path: Path, fault: str) -> BadInput:
    """What does not fit, and what to do."""
    return BadInput(f"{path}: {fault}; `escapade train {game.name}` learns others")


@cache
def own_weights(game: Game) -> Weights | None:
    """The weights in the game's folder; None if there are none."""
    return load(game, game.policy) if game.policy else None


def policy_of(game: Game, weights: Weights | None) -> Policy:
    """A policy with its scratch arrays; without weights the heuristic alone decides."""
    if weights is None:
        nothing = np.zeros((0, 0), np.float32)
        return Policy(nothing, nothing, nothing.ravel(), nothing.ravel(), nothing, nothing)
    most = max(features_of(game).STATE_FEATURES, features_of(game).ACTION_FEATURES)
    features, hidden = np.zeros((2, most), np.float32), np.zeros((2, len(weights["bias"])), np.float32)
    return Policy(**{name: weights[name] for name in NAMES}, features=features, hidden=hidden)


def own_policy(game: Game) -> Policy:
    """The game's own policy in lists, for plain rules."""
    return Policy(*(part.tolist() for part in policy_of(game, own_weights(game))))
