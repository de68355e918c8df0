"""The hall: all tables of a server, who may do what with them, and what happens by itself."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import time
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any, Protocol
from weakref import WeakValueDictionary

import msgspec
import structlog

from escapade.bots import level_of
from escapade.games import GAMES
from escapade.kernel.contract import find_game
from escapade.kernel.dealer import VerifiableDealer
from escapade.kernel.names import BadInput
from escapade.server import protocol
from escapade.server.accounts import ratings
from escapade.server.accounts.ladder import NO_STANDING, Ladder
from escapade.server.accounts.names import person_name, tidy_line
from escapade.server.accounts.sessions import ROTATED, Sessions
from escapade.server.bot_pool import BotPool
from escapade.server.errors import Conflict, Forbidden, NotFound, StoreError, fault
from escapade.server.limits import DEFAULTS, Limits
from escapade.server.live import projection
from escapade.server.live.clocks import Outage
from escapade.server.live.listing import fill, settings_of, sound, table_info
from escapade.server.live.quarantine import Damaged, Quarantine
from escapade.server.live.table import OUTSIDE, Listener, Secret, Settings, Table, encode, may_watch
from escapade.server.rate_limits import RateLimiter
from escapade.server.sockets.admission import Admission
from escapade.server.store import ChatRow, SeatRow, Store, TableRow

BEAT = 5.0  # seconds between two looks around
LINES, A_LINE = 5.0, 1.0  # of chat: at once, and a second
AWAY = 15_000  # milliseconds after which someone who was not seen is not here
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
CODE = re.compile(r"[a-z0-9]{1,16}")
WAITING = ("open", "invited")  # seats that nobody has taken yet

log = structlog.get_logger()


def milliseconds() -> int:
    """Now."""
    return time.time_ns() // 1_000_000


class Live(Protocol):
    """A connection, as far as its session goes."""

    session: str  # empty if it has none

    def sign_out(self, resume: bool) -> None:
        """End it: its session is over."""
        ...


class Registry:
    """Every table that is live in this process."""

    def __init__(
        self, store: Store, now: Callable[[], int] = milliseconds, pace: float = 0.5, limits: Limits = DEFAULTS
    ) -> None:
        self.store, self.now, self.pace, self.limits = store, now, pace, limits
        self.process = secrets.token_hex(4)
        self.admission = Admission(limits)
        self.bots = BotPool(limits.bot_workers, limits.bot_seconds, even_time=pace > 0)
        self.quarantine = Quarantine(self)
        self.ladder = Ladder(store, limits, now)
        self.outages: list[Outage] = []
        self.sessions = Sessions(store, now, limits.sessions)
        self.connections: set[Live] = set()
        self._tables: dict[int, Table] = {}  # the most recently used last
        self._forgotten: WeakValueDictionary[int, Table] = WeakValueDictionary()  # that someone still has in hand
        self._numbers: dict[str, int] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._due: dict[int, int] = {}  # when each of them has something to do
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # kept by those who wait
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False  # nothing that others have done matters any more
        self._away: dict[tuple[int, int], int] = {}  # since when a seat's person is not here
        self._here: dict[int, set[str]] = {}
        self._attended: dict[int, asyncio.Task[None]] = {}  # tables that are being looked after
        self.lines = RateLimiter(LINES, A_LINE, time.monotonic)  # of chat, by table and person

    # --- Opening and closing ---

    async def open(self) -> None:
        """Go on where the server stopped."""
        await self.store.open()
        await self.store.wake(self.now(), AWAY, self.process)
        self.outages[:] = [Outage(*row) for row in await self.store.outages()]
        await self.store.driver.listen(self._hear)
        await self.quarantine.open()
        self.spawn(self._look_around())
        self.spawn(fill(self.store))

    def needs_care(self, row: TableRow) -> bool:
        """Does a clock run at this table, or a bot play, or must someone be missed?"""
        settings = msgspec.json.decode(row.settings, type=Settings)
        return settings.clock.kind != "none" or settings.left != "wait" or settings.bots

    async def close(self) -> None:
        """Stop; what was acknowledged is written already."""
        self._closing = True
        for timer in self._timers.values():
            timer.cancel()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        with suppress(StoreError, TimeoutError):
            async with asyncio.timeout(1):  # a database that does not answer must not hold up the end
                await self.store.stop(self.process)
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something on the side; if it fails, say so, and go on."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("work on the side failed", **fault(error))

    def _hear(self, match: int, moves_only: bool) -> None:
        """Another process has changed a table, or ended sessions."""
        if self._closing:
            return
        if match < 0:
            self.spawn(self.check_sessions(self.connections, resume=match == ROTATED))
        if match < -1:
            return
        wanted = [*self._tables] if match < 0 else [match] if match in self._tables else []
        for number in wanted:
            self.spawn(self._catch_up(self._tables[number], moves_only))
        if not moves_only and (held := self.quarantine.held if match < 0 else self.quarantine.held & {match}):
            self.spawn(self.quarantine.look_again([*held]))

    async def _catch_up(self, table: Table, moves_only: bool) -> None:
        with suppress(Damaged):  # the host was told
            await table.catch_up(moves_only)

    def let_go(self, row: TableRow, reason: str) -> None:
        """Forget a table that is kept out of play; whoever is there is told why."""
        table = self._tables.pop(row.id, None) or self._forgotten.pop(row.id, None)
        self._numbers.pop(row.code, None)
        self._unwatch(row.id)
        if table is not None:
            table.lost = True  # whatever is under way there comes to nothing
            for listener in [*table.listeners]:
                listener.close(reason)

    # --- Sessions and their connections ---

    async def end_sessions(self, ids: Collection[str], resume: bool = False) -> None:
        """Close the connections of sessions that are over; a page whose browser has a new one comes back by itself."""
        for connection in [*self.connections]:
            if connection.session in ids:
                connection.sign_out(resume)

    async def check_sessions(self, connections: Collection[Live], resume: bool = False) -> None:
        """Close those connections whose session is over: it may have ended in another process, or by itself."""
        known = {connection.session for connection in connections if connection.session}
        await self.end_sessions(await self.sessions.gone(known), resume)

    # --- Finding ---

    async def find(self, code: str, who: str = "") -> Table:
        """The table of this code, for someone who may look at it."""
        if not CODE.fullmatch(code):
            raise NotFound("no table is called so; a table's name is made of small letters and digits")
        table = self._tables.get(self._numbers.get(code, -1)) or await self.table_of(await self._row(code))
        self._tables[table.row.id] = self._tables.pop(table.row.id, table)  # the most recently used is the last
        if not table.may_watch(who):
            raise NotFound(table.closed_to(who))
        return table

    async def _row(self, code: str) -> TableRow:
        row = await self.store.table(code)
        if row is None:
            raise NotFound(f"there is no table {code!r}; it may be misspelt")
        return row

    async def table_of(self, row: TableRow) -> Table:
        """The table of a row, live."""
        async with self._loading.setdefault(row.id, asyncio.Lock()):
            table = self._tables.get(row.id)
            if table is None:
                table = await self._load(row)
                self._tables[row.id], self._numbers[row.code] = table, row.id
                table.resume()
                self._evict(table)
            return table

    async def _load(self, row: TableRow) -> Table:
        """A table from its log. If someone still has it in hand, it is the same one: there are never two of them."""
        table = None if row.fault else self._forgotten.get(row.id)
        if table is None:
            return await self.quarantine.admit(row)
        async with table.lock:
            await table.load()
        return table

    async def look(self, code: str, who: str) -> protocol.TableInfo:
        """A table as it is seen from outside; of one that is not in memory, its rows tell enough."""
        if not CODE.fullmatch(code) or code in self._numbers:
            return self.info(await self.find(code, who), who)
        row = await self._row(code)
        found = await self._infos([row], who)
        if not found:
            raise Damaged(row, row.fault) if row.fault else NotFound(f"table {code} plays without spectators")
        return found[0]

    async def of_person(self, who: str) -> list[protocol.TableInfo]:
        """Someone's tables."""
        return await self._infos(await self.store.tables_of(who), who)

    async def listed(self, status: str, who: str, most: int = 50) -> list[protocol.TableInfo]:
        """Tables that anyone may join, or watch."""
        return await self._infos(await self.store.tables(status, listed=True, limit=most), who)

    async def _infos(self, rows: list[TableRow], who: str) -> list[protocol.TableInfo]:
        """Tables that someone may look at, from their rows; those that are damaged are told to whom they concern."""
        numbers = [row.id for row in rows]
        seats, near = await self.store.seats_at(numbers), await self.store.present(self.now() - AWAY, numbers)
        settings = {row.id: known for row in rows if (known := settings_of(row)) is not None}
        rated = [row for row in rows if row.id in settings and settings[row.id].rated]
        standings, found = await self.ladder.standings(rated, seats), []
        for row in rows:
            its_settings, sitting = settings.get(row.id), seats.get(row.id, [])
            if its_settings is None or not sound(row, its_settings, sitting):
                info = await self._read_info(row, who)
                found += [info] if info else []
            elif may_watch(row, its_settings, sitting, who):
                here, standing = near.get(row.id, ()), standings.get(row.id, NO_STANDING)
                found.append(table_info(row, its_settings, sitting, who, here, standing))
        return found

    async def _read_info(self, row: TableRow, who: str) -> protocol.TableInfo | None:
        """What can be told of a table whose rows are not as they should be."""
        try:
            table = await self.table_of(row)
            return self.info(table, who) if table.may_watch(who) else None
        except Damaged as damaged:
            return await self.quarantine.info_for(damaged, who)

    def info(self, table: Table, who: str, invitations: dict[int, str] | None = None) -> protocol.TableInfo:
        """A table as it is seen from outside, by one person; to who has just made invitations they are told, once."""
        near = self.near(table)
        return table_info(table.row, table.settings, table.seats, who, near, table.standing, invitations)

    def near(self, table: Table) -> set[str]:
        """Those of the seats who are here, at this process or at another."""
        here = self._here.get(table.row.id, ())
        return {seat.who for seat in table.seats if seat.who and (seat.who in here or table.hears(seat.who))}

    # --- Putting up a table ---

    async def create(self, request: protocol.TableRequest, who: str, name: str) -> tuple[Table, dict[int, str]]:
        """Put up a table, and return its invitations by seat; if every seat is taken, the game begins."""
        game = find_game(GAMES, request.game)
        seats = game.check_seats(len(request.seats))
        options = game.check_options(request.options, seats)
        if request.rated:
            ratings.check_request(request, await self.store.person(who))
        bots_alone = all(seat.kind == "bot" for seat in request.seats)
        settings = Settings(
            seats, options, request.clock, request.spectators, request.aids, request.rated, request.dice, request.left,
            request.grace, [seat.colour for seat in request.seats], any(seat.kind == "bot" for seat in request.seats),
        )  # fmt: skip
        code, secret = new_code(), new_secret(request.dice)
        packed = encode(settings).decode(), encode(secret).decode()
        row = TableRow(0, code, game.name, *packed, who, "open", int(request.listed), self.now(), 0, "")
        row = row._replace(signature=game.signature)
        wanted = [seat_row(number, seat, who, name) for number, seat in enumerate(request.seats)]
        if not await self.store.host_table(
            row, [seat for seat, _ in wanted], self.limits.tables, self.limits.bot_tables
        ):
            raise self._too_many(f", or {self.limits.bot_tables} of bots alone" if bots_alone else "")
        table = await self.find(code, who)
        await table.begin()
        return table, {seat.seat: token for seat, token in wanted if token}

    def _too_many(self, or_else: str = "") -> Conflict:
        return Conflict(
            f"you have {self.limits.tables} tables that are not finished{or_else}; finish or close one first"
        )

    async def join(self, table: Table, who: str, name: str, request: protocol.JoinRequest) -> int:
        """Sit down; return the seat."""
        async with table.seating("the game has begun; there is no free seat any more"):
            await self._may_sit(table, request.seat, "me", who)
            for seat in table.seats:
                if opens(seat, request.invitation) and request.seat in (None, seat.seat):
                    called = distinct(name, table, seat.seat)
                    taken = seat._replace(kind="person", who=who, name=called, bot="", token="")
                    if await self.store.sit(taken, seat):
                        return seat.seat
            if request.invitation:
                raise Conflict("this invitation is not good any more: the seat is taken, or the host has changed it")
            raise Conflict("there is no open seat" if request.seat is None else f"seat {request.seat} is not open")

    async def leave(self, table: Table, who: str) -> None:
        """Get up before the start; the host closes the table."""
        async with table.seating("the game has begun; resign if you do not want to play on"):
            if table.hosted_by(who):
                await self.store.become(table.row.id, "closed", "open", self.now())
            elif not table.seats_of(who):
                raise Forbidden("you do not sit at this table")
            else:
                for seat in table.seats_of(who):
                    await table.sit(SeatRow(table.row.id, seat, "open", "", "", "", ""))

    async def set_seat(
        self, table: Table, who: str, number: int, request: protocol.SeatRequest, name: str
    ) -> dict[int, str]:
        """Let the host decide otherwise who is to sit on a seat, before the start; return an invitation."""
        if not table.hosted_by(who):
            raise Forbidden("only the host decides who sits where")
        must_be_seat(table, number)
        wanted, token = seat_row(number, request, who, name)
        async with table.seating("the game has begun"):
            await self._may_sit(table, number, request.kind, who)
            if wanted.kind == "bot" and all(seat.kind == "bot" for seat in table.seats if seat.seat != number):
                raise Conflict("somebody must sit here; to watch bots alone, open a table for them")
            await table.sit(wanted._replace(match=table.row.id))
        return {number: token} if token else {}

    async def token(self, table: Table, who: str, number: int) -> protocol.BotToken:
        """Give a seat to a program: the token opens it."""
        if not table.hosted_by(who):
            raise Forbidden("only the host can give a seat to a program")
        must_be_seat(table, number)
        token = secrets.token_urlsafe(24)
        async with table.seating("a program takes an open seat, before the start"):
            await self._may_sit(table, number, "outside", who)
            if table.seats[number].kind not in WAITING:
                raise Conflict("a program takes an open seat, before the start")
            await table.sit(SeatRow(table.row.id, number, "outside", outside(token), f"program {number}", "", ""))
        return protocol.BotToken(token, number, table.row.code)

    async def _may_sit(self, table: Table, number: int | None, kind: str, who: str) -> None:
        """At a rated table, refuse who may not sit there."""
        if table.settings.rated:
            ratings.check_seat(table.seats, number, kind, await self.store.person(who) if kind == "me" else None)

    async def rematch(self, table: Table, who: str, name: str) -> Table:
        """Once more, with seats rotated; who asks second finds the table of who asked first."""
        if not table.over:
            raise Conflict("the game is not over yet")
        if not table.seats_of(who):
            raise Forbidden("you did not play here")
        other = await self.find(await self._next(table, who), who)
        with suppress(Conflict):  # it has begun: whoever asks twice sits there already
            async with other.seating("it has begun"):  # who played against bots alone waits for nobody
                for seat in other.seats:
                    if seat.kind == "invited" and seat.who == who:
                        await other.sit(seat._replace(kind="person"))
        return other

    async def _next(self, table: Table, who: str) -> str:
        """The code of the table of the rematch, which is put up if there is none."""
        async with table.lock:
            old = await self.store.table_by_number(table.row.id) or table.row
            if old.next and await self.store.table(old.next) is not None:
                return old.next
            seats = table.seats[1:] + table.seats[:1]
            row = old._replace(
                code=new_code(),
                host=who,
                status="open",
                secret=encode(new_secret(table.settings.dice)).decode(),
                made=self.now(),
                ended=0,
                next="",
                seating=0,
                signature=table.game.signature,
                turn="",
                replaced="",
                result="",
            )
            wanted = [again(number, seat, who) for number, seat in enumerate(seats)]
            code = await self.store.follow_up(old, row, wanted, self.limits.tables)
            if code is None:
                raise self._too_many()
            table.row = await self.store.table_by_number(old.id) or old
            table.tell_seating()
            return code

    # --- At a table ---

    async def arrive(self, table: Table, listener: Listener) -> None:
        """Someone comes, and will listen from the moment in which it is told how things are."""
        if table.seats_of(listener.who):
            await table.come_back(listener.who)
            await self.store.be_present([(table.row.id, listener.who)], self.process, self.now())

    async def depart(self, table: Table, listener: Listener) -> None:
        """Someone has gone."""
        table.listeners.discard(listener)
        if table.seats_of(listener.who) and not table.hears(listener.who):
            table.seating_feed.soon()
            await self.store.be_absent(table.row.id, listener.who, self.process)

    def hold(self, table: Table) -> None:
        """Keep a table in memory for a connection, until it is released."""
        table.connections += 1
        if table.row.id not in self._tables and not table.lost:  # it was forgotten a moment ago, and may miss something
            self._tables[table.row.id], self._numbers[table.row.code] = table, table.row.id
            self.spawn(self._catch_up(table, moves_only=False))

    def release(self, table: Table) -> None:
        """A connection has ended: the table may be forgotten."""
        table.connections -= 1
        self._evict()

    # --- What is in memory ---

    def _evict(self, spared: Table | None = None) -> None:
        """Forget idle tables, the least recently used first, until no more are in memory than may be.

        They are made from their logs when they are wanted again.
        """
        plies = sum(table.history.seq for table in self._tables.values())
        for table in [*self._tables.values()]:
            if len(self._tables) <= self.limits.loaded_tables and plies <= self.limits.loaded_plies:
                return
            if table is not spared and table.idle:
                plies -= table.history.seq
                self._forget(table)

    def _forget(self, table: Table) -> None:
        """Forget a table. Whoever still has it in hand goes on with it: there are never two of the same."""
        number = table.row.id
        self._keep_watch(table)
        self._forgotten[number] = table
        self._tables.pop(number, None)
        self._numbers.pop(table.row.code, None)
        self._here.pop(number, None)
        table.rest()

    async def say(self, table: Table, listener: Listener, name: str, text: str) -> None:
        """Keep what was said, then tell it to those who may hear it."""
        text = tidy_line(text)
        seats = table.seats_of(listener.who)
        await self.store.say(
            ChatRow(0, table.row.id, listener.who, name, seats[0] if seats else None, text, self.now())
        )
        await self.tell_chat(table)

    async def tell_chat(self, table: Table) -> None:
        """Tell everyone what was said that they have not heard."""
        if not table.listeners:
            return
        rows = await self.store.chat(table.row.id, min(listener.chat for listener in table.listeners))
        for listener in [*table.listeners]:
            for line in self.may_hear(table, listener, rows):
                listener.send(encode(line))
            listener.chat = max([listener.chat, *(row.n for row in rows)])

    def may_hear(self, table: Table, listener: Listener, rows: list[ChatRow]) -> list[protocol.ChatLine]:
        """While a game runs, players hear players and spectators hear spectators."""
        plays, free = bool(table.seats_of(listener.who)), table.row.status != "running"
        new = [row for row in rows if row.n > listener.chat and row.name not in listener.muted]
        heard = [row for row in new if free or plays == (row.seat is not None)]
        return [protocol.ChatLine(row.n, row.name, row.seat, row.text, row.at) for row in heard]

    # --- By itself ---

    def watch_clock(self, table: Table) -> None:
        """Look at a table's clock when it runs out."""
        if table.settings.clock.kind == "none":
            return
        end = table.clock.next_end()
        if end is None:
            self._unwatch(table.row.id)
        else:
            self._wake_at(table.row.id, end[1])

    def _wake_at(self, number: int, at: int) -> None:
        """Look after a table at this time, whether it is in memory then or not."""
        self._unwatch(number)
        wait = max(0.0, (at - self.now()) / 1000)
        ring = lambda: self.spawn(self._ring(number))  # noqa: E731
        self._due[number] = at
        self._timers[number] = asyncio.get_running_loop().call_later(min(wait + 0.001, 3600), ring)

    def _unwatch(self, number: int) -> None:
        self._due.pop(number, None)
        if timer := self._timers.pop(number, None):
            timer.cancel()

    def _keep_watch(self, table: Table) -> None:
        """Come back to a table that is forgotten when someone who is away would have to be missed."""
        number, since = (
            table.row.id,
            [self._away.setdefault((table.row.id, seat), self.now()) for seat in self._missing(table)],
        )
        if since:
            at = min(since) + table.settings.grace * 1000
            self._wake_at(number, min(at, self._due.get(number, at)))

    async def _ring(self, number: int) -> None:
        due = self._due.pop(number, 0)
        self._timers.pop(number, None)
        try:
            table = self._tables.get(number)
            if table is not None:
                await table.ring()
            elif self.now() < due:
                self._wake_at(number, due)
            else:
                with suppress(Damaged):  # the host was told
                    await self._look_after(number)
        except StoreError:
            self._wake_at(number, self.now() + int(BEAT * 1000))
            raise

    async def _look_after(self, number: int) -> None:
        """Do at a table that is not in memory what is due there."""
        row = await self.store.table_by_number(number)
        if row is not None and row.status == "running":
            table, present = await self.table_of(row), await self.store.present(self.now() - AWAY, [number])
            await self._attend(table, present.get(number, set()))
            await table.ring()

    def settle(self, table: Table) -> None:
        """All is over: the clock stops."""
        self._unwatch(table.row.id)

    def settle_ratings(self, table: Table) -> None:
        """Decide whether a match that has begun is rated, and rate it once it is over."""
        if self.ladder.wants(table):
            self.spawn(self._settle(table))

    async def _settle(self, table: Table) -> None:
        if not await self.ladder.settle(table):
            return  # it is tried again when the server looks around
        live = self._tables.get(table.row.id)  # it may have been forgotten and made anew meanwhile
        if live is not None:
            async with live.lock:
                await self.ladder.look(live)
                live.tell_seating()
            self.settle_ratings(live)

    async def _look_around(self) -> None:
        """Again and again: note that the server runs and who is here, miss who is not, and wake bots that sleep."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.look_around()
            except StoreError as error:
                log.error("the database does not answer", reason=str(error))
            except Exception as error:  # one table must not keep the others from being looked after
                log.error("looking around failed", error=type(error).__name__)

    async def look_around(self) -> None:
        """Look around once."""
        await self.quarantine.sweep()
        await self.store.beat(self.now(), self.process)  # not before: escapade repair waits for it
        await self.sessions.expire()
        await self.check_sessions(self.connections)
        here = {(t.row.id, s.who) for t in self._tables.values() for s in t.seats if s.who and t.hears(s.who)}
        await self.store.be_present(sorted(here), self.process, self.now())
        present = await self.store.present(self.now() - AWAY)
        for number, table in self._tables.items():
            if number not in self._attended:  # it may wait for something still; the others do not wait for it
                self._attended[number] = task = self.spawn(self._attend(table, present.get(number, set())))
                task.add_done_callback(lambda _, number=number: self._attended.pop(number, None))  # type: ignore[misc]
        if self._attended:
            await asyncio.wait([*self._attended.values()], timeout=BEAT)
        await self._settle_the_rest()
        self._evict()

    async def _settle_the_rest(self) -> None:
        """Rate what could not be rated when it ended."""
        for number in await self.store.rated.unsettled():
            row = await self.store.table_by_number(number)
            if row is None:
                continue
            try:
                table = await self.table_of(row)
                if self.ladder.wants(table):
                    await self._settle(table)
            except Exception as error:  # one table that cannot be read hinders no other
                log.error("a rated match could not be settled yet", table=row.code, error=type(error).__name__)

    async def _attend(self, table: Table, here: set[str]) -> None:
        """Look after a table, and tell who came or went at another process."""
        if table.lost:
            with suppress(Damaged):  # the host was told
                await table.recover()
        if self.ladder.wants(table):
            await self._settle(table)
        if table.row.status == "running":
            before, self._here[table.row.id] = self._here.get(table.row.id), here
            if before != here:
                table.seating_feed.soon()
            await self._miss(table)
            table.resume()

    def _missing(self, table: Table) -> list[int]:
        """The seats of people who are waited for and not here, where the host wished that something is done then."""
        if table.settings.left == "wait" or table.settings.clock.kind == "days" or table.match is None or table.over:
            return []
        people = [table.seats[seat] for seat in projection.to_act(table.match) if seat not in table.history.replaced]
        here = self._here.get(table.row.id, set())
        return [row.seat for row in people if row.kind == "person" and row.who not in here]

    async def _miss(self, table: Table) -> None:
        """Do as the host wished with who is away for too long when it is their turn."""
        missing = self._missing(table)
        for key in [(table.row.id, seat) for seat in range(len(table.seats)) if seat not in missing]:
            self._away.pop(key, None)
        for seat in missing:
            key = (table.row.id, seat)
            since = self._away.setdefault(key, self.now())
            if self.now() - since >= table.settings.grace * 1000:
                self._away.pop(key, None)
                await table.miss(seat)


def new_code() -> str:
    """A table's address, which nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def hashed(token: str) -> str:
    """What is kept of a token: whoever reads the database cannot use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_secret(dice: str) -> Secret:
    """What only the server knows of a table's dice."""
    return Secret(VerifiableDealer().seed, secrets.token_hex(8)) if dice == "verifiable" else Secret()


