"""Plies in a file: each row is what a replay shows, a seed gives the same file, an interrupted one is not there."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import escapade
from escapade import CHANCE, cli
from escapade.games import GAMES
from escapade.kernel.batch import opening, play_chunk
from escapade.kernel.names import SPECTATOR, BadInput
from escapade.lab import dataset
from escapade.lab.pool import Where
from escapade.lab.setting import validated

TABLES = {
    "cartagena": validated(GAMES["cartagena"], 3, {"first": 1, "tunnel": "A B E C D- F-"}),
    "stratego": validated(GAMES["stratego"]),
}


@pytest.fixture(scope="module", params=TABLES)
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of a few random matches."""
    path = tmp_path_factory.mktemp("data") / f"{request.param}.parquet"
    dataset.write(path, TABLES[request.param], 10, seed=5)
    return path


def numbers(path: Path) -> list[int]:
    return dataset.load(path).select(pl.col("match").unique().sort()).collect()["match"].to_list()


def test_every_row_is_what_a_replay_shows(file: Path) -> None:
    said = dataset.manifest(file)
    game, setting = GAMES[said.game], TABLES[said.game]
    assert len(numbers(file)) == 10
    for number in numbers(file)[::3]:
        rows = dataset.load(file).filter(pl.col("match") == number).collect()
        state = game.start(setting.seats, setting.options, setting.pieces)
        for ply, row in enumerate(rows.iter_rows(named=True)):
            chance = state.turn == CHANCE
            legal = [code for code, _ in game.odds(state)] if chance else game.legal(state)
            view = game.view(state, SPECTATOR if chance else state.turn)
            assert (row["ply"], row["seat"], row["legal"]) == (ply, state.turn, legal)
            assert {name: listed(row[dataset.VIEW + name]) for name in game.fields.names} == view.as_dict()
            assert row["name"] == game.actions[row["action"]].name
            game.rules.apply(state, row["action"])
        assert state.turn == escapade.OVER
        assert rows["returns"].to_list() == [game.returns(state, setting.seats)] * len(rows)


