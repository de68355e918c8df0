"""CONTRIBUTING.md builds a whole game; here it is put together from the page and asked what every game is asked.

Then it moves into a copy of the project by the page's own commands, and once it is installed as a package of its own.
"""

import importlib
import os
import random
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import escapade
from escapade.kernel.contract import FUNCTIONS, Game
from escapade.kernel.fields import get_cell, set_cell
from escapade.kernel.match import Match, match_of, verify
from escapade.kernel.names import SPECTATOR, UNKNOWN
from escapade.kernel.pages import game_page

from .texts import ROOT, files

EYES = (0, 1, SPECTATOR)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every file that the guide shows."""
    place = tmp_path_factory.mktemp("guide")
    for path, text in files(ROOT / "CONTRIBUTING.md").items():
        (place / path).parent.mkdir(exist_ok=True)
        (place / path).write_text(text, encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def lantern(folder: Path) -> Iterator[Game]:
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module("lantern").GAME
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.split(".")[0] == "lantern"]:
            del sys.modules[name]


def matches(game: Game, number: int = 30) -> Iterator[tuple[Match, random.Random]]:
    """Random matches of every size, after each of their plies, chance outcomes included."""
    for seed in range(number):
        dice = random.Random(seed)
        match = Match(game, options={"gates": dice.randint(2, 9)})
        yield match, dice
        while match.turn != escapade.OVER:
            match.play(dice.choice(match.legal()))
            yield match, dice


def run(folder: Path, *command: str, code: int = 0, typed: str = "", path: str = "") -> str:
    """Run Python in the folder with a cache of its own, and return what it said; it must end with this code."""
    env = {
        **os.environ,
        "ESCAPADE_CACHE": str(folder / "cache"),
        "XDG_DATA_HOME": str(folder / "data"),
        "COLUMNS": "200",
    }
    env["PYTHONPATH"] = path or os.pathsep.join((str(folder), *filter(None, [os.environ.get("PYTHONPATH")])))
    line = [sys.executable, *command] if command[0].startswith("-") else command
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(line, cwd=folder, env=env, input=typed, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


WARM = """
from lantern import rules
from escapade.kernel import batch, compile, play
from escapade.kernel.contract import Game
game = Game(rules, "lantern")
tally = batch.Counters(2)
for chunk in batch.chunks(batch.opening(game), 3000, size=1000):
    tally.add(chunk)
stats = compile.compiled(play, game=game.compiled).random_games.stats
print(tally.games, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def test_the_guides_own_tests_pass_and_its_compiled_code_is_found_again(folder: Path) -> None:
    said = run(folder, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "test_lantern.py")
    assert "9 passed" in said
    assert run(folder, "-c", WARM).split() == ["3000", "1", "0"]


def test_the_guides_files_are_in_the_house_style(folder: Path) -> None:
    for command in ("check", "format --check"):
        run(folder, "-m", "ruff", *command.split(), "--no-cache", "--config", str(ROOT / "pyproject.toml"), "lantern")


def test_the_functions_stand_in_their_order(folder: Path) -> None:
    text = (folder / "lantern" / "rules.py").read_text(encoding="utf-8")
    places = [text.index(f"\ndef {function}(") for function in FUNCTIONS]
    assert places == sorted(places)


def test_a_view_hides_exactly_what_the_field_table_hides(lantern: Game) -> None:
    for match, _ in matches(lantern):
        for eye in EYES:
            state, view = match._state, lantern.view(match._state, eye)
            hidden = set(lantern.fields.hidden(state, eye))
            changed = state.copy()
            for name, index in hidden:
                assert get_cell(view, name, index) == UNKNOWN
                set_cell(changed, name, index, UNKNOWN)
            assert changed == view


def test_whatever_is_hidden_changes_nothing_that_is_seen_or_allowed(lantern: Game) -> None:
    for match, dice in matches(lantern):
        for eye in EYES:
            state = match._state
            scrambled = state.copy()
            for name, index in lantern.fields.hidden(state, eye):
                set_cell(scrambled, name, index, dice.randrange(9))
            assert lantern.view(scrambled, eye) == lantern.view(state, eye)
            if match.turn == eye:
                assert lantern.legal(scrambled) == lantern.legal(state)


def test_a_guess_gives_the_same_view(lantern: Game) -> None:
    words = [5, 7]
    for match, _ in matches(lantern):
        for eye in EYES:
            view = lantern.view(match._state, eye)
            assert lantern.view(lantern.guess(view, words), eye) == view


def test_every_possible_gate_is_guessed_at_some_time(lantern: Game) -> None:
    match, words = Match(lantern, options={"gates": 4}), [5, 7]
    for action in ("draw gate 1", "draw gate 4", "watch gate 2", "the lantern burns"):
        match.play(action)
    guesses = {tuple(lantern.guess(match.view(0), words).gate) for _ in range(100)}
    assert guesses == {(0, 2), (0, 3)}


def test_every_name_parses_back(lantern: Game) -> None:
    assert [lantern.actions.parse(action.name) for action in lantern.actions] == list(lantern.actions)


def test_a_record_loads_to_the_same_bytes_and_its_dice_can_be_verified(lantern: Game) -> None:
    match, dice = Match(lantern, dealer=escapade.VerifiableDealer()), random.Random(1)
    while match.turn != escapade.OVER:
        match.play(dice.choice(match.legal()))
    text = match.record()
    assert match_of(text, {"lantern": lantern}).bytes() == match.bytes()
    assert verify(text, {"lantern": lantern}) == sum(ply.seat == escapade.CHANCE for ply in match.log)


def test_a_refusal_cites_the_clause_and_changes_nothing(lantern: Game) -> None:
    match = Match(lantern, options={"gates": 3}, dealer=escapade.SeededDealer(1))
    before = match.bytes()
    with pytest.raises(escapade.Refused, match=r"the wall has 3 gates \[LAN-1\]"):
        match.play("watch gate 8")
    with pytest.raises(escapade.Refused, match=r"LAN-2"):
        match.play("the lantern burns")
    assert match.bytes() == before


def test_the_reference_page_names_every_field_and_option(lantern: Game) -> None:
    page = game_page(lantern)
    assert all(f"| `{name}` |" in page for name in (*lantern.fields.names, "gates"))
    assert "| 18 | `draw a gate` |" in page


# --- Moving in ---


PLAYED = (
    "src",
    "tests",
    "docs",
    "bench",
    "examples",
    "web/src/lib",
    "pyproject.toml",
    "SECURITY.md",
    "CONTRIBUTING.md",
)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "static", "node_modules", "pictures")
EVERYWHERE = """
import random
import escapade, gymnasium, pettingzoo, pyspiel
from escapade.adapters import open_spiel, pettingzoo as zoo, vector
from escapade.bots import Budget, bot
from escapade.games import GAMES
from escapade.server.http.games import game_info

game = GAMES["lantern"]
for who in ("random", "greedy", "planner"):
    match, dice = escapade.new("lantern", seed=1), random.Random(1)
    while match.turn != escapade.OVER:
        seat = match.turn
        view, heard = match.view(seat), match.heard_codes(seat)
        match.play(bot(game, who).choose(view, match.legal_codes(), heard, Budget(iterations=8), dice))
table = zoo.env("lantern")
table.reset(seed=1)
for agent in table.agent_iter():
    view, _, ended, cut, _ = table.last()
    table.step(None if ended or cut else int(view["action_mask"].argmax()))
vector.VectorEnv("lantern", num_envs=4).reset(seed=1)
open_spiel.register()
pyspiel.random_sim_test(pyspiel.load_game("escapade_lantern"), num_sims=1, serialize=False, verbose=False)
assert game_info(game).title == "Lantern"
print("played")
"""


