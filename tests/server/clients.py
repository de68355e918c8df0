"""Real clients: HTTP with a cookie of its own, and a WebSocket that plays."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import Any

import httpx2 as httpx
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection

from escapade.server.app import make_app
from escapade.server.limits import Limits
from escapade.server.live.registry import Registry, milliseconds
from escapade.server.run import settings

OVER = -2
QUICK = Limits(frames=10_000, burst=10_000)  # nobody thinks here


class Running:
    """A server in this process, on a free port."""

    def __init__(self, registry: Registry, port: int) -> None:
        self.registry, self.port = registry, port
        self.url = f"http://127.0.0.1:{port}"

    @asynccontextmanager
    async def guest(self, name: str = "Ann") -> AsyncIterator[Guest]:
        """Someone new, with a cookie."""
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as http:  # a busy machine takes its time
            said = await http.post("/api/guest", json={"name": name})
            assert said.status_code == 201, said.text
            yield Guest(self.port, http)

    @asynccontextmanager
    async def player(self, name: str) -> AsyncIterator[Guest]:
        """Someone new with an account."""
        async with self.guest(name) as guest:
            said = await guest.http.post("/api/account", json={"login": f"{name}-login", "password": "a long secret"})
            assert said.status_code == 201, said.text
            yield guest


@asynccontextmanager
async def running(
    db: str, now: Any = milliseconds, pace: float = 0.0, limits: Limits = QUICK
) -> AsyncIterator[Running]:
    """Start a server, and stop it."""
    app = make_app(db, now, pace, limits)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        server = uvicorn.Server(settings(app, limits))
        server.capture_signals = nullcontext  # type: ignore[method-assign, assignment]  # they are the test runner's
        task = asyncio.create_task(server.serve(sockets=[taken]))
        while not server.started:
            await asyncio.sleep(0.01)
            assert not task.done()
        try:
            yield Running(app.state.registry, taken.getsockname()[1])
        finally:
            server.should_exit = True
            await task


class Guest:
    """Someone who talks to a server."""

    def __init__(self, port: int, http: httpx.AsyncClient) -> None:
        self.port, self.http = port, http

    async def table(self, game: str, *seats: str, **more: Any) -> dict[str, Any]:
        """Put up a table: a seat is me, open, invited, guest, or the name of a bot."""
        wanted = [{"kind": s} if s in ("me", "open", "invited", "guest") else {"kind": "bot", "bot": s} for s in seats]
        said = await self.http.post("/api/tables", json={"game": game, "seats": wanted, **more})
        assert said.status_code == 201, said.text
        info: dict[str, Any] = said.json()
        return info

    async def join(self, code: str, **more: Any) -> dict[str, Any]:
        """Sit down."""
        said = await self.http.post(f"/api/tables/{code}/join", json=more)
        assert said.status_code == 200, said.text
        info: dict[str, Any] = said.json()
        return info

    @asynccontextmanager
    async def at(self, code: str, **hello: Any) -> AsyncIterator[Place]:
        """Look at a table."""
        cookie = "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())
        where, headers = f"ws://127.0.0.1:{self.port}/ws/{code}", {"Cookie": cookie}
        async with websockets.connect(where, additional_headers=headers, max_size=None) as link:
            place = Place(link)
            await place.hello(**hello)
            yield place


class Place:
    """A connection to a table."""

    def __init__(self, link: ClientConnection) -> None:
        self.link, self.asked = link, 0
        self.seq = self.chat = 0
        self.projection: dict[str, Any] | None = None
        self.frames: list[dict[str, Any]] = []
        self._lines: list[str] = []
        self.events: list[dict[str, Any]] = []

    async def hello(self, **more: Any) -> dict[str, Any]:
        """Say hello; return the welcome."""
        await self.send(type="hello", **more)
        return await self.until("snapshot")

    async def send(self, **frame: Any) -> None:
        """Send a frame."""
        await self.link.send(json.dumps(frame))

    async def frame(self) -> dict[str, Any]:
        """The next frame."""
        if not self._lines:
            async with asyncio.timeout(20):
                self._lines = str(await self.link.recv()).split("\n")
        said: dict[str, Any] = json.loads(self._lines.pop(0))
        self.frames.append(said)
        if said["type"] in ("snapshot", "update"):
            self.seq, self.projection = said["seq"], said["projection"]
            self.events = said["events"] if said["from_start"] else self.events + said["events"]
        return said

    async def until(self, *kinds: str) -> dict[str, Any]:
        """The next frame of such a kind."""
        while (said := await self.frame())["type"] not in kinds:
            pass
        return said

    async def wish(self, kind: str, **more: Any) -> dict[str, Any]:
        """Ask for something, and wait until it is done or refused."""
        self.asked += 1
        name = more.pop("id", f"wish-{self.asked}")
        await self.send(type=kind, id=name, **more)
        while (said := await self.frame()).get("id") != name:
            pass
        return said

    async def act(self, action: int, **more: Any) -> dict[str, Any]:
        """Do something."""
        return await self.wish("act", **{"seq": self.seq, "action": action, **more})

    @property
    def now(self) -> dict[str, Any]:
        """What is seen."""
        assert self.projection is not None
        return self.projection

    async def my_turn(self) -> bool:
        """Wait for one's turn; False if the game ends before."""
        while self.projection is None or (self.now["turn"] != OVER and not self.now["legal"]):
            await self.until("update", "snapshot")
        return bool(self.now["turn"] != OVER)

    async def play(self, dice: random.Random, most: int = 10_000) -> int:
        """Do anything legal until the game ends; return how often."""
        done = 0
        while done < most and await self.my_turn():
            seq = self.seq
            said = await self.act(dice.choice(self.now["legal"]))
            assert said["type"] == "ack" or said["error"] == "stale", said
            done += said["type"] == "ack"
            while self.seq < said.get("seq", seq + 1):  # a part of a simultaneous choice is no entry of the log
                await self.frame()
        return done
