"""The events of a match for each observer, ply by ply: a message and its arguments, to be put into any language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from escapade.kernel.contract import Game
from escapade.kernel.fields import State
from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE, OMNISCIENT, SPECTATOR, UNHEARD
from escapade.kernel.notation import Ply

FEW = 3  # chance outcomes in a row that get an event each


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that was heard: its ply (from 1), who acted, the code, what is said of it, and if it was set-up.

    A game without words says nothing of it: `message` is empty, and the name of the action tells. Who tells it in a
    language of its own puts the words into `line`.
    """

    ply: int
    seat: int
    code: int
    message: str
    args: dict[str, Any]
    early: bool
    line: str = ""


class EventStream:
    """Follows a match's log with a state of its own; gives its events to the given observers and those added later."""

    def __init__(self, match: Match, observers: Iterable[int]) -> None:
        self.match, self.observers = match, tuple(observers)
        self._begin()

    def _begin(self) -> None:
        game = self.match.game
        self.events: dict[int, list[Event]] = {observer: [] for observer in self.observers}
        self._plies = 0  # how many were followed
        self._last: Ply | None = None  # the last of them
        self._opening = 0  # plies of chance before anyone acts
        self._state = game.start(self.match.seats, self.match.options, self.match.pieces)
        self._views = game.views(self._state, self.observers)
        self._heard: Mapping[int, int] = {}  # what each observer notices of what is done now
        self._choosing: list[int] = []  # seats that choose simultaneously before it
        self._anytime = False  # is it done whether or not it is the seat's turn?
        self._first = True  # nobody has acted yet but in a simultaneous phase that is not over
        self._arranged: set[int] = set()  # seats that need more than one action for their part of it

    def catch_up(self, observer: int) -> list[Event]:
        """Follow the log; return the events this observer has not received. What was taken back has none."""
        if observer not in self.observers:  # a new observer receives everything
            self.observers += (observer,)
            self._begin()
        log = self.match.log
        if self._plies > len(log) or (self._plies and log[self._plies - 1] is not self._last):
            self._begin()  # a log only grows, or is made anew: what follows on the same ply is the same log
        if self._plies == len(log):
            return []
        before = len(self.events[observer])
        if self._opening == self._plies:
            self._opening += opening(self.match.game, self._state.copy(), log[self._plies :])
        for ply in log[self._plies :]:
            self.hear(ply, self._hearing(ply))
            self.match.game.rules.apply(self._state, ply.action.code)
            self.see(ply)
        return self.events[observer][before:]

    def stay(self) -> None:
        """From now on follow the match while it is played, with its own state."""
        if self._opening < self._plies == len(self.match.log):  # until someone has acted, the opening may be longer
            self._state = self.match.shown_to(self)

    def leave(self) -> None:
        """Follow no more: else who is forgotten would remember, and be remembered by, the match."""
        if self.match.listener is self:
            self.match.listener = None

    def stays_with(self, observer: int) -> bool:
        """Has this observer received everything?"""
        return observer in self.events and self.match.listener is self

    def view(self, observer: int) -> State:
        """What this observer sees after all that was followed; to be read only."""
        return self._views[self.observers.index(observer)]

    def _hearing(self, ply: Ply) -> dict[int, int]:
        code, state, hear = ply.action.code, self._state, self.match.game.rules.hear
        return {observer: hear(state, code, observer) for observer in self.observers if observer != OMNISCIENT}

    def hear(self, ply: Ply, heard: Mapping[int, int]) -> None:
        """Something will be done: note what each observer notices of it, OMNISCIENT all of it."""
        self._heard, game = heard, self.match.game
        if self._first and ply.seat != CHANCE:  # later there is no set-up
            self._choosing = game.simultaneous(self._state)
            self._anytime = ply.action.code in game.anytime(self._state, ply.seat)

    def see(self, ply: Ply) -> None:
        """Add the event of a ply, from what each observer saw before and sees now."""
        game, before, heard, (seat, (code, _)) = self.match.game, self._views, self._heard, ply
        early = self._is_early(ply)
        self._views = after = game.views(self._state, self.observers, before[0] if before else None)
        self._plies, self._last = self._plies + 1, ply
        for observer, had, has in zip(self.observers, before, after, strict=True):
            noticed = heard.get(observer, code)  # OMNISCIENT notice everything
            if noticed != UNHEARD:
                message, args = tell(game, had, seat, noticed, has)
                event = Event(self._plies, seat, noticed, message, args, early)
                self.events[observer].append(self.worded(observer, event, had))

    def worded(self, observer: int, event: Event, before: State) -> Event:
        """Make an event; a subclass with words adds the sentence."""
        return event

    def _is_early(self, ply: Ply) -> bool:
        """Was this one of the many small actions before play: dealt by chance, or arranged out of sight?"""
        if ply.seat == CHANCE:
            return self._plies < self._opening > FEW
        if not self._first or self._anytime:
            return False
        before, now = self._choosing, self.match.game.simultaneous(self._state)
        self._first = bool(now) and {*now} <= {*before}
        if ply.seat in before and ply.seat in now:
            self._arranged.add(ply.seat)
        return ply.seat in self._arranged


def opening(game: Game, state: State, log: Sequence[Ply]) -> int:
    """How many plies chance dealt before anyone acted: a seat or a player without one, for whom chance acts."""
    for number, ply in enumerate(log):
        if ply.seat != CHANCE:
            return number
        before = game.view(state, SPECTATOR)
        game.rules.apply(state, ply.action.code)
        if acts(game, before, ply, game.view(state, SPECTATOR)):
            return number
    return len(log)


def acts(game: Game, before: State, ply: Ply, after: State) -> bool:
    """Did chance act for a player without a seat? Such a player has a name in the words, not a number."""
    args = tell(game, before, ply.seat, ply.action.code, after)[1]
    return any(isinstance(args.get(actor), str) for actor in game.messages.SEAT_ARGS[:1])


def tell(game: Game, before: State, seat: int, code: int, after: State) -> tuple[str, dict[str, Any]]:
    """What is said of something heard, from what was seen before and after; nothing if the game has no words."""
    said: tuple[str, dict[str, Any]] = game.messages.tell(before, seat, code, after)
    return said