def steps(name: str) -> str:
    """The commands of the guide that have this name."""
    found = re.search(
        rf"^```bash {name}\n(.*?)^```", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert found
    return found[1]


def contents(folder: Path) -> dict[str, bytes]:
    there = (path for part in PLAYED for path in [folder / part, *(folder / part).rglob("*")] if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in there if "__pycache__" not in path.parts}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Path:
    """A copy of the project, into which the game has moved by the page's own commands."""
    place = tmp_path_factory.mktemp("checkout")
    for part in PLAYED:
        (place / part).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, place / part, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / part, place / part)
    shutil.copytree(folder / "lantern", place / "lantern", ignore=LEFT_OUT)
    shutil.copy(folder / "test_lantern.py", place)
    return place


def in_checkout(checkout: Path, *command: str, code: int = 0, typed: str = "") -> str:
    return run(checkout, *command, code=code, typed=typed, path=f"{checkout / 'src'}{os.pathsep}{checkout}")


@pytest.mark.timeout(900)
def test_the_game_moves_in_by_its_folders_and_one_line_and_passes_all_that_is_demanded(checkout: Path) -> None:
    before = contents(checkout)
    in_checkout(checkout, "bash", "-ec", steps("move-in"))
    after = contents(checkout)
    changed = {path for path in after if before.get(path) != after[path]} | (before.keys() - after.keys())
    own = {path for path in changed if path.startswith(("src/escapade/games/lantern/", "tests/games/lantern/"))}
    written = {path for path in changed if path.startswith("docs/")}  # by the last command
    assert changed - own - written == {"src/escapade/games/__init__.py"}
    assert "docs/games/lantern.md" in written
    in_checkout(checkout, "bash", "-ec", steps("demanded"))
    assert in_checkout(checkout, "-c", EVERYWHERE) == "played\n"
    assert "Lantern" in in_checkout(checkout, "-m", "escapade", "play", "lantern", "--seed", "1", typed="1\n" * 40)
    said = in_checkout(checkout, "-m", "escapade", "lacking", "lantern", code=1)
    for lack in ("planted faults: 0 of 8", "a part: heuristic", "a part: terminal", "words in 'fr'", "perft counts"):
        assert lack in said
    assert "clauses without" not in said


@pytest.mark.timeout(900)
def test_the_game_is_known_once_its_package_is_installed(folder: Path, tmp_path: Path) -> None:
    """The wheel is what pip would unpack."""
    run(folder, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "wheels"))
    (wheel,) = (tmp_path / "wheels").iterdir()
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    path = os.pathsep.join((str(tmp_path / "site"), str(ROOT / "src")))
    run(tmp_path, "-m", "escapade", "laws", "lantern", "--examples", "1", path=path)
    assert run(tmp_path, "-c", EVERYWHERE, path=path) == "played\n"
    assert "Lantern" in run(tmp_path, "-m", "escapade", "games", path=path)
    assert "a part: heuristic" in run(tmp_path, "-m", "escapade", "lacking", "lantern", code=1, path=path)
