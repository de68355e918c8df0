"""What the tests of any game ask of a game's own tests, if these say it."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


def module_beside(game: str, module: str) -> ModuleType | None:
    """A module of `tests/games/<game>/`, if there is one."""
    where = f"tests.games.{game}"
    return import_module(f"{where}.{module}") if find_spec(where) and find_spec(f"{where}.{module}") else None


def beside(game: str, module: str, name: str, default: T) -> T:
    """The name in a module of `tests/games/<game>/`; the default if there is none."""
    found: T = getattr(module_beside(game, module), name, default)
    return found
