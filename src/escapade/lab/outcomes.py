"""Random games kept in a folder, one row each, so that many of them can be resumed, and read by data tools."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl

from escapade.games import GAMES
from escapade.kernel.batch import Chunk
from escapade.lab.balance import Setting
from escapade.lab.runs import Run, manifest_of, own_pieces


def run_of(setting: Setting, seed: int, folder: Path, command: str, resume: bool = False) -> Run:
    """The folder of a run. All that decides which games are played is told in it; how many of them may grow."""
    pieces = own_pieces(GAMES[setting.game], setting.pieces)
    describe = {
        "game": setting.game,
        "seats": setting.seats,
        "options": setting.options,
        "pieces": pieces,
        "seed": seed,
    }
    return Run(folder, manifest_of("simulate", describe, command), resume)


def schema(seats: int) -> pl.Schema:
    """Names and types of the columns; `match` is as in a file of plies."""
    returns = pl.Array(pl.Float64, seats)
    return pl.Schema({"match": pl.Int64(), "plies": pl.Int32(), "decisions": pl.Int32(), "returns": returns})


def rows(chunk: Chunk) -> pl.DataFrame:
    """A chunk, game by game."""
    games, seats = chunk.returns.shape
    found = np.arange(chunk.first, chunk.first + games), chunk.plies, chunk.moves, chunk.returns
    kinds = schema(seats)
    return pl.DataFrame(dict(zip(kinds, found, strict=True)), kinds)


def chunks(run: Run) -> Iterator[Chunk]:
    """The games that a folder holds, in order, a part at a time; how they ended, not by what."""
    nothing = np.zeros(0, np.int64)
    for number in range(run.done):
        games = run.part(number)
        plies, moves, returns = (games[name].to_numpy() for name in ("plies", "decisions", "returns"))
        yield Chunk(games["match"][0], nothing, plies, moves, returns, nothing)
