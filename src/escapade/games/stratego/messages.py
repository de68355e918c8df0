"""What is said at a table of Stratego: why an action is refused, what can be done, what has happened, how it ended.

Everything is derived from views, so nothing can be said that the listener may not know. The sentences themselves are in
`words/`; `who` is the number of a seat, `colour` its colour, `rank`, `attacker`, `defender` and `target` are ranks,
`start` and `end` are squares.
"""

from __future__ import annotations

from escapade.games.stratego import rules
from escapade.games.stratego.rules import (
    ARRANGE,
    ASSISTED,
    BOMB,
    COLOURS,
    FLAG,
    MEN,
    OFFER,
    PLAY,
    QUIET_SHOWN,
    RANK,
    RANKS,
    RESIGN,
    SCOUT,
    SEAT,
    SHUTTLES,
    SIZE,
    SQUARE,
    SQUARES,
)
from escapade.kernel.fields import State
from escapade.kernel.names import NONE, OVER

Message = tuple[str, dict[str, object]]
Reason = tuple[str, dict[str, object], str]

SEAT_ARGS = ("who",)  # arguments that are seats
BOARD_WORDS = ("piece", "side", "quiet-moves", "removed", "preset-random")


# --- Why not -----------------------------------------------------------------


def why_not(view: State, code: int, seat: int) -> Reason:
    """Why an action is not legal for the seat whose view this is: the message, its arguments, and the clause."""
    if code < ARRANGE:
        return why_no_move(view, code // SQUARE, code % SQUARE, seat)
    if code < RESIGN:
        return why_no_placement(view, code - ARRANGE, seat)
    if code < OFFER:
        return "no-resigning-for-others", {}, "STR-34"
    if code == OFFER + seat:
        return "no-second-draw", {}, "STR-34"
    if code < COLOURS:
        return "no-draw-for-others", {}, "STR-34"
    return "no-choice-of-colours", {}, "STR-3"


def why_no_placement(view: State, rank: int, seat: int) -> Reason:
    """STR-2, STR-4: 24 squares are filled with the army, before play."""
    if view.phase == PLAY or rules.next_to_place(view, seat) == MEN * seat + MEN:
        return "no-square-left", {"count": MEN}, "STR-4"
    spare = [view.army[r] - own_ranks(view, seat).count(r) for r in range(RANK)]
    if spare[rank] > 0:
        return "no-turn-to-place", {}, "STR-5"
    left = {"list": [pieces_left(r, spare[r]) for r in range(RANK) if spare[r] > 0], "with": "comma"}
    if view.army[rank] == 0:
        return "no-such-rank", {"rank": RANKS[rank], "left": left}, "STR-2"
    return "no-more-of-rank", {"rank": RANKS[rank], "count": view.army[rank], "left": left}, "STR-2"


def pieces_left(rank: int, number: int) -> Message:
    """Some pieces of one rank, in a list."""
    return "pieces-left", {"rank": RANKS[rank], "count": number}


def incomplete(view: State, seat: int) -> Reason:
    """STR-5: a set-up is handed in whole."""
    filled = rules.next_to_place(view, seat) - MEN * seat
    return "no-part-of-a-set-up", {"filled": filled, "count": MEN}, "STR-5"


def own_ranks(view: State, seat: int) -> list[int]:
    """The ranks of a side's 24 pieces."""
    return list(view.rank[MEN * seat : MEN * seat + MEN])


def why_no_move(view: State, start: int, end: int, seat: int) -> Reason:
    """STR-5, STR-10, STR-13: it takes an own piece that can move, and both armies on the board."""
    if view.phase != PLAY:
        return "no-move-yet", {}, "STR-5"
    if view.turn != seat:
        return "no-turn", {}, "STR-10"
    piece, on = view.board[start], SQUARES[start]
    if piece == NONE:
        return "no-piece-there", {"start": on}, "STR-10"
    if piece // MEN != seat:
        return "no-piece-of-yours", {"start": on}, "STR-10"
    rank = view.rank[piece]
    if rank in (FLAG, BOMB):
        return "no-moving-rank", {"rank": RANKS[rank], "start": on}, "STR-13"
    return why_no_way(view, start, end, seat) or why_no_shuttle(start, end)


def why_no_way(view: State, start: int, end: int, seat: int) -> Reason | None:
    """STR-11, STR-12: what is wrong with the way from square to square, if anything is."""
    rank, target = view.rank[view.board[start]], view.board[end]
    rows, columns = abs(end // SIZE - start // SIZE), abs(end % SIZE - start % SIZE)
    way: dict[str, object] = {"start": SQUARES[start], "end": SQUARES[end]}
    if start == end:
        return "no-way-to-stay", way, "STR-11"
    if rows and columns:
        return ("no-diagonal-way" if rows == columns else "no-straight-way"), way, "STR-11"
    if rows + columns > 1 and rank != SCOUT:
        return "no-way-so-far", {**way, "rank": RANKS[rank]}, "STR-11"
    for square in between(start, end):
        if view.board[square] != NONE:
            return "no-way-past", {**way, "end": SQUARES[square]}, "STR-12"
    if target != NONE and target // MEN == seat:
        return "no-way-onto-own", {**way, "rank": RANKS[view.rank[target]]}, "STR-11"
    return None


def why_no_shuttle(start: int, end: int) -> Reason:
    """STR-14: nothing else can be wrong."""
    return "no-more-shuttling", {"start": SQUARES[start], "end": SQUARES[end], "count": SHUTTLES}, "STR-14"


def between(start: int, end: int) -> range:
    """The squares strictly between two squares of a row or a column, from the start on."""
    step = SIZE if (end - start) % SIZE == 0 else 1
    step = step if end > start else -step
    return range(start + step, end, step)


def clauses(view: State) -> tuple[str, ...]:
    """The clauses that matter in set-up, and in play."""
    if view.phase != PLAY:
        return ("STR-4", "STR-5", "STR-6", "STR-13")
    play = ("STR-10", "STR-11", "STR-12", "STR-20", "STR-21", "STR-22", "STR-25", "STR-26", "STR-27")
    return (*play, "STR-28", "STR-33") if view.quiet >= QUIET_SHOWN else (*play, "STR-28")


# --- What can be done --------------------------------------------------------


def offer(view: State, seat: int, code: int) -> Message:
    """What a legal action would do, from the view of the seat that may do it."""
    if code < ARRANGE:
        return offer_move(view, code // SQUARE, code % SQUARE)
    if code < RESIGN:
        square = rules.home(rules.next_to_place(view, seat))
        return "offer-arrange", {"rank": RANKS[code - ARRANGE], "end": SQUARES[square]}
    if code < OFFER:
        return "offer-resign", {}
    return ("offer-agree" if view.offered[1 - seat] == 1 else "offer-draw"), {}


def offer_move(view: State, start: int, end: int) -> Message:
    """STR-10: a piece moves, or attacks what may be known already."""
    piece, target = view.board[start], view.board[end]
    said: dict[str, object] = {"rank": RANKS[view.rank[piece]], "start": SQUARES[start], "end": SQUARES[end]}
    if target == NONE:
        return "offer-move", {**said, "attack": "no"}
    known = view.rank[target] >= 0 and view.memory == ASSISTED  # STR-42: else it is turned over again
    return "offer-attack", {**said, "attack": "yes", "target": RANKS[view.rank[target]] if known else "unknown"}


# --- What happened -----------------------------------------------------------


def tell(before: State, seat: int, code: int, after: State) -> Message:
    """One action as heard, between two views of the listener: the message that tells it, and its arguments."""
    if code >= COLOURS:
        return "colours", {"who": code - COLOURS}
    said: dict[str, object] = {"who": seat, "colour": colour(before, seat)}
    if code < ARRANGE:
        return tell_move(before, code // SQUARE, code % SQUARE, after, said)
    if code < RESIGN:
        square = rules.home(rules.next_to_place(before, seat))
        return "arrange", {**said, "rank": RANKS[code - ARRANGE], "end": SQUARES[square]}
    if code < OFFER:
        return "resign", said
    return ("agree" if after.turn == OVER else "offer"), said


def colour(view: State, seat: int) -> str:
    """STR-3: a seat's colour; "none" before the draw."""
    if view.red == NONE:
        return "none"
    return "red" if view.red == seat else "blue"


def tell_move(before: State, start: int, end: int, after: State, said: dict[str, object]) -> Message:
    """STR-10: a piece moves, or attacks."""
    piece, target = before.board[start], before.board[end]
    said = {**said, "start": SQUARES[start], "end": SQUARES[end]}
    if target != NONE:
        return tell_attack(after.rank[piece], after.rank[target], said)
    # STR-42: where revealed pieces are turned over again, a move does not name them.
    known = after.rank[piece] >= 0 and (before.memory == ASSISTED or before.shown[piece] == 0)
    return "move", {**said, "rank": RANKS[after.rank[piece]] if known else "unknown"}


def tell_attack(attacker: int, defender: int, said: dict[str, object]) -> Message:
    """STR-21: both ranks are announced."""
    said = {**said, "attacker": RANKS[attacker], "defender": RANKS[defender]}
    result = rules.duel(attacker, defender)
    if defender == FLAG:
        return "attack-flag", said
    if defender == BOMB:
        return ("attack-clears" if result > 0 else "attack-bomb"), said
    if result == 0:
        return "attack-both", said
    return ("attack-wins" if result > 0 else "attack-falls"), said


# --- How it ended ------------------------------------------------------------


def ending(view: State) -> Message:
    """How the game ended: STR-30 to STR-34, as far as the last view tells."""
    if view.winner == NONE:
        return ending_drawn(view)
    loser = 1 - view.winner
    said: dict[str, object] = {"who": view.winner, "colour": colour(view, view.winner), "loser": colour(view, loser)}
    if any(rank == FLAG and at == NONE for rank, at in zip(view.rank, view.at, strict=True)):
        return "ending-flag", said
    if view.phase == PLAY and not can_go_on(view, loser):
        return "ending-stuck", said
    return "ending-resigned", said


def ending_drawn(view: State) -> Message:
    """STR-34, STR-32, STR-33: why nobody has won."""
    if all(view.offered[seat] == 1 for seat in range(SEAT)):
        return "ending-agreed", {}
    if view.movers[0] == view.movers[1] == 0:
        return "ending-no-movers", {}
    return "ending-quiet", {"count": view.quiet}


def can_go_on(view: State, seat: int) -> bool:
    """STR-31: could this side move if it were its turn? All ranks are shown when the game is over (STR-43)."""
    trial = view.copy()
    trial.turn = seat
    return bool(rules.has_move(trial))
