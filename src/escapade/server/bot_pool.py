"""The bot pool: worker processes that choose moves for all games and levels, behind a fair queue.

The queue is round robin over the owners of tables, then over the tables of an owner; hints for people come after moves.
The longer the queue, the less time a bot has for a move, so that waiting stays about as long as one move takes. A move
that is late all the same is chosen by the heuristic bot, and a worker that hangs is replaced: no table waits for ever.
Workers are sent views, never states.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter, OrderedDict, deque
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import structlog

from escapade.bots import Budget, level_of
from escapade.bots.contract import Heard
from escapade.bots.deductions import Unknown
from escapade.bots.hints import Hint
from escapade.bots.parts import from_book
from escapade.bots.worker import BotFailed, Kind, Question, Worker, question, quick_answer
from escapade.kernel.contract import Game
from escapade.kernel.fields import View
from escapade.server import metrics
from escapade.server.errors import Conflict

ADVISER = "planner"  # the bot that makes hints
ADVICE = Budget(milliseconds=1500)  # its time for one
MAX_ADVICE_QUEUE, MAX_MOVES_QUEUE = 4, 8  # questions for each worker; beyond either hints are refused
MAX_PER_PERSON = {"hints": 1, "knowledge": 3}  # hints and knowledge in progress
MAX_CRASHES = 2  # of workers by one question; then the heuristic answers
NICENESS = 5  # added to the niceness of workers
START_SECONDS = 60.0  # for a worker to start
MAX_PAUSE = 60.0  # seconds between two attempts to start a worker
BUSY = "the bots have too much to do now; ask again in a moment"

log = structlog.get_logger()


class Job:
    """A question to a worker, and the future of its answer."""

    def __init__(self, game: Game, request: Question, owner: str, table: int) -> None:
        self.game, self.question, self.owner, self.table = game, request, owner, table
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.crashes, self.deadline = 0, 0.0
        level = level_of(request.bot)
        self.thinking_seconds = level.milliseconds / 1000 if level and request.kind == "action" else 0.0

    @property
    def is_advice(self) -> bool:
        """Is it a hint or knowledge for a person, rather than a move?"""
        return self.question.kind in ("hints", "knowledge")

    def settle(self, answer: Any) -> None:
        """Set the answer, unless there is one or nobody waits."""
        if not self.future.done():
            self.future.set_result(answer)

    def settle_without_worker(self) -> None:
        """Answer with the heuristic bot's move; refuse advice."""
        if self.is_advice:
            if not self.future.done():
                self.future.set_exception(Conflict(BUSY))
        else:
            self.settle(quick_answer(self.game, self.question))
            metrics.BOT_FALLBACKS.inc()


class FairQueue:
    """Round robin over owners, and for each owner over tables; first in, first out for a table."""

    def __init__(self) -> None:
        self._owners: OrderedDict[str, OrderedDict[int, deque[Job]]] = OrderedDict()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __contains__(self, job: object) -> bool:
        if not isinstance(job, Job) or job.owner not in self._owners:
            return False
        return job in self._owners[job.owner].get(job.table, ())

    def put(self, job: Job) -> None:
        """Append a question."""
        self._owners.setdefault(job.owner, OrderedDict()).setdefault(job.table, deque()).append(job)
        self._length += 1

    def pop(self) -> Job:
        """Remove the next question; its owner, and its table among the owner's, move to the end."""
        owner, tables = next(iter(self._owners.items()))
        table, jobs = next(iter(tables.items()))
        self._owners.move_to_end(owner)
        tables.move_to_end(table)
        job = jobs[0]
        self.remove(job)
        return job

    def remove(self, job: Job) -> None:
        """Remove a question if it is there."""
        if job not in self:
            return
        tables = self._owners[job.owner]
        tables[job.table].remove(job)
        self._length -= 1
        if not tables[job.table]:
            del tables[job.table]
        if not tables:
            del self._owners[job.owner]


def lower_priority(process: int | None) -> None:
    """Lower a worker's priority below the server's, so that people's moves do not wait for bots."""
    if process is not None and hasattr(os, "setpriority"):
        with suppress(OSError):  # it has ended already
            os.setpriority(os.PRIO_PROCESS, process, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)


