"""Actions and whole matches as text, both ways.

An action's name is a function of its code alone, so a name means the same in every state, and parses back. A match
record is a page of text: header tags, the actions turn by turn, and check digits that show where a record was changed.
"""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise, product
from typing import NamedTuple

from escapade.kernel.names import CHANCE, BadInput, whole_number


class Action(NamedTuple):
    """An action: its code, a stable whole number, and its name, which parses back."""

    code: int
    name: str

    def __str__(self) -> str:
        return self.name


class Verb:
    """A family of actions: a way of saying it, and the labels that fill each {place} in it.

    >>> Verb("retreat from {start}", start=("1", "2", "boat")).names()[2]
    'retreat from boat'
    """

    def __init__(self, says: str, **parts: Sequence[str]) -> None:
        if (places := set(re.findall(r"{(\w+)}", says))) != set(parts):
            raise ValueError(f"verb {says!r} has the places {sorted(places)}, and labels for {sorted(parts)}")
        self.says, self.parts = says, parts
        self.size = 1
        for labels in parts.values():
            self.size *= len(labels)

    def names(self) -> list[str]:
        """Every name of the family; the last part runs fastest."""
        filled = product(*self.parts.values())
        return [self.says.format(**dict(zip(self.parts, labels, strict=True))) for labels in filled]


class Actions:
    """Every action of a game: the verbs one after another, each with a stretch of codes of its own."""

    def __init__(self, *verbs: Verb, spellings: Sequence[tuple[str, str]] = ()) -> None:
        self.verbs = verbs
        self.spellings = [(re.compile(pattern), put) for pattern, put in spellings]
        self.bases: list[int] = []
        size = 0
        for verb in verbs:
            self.bases.append(size)
            size += verb.size
        self.size = size

    @cached_property
    def names(self) -> list[str]:
        """The name of every code."""
        return [name for verb in self.verbs for name in verb.names()]

    @cached_property
    def codes(self) -> dict[str, int]:
        """The code of every name."""
        return {tidy(name): code for code, name in enumerate(self.names)}

    def __getitem__(self, code: int) -> Action:
        if not 0 <= code < self.size:
            raise BadInput(f"no action has the code {code}; codes go from 0 to {self.size - 1}")
        return self._all[code]

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all)

    @cached_property
    def _all(self) -> list[Action]:
        return [Action(code, name) for code, name in enumerate(self.names)]

    def parse(self, text: str, likely: Sequence[str] = ()) -> Action:
        """Find the action that a text names; `likely` names are suggested first when there is none."""
        said = tidy(text)
        for pattern, put in self.spellings:
            said = pattern.sub(put, said)
        code = self.codes.get(said)
        if code is None:
            near = difflib.get_close_matches(said, [*likely], 3, 0.5) or difflib.get_close_matches(said, self.codes, 3)
            hint = f"; did you mean {' or '.join(repr(n) for n in near)}?" if near else ""
            raise BadInput(f"no action is called {text.strip()[:60]!r}{hint}")
        return self[code]


def tidy(text: str) -> str:
    """Fold what does not matter in a name: case and spacing."""
    return " ".join(text.casefold().split())


# --- Records -----------------------------------------------------------------

FORMAT = "escapade 1"
WIDTH = 100
TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
BEGINNING = re.compile(r'^[ \t]*\[Format "', re.MULTILINE)
LINE = re.compile(r"([0-9]{1,9})\s+(chance|seat ([0-9]{1,3})):\s*(.*)")


class Ply(NamedTuple):
    """One action of a log: who acted (a seat, or CHANCE) and what was done."""

    seat: int
    action: Action


class Record(NamedTuple):
    """A record as read: its tags, who did what, the check digits if it has them, and the line of each ply."""

    tags: dict[str, str]
    plies: list[tuple[int, str]]
    checks: list[str]
    lines: list[int]


