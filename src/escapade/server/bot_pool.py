"""The bots of a server: a few worker processes that play every game and level, and a fair queue before them.

Owners of tables take turns, and so do the tables of an owner; advice to people comes after moves. The more questions
wait, the less time each bot has to think, so that a question waits about as long as one thought takes, however many
there are. What is late all the same is answered by the plain heuristic, and a worker that hangs is replaced: no table
waits for ever. Workers are only ever sent views.
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
from escapade.bots.worker import BotFailed, Kind, Question, Worker, question, quick_answer
from escapade.kernel.contract import Game
from escapade.kernel.fields import View
from escapade.server import metrics
from escapade.server.errors import Conflict

ADVISER = "planner"  # the bot that answers when a person asks for a hint
ADVICE = Budget(milliseconds=1500)  # the time it has for that
ADVICE_WAITING, MOVES_WAITING = 4, 8  # for each worker: where more wait than these, advice is refused
OF_ONE_PERSON = {"hints": 1, "knowledge": 3}  # questions under way
DEATHS = 2  # of workers over one question, before it is answered without them
GIVES_WAY = 5  # steps of niceness between a server and its workers
START_SECONDS = 60.0  # in which a worker must be ready
LONGEST_PAUSE = 60.0  # seconds before the next try where no worker can be started
BUSY = "the bots have too much to do now; ask again in a moment"

log = structlog.get_logger()


class Job:
    """A question, and the future of whoever waits for its answer."""

    def __init__(self, game: Game, request: Question, owner: str, table: int) -> None:
        self.game, self.question, self.owner, self.table = game, request, owner, table
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.deaths, self.deadline = 0, 0.0
        level = level_of(request.bot)
        self.thought = level.milliseconds / 1000 if level and request.kind == "action" else 0.0

    @property
    def is_advice(self) -> bool:
        """Is it a person who waits, and no table?"""
        return self.question.kind in ("hints", "knowledge")

    def settle(self, answer: Any) -> None:
        """Give the answer to who waits, if they still do."""
        if not self.future.done():
            self.future.set_result(answer)

    def settle_without_worker(self) -> None:
        """Answer by the plain heuristic, at once; advice must be better than that."""
        if self.is_advice:
            if not self.future.done():
                self.future.set_exception(Conflict(BUSY))
        else:
            self.settle(quick_answer(self.game, self.question))
            metrics.BOT_FALLBACKS.inc()


class FairQueue:
    """Round robin: over owners, and for each owner over tables; the questions of a table in their order."""

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
        """Wait behind everyone who waits already."""
        self._owners.setdefault(job.owner, OrderedDict()).setdefault(job.table, deque()).append(job)
        self._length += 1

    def pop(self) -> Job:
        """The next question; its owner, and its table among those of the owner, come last from now on."""
        owner, tables = next(iter(self._owners.items()))
        table, jobs = next(iter(tables.items()))
        self._owners.move_to_end(owner)
        tables.move_to_end(table)
        job = jobs[0]
        self.remove(job)
        return job

    def remove(self, job: Job) -> None:
        """Wait no more, if it still does."""
        if job not in self:
            return
        tables = self._owners[job.owner]
        tables[job.table].remove(job)
        self._length -= 1
        if not tables[job.table]:
            del tables[job.table]
        if not tables:
            del self._owners[job.owner]


def give_way(process: int | None) -> None:
    """Who thinks leaves the processor to who serves: a person's move is not to wait for a bot's thought."""
    if process is not None and hasattr(os, "setpriority"):
        with suppress(OSError):  # it has ended already
            os.setpriority(os.PRIO_PROCESS, process, os.getpriority(os.PRIO_PROCESS, 0) + GIVES_WAY)


class PooledWorker:
    """A worker, and the thread that waits for its answers."""

    def __init__(self) -> None:
        self.worker: Worker | None = None
        self.started, self.idle, self.ended = False, False, False
        self.games: set[str] = set()  # those it has loaded
        self._thread = ThreadPoolExecutor(1, "escapade-bots")

    async def start(self) -> None:
        """Start the process, and wait until it is ready."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._start)
        self.started = self.idle = True

    def _start(self) -> None:
        self.worker = Worker()
        give_way(self.worker.process.pid)
        if self.ended:
            self.worker.kill()
        self.worker.wait()

    async def ask(self, request: Question) -> Any:
        """What the worker answers. EOFError or OSError: it has ended."""
        if self.worker is None:
            raise EOFError
        self.games.add(request.game.name)
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.worker.ask, request)

    @property
    def is_alive(self) -> bool:
        """Does the process still run?"""
        return self.worker is not None and self.worker.process.is_alive()

    def end(self) -> None:
        """End the process, whatever it does; who waits for it notices."""
        if self.ended:
            return
        self.ended, self.idle = True, False
        if self.worker is not None:
            self.worker.kill()
            self._thread.submit(self.worker.close)
        self._thread.shutdown(wait=False)


