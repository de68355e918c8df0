"""Runs stored in a folder: a manifest, and Parquet parts that are written completely or not at all.

An interrupted or killed run has every part that was added, and is resumed after them:

    with Run(folder, manifest, resume=True) as run:
        for frame in frames_after(run.done):
            run.add(frame)
        run.finish()

Below the engine: how random games, arenas and experiments become rows, and are read again to be resumed.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import platform
import shutil
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
import numpy as np

from escapade.bots.stdio import command_of, is_outside
from escapade.games import GAMES
from escapade.kernel.batch import Chunk
from escapade.kernel.contract import Game
from escapade.kernel.files import UNFINISHED, whole
from escapade.kernel.names import BadInput
from escapade.lab.arena import Arena, Block, Contestant
from escapade.lab.arena import Job as BlockJob
from escapade.lab.experiment import BatchResult, Experiment, Part, accumulate, batches, play_batch
from escapade.lab.instrument import METRICS, Counters, Job, Pair, Sides
from escapade.lab.pool import Where, fingerprint, results
from escapade.lab.setting import Setting
from escapade.lab.stats import Mean

try:
    import polars as pl
except ImportError:
    raise BadInput("Polars is not installed: pip install 'escapade[research]'") from None

FORMAT = "escapade run 1"
LIBRARIES = ("numpy", "numba", "polars")
MANIFEST = "manifest.json"
PAUSE = 10  # seconds between parts, where rows are buffered


class Manifest(msgspec.Struct, frozen=True):
    """What a run holds. `setting` is all that decides its games: a run is only resumed with the same."""

    kind: str  # arena, balance, …
    setting: dict[str, Any]  # game, seats, options, pieces, bots, seed, …
    command: str
    sources: str = ""  # a hash over the rules and all else that plays
    versions: dict[str, str] = {}
    began: str = ""
    complete: bool = False
    format: str = FORMAT


def manifest_of(kind: str, setting: dict[str, Any], command: str) -> Manifest:
    """Describe a run that begins now; the setting becomes plain JSON data."""
    plain = msgspec.json.decode(msgspec.json.encode(setting))
    began = datetime.now(UTC).isoformat(timespec="seconds")
    return Manifest(kind, plain, command, fingerprint(), versions(), began)


def versions() -> dict[str, str]:
    """Return the versions of Escapade, Python and libraries."""
    from escapade import __version__

    ours = {"escapade": __version__, "python": platform.python_version()}
    return ours | {library: version(library) for library in LIBRARIES}


def own_pieces(game: Game, pieces: Any) -> Any:
    """Return pieces as plain data, or None for the game's own."""
    return None if pieces == game.pieces() else msgspec.to_builtins(pieces)


class Run:
    """A folder that a run is written to, by one process at a time."""

    def __init__(self, folder: str | Path, manifest: Manifest, resume: bool = False) -> None:
        self.folder, self.manifest = Path(folder), manifest
        self.lock = self.acquire()
        try:
            before = self.stored_manifest(resume)
            if before is not None:
                check_same(self.folder, before, manifest)
                for part in self.folder.glob(UNFINISHED):
                    part.unlink()
                self.manifest = msgspec.structs.replace(before, complete=False, command=manifest.command)
            self.write_manifest(self.manifest)
        except BaseException:
            os.close(self.lock)
            raise
        self.done = len(parts(self.folder))
        self.buffer: list[pl.DataFrame] = []
        self.written = time.monotonic()

    def acquire(self) -> int:
        """Lock the folder; the system releases the lock when this process ends, however it ends."""
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

    def stored_manifest(self, resume: bool) -> Manifest | None:
        """Read the manifest of the folder, if it has one; refuse a folder that is not a run to be resumed."""
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
            self.flush()
        finally:
            os.close(self.lock)

    def add(self, frame: pl.DataFrame) -> None:
        """Write rows as one part."""
        self.write_file(part_name(self.done), frame.write_parquet)
        self.done += 1

    def add_soon(self, frame: pl.DataFrame) -> None:
        """Buffer rows: they become a part every ten seconds, and when the run is left."""
        self.buffer.append(frame)
        if time.monotonic() > self.written + PAUSE:
            self.flush()

    def flush(self) -> None:
        """Write the buffer as one part."""
        frames, self.buffer = self.buffer, []  # first: an interruption in between writes nothing twice
        if frames:
            self.add(pl.concat(frames))
        self.written = time.monotonic()

    def part(self, number: int) -> pl.DataFrame:
        """Read a part."""
        return pl.read_parquet(self.folder / part_name(number))

    def finish(self) -> None:
        """Mark the run as complete."""
        self.flush()
        self.write_manifest(msgspec.structs.replace(self.manifest, complete=True))

    def write_manifest(self, manifest: Manifest) -> None:
        """Write the manifest."""
        self.manifest = manifest
        text = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
        self.write_file(MANIFEST, lambda path: path.write_bytes(text + b"\n"))

    def write_file(self, name: str, write: Any) -> None:
        """Write a file completely or not at all."""
        with whole(self.folder / name) as part:
            write(part)


