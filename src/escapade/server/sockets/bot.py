"""The WebSocket connection of an outside bot: the same lines that it would read and write over stdio.

A frame for people only wakes this connection up. The bot's lines are made from its seat's view and the events that the
seat heard, after they are committed; the bot is asked for an action whenever it is its turn.
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

MOVE_SHARE = 20  # the suggested time for a move is the clock's remaining time divided by this


class OutsideConnection(Connection):
    """An outside bot on its seat."""

    def __init__(self, registry: Registry, table: Table, transport: WebSocketTransport, who: str) -> None:
        super().__init__(registry, table, transport, who, "program")
        self.request_id = 0  # id of the last question
        self.request_seq: int | None = None  # the log's length at that question; None: ask again
        self.refused = ""  # why its last answer was refused
        self._chosen: list[int] = []  # what it had chosen in a simultaneous phase when it was asked
        self._heard: list[tuple[int, int]] | None = None  # events sent so far; None: not even the start line
        self._wake = asyncio.Event()

    @property
    def seat(self) -> int:
        """The seat of its token."""
        return self.table.seats_of(self.who)[0]

    def send(self, frame: bytes) -> None:
        """Wake up; the frame itself is for people."""
        self._wake.set()

    def _send_closing(self, closing: CloseConnection) -> None:
        self.transport.close(closing.code, closing.reason)

    # --- Sending ---

    async def _send_lines(self) -> None:
        try:
            while self._closing is None:
                await self._wake.wait()
                self._wake.clear()
                async with self.table.lock:  # events are sent after their commit
                    lines = self._due_lines() if self._may_send() else []
                for line in lines:
                    self._send_bounded(encode(line))
                if lines and isinstance(lines[-1], Over):
                    raise CloseConnection(1000, "the game is over")
        except Exception as error:
            self._end(closing_for(error))

    def _due_lines(self) -> list[Line]:
        """The lines to send now."""
        table, match = self.table, self.table.match
        if match is None:
            return []
        lines: list[Line] = []
        heard = match.heard_codes(self.seat)
        if self._heard is None or self._heard != heard[: len(self._heard)]:  # or plies were taken back
            self._heard = []
            lines.append(start_line(table.game, match.seats, self.seat, match.options))
        if table.over:
            return [*lines, Over(projection.ranking(match, table.history, over=True))]
        if self.refused:
            lines.append(Error(self.request_id, self.refused))
            self.refused = ""
        if self._to_act(match) and self._is_news(match):
            lines.append(self._question(match, heard[len(self._heard) :]))
            self._heard = heard
        return lines

    def _to_act(self, match: Match) -> bool:
        history = self.table.history
        return self.seat in match.acting() and self.seat not in history.gone and self.seat not in history.replaced

    def _is_news(self, match: Match) -> bool:
        """Has the program not been asked yet what it is to do now?"""
        if self.request_seq is None:
            return True
        if match.together:
            fresh = self.table.is_fresh(self.request_seq, self.seat)
            return not fresh or self._chosen != match.chosen_codes(self.seat)
        return self.request_seq < self.table.history.last_change()

    def _question(self, match: Match, news: list[tuple[int, int]]) -> Choose:
        self.request_id, self.request_seq = self.request_id + 1, self.table.history.seq
        self._chosen, view = match.chosen_codes(self.seat), match.acting_view(self.seat)
        return Choose(self.request_id, view.as_dict(), match.legal_codes(self.seat), news, self._budget())

    def _budget(self) -> Time:
        """The suggested time for a move: a share of the clock, or the default."""
        left = self.table.clock.info(self.registry.now()).left
        return Time(max(1, min(THINKING, left[self.seat] // MOVE_SHARE)) if left else THINKING)

    # --- Receiving ---

    async def _serve(self) -> None:
        """Read choices until the end. A bot may be silent for days; pings find lost connections."""
        await self.registry.presence.connect(self.table, self.who)
        self.table.listeners.add(self)
        self._announce()
        self._wake.set()
        telling = asyncio.create_task(self._send_lines())
        try:
            while True:
                text = await self._receive_text()
                if not self._frames.take():
                    raise CloseConnection(1008, f"more than {self.registry.limits.frames:.0f} lines a second")
                await self._choice(text)
        finally:
            telling.cancel()

    async def _choice(self, text: bytes) -> None:
        """Carry out a choice, or send why not and ask again. An answer to an old question is ignored."""
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
        except EscapadeError as error:
            self._refuse("refused", str(error))

    async def _act(self, code: int, seq: int) -> None:
        part = f"-{len(self._chosen)}" if self._chosen else ""
        await self.table.act(self.who, self.seat, seq, code, f"outside-{seq}{part}")
        metrics.ACCEPTED.n += 1

    def _refuse(self, error: str, reason: str) -> None:
        metrics.REFUSED.labels(error).inc()
        self.refused = protocol.brief(reason)
        self._ask_again()

    def _ask_again(self) -> None:
        self.request_seq = None
        self._wake.set()


async def serve_bot(registry: Registry, socket: WebSocket, who: str) -> None:
    """Connect an outside bot to its table."""
    await socket.accept()
    transport = transport_of(socket)
    try:
        table = await registry.find(socket.path_params["code"], who)
    except EscapadeError as error:
        transport.close(1013 if isinstance(error, StoreError) else 1008, str(error))
    else:
        transport.run_after_accept(OutsideConnection(registry, table, transport, who).run)
