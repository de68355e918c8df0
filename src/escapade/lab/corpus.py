"""A folder of match records: listed by tags, checked by replaying, exported as data.

Each file holds one record, in one spelling: every option, check digits, the result. A match is there once, whatever
its tags say.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from escapade import text_of
from escapade.games import GAMES
from escapade.kernel.contract import find_game
from escapade.kernel.files import whole
from escapade.kernel.match import Match, match_of
from escapade.kernel.names import CHANCE, BadInput, EscapadeError, whole_number
from escapade.kernel.notation import Record, read_record, split_records, tidy, write_record
from escapade.lab.pool import Where, results

ENDINGS = (".txt", ".escapade")  # of files that hold records
LAST: tuple[str, ...] = ("Result", "Plies")  # tags behind all others
LONGEST = 40  # letters of the players' names in a file's name
DIGITS = 10  # of a match's fingerprint in a file's name
BATCH = 16  # records that a worker replays before it says so
MIN_PARALLEL = 64  # records up to which other processes are not worth starting


class Entry(NamedTuple):
    """A record, by its tags."""

    path: Path
    tags: dict[str, str]
    plies: int

    @property
    def game(self) -> str:
        """The game's name."""
        return self.tags.get("Game", "")

    @property
    def seats(self) -> int:
        """The number of seats."""
        return whole_number(self.tags.get("Seats", "")) or 0

    @property
    def options(self) -> dict[str, str]:
        """The options of the game, as text."""
        return {key.removeprefix("option_"): value for key, value in self.tags.items() if key.startswith("option_")}

    @property
    def players(self) -> list[str]:
        """The players' names; a seat without a name by its number."""
        return [self.tags.get(f"Seat{seat}", f"seat {seat}") for seat in range(self.seats)]

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return "Result" in self.tags

    @property
    def winners(self) -> list[str]:
        """Who came first; of a single player, whether they won."""
        if self.seats == 1:
            return self.players if self.tags.get("Result") == "won" else []
        first = self.tags.get("Result", "").split(">")[0].split("=")
        seats = [whole_number(seat.strip()) for seat in first]
        return [self.players[seat] for seat in seats if seat is not None and seat < self.seats]

    @property
    def date(self) -> str:
        """The date of the tag, as 2026-11-12."""
        return self.tags.get("Date", "").replace(".", "-")

    def as_data(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        return {
            "file": self.path.name, "game": self.game, "seats": self.seats, "options": self.options,
            "players": self.players, "finished": self.finished, "winners": self.winners,
            "result": self.tags.get("Result", ""), "plies": self.plies, "date": self.date, "tags": self.tags,
        }  # fmt: skip


class Filter(NamedTuple):
    """A filter of records; fields that are None match all."""

    game: str | None = None
    seats: int | None = None
    options: Mapping[str, str] = {}
    player: str | None = None
    winner: str | None = None
    shortest: int | None = None
    longest: int | None = None
    since: str | None = None
    until: str | None = None
    tags: Mapping[str, str] = {}
    finished: bool | None = None

    def matches(self, entry: Entry) -> bool:
        """Return whether a record passes."""
        date = entry.date[: len("2026-11-12")]
        return all((
            self.game in (None, entry.game),
            self.seats in (None, entry.seats),
            all(tidy(entry.options.get(name, "")) == tidy(value) for name, value in self.options.items()),
            self.player is None or any(tidy(self.player) in tidy(name) for name in entry.players),
            self.winner is None or any(tidy(self.winner) in tidy(name) for name in entry.winners),
            self.shortest is None or entry.plies >= self.shortest,
            self.longest is None or entry.plies <= self.longest,
            self.since is None or date >= self.since,
            self.until is None or "" < date <= self.until,
            all(tidy(value) in tidy(entry.tags.get(name, "")) for name, value in self.tags.items()),
            self.finished in (None, entry.finished),
        ))  # fmt: skip


class Refusal(NamedTuple):
    """A file, or a record in it, that is not accepted, and why."""

    where: str
    reason: str


# --- What is there -----------------------------------------------------------


def files(folder: Path) -> list[Path]:
    """List the files of a corpus, by name."""
    if not folder.is_dir():
        raise BadInput(f"{folder}: there is no such folder; escapade corpus add makes one")
    return sorted(path for path in folder.iterdir() if path.suffix in ENDINGS and not path.name.startswith("."))


def entries(folder: Path, only: Filter | None = None) -> tuple[list[Entry], list[Refusal]]:
    """Return the records that pass a filter, and the files that cannot be read; nothing is replayed."""
    found, broken = [], []
    for path in files(folder):
        try:
            record = read_record(text_of(path))
        except EscapadeError as error:
            broken.append(Refusal(path.name, without_path(path, error)))
            continue
        entry = Entry(path, record.tags, len(record.plies))
        if only is None or only.matches(entry):
            found.append(entry)
    return found, broken


def without_path(path: Path, error: EscapadeError) -> str:
    """Return an error's text without the path before it."""
    return str(error).removeprefix(f"{path}: ")


def fingerprint(record: Record) -> str:
    """Hash what identifies a match: game, seats, options, pieces and log; not its players and dates."""
    identifying = ("Game", "Seats", "Pieces")
    tags = sorted(
        (key, tidy(value)) for key, value in record.tags.items() if key in identifying or key.startswith("option_")
    )
    log = [(seat, tidy(name)) for seat, name in record.plies]
    return hashlib.sha256(repr((tags, log)).encode()).hexdigest()


# --- Taking in ---------------------------------------------------------------


def sources(paths: Sequence[Path]) -> list[Path]:
    """List the files that are named, and those of folders; refuse missing ones."""
    found: list[Path] = []
    for path in paths:
        inside = files(path) if path.is_dir() else [path]
        if not inside:
            raise BadInput(f"{path}: there is no record ({', '.join(f'*{ending}' for ending in ENDINGS)}) in it")
        if not path.exists():
            raise BadInput(f"{path}: cannot be read: there is no such file")
        found += inside
    return found


def texts(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the records of a file, each with its place."""
    parts = split_records(text_of(file))
    for number, text in enumerate(parts, 1):
        yield (str(file) if len(parts) == 1 else f"{file}, record {number}"), text


def canonical(text: str, tags: Mapping[str, str] | None = None) -> str:
    """Return the canonical text of a record, replayed through the door; other tags stay, and more may be given."""
    match = match_of(text, GAMES, go_on=False)
    own, given = read_record(match.record()).tags, read_record(text).tags
    last = {key: own.pop(key) for key in LAST if key in own}
    others = {key: value for key, value in given.items() if key not in own and key not in LAST}
    return write_record({**own, "Dealer": given.get("Dealer", "none"), **others, **(tags or {}), **last}, match.log)


def file_name(record: Record, digits: int = DIGITS) -> str:
    """Name a file by date, game, players, and part of the fingerprint."""
    entry = Entry(Path(), record.tags, len(record.plies))
    named = [record.tags.get(f"Seat{seat}", "") for seat in range(entry.seats)]
    who = "-".join(filter(None, map(plain, named)))[:LONGEST].strip("-")
    parts = [plain(entry.date), entry.game, who or f"{entry.seats}-seats", fingerprint(record)[:digits]]
    return "-".join(filter(None, parts)) + ENDINGS[0]


def plain(name: str) -> str:
    """Reduce a name to letters that every file system allows.

    >>> plain("Éva, the 2nd")
    'eva-the-2nd'
    """
    folded = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return "-".join(re.findall(r"[a-z0-9]+", folded))


class Importer:
    """Adds records to a folder, one at a time; collects refusals."""

    def __init__(self, folder: Path, tags: Mapping[str, str] | None = None) -> None:
        self.folder, self.tags = folder, dict(tags or {})
        self.added: list[Path] = []
        self.refused: list[Refusal] = []
        self.known: dict[str, str] = {}
        if folder.exists():
            for path in files(folder):
                with suppress(EscapadeError):
                    self.known[fingerprint(read_record(text_of(path)))] = path.name

    def add_file(self, file: Path) -> None:
        """Add the records of a file; refuse one that cannot be read as a whole."""
        try:
            for where, text in texts(file):
                self.add(where, text)
        except EscapadeError as error:
            self.refused.append(Refusal(str(file), without_path(file, error)))

    def add(self, where: str, text: str) -> None:
        """Check and write a record; refuse an unsound one or a duplicate."""
        try:
            whole = canonical(text, self.tags)
            record = read_record(whole)
            key = fingerprint(record)
            if key in self.known:
                raise BadInput(f"this match is there already, in {self.known[key]}")
            path = self.folder / file_name(record)
            if path.exists():
                path = self.folder / file_name(record, len(key))
            keep(path, whole)
        except EscapadeError as error:
            self.refused.append(Refusal(where, str(error)))
            return
        self.known[key] = path.name
        self.added.append(path)


def keep(path: Path, text: str) -> None:
    """Write a file completely or not at all."""
    with whole(path) as part:
        part.write_text(text, encoding="utf-8")


# --- Checking ----------------------------------------------------------------


class Checked(NamedTuple):
    """A replayed file: its plies, its fingerprint, and the reason it is wrong, if it is."""

    path: Path
    plies: int
    key: str
    reason: str = ""


def check(folder: Path, workers: int = 1) -> Iterator[Checked]:
    """Replay every record, in order; a duplicate match is wrong, too."""
    paths, first = files(folder), dict[str, str]()
    workers = workers if len(paths) > MIN_PARALLEL else 1
    size = BATCH if workers > 1 else 1
    chunks = (paths[i : i + size] for i in range(0, len(paths), size))
    for checked in chain.from_iterable(results(replayed_all, chunks, Where(workers))):
        earlier = first.setdefault(checked.key, checked.path.name) if checked.key else checked.path.name
        if earlier != checked.path.name:
            checked = checked._replace(reason=f"the same match as {earlier}")
        yield checked


def replayed_all(paths: Iterable[Path]) -> list[Checked]:
    """Replay some records."""
    return [replayed(path) for path in paths]


def replayed(path: Path) -> Checked:
    """Replay one record."""
    try:
        match = match_of(text_of(path), GAMES, go_on=False)
    except EscapadeError as error:
        return Checked(path, 0, "", without_path(path, error))
    return Checked(path, len(match.log), fingerprint(read_record(match.record())))


# --- Giving out --------------------------------------------------------------


def joined(chosen: Sequence[Entry]) -> str:
    """Join records to one text, which `split_records` and `add` separate again."""
    return "\n".join(text_of(entry.path).strip("\n") + "\n" for entry in chosen)


def as_plies(
    path: Path, matches: Sequence[Match], command: str, tell: Callable[[int], None] = lambda more: None
) -> int:
    """Write every ply of matches of one kind to a Parquet file, as `simulate --out` does; return their number.

    The number of a match is its place among those that are written.
    """
    from escapade.lab import dataset  # needs Polars, which not everyone has
    from escapade.lab.setting import Setting

    one = matches[0]
    setting = Setting(one.game.name, one.seats, one.options, one.pieces, "records")
    manifest = dataset.manifest_of(setting, len(matches), 0)
    logs = [[ply.action.code for ply in match.log] for match in matches]
    firsts = range(0, len(logs), dataset.BATCH)
    some = ((range(first, len(logs))[: dataset.BATCH], logs[first : first + dataset.BATCH]) for first in firsts)
    frames = (dataset.frame_of(setting, numbers, played) for numbers, played in some)
    return dataset.write_frames(path, dataset.replaced(manifest, command=command), frames, tell)


def of_one_kind(chosen: Sequence[Entry]) -> tuple[list[Match], list[Refusal]]:
    """Replay the records that can become rows; refuse different games, seats, options or pieces."""
    matches, left_out, kinds = [], [], dict[str, str]()
    for entry in chosen:
        if not entry.finished:
            left_out.append(Refusal(entry.path.name, "it is not over"))
            continue
        match = match_of(text_of(entry.path), GAMES, go_on=False)
        kind = f"{match.game.name} for {match.seats}, {', '.join(f'{k} {v}' for k, v in match.options.items())}"
        kinds[kind + entry.tags.get("Pieces", "")] = kind
        if len(kinds) > 1:
            said = "; ".join(kinds.values())
            raise BadInput(f"one file holds records of one kind, and these are of several: {said}; filter them")
        if out_of_turn(match):
            left_out.append(Refusal(entry.path.name, "someone acted out of turn, which rows cannot tell"))
        else:
            matches.append(match)
    if not matches:
        raise BadInput("none of these records is of a finished match that rows could tell: there is nothing to write")
    return matches, left_out


def out_of_turn(match: Match) -> bool:
    """Return whether a seat acted out of turn, as by resigning."""
    state = match.game.start(match.seats, match.options, match.pieces)
    for seat, action in match.log:
        if seat not in (CHANCE, state.turn):
            return True
        match.game.rules.apply(state, action.code)
    return False


def read_game(name: str | None) -> str | None:
    """Return a game's name; refuse an unknown one."""
    return None if name is None else find_game(GAMES, name).name
