"""`escapade games`: what can be played."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from escapade.cli.screen import Screen
from escapade.games import GAMES
from escapade.kernel.contract import Game, Option


def games(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False) -> None:
    """List the games, their seats and their options."""
    if as_json:
        typer.echo(json.dumps([as_data(game) for game in GAMES.values()], indent=2))
        return
    screen = Screen()
    for game in GAMES.values():
        screen.show(Text.assemble((game.title, "bold"), f"  {game.seats_in_words()}  ", (game.about, "dim")))
        screen.show(options(game), Text(""))
    screen.note("escapade play GAME --NAME VALUE plays with an option, escapade rules GAME CLAUSE explains it.")


def options(game: Game) -> Table:
    """Set the options of a game as a table."""
    table = Table(box=None, padding=(0, 1), header_style="dim", expand=False)
    for heading in ("option", "values", "default", "what it does", "clause"):
        table.add_column(heading, overflow="fold", no_wrap=heading in ("option", "clause"))
    for option in game.options:
        name, default = Text(f"--{option.name}", "cyan"), Text(str(option.default), "bold")
        table.add_row(name, option.values(), default, option.about, Text(option.clause, "dim"))
    return table


def as_data(game: Game) -> dict[str, Any]:
    """Everything the table says, for programs."""
    return {
        "name": game.name,
        "title": game.title,
        "about": game.about,
        "seats": {"low": game.seats.start, "high": game.seats.stop - 1},
        "options": [_option(option) for option in game.options],
    }


def _option(option: Option) -> dict[str, Any]:
    said: dict[str, Any] = {"name": option.name, "default": option.default, "about": option.about}
    said |= {"clause": option.clause, "values": option.values(), "choices": list(option.choices)}
    return said | {"low": option.low, "high": option.high, "seat": option.seat, "examples": list(option.examples)}
