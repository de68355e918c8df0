"""A run kept in a folder: a manifest that says what is done, and Parquet parts that are there as a whole or not at all.

Whoever is interrupted, or killed, finds every part that was added, and goes on from there:

    with Run(folder, manifest, resume=True) as run:
        for frame in frames_after(run.done):
            run.add(frame)
        run.finish()
"""

from __future__ import annotations

import fcntl
import os
import platform
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from escapade.kernel.contract import Game
from escapade.kernel.files import UNFINISHED, whole
from escapade.kernel.names import BadInput
from escapade.lab.pool import fingerprint

try:
    import polars as pl
except ImportError:
    raise BadInput("Polars is not installed: pip install 'escapade[research]'") from None

FORMAT = "escapade run 1"
LIBRARIES = ("numpy", "numba", "polars")
MANIFEST = "manifest.json"
PAUSE = 10  # seconds from one part to the next, where rows are gathered


class Manifest(msgspec.Struct, frozen=True):
    """What a run says of itself. `setting` is all that decides its games: whoever resumes it must say the same."""

    kind: str  # arena, balance, …
    setting: dict[str, Any]  # game, seats, options, pieces, bots, seed, …
    command: str
    sources: str = ""  # a hash over the rules and all else that plays
    versions: dict[str, str] = {}
    began: str = ""
    complete: bool = False
    format: str = FORMAT


def manifest_of(kind: str, setting: dict[str, Any], command: str) -> Manifest:
    """What a run that begins now says of itself; the setting is made of what JSON knows."""
    plain = msgspec.json.decode(msgspec.json.encode(setting))
    began = datetime.now(UTC).isoformat(timespec="seconds")
    return Manifest(kind, plain, command, fingerprint(), versions(), began)


def versions() -> dict[str, str]:
    """What it is done with."""
    from escapade import __version__

    ours = {"escapade": __version__, "python": platform.python_version()}
    return ours | {library: version(library) for library in LIBRARIES}


def own_pieces(game: Game, pieces: Any) -> Any:
    """Pieces as plain data, if they are not the game's own."""
    return None if pieces == game.pieces() else msgspec.to_builtins(pieces)


class Run:
    """A folder that a run is written into, by one process at a time."""

    def __init__(self, folder: str | Path, manifest: Manifest, resume: bool = False) -> None:
        self.folder, self.manifest = Path(folder), manifest
        self.lock = self.locked()
        try:
            before = self.before(resume)
            if before is not None:
                check_same(self.folder, before, manifest)
                for part in self.folder.glob(UNFINISHED):
                    part.unlink()
                self.manifest = msgspec.structs.replace(before, complete=False, command=manifest.command)
            self.say(self.manifest)
        except BaseException:
            os.close(self.lock)
            raise
        self.done = len(parts(self.folder))
        self.waiting: list[pl.DataFrame] = []
        self.written = time.monotonic()

    def locked(self) -> int:
        """Hold the folder; the system lets go of it when this process ends, however it ends."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = os.open(self.folder, os.O_RDONLY)
        except OSError as error:
            raise BadInput(f"{self.folder}: cannot be written: {error.strerror}") from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise BadInput(f"{self.folder}: another process is writing into it") from None
        return lock

    def before(self, resume: bool) -> Manifest | None:
        """What the folder holds already; refuse one that is not ours to fill."""
        if (self.folder / MANIFEST).exists():
            if not resume:
                raise BadInput(f"{self.folder}: there is a run in it; --resume goes on with it")
            return read_manifest(self.folder)
        if any(self.folder.iterdir()):
            raise BadInput(f"{self.folder}: there are other things in it; name a new folder")
        return None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.write()
        finally:
            os.close(self.lock)

    def add(self, frame: pl.DataFrame) -> None:
        """Keep some more rows: one part."""
        self.place(part_name(self.done), frame.write_parquet)
        self.done += 1

    def gather(self, frame: pl.DataFrame) -> None:
        """Keep some more rows, soon: a part every ten seconds, and one when the run is left."""
        self.waiting.append(frame)
        if time.monotonic() > self.written + PAUSE:
            self.write()

    def write(self) -> None:
        """Keep what was gathered."""
        frames, self.waiting = self.waiting, []  # before: whoever is interrupted in between writes nothing twice
        if frames:
            self.add(pl.concat(frames))
        self.written = time.monotonic()

    def part(self, number: int) -> pl.DataFrame:
        """What was kept as one part."""
        return pl.read_parquet(self.folder / part_name(number))

    def finish(self) -> None:
        """Say that nothing is missing."""
        self.write()
        self.say(msgspec.structs.replace(self.manifest, complete=True))

    def say(self, manifest: Manifest) -> None:
        """Write the manifest."""
        self.manifest = manifest
        text = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
        self.place(MANIFEST, lambda path: path.write_bytes(text + b"\n"))

    def place(self, name: str, write: Any) -> None:
        """Write a file that is there as a whole, or not at all."""
        with whole(self.folder / name) as part:
            write(part)


def check_same(folder: Path, before: Manifest, now: Manifest) -> None:
    """Refuse to go on with other games than a run began with."""
    if before.kind != now.kind:
        raise BadInput(f"{folder}: this is a run of {before.kind}, not of {now.kind}")
    for name in {**before.setting, **now.setting}:
        old, new = before.setting.get(name), now.setting.get(name)
        if old != new:
            raise BadInput(f"{folder}: it began with {name} {shown(old)}, and now it is {shown(new)}; not resumed")
    for old, new in zip(before.setting, now.setting, strict=False):
        if old != new:  # what is kept is told apart by its place alone
            raise BadInput(f"{folder}: it began in another order, {old} where {new} is now; not resumed")
    if before.sources != now.sources:
        ours, theirs = now.versions["escapade"], before.versions["escapade"]
        raise BadInput(
            f"{folder}: it began with escapade {theirs}, and now it is {ours} with other sources; not resumed"
        )


def shown(value: Any) -> str:
    """A value, shortened: pieces may be long."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else f"{text[:57]}…"


def part_name(number: int) -> str:
    """What a part is called, so that names stand in order."""
    return f"part-{number:06}.parquet"


def parts(folder: Path) -> list[Path]:
    """The parts of a run, in order, up to the first that is missing."""
    found: list[Path] = []
    while (path := folder / part_name(len(found))).exists():
        found.append(path)
    return found


def read_manifest(folder: str | Path) -> Manifest:
    """What a run says of itself."""
    path = Path(folder) / MANIFEST
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except OSError as error:
        raise BadInput(f"{folder}: this is not the folder of a run: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise BadInput(f"{path}: cannot be read: {error}") from None
    if found.format != FORMAT:
        raise BadInput(f"{path}: its format is {found.format!r}, and {FORMAT!r} can be read")
    return found


def load(folder: str | Path) -> pl.LazyFrame:
    """All rows of a run, not read before they are asked for."""
    read_manifest(folder)
    found = parts(Path(folder))
    if not found:
        raise BadInput(f"{folder}: nothing is done yet")
    return pl.scan_parquet(found)
