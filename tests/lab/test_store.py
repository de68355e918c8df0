"""A run in a folder: whole parts, no others, and the same in the end however often it was interrupted."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import polars as pl
import pytest

from escapade.kernel.names import BadInput
from escapade.lab.store import Manifest, Run, load, manifest_of, read_manifest

SAME = manifest_of("counting", {"game": "cartagena", "seats": 2, "seed": 7, "options": {"x": (1, 2)}}, "count")


def frame(number: int) -> pl.DataFrame:
    return pl.DataFrame({"number": [number, number], "text": ["a", "b"]})


def go_on(folder: Path, upto: int, manifest: Manifest = SAME) -> None:
    with Run(folder, manifest, resume=True) as run:
        for number in range(run.done, upto):
            run.add(frame(number))
        if upto == 5:
            run.finish()


def test_an_interrupted_run_is_in_the_end_like_any_other(tmp_path: Path) -> None:
    go_on(tmp_path / "one", 5)
    for upto in (0, 2, 3, 5):
        go_on(tmp_path / "some", upto)
        assert read_manifest(tmp_path / "some").complete == (upto == 5)
    assert load(tmp_path / "some").collect().equals(load(tmp_path / "one").collect())
    assert [path.name for path in sorted((tmp_path / "some").iterdir())] == [
        "manifest.json", *(f"part-00000{number}.parquet" for number in range(5)),
    ]  # fmt: skip
    for path in (tmp_path / "one").glob("*.parquet"):
        assert path.read_bytes() == (tmp_path / "some" / path.name).read_bytes()


def test_a_run_says_what_it_is(tmp_path: Path) -> None:
    go_on(tmp_path, 1)
    said = read_manifest(tmp_path)
    assert said.setting == {"game": "cartagena", "seats": 2, "seed": 7, "options": {"x": [1, 2]}}
    assert (said.kind, said.command, said.complete) == ("counting", "count", False)
    assert set(said.versions) == {"escapade", "python", "numpy", "numba", "polars"}
    assert said.began.endswith("+00:00")


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"setting": SAME.setting | {"seed": 8}}, "it began with seed 7, and now it is 8"),
        ({"setting": SAME.setting | {"bots": ["x"]}}, r'it began with bots null, and now it is \["x"\]'),
        ({"setting": dict(reversed(SAME.setting.items()))}, "began in another order, game where options is now"),
        ({"kind": "arena"}, "this is a run of counting, not of arena"),
        ({"sources": "0"}, "with other sources"),
    ],
)
def test_a_run_goes_on_only_with_the_same_games(tmp_path: Path, other: dict[str, object], says: str) -> None:
    go_on(tmp_path, 1)
    with pytest.raises(BadInput, match=says):
        go_on(tmp_path, 2, msgspec.structs.replace(SAME, **other))
    go_on(tmp_path, 2, msgspec.structs.replace(SAME, versions={}, began="", command="count again"))
    assert read_manifest(tmp_path).command == "count again"


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    go_on(tmp_path / "run", 1)
    with pytest.raises(BadInput, match="--resume goes on with it"):
        Run(tmp_path / "run", SAME)
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "letter.txt").touch()
    (tmp_path / "else" / ".letter.part").touch()
    for resume in (True, False):
        with pytest.raises(BadInput, match="other things"):
            Run(tmp_path / "else", SAME, resume)
    assert len([*(tmp_path / "else").iterdir()]) == 2
    with pytest.raises(BadInput, match="cannot be written"):
        Run(tmp_path / "else" / "letter.txt" / "run", SAME)


def test_one_process_at_a_time(tmp_path: Path) -> None:
    with Run(tmp_path, SAME), pytest.raises(BadInput, match="another process"):
        Run(tmp_path, SAME, resume=True)
    go_on(tmp_path, 1)


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="not the folder of a run"):
        load(tmp_path)
    go_on(tmp_path, 0)
    with pytest.raises(BadInput, match="nothing is done yet"):
        load(tmp_path)
    (tmp_path / "manifest.json").write_text('{"kind": "x", "setting": {}, "command": "", "format": "escapade run 9"}')
    with pytest.raises(BadInput, match="'escapade run 1' can be read"):
        load(tmp_path)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(BadInput, match="cannot be read"):
        load(tmp_path)


ENDLESS = """
import sys
from itertools import count
from tests.lab.test_store import SAME, Run, frame
with Run(sys.argv[1], SAME) as run:
    for number in count():
        run.add(frame(number))
        print(number, flush=True)
"""


def test_a_kill_keeps_whole_parts_and_only_those(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    line = [sys.executable, "-c", ENDLESS, str(folder)]
    going = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
    assert going.stdout
    while going.stdout.readline() != "20\n":
        pass
    os.kill(going.pid, signal.SIGKILL)
    going.communicate()
    (folder / ".12ab.part").touch()  # what a kill may leave
    with Run(folder, SAME, resume=True) as run:
        kept = load(folder).collect()
        assert run.done >= 21
        assert kept.equals(pl.concat(map(frame, range(run.done))))
        run.add(frame(run.done))
    assert not [*folder.glob(".*")]
