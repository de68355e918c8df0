"""Attacks before anyone has said who they are: endless headers, half-sent requests, floods of frames, crowds."""

from __future__ import annotations

import asyncio
import itertools
import socket
import threading
import urllib.request
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import uvloop
import websockets
from websockets.exceptions import ConnectionClosed

from escapade.server.limits import Limits
from tests.server.attacks.process import STRANGERS, ServerProcess, serving
from tests.server.clients import QUICK, Guest, Running, running
from tests.server.sockets.test_transport import ASKS, HELLO, cookie_of, peer, sent

MB = 1 << 20
CHUNK = b"x" * 65_536
POST = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"


# --- In a process of its own: memory, and time ----------------------------------


def started(folder: Path, *limits: str) -> AbstractContextManager[ServerProcess]:
    return serving(folder, *(word for limit in limits for word in ("--limit", limit)))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with little patience."""
    quick = ("head_seconds=1", "body_seconds=1", "reply_seconds=1", "idle_seconds=1")
    with started(tmp_path_factory.mktemp("transport"), *quick) as found:
        yield found


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with much patience."""
    with started(tmp_path_factory.mktemp("patient"), "head_seconds=300", "body_seconds=300") as found:
        yield found


def healthy(server: ServerProcess) -> bool:
    with urllib.request.urlopen(server.url + "/healthz", timeout=60) as said:
        return bool(said.status == 200)


def dialled(server: ServerProcess) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=30)


def rest(link: socket.socket) -> bytes:
    """All that still comes, until the server hangs up."""
    found = b""
    with suppress(ConnectionError):
        while data := link.recv(65_536):
            found += data
    return found


def pour(link: socket.socket, data: Iterator[bytes], most: int) -> int:
    """Send until it is enough, or until nobody listens any more; return how much was sent."""
    done = 0
    with suppress(ConnectionError):
        while done < most:
            part = next(data)
            link.sendall(part)
            done += len(part)
    return done


def many(part: Callable[[int], bytes]) -> Iterator[bytes]:
    return (b"".join(part(n) for n in range(start, start + 2000)) for start in itertools.count(0, 2000))


TRAILERS = POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n"
ENDLESS: dict[str, tuple[bytes, Callable[[], Iterator[bytes]]]] = {
    "one long header": (GET + b"X-Long: ", lambda: itertools.repeat(CHUNK)),
    "one long name": (GET + b"X-", lambda: itertools.repeat(CHUNK)),
    "many short headers": (GET, lambda: many(lambda n: b"x%x:\r\n" % n)),
    "a long address": (b"GET /", lambda: itertools.repeat(CHUNK)),
    "a long trailer": (TRAILERS + b"X-Long: ", lambda: itertools.repeat(CHUNK)),
    "many trailers": (TRAILERS, lambda: many(lambda n: b"x%x:\r\n" % n)),
    "a long request for a WebSocket": (
        ASKS.format(code="abc", cookie="x").encode()[:-4],
        lambda: itertools.repeat(CHUNK),
    ),
}


def endless(server: ServerProcess, what: str) -> tuple[int, bytes]:
    """Send 4 MB, if they are taken; return how much was, and the answer."""
    start, more = ENDLESS[what]
    with dialled(server) as link:
        link.sendall(start)
        return pour(link, more(), 4 * MB), rest(link)


@pytest.mark.parametrize("what", ENDLESS)
def test_headers_without_end_are_refused_with_431_and_fill_no_memory(patient: ServerProcess, what: str) -> None:
    before = patient.resident()
    with ThreadPoolExecutor(10) as attackers:
        found = [*attackers.map(lambda _: endless(patient, what), range(10))]
    answers = [answer for _, answer in found]
    assert patient.resident() - before < 10 * MB < sum(poured for poured, _ in found)
    assert {answer[:12] for answer in answers} <= {b"HTTP/1.1 431", b""}  # or it was cut off while it still sent
    assert b"content-security-policy" in max(answers)
    assert healthy(patient)


def test_a_thousand_requests_on_one_connection_wait_for_nobody(patient: ServerProcess) -> None:
    before = patient.resident()
    links = [dialled(patient) for _ in range(10)]
    for link in links:
        with suppress(ConnectionError):
            link.sendall((GET + b"\r\n") * 30_000)
    answers = [rest(link).count(b"HTTP/1.1 200") for link in links]
    for link in links:
        link.close()
    assert max(answers) < 100
    assert patient.resident() - before < 20 * MB
    assert healthy(patient)


