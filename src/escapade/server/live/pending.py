"""Pending actions: handed in before the seat's turn, kept in the database, and played when the turn comes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from escapade.kernel.names import Refused
from escapade.server.errors import Stale, StoreError
from escapade.server.live.history import HAND_BACK, HAND_IN, take_back_code
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
            if not codes and ready and match.last_choice(seat) is not None:
                return await self.take_back(seat, name, whole=True)
            if not codes and not match.pending(seat):
                return history.seq  # nothing is pending
            if not codes and ready and table.takebacks.exhausted(seat, len(match.log)):
                raise Refused("you have taken this back often enough")
            await table.step(lambda: match.submit_ahead(seat, codes))
            return await self.settle(seat, ready, name)

    async def settle(self, seat: int, ready: bool, name: str = "", verbs: Sequence[Entry] = ()) -> int:
        """Write what a seat has done: plies, that its choice is complete now or not any more, or a part of it.

        Nobody else is told of a part, not even that there is one. Return the length of the log.
        """
        table, match, history = self.table, self.table.started_match(), self.table.history
        if len(match.log) == len(history.plies) and match.confirmed(seat) != ready:
            verbs = [Entry(seat, HAND_BACK if ready else HAND_IN, 0), *verbs]
        if verbs or len(match.log) > len(history.plies):
            return await table.commit(verbs, name)
        await self._save(seat)
        history.remember(seat, name)
        return history.seq

    async def take_back(self, seat: int, name: str, whole: bool = False) -> int:
        """Take back a seat's last action in a simultaneous phase, or its whole choice; return the length of the log.

        What others have chosen since stays chosen. Nobody has learnt anything, so nobody is asked.
        """
        table, match = self.table, self.table.started_match()
        ready, plies, pending = match.confirmed(seat), len(match.log), match.pending_codes()
        if self.exhausted(seat, whole):
            raise Refused("you have taken this back often enough")
        await table.step(lambda: self._undo(seat, whole))
        if len(match.log) == plies:
            return await self.settle(seat, ready, name)
        again = [other for other in match.pending_codes() if other not in pending and match.confirmed(other)]
        verbs = [Entry(seat, take_back_code(plies - len(match.log)), 0), *(Entry(other, HAND_IN, 0) for other in again)]
        return await table.commit(verbs, name)

    def exhausted(self, seat: int, whole: bool = False) -> bool:
        """Has a seat taken its complete choice back as often as it may?"""
        match = self.table.started_match()
        if not match.confirmed(seat):
            return False
        plies = range(match.phase, len(match.log))
        own = [i for i in plies if match.log[i].seat == seat and i not in match.anytime_plies]
        first = len(match.log) if match.pending(seat) or not own else own[0] if whole else own[-1]
        return self.table.takebacks.exhausted(seat, first)

    def _undo(self, seat: int, whole: bool) -> None:
        match = self.table.started_match()
        match.undo(seat)
        while whole and match.chosen_codes(seat):
            match.undo(seat)

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
