"""Every game there is, by name: ours, and those of packages that are installed beside."""

from __future__ import annotations

import warnings
from importlib.metadata import entry_points

from escapade.games.cartagena import GAME as CARTAGENA
from escapade.games.jailbreakers import GAME as JAILBREAKERS
from escapade.games.stalag17 import GAME as STALAG17
from escapade.games.stratego import GAME as STRATEGO
from escapade.kernel.contract import Game

GAMES: dict[str, Game] = {game.name: game for game in (CARTAGENA, STRATEGO, STALAG17, JAILBREAKERS)}
GROUP = "escapade.games"  # of entry points: `bribes = "bribes:GAME"` in a package's pyproject.toml


def installed() -> dict[str, Game]:
    """The games of other packages. One that cannot be loaded is left out, and said so: the others play on."""
    found: dict[str, Game] = {}
    for entry in entry_points(group=GROUP):
        try:
            game = entry.load()
            if not isinstance(game, Game):
                raise TypeError(f"it is a {type(game).__name__}, not a Game")
            if game.name != entry.name:
                raise ValueError(f"its game is called {game.name!r}")
            if game.name in {**GAMES, **found}:
                raise ValueError("there is a game of this name already")
            found[game.name] = game
        except Exception as error:
            warnings.warn(f"the game {entry.name} ({entry.value}) is left out: {error}", stacklevel=2)
    return found


GAMES.update(installed())
