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

IN_FLIGHT = 4  # jobs a worker: so many are under way, or done and waiting for one before them
MAX_DEATHS = 5  # processes that may die, killed for want of memory perhaps, before it is given up
LOCAL = "local"  # a cluster of one's own, on this machine
OBJECT_STORE_BYTES = 256 << 20  # bytes for results that wait in it
TIMEOUT = 20  # seconds for a cluster to answer, or to end


class Where(NamedTuple):
    """Where jobs are done: on worker processes of this machine, or on a cluster, by its address or `local`."""

    workers: int
    cluster: str | None = None


HERE = Where(1)


@contextmanager
def defer_interrupt() -> Iterator[None]:
    """Hold Ctrl-C back until a step is complete."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals go elsewhere
        return
    received: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: received.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if received:
        raise KeyboardInterrupt


def results(
    work: Callable[[Job], Result], jobs: Iterable[Job], where: Where = HERE, threads: bool = False
) -> Generator[Result]:
    """Return the results of jobs, in order; only a few jobs run ahead of what is taken.

    `work` is a function of a module, and jobs are plain data. What it raises is raised here. Whoever closes this, or
    presses Ctrl-C, ends what is under way. On this machine `threads` do where work is compiled, and start at once.
    """
    if where.cluster is not None:
        yield from in_cluster(work, iter(jobs), where)
    elif where.workers > 1 and threads:
        yield from in_threads(work, jobs, where.workers, IN_FLIGHT * where.workers)
    elif where.workers > 1:
        yield from in_processes(work, iter(jobs), where.workers)
    else:
        yield from map(work, jobs)


# --- On this machine ---


def in_processes(work: Callable[[Job], Result], jobs: Iterator[Job], workers: int) -> Iterator[Result]:
    """Keep worker processes busy, each with one job at a time."""
    pool, todo, done, turn = WorkerPool(work), enumerate(jobs), dict[int, Result](), 0
    try:
        while True:
            while len(pool.busy) < workers and len(pool.busy) + len(done) < IN_FLIGHT * workers:
                if (task := next(todo, None)) is None:
                    break
                pool.submit(task)
            if not pool.busy:
                return
            done.update(pool.answers())
            while turn in done:
                yield done.pop(turn)
                turn += 1
    finally:
        pool.close()


class WorkerPool:
    """Worker processes and their jobs. One that dies is replaced, and its job is started again."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.work = work
        self.processes: list[BaseProcess] = []
        self.busy: dict[Connection, tuple[int, Any]] = {}
        self.idle: list[Connection] = []
        self.deaths = 0

    def submit(self, task: tuple[int, Any]) -> None:
        """Send a job and its number to an idle or new worker."""
        link = self.idle.pop() if self.idle else self.start()
        self.busy[link] = task
        with suppress(BrokenPipeError):  # who died meanwhile is noticed when the answer is read
            link.send(task[1])

    def start(self) -> Connection:
        """Start a process."""
        link, process = started(serve, self.work)
        self.processes.append(process)
        return link

    def answers(self) -> Iterator[tuple[int, Any]]:
        """Wait for results, and yield them with the numbers of their jobs; raise errors of workers."""
        for link in cast("list[Connection]", wait(list(self.busy))):
            task = self.busy.pop(link)
            try:
                message = link.recv()
            except (EOFError, ConnectionError):
                self.reap(link)
                self.submit(task)
                continue
            self.idle.append(link)
            if isinstance(message, Failure):
                raise message.error
            yield task[0], message

    def reap(self, link: Connection) -> None:
        """Remove a dead worker; give up after too many deaths."""
        link.close()
        self.deaths += 1
        if self.deaths > MAX_DEATHS:
            raise EscapadeError(f"{self.deaths} workers have died; --workers 1 may show why")

    def close(self) -> None:
        """Terminate all workers."""
        for link in (*self.idle, *self.busy):
            link.close()
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join()


def started(task: Callable[..., None], *given: Any) -> tuple[Connection, BaseProcess]:
    """Start a process with a link to it. It never receives Ctrl-C, which a terminal sends to all."""
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
    """An error of a worker."""

    error: Exception


def serve(link: Connection, work: Callable[[Any], Any]) -> None:
    """Do jobs from the link until the other end is closed."""
    while True:
        try:
            link.send(attempt(work, link.recv()))
        except (EOFError, ConnectionError):
            return


def attempt(work: Callable[[Any], Any], job: Any) -> Any:
    """Do a job; an unexpected error carries its traceback."""
    try:
        return work(job)
    except EscapadeError as error:
        return Failure(error)
    except Exception:
        return Failure(RuntimeError(traceback.format_exc()))


# --- In a cluster ---


def in_cluster(work: Callable[[Job], Result], jobs: Iterator[Job], where: Where) -> Iterator[Result]:
    """Keep a cluster busy. It stays connected for the next call, unless this one was interrupted."""
    cluster = _idle_clusters.pop(where, None) or Cluster(where)
    under_way = 0
    try:
        for job in jobs:
            cluster.submit(work, job)
            under_way += 1
            if under_way == IN_FLIGHT * cluster.size:
                yield cluster.answer()
                under_way -= 1
        for _ in range(under_way):
            yield cluster.answer()
        under_way = 0
    finally:
        if under_way or where in _idle_clusters:
            cluster.close()
        else:
            _idle_clusters[where] = cluster


