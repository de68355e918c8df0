"""`escapade export` and `escapade import`: tables as text records with a manifest, and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import typer
from rich.text import Text

from escapade.cli.saves import write
from escapade.cli.screen import Screen, progress
from escapade.kernel.names import BadInput, EscapadeError
from escapade.server.admin import edits, import_export
from escapade.server.admin.import_export import MANIFEST, TableManifest
from escapade.server.live import audit
from escapade.server.live.registry import milliseconds
from escapade.server.store import Store, driver_of

Answer = TypeVar("Answer")
BEGUN = ("running", "over")


# --- Out ---


async def export(db: str, codes: list[str], out: Path, every: bool, force: bool) -> None:
    """Write the records, then the manifest."""
    if bool(codes) == every:
        raise BadInput("name tables, or give --all" if not codes else "either some tables or --all, not both")
    if (out / MANIFEST).exists() and not force:
        raise BadInput(f"{out} holds an export already; --force replaces it, --out names another folder")
    screen, manifest, damaged = Screen(), [], []
    async with edits.opened(db) as store:
        outages = await edits.outages(store)
        rows = await edits.rows(store, *BEGUN) if every else [await edits.find(store, code) for code in codes]
        for row in {row.id: row for row in rows}.values():
            reading = await audit.read(store, row, outages)
            if every and reading.fault:
                damaged.append(row.code)
                continue
            written = import_export.write(reading, outages)
            write(out / written.manifest.record, written.record)
            manifest.append(written.manifest)
    write(out / MANIFEST, import_export.manifest(manifest))
    screen.show(Text(f"{count(len(manifest))} written to {out}", "green"))
    if running := [line.code for line in manifest if line.status == "running"]:
        said = f"{', '.join(running)}: still running; their records hold what is hidden from those who play there"
        screen.note(said, "yellow")
    if damaged:
        raise EscapadeError(
            f"left out, because their logs are damaged: {', '.join(damaged)}; escapade repair mends a table, with "
            "--export it writes out what can be read of it"
        )


def count(tables: int) -> str:
    """A number of tables, in words."""
    return "1 table" if tables == 1 else f"{tables} tables"


# --- In ---


async def import_(db: str, paths: list[Path], as_json: bool) -> None:
    """Read all files, then add the tables one by one: a bad file stops the import before anything is written."""
    found = [record for path in paths for record in records(path)]
    for path, text, manifest in found:
        naming(path, partial(import_export.read, text, manifest, set(), milliseconds()))
    store = Store(driver_of(db))
    made: list[import_export.ImportedTable] = []
    there: list[Path] = []
    await store.open()
    try:
        with progress() as bar:
            task = bar.add_task("importing", total=len(found))
            for path, text, manifest in found:
                try:
                    new = await import_export.add_table(store, text, manifest, milliseconds())
                except EscapadeError as error:
                    raise EscapadeError(f"{path}: {error}; {count(len(made))} before it put up") from None
                made.append(new) if new else there.append(path)
                bar.advance(task)
    finally:
        await store.close()
    if as_json:
        rows = [{"code": new.row.code, "status": new.row.status, "invitations": new.invitations} for new in made]
        typer.echo(json.dumps({"imported": rows, "there already": [str(path) for path in there]}, indent=2))
        return
    screen = Screen()
    for new in made:
        screen.show(Text.assemble((new.row.code, "cyan"), f"  {new.row.game}  {new.row.status}"))
        for seat, token in new.invitations.items():
            screen.line(f"  seat {seat} waits for {new.seats[seat].name}: invitation {token}")
    if there:
        screen.note(f"{count(len(there))} there already, and left alone: {', '.join(path.stem for path in there[:8])}")
    screen.show(Text(f"{count(len(made))} put up", "green"))


def records(path: Path) -> list[tuple[Path, str, TableManifest | None]]:
    """The records that a path names: a record, a manifest, or a folder of them."""
    if path.is_dir():
        if (path / MANIFEST).exists():
            return records(path / MANIFEST)
        found = [record for other in sorted(path.glob("*.txt")) for record in records(other)]
        if not found:
            raise BadInput(f"{path}: there is neither {MANIFEST} nor any record (*.txt) in it")
        return found
    if path.suffix == ".jsonl":
        lines = naming(path, lambda: import_export.read_manifest(read(path)))
        return [(path.parent / manifest.record, read(path.parent / manifest.record), manifest) for manifest in lines]
    return [(path, read(path), None)]


def read(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{path}: this is no text") from None
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def naming(path: Path, work: Callable[[], Answer]) -> Answer:
    """Call `work`; name the file in its error."""
    try:
        return work()
    except EscapadeError as error:
        raise BadInput(f"{path}: {error}") from None
