"""Real servers in processes of their own, and a crowd of real clients that come back whatever happens."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2 as httpx
import websockets

OVER = -2


class Served:
    """A server process on a fixed port, that can be killed and started again."""

    def __init__(self, db: str, port: int) -> None:
        self.db, self.port = db, port
        self.url = f"http://127.0.0.1:{port}"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        more = ["--port", str(self.port), "--pace", "0", "--limit", "frames=100000", "--limit", "burst=300000"]
        more += ["--limit", "guests=1000"]
        command = [sys.executable, "-m", "escapade", "serve", "--db", self.db, *more]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        if not self.process.stdout.readline():
            raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as its host would."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(30)
            if self.process.stdout:
                self.process.stdout.close()
            self.process = None


@contextmanager
def served(db: str, port: int) -> Iterator[Served]:
    """A server process, stopped at the end."""
    server = Served(db, port)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def free_port() -> int:
    """A port that nobody listens on."""
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@dataclass
class Player:
    """A client that plays one seat at random, notes what was acknowledged, and resumes by itself."""

    url: str
    code: str
    cookie: str
    dice: random.Random
    name: str
    pause: float = 0.0
    acknowledged: dict[str, int] = field(default_factory=dict)  # the name of a wish: how far the log was
    waits: list[float] = field(default_factory=list)  # seconds from a wish to its acknowledgement
    connected: int = 0  # how often
    over: bool = False
    asked: int = 0
    legal: list[int] = field(default_factory=list)
    observer: int | None = None
    sent: float = 0.0
    seq: int = 0
    unsure: tuple[str, int, int] | None = None  # a wish that was sent, and not answered yet

    async def run(self) -> None:
        """Play until the game is over; come back if cut off."""
        while not self.over:
            try:
                await self._connected()
            except (OSError, TimeoutError, websockets.WebSocketException):
                await asyncio.sleep(0.05)

    def connect(self) -> websockets.connect:
        """A WebSocket to the table."""
        where = f"{self.url.replace('http', 'ws', 1)}/ws/{self.code}"
        return websockets.connect(where, additional_headers={"Cookie": self.cookie}, max_size=None, compression=None)

    async def _connected(self) -> None:
        async with self.connect() as link:
            await link.send(json.dumps({"type": "hello", "last_seq": self.seq}))
            self.connected += 1
            if self.unsure is not None:  # it may have been done or not: the same name again is done once
                await self._send(link, self.unsure)
            while not self.over:
                async with asyncio.timeout(60):
                    message = str(await link.recv())
                for line in message.split("\n"):
                    await self._heard(link, json.loads(line))

    async def _heard(self, link: Any, frame: dict[str, Any]) -> None:
        kind = frame["type"]
        if kind in ("snapshot", "update"):
            await self._news(link, frame)
        elif kind == "ack":
            self.acknowledged[frame["id"]] = frame["seq"]
            self.waits.append(time.perf_counter() - self.sent)
            self.unsure = None
            await self._think(link)
        elif kind == "error":
            if frame["error"] not in ("stale", "busy", "not-now"):
                raise RuntimeError(f"refused: {frame}")
            self.unsure = None
            await link.send(json.dumps({"type": "look", "observer": self.observer}))

    async def _news(self, link: Any, frame: dict[str, Any]) -> None:
        if frame["seq"] < self.seq:
            raise RuntimeError(f"the log went back from {self.seq} to {frame['seq']}")
        self.seq, projection = frame["seq"], frame["projection"]
        if projection is None:
            return
        self.observer, self.legal, self.over = projection["observer"], projection["legal"], projection["turn"] == OVER
        await self._think(link)

    async def _think(self, link: Any) -> None:
        """Do anything legal, one thing at a time."""
        if self.legal and self.unsure is None:
            if self.pause:
                await asyncio.sleep(self.dice.random() * self.pause)
            self.asked += 1
            await self._send(link, (f"{self.name}-{self.asked}", self.seq, self.dice.choice(self.legal)))

    async def _send(self, link: Any, bot_spec: tuple[str, int, int]) -> None:
        self.unsure, self.sent = bot_spec, time.perf_counter()
        name, seq, action = bot_spec
        await link.send(json.dumps({"type": "act", "id": name, "seq": seq, "action": action}))


@asynccontextmanager
async def playing(players: list[Player]) -> AsyncIterator[None]:
    """Let everyone play meanwhile; then they leave, and what went wrong with anyone is raised."""
    tasks = [asyncio.create_task(player.run()) for player in players]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result


async def while_connected(players: list[Player], look: Callable[[], float]) -> float:
    """Let everyone sit there and do nothing; look then."""
    async with AsyncExitStack() as links:
        for player in players:
            link = await links.enter_async_context(player.connect())
            await link.send(json.dumps({"type": "hello"}))
            await link.recv()
        return look()


async def gone_on(players: list[Player], moves: int) -> None:
    """Wait until so many more moves were acknowledged, or all games are over."""
    wanted = sum(len(player.acknowledged) for player in players) + moves
    while sum(len(player.acknowledged) for player in players) < wanted and not all(p.over for p in players):
        await asyncio.sleep(0.001)


async def guest(url: str) -> tuple[httpx.AsyncClient, str]:
    """Someone new: how to ask, and the cookie."""
    http = httpx.AsyncClient(base_url=url, timeout=30)
    (await http.post("/api/guest", json={})).raise_for_status()
    return http, "; ".join(f"{key}={value}" for key, value in http.cookies.items())


async def crowd(urls: list[str], game: str, tables: int, dice: random.Random, pause: float = 0.0) -> list[Player]:
    """Two players at each of so many tables, the second at the last of the servers."""
    players: list[Player] = []
    hosts = [await guest(urls[0]) for _ in range(-(-tables // 30))]
    other, cookie = await guest(urls[-1])
    for number in range(tables):
        http, mine = hosts[number // 30]
        seats = [{"kind": "me"}, {"kind": "open"}]
        code = (await http.post("/api/tables", json={"game": game, "seats": seats})).raise_for_status().json()["code"]
        (await other.post(f"/api/tables/{code}/join", json={})).raise_for_status()
        for url, who, name in ((urls[0], mine, "a"), (urls[-1], cookie, "b")):
            players.append(Player(url, code, who, random.Random(dice.random()), f"{name}{number}", pause))
    for http in (other, *(http for http, _ in hosts)):
        await http.aclose()
    return players
