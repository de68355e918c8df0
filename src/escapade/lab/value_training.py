"""Training a value network: self-play of the rule bot, and a small network fitted to how the games end."""

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
from escapade.bots.parts import has_book, heuristic_of
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game
from escapade.kernel.names import BadInput
from escapade.lab.compiled import value_self_play
from escapade.lab.setting import play_setup

CHUNK = 50  # games between two progress reports
MAX_POSITIONS = 48  # that are sampled from a game
HOLD_OUT = 10  # one game of so many is held out
HIDDEN = (32, 16)  # widths of the hidden layers
BATCH_SIZE = 512  # positions of a gradient step
LEARNING_RATE = 2e-3  # at the beginning; it falls to 0 linearly
WEIGHT_DECAY = 1e-5
BETA1, BETA2 = 0.9, 0.999  # of Adam's moment estimates


class Table(NamedTuple):
    """The game that a network is trained for."""

    game: Game
    seats: int
    options: dict[str, Any]
    pieces: Any


class GameBatch(NamedTuple):
    """Sampled positions of some games: the game of each, and how it ended for each seat."""

    number: int
    positions: Any
    of: Any
    score: Any


class Fit(NamedTuple):
    """How well values predict results, on held-out games."""

    error: float  # mean squared error
    ahead: float  # how often the seat with the best value is among the winners


class Trained(NamedTuple):
    """An evaluator and its fit."""

    fit: Fit
    evaluator: Evaluator


def validated(
    game: Game, seats: int | None = None, options: Mapping[str, Any] | None = None, pieces: Any = None
) -> Table:
    """Check and complete a table."""
    number = game.check_seats(seats)
    return Table(game, number, game.check_options(options or {}, number), game.pieces() if pieces is None else pieces)


# --- Games -------------------------------------------------------------------


@cache
def compiled_self_play(game: Game) -> Any:
    """Return the compiled self-play of a game."""
    module = planner.searching(game)
    return compiled(value_self_play, game=game.compiled, heuristic=module.heuristic, search=module)


def self_play_games(table: Table, n: int, seed: int) -> Iterator[GameBatch]:
    """Play n games, a chunk at a time; they depend on the table, the seed and n alone."""
    game, tie_noise = table.game, heuristic_of(table.game).TIE_NOISE
    workspace, dice = planner.workspace(game, table.seats), random.Random(seed)
    for first in range(0, n, CHUNK):
        size = min(CHUNK, n - first)
        starts, positions = openings(table, size, dice), np.zeros((size, MAX_POSITIONS), game.fields.dtype)
        many, score = np.zeros(size, np.int64), np.zeros((size, table.seats))
        compiled_self_play(game).play_games(starts, (seed << 32) + first, workspace, tie_noise, positions, many, score)
        of = np.repeat(np.arange(size), many)
        yield GameBatch(
            size, positions[np.arange(MAX_POSITIONS) < many[:, None]], of + first, score[of].astype(np.float32)
        )


def openings(table: Table, n: int, dice: random.Random) -> Any:
    """Return the states that games begin in: after a set-up that comes from a book."""
    game, batch = table.game, np.zeros(n, table.game.fields.dtype)
    start = game.start(table.seats, table.options, table.pieces)
    batch[:] = game.fields.record(start)
    if has_book(game):
        readers: list[tuple[Bot, Budget]] = [(HeuristicBot(game), Budget())] * table.seats
        for i in range(n):
            state = start.copy()
            play_setup(game, state, readers, dice)
            batch[i] = game.fields.record(state)
    return batch


# --- Learning ----------------------------------------------------------------


class Dataset:
    """Positions as training data: each is seen from every seat."""

    def __init__(self, table: Table, games: list[GameBatch]) -> None:
        seats, self.table = table.seats, table
        self.lines = columns(table.game.fields, seats)
        self.of = np.concatenate([some.of for some in games])
        if not {*(self.of % HOLD_OUT == 0)} >= {True, False}:
            raise BadInput(f"{table.game.title}: these games were too few, or too short, to learn from; play more")
        self.score = np.concatenate([some.score for some in games])
        ends = [self.ends(some.positions, seat) for some in games if len(some.of) for seat in range(seats)]
        self.low, self.high = np.min([low for low, _ in ends], axis=0), np.max([high for _, high in ends], axis=0)
        self.cells = ranged(self.lines, self.low, self.high)
        self.values = np.concatenate([self.look(some.positions) for some in games])
        others = np.concatenate([some.positions[some.of % HOLD_OUT == 0] for some in games])
        self.heuristic_fit = fit(heuristic_fit(table, others), self.score[self.rows(held_out=True)])

    def ends(self, positions: Any, seat: int) -> tuple[Any, Any]:
        """Return the smallest and largest value of each cell, seen from a seat."""
        values = numbers(positions, self.lines, seat, self.table.seats)
        return values.min(axis=0), values.max(axis=0)

    def look(self, positions: Any) -> Any:
        """Return the values of the cells that vary, for each position and seat."""
        seats = self.table.seats
        seen = [within(numbers(positions, self.cells, seat, seats), self.cells) for seat in range(seats)]
        return np.stack(seen, axis=1).astype(np.int16)

    def rows(self, held_out: bool) -> Any:
        """Return the indices of the held-out positions, or of all others."""
        return np.flatnonzero((self.of % HOLD_OUT == 0) == held_out)

    def utilities(self, layers: list[tuple[Any, Any]], rows: Any) -> Any:
        """Evaluate positions for each seat."""
        found = np.zeros((len(rows), self.table.seats), np.float32)
        for first in range(0, len(rows), BATCH_SIZE):
            for seat in range(self.table.seats):
                values = self.values[rows[first : first + BATCH_SIZE], seat]
                found[first : first + BATCH_SIZE, seat] = forward(layers, features(values, self.cells))[-1][:, 0]
        return found


