"""The WebSocket protocol of the server, as uvicorn takes it: an ASGI handshake, then frames without ASGI.

uvicorn makes a transport for each upgrade request, and the app accepts or denies it by ASGI messages. After accepting,
the app finds the transport in its scope, gives it a coroutine with `run_after_accept`, and returns: a frame then passes
through no routes, no middleware, and no dictionary, queue or task of its own.
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

EXTENSION = "escapade.transport"
CLOSE_TIMEOUT = 5.0  # seconds between the close frame and the end of the connection
MAX_UNREAD = 32  # unanswered messages of a client at which reading pauses
MAX_PONG_BYTES = 1 << 16  # unsent bytes at which a client's pings are no longer answered
MAX_DISCARDED = 1 << 20  # bytes read and dropped after the close frame; then reading stops
MAX_REASON = 123  # bytes of a close reason
TEXT = 0x80 | Opcode.TEXT  # FIN and opcode of an unfragmented text message
MASKED = 0x80  # mask bit, set in every frame of a client
SHORT, LONG = 126, 1 << 16  # payload bytes from which a frame's length takes 2 more bytes, or 8
CHUNK = 1024  # bytes parsed between two checks of the frame rate
MESSAGES = {Opcode.TEXT, Opcode.BINARY, Opcode.CONT}

log = structlog.get_logger()


def transport_of(socket: WebSocket) -> WebSocketTransport:
    """The transport of an accepted WebSocket."""
    transport: WebSocketTransport = socket.scope["extensions"][EXTENSION]
    return transport


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
        self.address = ""  # of the client, as a trusted proxy forwards it
        self.on_lost: Callable[[], None] = lambda: None
        self._opening = True  # until the request is answered
        self._reply: Response | None = None  # the answer to the request, until it is sent
        self._denial: Message | None = None
        self._work: Callable[[], Coroutine[Any, Any, None]] | None = None
        self._kind, self._fragments = Opcode.TEXT, b""  # opcode and bytes so far of a fragmented message
        self._complete = True  # was the last frame a message's last?
        self._unparsed = 0  # bytes without a frame yet; an overlong length field leaves some for good
        self._early = b""  # bytes received before the request is answered
        self._discarded = 0  # bytes received after the close frame
        self._out: list[bytes] = []
        self._out_bytes = 0
        self._inbox: deque[bytes | None] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._open = self._ended = self._paused = self._silent = False
        self._timer: asyncio.TimerHandle | None = None  # the next ping; after the close frame, CLOSE_TIMEOUT
        self._transport: asyncio.Transport

    # --- For connections ---

    def run_after_accept(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run this coroutine when the app has returned."""
        self._work = work

    @property
    def waiting(self) -> int:
        """Bytes queued for the client."""
        return self._out_bytes + self._transport.get_write_buffer_size() if self._open else 0

    def send(self, text: bytes) -> None:
        """Send a text message, unless the connection has ended."""
        if self._open:
            metrics.FRAMES.n += 1
            self._queue(frame_header(len(text)) + text)

    async def receive(self) -> bytes | None:
        """The next message, None for a binary one; `Disconnected` after the last."""
        while not self._inbox:
            if self._ended:
                raise Disconnected
            self._waiter = self._loop.create_future()
            await self._waiter
        message = self._inbox.popleft()
        if self._paused and not self._inbox:
            self._pause(False)
        return message

    def close(self, code: int, reason: str) -> None:
        """Send a close frame and read no more messages; a long reason is cut."""
        if self._open:
            self._inbox.clear()
            if self._protocol.state is State.OPEN:  # else an invalid frame has closed it already
                self._protocol.send_close(code, reason.encode()[:MAX_REASON].decode(errors="ignore"))
            self._end()

    # --- Sending ---

    def _queue_protocol_data(self) -> None:
        for data in self._protocol.data_to_send():
            self._queue(data)

    def _queue(self, data: bytes) -> None:
        """Collect what is sent in one turn of the event loop, such as an ack and an update, for one system call."""
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out.append(data)
        self._out_bytes += len(data)

    def _flush(self) -> None:
        if self._out:
            self._transport.write(b"".join(self._out))
            self._out.clear()
            self._out_bytes = 0

    # --- Receiving ---

    def data_received(self, data: bytes) -> None:
        """Handle received bytes: the whole request first, then frames."""
        self._silent = False
        if self._opening and self._reply is None:
            self._read_request(data)
        elif self._opening:
            self._early += data
            self._pause(True)
        elif not self._ended:
            self._read(data)
        else:
            self._discard(data)

    def _discard(self, data: bytes) -> None:
        """Read on after the close frame, so that the client receives it, but not for ever."""
        self._discarded += len(data)
        if self._discarded > MAX_DISCARDED:
            self._transport.pause_reading()

    def _read(self, data: bytes) -> None:
        """Parse received bytes; pause reading while MAX_UNREAD messages wait."""
        text = decode_short_text(data) if self._complete and self._unparsed == 0 else None
        if text is None:
            self._read_frames(data)
        else:
            self._message_received(text, text=True)
        if len(self._inbox) >= MAX_UNREAD:
            self._pause(True)

    def _read_frames(self, data: bytes) -> None:
        """Parse all but single short text frames: long ones, fragments, pings, closes, invalid ones.

        Every frame counts for the rate limit. A packet may hold tens of thousands, so it is parsed in chunks.
        """
        for start in range(0, len(data), CHUNK):
            if not self._ended:
                self._read_chunk(data[start : start + CHUNK])

    def _read_chunk(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        self._unparsed += len(data)
        frames = [cast("Frame", event) for event in self._protocol.events_received()]
        for frame in frames:
            self._unparsed -= frame_size(frame)
            self._frame_received(frame)
        if not self._frames.take(len(frames)):
            self.close(1008, f"more than {self._frames.a_second:.0f} frames a second")
        if self._protocol.state is not State.OPEN:  # closed by the client, or for an invalid frame
            self._end()
        for pong in self._protocol.data_to_send():
            if self.waiting < MAX_PONG_BYTES:  # a client that reads nothing gets no more pongs
                self._queue(pong)

    def _frame_received(self, frame: Frame) -> None:
        """Handle a data frame; the library has answered pings and closes."""
        if frame.opcode not in MESSAGES or not self._open:
            return
        if frame.opcode is not Opcode.CONT:
            self._kind, self._fragments = frame.opcode, b""
        self._fragments += frame.data  # no list: there may be any number of empty fragments
        self._complete = frame.fin
        if frame.fin:
            self._message_received(self._fragments, self._kind is Opcode.TEXT)

    def _message_received(self, content: bytes, text: bool) -> None:
        if text and not is_utf8(content):
            self.close(1007, "text is UTF-8")
        else:
            self._inbox.append(content if text else None)
            self._wake_receiver()

    def _pause(self, full: bool) -> None:
        if full != self._paused and not self._ended:
            self._paused = full
            (self._transport.pause_reading if full else self._transport.resume_reading)()

    def _wake_receiver(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    # --- Closing ---

    def _end(self) -> None:
        """Send what is queued, half-close, and wait for the client to close, at most CLOSE_TIMEOUT.

        Closing at once could lose the close frame: a TCP stack that receives data afterwards resets the connection.
        """
        if not self._open:
            return
        self._queue_protocol_data()
        self._flush()
        with suppress(OSError):  # it may be gone already
            if self._transport.can_write_eof():
                self._transport.write_eof()
        self._set_timer(CLOSE_TIMEOUT, self._transport.abort)
        self._pause(False)
        self._stop()

    def _stop(self) -> None:
        self._open, self._ended = False, True
        self._fragments = b""
        self._wake_receiver()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after the TCP connection."""
        self._server.connections.discard(self)
        self.on_lost()
        if self._timer is not None:
            self._timer.cancel()
        self._paused = False
        self._out.clear()
        self._stop()

    def shutdown(self) -> None:
        """Close with 1012, since the server stops; clients reconnect to the next one."""
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
        """Close a connection that has sent nothing since the last ping, not even a pong; ping the others."""
        if self._silent and not self._paused:
            self.close(1011, "no answer to a ping")
        elif self._open:
            self._silent = True
            self._protocol.send_ping(b"")
            self._queue_protocol_data()
            self._keep_alive()

    def _keep_alive(self) -> None:
        if self._config.ws_ping_interval:
            self._set_timer(self._config.ws_ping_interval, self._ping)

    # --- Handshake ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept the connection from uvicorn's HTTP protocol; the request follows."""
        self._transport = cast("asyncio.Transport", transport)
        self._server.connections.add(self)  # type: ignore[arg-type]

    def _read_request(self, data: bytes) -> None:
        """Parse the upgrade request and call the app. uvicorn passes the request alone, without frames after it."""
        self._protocol.receive_data(data)
        request = next((event for event in self._protocol.events_received() if isinstance(event, Request)), None)
        if request is None:  # the library has answered it with 400
            self._close_transport()
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
            "headers": [(name.lower().encode(), header_bytes(value)) for name, value in request.headers.raw_items()],
            "subprotocols": [name.strip() for line in subprotocols for name in line.split(",")],
            "state": self._app_state.copy(),
            "extensions": {"websocket.http.response": {}, EXTENSION: self},
        }

    async def _run(self, scope: Scope) -> None:
        try:
            await self._config.loaded_app(scope, self._asgi_receive, self._asgi_send)
            self.address = scope["client"][0] if scope["client"] else ""
            del scope  # a connection may last for hours
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

    async def _asgi_receive(self) -> Message:
        return {"type": "websocket.connect"}

    async def _asgi_send(self, message: Message) -> None:
        """ASGI's `send`: accept, deny or close."""
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
                self._refuse(denial_response(self._denial))
        else:
            raise RuntimeError(f"{kind} is not for ASGI: frames go through the transport")

    def _accept(self, message: Message) -> None:
        reply = self._reply
        if reply is None or self._ended:
            return
        del reply.headers["Date"]  # uvicorn adds one
        for name, value in (*self._server.default_headers, *message.get("headers", ())):
            reply.headers[name.decode("latin-1")] = value.decode("latin-1")
        if message.get("subprotocol"):
            reply.headers["Sec-WebSocket-Protocol"] = message["subprotocol"]
        self._protocol.send_response(reply)
        self._transport.write(b"".join(self._protocol.data_to_send()))
        self._opening, self._reply, self._open = False, None, True
        self._keep_alive()
        early, self._early = self._early, b""  # frames of a client that did not wait for the answer
        self._pause(False)
        self._read(early)

    def _refuse(self, reply: Response) -> None:
        """Answer the request with an HTTP response."""
        if self._opening and not self._ended:
            self._protocol.send_response(reply)
            self._close_transport()

    def _close_transport(self) -> None:
        """Send what the library has queued, and close."""
        self._opening = False
        self._stop()
        self._transport.write(b"".join(self._protocol.data_to_send()))
        self._transport.close()


def frame_header(size: int) -> bytes:
    """The header of an unfragmented, unmasked text frame."""
    if size < SHORT:
        return bytes((TEXT, size))
    return bytes((TEXT, 126)) + size.to_bytes(2) if size < LONG else bytes((TEXT, 127)) + size.to_bytes(8)


def decode_short_text(data: bytes) -> bytes | None:
    """The text of a packet that is exactly one short, masked, unfragmented text frame; else None."""
    said = len(data) - 6  # two bytes of header, four of mask
    if not 0 <= said < SHORT or data[0] != TEXT or data[1] != MASKED | said:
        return None
    text: bytes = apply_mask(data[6:], data[2:6])
    return text


def frame_size(frame: Frame) -> int:
    """The bytes of a received frame, with header and mask."""
    said = len(frame.data)
    return 6 + said + (0 if said < SHORT else 2 if said < LONG else 8)


def is_utf8(text: bytes) -> bool:
    """Is this valid UTF-8?"""
    try:
        return text.isascii() or bool(text.decode())
    except UnicodeDecodeError:
        return False


def header_bytes(value: str) -> bytes:
    """A header's value as received; versions of `websockets` decode it differently."""
    try:
        return value.encode("latin-1")
    except UnicodeEncodeError:
        return value.encode("ascii", "surrogateescape")


def denial_response(message: Message) -> Response:
    """The app's HTTP response to an upgrade request that it denies."""
    headers = Headers([(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]])
    usual = {"Date": formatdate(usegmt=True), "Connection": "close", "Content-Length": str(len(message["body"]))}
    for name, value in usual.items():
        headers.setdefault(name, value)
    return Response(message["status"], HTTPStatus(message["status"]).phrase, headers, message["body"])
