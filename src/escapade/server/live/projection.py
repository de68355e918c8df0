"""What an observer is sent of a match: made from its view and its events, and from nothing else."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from escapade.kernel.dealer import VerifiableDealer
from escapade.kernel.events import Event, EventStream
from escapade.kernel.fields import State
from escapade.kernel.match import Match, result_text, solo_ranking
from escapade.kernel.names import OVER, SPECTATOR, Refused
from escapade.server import protocol
from escapade.server.live.history import History, message
from escapade.server.store import Entry

PAGE = 300  # events that are sent at once; earlier ones on request


def kernel_observer(observer: int | None) -> int:
    """An observer as the kernel numbers it."""
    return SPECTATOR if observer is None else observer


def ranking(match: Match, history: History, over: bool) -> list[list[int]]:
    """The seats by place; those that gave up come last, the first of them at the very end. A stopped match has none."""
    if not over or history.stopped:
        return []
    gone = list(dict.fromkeys(history.gone))
    if match.seats == 1:
        return solo_ranking(-1) if gone else match.ranking()
    found = match.ranking() or [list(range(match.seats))]
    stayed = [[seat for seat in place if seat not in gone] for place in found]
    return [place for place in stayed if place] + [[seat] for seat in reversed(gone)]


def awaited(match: Match, history: History, over: bool) -> list[int]:
    """The seats to act, without those that gave up, unless a bot plays on for them."""
    seats = [] if over else match.acting()
    return [seat for seat in seats if seat not in history.gone or seat in history.replaced] if history.gone else seats


class Summary(NamedTuple):
    """A match in lists of tables: public columns of the table's row."""

    turn: str
    replaced: str
    result: str


def summary(match: Match, history: History, over: bool) -> Summary:
    """The columns for lists."""
    turn, replaced = awaited(match, history, over), sorted(history.replaced)
    result = result_text(ranking(match, history, over))
    return Summary(" ".join(map(str, turn)), " ".join(map(str, replaced)), result)


class Public(msgspec.Struct, frozen=True, gc=False):
    """The part of a projection that is the same for all observers: worked out once for all listeners."""

    over: bool
    turn: int
    together: bool
    to_act: list[int]
    confirmed: list[bool]
    ranking: list[list[int]]
    seed: str


def public(match: Match, history: History, over: bool) -> Public:
    """The part that is the same for all observers; `over` may be true though the game's rules go on."""
    together = match.together
    return Public(
        over,
        OVER if over else match.turn,
        together,
        to_act=awaited(match, history, over),
        confirmed=[match.confirmed(seat) for seat in range(match.seats)] if together else [False] * match.seats,
        ranking=ranking(match, history, over) if over else [],
        seed=match.dealer.seed if over and isinstance(match.dealer, VerifiableDealer) else "",
    )


def project(
    match: Match, history: History, known: Public, observer: int | None, stream: EventStream, offers: bool
) -> protocol.Projection:
    """All that one observer sees of a match; with `offers`, also its actions in words, and the clauses that matter.

    Whether something can be taken back is added by the table.
    """
    observer_id = kernel_observer(observer)
    view = stream.view(observer_id)
    plays = observer is not None and not known.over and observer not in history.gone  # a seat that gave up watches
    acts = plays and observer in known.to_act
    legal = match.legal_codes(observer_id) if acts else []
    before = match.acting_view(observer_id) if acts and offers and known.together else view
    anytime = match.anytime_codes(observer_id) if plays else []
    return protocol.Projection(
        observer,
        view.as_dict(),
        known.turn,
        known.to_act,
        known.together,
        legal,
        anytime,
        pending=0 if observer is None else match.pending(observer_id),
        confirmed=known.confirmed,
        chosen=[] if observer is None else match.chosen_codes(observer_id),
        given_back=refusal(match.refusals.get(observer_id)),
        ranking=known.ranking,
        ending=ending(match, view) if known.over and match.turn == OVER else None,
        seed=known.seed,
        offers=[offer(match, before, observer_id, code) for code in (*legal, *anytime)] if offers else [],
        clauses=[*match.game.clauses(view)] if offers else [],
        take_back="no",
    )


def offer(match: Match, view: State, observer_id: int, code: int) -> protocol.Offer:
    """The effect of an action, as a message of the game."""
    return protocol.Offer(code, *match.game.offer(view, observer_id, code))


def refusal(no: Refused | None) -> protocol.Refusal | None:
    """Why the rules refused an action."""
    return protocol.Refusal(no.reason, no.clause, no.message, no.message_args) if no else None


def ending(match: Match, view: Any) -> tuple[str, dict[str, Any]] | None:
    """How a match ended, as a message of its game."""
    said: tuple[str, dict[str, Any]] = match.game.messages.ending(view)
    return said if said[0] else None


class Page(NamedTuple):
    """A part of an observer's events, and the number of those before it."""

    events: list[protocol.GameEvent]
    earlier: int


def events(
    history: History, stream: EventStream, observer_id: int, plies: int = 0, verbs: int = 0
) -> list[protocol.GameEvent]:
    """An observer's events after this number of plies, and the table's after this number of verbs, in order."""
    heard = stream.events[observer_id]
    known = len(heard)
    while known and heard[known - 1].ply > plies:  # from the end: mostly few are new
        known -= 1
    return merged(history, heard[known:], history.verbs[verbs:])


def page(history: History, stream: EventStream, observer_id: int, before: int | None = None) -> Page:
    """The last page of an observer's events, or the last before the event of this number, counted from 0."""
    heard, verbs = stream.events[observer_id], history.verbs
    end = min(len(heard) + len(verbs), len(heard) + len(verbs) if before is None else before)
    start = max(0, end - PAGE)
    (first, first_verb), (last, last_verb) = position(history, heard, start), position(history, heard, end)
    return Page(merged(history, heard[first:last], verbs[first_verb:last_verb]), start)


def position(history: History, heard: Sequence[Event], number: int) -> tuple[int, int]:
    """How many of the first `number` events come from the match, and how many from the table: by binary search."""

    def index(i: int) -> int:
        return i + bisect_left(history.verbs, when(history, heard[i]), key=lambda verb: (verb[0], verb[1].at))

    first = bisect_left(range(len(heard)), number, key=index)
    return first, number - first


def when(history: History, heard: Event) -> tuple[int, int]:
    """The order of events: by ply, then by time."""
    return heard.ply, history.times[heard.ply - 1]


def merged(history: History, heard: Sequence[Event], verbs: Sequence[tuple[int, Entry]]) -> list[protocol.GameEvent]:
    """Events of the match and verbs of the table, in order, as they are sent."""
    times = history.times
    said = [protocol.GameEvent(t.ply, t.seat, t.code, t.message, t.args, t.early, times[t.ply - 1]) for t in heard]
    if not verbs:
        return said
    did = [
        protocol.GameEvent(ply, entry.seat, entry.action, message(entry), {"who": entry.seat}, False, entry.at)
        for ply, entry in verbs
    ]
    return sorted(said + did, key=lambda t: (t.ply, t.at))
