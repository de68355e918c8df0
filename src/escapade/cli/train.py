"""`escapade train`: learn from games of the rule bot what positions are worth, and write it to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

from escapade.bots.evaluator import save
from escapade.cli.arguments import Options, Pieces, Seats, the_game, wanted, writable
from escapade.cli.screen import Screen, progress
from escapade.lab import value_training as lab

FEWEST = 50  # games from which anything can be learned


def train(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="File of the weights, .safetensors.")],
    n: Annotated[
        int, typer.Option("-n", "--games", min=FEWEST, max=10_000_000, help="Number of self-play games.")
    ] = 20_000,
    epochs: Annotated[
        int, typer.Option("--epochs", min=1, max=1000, help="Passes over the positions of these games.")
    ] = 10,
    seats: Seats = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", min=0, max=(1 << 31) - 1, help="Seed of games and weights; the same seed trains the same weights."
        ),
    ] = 0,
    pieces: Pieces = None,
    option: Options = None,
) -> None:
    """Train a value network for planners on games of the rule bot against itself.

    `escapade arena GAME planner+FILE planner` measures its strength.
    """
    found = wanted(game, ctx.args, option)
    rules = the_game(found)
    table = lab.validated(rules, seats, found.options, rules.pieces(pieces))
    writable(out)
    dataset, best = learn(table, n, epochs, seed)
    save(best.evaluator, out, games=n, seed=seed, error=round(best.fit.error, 4), ahead=round(best.fit.ahead, 4))
    show(table, dataset, best, out, Screen())


def learn(table: lab.Table, n: int, epochs: int, seed: int) -> tuple[lab.Dataset, lab.Trained]:
    """Play and train with a progress bar on stderr; after Ctrl-C nothing is written."""
    with progress() as bar:
        task = bar.add_task("compiling the rules", total=n)
        games = []
        for some in lab.self_play_games(table, n, seed):
            games.append(some)
            bar.update(task, description="playing", advance=some.number)
        bar.update(task, description="learning", completed=0, total=epochs)
        dataset = lab.Dataset(table, games)
        for best in lab.fitted(dataset, epochs, seed):
            bar.update(task, description=f"learning, error {best.fit.error:.3f}", advance=1)
    return dataset, best


def show(table: lab.Table, dataset: lab.Dataset, best: lab.Trained, out: Path, screen: Screen) -> None:
    """Print the fit of the network beside that of the heuristic."""
    examined = len(dataset.rows(held_out=True))
    head = Text.assemble((table.game.title, "bold"), f", {table.seats} seats, {len(dataset.of):,} positions")
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in (f"in {examined:,} others", "error", "who is ahead wins"):
        grid.add_column(heading, justify="left" if heading.startswith("in") else "right", no_wrap=True)
    for name, fit in (("by hand", dataset.heuristic_fit), ("learned", best.fit)):
        grid.add_row(name, f"{fit.error:.3f}", f"{fit.ahead:.1%}")
    screen.show(head, Text(""), grid, Text(""))
    screen.line(f"escapade arena {table.game.name} planner+{out} planner")
