"""`escapade doctor`: checks of the machine, the database and the port, each with what to do if it fails."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import platform
import random
import shutil
import sqlite3
import sys
import urllib.request
from collections.abc import Awaitable
from importlib import metadata
from pathlib import Path
from typing import Literal, NamedTuple

from escapade.bots import Budget
from escapade.bots.process_bot import ProcessBot
from escapade.games import GAMES
from escapade.kernel.compile import wanted_root, why_no_cache
from escapade.kernel.dealer import SystemDealer
from escapade.kernel.match import Match
from escapade.kernel.names import BadInput, EscapadeError
from escapade.server import run
from escapade.server.admin.edits import connected, must_exist, shown, version_of
from escapade.server.errors import StoreError
from escapade.server.http.static import STATIC
from escapade.server.live.registry import milliseconds
from escapade.server.store import HEARTBEAT, Store, driver_of
from escapade.server.store.migrations import VERSIONS
from escapade.server.store.sqlite import Sqlite

OLDEST = (3, 11)  # Python
PACKAGES = ("asyncpg", "msgspec", "numba", "numpy", "starlette", "uvicorn", "uvloop", "websockets")
LOW_DISK, FULL_DISK = 1 << 30, 100 << 20  # free bytes
MIN_FILES = 1024  # open files of a process; each connection is one
MAX_SKEW = 5_000  # milliseconds between two clocks
EPOCH = 1_735_689_600_000  # the start of 2025: a clock before it was never set
TIMEOUT = 60.0  # seconds for a bot to start and move

State = Literal["ok", "warn", "fail"]


class Line(NamedTuple):
    """The result of a check, and what to do about it."""

    what: str
    state: State
    said: str
    todo: str = ""


async def examine(db: str, host: str, port: int) -> list[Line]:
    """Run all checks."""
    lines = [python(), packages()]
    lines += await database(db)
    lines += [disk(db), await asyncio.to_thread(port_is_free, host, port), page(), cache(), files()]
    lines.append(await bots())
    return lines


# --- This machine ------------------------------------------------------------


def python() -> Line:
    """The version of Python."""
    said = f"{platform.python_version()} on {platform.system()}"
    if sys.version_info < OLDEST:
        return Line("Python", "fail", said, f"install Python {'.'.join(map(str, OLDEST))} or newer")
    return Line("Python", "ok", said)


def packages() -> Line:
    """The versions of the libraries."""
    found, missing = [f"escapade {_version('escapade')}"], []
    for name in PACKAGES:
        version = _version(name)
        found.append(f"{name} {version}") if version else missing.append(name)
    if missing:
        return Line("packages", "fail", f"missing: {', '.join(missing)}", "install Escapade anew: make play")
    return Line("packages", "ok", ", ".join(found))


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def disk(db: str) -> Line:
    """Free disk space beside the database."""
    driver = driver_of(db)
    if not isinstance(driver, Sqlite):
        return Line("disk", "ok", "the database is kept elsewhere")
    free = shutil.disk_usage(driver.path.parent).free
    said = f"{free / (1 << 30):,.1f} GiB free in {driver.path.parent.resolve()}"
    if free < FULL_DISK:
        return Line("disk", "fail", said, "make room: a full disk takes no moves")
    return Line("disk", "warn", said, "make room soon") if free < LOW_DISK else Line("disk", "ok", said)


def port_is_free(host: str, port: int) -> Line:
    """Is the port free, or taken by a running Escapade?"""
    try:
        run.listen(host, port).close()
    except BadInput as error:
        if _is_escapade(host, port):
            return Line("port", "ok", f"{port} is taken by Escapade, which runs and answers")
        return Line("port", "fail", str(error).partition(";")[0], "stop what runs there, or serve with another --port")
    return Line("port", "ok", f"{port} on {host} is free")


def _is_escapade(host: str, port: int) -> bool:
    near = "localhost" if host in ("0.0.0.0", "::") else host  # noqa: S104
    address = f"http://{f'[{near}]' if ':' in near else near}:{port}/healthz"
    with contextlib.suppress(OSError, ValueError), urllib.request.urlopen(address, timeout=3) as answer:
        return "version" in json.load(answer)
    return False


def page() -> Line:
    """Is the web client built?"""
    if (STATIC / "index.html").exists():
        return Line("page", "ok", "built")
    return Line("page", "warn", "not built: programs can play, browsers see one line of text", "build the web client")


def cache() -> Line:
    """Is the cache of compiled code writable and private?"""
    wanted = wanted_root()
    if not (why := why_no_cache(wanted)):
        return Line("compiled code", "ok", f"kept in {wanted}")
    todo = "make that folder yours alone (chown, chmod go-w), or name another in ESCAPADE_CACHE"
    return Line("compiled code", "warn", f"is not kept, so that strong bots start slowly: {why}", todo)


def files() -> Line:
    """The limit of open files."""
    try:
        import resource
    except ImportError:
        return Line("open files", "ok", "this system has no limit that is known")
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= soft < MIN_FILES:
        return Line("open files", "warn", f"{soft} at the most, and each connection is one", "raise it: ulimit -n 4096")
    return Line("open files", "ok", f"{soft} at the most" if soft >= 0 else "no limit")


async def bots() -> Line:
    """Can a bot's process start and choose a move?"""
    match = Match(next(iter(GAMES.values())), dealer=SystemDealer())
    bot = ProcessBot(match.game, "greedy")

    def ask() -> int:
        legal = [action.code for action in match.legal()]
        return bot.choose(match.view(match.turn), legal, match.heard_codes(match.turn), Budget(), random.Random(1))  # noqa: S311

    pending = asyncio.get_running_loop().run_in_executor(None, ask)
    try:
        await asyncio.wait_for(asyncio.shield(pending), TIMEOUT)
    except TimeoutError:
        bot.kill()
        await asyncio.gather(pending, return_exceptions=True)
        return Line("bots", "fail", f"no answer in {TIMEOUT:.0f} seconds", "is the machine overloaded?")
    except (EscapadeError, OSError) as error:
        return Line("bots", "fail", str(error), "a server must be able to start processes: look at its limits")
    finally:
        bot.close()
    return Line("bots", "ok", "one started in a process of its own, and moved")


