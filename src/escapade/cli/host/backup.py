"""`escapade backup`: copy the database to a file."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from escapade.cli.screen import Screen
from escapade.kernel.names import BadInput
from escapade.server.admin import edits


async def backup(db: str, file: Path, force: bool) -> None:
    """Copy the database."""
    async with edits.connected(db) as store:
        if not await edits.version_of(store):
            raise BadInput(f"{edits.shown(db)} is no database of Escapade")
        size = await edits.back_up(store, file, force)
    screen = Screen()
    screen.show(Text(f"backed up to {file} ({size / 1024:,.0f} KiB)", "green"))
    screen.line(f"escapade serve --db {file} opens it; it holds everything, so keep it as safe as the database itself")