class Adam:
    """The Adam optimizer: parameters and their moment estimates."""

    def __init__(self, parts: list[Any]) -> None:
        self.parts, self.steps = parts, 0
        self.mean = [np.zeros_like(part) for part in parts]
        self.square = [np.zeros_like(part) for part in parts]

    def step(self, gradients: list[Any], learning_rate: float) -> None:
        """Take a step against the gradients."""
        self.steps += 1
        step = learning_rate * (1 - BETA2**self.steps) ** 0.5 / (1 - BETA1**self.steps)
        for part, gradient, mean, square in zip(self.parts, gradients, self.mean, self.square, strict=True):
            mean += (1 - BETA1) * (gradient - mean)
            square += (1 - BETA2) * (gradient * gradient - square)
            part -= step * mean / (np.sqrt(square) + np.float32(1e-8)) + learning_rate * WEIGHT_DECAY * part


class Network(Adam):
    """A network with ReLU layers and a tanh output, trained by Adam."""

    def __init__(self, widths: list[int], fan_in: list[int], dice: np.random.Generator) -> None:
        """`fan_in` says for each layer how many of its inputs are not 0, about."""
        parts = []
        for come, go, many in zip(widths, widths[1:], fan_in, strict=False):
            parts.append(dice.normal(0, (2 / many) ** 0.5, (come, go)).astype(np.float32))
            parts.append(np.zeros(go, np.float32))
        super().__init__(parts)

    @property
    def layers(self) -> list[tuple[Any, Any]]:
        """Weights and biases, layer by layer."""
        return list(zip(self.parts[::2], self.parts[1::2], strict=True))

    def gradients(self, given: Any, wanted: Any) -> list[Any]:
        """Return the gradient of the mean squared error."""
        out, layers = forward(self.layers, given), self.layers
        value = out[-1][:, 0]
        back = (2 / len(wanted) * (value - wanted) * (1 - value * value))[:, None]
        found: list[Any] = []
        for i in range(len(layers) - 1, -1, -1):
            found = [out[i].T @ back, back.sum(axis=0), *found]
            back = back @ layers[i][0].T * (out[i] > 0)
        return found


class Trainer(Network):
    """Trains a network on a dataset."""

    def __init__(self, dataset: Dataset, seed: int) -> None:
        self.dataset, self.dice = dataset, np.random.default_rng(seed)
        widths = [inputs(dataset.cells), *HIDDEN, 1]
        super().__init__(widths, [len(dataset.cells), *HIDDEN], self.dice)

    def train_epoch(self, learning_rate: float) -> None:
        """Go through all positions and seats once, shuffled."""
        dataset, seats = self.dataset, self.dataset.table.seats
        rows = dataset.rows(held_out=False)
        order = self.dice.permutation(len(rows) * seats)
        for first in range(0, len(order), BATCH_SIZE):
            some, seat = np.divmod(order[first : first + BATCH_SIZE], seats)
            values, wanted = dataset.values[rows[some], seat], dataset.score[rows[some], seat]
            self.step(self.gradients(features(values, dataset.cells), wanted), learning_rate)


def fit(values: Any, ends: Any) -> Fit:
    """Compare values with results, position by position and seat by seat."""
    best = np.argmax(values, axis=1)[:, None]
    won = np.take_along_axis(ends, best, 1)[:, 0] == ends.max(axis=1)
    return Fit(float(np.mean((values - ends) ** 2)), float(won.mean()))


def heuristic_fit(table: Table, positions: Any) -> Any:
    """Evaluate positions by the hand-written heuristic, the baseline."""
    game, found = table.game, np.zeros((len(positions), table.seats), np.float32)
    heuristic, score = planner.searching(game).heuristic, np.zeros(table.seats)
    for i, position in enumerate(positions):
        heuristic.value(position, score)
        found[i] = score
    return found


def fitted(dataset: Dataset, epochs: int, seed: int) -> Iterator[Trained]:
    """Train; after each epoch yield the evaluator with the least held-out error so far."""
    trainer, rows = Trainer(dataset, seed), dataset.rows(held_out=True)
    best: Trained | None = None
    for epoch in range(epochs):
        trainer.train_epoch(LEARNING_RATE * (1 - epoch / epochs))
        now = fit(dataset.utilities(trainer.layers, rows), dataset.score[rows])
        if best is None or now.error < best.fit.error:
            best = Trained(
                now, evaluator(dataset, [(weights.copy(), added.copy()) for weights, added in trainer.layers])
            )
        yield best


def evaluator(dataset: Dataset, layers: list[tuple[Any, Any]]) -> Evaluator:
    """Return a network as an evaluator of its game."""
    game, seats, options, pieces = dataset.table
    return Evaluator(
        game.name, seats, options, hash_of_pieces(pieces), hash_of_layout(game.fields), dataset.low,
        dataset.high, layers, dataset.lines,
    )  # fmt: skip
