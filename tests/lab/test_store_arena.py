"""An arena in a folder: one row a game, and the same tables however often it was interrupted."""

import json
import sys
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from escapade import cli
from escapade.games import GAMES
from escapade.kernel.names import BadInput
from escapade.lab.arena import Arena, arena
from escapade.lab.ratings import Sprt
from escapade.lab.store import ArenaRun, load, read_manifest

NAMES = ["greedy", "random", "greedy"]
TIMES = "seconds", "others_seconds"


def league(games: int = 4, **given: Any) -> Arena:
    return arena(GAMES["cartagena"], NAMES[: 2 if "sprt" in given else 3], games, seed=3, **given)


def play(folder: Path, games: int = 4, blocks: int | None = None, resume: bool = True, **given: Any) -> dict[str, Any]:
    """Play into a folder, so many blocks at the most."""
    found = league(games, **given)
    with ArenaRun(found, folder, "here", resume) as run, closing(found.run(keep=run.add)) as going:
        for _ in islice(going, blocks):
            pass
    return found.as_data()


def without_times(data: dict[str, Any]) -> str:
    return json.dumps(data | {"bots": [bot | {"time": bot["time"]["decisions"]} for bot in data["bots"]]})


def test_an_interrupted_arena_is_in_the_end_like_any_other(tmp_path: Path) -> None:
    whole = play(tmp_path / "whole")
    for blocks in (0, 1, 3):
        assert not play(tmp_path / "parts", blocks=blocks)["complete"]
        assert not read_manifest(tmp_path / "parts").complete
    assert without_times(play(tmp_path / "parts")) == without_times(whole)
    rows = [load(tmp_path / name).drop(TIMES).collect() for name in ("whole", "parts")]
    assert rows[0].equals(rows[1])
    assert read_manifest(tmp_path / "parts").complete


def test_a_row_is_a_game_and_the_rows_are_the_tables(tmp_path: Path) -> None:
    data = play(tmp_path)
    rows = load(tmp_path).collect()
    assert len(rows) == 3 * 4
    shares = rows.group_by("one", "other", maintain_order=True).agg(pl.col("share").mean())
    assert [tuple(row) for row in shares.iter_rows()] == [
        (pairing["one"], pairing["other"], pairing["share"]) for pairing in data["pairings"]
    ]
    spent = rows.filter(one="greedy")["seconds"].list.len().sum()
    assert spent == data["bots"][0]["time"]["decisions"] > 100


def test_a_run_may_grow(tmp_path: Path) -> None:
    play(tmp_path / "grown", games=2)
    assert without_times(play(tmp_path / "grown")) == without_times(play(tmp_path / "whole"))
    assert play(tmp_path / "grown", games=2)["complete"]  # nothing is thrown away


def test_a_sequential_test_goes_on_where_it_was(tmp_path: Path) -> None:
    sprt = Sprt(0, 100)
    whole = play(tmp_path / "whole", games=80, sprt=sprt)
    play(tmp_path / "parts", games=80, sprt=sprt, blocks=4)
    assert without_times(play(tmp_path / "parts", games=80, sprt=sprt)) == without_times(whole)
    assert whole["pairings"][0]["sprt"]["accepted"] == "elo1"


def test_an_arena_of_others_is_not_resumed(tmp_path: Path) -> None:
    play(tmp_path, games=2)
    with pytest.raises(BadInput, match=r"it began with bots .*, and now"):
        play(tmp_path, games=2, sprt=Sprt())
    with pytest.raises(BadInput, match="--resume goes on"):
        play(tmp_path, games=2, resume=False)


def test_a_program_that_was_changed_meanwhile_is_another_bot(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text("print(1)")
    names = ["greedy", f"cmd:{sys.executable} {program}"]
    with ArenaRun(arena(GAMES["cartagena"], names, 2), tmp_path / "run", "here", resume=False):
        pass
    program.write_text("print(2)")
    with (
        pytest.raises(BadInput, match="it began with bots"),
        ArenaRun(arena(GAMES["cartagena"], names, 2), tmp_path / "run", "here", resume=True),
    ):
        pass


def test_the_command_keeps_and_resumes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["arena", "cartagena", "greedy", "random", "--workers", "1", "--out", str(tmp_path / "run")]
    assert cli.run([*asked, "--games", "2"]) == 0
    assert f"kept in {tmp_path}" in capsys.readouterr().out
    assert cli.run([*asked, "--games", "4"]) == 2
    assert "there is a run in it" in capsys.readouterr().err
    assert cli.run([*asked, "--games", "4", "--resume", "--seed", "1"]) == 2
    assert "it began with seed 0, and now it is 1" in capsys.readouterr().err
    assert cli.run([*asked, "--games", "4", "--resume", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pairings"][0]["games"] == 4
    assert cli.run([*asked[:-2], "--resume"]) == 2
    assert "--resume goes with --out" in capsys.readouterr().err
    assert cli.run(["arena", "cartagena", "greedy", "cmd:true", "--cluster", "local"]) == 2
    assert "programs of others play on this machine" in capsys.readouterr().err
