"""The balance report: fair shares, everything that was used, the same figures on any number of workers."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from escapade.bots import planner
from escapade.cli import app, run
from escapade.games import GAMES
from escapade.kernel.batch import opening, play_chunk
from escapade.kernel.names import BadInput
from escapade.lab import dataset, store
from escapade.lab.balance import Report
from escapade.lab.compiled.instrumented_play import Measurements, Scratch
from escapade.lab.instrument import (
    Job,
    action_groups,
    empty_measurements,
    groups_by_code,
    instrumented,
    measure,
    measurements,
)
from escapade.lab.pool import Where
from escapade.lab.render.findings import of_balance
from escapade.lab.setting import Player, parse_bot_spec, validated

CARTAGENA = GAMES["cartagena"]
RANDOM, GREEDY = Player("random"), Player("greedy")


def report(*bots: str, workers: int = 1, **given: Any) -> dict[str, Any]:
    asked = Report(CARTAGENA, [parse_bot_spec(text) for text in bots], **given)
    for _ in asked.play(Where(workers)):
        pass
    found = asked.as_data()
    return {**found, "findings": of_balance(CARTAGENA, found)}


def test_random_games_are_those_of_simulate() -> None:
    chunk = play_chunk(opening(CARTAGENA, 3), 7 << 32, 20)
    notes = measurements(Job(validated(CARTAGENA, 3), (RANDOM,) * 3, 7, 0, 20))
    assert (notes.plies == chunk.plies).all()
    assert (notes.decisions.sum(axis=1) == chunk.moves).all()
    assert (notes.score == chunk.returns).all()
    assert (notes.used.sum(axis=0) == chunk.used).all()


def test_a_game_that_is_replayed_is_watched_as_if_it_were_played() -> None:
    setting = validated(CARTAGENA, 2)
    played = measurements(Job(setting, (RANDOM,) * 2, 3, 0, 6))
    logs = dataset.random_logs((setting, 3, 0, 6))
    again, start = empty_measurements(CARTAGENA, 2, 6), opening(CARTAGENA, 2)
    scratch = Scratch(np.zeros(1 << 16, np.int8), np.zeros((2, len(action_groups(CARTAGENA))), np.uint8))
    codes, ends = np.array([code for log in logs for code in log]), np.cumsum([len(log) for log in logs])
    instrumented(CARTAGENA).play_games(
        start.record, 0, codes, ends, np.array([0, 0]), 1.0, 0.2, *groups_by_code(CARTAGENA),
        planner.workspace(CARTAGENA, 2), again, scratch,
    )  # fmt: skip
    for name, one, other in zip(Measurements._fields, played, again, strict=True):
        assert (one == other).all(), name


def test_what_is_noted_fits_together() -> None:
    notes = measurements(Job(validated(CARTAGENA, 4), (GREEDY,) * 4, 0, 0, 50))
    assert notes.wins.sum(axis=1) == pytest.approx(1)
    assert notes.legal.sum() == notes.used.sum() == notes.decisions.sum()
    assert notes.legal[1] == notes.forced.sum()
    assert (notes.dead <= notes.turns).all()
    assert (notes.turns <= notes.decisions).all()
    assert ((notes.settled >= 0) & (notes.settled <= 1)).all()
    assert (notes.offered >= notes.used.sum(axis=0)).all()
    assert (notes.users <= 4).all()


def test_bots_that_think_are_watched_the_same_way() -> None:
    seen = measure(Job(validated(CARTAGENA, 2), (Player("planner", 4), GREEDY), 0, 0, 2, with_rows=True))
    assert seen.counters.games == 2
    assert seen.rows["game"].tolist() == [0, 1]
    assert seen.rows["wins.0"].sum() + seen.rows["wins.1"].sum() == 2
    assert seen.counters.used.sum() == seen.rows["decisions"].sum()


def test_every_seat_count_has_its_figures_and_skill_wins() -> None:
    found = report("greedy:100")
    assert [section["seats"] for section in found["sections"]] == [2, 3, 4, 5]
    for section in found["sections"]:
        assert section["games"] == 100
        assert sum(win["share"] for win in section["wins"]) == pytest.approx(1, abs=1e-4)
        assert all(win["low"] < win["share"] < win["high"] for win in section["wins"])
    assert {(duel["one"], duel["other"]) for duel in found["skill"]} == {("greedy", "random"), ("greedy", "novice")}
    assert all(duel["significant"] and duel["share"] > 2 * duel["fair"] for duel in found["skill"] if duel["seats"] > 2)
    assert any("too few to tell seats apart" in line for line in found["findings"])


def test_uses_divide_by_every_part_of_an_action() -> None:
    uses = report("random:50", seats=2)["sections"][0]["uses"]
    whole = {use["says"]: use["times"] for use in uses if not use["part"]}
    for says, part in {(use["says"], use["part"]) for use in uses if use["part"]}:
        assert sum(use["times"] for use in uses if (use["says"], use["part"]) == (says, part)) == whole[says]


def test_the_report_does_not_depend_on_the_workers() -> None:
    asked = {"seats": 3, "seed": 5}
    one, two = (json.dumps(report("greedy:1200", workers=workers, **asked)) for workers in (1, 2))
    assert one == two


def test_the_command_prints_tables_or_json_and_writes_a_page(tmp_path: Path) -> None:
    page, asked = tmp_path / "report.html", ["balance", "cartagena", "-n", "40", "--seats", "2", "--first", "0"]
    shown = CliRunner().invoke(app, [*asked, "--workers", "1", "--html", str(page)])
    assert shown.exit_code == 0
    assert "seat 0" in shown.output
    assert "retreat from any place" in shown.output
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == text.count("aria-label") == 5
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "https://" not in text
    data = json.loads(CliRunner().invoke(app, [*asked, "--workers", "1", "--json"]).stdout)
    assert data["complete"]
    assert data["options"]["first"] == 0
    assert data["sections"][0]["games"] == 40
    assert "any card from 12" in {use["name"] for use in data["sections"][0]["uses"]}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("planner@300ms", "by the clock nothing could be played again"),
        ("greedy@3", "does not look ahead"),
        ("greedy:none", "behind : stands a number of games"),
        ("gredy", "did you mean 'greedy'"),
    ],
)
def test_who_plays_is_read_strictly(text: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        parse_bot_spec(text)


def test_a_page_that_cannot_be_written_is_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["balance", "cartagena", "--html", str(tmp_path)]) == 2
    assert "this is a folder" in capsys.readouterr().err


def test_a_page_that_fails_after_all_does_not_take_what_was_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ["balance", "cartagena", "-n", "1", "--seats", "2", "--workers", "1", "--html"]
    assert run([*asked, str(tmp_path / ("x" * 300))]) == 2
    assert "cannot be written: File name too long" in capsys.readouterr().err
    monkeypatch.setattr("escapade.cli.balance.check_page", lambda path: None)
    assert run([*asked, str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert "cannot be written: Is a directory" in said.err
    assert "1 games of greedy" in said.out


def test_ctrl_c_keeps_what_is_done_and_so_does_the_folder(tmp_path: Path) -> None:
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "import escapade.cli; escapade.cli.main()"
    )
    asked = ["balance", "cartagena", "-n", "1000000", "--seats", "2", "--workers", "1", "--json"]
    line = [sys.executable, "-c", code, *asked, "--out", str(tmp_path / "run")]
    colours = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": "80"}
    going = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=colours)
    assert going.stderr
    while "greedy, 2 seats" not in going.stderr.readline():  # the bar: some games are played
        pass
    going.send_signal(signal.SIGINT)
    out, err = going.communicate(timeout=60)
    assert going.returncode == 130
    assert "Traceback" not in err
    found = json.loads(out)
    assert not found["complete"]
    kept = len(store.parts(tmp_path / "run"))
    assert found["sections"][0]["games"] in (500 * kept, 500 * (kept - 1))  # the last may be kept and not yet counted


@pytest.mark.parametrize("page", sorted((Path(__file__).parents[2] / "docs" / "balance").glob("*.html")), ids=str)
def test_the_reports_of_the_documentation_are_small_and_need_nothing_else(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(text.encode()) < 400_000
    assert not re.search(r'(src|href)="(?!#)', text.replace('xlink:href="#', ""))
    assert "@import" not in text
    assert "url(http" not in text
    assert not re.search(r"\{\w+\}", text)  # what is done is told in words
