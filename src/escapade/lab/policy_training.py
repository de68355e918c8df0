"""Training a rollout policy by self-play: an all-actions policy gradient on sampled decisions (ADR 26 and 27)."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from escapade.bots import planner
from escapade.bots.parts import features_of, heuristic_of
from escapade.bots.policy_file import NAMES, policy_of
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game
from escapade.kernel.names import BadInput
from escapade.lab.compiled import policy_self_play
from escapade.lab.compiled.policy_self_play import Gradients, ReplayBuffer

NEURONS = 64
BUFFER_DECISIONS = 10_000  # decisions that each thread evaluates in a round
ACTIONS_PER_DECISION = 20  # room for actions, on average
EVALUATION_RATE = 0.15  # share of decisions that are evaluated: neighbours have little new to say
REPLAYED_ROUNDS = 6  # rounds in the replay buffer
BATCH_SIZE = 1024  # decisions of a gradient step
LEARNING_RATE = 6e-3  # at the beginning; it falls in proportion to the time that is left
ENTROPY_BONUS = 4e-3  # at the beginning, as LEARNING_RATE
WEIGHT_DECAY = 1e-5
BETA1, BETA2 = 0.9, 0.999  # of Adam's moment estimates


class Progress(NamedTuple):
    """Decisions evaluated, games played, and seconds, so far."""

    decisions: int
    games: int
    seconds: float


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


@cache
def compiled_self_play(game: Game) -> Any:
    """Return the compiled self-play of a game."""
    module = planner.searching(game)
    return compiled(
        policy_self_play, game=game.compiled, heuristic=module.heuristic, search=module, features=module.features
    )


class Learner:
    """A policy that is trained for tables of some sizes, round by round."""

    def __init__(self, game: Game, seats: Sequence[int], seed: int, threads: int = 1) -> None:
        self.game, self.seats, features = game, seats, features_of(game)
        if features.ACTION_FEATURES == 0:
            raise BadInput(f"{game.title} has no features to train on; write games/{game.name}/features.py")
        self.dice, self.games, self.decisions, self.rounds = np.random.default_rng(seed), 0, 0, 0
        sizes = features.STATE_FEATURES, features.ACTION_FEATURES
        weights = [self.dice.normal(0, size**-0.5, (size, NEURONS)).astype(np.float32) for size in sizes]
        bias, output_weights = (np.zeros(NEURONS, np.float32) for _ in range(2))  # the heuristic alone, at first
        self.optimizer = Adam([*weights, bias, output_weights])
        self.module = compiled_self_play(game)
        self.buffers, self.threads = deque[ReplayBuffer](maxlen=REPLAYED_ROUNDS * threads), threads
        self.gradients = [empty_gradients(game) for _ in range(threads)]
        self.starts = {many: self.start(many) for many in seats}
        self.seen = [np.zeros(size, bool) for size in sizes]  # features that were ever not 0

    @property
    def weights(self) -> dict[str, Any]:
        """The weights so far."""
        return dict(zip(NAMES, self.optimizer.parts, strict=True))

    @property
    def learned(self) -> dict[str, Any]:
        """The weights so far, 0 for features that were never seen: those have their random initial values."""
        known = [np.where(seen[:, None], part, 0) for seen, part in zip(self.seen, self.optimizer.parts, strict=False)]
        return dict(zip(NAMES, [*known, *self.optimizer.parts[2:]], strict=True))

    def start(self, seats: int) -> Any:
        """Return the first state of games with default options."""
        return self.game.fields.record(self.game.start(seats, self.game.check_options({}, seats), self.game.pieces()))

    def workspace(self, seats: int) -> Any:
        """Allocate what playing by the policy of this moment needs."""
        return planner.workspace(self.game, seats)._replace(policy=policy_of(self.game, self.weights))

    def round(self, remaining: float) -> None:
        """Play, then take gradient steps; `remaining` is the share of the time that is left."""
        seats = self.seats[self.rounds % len(self.seats)]
        firsts = [int(first) for first in self.dice.integers(1 << 60, size=self.threads)]
        with ThreadPoolExecutor(self.threads) as pool:
            for buffer, games in pool.map(self.play, [seats] * self.threads, firsts):
                self.add_buffer(buffer)
                self.games += games
            self.rounds += 1
            self.learn(remaining, pool)

    def play(self, seats: int, first: int) -> tuple[ReplayBuffer, int]:
        """Fill a buffer with decisions of games with these dice; return it, and how many games ended."""
        buffer, tie_noise = new_buffer(self.game), heuristic_of(self.game).TIE_NOISE
        workspaces = self.workspace(seats), self.workspace(seats)
        games = self.module.fill_buffer(self.starts[seats], first, EVALUATION_RATE, *workspaces, tie_noise, buffer)
        return buffer, games

    def add_buffer(self, buffer: ReplayBuffer) -> None:
        """Replay a buffer from now on, and mark the features that it has seen."""
        decisions, actions = map(int, buffer.used)
        self.seen[0] |= buffer.state_features[:decisions].any(axis=0)
        self.seen[1] |= buffer.action_features[:actions].any(axis=0)
        self.decisions += decisions
        self.buffers.append(buffer)

    def learn(self, remaining: float, pool: ThreadPoolExecutor) -> None:
        """Go through all buffers once, shuffled; each thread has a batch, and a step takes the mean of gradients."""
        jobs = [(buffer, batch) for buffer in self.buffers for batch in self.shuffled_batches(buffer)]
        self.dice.shuffle(jobs)
        for at in range(0, len(jobs), self.threads):
            some = jobs[at : at + self.threads]
            decay = [max(0.1, remaining)] * len(some)
            found = [*pool.map(self.gradients_of, some, self.gradients[: len(some)], decay)]
            mean = [sum(parts) / len(found) for parts in zip(*found, strict=True)]
            self.optimizer.step(mean, LEARNING_RATE * max(0.05, remaining))

    def gradients_of(self, job: tuple[ReplayBuffer, Any], out: Gradients, decay: float) -> list[Any]:
        """Return the gradient of the objective on a batch of decisions of a buffer."""
        self.module.gradients(job[1], job[0], policy_of(self.game, self.weights), ENTROPY_BONUS * decay, out)
        return [*out[: len(NAMES)]]

    def shuffled_batches(self, buffer: ReplayBuffer) -> list[Any]:
        """Cut the shuffled decisions of a buffer into batches."""
        order = self.dice.permutation(int(buffer.used[0]))
        return [order[at : at + BATCH_SIZE] for at in range(0, len(order), BATCH_SIZE)]

    def win_share(self, seats: int, games: int, first: int = 1) -> float:
        """Play games of one seat by the policy, all others by the heuristic; return its share of wins."""
        workspaces, score = (self.workspace(seats), planner.workspace(self.game, seats)), np.zeros((games, seats))
        start = self.starts.get(seats, self.start(seats))
        self.module.play_against(start, first, games, workspaces, heuristic_of(self.game).TIE_NOISE, score)
        return float(shares(score)[np.arange(games), np.arange(games) % seats].mean())


def shares(score: Any) -> Any:
    """Return each seat's share of the win, game by game; a single seat wins or does not."""
    if score.shape[1] == 1:
        return (score > 0).astype(np.float64)
    best = score == score.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def new_buffer(game: Game) -> ReplayBuffer:
    """Allocate an empty buffer."""
    features, actions = features_of(game), BUFFER_DECISIONS * ACTIONS_PER_DECISION
    return ReplayBuffer(
        state_features=np.zeros((BUFFER_DECISIONS, features.STATE_FEATURES), np.float32),
        first=np.zeros(BUFFER_DECISIONS, np.int64),
        many=np.zeros(BUFFER_DECISIONS, np.int64),
        action_features=np.zeros((actions, features.ACTION_FEATURES), np.float32),
        prior=np.zeros(actions, np.float32),
        values=np.zeros(actions, np.float32),
        used=np.zeros(2, np.int64),
    )


def empty_gradients(game: Game) -> Gradients:
    """Allocate gradients, and what computing them needs."""
    features = features_of(game)
    return Gradients(
        state_weights=np.zeros((features.STATE_FEATURES, NEURONS), np.float32),
        action_weights=np.zeros((features.ACTION_FEATURES, NEURONS), np.float32),
        bias=np.zeros(NEURONS, np.float32),
        output_weights=np.zeros(NEURONS, np.float32),
        log_probabilities=np.zeros(game.max_actions),
        signal=np.zeros((game.max_actions, NEURONS), np.float32),
        back=np.zeros((2, NEURONS), np.float32),
    )


def train_for(learner: Learner, seconds: float) -> Iterator[Progress]:
    """Train for so long; report the progress after each round."""
    start = time.monotonic()
    while (elapsed := time.monotonic() - start) < seconds:
        learner.round(1 - elapsed / seconds)
        yield Progress(learner.decisions, learner.games, time.monotonic() - start)
