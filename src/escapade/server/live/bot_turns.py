"""The turns of the server's bots at one table: a task plays as long as a bot is to act."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from escapade.server.errors import Stale

if TYPE_CHECKING:
    from escapade.server.live.table import Table

SUBSTITUTE = "greedy"  # the bot that plays on for a person who left


class BotTurns:
    """Lets the bots of one table act."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Is a bot choosing an action?"""
        return self._task is not None and not self._task.done()

    def bot_of(self, seat: int) -> str:
        """The bot that plays for a seat now; empty if it is a person's."""
        if seat in self.table.history.replaced:
            return SUBSTITUTE
        return self.table.seats[seat].bot if self.table.seats[seat].kind == "bot" else ""

    def seat_to_act(self) -> int | None:
        """The first seat to act for which a bot plays."""
        table = self.table
        acting = [] if table.match is None or table.over else table.match.acting()
        return next((seat for seat in acting if self.bot_of(seat)), None)

    def start(self) -> None:
        """Let bots act, if one is to act and the task does not run already."""
        if self.seat_to_act() is not None and not self.running:
            self._task = self.table.registry.spawn(self._play())

    async def _play(self) -> None:
        """Let bots act as long as it is their turn; each is given its seat's view, and nothing else.

        All moves are paced alike, forced or free, watched or not: the time of a move must not tell what the choice was.
        While seats act simultaneously, a set-up from a book is played at once.
        """
        table = self.table
        while (seat := self.seat_to_act()) is not None:
            async with table.lock:
                match, seq = table.started_match(), table.history.seq
                if self.seat_to_act() != seat:
                    continue
                view, legal, heard = match.acting_view(seat), match.legal_codes(seat), match.heard_codes(seat)
                request = table.game, self.bot_of(seat), view, legal, heard
            began = time.monotonic()
            codes = await table.registry.bots.choose(*request, owner=table.row.host, table=table.row.id)
            if pace := table.registry.pace:  # a late answer waits for the next multiple: no finer time can be measured
                await asyncio.sleep(pace - (time.monotonic() - began) % pace)
            with suppress(Stale):  # another process wrote first, and the table was made anew: choose again
                await self._act(seat, seq, codes)

    async def _act(self, seat: int, seq: int, codes: Sequence[int]) -> None:
        """Play a bot's actions in one commit, unless the match has changed or the person came back."""
        table = self.table
        async with table.lock:
            match = table.started_match()
            if not table.over and table.is_fresh(seq, seat) and self.bot_of(seat) and seat in match.acting():
                ready = match.confirmed(seat)
                await table.step(lambda: self._apply(seat, codes))
                await table.pending.settle(seat, ready)

    def _apply(self, seat: int, codes: Sequence[int]) -> None:
        for code in codes:
            self.table.started_match().play(code, seat)
