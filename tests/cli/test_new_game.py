"""`escapade new-game` lays out a game that plays and keeps all laws; `escapade lacking` says what is missing of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from escapade.cli.lacking import HOUSE_LANGUAGES
from escapade.games import GAMES
from escapade.games.cartagena import heuristic
from escapade.lab.heuristic_check import check_heuristic
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
STYLE = ("--isolated", "--line-length", "120", "--no-cache")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game for three to five in a package of its own, as pip would install it for development."""
    place = tmp_path_factory.mktemp("new")
    outside(place, "new-game", "moon_fish", "--package", "--into", ".", "--seats", "3-5")
    project = place / "moon_fish"
    installed = project / "moon_fish-0.1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: moon_fish\nVersion: 0.1.0\n")
    (installed / "entry_points.txt").write_text("[escapade.games]\nmoon_fish = moon_fish:GAME\n")
    return project


def outside(folder: Path, *command: str, code: int = 0, typed: str = "", module: str = "escapade") -> str:
    """Run a module in a folder whose packages are known, and return what it said."""
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{folder}", "XDG_DATA_HOME": str(folder / "data")}
    line = [sys.executable, "-m", module, *command]
    done = subprocess.run(line, cwd=folder, env=env, input=typed, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def test_a_new_game_keeps_all_laws_and_passes_its_own_tests(package: Path) -> None:
    outside(package, "laws", "moon_fish", "--examples", "1")
    assert "4 passed" in outside(package, "tests", "-p", "no:cacheprovider", module="pytest")


def test_a_new_game_is_played_in_the_terminal_in_words(package: Path) -> None:
    said = outside(package, "play", "moon_fish", "--seed", "1", typed="keep\n")
    assert "You keep your number." in said
    assert "The highest number is" in said


def test_a_new_game_is_in_the_house_style(package: Path) -> None:
    outside(package, "check", *STYLE, "--select", "E,F,I,D1,N,UP", ".", module="ruff")
    outside(package, "format", *STYLE, "--check", ".", module="ruff")


def test_what_a_new_game_lacks_is_listed_with_its_place(package: Path) -> None:
    said = " ".join(outside(package, "lacking", "moon_fish", code=1).split())
    for lack in ("a part: heuristic", "the rules in 'fr'", "words in 'hu'", "planted faults: 0 of 8", "perft counts"):
        assert lack in said
    assert "clauses without" not in said
    assert str(package) in said


def test_it_goes_into_a_checkout_and_says_what_to_do_next(run: Run, tmp_path: Path) -> None:
    (tmp_path / "src" / "escapade" / "games").mkdir(parents=True)
    said = run("new-game", "moon_fish", "--into", tmp_path)
    assert said.code == 0
    assert 'add "moon_fish" to OURS' in " ".join(said.out.split())
    assert (tmp_path / "src/escapade/games/moon_fish/rules.py").is_file()
    assert (
        "from escapade.games.moon_fish import GAME" in (tmp_path / "tests/games/moon_fish/test_clauses.py").read_text()
    )
    again = run("new-game", "moon_fish", "--into", tmp_path)
    assert again.code == 2
    assert "exists already; nothing was written" in again.err


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (("Moon Fish",), "moon_fish would do"),
        (("9lives",), "a letter first"),
        (("any",), "means something else"),
        (("stratego",), "there is a game stratego already"),
        (("json", "--package"), "there is a Python module json already"),
        (("moon_fish", "--seats", "1-3"), "both from 2 to 9"),
        (("moon_fish", "--into", "/nowhere"), "there is no such folder"),
        (("moon_fish", "--into", "/"), "no checkout of Escapade"),
        (("moon_fish", "--into", "/proc", "--package"), "cannot be written"),
    ],
)
def test_what_cannot_be_a_game_is_refused(run: Run, line: tuple[str, ...], why: str) -> None:
    said = run("new-game", *line)
    assert said.code == 2
    assert why in " ".join(said.err.split())


def test_a_game_of_house_quality_lacks_nothing(run: Run) -> None:
    said = run("lacking", "stratego")
    assert (said.code, said.out) == (0, "Stratego: nothing is lacking\n")
    assert HOUSE_LANGUAGES == ["en", "fr", "hu"]


def test_a_heuristic_with_the_wrong_sign_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = heuristic.weigh

    def wrong(view, out, n, utility, room):  # type: ignore[no-untyped-def]
        right(view, out, n, utility, room)  # type: ignore[no-untyped-call]
        for i in range(n):
            utility[i] = -utility[i]

    monkeypatch.setattr(heuristic, "weigh", wrong)
    assert check_heuristic(GAMES["cartagena"]).better is False
    monkeypatch.undo()
    assert check_heuristic(GAMES["cartagena"]).better
