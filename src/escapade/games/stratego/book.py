"""Set-ups for Stratego: a book of them, rated by self-play (`python -m bench.book`), and how to deploy from it.

A line of the book is a rating and three rows of letters, seen from the own side: the front row first. The rating is the
share of games won against the rest of the book, in per cent.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

from escapade.games.stratego.rules import ARRANGE, MEN, RANK, SIZE
from escapade.kernel.fields import State
from escapade.kernel.names import NONE, BadInput

LETTERS = "FYSMTJCGB"  # flag, spy, scout, miner, sergeant, major, colonel, general, bomb
HALF = 4.0  # points of rating that make a set-up twice as likely to be drawn

BOOK = Path(__file__).with_suffix(".txt")

Plan = tuple[int, ...]  # 24 ranks in the order in which they are placed: the edge row first, each from the own left


def setups() -> list[tuple[float, Plan]]:
    """Every set-up of the book with its rating, best first."""
    return list(_read(BOOK))


@cache
def _read(path: Path) -> tuple[tuple[float, Plan], ...]:
    """Read a book; lines that begin with # are remarks."""
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return tuple(read_line(line, f"{path.name}, line {number}") for number, line in lines if line[:1] not in ("", "#"))


def read_line(line: str, where: str) -> tuple[float, Plan]:
    """Read one set-up and its rating.

    >>> read_line("51.5 SJSCGJSS TMYTCMTB BFJMTBBM", "here")[1][:4]
    (8, 0, 5, 3)
    """
    rating, *rows = line.split()
    if [len(row) for row in rows] != [SIZE] * (MEN // SIZE) or not set("".join(rows)) <= set(LETTERS):
        raise BadInput(f"{where}: must be a rating and {MEN // SIZE} rows of {SIZE} letters of {LETTERS}, not {line!r}")
    try:
        return float(rating), tuple(LETTERS.index(letter) for row in reversed(rows) for letter in row)
    except ValueError:
        raise BadInput(f"{where}: must begin with a rating such as 51.5, not {rating!r}") from None


def write_line(rating: float, plan: Plan) -> str:
    """One set-up as a line of the book."""
    return " ".join([f"{rating:.1f}", *("".join(LETTERS[rank] for rank in row) for row in reversed(rows_of(plan)))])


def rows_of(plan: Plan) -> list[Plan]:
    """A set-up's three rows, the edge row first."""
    return [plan[i : i + SIZE] for i in range(0, MEN, SIZE)]


def mirrored(plan: Plan) -> Plan:
    """The same set-up with left and right exchanged."""
    return tuple(rank for row in rows_of(plan) for rank in reversed(row))


@cache
def _plans() -> tuple[tuple[float, Plan], ...]:
    """What may be drawn, and how likely in proportion: every set-up and its mirror image, better ones likelier."""
    return tuple((2.0 ** (rating / HALF), way) for rating, plan in setups() for way in (plan, mirrored(plan)))


@lru_cache(1 << 14)
def _plans_after(placed: Plan, army: tuple[int, ...]) -> tuple[tuple[float, Plan], ...]:
    """Those that are made for an army and begin in this way."""
    if not placed:
        return tuple((weight, plan) for weight, plan in _plans() if fits(plan, army))
    at = len(placed) - 1
    return tuple(entry for entry in _plans_after(placed[:-1], army) if entry[1][at] == placed[at])


def next_placement(view: State, legal: Sequence[int], rng: random.Random) -> int:
    """STR-4: go on with a set-up of the book.

    Nothing is remembered: each call draws among the set-ups that agree with what already stands, which comes to the
    same as one draw before the first piece. An army or a beginning that no set-up is made for goes on at random.
    """
    placed = tuple(rank for rank in view.rank[MEN * view.turn : MEN * view.turn + MEN] if rank != NONE)
    fitting = _plans_after(placed, tuple(view.army))
    if fitting:
        weights, plans = zip(*fitting, strict=True)
        return ARRANGE + int(rng.choices(plans, weights)[0][len(placed)])
    spare = [view.army[code - ARRANGE] - placed.count(code - ARRANGE) for code in legal]
    return rng.choices(legal, spare)[0]


def fits(plan: Iterable[int], army: Sequence[int]) -> bool:
    """STR-2: is this set-up made for this army?"""
    men = tuple(plan)
    return all(men.count(rank) == army[rank] for rank in range(RANK))
