"""What is said at a table of Stratego: why an action is refused, what has just happened, how it ended.

Everything is derived from views, so nothing can be said that the listener may not know. The sentences themselves are in
`words/`; `who` is the number of a seat, `colour` its colour, `rank`, `attacker` and `defender` are ranks.
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

Reason = tuple[str, str]
Told = tuple[str, dict[str, object]]

MANY = ("no", "one", "two", "three", "four", "five", "six")


# --- Why not -----------------------------------------------------------------


def why_not(view: State, code: int, seat: int) -> Reason:
    """Why an action is not legal for the seat whose view this is: (reason, clause)."""
    if code < ARRANGE:
        return why_no_move(view, code // SQUARE, code % SQUARE, seat)
    if code < RESIGN:
        return why_no_placement(view, code - ARRANGE, seat)
    if code < OFFER:
        return "you can resign for yourself only", "STR-34"
    if code == OFFER + seat:
        return "you have offered a draw already; the other side has not answered yet", "STR-34"
    if code < COLOURS:
        return "you can offer a draw for yourself only", "STR-34"
    return "colours are drawn by lot, before the set-up", "STR-3"


def why_no_placement(view: State, rank: int, seat: int) -> Reason:
    """STR-2, STR-4: 24 squares are filled with the army, before play."""
    if view.phase == PLAY or rules.next_to_place(view, seat) == MEN * seat + MEN:
        return f"all {MEN} squares of your half are filled: nothing is left to place", "STR-4"
    spare = [view.army[r] - own_ranks(view, seat).count(r) for r in range(RANK)]
    left = ", ".join(f"{RANKS[r]} ×{spare[r]}" if spare[r] > 1 else RANKS[r] for r in range(RANK) if spare[r] > 0)
    if spare[rank] > 0:
        return "it is not your turn to place a piece", "STR-5"
    if view.army[rank] == 0:
        return f"this army has no {RANKS[rank]}; left to place: {left}", "STR-2"
    return f"{used_up(view.army[rank], RANKS[rank])}; left to place: {left}", "STR-2"


def incomplete(view: State, seat: int) -> Reason:
    """STR-5: a set-up is handed in whole."""
    filled = rules.next_to_place(view, seat) - MEN * seat
    return f"{filled} of your {MEN} squares are filled, and a set-up is handed in whole", "STR-5"


def own_ranks(view: State, seat: int) -> list[int]:
    """The ranks of a side's 24 pieces."""
    return list(view.rank[MEN * seat : MEN * seat + MEN])


def used_up(number: int, rank: str) -> str:
    """That every piece of a rank stands already, in words."""
    if number == 1:
        return f"your only {rank} stands already"
    many = "both your" if number == 2 else f"all {MANY[number] if number < len(MANY) else number} of your"
    return f"{many} {'spies' if rank == 'spy' else rank + 's'} stand already"


def why_no_move(view: State, start: int, end: int, seat: int) -> Reason:
    """STR-5, STR-10, STR-13: it takes an own piece that can move, and both armies on the board."""
    if view.phase != PLAY:
        return "nothing moves before both armies stand; place your pieces first", "STR-5"
    if view.turn != seat:
        return "it is not your turn", "STR-10"
    piece, on = view.board[start], SQUARES[start]
    if piece == NONE:
        return f"there is no piece on {on}", "STR-10"
    if piece // MEN != seat:
        return f"the piece on {on} is not yours", "STR-10"
    rank = view.rank[piece]
    if rank in (FLAG, BOMB):
        return f"the {RANKS[rank]} on {on} never moves", "STR-13"
    return why_no_way(view, start, end, seat) or why_no_shuttle(start, end)


def why_no_way(view: State, start: int, end: int, seat: int) -> Reason | None:
    """STR-11, STR-12: what is wrong with the way from square to square, if anything is."""
    rank = view.rank[view.board[start]]
    rows, columns = abs(end // SIZE - start // SIZE), abs(end % SIZE - start % SIZE)
    name = f"{SQUARES[start]}-{SQUARES[end]}"
    if start == end:
        return f"{name} is no move: the piece must leave its square", "STR-11"
    if rows and columns:
        bend = "is diagonal" if rows == columns else "is not a straight line"
        return f"{name} {bend}: a piece moves one square forward, back or sideways", "STR-11"
    if rows + columns > 1 and rank != SCOUT:
        return f"{name} is too far for a {RANKS[rank]}: only a scout moves more than one square", "STR-11"
    for square in between(start, end):
        if view.board[square] != NONE:
            return f"the scout on {SQUARES[start]} cannot pass the piece on {SQUARES[square]}", "STR-12"
    target = view.board[end]
    if target != NONE and target // MEN == seat:
        return f"your own {RANKS[view.rank[target]]} stands on {SQUARES[end]}", "STR-11"
    return None


def why_no_shuttle(start: int, end: int) -> Reason:
    """STR-14: nothing else can be wrong."""
    ends = f"{SQUARES[end]} and {SQUARES[start]}"
    return f"this piece has moved {SHUTTLES} times in a row between {ends}: it must go elsewhere", "STR-14"


def between(start: int, end: int) -> range:
    """The squares strictly between two squares of a row or a column, from the start on."""
    step = SIZE if (end - start) % SIZE == 0 else 1
    step = step if end > start else -step
    return range(start + step, end, step)


# --- What happened -----------------------------------------------------------


def tell(before: State, seat: int, code: int, after: State) -> Told:
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


def tell_move(before: State, start: int, end: int, after: State, said: dict[str, object]) -> Told:
    """STR-10: a piece moves, or attacks."""
    piece, target = before.board[start], before.board[end]
    said = {**said, "start": SQUARES[start], "end": SQUARES[end]}
    if target != NONE:
        return tell_attack(after.rank[piece], after.rank[target], said)
    # STR-42: where revealed pieces are turned over again, a move does not name them.
    known = after.rank[piece] >= 0 and (before.memory == ASSISTED or before.shown[piece] == 0)
    return "move", {**said, "rank": RANKS[after.rank[piece]] if known else "unknown"}


def tell_attack(attacker: int, defender: int, said: dict[str, object]) -> Told:
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


def ending(view: State) -> Told:
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


def ending_drawn(view: State) -> Told:
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
