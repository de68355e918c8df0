"""The door to learned evaluators: what a network reads is derived from the field table, its weights come from a file.

Search asks `search.judge` what a world is worth, and does not look behind that. With an evaluator a network answers
(`bots.learned`), without one the value that is written by hand in `bots.heuristics`.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save as packed

from escapade.bots.learned import EACH, LOW, PLACE, SLOT, SORT, SPAN, STEP, WHOSE, WIDTH, Net
from escapade.kernel.contract import Game
from escapade.kernel.fields import OWNER, Axis, Field, Fields, View
from escapade.kernel.files import whole
from escapade.kernel.names import BadInput

ABOUT = "escapade"  # where in the file's metadata it is said what the weights are for
FORMAT = 1  # of that; another number means that the file is read in another way
MANY = 4096  # positions looked at together


# --- What a network reads ----------------------------------------------------


def columns(fields: Fields, seats: int) -> Any:
    """A line for each cell of a state: where it lies, whose it is, and what is counted from the seat asked about."""
    return np.array([line for entry in fields.table for line in cells_of(fields, entry, seats)], np.int64)


def cells_of(fields: Fields, entry: Field, seats: int) -> Iterator[list[int]]:
    """The lines of one field; places beyond those at the table stay where they are (a phantom may sit there)."""
    width, at = np.dtype(entry.cell).itemsize, int(fields.dtype.fields[entry.name][1])  # type: ignore[index]
    many = math.prod(map(int, entry.shape))
    share = each(entry) * math.prod(map(int, entry.shape[1:])) if each(entry) else 0  # cells of one seat
    for i in range(many):
        owner = i // share if share else seats
        place, step = (at + i % share * width, share * width) if owner < seats else (at + i * width, 0)
        yield [place, step, owner, width, counted(entry.holds), int(entry.holds is not None), 0, 0, 0]


def each(entry: Field) -> int:
    """How many neighbouring places along the first axis belong to one seat; 0: they belong to nobody."""
    first = entry.shape[0] if entry.shape else 0
    places = first.each if isinstance(first, Axis) else 1
    return places if entry.seated or entry.sees == OWNER or places > 1 else 0


def counted(holds: Axis | None) -> int:
    """How many of the numbers that stand in a cell belong to one seat; 0: they are not counted from a seat."""
    return holds.each if holds is not None and (holds.counts == "seat" or holds.each > 1) else 0


def numbers(batch: Any, cells: Any, seat: int, seats: int) -> Any:
    """What stands in the cells of many states, seen from a seat: `learned.number_in`, before it is cut to its range."""
    memory = batch.view(np.uint8).reshape(len(batch), batch.dtype.itemsize)
    place = cells[:, PLACE] + cells[:, STEP] * ((cells[:, WHOSE] + seat) % seats)
    found = np.zeros((len(batch), len(cells)), np.int64)
    for i in range(int(cells[:, WIDTH].max(initial=0))):
        wide = cells[:, WIDTH] > i
        found[:, wide] |= memory[:, place[wide] + i].astype(np.int64) << 8 * i
    found -= (found >> 8 * cells[:, WIDTH] - 1) << 8 * cells[:, WIDTH]
    theirs = seats * cells[:, EACH]
    turned = (found + (seats - seat) * cells[:, EACH]) % np.maximum(1, theirs)
    return np.where((found >= 0) & (found < theirs), turned, found)


def within(found: Any, cells: Any) -> Any:
    """Numbers from 0 up, cut to the range that was met in training."""
    return np.clip(found - cells[:, LOW], 0, cells[:, SPAN])


def ranged(lines: Any, low: Any, high: Any) -> Any:
    """The cells that tell anything: those in which different numbers stood; each has a slot, of sorts one a number."""
    cells = lines.copy()
    cells[:, LOW], cells[:, SPAN] = low, high - low
    cells = cells[high > low]
    slots = np.where(cells[:, SORT] > 0, cells[:, SPAN] + 1, 1)
    cells[:, SLOT] = np.cumsum(slots) - slots
    return cells


def inputs(cells: Any) -> int:
    """How many numbers go into a network that reads these cells."""
    return int(cells[-1, SLOT] + (cells[-1, SPAN] + 1 if cells[-1, SORT] else 1)) if len(cells) else 0


def features(met: Any, cells: Any) -> Any:
    """What goes into the first layer for numbers within their ranges: sizes from 0 to 1, and a 1 for each sort."""
    sort = cells[:, SORT] > 0
    out = np.zeros((len(met), inputs(cells)), np.float32)
    slot = np.where(sort, cells[:, SLOT] + met, cells[:, SLOT])
    size = np.where(sort, np.float32(1), met.astype(np.float32) / cells[:, SPAN].astype(np.float32))
    np.put_along_axis(out, slot, size.astype(np.float32), 1)
    return out


# --- A network and what it is for --------------------------------------------


@dataclass(frozen=True)
class Evaluator:
    """Weights of a network, and for which game, seats, options and pieces they were learned."""

    game: str
    seats: int
    options: dict[str, Any]
    pieces: str  # hash of the cards, tiles or armies
    layout: str  # hash of the field table
    low: Any  # of each cell, what was met in training …
    high: Any
    layers: list[tuple[Any, Any]]  # weights (a line for each number that comes in) and what is added
    lines: Any = field(repr=False)  # what `columns` says

    @property
    def cells(self) -> Any:
        """What the network reads."""
        return ranged(self.lines, self.low, self.high)

    @property
    def widths(self) -> list[int]:
        """How wide each layer is, from what comes in to the one number that comes out."""
        return [len(self.layers[0][0]), *(len(added) for _, added in self.layers)]

    def must_fit(self, view: View) -> None:
        """Refuse a view of a table with more or fewer seats."""
        seats = getattr(view, "seats", self.seats)
        if seats != self.seats:
            raise BadInput(f"an evaluator that was learned for {self.seats} seats cannot judge a table of {seats}")

    def net(self, work: Any) -> Net:
        """The network as search takes it along, to judge the state in `work`."""
        flat = np.concatenate([part.ravel() for layer in self.layers for part in layer]).astype(np.float32)
        room = np.zeros((len(self.layers), max(self.widths[1:])), np.float32)
        return Net(work.view(np.int8), self.cells, np.array(self.widths, np.int64), flat, room)

    def utilities(self, batch: Any) -> Any:
        """What states are worth to each seat, in NumPy: the same as `learned.utilities`, for many at once."""
        cells, found = self.cells, np.zeros((len(batch), self.seats), np.float32)
        for first in range(0, len(batch), MANY):
            some = batch[first : first + MANY]
            for seat in range(self.seats):
                met = within(numbers(some, cells, seat, self.seats), cells)
                found[first : first + MANY, seat] = forward(self.layers, features(met, cells))[-1][:, 0]
        return found


def forward(layers: Sequence[tuple[Any, Any]], given: Any) -> list[Any]:
    """What comes out of every layer, the last from -1 to 1."""
    out = [given]
    for weights, added in layers[:-1]:
        out.append(np.maximum(0, out[-1] @ weights + added))
    weights, added = layers[-1]
    return [*out, np.tanh(out[-1] @ weights + added)]


def no_net(work: Any) -> Net:
    """What search takes along where the value is written by hand."""
    nothing = np.zeros((0, 0), np.float32)
    return Net(work.view(np.int8), np.zeros((0, SLOT + 1), np.int64), np.zeros(0, np.int64), nothing.ravel(), nothing)


def hash_of_pieces(pieces: Any) -> str:
    """One hash over cards, tiles or armies, however the file that they came from was written."""
    return hashlib.sha256(msgspec.json.encode(pieces, order="deterministic")).hexdigest()


def hash_of_layout(fields: Fields) -> str:
    """One hash over the field table: where every cell lies, and what stands in it."""
    said = [
        [entry.name, np.dtype(entry.cell).name, [*map(int, entry.shape)], each(entry), counted(entry.holds)]
        + ([] if entry.holds is None else [entry.holds.counts, *entry.holds.labels])
        for entry in fields.table
    ]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


# --- Files -------------------------------------------------------------------


def save(evaluator: Evaluator, path: Path, **metadata: Any) -> None:
    """Write a file of weights."""
    said = {name: getattr(evaluator, name) for name in ("game", "seats", "options", "pieces", "layout")}
    tensors = {"low": evaluator.low.astype(np.int32), "high": evaluator.high.astype(np.int32)}
    for i, (weights, added) in enumerate(evaluator.layers):
        tensors |= {f"weights.{i}": np.ascontiguousarray(weights), f"added.{i}": added}
    with whole(path) as part:
        part.write_bytes(packed_with(tensors, {**said, "layers": evaluator.widths, **metadata}))


def packed_with(tensors: dict[str, Any], said: dict[str, Any]) -> bytes:
    """A file of arrays that says what they are for."""
    return packed(tensors, {ABOUT: json.dumps({"format": FORMAT, **said}, sort_keys=True)})


def load(
    game: Game,
    path: str | Path,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    pieces: Any = None,
) -> Evaluator:
    """Read a file of weights; BadInput says which of these they were not learned for: what is not given may be any.

    Only the pieces are the game's own if none are given.
    """
    about, tensors = read(path)
    wanted = {
        "game": game.name,
        "layout": hash_of_layout(game.fields),
        "pieces": hash_of_pieces(game.pieces() if pieces is None else pieces),
        **({} if seats is None else {"seats": seats}),
        **({} if options is None else {"options": dict(options)}),
    }
    for name, value in wanted.items():
        if about.get(name) != value:
            raise misfit(path, game, name, about.get(name), value)
    try:
        return evaluator_of(game, about, tensors)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise BadInput(f"{path}: its weights do not fit its own description ({error}); train it anew") from None


def read(path: str | Path, by: str = "escapade train") -> tuple[dict[str, Any], dict[str, Any]]:
    """What a file says of itself, and its arrays; a command writes such files."""
    try:
        Path(path).open("rb").close()  # what the system says is clearer than what the library makes of it
        with safe_open(path, "numpy") as file:
            about = json.loads((file.metadata() or {}).get(ABOUT, "{}"))
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  (it is no mapping)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    except (SafetensorError, ValueError, TypeError) as error:
        raise BadInput(f"{path}: is no file of weights: {error}") from None
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise BadInput(f"{path}: is no file of weights of this version; `{by}` writes them")
    return about, tensors


def misfit(path: str | Path, game: Game, name: str, learned: Any, wanted: Any, by: str = "escapade train") -> BadInput:
    """What does not fit, and what to do: a command learns others."""
    said = {
        "game": f"for {learned}, not for {game.name}",
        "layout": f"for another field table of {game.title}: its rules have changed since",
        "pieces": f"with other pieces than are played with (hash {str(learned)[:8]}, not {str(wanted)[:8]})",
        "seats": f"for {learned} seats, not for {wanted}",
        "options": f"with {in_words(learned)}, not with {in_words(wanted)}",
    }
    return BadInput(f"{path}: its weights were learned {said[name]}; `{by} {game.name}` learns others")


def in_words(options: Any) -> str:
    """Options as they are said."""
    named = options.items() if isinstance(options, dict) else ()
    return ", ".join(f"{name} {value}" for name, value in named) or "no options"


def evaluator_of(game: Game, about: dict[str, Any], tensors: dict[str, Any]) -> Evaluator:
    """Put together what was read; ValueError if it does not fit together."""
    lines, widths = columns(game.fields, game.check_seats(about["seats"])), about["layers"]
    low, high = tensors["low"].astype(np.int64), tensors["high"].astype(np.int64)
    layers = [(tensors[f"weights.{i}"], tensors[f"added.{i}"]) for i in range(len(widths) - 1)]
    if not low.shape == high.shape == (len(lines),) or not layers or (high < low).any():
        raise ValueError("ranges")
    if widths[0] != inputs(ranged(lines, low, high)) or widths[-1] != 1:
        raise ValueError("layers")
    for i, (weights, added) in enumerate(layers):
        whole = weights.shape == (widths[i], widths[i + 1]) and added.shape == (widths[i + 1],)
        if not whole or any(part.dtype != np.float32 or not np.isfinite(part).all() for part in (weights, added)):
            raise ValueError(f"layer {i}")
    named = {name: about[name] for name in ("game", "seats", "options", "pieces", "layout")}
    return Evaluator(**named, low=low, high=high, layers=layers, lines=lines)
