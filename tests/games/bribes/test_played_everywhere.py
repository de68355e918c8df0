"""Bribes, installed beside Escapade, is played in the terminal, by bots and through adapters, and keeps all laws."""

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from escapade import OVER, Match
from escapade.bots import Budget, bot
from escapade.bots.parts import from_book
from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.dealer import SeededDealer
from tests.games.bribes import BRIBES, install

ROOT = Path(__file__).parents[3]


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Bribes among the games."""
    monkeypatch.setitem(GAMES, "bribes", BRIBES)
    return BRIBES


@pytest.fixture
def beside(tmp_path: Path) -> dict[str, str]:
    """The environment of a process that has Bribes installed beside Escapade."""
    return {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{install(tmp_path)}", "XDG_DATA_HOME": str(tmp_path)}


@pytest.mark.parametrize("seats", [("--you", "0"), ("--you", "0", "--you", "1", "--you", "2")])
def test_the_terminal_plays_it_against_bots_and_hot_seat(seats: tuple[str, ...], beside: dict[str, str]) -> None:
    line = [sys.executable, "-m", "escapade", "play", "bribes", "--seats", "3", "--seed", "1", "--fast", *seats]
    typed = "".join(f"{random.Random(3).choice('123')}\n\n" for _ in range(400))
    said = subprocess.run(line, input=typed, capture_output=True, encoding="utf-8", env=beside, timeout=250)
    assert said.returncode == 0, said.stderr
    assert "All show their offers" in said.stdout
    assert "escapade replay " in said.stdout


@pytest.mark.parametrize("level", ["random", "novice", "greedy"])
def test_bots_choose_from_the_view_in_which_it_is_their_turn(level: str, listed: Game) -> None:
    match, player, dice = Match(listed, 4, dealer=SeededDealer("1")), bot(listed, level), random.Random(1)
    while match.turn != OVER:
        seat = dice.choice(match.acting())
        view, legal, heard = match.acting_view(seat), match.legal_codes(seat), match.heard_codes(seat)
        match.play(player.choose(view, legal, heard, Budget(iterations=8), dice), seat)
    assert len(match.ranking()) >= 1


def test_a_search_thinks_about_bids(listed: Game) -> None:
    """There is no book of bids: a strong bot tries them out, also of a seat that is not at the turn."""
    match = Match(listed, 3)
    for action in ("a guard sells key", "knock once"):
        match.play(action)
    view, dice = match.acting_view(2), random.Random(1)
    assert not from_book(listed, view)
    player = bot(listed, "expert")
    mixture = player.mixture(view, match.legal_codes(2), match.heard_codes(2), Budget(iterations=64), dice)  # type: ignore[attr-defined]
    assert listed.actions.parse("offer nothing").code not in mixture


def test_adapters_play_the_bids_one_after_another_unseen(listed: Game) -> None:
    pettingzoo = pytest.importorskip("escapade.adapters.pettingzoo")
    env = pettingzoo.env("bribes", seats=3)
    env.reset(seed=1)
    dice = np.random.default_rng(1)
    for _ in env.agent_iter(500):
        observation, _, done, cut, _ = env.last()
        env.step(None if done or cut else int(dice.choice(np.flatnonzero(observation["action_mask"]))))
    assert not env.agents


def test_it_keeps_all_laws(beside: dict[str, str]) -> None:
    line = [sys.executable, "-m", "escapade", "laws", "bribes"]
    said = subprocess.run(line, capture_output=True, encoding="utf-8", env=beside, cwd=ROOT, timeout=900)
    assert said.returncode == 0, said.stdout[-3000:]
