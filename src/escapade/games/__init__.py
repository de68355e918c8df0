"""Every game there is, by name: ours, and those of packages that are installed beside."""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.metadata import entry_points

from escapade.kernel.contract import Game

OURS = ("cartagena", "stratego", "stalag17", "jailbreakers")  # a new game's folder is named here, and nowhere else
GAMES: dict[str, Game] = {name: import_module(f"escapade.games.{name}").GAME for name in OURS}
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
