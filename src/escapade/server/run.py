"""`escapade serve`: start the server in one process or several, with logging, sockets and uvicorn's configuration."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import structlog
import uvicorn
from platformdirs import user_data_path
from starlette.applications import Starlette
from uvicorn.supervisors import Multiprocess

from escapade.kernel.files import make_folder, readable_by_others
from escapade.kernel.names import BadInput, EscapadeError
from escapade.server.app import make_app
from escapade.server.bot_pool import cores
from escapade.server.errors import fault
from escapade.server.limits import DEFAULTS, Limits
from escapade.server.live.registry import milliseconds
from escapade.server.sockets.admission import ServerConfig
from escapade.server.sockets.http_protocol import BoundedHttp
from escapade.server.sockets.transport import WebSocketTransport
from escapade.server.store import Store, driver_of

OTHER_FILES = 100  # open files of one process that are no connections
DB, CONFIG = "ESCAPADE_DB", "ESCAPADE_CONFIG"  # environment variables that configure worker processes


class Config(NamedTuple):
    """Settings of a server: the least seconds of a bot's move, and the limits."""

    pace: float = 0.5
    limits: Limits = DEFAULTS

    def app(self, db: str) -> Starlette:
        """The ASGI application with this configuration."""
        return make_app(db, pace=self.pace, limits=self.limits)


def home() -> str:
    """The path of this user's SQLite database; its folder is created, private."""
    folder: Path = user_data_path("escapade", appauthor=False)
    try:
        make_folder(folder, private=True)
    except OSError as error:
        raise BadInput(
            f"{folder} cannot be made: {error.strerror}; --db names another place for the database"
        ) from None
    return str(folder / "escapade.db")


def exposed(db: str) -> list[str]:
    """A warning for each file of a database that other users can read, with the command that prevents it."""
    if "://" in db and not db.startswith("sqlite:///"):
        return []
    path = Path(db.removeprefix("sqlite:///"))
    own = path.parent == user_data_path("escapade", appauthor=False)
    said = (
        [f"others can look into {path.parent}: chmod 700 {path.parent}"]
        if own and readable_by_others(path.parent)
        else []
    )
    files = [path, *(path.with_name(path.name + ending) for ending in ("-wal", "-shm"))]
    return said + [f"others can read {file}: chmod 600 {file}" for file in files if readable_by_others(file)]


def from_environment() -> Starlette:
    """The ASGI application of a worker process, configured by the environment."""
    write_logs(as_json=True)
    return msgspec.json.decode(os.environ[CONFIG], type=Config).app(os.environ[DB])


def write_logs(as_json: bool) -> None:
    """Configure logging: lines of JSON, or text at a terminal. Logs name tables, never cards."""
    shown: Any = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer()
    logging.basicConfig(handlers=[Lines()], level=logging.WARNING, force=True)
    structlog.configure(
        [structlog.processors.add_log_level, structlog.processors.TimeStamper("iso"), shown],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )


class Lines(logging.Handler):
    """Sends libraries' logs to structlog, without tracebacks: those would quote a client."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log one record."""
        kind = record.exc_info[0] if record.exc_info else None
        more = {"error": kind.__name__} if kind else {}
        said = record.getMessage().strip()
        if said.startswith("Traceback"):
            said = said.splitlines()[-1]
        structlog.get_logger(record.name).log(record.levelno, said, **more)


def listen(host: str, port: int, *others: int) -> socket.socket:
    """Bind a socket to the first of these ports that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
        taken.listen(2048)
    except (OSError, OverflowError) as error:
        taken.close()
        if others and getattr(error, "errno", None) == errno.EADDRINUSE:
            return listen(host, *others)
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"cannot listen on {host}, port {port}: {reason}; --port takes another") from None
    return taken


def settings(app: Any, limits: Limits = DEFAULTS, **more: Any) -> ServerConfig:
    """uvicorn's configuration: uvloop, our bounded HTTP and WebSocket protocols, pings, no access log."""
    return ServerConfig(
        app,
        limits,
        loop="uvloop",
        http=BoundedHttp,
        ws=WebSocketTransport,
        ws_max_size=limits.message,
        ws_ping_interval=limits.ping_seconds,
        timeout_keep_alive=limits.idle_seconds,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        lifespan="on",
        **more,
    )


def connections(wanted: int) -> int:
    """Raise the limit of open files for this many connections; return how many it allows."""
    try:
        import resource
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + OTHER_FILES
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return wanted
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return max(1, allowed - OTHER_FILES)


class Started(uvicorn.Server):
    """uvicorn in this process, with a callback when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call `ready`. uvicorn's own error logs are off: `serve` raises the reason."""
        logger = logging.getLogger("uvicorn.error")
        logger.disabled = True
        try:
            await super().startup(sockets)
        except SystemExit:
            self.should_exit = True
        finally:
            logger.disabled = False
        if self.started:
            gc.collect()
            gc.freeze()  # what is allocated now stays, so that collections skip it
            gc.set_threshold(50_000, 20, 20)
            self.ready()


class Workers(Multiprocess):
    """uvicorn's worker processes, with a callback when all are ready. If one cannot start, all end."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
        super().__init__(config, sockets)
        self.ready, self.opened, self.failed = ready, False, False

    def keep_subprocess_alive(self) -> None:
        """Watch the processes; once all have started, one that dies is restarted."""
        if self.should_exit.is_set():
            return
        if not self.opened and any(not worker.process.is_alive() for worker in self.processes):
            self.failed = True
            self.should_exit.set()
        elif not self.opened:
            self.opened = all(worker.is_ready() for worker in self.processes)
            if self.opened:
                self.ready()
        else:
            super().keep_subprocess_alive()
            self.failed = self.should_exit.is_set()  # a restarted one could not start


async def check_database(db: str) -> None:
    """Open, migrate and write to a database, so that its errors are raised before the server starts."""
    store = Store(driver_of(db))
    await store.open()
    try:
        await store.set_meta("started", str(milliseconds()))
    finally:
        await store.close()


def serve(db: str, host: str, ports: Sequence[int], workers: int, ready: Callable[[str], None], config: Config) -> None:
    """Serve until Ctrl-C or a signal. Acknowledged moves are on the disk."""
    if workers > 1 and "://" not in db:
        raise BadInput("several processes need a database that they can share: --db postgresql://user@host/name")
    config = config._replace(limits=config.limits._replace(connections=connections(config.limits.connections)))
    taken = listen(host, *ports)
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::') else host}:{taken.getsockname()[1]}"  # noqa: S104
    asyncio.run(check_database(db))
    if workers > 1:
        shared = config.limits.bot_workers or max(1, cores() // workers)
        config = config._replace(limits=config.limits._replace(bot_workers=shared))
        os.environ[DB], os.environ[CONFIG] = db, msgspec.json.encode(config).decode()
        several = Workers(
            settings("escapade.server.run:from_environment", config.limits, factory=True, workers=workers),
            [taken],
            lambda: ready(address),
        )
        several.run()
        if several.failed:
            raise EscapadeError("the server has ended: a process of it could not start; the lines above say why")
        return
    write_logs(as_json=not sys.stderr.isatty())
    app = config.app(db)
    server = Started(settings(app, config.limits), lambda: ready(address))
    server.run(sockets=[taken])
    if not server.started:
        raise EscapadeError(f"the server could not start: {why_not_started(app)}")


def why_not_started(app: Starlette) -> str:
    """The error that the application raised while it started."""
    error = getattr(app.state, "failed", None)
    if isinstance(error, EscapadeError | OSError):
        return str(error)
    return "it was ended" if error is None else " at ".join(fault(error).values())
