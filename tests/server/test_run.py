"""What keeps a server from starting is one sentence and an exit code that is not 0; nothing is promised before."""

from __future__ import annotations

import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx2 as httpx
import pytest

from escapade.server.store.migrations import VERSIONS

posix = pytest.mark.skipif(os.name != "posix", reason="files, signals and limits as a Unix has them")
LINE = [sys.executable, "-m", "escapade", "serve", "--port", "0"]


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "XDG_DATA_HOME": str(tmp_path / "home"), "COLUMNS": "300", "NO_COLOR": "1", **more}


def refused(tmp_path: Path, *args: object, before: list[str] | None = None, **more: str) -> str:
    """Start a server that cannot; return its one sentence."""
    done = subprocess.run(
        [*(before or []), *LINE, *map(str, args)],
        capture_output=True, text=True, timeout=240, env=environment(tmp_path, **more),
    )  # fmt: skip
    assert done.returncode not in (0, None), done.stderr
    assert "is open" not in done.stdout + done.stderr
    assert "is kept" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize("workers", [1, 2])
def test_a_database_that_cannot_be_reached(workers: int, tmp_path: Path) -> None:
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        url = f"postgresql://ann:geheim@127.0.0.1:{taken.getsockname()[1]}/escapade"
        said = refused(tmp_path, "--workers", workers, "--db", url)
    assert "cannot reach the database 127.0.0.1" in said
    assert "geheim" not in said


@pytest.mark.parametrize("workers", [1, 2])
def test_a_database_that_does_not_exist(workers: int, tmp_path: Path, postgres_url: str) -> None:
    parts = urlsplit(postgres_url)
    other = urlunsplit(parts._replace(path="/nowhere")).replace("postgresql:/nowhere", "postgresql:///nowhere")
    assert 'database "nowhere" does not exist' in refused(tmp_path, "--workers", workers, "--db", other)


def test_a_url_that_is_none(tmp_path: Path) -> None:
    assert "cannot reach the database" in refused(tmp_path, "--db", "postgresql://host:port/escapade")
    assert "does not exist" in refused(tmp_path, "--db", tmp_path / "nowhere" / "escapade.db")
    assert "escapade.db" in refused(tmp_path, "--db", folder(tmp_path / "escapade.db"))
    (tmp_path / "letter.txt").write_text("Dear Ann, this is no database. " * 100)
    assert "not a database" in refused(tmp_path, "--db", tmp_path / "letter.txt")


def folder(path: Path) -> Path:
    path.mkdir()
    return path


@pytest.mark.parametrize("workers", [1, 2])
def test_a_database_of_a_newer_version(workers: int, tmp_path: Path, postgres_url: str) -> None:
    import asyncio

    from escapade.server.store import Store, driver_of

    async def newer(db: str) -> None:
        store = Store(driver_of(db))
        await store.open()
        await store.set_meta("schema", str(len(VERSIONS) + 1))
        await store.close()

    db = postgres_url if workers > 1 else str(tmp_path / "escapade.db")
    asyncio.run(newer(db))
    assert "made by a newer Escapade" in refused(tmp_path, "--workers", workers, "--db", db)


@posix
def test_a_home_that_cannot_be_used(tmp_path: Path) -> None:
    said = refused(tmp_path, HOME="/dev/null", XDG_DATA_HOME="", ESCAPADE_CACHE=str(tmp_path / "cache"))
    assert "cannot be made" in said
    assert "--db names another place" in said


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = refused(tmp_path, "--port", taken.getsockname()[1], "--db", tmp_path / "escapade.db")
    assert "cannot listen on 127.0.0.1" in said


def test_a_database_that_cannot_be_understood(tmp_path: Path) -> None:
    db = tmp_path / "escapade.db"
    with sqlite3.connect(db) as link:
        link.execute("CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)")
        link.execute("INSERT INTO meta VALUES ('schema', 'new')")
    link.close()
    assert "does not tell its version: 'new'" in refused(tmp_path, "--db", db)
    with sqlite3.connect(db) as link:
        link.execute("UPDATE meta SET value = ?", (str(len(VERSIONS)),))
    link.close()
    assert "no such table" in refused(tmp_path, "--db", db)


# --- A disk that is full -------------------------------------------------------


def small_disk(path: Path, kib: int) -> list[str]:
    """Run what follows where this folder is a disk of its own, of this size."""
    unshare = shutil.which("unshare")
    line = [str(unshare), "--mount", "--propagation", "private", "sh", "-c"]
    mount = f"mount -t tmpfs -o size={kib}k tmpfs {path}"
    path.mkdir()
    if unshare is None or subprocess.run([*line, mount], capture_output=True).returncode != 0:
        pytest.skip("only root can make a small disk")
    return [*line, f'{mount} && exec "$@"', "sh"]


@posix
def test_a_disk_that_is_full_at_the_start(tmp_path: Path) -> None:
    disk = small_disk(tmp_path / "disk", 16)
    said = refused(tmp_path, "--db", tmp_path / "disk" / "escapade.db", before=disk)
    assert "full" in said or "No space left" in said


@contextmanager
def serving(tmp_path: Path, *args: object, before: list[str] | None = None) -> Iterator[tuple[Any, str]]:
    """A server in a process of its own, and its address."""
    line = [*(before or []), *LINE, "--pace", "0", *map(str, args)]
    with (tmp_path / "said").open("w+") as said:
        server = subprocess.Popen(line, stdout=said, stderr=subprocess.STDOUT, env=environment(tmp_path))
        try:
            end = time.monotonic() + 240  # a busy machine takes its time
            while not (found := re.search(r"open at (http://\S+)", (tmp_path / "said").read_text())):
                assert server.poll() is None, (tmp_path / "said").read_text()
                assert time.monotonic() < end
                time.sleep(0.05)
            yield server, found[1].replace("localhost", "127.0.0.1")
        finally:
            server.terminate()
            server.wait(60)


