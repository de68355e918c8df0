"""A real server on a free port, a real database, real WebSockets."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.postgres import HASTY, new_database, running

import escapade.cli
from tests.server.admin.played import Said, Typed


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A real PostgreSQL, gone when the tests end: the folder of its socket."""
    with running(*HASTY) as home:
        yield home


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """A database of its own on that server."""
    return new_database(postgres)


@pytest.fixture(params=["sqlite", "postgres"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "escapade.db")
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def file(tmp_path: Path) -> str:
    """An empty SQLite database."""
    return str(tmp_path / "escapade.db")


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Typed:
    """Type a command line in this process."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))

    def go(*args: object, typed: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = escapade.cli.run([str(arg) for arg in args])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return Said(code, said.out, said.err)

    return go
