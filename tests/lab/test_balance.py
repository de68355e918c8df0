"""The balance report: fair shares, everything that was used, the same figures on any number of workers."""

import json

import pytest
from typer.testing import CliRunner

from escapade.cli import app
from escapade.games import GAMES
from escapade.lab.balance import Count, balance


def last(**given: object) -> dict[str, object]:
    counts: dict[int, Count] = {}
    for _, count in balance(GAMES["cartagena"], **given):  # type: ignore[arg-type]
        counts[count.seats] = count
    return {str(seats): count.as_data() for seats, count in counts.items()}


def test_every_seat_count_has_its_figures() -> None:
    found = last(n=60)
    assert list(found) == ["2", "3", "4", "5"]
    for seats, data in found.items():
        assert isinstance(data, dict)
        assert data["games"] == 60
        assert len(data["wins"]) == int(seats)
        assert sum(win["share"] for win in data["wins"]) == pytest.approx(1)
        assert {use["says"] for use in data["actions"]} >= {"{card} from {start}", "retreat from {start}", "stop"}


def test_uses_divide_by_every_part_of_an_action() -> None:
    use = last(n=50, seats=2)["2"]["actions"][0]  # type: ignore[index]
    for part in use["parts"].values():
        assert sum(part.values()) == pytest.approx(use["a_game"])


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_figures_do_not_depend_on_the_workers(bot: str) -> None:
    assert last(n=24, seats=3, bot=bot, workers=1) == last(n=24, seats=3, bot=bot, workers=2)


def test_the_command_prints_tables_or_json() -> None:
    asked = ["simulate", "stratego", "--report", "balance", "-n", "20"]
    shown = CliRunner().invoke(app, asked)
    assert shown.exit_code == 0
    assert "seat 1 wins" in shown.output
    data = json.loads(CliRunner().invoke(app, [*asked, "--json"]).stdout)
    assert data["complete"]
    assert data["seat_counts"][0]["games"] == 20
