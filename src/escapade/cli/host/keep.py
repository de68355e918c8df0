"""`escapade export`, `import` and `backup`: tables on paper and back, and a copy of everything."""

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
    """Write records and, when all are written, the manifest."""
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
    """So many tables, in words."""
    return "1 table" if tables == 1 else f"{tables} tables"


# --- In ---


async def import_(db: str, paths: list[Path], as_json: bool) -> None:
    """Read everything first, then put up table by table: what is wrong in a file is said before anything is written."""
    found = [paper for path in paths for paper in papers(path)]
    for path, text, manifest in found:
        said(path, partial(import_export.read, text, manifest, set(), milliseconds()))
    store = Store(driver_of(db))
    made: list[import_export.Read] = []
    there: list[Path] = []
    await store.open()
    try:
        with progress() as bar:
            task = bar.add_task("importing", total=len(found))
            for path, text, manifest in found:
                try:
                    new = await import_export.put_up(store, text, manifest, milliseconds())
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


def papers(path: Path) -> list[tuple[Path, str, TableManifest | None]]:
    """The records that a path names: a record, a manifest, or a folder of them."""
    if path.is_dir():
        if (path / MANIFEST).exists():
            return papers(path / MANIFEST)
        found = [paper for other in sorted(path.glob("*.txt")) for paper in papers(other)]
        if not found:
            raise BadInput(f"{path}: there is neither {MANIFEST} nor any record (*.txt) in it")
        return found
    if path.suffix == ".jsonl":
        lines = said(path, lambda: import_export.read_manifest(read(path)))
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


def said(path: Path, work: Callable[[], Answer]) -> Answer:
    """Do something with a file; what is wrong is said with its name."""
    try:
        return work()
    except EscapadeError as error:
        raise BadInput(f"{path}: {error}") from None


# --- Everything ---


async def backup(db: str, file: Path, force: bool) -> None:
    """Copy the database."""
    async with edits.connected(db) as store:
        if not await edits.version_of(store):
            raise BadInput(f"{edits.shown(db)} is no database of Escapade")
        size = await edits.back_up(store, file, force)
    screen = Screen()
    screen.show(Text(f"backed up to {file} ({size / 1024:,.0f} KiB)", "green"))
    screen.line(f"escapade serve --db {file} opens it; it holds everything, so keep it as safe as the database itself")
