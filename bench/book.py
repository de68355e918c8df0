"""Make the book of Stratego set-ups: invent candidates, let them play each other, keep the best that differ.

`python -m bench.book` writes `stratego_book.txt`. Both sides of every game are played by the rule bot, compiled. Rounds
of games thin the candidates out; the ratings come from the last round, in which only those that stay meet each other.
"""

from __future__ import annotations

import argparse
import random
import sys
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

from bench import book_play
from escapade.bots import planner
from escapade.games import GAMES
from escapade.games.stratego import heuristic as heuristic
from escapade.games.stratego.book import BOOK, LETTERS, Plan, mirrored, write_line
from escapade.games.stratego.rules import BOMB, COLONEL, FLAG, GENERAL, MAJOR, MEN, MINER, RANKS, SCOUT, SIZE, SPY
from escapade.kernel.compile import compiled

console = Console()
GAME = GAMES["stratego"]

KEPT = 240  # set-ups in the book
APART = 6  # squares in which any two of them differ, mirrored or not
NESTS = 60  # set-ups at the most with the flag on the same square, left or right: nobody shall know where to look
LONGEST = 1500  # moves of a game

# How a rank likes the edge row, the second and the front, in proportion; sergeants take what is left.
LIKES = {
    GENERAL: (1, 4, 3),
    COLONEL: (1, 3, 4),
    MAJOR: (1, 3, 4),
    SPY: (2, 4, 1),
    SCOUT: (2, 3, 5),
    MINER: (5, 3, 1),
}
FLAG_LIKES = (12, 2, 0)  # … and the flag
WALLED = 0.8  # how likely each square beside the flag has a bomb
DECOY = 0.5  # how likely the other bombs make a nest of their own instead of standing anywhere
BOMB_LIKES = (3, 3, 2)


# --- Inventing set-ups ---------------------------------------------------------


