"""Who sits where and is here, as everyone at a table is told it: once for all who see the same, and not too often."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from escapade.server import protocol

if TYPE_CHECKING:
    from escapade.server.live.table import Listener, Table

GAP = 0.25  # seconds between two frames about the same table; what changes in between is told together
encode = msgspec.json.Encoder().encode


class Listeners(set["Listener"]):
    """Those at a table, and how many connections each of them has."""

    def __init__(self) -> None:
        super().__init__()
        self.people: Counter[str] = Counter()

    def add(self, listener: Listener) -> None:
        """Someone comes."""
        if listener not in self:
            super().add(listener)
            self.people[listener.who] += 1

    def discard(self, listener: Listener) -> None:  # type: ignore[override]
        """Someone goes."""
        if listener in self:
            super().discard(listener)
            self.people[listener.who] -= 1
            if not self.people[listener.who]:
                del self.people[listener.who]


class SeatingFeed:
    """Tells who sits where. Nobody is told twice what has not changed; whose turn it is, is told elsewhere."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._last = 0.0  # when it was told
        self._timer: asyncio.TimerHandle | None = None
        self._known: dict[str, bytes] = {}  # what each audience was told, so that all of it keep the same bytes

    @property
    def pending(self) -> bool:
        """Is something to be told soon?"""
        return self._timer is not None

    def audience(self, who: str) -> str:
        """Those who see the same: everyone but the host and those with a seat, who see what is theirs."""
        own = bool(who) and (who == self.table.row.host or any(seat.who == who for seat in self.table.seats))
        return who if own else ""

    def known(self, listener: Listener, info: protocol.TableInfo) -> None:
        """Note that someone was told this."""
        listener.seating = self._state(self.audience(listener.who), info)

    def _state(self, audience: str, info: protocol.TableInfo) -> bytes:
        state = encode(msgspec.structs.replace(info, turn=[]))
        if self._known.get(audience) != state:
            self._known[audience] = state
        return self._known[audience]

    def soon(self) -> None:
        """Tell it now, or as soon as it may be told again."""
        loop = asyncio.get_running_loop()
        if self._timer is None:
            wait = self._last + GAP - loop.time()
            if wait <= 0:
                self.now()
            else:
                self._timer = loop.call_later(wait, self.now)

    def now(self) -> None:
        """Tell it to whom it is new."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._last = asyncio.get_running_loop().time()
        table = self.table
        events: dict[str, tuple[bytes, bytes]] = {}
        for listener in [*table.listeners]:
            audience = self.audience(listener.who)
            if audience not in events:
                info = table.registry.info(table, audience)
                events[audience] = self._state(audience, info), encode(protocol.Seating(info))
            state, frame = events[audience]
            if listener.seating != state:
                listener.seating = state
                listener.send(frame)
        self._known = {audience: state for audience, (state, _) in events.items()}
