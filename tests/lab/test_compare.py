"""A known difference is found, none is found where there is none, and what is asked is read strictly."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.lab import lottery
from typer.testing import CliRunner

from escapade.bots.parts import heuristic_of
from escapade.cli import app, run
from escapade.cli.balance import bot_specs
from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.names import BadInput
from escapade.lab import store
from escapade.lab.compare import Comparison, Sweep, side, with_field
from escapade.lab.pool import Where
from escapade.lab.render.findings import of_comparison, of_sweep
from escapade.lab.setting import BotSpec, parse_bot_spec

JAILBREAKERS, CARTAGENA = GAMES["jailbreakers"], GAMES["cartagena"]


@pytest.fixture
def lot(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    game = Game(lottery, "lottery")
    monkeypatch.setitem(GAMES, "lottery", game)
    yield game
    heuristic_of.cache_clear()


def compared(game: Game, a: list[str], b: list[str], n: int, **given: Any) -> dict[str, Any]:
    asked = Comparison(
        game, [BotSpec(parse_bot_spec("random").player, n)], side(game, a, {}), side(game, b, {}), **given
    )
    for _ in asked.play(Where(1)):
        pass
    data = asked.as_data()
    return {**data, "findings": of_comparison(data)}


def of_seat(data: dict[str, Any], seat: int) -> dict[str, Any]:
    found: dict[str, Any] = next(f for f in data["sections"][0]["figures"] if f["figure"] == f"wins.{seat}")
    return found


# --- What is found ---


def test_a_handicap_of_three_points_is_found_and_told(lot: Game) -> None:
    data = compared(lot, [], ["handicap=3"], 20_000)
    seat = of_seat(data, 0)
    assert seat["significant"]
    assert seat["low"] < 0.03 < seat["high"]
    assert not any(use["significant"] for use in data["sections"][0]["uses"])
    assert any("seat 0 wins" in line and "points" in line for line in data["findings"])


def test_the_handicap_is_found_as_often_as_the_power_says_and_in_the_interval(lot: Game) -> None:
    seats = [of_seat(compared(lot, [], ["handicap=3"], 8_000, seed=seed, paired=False), 0) for seed in range(40)]
    assert sum(seat["low"] < 0.03 < seat["high"] for seat in seats) >= 34  # 38 are expected; fewer than 34: 1 in 400
    assert (
        sum(seat["significant"] for seat in seats) >= 28
    )  # 3.8 standard errors, of which Holm asks 2.9: 33 are expected


def test_the_same_with_other_dice_differs_no_more_often_than_stated(lot: Game) -> None:
    false = 0
    for seed in range(100):
        data = compared(lot, [], [], 400, seed=seed, paired=False)
        false += any(figure["significant"] for figure in data["sections"][0]["figures"])
        false += any(use["significant"] for use in data["sections"][0]["uses"])
    assert false <= 18  # two families of a hundred reports, 5 % each: 10 are expected, more than 18 come 1 in 200


def test_the_same_with_the_same_dice_is_the_same(lot: Game) -> None:
    data = compared(lot, [], [], 1_000)
    assert all(figure["difference"] == 0 for figure in data["sections"][0]["figures"])
    assert "none of" in data["findings"][0]


# --- Along a scale ---


def test_a_sweep_finds_where_it_is_fair(lot: Game) -> None:
    asked = Sweep(lot, [BotSpec(parse_bot_spec("random").player, 4000)], side(lot, [], {}), "handicap=0..20:5", None, 0)
    for _ in asked.play(Where(1)):
        pass
    data = asked.as_data()
    assert data["values"] == [0, 5, 10, 15, 20]
    curve = data["curves"][0]["figures"]["wins.0"]
    for value, point in zip(data["values"], curve, strict=True):
        assert point["mean"] == pytest.approx(value / 100, abs=0.04)
    said = " ".join(of_sweep(data))
    assert "closest to fair at handicap 0" in said
    assert "seat 0 wins changes by +" in said


def test_a_sweep_of_what_changes_nothing_names_no_value(lot: Game) -> None:
    asked = Sweep(lot, [BotSpec(parse_bot_spec("random").player, 400)], side(lot, [], {}), "handicap=0..1", None, 0)
    for _ in asked.play(Where(1)):
        pass
    assert "no value of handicap is surely fairer than another" in " ".join(of_sweep(asked.as_data()))


# --- What is asked ---


def test_a_field_of_the_data_can_be_changed() -> None:
    changed = with_field(JAILBREAKERS, JAILBREAKERS.pieces(), "plans.Riot.draws", "3")
    assert changed.plans["Riot"].draws == 3
    assert JAILBREAKERS.pieces().plans["Riot"].draws == 5
    with pytest.raises(BadInput, match="no data"):
        with_field(CARTAGENA, None, "x", "1")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (["--a", "wardn=yes"], "did you mean 'warden'"),
        (["--a", "warden"], "write it as NAME=VALUE"),
        (["--a", "seats=9"], "not 9"),
        (["--a", "pieces:plans.Riot.drows=3"], "there are plans.Riot.draws"),
        (["--a", "pieces:plans.Riot.draws=many"], "is a number"),
        (["--b", "pieces:plans.Riot.draws=-3"], "plans.Riot"),
        (["--sweep", "solo_rounds=1..300:100"], "solo_rounds is a whole number from 0 to 200"),
        (["--sweep", "solo_rounds=ten"], "goes over numbers"),
        (["--sweep", "solo_rounds=0..999999999999"], "values, not more than"),
        (["--sweep", "solo_rounds"], "write it as NAME=1..10"),
        (["--sweep", "rounds=1..2"], "did you mean 'solo_rounds'"),
        (["--sweep", "solo_rounds=1..2", "--b", "warden=yes"], "leave out --b"),
        (["--b", "seats=two"], "seats=two: this is no number of seats"),
        ([], "say what differs"),
        (["--b", "warden=yes", "--resume"], "--resume goes with --out"),
    ],
)
def test_what_cannot_be_compared_is_refused_with_what_there_is(
    line: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["compare", "jailbreakers", *line]) == 2
    assert why in capsys.readouterr().err


def test_the_command_shows_both_versions_and_writes_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    asked = [
        "compare",
        "cartagena",
        "--b",
        "version=tortuga",
        "-n",
        "60",
        "--seats",
        "2",
        "--workers",
        "1",
        "--no-skill",
    ]
    shown = CliRunner().invoke(app, [*asked, "--html", str(page)])
    assert shown.exit_code == 0, shown.output
    assert "b: version=tortuga" in shown.output
    assert page.read_text(encoding="utf-8").count("<svg") == 2
    data = json.loads(CliRunner().invoke(app, [*asked, "--json"]).stdout)
    assert data["a"]["options"]["version"] == "jamaica"
    assert data["b"]["options"]["version"] == "tortuga"


def test_versions_may_have_different_seats() -> None:
    data = compared(CARTAGENA, ["seats=2"], ["seats=3"], 200, skill=False)
    assert data["sections"][0]["seats"] == [2, 3]
    share = {letter: of_seat(data, 0)[letter] for letter in "ab"}
    assert of_seat(data, 0)["difference"] == pytest.approx((share["b"] - 1 / 3) - (share["a"] - 1 / 2), abs=1e-5)


def test_parts_have_names_of_their_own_and_only_duels_of_both_versions_are_compared() -> None:
    a, b = side(CARTAGENA, ["seats=2"], {}), side(CARTAGENA, ["seats=3"], {})
    parts = Comparison(CARTAGENA, [parse_bot_spec("greedy")], a, b).parts
    assert len({part.name for part in parts}) == len(parts) == 5
    assert len(Comparison(CARTAGENA, [parse_bot_spec("planner")], a, b).parts) == 1
    with pytest.raises(BadInput, match="say it once"):
        bot_specs(["greedy:5", "2:6"], None)


def test_a_sweep_is_kept_and_resumed_where_it_ended(tmp_path: Path) -> None:
    asked = ["compare", "cartagena", "--sweep", "first=0..1", "-n", "600", "--workers", "1", "--json"]
    whole = CliRunner().invoke(app, asked).stdout
    page = tmp_path / "page.html"
    kept = CliRunner().invoke(app, [*asked, "--out", str(tmp_path / "run"), "--html", str(page)]).stdout
    assert page.read_text(encoding="utf-8").count("<svg") >= 4
    assert store.load(tmp_path / "run").collect()["decisions"].len() == 1200
    for part in store.parts(tmp_path / "run")[2:]:
        part.unlink()
    again = CliRunner().invoke(app, [*asked, "--out", str(tmp_path / "run"), "--resume"]).stdout
    assert json.loads(whole)["complete"]
    assert whole == kept == again


def test_one_game_is_told_without_intervals(tmp_path: Path) -> None:
    for asked in (["balance"], ["compare", "--b", "version=tortuga"], ["compare", "--sweep", "first=0..1"]):
        line = [asked[0], "cartagena", *asked[1:], "-n", "1", "--seats", "2", "--workers", "1"]
        shown = CliRunner().invoke(app, [*line, "--html", str(tmp_path / "page.html")])
        assert shown.exit_code == 0, shown.output
        assert "None" not in shown.output
        assert "None" not in (tmp_path / "page.html").read_text(encoding="utf-8")
