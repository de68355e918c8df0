"""What an identity might see of a table, from the rows of the database and the kernel alone.

Nothing here asks the server what it shows: seats and logs are read with a connection of its own, the match is folded by
the kernel, and every frame is compared with what follows from that.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.fields import View
from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE, OVER, SPECTATOR, UNHEARD
from escapade.server.live.audit import Reading
from escapade.server.live.clocks import Outage
from escapade.server.live.history import COME_BACK, FORFEIT, STOP, TAKE_BACK, TAKE_OVER, TIME_OUT
from escapade.server.store import SEAT, TABLE, Entry, SeatRow, TableRow

STARTED = ("running", "over")
NEXT_STATUS = {"open": {"open", "running", "over", "closed"}, "running": {"running", "over"}}


class Broken(AssertionError):
    """A law is broken, and which."""


def must(holds: object, law: str) -> None:
    """Say which law is broken, if it is."""
    if not holds:
        raise Broken(law)


def plain(value: Any) -> Any:
    """A value as it comes out of a frame."""
    return json.loads(msgspec.json.encode(value))


class Rows(NamedTuple):
    """A table as it stands in the database."""

    row: TableRow
    seats: list[SeatRow]
    log: list[Entry]
    pending: dict[int, int]  # how many actions lie sealed, by seat
    settings: dict[str, Any]
    seed: str
    sealed: dict[int, list[int]]  # which actions they are

    @property
    def started(self) -> bool:
        """Has the game begun?"""
        return self.row.status in STARTED

    def held(self, who: str) -> set[int]:
        """The seats that someone holds now."""
        return {seat.seat for seat in self.seats if who and seat.who == who and seat.kind in ("person", "outside")}

    def may_watch(self, who: str) -> bool:
        """May someone look at it at all?"""
        hosts = bool(who) and who == self.row.host
        return self.settings["spectators"] or self.row.status == "open" or hosts or bool(self.held(who))


def read_rows(db: Path, code: str = "") -> dict[str, Rows]:
    """Every table, or one, at one moment."""
    link = sqlite3.connect(f"file:{db}?mode=ro", uri=True)
    try:
        link.execute("BEGIN")
        sql = f"SELECT {TABLE} FROM tables WHERE ? IN (code, '') ORDER BY id"
        tables = [TableRow(*row) for row in link.execute(sql, (code,))]
        found = {}
        for row in tables:
            seats = f"SELECT {SEAT} FROM seats WHERE match = ? ORDER BY seat"
            log = "SELECT seat, action, at, id FROM log WHERE match = ? ORDER BY ply"
            pending = link.execute("SELECT seat, actions FROM sealed WHERE match = ?", (row.id,))
            sealed = {seat: [*map(int, codes.split())] for seat, codes in pending}
            found[row.code] = Rows(
                row,
                [SeatRow(*seat) for seat in link.execute(seats, (row.id,))],
                [Entry(*entry) for entry in link.execute(log, (row.id,))],
                {seat: len(codes) for seat, codes in sealed.items()},
                json.loads(row.settings),
                json.loads(row.secret).get("seed", ""),
                sealed,
            )
        return found
    finally:
        link.close()


def read_outages(db: Path) -> list[Outage]:
    """When the server did not run."""
    link = sqlite3.connect(f"file:{db}?mode=ro", uri=True)
    try:
        return [Outage(*row) for row in link.execute("SELECT began, ended FROM outages ORDER BY began")]
    finally:
        link.close()


# --- What a log comes to -----------------------------------------------------


class Moment:
    """A match as the first entries of a log leave it."""

    def __init__(self, game: Game, rows: Rows, seq: int) -> None:
        self.game, self.seq = game, seq
        self.plies: list[tuple[int, int]] = []
        self.times: list[int] = []
        self.verbs: list[tuple[int, Entry]] = []
        self.gone: list[int] = []
        self.replaced: set[int] = set()
        self.stopped = False
        for entry in rows.log[:seq]:
            self._take(entry)
        self.match = Match(game, rows.settings["seats"], rows.settings["options"])
        self.match.replay(self.plies)
        self.over = self.match.turn == OVER or self.stopped or self._deserted(rows.seats)
        self._told: dict[int, list[dict[str, Any]]] = {}
        self._views: dict[int, dict[str, Any]] = {}

    def _take(self, entry: Entry) -> None:
        if entry.action >= 0:
            self.plies.append((entry.seat, entry.action))
            self.times.append(entry.at)
            return
        if entry.action < TAKE_BACK:
            left = len(self.plies) + entry.action - TAKE_BACK
            del self.plies[left:], self.times[left:]
            self.verbs = [(min(ply, left), verb) for ply, verb in self.verbs]
        self.verbs.append((len(self.plies), entry))
        if entry.action in (FORFEIT, TIME_OUT):
            self.gone.append(entry.seat)
        elif entry.action == TAKE_OVER:
            self.replaced.add(entry.seat)
        elif entry.action == COME_BACK:
            self.replaced.discard(entry.seat)
        elif entry.action == STOP:
            self.stopped = True

    def _deserted(self, seats: Sequence[SeatRow]) -> bool:
        stay = [seat for seat in seats if seat.seat not in self.gone]
        return bool(self.gone) and (len(stay) < 2 or all(seat.kind == "bot" for seat in stay))

    def view(self, observer_id: int) -> dict[str, Any]:
        """What an observer sees."""
        if observer_id not in self._views:
            self._views[observer_id] = plain(self.game.view(self.match._state, observer_id).as_dict())
        return self._views[observer_id]

    def acting(self, seat: int, ahead: Sequence[int]) -> tuple[list[int], View]:
        """What a seat may do that has chosen so much ahead, and what it sees then: of others' choices, nothing."""
        match = self.match
        match.restore_pending(seat, ahead)
        try:
            return match.legal_codes(seat), match.acting_view(seat)
        finally:
            match.restore_pending(seat, [])

    def complete(self, seat: int, ahead: Sequence[int]) -> bool:
        """Is it a complete simultaneous choice?"""
        self.match.restore_pending(seat, ahead)
        try:
            return self.match.confirmed(seat)
        finally:
            self.match.restore_pending(seat, [])

    def events(self, observer_id: int) -> list[dict[str, Any]]:
        """What an observer was told since the start: what it noticed of each ply, and what the table did."""
        if observer_id not in self._told:
            heard = [*self._heard(observer_id)]
            did = [
                {"ply": ply, "seat": verb.seat, "action": verb.action, "args": {"who": verb.seat}, "at": verb.at}
                for ply, verb in self.verbs
            ]
            self._told[observer_id] = sorted(heard + did, key=lambda events: (events["ply"], events["at"]))
        return self._told[observer_id]

    def _heard(self, observer_id: int) -> Iterable[dict[str, Any]]:
        game, match = self.game, self.match
        state = game.start(match.seats, match.options, match.pieces)
        before, says = game.view(state, observer_id), getattr(game.messages, "tell", None)
        for ply, ((seat, code), at) in enumerate(zip(self.plies, self.times, strict=True), 1):
            noticed = game.rules.hear(state, code, observer_id)
            game.rules.apply(state, code)
            after = game.view(state, observer_id)
            if noticed != UNHEARD:
                args = plain(says(before, seat, noticed, after)[1]) if says else {}
                yield {"ply": ply, "seat": seat, "action": noticed, "args": args, "at": at}
            before = after

    def turns(self) -> tuple[list[int], bool]:
        """How often each seat's turn has ended, and whether seats still act independently.

        What seats do independently counts as one turn of each, once it is over.
        """
        game, match = self.game, self.match
        state = game.start(match.seats, match.options, match.pieces)
        ended, turn, together = [0] * match.seats, CHANCE, False
        for _, code in [*self.plies, (0, -1)]:
            now = state.turn
            if game.simultaneous(state):
                together, turn = True, CHANCE
            elif now != CHANCE:
                if together:
                    ended, together = [count + 1 for count in ended], False
                if turn >= 0 and now != turn:
                    ended[turn] += 1
                turn = now
            if code >= 0:
                game.rules.apply(state, code)
        return ended, together


