"""Clocks: the time left to each seat, worked out from the log alone, so that a restart changes nothing.

Time in which the server did not run is charged to nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE, NONE
from escapade.server.live.history import FORFEIT, GO_ON, HAND_BACK, HAND_IN, TAKE_BACK, TIME_OUT
from escapade.server.protocol import ClockInfo, ClockRequest
from escapade.server.store import Entry

DAY = 86_400_000


class Outage(NamedTuple):
    """A time in which the server did not run, in milliseconds."""

    began: int
    ended: int


def elapsed(began: int, ended: int, outages: Sequence[Outage]) -> int:
    """The milliseconds between two times in which the server ran.

    >>> elapsed(0, 100, [Outage(20, 50), Outage(90, 200)])
    60
    """
    lost = sum(max(0, min(ended, o.ended) - max(began, o.began)) for o in outages)
    return max(0, ended - began - lost)


class Clock:
    """The clocks of one table. They follow each entry of the log after the match has followed it."""

    def __init__(self, settings: ClockRequest, seats: int, outages: Sequence[Outage]) -> None:
        self.settings, self.outages = settings, outages
        full = settings.seconds * 1000 if settings.kind == "live" else settings.days * DAY
        self.full, self.left = full, [full] * seats
        self.running: set[int] = set()  # seats whose clock runs
        self.since = 0  # when they were last charged
        self.handed: set[int] = set()  # seats that have handed in their part of a simultaneous phase
        self.used = [0] * seats  # milliseconds charged to each in all, also for what was taken back
        self._known: dict[int, tuple[list[int], list[int], dict[int, int]]] = {}  # `left`, `used`, `_paid`, by plies
        self._phase = NONE  # the number of plies at which the simultaneous phase began, as of the last entry
        self._paid: dict[int, int] = {}  # what seats got for their part in this simultaneous phase
        self.gone: set[int] = set()  # seats that gave up or lost on time: a bot that plays on has no clock

    def follow(self, together: Sequence[Entry], match: Match) -> None:
        """Charge the seats whose clocks ran until now, and start the clocks of those who act next.

        Entries of one commit have the same time, and the match has followed all of them.
        """
        if self.settings.kind == "none":
            return
        if any(entry.action == GO_ON for entry in together):
            self.since = together[0].at
        self.charge(together[0].at)
        changed = match.phase != self._phase
        if changed:
            self.handed.clear()
        self.handed |= {entry.seat for entry in together if entry.action == HAND_IN}
        self.handed -= {entry.seat for entry in together if entry.action == HAND_BACK}
        self.gone |= {entry.seat for entry in together if entry.action in (FORFEIT, TIME_OUT)}
        now = self._to_think(match) - self.gone
        takers = [entry.seat for entry in together if entry.action < TAKE_BACK]
        if takers and (changed or not match.together):
            self._restore(len(match.log), takers[0])
        elif takers:  # in a simultaneous phase, time goes on for all whatever a seat takes back
            self._forget_after(len(match.log))
        else:
            done = self.running if changed else self.running - now
            self._add_increment(done - self.gone, match.together and not changed)
            self._add_increments_within(together, match, now)
        self._take_increment_back(now)
        self.running, self._phase = now, match.phase
        self._known[len(match.log)] = self.left[:], self.used[:], {**self._paid}

    def _add_increment(self, seats: set[int], together: bool) -> None:
        """Give the increment to seats that have acted; in a simultaneous phase once, though a seat hands in again."""
        for seat in seats - self._paid.keys():
            more = self.left[seat] + self.settings.increment * 1000
            had, self.left[seat] = self.left[seat], self.full if self.settings.kind == "days" else more
            self._paid[seat] = self.left[seat] - had
        if not together:
            self._paid.clear()

    def _take_increment_back(self, seats: set[int]) -> None:
        """Take the increment from seats that have taken their part of a simultaneous phase back: they think again."""
        for seat in seats & self._paid.keys():
            self.left[seat] -= self._paid.pop(seat)

    def _add_increments_within(self, together: Sequence[Entry], match: Match, now: set[int]) -> None:
        """Give the increment for turns that began or ended within one commit, because pending actions were played."""
        if self._phase != NONE or match.together:
            return
        first = len(match.log) - sum(entry.action >= 0 for entry in together)
        turns = [ply.seat for i, ply in enumerate(match.log[first:], first) if i not in match.anytime_plies]
        acted = [seat for seat in turns if seat != CHANCE]
        ended = Counter(seat for seat, later in pairwise([*acted, match.turn]) if seat != later)
        for seat, times in (ended - Counter(self.running - now)).items():
            if seat not in self.gone:
                more = self.left[seat] + self.settings.increment * 1000 * times
                self.left[seat] = self.full if self.settings.kind == "days" else more

    def _restore(self, plies: int, taker: int) -> None:
        """Restore the times at this number of plies; the seat that took back pays for the time since."""
        self._forget_after(plies)
        seats = len(self.left)
        left, used, paid = self._known[max(self._known)] if self._known else ([self.full] * seats, [0] * seats, {})
        self.left, self._paid = left[:], {**paid}
        self.left[taker] -= self.used[taker] - used[taker]

    def _forget_after(self, plies: int) -> None:
        self._known = {known: had for known, had in self._known.items() if known <= plies}

    def _to_think(self, match: Match) -> set[int]:
        return {*match.acting()} - self.handed

    def charge(self, at: int) -> None:
        """Charge the time until then to the seats whose clocks run."""
        spent = elapsed(self.since, at, self.outages)
        for seat in self.running:
            self.left[seat] -= spent
            self.used[seat] += spent
        self.since = max(self.since, at)

    def stop(self) -> None:
        """Stop all clocks."""
        self.running = set()

    def next_end(self) -> tuple[int, int] | None:
        """The seat whose time runs out first, and when, if nothing happens and the server runs."""
        if self.settings.kind == "none" or not self.running:
            return None
        seat = min(self.running, key=lambda s: (self.left[s], s))
        downtime = sum(max(0, o.ended - max(self.since, o.began)) for o in self.outages if o.ended > self.since)
        return seat, self.since + downtime + max(0, self.left[seat])

    def info(self, now: int) -> ClockInfo:
        """The clocks, as everyone may see them."""
        if self.settings.kind == "none":
            return ClockInfo("none", [], [], now)
        spent = elapsed(self.since, now, self.outages) if self.running else 0
        left = [had - spent if seat in self.running else had for seat, had in enumerate(self.left)]
        return ClockInfo(self.settings.kind, [max(0, ms) for ms in left], sorted(self.running), now)
