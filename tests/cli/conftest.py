"""A terminal without a person: what is typed is given, what is printed is kept."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import escapade.cli


class Said(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Said]


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for every test."""
    monkeypatch.setattr(escapade.cli.saves, "user_data_path", lambda name, appauthor: tmp_path / "data" / name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return tmp_path / "data" / "escapade" / "saves"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line in this process."""

    def go(*args: object, typed: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = escapade.cli.run([str(arg) for arg in args])
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return go


@pytest.fixture
def process(saves: Path) -> Run:
    """Run a command line in a process of its own, as a shell does."""

    def go(*args: object, typed: str = "") -> Said:
        line = [sys.executable, "-c", "import escapade.cli; escapade.cli.main()", *map(str, args)]
        done = subprocess.run(
            line, input=typed, capture_output=True, encoding="utf-8", env={**os.environ, "PYTHONIOENCODING": "utf-8"}
        )
        return Said(done.returncode, done.stdout, done.stderr)

    return go


def program(*args: object) -> list[str]:
    """A command line that can be interrupted, also where the tests themselves run as a job that ignores Ctrl-C."""
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "import escapade.cli; escapade.cli.main()"
    )
    return [sys.executable, "-c", code, *map(str, args)]
