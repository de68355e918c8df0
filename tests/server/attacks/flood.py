"""A flood against a server of its own, on this machine alone: what becomes of two people who play meanwhile?

`python -m tests.server.attacks.flood --seconds 30` starts a server with its own limits, and against it: half-sent
requests, headers without end, floods of pings and empty parts of messages, spectators at the table of the two, and
tables of bots. All of it comes from 127.0.0.1, which a server takes for its proxy and does not limit as one address: so
this is an attack from many addresses. The attackers run with low priority, for they would have machines of their own.
`--against REV` floods the server of that commit as well, and prints both in one table.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any, NamedTuple

import httpx2 as httpx
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Columns
from websockets.exceptions import ConnectionClosed

from tests.server.attacks.process import ServerProcess, serving
from tests.server.clients import Guest, Place

HERE = Path(__file__).resolve().parents[3]
AIM = 250.0  # milliseconds: the p99 of a move
TIMEOUT = 120.0  # seconds in which attackers must be under way
LATEST = 20.0  # seconds after which a question counts as not answered
TICK = 0.25  # seconds between two looks at how it goes
READY = "all are under way"
THINKING = 0.1  # seconds that the two players take for each move
GAMES, LEVELS = ("cartagena", "stratego", "stalag17", "jailbreakers"), ("greedy", "novice", "club", "master")
HEADER, PINGS, PARTS = b"x" * 65_536, b"\x89\x80\0\0\0\0" * 10_000, b"\x00\x80\0\0\0\0" * 10_000
HELLO = b'\x81\x90\0\0\0\0{"type":"hello"}'
ALIVE = b'\x81\x95\0\0\0\0{"type":"ping","n":0}'
UPGRADE = (
    "GET /ws/{code} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Size(NamedTuple):
    """How much of everything."""

    seconds: float = 30.0
    slow: int = 600
    headers: int = 10  # connections that send headers without end, 4 MB each
    frames: int = 8  # connections that send frames as quickly as they can
    spectators: int = 500
    bots: int = 50


SMALL = Size(4.0, 30, 2, 2, 20, 4)


# --- The attackers: each in a process of its own ---------------------------------


class Line(asyncio.Protocol):
    """A connection that says something, and throws away whatever it is told."""

    def __init__(self, first: bytes, then: bytes = b"") -> None:
        self.first, self.then, self.head = first, then, b""
        self.lost, self.upgraded, self.free = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say the first thing."""
        self.transport = transport  # type: ignore[assignment]
        self.free.set()
        self.transport.write(self.first)

    def data_received(self, data: bytes) -> None:
        """See whether it has become a WebSocket, and nothing else."""
        if self.then and not self.upgraded.is_set():
            self.head += data
            if b"\r\n\r\n" in self.head and b" 101 " in self.head:
                self.upgraded.set()
                self.transport.write(self.then)

    def pause_writing(self) -> None:
        """The server takes no more for now."""
        self.free.clear()

    def resume_writing(self) -> None:
        """It does."""
        self.free.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """The server has hung up."""
        self.lost.set()
        self.free.set()
        self.upgraded.set()


@asynccontextmanager
async def dialled(port: int, first: bytes, then: bytes = b"") -> AsyncIterator[Line]:
    """A connection."""
    transport, line = await asyncio.get_running_loop().create_connection(lambda: Line(first, then), "127.0.0.1", port)
    try:
        yield line
    finally:
        transport.abort()