def listed(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value


def test_a_match_of_a_file_is_a_match_and_the_one_that_was_simulated(file: Path) -> None:
    said = dataset.manifest(file)
    number = numbers(file)[3]
    match = dataset.match(file, number)
    assert escapade.load(match.record()).bytes() == match.bytes()
    start = opening(GAMES[said.game], said.seats, said.options)
    assert match.bytes() == play_chunk(start, number, 1).batch.tobytes()


def test_the_columns_are_those_that_are_documented(file: Path) -> None:
    said = dataset.manifest(file)
    assert dataset.load(file).collect_schema() == dataset.schema(GAMES[said.game], said.seats)


def test_what_is_hidden_is_told_by_its_number(tmp_path: Path) -> None:
    dataset.write(tmp_path / "some.parquet", validated(GAMES["cartagena"]), 1)
    frame = dataset.load(tmp_path / "some.parquet").filter(pl.col("seat") == 1).collect()
    hands = frame["view.hand"].to_numpy()
    assert (hands[:, 0] == -2).all()
    assert (hands[:, 1] >= 0).all()
    assert (frame["view.deck"].to_numpy() == -2).all()


def test_the_same_seed_gives_the_same_file_on_any_number_of_threads(tmp_path: Path) -> None:
    for name, seed, workers in (("a", 4, 1), ("b", 4, 2), ("c", 5, 2)):
        dataset.write(tmp_path / name, TABLES["cartagena"], 20, seed, Where(workers))
    a, b, c = (path.read_bytes() for path in sorted(tmp_path.iterdir()))
    assert a == b != c


def test_a_file_says_what_it_is_and_how_to_make_it_again(file: Path) -> None:
    said = dataset.manifest(file)
    assert (said.seed, said.matches, said.bot, said.pieces) == (5, 10, "random", None)
    assert said.options == TABLES[said.game].options
    assert said.command.startswith(f"escapade simulate {said.game} -n 10 --seats {said.seats} --seed 5 --")
    if said.game == "cartagena":
        assert "--tunnel 'A B E C D- F-'" in said.command
    assert set(said.versions) == {"escapade", "python", "numpy", "numba", "polars"}


def test_own_pieces_are_in_the_file(tmp_path: Path) -> None:
    game = GAMES["cartagena"]
    text = (game.folder / "pieces.toml").read_text(encoding="utf-8").replace("keys = 17", "keys = 9")
    pieces = game.pieces(text=text)
    assert pieces != game.pieces()
    dataset.write(tmp_path / "own.parquet", validated(game, pieces=pieces), 1)
    assert dataset.match(tmp_path / "own.parquet", 0).pieces == pieces


def test_bots_play_into_a_file_too(tmp_path: Path) -> None:
    path = tmp_path / "greedy.parquet"
    assert cli.run(["simulate", "cartagena", "-n", "2", "--bot", "greedy", "--workers", "1", "--out", str(path)]) == 0
    assert dataset.manifest(path).bot == "greedy"
    assert sum(dataset.match(path, 1).returns()) == 0


def test_bots_that_search_are_given_iterations_so_that_a_file_can_be_made_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["simulate", "cartagena", "-n", "1", "--workers", "1", "--bot"]
    for name in ("a", "b"):
        assert cli.run([*asked, "3@4", "--out", str(tmp_path / f"{name}.parquet")]) == 0
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    assert dataset.manifest(tmp_path / "a.parquet").bot == "planner@4"
    assert cli.run([*asked, "planner@5ms", "--out", str(tmp_path / "c.parquet")]) == 2
    assert "by the clock nothing could be played again" in capsys.readouterr().err


def test_an_error_on_the_way_leaves_what_was_there_before(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    path.write_text("before")

    def no(more: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dataset.write(path, TABLES["cartagena"], 1000, tell=no)
    assert [(left.name, left.read_text()) for left in tmp_path.iterdir()] == [("games.parquet", "before")]


def test_after_ctrl_c_there_is_no_file(tmp_path: Path) -> None:
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "import escapade.cli; escapade.cli.main()"
    )
    line = [sys.executable, "-c", code, "simulate", "cartagena", "-n", "1000000", "--out", str(tmp_path / "x.parquet")]
    going = subprocess.Popen(
        line, stderr=subprocess.PIPE, text=True, env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": "80"}
    )
    assert going.stderr
    while "playing" not in going.stderr.readline():  # the bar: some plies are written
        pass
    assert len([*tmp_path.iterdir()]) == 1
    going.send_signal(signal.SIGINT)
    _, err = going.communicate(timeout=60)
    assert going.returncode == 130
    assert "Traceback" not in err
    assert not [*tmp_path.iterdir()]


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        dataset.write(tmp_path / "nowhere" / "x.parquet", TABLES["cartagena"], 1)


def test_what_is_no_file_of_matches_is_refused(tmp_path: Path, file: Path) -> None:
    (tmp_path / "text").write_text("text")
    pl.DataFrame({"a": [1]}).write_parquet(tmp_path / "other")
    for name, said in (("text", "cannot be read"), ("none", "cannot be read"), ("other", "no file of matches")):
        with pytest.raises(BadInput, match=said):
            dataset.load(tmp_path / name)
    with pytest.raises(BadInput, match="no match 77"):
        dataset.match(file, 77)
    dataset.write(tmp_path / "two", validated(GAMES["cartagena"]), 1)
    with pytest.raises(BadInput, match="do not go together"):
        dataset.load(file, tmp_path / "two")


def test_without_polars_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    monkeypatch.delitem(sys.modules, "escapade.lab.dataset")
    monkeypatch.delattr("escapade.lab.dataset")
    assert cli.run(["simulate", "cartagena", "-n", "1", "--out", str(tmp_path / "x.parquet")]) == 2
    assert "pip install 'escapade[research]'" in capsys.readouterr().err
