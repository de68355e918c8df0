"""A dataset of matches: a Parquet file with one row a ply, written in batches, read lazily with Polars.

A row shows the acting seat's view. All rows of a match together hold everything, as a record does.
"""

from __future__ import annotations

import os
import queue
import shlex
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import msgspec
import numpy as np

from escapade.games import GAMES
from escapade.kernel import play
from escapade.kernel.batch import opening
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game, find_game
from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE, BadInput
from escapade.lab.compiled import ply_rows
from escapade.lab.pool import Where, results
from escapade.lab.setting import Setting, build_bots, parse_player, play_match
from escapade.lab.store import own_pieces, versions

try:
    import polars as pl
    from polars.io.plugins import register_io_source
except ImportError:
    raise BadInput("Polars is not installed: pip install 'escapade[research]'") from None

FORMAT = "escapade plies 1"
KEY = "escapade"  # of the manifest among a file's metadata
VIEW = "view."  # stands before the name of a field, which might else be the name of another column
BATCH = 8  # matches that are in memory as one frame
MAX_QUEUED = 2  # frames that may wait to be written
ROWS_IN_GROUP = 50_000  # of a row group: what a reader has in memory at once
INITIAL_PLIES = 1024  # plies, before a longer match asks for more


# --- What is in a file -------------------------------------------------------


class Column(NamedTuple):
    """A column: name, type, meaning."""

    name: str
    kind: pl.DataType
    about: str


def columns(game: Game, seats: int) -> list[Column]:
    """List the columns of a game, which follow from its fields and actions."""
    own = [
        Column("match", pl.Int64(), "the number of its dice: the seed times 2³², and which match of the file it is"),
        Column("ply", pl.Int32(), "how many plies came before"),
        Column("seat", pl.Int8(), f"who acts; {CHANCE} is chance"),
    ]
    seen = [Column(VIEW + f.name, cells(f.cell, f.shape), f.about) for f in game.fields.table]
    done = [
        Column("legal", pl.List(pl.Int32), "the codes of what may be done; where chance acts, of what may happen"),
        Column("action", pl.Int32(), "the code of what was done"),
        Column("name", pl.Enum(game.actions.names), "its name"),
        Column("returns", pl.Array(pl.Float64, seats), "what each seat has in the end"),
    ]
    return [*own, *seen, *done]


def cells(cell: type, shape: Sequence[int]) -> pl.DataType:
    """Return the type of a field's column."""
    kind = {"int8": pl.Int8, "int16": pl.Int16, "int32": pl.Int32, "int64": pl.Int64}[np.dtype(cell).name]
    return pl.Array(kind, tuple(map(int, shape))) if shape else kind()


def schema(game: Game, seats: int) -> pl.Schema:
    """Names and types of the columns."""
    return pl.Schema({column.name: column.kind for column in columns(game, seats)})


class Manifest(msgspec.Struct, frozen=True):
    """Describes a file: what was played, by whom, and how to make it again."""

    format: str
    game: str
    seats: int
    options: dict[str, Any]
    pieces: Any  # only if they are not the game's own
    bot: str
    seed: int
    matches: int
    command: str
    versions: dict[str, str]


def manifest_of(setting: Setting, n: int, seed: int) -> Manifest:
    """Describe a file of these matches; equal matches have equal manifests."""
    own = own_pieces(GAMES[setting.game], setting.pieces)
    said = [word for name, value in setting.options.items() for word in (f"--{name}", str(value))]
    command = ["escapade", "simulate", setting.game, "-n", n, "--seats", setting.seats, "--seed", seed, *said]
    command += ["--bot", setting.bot, *(["--pieces", "FILE"] if own else []), "--out", "FILE.parquet"]
    return Manifest(
        FORMAT,
        setting.game,
        setting.seats,
        setting.options,
        own,
        setting.bot,
        seed,
        n,
        shlex.join(map(str, command)),
        versions(),
    )


def replaced(said: Manifest, **changes: Any) -> Manifest:
    """Change some fields of a manifest."""
    return msgspec.structs.replace(said, **changes)


# --- Playing -----------------------------------------------------------------


LogJob = tuple[Setting, int, int, int]  # what is played, the seed, the first match, how many


