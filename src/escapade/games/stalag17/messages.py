"""What is said at a table of Stalag 17: why an action is refused, what can be done, what has happened, how it ended.

Everything is derived from views, so nothing can be said that the listener may not know. The sentences themselves are in
`words/`; `who` is the number of a seat, `shows` what a card shows, `points` and `weight` are its numbers.
"""

from __future__ import annotations

from escapade.games.stalag17 import rules
from escapade.games.stalag17.cards import BARRACKS, DOUBLE, ESCAPE, KINDS, OBJECTS, POINTS
from escapade.games.stalag17.discards import SET
from escapade.games.stalag17.rules import (
    ADD,
    ATTEMPT,
    BEGIN_RUN,
    BEGIN_SET,
    DISCARD,
    DRAW,
    DRAW_TWO,
    DRAW_UNSEEN,
    END,
    ESCAPE_DIE,
    ESCAPE_FACE,
    KIND,
    LAY,
    LAY_UNSEEN,
    LONGEST,
    START,
    TAKE,
    THROW,
)
from escapade.kernel.fields import State
from escapade.kernel.names import OVER

Message = tuple[str, dict[str, object]]
Reason = tuple[str, dict[str, object], str]

SEAT_ARGS = ("who",)  # arguments that are seats


# --- Why not -----------------------------------------------------------------


def why_not(view: State, code: int, seat: int) -> Reason:
    """Why an action is not legal for the seat whose view this is: (message, arguments, clause)."""
    if view.turn != seat:
        return "no-turn", {}, "S17-20"
    if code >= START:
        return why_not_chance(code)
    if view.building > 0:
        return why_not_in_a_discard(view, code, seat)
    if code < BEGIN_SET:
        return why_no_card(view, code, seat)
    if code == BEGIN_SET:
        return "no-set", {"hand": hand(view, seat)}, "S17-33"
    if code == BEGIN_RUN:
        return "no-run", {"hand": hand(view, seat)}, "S17-35"
    if code <= END:
        return "no-adding", {}, "S17-37"
    if code == TAKE:
        return "no-discard", {}, "S17-38"
    return "no-second-attempt", {}, "S17-45"


def why_no_card(view: State, code: int, seat: int) -> Reason:
    """S17-31, S17-32: it takes the card; S17-21: and a hand at all."""
    if view.held[seat] == 0:
        return "no-hand", {}, "S17-21"
    said = {**card(view, (code - LAY) % KIND), "hand": hand(view, seat)}
    return "no-card", said, "S17-31" if code < DISCARD else "S17-32"


def why_not_in_a_discard(view: State, code: int, seat: int) -> Reason:
    """S17-33, S17-35: a set or a run is completed first, and stays one."""
    is_set, clause = view.building == SET, "S17-33" if view.building == SET else "S17-35"
    if code == END:
        return ("no-end-set" if is_set else "no-end-run"), {"count": sum(view.added)}, clause
    if not ADD <= code < END:
        return ("no-other-than-set" if is_set else "no-other-than-run"), {}, "S17-37"
    said = card(view, code - ADD)
    if view.hand[seat][code - ADD] == 0:
        return "no-card", {**said, "hand": hand(view, seat)}, clause
    if sum(view.added) == 0:
        return ("no-set-with" if is_set else "no-run-with"), said, clause
    there = listed([("card", card(view, kind)) for kind in range(KIND) for _ in range(view.added[kind])])
    return ("no-set-with-these" if is_set else "no-run-with-these"), {**said, "there": there}, clause


def why_not_chance(code: int) -> Reason:
    """S17-10, S17-16, S17-30: what the dice and the deck decide."""
    if code < THROW:
        return "no-start", {}, "S17-10"
    if code < DRAW:
        return "no-throw", {}, "S17-16"
    if code == LAY_UNSEEN:
        return "no-lay-unseen", {}, "S17-31"
    return "no-draw", {}, "S17-30"


def hand(view: State, seat: int) -> dict[str, object]:
    """The cards of an open hand, as a list."""
    held = view.hand[seat]
    return listed([cards(view, kind, held[kind]) for kind in range(KIND) if held[kind] > 0] or [("nothing", {})])


def cards(view: State, kind: int, number: int) -> Message:
    """Cards of one kind."""
    return ("cards" if number > 1 else "card"), {**card(view, kind), "count": number}


def listed(parts: list[Message]) -> dict[str, object]:
    """Several things in one argument: a message for each, joined as the language does it."""
    return {"list": [[*part] for part in parts], "with": "and"}


# --- What can be done --------------------------------------------------------