def check_same(folder: Path, before: Manifest, now: Manifest) -> None:
    """Refuse to resume a run with other games than it began with."""
    if before.kind != now.kind:
        raise BadInput(f"{folder}: this is a run of {before.kind}, not of {now.kind}")
    for name in {**before.setting, **now.setting}:
        old, new = before.setting.get(name), now.setting.get(name)
        if old != new:
            raise BadInput(f"{folder}: it began with {name} {shown(old)}, and now it is {shown(new)}; not resumed")
    for old, new in zip(before.setting, now.setting, strict=False):
        if old != new:  # sums are stored by their place
            raise BadInput(f"{folder}: it began in another order, {old} where {new} is now; not resumed")
    if before.sources != now.sources:
        ours, theirs = now.versions["escapade"], before.versions["escapade"]
        raise BadInput(
            f"{folder}: it began with escapade {theirs}, and now it is {ours} with other sources; not resumed"
        )


def shown(value: Any) -> str:
    """Write a value as JSON, shortened: pieces may be long."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else f"{text[:57]}…"


def part_name(number: int) -> str:
    """Name a part, so that names sort in order."""
    return f"part-{number:06}.parquet"


def parts(folder: Path) -> list[Path]:
    """List the parts of a run, in order, up to the first that is missing."""
    found: list[Path] = []
    while (path := folder / part_name(len(found))).exists():
        found.append(path)
    return found


def read_manifest(folder: str | Path) -> Manifest:
    """Read the manifest of a run."""
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
    """Return all rows of a run, read lazily."""
    read_manifest(folder)
    found = parts(Path(folder))
    if not found:
        raise BadInput(f"{folder}: nothing is done yet")
    return pl.scan_parquet(found)


def base_setting(game: str, seats: int, options: dict[str, Any], pieces: Any) -> dict[str, Any]:
    """Describe the game of a run."""
    return {"game": game, "seats": seats, "options": options, "pieces": own_pieces(GAMES[game], pieces)}


# --- Random games: one row a game ----------------------------------------------


def simulation_run(setting: Setting, seed: int, folder: Path, command: str, resume: bool = False) -> Run:
    """Open the run of a simulation. Its number of games is not part of the setting: it may grow when resumed."""
    described = base_setting(*setting[:4]) | {"seed": seed}
    return Run(folder, manifest_of("simulate", described, command), resume)


def simulation_schema(seats: int) -> pl.Schema:
    """Names and types of the columns; `match` is as in a dataset of plies."""
    returns = pl.Array(pl.Float64, seats)
    return pl.Schema({"match": pl.Int64(), "plies": pl.Int32(), "decisions": pl.Int32(), "returns": returns})


def chunk_rows(chunk: Chunk) -> pl.DataFrame:
    """Make a frame of a chunk of games."""
    games, seats = chunk.returns.shape
    columns = np.arange(chunk.first, chunk.first + games), chunk.plies, chunk.moves, chunk.returns
    schema = simulation_schema(seats)
    return pl.DataFrame(dict(zip(schema, columns, strict=True)), schema)


def stored_chunks(run: Run) -> Iterator[Chunk]:
    """Read the games of a run, a part at a time; their actions are not stored."""
    nothing = np.zeros(0, np.int64)
    for number in range(run.done):
        games = run.part(number)
        plies, moves, returns = (games[name].to_numpy() for name in ("plies", "decisions", "returns"))
        yield Chunk(games["match"][0], nothing, plies, moves, returns, nothing)


# --- Arenas: one row a game, a block's together ----------------------------------


class ArenaRun:
    """The blocks of an arena: `with ArenaRun(arena, folder, command) as run: run.add(block)`.

    Blocks that the folder holds already are counted into the arena first.
    """

    def __init__(self, arena: Arena, folder: Path, command: str, resume: bool = False) -> None:
        self.arena, self.run = arena, Run(folder, manifest_of("arena", arena_setting(arena), command), resume)
        for block in stored_blocks(self.run, arena):
            arena.count(block)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self.run:
            if self.arena.complete:
                self.run.finish()

    def add(self, block: Block) -> None:
        """Store a block, soon."""
        self.run.add_soon(block_rows(self.arena.labels, block))


def arena_setting(arena: Arena) -> dict[str, Any]:
    """Describe which games are played; their number may grow when resumed."""
    setting, sprts = arena.setting, [pairing.trial and pairing.trial.sprt for pairing in arena.pairings.values()]
    return base_setting(*setting[:4]) | {
        "bots": [contestant_setting(contestant) for contestant in setting.contestants],
        "pairings": list(arena.pairings),
        "seed": setting.seed,
        "sprt": sprts[0]._asdict() if sprts[0] else None,
    }


def contestant_setting(contestant: Contestant) -> dict[str, Any]:
    """Describe a contestant; the files of its command by hashes."""
    name = contestant.name
    words = [Path(shutil.which(word) or word) for word in command_of(name)] if is_outside(name) else []
    programs = [file_hash(path) for path in words if path.is_file()]
    return {"bot": contestant.label, **contestant.budget._asdict(), "programs": programs}


def file_hash(path: Path) -> str:
    """Hash a file's content."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def arena_schema(labels: Sequence[str]) -> pl.Schema:
    """Names and types of the columns."""
    names, times = pl.Enum(labels), pl.List(pl.Float32)
    return pl.Schema({
        "one": names, "other": names, "deal": pl.Int64(), "seat": pl.Int8(), "share": pl.Float64(),
        "drawn": pl.Boolean(), "plies": pl.Int32(), "seconds": times, "others_seconds": times,
    })  # fmt: skip


