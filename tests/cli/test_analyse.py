"""`escapade analyse`: turning points first, one JSON document, only what a seat may know, and errors in a line."""

import os
import signal
import subprocess
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

import escapade
from escapade import CHANCE, Match
from escapade.bots import bot
from escapade.bots.analysed import Analysis
from escapade.games import GAMES
from escapade.lab.setting import self_play_match, validated
from tests.cli.conftest import Run, program

QUICK = ("--bot", "planner@64", "--worlds", 4)


def record(path: Path, plies: int = 30) -> Path:
    """The beginning of a match between two, as a file."""
    match = escapade.new("cartagena", seed=3, first=0)
    match.names = {0: "Ada", 1: "Ben"}
    while len(match.log) < plies:
        match.play(match.legal()[len(match.log) % len(match.legal())])
    path.write_text(match.record(), encoding="utf-8")
    return path


def test_turning_points_the_curve_and_plies_are_shown(run: Run, tmp_path: Path) -> None:
    said = run("analyse", record(tmp_path / "match.txt"), "--seat", "all", *QUICK)
    assert said.code == 0
    headings = ["Turning points", "How it stood", "Seats", "plies that mattered most"]
    places = [said.out.index(heading) for heading in headings]
    assert places == sorted(places)
    assert "planner, 64 iterations a choice; 4 worlds; seed 0" in said.out
    assert "Ada  ▄" in said.out or "Ada  ▅" in said.out
    assert max(map(len, said.out.splitlines())) <= 80


SHORT = [("stalag17", "novice", 60, "draw "), ("jailbreakers", "greedy", 60, "look at ")]


@pytest.mark.parametrize(("name", "level", "plies", "seen"), SHORT)
def test_turning_points_luck_and_what_each_seat_could_know_are_told(
    run: Run, tmp_path: Path, name: str, level: str, plies: int, seen: str
) -> None:
    game, file = GAMES[name], tmp_path / "match.txt"
    whole, match = self_play_match(validated(game, 2), bot(game, level), "5"), Match(game, 2)
    match.replay([(ply.seat, ply.action.code) for ply in whole.log[:plies]])
    file.write_text(match.record(), encoding="utf-8")
    said = run("analyse", file, "--seat", "all", "--json", "--bot", "planner@64", "--worlds", 8)
    found = msgspec.json.decode(said.out, type=Analysis)
    assert (said.code, found.complete, len(found.steps)) == (0, True, plies)
    assert [point.kind in ("skill", "luck") for point in found.turning_points] == [True] * 3
    assert all(abs(point.change) > 2 * point.error for point in found.turning_points)
    chance = [step for step in found.steps if step.seat == CHANCE]
    assert all(sum(map(float, filter(None, step.change))) == pytest.approx(0) for step in chance)  # what one wins …
    assert max(abs(step.change[0] or 0.0) for step in chance) > 0.02
    events = [after.bits != before.bits for before, after in pairwise(found.steps) if before.name.startswith(seen)]
    assert any(events)  # who sees a card knows more, or another less
    assert all(None not in step.bits for step in found.steps)


def test_every_ply_is_shown_if_asked_for(run: Run, tmp_path: Path) -> None:
    said = run("analyse", record(tmp_path / "match.txt"), "--seat", "all", "--all", *QUICK)
    rows = [line.split()[0] for line in said.out.partition("Every ply")[2].splitlines() if line[:1].isdigit()]
    assert len(rows) >= 30


def test_json_is_the_analysis_and_the_file_holds_the_same(run: Run, tmp_path: Path) -> None:
    file, out = record(tmp_path / "match.txt"), tmp_path / "analysis.json"
    said = run("analyse", file, "--seat", "all", "--json", "--out", out, *QUICK)
    found = msgspec.json.decode(said.out, type=Analysis)
    assert (said.code, found.complete, found.plies, found.observer) == (0, True, len(found.steps), None)
    assert out.read_text(encoding="utf-8") == said.out
    again = run("analyse", file, "--seat", "all", "--json", *QUICK)
    assert again.out == said.out


def test_a_match_that_is_not_over_is_not_opened_unasked(run: Run, tmp_path: Path) -> None:
    file = record(tmp_path / "match.txt")
    said = run("analyse", file, *QUICK)
    assert (said.code, said.out) == (2, "")
    assert "not over: --seat 0 keeps to what seat 0 may know" in said.err
    mine = msgspec.json.decode(run("analyse", file, "--seat", 1, "--json", *QUICK).out, type=Analysis)
    assert mine.observer == 1
    assert all(step.expectation[0] is None and step.bits[0] is None for step in mine.steps)
    file.write_text(file.read_text(encoding="utf-8").replace("[Dealer", '[You "1"]\n[Dealer'), encoding="utf-8")
    own = run("analyse", file, *QUICK)
    assert "from the view of Ben alone" in own.out


WRONG = {
    "no such file": (("nowhere.txt",), "cannot be read"),
    "no such seat": (("match.txt", "--seat", 7), "there is no seat 7"),
    "spectators": (("match.txt", "--seat", "public"), "made for a seat"),
    "a bot that values nothing": (("match.txt", "--seat", "all", "--bot", "greedy"), "does not look ahead"),
    "a bot by time": (("match.txt", "--seat", "all", "--bot", "expert@5ms"), "counts iterations"),
    "nowhere to write": (("match.txt", "--seat", "all", "--out", "no/where.json"), "there is no such folder"),
}


@pytest.mark.parametrize(("args", "says"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_told_in_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[object, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    record(Path("match.txt"), plies=16)
    said = run("analyse", *args)
    assert said.code == 2
    assert says in said.err
    assert said.err.count("\n") == 1


def test_an_interrupted_analysis_shows_what_it_has_and_ends_with_130(tmp_path: Path) -> None:
    file, out = record(tmp_path / "match.txt", 60), tmp_path / "analysis.json"
    line = program("analyse", file, "--seat", "all", "--bot", "planner@200000", "--json", "--out", out)
    going = subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": "80"},
    )  # fmt: skip
    assert going.stderr
    while "analysing" not in going.stderr.readline():  # the bar: a ply is done
        pass
    going.send_signal(signal.SIGINT)
    said, err = going.communicate()
    assert going.returncode == 130
    assert "Traceback" not in err
    found = msgspec.json.decode(said, type=Analysis)
    assert not found.complete
    assert 0 < len(found.steps) < 60
    assert not out.exists()
