"""`escapade new-game`: the folder of a new game, small and correct, to be changed into the game that is wanted."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from escapade.cli.screen import Screen
from escapade.games import GAMES
from escapade.kernel.names import BadInput

TEMPLATES = Path(__file__).parent / "templates"
NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")
RESERVED = ("any", "kernel", "kit")  # `any` is the page's board of any game
MOST_SEATS = 9


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits and _; it begins with a letter.")],
    into: Annotated[
        Path, typer.Option("--into", metavar="FOLDER", help="A checkout of Escapade, or where the package goes.")
    ] = Path(),
    seats: Annotated[str, typer.Option("--seats", metavar="LOW-HIGH", help="How many can play, such as 2-4.")] = "2-4",
    package: Annotated[
        bool, typer.Option("--package", help="A package of its own, found by Escapade once it is installed.")
    ] = False,
) -> None:
    """Write the folder of a new game. It plays and keeps all laws at once; change it into the game you want.

    The game has chance, a secret and clauses with tests. Without --package it goes into a checkout of Escapade.
    """
    low, high = seat_numbers(seats)
    check_name(name, package)
    root, source, tests = places(name, into, package)
    if there := next((folder for folder in (source, tests) if folder.exists()), None):
        raise BadInput(f"{there} exists already; nothing was written")
    words = placeholders(name, package, low, high)
    written = {source: "game", tests: "tests", **({root: "package"} if package else {})}
    try:
        for folder, template in written.items():
            lay_out(TEMPLATES / template, folder, words)
    except OSError as error:
        raise BadInput(f"{error.filename or root} cannot be written: {error.strerror}") from None
    screen = Screen()
    screen.show(*(Text(str(folder)) for folder in written), Text(""))
    for number, step in enumerate(steps(name, root, package), 1):
        screen.line(f"{number}. {step}")


def seat_numbers(text: str) -> tuple[int, int]:
    """Read `2-4` or `3`."""
    found = re.fullmatch(r"([0-9]+)(?:-([0-9]+))?", text.strip())
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 2 <= low <= high <= MOST_SEATS:
        raise BadInput(f"--seats {text}: write it as LOW-HIGH, both from 2 to {MOST_SEATS}, such as 2-4")
    return low, high


def check_name(name: str, package: bool) -> None:
    """Refuse a name that cannot be a game's."""
    if not NAME.fullmatch(name):
        fit = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_0123456789")
        hint = f"; {fit} would do" if NAME.fullmatch(fit) else ""
        raise BadInput(f"{name!r} is no name for a game: 2 to 30 small letters, digits and _, a letter first{hint}")
    if keyword.iskeyword(name) or name in RESERVED:
        raise BadInput(f"{name!r} means something else already; choose another name")
    if name in GAMES:
        raise BadInput(f"there is a game {name} already, in {GAMES[name].folder}")
    if package and find_spec(name) is not None:
        raise BadInput(f"there is a Python module {name} already; choose another name")


def places(name: str, into: Path, package: bool) -> tuple[Path, Path, Path]:
    """Where things go: the project, the game, its tests."""
    if not into.is_dir():
        raise BadInput(f"--into {into}: there is no such folder")
    if package:
        return into / name, into / name / name, into / name / "tests"
    if not (into / "src" / "escapade" / "games").is_dir():
        raise BadInput(f"{into.resolve()} is no checkout of Escapade: name one with --into, or add --package")
    return into, into / "src" / "escapade" / "games" / name, into / "tests" / "games" / name


def placeholders(name: str, package: bool, low: int, high: int) -> dict[str, str]:
    """What stands in the templates for what differs from game to game."""
    return {
        "NAME": name,
        "GAP": "" if package else "\n",
        "OUR_IMPORT": "" if package else f"from escapade.games.{name} import GAME\n",
        "THEIR_IMPORT": f"\nfrom {name} import GAME\n" if package else "",
        "TITLE": name.replace("_", " ").title(),
        "ID": re.sub(r"[^A-Z]", "", name.upper())[:3],
        "LOW": str(low),
        "HIGH": str(high),
        "SEATS": "\n".join(f"    [{seat}] Seat {seat}" for seat in range(high)),
        "DEAL": ", ".join(f'"draw {number}"' for number in (4, 5, *[1] * (low - 2))),
        "KEEPS": ", ".join(['"keep"'] * low),
    }


def lay_out(template: Path, folder: Path, words: dict[str, str]) -> None:
    """Write a template's files into a folder, with the words put in."""
    for path in sorted(path for path in template.rglob("*") if path.is_file()):
        text = path.read_text(encoding="utf-8")
        for word, said in words.items():
            text = text.replace(f"@{word}@", said)
        into = folder / path.relative_to(template).with_name(path.name.removesuffix(".txt"))
        into.parent.mkdir(parents=True, exist_ok=True)
        into.write_text(text, encoding="utf-8")


def steps(name: str, root: Path, package: bool) -> list[str]:
    """What to do next."""
    found = f"python -m pip install -e {root}" if package else f'add "{name}" to OURS in src/escapade/games/__init__.py'
    tests = f"python -m pytest {root / 'tests'}" if package else f"python -m pytest {root / 'tests' / 'games' / name}"
    return [
        found,
        f"escapade play {name}",
        f"{tests}, and escapade laws {name}",
        "change RULES.md, then rules.py, then the tests, clause by clause (CONTRIBUTING.md)",
        f"escapade lacking {name} lists what is missing for house quality",
    ]
