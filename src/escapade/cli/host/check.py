"""`escapade check`: replay every log of the database, and list the faults."""

from __future__ import annotations

import json

import typer
from rich.text import Text

from escapade.cli.screen import Screen, progress
from escapade.server.admin import edits
from escapade.server.live import audit
from escapade.server.live.audit import Fault


async def check(db: str, as_json: bool) -> int:
    """Replay every log; return the exit code: 1 if something is wrong."""
    found: list[tuple[str, Fault]] = []
    entries = 0
    async with edits.opened(db) as store:
        found += [("", fault) async for fault in audit.database_faults(store)]
        rows, outages = await edits.rows(store), await edits.outages(store)
        with progress() as bar:
            task = bar.add_task("checking", total=len(rows))
            for row in rows:
                reading = await audit.read(store, row, outages)
                entries += reading.history.seq
                found += [(row.code, reading.fault)] if reading.fault else []
                bar.advance(task)
    if as_json:
        faults = [{"table": code or None, "ply": fault.ply, "reason": fault.reason} for code, fault in found]
        typer.echo(json.dumps({"tables": len(rows), "plies": entries, "faults": faults}, indent=2))
        return int(bool(found))
    screen = Screen()
    for code, fault in found:
        screen.console.print(Text.assemble((code or "database", "bold red"), f"  {fault}"), soft_wrap=True)
    counted = f"{len(rows):,} {'table' if len(rows) == 1 else 'tables'}, {entries:,} plies"
    if found:
        screen.note(f"{counted}: {len(found)} wrong. escapade repair TABLE mends one; export saves the others.")
        return 1
    screen.show(Text(f"{counted}: every one came through the door again", "green"))
    return 0
