"""A game is one folder: outside it, and outside the line that lists the games, no code names one.

Comments and docstrings, with their examples, may.
"""

import ast
import re
from pathlib import Path

import pytest

from escapade.games import OURS

ROOT = Path(__file__).parents[2]
SOURCE, PAGE = ROOT / "src" / "escapade", ROOT / "web" / "src"
NAMES = re.compile("|".join(OURS), re.IGNORECASE)
COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:'\"`])//[^\n]*|^\s*#[^\n]*", re.DOTALL | re.MULTILINE)
REGISTRY = SOURCE / "games" / "__init__.py"
HOMES = [SOURCE / "games" / name for name in OURS] + [PAGE / "games" / name for name in OURS]
PYTHON = [path for path in SOURCE.rglob("*.py") if not {*path.parents} & {*HOMES}]
OTHERS = [
    path
    for folder, kinds in ((SOURCE, (".ftl", ".txt", ".toml")), (PAGE, (".ts", ".svelte", ".css", ".ftl")))
    for path in folder.rglob("*")
    if path.suffix in kinds and not path.name.endswith(".test.ts") and not {*path.parents} & {*HOMES}
    and "static" not in path.parts
]  # fmt: skip


def code_of(text: str) -> str:
    """Python without comments and docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node
        ):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def found_in(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    code = code_of(text) if path.suffix == ".py" else COMMENT.sub("", text)
    return [line.strip() for line in code.splitlines() if NAMES.search(line)]


@pytest.mark.parametrize("path", [*PYTHON, *OTHERS], ids=lambda path: str(path.relative_to(ROOT)))
def test_no_code_outside_its_folder_names_a_game(path: Path) -> None:
    listed = [f"OURS = {OURS}"] if path == REGISTRY else []
    assert found_in(path) == listed, "what is a game's own belongs into its folder"


def test_a_name_in_code_is_found_and_one_in_a_docstring_is_not() -> None:
    assert NAMES.search(code_of('"""Play."""\nmatch = new("Stratego")'))
    assert not NAMES.search(code_of('def play():\n    """Play stratego."""\n    # stratego\n'))
