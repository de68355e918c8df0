"""Root rollouts: every candidate in the same guessed worlds, the weaker half dropped again and again."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import ceil, log2, sqrt
from typing import Any, NamedTuple

import numpy as np

from escapade.bots import search
from escapade.bots.contract import Budget
from escapade.bots.evaluator import Evaluator, no_net
from escapade.bots.sense import sense_of
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game
from escapade.kernel.fields import View
from escapade.kernel.names import CHANCE

SLICE = 8  # worlds between two looks at the clock
FEWEST = 16  # worlds before anything is dropped or settled
CLEAR = 5.0  # standard errors by which the best must lead for the thinking to end early
EVEN = 1.0  # standard errors within which candidates count as equal: one of them is taken by lot
MOST = 24  # candidates, the best by sense


class Candidate(NamedTuple):
    """An action that was thought through: what it is worth to the seat, from -1 to 1, how sure, in how many worlds."""

    code: int
    value: float
    error: float
    worlds: int


@cache
def searching(game: Game) -> Any:
    """The compiled search for a game and its sense."""
    sense = sense_of(game)
    bound = {"game": game.compiled} if hasattr(sense, "game") else {}
    return compiled(search, game=game.compiled, sense=compiled(sense, **bound))


def desk(game: Game, seats: int, evaluator: Evaluator | None = None) -> search.Desk:
    """Room for one search; without an evaluator, worlds are valued by hand."""
    world, work, eyes = (np.zeros(1, game.fields.dtype) for _ in range(3))
    out, weight, worth = np.zeros(game.most, np.int64), np.zeros(game.most, np.int64), np.zeros(game.most)
    room, words, score = np.zeros(sense_of(game).ROOM), np.zeros(2, np.int64), np.zeros(seats)
    net = evaluator.net(work) if evaluator else no_net(work)
    return search.Desk(world, work, eyes, out, weight, worth, room, words, score, net)


class Plan:
    """One decision being thought through: candidates, what came of each, and which are still in the running."""

    def __init__(
        self,
        game: Game,
        view: View,
        legal: Sequence[int],
        rng: random.Random,
        threads: int = 1,
        evaluator: Evaluator | None = None,
    ) -> None:
        self.game, self.me, self.twin = game, view.turn, searching(game)
        seats = getattr(view, "seats", game.seats[-1])
        self.root, self.desks = game.fields.record(view), [desk(game, seats, evaluator) for _ in range(threads)]
        self.first, self.worlds = rng.getrandbits(40) << 20, 0
        self.codes = np.array(self.likely(legal), np.int64)
        self.alive = np.arange(len(self.codes))
        self.total, self.squares = np.zeros(len(self.codes)), np.zeros(len(self.codes))
        self.seen = np.zeros(len(self.codes), np.int64)

    def likely(self, legal: Sequence[int]) -> list[int]:
        """The candidates: those that sense does not think much worse than the best, and not too many of them."""
        codes = np.array(legal, np.int64)
        self.twin.prefer(self.root, codes, len(codes), self.desks[0], 0.0)
        worth = self.desks[0].worth[: len(codes)].copy()
        order = np.argsort(-worth, kind="stable")[:MOST]
        return [int(codes[i]) for i in order if worth[i] >= worth[order[0]] - sense_of(self.game).NARROW]

    def look(self, worlds: int) -> None:
        """Try those still in the running in more worlds, the same for each; threads share the worlds."""
        share = -(-worlds // len(self.desks))
        parts = [range(first, min(first + share, worlds)) for first in range(0, worlds, share)]
        if len(parts) == 1:
            found = [self.try_in(parts[0], self.desks[0])]
        else:
            with ThreadPoolExecutor(len(parts)) as pool:
                found = list(pool.map(self.try_in, parts, self.desks))
        for total, squares in found:
            self.total[self.alive] += total
            self.squares[self.alive] += squares
        self.seen[self.alive] += worlds
        self.worlds += worlds

    def try_in(self, worlds: range, room: search.Desk) -> tuple[Any, Any]:
        """What comes of those still in the running in these worlds, and its squares, added up."""
        n, whim = len(self.alive), sense_of(self.game).WHIM
        total, squares, first = np.zeros(n), np.zeros(n), self.first + self.worlds + worlds.start
        tried = self.codes[self.alive]
        self.twin.try_all(self.root, self.me, tried, n, first, len(worlds), room, whim, total, squares)
        return total, squares

    def halve(self) -> None:
        """Drop the weaker half of those still in the running."""
        order = np.argsort(-self.total[self.alive], kind="stable")
        self.alive = np.sort(self.alive[order[: (len(order) + 1) // 2]])

    def ranking(self) -> list[Candidate]:
        """Every candidate: those thought through longest first, and of those the best."""
        seen = np.maximum(1, self.seen)
        mean = self.total / seen
        error = np.sqrt(np.maximum(0.0, self.squares / seen - mean * mean) / seen)
        rows = zip(self.codes, mean, error, self.seen, strict=True)
        found = [Candidate(int(code), float(m), float(e), int(n)) for code, m, e, n in rows]
        return sorted(found, key=lambda c: (-c.worlds, -c.value))

    def settled(self) -> bool:
        """Is there one candidate left, or one that leads beyond doubt?"""
        if len(self.alive) == 1:
            return True
        best, second = self.ranking()[:2]
        return self.worlds >= FEWEST and best.value - second.value > CLEAR * sqrt(best.error**2 + second.error**2)


def think(plan: Plan, budget: Budget) -> list[Candidate]:
    """Think a decision through, within the budget; return the candidates, best first."""
    phases = max(1, ceil(log2(len(plan.codes))))
    for _ in steps(plan, budget, phases):
        if plan.settled():
            break
    return plan.ranking()


def steps(plan: Plan, budget: Budget, phases: int) -> Iterator[None]:
    """Look and halve, phase by phase: each has an equal share of the iterations, or of the time."""
    began = time.perf_counter()
    for phase in range(phases):
        if budget.iterations is not None:
            worlds = max(1, budget.iterations // (phases * len(plan.alive)))
            size = SLICE * budget.threads
            for done in range(0, worlds, size):
                plan.look(min(size, worlds - done))
                yield
        else:
            until = began + (budget.milliseconds or 0) / 1000 * (phase + 1) / phases
            while plan.worlds < FEWEST or time.perf_counter() < until:
                plan.look(SLICE * budget.threads)
                yield
        plan.halve()
        yield


def choice(ranking: Sequence[Candidate], rng: random.Random) -> int:
    """The best, or by lot one that cannot be told from it: who always does the same is easily read."""
    best = ranking[0]
    even = [c for c in ranking if c.worlds == best.worlds and best.value - c.value <= EVEN * best.error]
    return rng.choice(even).code


def warm_up(game: Game) -> None:
    """Compile all that thinking needs, by thinking about any position in which a seat has a choice."""
    rng = random.Random(1)
    seats = game.check_seats(None)
    state = game.start(seats, game.check_options({}, seats), game.pieces())
    while state.turn == CHANCE or game.simultaneous(state) or len(game.legal(state)) < 2:
        codes = [code for code, _ in game.odds(state)] if state.turn == CHANCE else game.legal(state)
        game.rules.apply(state, rng.choice(codes))
    plan = Plan(game, game.view(state, state.turn), game.legal(state), rng)
    plan.look(1)
