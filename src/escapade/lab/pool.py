"""Where work is done: in this process, in others of this machine, or in a cluster. All of the cluster engine is here.

Work is a function of a job and nothing else, so it does not matter where it is done, nor that it is done again when
whoever did it has died. Results come in the order of the jobs: what is added up from them is the same everywhere.
"""

from __future__ import annotations

import atexit
import hashlib
import logging
import multiprocessing
import os
import re
import secrets
import signal
import socket
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar, cast

from escapade.kernel.batch import in_threads
from escapade.kernel.names import BadInput, EscapadeError

Job = TypeVar("Job")
Result = TypeVar("Result")

AHEAD = 4  # jobs a worker: so many are under way, or done and waiting for one before them
DEATHS = 5  # processes that may die, killed for want of memory perhaps, before it is given up
LOCAL = "local"  # a cluster of one's own, on this machine
OBJECTS = 256 << 20  # bytes for results that wait in it
PATIENCE = 20  # seconds for a cluster to answer, or to end


class Where(NamedTuple):
    """So many processes of this machine; or a cluster, by its address or as `local`."""

    workers: int
    cluster: str | None = None


HERE = Where(1)


@contextmanager
def undivided() -> Iterator[None]:
    """Hold Ctrl-C back until something is done as a whole."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals go elsewhere
        return
    asked: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: asked.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if asked:
        raise KeyboardInterrupt


def results(
    work: Callable[[Job], Result], jobs: Iterable[Job], where: Where = HERE, threads: bool = False
) -> Generator[Result]:
    """What comes of the jobs, in their order; they are fetched, and done, only a few ahead of what is taken.

    `work` is a function of a module, and jobs are plain data. What it raises is raised here. Whoever closes this, or
    presses Ctrl-C, ends what is under way. On this machine `threads` do where work is compiled, and start at once.
    """
    if where.cluster is not None:
        yield from in_cluster(work, iter(jobs), where)
    elif where.workers > 1 and threads:
        yield from in_threads(work, jobs, where.workers, AHEAD * where.workers)
    elif where.workers > 1:
        yield from in_processes(work, iter(jobs), where.workers)
    else:
        yield from map(work, jobs)


# --- On this machine ---


def in_processes(work: Callable[[Job], Result], jobs: Iterator[Job], workers: int) -> Iterator[Result]:
    """Keep processes busy, each with one job at a time."""
    crew, todo, done, turn = Crew(work), enumerate(jobs), dict[int, Result](), 0
    try:
        while True:
            while len(crew.busy) < workers and len(crew.busy) + len(done) < AHEAD * workers:
                if (task := next(todo, None)) is None:
                    break
                crew.give(task)
            if not crew.busy:
                return
            done.update(crew.answers())
            while turn in done:
                yield done.pop(turn)
                turn += 1
    finally:
        crew.dismiss()


class Crew:
    """Processes that work, and what each of them is busy with. One that dies is replaced, and its job begun anew."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.work = work
        self.processes: list[BaseProcess] = []
        self.busy: dict[Connection, tuple[int, Any]] = {}
        self.idle: list[Connection] = []
        self.deaths = 0

    def give(self, task: tuple[int, Any]) -> None:
        """Send someone a job and its number."""
        link = self.idle.pop() if self.idle else self.hire()
        self.busy[link] = task
        with suppress(BrokenPipeError):  # who died meanwhile is noticed when the answer is read
            link.send(task[1])

    def hire(self) -> Connection:
        """Start a process."""
        link, process = started(serve, self.work)
        self.processes.append(process)
        return link

    def answers(self) -> Iterator[tuple[int, Any]]:
        """Wait for answers, and give them with the numbers of their jobs; raise what went wrong over there."""
        for link in cast("list[Connection]", wait(list(self.busy))):
            task = self.busy.pop(link)
            try:
                said = link.recv()
            except (EOFError, ConnectionError):
                self.bury(link)
                self.give(task)
                continue
            self.idle.append(link)
            if isinstance(said, Failure):
                raise said.error
            yield task[0], said

    def bury(self, link: Connection) -> None:
        """Someone died; too many deaths are no accident."""
        link.close()
        self.deaths += 1
        if self.deaths > DEATHS:
            raise EscapadeError(f"{self.deaths} workers have died; --workers 1 may show why")

    def dismiss(self) -> None:
        """End every process."""
        for link in (*self.idle, *self.busy):
            link.close()
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join()


def started(task: Callable[..., None], *given: Any) -> tuple[Connection, BaseProcess]:
    """Start a process, and a link to it. Ctrl-C, which a terminal sends to all, is for us, and never reaches it."""
    context = multiprocessing.get_context("forkserver")  # a fork of this process would copy the locks of its threads
    context.set_forkserver_preload([__name__])
    here, there = context.Pipe()
    process = context.Process(target=task, args=(there, *given), daemon=True)
    resource_tracker.ensure_running()  # now: when it is started it unblocks the signal, and all that follow get it
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    there.close()
    return here, process


class Failure(NamedTuple):
    """What went wrong over there."""

    error: Exception


def serve(link: Connection, work: Callable[[Any], Any]) -> None:
    """Do what comes through the link, until there is nobody at the other end."""
    while True:
        try:
            link.send(attempt(work, link.recv()))
        except (EOFError, ConnectionError):
            return


def attempt(work: Callable[[Any], Any], job: Any) -> Any:
    """Do a job; an error that is not for the user is told with its place."""
    try:
        return work(job)
    except EscapadeError as error:
        return Failure(error)
    except Exception:
        return Failure(RuntimeError(traceback.format_exc()))


