"""`escapade repair`: cut a damaged table's log to its last good ply, or write out what can be read of it."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from escapade.cli.host.undo import confirm
from escapade.cli.screen import Screen
from escapade.kernel.names import BadInput
from escapade.server.admin import edits
from escapade.server.admin import repair as work
from escapade.server.live import audit
from escapade.server.live.registry import milliseconds
from escapade.server.store import Store
from escapade.server.store.sqlite import Sqlite


async def repair(db: str, code: str, out: Path | None, export: bool, yes: bool) -> None:
    """Print the fault and the cut; confirm; write a copy of all rows; repair."""
    screen = Screen()
    async with edits.opened(db) as store:
        row = await edits.find(store, code)
        folder = out or beside(store)
        if export:
            reading = await audit.read(store, row, await edits.outages(store))
            paths = [await work.write_copy(store, row, folder), work.write_record(reading, folder)]
            screen.show(Text(f"written: {' and '.join(str(path) for path in paths if path)}", "green"))
            screen.note("they hold what is hidden from those who play there", "yellow")
            return
        wanted = await work.plan(store, row, milliseconds())
        screen.show(Text.assemble("Table ", (row.code, "cyan"), f" is damaged: {wanted.fault}"))
        screen.line(describe(wanted))
        if not yes:
            confirm(screen, "repair it so, really? [y/N] › ", "nothing was repaired")
        copy = await work.write_copy(store, row, folder)
        try:
            await work.apply(store, wanted, milliseconds())
        except BaseException:
            copy.unlink(missing_ok=True)
            raise
    screen.show(Text(f"repaired: table {row.code} is {wanted.row.status}", "green"))
    screen.note(f"all its rows as they were are kept in {copy}")


def describe(wanted: work.Repair) -> str:
    """A repair in words: how much of the log stays, and the status afterwards."""
    kept = f"{wanted.keep} of {wanted.rows} entries of its log are good"
    cut = (
        "nothing is cut" if not wanted.cut else f"the {wanted.cut} after that are cut" if wanted.keep else "all are cut"
    )
    then = {"running": "the game goes on from there", "over": "it is over, to be looked at"}
    return f"{kept}; {cut}; {then.get(wanted.row.status, f'it is {wanted.row.status}')}"


def beside(store: Store) -> Path:
    """The default folder of the copy: the SQLite file's, or the current one."""
    folder = store.driver.path.parent if isinstance(store.driver, Sqlite) else Path()
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder; --out names another")
    return folder
