"""`escapade simulate --report balance`: the same figures for every seat count, in tables."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import typer
from rich.table import Table
from rich.text import Text

from escapade.cli.screen import Screen, progress
from escapade.kernel.contract import Game
from escapade.lab.balance import Count, balance

SHOWN = 16  # labels of a part that fit a line; the rest is in --json


def report(
    game: Game, n: int, seats: int | None, options: Mapping[str, Any], pieces: Any, bot: str, seed: int, workers: int,
    as_json: bool,
) -> bool:  # fmt: skip
    """Play, with a bar on stderr, then show; say whether every game was played."""
    counts: dict[int, Count] = {}
    total = n * (len(game.seats) if seats is None else 1)
    complete = True
    try:
        with progress() as bar:
            task = bar.add_task("compiling the rules" if bot == "random" else "playing", total=total)
            for played, count in balance(game, n, seats, options, pieces, bot, seed, workers):
                counts[count.seats] = count
                bar.update(task, description=f"playing, {count.seats} seats", advance=played)
    except KeyboardInterrupt:
        complete = False
    data = {
        "game": game.name, "bot": bot, "seed": seed, "options": dict(options), "complete": complete,
        "seat_counts": [count.as_data() for count in counts.values()],
    }  # fmt: skip
    if as_json:
        typer.echo(json.dumps(data, indent=2))
    else:
        show(game, data, Screen())
    return complete


def show(game: Game, data: dict[str, Any], screen: Screen) -> None:
    """Set the tables, one seat count after another."""
    head = Text.assemble((game.title, "bold"), f", balance, {data['bot']} play, seed {data['seed']}")
    if not data["complete"]:
        head.append("  incomplete", "bold yellow")
    screen.show(head)
    for found in data["seat_counts"]:
        many = "1 seat" if found["seats"] == 1 else f"{found['seats']} seats"
        screen.show(Text(f"\n{many}, {found['games']:,} games", "bold"), figures(found), uses(found))


def figures(found: dict[str, Any]) -> Table:
    """Wins by seat, length, and what the game itself counts."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column(overflow="fold")
    for win in found["wins"]:
        grid.add_row(f"seat {win['seat']} wins", f"{win['share']:.1%}  ({win['low']:.1%} to {win['high']:.1%})")
    length = found["length"]
    grid.add_row("decisions", f"mean {length['mean']:,.0f}, median {length['median']:,.0f}, most {length['max']:,}")
    for name, mean in found["counted"].items():
        grid.add_row(name.replace("_", " "), f"{mean:.2f} a game")
    return grid


def uses(found: dict[str, Any]) -> Table:
    """What was done how often in a game, and how that divides."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("action", no_wrap=True)
    table.add_column("a game", justify="right", no_wrap=True)
    table.add_column("of these", overflow="fold")
    for use in found["actions"]:
        lines = [shares(part, use["a_game"]) for part in use["parts"].values() if len(part) <= SHOWN]
        table.add_row(use["says"], f"{use['a_game']:,.2f}", Text("\n").join(lines))
    return table


def shares(part: dict[str, float], whole: float) -> Text:
    """Labels with their share, the most used first; what is never used stands out."""
    said = Text()
    for label, times in sorted(part.items(), key=lambda entry: -entry[1]):
        said.append(f"{label.strip() or '–'} ")
        said.append(f"{times / whole:.1%}  " if times else "never  ", "dim" if times else "bold yellow")
    return said
