"""What the tests of any game ask of a game's own tests, if these say it."""

from importlib import import_module
from importlib.util import find_spec
from typing import TypeVar

T = TypeVar("T")


def beside(game: str, module: str, name: str, default: T) -> T:
    """The name in a module of `tests/games/<game>/`; the default if there is none."""
    where = f"tests.games.{game}"
    if not (find_spec(where) and find_spec(f"{where}.{module}")):
        return default
    found: T = getattr(import_module(f"{where}.{module}"), name, default)
    return found
