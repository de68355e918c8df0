"""What is true of every position of Stratego, how long a game can be, and which seats are alike."""

from __future__ import annotations

from escapade.games.stratego import rules
from escapade.kernel.fields import State
from escapade.kernel.names import NONE, OVER
from escapade.kit.any_invariants import Facts, Symmetry


def facts(s: State) -> Facts:
    """STR-1 to STR-43."""
    yield from pieces(s)
    yield from end(s)


def pieces(s: State) -> Facts:
    """Every piece is on its square, or removed."""
    for seat in range(2):
        side = range(rules.MEN * seat, rules.MEN * (seat + 1))
        ranks = [s.rank[p] for p in side]
        for rank in range(len(rules.RANKS)):
            n = ranks.count(rank)
            yield f"STR-2: {n} {rules.RANKS[rank]}", n == s.army[rank] or (s.phase != rules.PLAY and n < s.army[rank])
        filled = rules.MEN - ranks.count(NONE)
        yield "STR-4: the squares are filled in order", NONE not in ranks[:filled]
        if s.phase == rules.PLAY:
            alive = sum(s.at[p] != NONE and rules.can_move(s.rank[p]) for p in side)
            yield "STR-32: movers are the pieces left that can move", s.movers[seat] == alive
    for piece in range(2 * rules.MEN):
        at = s.at[piece]
        yield "board and pieces agree", at == NONE or s.board[at] == piece
        yield "STR-41: what is removed is known", at != NONE or s.shown[piece] == 1
        yield "STR-13: what has moved can move", not s.moved[piece] or rules.can_move(s.rank[piece])
    standing = [p for p in s.board if p != NONE]
    yield "STR-1: one piece a square", sorted(standing) == [p for p in range(2 * rules.MEN) if s.at[p] != NONE]


def end(s: State) -> Facts:
    """When the game is over, and what is open then."""
    nobody = s.movers[0] == 0 and s.movers[1] == 0
    still = 0 < s.limit <= s.quiet
    agreed = s.offered[0] == 1 and s.offered[1] == 1
    if s.turn == OVER:
        yield "a draw has a reason: STR-32, STR-33 or STR-34", s.winner != NONE or nobody or still or agreed
        yield "STR-43: at the end everything is known", all(s.shown)
    else:
        yield "STR-32, STR-33, STR-34: a drawn game is over", not (nobody or still or agreed)
        yield "nobody has won yet", s.winner == NONE
    for seat in range(2):
        yield "STR-14: five times at the most", 0 <= s.shuttles[seat] <= rules.SHUTTLES


def bound(s: State) -> int | None:
    """STR-33: an attack removes a piece, so there are 47 at the most, each after less than `limit` quiet moves.

    Before them stand the draw for colours and 48 placements. Without a limit there is no bound.
    """
    return int(1 + 2 * rules.MEN + (2 * rules.MEN - 1 + 1) * s.limit) if s.limit > 0 else None


def symmetries(state: State) -> list[Symmetry]:
    """STR-1: the board turned by half, the two sides exchanged."""
    names = {
        "seat": lambda seat: 1 - seat,
        "piece": lambda piece: (piece + rules.MEN) % (2 * rules.MEN),
        "square": lambda square: rules.SIZE**2 - 1 - square,
    }
    return [Symmetry(names, turned_action)]


def turned_action(code: int) -> int:
    """An action on the board turned by half."""
    squares = rules.SIZE**2
    if code < rules.ARRANGE:
        return squares * squares - 1 - code
    if code < rules.RESIGN:
        return code
    base = max(b for b in rules.ACTIONS.bases if b <= code)
    return int(base + 1 - (code - base))
