"""`escapade arena`: tables, one JSON document, and what is said when something is wrong."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from escapade.lab.store import load, read_manifest
from tests.cli.conftest import Run, program

SMALL = ("arena", "cartagena", "greedy", "random", "--workers", 1)


def test_two_bots_have_a_line_with_intervals_and_their_times(run: Run) -> None:
    said = run(*SMALL, "--games", 12)
    assert said.code == 0
    assert "2 seats, 12 games in blocks of 2" in said.out
    assert "greedy – random" in said.out
    assert "ms a decision" in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_a_league_has_a_crosstable_best_first(run: Run) -> None:
    said = run("arena", "cartagena", "random", "greedy", "random", "-n", 8, "--workers", 1, "--version", "tortuga")
    rows = [line.split()[:2] for line in said.out.partition("Elo above")[0].splitlines()[-3:]]
    assert rows[0] == ["1", "greedy"]
    assert [row[0] for row in rows] == ["1", "2", "3"]
    assert "version tortuga" in said.out


def test_a_gauntlet_leaves_out_who_was_not_asked(run: Run) -> None:
    data = json.loads(
        run("arena", "cartagena", "greedy", "random", "random", "--gauntlet", "-n", 2, "--workers", 1, "--json").out
    )
    assert [(pairing["one"], pairing["other"]) for pairing in data["pairings"]] == [
        ("greedy", "random"),
        ("greedy", "random (2)"),
    ]


def test_a_sequential_test_says_what_it_accepts(run: Run) -> None:
    stronger = run(*SMALL, "--sprt", "--elo1", 100)
    assert "stronger: +100 is accepted, +0 rejected" in stronger.out
    weaker = run("arena", "cartagena", "random", "greedy", "--workers", 1, "--sprt", "--elo1", 100)
    assert "not stronger: +0 is accepted, +100 rejected" in weaker.out
    undecided = run(*SMALL, "--sprt", "--games", 4)
    assert "open: +0 or +30" in undecided.out
    assert {stronger.code, weaker.code, undecided.code} == {0}


def test_json_is_one_document_with_everything(process: Run) -> None:
    said = process("arena", "cartagena", "greedy@50", "random", "--seats", 3, "-n", 6, "--seed", 5, "--json")
    data = json.loads(said.out)
    assert said.code == 0
    assert (data["game"], data["seats"], data["seed"], data["complete"]) == ("cartagena", 3, 5, True)
    assert [(entry["bot"], entry["iterations"]) for entry in data["bots"]] == [("greedy@50", 50), ("random", None)]
    (pairing,) = data["pairings"]
    assert (pairing["blocks"], pairing["games"]) == (2, 6)
    assert [len(shares) for shares in pairing["shares"]] == [3, 3]
    assert pairing["share"] == pytest.approx(sum(map(sum, pairing["shares"])) / 6)
    assert pairing["low"] <= pairing["share"] <= pairing["high"]


WRONG = {
    "an unknown game": (("cartagna", "greedy", "random"), "did you mean 'cartagena'"),
    "no bot": (("cartagena",), "needs two bots or more, and none is named"),
    "one bot": (("cartagena", "greedy"), "only 'greedy' is named"),
    "an unknown bot": (("cartagena", "greedy", "deep"), "'deep'"),
    "too many seats": (("cartagena", "greedy", "random", "--seats", 9), "2 to 5 seats, not 9"),
    "a single seat": (("jailbreakers", "greedy", "random", "--seats", 1), "two seats or more"),
    "a misspelt option": (("cartagena", "greedy", "random", "--verson", "tortuga"), "did you mean 'version'"),
    "a misspelt value": (("cartagena", "greedy", "random", "--option", "version=tortugo"), "did you mean 'tortuga'"),
    "two budgets": (("cartagena", "greedy", "random", "--iterations", 5, "--milliseconds", 5), "not both"),
    "a strange budget": (("cartagena", "greedy@soon", "random"), "behind @"),
    "a hypothesis without a test": (("cartagena", "greedy", "random", "--elo1", 5), "--elo1 goes with --sprt"),
    "hypotheses in the wrong order": (("cartagena", "greedy", "random", "--sprt", "--elo0", 50), "must be below"),
    "a strange chance": (("cartagena", "greedy", "random", "--sprt", "--alpha", 2), "chances of a wrong answer"),
    "no games": (("cartagena", "greedy", "random", "--games", 0), "--games"),
}


@pytest.mark.parametrize(("args", "says"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_told_in_one_line(run: Run, args: tuple[object, ...], says: str) -> None:
    said = run("arena", *args)
    assert said.code == 2
    assert says in said.err
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1
    assert said.out == ""


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_arena_says_and_keeps_what_it_has_and_ends_with_130(workers: int, tmp_path: Path) -> None:
    asked = ("arena", "cartagena", "greedy", "random", "--games", 1_000_000, "--json", "--workers", workers)
    line = program(*asked, "--out", tmp_path / "run")
    going = subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": "80"},
    )  # fmt: skip
    assert going.stderr
    while "greedy – random" not in going.stderr.readline():  # the bar: a block is done
        pass
    os.killpg(going.pid, signal.SIGINT)  # as a terminal does: every process of the group is told
    out, err = going.communicate()
    assert going.returncode == 130
    assert "Traceback" not in err
    data = json.loads(out)
    assert not data["complete"]
    assert data["pairings"][0]["blocks"] > 0
    assert load(tmp_path / "run").collect().height == data["pairings"][0]["games"]
    assert not read_manifest(tmp_path / "run").complete
    assert read_manifest(tmp_path / "run").command.startswith("escapade arena cartagena greedy random --games 1000000")