def offer(view: State, seat: int, code: int) -> Message:
    """A legal action of the seat whose view this is: the message that says what it does, and its arguments."""
    if code == DRAW_TWO:
        return "offer-draw-two", {"count": min(2, view.left)}  # S17-39
    if code < DISCARD:
        return "offer-lay", card_of_kind(view, code - LAY)
    if code < BEGIN_SET:
        return "offer-discard", card_of_kind(view, code - DISCARD)
    if ADD <= code < END:
        return "offer-add", card_of_kind(view, code - ADD)
    if code == END:
        return ("offer-end-set" if view.building == SET else "offer-end-run"), {"count": sum(view.added)}
    if code == TAKE:
        return "offer-take", card_of_kind(view, view.pile[view.top - 1])
    if code == ATTEMPT:
        return "offer-attempt", {}
    return ("offer-begin-set" if code == BEGIN_SET else "offer-begin-run"), {}


def card_of_kind(view: State, kind: int) -> dict[str, object]:
    """A card, also by the number of its kind, by which a drawn board finds it."""
    return {"kind": kind, **card(view, kind)}


def clauses(view: State) -> tuple[str, ...]:
    """The clauses that matter at a turn."""
    if view.building > 0:
        return ("S17-33", "S17-37") if view.building == SET else ("S17-35", "S17-37")
    return ("S17-30", "S17-31", "S17-32", "S17-33", "S17-35", "S17-38", "S17-40", "S17-45", "S17-51", "S17-60")


# --- What happened -----------------------------------------------------------


def tell(before: State, seat: int, code: int, after: State) -> Message:
    """One action as heard, between two views of the listener: the message that tells it, and its arguments."""
    if START <= code < DRAW:
        return tell_plan(before, code, after)
    if DRAW <= code <= DRAW_UNSEEN:
        return tell_draw(before, code)
    who: dict[str, object] = {"who": seat}
    if code == LAY_UNSEEN:
        return "lay-unseen", who
    if LAY <= code < DISCARD:
        return "lay", {**who, **card(before, code - LAY)}
    if DISCARD <= code < BEGIN_SET:
        return "discard", {**who, **card(before, code - DISCARD)}
    if ADD <= code < END:
        return "add", {**who, **card(before, code - ADD)}
    if code == END:
        return ("end-set" if before.building == SET else "end-run"), {**who, "count": sum(before.added)}
    if code == TAKE:
        return "take", {**who, **card(before, before.pile[before.top - 1])}
    if code == ATTEMPT:
        return tell_attempt(seat, after)
    if code == DRAW_TWO:
        return "draw-two", who
    return ("begin-set" if code == BEGIN_SET else "begin-run"), who


def card(view: State, kind: int) -> dict[str, object]:
    """What a card shows: its object or objects or its type, escape points, surveillance in a hand."""
    if kind < DOUBLE:
        shows = OBJECTS[kind // 3]
    elif ESCAPE <= kind < BARRACKS:
        shows = "escape"
    else:
        shows = KINDS[kind]
    return {"shows": shows, "points": POINTS[kind], "weight": view.watched[kind]}


def tell_plan(before: State, code: int, after: State) -> Message:
    """S17-10, S17-16: the lot, and the dice one by one; the escape die completes the plan."""
    if code < THROW:
        return "start", {"who": code - START}
    if code >= ESCAPE_DIE:
        said = {"who": before.starter, "face": 1 + code - ESCAPE_DIE, "points": after.points}
        return "escape-die", {**said, "count": sum(after.need)}
    face = code - THROW
    return "throw", {"who": before.starter, "face": "escape" if face == ESCAPE_FACE else OBJECTS[face]}


def tell_draw(before: State, code: int) -> Message:
    """S17-18, S17-30: cards dealt and drawn; S17-60: the last one ends the round."""
    said: dict[str, object] = {"who": before.drawer}
    if code < DRAW_UNSEEN:
        said |= card(before, code - DRAW)
    if before.to_deal > 0:
        return ("deal-unseen" if code == DRAW_UNSEEN else "deal"), said
    if before.left == 1:
        return ("draw-unseen-last" if code == DRAW_UNSEEN else "draw-last"), said
    return ("draw-unseen" if code == DRAW_UNSEEN else "draw"), said


def tell_attempt(seat: int, after: State) -> Message:
    """S17-45 to S17-48: it fails, or a prisoner is free."""
    said: dict[str, object] = {"who": seat, "surveillance": after.surveillance[seat]}
    if after.failed == 1:
        return "attempt-fails", said
    if after.prisoners[seat] > 0:
        return "escape", {**said, "count": after.prisoners[seat]}
    if after.turn == OVER and after.place[seat] == 1:
        return "escape-wins", {"who": seat}
    return "escape-place", {"who": seat, "place": after.place[seat]}


# --- How it ended ------------------------------------------------------------


def ending(view: State) -> Message:
    """How the game ended: S17-47, S17-48 or S17-62."""
    standing = [rules.standing(view, seat) for seat in range(view.seats)]
    best = [seat for seat in range(view.seats) if standing[seat] == max(standing)]
    said: dict[str, object] = {"who": best[0], "count": len(best)}
    if view.play_on == 0 and view.place[best[0]] > 0:
        return "ending-free", said
    if sum(view.prisoners[seat] > 0 for seat in range(view.seats)) == 1:
        return "ending-places", said
    return "ending-long", {**said, "rounds": LONGEST}
