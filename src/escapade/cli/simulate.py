"""`escapade simulate`: many random games, and what they add up to."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from escapade.cli.arguments import (
    Cluster,
    Options,
    Pieces,
    Resume,
    Seats,
    command_line,
    place,
    the_game,
    wanted,
    writable,
)
from escapade.cli.plies import write_plies
from escapade.cli.screen import Screen, progress
from escapade.kernel.batch import Chunk, Counters, Opening, opening, play_chunk
from escapade.kernel.names import BadInput
from escapade.lab.pool import Where, defer_interrupt
from escapade.lab.setting import Setting, parse_player, validated
from escapade.lab.simulation import random_chunks

FILE = ".parquet"  # ends the name of a file of plies; any other is that of a folder


def simulate(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    n: Annotated[int, typer.Option("-n", "--games", min=1, max=1 << 32, help="Number of games.")] = 10_000,
    seats: Seats = None,
    seed: Annotated[
        int,
        typer.Option("--seed", min=0, max=(1 << 31) - 1, help="Seed of all dice; the same seed plays the same games."),
    ] = 0,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=1024, help="Threads; one per core if not given.")
    ] = None,
    cluster: Cluster = None,
    pieces: Pieces = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    bot: Annotated[
        str | None,
        typer.Option(
            "--bot", help="With --out FILE.parquet: the bot that plays, such as planner@200; random if not given."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            help="Store every game as a Parquet row in this folder; FILE.parquet: write every ply, and no report.",
        ),
    ] = None,
    resume: Resume = False,
    option: Options = None,
) -> None:
    """Play many random games; report wins by seat and lengths."""
    found = wanted(game, ctx.args, option)
    rules = the_game(found)
    player = parse_player(bot or "random").label
    where, setting = place(workers, cluster), validated(rules, seats, found.options, rules.pieces(pieces), player)
    if out is not None and out.suffix == FILE:
        check_file(out, as_json, resume)
        write_plies(setting, n, seed, where, out)
        return
    check_folder(bot, out, resume)
    total = Summary(opening(rules, setting.seats, setting.options, setting.pieces), setting.options, n, seed)
    with stored(total, setting, out, resume) as add:
        play_with_progress(total, where, add)
    if as_json:
        typer.echo(json.dumps(total.as_data(), indent=2))
    elif total.counters.games:
        total.show(Screen())
        if out:
            Screen().line(f"kept in {out}")
    if not total.complete:
        raise typer.Exit(130)


def check_file(out: Path, as_json: bool, resume: bool) -> None:
    """Refuse options that do not go with a file of plies."""
    if as_json:
        raise BadInput(f"--out {out} writes plies, and reports nothing: leave out --json")
    if resume:
        raise BadInput(f"--resume goes on with a folder; {out} is one file, which is written as a whole")
    writable(out)


def check_folder(bot: str | None, out: Path | None, resume: bool) -> None:
    """Refuse options that need a file of plies."""
    if bot is not None:
        raise BadInput(f"--bot goes with --out FILE{FILE}; escapade balance reports on bots' games, and keeps them")
    if resume and out is None:
        raise BadInput("--resume goes with --out")
    if out is not None and out.is_file():
        raise BadInput(f"--out {out}: this is a file; one of plies ends in {FILE}, and games are kept in a folder")


@contextmanager
def stored(total: Summary, setting: Setting, out: Path | None, resume: bool) -> Iterator[Callable[[Chunk], None]]:
    """Return the function that stores a chunk; without a folder it does nothing. Stored games are counted first."""
    if out is None:
        yield lambda chunk: None
        return
    from escapade.lab import store  # needs Polars, which not everyone has

    with store.simulation_run(setting, total.seed, out, command_line(), resume) as run:
        for chunk in store.stored_chunks(run):
            total.add(chunk)
        yield lambda chunk: run.add_soon(store.chunk_rows(chunk))
        if total.complete:
            run.finish()


class Summary:
    """The results so far."""

    def __init__(self, start: Opening, options: dict[str, Any], n: int, seed: int) -> None:
        self.start, self.options, self.n, self.seed = start, options, n, seed
        self.counters = Counters(start.seats)
        self.began: float | None = None
        self.seconds, self.before = 0.0, 0

    def begin(self) -> None:
        """Start the clock: what is compiled before, or kept from an earlier time, is not counted."""
        self.began, self.before = time.perf_counter(), self.counters.games

    def stop(self) -> None:
        """Stop the clock."""
        self.seconds = time.perf_counter() - self.began if self.began is not None else 0.0

    def add(self, chunk: Chunk) -> None:
        """Count a chunk."""
        self.counters.add(chunk)
        self.stop()

    @property
    def complete(self) -> bool:
        """Has every game been played?"""
        return self.counters.games >= self.n  # a run that is kept may have more

    def lengths(self) -> dict[str, float]:
        """How many decisions a game takes."""
        if not self.counters.games:
            return {}
        lengths = self.counters.lengths
        low, median, high = lengths.quantiles(0.05, 0.5, 0.95)
        return {"mean": lengths.mean, "median": median, "low": low, "high": high, "max": lengths.most}

    def as_data(self) -> dict[str, Any]:
        """Everything, for programs."""
        rates = self.counters.win_rates() if self.counters.games else []
        return {
            "game": self.start.game.name,
            "seats": self.start.seats,
            "options": self.options,
            "seed": self.seed,
            "games": self.counters.games,
            "complete": self.complete,
            "wins": [{"seat": s, "share": w, "low": low, "high": high} for s, (w, low, high) in enumerate(rates)],
            "draws": self.counters.draws,
            "length": self.lengths(),
            "seconds": round(self.seconds, 3),
        }

    def show(self, screen: Screen) -> None:
        """Set the tables."""
        games, title = self.counters.games, self.start.game.title
        head = Text.assemble((title, "bold"), f", {self.start.seats} seats, {games:,} random games")
        if not self.complete:
            head.append(f"  incomplete: {self.n:,} were asked for", "bold yellow")
        chosen = ", ".join(f"{name} {value}" for name, value in self.options.items())
        screen.show(head, Text(f"{chosen}, seed {self.seed}", "dim"), Text(""), self.winners(), Text(""))
        screen.show(self.figures())

    def figures(self) -> Table:
        """Set draws, lengths and speed."""
        grid, lengths, games, draws = (
            Table.grid(padding=(0, 2)),
            self.lengths(),
            self.counters.games,
            self.counters.draws,
        )
        grid.add_column(style="dim")
        grid.add_column(overflow="fold")
        grid.add_row("drawn", f"{draws:,} games, {draws / games:.1%}; whoever shares a win has a part of it")
        middle = f"5 to 95 % {lengths['low']:,.0f} to {lengths['high']:,.0f}, most {lengths['max']:,}"
        grid.add_row("decisions", f"mean {lengths['mean']:,.1f}, median {lengths['median']:,.0f}, {middle}")
        if self.seconds:
            grid.add_row("speed", f"{(games - self.before) / self.seconds:,.0f} games a second")
        return grid

    def winners(self) -> Table:
        """Set the share of wins by seat; a shared first place counts as a part of a win for each."""
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for heading in ("seat", "wins", "95 % interval", ""):
            table.add_column(heading, justify="right" if heading in ("seat", "wins") else "left", no_wrap=True)
        for seat, (share, low, high) in enumerate(self.counters.win_rates()):
            bar = Text("█" * round(share * 30), "cyan")
            table.add_row(str(seat), f"{share:.2%}", f"{low:.2%} to {high:.2%}", bar)
        return table


def play_with_progress(total: Summary, where: Where, add: Callable[[Chunk], None] = lambda chunk: None) -> None:
    """Play with a progress bar on stderr; after Ctrl-C the results so far remain."""
    try:
        with progress() as bar:
            task = bar.add_task("compiling the rules", total=total.n, completed=total.counters.games)
            play_chunk(total.start, total.seed << 32, 1)
            bar.update(task, description="starting the cluster" if where.cluster else "playing")
            total.begin()
            with closing(random_chunks(total.start, total.n, total.seed, where, total.counters.games)) as chunks:
                for chunk in chunks:
                    with defer_interrupt():  # what is counted is stored, too
                        add(chunk)
                        total.add(chunk)
                    bar.update(task, description="playing", completed=total.counters.games)
    except KeyboardInterrupt:
        total.stop()
