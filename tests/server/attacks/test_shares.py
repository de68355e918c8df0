"""One address asks for what is allowed, as often as it can: it waits for itself, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import websockets
from starlette.types import Message, Receive, Scope, Send

from escapade.server.limits import Limits
from escapade.server.live import audit
from escapade.server.rate_limits import Shares
from escapade.server.sockets.admission import RequestsAtOnce
from tests.server.attacks.flood import Held as Flooded
from tests.server.attacks.flood import guest, one_game
from tests.server.attacks.process import serving
from tests.server.clients import running

NEAR, FAR = "203.0.113.5", "198.51.100.7"
SECONDS = 6.0


class App:
    """Answers each request when it is told to, after it has read the body."""

    def __init__(self) -> None:
        self.running: list[str] = []
        self.go_on = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        self.running.append(scope["client"][0])
        await self.go_on.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        self.running.remove(scope["client"][0])


async def refusal(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 429, "headers": []})


def test_so_many_requests_of_one_address_are_worked_on_at_once_and_the_others_wait_in_line() -> None:
    async def script() -> None:
        app, answers = App(), list[int]()
        door = RequestsAtOnce(app, 6, refusal, Shares(2, 0.1))

        async def ask(address: str, body: asyncio.Event | None = None) -> None:
            async def receive() -> Message:
                if body is not None:
                    await body.wait()
                return {"type": "http.request"}

            async def send(message: Message) -> None:
                answers.append(message["status"])

            await door({"type": "http", "client": (address, 1)}, receive, send)

        slow = asyncio.Event()
        asked = [asyncio.create_task(ask(NEAR, slow)) for _ in range(2)]
        asked += [asyncio.create_task(ask(NEAR)) for _ in range(6)]
        asked.append(asyncio.create_task(ask(FAR)))
        asked += [asyncio.create_task(ask("127.0.0.1")) for _ in range(9)]  # a proxy that tells nobody's address
        await asyncio.sleep(0.01)
        assert (app.running.count(NEAR), app.running.count(FAR), app.running.count("127.0.0.1")) == (0, 1, 9)
        assert answers == [429, 429]
        while app.running.count(NEAR) < 2:  # whoever sends a body slowly has had a share for long enough
            await asyncio.sleep(0.01)
        app.go_on.set()
        await asyncio.sleep(0.01)
        slow.set()
        await asyncio.gather(*asked)
        assert answers.count(200) == 16

    asyncio.run(script())


def test_who_is_given_up_while_it_waits_takes_nobodys_turn() -> None:
    async def script() -> None:
        shares, order = Shares(1), list[int]()

        async def work(number: int) -> None:
            async with shares.share(NEAR):
                order.append(number)
                await asyncio.sleep(0.001)

        tasks = [asyncio.create_task(work(number)) for number in range(5)]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert order == [0, 1, 3, 4]
        assert not shares._gates

    asyncio.run(script())


def test_a_log_of_some_length_is_read_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens one table after the other keeps nobody waiting for more than a moment."""
    beside = list[int]()

    async def counted(work: Any, *args: Any) -> Any:
        beside.append(len(args[2]))
        return work(*args)

    monkeypatch.setattr(audit, "in_thread", counted)

    async def script() -> None:
        dice = random.Random(1)
        async with running(str(tmp_path / "t.db")) as server, server.guest() as ann:
            code = (await ann.table("cartagena", "me", "guest"))["code"]
            table = await server.registry.find(code)
            assert table.match is not None
            while len(table.match.log) < 120:
                seat, legal = table.match.turn, table.match.legal_codes()
                await table.act(table.seats[seat].who, seat, table.history.seq, dice.choice(legal), "")
            await audit.read(server.registry.store, table.row)
            assert beside == [len(table.history.entries)]

    asyncio.run(script())


async def asks_for_lists(port: int, answered: list[float]) -> None:
    """Asks for one list after the other over one connection."""
    asked = f"GET /api/tables?which=watch HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {NEAR}\r\n\r\n".encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                writer.write(asked)
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                await reader.readexactly(int(head.partition(b"content-length:")[2].split(b"\r\n")[0]))
                answered.append(time.monotonic())
    finally:
        writer.close()


async def looks_round(port: int, code: str, answered: list[float]) -> None:
    """Wants to see all of a table again, as often as a connection may."""
    url, headers = f"ws://127.0.0.1:{port}/ws/{code}", {"X-Forwarded-For": NEAR}
    async with websockets.connect(url, additional_headers=headers, max_size=None, open_timeout=60) as link:
        await link.send(json.dumps({"type": "hello", "offers": True}))
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await link.send('{"type":"look","observer":null}')
                await asyncio.sleep(0.05)
                answered.append(time.monotonic())


@asynccontextmanager
async def attackers(works: list[Any]) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def test_two_people_play_on_while_one_address_asks_for_all_that_it_may(tmp_path: Path) -> None:
    """300 at a time for lists of 50 tables, and 150 spectators who look again and again."""

    async def script(port: int) -> None:
        held, answered = Flooded(), list[float]()
        async with guest(port, 1) as ann, guest(port, 2) as bob:
            for who in (ann, bob):
                for _ in range(25):
                    await who.table("cartagena", "me", "guest", listed=True)
            code = (await ann.table("cartagena", "me", "open"))["code"]
            await bob.join(code)
            lists = [asks_for_lists(port, answered) for _ in range(300)]
            looks = [looks_round(port, code, answered) for _ in range(150)]
            async with attackers([*lists, *looks]):
                await asyncio.sleep(2)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(SECONDS):
                        await one_game(ann, bob, code, held)
            assert answered, "nobody attacked"
            assert len(held.moves) >= SECONDS

    limits = Limits()
    assert limits.address_connections > 300
    assert limits.address_sockets > 150
    with serving(tmp_path) as server:
        asyncio.run(script(server.port))
