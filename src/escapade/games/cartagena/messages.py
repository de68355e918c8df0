"""What is said at a table of Cartagena: why an action is refused, what can be done, what has happened, how it ended.

Everything is derived from views, so nothing can be said that the listener may not know. The sentences themselves are in
`words/`; `who` is the number of a seat, `card` and `second` are symbols, `start` and `end` are places.
"""

from __future__ import annotations

from escapade.games.cartagena import rules
from escapade.games.cartagena.rules import (
    ADVANCE,
    BOAT,
    DRAW,
    DRAW_UNSEEN,
    JOIN,
    LETTERS,
    LONGEST,
    OUTSIDE,
    PASS,
    PIRATES,
    PLACES,
    RETREAT,
    START,
    STOP,
    SYMBOL,
    SYMBOLS,
)
from escapade.kernel.fields import State

Message = tuple[str, dict[str, object]]
Reason = tuple[str, dict[str, object], str]

SEAT_ARGS = ("who",)  # arguments that are seats
BOARD_WORDS = ("symbol", "fortress", "boat", "hand", "deck", "discards", "row")


# --- Why not -----------------------------------------------------------------


def why_not(view: State, code: int, seat: int) -> Reason:
    """Why an action is not legal for the seat whose view this is: the message, its arguments, and the clause."""
    if view.turn != seat:
        return "no-turn", {}, "CAR-10"
    if code < RETREAT:
        symbol, start = divmod(code - ADVANCE, BOAT)
        return why_no_advance(view, symbol, start, seat)
    if code < STOP:
        return why_no_retreat(view, code - RETREAT, seat)
    if code == STOP:
        return "no-stop-yet", {}, "CAR-11"
    if code == PASS:
        return why_no_pass(view)
    if code < START:
        return "no-joining", {}, "CAR-2"
    if code < DRAW:
        return "no-starting", {}, "CAR-8"
    return "no-drawing", {}, "CAR-32"


def why_no_advance(view: State, symbol: int, start: int, seat: int) -> Reason:
    """CAR-20: it takes a card of the own hand and an own pirate that is not yet in the boat."""
    if view.hand[seat][symbol] == 0:
        return "no-such-card", {"card": SYMBOLS[symbol], "hand": hand(view, seat)}, "CAR-20"
    return "no-pirate-there", {"start": PLACES[start], "crew": crew(view, seat)}, "CAR-20"


def why_no_retreat(view: State, start: int, seat: int) -> Reason:
    """CAR-30: it takes an own pirate inside; CAR-33: and company behind it."""
    if start == OUTSIDE:
        return "no-retreat-outside", {}, "CAR-30"
    if view.pirates[seat][start] == 0:
        return "no-pirate-there", {"start": PLACES[start], "crew": crew(view, seat)}, "CAR-30"
    return "no-company-behind", {"start": PLACES[start]}, "CAR-33"


def why_no_pass(view: State) -> Reason:
    """CAR-12: only who can do nothing at all is passed over."""
    return ("no-pass-but-stop" if view.done > 0 else "no-pass"), {}, "CAR-12"


def hand(view: State, seat: int) -> dict[str, object]:
    """The cards of an open hand, as a list to be said."""
    held = [(symbol, n) for symbol, n in zip(SYMBOLS, view.hand[seat], strict=True) if n > 0]
    return {"list": [held_cards(symbol, n) for symbol, n in held] or [no_cards()], "with": "and"}


def held_cards(symbol: str, number: int) -> Message:
    """Some cards of one symbol, in a list."""
    return "held-cards", {"card": symbol, "count": number}


def no_cards() -> Message:
    """What stands in a list of cards where there is none."""
    return "held-nothing", {}


def crew(view: State, seat: int) -> dict[str, object]:
    """Where a seat's pirates are, as a list to be said."""
    own = view.pirates[seat]
    return {"list": [pirates_at(place, own[place]) for place in range(BOAT + 1) if own[place] > 0], "with": "and"}


def pirates_at(place: int, number: int) -> Message:
    """Some pirates of one place, in a list."""
    return "pirates-at", {"start": PLACES[place], "count": number}


def clauses(view: State) -> tuple[str, ...]:
    """The clauses that matter at a turn."""
    now = ("CAR-10", "CAR-20", "CAR-21", "CAR-22", "CAR-30", "CAR-31", "CAR-32", "CAR-40")
    return (*now, "CAR-34", "CAR-37") if view.tortuga else now


# --- What can be done --------------------------------------------------------


def offer(view: State, seat: int, code: int) -> Message:
    """What a legal action would do, from the view of the seat that may do it."""
    if code < RETREAT:
        symbol, start = divmod(code - ADVANCE, BOAT)
        end = rules.landing(view, symbol, start)
        return "offer-advance", {"card": SYMBOLS[symbol], "start": PLACES[start], "end": PLACES[end]}
    if code < STOP:
        return offer_retreat(view, code - RETREAT)
    return ("offer-stop" if code == STOP else "offer-pass"), {}


