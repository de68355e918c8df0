"""Games small enough to be searched to the last leaf, by the real rules: only numbers and the opening are others."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import ModuleType

from escapade.adapters.open_spiel import SpielGame, spiel_game
from escapade.games import GAMES
from escapade.games.cartagena import rules as cartagena_rules
from escapade.games.stratego import rules as stratego_rules
from escapade.kernel.compile import cache_root
from escapade.kernel.contract import Game

from . import jailbreakers as jailbreakers_rules
from . import stalag17 as stalag17_rules

ARMY = ("flag", "spy", "general")


def renumbered(rules: ModuleType, name: str, **numbers: int) -> ModuleType:
    """The same rules with other numbers at their top, as a module of its own: a file, since numba caches by files."""
    source = ast.parse(Path(rules.__file__ or "").read_text(encoding="utf-8"))
    for node in source.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in numbers:
            node.value = ast.Constant(numbers.pop(node.targets[0].id))
    if numbers:
        raise ValueError(f"{rules.__name__} has no {', '.join(numbers)}")
    path, text = cache_root() / f"{name}.py", ast.unparse(source)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be imported")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def mini_stratego() -> Game:
    """Stratego on 3 × 3: flag, spy and general a side."""
    return Game(renumbered(stratego_rules, "mini_stratego", SIZE=3, MEN=len(ARMY)), "mini-stratego")


@cache
def mini_stalag17() -> Game:
    """The last round of Stalag 17 for two, with six cards and a plan that asks for food."""
    return Game(stalag17_rules, "mini-stalag17")


@cache
def mini_cartagena() -> Game:
    """Cartagena with two pirates and a card each, for five actions."""
    numbers = {"PIRATES": 2, "HAND": 1, "TURN": 2, "LONGEST": 5}
    return Game(renumbered(cartagena_rules, "mini_cartagena", **numbers), "mini-cartagena")


@cache
def mini_jailbreakers() -> Game:
    """The last decisions of a match of Jailbreakers for two."""
    return Game(jailbreakers_rules, "mini-jailbreakers")


def cartagena() -> SpielGame:
    """Mini-Cartagena for OpenSpiel: cards of three symbols, and the published tunnel."""
    game = mini_cartagena()
    cards = {symbol: 2 if i < 3 else 0 for i, symbol in enumerate(game.rules.SYMBOLS)}
    pieces = game.rules.Pieces(cards=cards, segments=GAMES["cartagena"].pieces().segments)
    return spiel_game(game, options={"tunnel": "classic", "first": 0}, pieces=pieces)


def jailbreakers() -> SpielGame:
    """Mini-Jailbreakers for OpenSpiel."""
    return spiel_game(mini_jailbreakers())


def stratego(quiet: int = 4) -> SpielGame:
    """Mini-Stratego for OpenSpiel. A piece is lost only once, so a limit on quiet moves makes it finite."""
    game = mini_stratego()
    army = {rank: int(rank in ARMY) for rank in game.rules.RANKS}
    return spiel_game(game, options={"red": 0, "quiet": quiet}, pieces=game.rules.Pieces(army=army, presets=[]))


def stalag17() -> SpielGame:
    """Mini-Stalag 17 for OpenSpiel."""
    return spiel_game(mini_stalag17())


VARIANTS: dict[str, Callable[[], SpielGame]] = {
    "mini-stratego, 3 quiet moves": partial(stratego, 3),
    "mini-stratego, 4 quiet moves": partial(stratego, 4),
    "mini-stalag17": stalag17,
    "mini-cartagena": cartagena,
    "mini-jailbreakers": jailbreakers,
}
