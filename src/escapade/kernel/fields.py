"""A state is declared once, as a table of fields; everything else about it is derived from that table.

Derived here: the record a compiled rule works on, the light class a plain rule works on, which cells are
hidden from a seat, and the table in the documentation.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from escapade.kernel.names import NONE, SPECTATOR, UNKNOWN

int8, int16, int32, int64 = np.int8, np.int16, np.int32, np.int64

ALL, OWNER, NOBODY = "all", "owner", "nobody"  # who sees a field


class Axis(int):
    """One direction of a field's shape: its length, what it counts, and the labels along it."""

    counts: str
    labels: tuple[str, ...]
    each: int  # how many neighbouring places belong to one seat, where the axis is owned

    def __new__(cls, counts: str, labels: int | Sequence[str], each: int = 1) -> Axis:
        """Take a length or the labels themselves."""
        named = tuple(map(str, range(labels))) if isinstance(labels, int) else tuple(labels)
        axis = super().__new__(cls, len(named))
        axis.counts, axis.labels, axis.each = counts, named, each
        return axis

    def __reduce__(self) -> tuple[type[Axis], tuple[str, tuple[str, ...], int]]:
        return Axis, (self.counts, self.labels, self.each)


class Field(NamedTuple):
    """One line of a state: its name, its cells, who sees them, what they mean."""

    name: str
    cell: type
    shape: tuple[int, ...]
    sees: str  # OWNER: axis 0 is the seat, or has `each` places for every seat
    about: str
    revealed_by: str = ""  # a field: where it is not 0, everyone sees the cell all the same
    holds: Axis | None = None  # what a cell's number stands for
    seated: bool = False  # axis 0 counts seats, though everyone sees it
    bits: Axis | None = None  # a cell is a set of these: a bit each
    fixed: bool = False  # nothing changes it after `setup`: views that are only read share it
    allows_empty_rows: bool = False  # nothing changes the rows of seats that nobody has: such views share these


class State:
    """A light state: one attribute a field, made of Python ints and lists. `Fields` generates the real class."""

    __slots__ = ()
    _names: tuple[str, ...] = ()

    def copy(self, kind: type[State] | None = None) -> Any:
        """Return an equal state, of another kind if asked for, that shares nothing with this one."""
        raise TypeError("only a generated state can be copied")

    def copy_for_observers(self, kind: type[State], many: int, before: State | None) -> list[Any]:
        """Return copies to be read only: they share what everyone sees, and with this one what nothing changes.

        With a copy that was made before they share what has not changed since: to compare is quicker than to copy.
        """
        raise TypeError("only a generated state can be copied")

    if TYPE_CHECKING:  # the fields are slots of the generated class; at run time this would make them slow to read

        def __getattr__(self, name: str) -> Any: ...

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.as_dict() == other.as_dict()

    __hash__ = None  # type: ignore[assignment]  # states change

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{n}={v}' for n, v in self.as_dict().items())})"

    def as_dict(self) -> dict[str, Any]:
        """Every field by name."""
        raise TypeError("only a generated state has fields")


class View(State):
    """What one seat knows of a state: the same fields, with holes. Whoever asks for a view cannot be given a state."""

    __slots__ = ()


