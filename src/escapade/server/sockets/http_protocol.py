"""One HTTP connection, bounded: how long its requests may be, how long they may take, how many connections there are.

uvicorn's protocol reads headers of any length for any time. This one counts what the parser is given and what it makes
of it, and keeps two timers: one for what the client is to send, one for what it is to take. The request for a WebSocket
comes through here as well.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from escapade.server import metrics, protocol
from escapade.server.app import HEADERS
from escapade.server.protocol import encode
from escapade.server.sockets.admission import ServerConfig, take_one
from escapade.server.sockets.transport import LATE, WebSocketTransport

GOODBYE = 2.0  # seconds in which a client that is refused can still be told why
A_HEADER = 4  # bytes around its name and value
REASONS = {
    HTTPStatus.BAD_REQUEST: ("bad", "this is not an HTTP request"),
    HTTPStatus.REQUEST_TIMEOUT: ("too-slow", "the request did not come in time"),
    HTTPStatus.TOO_MANY_REQUESTS: ("too-many", "too many connections from your network; close some of them"),
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: ("too-large", "the request line and the headers are too long"),
    HTTPStatus.SERVICE_UNAVAILABLE: ("busy", "there are too many connections; try again later"),
}


class TooLong(Exception):
    """The parser is given more than it may keep."""


class BoundedHttp(HttpToolsProtocol):
    """A protocol as `uvicorn.Config(http=...)` takes it."""

    def __init__(self, config: ServerConfig, **more: Any) -> None:
        super().__init__(config=config, **more)
        self._limits, self._open = config.limits, config.open
        self._head_bytes = self._fields = 0  # of the request whose head is being read
        self._unread = 0  # bytes that nothing was made of yet
        self._body = self._over = False  # is a body to come? has it been refused?
        self._sending: asyncio.TimerHandle | None = None  # until when the client must have sent what is due
        self._taking: asyncio.TimerHandle | None = None  # … and must have taken what is answered
        self._network: str | None = None  # None: not counted

    # --- Coming and going ---

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Someone connects: if there is room, its first request is waited for."""
        super().connection_made(transport)
        network = cast("ServerConfig", self.config).network(self.client[0] if self.client else "")
        if len(self.connections) > self._limits.connections:
            self._turn_away(HTTPStatus.SERVICE_UNAVAILABLE, "process")
        elif network and self._open[network] >= self._limits.address_connections:
            self._turn_away(HTTPStatus.TOO_MANY_REQUESTS, "address")
        else:
            self._network = network
            self._open[network] += 1
            self._await(self._limits.head_seconds)

    def _turn_away(self, status: HTTPStatus, why: str) -> None:
        """Answer at once, and hang up at once: connections beyond the limit must not pile up."""
        metrics.TURNED_AWAY.labels(why).inc()
        self._over = True
        self.transport.write(self._answer(status))
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over, whoever ended it."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._over = True
        self._stop_waiting()
        self._leave()

    def _leave(self) -> None:
        if self._network is not None:
            take_one(self._open, self._network)
            self._network = None

    def _stop_waiting(self) -> None:
        for timer in (self._sending, self._taking):
            if timer is not None:
                timer.cancel()
        self._sending = self._taking = None

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a wire, and counts until that ends."""
        super().handle_websocket_upgrade()
        self._stop_waiting()
        self._over = True
        cast("WebSocketTransport", self.transport.get_protocol()).when_lost = self._leave

    # --- In: how much ---

    def data_received(self, data: bytes) -> None:
        """Read on, unless it has become too much. What comes after a refusal is thrown away."""
        if self._over:
            self._throw_away(data)
            return
        if self._sending is None:  # also for an empty line, which begins no request
            self._await(self._limits.head_seconds)
        self._unread += len(data)
        super().data_received(data)
        if not self._over and self._head_bytes + self._unread > self._limits.head:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def _throw_away(self, data: bytes) -> None:
        self._unread += len(data)
        if self._unread > LATE:
            self.flow.pause_reading()

    def on_message_begin(self) -> None:
        """A request begins."""
        if len(self.pipeline) >= self._limits.pipelined:
            self._hang_up(b"")
            raise TooLong
        self._head_bytes = self._unread = self._fields = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A part of its address."""
        self._keep(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or after a body in chunks a trailer."""
        self._fields += 1
        self._keep(len(name) + len(value) + A_HEADER)
        super().on_header(name, value)

    def _keep(self, more: int) -> None:
        self._unread = 0
        self._head_bytes += more
        if self._head_bytes > self._limits.head or self._fields > self._limits.headers:
            raise TooLong

    def on_headers_complete(self) -> None:
        """All of its head is here: next comes the body, if there is one."""
        self._unread = 0
        super().on_headers_complete()
        self._body = True
        self._await(self._limits.body_seconds)

    def on_body(self, body: bytes) -> None:
        """A part of the body; the app bounds the whole."""
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """All of it is here; the answer may take its time."""
        self._unread = self._head_bytes = 0
        self._body = False
        super().on_message_complete()
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None

    # --- In: how long ---

    def _await(self, seconds: float) -> None:
        """What is due now must have come within so many seconds."""
        if self._sending is not None:
            self._sending.cancel()
        self._sending = self.loop.call_later(seconds, self._late, seconds)

    def _late(self, seconds: float) -> None:
        """It has not come. While we read nothing, or answer what came before, the client cannot be blamed."""
        self._sending = None
        answering = self.cycle is not None and not self.cycle.response_complete
        if self.flow.read_paused or self.pipeline or (answering and not self._body):
            self._await(seconds)
        elif self._head_bytes + self._unread == 0 or (self._body and not answering):
            self._hang_up(b"")  # nothing was asked, or it is answered already
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    # --- Out ---

    def pause_writing(self) -> None:
        """The client takes an answer more slowly than it is made."""
        super().pause_writing()
        self._watch_taking()

    def resume_writing(self) -> None:
        """It has taken nearly all of what was there, and the rest is to be made."""
        super().resume_writing()
        if self._taking is not None and not self.cycle.response_complete:
            self._taking.cancel()
            self._taking = None

    def on_response_complete(self) -> None:
        """The answer is made; it is still to be taken, also if the connection ends with it."""
        super().on_response_complete()
        self._watch_taking()

    def _watch_taking(self) -> None:
        if self._taking is None and not self._over:
            self._taking = self.loop.call_later(self._limits.reply_seconds, self._not_taken)

    def _not_taken(self) -> None:
        self._taking = None
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser cannot read, or may not read on."""
        too_long = self._head_bytes > self._limits.head or self._fields > self._limits.headers
        self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if too_long else HTTPStatus.BAD_REQUEST)

    def _refuse(self, status: HTTPStatus) -> None:
        if not self._over:
            metrics.REQUESTS.labels(str(int(status))).inc()
            begun = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
            self._hang_up(b"" if begun else self._answer(status))

    def _hang_up(self, last: bytes) -> None:
        """Say the last thing, and hang up when the client has, or after a moment.

        To hang up at once could throw away what was said: a system that is sent more then resets the connection.
        """
        self._stop_waiting()
        self._over = True
        if self.pipeline:  # an answer now would be taken for another request's
            self.transport.abort()
            return
        if self.cycle is not None and not self.cycle.response_complete:  # its app waits for the rest in vain
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.headers = []
        self.parser = cast("Any", None)  # with all that it keeps
        self.flow.resume_reading()
        self.transport.write(last)
        with suppress(OSError, RuntimeError):  # it may be gone already
            self.transport.write_eof()
        self._sending = self.loop.call_later(GOODBYE, self.transport.abort)

    def _answer(self, status: HTTPStatus) -> bytes:
        error, reason = REASONS[status]
        body = encode(protocol.Problem(error, reason, ""))
        usual = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"connection", b"close"),
        ]
        headers = [*self.server_state.default_headers, *usual, *HEADERS]
        lines = b"".join(b"%s: %s\r\n" % header for header in headers)
        return STATUS_LINE[status] + lines + b"\r\n" + body
