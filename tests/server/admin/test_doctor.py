"""`escapade doctor`: what a server needs, and what to do about it."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.server.admin.played import Said, Typed, evening, sql
from tests.server.clients import running


def states(said: Said) -> dict[str, str]:
    return {line["what"]: line["state"] for line in json.loads(said.out)}


def test_doctor_finds_a_good_database_good(db: str, typed: Typed) -> None:
    evening(db, times=1)
    found = states(typed("doctor", "--db", db, "--port", "0", "--json"))
    assert {found[what] for what in ("Python", "packages", "database", "disk", "port", "bots", "clock")} == {"ok"}
    assert found["safety"] == ("ok" if "://" not in db else "warn")  # the tests' PostgreSQL runs without fsync
    assert "fail" not in found.values()


def test_doctor_says_what_to_do(tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escapade.server.admin.doctor.bots", lambda: no_bot())
    db = tmp_path / "escapade.db"
    missing = typed("doctor", "--db", db, "--port", "0")
    assert missing.code == 0
    assert "escapade serve makes it" in missing.out
    evening(str(db), times=1)
    sql(str(db), "UPDATE meta SET value = '9999999999999' WHERE key = 'beat'")
    late = typed("doctor", "--db", db, "--port", "0")
    assert late.code == 1
    assert "behind what the database has seen" in late.out
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = typed("doctor", "--db", tmp_path / "other.db", "--port", taken.getsockname()[1])
        assert said.code == 1
        assert "--port" in said.out
    no_database = tmp_path / "text.db"
    no_database.write_text("this is no database, and was never meant to be one")
    assert "is no database of Escapade" in typed("doctor", "--db", no_database, "--port", "0").out


async def no_bot() -> Any:
    from escapade.server.admin.doctor import Line

    return Line("bots", "ok", "not asked")


def test_doctor_knows_a_port_that_is_our_own(tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escapade.server.admin.doctor.bots", lambda: no_bot())
    db = str(tmp_path / "escapade.db")

    async def ask() -> Said:
        async with running(db) as server:
            return await asyncio.to_thread(typed, "doctor", "--db", db, "--port", server.port)

    said = asyncio.run(ask())
    assert said.code == 0
    assert "taken by Escapade" in said.out
