"""The host's verbs: what whoever runs a server does with its database, while it runs or not.

Here is what is typed. What it does is imported when it is needed, so that `escapade play` need not wait for it.
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
Code = Annotated[str, typer.Argument(metavar="TABLE", help="A table's code, or how it begins.")]


def where(db: str | None) -> str:
    """The database that is meant: the one that `escapade serve` would open."""
    from escapade.server.run import home

    return db or home()


def done(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Wait until something is done."""
    return asyncio.run(work)


def tables(
    db: Database = None,
    every: Annotated[bool, typer.Option("--all", help="Those that are over or were closed, too.")] = False,
    as_json: Json = False,
) -> None:
    """List the tables: who sits there, whose turn it is, when something last happened."""
    from escapade.cli.host import look

    done(look.tables(where(db), every, as_json))


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
    log: Annotated[bool, typer.Option("--log", help="Tell everything that happened, not only the last of it.")] = False,
    as_json: Json = False,
) -> None:
    """Show a table: the public view, who sits there, the clocks, and what happened."""
    from escapade.cli.host import look

    done(look.show(where(db), table, seat, log, as_json))


def undo(
    table: Code,
    db: Database = None,
    plies: Annotated[
        int | None,
        typer.Option("--plies", min=1, help="So many plies, chance included; else back to a person's last action."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")] = False,
) -> None:
    """Take the last action back, at a running table, also while the server runs."""
    from escapade.cli.host import act

    done(act.undo(where(db), table, plies, yes))


def repair(
    table: Code,
    db: Database = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="Where the copy goes; else beside the database."),
    ] = None,
    export: Annotated[
        bool, typer.Option("--export", help="Change nothing; write out what can be read, as rows and as a record.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")] = False,
) -> None:
    """Cut the log of a damaged table to its last good ply, so that it plays on; a copy is kept."""
    from escapade.cli.host import mend

    done(mend.repair(where(db), table, out, export, yes))


def export(
    codes: Annotated[list[str] | None, typer.Argument(metavar="[TABLE]...", help="Codes of tables.")] = None,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where to; it is made if need be.")] = Path(
        "tables"
    ),
    db: Database = None,
    every: Annotated[bool, typer.Option("--all", help="Every table whose game has begun.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace what was exported there before.")] = False,
) -> None:
    """Write tables as text records, with a manifest that says who sat there and how it was played."""
    from escapade.cli.host import keep

    done(keep.export(where(db), codes or [], out, every, force))


def import_(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders of export, or records.")],
    db: Database = None,
    as_json: Json = False,
) -> None:
    """Put up tables from records: finished ones to look at, others to go on with."""
    from escapade.cli.host import keep

    done(keep.import_(where(db), paths, as_json))


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to.")],
    db: Database = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Copy the database to a file, also while the server runs."""
    from escapade.cli.host import keep

    done(keep.backup(where(db), file, force))


def check(db: Database = None, as_json: Json = False) -> None:
    """Replay every log through the door; name the first ply that fails. Ends with 1 if any does."""
    from escapade.cli.host import examine

    raise typer.Exit(done(examine.check(where(db), as_json)))


def doctor(
    db: Database = None,
    host: Annotated[str, typer.Option("--host", help="The address to serve on.")] = HOST,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to serve on.")] = PORT,
    as_json: Json = False,
) -> None:
    """Look whether everything is there that a server needs. Ends with 1 if something is not."""
    from escapade.cli.host import examine

    raise typer.Exit(done(examine.doctor(where(db), host, port, as_json)))


def register(app: typer.Typer) -> None:
    """Make the verbs known."""
    for verb in (tables, show, undo, repair, export, import_, backup, check, doctor):
        app.command(verb.__name__.rstrip("_"))(verb)
