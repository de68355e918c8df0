"""Audits a table: every entry of its log is checked as if it were played now, and the first fault is named."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from escapade.bots import LEVELS
from escapade.games import GAMES
from escapade.kernel.dealer import Dealer, VerifiableDealer, draw_number
from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE, OVER, EscapadeError, Refused
from escapade.server.live.clocks import Clock, Outage
from escapade.server.live.history import (
    COME_BACK,
    FORFEIT,
    GO_ON,
    HAND_BACK,
    HAND_IN,
    MESSAGES,
    STOP,
    TAKE_BACK,
    TIME_OUT,
    History,
)
from escapade.server.live.settings import Secret, Settings, too_few_left
from escapade.server.store import Entry, SeatRow, Store, TableRow
from escapade.server.store.sqlite import Sqlite
from escapade.server.threads import LONG, in_spare_thread, in_thread

STATUSES = ("open", "running", "over", "closed")
KINDS = ("person", "open", "invited", "bot", "outside")
LATEST = 253_402_300_800_000  # the year 9999 is over: no clock says more
BOTS = {"random", *(level.name for level in LEVELS)}
Numbered = tuple[int, Entry]  # the ply of an entry, and the entry


class Fault(NamedTuple):
    """What is wrong, and at which entry of the log, from 0; None if it concerns the whole table."""

    ply: int | None
    reason: str

    def __str__(self) -> str:
        return self.reason if self.ply is None else f"ply {self.ply}: {self.reason}"


class Invalid(Exception):
    """Something in the database is not as it must be."""


class Reading:
    """A table as read from its rows and log, up to its first `fault`, if there is one.

    While a game runs, a fault names no cards: the host may be playing.
    """

    def __init__(
        self, row: TableRow, seats: Sequence[SeatRow], log: Sequence[Numbered], outages: Sequence[Outage] = ()
    ) -> None:
        self.row, self.seats = row, [*seats]
        self.history, self.fault = History(), None if row.status in STATUSES else Fault(None, "its status is unknown")
        self.match: Match | None = None
        self.settings: Settings | None = None
        self.clock: Clock | None = None
        self.pending: dict[int, str] = {}  # the codes of pending actions, by seat
        self._at, self._ply = 0, 0
        try:
            self._open(outages)
            if log or row.status in ("running", "over"):
                self._follow(log)
        except Invalid as invalid:
            self.fault = Fault(None if self.match is None else self._ply, str(invalid))
        except Exception as error:  # whatever a row holds, it concerns only its own table
            self.fault = Fault(None if self.match is None else self._ply, f"it cannot be read ({type(error).__name__})")
            if self.match is not None:
                self.match.replay(self.history.plies)  # the last entry may have been applied in part
        if self.fault is None and self.match is not None:
            self._compare(self.match)
        if self.fault is None and row.fault:
            self.fault = Fault(None, row.fault)

    @property
    def over(self) -> bool:
        """Is the match over: by its rules, because too few seats are left, or stopped?"""
        if self.match is None:
            return False
        return self.match.turn == OVER or self.history.stopped or too_few_left(self.seats, {*self.history.gone})

    @property
    def moves(self) -> int:
        """The number of plies of seats, without those taken back."""
        return sum(seat != CHANCE for seat, _ in self.history.plies)

    @property
    def to_act(self) -> list[int]:
        """The seats to act."""
        if self.match is None or self.over or self.row.status != "running":
            return []
        return [seat for seat in self.match.acting() if seat not in self.history.gone]

    @property
    def last(self) -> int:
        """The time of the last entry."""
        return self.history.entries[-1].at if self.history.entries else self.row.made

    # --- Before the first entry ---

    def _open(self, outages: Sequence[Outage]) -> None:
        row = self.row
        if row.game not in GAMES:
            raise Invalid(f"there is no game {row.game[:40]!r}")
        if other := GAMES[row.game].other_rules(row.signature):
            raise Invalid(other)
        try:
            self.settings = msgspec.json.decode(row.settings, type=Settings)
            self.secret = msgspec.json.decode(row.secret, type=Secret)
            match = Match(GAMES[row.game], self.settings.seats, self.settings.options)
        except (msgspec.DecodeError, EscapadeError) as error:
            raise Invalid(f"its settings cannot be read: {str(error)[:200]}") from None
        if [seat.seat for seat in self.seats] != [*range(match.seats)]:
            raise Invalid(f"it has {len(self.seats)} seats, and needs {match.seats}, numbered from 0")
        if len(self.settings.colours) != match.seats:
            raise Invalid(f"its settings give {len(self.settings.colours)} colours to {match.seats} seats")
        for seat in self.seats:
            if seat.kind not in KINDS or (seat.kind == "bot" and seat.bot not in BOTS):
                raise Invalid(f"nobody knows who sits on seat {seat.seat}")
        match.names = {seat.seat: seat.name for seat in self.seats}
        self._begun = match
        self.clock = Clock(self.settings.clock, match.seats, outages)

    def dealer(self) -> Dealer:
        """The dice of this table."""
        return self.secret.dealer("system" if self.settings is None else self.settings.dice)

    # --- Entry by entry ---

    def _follow(self, log: Sequence[Numbered]) -> None:
        """Check and follow every entry; entries of one time were committed together."""
        self.match = match = self._begun
        self.history = History(self.secret.draw_offsets)
        dealer = self.dealer()
        self._dice = dealer if isinstance(dealer, VerifiableDealer) else None
        for _, run in groupby(log, key=lambda numbered: numbered[1].at):
            together = [*run]
            for ply, entry in together:
                self._check_row(ply, entry)
                self._play(match, entry)
                self.history.follow([entry])
                match.draw_offsets = self.history.draw_offsets
                self._ply += 1
            if self.clock is not None:
                self.clock.follow([entry for _, entry in together], match)
        if self.clock is not None and self.over:
            self.clock.stop()

    def _check_row(self, ply: int, entry: Entry) -> None:
        """Check a row by itself."""
        if type(ply) is not int or ply != self._ply:
            raise Invalid(f"it is missing; the log goes on with ply {str(ply)[:20]}")
        if not all(type(number) is int for number in entry[:3]):
            raise Invalid("seat, action and time must be whole numbers")
        if entry.at >= LATEST:
            raise Invalid("its time is none")
        if entry.at < self._at:
            raise Invalid("its time lies before that of the ply before it")
        if self.over:
            raise Invalid("the game was over before it")
        self._at = entry.at

    def _play(self, match: Match, entry: Entry) -> None:
        """Check that an entry is possible now, and play it."""
        if entry.seat != CHANCE and entry.seat not in range(match.seats):
            raise Invalid(f"there is no seat {entry.seat}; seats are 0 to {match.seats - 1}")
        if entry.action < 0:
            self._check_verb(match, entry)
        elif entry.action >= match.game.actions.size:
            raise Invalid(f"no action of {match.game.title} has the code {entry.action}")
        elif entry.seat == CHANCE:
            self._chance(match, entry.action)
        else:
            self._act(match, entry)

    def _act(self, match: Match, entry: Entry) -> None:
        anytime = any(action.code == entry.action for action in match.anytime(entry.seat))
        if match.turn != entry.seat and not anytime:
            raise Invalid(f"{actor(match.turn)} was to act, not {actor(entry.seat)}")
        try:
            match.play(entry.action, entry.seat)
        except Refused as no:
            raise Invalid(self._with_reason(f"{actor(entry.seat)} may not do this now", no)) from None

    def _chance(self, match: Match, code: int) -> None:
        if match.turn != CHANCE:
            raise Invalid(f"{actor(match.turn)} was to act, not chance")
        odds = match.odds()
        if code not in dict(odds):
            raise Invalid("this is not a possible outcome of chance now")
        if self._dice is not None and code not in self._drawn(self._dice, match, odds):
            raise Invalid("this is not the outcome that the seed of the table's dice gives")
        match.play(code)

    def _drawn(self, dice: Dealer, match: Match, odds: Sequence[tuple[int, int]]) -> set[int]:
        """The outcomes that the seed gives. Tables from before rules had signatures drew by the ply alone."""
        numbers = {draw_number(len(match.log), self.history.draw_offsets)}
        numbers |= set() if self.row.signature else {len(match.log)}
        weights = [weight for _, weight in odds]
        return {odds[dice.pick(number, weights)][0] for number in numbers}

    def _check_verb(self, match: Match, entry: Entry) -> None:
        """Check an entry of the table; a take-back is also played."""
        action, history = entry.action, self.history
        if action < TAKE_BACK:
            self._take_back(match, TAKE_BACK - action)
        elif action not in MESSAGES:
            raise Invalid(f"no table does what {action} stands for")
        elif action not in (GO_ON, STOP) and entry.seat == CHANCE:
            raise Invalid("chance plays, and does nothing else")
        elif action in (FORFEIT, TIME_OUT) and entry.seat in history.gone:
            raise Invalid(f"{actor(entry.seat)} had given up before")
        elif action == COME_BACK and entry.seat not in history.replaced:
            raise Invalid(f"no bot played for {actor(entry.seat)}, so nobody can come back")
        elif action in (HAND_IN, HAND_BACK) and not match.together:
            raise Invalid("there is nothing to hand in: seats act one after another")

    def _take_back(self, match: Match, plies: int) -> None:
        stand = self.history.plies
        if plies > len(stand):
            raise Invalid(f"it takes {plies} plies back, and only {len(stand)} stand")
        match.replay(stand[: len(stand) - plies])  # they were checked before
        if match.turn == CHANCE:
            raise Invalid("it takes back what chance did, but not the action before")

    def _with_reason(self, said: str, no: Refused) -> str:
        """Add the rules' reason, if the game is over and all may be known."""
        return f"{said}: {no}" if self.row.status == "over" else said

    # --- After the last entry ---

    def _compare(self, match: Match) -> None:
        """Does the status of the table agree with its log?"""
        if self.row.status == "running" and self.over:
            self.fault = Fault(None, "the log has come to its end, but the table is kept as running")
        elif self.row.status == "over" and not self.over:
            self.fault = Fault(None, "the table is kept as over, but its log has not come to an end")
        elif self.row.status == "running" and match.turn == CHANCE:
            self.fault = Fault(None, "the log ends where chance has to act, so nobody can go on")

    def restore_pending(self, pending: dict[int, tuple[str, int]]) -> None:
        """Give the match its pending actions."""
        for seat, (codes, _) in pending.items():
            try:
                if self.match is not None and not self.over:
                    self.match.restore_pending(seat, map(int, codes.split()))
                    self.pending[seat] = codes
            except Exception:  # whatever the row holds
                self.fault = self.fault or Fault(None, "what was handed in before its turn cannot be read")