# --- In a cluster ---


def in_cluster(work: Callable[[Job], Result], jobs: Iterator[Job], where: Where) -> Iterator[Result]:
    """Keep a cluster busy. It stays for the next time, unless this one ended before its end."""
    cluster = _resting.pop(where, None) or Cluster(where)
    under_way = 0
    try:
        for job in jobs:
            cluster.give(work, job)
            under_way += 1
            if under_way == AHEAD * cluster.size:
                yield cluster.answer()
                under_way -= 1
        for _ in range(under_way):
            yield cluster.answer()
        under_way = 0
    finally:
        if under_way or where in _resting:
            cluster.dismiss()
        else:
            _resting[where] = cluster


_resting: dict[Where, Cluster] = {}


@atexit.register
def _dismiss_all() -> None:
    for cluster in _resting.values():
        cluster.dismiss()


class Cluster:
    """The process that speaks with Ray: what Ray prints, which signals it takes, what it starts does not concern us."""

    def __init__(self, where: Where) -> None:
        check(where)
        self.where = where
        self.link, self.process = started(drive, where)
        try:
            self.size = cast("int", self.answer())
        except BaseException:
            self.dismiss()
            raise

    def give(self, work: Callable[[Any], Any], job: Any) -> None:
        """Send a job."""
        with suppress(BrokenPipeError):  # that nobody is there any more is noticed when the answer is read
            self.link.send((work, job))

    def answer(self) -> Any:
        """Receive what is next; raise what went wrong over there."""
        try:
            said = self.link.recv()
        except (EOFError, ConnectionError):
            raise EscapadeError(f"--cluster {self.where.cluster}: the connection has ended") from None
        if isinstance(said, Failure):
            raise said.error
        return said

    def dismiss(self) -> None:
        """End it, and with it a cluster of our own."""
        self.link.close()
        self.process.join(PATIENCE)
        self.process.kill()
        self.process.join()


def check(where: Where) -> None:
    """Refuse a cluster that cannot be had, before anything waits for it."""
    address = str(where.cluster)
    if find_spec("ray") is None:
        raise BadInput("Ray is not installed: pip install 'escapade[cluster]'")
    if address == LOCAL:
        return
    found = re.fullmatch(r"ray://([^/:]+|\[[^]]+\]):(\d{1,5})", address)
    if not found:
        raise BadInput(f"--cluster {address}: write ray://HOST:PORT, the port is 10001 as a rule; or {LOCAL}")
    try:
        socket.create_connection((found[1].strip("[]"), int(found[2])), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise BadInput(f"--cluster {address}: cannot be reached: {error}") from None


def drive(link: Connection, where: Where) -> None:
    """Pass jobs on to Ray, and results back, until there is nobody at the other end."""
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    try:
        with connected(where) as ray:
            link.send(max(1, int(ray.cluster_resources().get("CPU", 1))))
            task, due = ray.remote(max_retries=DEATHS)(attempt_there), SimpleQueue[Any]()
            threading.Thread(target=fetch, args=(ray, link, due), daemon=True).start()
            with suppress(EOFError, ConnectionError):
                while True:
                    due.put(task.remote(*link.recv(), fingerprint()))
    except Exception as error:
        with suppress(OSError):
            link.send(Failure(BadInput(f"--cluster {where.cluster}: {error}")))


@contextmanager
def connected(where: Where) -> Iterator[Any]:
    """Ray, with a cluster or with one of our own: that one is ours alone, and leaves nothing behind."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    if where.cluster == LOCAL:
        os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}  # else one is left at home
        os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)  # its workers find what we find
    import ray

    how: dict[str, Any] = {"address": where.cluster, "log_to_driver": False, "logging_level": logging.CRITICAL}
    with tempfile.TemporaryDirectory("", "escapade-ray-", "/tmp", True) as folder:  # names of sockets must be short
        if where.cluster == LOCAL:
            how |= {"num_cpus": where.workers, "object_store_memory": OBJECTS}
            how |= {"include_dashboard": False, "_temp_dir": folder}
        ray.init(**how)
        try:
            yield ray
        finally:
            ray.shutdown()


def fetch(ray: Any, link: Connection, due: SimpleQueue[Any]) -> None:
    """Send results back as they become due. A task whose worker died is begun anew by Ray, so many times."""
    with suppress(BrokenPipeError):
        while True:
            link.send(outcome(ray, due.get()))


def outcome(ray: Any, task: Any) -> Any:
    """Wait for what comes of a task."""
    try:
        return ray.get(task)
    except ray.exceptions.WorkerCrashedError:
        return Failure(EscapadeError(f"{DEATHS + 1} workers have died of the same job"))
    except Exception as error:
        lines = str(error).splitlines() or [repr(error)]
        return Failure(EscapadeError(f"--cluster: {lines[-1]}"))


def attempt_there(work: Callable[[Any], Any], job: Any, ours: str) -> Any:
    """Do a job on another machine, if the games are the same there."""
    if fingerprint() != ours:
        return Failure(BadInput("--cluster: another Escapade is installed there; install there what is installed here"))
    return attempt(work, job)


@cache
def fingerprint() -> str:
    """A hash over our sources and data: whoever has the same plays the same games."""
    import escapade

    root, total = Path(escapade.__file__).parent, hashlib.sha256()
    for path in sorted(path for kind in ("py", "toml") for path in root.rglob(f"*.{kind}")):
        total.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return total.hexdigest()
