"""Matches on disk: each is saved after every action, so that a closed terminal loses nothing."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

import escapade
from escapade.kernel.match import Match
from escapade.kernel.names import BadInput, EscapadeError
from escapade.kernel.notation import read_record

ENDING = ".escapade"


def folder() -> Path:
    """Where saved matches live."""
    return user_data_path("escapade", appauthor=False) / "saves"


@dataclass
class Save:
    """Where a match is kept, and who sits at it: the seats of people, and the bot on the others."""

    path: Path
    you: tuple[int, ...]
    bot: str

    def write(self, match: Match, path: Path | None = None) -> None:
        """Write the record; another file than the own one must not exist yet."""
        if path is not None and path != self.path and path.exists():
            raise BadInput(f"{path} exists already; choose another name")
        write(path or self.path, match.record(You=" ".join(map(str, self.you)), Bot=self.bot))


def fresh(game: str) -> Path:
    """Name a file that is not there yet."""
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    path, again = folder() / f"{game}-{stamp}{ENDING}", 2
    while path.exists():
        path, again = folder() / f"{game}-{stamp}-{again}{ENDING}", again + 1
    return path


def write(path: Path, text: str) -> None:
    """Replace a file as a whole: whoever reads it finds the old text or the new, never half of one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".saving-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror or error}") from None


def latest() -> Path:
    """Find the match that was played last and is not over."""
    found = sorted(folder().glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found:
        if '\n[Result "' not in path.read_text(encoding="utf-8", errors="replace"):
            return path
    raise BadInput("there is no unfinished match to resume")


def open_match(path: Path) -> tuple[Match, tuple[int, ...], str]:
    """Load a match and who sits at it."""
    try:
        match = escapade.load(path)
    except EscapadeError as error:
        said = str(error)
        raise BadInput(said if said.startswith(str(path)) else f"{path}: {said}") from None
    tags = read_record(path.read_text(encoding="utf-8")).tags
    you = tuple(int(word) for word in tags.get("You", "").split() if word.isdigit() and int(word) < match.seats)
    return match, you, tags.get("Bot", "")
