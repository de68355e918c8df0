"""`escapade corpus`: records in, records out, and what is refused is said with its reason."""

import json
from pathlib import Path

import pytest

import escapade
from tests.cli.conftest import Run


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a match that is over, one that is not, and something else."""
    monkeypatch.chdir(tmp_path)
    over, begun = escapade.new("stratego", seed=1), escapade.new("cartagena", seed=2)
    over.names = {0: "Ada", 1: "Ben"}
    over.play("seat 1 resigns", 1)
    Path("over.txt").write_text(over.record(), encoding="utf-8")
    Path("begun.escapade").write_text(begun.record(), encoding="utf-8")
    Path("none.txt").write_text("a letter\n", encoding="utf-8")
    return tmp_path


def test_records_go_in_and_what_is_refused_is_told(run: Run, desk: Path) -> None:
    Path("bytes.txt").write_bytes(b"\xff\xfe")
    files = ("over.txt", "bytes.txt", "begun.escapade", "none.txt", "over.txt")
    said = run("corpus", "add", "club", *files, "--tag", "Event=Finals")
    assert said.code == 1
    assert "bytes.txt: cannot be read" in said.err
    assert "2 records added to club" in said.out
    assert "none.txt: line 1: this is neither a tag" in said.err
    assert "over.txt: this match is there already" in said.err
    assert run("corpus", "add", "other", "club").code == 0
    assert sorted(p.name for p in Path("other").iterdir()) == sorted(p.name for p in Path("club").iterdir())


def test_what_was_added_is_one_json_document_if_asked_for(run: Run, desk: Path) -> None:
    data = json.loads(run("corpus", "add", "club", "over.txt", "none.txt", "--json").out)
    assert (len(data["added"]), data["complete"]) == (1, True)
    assert data["refused"][0]["file"] == "none.txt"


def test_a_list_has_a_line_for_each_that_is_asked_for(run: Run, desk: Path) -> None:
    run("corpus", "add", "club", "over.txt", "begun.escapade")
    assert "2 records of 2" in run("corpus", "list", "club").out
    won = run("corpus", "list", "club", "--winner", "ada")
    assert "1 record of 2" in won.out
    assert "Ada, Ben" in won.out
    data = json.loads(run("corpus", "list", "club", "--unfinished", "--json").out)
    assert [(row["game"], row["winners"]) for row in data["records"]] == [("cartagena", [])]
    assert "0 records of 2" in run("corpus", "list", "club", "--since", "2026").out


def test_a_check_ends_with_1_if_something_is_wrong(run: Run, desk: Path) -> None:
    run("corpus", "add", "club", "over.txt", "begun.escapade")
    good = run("corpus", "check", "club")
    assert (good.code, "every one came through the door again" in good.out) == (0, True)
    Path("club/bad.txt").write_text("a letter\n", encoding="utf-8")
    bad = run("corpus", "check", "club", "--json")
    assert bad.code == 1
    assert json.loads(bad.out)["wrong"][0]["file"] == "bad.txt"
    assert "3 records" in run("corpus", "check", "club").out


def test_records_come_out_as_one_file_or_as_many(run: Run, desk: Path) -> None:
    run("corpus", "add", "club", "over.txt", "begun.escapade")
    assert run("corpus", "export", "club", "all.txt").code == 0
    assert Path("all.txt").read_text(encoding="utf-8").count("[Format") == 2
    Path("files").mkdir()
    assert "1 record written" in run("corpus", "export", "club", "files", "--finished").out
    assert len([*Path("files").iterdir()]) == 1


WRONG = {
    "no folder": (("list", "nowhere"), "there is no such folder"),
    "a misspelt game": (("list", "club", "--game", "stratega"), "did you mean 'stratego'"),
    "a strange day": (("list", "club", "--since", "yesterday"), "write a day as 2026-11-12"),
    "a strange tag": (("list", "club", "--tag", "Event"), "write it as NAME=VALUE"),
    "a tag that is the record's own": (("add", "club", "over.txt", "--tag", "Seats=5"), "for the record itself"),
    "a file for a folder": (("add", "over.txt", "begun.escapade"), "this is a file"),
    "a file that is not there": (("add", "club", "nowhere.txt"), "cannot be read"),
    "nowhere to": (("export", "club"), "say where to"),
    "nothing asked for": (("export", "club", "out.txt", "--player", "Zoe"), "none of its records"),
    "several kinds": (("export", "club", "--parquet", "x.parquet", "--unfinished"), "nothing to write"),
}


@pytest.mark.parametrize(("args", "says"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_told_in_one_line(run: Run, desk: Path, args: tuple[object, ...], says: str) -> None:
    run("corpus", "add", "club", "over.txt", "begun.escapade")
    said = run("corpus", *args)
    assert said.code == 2
    assert says in said.err
    assert said.err.count("\n") == 1
