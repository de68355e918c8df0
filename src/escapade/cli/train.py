"""`escapade train`: train a game's policy by self-play, and write its weights to a file."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from escapade.bots.policy_file import load, save
from escapade.cli.arguments import writable
from escapade.cli.screen import Screen, progress
from escapade.games import GAMES
from escapade.kernel.contract import Game, find_game
from escapade.kernel.names import BadInput
from escapade.lab.policy_training import Learner, train_for

EVERY = 120.0  # seconds between two evaluations
GAMES_EACH = 1000  # of an evaluation, for each number of seats
GAMES_EACH_OF_A_FILE = 4000  # of --evaluate
STOPPED = 130  # the exit code of what Ctrl-C stopped

Seats = Annotated[
    list[int] | None,
    typer.Option("--seats", help="Number of seats; again for more. All in turns, two most often, if not given."),
]


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="File of the weights, .safetensors.")
    ] = None,
    minutes: Annotated[float, typer.Option("--minutes", min=0.0, max=100_000.0, help="How long to train.")] = 20.0,
    seats: Seats = None,
    seed: Annotated[int, typer.Option("--seed", min=0, max=(1 << 31) - 1, help="Seed of games and weights.")] = 1,
    evaluate: Annotated[
        Path | None, typer.Option("--evaluate", metavar="FILE", help="Train nothing; evaluate these weights.")
    ] = None,
) -> None:
    """Train a policy by self-play on every core, beginning with the heuristic; Ctrl-C ends it and keeps the result.

    An evaluation says how often one seat by the policy wins against the heuristic in all others, nobody searching.
    """
    rules, screen = find_game(GAMES, game), Screen()
    if (out is None) == (evaluate is None):
        raise BadInput("say where the weights go, --out FILE, or which are evaluated, --evaluate FILE")
    if out:
        writable(out)
    learner = Learner(rules, table_sizes(rules, seats), seed, os.cpu_count() or 1)
    if evaluate:
        learner.optimizer.parts[:] = load(rules, evaluate).values()
        screen.line(f"{evaluate}: {evaluation(learner, GAMES_EACH_OF_A_FILE)}")
    elif out:
        learn(learner, 60 * minutes)
        if learner.optimizer.steps == 0:
            screen.line("stopped before anything was learned: nothing is written")
            raise typer.Exit(STOPPED)
        save(rules, learner.learned, out, seats=sorted({*learner.seats}), decisions=learner.decisions)
        screen.line(f"{out}: {evaluation(learner, GAMES_EACH)}")


def table_sizes(game: Game, seats: list[int] | None) -> list[int]:
    """The numbers of seats that are trained for, in turns."""
    if seats:
        return [game.check_seats(number) for number in seats]
    return [number for other in game.seats if other != 2 for number in (2, other)] or [2]


def learn(learner: Learner, seconds: float) -> None:
    """Train with a progress bar in seconds, and now and then an evaluation, on stderr; until Ctrl-C at the longest."""
    evaluated = 0.0
    with progress() as bar, suppress(KeyboardInterrupt):
        task = bar.add_task("compiling the rules", total=round(seconds))
        for now in train_for(learner, seconds):
            said = f"{now.decisions:,} decisions in {now.games:,} games"
            bar.update(task, description=said, completed=min(round(now.seconds), round(seconds)))
            if now.seconds - evaluated >= EVERY:
                evaluated = now.seconds
                bar.console.print(Text(f"{said}: {evaluation(learner, GAMES_EACH)}"), soft_wrap=True)


def evaluation(learner: Learner, games: int) -> str:
    """The policy's share of wins, for every number of seats."""
    return ", ".join(f"{many} seats {learner.win_share(many, games):.1%}" for many in sorted({*learner.seats}))
