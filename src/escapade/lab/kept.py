"""A report that is kept in a folder while it is played: one row a game in Parquet, and sums to resume it from."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.names import BadInput
from escapade.lab.balance import Setting
from escapade.lab.doubt import Mean
from escapade.lab.pool import Where, results
from escapade.lab.report import Done, Part, added, do, pieces_of
from escapade.lab.runs import Run, manifest_of, own_pieces
from escapade.lab.tally import Counters
from escapade.lab.watch import Duel, Job, Pair, Sides

try:
    import polars as pl
except ImportError:
    raise BadInput("Polars is not installed: pip install 'escapade[research]'") from None

KINDS: dict[str, Any] = {kind.__name__: kind for kind in (Mean, Counters, Sides)} | {"Tally": Counters}  # as of old
FIGURES = ("drawn", "decisions", "plies", "turns", "legal", "forced", "dead", "changes", "settled", "half")


def play(
    kind: str, parts: Sequence[Part], where: Where, totals: dict[int, Any], folder: Path, resume: bool, command: str
) -> Generator[Done]:
    """Play all parts as `report.play` does, and keep every piece; what is in the folder already is not played again."""
    describe = [part._replace(job=with_rows(part.job)) for part in parts]
    game = GAMES[settings(parts[0].job)[0].game]
    with Run(folder, manifest_of(kind, {part.name: setting(part) for part in parts}, command), resume) as run:
        for number, task in enumerate(islice(pieces_of(describe), run.done)):
            done = Done(task.part, task.job.n, unpacked(json.loads(run.part(number)["sum"][0])), {})
            added(totals, done)
            yield done
        with closing(results(do, islice(pieces_of(describe), run.done, None), where)) as pieces:
            for done in pieces:
                run.add(frame(game, parts[done.part].name, done))  # first of all: whatever is told is also kept
                added(totals, done)
                yield done
        run.finish()


def settings(job: Job | Duel | Pair) -> list[Setting]:
    """What a job plays."""
    return [job.a.setting, job.b.setting] if isinstance(job, Pair) else [job.setting]


def with_rows(job: Any) -> Any:
    """The same job, with a row for every game."""
    if isinstance(job, Pair):
        return job._replace(a=job.a._replace(describe=True))
    return job._replace(describe=True) if isinstance(job, Job) else job


def setting(part: Part) -> dict[str, Any]:
    """All that decides the games of a part."""
    jobs = [part.job.a, part.job.b] if isinstance(part.job, Pair) else [part.job]
    versions = [
        {"seats": of.seats, "options": of.options, "pieces": own_pieces(GAMES[of.game], of.pieces)}
        for of in settings(part.job)
    ]
    game = settings(part.job)[0].game
    return {"game": game, "n": part.job.n, "seeds": [job.seed for job in jobs], "versions": versions}


def columns(game: Game) -> list[str]:
    """The figures that a row may have, at any number of seats."""
    seats = range(game.seats[-1])
    own = [f"counted.{name}" for name in getattr(game.rules, "COUNTED", ())]
    each = [f"{name}.{seat}" for name in ("decisions", "dead") for seat in seats]
    return [*(f"wins.{seat}" for seat in seats), *FIGURES, *each, *own]


def frame(game: Game, part: str, done: Done) -> pl.DataFrame:
    """A piece as rows, one a game; its sum stands in the first of them. What two bots come to is one row."""
    games = done.rows.get("game", np.array([0]))
    found: dict[str, Any] = {"part": [part] * len(games), "game": games}
    for name in columns(game):
        column = done.rows.get(name)
        found[name] = [None] * len(games) if column is None else pl.Series(column).fill_nan(None)
    found["sum"] = [json.dumps(packed(done.sum)), *[None] * (len(games) - 1)]
    kinds = {"part": pl.String, "game": pl.Int64, **dict.fromkeys(columns(game), pl.Float64), "sum": pl.String}
    return pl.DataFrame(found, schema=kinds)


def packed(thing: Any) -> Any:
    """A sum as JSON knows it."""
    if hasattr(thing, "_asdict"):
        return {"is": type(thing).__name__, **{name: packed(value) for name, value in thing._asdict().items()}}
    if isinstance(thing, np.ndarray):
        return {"is": "array", "of": thing.dtype.str, "values": thing.tolist()}
    if isinstance(thing, dict):
        return {name: packed(value) for name, value in thing.items()}
    return list(thing) if isinstance(thing, tuple) else thing


def unpacked(said: Any) -> Any:
    """The sum again."""
    if not isinstance(said, dict):
        return tuple(said) if isinstance(said, list) else said
    kind = said.get("is")
    if kind == "array":
        return np.array(said["values"], said["of"])
    fields = {name: unpacked(value) for name, value in said.items() if name != "is"}
    return KINDS[kind](**fields) if kind else fields
