"""Determinize complete: where are the flag, the bombs, the scout?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from escapade import State
from escapade.games.stratego import GAME
from escapade.games.stratego import rules as strat
from escapade.kernel.names import NONE, UNKNOWN
from escapade.kernel.rng import seed
from escapade.laws.tables import Table, Walk, broken, moments
from tests.games.worlds import World, check_complete, guesses

FEW_RANKS = "presets = []\n[army]\nflag = 1\nspy = 0\nscout = 1\nminer = 20\nsergeant = 0\nmajor = 0\ncolonel = 0\n"
FEW_RANKS += "general = 0\nbomb = 2\n"
ONE_FLAG = (
    FEW_RANKS.replace("miner = 20", "miner = 23").replace("scout = 1", "scout = 0").replace("bomb = 2", "bomb = 0")
)


def stratego_world(state: State) -> World:
    return tuple(state.rank)


def arrangements(spare: Counter[int], n: int) -> Iterator[World]:
    """Every different sequence of n ranks from those that are left."""
    if n == 0:
        yield ()
        return
    for rank in sorted(spare):
        if spare[rank] > 0:
            for rest in arrangements(spare - Counter([rank]), n - 1):
                yield (rank, *rest)


def spare_ranks(view: State, seat: int) -> Counter[int]:
    """The ranks of a side that a view does not show."""
    side = view.rank[strat.MEN * seat : strat.MEN * (seat + 1)]
    return Counter(dict(enumerate(view.army))) - Counter(rank for rank in side if rank >= 0)


def stratego_worlds(table: Table, view: State, seat: int) -> set[World]:
    """Every way a side's hidden ranks can stand in play: no rule is broken, and who is to move can (STR-31)."""
    hidden = [p for p in range(strat.MEN * seat, strat.MEN * (seat + 1)) if view.rank[p] == UNKNOWN]
    found = set()
    for ranks in arrangements(spare_ranks(view, seat), len(hidden)):
        state = table.game.fields.filled(view)
        for piece, rank in zip(hidden, ranks, strict=True):
            state.rank[piece] = rank
        if not broken(GAME, state) and (state.turn != seat or table.game.legal(state)):
            found.add(stratego_world(state))
    return found


def late_views(table: Table, few: int) -> Iterator[tuple[State, int]]:
    """Views with some pieces unknown, but not many, and the side they belong to."""
    for number in range(12):
        for state in moments(table, Walk(900, number)):
            for observer in range(2):
                view = table.game.view(state, observer)
                if state.phase == strat.PLAY and 2 <= view.rank.count(UNKNOWN) <= few:
                    yield view, 1 - observer


def test_every_army_of_stratego_that_fits_is_guessed_equally_often() -> None:
    """STR-40: every arrangement is, and none that puts the flag or a bomb where a piece has moved."""
    table = Table("stratego", 2, {"quiet": 0}, FEW_RANKS)
    tried = moved = 0
    for view, seat in late_views(table, 8):
        worlds = stratego_worlds(table, view, seat)
        if not 2 <= len(worlds) <= 60:
            continue
        check_complete(table, view, worlds, stratego_world)
        n = 50 * len(worlds)
        count = Counter(stratego_world(g) for _, g in zip(range(n), guesses(table, view), strict=False))
        chi_square, freedom = sum((count[w] - 50) ** 2 / 50 for w in worlds), len(worlds) - 1
        assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 4
        tried += 1
        moved += any(view.moved[p] for p in range(2 * strat.MEN) if view.rank[p] == UNKNOWN)
    assert tried >= 5
    assert moved >= 1


def set_ups(army: list[int], fewest: int, most: int) -> set[World]:
    """Every way a side can have filled from `fewest` to `most` of its squares."""
    whole = Counter(dict(enumerate(army)))
    blank = (NONE,) * strat.MEN
    return {(a + blank)[: strat.MEN] for n in range(fewest, most + 1) for a in arrangements(whole, n)}


@pytest.mark.parametrize(
    ("plies", "fewest", "most"),
    [(0, 0, 0), (1, 0, 23), (8, 0, 23), (24, 0, 23), (25, 24, 24), (30, 24, 24), (48, 24, 24)],
)
def test_every_set_up_of_stratego_that_fits_is_guessed(plies: int, fewest: int, most: int) -> None:
    """STR-5: who arranges may have filled any number of squares; who has confirmed, all; who has not begun, none."""
    table = Table("stratego", 2, {}, ONE_FLAG)
    *_, state = moments(table, Walk(plies))
    first = max(state.red, 0)  # red arranges first
    view = table.game.view(state, 1 - first)

    def side(guess: State) -> World:
        return tuple(guess.rank[strat.MEN * first : strat.MEN * (first + 1)])

    worlds = set_ups(state.army, fewest, most)
    assert side(state) in worlds
    check_complete(table, view, worlds, side)


def test_a_side_that_is_to_move_in_stratego_is_not_guessed_to_be_walled_in() -> None:
    """STR-31: seat 0 is to move, so it has a move, or the game would be over.

    It has left flag, bomb and scout on a1, b1 and a2, and none has moved. Were the scout on a1, it could not move.
    """
    table = Table("stratego", 2, {"red": 0})
    game, state, words = table.game, table.start(), [0, 0]
    army = [rank for rank, n in enumerate(state.army) for _ in range(n)]
    army[1], army[-1] = army[-1], army[1]  # a bomb on b1
    army[8], army[5] = army[5], army[8]  # a scout on a2
    for rank in army + army:
        strat.place(state, rank)
    for piece in range(2 * strat.MEN):
        if piece not in (0, 1, 8, 47):
            state.board[state.at[piece]], state.shown[piece] = NONE, 1
            strat.remove(state, piece)
    assert broken(GAME, state) == []
    seed(words, 1)
    for _ in range(100):
        assert game.legal(game.guess(game.view(state, 1), words))
