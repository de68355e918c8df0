"""What is said at a table of Stalag 17: why an action is refused, what has just happened, how it ended.

Everything is derived from views, so nothing can be said that the listener may not know. The sentences themselves are in
`words/`; `who` is the number of a seat, `shows` what a card shows, `points` and `weight` are its numbers.
"""

from __future__ import annotations

from escapade.games.stalag17 import rules
from escapade.games.stalag17.cards import BARRACKS, DOUBLE, ESCAPE, KINDS, OBJECTS, POINTS
from escapade.games.stalag17.discards import RUN, SET
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

Reason = tuple[str, str]
Told = tuple[str, dict[str, object]]

WHOLE = {SET: ("set", "three", "S17-33"), RUN: ("run", "five", "S17-35")}


# --- Why not -----------------------------------------------------------------


def why_not(view: State, code: int, seat: int) -> Reason:
    """Why an action is not legal for the seat whose view this is: (reason, clause)."""
    if view.turn != seat:
        return "it is not your turn", "S17-20"
    if code >= START:
        return why_not_chance(code)
    if view.building > 0:
        return why_not_in_a_discard(view, code, seat)
    if code < BEGIN_SET:
        return why_no_card(view, code, seat)
    if code == BEGIN_SET:
        return f"no three cards of one type are in your hand; you hold {hand(view, seat)}", "S17-33"
    if code == BEGIN_RUN:
        return f"no five cards of different types are in your hand; you hold {hand(view, seat)}", "S17-35"
    if code <= END:
        return "nothing is being discarded card by card; say 'discard a set' or 'discard a run' first", "S17-37"
    if code == TAKE:
        return "there is no discard to take", "S17-38"
    return "your attempt of this turn has failed, and there is no second one; do something else", "S17-45"


def why_no_card(view: State, code: int, seat: int) -> Reason:
    """S17-31, S17-32: it takes the card; S17-21: and a hand at all."""
    kind = (code - LAY) % KIND
    if view.held[seat] == 0:
        return "you hold no card at all", "S17-21"
    said = f"you hold no {KINDS[kind]}; you hold {hand(view, seat)}"
    return said, "S17-31" if code < DISCARD else "S17-32"


def why_not_in_a_discard(view: State, code: int, seat: int) -> Reason:
    """S17-33, S17-35: a set or a run is completed first, and stays one."""
    name, least, clause = WHOLE[view.building]
    if code == END:
        return f"a {name} is {least} cards at least, and you have put down {sum(view.added)}", clause
    if not ADD <= code < END:
        return f"you are discarding a {name}; add cards to it, and stop when it is complete", "S17-37"
    kind = code - ADD
    if view.hand[seat][kind] == 0:
        return f"you hold no {KINDS[kind]}; you hold {hand(view, seat)}", clause
    if sum(view.added) == 0:
        return f"no {name} can be made with {KINDS[kind]}", clause
    there = listed([KINDS[k] for k in range(KIND) for _ in range(view.added[k])])
    return f"{KINDS[kind]} makes no {name} with {there}", clause


def why_not_chance(code: int) -> Reason:
    """S17-10, S17-16, S17-30: what the dice and the deck decide."""
    if code < THROW:
        return "who starts is settled by chance, before the first round", "S17-10"
    if code < DRAW:
        return "chance throws the dice, at the beginning of a round", "S17-16"
    if code == LAY_UNSEEN:
        return "say which card you lay", "S17-31"
    return "chance decides which card is drawn; say 'draw two'", "S17-30"


def hand(view: State, seat: int) -> str:
    """The cards of an open hand, in words."""
    held = view.hand[seat]
    if sum(held) == 0:
        return "no card at all"
    return listed([KINDS[k] + (f" ×{held[k]}" if held[k] > 1 else "") for k in range(KIND) if held[k] > 0])


def listed(parts: list[str]) -> str:
    """One, one and another, one, another and a third."""
    return " and ".join([*filter(None, [", ".join(parts[:-1])]), parts[-1]])


# --- What happened -----------------------------------------------------------


def tell(before: State, seat: int, code: int, after: State) -> Told:
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


def tell_plan(before: State, code: int, after: State) -> Told:
    """S17-10, S17-16: the lot, and the dice one by one; the escape die completes the plan."""
    if code < THROW:
        return "start", {"who": code - START}
    if code >= ESCAPE_DIE:
        said = {"who": before.starter, "face": 1 + code - ESCAPE_DIE, "points": after.points}
        return "escape-die", {**said, "count": sum(after.need)}
    face = code - THROW
    return "throw", {"who": before.starter, "face": "escape" if face == ESCAPE_FACE else OBJECTS[face]}


def tell_draw(before: State, code: int) -> Told:
    """S17-18, S17-30: cards dealt and drawn; S17-60: the last one ends the round."""
    said: dict[str, object] = {"who": before.drawer}
    if code < DRAW_UNSEEN:
        said |= card(before, code - DRAW)
    if before.to_deal > 0:
        return ("deal-unseen" if code == DRAW_UNSEEN else "deal"), said
    if before.left == 1:
        return ("draw-unseen-last" if code == DRAW_UNSEEN else "draw-last"), said
    return ("draw-unseen" if code == DRAW_UNSEEN else "draw"), said


def tell_attempt(seat: int, after: State) -> Told:
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


def ending(view: State) -> Told:
    """How the game ended: S17-47, S17-48 or S17-62."""
    standing = [rules.standing(view, seat) for seat in range(view.seats)]
    best = [seat for seat in range(view.seats) if standing[seat] == max(standing)]
    said: dict[str, object] = {"who": best[0], "count": len(best)}
    if view.play_on == 0 and view.place[best[0]] > 0:
        return "ending-free", said
    if sum(view.prisoners[seat] > 0 for seat in range(view.seats)) == 1:
        return "ending-places", said
    return "ending-long", {**said, "rounds": LONGEST}