def half_written(disk: Path, copy: Path) -> int:
    """How many tables a database holds without their seats, once a sound copy of its files is opened."""
    shutil.copytree(disk, copy)
    link = sqlite3.connect(copy / "escapade.db")
    assert link.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    sql = "SELECT count(*), count(*) FILTER (WHERE id NOT IN (SELECT match FROM seats)) FROM tables"
    tables, halves = link.execute(sql).fetchone()
    link.close()
    assert tables > 1
    return int(halves)


def fill(path: Path) -> None:
    """Write until there is no room."""
    with path.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)


@posix
def test_a_full_disk_refuses_moves_until_there_is_room(tmp_path: Path) -> None:
    disk = small_disk(tmp_path / "disk", 1500)
    with serving(tmp_path, "--db", tmp_path / "disk" / "escapade.db", before=disk) as (server, address):
        seen = Path(f"/proc/{server.pid}/root{tmp_path}/disk")
        with httpx.Client(base_url=address, timeout=60) as http:
            assert http.post("/api/guest", json={"name": "Ann"}).status_code == 201
            wanted = {"game": "cartagena", "seats": [{"kind": "me"}, {"kind": "guest"}]}
            assert http.post("/api/tables", json=wanted).status_code == 201
            before = http.get("/api/tables").json()["tables"]
            with pytest.raises(OSError, match="No space"):
                fill(seen / "filling")
            answers = {http.post("/api/tables", json=wanted).status_code for _ in range(20)}
            assert 503 in answers
            assert answers <= {201, 503}
            assert http.get("/healthz").status_code == 200
            (seen / "filling").unlink()
            assert http.post("/api/tables", json=wanted).status_code == 201
            assert len(http.get("/api/tables").json()["tables"]) > len(before)
            assert half_written(seen, tmp_path / "copy") == 0


# --- Several processes ---------------------------------------------------------


@posix
def test_several_processes_say_that_they_are_open_when_they_are(tmp_path: Path, postgres_url: str) -> None:
    with serving(tmp_path, "--workers", 2, "--db", postgres_url) as (server, address):
        with httpx.Client(base_url=address, timeout=60) as http:
            assert http.get("/healthz").status_code == 200
        server.terminate()
        server.wait(60)
    assert server.returncode == 0
    assert "every move that was made is kept" in (tmp_path / "said").read_text()


# --- Who else may read it ------------------------------------------------------


@posix
def test_what_a_server_makes_is_for_its_owner_alone(tmp_path: Path) -> None:
    with serving(tmp_path, before=["sh", "-c", 'umask 022; exec "$@"', "sh"]) as (_, address):
        with httpx.Client(base_url=address, timeout=60) as http:
            assert http.post("/api/guest", json={"name": "Ann"}).status_code == 201
        home = tmp_path / "home" / "escapade"
        modes = {path.name: oct(path.stat().st_mode & 0o777) for path in (home, *home.iterdir())}
        others = {"escapade.db": "0o600", "escapade.db-shm": "0o600", "escapade.db-wal": "0o600"}
        assert modes == {"escapade": "0o700", **others}
    assert "chmod" not in (tmp_path / "said").read_text()


@posix
def test_files_that_others_can_read_are_warned_of_with_what_to_do(tmp_path: Path) -> None:
    home = tmp_path / "home" / "escapade"
    home.mkdir(parents=True, mode=0o755)
    (home / "escapade.db").touch(0o644)
    home.chmod(0o755)
    (home / "escapade.db").chmod(0o644)
    with serving(tmp_path):
        pass
    said = (tmp_path / "said").read_text()
    assert f"others can look into {home}: chmod 700 {home}" in said
    assert f"others can read {home / 'escapade.db'}: chmod 600 {home / 'escapade.db'}" in said
    done = subprocess.run(
        [sys.executable, "-m", "escapade", "doctor", "--json"],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
    )
    assert f"chmod 600 {home / 'escapade.db'}" in done.stdout


@posix
def test_backups_exports_and_saves_are_for_their_owner_alone(tmp_path: Path) -> None:
    """Whatever the umask is, and though the database itself was left open to others."""
    db, home = tmp_path / "escapade.db", tmp_path / "home"
    with serving(tmp_path, "--db", db) as (_, address), httpx.Client(base_url=address, timeout=60) as http:
        assert http.post("/api/guest", json={"name": "Ann"}).status_code == 201
        seats = [{"kind": "me"}, {"kind": "guest"}]
        assert http.post("/api/tables", json={"game": "cartagena", "seats": seats}).status_code == 201
    db.chmod(0o644)
    for args, typed in (
        (("backup", tmp_path / "backup.db", "--db", db), ""),
        (("export", "--all", "--out", tmp_path / "tables", "--db", db), ""),
        (("play", "cartagena", "--bot", "random", "--seed", "1"), "quit\n"),
    ):
        line = ["sh", "-c", 'umask 000; exec "$@"', "sh", sys.executable, "-m", "escapade", *map(str, args)]
        env = environment(tmp_path, ESCAPADE_CACHE=str(tmp_path / "cache"))
        done = subprocess.run(line, input=typed, capture_output=True, text=True, env=env, timeout=120)
        assert done.returncode == 0, done.stderr
    made = [tmp_path / "backup.db", *(tmp_path / "tables").iterdir(), *home.rglob("*.escapade")]
    assert len(made) == 4
    assert {path.name: oct(path.stat().st_mode & 0o777) for path in made} == {path.name: "0o600" for path in made}
    folders = {path.parent for path in made} - {tmp_path}
    assert {oct(folder.stat().st_mode & 0o777) for folder in folders} == {"0o700"}