class Past:
    """The moments of one table that frames tell of."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rows: Rows | None = None
        self._known: dict[int, Moment] = {}

    def update(self, rows: Rows) -> None:
        """The log has grown."""
        self.rows = rows
        while len(self._known) > 60:
            del self._known[next(iter(self._known))]

    def at(self, seq: int) -> Moment:
        """The match as it was then."""
        rows = self.rows
        assert rows is not None
        must(0 <= seq <= len(rows.log), f"a frame tells of entry {seq} of a log with {len(rows.log)} entries")
        if seq not in self._known:
            self._known[seq] = Moment(self.game, rows, seq)
        return self._known[seq]


# --- What someone may be sent ------------------------------------------------


def check_info(info: dict[str, Any], rows: Rows, who: str) -> None:
    """A table as it is told of from outside."""
    hosts = bool(who) and who == rows.row.host
    must(hosts or not info["invitations"], "invitations are the host's alone")
    must(info["mine_to_host"] is hosts, "a table is its host's alone to host")
    mine = {seat["seat"] for seat in info["seats"] if seat["mine"]}
    must(mine <= rows.held(who) or not rows.started, "a seat is told to be someone's who does not hold it")
    must(info["result"] == "" or rows.row.status == "over", "a result is told before the end")


def check_sight(projection: dict[str, Any], moment: Moment, rows: Rows, who: str) -> None:
    """All that one observer sees, at one moment."""
    observer, match, game = projection["observer"], moment.match, moment.game
    must(rows.may_watch(who), "someone sees a match at which nobody may look on")
    own = observer is None or moment.over or observer in rows.held(who)
    must(own, f"someone sees with the eyes of seat {observer}, not theirs")
    observer_id = SPECTATOR if observer is None else observer
    must(projection["view"] == moment.view(observer_id), f"what seat {observer} is shown is not its view")
    must(projection["turn"] == (OVER if moment.over else match.turn), "the turn that is told is not the match's")
    plays = observer is not None and not moment.over and observer not in moment.gone
    done = [] if observer is None else match.chosen_codes(observer)
    ahead = projection["chosen"][len(done) :]
    must(projection["chosen"][: len(done)] == done, "a seat is told to have chosen what it did not do")
    must(not ahead or (match.together and observer is not None), "someone is told of a choice that is not theirs")
    must(not match.together or projection["pending"] == len(ahead), "a choice is told, and is not pending")
    legal, view = moment.acting(observer, ahead) if plays else ([], game.view(match._state, observer_id))
    must(projection["legal"] == legal, f"what seat {observer} may do is not what it is offered")
    anytime = match.anytime_codes(observer_id) if plays else []
    must(projection["anytime"] == anytime, f"what seat {observer} may do at any time is not what it is offered")
    must(observer is not None or projection["pending"] == 0, "a spectator is told what lies sealed")
    must(observer is not None or projection["given_back"] is None, "a spectator is told what was given back")
    must(
        projection["together"] or not any(projection["confirmed"]),
        "someone is said to have handed in what nobody hands in",
    )
    must(moment.over or not projection["ranking"], "a ranking is told before the end")
    must(moment.over or projection["ending"] is None, "an ending is told before the end")
    must(moment.over or projection["seed"] == "", "the seed is told before the end")
    offered = [offer["action"] for offer in projection["offers"]]
    must(offered in ([], legal + anytime), "something is offered in words that may not be done")
    for offer in projection["offers"]:
        words = plain(game.offer(view, observer_id, offer["action"]))
        must([offer["message"], offer["args"]] == words, "an offer says more than the view of its seat")


def same_story(events: Sequence[dict[str, Any]], expected: Sequence[dict[str, Any]]) -> bool:
    """Is what was told what could be noticed? How it is worded, and whether it is set-up, is the page's affair."""
    return [{name: line[name] for name in ("ply", "seat", "action", "args", "at")} for line in events] == [*expected]


