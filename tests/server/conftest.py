"""A real server on a free port, a real database, real WebSockets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.postgres import HASTY, new_database, running


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
