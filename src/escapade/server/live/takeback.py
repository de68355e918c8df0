"""Taking actions back: at once where the seat has learnt nothing by them, else with the consent of the other people."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from escapade.kernel.names import Refused
from escapade.server import protocol
from escapade.server.errors import Conflict, Forbidden, Stale
from escapade.server.live.history import HAND_BACK, take_back_code
from escapade.server.store import Entry, QuestionRow

if TYPE_CHECKING:
    from escapade.server.live.table import Table


class TakeBacks:
    """The take-backs of one table, and the question that is open about one."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.question: QuestionRow | None = None
        self._question_counts: Counter[tuple[int, int]] = Counter()  # questions, by seat and number of plies

    async def load(self) -> None:
        """Read the open question."""
        self.question = await self.table.registry.store.question(self.table.row.id)

    def info(self) -> protocol.Question | None:
        """The open question, as everyone may see it."""
        if self.question is None or self.question.ply != self.table.history.seq:
            return None
        consents = [seat.seat for seat in self.table.seats if seat.who in self.question.consents.split()]
        return protocol.Question(self.question.seat, self.question.plies, consents)

    # --- What people do ---

    async def request(self, who: str, seq: int, name: str) -> int:
        """Take the user's last action back at once, or ask the others; return the length of the log."""
        table = self.table
        async with table.lock:
            if (choosing := self._choosing(who)) is not None:
                done = table.check(who, choosing, seq, name)
                return await table.pending.take_back(choosing, name) if done is None else done
            last = self._last_ply(who)
            log = table.started_match().log
            seat, plies = log[last].seat, len(log) - last
            done = table.check(who, seat, seq, name)
            if done is not None:
                return done
            if not self._must_consent(who, last):
                return await self.undo(seat, plies, name)
            self._count_question(seat)
            self.question = QuestionRow(table.row.id, table.history.seq, seat, plies, "")
            await table.registry.store.put_question(self.question)
            table.broadcast.question()
            return table.history.seq

    async def answer(self, who: str, seq: int, yes: bool) -> int:
        """Consent to what was asked, or not; return the length of the log."""
        table = self.table
        async with table.lock:
            question = self.question
            if question is None or question.ply != table.history.seq or seq != table.history.seq:
                raise Stale("that is not asked any more")
            if not table.seats_of(who) or question.seat in table.seats_of(who):
                raise Forbidden("you are not asked")
            if not yes:
                self.question = None
                await table.registry.store.drop_question(table.row.id)
                table.broadcast.question()
                return table.history.seq
            consents = {*question.consents.split(), who}
            last = len(table.started_match().log) - question.plies
            if self._must_consent(table.seats[question.seat].who, last) <= consents:
                return await self.undo(question.seat, question.plies)
            self.question = question._replace(consents=" ".join(sorted(consents)))
            await table.registry.store.put_question(self.question)
            table.broadcast.question()
            return table.history.seq

    async def undo(self, seat: int, plies: int, name: str = "") -> int:
        """Take back the last plies; return the length of the log."""
        match = self.table.started_match()
        phase, submitted = match.phase, match.pending_codes()
        ready = [other for other in submitted if match.confirmed(other)]
        match.replay([(ply.seat, ply.action.code) for ply in match.log[: len(match.log) - plies]])
        back: list[Entry] = []
        if match.together and match.phase == phase:  # what other seats have submitted did not depend on these plies
            for other in submitted.keys() - {seat}:
                match.restore_pending(other, submitted[other])
        elif match.together:
            back = [Entry(other, HAND_BACK, 0) for other in ready]
        return await self.table.commit([Entry(seat, take_back_code(plies), 0), *back], name)

    # --- What is possible ---

    def availability(self, seat: int) -> Literal["no", "free", "ask"]:
        """Can the user of this seat take back their last action: at once, by asking, or not?"""
        table, who = self.table, self.table.seats[seat].who
        try:
            if (choosing := self._choosing(who)) is not None:
                final = table.over or choosing in table.history.gone or table.pending.exhausted(choosing)
                return "no" if final else "free"
            last = self._last_ply(who)
            if table.over or table.started_match().log[last].seat in table.history.gone:
                return "no"
            return "ask" if self._must_consent(who, last) else "free"
        except Refused:
            return "no"

    def _choosing(self, who: str) -> int | None:
        """The seat of a user that has chosen something in this simultaneous phase."""
        match = self.table.started_match()
        found = next((seat for seat in self.table.seats_of(who) if match.chosen_codes(seat)), None)
        if found is not None:
            self._must_bear_more()
        return found

    def _must_bear_more(self) -> None:
        if self.table.history.undone.total() >= self.table.registry.limits.undone:
            raise Refused("there were so many take-backs at this table that no more are possible")

    def _last_ply(self, who: str) -> int:
        """The ply of a user's last action, except offers and other actions that are possible at any time."""
        mine, match = self.table.seats_of(who), self.table.started_match()
        self._must_bear_more()
        for ply in reversed(range(len(match.log))):
            if match.log[ply].seat in mine and ply not in match.anytime_plies:
                return ply
        raise Refused("you have done nothing yet that could be taken back")

    def _must_consent(self, who: str, ply: int) -> set[str]:
        """The users who must consent before this user goes back to a ply; refused if consent would not be enough."""
        table, match, mine = self.table, self.table.started_match(), self.table.seats_of(who)
        learnt = match.revealed_since(ply)
        if learnt and any(seat.kind == "bot" or seat.seat in table.history.replaced for seat in table.seats):
            raise Refused("chance has acted or something was revealed since, and a bot does not agree to that")
        own = (
            all(done.seat in mine for done in match.log[ply:])
            and match.anytime_plies.isdisjoint(range(ply, len(match.log)))
            and not any(match.confirmed(seat) for seat in range(match.seats) if seat not in mine)
        )
        if own and not learnt and not table.settings.rated and not self.exhausted(match.log[ply].seat, ply):
            return set()
        left = [seat for seat in table.seats if seat.seat not in table.history.gone and seat.who != who]
        if any(seat.kind == "outside" for seat in left):
            raise Refused("a program plays here, and cannot be asked to agree")
        others = {seat.who for seat in left if seat.kind == "person"}
        if learnt and not others:
            raise Refused("chance has acted or something was revealed since, and cannot be unseen")
        return others

    def exhausted(self, seat: int, plies: int) -> bool:
        """Has a seat gone back to this ply as often as it may without consent?"""
        return self.table.history.undone[seat, plies] >= self.table.registry.limits.take_backs

    def _count_question(self, seat: int) -> None:
        """Refuse a question if the seat has asked too often at this ply."""
        key = seat, len(self.table.history.plies)
        self._question_counts[key] += 1
        if self._question_counts[key] > self.table.registry.limits.take_backs:
            raise Conflict("you have asked often enough here; play on")
