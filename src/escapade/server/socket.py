"""One connection to a table: frames in, frames out, all of them bounded."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from escapade.bots.knowledge import knowledge
from escapade.kernel.names import BadInput, EscapadeError, Refused
from escapade.server import metrics, protocol
from escapade.server.hall import Hall
from escapade.server.people import Bucket
from escapade.server.store import Broken
from escapade.server.tables import NotNow, NotYours, Stale, Table, encode

BEAT = 25  # seconds in which a client must be heard of
GOODBYE = 5.0  # seconds in which a client that is cut off can still be told why
LINES, A_LINE = 5, 1.0  # of chat
POSSIBILITIES = 40  # of what is hidden, told at the most

decode = msgspec.json.Decoder(protocol.FromClient).decode
log = structlog.get_logger()


class Cut(Exception):
    """The connection ends, for a reason the client is told."""

    def __init__(self, code: int, reason: str, resume: bool = True) -> None:
        self.code, self.reason, self.resume = code, reason, resume
        super().__init__(reason)


class Connection:
    """Someone at a table, through a WebSocket."""

    def __init__(self, hall: Hall, table: Table, socket: WebSocket, who: str, name: str) -> None:
        self.hall, self.table, self.socket, self.who, self.name = hall, table, socket, who, name
        seats = table.seats_of(who)
        self._eyes: int | None = seats[0] if seats else None
        self.chat, self.offers = 0, False
        self.muted: set[str] = set()
        self._out: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._cut: Cut | None = None
        self._ending = asyncio.Event()
        self._answering = asyncio.Lock()
        self._last_heard = time.monotonic()
        self._frames, self._lines = Bucket(hall.bounds.burst, hall.bounds.frames), Bucket(LINES, A_LINE)

    @property
    def eyes(self) -> int | None:
        """Through whose eyes it looks: a seat's for as long as it is one's own, so that who gets up sees it no more."""
        eyes = self._eyes
        if eyes is None or self.table.seats[eyes].who == self.who or self.table.over:
            return eyes
        return None

    @eyes.setter
    def eyes(self, eyes: int | None) -> None:
        self._eyes = eyes

    # --- Out ---

    def send(self, frame: bytes) -> None:
        """Queue a frame; who does not read is cut off, and can resume. Who may not watch any more is told nothing."""
        if self._cut is None and not self.table.may_watch(self.who):
            self._end(Cut(1008, "the game has begun, and this table has no room for spectators", resume=False))
        elif self._cut is None and self._bytes + len(frame) > self.hall.bounds.waiting:
            self._end(Cut(1013, "too slow: more waits for you than can be kept; connect again to resume"))
        if self._cut is None:
            self._out.append(frame)
            self._bytes += len(frame)
            self._wake.set()

    def _end(self, cut: Cut) -> None:
        self._out.clear()
        self._cut = cut
        self._ending.set()

    def say(self, frame: protocol.Frame) -> None:
        """Queue a message."""
        self.send(encode(frame))

    async def _write(self) -> None:
        """Send what is queued: all that waits goes as one message, a frame a line."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._out:
                metrics.FRAMES.inc(len(self._out))
                text = b"\n".join(self._out).decode()
                self._out.clear()
                self._bytes = 0
                await self.socket.send_text(text)

    async def _watch_for_the_end(self) -> None:
        """Writing to who does not read never ends, and who is silent says nothing, so that someone else must notice."""
        patience = self.hall.bounds.patience
        while self._cut is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), patience / 5)
            if self._cut is None and time.monotonic() - self._last_heard > patience:
                self._end(Cut(1001, f"not heard of for {patience:.0f} seconds; connect again to resume"))
        raise self._cut

    # --- In ---

    async def run(self) -> None:
        """Serve until either side ends it."""
        parts = (self._read(), self._write(), self._watch_for_the_end())
        work = [asyncio.create_task(part) for part in parts]
        self.table.connections += 1
        try:
            done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except (WebSocketDisconnect, RuntimeError, OSError):  # gone: Starlette tells it in more than one way
            pass
        except Exception as error:
            await self._stop(work)
            await self._bye(cut_by(error))
        finally:
            await self._stop(work)
            self.table.connections -= 1
            await asyncio.shield(self._depart())

    async def _bye(self, cut: Cut) -> None:
        await say_bye(self.socket, cut)

    async def _stop(self, work: list[asyncio.Task[None]]) -> None:
        async with self._answering:  # what was begun is finished, even if the client has gone
            for task in work:
                task.cancel()
        await asyncio.gather(*work, return_exceptions=True)

    async def _depart(self) -> None:
        try:
            await self.hall.depart(self.table, self)
        except Broken as error:
            log.error("the database does not answer", reason=str(error))

    async def _read(self) -> None:
        hello = await self._frame()
        if not isinstance(hello, protocol.Hello):
            raise Cut(1002, "the first frame must be a hello")
        await self._hello(hello)
        while True:
            frame = await self._frame()
            if not self._frames.take():
                raise Cut(1008, f"more than {self.hall.bounds.frames:.0f} frames a second")
            async with self._answering:
                await self._answer(frame)

    async def _frame(self) -> Any:
        try:
            text = await self.socket.receive_text()
        except KeyError:
            raise Cut(1003, "frames are text") from None
        self._last_heard = time.monotonic()
        try:
            return decode(text.encode("utf-8", "surrogatepass"))
        except (msgspec.DecodeError, UnicodeError) as error:
            raise Cut(1007, f"this frame cannot be read: {error}") from None

    async def _hello(self, hello: protocol.Hello) -> None:
        if hello.version != protocol.VERSION:
            raise Cut(1002, f"this server speaks version {protocol.VERSION} of the protocol; load the page again")
        self.offers = hello.offers
        if hello.eyes is not None:
            self._look(hello.eyes)
        await self.hall.arrive(self.table, self)
        self.chat = hello.last_chat
        async with self.table.lock:
            rows = await self.hall.store.chat(self.table.row.id, hello.last_chat)
            lines = self.hall.may_hear(self.table, self, rows)
            self.chat = max([hello.last_chat, *(row.n for row in rows)])
            self.send(self.table.welcome(self, hello.last_seq, lines, BEAT))
            self.table.listeners.add(self)  # not before: news must not overtake the welcome
        self.table.tell_seating()

    def _look(self, eyes: int | None) -> None:
        seats = range(len(self.table.seats)) if self.table.over else self.table.seats_of(self.who)
        if eyes is None or eyes in seats:  # what is over is open, from any seat's eyes
            self.eyes = eyes
        else:
            raise NotYours("you can look through your own seats only")

    async def _answer(self, frame: Any) -> None:
        """Do what a frame asks for, or say why not."""
        name = getattr(frame, "id", "")
        try:
            await self._obey(frame)
        except Refused as no:
            self._no(name, "refused", no.reason, no.clause, no.message, no.message_args)
        except Stale as no:
            self._no(name, "stale", str(no))
        except NotYours as no:
            self._no(name, "not-yours", str(no))
        except NotNow as no:
            self._no(name, "not-now", str(no))
        except Broken:
            self._no(name, "busy", "it could not be written down, so it was not done; try again")
        except (BadInput, EscapadeError) as no:
            self._no(name, "bad", str(no))

    def _no(self, name: str, error: Any, reason: str, clause: str = "", message: str = "", args: Any = None) -> None:
        metrics.REFUSED.labels(error).inc()
        self.say(protocol.No(name, error, reason, clause, self.table.course.seq, message, args or {}))

    async def _obey(self, frame: Any) -> None:
        table, who = self.table, self.who
        match frame:
            case protocol.Act():
                self._done(frame, await table.act(who, self._seat(), frame.seq, frame.action, frame.id))
            case protocol.Seal():
                self._done(frame, await table.seal(who, self._seat(), frame.actions, frame.id))
            case protocol.Resign():
                self._done(frame, await table.resign(who, self._seat(), frame.seq, frame.id))
            case protocol.TakeBack():
                self._done(frame, await table.take_back(who, frame.seq, frame.id))
            case protocol.Consent():
                self._done(frame, await table.consent(who, frame.seq, frame.yes))
            case protocol.Look():
                await self._turn_to(frame.eyes)
            case protocol.Say():
                if not self._lines.take():
                    raise NotNow("not so quickly: a line a second")
                await self.hall.say(table, self, self._name(), frame.text)
            case protocol.Mute():
                (self.muted.add if frame.on else self.muted.discard)(frame.name)
            case protocol.Ping():
                self.say(protocol.Pong(frame.n))
            case protocol.Hello():
                raise BadInput("hello was said already")
            case _:
                await self._explain(frame)

    async def _explain(self, frame: Any) -> None:
        """Answer questions: from this seat's view, and nothing else."""
        async with self.table.lock:
            match, seat = self.table._playing(), self._seat()
            view, legal = match.view(seat), match.legal_codes() if match.turn == seat else []
        if isinstance(frame, protocol.WhyNot):
            if frame.action in legal:
                raise BadInput("that can be done")
            why = self.table.game.why_not(view, self.table.game.actions[frame.action], seat)
            self.say(protocol.Because(frame.id, why.reason, why.clause, why.message, dict(why.args)))
            return
        if not self.table.settings.aids:
            raise NotNow("this table plays without aids")
        if isinstance(frame, protocol.KnowPlease):
            known = await asyncio.to_thread(knowledge, self.table.game, view)
            self.say(protocol.Knowledge(frame.id, [possibility(unknown) for unknown in known[:POSSIBILITIES]]))
        elif not legal or self.table.over:
            raise NotNow("it is not your turn")
        else:
            found = await self.hall.thinkers.hints(self.table.game, view, legal)
            self.say(protocol.Hints(frame.id, [protocol.HintLine(*hint) for hint in found]))

    async def _turn_to(self, eyes: int | None) -> None:
        async with self.table.lock:
            self._look(eyes)
            self.send(self.table.welcome(self, 0, [], BEAT))

    def _seat(self) -> int:
        if self.eyes is None:
            raise NotYours("you are watching; take a seat to play")
        return self.eyes

    def _name(self) -> str:
        seats = self.table.seats_of(self.who)
        return self.table.seats[seats[0]].name if seats else self.name

    def _done(self, frame: Any, seq: int) -> None:
        metrics.ACCEPTED.inc()
        self.say(protocol.Done(frame.id, seq))