def actor(turn: int) -> str:
    """Who acts, in words."""
    return {CHANCE: "chance", OVER: "nobody"}.get(turn, f"seat {turn}")


async def read(store: Store, row: TableRow, outages: Sequence[Outage] = ()) -> Reading:
    """Audit a table while others may write: read again until its row is the same before and after."""
    while True:
        sql = "SELECT ply, seat, action, at, id FROM log WHERE match = ? ORDER BY ply"
        log = [(found[0], Entry(*found[1:])) for found in await store.driver.ask(sql, row.id)]
        seats, pending = await store.seats(row.id), await store.pending(row.id)
        args = (row, seats, log, outages)
        run = in_spare_thread if row.status == "over" else in_thread
        reading = await run(Reading, *args) if len(log) > LONG else Reading(*args)
        after = await store.table_by_number(row.id)
        if after in (row, None):
            reading.restore_pending(pending)
            return reading
        row = after or row


async def database_faults(store: Store) -> AsyncIterator[Fault]:
    """The faults of a database as a whole: damaged pages, and rows that belong to no table."""
    if isinstance(store.driver, Sqlite):
        for (line,) in await store.driver.ask("PRAGMA integrity_check(5)"):
            if line != "ok":
                yield Fault(None, f"SQLite finds the file damaged: {line}")
    for kind in ("log", "seats", "sealed"):
        sql = f"SELECT DISTINCT match FROM {kind} WHERE match NOT IN (SELECT id FROM tables) ORDER BY match"  # noqa: S608
        for (number,) in await store.driver.ask(sql):
            yield Fault(None, f"there are rows of {kind} for a table with the number {number}, which is not there")
