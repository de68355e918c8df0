"""The options of the host's commands, which work on a server's database while the server runs or not.

A command's module is imported when it is called, so that `escapade play` does not wait for the server's libraries.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from escapade.cli.serve import HOST, PORT, Database

Answer = TypeVar("Answer")
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Code = Annotated[str, typer.Argument(metavar="TABLE", help="A table's code, or the beginning of it.")]


def database(db: str | None) -> str:
    """The database of `--db`; by default the one that `escapade serve` opens."""
    from escapade.server.run import home

    return db or home()


def run(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a command to its end."""
    return asyncio.run(work)


def tables(
    db: Database = None,
    every: Annotated[bool, typer.Option("--all", help="Include finished and closed tables.")] = False,
    as_json: Json = False,
) -> None:
    """List the tables: players, whose turn it is, time of the last move."""
    from escapade.cli.host import tables as command

    run(command.tables(database(db), every, as_json))


def show(
    table: Code,
    db: Database = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            help="The observer: a seat, public, or, when the game is over, all. The machine is yours, so nobody stops "
            "you from looking into a running hand; those who play there would want to know.",
        ),
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Print the whole log, not only its end.")] = False,
    as_json: Json = False,
) -> None:
    """Show a table: the public view, players, clocks and log."""
    from escapade.cli.host import tables as command

    run(command.show(database(db), table, seat, log, as_json))


def undo(
    table: Code,
    db: Database = None,
    plies: Annotated[
        int | None,
        typer.Option("--plies", min=1, help="Plies to take back, chance included. Default: to a person's last action."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Take the last action back, at a running table, also while the server runs."""
    from escapade.cli.host import undo as command

    run(command.undo(database(db), table, plies, yes))


def repair(
    table: Code,
    db: Database = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="Folder of the copy. Default: beside the database."),
    ] = None,
    export: Annotated[
        bool, typer.Option("--export", help="Change nothing; write what can be read, as rows and as a record.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Cut the log of a damaged table to its last good ply, so that it plays on; a copy is kept."""
    from escapade.cli.host import repair as command

    run(command.repair(database(db), table, out, export, yes))


def export(
    codes: Annotated[list[str] | None, typer.Argument(metavar="[TABLE]...", help="Codes of tables.")] = None,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Folder to write to; it is created.")] = Path(
        "tables"
    ),
    db: Database = None,
    every: Annotated[bool, typer.Option("--all", help="Every table whose game has begun.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an earlier export.")] = False,
) -> None:
    """Write tables as text records, with a manifest of their players and settings."""
    from escapade.cli.host import import_export as command

    run(command.export(database(db), codes or [], out, every, force))


def import_(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders of export, or records.")],
    db: Database = None,
    as_json: Json = False,
) -> None:
    """Create tables from records: finished ones to look at, others to go on with."""
    from escapade.cli.host import import_export as command

    run(command.import_(database(db), paths, as_json))


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write.")],
    db: Database = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Copy the database to a file, also while the server runs."""
    from escapade.cli.host import backup as command

    run(command.backup(database(db), file, force))


def check(db: Database = None, as_json: Json = False) -> None:
    """Replay every log, and print the first illegal ply of each. Exit code 1 if there is one."""
    from escapade.cli.host import check as command

    raise typer.Exit(run(command.check(database(db), as_json)))


def doctor(
    db: Database = None,
    host: Annotated[str, typer.Option("--host", help="The address to serve on.")] = HOST,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to serve on.")] = PORT,
    as_json: Json = False,
) -> None:
    """Check the machine, the database and the port. Exit code 1 if a check fails."""
    from escapade.cli.host import doctor as command

    raise typer.Exit(run(command.doctor(database(db), host, port, as_json)))


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    for command in (tables, show, undo, repair, export, import_, backup, check, doctor):
        app.command(command.__name__.rstrip("_"))(command)