class BotPool:
    """At most `size` workers, started when they are needed; 0 is one for each core.

    `seconds` is how long a question may wait, and how long a worker may think about it. With `even_time` an answer
    comes no sooner than the bot's level may think, whether it had a choice or not: so the time tells nothing.
    """

    def __init__(self, size: int = 0, seconds: float = 10.0, even_time: bool = True) -> None:
        self.size, self.seconds, self.even_time = size or cores(), seconds, even_time
        self._workers: list[PooledWorker] = []
        self._moves, self._advice = FairQueue(), FairQueue()
        self._asking: Counter[tuple[str, Kind]] = Counter()  # advice that is under way, by person
        self._advising = 0
        self._failures, self._pause_ends = 0, 0.0  # of starts in a row
        self._tasks: set[asyncio.Task[None]] = set()
        self._rng = random.SystemRandom()
        self._closed = False

    # --- Asking ---

    async def choose(
        self, game: Game, bot: str, view: View, legal: Sequence[int], heard: Heard, owner: str, table: int
    ) -> list[int]:
        """What a bot does, from what its seat sees and has heard: one action, or all that it does at the same time as
        others. Always answers: if all else fails, by the plain heuristic.
        """
        kind: Kind = "hand-in" if game.simultaneous(view) else "action"
        request = question(game, bot, view, legal, heard, Budget(), self._rng.getrandbits(64), kind)
        found = await self._wait_for(Job(game, request, owner, table), self._moves)
        return [found] if kind == "action" else list(found)

    async def hints(self, game: Game, view: View, legal: Sequence[int], who: str) -> list[Hint]:
        """What a strong bot would consider."""
        found: list[Hint] = await self._advise("hints", game, view, legal, who)
        return found

    async def knowledge(self, game: Game, view: View, who: str) -> list[Unknown]:
        """What hidden things can be."""
        found: list[Unknown] = await self._advise("knowledge", game, view, (), who)
        return found

    async def _advise(self, kind: Kind, game: Game, view: View, legal: Sequence[int], who: str) -> Any:
        """Answer a person: a few questions at a time, and only while bots keep up."""
        if self._asking[who, kind] >= OF_ONE_PERSON[kind]:
            raise Conflict("what you have asked for is being thought about; wait for it")
        if len(self._advice) >= ADVICE_WAITING * self.size or len(self._moves) >= MOVES_WAITING * self.size:
            raise Conflict(BUSY)
        request = question(game, ADVISER, view, legal, (), ADVICE, self._rng.getrandbits(64), kind)
        self._asking[who, kind] += 1
        try:
            return await self._wait_for(Job(game, request, who, 0), self._advice)
        finally:
            self._asking -= Counter([(who, kind)])

    async def _wait_for(self, job: Job, queue: FairQueue) -> Any:
        """Wait for an answer: in the queue for so many seconds at most, then for a worker."""
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
        """No worker had time for a question."""
        if job in queue:
            queue.remove(job)
            job.settle_without_worker()

    # --- Answering ---

    def _dispatch(self) -> None:
        """Give waiting questions to idle workers; if none is idle, start one more."""
        for dead in [worker for worker in self._workers if worker.idle and not worker.is_alive]:
            self._end(dead)
        while (idle := [worker for worker in self._workers if worker.idle]) and (job := self._next()) is not None:
            worker = min(idle, key=lambda one: (job.question.game.name not in one.games, len(one.games)))
            worker.idle = False
            self._spawn(self._think(worker, job))
        if len(self._moves) + len(self._advice) and not idle:
            self._start_another()
        metrics.BOT_WORKERS.set(len(self._workers))
        metrics.BOT_QUESTIONS.set(len(self._moves) + len(self._advice))

    def _next(self) -> Job | None:
        """The next question: a move or, while another worker is left for moves, advice."""
        if len(self._moves):
            return self._moves.pop()
        if len(self._advice) and self._advising < max(1, self.size - 1):
            return self._advice.pop()
        return None

    def _start_another(self) -> None:
        """Start a worker, unless there are enough, one is starting, or none could be started just now."""
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
        """No worker could be started: wait, each time longer, before the next try."""
        loop = asyncio.get_running_loop()
        self._failures += 1
        pause = min(LONGEST_PAUSE, 2.0**self._failures)
        self._pause_ends = loop.time() + pause
        loop.call_at(self._pause_ends, self._dispatch)
        log.error("a worker for bots did not start", error=type(error).__name__, next_try_seconds=pause)

    async def _think(self, worker: PooledWorker, job: Job) -> None:
        """Let a worker answer a question. If it ends over it, another is asked; if it hangs, it is ended."""
        loop = asyncio.get_running_loop()
        share = 1 / (1 + len(self._moves) / self.size)
        not_before = loop.time() + job.thought * share if self.even_time else 0.0
        hangs = loop.call_later(self.seconds, self._hangs, worker, job)
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

    def _hangs(self, worker: PooledWorker, job: Job) -> None:
        """A worker has thought for too long: the table goes on without it, and another takes its place."""
        log.error("a worker for bots hangs and is replaced", game=job.question.game, bot=job.question.bot)
        job.settle_without_worker()
        self._end(worker)
        self._dispatch()

    def _ask_again(self, job: Job) -> None:
        """A worker has ended over a question: ask another, but not one after the other."""
        job.deaths += 1
        if job.future.done():
            return
        if self._closed:
            job.future.cancel()
        elif job.deaths < DEATHS and asyncio.get_running_loop().time() < job.deadline:
            (self._advice if job.is_advice else self._moves).put(job)
        else:
            job.settle_without_worker()

    def _end(self, worker: PooledWorker) -> None:
        """Let a worker go."""
        worker.end()
        if worker in self._workers:
            self._workers.remove(worker)
            metrics.BOT_WORKERS_ENDED.inc()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End all workers; who still waits is told nothing more."""
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
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
