"""`escapade simulate --out FILE.parquet`: every ply of many games, in a file for data tools."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from escapade.cli.screen import Screen, progress
from escapade.lab.pool import Where
from escapade.lab.setting import Setting


def write_plies(setting: Setting, n: int, seed: int, where: Where, out: Path) -> None:
    """Play into a file, with a bar on stderr that says how long it still takes; after Ctrl-C nothing is written."""

    from escapade.lab import dataset  # needs Polars, which not everyone has

    with progress() as bar:
        task = bar.add_task("compiling the rules", total=n)
        rows = dataset.write(
            out, setting, n, seed, where, lambda more: bar.update(task, description="playing", advance=more)
        )
    size = out.stat().st_size / 1e6
    Screen().show(Text.assemble((str(out), "bold"), f": {rows:,} plies of {n:,} games, {size:,.1f} MB"))
