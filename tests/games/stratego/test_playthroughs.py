"""Short stories of Stratego, kept as texts to be read: who acts, and what every observer sees of it.

A piece is shown as ^ or v, for seat 0 and seat 1, and the first two letters of its rank if it is known.
"""

from escapade import CHANCE, OVER, State

from ..playthroughs import Panel, check_story
from .table import MEN, NOWHERE, RANKS, arranged, opened

SIGNS = "^ seat 0, v seat 1; ? unknown, ! unknown but has moved, _ not placed yet"
LEGEND = "  a    b    c    d    e    f    g    h"


def panel(view: State) -> Panel:
    """The board row by row, as one observer sees it, and what is told beside it."""
    shown = {"signs": SIGNS, "": LEGEND}
    for row in range(8, 0, -1):
        shown[f"row {row}"] = " ".join(f"{cell(view, 8 * (row - 1) + column):<4}" for column in range(8)).rstrip()
    for seat in (0, 1):
        shown[f"removed of {seat}"] = removed(view, seat)
    shown["offers a draw"] = ", ".join(f"seat {seat}" for seat in (0, 1) if view.offered[seat]) or "nobody"
    shown["turn"] = turn(view)
    return shown


def cell(view: State, square: int) -> str:
    piece = view.board[square]
    if piece == NOWHERE:
        return "  ."
    rank = view.rank[piece]
    known = RANKS[rank][:2] if rank >= 0 else "_" if rank == -1 else "!" if view.moved[piece] else "?"
    return f" {'^v'[piece // MEN]}{known}"


def removed(view: State, seat: int) -> str:
    gone = [view.rank[piece] for piece in range(MEN * seat, MEN * seat + MEN) if view.at[piece] == NOWHERE]
    return " ".join(RANKS[rank] for rank in sorted(gone)) or "none"


def turn(view: State) -> str:
    if view.turn == OVER:
        return "over, a draw" if view.winner == -1 else f"over, seat {view.winner} has won"
    doing = "moves" if view.phase == 2 else "arranges"
    return "chance" if view.turn == CHANCE else f"seat {view.turn} {doing}"


def test_a_set_up_is_made_in_secret() -> None:
    """STR-3, STR-4, STR-5"""
    stream = """
        > Colours are drawn by lot. Red is the first to arrange its pieces, or so it is written down; both may do it at
        > the same time.
        seat 0 plays red
        > Seat 0 fills its squares one by one, from the left of its edge row. The others notice nothing at all.
        place flag
        place bomb
        place miner
        """
    check_story(__file__, "secret-set-up", "A set-up is made in secret", opened(red="lot"), stream, panel)


def test_a_scouts_dash_and_what_it_reveals() -> None:
    """STR-12, STR-21, STR-26, STR-40"""
    stream = """
        > A scout that takes a single step keeps its secret: the others see only that this piece can move.
        d3-d4
        g6-g5
        > Two squares at once, and everybody knows that it is a scout.
        f3-f5
        c6-c5
        > Another one crosses the whole middle and attacks in the same move. It has met a bomb. Both ranks are
        > announced; the scout is gone, the bomb stays, and from now on seat 0 knows it.
        h3-h6
        """
    check_story(__file__, "scouts-dash", "A scout's dash", arranged("vault", "shield"), stream, panel)


def test_a_bomb_and_the_miner_that_clears_it() -> None:
    """STR-13, STR-26, STR-27"""
    stream = """
        c3-c5
        g6-g5
        c5-d5
        g5-g6
        ---
        > A scout of seat 0 stands before seat 1's front, and tries what is there.
        d5-d6
        > A bomb. Seat 1 plays on elsewhere, while seat 0 brings up a piece whose rank it keeps to itself.
        f6-f5
        c2-c3
        f5-f6
        c3-c4
        g6-g5
        c4-d4
        g5-g6
        d4-d5
        f6-f5
        > It is a miner: the bomb is removed, and the miner stands in its place.
        d5-d6
        """
    check_story(
        __file__, "bomb-and-miner", "A bomb, and the miner that clears it", arranged("shield", "shield"), stream, panel
    )


def test_a_spys_ambush() -> None:
    """STR-21, STR-22, STR-25, STR-41"""
    stream = """
        > The highest piece of seat 0 walks up to the enemy's front. Nobody else knows what it is.
        f3-f4
        h6-h5
        f4-f5
        h5-h6
        > It attacks a colonel and wins, but everyone knows the general now...
        f5-f6
        > ...and behind the colonel stood the spy. Attacked by it, the general falls.
        f7-f6
        """
    check_story(__file__, "spys-ambush", "A spy's ambush", arranged("fortress", "vault"), stream, panel)


def test_a_draw_is_agreed() -> None:
    """STR-34, STR-43"""
    stream = """
        > Seat 1 offers a draw while it is seat 0's turn. Seat 0 moves instead, and so declines.
        seat 1 offers a draw
        a3-a4
        a6-a5
        > A little later seat 0 thinks better of it. Its offer still stands when it has moved.
        seat 0 offers a draw
        b3-b4
        > Seat 1 agrees. The game is over, and everything is revealed to everyone.
        seat 1 offers a draw
        """
    check_story(__file__, "draw-agreed", "A draw is agreed", arranged("storm", "lure"), stream, panel)
