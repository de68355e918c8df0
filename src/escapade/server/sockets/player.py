"""One connection to a table: frames in, frames out, all of them bounded."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
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
from escapade.server.sockets.transport import WebSocketTransport

BEAT = 25  # seconds in which a client must be heard of
MUTED = 200  # names that one connection may not want to hear
POSSIBILITIES = 40  # of what is hidden, told at the most

decode = msgspec.json.Decoder(protocol.FromClient).decode
log = structlog.get_logger()


class Connection:
    """Someone at a table, through a WebSocket."""

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
        self._cut: CloseConnection | None = None
        self._last_heard = time.monotonic()
        self._silence: asyncio.TimerHandle
        self._frames = TokenBucket(registry.limits.burst, registry.limits.frames)

    @property
    def observer(self) -> int | None:
        """Through whose eyes it looks: a seat's for as long as it is one's own, so that who gets up sees it no more."""
        return self.table.observer_for(self.who, self._observer)

    @observer.setter
    def observer(self, observer: int | None) -> None:
        self._observer = observer

    # --- Out ---

    def send(self, frame: bytes) -> None:
        """Send a frame; who does not read is cut off, and can resume."""
        if self._authorised():
            self._put(frame)

    def _authorised(self) -> bool:
        """May anything leave this connection now? Who has lost the seat, or may not watch any more, is cut off."""
        if self.table.may_watch(self.who):
            return True
        self._end(CloseConnection(1008, self.table.why_not_watch(self.who), resume=False, error="private"))
        return False

    def _put(self, frame: bytes) -> None:
        """What waits for a client waits in its transport, and nowhere else."""
        if self.transport.waiting + len(frame) > self.registry.limits.waiting:
            self._end(CloseConnection(1013, "too slow: more waits for you than can be kept; connect again to resume"))
        else:
            self.transport.send(frame)

    def say(self, frame: protocol.Frame) -> None:
        """Send a message."""
        self.send(encode(frame))

    def close(self, reason: str) -> None:
        """End it for good: the table is kept out of play, say."""
        self._end(CloseConnection(1008, reason, resume=False))

    def _end(self, cut: CloseConnection) -> None:
        """Cut it off, once. Nothing more is read; what was begun is finished."""
        if self._cut is None:
            self._cut = cut
            self._bye(cut)

    def sign_out(self, resume: bool) -> None:
        """End it: its session is over, or another has taken its place."""
        self._end(CloseConnection(1008, "you are signed out", resume, "signed-out"))

    def _bye(self, cut: CloseConnection) -> None:
        say_bye(self.transport, cut)

    # --- In ---

    async def run(self) -> None:
        """Serve until either side ends it. Wishes are answered one by one; what was begun is finished in any case."""
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
            await asyncio.shield(self._depart())

    async def _depart(self) -> None:
        try:
            await self.registry.presence.disconnect(self.table, self)
        except StoreError as error:
            log.error("the database does not answer", reason=str(error))
        finally:
            self.registry.unpin(self.table)

    async def _serve(self) -> None:
        self._notice_silence()
        try:
            await self.registry.check_sessions([self])  # it may have ended while this connection began
            hello = await self._frame()
            if not isinstance(hello, protocol.Hello):
                raise CloseConnection(1002, "the first frame must be a hello")
            await self._hello(hello)
            while True:
                frame = await self._frame()
                if not self._frames.take():
                    raise CloseConnection(1008, f"more than {self.registry.limits.frames:.0f} frames a second")
                await self._answer(frame)
        finally:
            self._silence.cancel()

    def _notice_silence(self) -> None:
        """Who is silent says nothing, so that it must be noticed from time to time."""
        timeout = self.registry.limits.silence
        if time.monotonic() - self._last_heard > timeout:
            self._end(CloseConnection(1001, f"not heard of for {timeout:.0f} seconds; connect again to resume"))
        else:
            self._silence = asyncio.get_running_loop().call_later(timeout / 5, self._notice_silence)

    async def _text(self) -> bytes:
        text = await self.transport.receive()
        if text is None:
            raise CloseConnection(1003, "frames are text")
        return text

    async def _frame(self) -> Any:
        text = await self._text()
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
            with suppress(Forbidden):  # it was one's own when the page last heard of it
                self._look(hello.observer)
        await self.registry.presence.connect(self.table, self.who)
        self.chat = hello.last_chat
        async with self.table.lock:
            await self.table.broadcast.prepare(self.observer)
            rows = await self.registry.store.chat(self.table.row.id, hello.last_chat)
            lines = self.registry.chat.readable_lines(self.table, self, rows)
            self.chat = max([hello.last_chat, *(row.n for row in rows)])
            self.send(self.table.broadcast.snapshot(self, hello.last_seq, lines, BEAT))
            self.table.listeners.add(self)  # not before: news must not overtake the welcome
        self._tell_presence()

    def _tell_presence(self) -> None:
        """Who is here matters of those who sit here."""
        if self.table.seats_of(self.who):
            self.table.seating_feed.send_soon()

    def _look(self, observer: int | None) -> None:
        seats = range(len(self.table.seats)) if self.table.over else self.table.seats_of(self.who)
        if observer is None or observer in seats:  # what is over is open, from any seat's eyes
            self.observer = observer
        else:
            raise Forbidden("you can look through your own seats only")

    async def _answer(self, frame: Any) -> None:
        """Do what a frame asks for, or say why not."""
        name = getattr(frame, "id", "")
        try:
            await self._obey(frame)
        except Refused as no:
            self._no(name, "refused", no.reason, no.clause, no.message, no.message_args)
        except Stale as no:
            self._no(name, "stale", str(no))
        except Forbidden as no:
            self._no(name, "not-yours", str(no))
        except Conflict as no:
            self._no(name, "not-now", str(no))
        except StoreError:
            self._no(name, "busy", "it could not be written down, so it was not done; try again")
        except (BadInput, EscapadeError) as no:
            self._no(name, "bad", str(no))

    def _no(self, name: str, error: Any, reason: str, clause: str = "", message: str = "", args: Any = None) -> None:
        metrics.REFUSED.labels(error).inc()
        seq, reason = self.table.history.seq, protocol.brief(reason)
        self.say(protocol.RequestError(name, error, reason, clause, seq, message, args or {}))

    async def _obey(self, frame: Any) -> None:
        table, who = self.table, self.who
        match frame:
            case protocol.Act():
                self._done(frame, await table.act(who, self._seat(), frame.seq, frame.action, frame.id))
            case protocol.SubmitAhead():
                self._done(frame, await table.pending.submit_ahead(who, self._seat(), frame.actions, frame.id))
            case protocol.Resign():
                self._done(frame, await table.resign(who, self._seat(), frame.seq, frame.id))
            case protocol.TakeBack():
                self._done(frame, await table.takebacks.request(who, frame.seq, frame.id))
            case protocol.Consent():
                self._done(frame, await table.takebacks.answer(who, frame.seq, frame.yes))
            case protocol.Look():
                await self._turn_to(frame.observer)
            case protocol.Say():
                await self._speak(frame.text)
            case protocol.Mute():
                self._mute(frame.name, frame.on)
            case protocol.Earlier():
                await self._tell_history(frame)
            case protocol.Ping():
                self.say(protocol.Pong(frame.n))
            case protocol.Hello():
                raise BadInput("hello was said already")
            case _:
                await self._explain(frame)

    def _mute(self, name: str, on: bool) -> None:
        """Hear someone no more, or again."""
        if on and len(self.muted) >= MUTED:
            raise Conflict(f"{MUTED} names are the most")
        (self.muted.add if on else self.muted.discard)(name)

    async def _speak(self, text: str) -> None:
        """Say something in the chat."""
        if not self.who:
            raise Forbidden("nobody knows you yet: take a name before you write")
        if not self.registry.chat.allows(self.table, self.who):
            raise Conflict("not so quickly: a line a second")
        await self.registry.chat.post(self.table, self, self._name(), text)

    async def _tell_history(self, frame: protocol.Earlier) -> None:
        """Tell what the observer of this moment were told earlier."""
        async with self.table.lock:
            events, earlier = self.table.broadcast.earlier_events(self.observer, frame.before)
            self.say(protocol.EarlierEvents(frame.id, events, earlier))

    async def _explain(self, frame: Any) -> None:
        """Answer questions: from this seat's view, and nothing else."""
        async with self.table.lock:
            match, seat = self.table.started_match(), self._seat()
            view, legal = match.view(seat), match.legal_codes() if match.turn == seat else []
        if isinstance(frame, protocol.WhyNot):
            if frame.action in legal:
                raise BadInput("that can be done")
            why = self.table.game.why_not(view, self.table.game.actions[frame.action], seat)
            self.say(protocol.Because(frame.id, why.reason, why.clause, why.message, dict(why.args)))
            return
        if not self.table.settings.aids:
            raise Conflict("this table plays without aids")
        if isinstance(frame, protocol.KnowPlease):
            known = await self.registry.bots.knowledge(self.table.game, view, self.who)
            self.say(protocol.Knowledge(frame.id, [possibility(unknown) for unknown in known[:POSSIBILITIES]]))
        elif not legal or self.table.over:
            raise Conflict("it is not your turn")
        else:
            found = await self.registry.bots.hints(self.table.game, view, legal, self.who)
            self.say(protocol.Hints(frame.id, [protocol.HintLine(*hint) for hint in found]))

    async def _turn_to(self, observer: int | None) -> None:
        async with self.table.lock:
            self._look(observer)
            await self.table.broadcast.prepare(self.observer)
            self.send(self.table.broadcast.snapshot(self, 0, [], BEAT))

    def _seat(self) -> int:
        observer = self.observer
        if observer is None:
            raise Forbidden("you are watching; take a seat to play")
        return observer

    def _name(self) -> str:
        seats = self.table.seats_of(self.who)
        return self.table.seats[seats[0]].name if seats else self.name

    def _done(self, frame: Any, seq: int) -> None:
        metrics.ACCEPTED.n += 1
        self.say(protocol.Ack(frame.id, seq))


def say_bye(transport: WebSocketTransport, cut: CloseConnection) -> None:
    """Tell a client why its connection ends, and end it."""
    transport.send(encode(protocol.Closing(cut.reason, cut.resume, cut.error)))
    transport.close(cut.code, cut.reason)


def possibility(unknown: Any) -> protocol.Possibility:
    """What something hidden can be, as it is told."""
    odds = [(name, float(chance)) for name, chance in unknown.odds]
    return protocol.Possibility(unknown.what, unknown.field, [*unknown.index], odds)
