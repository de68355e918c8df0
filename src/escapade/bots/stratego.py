"""Sense for Stratego: trade well, probe with cheap pieces, keep out of the way of stronger ones, go forward.

Everything is measured in what a piece is worth. A piece that is not known counts as the mixture of what it may still
be: only what the view shows is used.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush

from escapade.games.stratego import rules
from escapade.games.stratego.rules import (
    ARRANGE,
    BOMB,
    FLAG,
    MAJOR,
    MEN,
    MINER,
    RANK,
    RANKS,
    SCOUT,
    SERGEANT,
    SET_UP,
    SIZE,
    SQUARE,
    STEPS,
)
from escapade.kernel.contract import Game
from escapade.kernel.fields import State
from escapade.kernel.names import NONE

#        flag  spy  scout miner serg. major col. general bomb
WORTH = (150.0, 8.0, 4.0, 9.0, 8.0, 15.0, 25.0, 40.0, 10.0)
NEWS = 3.0  # what it is worth to learn an unknown rank …
HURRY = 0.1  # … and how much more for every quiet move: nobody dawdles for ever
SECRET = 0.1  # share of its worth that a piece loses when it becomes known
GUARD = 15.0  # what it is worth to drive an enemy away from the own flag
ROOTED = (3.0, 1.5, 0.7)  # how likely a piece that has not moved is flag or bomb: edge row, second, front
WARY = 0.8  # share of a known piece's worth that is at stake beside a stronger enemy …
DISGUISE = 0.4  # … and of one that the enemy does not know
PULL = 0.5  # how much of a target's worth draws pieces from afar
FADING = 0.75  # what is left of that after a step …
DETOUR = 0.4  # … and after a step onto an own piece that must first go away
BORING = 4.0  # what going straight back costs, more each time
WHIM = 0.5  # how far taste may go against sense: no two games alike

ORDINARY = (SCOUT, MINER, SERGEANT, MAJOR)  # ranks that may change places in a ready-made set-up
OWN_WAY = 0.4  # how often they do

Odds = Sequence[float]  # how likely each rank is


def choose(game: Game, view: State, legal: Sequence[int], rng: random.Random) -> int:
    """Place a piece, or make the move that promises most."""
    if view.phase == SET_UP:
        return choose_placement(game, view, legal, rng)
    return Battle(view).best(legal, rng)


# --- Set-up ------------------------------------------------------------------


def choose_placement(game: Game, view: State, legal: Sequence[int], rng: random.Random) -> int:
    """STR-6: go on with a ready-made set-up, key pieces as they are, ordinary ones a little shuffled.

    Nothing is remembered: any plan that agrees with what stands already will do. Only an army that
    no ready-made set-up is made for is placed at random.
    """
    me = view.turn
    placed = [rank for rank in view.rank[MEN * me : MEN * me + MEN] if rank != NONE]
    plans = [plan for plan in all_plans(game) if fits(plan, placed, view.army)]
    spare = [view.army[rank] - placed.count(rank) for rank in range(RANK)]
    if plans:
        wanted = rng.choice(plans)[len(placed)]
        if wanted in ORDINARY and (spare[wanted] == 0 or rng.random() < OWN_WAY):
            wanted = rng.choice([rank for rank in ORDINARY for _ in range(spare[rank])])
        return ARRANGE + wanted
    return rng.choice([code for code in legal for _ in range(spare[code - ARRANGE])])


@lru_cache(maxsize=8)
def all_plans(game: Game) -> tuple[tuple[int, ...], ...]:
    """Every ready-made set-up and its mirror image, in the order in which pieces are placed."""
    plans = []
    for preset in game.pieces().presets:
        plan = [RANKS.index(rank) for rank in preset.ranks()]
        rows = [plan[i : i + SIZE] for i in range(0, MEN, SIZE)]
        plans += [tuple(plan), tuple(rank for row in rows for rank in reversed(row))]
    return tuple(plans)


def fits(plan: Sequence[int], placed: Sequence[int], army: Sequence[int]) -> bool:
    """Is this plan for this army, and do the pieces that stand agree with it, but for ordinary ones?"""
    if any(plan.count(rank) != army[rank] for rank in range(RANK)):
        return False
    return all(
        rank == want or (rank in ORDINARY and want in ORDINARY) for rank, want in zip(placed, plan, strict=False)
    )


# --- What an enemy piece may be ----------------------------------------------


def beliefs(view: State, seat: int) -> dict[int, Odds]:
    """How likely each rank is for every piece a side has on the board."""
    side = range(MEN * seat, MEN * seat + MEN)
    spare = list(view.army)
    for piece in side:
        if view.rank[piece] >= 0:
            spare[view.rank[piece]] -= 1
    still = {piece: ROOTED[piece % MEN // SIZE] for piece in side if may_be_fixed(view, piece)}
    movable = max(1, sum(spare) - spare[FLAG] - spare[BOMB])
    odds = {}
    for piece in side:
        if view.at[piece] != NONE:
            share = still.get(piece, 0.0) / sum(still.values()) if still else 0.0
            odds[piece] = mixture(view.rank[piece], spare, movable, share)
    return odds


def may_be_fixed(view: State, piece: int) -> bool:
    """STR-40: a piece that has not moved may be a bomb or the flag."""
    return bool(view.at[piece] != NONE and view.rank[piece] < 0 and view.moved[piece] == 0)


def mixture(rank: int, spare: Sequence[int], movable: int, share: float) -> Odds:
    """How likely each rank is: the known one; else a share of flag and bombs, and the others by how many are left."""
    if rank >= 0:
        return [float(rank == r) for r in range(RANK)]
    flag, bomb = share * spare[FLAG], min(1.0, share * spare[BOMB])
    others = max(0.0, 1.0 - flag - bomb)
    return [flag, *(others * spare[r] / movable for r in range(FLAG + 1, BOMB)), bomb]


def chance(attacker: int, odds: Odds, least: int) -> float:
    """How likely an attack goes well: 1 means that it is won, 0 that the defender falls."""
    return sum(odds[rank] for rank in range(RANK) if odds[rank] and rules.duel(attacker, rank) >= least)


def trade(attacker: int, odds: Odds) -> float:
    """STR-22 to STR-28: what an attack brings in on average, less what it costs."""
    total = 0.0
    for defender, likely in enumerate(odds):
        if likely > 0.0:
            result = rules.duel(attacker, defender)
            total += likely * ((result >= 0) * WORTH[defender] - (result <= 0) * WORTH[attacker])
    return total


# --- Play --------------------------------------------------------------------


class Battle:
    """One view, thought through: what every enemy piece may be, and where that draws the own pieces."""

    def __init__(self, view: State) -> None:
        self.view, self.me = view, view.turn
        self.odds = beliefs(view, 1 - self.me)
        self.news = NEWS + HURRY * view.quiet
        self.flag = next(view.at[p] for p in range(MEN * self.me, MEN * self.me + MEN) if view.rank[p] == FLAG)
        self.pulls: dict[int, list[float]] = {}

    def best(self, legal: Sequence[int], rng: random.Random) -> int:
        """The move that promises most."""
        return max(legal, key=lambda code: self.promise(code // SQUARE, code % SQUARE) + WHIM * rng.random())

    def promise(self, start: int, end: int) -> float:
        """What a move or an attack is worth."""
        view = self.view
        piece, target = view.board[start], view.board[end]
        rank: int = view.rank[piece]
        flees = self.danger(rank, start, view.shown[piece])
        if target != NONE:
            survives = chance(rank, self.odds[target], 1)
            secret = 0.0 if view.shown[piece] else SECRET * WORTH[rank]
            return self.profit(rank, target) + survives * (flees - self.danger(rank, end, 1)) - secret
        ahead = self.pull(rank)
        here = FADING * max(ahead[square] for square in beside(start))
        back = BORING * view.shuttles[self.me] if rules.goes_back(view, start, end) else 0.0
        return ahead[end] - here + flees - self.danger(rank, end, view.shown[piece]) - back

    def profit(self, rank: int, target: int) -> float:
        """What attacking a piece is worth: the trade, the news, and the peace of the own flag."""
        view = self.view
        news = self.news if view.rank[target] < 0 else 0.0
        near = view.moved[target] == 1 and steps(view.at[target], self.flag) <= 2
        peace = GUARD * chance(rank, self.odds[target], 0) if near else 0.0
        return trade(rank, self.odds[target]) + news + peace

    def danger(self, rank: int, square: int, shown: int) -> float:
        """What is at stake for a piece on a square: the enemies beside it that would beat it, if they can move."""
        at_stake = 0.0
        for place in beside(square):
            enemy = self.view.board[place]
            if enemy in self.odds:
                odds = self.odds[enemy]
                beaten = sum(odds[r] for r in range(FLAG + 1, BOMB) if odds[r] and rules.duel(r, rank) > 0)
                at_stake = max(at_stake, beaten * WORTH[rank])
        return WARY * at_stake if shown else DISGUISE * at_stake

    def pull(self, rank: int) -> list[float]:
        """How strongly each square draws a rank: every target worth attacking, fading with the way to it."""
        if rank not in self.pulls:
            self.pulls[rank] = spread(self.view, self.me, [(self.profit(rank, p), p) for p in self.odds])
        return self.pulls[rank]


def spread(view: State, me: int, targets: Sequence[tuple[float, int]]) -> list[float]:
    """Let the worth of targets spread over the squares from which they can be reached."""
    drawn = [0.0] * SQUARE
    queue: list[tuple[float, int]] = []
    for worth, piece in targets:
        if worth > 0.0:
            heappush(queue, (-PULL * worth, view.at[piece]))
    while queue:
        worth, square = heappop(queue)
        if -worth <= drawn[square]:
            continue
        drawn[square] = -worth
        for place in beside(square):
            fading = passage(view, me, view.board[place])
            if fading * -worth > max(0.1, drawn[place]):
                heappush(queue, (fading * worth, place))
    return drawn


def passage(view: State, me: int, piece: int) -> float:
    """How much pull passes over a square: most if it is empty, none past an enemy or a piece that never moves."""
    if piece == NONE:
        return FADING
    return DETOUR if piece // MEN == me and rules.can_move(view.rank[piece]) else 0.0


@lru_cache(maxsize=SQUARE)
def beside(square: int) -> tuple[int, ...]:
    """STR-11: the squares one step away."""
    row, column = divmod(square, SIZE)
    near = [(row + rows, column + columns) for rows, columns in STEPS]
    return tuple(SIZE * r + c for r, c in near if 0 <= r < SIZE and 0 <= c < SIZE)


def steps(one: int, other: int) -> int:
    """How many steps two squares are apart."""
    return abs(one // SIZE - other // SIZE) + abs(one % SIZE - other % SIZE)