def offer_retreat(view: State, start: int) -> Message:
    """CAR-30, CAR-32; CAR-36: as many cards as there are in the row, in the deck and in the discard pile."""
    end = rules.refuge_behind(view, start)
    supply = view.laid - view.front + view.left + sum(map(sum, view.played))
    return "offer-retreat", {"start": PLACES[start], "end": PLACES[end], "count": min(view.crowd[end], supply)}


# --- What happened -----------------------------------------------------------


def tell(before: State, seat: int, code: int, after: State) -> Message:
    """One action as heard, between two views of the listener: the message that tells it, and its arguments."""
    if code < RETREAT:
        symbol, start = divmod(code - ADVANCE, BOAT)
        return tell_advance(before, seat, symbol, start)
    if code < STOP:
        return tell_retreat(before, seat, code - RETREAT, after)
    if code == STOP:
        return "stop", {"who": seat, "count": before.done}
    if code == PASS:
        return "pass", {"who": seat}
    if code < START:
        return tell_join(before, (code - JOIN) // 2, (code - JOIN) % 2 == 1)
    if code < DRAW:
        return "start", {"who": code - START}
    return tell_draw(before, code, after)


def tell_advance(before: State, seat: int, symbol: int, start: int) -> Message:
    """CAR-20, CAR-22: a card is played."""
    end = rules.landing(before, symbol, start)
    said: dict[str, object] = {"who": seat, "card": SYMBOLS[symbol], "start": PLACES[start], "end": PLACES[end]}
    return ("advance-boat" if end == BOAT else "advance"), said


def tell_retreat(before: State, seat: int, start: int, after: State) -> Message:
    """CAR-30, CAR-32: in Jamaica the cards come one by one, each told when it is drawn; in Tortuga they lie open."""
    end = rules.refuge_behind(before, start)
    said: dict[str, object] = {"who": seat, "start": PLACES[start], "end": PLACES[end]}
    taken = new_cards(before, after, seat) if before.tortuga == 1 else []
    if len(taken) == 2:
        return "retreat-take-two", {**said, "card": taken[0], "second": taken[1]}
    if taken:
        return "retreat-take", {**said, "card": taken[0]}
    supply = after.left + sum(map(sum, after.played))  # CAR-36: as many as there are
    return "retreat", {**said, "count": min(after.to_draw, supply)}


def tell_join(before: State, segment: int, reverse: bool) -> Message:
    """CAR-1, CAR-2: the next six spaces of the tunnel."""
    first = SYMBOL * rules.segments_joined(before) + 1
    said: dict[str, object] = {"segment": LETTERS[segment], "first": first, "last": first + SYMBOL - 1}
    return ("join-reversed" if reverse else "join"), said


def tell_draw(before: State, code: int, after: State) -> Message:
    """CAR-5, CAR-7, CAR-34: the deck's next card is dealt, laid in the row or drawn."""
    if before.to_deal < before.seats:
        who = {"who": before.to_deal}
        return ("deal-unseen", who) if code == DRAW_UNSEEN else ("deal", {**who, "card": SYMBOLS[code - DRAW]})
    who = {"who": before.player}
    if before.to_lay > 0:
        return tell_lay(before, code - DRAW, after)
    return ("draw-unseen", who) if code == DRAW_UNSEEN else ("draw", {**who, "card": SYMBOLS[code - DRAW]})


def tell_lay(before: State, symbol: int, after: State) -> Message:
    """CAR-7; CAR-34: a draw that was waiting for the row goes on when it lies."""
    laid: dict[str, object] = {"laid": SYMBOLS[symbol], "count": before.laid + 1}
    taken = new_cards(before, after, before.player)
    if len(taken) == 2:
        return "lay-take-two", {**laid, "who": before.player, "card": taken[0], "second": taken[1]}
    if taken:
        return "lay-take", {**laid, "who": before.player, "card": taken[0]}
    return "lay", laid


def new_cards(before: State, after: State, seat: int) -> list[str]:
    """The cards that came into an open hand: two at the most (CAR-32)."""
    pairs = zip(SYMBOLS, before.hand[seat], after.hand[seat], strict=True)
    return [symbol for symbol, had, has in pairs for _ in range(has - had)]


# --- How it ended ------------------------------------------------------------


def ending(view: State) -> Message:
    """How the game ended: CAR-40, CAR-12 or CAR-42."""
    progress = [rules.progress(view, seat) for seat in range(view.seats)]
    best = [seat for seat in range(view.seats) if progress[seat] == max(progress)]
    if view.pirates[best[0]][BOAT] == PIRATES:
        return "ending-boat", {"who": best[0]}
    said: dict[str, object] = {"who": best[0], "count": len(best)}
    if view.actions >= LONGEST:
        return "ending-long", {**said, "actions": LONGEST}
    return "ending-stuck", said
