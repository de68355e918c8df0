"""A wire: a WebSocket as it is opened, used, misused and ended, byte by byte."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import time
import tracemalloc
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvloop
import websockets
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import CLIENT, OPEN, Protocol

from escapade.server.errors import Disconnected
from escapade.server.limits import Limits
from escapade.server.live.table import Table
from escapade.server.sockets.admission import ServerConfig
from escapade.server.sockets.player import Connection
from escapade.server.sockets.transport import MAX_PONG_BYTES, MAX_UNREAD, WebSocketTransport, transport_of
from tests.server.clients import QUICK, Guest, Running, running

ASKS = (
    "GET /ws/{code} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
)
HELLO = b'{"type":"hello"}'


def sent(first: int, content: bytes) -> bytes:
    """A frame as a client sends it: its first byte, its length, a mask that changes nothing, and what is in it."""
    size = len(content)
    length = bytes([0x80 | size]) if size <= 125 else bytes([0xFE]) + size.to_bytes(2, "big")
    return bytes([first]) + length + bytes(4) + content


def ping(n: int) -> bytes:
    return sent(0x81, b'{"type":"ping","n":%d}' % n)


class Peer:
    """A client that writes what it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.parser = Protocol(CLIENT, state=OPEN, max_size=None)
        self.waiting: list[Frame] = []

    async def frame(self) -> Frame | None:
        """The next frame that the server sends; None when it hangs up."""
        async with asyncio.timeout(20):
            while not self.waiting:
                data = await self.reader.read(1 << 16)
                if not data:
                    return None
                self.parser.receive_data(data)
                self.waiting += [event for event in self.parser.events_received() if isinstance(event, Frame)]
        return self.waiting.pop(0)

    async def said(self, kind: str) -> dict[str, Any]:
        """The next line of such a type."""
        while (found := await self.frame()) is not None:
            if found.opcode == Opcode.TEXT and (line := json.loads(bytes(found.data)))["type"] == kind:
                return dict(line)
        raise AssertionError(f"the server hung up before it said {kind}")

    async def end(self) -> int:
        """The code with which the server ends it."""
        while (found := await self.frame()) is not None:
            if found.opcode == Opcode.CLOSE:
                assert await self.frame() is None  # and then it hangs up
                return int.from_bytes(found.data[:2], "big")
        return 1006


def cookie_of(guest: Guest) -> str:
    return "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())


