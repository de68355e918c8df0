"""Where work is done: in this process, in others of this machine, or in a cluster. All of the cluster engine is here.

Work is a function of a job and nothing else, so it does not matter where it is done, nor that it is done again when
whoever did it has died. Results come in the order of the jobs: what is added up from them is the same everywhere.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, TypeVar, cast

from escapade.kernel.names import EscapadeError

Job = TypeVar("Job")
Result = TypeVar("Result")

AHEAD = 4  # jobs a worker: so many are under way, or done and waiting for one before them
DEATHS = 5  # processes that may die, killed for want of memory perhaps, before it is given up


class Where(NamedTuple):
    """So many processes of this machine; or a cluster, by its address or as `local`."""

    workers: int
    cluster: str | None = None


HERE = Where(1)


def results(work: Callable[[Job], Result], jobs: Iterable[Job], where: Where = HERE) -> Generator[Result]:
    """What comes of the jobs, in their order; they are fetched, and done, only a few ahead of what is taken.

    `work` is a function of a module, and jobs are plain data. What it raises is raised here. Whoever closes this, or
    presses Ctrl-C, ends what is under way.
    """
    if where.workers > 1:
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
        self.context = multiprocessing.get_context("forkserver")  # a fork of ours would copy the locks of our threads
        self.context.set_forkserver_preload([__name__])
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
        """Start a process. Ctrl-C, which a terminal sends to all, is for us, and never reaches it."""
        here, there = self.context.Pipe()
        process = self.context.Process(target=serve, args=(there, self.work), daemon=True)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self.processes.append(process)
        there.close()
        return here

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
            raise RuntimeError(f"{self.deaths} workers have died; --workers 1 may show why")

    def dismiss(self) -> None:
        """End every process."""
        for link in (*self.idle, *self.busy):
            link.close()
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join()


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