class Attack:
    """What an attacker does again and again, and what it counts."""

    def __init__(self, port: int, code: str) -> None:
        self.port, self.code = port, code
        self.done: Counter[str] = Counter()
        self.numbers = itertools.count()

    async def slow(self) -> None:
        """A request that is never sent to its end."""
        async with dialled(self.port, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ") as line:
            await line.lost.wait()
            self.done["slow cut off"] += 1
            self.done["cut off"] += 1

    async def headers(self) -> None:
        """A header without end: 4 MB of it, and then it waits."""
        async with dialled(self.port, b"GET / HTTP/1.1\r\nHost: x\r\n") as line:
            for number in range(64):
                await line.free.wait()
                if line.lost.is_set():
                    break
                line.transport.write(b"X-%d: %s\r\n" % (number, HEADER))
                self.done["header bytes"] += len(HEADER)
            await line.lost.wait()
            self.done["cut off"] += 1

    async def frames(self) -> None:
        """Frames that say nothing, as many as go through."""
        frames = random.choice((PINGS, PARTS))
        then = HELLO + (b"\x01\x80\0\0\0\0" if frames is PARTS else b"")
        async with dialled(self.port, UPGRADE.format(code=self.code).encode(), then) as line:
            await line.upgraded.wait()
            while not line.lost.is_set():
                await line.free.wait()
                line.transport.write(frames)
                self.done["frames"] += 10_000
                await asyncio.sleep(0)
            self.done["cut off"] += 1

    async def spectators(self) -> None:
        """Someone who watches, for as long as it may."""
        async with dialled(self.port, UPGRADE.format(code=self.code).encode(), HELLO) as line:
            await line.upgraded.wait()
            self.done["spectators"] += 1
            try:
                while not line.lost.is_set():
                    line.transport.write(ALIVE)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(line.lost.wait(), 20)
                self.done["cut off"] += 1
            finally:
                self.done["spectators"] -= 1

    async def bots(self) -> None:
        """A table of bots alone, of another host and address each time, of any game and level."""
        number = next(self.numbers)
        async with guest(self.port, 10 + number) as host:
            bot = {"kind": "bot", "bot": LEVELS[number // len(GAMES) % len(LEVELS)]}
            asked = {"game": GAMES[number % len(GAMES)], "seats": [bot, bot]}
            said = await host.http.post("/api/tables", json=asked)
        if said.status_code == 201:
            self.done["bots"] += 1
            await asyncio.Event().wait()
        self.done["cut off"] += 1


@asynccontextmanager
async def guest(port: int, number: int) -> AsyncIterator[Guest]:
    """Someone new, from an address of their own."""
    headers = {"X-Forwarded-For": f"192.0.2.{number % 256}"}
    url = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=url, timeout=60, headers=headers, verify=False) as http:
        said = await http.post("/api/guest", json={"name": f"Otto {number}"})
        assert said.status_code == 201, said.text
        yield Guest(port, http)


async def again(work: Callable[[], Coroutine[Any, Any, None]], done: Counter[str]) -> None:
    """Attack anew whenever the server has ended it."""
    while True:
        try:
            await work()
        except (OSError, httpx.HTTPError):
            done["cut off"] += 1
        await asyncio.sleep(0.25 + random.random() / 2)


async def attacking(what: str, many: int, port: int, pipe: Pipe) -> None:
    """So many at once, until the pipe says stop; a word that comes through it is the table to watch from now on."""
    attack = Attack(port, await asyncio.to_thread(pipe.recv))
    tasks: list[asyncio.Task[None]] = []
    for _ in range(many):
        tasks.append(asyncio.create_task(again(getattr(attack, what), attack.done)))
        await asyncio.sleep(0.002)
    pipe.send(READY)
    while code := await asyncio.to_thread(pipe.recv):
        attack.code = code
    pipe.send(dict(attack.done))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def attacker(what: str, many: int, port: int, pipe: Pipe) -> None:
    """One process of attackers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    os.nice(10)
    with suppress(EOFError, BrokenPipeError):
        asyncio.run(attacking(what, many, port, pipe))


# --- Two people, and those who look whether the server is well --------------------


@dataclass
class Held:
    """What was seen of a server under a flood."""

    moves: list[float] = field(default_factory=list)  # milliseconds until both have seen it
    health: list[float] = field(default_factory=list)
    unwell: int = 0  # answers of /healthz that were none, or no 200
    resident: int = 0
    processes: int = 0
    worked: float = 0.0  # seconds of a processor that the server's own process took
    took: float = 0.0  # seconds of the flood
    done: Counter[str] = field(default_factory=Counter)

    def begin(self, worked: float) -> None:
        """All attackers are under way: only what is seen from now on counts."""
        self.moves.clear()
        self.health.clear()
        self.unwell, self.worked, self.took = 0, -worked, -time.monotonic()

    def end(self, worked: float) -> None:
        """The flood is over."""
        self.worked += worked
        self.took += time.monotonic()

    def rows(self, size: Size) -> list[tuple[str, str]]:
        """A line for each thing that was held."""
        return [
            ("moves of the two players", f"{len(self.moves):,}"),
            ("a move, p50 ms", f"{percentile(self.moves, 50):,.0f}"),
            ("a move, p99 ms", f"{percentile(self.moves, 99):,.0f}"),
            ("/healthz, p50 ms", f"{percentile(self.health, 50):,.0f}"),
            ("/healthz, p99 ms", f"{percentile(self.health, 99):,.0f}"),
            ("/healthz without an answer", f"{self.unwell:,} of {len(self.health):,}"),
            ("memory at the peak, MB", f"{self.resident / 1e6:,.0f}"),
            ("processes at the peak", f"{self.processes}"),
            ("of one core, for the server's own process", f"{self.worked / max(self.took, 0.001):.0%}"),
            ("connections cut off or refused", f"{self.done['cut off']:,}"),
            ("half-sent requests cut off", f"{self.done['slow cut off']:,}, {size.slow:,} at a time"),
            ("megabytes of headers sent", f"{self.done['header bytes'] / 1e6:,.0f}"),
            ("frames sent", f"{self.done['frames']:,}"),
            ("spectators at the end", f"{self.done['spectators']:,} of {size.spectators:,}"),
            ("tables of bots", f"{self.done['bots']:,} of {size.bots:,}"),
        ]


def percentile(found: list[float], percent: int) -> float:
    """The value below which so many percent lie; the worst possible one if there is none."""
    return sorted(found)[min(len(found) - 1, len(found) * percent // 100)] if found else 1000 * LATEST


async def play(server: ServerProcess, held: Held, follow: Callable[[str], None]) -> None:
    """Two people play on, game after game; a move counts from its sending until both have seen it."""
    async with guest(server.port, 1) as ann, guest(server.port, 2) as bob:
        while True:
            code = (await ann.table("cartagena", "me", "open"))["code"]
            await bob.join(code)
            follow(code)
            try:
                await one_game(ann, bob, code, held)
            except (TimeoutError, OSError, ConnectionClosed):
                held.moves.append(1000 * LATEST)  # neither done nor refused


async def one_game(ann: Guest, bob: Guest, code: str, held: Held) -> None:
    async with ann.at(code) as first, bob.at(code) as second:
        both = [first, second]
        while True:
            mover = next((place for place in both if place.now["turn"] == place.now["observer"]), None)
            if mover is None:
                return
            began, seq = time.perf_counter(), mover.seq
            said = await mover.act(random.choice(mover.now["legal"]))
            assert said["type"] == "ack", said
            await asyncio.gather(*(seen(place, seq) for place in both))
            held.moves.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(THINKING)


async def seen(place: Place, seq: int) -> None:
    """Wait until something newer is seen."""
    while place.seq <= seq:
        await place.frame()


async def look_after(server: ServerProcess, held: Held) -> None:
    """Ask every so often whether the server is well, over a connection of its own."""
    while True:
        began = time.perf_counter()
        try:
            well = b" 200 " in await asyncio.wait_for(answered(server.port, "/healthz"), LATEST)
        except (TimeoutError, OSError):
            well = False
        held.health.append(1000 * (time.perf_counter() - began))
        held.unwell += not well
        await asyncio.sleep(0.1)


async def answered(port: int, path: str) -> bytes:
    """What a server answers, asked with as little ado as possible."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        return await reader.read()
    finally:
        writer.close()


async def weigh(server: ServerProcess, held: Held) -> None:
    """Note the most memory and the most processes."""
    while True:
        found = await asyncio.to_thread(server.processes)
        held.resident, held.processes = max(held.resident, sum(found)), max(held.processes, len(found))
        await asyncio.sleep(0.25)


async def flooded(server: ServerProcess, size: Size, tick: Callable[[Held], None]) -> Held:
    """Flood a server for so long, and return what was held."""
    held, pipes, attackers = Held(), [], []
    for what in ("slow", "headers", "frames", "spectators", "bots"):
        ours, theirs = multiprocessing.get_context("spawn").Pipe()
        args = (what, getattr(size, what), server.port, theirs)
        attackers.append(multiprocessing.get_context("spawn").Process(target=attacker, args=args, daemon=True))
        attackers[-1].start()
        theirs.close()
        pipes.append(ours)

    def follow(code: str) -> None:
        for pipe in pipes:
            pipe.send(code)

    tasks = [asyncio.create_task(work) for work in (play(server, held, follow), weigh(server, held))]
    try:
        tasks.append(asyncio.create_task(look_after(server, held)))
        for pipe in pipes:
            await asyncio.to_thread(answer_of, pipe, str)
        held.begin(server.worked())
        over = time.monotonic() + size.seconds
        while time.monotonic() < over:
            await asyncio.sleep(TICK)
            tick(held)
            for task in tasks:
                if task.done():
                    task.result()  # what has failed here, and not at the server, is said
        held.end(server.worked())
        for pipe in pipes:
            pipe.send("")
            held.done += Counter(await asyncio.to_thread(answer_of, pipe, dict))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for pipe in pipes:
            pipe.close()
        for one in attackers:
            one.join(2)
            one.kill()
            one.join()
    return held


def answer_of(pipe: Pipe, kind: type) -> Any:
    """What an attacker says next of this kind: that it is ready, or what it has counted."""
    while pipe.poll(TIMEOUT):
        said = pipe.recv()
        if isinstance(said, kind):
            return said
    raise TimeoutError("the attackers do not answer: this machine is too busy for such a flood")


# --- Both versions, one table ------------------------------------------------------


@contextmanager
def version(rev: str | None) -> Iterator[dict[str, str]]:
    """The environment in which a server of this commit runs: the one here, or one in a folder for the time being."""
    if rev is None:
        yield {}
        return
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder) / "escapade"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(where), rev], cwd=HERE, check=True)
        try:
            yield {"PYTHONPATH": str(where / "src")}
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(where)], cwd=HERE, check=True)


