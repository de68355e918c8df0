"""The balance report: fair shares, everything that was used, the same figures on any number of workers."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from escapade.cli import app, run
from escapade.games import GAMES
from escapade.lab import store
from escapade.lab.balance import Report
from escapade.lab.pool import Where
from escapade.lab.render.findings import of_balance
from escapade.lab.setting import Player, parse_bot_spec

CARTAGENA = GAMES["cartagena"]
RANDOM, GREEDY = Player("random"), Player("greedy")


def report(*bots: str, workers: int = 1, **given: Any) -> dict[str, Any]:
    asked = Report(CARTAGENA, [parse_bot_spec(text) for text in bots], **given)
    for _ in asked.play(Where(workers)):
        pass
    found = asked.as_data()
    return {**found, "findings": of_balance(CARTAGENA, found)}


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
