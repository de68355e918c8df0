"""An arena kept in a folder, one row a game, so that it can be resumed, and read by data tools."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import polars as pl

from escapade.bots.stdio import command_of, is_outside
from escapade.games import GAMES
from escapade.lab.arena import Arena, Block, Contestant, Job
from escapade.lab.runs import Run, manifest_of, own_pieces


class Ledger:
    """Blocks on their way into a folder: `with Ledger(arena, folder, command) as ledger: ledger.add(block)`.

    Whatever the folder holds already is counted into the arena first.
    """

    def __init__(self, arena: Arena, folder: Path, command: str, resume: bool = False) -> None:
        self.arena, self.run = arena, Run(folder, manifest_of("arena", setting_of(arena), command), resume)
        for block in blocks(self.run, arena):
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
        """Keep a block, soon."""
        self.run.gather(rows(self.arena.labels, block))


def setting_of(arena: Arena) -> dict[str, Any]:
    """All that decides which games are played; how many of them may grow."""
    setting, sprts = arena.setting, [pairing.trial and pairing.trial.sprt for pairing in arena.pairings.values()]
    return {
        "game": setting.game,
        "seats": setting.seats,
        "options": setting.options,
        "pieces": own_pieces(GAMES[setting.game], setting.pieces),
        "bots": [describe(contestant) for contestant in setting.contestants],
        "pairings": list(arena.pairings),
        "seed": setting.seed,
        "sprt": sprts[0]._asdict() if sprts[0] else None,
    }


def describe(who: Contestant) -> dict[str, Any]:
    """A contestant; the weights it thinks with, and the files of its command, by what they are, not by their name."""
    weights = hashed(Path(who.evaluator)) if who.evaluator else None
    words = [Path(shutil.which(word) or word) for word in command_of(who.name)] if is_outside(who.name) else []
    programs = [hashed(path) for path in words if path.is_file()]
    return {"bot": who.label, **who.budget._asdict(), "weights": weights, "programs": programs}


def hashed(path: Path) -> str:
    """A file by what it holds."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def schema(labels: Sequence[str]) -> pl.Schema:
    """Names and types of the columns."""
    names, times = pl.Enum(labels), pl.List(pl.Float32)
    return pl.Schema({
        "one": names, "other": names, "deal": pl.Int64(), "seat": pl.Int8(), "share": pl.Float64(),
        "drawn": pl.Boolean(), "plies": pl.Int32(), "seconds": times, "others_seconds": times,
    })  # fmt: skip


def rows(labels: Sequence[str], block: Block) -> pl.DataFrame:
    """A block, game by game."""
    found = [
        (labels[block.job.one], labels[block.job.other], block.job.number, seat, share, drawn, plies, ones, others)
        for seat, (share, plies, drawn, (ones, others)) in enumerate(
            zip(block.shares, block.plies, block.drawn, block.seconds, strict=True)
        )
    ]
    return pl.DataFrame(found, schema(labels), orient="row")


def blocks(run: Run, arena: Arena) -> Iterator[Block]:
    """The blocks that a folder holds, in order, some rows at a time."""
    numbers, seats = {label: number for number, label in enumerate(arena.labels)}, arena.setting.seats
    for number in range(run.done):
        for games in run.part(number).iter_slices(seats):
            one, other, deal = games.select("one", "other", "deal").row(0)
            shares, plies, drawn = (tuple(games[name]) for name in ("share", "plies", "drawn"))
            seconds = tuple(games.select("seconds", "others_seconds").iter_rows())
            yield Block(Job(numbers[one], numbers[other], deal), shares, plies, drawn, seconds)
