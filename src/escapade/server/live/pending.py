"""Pending actions: handed in before the seat's turn, kept in the database, and played when the turn comes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from typing import TYPE_CHECKING

from escapade.kernel.names import Refused
from escapade.server.errors import Stale, StoreError
from escapade.server.live.history import HAND_BACK, HAND_IN
from escapade.server.store import Entry, pending_statement
from escapade.server.store.driver import Statement

if TYPE_CHECKING:
    from escapade.server.live.table import Table


class Pending:
    """The pending actions of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.stored: dict[int, str] = {}  # the codes in the database, by seat

    async def restore(self) -> None:
        """Replace the match's pending actions by those in the database."""
        table = self.table
        if table.match is None or table.over:
            return
        stored = {seat: codes for seat, (codes, _) in (await table.registry.store.pending(table.row.id)).items()}
        for seat in {*stored, *self.stored}:
            table.match.restore_pending(seat, map(int, stored.get(seat, "").split()))
        self.stored = stored

    async def follow(self, entries: Sequence[Entry]) -> None:
        """Another process has written entries: restore, if they may have changed pending actions."""
        if self.stored or any(entry.action in (HAND_IN, HAND_BACK) for entry in entries):
            await self.restore()

    def statements(self, now: int) -> list[Statement]:
        """The statements that write what has changed since the last write."""
        match, number, before = self.table.started_match(), self.table.row.id, self.stored
        codes = {seat: " ".join(map(str, actions)) for seat, actions in match.pending_codes().items()}
        if codes == before:
            return []
        self.stored = codes
        changed = [seat for seat in {*codes, *before} if codes.get(seat) != before.get(seat)]
        return [pending_statement(number, seat, codes.get(seat, ""), now) for seat in changed]

    async def submit_ahead(self, who: str, seat: int, codes: Sequence[int], name: str) -> int:
        """Submit actions before their turn, or none to withdraw them; return the length of the log."""
        table = self.table
        async with table.lock:
            match, history = table.started_match(), table.history
            done = table.check(who, seat, history.seq, name)
            if done is not None:
                return done
            ready = match.confirmed(seat)
            if not codes and (plies := self._played_at_once(seat)):
                return await table.takebacks.undo(seat, plies, name)
            if not codes and not match.pending(seat):
                return history.seq  # nothing is pending
            if not codes and ready and table.takebacks.exhausted(seat, len(match.log)):
                raise Refused("you have taken this back often enough")
            await table.step(lambda: match.submit_ahead(seat, codes))
            if len(match.log) > len(history.plies):
                return await table.commit(name=name)
            if match.confirmed(seat) != ready:
                return await table.commit([Entry(seat, HAND_BACK if ready else HAND_IN, 0)], name)
            await self._save(seat)
            return history.seq

    def _played_at_once(self, seat: int) -> int:
        """How many of the last plies are this seat's part of a simultaneous phase, played because it was its turn.

        Submitting nothing takes them back, as if they were pending: it should make no difference whose turn it is.
        """
        match = self.table.started_match()
        if not match.confirmed(seat) or match.pending(seat):
            return 0
        plies = len([*takewhile(lambda ply: ply.seat == seat, reversed(match.log))])
        if plies == 0:
            raise Refused("another seat has acted since")
        if self.table.takebacks.exhausted(seat, len(match.log) - plies):
            raise Refused("you have taken this back often enough")
        return plies

    async def play(self) -> None:
        """Play the pending actions of the seat to act: they were submitted at one process while another made the ply
        before. Every process that knows of both tries; one of them writes first, and the others follow it.
        """
        table = self.table
        match = table.started_match()
        if table.over or match.turn < 0 or not match.pending(match.turn):
            return
        seat = match.turn
        await table.step(match.go_on)
        if len(match.log) > len(table.history.plies):
            with suppress(Stale):
                await table.commit()
        else:  # the match refused them
            await self._save(seat)

    async def _save(self, seat: int) -> None:
        """Write the pending actions, and update that seat; other processes are notified."""
        table = self.table
        try:
            await table.registry.store.driver.run(table.statements(table.registry.now()), table.row.id)
        except StoreError:
            await table.load()
            raise
        table.summarize()
        table.broadcast.update_observer(seat)
