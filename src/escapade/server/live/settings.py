"""What a table was created with, and who may play and watch there: from its rows alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from escapade.kernel.dealer import Dealer, SystemDealer, VerifiableDealer
from escapade.server import protocol
from escapade.server.store import SeatRow, TableRow

PROGRAM = "outside:"  # a program's user id begins with this


class Settings(msgspec.Struct):
    """The settings of a table; they never change."""

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

    @property
    def acts_alone(self) -> bool:
        """Can the server have to act here though nobody is connected: a clock, a bot, or a person's absence?"""
        return self.clock.kind != "none" or self.left != "wait" or self.bots


class Secret(msgspec.Struct):
    """What only the server knows before the end: the seed of verifiable dice."""

    seed: str = ""
    salt: str = ""
    draw_offsets: list[tuple[int, int]] = []  # of an imported match: see kernel/dealer.py

    def dealer(self, dice: str) -> Dealer:
        """The dice of the table, which are `system` or `verifiable`."""
        return VerifiableDealer(self.seed, self.salt) if dice == "verifiable" else SystemDealer()


def too_few_left(seats: Sequence[SeatRow], gone: set[int]) -> bool:
    """Once these seats have given up: is fewer than two seats left, or no person?"""
    if not gone:
        return False
    left = [seat for seat in seats if seat.seat not in gone]
    return len(left) < 2 or not any(seat.kind in ("person", "outside") for seat in left)


def may_play(who: str, seat: SeatRow) -> bool:
    """May this user act for a seat?"""
    return bool(who) and seat.who == who and seat.kind in ("person", "outside")


def is_host(who: str, row: TableRow) -> bool:
    """Is this user the host of a table? An imported one may have none."""
    return bool(who) and who == row.host


def may_watch(row: TableRow, settings: Settings, seats: Sequence[SeatRow], who: str) -> bool:
    """May this user see a table at all? A program may as long as it has a seat."""
    if any(may_play(who, seat) for seat in seats):
        return True
    if who.startswith(PROGRAM):
        return False
    return settings.spectators or is_host(who, row) or row.status == "open"
