"""Games small enough to be searched to the last leaf, by the real rules: only numbers and the opening are others.

Each stands with the tests of its game, in `tests/games/<game>/shrunken.py`.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from tests.games.beside import beside

from escapade.adapters.open_spiel import SpielGame
from escapade.games import GAMES
from escapade.kernel.compile import cache_root

Variants = dict[str, Callable[[], SpielGame]]


def variants() -> Variants:
    """All of them, by what they are called."""
    none: Variants = {}
    return {name: made for game in GAMES for name, made in beside(game, "shrunken", "VARIANTS", none).items()}


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
