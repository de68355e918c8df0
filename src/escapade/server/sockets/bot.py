"""A program at a table, through a WebSocket of its own: the same lines that it would read and write over stdio.

Whatever is sent to people here only says that something has happened. What the program is told is made from its seat's
view and what that seat heard, when the last is on the disk; it is asked whenever it is its turn.
"""

from __future__ import annotations

import asyncio

from starlette.websockets import WebSocket

from escapade.bots.outside_protocol import Choose, Error, Line, Over, Time, encode, read_choice
from escapade.bots.stdio import THINKING, start_line
from escapade.kernel.match import Match
from escapade.kernel.names import BadInput, EscapadeError
from escapade.server import metrics, protocol
from escapade.server.errors import CloseConnection, Conflict, Stale, StoreError, closing_for
from escapade.server.live import projection
from escapade.server.live.registry import Registry
from escapade.server.live.table import Table
from escapade.server.sockets.player import Connection
from escapade.server.sockets.transport import WebSocketTransport, transport_of

A_MOVE = 20  # the part of the time left on a clock that a program is advised to spend on one move


class OutsideConnection(Connection):
    """A program on its seat. `send` wakes it up, whatever is sent."""

    def __init__(self, registry: Registry, table: Table, transport: WebSocketTransport, who: str) -> None:
        super().__init__(registry, table, transport, who, "program")
        self.request_id = 0  # the id of what it was asked last
        self.request_seq: int | None = None  # and how far the log was then; None: it is to be asked anew
        self.refused = ""  # why its last answer cannot be used
        self._heard: list[tuple[int, int]] | None = None  # what it was told; None: not even that the match has begun
        self._wake = asyncio.Event()

    @property
    def seat(self) -> int:
        """The seat that its token opens now."""
        return self.table.seats_of(self.who)[0]

    def send(self, frame: bytes) -> None:
        """Something has happened."""
        self._wake.set()

    def _bye(self, cut: CloseConnection) -> None:
        self.transport.close(cut.code, cut.reason)

    # --- What it is told ---

    async def _tell(self) -> None:
        try:
            while self._cut is None:
                await self._wake.wait()
                self._wake.clear()
                async with self.table.lock:  # what is not written yet must not be told
                    lines = self._due() if self._authorised() else []
                for line in lines:
                    self._put(encode(line))
                if lines and isinstance(lines[-1], Over):
                    raise CloseConnection(1000, "the game is over")
        except Exception as error:
            self._end(closing_for(error))

    def _due(self) -> list[Line]:
        """What is to be said now."""
        table, match = self.table, self.table.match
        if match is None:
            return []
        lines: list[Line] = []
        heard = match.heard_codes(self.seat)
        if self._heard is None or self._heard != heard[: len(self._heard)]:  # or something was taken back
            self._heard = []
            lines.append(start_line(table.game, match.seats, self.seat, match.options))
        if table.over:
            return [*lines, Over(projection.ranking(match, table.history, over=True))]
        if self.refused:
            lines.append(Error(self.request_id, self.refused))
            self.refused = ""
        if self._to_act(match) and (self.request_seq is None or self.request_seq < table.history.last_change()):
            lines.append(self._question(match, heard[len(self._heard) :]))
            self._heard = heard
        return lines

    def _to_act(self, match: Match) -> bool:
        history = self.table.history
        return match.turn == self.seat and self.seat not in history.gone and self.seat not in history.replaced

    def _question(self, match: Match, news: list[tuple[int, int]]) -> Choose:
        self.request_id, self.request_seq = self.request_id + 1, self.table.history.seq
        legal = [action.code for action in match.legal()]
        return Choose(self.request_id, match.view(self.seat).as_dict(), legal, news, self._budget())

    def _budget(self) -> Time:
        """How long it should think: where a clock runs, a part of what is left."""
        left = self.table.clock.info(self.registry.now()).left
        return Time(max(1, min(THINKING, left[self.seat] // A_MOVE)) if left else THINKING)

    # --- What it says ---

    async def _serve(self) -> None:
        """Pings find who is gone; a program may be silent for days."""
        await self.registry.presence.connect(self.table, self.who)
        self.table.listeners.add(self)
        self._tell_presence()
        self._wake.set()
        telling = asyncio.create_task(self._tell())
        try:
            while True:
                text = await self._text()
                if not self._frames.take():
                    raise CloseConnection(1008, f"more than {self.registry.limits.frames:.0f} lines a second")
                await self._choice(text)
        finally:
            telling.cancel()

    async def _choice(self, text: bytes) -> None:
        """Do what was chosen, or say why not, and ask again. The answer to an old question is passed over."""
        try:
            choice = read_choice(text)
            if choice.id > self.request_id:
                raise BadInput(f"the answer is to {choice.id}, and {self.request_id} was asked")
            if choice.id == self.request_id and self.request_seq is not None:
                await self._act(choice.action, self.request_seq)
        except (Stale, Conflict):
            self._ask_again()
        except StoreError:
            self._refuse("busy", "it could not be written down, so it was not done")
        except EscapadeError as no:
            self._refuse("refused", str(no))

    async def _act(self, code: int, seq: int) -> None:
        await self.table.act(self.who, self.seat, seq, code, f"outside-{seq}")
        metrics.ACCEPTED.n += 1

    def _refuse(self, error: str, reason: str) -> None:
        metrics.REFUSED.labels(error).inc()
        self.refused = protocol.brief(reason)
        self._ask_again()

    def _ask_again(self) -> None:
        self.request_seq = None
        self._wake.set()


async def serve_program(registry: Registry, socket: WebSocket, who: str) -> None:
    """Let a program play on the seat that its token opens."""
    await socket.accept()
    transport = transport_of(socket)
    try:
        table = await registry.find(socket.path_params["code"], who)
    except EscapadeError as error:
        transport.close(1013 if isinstance(error, StoreError) else 1008, str(error))
    else:
        transport.go_on_with(OutsideConnection(registry, table, transport, who).run)