HALF: dict[str, tuple[bytes, bytes, bytes]] = {  # what is sent at once, what drips after it, how it is answered
    "half a request line": (b"GET /heal", b"", b"HTTP/1.1 408"),
    "half a header": (GET + b"X-Half: ", b"", b"HTTP/1.1 408"),
    "a header that drips": (GET + b"X-Slow: ", b"x", b"HTTP/1.1 408"),
    "empty lines that drip": (b"\r\n", b"\r\n", b"HTTP/1.1 408"),
    "half a body": (POST + b"Content-Length: 100\r\n\r\n{", b"", b"HTTP/1.1 408"),
    "a body that drips": (POST + b"Content-Length: 60000\r\n\r\n", b" ", b"HTTP/1.1 408"),
    "chunks that drip": (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n", b"HTTP/1.1 408"),
    "a body that nobody wants": (GET + b"Content-Length: 60000\r\n\r\n", b" ", b"HTTP/1.1 200"),
    "half a request for a WebSocket": (ASKS.encode()[:-2], b"", b"HTTP/1.1 408"),
    "nothing at all": (b"", b"", b""),
}


@pytest.mark.parametrize("what", HALF)
def test_half_sent_requests_are_answered_with_408_and_closed(server: ServerProcess, what: str) -> None:
    start, drop, status = HALF[what]
    links = [dialled(server) for _ in range(60)]
    for link in links:
        link.sendall(start)
    over = threading.Event()

    def drip() -> None:
        gone: set[socket.socket] = set()
        while not over.wait(0.1):
            for link in links:
                try:
                    if link not in gone:
                        link.sendall(drop)
                except OSError:
                    gone.add(link)

    dripping = threading.Thread(target=drip)
    if drop:
        dripping.start()
    try:
        answers = [rest(link) for link in links]  # each of them ends: else this waits for good
    finally:
        over.set()
        if drop:
            dripping.join()
    assert {answer[:12] for answer in answers} == {status}
    assert {answer.count(b"HTTP/1.1") for answer in answers} == {int(bool(status))}
    for link in links:
        link.close()
    assert healthy(server)


def test_an_idle_connection_is_kept_for_a_while_and_then_closed(server: ServerProcess) -> None:
    with dialled(server) as link:
        for _ in range(2):
            link.sendall(GET + b"\r\n")
            heard = b""
            while b'"version":' not in heard:
                heard += link.recv(65_536)
        assert b"HTTP" not in rest(link)


def nobody_listens(link: socket.socket) -> bool:
    with suppress(ConnectionError):
        for _ in range(600):
            link.sendall(b"\r\n")
            threading.Event().wait(0.05)
        return False
    return True


def test_an_answer_that_nobody_takes_is_given_up(server: ServerProcess) -> None:
    links = []
    for _ in range(20):
        link = socket.socket()
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        link.settimeout(30)
        link.connect(("127.0.0.1", server.port))
        link.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 15)
        links.append(link)
    for link in links:  # a closed connection takes nothing more; one that waits would take it for ever
        assert nobody_listens(link)
        link.close()
    assert healthy(server)


# --- Floods of frames -----------------------------------------------------------

Work = Callable[[Running, Guest, str], Coroutine[Any, Any, None]]


def at_a_table(folder: Path, work: Work, limits: Limits = Limits(), left: str = "guest") -> None:  # noqa: B008
    """Do something at a table of Ann's, with the limits that a server has by itself."""

    async def live() -> None:
        async with running(str(folder / "t.db"), limits=limits) as server, server.guest() as ann:
            await work(server, ann, (await ann.table("cartagena", "me", left, options={"first": 0}))["code"])

    uvloop.run(live())


FLOODS = {
    "pings": sent(0x89, b""),
    "long pings": sent(0x89, b"x" * 125),
    "pongs": sent(0x8A, b""),
    "empty parts": sent(0x00, b""),
    "small parts": sent(0x00, b" "),
    "short messages": sent(0x81, b'{"type":"ping"}'),
    "empty messages": sent(0x81, b""),
}


