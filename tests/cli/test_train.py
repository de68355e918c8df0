"""`escapade train`: a file of weights that fits, what cannot be trained, and Ctrl-C."""

import os
import re
import signal
import subprocess
from pathlib import Path

import numpy as np
import pytest

from escapade.bots.policy_file import load
from escapade.cli import train as command
from escapade.games import GAMES
from escapade.lab import policy_training
from tests.cli.conftest import Run, program


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_training, "BUFFER_DECISIONS", 600)
    monkeypatch.setattr(command, "GAMES_EACH", 20)
    monkeypatch.setattr(command, "GAMES_EACH_OF_A_FILE", 20)


@pytest.mark.usefixtures("small")
def test_what_is_trained_fits_its_game_and_can_be_evaluated(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "EVERY", 0.0)
    out = Path("my weights.safetensors")
    trained = run("train", "stalag17", "--minutes", 0.02, "--seats", 2, "--seats", 3, "--out", out)
    assert trained.code == 0, trained.err
    assert re.fullmatch(rf"{out}: 2 seats [\d.]+%, 3 seats [\d.]+%\n", trained.out)
    assert re.search(r"[\d,]+ decisions in [\d,]+ games: 2 seats [\d.]+%, 3 seats", trained.err)
    assert np.abs(load(GAMES["stalag17"], out)["output_weights"]).max() > 0
    evaluated = run("train", "stalag17", "--seats", 2, "--evaluate", out)
    assert evaluated.code == 0
    assert re.fullmatch(rf"{out}: 2 seats [\d.]+%\n", evaluated.out)
    other = run("train", "jailbreakers", "--evaluate", out)
    assert other.code == 2
    assert "learned for stalag17, not for jailbreakers" in other.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("stalag17", "--out", "nowhere/w.safetensors"), "no such folder"),
        (("stalag17", "--out", "."), "a folder"),
        (("stalag17", "--out", "w", "--seats", 7), "7"),
        (("stalag17", "--out", "w", "--minutes", -1), "--minutes"),
        (("stalag17", "--evaluate", "nowhere"), "cannot be read"),
        (("stalag17", "--evaluate", "a", "--out", "b"), "--evaluate FILE"),
        (("stalag17",), "--out FILE"),
        (("stalag7", "--out", "w"), "did you mean 'stalag17'"),
        (("cartagena", "--out", "w"), "Cartagena has no features to train on"),
    ],
)
def test_what_cannot_be_trained_is_said_before_training(
    line: tuple[object, ...], said: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = run("train", *line)
    assert found.code == 2
    assert said in found.err
    assert not list(tmp_path.iterdir())


def test_a_training_that_learned_nothing_writes_nothing(run: Run, tmp_path: Path) -> None:
    said = run("train", "stalag17", "--minutes", 0, "--out", tmp_path / "w.safetensors")
    assert said.code == 130
    assert "nothing is written" in said.out
    assert not list(tmp_path.iterdir())


def test_an_interrupted_training_keeps_what_it_learned(tmp_path: Path) -> None:
    out = tmp_path / "w.safetensors"
    line = program("train", "stalag17", "--seats", 2, "--out", out, "--minutes", 60)
    going = subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": "80"},
    )  # fmt: skip
    assert going.stderr
    while "decisions" not in going.stderr.readline():
        pass
    os.killpg(going.pid, signal.SIGINT)
    said, err = going.communicate()
    assert going.returncode == 0
    assert "Traceback" not in err
    assert re.fullmatch(r".*: 2 seats [\d.]+%\s*", re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", said), re.DOTALL)
    assert np.abs(load(GAMES["stalag17"], out)["output_weights"]).max() > 0
