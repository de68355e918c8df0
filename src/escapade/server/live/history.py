"""The history of a match: a log's plies without those taken back, and its verbs (what a table does besides its game).

An entry's action is a code of the game, or a verb: one of these negative numbers. A log only ever grows: plies that are
taken back stay in it, followed by the entry that takes them back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable

from escapade.server.store import Entry

FORFEIT = -1  # a seat gives up
TIME_OUT = -2  # a seat's clock has run out: the same, decided by the server
TAKE_OVER = -3  # a bot plays on for a seat
COME_BACK = -4  # who sat there plays again
HAND_IN = -5  # a seat has handed in its part of a simultaneous phase
HAND_BACK = -6  # and has taken it back
GO_ON = -7  # an imported match goes on here: clocks start now
STOP = -8  # an imported match ends here, though its game does not: it can be replayed only
TAKE_BACK = -100  # below: TAKE_BACK - n takes n plies back

MESSAGES = {
    FORFEIT: "table-gives-up",
    TIME_OUT: "table-time-is-up",
    TAKE_OVER: "table-bot-plays-on",
    COME_BACK: "table-is-back",
    HAND_IN: "table-is-ready",
    HAND_BACK: "table-is-not-ready",
    GO_ON: "table-goes-on",
    STOP: "table-stops",
}


def message(entry: Entry) -> str:
    """The message id of a verb."""
    return MESSAGES.get(entry.action, "table-takes-back")


def take_back_code(plies: int) -> int:
    """The verb that takes plies back."""
    return TAKE_BACK - plies


class History:
    """The state of a log, which it follows entry by entry."""

    def __init__(self, draw_offsets: Iterable[tuple[int, int]] = ()) -> None:
        self.draw_offsets = [*draw_offsets]  # (ply, plies taken back before it), for the dice
        self.undone: Counter[tuple[int, int]] = Counter()  # take-backs, by seat and number of plies left
        self.entries: list[Entry] = []
        self.lengths = [(0, 0)]  # numbers of plies and verbs after each entry
        self.last_undone = 0  # the number of entries up to the last take-back
        self.seq = 0  # the number of entries
        self.plies: list[tuple[int, int]] = []  # (seat, code), without those taken back
        self.times: list[int] = []  # of each of them
        self.gone: list[int] = []  # seats that gave up or lost on time, in this order
        self.replaced: set[int] = set()  # seats that a bot plays on for
        self.stopped = False  # was there a STOP?
        self._requests: dict[tuple[int, str], int] = {}  # clients' requests, by seat and id: the number of entries then
        self.verbs: list[tuple[int, Entry]] = []  # with the number of plies before each

    def follow(self, entries: Iterable[Entry]) -> bool:
        """Follow entries; return whether plies were taken back, so that what is made from them must be made anew."""
        undone = False
        for entry in entries:
            seat, action, at, name = entry
            self.entries.append(entry)
            if name:
                self._requests[seat, name] = len(self.entries)
            if action >= 0:
                self.plies.append((seat, action))
                self.times.append(at)
            elif self._verb(entry):
                undone, self.last_undone = True, len(self.entries)
            self.lengths.append((len(self.plies), len(self.verbs)))
        self.seq = len(self.entries)
        return undone

    def _verb(self, entry: Entry) -> bool:
        if entry.action < TAKE_BACK:
            left = len(self.plies) + entry.action - TAKE_BACK
            taken_back = len(self.plies) - left + (self.draw_offsets[-1][1] if self.draw_offsets else 0)
            self.draw_offsets = [offset for offset in self.draw_offsets if offset[0] < left] + [(left, taken_back)]
            self.undone[entry.seat, left] += 1
            del self.plies[left:], self.times[left:]
            for i in reversed(range(len(self.verbs))):  # in order: mostly few are visited
                if self.verbs[i][0] <= left:
                    break
                self.verbs[i] = left, self.verbs[i][1]
            self.verbs.append((left, entry))
            return True
        self.verbs.append((len(self.plies), entry))
        if entry.action == HAND_BACK:
            self.undone[entry.seat, len(self.plies)] += 1
        elif entry.action in (FORFEIT, TIME_OUT):
            self.gone.append(entry.seat)
        elif entry.action == TAKE_OVER:
            self.replaced.add(entry.seat)
        elif entry.action == COME_BACK:
            self.replaced.discard(entry.seat)
        elif entry.action == STOP:
            self.stopped = True
        return False

    def last_change(self, apart: Container[int] = ()) -> int:
        """The number of entries up to the last change of the match: a ply, except those `apart`, or a take-back."""
        ply = len(self.plies)
        for position in range(len(self.entries), 0, -1):
            action = self.entries[position - 1].action
            ply -= action >= 0
            if action < TAKE_BACK or (action >= 0 and ply not in apart):
                return position
        return 0

    def after(self, entries: Iterable[Entry]) -> History:
        """A history with `gone`, `replaced` and `stopped` as they will be after these entries, and nothing else."""
        later = History()
        later.gone, later.replaced, later.stopped = [*self.gone], {*self.replaced}, self.stopped
        for entry in entries:
            if TAKE_BACK <= entry.action < 0:
                later._verb(entry)
        return later

    def remember(self, seat: int, name: str) -> None:
        """A seat's request of this id was done without an entry."""
        if name:
            self._requests[seat, name] = self.seq

    def done(self, seat: int, name: str) -> int | None:
        """The number of entries when a seat's request of this id was done; None if it was not."""
        return self._requests.get((seat, name))