# --- What holds for a database -----------------------------------------------


class Ledger:
    """What was seen of each table before, and may change only so."""

    def __init__(self, db: Path) -> None:
        self.db = db
        self.rows: dict[str, Rows] = {}
        self.was: dict[str, Rows] = {}  # before the last step
        self.pasts: dict[str, Past] = {}
        self.clocks: dict[str, ClockLaw] = {}
        self.since: dict[str, tuple[int, int]] = {}  # how far each log was two looks ago, and one look ago

    def look(self) -> None:
        """Read the database, and check what changed."""
        found = read_rows(self.db)
        must(self.rows.keys() <= found.keys(), "a table has vanished")
        grown = [rows for code, rows in found.items() if code not in self.rows or self.rows[code] != rows]
        outages = read_outages(self.db) if grown else []
        for rows in grown:
            code = rows.row.code
            self._check(self.rows.get(code), rows, found)
            self.pasts.setdefault(code, Past(GAMES[rows.row.game])).update(rows)
            self._replays(rows, outages)
            if code in self.rows:
                self._keeps_pending(self.rows[code], rows)
        for code, rows in found.items():
            before = len(self.rows[code].log) if code in self.rows else 0
            self.since[code] = self.since.get(code, (0, 0))[1], before
            assert len(rows.log) >= before
        self.was, self.rows = self.rows, found

    def _check(self, was: Rows | None, now: Rows, found: dict[str, Rows]) -> None:
        status, code = now.row.status, now.row.code
        must(not now.row.next or now.row.next in found, f"the rematch of table {code} points nowhere")
        kinds = Counter(seat.kind for seat in now.seats)
        must(status != "running" or not kinds["open"] + kinds["invited"], f"table {code} runs with an empty seat")
        if was is None:
            return
        must(
            status in NEXT_STATUS.get(was.row.status, {was.row.status}),
            f"table {code} was {was.row.status}, is {status}",
        )
        must(now.log[: len(was.log)] == was.log, f"the log of table {code} was changed, not continued")
        must(now.row.host == was.row.host, f"table {code} has another host")
        if was.started:
            sat = [[(seat.kind, seat.who, seat.bot) for seat in rows.seats] for rows in (was, now)]
            must(sat[0] == sat[1], f"someone changed seats at table {code} after the start: {sat[0]} -> {sat[1]}")
            must(now.row.settings == was.row.settings, f"what table {code} has agreed on was changed")

    def _keeps_pending(self, was: Rows, now: Rows) -> None:
        """While seats act independently, what one has handed in is its own to take back."""
        lost, past = was.pending.keys() - now.pending.keys(), self.pasts[now.row.code]
        if lost and all(past.at(len(rows.log)).match.together for rows in (was, now)):
            moment = past.at(len(was.log))  # a part of a choice is nothing handed in: it goes without an entry
            lost = {seat for seat in lost if moment.complete(seat, was.sealed[seat])}
            did = {entry.seat for entry in now.log[len(was.log) :]}
            must(lost <= did, f"what seats {lost - did} of table {now.row.code} had handed in is gone")

    def _replays(self, rows: Rows, outages: Sequence[Outage]) -> None:
        reading = Reading(rows.row, rows.seats, [*enumerate(rows.log)], outages)
        must(reading.fault is None, f"the log of table {rows.row.code} does not replay: {reading.fault}")
        if rows.log and rows.settings["clock"]["kind"] != "none" and reading.clock is not None:
            moment = self.pasts[rows.row.code].at(len(rows.log))
            law = self.clocks.setdefault(rows.row.code, ClockLaw(rows.settings["clock"]))
            law.follow(moment, rows, [*reading.clock.left])


