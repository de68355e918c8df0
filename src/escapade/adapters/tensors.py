"""A view as a row of numbers, for learning: what stands where is derived from the field table.

Seats are counted from the one that looks: its own things come first, then those of the next seat round the table, and
a cell that holds a seat's number holds how far on that seat sits. What a seat may not see is said in planes of its own.
`Layout.tensor` writes a plain view; `adapters.encoding` writes the same from a record, in compiled code.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from escapade.kernel.contract import Game
from escapade.kernel.fields import ALL, OWNER, Axis, Field, View
from escapade.kernel.names import NONE, UNKNOWN, BadInput
from escapade.kernel.pages import table

SMALL = 600  # numbers that a field may become, where each place that its cells can hold has one of its own
# The greatest number that an array is given; a greater one becomes this.
MAX_VALUE = {np.dtype(np.int8): 127, np.dtype(np.float32): 1 << 24}
ME = "me"  # the part that says which seat looks: actions that name a seat name it by its place at the table

# A run is a stretch of cells for compiled code. Its columns: where its bytes lie in a view, where its numbers stand in
# the row, how many cells there are, the numbers that each becomes; then, for cells that are not simple, their bytes,
# how many places are one seat's, and where the hidden plane begins (or -1); and, for what is looked up through cells
# that hold pieces, where it lies and how many pieces are a seat's.
FROM, TO, MANY, SPAN, WIDTH, EACH, HIDES, KNOWN, TEAM = range(9)
# The kinds of runs, in their order: counts and places of one byte, their hidden planes, one-hot cells of one byte,
# sets, what is looked up, and single cells of any other sort.
COUNTS, PLACES, HIDDEN, MARKS, SETS, LOOKED, SINGLE = range(7)
Run = list[int]


def each(entry: Field) -> int:
    """How many neighbouring places along the first axis belong to one seat; 0: they belong to nobody."""
    first = entry.shape[0] if entry.shape else 0
    places = first.each if isinstance(first, Axis) else 1
    return places if entry.seated or entry.sees == OWNER or places > 1 else 0


def counted(holds: Axis | None) -> int:
    """How many of the numbers that stand in a cell belong to one seat; 0: they are not counted from a seat."""
    return holds.each if holds is not None and (holds.counts == "seat" or holds.each > 1) else 0


@dataclass(frozen=True)
class Part:
    """A stretch of the row: one field, or one that is looked up through cells that hold pieces."""

    name: str
    about: str
    start: int
    cells: tuple[int, ...]  # as the field has them, without seats that nobody sits on
    places: tuple[str, ...]  # what each number of a one-hot cell, or of a set, stands for; nothing: it is one number
    hidden: bool  # cells that may not be seen are marked, in a plane that follows
    of: Field | None  # whose cells are written; None: the seat that looks, or a piece's owner
    via: Field | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        """Cells, and if they are one-hot the places that each can hold."""
        return (*self.cells, *([len(self.places)] if self.places else []))

    @property
    def span(self) -> int:
        """How many numbers a cell becomes; 0: it stays a count; -1: it stays a place, from 1 on, and 0 is nothing."""
        return len(self.places) or -int(self.of is not None and self.of.holds is not None)

    @property
    def bits(self) -> bool:
        """Is a cell a set?"""
        return self.of is not None and self.of.bits is not None

    @property
    def width(self) -> int:
        """The bytes of a cell."""
        return np.dtype(self.of.cell).itemsize if self.of else 0

    @property
    def counts(self) -> int:
        """How many of the places that a cell can hold are one seat's; 0: they are nobody's."""
        return counted(self.of.holds) if self.of else 1

    @property
    def simple(self) -> bool:
        """Is a cell one byte that means the same to every seat?"""
        return self.width == 1 and not self.bits and not self.counts

    def run(self, lies: int, cell: int, many: int = 1) -> Run:
        """A run of so many cells from one on, which lies there."""
        hides = self.hides + cell if self.hidden else -1
        start = self.start + cell * max(1, self.span)
        return [lies, start, many, self.span, self.width, self.counts, hides]

    @property
    def hides(self) -> int:
        """Where the plane of hidden cells begins."""
        return self.start + math.prod(self.shape)

    @property
    def end(self) -> int:
        """Where the next part begins."""
        return self.hides + (math.prod(self.cells) if self.hidden else 0)


class Layout:
    """What stands where in the tensor of a game for so many seats."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game, self.seats = game, seats
        self.parts: list[Part] = []
        self._add(ME, "which seat looks", (), _seat_names(seats), None)
        for entry in game.fields.table:
            self._add_field(entry)
        self.size = self.parts[-1].end
        self.runs, self.ends = self._plan()
        self.most = int(self.runs[..., MANY].max())  # cells of a run

    def _add(self, name: str, about: str, cells: tuple[int, ...], places: tuple[str, ...], *of: Field | None) -> None:
        start = self.parts[-1].end if self.parts else 0
        hidden = of[0] is not None and of[0].sees != ALL
        self.parts.append(Part(name, about, start, cells, places, hidden, *of))

    def _add_field(self, entry: Field) -> None:
        """Add a field; where its cells hold pieces, what is known of the piece in each cell takes their place."""
        cells = self._cells(entry)
        if entry.holds is None or entry.holds.each == 1:
            self._add(entry.name, entry.about, cells, self._places(entry, cells), entry)
            return
        self._add(f"{entry.name}.seat", "whose piece is there", cells, _seat_names(self.seats), None, entry)
        for other in self.game.fields.table:
            if len(other.shape) == 1 and other.shape[0] is entry.holds and not _leads_back(other, entry):
                about = f"`{other.name}` of the piece there"
                self._add(f"{entry.name}.{other.name}", about, cells, self._places(other, cells), other, entry)

    def _cells(self, entry: Field) -> tuple[int, ...]:
        """The shape of a field, without seats that nobody sits on; beside a lone player a phantom may sit."""
        if not each(entry):
            return tuple(map(int, entry.shape))
        return min(int(entry.shape[0]), max(2, self.seats) * each(entry)), *map(int, entry.shape[1:])

    def _places(self, entry: Field, cells: tuple[int, ...]) -> tuple[str, ...]:
        if entry.bits is not None:
            return entry.bits.labels
        if entry.holds is None:
            return ()
        places = _seat_names(self.seats) if entry.holds.counts == "seat" else entry.holds.labels
        return places if math.prod(cells) * len(places) <= SMALL else ()

    def _plan(self) -> tuple[Any, Any]:
        """For each seat its runs, kind by kind, and where those of each kind end."""
        plans, ends = [], []
        for seat in range(self.seats):
            kinds = [_joined(found) for found in self._runs(seat)]
            plans.append([run for found in kinds for run in found])
            ends.append(np.cumsum([len(found) for found in kinds]))
        runs = np.zeros((self.seats, max(map(len, plans)), TEAM + 1), np.int64)
        for seat, plan in enumerate(plans):
            runs[seat, : len(plan)] = plan
        return runs, np.array(ends, np.int64)

    def _runs(self, seat: int) -> list[list[Run]]:
        """What compiled code does for a seat, by kind."""
        kinds: list[list[Run]] = [[] for _ in range(SINGLE + 1)]
        for part in self.parts[1:]:
            if part.via is not None:
                kinds[LOOKED].append(self._through(part))
                continue
            for lies, cell, many in self._stretches(part, seat):
                if part.bits:
                    kinds[SETS].append(part.run(lies, cell, many))
                elif not part.simple:
                    kinds[SINGLE] += [part.run(lies + i * part.width, cell + i) for i in range(many)]
                else:
                    kind = MARKS if part.span > 0 else COUNTS - part.span
                    kinds[kind].append(part.run(lies, cell, many)[: SPAN + 1])
                    if part.hidden:
                        kinds[HIDDEN].append([lies, part.hides + cell, many, 0])
        return kinds

    def _through(self, part: Part) -> Run:
        """A run through cells that hold pieces."""
        team = part.via.holds.each if part.via and part.via.holds else 1
        return [*part.run(self._lies(part.via), 0, math.prod(part.cells)), self._lies(part.of), team]

    def _stretches(self, part: Part, seat: int) -> Iterator[tuple[int, int, int]]:
        """The cells of a field owner by owner, from the seat that looks: where they lie, the first, how many.

        Owners who do not sit at the table come after.
        """
        many = math.prod(part.cells)
        share = each(part.of) * math.prod(part.cells[1:]) if part.of and each(part.of) else many
        owners = many // share
        for k in range(owners):
            owner = (k + seat) % self.seats if owners > 1 and k < self.seats else k
            yield self._lies(part.of) + owner * share * part.width, k * share, share

    def _lies(self, entry: Field | None) -> int:
        """Where in a record a field begins."""
        lies: Any = self.game.fields.dtype.fields
        return int(lies[entry.name][1]) if entry else 0

    # --- Writing ---

    def tensor(self, view: View, seat: int, dtype: Any = np.float32) -> Any:
        """The row of numbers for a view of this seat; for a spectator, whose seat is negative, seats count from 0.

        >>> import escapade
        >>> match = escapade.new("cartagena", seats=2, seed=1)
        >>> row = layout(match.game, 2).tensor(match.view(1), 1)
        >>> row.shape, row[:2].tolist()
        ((741,), [0.0, 1.0])
        """
        row = np.zeros(self.size, np.int64)
        if seat >= 0:
            row[seat] = 1
        for part in self.parts[1:]:
            self._write(row, part, self._numbers(view, part, max(0, seat)).ravel())
        return np.minimum(row, MAX_VALUE[np.dtype(dtype)]).astype(dtype)

    def _write(self, row: Any, part: Part, numbers: Any) -> None:
        """Write a part; numbers below 0 are nothing there, or hidden."""
        cells = np.arange(len(numbers))
        if part.hidden:
            row[part.hides + cells] = numbers == UNKNOWN
        if part.bits:
            bits = numbers[:, None] >> np.arange(part.span) & 1
            row[part.start : part.hides] = bits.ravel()
        elif part.span > 0:
            stands = (numbers >= 0) & (numbers < part.span)
            row[part.start + cells[stands] * part.span + numbers[stands]] = 1
        else:
            row[part.start + cells] = np.maximum(numbers - part.span, 0)

    def _numbers(self, view: View, part: Part, seat: int) -> Any:
        """What the cells of a part hold, counted from a seat."""
        if part.of is not None and part.via is None:
            return self._turned(view, part.of, seat)[: part.cells[0] if part.cells else None]
        pieces = np.array(getattr(view, part.via.name)) if part.via else np.zeros(0, np.int64)
        if part.of is None:
            team = part.via.holds.each if part.via and part.via.holds else 1
            return np.where(pieces >= 0, (pieces // team - seat) % self.seats, NONE)
        found = self._renamed(np.array(getattr(view, part.of.name)), part.of, seat)[pieces]
        return np.where(pieces >= 0, found, NONE)

    def _turned(self, view: View, entry: Field, seat: int) -> Any:
        """A field's cells, those of the seat that looks first."""
        cells = np.atleast_1d(getattr(view, entry.name))
        theirs = self.seats * each(entry)
        cells[:theirs] = np.roll(cells[:theirs], -seat * each(entry), 0)
        return self._renamed(cells, entry, seat)

    def _renamed(self, numbers: Any, entry: Field, seat: int) -> Any:
        """Numbers that stand for seats, or what is theirs, counted from the seat that looks."""
        theirs = self.seats * counted(entry.holds)
        inside = (numbers >= 0) & (numbers < theirs)
        return np.where(inside, (numbers - seat * counted(entry.holds)) % max(1, theirs), numbers)

    # --- Reading ---

    def named(self, rows: Any) -> dict[str, Any]:
        """Every part of a row, or of many, in its own shape: views of the same memory; `name?` is what is hidden.

        >>> from escapade.games import GAMES
        >>> cells = layout(GAMES["stratego"], 2)
        >>> cells.named(np.zeros((7, cells.size)))["board.rank"].shape
        (7, 64, 9)
        """
        found, many = {}, rows.shape[:-1]
        for part in self.parts:
            found[part.name] = rows[..., part.start : part.hides].reshape((*many, *part.shape))
            if part.hidden:
                found[f"{part.name}?"] = rows[..., part.hides : part.end].reshape((*many, *part.cells))
        return found

    def rows(self) -> Iterator[tuple[str, str, str, str]]:
        """The table for the documentation: part, where it stands, its shape, what its numbers mean."""
        for part in self.parts:
            kind = {0: "", -1: "place + 1: "}.get(part.span, "set: " if part.bits else "one-hot: ")
            yield f"`{part.name}`", f"{part.start}", _said(part, True), kind + part.about
            if part.hidden:
                yield f"`{part.name}?`", f"{part.hides}", _said(part, False), "1: may not be seen"


@cache
def layout(game: Game, seats: int) -> Layout:
    """What stands where in the tensor of a game for so many seats."""
    return Layout(game, seats)


def kind_of_numbers(dtype: Any) -> Any:
    """What rows are written in, as NumPy calls it."""
    found = np.dtype(dtype)
    if found not in MAX_VALUE:
        raise BadInput(f"observations are int8 or float32, not {found}")
    return found


def _seat_names(seats: int) -> tuple[str, ...]:
    """The seats, counted from the one that looks; alone, one may have a phantom beside it."""
    return tuple(map(str, range(max(2, seats))))


def _leads_back(entry: Field, via: Field) -> bool:
    """Does a field of pieces say in which of these cells each of them is?"""
    return entry.holds is not None and entry.holds is via.shape[0]


def _joined(runs: Iterable[Run]) -> list[Run]:
    """Make one run of those that go on where the last one ends, in memory and in the row; fill up their columns."""
    done: list[Run] = []
    for lies, start, many, span, *extra in runs:
        last = done[-1] if done else [0] * (TEAM + 1)
        reach = [last[FROM] + last[MANY], last[TO] + last[MANY] * max(1, last[SPAN]), last[SPAN]]
        if not extra and reach == [lies, start, span] and last[MANY]:
            last[MANY] += many
        else:
            done.append(([lies, start, many, span, *extra] + [0] * TEAM)[: TEAM + 1])
    return done


def _said(part: Part, whole: bool) -> str:
    """A shape in words."""
    owner = part.via or part.of
    counts = [axis.counts if isinstance(axis, Axis) else "" for axis in owner.shape] if owner else []
    said = [f"{name} {many}".strip() for name, many in zip(counts, part.cells, strict=True)]
    if whole and part.places:
        held = (part.of.bits or part.of.holds) if part.of else None
        said.append(f"{held.counts if held else 'seat'} {len(part.places)}")
    return " × ".join(said)


def page(games: Iterable[Game]) -> str:
    """The page of the documentation: the layout of every game."""
    parts = [
        "# Tensors",
        "This page is made from the field tables; change them, not this. [Other libraries](adapters.md) says how "
        "tensors are used and read.",
    ]
    for game in games:
        sizes = ", ".join(f"{layout(game, seats).size} for {seats}" for seats in game.seats)
        seats = game.check_seats(None)
        parts += [
            f"## {game.title}",
            f"Numbers in a row, by seats: {sizes}. With {seats}:" if len(game.seats) > 1 else f"{sizes} seats:",
            table(("part", "from", "shape", "meaning"), layout(game, seats).rows()),
        ]
    return "\n\n".join(parts) + "\n"
