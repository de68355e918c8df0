"""A folder of match records: found again by what stands in them, checked by replaying them, told as data.

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
TOGETHER = 16  # records that a worker replays before it says so
ALONE = 64  # records up to which other processes are not worth starting


class Entry(NamedTuple):
    """A record of a corpus, as its tags tell it."""

    path: Path
    tags: dict[str, str]
    plies: int

    @property
    def game(self) -> str:
        """Which game."""
        return self.tags.get("Game", "")

    @property
    def seats(self) -> int:
        """How many seats."""
        return whole_number(self.tags.get("Seats", "")) or 0

    @property
    def options(self) -> dict[str, str]:
        """The options of its game, as they are written."""
        return {key.removeprefix("option_"): value for key, value in self.tags.items() if key.startswith("option_")}

    @property
    def players(self) -> list[str]:
        """What the players are called; a seat without a name by its number."""
        return [self.tags.get(f"Seat{seat}", f"seat {seat}") for seat in range(self.seats)]

    @property
    def finished(self) -> bool:
        """Is the match over?"""
        return "Result" in self.tags

    @property
    def winners(self) -> list[str]:
        """Who came first; alone, who won."""
        if self.seats == 1:
            return self.players if self.tags.get("Result") == "won" else []
        first = self.tags.get("Result", "").split(">")[0].split("=")
        seats = [whole_number(seat.strip()) for seat in first]
        return [self.players[seat] for seat in seats if seat is not None and seat < self.seats]

    @property
    def date(self) -> str:
        """When it was played, if a tag says so: 2026-11-12."""
        return self.tags.get("Date", "").replace(".", "-")

    def as_data(self) -> dict[str, Any]:
        """Everything, for programs."""
        return {
            "file": self.path.name, "game": self.game, "seats": self.seats, "options": self.options,
            "players": self.players, "finished": self.finished, "winners": self.winners,
            "result": self.tags.get("Result", ""), "plies": self.plies, "date": self.date, "tags": self.tags,
        }  # fmt: skip


class Wanted(NamedTuple):
    """Which records are asked for; what is not said does not matter."""

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

    def fits(self, entry: Entry) -> bool:
        """Is this one of them?"""
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
    """A file, or a record in it, that is not taken, and why."""

    where: str
    reason: str


# --- What is there -----------------------------------------------------------


def files(folder: Path) -> list[Path]:
    """The files of a corpus, in the order of their names."""
    if not folder.is_dir():
        raise BadInput(f"{folder}: there is no such folder; escapade corpus add makes one")
    return sorted(path for path in folder.iterdir() if path.suffix in ENDINGS and not path.name.startswith("."))


def entries(folder: Path, wanted: Wanted | None = None) -> tuple[list[Entry], list[Refusal]]:
    """What a corpus holds that is wanted, and what cannot be read; nothing is replayed."""
    found, broken = [], []
    for path in files(folder):
        try:
            record = read_record(text_of(path))
        except EscapadeError as error:
            broken.append(Refusal(path.name, bare(path, error)))
            continue
        entry = Entry(path, record.tags, len(record.plies))
        if wanted is None or wanted.fits(entry):
            found.append(entry)
    return found, broken


def bare(path: Path, error: EscapadeError) -> str:
    """What is wrong, without the path if it begins with it."""
    return str(error).removeprefix(f"{path}: ")


def fingerprint(record: Record) -> str:
    """What makes a match this one: its game, seats, options, pieces and log; not who played it, and when."""
    kept = ("Game", "Seats", "Pieces")
    tags = sorted((key, tidy(value)) for key, value in record.tags.items() if key in kept or key.startswith("option_"))
    log = [(seat, tidy(name)) for seat, name in record.plies]
    return hashlib.sha256(repr((tags, log)).encode()).hexdigest()


# --- Taking in ---------------------------------------------------------------


def sources(paths: Sequence[Path]) -> list[Path]:
    """The files in which records stand: those that are named, and those of folders; refuse what is not there."""
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
    """The records of a file, one or many, each with where it stands."""
    parts = split_records(text_of(file))
    for number, text in enumerate(parts, 1):
        yield (str(file) if len(parts) == 1 else f"{file}, record {number}"), text


def spelt(text: str, tags: Mapping[str, str] | None = None) -> str:
    """A record in its one spelling, replayed through the door; other tags are kept, and more may be given."""
    match = match_of(text, GAMES, go_on=False)
    own, given = read_record(match.record()).tags, read_record(text).tags
    last = {key: own.pop(key) for key in LAST if key in own}
    others = {key: value for key, value in given.items() if key not in own and key not in LAST}
    return write_record({**own, "Dealer": given.get("Dealer", "none"), **others, **(tags or {}), **last}, match.log)


def file_name(record: Record, digits: int = DIGITS) -> str:
    """A name that says what is in it: date, game, players, and some of the fingerprint."""
    entry = Entry(Path(), record.tags, len(record.plies))
    named = [record.tags.get(f"Seat{seat}", "") for seat in range(entry.seats)]
    who = "-".join(filter(None, map(plain, named)))[:LONGEST].strip("-")
    parts = [plain(entry.date), entry.game, who or f"{entry.seats}-seats", fingerprint(record)[:digits]]
    return "-".join(filter(None, parts)) + ENDINGS[0]


def plain(name: str) -> str:
    """A name in letters that every disk can write.

    >>> plain("Éva, the 2nd")
    'eva-the-2nd'
    """
    folded = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return "-".join(re.findall(r"[a-z0-9]+", folded))


class Adding:
    """Takes records into a folder, one at a time: what is refused is kept apart with its reason."""

    def __init__(self, folder: Path, tags: Mapping[str, str] | None = None) -> None:
        self.folder, self.tags = folder, dict(tags or {})
        self.added: list[Path] = []
        self.refused: list[Refusal] = []
        self.there: dict[str, str] = {}
        if folder.exists():
            for path in files(folder):
                with suppress(EscapadeError):
                    self.there[fingerprint(read_record(text_of(path)))] = path.name

    def add_file(self, file: Path) -> None:
        """Take in the records of a file; one that cannot be read is refused as a whole."""
        try:
            for where, text in texts(file):
                self.add(where, text)
        except EscapadeError as error:
            self.refused.append(Refusal(str(file), bare(file, error)))

    def add(self, where: str, text: str) -> None:
        """Check a record and write it; refuse what does not come through the door, or is there already."""
        try:
            whole = spelt(text, self.tags)
            record = read_record(whole)
            mark = fingerprint(record)
            if mark in self.there:
                raise BadInput(f"this match is there already, in {self.there[mark]}")
            path = self.folder / file_name(record)
            if path.exists():
                path = self.folder / file_name(record, len(mark))
            keep(path, whole)
        except EscapadeError as error:
            self.refused.append(Refusal(where, str(error)))
            return
        self.there[mark] = path.name
        self.added.append(path)


def keep(path: Path, text: str) -> None:
    """Write a file as a whole, or not at all."""
    with whole(path) as part:
        part.write_text(text, encoding="utf-8")


# --- Checking ----------------------------------------------------------------


class Checked(NamedTuple):
    """A file that was replayed: how many plies it has, what match it is, and what is wrong with it, if anything."""

    path: Path
    plies: int
    mark: str
    reason: str = ""


def check(folder: Path, workers: int = 1) -> Iterator[Checked]:
    """Replay every record, in the order of the files; a match that is there twice is wrong, too."""
    paths, first = files(folder), dict[str, str]()
    workers = workers if len(paths) > ALONE else 1
    size = TOGETHER if workers > 1 else 1
    chunks = (paths[i : i + size] for i in range(0, len(paths), size))
    for checked in chain.from_iterable(results(replayed_all, chunks, Where(workers))):
        earlier = first.setdefault(checked.mark, checked.path.name) if checked.mark else checked.path.name
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
        return Checked(path, 0, "", bare(path, error))
    return Checked(path, len(match.log), fingerprint(read_record(match.record())))


# --- Giving out --------------------------------------------------------------


def together(chosen: Sequence[Entry]) -> str:
    """Many records as one text; `split_records` and `add` take it apart again."""
    return "\n".join(text_of(entry.path).strip("\n") + "\n" for entry in chosen)


def as_plies(
    path: Path, matches: Sequence[Match], command: str, tell: Callable[[int], None] = lambda more: None
) -> int:
    """Write every ply of matches of one kind to a Parquet file, as `simulate --out` does; return how many they are.

    The number of a match is its place among those that are written.
    """
    from escapade.lab import dataset  # needs Polars, which not everyone has
    from escapade.lab.setting import Setting

    one = matches[0]
    setting = Setting(one.game.name, one.seats, one.options, one.pieces, "records")
    manifest = dataset.manifest_of(setting, len(matches), 0)
    logs = [[ply.action.code for ply in match.log] for match in matches]
    firsts = range(0, len(logs), dataset.TOGETHER)
    some = ((range(first, len(logs))[: dataset.TOGETHER], logs[first : first + dataset.TOGETHER]) for first in firsts)
    frames = (dataset.describe(setting, numbers, played) for numbers, played in some)
    return dataset.write_frames(path, dataset.replaced(manifest, command=command), frames, tell)


def of_one_kind(chosen: Sequence[Entry]) -> tuple[list[Match], list[Refusal]]:
    """Replay what can be told as data; refuse records of several games, seats, options or pieces together."""
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
    """Did a seat act while it was not its turn? It may resign, for instance."""
    state = match.game.start(match.seats, match.options, match.pieces)
    for seat, action in match.log:
        if seat not in (CHANCE, state.turn):
            return True
        match.game.rules.apply(state, action.code)
    return False


def read_game(name: str | None) -> str | None:
    """A game's name; one that there is not is refused."""
    return None if name is None else find_game(GAMES, name).name