@pytest.mark.parametrize("what", FLOODS)
def test_a_flood_of_frames_of_any_kind_is_closed_with_1008(tmp_path: Path, what: str) -> None:
    async def flood(server: Running, ann: Guest, code: str) -> None:
        async with peer(ann, code) as link, httpx.AsyncClient(base_url=server.url, timeout=60) as http:
            link.writer.write(sent(0x81, HELLO))
            await link.said("snapshot")
            if "parts" in what:
                link.writer.write(sent(0x01, b""))
            frames = FLOODS[what] * (MB // len(FLOODS[what]))
            with suppress(ConnectionError):
                for _ in range(20):
                    link.writer.write(frames)
                    assert (await http.get("/healthz")).status_code == 200
            assert await link.end() in ((1007, 1008) if what == "empty messages" else (1008,))

    at_a_table(tmp_path, flood)


@pytest.mark.parametrize("hurry", [True, False])
def test_a_message_in_parts_is_bounded_however_many_there_are(tmp_path: Path, hurry: bool) -> None:
    limits = QUICK._replace(parts=1e9, parts_burst=1e9, message=1000)

    async def send(server: Running, ann: Guest, code: str) -> None:
        async with peer(ann, code) as link:
            link.writer.write(sent(0x81, HELLO))
            await link.said("snapshot")
            link.writer.write(sent(0x01, b"") + sent(0x00, b" ") * (1001 if hurry else 1))
            for _ in range(0 if hurry else 1000):
                link.writer.write(sent(0x00, b" "))
                await link.writer.drain()
            assert await link.end() == 1009

    at_a_table(tmp_path, send, limits)


def test_a_person_who_plays_quickly_is_no_flood(tmp_path: Path) -> None:
    async def talk(server: Running, ann: Guest, code: str) -> None:
        async with peer(ann, code) as link:
            link.writer.write(sent(0x81, HELLO))
            await link.said("snapshot")
            long = sent(0x01, b'{"type":"say",') + sent(0x89, b"") + sent(0x80, b'"text":"' + b"x" * 200 + b'"}')
            link.writer.write(long + b"".join(sent(0x81, b'{"type":"ping","n":%d}' % n) for n in range(50)))
            assert [(await link.said("pong"))["n"] for _ in range(50)] == [*range(50)]

    at_a_table(tmp_path, talk)


# --- Crowds -----------------------------------------------------------------------


async def end_of(link: websockets.ClientConnection) -> tuple[int | None, str | None]:
    async with asyncio.timeout(20):
        with suppress(ConnectionClosed):
            while True:
                await link.recv()
    return link.close_code, link.close_reason


class Crowd:
    """Connections that stay."""

    def __init__(self, server: Running, stack: AsyncExitStack) -> None:
        self.server, self.stack = server, stack

    async def watch(self, code: str, guest: Guest | None = None, address: str = "") -> websockets.ClientConnection:
        """Connect, and say hello: from an address, as a proxy on this machine would tell it."""
        headers = {"Cookie": cookie_of(guest)} if guest else {}
        headers |= {"X-Forwarded-For": address} if address else {}
        where = f"ws://127.0.0.1:{self.server.port}/ws/{code}"
        link = await self.stack.enter_async_context(
            websockets.connect(where, additional_headers=headers, max_queue=None)
        )
        with suppress(ConnectionClosed):
            await link.send('{"type":"hello"}')
        return link

    async def sees(self, code: str, guest: Guest | None = None, address: str = "") -> websockets.ClientConnection:
        """Connect, and be let in."""
        link = await self.watch(code, guest, address)
        assert '"snapshot"' in str(await link.recv())
        return link


def test_spectators_fill_a_table_and_players_still_get_in(tmp_path: Path) -> None:
    async def fill(server: Running, ann: Guest, code: str) -> None:
        async with server.guest("Bob") as bob, AsyncExitStack() as stack:
            crowd = Crowd(server, stack)
            await bob.join(code)
            first, *_ = [await crowd.sees(code) for _ in range(4)]
            for _ in range(2):
                assert await end_of(await crowd.watch(code)) == (
                    1013,
                    "4 people watch this table already; come back later",
                )
            for player in (ann, bob, ann, bob, ann):
                await crowd.sees(code, player)
            assert (await end_of(await crowd.watch(code)))[0] == 1013
            other = (await ann.table("cartagena", "me", "guest"))["code"]
            await crowd.sees(other)
            await first.close()
            await crowd.sees(code)
            assert (await end_of(await crowd.watch(code)))[0] == 1013
            async with ann.at(code) as place:
                assert (await place.act(place.now["legal"][0]))["type"] == "ack"

    at_a_table(tmp_path, fill, QUICK._replace(spectators=4), left="open")


def test_who_sits_down_is_no_spectator_any_more(tmp_path: Path) -> None:
    async def sit(server: Running, ann: Guest, code: str) -> None:
        async with server.guest("Bob") as bob, AsyncExitStack() as stack:
            crowd = Crowd(server, stack)
            await crowd.sees(code, bob)
            await crowd.sees(code)
            assert (await end_of(await crowd.watch(code)))[0] == 1013
            await bob.join(code)
            await crowd.sees(code)
            assert (await end_of(await crowd.watch(code)))[0] == 1013

    at_a_table(tmp_path, sit, QUICK._replace(spectators=2), left="open")


def test_websockets_are_counted_by_the_network_that_a_proxy_tells(tmp_path: Path) -> None:
    async def come(server: Running, ann: Guest, code: str) -> None:
        async with AsyncExitStack() as stack:
            crowd = Crowd(server, stack)
            for address in ("2001:db8::1", "2001:db8::2", "192.0.2.1", "192.0.2.1", "192.0.2.2"):
                await crowd.sees(code, address=address)
            for address in ("2001:db8::3", "2001:db8:0:0:ffff::1", "192.0.2.1", "::ffff:192.0.2.1"):
                code_of_end, reason = await end_of(await crowd.watch(code, address=address))
                assert (code_of_end, "your network" in str(reason)) == (1013, True)
            for address in ("2001:db8:0:1::1", "192.0.2.2", ""):
                await crowd.sees(code, address=address)
            await crowd.sees(code, ann, "192.0.2.1")  # who has a seat may go a little further
            assert (await end_of(await crowd.watch(code, ann, "192.0.2.1")))[0] == 1013

    at_a_table(tmp_path, come, QUICK._replace(address_sockets=2, address_connections=3))


def test_requests_at_once_are_counted_by_the_network_that_a_proxy_tells(tmp_path: Path) -> None:
    async def come(server: Running, ann: Guest, code: str) -> None:
        async def asked(address: str) -> int:
            headers = {"X-Forwarded-For": address}
            async with httpx.AsyncClient(base_url=server.url) as http:
                return int((await http.get("/healthz", headers=headers)).status_code)

        slow = []
        for n in (1, 2):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(POST + b"X-Forwarded-For: 2001:db8::%d\r\nContent-Length: 100\r\n\r\n{" % n)
            slow.append((reader, writer))
        while await asked("2001:db8::3") != 429:  # until both are there
            await asyncio.sleep(0.01)
        assert await asked("2001:db8:1::3") == 200
        for _, writer in slow:
            writer.close()
        while await asked("2001:db8::3") != 200:
            await asyncio.sleep(0.01)

    at_a_table(tmp_path, come, QUICK._replace(address_connections=2))


Knocked = tuple[asyncio.StreamReader, asyncio.StreamWriter, str]


async def knock(port: int, request: bytes = GET + b"\r\n") -> Knocked:
    """Connect, and ask for something; return the answer's first line, too."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with suppress(ConnectionError):
        writer.write(request)
        async with asyncio.timeout(20):
            return reader, writer, (await reader.read(65_536)).partition(b"\r\n")[0].decode()
    return reader, writer, "reset"


def close(*knocked: Knocked) -> None:
    for _, writer, _ in knocked:
        writer.close()


async def let_in(port: int, refused: str) -> None:
    """Knock until one is let in: a connection that was closed may count for a moment still."""
    while (again := await knock(port))[2] != "HTTP/1.1 200 OK":
        assert again[2] == refused
        close(again)
    close(again)


STATUS = {
    "address_connections": "HTTP/1.1 429 Too Many Requests",
    "connections": "HTTP/1.1 503 Service Unavailable",
}


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine is a client like any other."""
    for name, value in STRANGERS.items():
        monkeypatch.setenv(name, value)


@pytest.mark.usefixtures("strangers")
@pytest.mark.parametrize("wires", [False, True])
@pytest.mark.parametrize("limit", STATUS)
def test_connections_beyond_the_limit_are_turned_away(tmp_path: Path, limit: str, wires: bool) -> None:
    async def come(server: Running, ann: Guest, code: str) -> None:
        await ann.http.aclose()
        request = ASKS.format(code=code, cookie="").encode() if wires else GET + b"\r\n"
        good = "HTTP/1.1 101 Switching Protocols" if wires else "HTTP/1.1 200 OK"
        opened: list[Knocked] = []
        while (last := await knock(server.port, request))[2] == good:
            opened.append(last)
        assert last[2] == STATUS[limit]
        assert 1 <= len(opened) <= 5
        assert await last[0].read() == b""  # it was closed
        close(opened.pop(), last)
        await let_in(server.port, STATUS[limit])
        close(*opened)

    at_a_table(tmp_path, come, QUICK._replace(**{limit: 5}))
