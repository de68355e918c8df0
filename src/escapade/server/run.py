"""Starting the server: on an address, on a database, in one process or several."""

from __future__ import annotations

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
from uvicorn.supervisors import Multiprocess

from escapade.kernel.names import BadInput
from escapade.server.app import Headers, make_app
from escapade.server.limits import DEFAULTS, Limits
from escapade.server.wire import Wire

MOST_FRAME = 16 * 1024  # bytes that a client may send at once
DB, CONFIG = "ESCAPADE_DB", "ESCAPADE_CONFIG"  # how processes of one server are told


class Config(NamedTuple):
    """How a server behaves: seconds a bot's move takes at least, and its limits."""

    pace: float = 0.5
    limits: Limits = DEFAULTS

    def app(self, db: str) -> Headers:
        """A server with this configuration."""
        return make_app(db, pace=self.pace, limits=self.limits)


def home() -> str:
    """The embedded database of this user."""
    folder: Path = user_data_path("escapade", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "escapade.db")


def from_environment() -> Headers:
    """The server as its environment describes it: for each of several processes."""
    write_logs(as_json=True)
    return msgspec.json.decode(os.environ[CONFIG], type=Config).app(os.environ[DB])


def write_logs(as_json: bool) -> None:
    """Logs are lines of JSON, or readable ones at a terminal. What is logged names tables, never cards."""
    shown: Any = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer()
    logging.basicConfig(handlers=[Lines()], level=logging.WARNING, force=True)
    structlog.configure(
        [structlog.processors.add_log_level, structlog.processors.TimeStamper("iso"), shown],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )


class Lines(logging.Handler):
    """What libraries log goes the same way, without tracebacks: they say what a client sent."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        kind = record.exc_info[0] if record.exc_info else None
        more = {"error": kind.__name__} if kind else {}
        structlog.get_logger(record.name).log(record.levelno, record.getMessage().strip(), **more)


def listen(host: str, port: int, *others: int) -> socket.socket:
    """Take an address, on this port or, if that is taken, one of the others; or say why it cannot be had."""
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


def settings(app: Any, **more: Any) -> uvicorn.Config:
    """How the server talks: uvloop, httptools, wires; small frames, and pings that find dead connections."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws=Wire,
        ws_max_size=MOST_FRAME,
        ws_ping_interval=20,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        lifespan="on",
        **more,
    )


class Started(uvicorn.Server):
    """A server that tells when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            gc.collect()
            gc.freeze()  # what is there now stays, and need not be looked through again and again
            gc.set_threshold(50_000, 20, 20)
            self.ready()


def serve(db: str, host: str, ports: Sequence[int], workers: int, ready: Callable[[str], None], config: Config) -> None:
    """Serve until Ctrl-C or a signal ends it. Moves that were acknowledged are on the disk."""
    if workers > 1 and "://" not in db:
        raise BadInput("several processes need a database that they can share: --db postgresql://user@host/name")
    taken = listen(host, *ports)
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::') else host}:{taken.getsockname()[1]}"  # noqa: S104
    if workers > 1:
        os.environ[DB], os.environ[CONFIG] = db, msgspec.json.encode(config).decode()
        several = settings("escapade.server.run:from_environment", factory=True, workers=workers)
        ready(address)
        Multiprocess(several, sockets=[taken]).run()
        return
    write_logs(as_json=not sys.stderr.isatty())
    server = Started(settings(config.app(db)), lambda: ready(address))
    server.run(sockets=[taken])
    if not server.started:
        raise BadInput("the server could not start: the lines above say why")
