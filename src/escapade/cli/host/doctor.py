"""`escapade doctor`: check the machine, the database and the port before a server starts."""

from __future__ import annotations

import json

import typer
from rich.table import Table as Grid
from rich.text import Text

from escapade.cli.screen import Screen
from escapade.server.admin.doctor import examine

STYLES = {"ok": "green", "warn": "yellow", "fail": "bold red"}


async def doctor(db: str, host: str, port: int, as_json: bool) -> int:
    """Print every check; return the exit code, 1 if one fails."""
    lines = await examine(db, host, port)
    if as_json:
        typer.echo(json.dumps([line._asdict() for line in lines], indent=2))
    else:
        grid = Grid.grid(padding=(0, 2))
        for line in lines:
            said = Text(line.said)
            if line.todo:
                said.append(f"\n→ {line.todo}", "yellow")
            grid.add_row(Text(line.state, STYLES[line.state]), Text(line.what, "bold"), said)
        Screen().show(grid)
    return int(any(line.state == "fail" for line in lines))