class Spent(NamedTuple):
    """What was seen of the clocks: so many entries and plies, when, the time left, used, and turns ended."""

    seq: int
    plies: int
    at: int
    left: list[int]
    used: list[int]
    ended: list[int]


class ClockLaw:
    """Time only runs down, or grows by the increment when one's turn ends; a take-back gives no more than was there."""

    def __init__(self, asked: dict[str, Any]) -> None:
        self.kind, self.increment = asked["kind"], asked["increment"] * 1000
        self.full = asked["seconds"] * 1000 if self.kind == "live" else asked["days"] * 86_400_000
        self.past: list[Spent] = []  # of plies that stand
        self.last: Spent | None = None

    def follow(self, moment: Moment, rows: Rows, left: list[int]) -> None:
        """The log has grown, and so much time is left."""
        ended, together = moment.turns()
        extra = 1 if together else 0  # who has handed in has had its increment, and may take it back
        where = f"table {rows.row.code}, entry {moment.seq}"
        for seat, ms in enumerate(left):
            most = self.full + (self.increment * (ended[seat] + extra) if self.kind == "live" else 0)
            must(ms <= most, f"{where}: seat {seat} has {ms} ms, and can have {most} at the most")
        if together:
            return
        used = [self.full + self.increment * ended[seat] - ms for seat, ms in enumerate(left)]
        now = Spent(moment.seq, len(moment.plies), rows.log[-1].at, left, used, ended)
        back = lowest(rows.log, self.last.seq, self.last.plies) if self.last else 0
        self.past = [spent for spent in self.past if spent.plies <= back]
        if self.past and self.kind == "live":
            for seat, had in enumerate(self.past[-1].used):
                must(used[seat] >= had, f"{where}: seat {seat} was given {had - used[seat]} ms")
        if self.last and self.kind == "live":
            passed = now.at - self.last.at + 1
            for seat in {*range(len(left))} - {*moment.gone}:
                lost = used[seat] - self.last.used[seat]
                must(lost <= passed, f"{where}: seat {seat} lost {lost} ms in {passed} ms")
        if self.past and self.kind == "days":
            for seat, had in enumerate(self.past[-1].left):
                same = ended[seat] == self.past[-1].ended[seat]
                must(not same or left[seat] <= had, f"{where}: seat {seat} was given {left[seat] - had} ms")
        self.past.append(now)
        self.last = now


def lowest(log: Sequence[Entry], seq: int, plies: int) -> int:
    """The fewest plies that stood at any time since an entry at which so many stood."""
    fewest = stand = plies
    for entry in log[seq:]:
        stand += 1 if entry.action >= 0 else entry.action - TAKE_BACK if entry.action < TAKE_BACK else 0
        fewest = min(fewest, stand)
    return fewest