def chain(plies: Sequence[tuple[int, str]]) -> list[str]:
    """Four check digits a ply, each over all that came before: the first that differs shows what was changed."""
    digits, so_far = [], b""
    for seat, name in plies:
        so_far = hashlib.sha256(so_far + f"{seat}:{tidy(name)}".encode()).digest()
        digits.append(so_far.hex()[:4])
    return digits


def write_record(tags: dict[str, str], log: Sequence[Ply]) -> str:
    """Write tags and log as text. `read_record` gives exactly them back."""
    plies = [(ply.seat, ply.action.name) for ply in log]
    lines = [f'[{key} "{_escape(value)}"]' for key, value in tags.items()]
    lines.append("")
    start = 0
    for i in range(1, len(plies) + 1):
        if i == len(plies) or plies[i][0] != plies[start][0]:
            lines += _turn(start, plies[start:i])
            start = i
    checks = chain(plies)
    lines += ["", *(f"check {' '.join(checks[i : i + 16])}" for i in range(0, len(checks), 16))]
    return "\n".join(lines).rstrip() + "\n"


def _turn(first: int, plies: Sequence[tuple[int, str]]) -> Iterator[str]:
    """The consecutive actions of one seat, broken into lines of readable length."""
    who = "chance" if plies[0][0] == CHANCE else f"seat {plies[0][0]}"
    names: list[str] = []
    for i, (_, name) in enumerate(plies):
        if names and len("; ".join([*names, name])) > WIDTH - 16:
            yield f"{first + i - len(names) + 1} {who}: {'; '.join(names)}"
            names = []
        names.append(name)
    yield f"{first + len(plies) - len(names) + 1} {who}: {'; '.join(names)}"


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "r": "\r"}.get(m[1], m[1]), value)


def split_records(text: str) -> list[str]:
    """The records of a text that holds one after another: each begins with its tag Format.

    >>> [len(part) for part in split_records('[Format "a"]\\n\\n[Format "b"]\\n[Game "c"]\\n')]
    [14, 24]
    """
    starts = [found.start() for found in BEGINNING.finditer(text)]
    cuts = [0, *starts[1:], len(text)]
    return [text[start:end] for start, end in pairwise(cuts)]


def read_record(text: str) -> Record:
    """Read a record; BadInput names the line that cannot be read."""
    record = Record({}, [], [], [])
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if tag := TAG.fullmatch(line):
            record.tags[tag[1]] = _unescape(tag[2])
        elif line.startswith("check "):
            record.checks.extend(line.split()[1:])
        elif said := LINE.fullmatch(line):
            if int(said[1]) != len(record.plies) + 1:
                raise BadInput(f"line {number}: ply {said[1]} stands where ply {len(record.plies) + 1} is expected")
            seat = CHANCE if said[3] is None else int(said[3])
            names = said[4].split(";")
            record.plies.extend((seat, name.strip()) for name in names)
            record.lines.extend([number] * len(names))
        else:
            raise BadInput(f"line {number}: this is neither a tag, nor a turn, nor check digits: {line[:60]!r}")
    _whole(record)
    return record


def _whole(record: Record) -> None:
    """Refuse what is not a whole record of this format."""
    if record.tags.get("Format") != FORMAT:
        said = record.tags.get("Format")
        raise BadInput(f'not a match record: the tag [Format "{FORMAT}"] is {"missing" if said is None else said!r}')
    plies = whole_number(record.tags.get("Plies", ""))
    if plies is None:
        raise BadInput(f"the tag Plies must be a whole number, and is {record.tags.get('Plies')!r}")
    if plies != len(record.plies):
        what = "truncated" if len(record.plies) < plies else "too long"
        raise BadInput(f"the record is {what}: it announces {plies} plies and holds {len(record.plies)}")
    if record.checks and len(record.checks) != len(record.plies):
        raise BadInput(f"the record is truncated: {len(record.plies)} plies, but {len(record.checks)} check digits")
