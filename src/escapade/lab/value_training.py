"""Learning what a world is worth: games of the rule bot against itself, and a small network fitted to how they end."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from escapade.bots import Bot, Budget, planner
from escapade.bots.evaluator import (
    Evaluator,
    columns,
    features,
    forward,
    hash_of_layout,
    hash_of_pieces,
    inputs,
    numbers,
    ranged,
    within,
)
from escapade.bots.levels import HeuristicBot
from escapade.bots.parts import heuristic_of
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game
from escapade.kernel.names import BadInput
from escapade.lab.compiled import value_self_play
from escapade.lab.setting import play_setup

CHUNK = 50  # games that are played before one looks up
KEPT = 48  # positions of a game, at the most
HELD_OUT = 10  # of so many games one is not learned from, but tells how well the rest was learned
HIDDEN = (32, 16)  # how wide the layers between are
BATCH = 512  # positions between two corrections
STEP = 2e-3  # how far a correction goes, at the beginning
DECAY = 1e-5  # how quickly a weight that nothing speaks for is forgotten
MEAN, SQUARE = 0.9, 0.999  # how long Adam remembers corrections and their squares


class Table(NamedTuple):
    """What is learned for."""

    game: Game
    seats: int
    options: dict[str, Any]
    pieces: Any


class Games(NamedTuple):
    """What was kept of some games: positions, which game each is of, how it ended for each seat."""

    number: int
    positions: Any
    of: Any
    score: Any


class Fit(NamedTuple):
    """How well values foretell ends, on games that nothing was learned from."""

    error: float  # mean square, where always saying 0 has the mean square of the ends
    ahead: float  # how often the seat with the best value is among the winners


class Learned(NamedTuple):
    """An evaluator, and how good it is."""

    fit: Fit
    evaluator: Evaluator


def validated(
    game: Game, seats: int | None = None, options: Mapping[str, Any] | None = None, pieces: Any = None
) -> Table:
    """Check what is to be learned for."""
    number = game.check_seats(seats)
    return Table(game, number, game.check_options(options or {}, number), game.pieces() if pieces is None else pieces)


# --- Games -------------------------------------------------------------------


@cache
def playing(game: Game) -> Any:
    """The compiled games of the rule bot against itself."""
    module = planner.searching(game)
    return compiled(value_self_play, game=game.compiled, heuristic=module.heuristic, search=module)


def played(table: Table, n: int, seed: int) -> Iterator[Games]:
    """Play n games, some at a time; they depend on the table, the seed and n alone."""
    game, tie_noise = table.game, heuristic_of(table.game).TIE_NOISE
    workspace, dice = planner.workspace(game, table.seats), random.Random(seed)
    for first in range(0, n, CHUNK):
        size = min(CHUNK, n - first)
        starts, kept = openings(table, size, dice), np.zeros((size, KEPT), game.fields.dtype)
        many, score = np.zeros(size, np.int64), np.zeros((size, table.seats))
        playing(game).play_games(starts, (seed << 32) + first, workspace, tie_noise, kept, many, score)
        of = np.repeat(np.arange(size), many)
        yield Games(size, kept[np.arange(KEPT) < many[:, None]], of + first, score[of].astype(np.float32))


def openings(table: Table, n: int, dice: random.Random) -> Any:
    """Where games begin: after the set-up, where seats set up independently, since that is done from a book."""
    game, batch = table.game, np.zeros(n, table.game.fields.dtype)
    start = game.start(table.seats, table.options, table.pieces)
    batch[:] = game.fields.record(start)
    if hasattr(game.rules, "simultaneous"):
        readers: list[tuple[Bot, Budget]] = [(HeuristicBot(game), Budget())] * table.seats
        for i in range(n):
            state = start.copy()
            play_setup(game, state, readers, dice)
            batch[i] = game.fields.record(state)
    return batch


# --- Learning ----------------------------------------------------------------


class TrainingSpec:
    """Positions in a form that a network can be fitted to: each is seen from every seat."""

    def __init__(self, table: Table, games: list[Games]) -> None:
        seats, self.table = table.seats, table
        self.lines = columns(table.game.fields, seats)
        self.of = np.concatenate([some.of for some in games])
        if not {*(self.of % HELD_OUT == 0)} >= {True, False}:
            raise BadInput(f"{table.game.title}: these games were too few, or too short, to learn from; play more")
        self.score = np.concatenate([some.score for some in games])
        ends = [self.ends(some.positions, seat) for some in games if len(some.of) for seat in range(seats)]
        self.low, self.high = np.min([low for low, _ in ends], axis=0), np.max([high for _, high in ends], axis=0)
        self.cells = ranged(self.lines, self.low, self.high)
        self.met = np.concatenate([self.look(some.positions) for some in games])
        others = np.concatenate([some.positions[some.of % HELD_OUT == 0] for some in games])
        self.by_hand = fit(by_hand(table, others), self.score[self.rows(held_out=True)])

    def ends(self, positions: Any, seat: int) -> tuple[Any, Any]:
        """The least and the most that stands in each cell, seen from a seat."""
        met = numbers(positions, self.lines, seat, self.table.seats)
        return met.min(axis=0), met.max(axis=0)

    def look(self, positions: Any) -> Any:
        """What stands in the cells that tell anything, for each position and seat."""
        seats = self.table.seats
        seen = [within(numbers(positions, self.cells, seat, seats), self.cells) for seat in range(seats)]
        return np.stack(seen, axis=1).astype(np.int16)

    def rows(self, held_out: bool) -> Any:
        """Which positions to learn from, or which to be examined in."""
        return np.flatnonzero((self.of % HELD_OUT == 0) == held_out)

    def utilities(self, layers: list[tuple[Any, Any]], rows: Any) -> Any:
        """What positions are worth to each seat, as far as it is learned."""
        found = np.zeros((len(rows), self.table.seats), np.float32)
        for first in range(0, len(rows), BATCH):
            for seat in range(self.table.seats):
                met = self.met[rows[first : first + BATCH], seat]
                found[first : first + BATCH, seat] = forward(layers, features(met, self.cells))[-1][:, 0]
        return found


class Adam:
    """Weights that are corrected step by step, and what is remembered of the corrections to each."""

    def __init__(self, parts: list[Any]) -> None:
        self.parts, self.steps = parts, 0
        self.mean = [np.zeros_like(part) for part in parts]
        self.square = [np.zeros_like(part) for part in parts]

    def correct(self, gradients: list[Any], pace: float) -> None:
        """A step against each slope, as long as the slope is steady."""
        self.steps += 1
        sure = pace * (1 - SQUARE**self.steps) ** 0.5 / (1 - MEAN**self.steps)
        for part, slope, mean, square in zip(self.parts, gradients, self.mean, self.square, strict=True):
            mean += (1 - MEAN) * (slope - mean)
            square += (1 - SQUARE) * (slope * slope - square)
            part -= sure * mean / (np.sqrt(square) + np.float32(1e-8)) + pace * DECAY * part


class Network(Adam):
    """A network that learns to foretell numbers from -1 to 1."""

    def __init__(self, widths: list[int], heard: list[int], dice: np.random.Generator) -> None:
        """`heard` says for each layer how many of the numbers that come in are not 0, about."""
        parts = []
        for come, go, many in zip(widths, widths[1:], heard, strict=False):
            parts.append(dice.normal(0, (2 / many) ** 0.5, (come, go)).astype(np.float32))
            parts.append(np.zeros(go, np.float32))
        super().__init__(parts)

    @property
    def layers(self) -> list[tuple[Any, Any]]:
        """Weights, and what is added, layer by layer."""
        return list(zip(self.parts[::2], self.parts[1::2], strict=True))

    def gradients(self, given: Any, wanted: Any) -> list[Any]:
        """How the mean square error changes with each weight."""
        out, layers = forward(self.layers, given), self.layers
        value = out[-1][:, 0]
        back = (2 / len(wanted) * (value - wanted) * (1 - value * value))[:, None]
        found: list[Any] = []
        for i in range(len(layers) - 1, -1, -1):
            found = [out[i].T @ back, back.sum(axis=0), *found]
            back = back @ layers[i][0].T * (out[i] > 0)
        return found


class Trainer(Network):
    """A network that learns from a lesson what positions are worth."""

    def __init__(self, training_spec: TrainingSpec, seed: int) -> None:
        self.training_spec, self.dice = training_spec, np.random.default_rng(seed)
        widths = [inputs(training_spec.cells), *HIDDEN, 1]
        super().__init__(widths, [len(training_spec.cells), *HIDDEN], self.dice)

    def practise(self, pace: float) -> None:
        """Go through everything once, in any order, each position seen from one seat after another."""
        training_spec, seats = self.training_spec, self.training_spec.table.seats
        rows = training_spec.rows(held_out=False)
        order = self.dice.permutation(len(rows) * seats)
        for first in range(0, len(order), BATCH):
            some, seat = np.divmod(order[first : first + BATCH], seats)
            met, wanted = training_spec.met[rows[some], seat], training_spec.score[rows[some], seat]
            self.correct(self.gradients(features(met, training_spec.cells), wanted), pace)


def fit(values: Any, ends: Any) -> Fit:
    """Compare values with ends, position by position and seat by seat."""
    best = np.argmax(values, axis=1)[:, None]
    won = np.take_along_axis(ends, best, 1)[:, 0] == ends.max(axis=1)
    return Fit(float(np.mean((values - ends) ** 2)), float(won.mean()))


def by_hand(table: Table, positions: Any) -> Any:
    """What the hand-written value says of positions: what is learned should beat that."""
    game, found = table.game, np.zeros((len(positions), table.seats), np.float32)
    heuristic, score = planner.searching(game).heuristic, np.zeros(table.seats)
    for i, position in enumerate(positions):
        heuristic.value(position, score)
        found[i] = score
    return found


def learned(training_spec: TrainingSpec, epochs: int, seed: int) -> Iterator[Learned]:
    """Learn; after each epoch tell the best so far: best on games that nothing was learned from."""
    trainer, rows = Trainer(training_spec, seed), training_spec.rows(held_out=True)
    best: Learned | None = None
    for epoch in range(epochs):
        trainer.practise(STEP * (1 - epoch / epochs))
        now = fit(training_spec.utilities(trainer.layers, rows), training_spec.score[rows])
        if best is None or now.error < best.fit.error:
            best = Learned(
                now, evaluator(training_spec, [(weights.copy(), added.copy()) for weights, added in trainer.layers])
            )
        yield best


def evaluator(training_spec: TrainingSpec, layers: list[tuple[Any, Any]]) -> Evaluator:
    """What was learned, with what it was learned for."""
    game, seats, options, pieces = training_spec.table
    return Evaluator(
        game.name, seats, options, hash_of_pieces(pieces), hash_of_layout(game.fields), training_spec.low,
        training_spec.high, layers, training_spec.lines,
    )  # fmt: skip