@asynccontextmanager
async def peer(guest: Guest, code: str, *more: bytes) -> AsyncIterator[Peer]:
    """Someone's own hand on the wire; `more` is sent together with the request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", guest.port)
    try:
        writer.write(b"".join([ASKS.format(code=code, cookie=cookie_of(guest)).encode(), *more]))
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        yield Peer(reader, writer)
    finally:
        writer.close()


Work = Callable[[Running, Guest, str], Coroutine[Any, Any, None]]


def at_a_table(folder: Path, work: Work, limits: Limits = QUICK) -> None:
    """Do something at a running table of one person on both seats, on the loop that `escapade serve` has."""

    async def live() -> None:
        async with running(str(folder / "t.db"), limits=limits) as server, server.guest() as ann:
            await work(server, ann, (await ann.table("cartagena", "me", "guest", options={"first": 0}))["code"])

    uvloop.run(live())


async def someone_listens(server: Running) -> tuple[Table, Connection]:
    """The only table there is, and who looks at it, once someone does."""
    (table,) = server.registry.tables.values()
    while not table.listeners:
        await asyncio.sleep(0.01)
    (listener,) = table.listeners
    assert isinstance(listener, Connection)
    return table, listener


# --- Real connections ---------------------------------------------------------


def test_a_message_may_come_in_parts_and_byte_by_byte(tmp_path: Path) -> None:
    async def talk(server: Running, ann: Guest, code: str) -> None:
        async with peer(ann, code) as link:
            for byte in sent(0x01, HELLO[:5]) + sent(0x89, b"in between") + sent(0x00, b"") + sent(0x80, HELLO[5:]):
                link.writer.write(bytes([byte]))
                await link.writer.drain()
                await asyncio.sleep(0)
            pong = await link.frame()
            assert pong is not None
            assert (pong.opcode, pong.data) == (Opcode.PONG, b"in between")
            assert (await link.said("snapshot"))["seq"] > 0

    at_a_table(tmp_path, talk)


def test_wishes_that_come_together_are_answered_in_order(tmp_path: Path) -> None:
    async def talk(server: Running, ann: Guest, code: str) -> None:
        async with peer(ann, code) as link:
            link.writer.write(sent(0x81, HELLO) + b"".join(ping(n) for n in range(500)))
            assert [(await link.said("pong"))["n"] for _ in range(500)] == [*range(500)]

    at_a_table(tmp_path, talk)


def test_what_is_sent_before_the_answer_does_no_harm(tmp_path: Path) -> None:
    """A client must wait for the answer; uvicorn throws away what comes in one packet with the request."""

    async def talk(server: Running, ann: Guest, code: str) -> None:
        async with peer(ann, code, sent(0x81, HELLO)) as link:
            link.writer.write(sent(0x81, HELLO))
            assert (await link.said("snapshot"))["seq"] > 0

    at_a_table(tmp_path, talk)


def test_who_sends_and_never_reads_is_cut_off(tmp_path: Path) -> None:
    async def flood(server: Running, ann: Guest, code: str) -> None:
        async with peer(ann, code) as link:
            link.writer.write(sent(0x81, HELLO))
            table, victim = await someone_listens(server)
            looks = sent(0x81, b'{"type":"look","observer":0}') * 50
            async with asyncio.timeout(60):
                while table.listeners:
                    if not link.writer.transport.get_write_buffer_size():  # else the server makes us wait, as it should
                        link.writer.write(looks)
                    await asyncio.sleep(0)
                    assert victim.transport.waiting <= 50_000
        async with ann.at(code) as place:
            assert place.seq > 0

    at_a_table(tmp_path, flood, QUICK._replace(waiting=50_000, frames=1e9, burst=1e9))


def test_a_flood_of_pings_fills_no_memory(tmp_path: Path) -> None:
    async def flood(server: Running, ann: Guest, code: str) -> None:
        async with peer(ann, code) as link:
            link.writer.write(sent(0x81, HELLO))
            _, victim = await someone_listens(server)
            pings = sent(0x89, b"x" * 125) * 1000
            for _ in range(200):  # 25 MB
                link.writer.write(pings)
                while link.writer.transport.get_write_buffer_size() > 1 << 20:
                    await asyncio.sleep(0)
                assert victim.transport.waiting < MAX_PONG_BYTES + 1000
            link.writer.write(ping(7))
            assert (await link.said("pong"))["n"] == 7

    at_a_table(tmp_path, flood, QUICK._replace(parts=1e9, parts_burst=1e9))


def test_what_was_wished_is_done_even_if_its_client_has_gone(tmp_path: Path) -> None:
    async def leave(server: Running, ann: Guest, code: str) -> None:
        for says_so in (False, True):
            async with peer(ann, code) as link:
                link.writer.write(sent(0x81, HELLO))
                seen = await link.said("snapshot")
                wish = {
                    "type": "act",
                    "id": f"w{says_so}",
                    "seq": seen["seq"],
                    "action": seen["projection"]["legal"][0],
                }
                link.writer.write(sent(0x81, json.dumps(wish).encode()))
                if says_so:
                    link.writer.write(sent(0x88, b"\x03\xe8"))
                link.writer.write_eof()  # half closed: it listens still
                assert await link.end() in (1000, 1006)
            async with ann.at(code) as place:
                while place.seq <= seen["seq"]:
                    await place.until("update")
                while not place.now["legal"]:
                    await place.until("update")

    at_a_table(tmp_path, leave)


@pytest.mark.parametrize("said", [b"", b"\x03\xe8", b"\x0f\xa0see you"])
def test_a_client_that_closes_is_answered_with_its_code(tmp_path: Path, said: bytes) -> None:
    async def close(server: Running, ann: Guest, code: str) -> None:
        async with peer(ann, code) as link:
            link.writer.write(sent(0x81, HELLO) + sent(0x88, said) + ping(1))
            while (found := await link.frame()) is not None and found.opcode != Opcode.CLOSE:
                assert found.opcode == Opcode.TEXT
            assert found is not None
            assert found.data[:2] == said[:2]
            assert await link.frame() is None

    at_a_table(tmp_path, close)


def test_what_a_client_is_told_at_last_arrives_while_it_still_sends(tmp_path: Path) -> None:
    async def shout(server: Running, ann: Guest, code: str) -> None:
        async with peer(ann, code) as link:
            link.writer.write(sent(0x81, HELLO) + sent(0x82, b"binary"))
            for _ in range(100):
                link.writer.write(sent(0x81, b"x" * 16_000))
                await asyncio.sleep(0)
            assert (await link.said("closing"))["reason"] == "frames are text"
            assert await link.end() == 1003

    at_a_table(tmp_path, shout)


def test_a_server_that_stops_says_so_and_waits_for_nobody(tmp_path: Path) -> None:
    async def stop() -> None:
        async with running(str(tmp_path / "t.db")) as server, server.guest() as ann:
            code = (await ann.table("cartagena", "me", "guest"))["code"]
            where, headers = f"ws://127.0.0.1:{server.port}/ws/{code}", {"Cookie": cookie_of(ann)}
            link = await websockets.connect(where, additional_headers=headers)
            deaf = Peer(*await asyncio.open_connection("127.0.0.1", server.port))
            deaf.writer.write(ASKS.format(code=code, cookie=cookie_of(ann)).encode())
            await deaf.reader.readuntil(b"\r\n\r\n")
            began = time.monotonic()
        assert time.monotonic() - began < 4
        with pytest.raises(ConnectionClosed) as closed:
            await link.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        assert await deaf.end() == 1012
        deaf.writer.close()

    uvloop.run(stop())


REFUSED = {
    "another version": (400, ("Version: 13", "Version: 7")),
    "no key": (400, ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", "")),
    "no such address": (403, ("/ws/{code}", "/ws/{code}/and/more")),
    "another page": (403, ("Host: x", "Host: x\r\nOrigin: http://evil.example")),
    "a header beyond all measure": (431, ("Host: x", f"Host: x\r\nX-Long: {'x' * 9000}")),
    "a request that is no GET": (None, ("GET", "POST")),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_request_that_is_no_good_is_answered_and_ends(tmp_path: Path, what: str) -> None:
    status, (good, bad) = REFUSED[what]

    async def ask(server: Running, ann: Guest, code: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(ASKS.replace(good, bad).format(code=code, cookie="").encode())
        async with asyncio.timeout(20):
            answer = await reader.read()
        assert answer.startswith(f"HTTP/1.1 {status} ".encode() if status else b"")
        assert (b"content-security-policy" in answer) == (what == "another page")
        writer.close()

    at_a_table(tmp_path, ask)


def test_an_answer_to_a_request_has_one_date_and_packs_nothing(tmp_path: Path) -> None:
    async def ask(server: Running, ann: Guest, code: str) -> None:
        where = f"ws://127.0.0.1:{server.port}/ws/{code}"
        async with websockets.connect(where, compression="deflate", subprotocols=["chat"]) as link:  # type: ignore[list-item]
            assert link.response is not None
            names = [name.lower() for name, _ in link.response.headers.raw_items()]
        assert sorted(names) == ["connection", "date", "sec-websocket-accept", "upgrade"]

    at_a_table(tmp_path, ask)


@pytest.mark.parametrize(
    ("what", "code"),
    [
        (sent(0xC1, b"packed"), 1002),
        (sent(0x83, b"no such kind"), 1002),
        (b"\x81\x02no", 1002),  # not masked
        (sent(0x80, b"the end of nothing"), 1002),
        (sent(0x01, b"one") + sent(0x81, b"another"), 1002),
        (sent(0x89, b"x" * 126), 1002),
        (sent(0x09, b"half a ping"), 1002),
        (sent(0x88, b"\x00\x01"), 1002),  # no such code
        (sent(0x82, b"binary"), 1003),
        (sent(0x81, b"\xff"), 1007),
        (sent(0x01, b"\xc3") + sent(0x80, b"\x28"), 1007),
        (sent(0x81, b"\xff") + sent(0x88, b"\x03\xe8"), 1000),  # it was the first to say goodbye
        (sent(0x81, b"\xff") + sent(0x83, b"no such kind"), 1002),
        (sent(0x81, b"x" * 16_385), 1009),
        (sent(0x01, b"x" * 10_000) + sent(0x80, b"x" * 10_000), 1009),
        (b"\x81\xff" + (1 << 62).to_bytes(8, "big") + bytes(4), 1009),
    ],
)
def test_frames_that_no_client_sends_end_it(tmp_path: Path, what: bytes, code: int) -> None:
    async def send(server: Running, ann: Guest, table: str) -> None:
        async with peer(ann, table) as link:
            link.writer.write(sent(0x81, HELLO))
            await link.said("snapshot")
            link.writer.write(what)
            assert await link.end() == code

    at_a_table(tmp_path, send)


def test_letters_may_come_in_halves(tmp_path: Path) -> None:
    async def send(server: Running, ann: Guest, table: str) -> None:
        async with peer(ann, table) as link:
            link.writer.write(sent(0x81, HELLO))
            await link.said("snapshot")
            wish = '{"type":"say","text":"Ó"}'.encode()
            half = wish.index("Ó".encode()) + 1
            link.writer.write(sent(0x01, wish[:half]) + sent(0x80, wish[half:]))
            assert (await link.said("chatline"))["text"] == "Ó"

    at_a_table(tmp_path, send)


# --- Without a network: uvicorn's contract -------------------------------------


class Line(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.ended, self.reading = b"", "", True

    def write(self, data: Any) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return 0

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.ended = "eof"

    def close(self) -> None:
        self.ended = "close"

    def abort(self) -> None:
        self.ended = "abort"

    def pause_reading(self) -> None:
        assert self.reading
        self.reading = False

    def resume_reading(self) -> None:
        assert not self.reading
        self.reading = True


App = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]


def dialled(app: App, beat: float | None = None) -> tuple[WebSocketTransport, Line, ServerState]:
    """A wire as uvicorn makes it, and the request on it."""
    more: Any = {"ws_ping_interval": beat, "ws_max_size": 1000, "log_config": None, "proxy_headers": False}
    config = ServerConfig(app, QUICK, ws=WebSocketTransport, **more)
    config.load()
    state, line = ServerState(), Line()
    wire = WebSocketTransport(config=config, server_state=state, app_state={})
    wire.connection_made(line)
    wire.data_received(ASKS.format(code="abc", cookie="x=y").encode())
    return wire, line, state


async def keeps(scope: Scope, receive: Receive, send: Send) -> None:
    """An app that accepts, and leaves the rest to others."""
    socket = WebSocket(scope, receive, send)
    await socket.accept()
    wire = transport_of(socket)

    async def stay() -> None:
        await asyncio.Event().wait()

    wire.run_after_accept(stay)


def frames_in(data: bytes) -> list[tuple[int, bytes]]:
    client = Protocol(CLIENT, state=OPEN, max_size=None)
    client.receive_data(data)
    return [(int(e.opcode), bytes(e.data)) for e in client.events_received() if isinstance(e, Frame)]


def test_a_client_in_a_hurry_waits_and_is_heard() -> None:
    async def live() -> None:
        wire, line, _ = dialled(keeps)
        wire.data_received(sent(0x81, b"early"))
        assert not line.reading
        assert await wire.receive() == b"early"
        assert line.reading
        assert line.written.startswith(b"HTTP/1.1 101 ")

    asyncio.run(live())


def test_parts_of_nothing_fill_no_memory() -> None:
    async def live() -> None:
        wire, _, _ = dialled(keeps)
        await asyncio.sleep(0)
        wire.data_received(sent(0x01, b"a"))
        tracemalloc.start()
        wire.data_received(sent(0x00, b"") * 10_000)
        grown, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert grown < 50_000
        wire.data_received(sent(0x80, b"b"))
        assert await wire.receive() == b"ab"

    asyncio.run(live())


def test_what_looks_like_a_frame_inside_a_frame_is_none() -> None:
    async def live() -> None:
        wire, _, _ = dialled(keeps)
        await asyncio.sleep(0)
        said = b"\x00\x09 and a dozen"
        masked = bytes(byte ^ 0x81 for byte in said)
        assert masked[:2] == bytes((0x81, 0x80 | len(masked) - 6))  # as a short text begins
        wire.data_received(bytes((0x81, 0x80 | len(masked))) + b"\x81" * 4)
        wire.data_received(masked)
        assert await wire.receive() == said

    asyncio.run(live())


def test_a_text_between_the_parts_of_another_ends_it() -> None:
    async def live() -> None:
        wire, line, _ = dialled(keeps)
        await asyncio.sleep(0)
        _, line.written = line.written, b""
        wire.data_received(sent(0x01, b"one"))
        wire.data_received(sent(0x81, b"another"))
        with pytest.raises(Disconnected):
            await wire.receive()
        ((opcode, said),) = frames_in(line.written)
        assert opcode == Opcode.CLOSE
        assert said[:2] == (1002).to_bytes(2)

    asyncio.run(live())


def test_however_messages_are_cut_into_pieces_they_are_the_same() -> None:
    said = [b"short", "Ó".encode(), b"x" * 125, b"y" * 126, b"z" * 900, b"", b"short again"]
    stream = b"".join(sent(0x81, text) + sent(0x89, b"ping") for text in said[:3])
    stream += sent(0x01, b"in ") + sent(0x89, b"ping") + sent(0x80, b"parts")
    stream += b"".join(sent(0x81, text) for text in said[3:])
    wanted = [*said[:3], b"in parts", *said[3:]]
    dice = random.Random(1)

    async def live(cuts: list[int]) -> None:
        wire, _, _ = dialled(keeps)
        await asyncio.sleep(0)
        for begin, end in itertools.pairwise([0, *cuts, len(stream)]):
            wire.data_received(stream[begin:end])
        assert [await wire.receive() for _ in wanted] == wanted

    for many in (0, 1, 2, 5, 40):
        for _ in range(20):
            asyncio.run(live(sorted(dice.sample(range(1, len(stream)), many))))


def test_only_so_much_waits_to_be_answered() -> None:
    async def live() -> None:
        wire, line, _ = dialled(keeps)
        await asyncio.sleep(0)
        texts = [b"%d" % n for n in range(100)]
        wire.data_received(b"".join(sent(0x81, text) for text in texts))
        assert not line.reading
        assert [await wire.receive() for _ in range(99)] == texts[:99]
        assert not line.reading
        assert await wire.receive() == texts[99]
        assert line.reading
        wire.data_received(b"".join(sent(0x82, b"no text") for _ in range(MAX_UNREAD - 1)))
        assert line.reading
        assert await wire.receive() is None

    asyncio.run(live())


def test_what_is_sent_in_one_turn_leaves_together_and_in_order() -> None:
    async def live() -> None:
        wire, line, _ = dialled(keeps)
        await asyncio.sleep(0)
        _, line.written = line.written, b""
        for n in range(3):
            wire.send(b"%d" % n)
        assert line.written == b""
        assert wire.waiting == 9
        await asyncio.sleep(0)
        assert frames_in(line.written) == [(1, b"0"), (1, b"1"), (1, b"2")]
        wire.send(b"last")
        wire.close(1008, "enough")
        assert frames_in(line.written)[3:] == [(1, b"last"), (8, b"\x03\xf0enough")]
        assert line.ended == "eof"
        wire.send(b"too late")
        wire.data_received(sent(0x81, b"too late"))
        with pytest.raises(Disconnected):
            await wire.receive()
        assert b"too late" not in line.written

    asyncio.run(live())


def test_who_does_not_answer_pings_is_gone_and_who_does_is_not() -> None:
    async def live(answers: bool) -> tuple[list[tuple[int, bytes]], str]:
        wire, line, _ = dialled(keeps, 0.05)
        await asyncio.sleep(0)
        line.written = b""
        for _ in range(20):
            await asyncio.sleep(0.01)
            if answers:
                wire.data_received(sent(0x8A, b""))
        return frames_in(line.written), line.ended

    assert asyncio.run(live(False)) == ([(9, b""), (8, b"\x03\xf3no answer to a ping")], "eof")
    heard, ended = asyncio.run(live(True))
    assert {kind for kind, _ in heard} == {9}
    assert ended == ""


def test_who_never_hangs_up_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escapade.server.sockets.transport.CLOSE_TIMEOUT", 0.02)

    async def live() -> None:
        wire, line, state = dialled(keeps)
        await asyncio.sleep(0)
        assert len(state.connections) == 1
        wire.close(1000, "")
        await asyncio.sleep(0.1)
        assert line.ended == "abort"
        wire.connection_lost(None)
        assert not state.connections

    asyncio.run(live())


def test_to_end_what_is_gone_already_is_no_error() -> None:
    class Lost(Line):
        def write_eof(self) -> None:
            raise OSError(107, "Transport endpoint is not connected")

    async def live() -> None:
        wire, _, _ = dialled(keeps)
        await asyncio.sleep(0)
        wire._transport = Lost()
        wire.shutdown()
        with pytest.raises(Disconnected):
            await wire.receive()

    asyncio.run(live())


def test_an_app_that_fails_is_answered_for() -> None:
    async def fails(scope: Scope, receive: Receive, send: Send) -> None:
        raise KeyError("the seven of hearts")

    async def forgets(scope: Scope, receive: Receive, send: Send) -> None:
        pass

    async def talks(scope: Scope, receive: Receive, send: Send) -> None:
        await WebSocket(scope, receive, send).accept()
        message: Message = {"type": "websocket.send", "text": "by ASGI"}
        await send(message)

    async def live(app: App) -> Line:
        _, line, state = dialled(app)
        while state.tasks:
            await asyncio.sleep(0)
        return line

    for app in (fails, forgets):
        line = asyncio.run(live(app))
        assert line.written.startswith(b"HTTP/1.1 500 ")
        assert b"hearts" not in line.written
        assert line.ended == "close"
    assert asyncio.run(live(talks)).ended == "close"


def test_a_server_that_stops_while_someone_knocks_says_so() -> None:
    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(0.05)
        await WebSocket(scope, receive, send).accept()

    async def live() -> None:
        wire, line, state = dialled(slow)
        await asyncio.sleep(0)
        wire.shutdown()
        assert line.written.startswith(b"HTTP/1.1 500 ")
        assert line.ended == "close"
        while state.tasks:
            await asyncio.sleep(0.01)
        assert b" 101 " not in line.written

    asyncio.run(live())