def cut_by(error: Exception) -> Cut:
    """How a connection ends that cannot go on."""
    if isinstance(error, Cut):
        return error
    if isinstance(error, Broken):
        return Cut(1013, "the database does not answer; connect again to resume")
    if isinstance(error, EscapadeError):
        return Cut(1008, str(error), resume=False)
    log.error("a connection failed", **fault(error))
    return Cut(1011, "something is broken here; the host can find it in the logs")


async def say_bye(socket: WebSocket, cut: Cut) -> None:
    """Tell a client why its connection ends, if it still listens, and end it."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
        async with asyncio.timeout(GOODBYE):
            if socket.client_state == WebSocketState.CONNECTED:
                await socket.send_text(encode(protocol.Bye(cut.reason, cut.resume)).decode())
                await socket.close(cut.code, brief(cut.reason))


def brief(reason: str) -> str:
    """A reason as a WebSocket can carry it when it closes: 123 bytes at the most."""
    return reason.encode()[:120].decode(errors="ignore")


def fault(error: Exception) -> dict[str, str]:
    """What a log says of an error that nobody has thought of: its kind and place, never what it was about."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = " ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in last)
    return {"error": type(error).__name__, "where": where}


def possibility(unknown: Any) -> protocol.Possibility:
    """What something hidden can be, as it is told."""
    odds = [(name, float(chance)) for name, chance in unknown.odds]
    return protocol.Possibility(unknown.what, unknown.field, [*unknown.index], odds)
