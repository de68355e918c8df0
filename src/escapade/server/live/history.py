"""What a log comes to: the plies that stand, and what a table does besides its game.

An entry's action is a code of the game, or one of these negative numbers. A log only ever grows: what is taken back
stays in it, followed by the entry that takes it back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable

from escapade.server.store import Entry

FORFEIT = -1  # a seat gives up
TIME_OUT = -2  # a seat's clock has run out: the same, decided by the server
TAKE_OVER = -3  # a bot plays on for a seat
COME_BACK = -4  # who sat there plays again
HAND_IN = -5  # a seat has handed in its part of what seats do at the same time
HAND_BACK = -6  # and has taken it back
GO_ON = -7  # a match that was played elsewhere goes on here: the time until now counts for nobody
STOP = -8  # a match that was played elsewhere is known up to here: it is kept to be looked at
TAKE_BACK = -100  # and fewer: so many plies below are taken back

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
    """The words for what a table did."""
    return MESSAGES.get(entry.action, "table-takes-back")


def taking_back(plies: int) -> int:
    """The action that takes so many plies back."""
    return TAKE_BACK - plies


class History:
    """Follows a log entry by entry."""

    def __init__(self, draw_offsets: Iterable[tuple[int, int]] = ()) -> None:
        self.draw_offsets = [*draw_offsets]  # from which ply on how many had been taken back, for the dice
        self.undone: Counter[tuple[int, int]] = Counter()  # take-backs, by seat and by how many plies stood after
        self.entries: list[Entry] = []
        self.lengths = [(0, 0)]  # how many plies stood, and how many verbs there were, after so many entries
        self.last_undone = 0  # how far the log was after the last take-back
        self.seq = 0  # how far the log has come
        self.plies: list[tuple[int, int]] = []  # (seat, code) that stand
        self.times: list[int] = []  # of each of them
        self.gone: list[int] = []  # seats that gave up, or whose time is up, in this order
        self.replaced: set[int] = set()  # seats a bot plays on for
        self.stopped = False  # does it end here, though its game does not?
        self._wishes: dict[tuple[int, str], int] = {}  # of clients, by seat and name: how far the log was then
        self.verbs: list[tuple[int, Entry]] = []  # what the table did, and after how many plies

    def follow(self, entries: Iterable[Entry]) -> bool:
        """Go on; return whether anything was taken back, so that what follows the plies must begin anew."""
        again = False
        for entry in entries:
            seat, action, at, name = entry
            self.entries.append(entry)
            if name:
                self._wishes[seat, name] = len(self.entries)
            if action >= 0:
                self.plies.append((seat, action))
                self.times.append(at)
            elif self._verb(entry):
                again, self.last_undone = True, len(self.entries)
            self.lengths.append((len(self.plies), len(self.verbs)))
        self.seq = len(self.entries)
        return again

    def _verb(self, entry: Entry) -> bool:
        if entry.action < TAKE_BACK:
            left = len(self.plies) + entry.action - TAKE_BACK
            taken_back = len(self.plies) - left + (self.draw_offsets[-1][1] if self.draw_offsets else 0)
            self.draw_offsets = [offset for offset in self.draw_offsets if offset[0] < left] + [(left, taken_back)]
            self.undone[entry.seat, left] += 1
            del self.plies[left:], self.times[left:]
            for i in reversed(range(len(self.verbs))):  # they are in order, so that few are looked at
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
        """How far the log was when the match last changed: by a ply, except those named, or by a take-back."""
        ply = len(self.plies)
        for position in range(len(self.entries), 0, -1):
            action = self.entries[position - 1].action
            ply -= action >= 0
            if action < TAKE_BACK or (action >= 0 and ply not in apart):
                return position
        return 0

    def after(self, entries: Iterable[Entry]) -> History:
        """Who will be gone or replaced, and whether it will have stopped, once these are written, too."""
        later = History()
        later.gone, later.replaced, later.stopped = [*self.gone], {*self.replaced}, self.stopped
        for entry in entries:
            if TAKE_BACK <= entry.action < 0:
                later._verb(entry)
        return later

    def done(self, seat: int, name: str) -> int | None:
        """How far the log had come when a seat's wish of this name was carried out; None if it was not."""
        return self._wishes.get((seat, name))