def random_logs(job: LogJob) -> list[list[int]]:
    """Play random matches; return the codes of each."""
    setting, seed, first, n = job
    start = opening(GAMES[setting.game], setting.seats, setting.options, setting.pieces)
    work, out, weight = scratch(start.game)
    words, codes, logs = np.zeros(2, np.int64), np.zeros(INITIAL_PLIES, np.int64), []
    for number in range(first, first + n):
        dice = (seed << 32) + number
        long = compiled_rules(start.game).random_log(start.record, dice, work, words, out, weight, codes)
        if long > len(codes):
            codes = np.zeros(2 * long, np.int64)
            compiled_rules(start.game).random_log(start.record, dice, work, words, out, weight, codes)
        logs.append(codes[:long].tolist())
    return logs


def bot_logs(job: LogJob) -> list[list[int]]:
    """Play matches of a bot against itself; return the codes of each."""
    setting, seed, first, n = job
    players = build_bots(GAMES[setting.game], [parse_player(setting.bot)] * setting.seats)
    matches = (play_match(setting, players, f"{seed}/{number}") for number in range(first, first + n))
    return [[ply.action.code for ply in match.log] for match in matches]


@cache
def compiled_rules(game: Game) -> Any:
    """Return the compiled rules that play and replay logs."""
    return compiled(ply_rows, game=game.compiled, play=compiled(play, game=game.compiled))


def scratch(game: Game) -> tuple[Any, Any, Any]:
    """Allocate a state, actions and their weights."""
    return np.zeros(1, game.fields.dtype), np.zeros(game.max_actions, np.int64), np.zeros(game.max_actions, np.int64)


# --- Telling -----------------------------------------------------------------


def frame_of(setting: Setting, numbers: Sequence[int], logs: Sequence[Sequence[int]]) -> pl.DataFrame:
    """Replay matches into a frame."""
    start = opening(GAMES[setting.game], setting.seats, setting.options, setting.pieces)
    game, lengths = start.game, np.array([len(log) for log in logs])
    total, ends = int(lengths.sum()), np.cumsum(lengths)
    codes = np.fromiter((code for log in logs for code in log), np.int64, total)
    seats, views, many = np.zeros(total, np.int8), np.zeros(total, game.fields.dtype), np.zeros(total, np.int64)
    score, possible = np.zeros((len(logs), start.seats)), []
    for i, (end, long) in enumerate(zip(ends, lengths, strict=True)):
        of, found = slice(end - long, end), np.zeros(long * game.max_actions, np.int32)
        n = compiled_rules(game).write_plies(
            start.record, codes[of], *scratch(game), seats[of], views[of], many[of], found, score[i]
        )  # fmt: skip
        possible.append(found[:n].copy())
    rows: dict[str, Any] = {
        "match": np.repeat(np.array(numbers, np.int64), lengths),
        "ply": np.arange(total, dtype=np.int32) - np.repeat(ends - lengths, lengths).astype(np.int32),
        "seat": seats,
        **{VIEW + name: np.ascontiguousarray(views[name]) for name in game.fields.names},
        "legal": lists(np.concatenate(possible), many),
        "action": codes.astype(np.int32),
        "name": pl.Series(game.actions.names, dtype=pl.Enum(game.actions.names)).gather(codes),
        "returns": np.repeat(score, lengths, axis=0),
    }
    return pl.DataFrame(rows, schema=schema(game, start.seats))


def lists(flat: Any, many: Any) -> pl.Series:
    """Cut an array into lists of these lengths, none of them 0: a ply always has legal actions.

    >>> lists(np.array([7, 8, 9], np.int32), np.array([2, 1])).to_list()
    [[7, 8], [9]]
    """
    frame = pl.DataFrame({"row": np.repeat(np.arange(len(many)), many), "code": flat})
    return frame.group_by("row", maintain_order=True).agg("code")["code"]


def frames(setting: Setting, n: int, seed: int = 0, where: Where | None = None) -> Iterator[pl.DataFrame]:
    """Play n matches and yield frames, in order; they depend on the setting, the seed and n alone."""
    compiled_rules(GAMES[setting.game])  # compile once, before the workers race to do it
    random_logs((setting, seed, 0, 1))
    logs, firsts = random_logs if setting.bot == "random" else bot_logs, range(0, n, BATCH)
    jobs = ((setting, seed, first, min(BATCH, n - first)) for first in firsts)
    played = results(logs, jobs, where or Where(os.cpu_count() or 1), threads=setting.bot == "random")
    with closing(played):
        for first, found in zip(firsts, played, strict=True):
            yield frame_of(setting, [(seed << 32) + first + i for i in range(len(found))], found)


# --- Writing -----------------------------------------------------------------


