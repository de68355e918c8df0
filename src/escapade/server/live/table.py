"""A live table: people, bots and listeners around one match. Every change is committed to the log, then sent.

One change at a time happens at a table (`lock`). What is in memory is a cache of the log: if a write fails, or another
process wrote first, it is made anew from the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from escapade.games import GAMES
from escapade.kernel.dealer import Dealer
from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE, OVER
from escapade.server import protocol
from escapade.server.accounts.ladder import Standing
from escapade.server.errors import Conflict, Forbidden, Stale, StoreError
from escapade.server.live import projection
from escapade.server.live.bot_turns import BotTurns
from escapade.server.live.broadcast import Broadcast, Listeners
from escapade.server.live.clocks import Clock
from escapade.server.live.history import COME_BACK, FORFEIT, GO_ON, TAKE_BACK, TAKE_OVER, TIME_OUT, History
from escapade.server.live.pending import Pending
from escapade.server.live.seating_feed import SeatingFeed
from escapade.server.live.settings import PROGRAM, Secret, Settings, is_host, may_play, may_watch, too_few_left
from escapade.server.live.takeback import TakeBacks
from escapade.server.store import Append, Entry, SeatRow, TableRow
from escapade.server.store.driver import Statement

if TYPE_CHECKING:
    from escapade.server.live.audit import Reading
    from escapade.server.live.registry import Registry

MAX_TRIES = 3  # to commit though another process writes, too
DROP_QUESTION = "DELETE FROM questions WHERE match = ?"
END = "UPDATE tables SET status = 'over', ended = ?, turn = ?, replaced = ?, result = ? WHERE id = ?"
SUMMARY = "UPDATE tables SET turn = ?, replaced = ?, result = ? WHERE id = ?"


class Table:
    """One live table: its rows, its match, and the parts that work on them."""

    def __init__(self, registry: Registry, row: TableRow, seats: list[SeatRow]) -> None:
        self.registry, self.row, self.seats = registry, row, seats
        self.game = GAMES[row.game]
        self.settings = msgspec.json.decode(row.settings, type=Settings)
        self.secret = msgspec.json.decode(row.secret, type=Secret)
        self.lock = asyncio.Lock()
        self.listeners, self.seating_feed, self.broadcast = Listeners(), SeatingFeed(self), Broadcast(self)
        self.takebacks, self.pending, self.bot_turns = TakeBacks(self), Pending(self), BotTurns(self)
        self.connections = 0  # also those that have not said hello yet; a table with connections stays in memory
        self.standing = Standing()
        self.lost = False  # the match could not be read from the database; it is tried again
        self.reset()

    def reset(self) -> None:
        """Drop all that is made from the log."""
        self.history = History(self.secret.draw_offsets)
        self.broadcast.reset()
        self.match: Match | None = None
        self.clock = Clock(self.settings.clock, self.settings.seats, self.registry.outages)
        self.pending.stored = {}

    # --- What the table is ---

    @property
    def over(self) -> bool:
        """Is the match over? It is not before the entry that ends it is committed."""
        return self.row.status == "over"

    @property
    def idle(self) -> bool:
        """May it be evicted: no connection uses it, no bot acts, and it need not be loaded again?"""
        used = self.connections or self.listeners or self.lock.locked() or self.lost
        return not (used or self.bot_turns.running or self.bot_turns.seat_to_act() is not None)

    def started_match(self) -> Match:
        """The match; an error before its start, or while it cannot be read."""
        if self.lost:
            raise StoreError("the table could not be read again yet")
        if self.match is None:
            raise Conflict("the game has not begun yet")
        return self.match

    def dealer(self) -> Dealer:
        """The dice of this table."""
        return self.secret.dealer(self.settings.dice)

    def clock_info(self) -> protocol.ClockInfo:
        """The clocks, as everyone may see them."""
        return self.clock.info(self.registry.now())

    def _ends(self, match: Match, more: Sequence[int] = ()) -> bool:
        """Is the match over by its rules, or because too few seats are left, also without these?"""
        return match.turn == OVER or too_few_left(self.seats, {*self.history.gone, *more})

    # --- Who may do what ---

    def seats_of(self, who: str) -> list[int]:
        """The seats that a user may act for."""
        return [seat.seat for seat in self.seats if may_play(who, seat)]

    def is_connected(self, who: str) -> bool:
        """Is a user connected to this table at this process?"""
        return who in self.listeners.users

    def hosted_by(self, who: str) -> bool:
        """Is this user the host?"""
        return is_host(who, self.row)

    def may_watch(self, who: str) -> bool:
        """May this user see the table at all?"""
        return may_watch(self.row, self.settings, self.seats, who)

    def why_not_watch(self, who: str) -> str:
        """Why a user may not see the table."""
        if who.startswith(PROGRAM):
            return "this token opens no seat at this table"
        return f"table {self.row.code} plays without spectators"

    def observer_for(self, who: str, seat: int | None) -> int | None:
        """The observer of a user who asks for the view of a seat: that seat if it is theirs now, else the public view.

        Every frame for a connection is made for this observer, which is asked for when the frame is made.
        """
        if seat is None or self.over or may_play(who, self.seats[seat]):
            return seat
        return None

    # --- From the log ---

    async def load(self) -> None:
        """Make everything anew from the database."""
        store, number = self.registry.store, self.row.id
        self.reset()
        self.lost = True  # until all is read
        row = await store.table_by_number(number)
        if row is None:
            raise StoreError(f"table {self.row.code} is not there any more")
        reading = await self.registry.quarantine.read(row)
        self.row, self.seats = reading.row, reading.seats
        await self.takebacks.load()
        await self.registry.ladder.look(self)
        if self.row.status not in ("open", "closed"):
            self._adopt(reading)
        question = self.takebacks.question
        if question and question.plies not in range(1, len(self.history.plies) + 1):
            self.takebacks.question = None
        self.summarize()
        self.lost = False
        if self.row[-3:] != row[-3:]:
            self.registry.spawn(store.update_summary(row, self.row))

    def summarize(self) -> None:
        """Bring the row's columns for lists up to date with the match."""
        if self.match is not None:
            self.row = self.row._replace(**projection.summary(self.match, self.history, self.over)._asdict())

    def _adopt(self, reading: Reading) -> None:
        """Continue the match of an audited log."""
        if reading.match is None or reading.clock is None:
            raise StoreError("a log was read without its match")
        self.history, self.match, self.clock = reading.history, reading.match, reading.clock
        self.pending.stored = reading.pending
        self.match.dealer = self.dealer()
        if reading.over and not self.over:
            self.row = self.row._replace(status="over", ended=reading.last)

    async def recover(self) -> None:
        """Load a lost table again, and send it."""
        async with self.lock:
            if self.lost:
                await self.load()
                self.seating_feed.send()
                self.broadcast.update_all_anew()

    async def _reload(self) -> None:
        """Load the table again, and send it."""
        await self.load()
        self.broadcast.update_all_anew()

    async def catch_up(self, moves_only: bool) -> None:
        """Another process has changed the table: read what is new, and send it."""
        async with self.lock:
            started = self.match is not None
            if not moves_only or not started:
                await self._refresh_rows()
            if self.row.status in ("running", "over"):
                if started:
                    await self._follow_others(moves_only)
                else:
                    await self._reload()
                self.summarize()
                await self.pending.play()
            self.resume()

    async def _refresh_rows(self) -> None:
        """Read and send what is not in the log: seats, the open question, chat."""
        question = self.takebacks.question
        await self._read_seats()
        if self.row.fault:
            raise await self.registry.quarantine.isolate(self.row, self.row.fault)
        await self.takebacks.load()
        self.seating_feed.send()
        if question != self.takebacks.question:
            self.broadcast.question()
        await self.registry.chat.send_new(self)

    async def _follow_others(self, moves_only: bool) -> None:
        """Follow the entries that another process has written."""
        store, history = self.registry.store, self.history
        plies, verbs = len(history.plies), len(history.verbs)
        if entries := await store.log(self.row.id, history.seq):
            await self.step(lambda: self._follow(entries))
            await self.pending.follow(entries)
            self.takebacks.question = None
            self.broadcast.update(plies, verbs, any(entry.action < TAKE_BACK for entry in entries))
        elif not moves_only:
            if await store.length(self.row.id) < history.seq:  # escapade repair has cut it
                await self._reload()
            await self.pending.restore()

    def _follow(self, entries: Sequence[Entry]) -> None:
        """Apply entries that another process has written."""
        match = self.started_match()
        for _, run in groupby(entries, key=lambda entry: entry.at):
            together = [*run]
            if self.history.follow(together):
                match.replay(self.history.plies)
            else:
                for seat, code in self.history.plies[len(match.log) :]:
                    match.follow(seat, code)
            match.draw_offsets = self.history.draw_offsets
            self.clock.follow(together, match)
        if entries and not self.over and self._ends(match):
            self.row = self.row._replace(status="over", ended=entries[-1].at)
        if self.over:
            self.clock.stop()

    async def step(self, step: Callable[[], object]) -> None:
        """Let the match go on. If that fails halfway, match and log do not agree: load the table again, and send it,
        since entries of another process may not have been sent yet.
        """
        match, before = self.started_match(), self._progress()
        try:
            step()
        except Exception:
            if self.match is not match or self._progress() != before:
                await self._reload()
            raise

    def _progress(self) -> tuple[int, int]:
        """How many plies the match has, and how many entries of the log it has followed."""
        return len(self.started_match().log), self.history.seq

    # --- To the log ---

    async def commit(self, verbs: Sequence[Entry] = (), name: str = "") -> int:
        """Write the match's new plies and these entries of the table, then send them; return the length of the log.

        If they cannot be written, the table is loaded again.
        """
        match, history = self.started_match(), self.history
        now = max(self.registry.now(), history.entries[-1].at + 1 if history.entries else 0)
        entries = [entry._replace(at=now) for entry in verbs]
        entries += [Entry(seat, code, now) for seat, (code, _) in match.log[len(history.plies) :]]
        entries[0] = Entry(entries[0].seat, entries[0].action, now, name)
        ends = self._ends(match, [entry.seat for entry in verbs if entry.action in (FORFEIT, TIME_OUT)])
        wanted = Append(self.row.id, history.seq, entries, self.statements(now, ends, entries))
        try:
            written = await self.registry.store.append(wanted)
        except StoreError:
            await self.load()
            raise
        if not written:
            await self._reload()
            raise Stale("the table has gone on since; look again")
        if ends:
            self.row = self.row._replace(status="over", ended=now)
        self._committed(entries)
        return self.history.seq

    def statements(self, now: int, ends: bool = False, entries: Sequence[Entry] = ()) -> list[Statement]:
        """What is written in the transaction of these entries: pending actions, the question, the columns for lists."""
        number, found = self.row.id, self.pending.statements(now)
        if self.takebacks.question is not None:
            found.append((DROP_QUESTION, (number,)))
        summary = projection.summary(self.started_match(), self.history.after(entries), ends)
        if ends:
            found.append((END, (now, *summary, number)))
        elif summary != (self.row.turn, self.row.replaced, self.row.result):
            found.append((SUMMARY, (*summary, number)))
        return found

    def _committed(self, entries: Sequence[Entry]) -> None:
        """Follow entries that were just committed, and send them."""
        match, plies, verbs = self.started_match(), len(self.history.plies), len(self.history.verbs)
        undone = self.history.follow(entries)
        match.draw_offsets = self.history.draw_offsets
        self.summarize()
        self.clock.follow(entries, match)
        self.takebacks.question = None
        if self.over:
            self.clock.stop()
        self.broadcast.update(plies, verbs, undone)
        self.resume()

    def resume(self) -> None:
        """Start what should run now: ratings, the clock's timer, bots, or the match itself if all seats are taken."""
        self.registry.rating.settle_soon(self)
        if self.over:
            self.registry.timers.cancel(self.row.id)
        elif self._full():
            self.registry.spawn(self.begin())
        elif self.match is not None:
            self.registry.timers.watch_clock(self)
            self.bot_turns.start()

    # --- Seats, and the start ---

    @asynccontextmanager
    async def seating(self, refusal: str) -> AsyncIterator[None]:
        """Change seats of an open table, from what is stored now; then send them, and begin if all seats are taken."""
        async with self.lock:
            await self._read_seats()
            if self.row.status != "open":
                raise Conflict(refusal)
            yield
            await self._read_seats()
            self.seating_feed.send()
        await self.begin()

    async def replace_seat(self, seat: SeatRow) -> None:
        """Write a changed seat, within `seating`."""
        if not await self.registry.store.replace_seat(seat, self.seats[seat.seat]):
            raise Conflict(f"seat {seat.seat} has changed in this moment; look again")

    async def _read_seats(self) -> None:
        """Read the row before the seats: if a seat changes after that, `begin` notices it by the row's `seating`."""
        self.row = await self.registry.store.table_by_number(self.row.id) or self.row
        self.seats = await self.registry.store.seats(self.row.id)
        await self.registry.ladder.look(self)

    def _full(self) -> bool:
        """Are all seats of an open table taken?"""
        return self.row.status == "open" and all(seat.kind not in ("open", "invited") for seat in self.seats)

    async def begin(self) -> None:
        """Start the match, if every seat is taken."""
        async with self.lock:
            await self._read_seats()
            if not self._full():
                return
            match = Match(self.game, self.settings.seats, self.settings.options, dealer=self.dealer())
            now, number = self.registry.now(), self.row.id
            entries = [Entry(ply.seat, ply.action.code, now) for ply in match.log]
            turn, known = projection.summary(match, History(), over=False).turn, await self.registry.store.log(number)
            if known:  # it was imported, and waited for its people
                turn, entries = self.row.turn, [Entry(CHANCE, GO_ON, max(now, known[-1].at + 1))]
            if not await self.registry.store.begin(number, self.row.seating, turn, len(known), entries):
                return  # a seat has changed meanwhile: `seating` calls `begin` again
            await self.load()
            self.seating_feed.send()
            self.broadcast.update_all_anew()
            self.resume()

    # --- What people do ---

    def check(self, who: str, seat: int, seq: int, name: str) -> int | None:
        """Refuse a request that is not possible now; of one done before, return the length of the log it led to."""
        if not may_play(who, self.seats[seat]):
            raise Forbidden("that is not your seat")
        done = self.history.done(seat, name)
        if done is not None:
            return done
        if self.over:
            raise Conflict("the game is over")
        if seat in self.history.gone:
            raise Conflict("you have given up")
        if not self.is_fresh(seq, seat):
            raise Stale("the table has gone on since; look again")
        return None

    def is_fresh(self, seq: int, seat: int) -> bool:
        """Has nothing changed what a seat may do since then? Offers and the table's own entries do not, nor what others
        have chosen in the same simultaneous phase."""
        match, apart = self.started_match(), self.started_match().anytime_plies
        if match.together:
            apart = apart | {i for i in range(match.phase, len(match.log)) if match.log[i].seat != seat}
        return self.history.last_change(apart) <= seq <= self.history.seq

    async def act(self, who: str, seat: int, seq: int, code: int, name: str) -> int:
        """Do an action of the game; return the length of the log once it is committed."""
        async with self.lock:
            match = self.started_match()
            done = self.check(who, seat, seq, name)
            if done is not None:
                return done
            ready = match.confirmed(seat)
            await self.step(lambda: match.play(code, seat))
            back = [Entry(seat, COME_BACK, 0)] if seat in self.history.replaced else []
            return await self.pending.settle(seat, ready, name, back)

    async def resign(self, who: str, seat: int, seq: int, name: str) -> int:
        """Give up: by the game's own action, or else by an entry of the table."""
        async with self.lock:
            match = self.started_match()
            done = self.check(who, seat, seq, name)
            if done is not None:
                return done
            own = [action for action in match.anytime(seat) if action.name == f"seat {seat} resigns"]
            if own:
                await self.step(lambda: match.play(own[0], seat))
                return await self.commit(name=name)
            return await self._leave(seat, FORFEIT, name)

    async def _leave(self, seat: int, verb: int, name: str = "") -> int:
        """Let a seat give up: a bot plays on for it, if enough seats are left."""
        entries = [Entry(seat, verb, 0)]
        if not too_few_left(self.seats, {*self.history.gone, seat}):
            entries.append(Entry(seat, TAKE_OVER, 0))
        return await self.commit(entries, name)

    async def come_back(self, who: str) -> None:
        """Let a person who was away play again, instead of the bot."""
        async with self.lock:
            for _ in range(MAX_TRIES):
                mine = [s for s in self.seats_of(who) if s in self.history.replaced and s not in self.history.gone]
                if not mine or self.over or self.match is None:
                    return
                with suppress(Stale):  # another process wrote first
                    await self.commit([Entry(seat, COME_BACK, 0) for seat in mine])

    # --- What the server decides ---

    async def check_clock(self) -> None:
        """End the match for a seat whose time is up; if none is, set the timer again."""
        async with self.lock:
            end = self.clock.next_end()
            if end is None or self.over or self.match is None:
                return
            seat, at = end
            if self.registry.now() >= at:
                try:
                    await self._leave(seat, TIME_OUT)
                except Stale:  # another process wrote first, and the table was loaded again
                    self.resume()
            else:
                self.registry.timers.watch_clock(self)

    def _played_without(self, seat: int) -> bool:
        """Does a person or program play on without this seat? Bots among themselves would play for nobody."""
        out = {seat, *self.history.gone, *self.history.replaced}
        return any(row.kind in ("person", "outside") and row.seat not in out for row in self.seats)

    async def replace_absent(self, seat: int) -> None:
        """A person has been absent for too long on their turn: do what the settings say."""
        async with self.lock:
            match = self.match
            if self.over or match is None or seat in self.history.replaced or seat not in match.acting():
                return
            if self.settings.left == "bot" and self._played_without(seat):
                await self.commit([Entry(seat, TAKE_OVER, 0)])
            elif self.settings.left == "forfeit":
                await self._leave(seat, FORFEIT)
