"""What a server holds while it is used and attacked in every way: the server's part of `make soak`.

The model runs with a server in this process; the fuzzers and the flood have one of its own, `escapade serve`, of which
`/healthz`, memory and processes are watched meanwhile. All of it stays on this machine.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import requests
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.reporting import with_reporter
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from tests.server.attacks import model
from tests.server.attacks.flood import AIM, Size, flood, percentile
from tests.server.attacks.flood import Held as Flooded
from tests.server.attacks.fuzz import API, FRAMES, Known, send_frames, send_request
from tests.server.attacks.process import PAGE, ServerProcess, serving

from escapade.server.accounts.sessions import COOKIE

CHUNK = 2000  # steps or examples at a time
LENGTH = 100  # steps at tables that are there already
LOOK = 0.1  # seconds between two questions after the server's health
ROOMY = ("tables=1000000", "records=1000000", "guests=1000000", "frames=1000000", "burst=1000000")
QUIET = settings(
    max_examples=CHUNK, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=[*HealthCheck]
)


@dataclass
class Held:
    """What was done in one part, and what the server held."""

    part: str
    did: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    health: list[float] = field(default_factory=list)  # milliseconds
    resident: int = 0
    processes: int = 0

    def row(self) -> tuple[str, ...]:
        """A line of the table."""
        done = ", ".join(f"{number:,} {what}" for what, number in self.did.items())
        well = f"{percentile(self.health, 99):,.0f} ms" if self.health else "–"
        return self.part, done, f"{len(self.faults)}", well, f"{self.resident / 1e6:,.0f} MB", f"{self.processes}"


class Siege:
    """Runs parts for so long each, shows how they go, and keeps what was held."""

    def __init__(self, console: Console) -> None:
        self.console, self.held = console, list[Held]()

    @contextmanager
    def part(self, name: str, seconds: float) -> Iterator[Held]:
        """Run one part; a fault in it is kept, and the next part follows."""
        held, over = Held(name), threading.Event()
        self.held.append(held)
        columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("{task.fields[did]}")
        with Progress(*columns, console=self.console) as progress:
            task = progress.add_task(name, total=seconds if seconds < float("inf") else None, did="")

            def show() -> None:
                while not over.wait(0.5):
                    did = ", ".join(f"{number:,} {what}" for what, number in [*held.did.items()])
                    progress.update(task, advance=0.5, did=did)

            showing = threading.Thread(target=show)
            showing.start()
            try:
                yield held
            except Exception as error:
                held.faults.append(f"{name}: {''.join(traceback.format_exception(error))[-6000:]}")
                self.console.print(held.faults[-1], style="red", markup=False)
            finally:
                over.set()
                showing.join()

    def table(self) -> Table:
        """What was held."""
        table = Table("part", "did", "faults", "/healthz p99", "memory at most", "processes at most")
        for held in self.held:
            table.add_row(*held.row())
        return table

    # --- The parts ---

    def model(self, game: str, steps: int, seconds: float) -> None:
        """The model: so many steps, or as many as there is time for."""
        until = time.monotonic() + seconds
        with self.part(f"model, {game}", seconds) as held, weighing(held, lambda: family(os.getpid())):
            model.HELD.clear()
            held.did = model.HELD
            try:
                while model.HELD["steps"] < steps and time.monotonic() < until:
                    model.run_model(game, min(CHUNK, steps - model.HELD["steps"]), LENGTH, until=until)
            finally:
                held.did = dict(model.HELD)

    def frames(self, seconds: float) -> None:
        """Mutated frames on a running table."""

        def attack(known: Known, held: Held, on: Callable[[], bool]) -> None:
            @QUIET
            @given(frames=FRAMES)
            def send(frames: list[bytes | str]) -> None:
                if on() or not held.did:
                    held.did["frames"] = held.did.get("frames", 0) + len(frames)
                    asyncio.run(send_frames(known, frames))

            while on() or not held.did:
                send()

        self._fuzz("frames", seconds, attack)

    def http(self, seconds: float) -> None:
        """Requests that the OpenAPI document allows, and such that it does not."""

        def attack(known: Known, held: Held, on: Callable[[], bool]) -> None:
            every: list[Any] = [*API.get_all_operations()]
            for found, mode in cycle(product(every, API.config.generation.modes)):
                if held.did and not on():  # one at least, however slow the machine
                    return
                with with_reporter(lambda said: None), suppress(Unsatisfiable):  # where nothing can be wrong
                    ask(known, held, on, found.ok().as_strategy(generation_mode=mode))

        def ask(known: Known, held: Held, on: Callable[[], bool], cases: Any) -> None:
            @settings(QUIET, max_examples=20)
            @given(case=cases)
            def send(case: Any) -> None:
                if on() or not held.did:
                    held.did["requests"] = held.did.get("requests", 0) + 1
                    send_request(known, case)

            send()

        self._fuzz("HTTP", seconds, attack)

    def _fuzz(self, name: str, seconds: float, attack: Callable[[Known, Held, Callable[[], bool]], None]) -> None:
        options = [word for limit in ROOMY for word in ("--limit", limit)]
        with (
            self.part(name, seconds) as held,
            TemporaryDirectory(prefix="escapade-soak-") as folder,
            serving(Path(folder), *options) as server,
            watching(held, server),
        ):
            until = time.monotonic() + seconds
            attack(known_at(server), held, lambda: time.monotonic() < until)
            written = (Path(folder) / "server.log").read_text()
            for word in ("Traceback", '"level": "error"'):
                assert word not in written, f"the server's log has {word!r} in it: {written[-2000:]}"

    def flood(self, seconds: float) -> None:
        """Slow requests, floods of frames, spectators and tables of bots, while two people play."""
        with self.part("flood", seconds) as held:

            def tick(found: Flooded) -> None:
                held.did = {"moves of two players": len(found.moves)}
                held.health, held.resident, held.processes = found.health, found.resident, found.processes

            found = flood(None, Size(seconds=seconds), tick)
            tick(found)
            held.did |= {"ms for a move (p99)": round(late := percentile(found.moves, 99))}
            held.did |= {"frames": found.done["frames"], "connections cut off": found.done["cut off"]}
            assert not found.unwell, f"/healthz was not answered {found.unwell} times"
            assert late < AIM, f"a move took {late:.0f} ms (p99), and should take less than {AIM:.0f}"


def known_at(server: ServerProcess) -> Known:
    """Someone who plays at a table of a server."""
    people = [requests.Session(), requests.Session()]
    for person in people:
        person.post(f"{server.url}/api/guest", json={}, timeout=30).raise_for_status()
    asked: dict[str, Any] = {"game": "cartagena", "seats": [{"kind": "me"}, {"kind": "open"}]}
    code = people[0].post(f"{server.url}/api/tables", json=asked, timeout=30).json()["code"]
    people[1].post(f"{server.url}/api/tables/{code}/join", json={}, timeout=30).raise_for_status()
    return Known(server.url, str(people[0].cookies[COOKIE]), code)


# --- Watching ----------------------------------------------------------------


@contextmanager
def watching(held: Held, server: ServerProcess) -> Iterator[None]:
    """Ask again and again whether a server is well, and weigh it."""
    over = threading.Event()

    def look() -> None:
        while not over.wait(LOOK):
            began = time.perf_counter()
            try:
                well = requests.get(f"{server.url}/healthz", timeout=20).status_code == 200
            except requests.RequestException:
                well = False
            held.health.append(1000 * (time.perf_counter() - began))
            if not well and not over.is_set():
                held.faults.append("/healthz was not answered")

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        with weighing(held, server.processes):
            yield
    finally:
        over.set()
        watcher.join()


@contextmanager
def weighing(held: Held, processes: Callable[[], list[int]]) -> Iterator[None]:
    """Note the most memory and the most processes."""
    over = threading.Event()

    def weigh() -> None:
        while not over.wait(0.25):
            found = processes()
            held.resident, held.processes = max(held.resident, sum(found)), max(held.processes, len(found))

    scales = threading.Thread(target=weigh)
    scales.start()
    try:
        yield
    finally:
        over.set()
        scales.join()


def family(first: int) -> list[int]:
    """The resident bytes of a process and of all that descend from it."""
    parents, resident = dict[int, int](), dict[int, int]()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            except OSError:  # it has just ended
                continue
            parents[int(folder.name)], resident[int(folder.name)] = int(words[1]), int(words[21]) * PAGE
    found, new = list[int](), {first}
    while new:
        found += new
        new = {number for number, parent in parents.items() if parent in new}
    return [resident[number] for number in found if number in resident]