def flood(rev: str | None, size: Size, tick: Callable[[Held], None] = lambda held: None) -> Held:
    """Start a server of a commit, flood it, and end it."""
    with version(rev) as env, tempfile.TemporaryDirectory() as folder, serving(Path(folder), env=env) as server:
        return asyncio.run(flooded(server, size, tick))


def shown(found: dict[str, Held], size: Size) -> Columns:
    """One table: a row for each thing, a column for each version."""
    table = Columns("held under the flood", *found)
    columns = [held.rows(size) for held in found.values()]
    for rows in zip(*columns, strict=True):
        table.add_row(rows[0][0], *(value for _, value in rows))
    return table


def main() -> int:
    """Flood, and print what was held; 1 if a move takes too long in the version here."""
    asked = argparse.ArgumentParser(prog="python -m tests.server.attacks.flood", description=__doc__.splitlines()[0])
    for name, usual in Size()._asdict().items():
        asked.add_argument(f"--{name}", type=type(usual), help=f"default {usual:g}")
    asked.add_argument("--against", metavar="REV", help="flood the server of this commit as well, before")
    asked.add_argument("--small", action="store_true", help="a small flood, to see that all of it works")
    given = asked.parse_args()
    named = {name: value for name, value in vars(given).items() if name in Size._fields and value is not None}
    size = (SMALL if given.small else Size())._replace(**named)
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    revisions = {given.against: given.against} if given.against else {}
    found: dict[str, Held] = {}
    errors = Console(stderr=True)
    said = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(), TextColumn("{task.fields[held]}"))
    try:
        for name, rev in {**revisions, "here": None}.items():
            with Progress(*said, console=errors) as progress:
                task = progress.add_task(f"flooding {name}", total=size.seconds, held="")

                def tick(held: Held, progress: Progress = progress, task: Any = task) -> None:
                    now = f"{len(held.moves)} moves, {held.resident / 1e6:,.0f} MB, {held.processes} processes"
                    progress.update(task, advance=TICK, held=now)

                found[name] = flood(rev, size, tick)
    except KeyboardInterrupt:
        errors.print("stopped; nothing is left behind")
        return 130
    Console().print(shown(found, size))
    late = percentile(found["here"].moves, 99)
    errors.print(f"a move takes {late:,.0f} ms (p99); the aim is less than {AIM:.0f}")
    return int(late >= AIM)


if __name__ == "__main__":
    sys.exit(main())
