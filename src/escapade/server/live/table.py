"""A table: people, bots and strangers around one match. What happens is written down first, then told.

One thing at a time happens at a table (`lock`), and what is in memory is a cache: it follows the log, and if a write
fails or someone else was faster, it is made anew from the log.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from escapade.games import GAMES
from escapade.kernel.dealer import Dealer, SystemDealer, VerifiableDealer
from escapade.kernel.events import EventStream
from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE, OVER, Refused
from escapade.server import protocol
from escapade.server.accounts.ladder import Standing
from escapade.server.errors import Conflict, Forbidden, Stale, StoreError
from escapade.server.live import projection
from escapade.server.live.clocks import Clock
from escapade.server.live.history import (
    COME_BACK,
    FORFEIT,
    GO_ON,
    HAND_BACK,
    HAND_IN,
    TAKE_BACK,
    TAKE_OVER,
    TIME_OUT,
    History,
    taking_back,
)
from escapade.server.live.presence import Listeners, SeatingFeed
from escapade.server.live.projection import Page, Public, kernel_observer
from escapade.server.store import Append, Entry, QuestionRow, SeatRow, TableRow, pending_statement
from escapade.server.store.driver import Statement
from escapade.server.threads import LONG, in_spare_thread, in_thread

if TYPE_CHECKING:
    from escapade.server.live.audit import Reading
    from escapade.server.live.registry import Registry

OUTSIDE = "outside:"  # how the identity of a program begins
TRIES = 3  # to write something though others write, too
SUBSTITUTE = "greedy"  # the bot that plays on for who left
DROP_QUESTION = "DELETE FROM questions WHERE match = ?"
END = "UPDATE tables SET status = 'over', ended = ?, turn = ?, replaced = ?, result = ? WHERE id = ?"
SUMMARY = "UPDATE tables SET turn = ?, replaced = ?, result = ? WHERE id = ?"
encode = msgspec.json.Encoder().encode
Now = tuple[Public, protocol.ClockInfo, protocol.Question | None]  # what all are told alike


class Settings(msgspec.Struct):
    """What a table has agreed on, for good."""

    seats: int
    options: dict[str, Any]
    clock: protocol.ClockRequest
    spectators: bool
    aids: bool
    rated: bool
    dice: str
    left: protocol.LeftPolicy
    grace: int
    colours: list[str]
    bots: bool  # does one play from the start?


class Secret(msgspec.Struct):
    """What only the server knows before the end: the seed of verifiable dice."""

    seed: str = ""
    salt: str = ""
    draw_offsets: list[tuple[int, int]] = []  # of a match that was played elsewhere: see kernel/dealer.py


class Listener(Protocol):
    """Someone at a table, through a connection: who it is, and which observer it is."""

    who: str
    observer: int | None
    shown: int | None  # the observer it was last updated as
    offers: bool  # does it want to be told what each action would do?
    chat: int  # the last line it was told
    muted: set[str]  # names it does not want to hear
    seating: bytes  # what it was told of who sits where

    def send(self, frame: bytes) -> None:
        """Take a frame; never waits."""
        ...

    def close(self, reason: str) -> None:
        """End the connection for good, and say why."""
        ...


def deserted(seats: Sequence[SeatRow], gone: set[int]) -> bool:
    """Is nobody left to play against, or no person, once these have gone?"""
    if not gone:
        return False
    stayed = [seat for seat in seats if seat.seat not in gone]
    people = [seat for seat in stayed if seat.kind in ("person", "outside")]
    return len(stayed) < 2 or not people


def sits(who: str, seat: SeatRow) -> bool:
    """May someone act for a seat?"""
    return bool(who) and seat.who == who and seat.kind in ("person", "outside")


def may_watch(row: TableRow, settings: Settings, seats: Sequence[SeatRow], who: str) -> bool:
    """May someone look at a table at all? A program may as long as it has a seat."""
    if any(sits(who, seat) for seat in seats):
        return True
    if who.startswith(OUTSIDE):
        return False
    return settings.spectators or hosts(who, row) or row.status == "open"


def hosts(who: str, row: TableRow) -> bool:
    """Is this someone's table? An imported one may be nobody's."""
    return bool(who) and who == row.host


class Table:
    """One table, live."""

    def __init__(self, registry: Registry, row: TableRow, seats: list[SeatRow]) -> None:
        self.registry, self.row, self.seats = registry, row, seats
        self.game = GAMES[row.game]
        self.settings = msgspec.json.decode(row.settings, type=Settings)
        self.secret = msgspec.json.decode(row.secret, type=Secret)
        self._questions_asked: Counter[tuple[int, int]] = Counter()  # questions of a seat at so many plies
        self.lock = asyncio.Lock()
        self.listeners, self.seating_feed = Listeners(), SeatingFeed(self)
        self.connections = 0  # open ones, also of those who have not said hello yet: so long it is not forgotten
        self.question: QuestionRow | None = None
        self.bots_at_work: asyncio.Task[None] | None = None
        self.standing = Standing()
        self.lost = False  # what was known could not be made anew: the database does not answer
        self._stream: EventStream | None = None
        self._forget()

    def _forget(self) -> None:
        """Nothing of the match is known: it is made from the log."""
        self.history = History(self.secret.draw_offsets)
        self.rest()
        self.match: Match | None = None
        self.clock = Clock(self.settings.clock, self.settings.seats, self.registry.outages)
        self._pending: dict[int, str] = {}

    # --- Before and after ---

    @property
    def over(self) -> bool:
        """Is the match decided?

        What was played and is not written yet does not count: it may still come to nothing.
        """
        return self.row.status == "over"

    def _ends(self, match: Match, more: Sequence[int] = ()) -> bool:
        """Is it decided by its rules, or because nobody is left to play against, now or once these have gone, too?"""
        return match.turn == OVER or deserted(self.seats, {*self.history.gone, *more})

    def dealer(self) -> Dealer:
        """The dice of this table."""
        if self.settings.dice == "system":
            return SystemDealer()
        return VerifiableDealer(self.secret.seed, self.secret.salt)

    def seats_of(self, who: str) -> list[int]:
        """The seats that someone may act for."""
        return [seat.seat for seat in self.seats if sits(who, seat)]

    def hears(self, who: str) -> bool:
        """Is someone here, at this process?"""
        return who in self.listeners.people

    def hosted_by(self, who: str) -> bool:
        """Is this someone's table?"""
        return hosts(who, self.row)

    def may_watch(self, who: str) -> bool:
        """May someone look at this table at all?"""
        return may_watch(self.row, self.settings, self.seats, who)

    def closed_to(self, who: str) -> str:
        """Why someone may not look at this table."""
        if who.startswith(OUTSIDE):
            return "this token opens no seat at this table"
        return f"table {self.row.code} plays without spectators"

    def observer_for(self, who: str, seat: int | None) -> int | None:
        """Whose view someone is shown who wants to look through a seat: this one if it is theirs now, else everyone's.

        All that leaves for a connection is derived through this, at the moment in which it leaves.
        """
        if seat is None or self.over or sits(who, self.seats[seat]):
            return seat
        return None

    @property
    def idle(self) -> bool:
        """Does nobody look at it, no bot have to act here, and nothing wait to be read again?"""
        at_work = self.bots_at_work is not None and not self.bots_at_work.done()
        used = self.connections or self.listeners or self.lock.locked() or self.lost
        return not (used or at_work or self._bot_to_act() is not None)

    def rest(self) -> None:
        """Work nothing out for listeners any more, until one comes."""
        if self._stream is not None:
            self._stream.leave()
        self._stream = None

    # --- From the log ---

    async def load(self) -> None:
        """Make everything anew from what is written."""
        store, number = self.registry.store, self.row.id
        self._forget()
        self.lost = True  # until all is read
        row = await store.table_by_number(number)
        if row is None:
            raise StoreError(f"table {self.row.code} is not there any more")
        reading = await self.registry.quarantine.read(row)
        self.row, self.seats = reading.row, reading.seats
        self.question = await store.question(number)
        await self.registry.ladder.look(self)
        if self.row.status not in ("open", "closed"):
            self._adopt(reading)
        if self.question and self.question.plies not in range(1, len(self.history.plies) + 1):
            self.question = None
        self._summarize()
        self.lost = False
        if self.row[-3:] != row[-3:]:
            self.registry.spawn(store.amend(row, self.row))

    def _summarize(self) -> None:
        """Keep what lists tell of the match as its row has it, or should."""
        if self.match is not None:
            self.row = self.row._replace(**projection.summary(self.match, self.history, self.over)._asdict())

    def _adopt(self, reading: Reading) -> None:
        """Go on from a log that was read without trusting it, entry by entry."""
        if reading.match is None or reading.clock is None:
            raise StoreError("a log was read without its match")
        self.history, self.match, self.clock = reading.history, reading.match, reading.clock
        self._pending = reading.pending
        self.match.dealer = self.dealer()
        if reading.over and not self.over:
            self.row = self.row._replace(status="over", ended=reading.last)

    async def _restore_pending(self) -> None:
        """Lay down what is kept of actions that were handed in before their turn, instead of what lies there."""
        if self.match is None or self.over:
            return
        stored = {seat: codes for seat, (codes, _) in (await self.registry.store.pending(self.row.id)).items()}
        for seat in {*stored, *self._pending}:
            self.match.restore_pending(seat, map(int, stored.get(seat, "").split()))
        self._pending = stored

    async def recover(self) -> None:
        """Make everything anew once the database answers again, and tell it."""
        async with self.lock:
            if self.lost:
                await self.load()
                self.tell_seating()
                self._tell(0, 0, again=True)

    def _take(self, entries: Sequence[Entry]) -> None:
        """Follow entries that were written."""
        match = self._playing()
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

    async def catch_up(self, moves_only: bool) -> None:
        """Another process has changed something: see what, and tell it."""
        async with self.lock:
            began = self.match is not None
            if not moves_only or not began:
                await self._look_again()
            plies, verbs = len(self.history.plies), len(self.history.verbs)
            if self.row.status in ("running", "over"):
                if not began:
                    await self.load()
                    self._tell(0, 0, again=True)
                elif entries := await self.registry.store.log(self.row.id, self.history.seq):
                    again, news = any(entry.action < TAKE_BACK for entry in entries), entries
                    await self._go_on(lambda: self._take(news))
                    if self._pending or any(entry.action in (HAND_IN, HAND_BACK) for entry in entries):
                        await self._restore_pending()
                    self.question = None
                    self._tell(plies, verbs, again)
                elif not moves_only:
                    if (
                        await self.registry.store.length(self.row.id) < self.history.seq
                    ):  # it was cut by escapade repair
                        await self.load()
                        self._tell(0, 0, again=True)
                    await self._restore_pending()
                self._summarize()
                await self._play_pending()
            self._afterwards()

    async def _play_pending(self) -> None:
        """Open what lies sealed for the seat to act: it was handed in elsewhere while the action before was done here.

        Every process that knows of both tries; one of them is first, and the others follow it.
        """
        match = self._playing()
        if self.over or match.turn < 0 or not match.pending(match.turn):
            return
        seat = match.turn
        await self._go_on(match.go_on)
        if len(match.log) > len(self.history.plies):
            with suppress(Stale):
                await self._commit()
        else:  # it was given back
            await self._save_pending(seat)

    async def _look_again(self) -> None:
        """Read what is not in the log: who sits where, what is asked, what is said."""
        question = self.question
        await self._read_seats()
        if self.row.fault:
            raise await self.registry.quarantine.hold(self.row, self.row.fault)
        self.question = await self.registry.store.question(self.row.id)
        self.tell_seating()
        if question != self.question:
            self.send_all(lambda _: protocol.QuestionUpdate(self.question_info()))
        await self.registry.tell_chat(self)

    # --- To the log ---

    async def _commit(self, who: Sequence[Entry] = (), name: str = "") -> int:
        """Write down what the match has come to, and what the table does; then tell it. Return how far the log is.

        If it cannot be written, everything is made anew from what is.
        """
        match, history = self._playing(), self.history
        now = max(self.registry.now(), history.entries[-1].at + 1 if history.entries else 0)
        entries = [entry._replace(at=now) for entry in who]
        entries += [Entry(seat, code, now) for seat, (code, _) in match.log[len(history.plies) :]]
        entries[0] = Entry(entries[0].seat, entries[0].action, now, name)
        ends = self._ends(match, [entry.seat for entry in who if entry.action in (FORFEIT, TIME_OUT)])
        wanted = Append(self.row.id, history.seq, entries, self._also(now, ends, entries))
        try:
            written = await self.registry.store.append(wanted)
        except StoreError:
            await self.load()
            raise
        if not written:
            await self.load()
            self._tell(0, 0, again=True)
            raise Stale("the table has gone on since; look again")
        if ends:
            self.row = self.row._replace(status="over", ended=now)
        self._written(entries)
        return self.history.seq

    def _also(self, now: int, ends: bool = False, entries: Sequence[Entry] = ()) -> list[Statement]:
        """What is written together with entries: what lies sealed, that a question is answered, what lists tell."""
        number, also = self.row.id, []
        lies = {seat: " ".join(map(str, codes)) for seat, codes in self._playing().pending_codes().items()}
        if lies != self._pending:
            changed = [seat for seat in {*lies, *self._pending} if lies.get(seat) != self._pending.get(seat)]
            also = [pending_statement(number, seat, lies.get(seat, ""), now) for seat in changed]
            self._pending = lies
        if self.question is not None:
            also.append((DROP_QUESTION, (number,)))
        summary = projection.summary(self._playing(), self.history.after(entries), ends)
        if ends:
            also.append((END, (now, *summary, number)))
        elif summary != (self.row.turn, self.row.replaced, self.row.result):
            also.append((SUMMARY, (*summary, number)))
        return also

    def _written(self, entries: Sequence[Entry]) -> None:
        """What was written is a fact: follow it, and tell it."""
        match, plies, verbs = self._playing(), len(self.history.plies), len(self.history.verbs)
        again = self.history.follow(entries)
        match.draw_offsets = self.history.draw_offsets
        self._summarize()
        self.clock.follow(entries, match)
        self.question = None
        if self.over:
            self.clock.stop()
        self._tell(plies, verbs, again)
        self._afterwards()

    def _afterwards(self) -> None:
        """Bots go on, clocks run, and what is over is settled; what could begin and was interrupted begins."""
        self.registry.settle_ratings(self)
        if self.over:
            self.registry.settle(self)
        elif self._full():
            self.registry.spawn(self.begin())
        elif self.match is not None:
            self.registry.watch_clock(self)
            self._wake_bots()

    def _playing(self) -> Match:
        if self.lost:
            raise StoreError("the table could not be read again yet")
        if self.match is None:
            raise Conflict("the game has not begun yet")
        return self.match

    # --- Beginning ---

    @asynccontextmanager
    async def seating(self, refusal: str) -> AsyncIterator[None]:
        """Change who sits where, from what is written now; then tell it, and begin if all seats are taken."""
        async with self.lock:
            await self._read_seats()
            if self.row.status != "open":
                raise Conflict(refusal)
            yield
            await self._read_seats()
            self.tell_seating()
        await self.begin()

    async def sit(self, seat: SeatRow) -> None:
        """Change who sits on a seat, within `seating`."""
        if not await self.registry.store.sit(seat, self.seats[seat.seat]):
            raise Conflict(f"seat {seat.seat} has changed in this moment; look again")

    async def _read_seats(self) -> None:
        """Read the row before the seats: if one of them changes after that, the table does not begin with them."""
        self.row = await self.registry.store.table_by_number(self.row.id) or self.row
        self.seats = await self.registry.store.seats(self.row.id)
        await self.registry.ladder.look(self)

    def _full(self) -> bool:
        """Does it wait for nobody, and can begin?"""
        return self.row.status == "open" and all(seat.kind not in ("open", "invited") for seat in self.seats)

    async def begin(self) -> None:
        """Begin, once every seat is taken."""
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
                return  # a seat has changed meanwhile: whoever changed it begins
            await self.load()
            self.tell_seating()
            self._tell(0, 0, again=True)
            self._afterwards()

    # --- What people do ---

    def _check(self, who: str, seat: int, seq: int, name: str) -> int | None:
        """May this be done? If it was done before, return how far the log was then."""
        if not sits(who, self.seats[seat]):
            raise Forbidden("that is not your seat")
        done = self.history.done(seat, name)
        if done is not None:
            return done
        if self.over:
            raise Conflict("the game is over")
        if seat in self.history.gone:
            raise Conflict("you have given up")
        if not self._is_fresh(seq):
            raise Stale("the table has gone on since; look again")
        return None

    def _is_fresh(self, seq: int) -> bool:
        """Has nothing changed what seats may do since then? Offers do not, nor what the table does besides."""
        return self.history.last_change(self._playing().anytime_plies) <= seq <= self.history.seq

    async def _go_on(self, step: Callable[[], object]) -> None:
        """Let the match go on. If something breaks halfway, match and log do not agree: everything is made anew.

        And told anew: of what someone else has written nobody would be told else.
        """
        match, before = self._playing(), self._known()
        try:
            step()
        except Exception:
            if self.match is not match or self._known() != before:
                await self.load()
                self._tell(0, 0, again=True)
            raise

    def _known(self) -> tuple[int, int]:
        """How much of the match is known, and how much of its log."""
        return len(self._playing().log), self.history.seq

    async def act(self, who: str, seat: int, seq: int, code: int, name: str) -> int:
        """Do an action of the game; return how far the log is when it is safe."""
        async with self.lock:
            match = self._playing()
            done = self._check(who, seat, seq, name)
            if done is not None:
                return done
            await self._go_on(lambda: match.play(code, seat))
            back = [Entry(seat, COME_BACK, 0)] if seat in self.history.replaced else []
            return await self._commit(back, name)

    async def act_for(self, seat: int, seq: int, codes: Sequence[int]) -> None:
        """Do what a bot of this server has chosen, together, unless the table has gone on."""
        async with self.lock:
            if self._is_fresh(seq) and self._bot_to_act() == seat:  # whose person came back acts for themselves
                await self._go_on(lambda: self._play(seat, codes))
                await self._commit()

    def _play(self, seat: int, codes: Sequence[int]) -> None:
        for code in codes:
            self._playing().play(code, seat)

    async def submit_ahead(self, who: str, seat: int, codes: Sequence[int], name: str) -> int:
        """Hand in actions before their turn."""
        async with self.lock:
            match = self._playing()
            done = self._check(who, seat, self.history.seq, name)
            if done is not None:
                return done
            ready = match.confirmed(seat)
            if not codes and (plies := self._opened(seat)):
                return await self._undo(seat, plies, name)
            if not codes and not match.pending(seat):
                return self.history.seq  # there is nothing to take back
            if not codes and ready and self._taken_back_often(seat, len(match.log)):
                raise Refused("you have taken this back often enough")
            await self._go_on(lambda: match.submit_ahead(seat, codes))
            if len(match.log) > len(self.history.plies):
                return await self._commit(name=name)
            if match.confirmed(seat) != ready:
                return await self._commit([Entry(seat, HAND_BACK if ready else HAND_IN, 0)], name)
            await self._save_pending(seat)
            return self.history.seq

    async def _save_pending(self, seat: int) -> None:
        """Write down what lies sealed now, and tell whom it concerns: that seat, and other processes."""
        try:
            await self.registry.store.driver.run(self._also(self.registry.now()), self.row.id)
        except StoreError:
            await self.load()
            raise
        self._summarize()
        self._update_observer(seat)

    def _opened(self, seat: int) -> int:
        """How many last plies are a seat's part of what all do at the same time, done at once since it was its turn.

        Handing in nothing takes them back, as if they lay sealed: whose turn it is should make no difference then.
        """
        match = self._playing()
        if not match.confirmed(seat) or match.pending(seat):
            return 0
        plies = len([*takewhile(lambda ply: ply.seat == seat, reversed(match.log))])
        if plies == 0:
            raise Refused("another seat has acted since")
        if self._taken_back_often(seat, len(match.log) - plies):
            raise Refused("you have taken this back often enough")
        return plies

    async def resign(self, who: str, seat: int, seq: int, name: str) -> int:
        """Give up: as the game's rules have it, or by leaving the table's ranking."""
        async with self.lock:
            match = self._playing()
            done = self._check(who, seat, seq, name)
            if done is not None:
                return done
            own = [action for action in match.anytime(seat) if action.name == f"seat {seat} resigns"]
            if own:
                await self._go_on(lambda: match.play(own[0], seat))
                return await self._commit(name=name)
            return await self._leave(seat, FORFEIT, name)

    async def _leave(self, seat: int, verb: int, name: str = "") -> int:
        """A seat plays no more: a bot plays on for it, if that is still a game."""
        entries = [Entry(seat, verb, 0)]
        if not deserted(self.seats, {*self.history.gone, seat}):
            entries.append(Entry(seat, TAKE_OVER, 0))
        return await self._commit(entries, name)

    async def take_back(self, who: str, seq: int, name: str) -> int:
        """Take one's last action back: at once where nothing was learnt by it, else if all others agree."""
        async with self.lock:
            last = self._last_of(who)
            seat, plies = self._playing().log[last].seat, len(self._playing().log) - last
            done = self._check(who, seat, seq, name)
            if done is not None:
                return done
            if not self._must_agree(who, last):
                return await self._undo(seat, plies, name)
            self._ask_politely(seat)
            self.question = QuestionRow(self.row.id, self.history.seq, seat, plies, "")
            await self.registry.store.put_question(self.question)
            self.send_all(lambda _: protocol.QuestionUpdate(self.question_info()))
            return self.history.seq

    def _can_take_back(self, seat: int) -> Literal["no", "free", "ask"]:
        """Can who sits here take their last action back: at once, by asking, or not?"""
        who = self.seats[seat].who
        try:
            last = self._last_of(who)
            if self.over or self._playing().log[last].seat in self.history.gone:
                return "no"
            return "ask" if self._must_agree(who, last) else "free"
        except Refused:
            return "no"

    def _last_of(self, who: str) -> int:
        """The ply of someone's last action; an offer, or whatever else is done at any time, cannot be taken back."""
        mine, match = self.seats_of(who), self._playing()
        if self.history.undone.total() >= self.registry.limits.undone:
            raise Refused("there were so many take-backs at this table that no more are possible")
        for ply in reversed(range(len(match.log))):
            if match.log[ply].seat in mine and ply not in match.anytime_plies:
                return ply
        raise Refused("you have done nothing yet that could be taken back")

    def _must_agree(self, who: str, ply: int) -> set[str]:
        """Who must agree before someone goes back to this ply; refused if even that would not do."""
        match, mine = self._playing(), self.seats_of(who)
        learnt = match.revealed_since(ply)
        if learnt and any(seat.kind == "bot" or seat.seat in self.history.replaced for seat in self.seats):
            raise Refused("chance has acted or something was revealed since, and a bot does not agree to that")
        own = all(done.seat in mine for done in match.log[ply:]) and match.anytime_plies.isdisjoint(
            range(ply, len(match.log))
        )
        if own and not learnt and not self.settings.rated and not self._taken_back_often(match.log[ply].seat, ply):
            return set()
        stay = [seat for seat in self.seats if seat.seat not in self.history.gone and seat.who != who]
        if any(seat.kind == "outside" for seat in stay):
            raise Refused("a program plays here, and cannot be asked to agree")
        others = {seat.who for seat in stay if seat.kind == "person"}
        if learnt and not others:
            raise Refused("chance has acted or something was revealed since, and cannot be unseen")
        return others

    def _taken_back_often(self, seat: int, plies: int) -> bool:
        """Has a seat gone back to this ply as often as others must bear it?"""
        return self.history.undone[seat, plies] >= self.registry.limits.take_backs

    def _ask_politely(self, seat: int) -> None:
        """Count what a seat asks for: who was told no often enough asks no more at this ply."""
        self._questions_asked[seat, len(self.history.plies)] += 1
        if self._questions_asked[seat, len(self.history.plies)] > self.registry.limits.take_backs:
            raise Conflict("you have asked often enough here; play on")

    async def _undo(self, seat: int, plies: int, name: str = "") -> int:
        match = self._playing()
        match.replay([(ply.seat, ply.action.code) for ply in match.log[: len(match.log) - plies]])
        return await self._commit([Entry(seat, taking_back(plies), 0)], name)

    async def consent(self, who: str, seq: int, yes: bool) -> int:
        """Answer what was asked."""
        async with self.lock:
            question = self.question
            if question is None or question.ply != self.history.seq or seq != self.history.seq:
                raise Stale("that is not asked any more")
            if not self.seats_of(who) or question.seat in self.seats_of(who):
                raise Forbidden("you are not asked")
            if not yes:
                self.question = None
                await self.registry.store.drop_question(self.row.id)
                self.send_all(lambda _: protocol.QuestionUpdate(None))
                return self.history.seq
            consents = {*question.consents.split(), who}
            last = len(self._playing().log) - question.plies
            asker = self.seats[question.seat].who
            if self._must_agree(asker, last) <= consents:
                return await self._undo(question.seat, question.plies)
            self.question = question._replace(consents=" ".join(sorted(consents)))
            await self.registry.store.put_question(self.question)
            self.send_all(lambda _: protocol.QuestionUpdate(self.question_info()))
            return self.history.seq

    # --- What the server decides ---

    async def ring(self) -> None:
        """Look at the clock: whose time is up, loses."""
        async with self.lock:
            end = self.clock.next_end()
            if end is None or self.over or self.match is None:
                return
            seat, at = end
            if self.registry.now() >= at:
                try:
                    await self._leave(seat, TIME_OUT)
                except Stale:  # someone else wrote first, and the table was made anew
                    self._afterwards()
            else:
                self.registry.watch_clock(self)

    async def come_back(self, who: str) -> None:
        """Who sat here plays again, instead of the bot that played on."""
        async with self.lock:
            for _ in range(TRIES):
                mine = [s for s in self.seats_of(who) if s in self.history.replaced and s not in self.history.gone]
                if not mine or self.over or self.match is None:
                    return
                with suppress(Stale):  # someone else wrote first
                    await self._commit([Entry(seat, COME_BACK, 0) for seat in mine])

    async def miss(self, seat: int) -> None:
        """Someone has been away for too long while it was their turn: do as the host has wished."""
        async with self.lock:
            if (
                self.over
                or self.match is None
                or seat in self.history.replaced
                or seat not in projection.to_act(self.match)
            ):
                return
            if self.settings.left == "bot":
                await self._commit([Entry(seat, TAKE_OVER, 0)])
            elif self.settings.left == "forfeit":
                await self._leave(seat, FORFEIT)

    # --- Bots ---

    def bot_of(self, seat: int) -> str:
        """The bot that plays for a seat now; empty if it is a person's."""
        if seat in self.history.replaced:
            return SUBSTITUTE
        return self.seats[seat].bot if self.seats[seat].kind == "bot" else ""

    def _bot_to_act(self) -> int | None:
        turn = OVER if self.match is None else self.match.turn
        return None if turn < 0 or not self.bot_of(turn) or self.over else turn

    def resume(self) -> None:
        """Let go on what should: after a restart, or if a bot has failed."""
        self._afterwards()

    def _wake_bots(self) -> None:
        if self._bot_to_act() is not None and (self.bots_at_work is None or self.bots_at_work.done()):
            self.bots_at_work = self.registry.spawn(self._let_bots_act())

    async def _let_bots_act(self) -> None:
        """Let bots act as long as it is their turn; each sees its seat's view, and nothing else.

        All moves are paced alike, forced or free, watched or not: when one is shown must not tell what the choice was.
        What a bot does while seats act independently is handed in at once.
        """
        while (seat := self._bot_to_act()) is not None:
            async with self.lock:
                match, seq = self._playing(), self.history.seq
                if self._bot_to_act() != seat:
                    continue
                request = self.game, self.bot_of(seat), match.view(seat), match.legal_codes(), match.heard_codes(seat)
            began = time.monotonic()
            codes = await self.registry.bots.choose(*request, owner=self.row.host, table=self.row.id)
            if pace := self.registry.pace:  # a late answer waits for the next beat: no finer time is told
                await asyncio.sleep(pace - (time.monotonic() - began) % pace)
            with suppress(Stale):  # someone else wrote first, and the table was made anew: think again
                await self.act_for(seat, seq, codes)

    # --- Telling ---

    def stream(self, observer_id: int) -> EventStream:
        """What is told of the match, to this observer too; nothing is worked out for one that nobody is.

        It follows what is played before that is written. Nobody is told before it is, and if it cannot be, match and
        story are made anew.
        """
        if self._stream is None:
            self._stream = EventStream(self._playing(), (observer_id,))
        if not self._stream.stays_with(observer_id):
            self._stream.catch_up(observer_id)
            self._stream.stay()
        return self._stream

    def question_info(self) -> protocol.Question | None:
        """What is asked, as everyone may know."""
        if self.question is None or self.question.ply != self.history.seq:
            return None
        consents = [seat.seat for seat in self.seats if seat.who in self.question.consents.split()]
        return protocol.Question(self.question.seat, self.question.plies, consents)

    def public(self) -> Public:
        """What all may know of the match."""
        return projection.public(self._playing(), self.history, self.over)

    def time(self) -> protocol.ClockInfo:
        """What is told of the clocks."""
        return self.clock.info(self.registry.now())

    def projection(self, known: Public, observer: int | None, stream: EventStream, offers: bool) -> protocol.Projection:
        """All that an observer sees; with `offers`, what it may do in words, and whether it can take back."""
        seen = projection.project(stream.match, self.history, known, observer, stream, offers)
        if offers and observer is not None:
            seen.take_back = self._can_take_back(observer)
        return seen

    async def prepare(self, observer: int | None) -> None:
        """Work out what an observer was told, beside the event loop where that takes long; the table is locked."""
        observer_id = kernel_observer(observer)
        if self.match is None or len(self.match.log) <= LONG or (self._stream and self._stream.stays_with(observer_id)):
            return
        await (in_spare_thread if self.over else in_thread)(self.stream, observer_id)

    def welcome(self, listener: Listener, last_seq: int, chat: list[protocol.ChatLine], beat: int) -> bytes:
        """The table as it is now, and what someone has missed since."""
        seen, said, fresh, info = None, Page([], 0), True, self.registry.info(self, listener.who)
        self.seating_feed.known(listener, info)
        listener.shown = listener.observer
        if self.match is not None:
            observer_id = kernel_observer(listener.observer)
            stream = self.stream(observer_id)
            seen = self.projection(self.public(), listener.observer, stream, listener.offers)
            known = min(last_seq, self.history.seq)
            fresh = not known or self.history.last_undone > known
            plies, verbs = (0, 0) if fresh else self.history.lengths[known]
            said, fresh = self._page(stream, observer_id, plies, verbs, fresh)
        return encode(
            protocol.Snapshot(
                protocol.VERSION,
                self.history.seq,
                info,
                seen,
                said.events,
                fresh,
                chat,
                self.time(),
                self.question_info(),
                beat,
                said.earlier,
            )
        )

    def _page(self, stream: EventStream, observer_id: int, plies: int, verbs: int, fresh: bool) -> tuple[Page, bool]:
        """What was told since so many plies and verbs; if that is too much, or all is told again, the last part."""
        if not fresh and len(self.history.plies) - plies + len(self.history.verbs) - verbs <= projection.PAGE:
            return Page(projection.events(self.history, stream, observer_id, plies, verbs), 0), False
        return projection.page(self.history, stream, observer_id), True

    def earlier_events(self, observer: int | None, before: int) -> Page:
        """What an observer was told before the thing of this number."""
        observer_id = kernel_observer(observer)
        self._playing()
        return projection.page(self.history, self.stream(observer_id), observer_id, before)

    def news(self, observer: int | None, offers: bool, now: Now, plies: int, verbs: int, again: bool) -> bytes:
        """What has happened since so many plies and verbs, for one observer; `again`: the last of all of it."""
        observer_id = kernel_observer(observer)
        stream, (known, clock, question) = self.stream(observer_id), now
        seen = self.projection(known, observer, stream, offers)
        (said, earlier), again = self._page(stream, observer_id, plies, verbs, again)
        return encode(protocol.Update(self.history.seq, seen, said, again, clock, question, earlier))

    async def replay(self, observer: int, first: int, last: int) -> list[protocol.Moment]:
        """What an observer saw and was told after each of these plies, once all is over."""
        if not self.over:  # asked before the lock, which a move that is being written holds
            raise Conflict("a match can be replayed when it is over")
        async with self.lock:
            return await in_spare_thread(self._replay, observer, first, last)

    def _replay(self, observer: int, first: int, last: int) -> list[protocol.Moment]:
        history = self.history
        past, whole = Match(self.game, self.settings.seats, self.settings.options), self.stream(observer)
        past.replay(history.plies[:first])
        events: dict[int, list[protocol.GameEvent]] = {}
        for heard in projection.events(history, whole, observer):
            events.setdefault(heard.ply, []).append(heard)
        found = []
        for ply in range(first, min(last, len(history.plies)) + 1):
            if ply > first:
                past.follow(*history.plies[ply - 1])
            found.append(protocol.Moment(ply, past.seen(observer).as_dict(), past.turn, events.get(ply, [])))
        return found

    def _tell(self, plies: int, verbs: int, again: bool = False) -> None:
        """Tell everyone what has happened since so many plies; each observer its own."""
        if self.match is None:
            return
        now = self.public(), self.time(), self.question_info()
        frames: dict[tuple[int | None, bool, bool], bytes] = {}
        for listener in [*self.listeners]:
            observer, offers = listener.observer, listener.offers
            wanted = observer, offers, again or observer != listener.shown  # a seat that was left opens at the end
            if wanted not in frames:
                frames[wanted] = self.news(observer, offers, now, plies, verbs, wanted[2])
            listener.shown = observer
            listener.send(frames[wanted])

    def _update_observer(self, observer: int) -> None:
        """Tell one observer what concerns nobody else."""
        now, plies, verbs = (
            (self.public(), self.time(), self.question_info()),
            len(self.history.plies),
            len(self.history.verbs),
        )
        for listener in [*self.listeners]:
            if listener.observer == observer:
                listener.send(self.news(observer, listener.offers, now, plies, verbs, again=False))

    def tell_seating(self) -> None:
        """Tell everyone who sits where, before anything else is told."""
        self.seating_feed.now()

    def send_all(self, frame: Callable[[Listener], protocol.Frame]) -> None:
        """Send something to everyone at the table."""
        for listener in [*self.listeners]:
            listener.send(encode(frame(listener)))