def beside(square: int) -> list[int]:
    """STR-11: the squares of the own half one step away."""
    row, column = divmod(square, SIZE)
    near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return [SIZE * r + c for r, c in near if 0 <= r < MEN // SIZE and 0 <= c < SIZE]


def invent(dice: random.Random) -> Plan:
    """A set-up with sense and chance in it: the flag behind, mostly walled in, every rank where it is of use."""
    army, plan = GAME.pieces().army, [-1] * MEN

    def free() -> list[int]:
        return [square for square in range(MEN) if plan[square] < 0]

    def put(rank: int, likes: tuple[int, ...]) -> None:
        squares = free()
        plan[dice.choices(squares, [likes[square // SIZE] for square in squares])[0]] = rank

    put(FLAG, FLAG_LIKES)
    bombs = army["bomb"]
    nests = [plan.index(FLAG)]
    if dice.random() < DECOY:
        nests.append(dice.randrange(SIZE))  # somewhere on the edge
    for nest in nests:
        for square in beside(nest):
            if bombs and plan[square] < 0 and dice.random() < WALLED:
                plan[square], bombs = BOMB, bombs - 1
    for _ in range(bombs):
        put(BOMB, BOMB_LIKES)
    for rank, likes in LIKES.items():
        for _ in range(army[RANKS[rank]]):
            put(rank, likes)
    return tuple(rank if rank >= 0 else RANKS.index("sergeant") for rank in plan)


def can_begin(plan: Plan) -> bool:
    """STR-13: is the front row no wall of bombs?"""
    return plan[MEN - SIZE :].count(BOMB) <= 2


def candidates(n: int, dice: random.Random) -> list[Plan]:
    """Invent n different set-ups."""
    found: dict[Plan, None] = {}
    while len(found) < n:
        plan = invent(dice)
        if can_begin(plan) and mirrored(plan) not in found:
            found[plan] = None
    return list(found)


# --- Rating them ---------------------------------------------------------------


class Ground:
    """Where compiled games between set-ups are played."""

    def __init__(self) -> None:
        self.rules = compiled(
            book_play, game=GAME.compiled, heuristic=compiled(heuristic), search=planner.searching(GAME)
        )
        start = GAME.start(2, GAME.check_options({}, 2), GAME.pieces())
        self.start, self.played = GAME.fields.record(start), 0
        self.workspace = planner.workspace(GAME, 2)

    def results(self, plans: Any, pairs: Any) -> Any:
        """What seat 0 makes of each pair: 1, 0 or -1."""
        results = np.zeros(len(pairs))
        self.rules.play_pairs(self.start, plans, pairs, self.played, LONGEST, self.workspace, results)
        self.played += len(pairs)
        return results


def rated(ground: Ground, plans: list[Plan], games: int, dice: random.Random, about: str) -> list[tuple[float, Plan]]:
    """Let every set-up play so many games against others, on both sides in turn; best first, with its share in %."""
    both = np.array([way for plan in plans for way in (plan, mirrored(plan))])
    won = np.zeros(len(plans))
    order = list(range(len(plans)))
    for _ in track(range(games // 2), about, console=console, transient=True):
        dice.shuffle(order)  # each meets the next in a ring: once as seat 0, once as seat 1
        ring = np.array([order, order[1:] + order[:1]]).T
        results = ground.results(both, 2 * ring + np.array([[dice.randrange(2) for _ in "ab"] for _ in ring]))
        won[ring[:, 0]] += (1 + results) / 2
        won[ring[:, 1]] += (1 - results) / 2
    shares = 100 * won / (2 * (games // 2))
    return sorted(zip(shares.tolist(), plans, strict=True), reverse=True)


def apart(one: Plan, other: Plan) -> int:
    """In how many squares two set-ups differ, the better way round."""
    return min(sum(a != b for a, b in zip(one, way, strict=True)) for way in (other, mirrored(other)))


def chosen(best_first: list[tuple[float, Plan]], n: int) -> list[Plan]:
    """Keep the best that differ enough, and not too many with the flag on one square."""
    kept: list[Plan] = []
    nests: dict[int, int] = {}
    for _, plan in best_first:
        nest = min(plan.index(FLAG), mirrored(plan).index(FLAG))
        if nests.get(nest, 0) < NESTS * n // KEPT and all(apart(plan, other) >= APART for other in kept):
            nests[nest] = nests.get(nest, 0) + 1
            kept.append(plan)
        if len(kept) == n:
            break
    return kept


def main() -> int:
    """Make the book."""
    asked = argparse.ArgumentParser(prog="python -m bench.book", description="rate Stratego set-ups by self-play")
    asked.add_argument("-n", type=int, default=2000, help="candidates (default: 2,000)")
    asked.add_argument("--games", type=int, default=40, help="games of each in the first round (default: 40)")
    asked.add_argument("--seed", type=int, default=1, help="for the same book again (default: 1)")
    given = asked.parse_args()
    if given.n < 2 * KEPT or given.games < 2:
        asked.error(f"it takes {2 * KEPT} candidates and 2 games at least")
    dice, ground = random.Random(given.seed), Ground()
    plans = candidates(given.n, dice)
    first = rated(ground, plans, given.games, dice, "first round")
    second = rated(ground, [plan for _, plan in first[: given.n // 3]], 2 * given.games, dice, "second round")
    kept = chosen(second, KEPT)
    last = rated(ground, kept, 10 * given.games, dice, "last round")
    head = [
        "# Set-ups for Stratego: rating, then the rows from the front to the edge, as their owner sees them.",
        f"# {', '.join(f'{letter} {rank}' for letter, rank in zip(LETTERS, RANKS, strict=True))}.",
        f"# Made by python -m bench.book -n {given.n} --games {given.games} --seed {given.seed}.",
    ]
    BOOK.write_text("\n".join([*head, *(write_line(*line) for line in last), ""]), encoding="utf-8")
    console.print(f"{len(last)} set-ups from {last[-1][0]:.1f} to {last[0][0]:.1f} % after {ground.played} games")
    return 0 if len(last) == KEPT else 1


if __name__ == "__main__":
    sys.exit(main())
