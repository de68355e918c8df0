"""A real cluster of Ray, whose workers are killed in the middle: the same table as from one process, byte for byte."""

import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from escapade import cli
from escapade.cli.simulate import Summary
from escapade.games import GAMES
from escapade.kernel.batch import Chunk, opening
from escapade.kernel.names import BadInput
from escapade.lab import pool
from escapade.lab.balance import Report
from escapade.lab.pool import LOCAL, Where, attempt_there, fingerprint, results
from escapade.lab.render.findings import of_balance
from escapade.lab.setting import parse_bot_spec
from escapade.lab.simulation import Stretch, play_stretch, random_chunks, stretches

START = opening(GAMES["cartagena"], 3)
GAMES_PLAYED, SEED = 320, 5
CLUSTER = Where(2, LOCAL)


def deadly(job: tuple[Stretch, str]) -> Chunk:
    """Play some games; whoever is the first to begin number 40 dies of it."""
    stretch, folder = job
    (Path(folder) / f"{os.getpid()}.pid").touch()
    with suppress(FileExistsError):
        if stretch.first % (1 << 32) == 40:
            (Path(folder) / "died").touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
    return play_stretch(stretch)


def refuse(job: object) -> None:
    raise BadInput(f"{job} is refused")


def kill_one(folder: Path) -> None:
    """Kill a worker from outside."""
    for path in folder.glob("*.pid"):
        with suppress(ProcessLookupError):
            os.kill(int(path.stem), signal.SIGKILL)
            return
    raise AssertionError("nobody works")


def table(total: Summary) -> str:
    return json.dumps(total.as_data() | {"seconds": 0})


def balance(where: Where) -> str:
    """The report of a few games, word by word."""
    received = Report(GAMES["cartagena"], [parse_bot_spec("greedy:200")], seats=2, skill=False, seed=4)
    for _ in received.play(where):
        pass
    found = received.as_data()
    return json.dumps({**found, "findings": of_balance(GAMES["cartagena"], found)})


def test_a_cluster_whose_workers_die_gives_the_same_table_and_leaves_nothing_behind(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    alone, there = (Summary(START, {}, GAMES_PLAYED, SEED) for _ in range(2))
    for chunk in random_chunks(START, GAMES_PLAYED, SEED, Where(1)):
        alone.add(chunk)
    jobs = ((stretch, str(tmp_path)) for stretch in stretches(START, GAMES_PLAYED, SEED))
    for number, chunk in enumerate(results(deadly, jobs, CLUSTER)):
        if number == 8:
            kill_one(tmp_path)
        there.add(chunk)
    assert (tmp_path / "died").exists()
    assert len([*tmp_path.glob("*.pid")]) >= 3
    assert table(there) == table(alone)
    assert alone.complete
    assert balance(CLUSTER) == balance(Where(1))

    (cluster,) = pool._idle_clusters.values()  # it rests until it is needed again
    with pytest.raises(BadInput, match="42 is refused"):
        list(results(refuse, [42], CLUSTER))
    assert not pool._idle_clusters
    assert not cluster.process.is_alive()
    assert capfd.readouterr() == ("", "")


def test_a_cluster_with_other_games_is_refused() -> None:
    assert attempt_there(abs, -3, fingerprint()) == 3
    assert "another Escapade" in str(attempt_there(abs, -3, "0").error)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("ray://127.0.0.1:1", "ray://127.0.0.1:1: cannot be reached"),
        ("ray://127.0.0.1:99999", "cannot be reached"),
        ("127.0.0.1:6379", "write ray://HOST:PORT"),
        ("", "write ray://HOST:PORT"),
    ],
)
def test_a_cluster_that_cannot_be_had_is_told_at_once(
    address: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["simulate", "cartagena", "--cluster", address]) == 2
    assert says in capsys.readouterr().err


def test_without_ray_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert cli.run(["simulate", "cartagena", "--cluster", "local"]) == 2
    assert "pip install 'escapade[cluster]'" in capsys.readouterr().err