def block_rows(labels: Sequence[str], block: Block) -> pl.DataFrame:
    """Make a frame of a block."""
    found = [
        (labels[block.job.one], labels[block.job.other], block.job.number, seat, share, drawn, plies, ones, others)
        for seat, (share, plies, drawn, (ones, others)) in enumerate(
            zip(block.shares, block.plies, block.drawn, block.seconds, strict=True)
        )
    ]
    return pl.DataFrame(found, arena_schema(labels), orient="row")


def stored_blocks(run: Run, arena: Arena) -> Iterator[Block]:
    """Read the blocks of a run, in order, a part at a time."""
    numbers, seats = {label: number for number, label in enumerate(arena.labels)}, arena.setting.seats
    for number in range(run.done):
        for games in run.part(number).iter_slices(seats):
            one, other, deal = games.select("one", "other", "deal").row(0)
            shares, plies, drawn = (tuple(games[name]) for name in ("share", "plies", "drawn"))
            seconds = tuple(games.select("seconds", "others_seconds").iter_rows())
            yield Block(BlockJob(numbers[one], numbers[other], deal), shares, plies, drawn, seconds)


# --- Experiments: one row a game; the sum of a batch stands in its first row --------

KINDS: dict[str, Any] = {kind.__name__: kind for kind in (Mean, Counters, Sides)} | {"Tally": Counters}  # an old name