class Fields:
    """The whole table, and what is derived from it."""

    def __init__(self, *fields: Field) -> None:
        self.table = fields
        self.names = tuple(f.name for f in fields)
        twice = sorted({name for name in self.names if self.names.count(name) > 1})
        if twice:
            raise ValueError(f"field table: each field needs a name of its own; twice: {', '.join(twice)}")
        for field in fields:
            if field.revealed_by and field.revealed_by not in self.names:
                raise ValueError(f"field table: {field.name} is revealed_by {field.revealed_by!r}, which is no field")
        unsafe = [
            f.name for f in fields if (f.fixed and f.sees != ALL) or (f.allows_empty_rows and not self._has_rows(f))
        ]
        if unsafe:  # `observe` writes into what not all see, and only rows can be shared row by row
            raise ValueError(f"field table: {unsafe} cannot be shared by views")
        self.dtype = np.dtype(np.dtype((np.record, [(f.name, f.cell, tuple(map(int, f.shape))) for f in fields])))
        self.State = light_class(State, fields)
        self.View = light_class(View, fields)

    def _has_rows(self, field: Field) -> bool:
        """Does a field have a row of numbers for each seat, and does the state know how many of them play?"""
        return len(field.shape) == 2 and "seats" in self.names

    def __getitem__(self, name: str) -> Field:
        return self.table[self.names.index(name)]

    def view(self, state: State) -> View:
        """Return a copy of a state in the type that stands for what one seat knows."""
        seen: View = state.copy(self.View)
        return seen

    def filled(self, view: State) -> State:
        """Return a copy of a view in the type of a state: the paper on which `determinize` writes."""
        state: State = view.copy(self.State)
        return state

    def record(self, state: State) -> Any:
        """Lay a light state out in memory, for compiled rules; a number that does not fit its cell is an error."""
        batch = np.zeros(1, self.dtype)
        for name in self.names:
            batch[name][0] = getattr(state, name)
        return batch[0]

    def light(self, record: Any) -> State:
        """Return the light form of a record."""
        state = self.State()
        for name in self.names:
            setattr(state, name, record[name].tolist())
        return state

    def bytes(self, state: State) -> bytes:
        """Return the state's one serialisation: equal states, equal bytes."""
        packed: bytes = self.record(state).tobytes()
        return packed

    def unpack(self, packed: builtins.bytes) -> State:
        """Return the state that was packed so."""
        return self.light(np.frombuffer(packed, self.dtype)[0])

    def hidden(self, state: State, seat: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Name every cell that `seat` may not see in this state, as (field, index)."""
        seats = getattr(state, "seats", None)
        for field in self.table:
            if field.sees == ALL:
                continue
            for index in product(*map(range, field.shape)):
                if field.sees == OWNER:
                    first = field.shape[0]
                    owner = index[0] // (first.each if isinstance(first, Axis) else 1)
                    if owner == seat or (seats is not None and owner >= seats):
                        continue
                if not (field.revealed_by and _cell(getattr(state, field.revealed_by), index)):
                    yield field.name, index

    def reveals(self, before: State, after: State) -> bool:
        """Does anyone come to see a cell that was hidden from them? Then a spectator does, who sees least.

        A place that has just been emptied shows nothing of what was in it.
        """
        openers = {field.revealed_by for field in self.table if field.revealed_by}
        if all(getattr(before, name) == getattr(after, name) for name in openers):
            return False
        seen = set(self.hidden(before, SPECTATOR)) - set(self.hidden(after, SPECTATOR))
        places = {(name, self._place(name, index, after)) for name, index in seen}
        return any(not self._emptied(name, place, before, after) for name, place in places)

    def _place(self, name: str, index: tuple[int, ...], state: State) -> tuple[int, ...]:
        """Where a cell lies: the cells of a place are opened together."""
        opener, depth = getattr(state, self[name].revealed_by), 0
        while isinstance(opener, list):
            opener, depth = opener[0], depth + 1
        return index[:depth]

    def _emptied(self, name: str, place: tuple[int, ...], before: State, after: State) -> bool:
        """Was there something in this place, and is there nothing now?"""
        field = self[name]
        nothing = (NONE,) if field.holds is not None else (NONE, 0)
        was, now = (_flat(_cell(getattr(state, name), place)) for state in (before, after))
        return UNKNOWN not in was and any(n not in nothing for n in was) and all(n in nothing for n in now)

    def hidden_in(self, batch: Any, seat: int) -> Iterator[tuple[str, Any]]:
        """The same for a whole record array: each field that can be hidden, and where it is, as booleans."""
        many = len(batch)
        seats = batch["seats"] if "seats" in self.names else None
        for field in self.table:
            if field.sees == ALL:
                continue
            mask = np.ones((many, *map(int, field.shape)), bool)
            if field.sees == OWNER:
                first = field.shape[0]
                owner = np.arange(int(first)) // (first.each if isinstance(first, Axis) else 1)
                hides = np.broadcast_to(owner != seat, (many, int(first)))
                if seats is not None:
                    hides = hides & (owner < seats[:, None])
                mask &= hides.reshape(many, int(first), *[1] * (len(field.shape) - 1))
            if field.revealed_by:
                shown = batch[field.revealed_by] != 0
                mask &= ~shown.reshape(*shown.shape, *[1] * (mask.ndim - shown.ndim))
            yield field.name, mask

    def rows(self) -> list[tuple[str, str, str, str]]:
        """The table for the documentation: name, cells, who sees them, meaning."""
        return [(f.name, _cells(f), _observer(f), _meaning(f)) for f in self.table]


def get_cell(state: State, name: str, index: tuple[int, ...]) -> Any:
    """Read one cell of a light state."""
    return _cell(getattr(state, name), index)


def set_cell(state: State, name: str, index: tuple[int, ...], value: int) -> None:
    """Write one cell of a light state."""
    if not index:
        setattr(state, name, value)
        return
    place = getattr(state, name)
    for i in index[:-1]:
        place = place[i]
    place[index[-1]] = value


def _cell(value: Any, index: tuple[int, ...]) -> Any:
    """Follow an index as far as the value is nested: a scalar answers for every cell."""
    for i in index:
        if not isinstance(value, list):
            break
        value = value[i]
    return value


def _flat(value: Any) -> list[int]:
    """Every cell of a value, in order."""
    return [cell for part in value for cell in _flat(part)] if isinstance(value, list) else [value]


def _cells(field: Field) -> str:
    kind = np.dtype(field.cell).name
    axes = [f"{n.counts} {int(n)}" if isinstance(n, Axis) else str(n) for n in field.shape]
    return kind + (f"[{' × '.join(axes)}]" if axes else "")


def _observer(field: Field) -> str:
    return field.sees + (f" unless {field.revealed_by}" if field.revealed_by else "")


def _meaning(field: Field) -> str:
    return field.about + (f" (a bit for each {field.bits.counts})" if field.bits is not None else "")


S = TypeVar("S", bound=State)


def light_class(kind: type[S], fields: tuple[Field, ...]) -> type[S]:
    """Generate a class with a slot for every field; copying is unrolled, since search, undo and views live on it."""
    body = ["def __init__(self):"]
    body += [f"    self.{f.name} = {_zero(f.shape)}" for f in fields]
    body += ["def copy(self, kind=None):", "    other = new(kind or self.__class__)"]
    body += [f"    other.{f.name} = {_copy(f'self.{f.name}', f.shape)}" for f in fields]
    body += ["    return other"]
    body += ["def copy_for_observers(self, kind, many, before):", "    made = [new(kind) for _ in range(many)]"]
    body += ["    before = before or kind()"]
    body += [f"    shared_{f.name} = {_share(f)}" for f in fields if f.sees == ALL]
    body += ["    for other in made:"]
    body += [f"        other.{f.name} = {f'shared_{f.name}' if f.sees == ALL else _copy_to_read(f)}" for f in fields]
    body += ["    return made"]
    body += ["def as_dict(self):", f"    return {{{', '.join(f'{f.name!r}: self.{f.name}' for f in fields)}}}"]
    scope: dict[str, Any] = {"new": object.__new__, "copied": list.copy}
    exec("\n".join(body), scope)  # noqa: S102  (our own field names, nothing from outside)
    names = tuple(f.name for f in fields)
    made = {name: scope[name] for name in ("__init__", "copy", "copy_for_observers", "as_dict")}
    return type(kind.__name__, (kind,), {"__slots__": names, "_names": names, **made})


def _zero(shape: tuple[int, ...]) -> str:
    if not shape:
        return "0"
    if len(shape) == 1:
        return f"[0] * {int(shape[0])}"
    return f"[{_zero(shape[1:])} for _ in range({int(shape[0])})]"


def _share(field: Field) -> str:
    """Take from a copy that was made before what is still the same."""
    copy, old = _copy_to_read(field), f"before.{field.name}"
    return f"{old} if {old} == self.{field.name} else {copy}" if field.shape and not field.fixed else copy


def _copy_to_read(field: Field) -> str:
    """Copy what can change; the rest is shared."""
    value = f"self.{field.name}"
    if field.fixed:
        return value
    if field.allows_empty_rows:
        return f"[*map(copied, {value}[:self.seats]), *{value}[self.seats:]]"
    return _copy(value, field.shape)


def _copy(expression: str, shape: tuple[int, ...]) -> str:
    if not shape:
        return expression
    if len(shape) == 1:
        return f"{expression}[:]"
    if len(shape) == 2:
        return f"[*map(copied, {expression})]"
    return f"[{_copy('row', shape[1:])} for row in {expression}]"


__all__ = [
    "ALL",
    "NOBODY",
    "NONE",
    "OWNER",
    "UNKNOWN",
    "Axis",
    "Field",
    "Fields",
    "State",
    "View",
    "get_cell",
    "int8",
    "int16",
    "int32",
    "int64",
    "set_cell",
]
