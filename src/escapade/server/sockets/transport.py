"""A WebSocket between uvicorn and a connection: opened by ASGI, as routes have it; then frames go without detours.

uvicorn makes one for each request that asks for a WebSocket. The app says yes or no, as in ASGI. After a yes it finds
the transport in its scope, leaves it some work to go on with, and returns, so that what a frame wakes does not lie
under a dozen layers of routes and middleware. A frame that comes is handed over, one that leaves is written: no
dictionary, no queue, no task for any of them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from email.utils import formatdate
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import unquote

import structlog
from starlette.types import Message, Scope
from starlette.websockets import WebSocket
from uvicorn.protocols.utils import get_local_addr, get_remote_addr, is_ssl
from uvicorn.server import ServerState
from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode, apply_mask  # type: ignore[attr-defined]  # the quicker of its two
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from escapade.server import metrics
from escapade.server.errors import Disconnected
from escapade.server.rate_limits import TokenBucket
from escapade.server.sockets.admission import ServerConfig

EXTENSION = "escapade.wire"
GOODBYE = 5.0  # seconds in which a client that is cut off can still be told why
MOST_UNREAD = 32  # messages that wait to be answered; from then on nothing more is read until they are
MOST_PONGS = 1 << 16  # bytes that wait for a client from which on its pings are not answered
LATE = 1 << 20  # bytes that are thrown away after the end, before nothing more is read
REASON = 123  # bytes of why it was closed
TEXT = 0x80 | Opcode.TEXT  # a text message that is one frame
MASKED = 0x80  # as all must be that comes
SHORT, LONG = 126, 1 << 16  # bytes from which on a frame's length takes two bytes more, or eight
SLICE = 1024  # bytes that are looked at before their frames are counted
MESSAGES = {Opcode.TEXT, Opcode.BINARY, Opcode.CONT}

log = structlog.get_logger()


def transport_of(socket: WebSocket) -> WebSocketTransport:
    """The wire of a WebSocket that was accepted."""
    wire: WebSocketTransport = socket.scope["extensions"][EXTENSION]
    return wire


class WebSocketTransport(asyncio.Protocol):
    """One WebSocket: a protocol as `uvicorn.Config(ws=...)` takes it."""

    def __init__(
        self,
        config: ServerConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._config, self._server, self._app_state = config, server_state, app_state
        self._loop = _loop or asyncio.get_running_loop()
        self._protocol = ServerProtocol(max_size=config.ws_max_size)
        limits = config.limits
        self._frames = TokenBucket(limits.burst + limits.parts_burst, limits.frames + limits.parts)
        self.address = ""  # of the client, as a proxy tells it
        self.when_lost: Callable[[], None] = lambda: None
        self._opening = True  # until the request is answered
        self._reply: Response | None = None  # the answer to the request, until it is sent
        self._denial: Message | None = None
        self._work: Callable[[], Coroutine[Any, Any, None]] | None = None
        self._kind, self._part = Opcode.TEXT, b""  # of a message that comes in several frames, what is here
        self._whole = True  # has all of the last message come?
        self._behind = 0  # bytes that the library has made no frame of; a clumsy length leaves some for good
        self._early = b""  # what comes before the request is answered
        self._late = 0  # bytes that came after the end
        self._out: list[bytes] = []
        self._out_bytes = 0
        self._inbox: deque[bytes | None] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._open = self._over = self._paused = self._silent = False
        self._timer: asyncio.TimerHandle | None = None  # the next ping; when it is over, the end of all patience
        self._transport: asyncio.Transport

    # --- For who speaks through it ---

    def run_after_accept(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do this as soon as the app has returned."""
        self._work = work

    @property
    def waiting(self) -> int:
        """Bytes that the client has not taken yet."""
        return self._out_bytes + self._transport.get_write_buffer_size() if self._open else 0

    def send(self, text: bytes) -> None:
        """Send a message; who is gone is told nothing."""
        if self._open:
            metrics.FRAMES.n += 1
            self._gather(head(len(text)) + text)

    async def receive(self) -> bytes | None:
        """The next message, None for one that is no text; `Disconnected` if there will be none."""
        while not self._inbox:
            if self._over:
                raise Disconnected
            self._waiter = self._loop.create_future()
            await self._waiter
        message = self._inbox.popleft()
        if self._paused and not self._inbox:
            self._pause(False)
        return message

    def close(self, code: int, reason: str) -> None:
        """End it, and listen no more; a long reason is cut short."""
        if self._open:
            self._inbox.clear()
            if self._protocol.state is State.OPEN:  # else what came after has closed it already
                self._protocol.send_close(code, reason.encode()[:REASON].decode(errors="ignore"))
            self._end()

    # --- Out ---

    def _put(self) -> None:
        for data in self._protocol.data_to_send():
            self._gather(data)

    def _gather(self, data: bytes) -> None:
        """Whoever moves is sent two frames at once, and a call of the system costs more than all else here."""
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out.append(data)
        self._out_bytes += len(data)

    def _flush(self) -> None:
        if self._out:
            self._transport.write(b"".join(self._out))
            self._out.clear()
            self._out_bytes = 0

    # --- In ---

    def data_received(self, data: bytes) -> None:
        """Something has come: first the request, all of it, then frames."""
        self._silent = False
        if self._opening and self._reply is None:
            self._begin(data)
        elif self._opening:
            self._early += data
            self._pause(True)
        elif not self._over:
            self._read(data)
        else:
            self._throw_away(data)

    def _throw_away(self, data: bytes) -> None:
        """After the end the client is listened to for a while, so that it hears why; not to a flood."""
        self._late += len(data)
        if self._late > LATE:
            self._transport.pause_reading()

    def _read(self, data: bytes) -> None:
        """Hand over what has come. When so much waits to be answered, the client must wait, too."""
        text = short_text(data) if self._whole and self._behind == 0 else None
        if text is None:
            self._read_frames(data)
        else:
            self._take(text, text=True)
        if len(self._inbox) >= MOST_UNREAD:
            self._pause(True)

    def _read_frames(self, data: bytes) -> None:
        """Read what is not as short and simple as nearly everything: longer, in parts, a ping, a goodbye, or wrong.

        Every frame counts, whatever it is. A packet may hold tens of thousands, so it is read slice by slice.
        """
        for start in range(0, len(data), SLICE):
            if not self._over:
                self._read_slice(data[start : start + SLICE])

    def _read_slice(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        self._behind += len(data)
        frames = [cast("Frame", event) for event in self._protocol.events_received()]
        for frame in frames:
            self._behind -= size(frame)
            self._heard(frame)
        if not self._frames.take(len(frames)):
            self.close(1008, f"more than {self._frames.a_second:.0f} frames a second")
        if self._protocol.state is not State.OPEN:  # closed by the client, or because of what it sent: that was said
            self._end()
        for pong in self._protocol.data_to_send():
            if self.waiting < MOST_PONGS:  # who sends pings and takes nothing is answered no more
                self._gather(pong)

    def _heard(self, frame: Frame) -> None:
        """A frame, or a part of a message; pings and closes have been answered already."""
        if frame.opcode not in MESSAGES or not self._open:
            return
        if frame.opcode is not Opcode.CONT:
            self._kind, self._part = frame.opcode, b""
        self._part += frame.data  # not a list of them: parts may be empty, and as many as one likes
        self._whole = frame.fin
        if frame.fin:
            self._take(self._part, self._kind is Opcode.TEXT)

    def _take(self, content: bytes, text: bool) -> None:
        if text and not readable(content):
            self.close(1007, "text is UTF-8")
        else:
            self._inbox.append(content if text else None)
            self._wake()

    def _pause(self, full: bool) -> None:
        if full != self._paused and not self._over:
            self._paused = full
            (self._transport.pause_reading if full else self._transport.resume_reading)()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    # --- The end ---

    def _end(self) -> None:
        """Say the last thing, and hang up when the client has, or when it takes too long.

        To hang up at once could throw away what was said: a system that is sent more then resets the connection.
        """
        if not self._open:
            return
        self._put()
        self._flush()
        with suppress(OSError):  # it may be gone already
            if self._transport.can_write_eof():
                self._transport.write_eof()
        self._set_timer(GOODBYE, self._transport.abort)
        self._pause(False)
        self._stop()

    def _stop(self) -> None:
        self._open, self._over = False, True
        self._part = b""
        self._wake()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over, whoever ended it."""
        self._server.connections.discard(self)
        self.when_lost()
        if self._timer is not None:
            self._timer.cancel()
        self._paused = False
        self._out.clear()
        self._stop()

    def shutdown(self) -> None:
        """Stop, since the server does: a client that knows of it comes back to the next one."""
        if self._open:
            self.close(1012, "the server stops")
        elif self._opening:
            self._refuse(self._protocol.reject(HTTPStatus.INTERNAL_SERVER_ERROR, "the server stops"))
        self._transport.close()

    def _set_timer(self, seconds: float, ring: Any) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, ring)

    def _ping(self) -> None:
        """Whoever has said nothing since the last ping, not even that it heard it, is gone."""
        if self._silent and not self._paused:
            self.close(1011, "no answer to a ping")
        elif self._open:
            self._silent = True
            self._protocol.send_ping(b"")
            self._put()
            self._keep_alive()

    def _keep_alive(self) -> None:
        if self._config.ws_ping_interval:
            self._set_timer(self._config.ws_ping_interval, self._ping)

    # --- Opening, as uvicorn and ASGI have it ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client wants a WebSocket; its request follows."""
        self._transport = cast("asyncio.Transport", transport)
        self._server.connections.add(self)  # type: ignore[arg-type]

    def _begin(self, data: bytes) -> None:
        """Look at the request, and let the app decide on it. uvicorn hands it over alone: no frame comes with it."""
        self._protocol.receive_data(data)
        request = next((event for event in self._protocol.events_received() if isinstance(event, Request)), None)
        if request is None:  # what is wrong with it was said
            self._hang_up()
            return
        reply = self._protocol.accept(request)
        if reply.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._refuse(reply)
            return
        self._reply = reply
        task = self._loop.create_task(self._run(self._scope(request)))
        self._server.tasks.add(task)
        task.add_done_callback(self._server.tasks.discard)

    def _scope(self, request: Request) -> Scope:
        path, _, query = request.path.partition("?")
        subprotocols = request.headers.get_all("Sec-WebSocket-Protocol")
        return {
            "type": "websocket",
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if is_ssl(self._transport) else "ws",
            "server": get_local_addr(self._transport),
            "client": get_remote_addr(self._transport),
            "root_path": self._config.root_path,
            "path": self._config.root_path + unquote(path),
            "raw_path": self._config.root_path.encode() + path.encode(),
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), raw(value)) for name, value in request.headers.raw_items()],
            "subprotocols": [name.strip() for line in subprotocols for name in line.split(",")],
            "state": self._app_state.copy(),
            "extensions": {"websocket.http.response": {}, EXTENSION: self},
        }

    async def _run(self, scope: Scope) -> None:
        try:
            await self._config.loaded_app(scope, self._receive_request, self._answered)
            self.address = scope["client"][0] if scope["client"] else ""
            del scope  # nobody needs it any more, for as long as this may take
            work, self._work = self._work, None
            if work is not None:
                await work()
        except Exception as error:
            log.error("a connection failed", error=type(error).__name__)
        finally:
            if self._opening:
                self._refuse(self._protocol.reject(HTTPStatus.INTERNAL_SERVER_ERROR, "Internal Server Error"))
            elif self._open:
                self._transport.close()

    async def _receive_request(self) -> Message:
        return {"type": "websocket.connect"}

    async def _answered(self, message: Message) -> None:
        """What the app says to a request, or to a connection that it ends."""
        kind = message["type"]
        if kind == "websocket.close" and not self._opening:
            self.close(message.get("code", 1000), message.get("reason") or "")
        elif kind == "websocket.close":
            self._refuse(self._protocol.reject(HTTPStatus.FORBIDDEN, ""))
        elif kind == "websocket.accept" and self._opening:
            self._accept(message)
        elif kind == "websocket.http.response.start":
            self._denial = {**message, "body": b""}
        elif kind == "websocket.http.response.body" and self._denial is not None:
            self._denial["body"] += message.get("body", b"")
            if not message.get("more_body"):
                self._refuse(denial(self._denial))
        else:
            raise RuntimeError(f"{kind} is nothing to say here; frames go over the wire")

    def _accept(self, message: Message) -> None:
        reply = self._reply
        if reply is None or self._over:
            return
        del reply.headers["Date"]  # uvicorn has one, too
        for name, value in (*self._server.default_headers, *message.get("headers", ())):
            reply.headers[name.decode("latin-1")] = value.decode("latin-1")
        if message.get("subprotocol"):
            reply.headers["Sec-WebSocket-Protocol"] = message["subprotocol"]
        self._protocol.send_response(reply)
        self._transport.write(b"".join(self._protocol.data_to_send()))
        self._opening, self._reply, self._open = False, None, True
        self._keep_alive()
        early, self._early = self._early, b""  # what a client in a hurry has sent already
        self._pause(False)
        self._read(early)

    def _refuse(self, reply: Response) -> None:
        """Answer the request with anything but a WebSocket."""
        if self._opening and not self._over:
            self._protocol.send_response(reply)
            self._hang_up()

    def _hang_up(self) -> None:
        """Say what there is to say, and nothing more."""
        self._opening = False
        self._stop()
        self._transport.write(b"".join(self._protocol.data_to_send()))
        self._transport.close()