# --- The database ------------------------------------------------------------


async def database(db: str) -> list[Line]:
    """Is the database reachable, of this version, private, durable, and behind this clock?"""
    try:
        driver = driver_of(db)
        if isinstance(driver, Sqlite) and not driver.path.exists():
            return [_no_database(driver.path)]
        must_exist(db)
        async with connected(db) as store:
            version = await version_of(store)
            lines = [_schema(db, version), *_privacy(db)]
            lines += await (_sqlite(store) if isinstance(store.driver, Sqlite) else _postgres(store))
            if 0 < version <= len(VERSIONS):
                lines.append(await _guarded("clock", _clock(store)))
            if version == len(VERSIONS):
                lines.append(await _guarded("tables", _quarantined(store)))
            return lines
    except EscapadeError as error:
        return [Line("database", "fail", str(error), "give the right one with --db; is it running, and may you in?")]


def _no_database(path: Path) -> Line:
    if not os.access(path.parent, os.W_OK):
        return Line("database", "fail", f"{path.parent} cannot be written to", "name another place with --db")
    return Line("database", "warn", f"{path} is not there yet", "escapade serve makes it")


def _schema(db: str, version: int) -> Line:
    if version == 0:
        return Line("database", "fail", f"{shown(db)} is no database of Escapade", "give the right one with --db")
    said = f"{shown(db)}, version {version}"
    if version > len(VERSIONS):
        return Line("database", "fail", f"{said}: made by a newer Escapade", "install that one")
    if version < len(VERSIONS):
        todo = "back it up (escapade backup); escapade serve brings it up to date"
        return Line("database", "warn", f"{said}, and this Escapade keeps {len(VERSIONS)}", todo)
    return Line("database", "ok", said)


