"""`escapade train`: a file of weights that an arena takes, and nothing at all when it is interrupted."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run, program


def test_what_is_trained_plays_in_an_arena(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "my weights@home.safetensors"
    said = run("train", "cartagena", "--out", out, "--games", 60, "--epochs", 2, "--seed", 3)
    assert said.code == 0
    assert "by hand" in said.out
    assert "learned" in said.out
    assert f"escapade arena cartagena planner+{out} planner" in said.out
    played = run("arena", "cartagena", f"planner@20+{out}", "planner@20", "-n", 2, "--workers", 1, "--json")
    assert played.code == 0
    bots = json.loads(played.out)["bots"]
    assert [(entry["bot"], entry["iterations"]) for entry in bots] == [(f"planner@20+{out}", 20), ("planner@20", 20)]


def test_weights_for_other_options_are_refused_before_anything_is_played(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "w.safetensors"
    assert run("train", "cartagena", "--version", "tortuga", "--out", out, "--games", 60, "--epochs", 1).code == 0
    said = run("arena", "cartagena", f"planner+{out}", "planner")
    assert said.code == 2
    assert "version tortuga" in said.err
    assert "not with version jamaica" in said.err
    assert run("arena", "cartagena", f"greedy+{out}", "planner", "--version", "tortuga").code == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("cartagena", "--out", "nowhere/w.safetensors"), "no such folder"),
        (("cartagena", "--out", "."), "a folder"),
        (("cartagena", "--out", "w", "--games", 3), "50"),
        (("cartagna", "--out", "w"), "did you mean 'cartagena'"),
        (("cartagena",), "--out"),
    ],
)
def test_what_cannot_be_trained_is_said(
    line: tuple[object, ...], said: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = run("train", *line)
    assert found.code == 2
    assert said in found.err
    assert not list(tmp_path.iterdir())


def test_an_interrupted_training_leaves_nothing_behind(tmp_path: Path) -> None:
    line = program("train", "cartagena", "--out", tmp_path / "w.safetensors", "--games", 1_000_000)
    going = subprocess.Popen(
        line, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": "80"},
    )  # fmt: skip
    assert going.stderr
    while "playing" not in going.stderr.readline():
        pass
    os.killpg(going.pid, signal.SIGINT)
    _, err = going.communicate()
    assert going.returncode == 130
    assert "Traceback" not in err
    assert not list(tmp_path.iterdir())
