"""The command line: `escapade --help`."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer

from escapade import __version__
from escapade.cli import analyse as _analyse
from escapade.cli import arena as _arena
from escapade.cli import balance as _balance
from escapade.cli import bot as _bot
from escapade.cli import compare as _compare
from escapade.cli import corpus as _corpus
from escapade.cli import games as _games
from escapade.cli import lacking as _lacking
from escapade.cli import laws as _laws
from escapade.cli import new_game as _new_game
from escapade.cli import play as _play
from escapade.cli import replay as _replay
from escapade.cli import rules as _rules
from escapade.cli import serve as _serve
from escapade.cli import simulate as _simulate
from escapade.cli import train as _train
from escapade.cli import verify as _verify
from escapade.cli.arguments import OPEN
from escapade.cli.host import commands as _host
from escapade.cli.screen import print_error
from escapade.kernel.names import EscapadeError

INTERRUPTED = 130  # what a shell expects after Ctrl-C

app = typer.Typer(
    name="escapade",
    help="Tabletop games of escape and hidden information: play them, read their rules, measure them.",
    epilog="escapade play starts a game; escapade games lists them with their options.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command(context_settings=OPEN)(_play.play)
app.command()(_games.games)
app.command()(_rules.rules)
app.command()(_replay.replay)
app.command()(_analyse.analyse)
app.command(context_settings=OPEN)(_simulate.simulate)
app.command(context_settings=OPEN)(_arena.arena)
app.command(context_settings=OPEN)(_balance.balance)
app.command(context_settings=OPEN)(_compare.compare)
app.command()(_train.train)
app.command()(_verify.verify)
app.command()(_serve.serve)
app.command()(_new_game.new_game)
app.command()(_lacking.lacking)
app.command()(_laws.laws)
_host.register(app)
app.add_typer(_bot.app)
app.add_typer(_corpus.app)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"escapade {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version and leave.")
    ] = False,
) -> None:
    pass


def main(args: list[str] | None = None) -> None:
    """Run the program: what is wrong in the input is said in one line and ends it with 2, Ctrl-C with 130."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # what cannot be written, or read, becomes a question mark
    sys.exit(run(args))


def run(args: list[str] | None = None) -> int:
    """Run a command line; return the exit code."""
    try:
        code = app(args, prog_name="escapade", standalone_mode=False)
        sys.stdout.flush()
    except EscapadeError as error:
        print_error(str(error))
        return 2
    except (KeyboardInterrupt, typer.Abort):
        print_error("interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        said = getattr(error, "format_message", None)  # how Typer tells a wrong command line
        if said is None:
            raise
        if said():  # nothing to say: the help was asked for by saying nothing
            print_error(said())
        return 2
    return code if isinstance(code, int) else 0
