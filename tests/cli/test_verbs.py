"""The verbs of the command line besides playing."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

import escapade
from escapade.games import GAMES
from escapade.kernel.rulebook import rulebook
from tests.cli.conftest import Run, program


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = escapade.new("cartagena", seed=7, first=0)
    while len([ply for ply in match.log if ply.seat >= 0]) < 30:
        match.play(match.legal()[-2 if len(match.legal()) > 1 else 0])
    path = tmp_path / "match.escapade"
    path.write_text(match.record())
    return path


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").out == f"escapade {escapade.__version__}\n"


@pytest.mark.parametrize("command", ["play", "games", "rules", "replay", "simulate", "verify"])
def test_every_command_has_help(run: Run, command: str) -> None:
    said = run(command, "--help")
    assert said.code == 0
    assert f"escapade {command}" in said.out


def test_games_lists_every_option_with_its_clause(run: Run) -> None:
    page, data = run("games").out, json.loads(run("games", "--json").out)
    assert [game["name"] for game in data] == list(GAMES)
    assert "2 to 5 seats  six pirates a player, one tunnel, one boat" in page
    for game in data:
        for option in game["options"]:
            assert f"--{option['name']}" in page
            assert option["clause"] in page


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_page_has_every_clause_in_order(run: Run, game: str) -> None:
    said, clauses = run("rules", game), rulebook(GAMES[game]).clauses
    assert clauses
    assert said.code == 0
    starts = [
        line.split()[0] for line in said.out.splitlines() if line.startswith(clauses[0].id.partition("-")[0] + "-")
    ]
    assert starts == [clause.id for clause in clauses]
    assert all(mark in said.out for clause in clauses for mark in clause.marks)


@pytest.mark.parametrize("asked", ["CAR-12", "car-12", "12", "car 12"])
def test_one_clause_is_found_however_it_is_written(run: Run, asked: str) -> None:
    said = run("rules", "cartagena", asked)
    assert said.out.startswith("CAR-12")
    assert "CAR-13" not in said.out


@pytest.mark.parametrize("asked", ["S17-12", "s17 12", "12"])
def test_a_clause_whose_name_has_a_number_is_found_too(run: Run, asked: str) -> None:
    assert run("rules", "stalag17", asked).out.startswith("S17-12")


def test_clauses_are_found_by_a_word(run: Run) -> None:
    said = run("rules", "stratego", "miner")
    assert "STR-27" in said.out
    assert "STR-31" not in said.out


def test_a_replay_on_a_pipe_tells_every_ply(run: Run, record: Path) -> None:
    said, match = run("replay", record, "--seat", "all"), escapade.load(record)
    events = [int(line.split()[0]) for line in said.out.splitlines() if line[:5].strip().isdigit()]
    assert events == list(range(1, len(match.log) + 1))
    assert "boat" in said.out


def test_a_replay_from_a_seat_shows_no_hidden_card(run: Run, record: Path) -> None:
    said = run("replay", record, "--seat", 0).out
    lines = [line.split(maxsplit=1)[1] for line in said.splitlines() if line[:5].strip().isdigit()]
    hidden = [line for line in lines if line.startswith("Blue") and ("dealt" in line or "draws" in line)]
    assert hidden
    assert set(hidden) <= {"Blue is dealt a card.", "Blue draws a card."}
    assert any(line.startswith("You are dealt") and line != "You are dealt a card." for line in lines)
    assert "▒" in said


def test_an_unfinished_match_is_replayed_from_the_public_side(run: Run, record: Path) -> None:
    assert run("replay", record).out == run("replay", record, "--seat", "public").out


def test_everything_of_a_match_that_runs_is_shown_with_a_warning(run: Run, record: Path) -> None:
    warning = "this match is not over: you asked for everything"
    assert warning in run("replay", record, "--seat", "all").out
    assert warning in run("replay", record, "--seat", "all", "--ply", 25).out
    assert warning not in run("replay", record, "--seat", 0).out
    assert warning not in run("replay", record).out


def test_one_ply_is_drawn_alone(run: Run, record: Path) -> None:
    said = run("replay", record, "--ply", 25, "--seat", "all").out
    assert "ply 25 of " in said
    assert said.count("fortress") == 1


def test_the_dice_of_a_record_are_checked(run: Run, record: Path) -> None:
    chance = sum(ply.seat == escapade.CHANCE for ply in escapade.load(record).log)
    assert f"{chance} chance outcomes" in run("verify", record).out
    record.write_text(record.read_text().replace('[Seed "7"]', '[Seed "8"]'))
    said = run("verify", record)
    assert said.code == 2
    assert "the seed gives" in said.err


def test_simulate_prints_one_json_document_that_adds_up(process: Run) -> None:
    said = process("simulate", "cartagena", "-n", 300, "--seats", 3, "--seed", 5, "--version", "tortuga", "--json")
    data = json.loads(said.out)
    assert said.code == 0
    assert (data["games"], data["complete"], data["seats"]) == (300, True, 3)
    assert data["options"]["version"] == "tortuga"
    assert sum(win["share"] for win in data["wins"]) == pytest.approx(1)
    assert all(win["low"] <= win["share"] <= win["high"] for win in data["wins"])
    assert data["length"]["low"] <= data["length"]["median"] <= data["length"]["high"] <= data["length"]["max"]


def test_simulate_sets_a_table_and_the_same_seed_gives_the_same_games(run: Run) -> None:
    first, again, other = (
        run("simulate", "stratego", "-n", 200, "--seed", s, "--workers", w) for s, w in ((1, 1), (1, 2), (2, 2))
    )
    table = [said.out.partition("speed")[0] for said in (first, again, other)]
    assert "95 % interval" in table[0]
    assert table[0] == table[1] != table[2].replace("seed 2", "seed 1")


def test_an_interrupted_simulation_says_what_it_has_and_ends_with_130() -> None:
    line = program("simulate", "cartagena", "--json")
    going = subprocess.Popen(
        [*line, "-n", "4000000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": "80"},
    )  # fmt: skip
    assert going.stderr
    while "playing" not in going.stderr.readline():  # the bar: the rules are compiled
        pass
    going.send_signal(signal.SIGINT)
    out, err = going.communicate()
    assert going.returncode == 130
    assert "Traceback" not in err
    assert json.loads(out)["complete"] is False