def seat_row(number: int, request: protocol.SeatRequest, who: str, name: str) -> tuple[SeatRow, str]:
    """A seat as the host wishes it, and the token that opens it if it is an invitation: only its hash is kept."""
    if request.kind == "me":
        return SeatRow(0, number, "person", who, person_name(request.name) or name, "", ""), ""
    if request.kind == "guest":
        return SeatRow(0, number, "person", who, person_name(request.name) or f"guest {number + 1}", "", ""), ""
    if request.kind == "invited":
        token = secrets.token_urlsafe(12)
        return SeatRow(0, number, "invited", "", person_name(request.name), "", hashed(token)), token
    if request.kind == "open":
        return SeatRow(0, number, "open", "", "", "", ""), ""
    level = level_of(request.bot or "novice")
    bot = level.name if level else "random"
    return SeatRow(0, number, "bot", "", f"{bot} bot", bot, ""), ""


def opens(seat: SeatRow, invitation: str) -> bool:
    """May someone with this invitation, or without one, sit down here?"""
    if not invitation:
        return seat.kind == "open"
    return seat.kind == "invited" and secrets.compare_digest(seat.token, hashed(invitation))


def must_be_seat(table: Table, number: int) -> None:
    """Refuse a seat that a table does not have."""
    if number not in range(len(table.seats)):
        raise BadInput(f"there is no seat {number}; seats are 0 to {len(table.seats) - 1}")


def again(number: int, seat: SeatRow, who: str) -> SeatRow:
    """A seat of a rematch: bots sit, who asked sits, and for the others their seat is kept until they come."""
    if seat.kind == "bot" or seat.who == who:
        return seat._replace(match=0, seat=number)
    if seat.kind == "outside":
        return seat._replace(match=0, seat=number)
    return seat._replace(match=0, seat=number, kind="invited", token="")


def distinct(name: str, table: Table, number: int) -> str:
    """A name that nobody else has at a table."""
    taken = {seat.name for seat in table.seats if seat.seat != number}
    return name if name not in taken else f"{name} ({number + 1})"


def outside(token: str) -> str:
    """Who a program is that has this token."""
    return f"{OUTSIDE}{hashed(token)[:32]}"
