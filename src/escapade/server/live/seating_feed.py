"""Sends a table's seats and who is connected: one frame for all who see the same, and not too often."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from escapade.server import protocol
from escapade.server.protocol import encode

if TYPE_CHECKING:
    from escapade.server.live.broadcast import Listener
    from escapade.server.live.table import Table

GAP = 0.25  # seconds between two frames of a table; changes in between share the next


class SeatingFeed:
    """Sends `Seating` frames to the listeners of one table, to each only what it was not sent before.

    A change of turn is not sent here: updates have it.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._last = 0.0  # when frames were last sent
        self._timer: asyncio.TimerHandle | None = None
        self._states: dict[str, bytes] = {}  # what each audience was sent: its listeners share these bytes

    @property
    def pending(self) -> bool:
        """Will frames be sent soon?"""
        return self._timer is not None

    def audience(self, who: str) -> str:
        """Those who see the same: the host and every seated user see what is theirs, all others ("") the same."""
        own = bool(who) and (who == self.table.row.host or any(seat.who == who for seat in self.table.seats))
        return who if own else ""

    def note_sent(self, listener: Listener, info: protocol.TableInfo) -> None:
        """Note that a listener was sent this in its snapshot."""
        listener.seating = self._state(self.audience(listener.who), info)

    def _state(self, audience: str, info: protocol.TableInfo) -> bytes:
        state = encode(msgspec.structs.replace(info, turn=[]))
        if self._states.get(audience) != state:
            self._states[audience] = state
        return self._states[audience]

    def send_soon(self) -> None:
        """Send now, or once the gap since the last frames has passed."""
        loop = asyncio.get_running_loop()
        if self._timer is None:
            wait = self._last + GAP - loop.time()
            if wait <= 0:
                self.send()
            else:
                self._timer = loop.call_later(wait, self.send)

    def send(self) -> None:
        """Send now, to those for whom it is new."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._last = asyncio.get_running_loop().time()
        table = self.table
        frames: dict[str, tuple[bytes, bytes]] = {}
        for listener in [*table.listeners]:
            audience = self.audience(listener.who)
            if audience not in frames:
                info = table.registry.listing.info(table, audience)
                frames[audience] = self._state(audience, info), encode(protocol.Seating(info))
            state, frame = frames[audience]
            if listener.seating != state:
                listener.seating = state
                listener.send(frame)
        self._states = {audience: state for audience, (state, _) in frames.items()}
