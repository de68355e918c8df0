"""`escapade laws`: what any game promises, tried on one of them."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from typing import Annotated

import typer

from escapade.games import GAMES
from escapade.kernel.contract import find_game
from escapade.kernel.names import BadInput


def laws(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game: one of ours, or of an installed package.")],
    examples: Annotated[
        int, typer.Option("--examples", min=1, help="Tables and walks that each law is tried on, at each place.")
    ] = 5,
) -> None:
    """Try every law on a game: no leak, no game without end, fair guesses, compiled rules that play like plain ones.

    Ends with 0 if all hold, with 1 if one is broken. It takes a minute or two, the first time longer: rules are
    compiled.
    """
    name = find_game(GAMES, game).name
    if lacking := [tool for tool in ("pytest", "hypothesis") if find_spec(tool) is None]:
        raise BadInput(f"the laws need {' and '.join(lacking)}: python -m pip install {' '.join(lacking)}")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "escapade.laws"]
    env = {**os.environ, "ESCAPADE_GAMES": name, "ESCAPADE_EXAMPLES": str(examples)}
    raise typer.Exit(1 if subprocess.run(command, env=env, check=False).returncode else 0)  # noqa: S603 (our own)
