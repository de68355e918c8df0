"""Random games in a folder: one row each, and the same tables however often it was interrupted."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from escapade import cli
from escapade.games import GAMES
from escapade.kernel.batch import CHUNK, opening, play_chunk
from escapade.lab.setting import validated
from escapade.lab.store import chunk_rows, load, read_manifest, simulation_run, stored_chunks

ASKED = ["simulate", "cartagena", "--seats", "3", "--seed", "5", "--json"]
CODE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); import escapade.cli; escapade.cli.main()"
)


def report(capsys: pytest.CaptureFixture[str], *more: object) -> dict[str, Any]:
    """What the command says, but for its time."""
    assert cli.run([*ASKED, *map(str, more)]) == 0
    return {**json.loads(capsys.readouterr().out), "seconds": 0}


def interrupted(folder: Path) -> dict[str, Any]:
    """Press Ctrl-C when some games are played; what is said then."""
    line = [sys.executable, "-c", CODE, *ASKED, "-n", "100000000", "--out", str(folder)]
    going = subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": "80"},
    )  # fmt: skip
    assert going.stderr
    while not re.search(r"[1-9]\d*/100000000", going.stderr.readline()):
        pass
    going.send_signal(signal.SIGINT)
    out, err = going.communicate(timeout=60)
    assert "Traceback" not in err
    assert going.returncode == 130
    return dict(json.loads(out))


def test_after_ctrl_c_a_run_goes_on_to_the_same_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = interrupted(tmp_path / "parts")
    assert load(tmp_path / "parts").select(pl.len()).collect().item() == said["games"] >= CHUNK
    assert not said["complete"]
    assert not read_manifest(tmp_path / "parts").complete
    more = said["games"] + CHUNK + 1
    whole = report(capsys, "-n", more, "--out", tmp_path / "whole")
    assert report(capsys, "-n", more, "--out", tmp_path / "parts", "--resume") == whole == report(capsys, "-n", more)
    assert load(tmp_path / "parts").collect().equals(load(tmp_path / "whole").collect())
    assert read_manifest(tmp_path / "parts").complete


def test_a_row_is_a_game(tmp_path: Path) -> None:
    setting = validated(GAMES["cartagena"], 3)
    played = play_chunk(opening(GAMES["cartagena"], 3), 7 << 32, 4)
    with simulation_run(setting, 7, tmp_path / "run", "here") as run:
        run.add_soon(chunk_rows(played))
    found = load(tmp_path / "run").collect()
    assert found["match"].to_list() == [(7 << 32) + number for number in range(4)]
    assert (found["returns"].to_numpy() == played.returns).all()
    assert (found["decisions"] < found["plies"]).all()
    with simulation_run(setting, 7, tmp_path / "run", "here", resume=True) as run:
        (again,) = stored_chunks(run)
    assert again.first == played.first
    for name in ("plies", "moves", "returns"):
        assert np.array_equal(getattr(again, name), getattr(played, name))


def test_the_command_keeps_and_says_what_does_not_go_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked, folder, file = ASKED[:-1], ["--out", str(tmp_path / "run")], ["--out", str(tmp_path / "x.parquet")]
    (tmp_path / "plies").touch()
    assert cli.run([*asked, *folder, "-n", "20"]) == 0
    assert f"kept in {tmp_path}" in capsys.readouterr().out
    for line, says in (
        ([*asked, *folder], "there is a run in it; --resume goes on with it"),
        ([*asked, *folder, "--resume", "--seats", "2"], "it began with seats 3, and now it is 2"),
        ([*asked, *folder, "--bot", "greedy"], "--bot goes with --out FILE.parquet"),
        ([*asked, "--bot", "greedy"], "--bot goes with --out FILE.parquet"),
        ([*asked, "--resume"], "--resume goes with --out"),
        ([*asked, *file, "--resume"], "--resume goes on with a folder"),
        ([*asked, *file, "--json"], "leave out --json"),
        ([*asked, "--out", str(tmp_path / "plies")], "this is a file; one of plies ends in .parquet"),
    ):
        assert cli.run(line) == 2
        assert says in capsys.readouterr().err
    assert cli.run([*asked, *folder, "-n", "10", "--resume"]) == 0  # nothing is thrown away
    said = capsys.readouterr().out
    assert "20 random games" in said
    assert "incomplete" not in said
