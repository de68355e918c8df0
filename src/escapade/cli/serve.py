"""`escapade serve`: the options of the server."""

from __future__ import annotations

import threading
import webbrowser
from contextlib import suppress
from typing import Annotated

import typer
from rich.text import Text

from escapade.cli.screen import Screen

HOST, PORT = "127.0.0.1", 8017
PORT_HELP = f"The port; 0 for any free one. Default: {PORT}, or any free one if that is taken."
LIMIT_HELP = "Change a limit, e.g. guests=100 for a club behind one address; SECURITY.md lists them. Repeatable."

Database = Annotated[
    str | None,
    typer.Option("--db", metavar="URL", help="A file, or postgresql://user@host/name. Default: a file of your own."),
]


def serve(
    db: Database = None,
    host: Annotated[str, typer.Option("--host", help="The address to listen on; 0.0.0.0 for everyone.")] = HOST,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help=PORT_HELP)] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes; 2 or more: PostgreSQL.")] = 1,
    browse: Annotated[bool, typer.Option("--open", help="Open the web client in the browser.")] = False,
    limit: Annotated[list[str] | None, typer.Option("--limit", metavar="NAME=NUMBER", help=LIMIT_HELP)] = None,
    pace: Annotated[float, typer.Option("--pace", min=0, max=10, help="Least seconds that a bot's move takes.")] = 0.5,
) -> None:
    """Serve tables in the browser until Ctrl-C."""
    from escapade.server import run
    from escapade.server.limits import limits_of

    config = run.Config(pace, limits_of(limit or ()))
    screen, where = Screen(), db or run.home()

    def ready(address: str) -> None:
        screen.show(Text.assemble("Escapade is open at ", (address, "bold cyan"), "  (Ctrl-C closes it)"))
        if port is None and not address.endswith(f":{PORT}"):
            screen.note(f"port {PORT} is taken, so another one is used")
        screen.note(f"everything is kept in {where.rpartition('@')[2]}")
        for warning in run.exposed(where):
            screen.note(warning, "yellow")
        if browse:  # in a thread: some browsers return only when they are closed
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    with suppress(KeyboardInterrupt):  # the way to stop the server
        run.serve(where, host, (PORT, 0) if port is None else (port,), workers, ready, config)
    screen.note("closed; every move that was made is kept")
