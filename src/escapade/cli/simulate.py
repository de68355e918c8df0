"""`escapade simulate`: many random games, and what they add up to."""

from __future__ import annotations

import json
import time
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from escapade.bots import level_of
from escapade.cli.arguments import Cluster, Options, Pieces, Seats, place, the_game, wanted, writable
from escapade.cli.plies import write_plies
from escapade.cli.screen import Screen, progress
from escapade.kernel.batch import Chunk, Opening, Tally, opening, play_chunk
from escapade.kernel.names import BadInput
from escapade.lab.balance import agreed
from escapade.lab.pool import Where
from escapade.lab.simulation import random_chunks


def simulate(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game.")],
    n: Annotated[int, typer.Option("-n", "--games", min=1, max=1 << 32, help="How many games.")] = 10_000,
    seats: Seats = None,
    seed: Annotated[int, typer.Option("--seed", min=0, max=(1 << 31) - 1, help="The same seed, the same games.")] = 0,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=1024, help="Threads; one a core if not given.")
    ] = None,
    cluster: Cluster = None,
    pieces: Pieces = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    bot: Annotated[str | None, typer.Option("--bot", help="With --out: who plays; random if not given.")] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write every ply to a Parquet file; no report."),
    ] = None,
    option: Options = None,
) -> None:
    """Play many games at random and see who wins, and how long they last."""
    found = wanted(game, ctx.args, option)
    rules = the_game(found)
    check_out(bot, out, as_json)
    where = place(workers, cluster)
    if out:
        setting = agreed(rules, seats, found.options, rules.pieces(pieces), bot or "random")
        write_plies(setting, n, seed, where, out)
        return
    options = rules.check_options(found.options, rules.check_seats(seats))
    start = opening(rules, seats, options, rules.pieces(pieces))
    total = Summary(start, options, n, seed)
    try:
        play_on(total, where)
    except KeyboardInterrupt:
        total.stop()
    if as_json:
        typer.echo(json.dumps(total.as_data(), indent=2))
    elif total.tally.games:
        total.show(Screen())
    if not total.complete:
        raise typer.Exit(130)


def check_out(bot: str | None, out: Path | None, as_json: bool) -> None:
    """Refuse a bot there is not, and what does not go together."""
    if bot is not None:
        level_of(bot)
    if bot is not None and out is None:
        raise BadInput("--bot goes with --out; escapade balance reports on bots' games")
    if out is not None:
        if as_json:
            raise BadInput("--out writes plies, and reports nothing: leave out --json")
        writable(out)


class Summary:
    """What has been played so far."""

    def __init__(self, start: Opening, options: dict[str, Any], n: int, seed: int) -> None:
        self.start, self.options, self.n, self.seed = start, options, n, seed
        self.tally = Tally(start.seats)
        self.began: float | None = None
        self.seconds = 0.0

    def begin(self) -> None:
        """Start the clock: what is compiled before is not counted."""
        self.began = time.perf_counter()

    def stop(self) -> None:
        """Stop the clock."""
        self.seconds = time.perf_counter() - self.began if self.began is not None else 0.0

    def add(self, chunk: Chunk) -> None:
        """Count a chunk."""
        self.tally.add(chunk)
        self.stop()

    @property
    def complete(self) -> bool:
        """Has every game been played?"""
        return self.tally.games == self.n

    def lengths(self) -> dict[str, float]:
        """How many decisions a game takes."""
        if not self.tally.games:
            return {}
        lengths = self.tally.lengths
        low, median, high = lengths.quantiles(0.05, 0.5, 0.95)
        return {"mean": lengths.mean, "median": median, "low": low, "high": high, "max": lengths.most}

    def as_data(self) -> dict[str, Any]:
        """Everything, for programs."""
        rates = self.tally.win_rates() if self.tally.games else []
        return {
            "game": self.start.game.name,
            "seats": self.start.seats,
            "options": self.options,
            "seed": self.seed,
            "games": self.tally.games,
            "complete": self.complete,
            "wins": [{"seat": s, "share": w, "low": low, "high": high} for s, (w, low, high) in enumerate(rates)],
            "draws": self.tally.draws,
            "length": self.lengths(),
            "seconds": round(self.seconds, 3),
        }

    def show(self, screen: Screen) -> None:
        """Set the tables."""
        games, title = self.tally.games, self.start.game.title
        head = Text.assemble((title, "bold"), f", {self.start.seats} seats, {games:,} random games")
        if not self.complete:
            head.append(f"  incomplete: {self.n:,} were asked for", "bold yellow")
        chosen = ", ".join(f"{name} {value}" for name, value in self.options.items())
        screen.show(head, Text(f"{chosen}, seed {self.seed}", "dim"), Text(""), self.winners(), Text(""))
        screen.show(self.figures())

    def figures(self) -> Table:
        """Set draws, lengths and speed."""
        grid, said, games, draws = Table.grid(padding=(0, 2)), self.lengths(), self.tally.games, self.tally.draws
        grid.add_column(style="dim")
        grid.add_column(overflow="fold")
        grid.add_row("drawn", f"{draws:,} games, {draws / games:.1%}; whoever shares a win has a part of it")
        middle = f"5 to 95 % {said['low']:,.0f} to {said['high']:,.0f}, most {said['max']:,}"
        grid.add_row("decisions", f"mean {said['mean']:,.1f}, median {said['median']:,.0f}, {middle}")
        grid.add_row("speed", f"{games / self.seconds if self.seconds else 0:,.0f} games a second")
        return grid

    def winners(self) -> Table:
        """Set the share of wins by seat; a shared first place counts as a part of a win for each."""
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for heading in ("seat", "wins", "95 % interval", ""):
            table.add_column(heading, justify="right" if heading in ("seat", "wins") else "left", no_wrap=True)
        for seat, (share, low, high) in enumerate(self.tally.win_rates()):
            bar = Text("█" * round(share * 30), "cyan")
            table.add_row(str(seat), f"{share:.2%}", f"{low:.2%} to {high:.2%}", bar)
        return table


def play_on(total: Summary, where: Where) -> None:
    """Play, with a bar on stderr that says how long it still takes."""
    with progress() as bar:
        task = bar.add_task("compiling the rules", total=total.n)
        play_chunk(total.start, total.seed << 32, 1)
        bar.update(task, description="starting the cluster" if where.cluster else "playing")
        total.begin()
        with closing(random_chunks(total.start, total.n, total.seed, where)) as chunks:
            for chunk in chunks:
                total.add(chunk)
                bar.update(task, description="playing", advance=len(chunk.plies))
