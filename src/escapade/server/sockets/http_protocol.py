"""uvicorn's HTTP protocol with limits: size and count of headers, pipelined requests, connections, and timeouts.

uvicorn alone reads headers of any length for any time. This class counts the bytes given to the parser and those it has
parsed, and has two timers: one for receiving a request, one for sending a response. WebSocket upgrades begin here too.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from escapade.server import metrics, protocol
from escapade.server.http.responses import HEADERS
from escapade.server.protocol import encode
from escapade.server.sockets.admission import ServerConfig, decrement
from escapade.server.sockets.transport import MAX_DISCARDED, WebSocketTransport

CLOSE_TIMEOUT = 2.0  # seconds between an error response and the end of the connection
HEADER_OVERHEAD = 4  # bytes of a header line beside name and value
REASONS = {
    HTTPStatus.BAD_REQUEST: ("bad", "this is not an HTTP request"),
    HTTPStatus.REQUEST_TIMEOUT: ("too-slow", "the request did not come in time"),
    HTTPStatus.TOO_MANY_REQUESTS: ("too-many", "too many connections from your network; close some of them"),
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: ("too-large", "the request line and the headers are too long"),
    HTTPStatus.SERVICE_UNAVAILABLE: ("busy", "there are too many connections; try again later"),
}


class HeadersTooLarge(Exception):
    """Stops the parser at a limit."""


class BoundedHttp(HttpToolsProtocol):
    """The protocol for `uvicorn.Config(http=...)`."""

    def __init__(self, config: ServerConfig, **more: Any) -> None:
        super().__init__(config=config, **more)
        self._limits, self._open = config.limits, config.open
        self._head_bytes = self._header_count = 0  # of the request line and headers that are being read
        self._unparsed = 0  # bytes since the parser's last callback
        self._body_due = self._ended = False  # is a body expected? has the connection been refused or upgraded?
        self._receive_timer: asyncio.TimerHandle | None = None  # runs while the client has to send
        self._send_timer: asyncio.TimerHandle | None = None  # runs while the client has to read
        self._network: str | None = None  # that the connection counts for; None: it is not counted

    # --- Connecting and disconnecting ---

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or reject it at a limit."""
        super().connection_made(transport)
        network = cast("ServerConfig", self.config).network(self.client[0] if self.client else "")
        if len(self.connections) > self._limits.connections:
            self._reject(HTTPStatus.SERVICE_UNAVAILABLE, "process")
        elif network and self._open[network] >= self._limits.address_connections:
            self._reject(HTTPStatus.TOO_MANY_REQUESTS, "address")
        else:
            self._network = network
            self._open[network] += 1
            self._set_receive_timeout(self._limits.head_seconds)

    def _reject(self, status: HTTPStatus, why: str) -> None:
        """Send the error and close without waiting: connections beyond the limit must not pile up."""
        metrics.TURNED_AWAY.labels(why).inc()
        self._ended = True
        self.transport.write(self._error_response(status))
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after the TCP connection."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._ended = True
        self._cancel_timers()
        self._uncount()

    def _uncount(self) -> None:
        if self._network is not None:
            decrement(self._open, self._network)
            self._network = None

    def _cancel_timers(self) -> None:
        for timer in (self._receive_timer, self._send_timer):
            if timer is not None:
                timer.cancel()
        self._receive_timer = self._send_timer = None

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection to a `WebSocketTransport`; it counts until that is closed."""
        super().handle_websocket_upgrade()
        self._cancel_timers()
        self._ended = True
        cast("WebSocketTransport", self.transport.get_protocol()).on_lost = self._uncount

    # --- Receiving: sizes ---

    def data_received(self, data: bytes) -> None:
        """Parse received bytes, within the limits; drop them after a refusal."""
        if self._ended:
            self._discard(data)
            return
        if self._receive_timer is None:  # an empty line begins no request, and starts the timer too
            self._set_receive_timeout(self._limits.head_seconds)
        self._unparsed += len(data)
        super().data_received(data)
        if not self._ended and self._head_bytes + self._unparsed > self._limits.head:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def _discard(self, data: bytes) -> None:
        self._unparsed += len(data)
        if self._unparsed > MAX_DISCARDED:
            self.flow.pause_reading()

    def on_message_begin(self) -> None:
        """A request begins, unless too many are pipelined."""
        if len(self.pipeline) >= self._limits.pipelined:
            self._close(b"")
            raise HeadersTooLarge
        self._head_bytes = self._unparsed = self._header_count = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A part of the URL."""
        self._count_header_bytes(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or a trailer after a chunked body."""
        self._header_count += 1
        self._count_header_bytes(len(name) + len(value) + HEADER_OVERHEAD)
        super().on_header(name, value)

    def _count_header_bytes(self, more: int) -> None:
        self._unparsed = 0
        self._head_bytes += more
        if self._head_bytes > self._limits.head or self._header_count > self._limits.headers:
            raise HeadersTooLarge

    def on_headers_complete(self) -> None:
        """The headers are complete; the body follows, if there is one."""
        self._unparsed = 0
        super().on_headers_complete()
        self._body_due = True
        self._set_receive_timeout(self._limits.body_seconds)

    def on_body(self, body: bytes) -> None:
        """A part of the body; `read_body` bounds the whole."""
        self._unparsed = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete; the app has no timeout."""
        self._unparsed = self._head_bytes = 0
        self._body_due = False
        super().on_message_complete()
        if self._receive_timer is not None:
            self._receive_timer.cancel()
            self._receive_timer = None

    # --- Receiving: time ---

    def _set_receive_timeout(self, seconds: float) -> None:
        """Start the timer of what the client has to send."""
        if self._receive_timer is not None:
            self._receive_timer.cancel()
        self._receive_timer = self.loop.call_later(seconds, self._receive_timed_out, seconds)

    def _receive_timed_out(self, seconds: float) -> None:
        """Time out, unless reading is paused or an earlier request is being answered."""
        self._receive_timer = None
        answering = self.cycle is not None and not self.cycle.response_complete
        if self.flow.read_paused or self.pipeline or (answering and not self._body_due):
            self._set_receive_timeout(seconds)
        elif self._head_bytes + self._unparsed == 0 or (self._body_due and not answering):
            self._close(b"")  # no request has begun, or it is answered already
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    # --- Sending ---

    def pause_writing(self) -> None:
        """The write buffer is full: the client must read."""
        super().pause_writing()
        self._set_send_timeout()

    def resume_writing(self) -> None:
        """The write buffer is nearly empty, and the app sends the rest."""
        super().resume_writing()
        if self._send_timer is not None and not self.cycle.response_complete:
            self._send_timer.cancel()
            self._send_timer = None

    def on_response_complete(self) -> None:
        """The response is complete; the client must read it, also if the connection then closes."""
        super().on_response_complete()
        self._set_send_timeout()

    def _set_send_timeout(self) -> None:
        if self._send_timer is None and not self._ended:
            self._send_timer = self.loop.call_later(self._limits.reply_seconds, self._send_timed_out)

    def _send_timed_out(self) -> None:
        self._send_timer = None
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that the parser rejects, or that is over a limit."""
        too_long = self._head_bytes > self._limits.head or self._header_count > self._limits.headers
        self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if too_long else HTTPStatus.BAD_REQUEST)

    def _refuse(self, status: HTTPStatus) -> None:
        if not self._ended:
            metrics.REQUESTS.labels(str(int(status))).inc()
            begun = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
            self._close(b"" if begun else self._error_response(status))

    def _close(self, last: bytes) -> None:
        """Send the last bytes, half-close, and abort after CLOSE_TIMEOUT.

        Closing at once could lose them: a TCP stack that receives data afterwards resets the connection.
        """
        self._cancel_timers()
        self._ended = True
        if self.pipeline:  # a response now would be taken for an earlier request's
            self.transport.abort()
            return
        if self.cycle is not None and not self.cycle.response_complete:  # the app still waits for the body
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.headers = []
        self.parser = cast("Any", None)  # and its buffers
        self.flow.resume_reading()
        self.transport.write(last)
        with suppress(OSError, RuntimeError):  # it may be gone already
            self.transport.write_eof()
        self._receive_timer = self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)

    def _error_response(self, status: HTTPStatus) -> bytes:
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