def _privacy(db: str) -> list[Line]:
    """Can other users of this machine read the database?"""
    said = [warning.rpartition(": ") for warning in run.exposed(db)]
    return [Line("privacy", "warn", what, todo) for what, _, todo in said] or [Line("privacy", "ok", "yours alone")]


async def _guarded(what: str, work: Awaitable[Line]) -> Line:
    """A check whose query fails is a failed check."""
    try:
        return await work
    except StoreError as error:
        return Line(what, "fail", str(error), "escapade check says more")


async def _sqlite(store: Store) -> list[Line]:
    driver = store.driver
    path = driver.path if isinstance(driver, Sqlite) else Path()
    written = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    lines = [] if written else [Line("file", "fail", f"{path} or its folder cannot be written to", "chown or chmod it")]
    return [*lines, await _guarded("safety", _wal(store)), await _guarded("file", _sound(store))]


async def _wal(store: Store) -> Line:
    mode, sync = (await store.driver.ask("PRAGMA journal_mode"))[0][0], await store.driver.ask("PRAGMA synchronous")
    said = f"SQLite {sqlite3.sqlite_version}, journal {mode}, synchronous {sync[0][0]}"
    if mode != "wal" or sync[0][0] < 2:
        return Line("safety", "fail", said, "keep the file on a local disk: a network folder cannot do this")
    return Line("safety", "ok", f"{said}: what is acknowledged is on the disk")


async def _sound(store: Store) -> Line:
    found = [row[0] for row in await store.driver.ask("PRAGMA quick_check(1)")]
    if found != ["ok"]:
        return Line("file", "fail", f"damaged: {found[0]}", "go back to a backup; escapade check names the tables")
    return Line("file", "ok", "sound")


async def _postgres(store: Store) -> list[Line]:
    async def ask(name: str) -> str:
        return str((await store.driver.ask(f"SHOW {name}"))[0][0])

    async def safety() -> Line:
        said = f"PostgreSQL {await ask('server_version')}, fsync {await ask('fsync')}, "
        said += f"synchronous_commit {await ask('synchronous_commit')}"
        if await ask("fsync") != "on" or await ask("synchronous_commit") == "off":
            return Line("safety", "warn", said, "switch both on, or a power cut can lose acknowledged moves")
        return Line("safety", "ok", f"{said}: what is acknowledged is on the disk")

    async def clocks() -> Line:
        there = (await store.driver.ask("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"))[0][0]
        apart = abs(there - milliseconds())
        if apart > MAX_SKEW:
            return Line("clocks", "warn", f"{apart / 1000:.0f} s apart from the database's", "set both by NTP")
        return Line("clocks", "ok", "the database's agrees with ours")

    return [await _guarded("safety", safety()), await _guarded("clocks", clocks())]


async def _quarantined(store: Store) -> Line:
    """Quarantined tables."""
    codes = [code for _, code in await store.quarantined()]
    if not codes:
        return Line("tables", "ok", "none is kept out of play")
    said = f"{len(codes)} kept out of play because of damage: {', '.join(codes[:5])}{', …' if codes[5:] else ''}"
    return Line("tables", "warn", said, "escapade check says what is wrong, escapade repair TABLE mends it")


async def _clock(store: Store) -> Line:
    """Is this clock ahead of every time in the database? Players' clocks are computed from the log."""
    now, beaten = milliseconds(), int(await store.get_meta(HEARTBEAT) or 0)
    last = max(beaten, (await store.driver.ask("SELECT coalesce(max(at), 0) FROM log"))[0][0])
    if now < EPOCH:
        return Line("clock", "fail", "this machine's clock was never set", "set it, best by NTP")
    if last > now + MAX_SKEW:
        said = f"this machine is {(last - now) / 1000:,.0f} s behind what the database has seen"
        return Line("clock", "fail", said, "set it, best by NTP, before you serve")
    return Line("clock", "ok", "ahead of all that the database has seen")
