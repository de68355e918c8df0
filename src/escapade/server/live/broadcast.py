"""What the listeners of a table are sent: a snapshot when they connect, an update after each commit, earlier pages.

Each observer is sent what is made from its own view; a frame is encoded once for all listeners who get the same.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from escapade.kernel.events import EventStream
from escapade.kernel.match import Match
from escapade.server import protocol
from escapade.server.errors import Conflict
from escapade.server.live import projection
from escapade.server.live.projection import Page, Public, kernel_observer
from escapade.server.protocol import encode
from escapade.server.threads import LONG, in_spare_thread, in_thread

if TYPE_CHECKING:
    from escapade.server.live.table import Table

Shared = tuple[Public, protocol.ClockInfo, protocol.Question | None]  # the part of an update that all observers share


class Listener(Protocol):
    """A connection to a table: its user, its observer, and what it has been sent."""

    who: str
    observer: int | None
    shown: int | None  # the observer of the last frame
    offers: bool  # does it want the effect of each action in words?
    chat: int  # the number of the last chat line sent
    muted: set[str]  # names whose chat lines it does not want
    seating: bytes  # the last seating sent

    def send(self, frame: bytes) -> None:
        """Queue a frame; never waits."""
        ...

    def close(self, reason: str) -> None:
        """Close the connection for good, with a reason."""
        ...


class Listeners(set[Listener]):
    """The listeners of a table, and how many connections each user has."""

    def __init__(self) -> None:
        super().__init__()
        self.users: Counter[str] = Counter()

    def add(self, listener: Listener) -> None:
        """Send frames to this connection from now on."""
        if listener not in self:
            super().add(listener)
            self.users[listener.who] += 1

    def discard(self, listener: Listener) -> None:  # type: ignore[override]
        """Send nothing more to this connection."""
        if listener in self:
            super().discard(listener)
            self.users[listener.who] -= 1
            if not self.users[listener.who]:
                del self.users[listener.who]


class Broadcast:
    """Makes and sends the frames of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.event_stream: EventStream | None = None

    def reset(self) -> None:
        """Stop working out events, until a listener needs them again."""
        if self.event_stream is not None:
            self.event_stream.leave()
        self.event_stream = None

    def stream(self, observer_id: int) -> EventStream:
        """The events of the match, also for this observer; events are worked out only for observers that ask.

        The stream follows the match before a commit. No event is sent before its commit, and if the commit fails, match
        and stream are made anew from the log.
        """
        if self.event_stream is None:
            self.event_stream = EventStream(self.table.started_match(), (observer_id,))
        if not self.event_stream.stays_with(observer_id):
            self.event_stream.catch_up(observer_id)
            self.event_stream.stay()
        return self.event_stream

    async def prepare(self, observer: int | None) -> None:
        """Work out an observer's events so far, in a thread where that takes long; the table is locked."""
        observer_id, match, stream = kernel_observer(observer), self.table.match, self.event_stream
        if match is None or len(match.log) <= LONG or (stream and stream.stays_with(observer_id)):
            return
        await (in_spare_thread if self.table.over else in_thread)(self.stream, observer_id)

    # --- Frames ---

    def snapshot(self, listener: Listener, last_seq: int, chat: list[protocol.ChatLine], beat: int) -> bytes:
        """The table as it is now, and the events after entry `last_seq` of the log."""
        table = self.table
        history, seen, page, from_start = table.history, None, Page([], 0), True
        info = table.registry.listing.info(table, listener.who)
        table.seating_feed.note_sent(listener, info)
        listener.shown = listener.observer
        if table.match is not None:
            observer_id = kernel_observer(listener.observer)
            stream = self.stream(observer_id)
            seen = self.projection(self.public(), listener.observer, stream, listener.offers)
            known = min(last_seq, history.seq)
            from_start = not known or history.last_undone > known
            plies, verbs = (0, 0) if from_start else history.lengths[known]
            page, from_start = self._page(stream, observer_id, plies, verbs, from_start)
        (events, earlier), clock, question = page, table.clock_info(), table.takebacks.info()
        now = protocol.VERSION, history.seq, info, seen, events, from_start, chat, clock, question, beat, earlier
        return encode(protocol.Snapshot(*now))

    def update_frame(
        self, observer: int | None, offers: bool, shared: Shared, plies: int, verbs: int, from_start: bool
    ) -> bytes:
        """The update for one observer: what is new after these numbers of plies and verbs, or the last page."""
        observer_id = kernel_observer(observer)
        stream, (public, clock, question) = self.stream(observer_id), shared
        seen = self.projection(public, observer, stream, offers)
        (events, earlier), from_start = self._page(stream, observer_id, plies, verbs, from_start)
        return encode(protocol.Update(self.table.history.seq, seen, events, from_start, clock, question, earlier))

    def public(self) -> Public:
        """The part of a projection that is the same for all observers."""
        return projection.public(self.table.started_match(), self.table.history, self.table.over)

    def projection(
        self, public: Public, observer: int | None, stream: EventStream, offers: bool
    ) -> protocol.Projection:
        """All that an observer sees; with `offers`, also its actions in words, and whether it can take one back."""
        seen = projection.project(stream.match, self.table.history, public, observer, stream, offers)
        if offers and observer is not None:
            seen.take_back = self.table.takebacks.availability(observer)
        return seen

    def _page(
        self, stream: EventStream, observer_id: int, plies: int, verbs: int, from_start: bool
    ) -> tuple[Page, bool]:
        """The events after these numbers of plies and verbs; if they are too many, or `from_start`, the last page."""
        history = self.table.history
        if not from_start and len(history.plies) - plies + len(history.verbs) - verbs <= projection.PAGE:
            return Page(projection.events(history, stream, observer_id, plies, verbs), 0), False
        return projection.page(history, stream, observer_id), True

    def earlier_events(self, observer: int | None, before: int) -> Page:
        """The page of an observer's events before the event of this number."""
        observer_id = kernel_observer(observer)
        self.table.started_match()
        return projection.page(self.table.history, self.stream(observer_id), observer_id, before)

    # --- Sending ---

    def update(self, plies: int, verbs: int, from_start: bool = False) -> None:
        """Send each listener what happened after these numbers of plies and verbs, as its observer perceives it."""
        if self.table.match is None:
            return
        shared = self.public(), self.table.clock_info(), self.table.takebacks.info()
        frames: dict[tuple[int | None, bool, bool], bytes] = {}
        for listener in [*self.table.listeners]:
            observer, offers = listener.observer, listener.offers
            wanted = observer, offers, from_start or observer != listener.shown  # any seat is open after the end
            if wanted not in frames:
                frames[wanted] = self.update_frame(observer, offers, shared, plies, verbs, wanted[2])
            listener.shown = observer
            listener.send(frames[wanted])

    def update_all_anew(self) -> None:
        """Send each listener the last page of all events: the match was made anew from the log."""
        self.update(0, 0, from_start=True)

    def update_observer(self, observer: int) -> None:
        """Send an update to the listeners of one observer only."""
        shared = self.public(), self.table.clock_info(), self.table.takebacks.info()
        plies, verbs = len(self.table.history.plies), len(self.table.history.verbs)
        for listener in [*self.table.listeners]:
            if listener.observer == observer:
                listener.send(self.update_frame(observer, listener.offers, shared, plies, verbs, from_start=False))

    def question(self) -> None:
        """Send each listener the question that is open, or that none is."""
        frame = encode(protocol.QuestionUpdate(self.table.takebacks.info()))
        for listener in [*self.table.listeners]:
            listener.send(frame)

    # --- Replays ---

    async def replay(self, observer: int, first: int, last: int) -> list[protocol.Moment]:
        """An observer's view and events after each of these plies of a match that is over."""
        if not self.table.over:  # asked before the lock, which a commit holds
            raise Conflict("a match can be replayed when it is over")
        async with self.table.lock:
            return await in_spare_thread(self._replay, observer, first, last)

    def _replay(self, observer: int, first: int, last: int) -> list[protocol.Moment]:
        table, history = self.table, self.table.history
        match, stream = Match(table.game, table.settings.seats, table.settings.options), self.stream(observer)
        match.replay(history.plies[:first])
        events: dict[int, list[protocol.GameEvent]] = {}
        for event in projection.events(history, stream, observer):
            events.setdefault(event.ply, []).append(event)
        found = []
        for ply in range(first, min(last, len(history.plies)) + 1):
            if ply > first:
                match.follow(*history.plies[ply - 1])
            found.append(protocol.Moment(ply, match.seen(observer).as_dict(), match.turn, events.get(ply, [])))
        return found
