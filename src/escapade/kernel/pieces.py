"""Cards, tiles, armies: data files that a player can read and replace, checked while they are read."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from escapade.kernel.names import BadInput


class Piecewise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game reads from its data file; `check` returns what is wrong as {path: reason}."""

    def check(self) -> dict[str, str]:
        """Return nothing if the game can be played with this."""
        return {}


def read_pieces(kind: type[Piecewise], path: Path, text: str | None = None) -> Any:
    """Read a data file, or its text; BadInput names the file, the line and the field."""
    where = "pieces" if text is not None else str(path)
    if text is None:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:  # ValueError: no text, or no path
            raise BadInput(f"{where}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said, _, at = str(error).rpartition(" (at line ")
        line = at.partition(",")[0]
        raise BadInput(f"{where}, line {line}: {said[:1].lower()}{said[1:]}" if said else f"{where}: {error}") from None
    try:
        pieces = msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        said, _, at = str(error).partition(" - at `$")
        at = _exact(kind, data, at.rstrip("`").lstrip("."))
        raise _wrong(where, text, at, said[:1].lower() + said[1:]) from None
    for at, reason in pieces.check().items():
        raise _wrong(where, text, at, reason)
    return pieces


def _exact(kind: type[Piecewise], data: dict[str, Any], path: str) -> str:
    """Put the key in place of the `[...]` that stands for "somewhere in this table" in a path."""
    table, dots, _ = path.partition("[...]")
    entries = data.get(table)
    if not dots or not isinstance(entries, dict):
        return path
    for key, value in entries.items():
        try:
            msgspec.convert({**data, table: {key: value}}, kind)
        except msgspec.ValidationError:
            return f"{table}.{key}"
    return table


def _wrong(where: str, text: str, path: str, reason: str) -> BadInput:
    line, field = line_of(text, path, reason), f"{path}: " if path else ""
    return BadInput(f"{where}, line {line}: {field}{reason}" if line else f"{where}: {field}{reason}")


def line_of(text: str, path: str, reason: str = "") -> int:
    """Find the line on which a dotted path of a TOML file is written; the nearest parent if it is missing.

    >>> line_of("[army]\\nflag = 1\\nspy = 2", "army.spy")
    3
    """
    wanted = [part for part in re.split(r"[.\[\]]+", path) if part]
    unknown = re.search(r"unknown field `(.+?)`", reason)
    if unknown:
        wanted.append(unknown[1])
    best, depth = 0, -1
    table: list[str] = []
    items: dict[str, int] = {}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#")[0].strip()
        if header := re.fullmatch(r"(\[\[?)\s*([^\]]+?)\s*\]\]?", line):
            table = [part.strip().strip("\"'") for part in header[2].split(".")]
            if header[1] == "[[":
                key = ".".join(table)
                items[key] = items.get(key, -1) + 1
                table = [*table, str(items[key])]
            here = table
        elif key_value := re.match(r"(\"[^\"]+\"|'[^']+'|[\w.-]+)\s*=", line):
            here = [*table, *(part.strip("\"'") for part in key_value[1].split("."))]
        else:
            continue
        shared = 0
        while shared < min(len(here), len(wanted)) and here[shared] == wanted[shared]:
            shared += 1
        if shared == len(here) and shared > depth and shared:
            best, depth = number, shared
    return best