def play_experiment(
    experiment: Experiment, where: Where, folder: Path, resume: bool, command: str
) -> Generator[BatchResult]:
    """Play an experiment and store every batch; batches that are stored already are read, not played."""
    parts, kind = [part._replace(job=with_rows(part.job)) for part in experiment.parts], type(experiment).__name__
    game = GAMES[settings(parts[0].job)[0].game]
    manifest = manifest_of(kind.lower(), {part.name: part_setting(part) for part in parts}, command)
    with Run(folder, manifest, resume) as run:
        for number, batch in enumerate(islice(batches(parts), run.done)):
            result = BatchResult(batch.part, batch.job.n, unpacked(json.loads(run.part(number)["sum"][0])), {})
            accumulate(experiment.totals, result)
            yield result
        with closing(results(play_batch, islice(batches(parts), run.done, None), where)) as played:
            for result in played:
                run.add(batch_rows(game, parts[result.part].name, result))  # first: what is counted is stored, too
                accumulate(experiment.totals, result)
                yield result
        run.finish()


def settings(job: Any) -> list[Setting]:
    """List the settings of a job."""
    return [job.a.setting, job.b.setting] if isinstance(job, Pair) else [job.setting]


def with_rows(job: Any) -> Any:
    """Ask a job for a row for every game."""
    if isinstance(job, Pair):
        return job._replace(a=job.a._replace(with_rows=True))
    return job._replace(with_rows=True) if isinstance(job, Job) else job


def part_setting(part: Part) -> dict[str, Any]:
    """Describe which games a part plays."""
    jobs, played = [part.job.a, part.job.b] if isinstance(part.job, Pair) else [part.job], settings(part.job)
    versions = [
        {"seats": of.seats, "options": of.options, "pieces": own_pieces(GAMES[of.game], of.pieces)} for of in played
    ]
    return {"game": played[0].game, "n": part.job.n, "seeds": [job.seed for job in jobs], "versions": versions}


def experiment_columns(game: Game) -> list[str]:
    """The metrics that a row may have, at any number of seats."""
    seats = range(game.seats[-1])
    own = [f"counted.{name}" for name in getattr(game.rules, "COUNTED", ())]
    each = [f"{name}.{seat}" for name in ("decisions", "dead") for seat in seats]
    return [*(f"wins.{seat}" for seat in seats), *METRICS, *each, *own]


def batch_rows(game: Game, part: str, result: BatchResult) -> pl.DataFrame:
    """Make a frame of a batch; a duel, which has a sum only, is one row."""
    games, metrics = result.rows.get("game", np.array([0])), experiment_columns(game)
    found: dict[str, Any] = {"part": [part] * len(games), "game": games}
    for name in metrics:
        column = result.rows.get(name)
        found[name] = [None] * len(games) if column is None else pl.Series(column).fill_nan(None)
    found["sum"] = [json.dumps(packed(result.sum)), *[None] * (len(games) - 1)]
    schema = {"part": pl.String, "game": pl.Int64, **dict.fromkeys(metrics, pl.Float64), "sum": pl.String}
    return pl.DataFrame(found, schema=schema)


def packed(value: Any) -> Any:
    """Turn a sum into JSON data."""
    if hasattr(value, "_asdict"):
        return {"is": type(value).__name__, **{name: packed(field) for name, field in value._asdict().items()}}
    if isinstance(value, np.ndarray):
        return {"is": "array", "of": value.dtype.str, "values": value.tolist()}
    if isinstance(value, dict):
        return {name: packed(entry) for name, entry in value.items()}
    return list(value) if isinstance(value, tuple) else value


def unpacked(data: Any) -> Any:
    """Turn JSON data into the sum again."""
    if not isinstance(data, dict):
        return tuple(data) if isinstance(data, list) else data
    kind = data.get("is")
    if kind == "array":
        return np.array(data["values"], data["of"])
    fields = {name: unpacked(value) for name, value in data.items() if name != "is"}
    return KINDS[kind](**fields) if kind else fields