class Writer:
    """Writes a file: `with Writer(path, manifest) as file: file.add(frame)`.

    It gets its name at the end. Whoever is interrupted leaves what was there before, and nothing else.
    """

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path, self.part = path, path.with_name(f".{path.name}.{os.getpid()}.part")
        self.manifest = manifest
        self.waiting: queue.Queue[pl.DataFrame | None] = queue.Queue(MAX_QUEUED)
        self.aborted = threading.Event()
        self.failed: BaseException | None = None
        self.writer = threading.Thread(target=self.write, daemon=True)

    def __enter__(self) -> Self:
        self.writer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is not None:
                self.aborted.set()
            self.put(None)
            self.writer.join()
            if kind is None:
                self.check()
                self.part.replace(self.path)
        finally:
            self.aborted.set()
            self.part.unlink(missing_ok=True)

    def add(self, frame: pl.DataFrame) -> None:
        """Write rows; this blocks while the queue is full."""
        self.put(frame)
        self.check()

    def put(self, frame: pl.DataFrame | None) -> None:
        """Put a frame into the queue, as long as the writer lives."""
        while self.writer.is_alive():
            try:
                self.waiting.put(frame, timeout=0.2)
                return
            except queue.Full:
                continue

    def check(self) -> None:
        """Raise the writer's error."""
        if isinstance(self.failed, KeyboardInterrupt):
            raise KeyboardInterrupt
        if self.failed is not None:
            raise BadInput(f"{self.path}: cannot be written: {self.failed}") from self.failed

    def write(self) -> None:
        """Write frames from the queue, in a thread: Polars pulls frames, and a loop pushes them."""
        game, seats = GAMES[self.manifest.game], self.manifest.seats
        said = {KEY: msgspec.json.encode(self.manifest).decode()}
        try:
            rows = register_io_source(self.queued_frames, schema=schema(game, seats))
            rows.sink_parquet(self.part, metadata=said, row_group_size=ROWS_IN_GROUP)
        except BaseException as error:
            self.failed = error

    def queued_frames(
        self, names: list[str] | None, only: pl.Expr | None, most: int | None, at_once: int | None
    ) -> Iterator[pl.DataFrame]:
        """Yield the frames of the queue to Polars."""
        while (frame := self.waiting.get()) is not None and not self.aborted.is_set():
            yield frame
        if self.aborted.is_set():
            raise InterruptedError("given up")


def write(
    path: str | Path,
    setting: Setting,
    n: int,
    seed: int = 0,
    where: Where | None = None,
    tell: Callable[[int], None] = lambda more: None,
) -> int:
    """Play n matches into a file; return the number of plies. `tell` is called with each batch's matches."""
    return write_frames(Path(path), manifest_of(setting, n, seed), frames(setting, n, seed, where), tell)


def write_frames(path: Path, manifest: Manifest, frames: Iterable[pl.DataFrame], tell: Callable[[int], None]) -> int:
    """Write frames into a file; return the number of plies."""
    rows = 0
    with Writer(path, manifest) as file:
        for frame in frames:
            file.add(frame)
            rows += len(frame)
            tell(frame["match"].n_unique())
    return rows


# --- Reading -----------------------------------------------------------------


def manifest(path: str | Path) -> Manifest:
    """Read the manifest of a file."""
    try:
        said = pl.read_parquet_metadata(path).get(KEY)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from None
    if said is None:
        raise BadInput(f"{path}: this is Parquet, but no file of matches")
    found = msgspec.json.decode(said, type=Manifest)
    if found.format != FORMAT:
        raise BadInput(f"{path}: its format is {found.format!r}, and {FORMAT!r} can be read")
    return found


def load(*paths: str | Path) -> pl.LazyFrame:
    """Return the rows of files of one game and seat count, read lazily."""
    if not paths:
        raise BadInput("say which files")
    games = {(said.game, said.seats) for said in map(manifest, paths)}
    if len(games) > 1:
        raise BadInput(f"these files do not go together: {', '.join(f'{game} for {n}' for game, n in sorted(games))}")
    return pl.scan_parquet(list(map(Path, paths)))


def match(path: str | Path, number: int) -> Match:
    """Load one match of a file, with its log, views and record."""
    said = manifest(path)
    rows = load(path).filter(pl.col("match") == number).select("seat", "action").collect()
    if not len(rows):
        raise BadInput(f"{path}: there is no match {number}")
    game = find_game(GAMES, said.game)
    pieces = None if said.pieces is None else msgspec.convert(said.pieces, game.rules.Pieces)
    found = Match(game, said.seats, said.options, pieces)
    for seat, code in rows.iter_rows():
        found.play(code, None if seat == CHANCE else seat)
    return found
