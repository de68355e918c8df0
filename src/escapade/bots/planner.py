"""Every candidate in the same guessed worlds, the weaker half dropped again and again; below them a tree, or none."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from functools import cache
from math import ceil, hypot, log2, sqrt
from typing import Any, NamedTuple

import numpy as np

from escapade.bots import search, tree
from escapade.bots.contract import Budget, Heard
from escapade.bots.parts import features_of, from_book, heuristic_of
from escapade.bots.policy_file import Weights, policy_of
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game
from escapade.kernel.fields import View
from escapade.kernel.names import CHANCE
from escapade.kernel.rng import seed

SLICE = 8  # worlds between two looks at the clock, or more if there are few candidates …
ROLLOUTS = 96  # … that are tried in them
FEWEST = 16  # worlds before anything is dropped or settled
DOUBT = 4.0  # standard errors by which another may be better than it looks
EVEN = 0.5  # standard errors within which candidates count as equal: one of them is taken by lot
PARTS = 16  # of the worlds in which two are compared: how much these differ tells the error
MAX_CANDIDATES = 24  # candidates, those that look best
TABLE = 1 << 17  # places for the nodes of a tree, and for its branches
TREE_CONFIG = tree.TreeConfig(c_puct=0.3, prior_temperature=2.0)


class Candidate(NamedTuple):
    """An action that was thought through: what it is worth to the seat, from -1 to 1, how sure, in how many worlds."""

    code: int
    value: float
    error: float
    worlds: int


@cache
def searching(game: Game) -> Any:
    """The compiled search for a game and its heuristic."""
    heuristic = heuristic_of(game)
    bound = {"game": game.compiled} if "game" in vars(heuristic) else {}
    return compiled(
        search, game=game.compiled, heuristic=compiled(heuristic, **bound), features=compiled(features_of(game))
    )


def workspace(game: Game, seats: int, care: int = 0, weights: Weights | None = None) -> search.Workspace:
    """Room for one search. Without care, the first guess stands; without weights, rollouts follow the heuristic."""
    world, work = (np.zeros(1, game.fields.dtype) for _ in range(2))
    sight = np.zeros(-(-game.fields.dtype.itemsize // 8), np.int64)  # rounded up: eyes can be read as whole numbers
    seat_view = sight.view(np.uint8)[: game.fields.dtype.itemsize].view(game.fields.dtype)
    out, weight, utility = (
        np.zeros(game.max_actions, np.int64),
        np.zeros(game.max_actions, np.int64),
        np.zeros(game.max_actions),
    )
    room, words, score = np.zeros(heuristic_of(game).ROOM), np.zeros(2, np.int64), np.zeros(seats)
    course = np.zeros(3, np.int64)
    none = np.zeros(0, game.fields.dtype), np.zeros(0)  # nothing is remembered
    policy = policy_of(game, weights)
    return search.Workspace(
        world, work, seat_view, out, weight, utility, room, words, score, course, care, *none, policy
    )


@cache
def remembering(game: Game) -> Any:
    """The compiled memory for a game; None where views are all there is to go by."""
    memory = game.part("belief")
    return memory and compiled(memory)


def remembered(game: Game, view: View, heard: Heard, root: Any, room: search.Workspace) -> tuple[Any, Any] | None:
    """Worlds that explain what a seat heard, and how likely each is with all before it; None: the view tells all."""
    memory = remembering(game)
    events = memory.heard_of_round(view, heard) if memory and heard else None
    if events is None:
        return None
    past = memory.room(game.fields.dtype, len(events.code))
    explained = memory.relive(root, view.turn, events, past, room)
    return (past.world, past.weight.cumsum()) if explained else None


@cache
def growing(game: Game) -> Any:
    """The compiled tree search for a game and its heuristic."""
    module = searching(game)
    return compiled(tree, game=game.compiled, heuristic=module.heuristic, search=module)


def seedling(game: Game, room: search.Workspace) -> tree.Tree:
    """Room for a tree, and nothing in it. The view that a seat sees can be read as numbers."""
    keys, counts, sums = np.zeros((2, TABLE), np.int64), np.zeros((3, TABLE), np.int64), np.zeros((2, TABLE))
    way, liking, used = np.zeros((tree.DEEP, 3), np.int64), np.zeros(game.max_actions), np.zeros(2, np.int64)
    return tree.Tree(
        room.seat_view.base, keys[0], counts[0], sums[0], keys[1], counts[1], counts[2], sums[1], way, liking, used
    )


class Plan:
    """One decision being thought through: candidates, what came of each, and which are still in the running."""

    def __init__(
        self,
        game: Game,
        view: View,
        legal: Sequence[int],
        rng: random.Random,
        care: int = 0,
        heard: Heard = (),
        weights: Weights | None = None,
    ) -> None:
        self.began = time.perf_counter()  # to remember is to think, too
        self.game, self.me, self.module = game, view.turn, searching(game)
        self.seer = self.me  # who guesses what the root hides
        seats = getattr(view, "seats", game.seats[-1])
        self.root = game.fields.record(view)
        self.workspace = workspace(game, seats, care, weights)
        self.first, self.worlds = rng.getrandbits(40) << 20, 0
        seed(self.workspace.words, ~self.first)
        if past := remembered(game, view, heard, self.root, self.workspace):
            self.workspace = self.workspace._replace(past=past[0], chance=past[1])
        self.codes = np.array(self.likely(legal), np.int64)
        self.alive = np.arange(len(self.codes))
        self.total, self.squares = np.zeros(len(self.codes)), np.zeros(len(self.codes))
        self.seen = np.zeros(len(self.codes), np.int64)

    def likely(self, legal: Sequence[int]) -> list[int]:
        """The candidates: those that do not look much worse than the best, and not too many of them."""
        codes = np.array(legal, np.int64)
        self.module.prefer(self.root, codes, len(codes), self.workspace, 0.0)
        utility = self.workspace.utility[: len(codes)].copy()
        order = np.argsort(-utility, kind="stable")[:MAX_CANDIDATES]
        return [int(codes[i]) for i in order if utility[i] >= utility[order[0]] - heuristic_of(self.game).NARROW]

    def look(self, worlds: int) -> None:
        """Try those still in the running in more worlds, the same for each."""
        total, squares = np.zeros(len(self.alive)), np.zeros(len(self.alive))
        self.carry_out(self.codes[self.alive], self.first + self.worlds, worlds, total, squares)
        self.total[self.alive] += total
        self.squares[self.alive] += squares
        self.seen[self.alive] += worlds
        self.worlds += worlds

    def carry_out(self, tried: Any, first: int, worlds: int, total: Any, squares: Any) -> None:
        """Try these candidates in so many worlds; add what comes of them, and its squares."""
        mine = self.outcomes(self.root, self.seer, tried, first, worlds)
        total += mine.cumsum(axis=0)[-1]  # world by world: sums are the same to the last digit, whoever adds
        squares += (mine * mine).cumsum(axis=0)[-1]

    def outcomes(self, root: Any, seer: int, tried: Any, first: int, worlds: int) -> Any:
        """What comes of actions in so many worlds, for the seat at the turn: world by world, action by action."""
        room, tie_noise = self.workspace, heuristic_of(self.game).TIE_NOISE
        found = np.zeros((worlds, len(tried), len(room.score)))
        self.module.foresee(root, seer, tried, len(tried), first, worlds, room, tie_noise, found)
        return found[:, :, self.me]

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
        best, *others = self.ranking()[: len(self.alive)]
        if self.worlds < FEWEST:
            return False
        return all(other.value + DOUBT * hypot(best.error, other.error) < best.value for other in others)


class DeepPlan(Plan):
    """The same with a tree between the candidates and their rollouts."""

    def __init__(self, *given: Any, config: tree.TreeConfig = TREE_CONFIG, **more: Any) -> None:
        super().__init__(*given, **more)
        self.config, self.grower = config, growing(self.game)
        self.tree = seedling(self.game, self.workspace)

    def carry_out(self, tried: Any, first: int, worlds: int, total: Any, squares: Any) -> None:
        """Try these candidates in so many worlds, and let the tree below them grow."""
        grown, room, tie_noise = self.tree, self.workspace, heuristic_of(self.game).TIE_NOISE
        self.grower.try_all(
            self.root, self.me, tried, len(tried), first, worlds, grown, room, tie_noise, self.config, total, squares
        )


class Contrast(NamedTuple):
    """Two actions in the same worlds: what each is worth to the seat, and the standard error of the difference."""

    better: float
    other: float
    error: float


def contrast(plan: Plan, better: int, other: int, worlds: int) -> Contrast:
    """Try two actions side by side in worlds that nothing was chosen by, so that neither is flattered."""
    tried = np.array([better, other], np.int64)
    parts = np.zeros((PARTS, 2))
    share = max(1, worlds // PARTS)
    for part in parts:
        plan.carry_out(tried, plan.first + plan.worlds, share, part, np.zeros(2))
        plan.worlds += share
    parts /= share
    difference = parts[:, 0] - parts[:, 1]
    error = float(difference.std(ddof=1) / sqrt(PARTS))
    return Contrast(float(parts[:, 0].mean()), float(parts[:, 1].mean()), error)


def think(plan: Plan, budget: Budget) -> list[Candidate]:
    """Think a decision through, within the budget; return the candidates, best first."""
    phases = max(1, ceil(log2(len(plan.codes))))
    for _ in steps(plan, budget, phases):
        if plan.settled():
            break
    return plan.ranking()


def steps(plan: Plan, budget: Budget, phases: int) -> Iterator[None]:
    """Look and halve, phase by phase: each has an equal share of the iterations, or of the time."""
    for phase in range(phases):
        size = max(SLICE, ROLLOUTS // len(plan.alive))
        if budget.iterations is not None:
            worlds = max(1, budget.iterations // (phases * len(plan.alive)))
            for done in range(0, worlds, size):
                plan.look(min(size, worlds - done))
                yield
        else:
            until = plan.began + (budget.milliseconds or 0) / 1000 * (phase + 1) / phases
            while plan.worlds < FEWEST or time.perf_counter() < until:
                plan.look(size)
                yield
        plan.halve()
        yield


def mixture(ranking: Sequence[Candidate], spread: float = 0.0) -> dict[int, float]:
    """How likely each action is to be chosen: the best and those that count as equal to it, all alike.

    Who always does the same is easily read. Equal is what cannot be told apart and, with `spread`, also what differs by
    less than that part of what one outcome differs from another: more worlds would tell those apart, to others as well.
    """
    best = ranking[0]
    width = best.error * (EVEN + spread * sqrt(best.worlds))
    even = [c.code for c in ranking if c.worlds == best.worlds and best.value - c.value <= width]
    return dict.fromkeys(even, 1 / len(even))


def warm_up(game: Game) -> None:
    """Compile all that thinking needs, by thinking about any position in which a seat has a choice."""
    rng = random.Random(1)
    seats = game.check_seats(None)
    state, heard = game.start(seats, game.check_options({}, seats), game.pieces()), list[tuple[int, list[int]]]()
    while state.turn == CHANCE or from_book(game, state) or len(game.legal(state)) < 2:
        codes = [code for code, _ in game.odds(state)] if state.turn == CHANCE else game.legal(state)
        code = rng.choice(codes)
        heard.append((state.turn, [game.rules.hear(state, code, seat) for seat in range(seats)]))
        game.rules.apply(state, code)
    mine = [(who, told[state.turn]) for who, told in heard]
    for kind in (Plan, DeepPlan) if heuristic_of(game).TREE else (Plan,):
        kind(game, game.view(state, state.turn), game.legal(state), rng, heard=mine).look(1)
