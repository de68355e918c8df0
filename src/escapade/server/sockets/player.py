"""The WebSocket connection of a player or spectator to one table."""

from __future__ import annotations

import asyncio
import time
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any

import msgspec
import structlog

from escapade.kernel.names import BadInput, EscapadeError, Refused
from escapade.server import metrics, protocol
from escapade.server.errors import (
    CloseConnection,
    Conflict,
    Disconnected,
    Forbidden,
    ServerFull,
    Stale,
    StoreError,
    closing_for,
)
from escapade.server.live.registry import Registry
from escapade.server.live.table import Table
from escapade.server.protocol import encode
from escapade.server.rate_limits import TokenBucket
from escapade.server.sockets.admission import limited_network
from escapade.server.sockets.transport import WebSocketTransport

HEARTBEAT = 25  # seconds within which a client sends a frame, a ping if nothing else
MAX_MUTED = 200  # muted names of one connection
MAX_POSSIBILITIES = 40  # hidden things in one `Knowledge` frame

decode = msgspec.json.Decoder(protocol.FromClient).decode
log = structlog.get_logger()


class Connection:
    """A client at a table: it receives requests, and sends what its observer may see."""

    def __init__(
        self, registry: Registry, table: Table, transport: WebSocketTransport, who: str, name: str, session: str = ""
    ) -> None:
        self.registry, self.table, self.transport, self.who, self.name = registry, table, transport, who, name
        self.session = session
        seats = table.seats_of(who)
        self._observer: int | None = seats[0] if seats else None
        self.chat, self.offers, self.seating = 0, False, b""
        self.shown: int | None = None
        self.muted: set[str] = set()
        self._closing: CloseConnection | None = None
        self._last_heard = time.monotonic()
        self._silence: asyncio.TimerHandle
        self._frames = TokenBucket(registry.limits.burst, registry.limits.frames)

    @property
    def observer(self) -> int | None:
        """The seat whose projection is sent, while it is one of the client's own; None for the public one."""
        return self.table.observer_for(self.who, self._observer)

    @observer.setter
    def observer(self, observer: int | None) -> None:
        self._observer = observer

    # --- Sending ---

    def send(self, frame: bytes) -> None:
        """Send a frame, if the client may still watch this table."""
        if self._may_send():
            self._send_bounded(frame)

    def _may_send(self) -> bool:
        """May the client watch the table now? If not, close: it has lost its seat at a private table."""
        if self.table.may_watch(self.who):
            return True
        self._end(CloseConnection(1008, self.table.why_not_watch(self.who), resume=False, error="private"))
        return False

    def _send_bounded(self, frame: bytes) -> None:
        """Send bytes; close with `resume` if the client does not read what it was sent."""
        if self.transport.waiting + len(frame) > self.registry.limits.waiting:
            self._end(CloseConnection(1013, "too slow: more waits for you than can be kept; connect again to resume"))
        else:
            self.transport.send(frame)

    def say(self, frame: protocol.Frame) -> None:
        """Encode and send a frame."""
        self.send(encode(frame))

    def close(self, reason: str) -> None:
        """Close for good, for instance because the table is quarantined."""
        self._end(CloseConnection(1008, reason, resume=False))

    def _end(self, closing: CloseConnection) -> None:
        """Close, once. Nothing more is read; the request in progress is finished."""
        if self._closing is None:
            self._closing = closing
            self._send_closing(closing)

    def sign_out(self, resume: bool) -> None:
        """Close, since the session has ended; `resume`: a new session has taken its place."""
        self._end(CloseConnection(1008, "you are signed out", resume, "signed-out"))

    def _send_closing(self, closing: CloseConnection) -> None:
        send_closing(self.transport, closing)

    # --- Receiving ---

    async def run(self) -> None:
        """Serve until either side closes. Requests are answered in order; the one in progress is always finished."""
        try:
            self.registry.admission.enter(self)
        except ServerFull as full:
            self._end(CloseConnection(1013, str(full)))
            return
        self.registry.pin(self.table)
        self.registry.connections.add(self)
        metrics.CONNECTIONS.inc()
        try:
            await self._serve()
        except Disconnected:
            pass
        except Exception as error:
            self._end(closing_for(error))
        finally:
            metrics.CONNECTIONS.dec()
            self.registry.connections.discard(self)
            self.registry.admission.leave(self)
            await asyncio.shield(self._disconnect())

    async def _disconnect(self) -> None:
        try:
            await self.registry.presence.disconnect(self.table, self)
        except StoreError as error:
            log.error("the database does not answer", reason=str(error))
        finally:
            self.registry.unpin(self.table)

    async def _serve(self) -> None:
        self._check_silence()
        try:
            await self.registry.check_sessions([self])  # the session may have ended meanwhile
            hello = await self._receive_frame()
            if not isinstance(hello, protocol.Hello):
                raise CloseConnection(1002, "the first frame must be a hello")
            async with self._share():
                await self._hello(hello)
            while True:
                frame = await self._receive_frame()
                if not self._frames.take():
                    raise CloseConnection(1008, f"more than {self.registry.limits.frames:.0f} frames a second")
                await self._answer(frame)
        finally:
            self._silence.cancel()

    def _check_silence(self) -> None:
        """Close a connection that was silent for too long; look again in a fifth of that time."""
        timeout = self.registry.limits.silence
        if time.monotonic() - self._last_heard > timeout:
            self._end(CloseConnection(1001, f"not heard of for {timeout:.0f} seconds; connect again to resume"))
        else:
            self._silence = asyncio.get_running_loop().call_later(timeout / 5, self._check_silence)

    async def _receive_text(self) -> bytes:
        text = await self.transport.receive()
        if text is None:
            raise CloseConnection(1003, "frames are text")
        return text

    async def _receive_frame(self) -> Any:
        text = await self._receive_text()
        self._last_heard = time.monotonic()
        try:
            return decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise CloseConnection(1007, f"this frame cannot be read: {error}") from None

    async def _hello(self, hello: protocol.Hello) -> None:
        if hello.version != protocol.VERSION:
            reason = f"this server speaks version {protocol.VERSION} of the protocol; load the page again"
            raise CloseConnection(1002, reason, resume=False, error="outdated")
        self.offers = hello.offers
        if hello.observer is not None:
            with suppress(Forbidden):  # the client may have lost this seat since
                self._look(hello.observer)
        await self.registry.presence.connect(self.table, self.who)
        self.chat = hello.last_chat
        async with self.table.lock:
            await self.table.broadcast.prepare(self.observer)
            rows = await self.registry.store.chat(self.table.row.id, hello.last_chat)
            lines = self.registry.chat.readable_lines(self.table, self, rows)
            self.chat = max([hello.last_chat, *(row.n for row in rows)])
            self.send(self.table.broadcast.snapshot(self, hello.last_seq, lines, HEARTBEAT))
            self.table.listeners.add(self)  # not before: no update may overtake the snapshot
        self._announce()

    def _announce(self) -> None:
        """Send the presence of a seated player to the others."""
        if self.table.seats_of(self.who):
            self.table.seating_feed.send_soon()

    def _look(self, observer: int | None) -> None:
        seats = range(len(self.table.seats)) if self.table.over else self.table.seats_of(self.who)
        if observer is None or observer in seats:  # a finished match is open through every seat
            self.observer = observer
        else:
            raise Forbidden("you can look through your own seats only")

    async def _answer(self, frame: Any) -> None:
        """Carry out a request, or send a `RequestError`."""
        name = getattr(frame, "id", "")
        try:
            await self._handle(frame)
        except Refused as error:
            self._send_error(name, "refused", error.reason, error.clause, error.message, error.message_args)
        except Stale as error:
            self._send_error(name, "stale", str(error))
        except Forbidden as error:
            self._send_error(name, "not-yours", str(error))
        except Conflict as error:
            self._send_error(name, "not-now", str(error))
        except StoreError:
            self._send_error(name, "busy", "it could not be written down, so it was not done; try again")
        except (BadInput, EscapadeError) as error:
            self._send_error(name, "bad", str(error))

    def _send_error(
        self, name: str, error: Any, reason: str, clause: str = "", message: str = "", args: Any = None
    ) -> None:
        metrics.REFUSED.labels(error).inc()
        seq, reason = self.table.history.seq, protocol.brief(reason)
        self.say(protocol.RequestError(name, error, reason, clause, seq, message, args or {}))

    async def _handle(self, frame: Any) -> None:
        table, who = self.table, self.who
        match frame:
            case protocol.Act():
                self._ack(frame, await table.act(who, self._seat(), frame.seq, frame.action, frame.id))
            case protocol.SubmitAhead():
                self._ack(frame, await table.pending.submit_ahead(who, self._seat(), frame.actions, frame.id))
            case protocol.Resign():
                self._ack(frame, await table.resign(who, self._seat(), frame.seq, frame.id))
            case protocol.TakeBack():
                self._ack(frame, await table.takebacks.request(who, frame.seq, frame.id))
            case protocol.Consent():
                self._ack(frame, await table.takebacks.answer(who, frame.seq, frame.yes))
            case protocol.Look():
                async with self._share():
                    await self._change_observer(frame.observer)
            case protocol.Say():
                await self._chat(frame.text)
            case protocol.Mute():
                self._mute(frame.name, frame.on)
            case protocol.Earlier():
                async with self._share():
                    await self._send_earlier_events(frame)
            case protocol.Ping():
                self.say(protocol.Pong(frame.n))
            case protocol.Hello():
                raise BadInput("hello was said already")
            case _:
                await self._explain(frame)

    def _share(self) -> AbstractAsyncContextManager[None]:
        """Snapshots are costly: those for one network queue for each other."""
        return self.registry.admission.shares.share(limited_network(self.transport.address))

    def _mute(self, name: str, on: bool) -> None:
        """Mute or unmute a name in the chat."""
        if on and len(self.muted) >= MAX_MUTED:
            raise Conflict(f"{MAX_MUTED} names are the most")
        (self.muted.add if on else self.muted.discard)(name)

    async def _chat(self, text: str) -> None:
        """Post a line to the chat."""
        if not self.who:
            raise Forbidden("nobody knows you yet: take a name before you write")
        if not self.registry.chat.allows(self.who):
            raise Conflict("not so quickly: a line a second")
        await self.registry.chat.post(self.table, self, self._name(), text)

    async def _send_earlier_events(self, frame: protocol.Earlier) -> None:
        """Send a page of earlier events of the current observer."""
        async with self.table.lock:
            events, earlier = self.table.broadcast.earlier_events(self.observer, frame.before)
            self.say(protocol.EarlierEvents(frame.id, events, earlier))

    async def _explain(self, frame: Any) -> None:
        """Answer `WhyNot`, `KnowPlease` and `HintPlease` from the seat's view alone."""
        async with self.table.lock:
            match, seat = self.table.started_match(), self._seat()
            view, legal = match.acting_view(seat), match.legal_codes(seat)
        if isinstance(frame, protocol.WhyNot):
            if frame.action in legal:
                raise BadInput("that can be done")
            why = self.table.game.why_not(view, self.table.game.actions[frame.action], seat)
            self.say(protocol.Because(frame.id, why.reason, why.clause, why.message, dict(why.args)))
            return
        if not self.table.settings.aids:
            raise Conflict("this table plays without aids")
        if isinstance(frame, protocol.KnowPlease):
            known = await self.registry.bots.knowledge(self.table.game, match.view(seat), self.who)
            self.say(protocol.Knowledge(frame.id, [possibility(unknown) for unknown in known[:MAX_POSSIBILITIES]]))
        elif not legal or self.table.over:
            raise Conflict("it is not your turn")
        else:
            found = await self.registry.bots.hints(self.table.game, view, legal, self.who)
            self.say(protocol.Hints(frame.id, [protocol.HintLine(*hint) for hint in found]))

    async def _change_observer(self, observer: int | None) -> None:
        async with self.table.lock:
            self._look(observer)
            await self.table.broadcast.prepare(self.observer)
            self.send(self.table.broadcast.snapshot(self, 0, [], HEARTBEAT))

    def _seat(self) -> int:
        observer = self.observer
        if observer is None:
            raise Forbidden("you are watching; take a seat to play")
        return observer

    def _name(self) -> str:
        seats = self.table.seats_of(self.who)
        return self.table.seats[seats[0]].name if seats else self.name

    def _ack(self, frame: Any, seq: int) -> None:
        metrics.ACCEPTED.n += 1
        self.say(protocol.Ack(frame.id, seq))


def send_closing(transport: WebSocketTransport, closing: CloseConnection) -> None:
    """Send a `Closing` frame, and close."""
    transport.send(encode(protocol.Closing(closing.reason, closing.resume, closing.error)))
    transport.close(closing.code, closing.reason)


def possibility(unknown: Any) -> protocol.Possibility:
    """What a hidden thing can be, as a message."""
    odds = [(name, float(chance)) for name, chance in unknown.odds]
    return protocol.Possibility(unknown.what, unknown.field, [*unknown.index], odds)
