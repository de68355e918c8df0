"""ARCHITECTURE.md names every module once and nothing else, and the functions that it names exist."""

import importlib
import re
from collections import Counter
from functools import reduce
from pathlib import Path

import pytest

import escapade

from .texts import ROOT

SOURCE = ROOT / "src" / "escapade"
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([\w<>/]+/)` \| (.*) \|$", PAGE, re.MULTILINE)
LISTED = [folder + module for folder, cell in ROWS for module in re.findall(r"`([^`]+)`", cell)]
LIVES = "".join(re.findall(r"^## The life of .*?(?=^## )", PAGE, re.MULTILINE | re.DOTALL))
FILES = [path.relative_to(SOURCE) for path in SOURCE.rglob("*.py")]
GAMES = escapade.games()


def folder_of(path: Path) -> str:
    return "escapade/" if path.parent == Path() else f"{path.parent.as_posix()}/"


def as_listed(path: Path) -> str:
    """A module as the page lists it: what several games have stands there once, under `games/<game>/`."""
    shared = path.parts[0] == "games" and sum((SOURCE / "games" / game / path.name).exists() for game in GAMES) > 1
    return f"games/<game>/{path.stem}" if shared and len(path.parts) > 2 else folder_of(path) + path.stem


def test_the_table_lists_every_module_once_and_nothing_else() -> None:
    assert Counter(LISTED) == Counter({as_listed(path) for path in FILES if path.name != "__init__.py"})


def test_the_table_has_a_row_for_every_package() -> None:
    game_folders = {f"games/{game}/" for game in GAMES}
    packages = {folder_of(path) for path in FILES if path.name == "__init__.py"}
    rows = {folder for folder, _ in ROWS}
    assert packages - game_folders <= rows <= packages | {"games/<game>/"}


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(\w+(?:\.\w+)+)`", LIVES))))
def test_a_function_on_the_page_exists(name: str) -> None:
    module, *attributes = name.split(".")
    found = [path for path in FILES if (path.parent.name if path.name == "__init__.py" else path.stem) == module]
    assert any(exists(path, attributes) for path in found), f"{name} is in none of {[*map(str, found)]}"


def exists(path: Path, attributes: list[str]) -> bool:
    module = ".".join(("escapade", *path.with_suffix("").parts)).removesuffix(".__init__")
    try:
        return callable(reduce(getattr, attributes, importlib.import_module(module)))
    except AttributeError:
        return False