def head(size: int) -> bytes:
    """How a message begins that leaves: text, whole, and so long."""
    if size < SHORT:
        return bytes((TEXT, size))
    return bytes((TEXT, 126)) + size.to_bytes(2) if size < LONG else bytes((TEXT, 127)) + size.to_bytes(8)


def short_text(data: bytes) -> bytes | None:
    """What is said in one short frame of text, whole and masked, with nothing before or after it; None of all else."""
    said = len(data) - 6  # two bytes of head, and the mask
    if not 0 <= said < SHORT or data[0] != TEXT or data[1] != MASKED | said:
        return None
    text: bytes = apply_mask(data[6:], data[2:6])
    return text


def size(frame: Frame) -> int:
    """How many bytes a frame was that came."""
    said = len(frame.data)
    return 6 + said + (0 if said < SHORT else 2 if said < LONG else 8)


def readable(text: bytes) -> bool:
    """Is it text?"""
    try:
        return text.isascii() or bool(text.decode())
    except UnicodeDecodeError:
        return False


def raw(value: str) -> bytes:
    """A header's value as it came; versions of `websockets` differ in how they make text of it."""
    try:
        return value.encode("latin-1")
    except UnicodeEncodeError:
        return value.encode("ascii", "surrogateescape")


def denial(message: Message) -> Response:
    """An answer of the app that is no WebSocket."""
    headers = Headers([(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]])
    usual = {"Date": formatdate(usegmt=True), "Connection": "close", "Content-Length": str(len(message["body"]))}
    for name, value in usual.items():
        headers.setdefault(name, value)
    return Response(message["status"], HTTPStatus(message["status"]).phrase, headers, message["body"])
