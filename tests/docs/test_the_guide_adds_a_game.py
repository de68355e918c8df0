"""CONTRIBUTING.md builds a whole game; here it is put together from the page and asked what every game is asked."""

import importlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

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
def rules(folder: Path) -> Iterator[ModuleType]:
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module("lantern.rules")
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.split(".")[0] == "lantern"]:
            del sys.modules[name]


@pytest.fixture(scope="module")
def lantern(rules: ModuleType) -> Game:
    return Game(rules, "lantern", parts=("messages",))


def matches(game: Game, number: int = 30) -> Iterator[tuple[Match, random.Random]]:
    """Random matches of every size, after each of their plies, chance outcomes included."""
    for seed in range(number):
        dice = random.Random(seed)
        match = Match(game, options={"gates": dice.randint(2, 9)})
        yield match, dice
        while match.turn != escapade.OVER:
            match.play(dice.choice(match.legal()))
            yield match, dice


def run(folder: Path, *command: str) -> str:
    """Run Python in the folder with a cache of its own, and return what it said; it must succeed."""
    env = {**os.environ, "ESCAPADE_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, *command], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
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