_idle_clusters: dict[Where, Cluster] = {}


@atexit.register
def _dismiss_all() -> None:
    for cluster in _idle_clusters.values():
        cluster.close()


class Cluster:
    """A process that connects to Ray, so that Ray's output, signal handlers and threads stay out of ours."""

    def __init__(self, where: Where) -> None:
        check(where)
        self.where = where
        self.link, self.process = started(drive, where)
        try:
            self.size = cast("int", self.answer())
        except BaseException:
            self.close()
            raise

    def submit(self, work: Callable[[Any], Any], job: Any) -> None:
        """Send a job."""
        with suppress(BrokenPipeError):  # that nobody is there any more is noticed when the answer is read
            self.link.send((work, job))

    def answer(self) -> Any:
        """Receive the next result; raise errors of the cluster."""
        try:
            message = self.link.recv()
        except (EOFError, ConnectionError):
            raise EscapadeError(f"--cluster {self.where.cluster}: the connection has ended") from None
        if isinstance(message, Failure):
            raise message.error
        return message

    def close(self) -> None:
        """End the process, and with it a local cluster."""
        self.link.close()
        self.process.join(TIMEOUT)
        self.process.kill()
        self.process.join()


def check(where: Where) -> None:
    """Refuse a cluster that cannot be reached, before any work."""
    address = str(where.cluster)
    if find_spec("ray") is None:
        raise BadInput("Ray is not installed: pip install 'escapade[cluster]'")
    if address == LOCAL:
        return
    found = re.fullmatch(r"ray://([^/:]+|\[[^]]+\]):(\d{1,5})", address)
    if not found:
        raise BadInput(f"--cluster {address}: write ray://HOST:PORT, the port is 10001 as a rule; or {LOCAL}")
    try:
        socket.create_connection((found[1].strip("[]"), int(found[2])), TIMEOUT).close()
    except (OSError, OverflowError) as error:
        raise BadInput(f"--cluster {address}: cannot be reached: {error}") from None


def drive(link: Connection, where: Where) -> None:
    """Pass jobs on to Ray, and results back, until the other end is closed."""
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    try:
        with connected(where) as ray:
            link.send(max(1, int(ray.cluster_resources().get("CPU", 1))))
            task, due = ray.remote(max_retries=MAX_DEATHS)(attempt_there), SimpleQueue[Any]()
            threading.Thread(target=fetch, args=(ray, link, due), daemon=True).start()
            with suppress(EOFError, ConnectionError):
                while True:
                    due.put(task.remote(*link.recv(), fingerprint()))
    except Exception as error:
        with suppress(OSError):
            link.send(Failure(BadInput(f"--cluster {where.cluster}: {error}")))


@contextmanager
def connected(where: Where) -> Iterator[Any]:
    """Connect to Ray, or start a local cluster of our own, which leaves nothing behind."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    if where.cluster == LOCAL:
        os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}  # else one is left at home
        os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)  # its workers find what we find
    import ray

    how: dict[str, Any] = {"address": where.cluster, "log_to_driver": False, "logging_level": logging.CRITICAL}
    with tempfile.TemporaryDirectory("", "escapade-ray-", "/tmp", True) as folder:  # names of sockets must be short
        if where.cluster == LOCAL:
            how |= {"num_cpus": where.workers, "object_store_memory": OBJECT_STORE_BYTES}
            how |= {"include_dashboard": False, "_temp_dir": folder}
        ray.init(**how)
        try:
            yield ray
        finally:
            ray.shutdown()


def fetch(ray: Any, link: Connection, due: SimpleQueue[Any]) -> None:
    """Send results back as they become due. Ray retries tasks whose worker died."""
    with suppress(BrokenPipeError):
        while True:
            link.send(outcome(ray, due.get()))


def outcome(ray: Any, task: Any) -> Any:
    """Wait for the result of a task."""
    try:
        return ray.get(task)
    except ray.exceptions.WorkerCrashedError:
        return Failure(EscapadeError(f"{MAX_DEATHS + 1} workers have died of the same job"))
    except Exception as error:
        lines = str(error).splitlines() or [repr(error)]
        return Failure(EscapadeError(f"--cluster: {lines[-1]}"))


def attempt_there(work: Callable[[Any], Any], job: Any, ours: str) -> Any:
    """Do a job on a cluster node, if it has the same sources."""
    if fingerprint() != ours:
        return Failure(BadInput("--cluster: another Escapade is installed there; install there what is installed here"))
    return attempt(work, job)


@cache
def fingerprint() -> str:
    """Hash our sources and data: equal hashes play equal games."""
    import escapade

    root, total = Path(escapade.__file__).parent, hashlib.sha256()
    for path in sorted(path for kind in ("py", "toml") for path in root.rglob(f"*.{kind}")):
        total.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return total.hexdigest()