class PooledWorker:
    """A worker, and the thread that waits for its answers."""

    def __init__(self) -> None:
        self.worker: Worker | None = None
        self.started, self.idle, self.ended = False, False, False
        self.games: set[str] = set()  # loaded in this worker
        self._thread = ThreadPoolExecutor(1, "escapade-bots")

    async def start(self) -> None:
        """Start the process, and wait until it can answer."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._start)
        self.started = self.idle = True

    def _start(self) -> None:
        self.worker = Worker()
        lower_priority(self.worker.process.pid)
        if self.ended:
            self.worker.kill()
        self.worker.wait()

    async def ask(self, request: Question) -> Any:
        """Send a question and wait for the answer; EOFError or OSError if the worker has ended."""
        if self.worker is None:
            raise EOFError
        self.games.add(request.game.name)
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.worker.ask, request)

    @property
    def is_alive(self) -> bool:
        """Is the process running?"""
        return self.worker is not None and self.worker.process.is_alive()

    def end(self) -> None:
        """Kill the process; a pending `ask` raises EOFError."""
        if self.ended:
            return
        self.ended, self.idle = True, False
        if self.worker is not None:
            self.worker.kill()
            self._thread.submit(self.worker.close)
        self._thread.shutdown(wait=False)


class BotPool:
    """At most `size` workers, started on demand; 0 means one for each core.

    `seconds` is the timeout of a question in the queue, and again in a worker. With `even_time` a move takes the full
    time of the bot's level even without a choice, so that the time reveals nothing.
    """

    def __init__(self, size: int = 0, seconds: float = 10.0, even_time: bool = True) -> None:
        self.size, self.seconds, self.even_time = size or cores(), seconds, even_time
        self._workers: list[PooledWorker] = []
        self._moves, self._advice = FairQueue(), FairQueue()
        self._asking: Counter[tuple[str, Kind]] = Counter()  # advice in progress, by person
        self._advising = 0
        self._failures, self._pause_ends = 0, 0.0  # consecutive failed starts
        self._tasks: set[asyncio.Task[None]] = set()
        self._rng = random.SystemRandom()
        self._closed = False

    # --- Asking ---

    async def choose(
        self, game: Game, bot: str, view: View, legal: Sequence[int], heard: Heard, owner: str, table: int
    ) -> list[int]:
        """A bot's action, from its seat's view and events, or all actions of a set-up from a book.

        Never fails: the heuristic bot answers if workers do not.
        """
        kind: Kind = "hand-in" if from_book(game, view) else "action"
        request = question(game, bot, view, legal, heard, Budget(), self._rng.getrandbits(64), kind)
        found = await self._wait_for(Job(game, request, owner, table), self._moves)
        return [found] if kind == "action" else list(found)

    async def hints(self, game: Game, view: View, legal: Sequence[int], who: str) -> list[Hint]:
        """The actions that a strong bot considers."""
        found: list[Hint] = await self._advise("hints", game, view, legal, who)
        return found

    async def knowledge(self, game: Game, view: View, who: str) -> list[Unknown]:
        """What hidden things can be, with probabilities."""
        found: list[Unknown] = await self._advise("knowledge", game, view, (), who)
        return found

    async def _advise(self, kind: Kind, game: Game, view: View, legal: Sequence[int], who: str) -> Any:
        """Answer a person, within limits for each person and while the queues are short."""
        if self._asking[who, kind] >= MAX_PER_PERSON[kind]:
            raise Conflict("what you have asked for is being thought about; wait for it")
        if len(self._advice) >= MAX_ADVICE_QUEUE * self.size or len(self._moves) >= MAX_MOVES_QUEUE * self.size:
            raise Conflict(BUSY)
        request = question(game, ADVISER, view, legal, (), ADVICE, self._rng.getrandbits(64), kind)
        self._asking[who, kind] += 1
        try:
            return await self._wait_for(Job(game, request, who, 0), self._advice)
        finally:
            self._asking -= Counter([(who, kind)])

    async def _wait_for(self, job: Job, queue: FairQueue) -> Any:
        """Queue a question, with a timeout, and wait for its answer."""
        loop = asyncio.get_running_loop()
        job.deadline = loop.time() + self.seconds
        late = loop.call_at(job.deadline, self._give_up, job, queue)
        queue.put(job)
        self._dispatch()
        try:
            return await job.future
        finally:
            late.cancel()
            queue.remove(job)

    def _give_up(self, job: Job, queue: FairQueue) -> None:
        """Answer a question that was queued for too long, without a worker."""
        if job in queue:
            queue.remove(job)
            job.settle_without_worker()

    # --- Answering ---

    def _dispatch(self) -> None:
        """Give queued questions to idle workers; if none is idle, start one more."""
        for dead in [worker for worker in self._workers if worker.idle and not worker.is_alive]:
            self._end(dead)
        while (idle := [worker for worker in self._workers if worker.idle]) and (job := self._next()) is not None:
            worker = min(idle, key=lambda one: (job.question.game.name not in one.games, len(one.games)))
            worker.idle = False
            self._spawn(self._answer(worker, job))
        if len(self._moves) + len(self._advice) and not idle:
            self._start_another()
        metrics.BOT_WORKERS.set(len(self._workers))
        metrics.BOT_QUESTIONS.set(len(self._moves) + len(self._advice))

    def _next(self) -> Job | None:
        """The next question: a move, or advice while a worker stays free for moves."""
        if len(self._moves):
            return self._moves.pop()
        if len(self._advice) and self._advising < max(1, self.size - 1):
            return self._advice.pop()
        return None

    def _start_another(self) -> None:
        """Start a worker, unless all are running, one is starting, or the last start failed just now."""
        starting = not all(worker.started for worker in self._workers)
        paused = asyncio.get_running_loop().time() < self._pause_ends
        if len(self._workers) < self.size and not starting and not paused and not self._closed:
            worker = PooledWorker()
            self._workers.append(worker)
            self._spawn(self._start(worker))

    async def _start(self, worker: PooledWorker) -> None:
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker.start()
            self._failures = 0
        except (EOFError, OSError) as error:  # a timeout is an OSError
            self._end(worker)
            if not self._closed:
                self._try_later(error)
        self._dispatch()

    def _try_later(self, error: Exception) -> None:
        """After a failed start, wait before the next, with exponential backoff."""
        loop = asyncio.get_running_loop()
        self._failures += 1
        pause = min(MAX_PAUSE, 2.0**self._failures)
        self._pause_ends = loop.time() + pause
        loop.call_at(self._pause_ends, self._dispatch)
        log.error("a worker for bots did not start", error=type(error).__name__, next_try_seconds=pause)

    async def _answer(self, worker: PooledWorker, job: Job) -> None:
        """Let a worker answer a question. If the worker crashes, another is asked; if it hangs, it is killed."""
        loop = asyncio.get_running_loop()
        share = 1 / (1 + len(self._moves) / self.size)
        not_before = loop.time() + job.thinking_seconds * share if self.even_time else 0.0
        hangs = loop.call_later(self.seconds, self._hung, worker, job)
        self._advising += job.is_advice
        try:
            answer = await worker.ask(job.question._replace(share=share))
            loop.call_at(max(not_before, loop.time()), job.settle, answer)
            worker.idle = True
        except BotFailed as error:
            log.error("a bot failed", reason=str(error))
            job.settle_without_worker()
            worker.idle = True
        except (EOFError, OSError):
            self._end(worker)
            self._ask_again(job)
        finally:
            hangs.cancel()
            self._advising -= job.is_advice
        self._dispatch()

    def _hung(self, worker: PooledWorker, job: Job) -> None:
        """Kill a worker that does not answer in time, and answer without it."""
        log.error("a worker for bots hangs and is replaced", game=job.question.game.name, bot=job.question.bot)
        job.settle_without_worker()
        self._end(worker)
        self._dispatch()

    def _ask_again(self, job: Job) -> None:
        """Requeue a question whose worker crashed, at most MAX_CRASHES times."""
        job.crashes += 1
        if job.future.done():
            return
        if self._closed:
            job.future.cancel()
        elif job.crashes < MAX_CRASHES and asyncio.get_running_loop().time() < job.deadline:
            (self._advice if job.is_advice else self._moves).put(job)
        else:
            job.settle_without_worker()

    def _end(self, worker: PooledWorker) -> None:
        """Kill a worker and drop it from the pool."""
        worker.end()
        if worker in self._workers:
            self._workers.remove(worker)
            metrics.BOT_WORKERS_ENDED.inc()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Kill all workers and cancel all questions."""
        self._closed = True
        for worker in [*self._workers]:
            worker.end()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1)
        for queue in (self._moves, self._advice):
            while len(queue):
                queue.pop().future.cancel()
        self._workers.clear()


def cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
