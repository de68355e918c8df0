"""What leaves for an observer, and nothing else does: all of it is made from that seat's view and what it heard."""

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

PAGE = 300  # things that are told at once; earlier ones are asked for


def kernel_observer(observer: int | None) -> int:
    """An observer as the kernel numbers it."""
    return SPECTATOR if observer is None else observer


def to_act(match: Match) -> list[int]:
    """The seats that have something to do: several while they act independently."""
    turn = match.turn
    if turn < 0:
        return []
    if match.together:
        return [seat for seat in range(match.seats) if not match.confirmed(seat)]
    return [turn]


def ranking(match: Match, history: History, over: bool) -> list[list[int]]:
    """The seats by place. Who gave up comes last, whoever did so first the very last; what just stops has none."""
    if not over or history.stopped:
        return []
    gone = list(dict.fromkeys(history.gone))
    if match.seats == 1:
        return solo_ranking(-1) if gone else match.ranking()
    found = match.ranking() or [list(range(match.seats))]
    stayed = [[seat for seat in place if seat not in gone] for place in found]
    return [place for place in stayed if place] + [[seat] for seat in reversed(gone)]


def waited_for(match: Match, history: History, over: bool) -> list[int]:
    """The seats that all wait for: not for who has given up, unless a bot plays on."""
    seats = [] if over else to_act(match)
    return [seat for seat in seats if seat not in history.gone or seat in history.replaced] if history.gone else seats


class Summary(NamedTuple):
    """What lists of tables tell of a match, as the columns of its table have it: what all may know."""

    turn: str
    replaced: str
    result: str


def summary(match: Match, history: History, over: bool) -> Summary:
    """What lists tell of a match."""
    turn, replaced = waited_for(match, history, over), sorted(history.replaced)
    result = result_text(ranking(match, history, over))
    return Summary(" ".join(map(str, turn)), " ".join(map(str, replaced)), result)


class Public(msgspec.Struct, frozen=True, gc=False):
    """What all may know of a match: worked out once for everyone who looks at it now."""

    over: bool
    turn: int
    together: bool
    to_act: list[int]
    confirmed: list[bool]
    ranking: list[list[int]]
    seed: str


def public(match: Match, history: History, over: bool) -> Public:
    """What all may know; `over` also where nobody is left to play against."""
    together = match.together
    return Public(
        over,
        OVER if over else match.turn,
        together,
        to_act=waited_for(match, history, over),
        confirmed=[match.confirmed(seat) for seat in range(match.seats)] if together else [False] * match.seats,
        ranking=ranking(match, history, over) if over else [],
        seed=match.dealer.seed if over and isinstance(match.dealer, VerifiableDealer) else "",
    )


def project(
    match: Match, history: History, known: Public, observer: int | None, stream: EventStream, offers: bool
) -> protocol.Projection:
    """All that one observer sees of a match; with `offers`, also in words what it may do, and which clauses matter.

    What can be taken back is the table's to say: here it is nothing.
    """
    observer_id = kernel_observer(observer)
    view = stream.view(observer_id)
    plays = observer is not None and not known.over and observer not in history.gone  # who has given up looks on
    legal = match.legal_codes() if plays and known.turn == observer else []
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
        given_back=refusal(match.refusals.get(observer_id)),
        ranking=known.ranking,
        ending=ending(match, view) if known.over and match.turn == OVER else None,
        seed=known.seed,
        offers=[offer(match, view, observer_id, code) for code in (*legal, *anytime)] if offers else [],
        clauses=[*match.game.clauses(view)] if offers else [],
        take_back="no",
    )


def offer(match: Match, view: State, observer_id: int, code: int) -> protocol.Offer:
    """What an action would do, in words."""
    return protocol.Offer(code, *match.game.offer(view, observer_id, code))


def refusal(no: Refused | None) -> protocol.Refusal | None:
    """Why the rules did not allow something."""
    return protocol.Refusal(no.reason, no.clause, no.message, no.message_args) if no else None


def ending(match: Match, view: Any) -> tuple[str, dict[str, Any]] | None:
    """How a match that is over ended, as a message of its game."""
    said: tuple[str, dict[str, Any]] = match.game.messages.ending(view)
    return said if said[0] else None


class Page(NamedTuple):
    """A part of what an observer was told: so many things were told before it."""

    events: list[protocol.GameEvent]
    earlier: int


def events(
    history: History, stream: EventStream, observer_id: int, plies: int = 0, verbs: int = 0
) -> list[protocol.GameEvent]:
    """What this observer was told after so many plies, and of what the table did after so many verbs, in order."""
    heard = stream.events[observer_id]
    known = len(heard)
    while known and heard[known - 1].ply > plies:  # from the end: mostly, little is new
        known -= 1
    return in_order(history, heard[known:], history.verbs[verbs:])


def page(history: History, stream: EventStream, observer_id: int, before: int | None = None) -> Page:
    """The last things this observer was told, or the last before the one of this number, counted from 0."""
    heard, verbs = stream.events[observer_id], history.verbs
    end = min(len(heard) + len(verbs), len(heard) + len(verbs) if before is None else before)
    start = max(0, end - PAGE)
    (first, first_verb), (last, last_verb) = place(history, heard, start), place(history, heard, end)
    return Page(in_order(history, heard[first:last], verbs[first_verb:last_verb]), start)


def place(history: History, heard: Sequence[Event], number: int) -> tuple[int, int]:
    """How many of the first things told were heard, and how many did the table: found without counting them all."""

    def stands(i: int) -> int:
        return i + bisect_left(history.verbs, when(history, heard[i]), key=lambda verb: (verb[0], verb[1].at))

    first = bisect_left(range(len(heard)), number, key=stands)
    return first, number - first


def when(history: History, heard: Event) -> tuple[int, int]:
    """What all that is told is ordered by: the ply, and the time."""
    return heard.ply, history.times[heard.ply - 1]


def in_order(history: History, heard: Sequence[Event], verbs: Sequence[tuple[int, Entry]]) -> list[protocol.GameEvent]:
    """What was heard, and what the table did, as it is told."""
    times = history.times
    said = [protocol.GameEvent(t.ply, t.seat, t.code, t.message, t.args, t.early, times[t.ply - 1]) for t in heard]
    if not verbs:
        return said
    did = [
        protocol.GameEvent(ply, entry.seat, entry.action, message(entry), {"who": entry.seat}, False, entry.at)
        for ply, entry in verbs
    ]
    return sorted(said + did, key=lambda t: (t.ply, t.at))
