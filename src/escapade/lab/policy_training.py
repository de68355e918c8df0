"""Learning a habit: a game is played against oneself again and again, and what turned out well becomes likelier."""

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
from escapade.bots.practised import PARTS, habit
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game
from escapade.kernel.names import BadInput
from escapade.lab.compiled import policy_self_play
from escapade.lab.value_training import Adam

NEURONS = 64
DECISIONS = 10_000  # that are thought about in a round, by each thread
ACTIONS = 20  # that are written down for each of them, at the most on average
OFTEN = 0.15  # how likely a decision is thought about: neighbours have little new to say
KEPT = 6  # rounds that are gone through once more with every new one
BATCH = 1024  # decisions of one correction
PACE = 6e-3  # how far a correction goes, at the beginning
VARIETY = 4e-3  # how much better something has to be to become clearly likelier, at the beginning


class Progress(NamedTuple):
    """How far it is: decisions thought about, games played, and seconds."""

    decisions: int
    games: int
    seconds: float


@cache
def playing(game: Game) -> Any:
    """The compiled games in which habits are learned."""
    module = planner.searching(game)
    return compiled(policy_self_play, game=game.compiled, heuristic=module.heuristic, search=module, terms=module.terms)


class Learner:
    """A habit that is being learned for tables of some sizes."""

    def __init__(self, game: Game, seats: Sequence[int], seed: int, threads: int = 1) -> None:
        self.game, self.seats, self.terms = game, seats, features_of(game)
        if self.terms.ACTION_FEATURES == 0:
            raise BadInput(f"{game.title} has no features to learn in; write games/{game.name}/features.py")
        self.dice, self.games, self.decisions, self.rounds = np.random.default_rng(seed), 0, 0, 0
        state_features, action_features = self.terms.STATE_FEATURES, self.terms.ACTION_FEATURES
        first = [
            self.dice.normal(0, many**-0.5, (many, NEURONS)).astype(np.float32)
            for many in (state_features, action_features)
        ]
        nothing = [np.zeros(NEURONS, np.float32) for _ in range(2)]  # at first, habit says nothing
        self.habit = Adam([*first, *nothing])
        self.module = playing(game)
        self.diaries, self.threads = deque[policy_self_play.ReplayBuffer](maxlen=KEPT * threads), threads
        self.rooms = [room_for_gradients(game) for _ in range(threads)]
        self.starts = {many: self.start(many) for many in seats}
        self.met = [
            np.zeros(many, bool) for many in (state_features, action_features)
        ]  # numbers that were ever anything but 0

    @property
    def parts(self) -> dict[str, Any]:
        """The habit as far as it is learned."""
        return dict(zip(PARTS, self.habit.parts, strict=True))

    @property
    def learned(self) -> dict[str, Any]:
        """The same, silent of what was never met: it knows nothing of that, and has the weights it began with."""
        state_weights, action_weights, *others = self.habit.parts
        known = [
            np.where(met[:, None], part, 0) for met, part in zip(self.met, (state_weights, action_weights), strict=True)
        ]
        return dict(zip(PARTS, [*known, *others], strict=True))

    def start(self, seats: int) -> Any:
        """Where games of so many seats begin, with the options that are usual."""
        return self.game.fields.record(self.game.start(seats, self.game.check_options({}, seats), self.game.pieces()))

    def workspace(self, seats: int) -> Any:
        """Room for play by the habit as it is now."""
        return planner.workspace(self.game, seats)._replace(habit=habit(self.game, self.parts))

    def round(self, left: float) -> None:
        """Play, then learn from it; `left` is the part of the time that is left: corrections become smaller."""
        seats = self.seats[self.rounds % len(self.seats)]
        firsts = [int(first) for first in self.dice.integers(1 << 60, size=self.threads)]
        with ThreadPoolExecutor(self.threads) as pool:
            for buffer, games in pool.map(self.play, [seats] * self.threads, firsts):
                self.take_in(buffer)
                self.games += games
            self.rounds += 1
            self.learn(left, pool)

    def play(self, seats: int, first: int) -> tuple[policy_self_play.ReplayBuffer, int]:
        """Fill a diary with games of their own dice; return it, and how many were played to their end."""
        found, desks, tie_noise = (
            buffer(self.game),
            (self.workspace(seats), self.workspace(seats)),
            heuristic_of(self.game).TIE_NOISE,
        )
        games = self.module.practise(self.starts[seats], first, OFTEN, *desks, tie_noise, found)
        return found, games

    def take_in(self, buffer: policy_self_play.ReplayBuffer) -> None:
        """Keep a diary for the next rounds, and mark what was met."""
        many, actions = map(int, buffer.used)
        self.met[0] |= buffer.state_features[:many].any(axis=0)
        self.met[1] |= buffer.action_features[:actions].any(axis=0)
        self.decisions += many
        self.diaries.append(buffer)

    def learn(self, left: float, pool: ThreadPoolExecutor) -> None:
        """Go through all diaries once, in any order; each thread has a page, and a correction is for all of them."""
        pages = [(buffer, some) for buffer in self.diaries for some in self.mixed(buffer)]
        self.dice.shuffle(pages)
        for at in range(0, len(pages), self.threads):
            some = pages[at : at + self.threads]
            found = [*pool.map(self.gradients_of, some, self.rooms[: len(some)], [max(0.1, left)] * len(some))]
            mean = [sum(parts) / len(found) for parts in zip(*found, strict=True)]
            self.habit.correct(mean, PACE * max(0.05, left))

    def gradients_of(
        self, page: tuple[policy_self_play.ReplayBuffer, Any], room: policy_self_play.Gradients, left: float
    ) -> list[Any]:
        """How to change each part of the habit, as some decisions of a diary have it."""
        self.module.gradients(page[1], page[0], habit(self.game, self.parts), VARIETY * left, room)
        return [*room[: len(PARTS)]]

    def mixed(self, buffer: policy_self_play.ReplayBuffer) -> list[Any]:
        """The decisions of a diary in any order, in batches."""
        order = self.dice.permutation(int(buffer.used[0]))
        return [order[at : at + BATCH] for at in range(0, len(order), BATCH)]

    def examined(self, seats: int, games: int, first: int = 1) -> float:
        """The share of wins of the habit, one seat against sense alone at all others."""
        desks, score = (self.workspace(seats), planner.workspace(self.game, seats)), np.zeros((games, seats))
        start = self.starts.get(seats, self.start(seats))
        self.module.examine(start, first, games, desks, heuristic_of(self.game).TIE_NOISE, score)
        return float(shares(score)[np.arange(games), np.arange(games) % seats].mean())


def shares(score: Any) -> Any:
    """Who has what share of the win, game by game; alone, one wins or does not."""
    if score.shape[1] == 1:
        return (score > 0).astype(np.float64)
    best = score == score.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def buffer(game: Game) -> policy_self_play.ReplayBuffer:
    """An empty diary."""
    terms, actions = features_of(game), DECISIONS * ACTIONS
    first, many = (np.zeros(DECISIONS, np.int64) for _ in range(2))
    state_features, action_features = (
        np.zeros((DECISIONS, terms.STATE_FEATURES), np.float32),
        np.zeros((actions, terms.ACTION_FEATURES), np.float32),
    )
    firm, came = np.zeros(actions, np.float32), np.zeros(actions, np.float32)
    return policy_self_play.ReplayBuffer(
        state_features, first, many, action_features, firm, came, np.zeros(2, np.int64)
    )


def room_for_gradients(game: Game) -> policy_self_play.Gradients:
    """Room for what is learned from some decisions."""
    terms = features_of(game)
    state_weights, action_weights = (
        np.zeros((many, NEURONS), np.float32) for many in (terms.STATE_FEATURES, terms.ACTION_FEATURES)
    )
    bias, output_weights = (np.zeros(NEURONS, np.float32) for _ in range(2))
    signal, back = np.zeros((game.max_actions, NEURONS), np.float32), np.zeros((2, NEURONS), np.float32)
    return policy_self_play.Gradients(
        state_weights, action_weights, bias, output_weights, np.zeros(game.max_actions), signal, back
    )


def practise(learner: Learner, seconds: float) -> Iterator[Progress]:
    """Practise for so long, and tell how far it is after each round."""
    began = time.monotonic()
    while (gone := time.monotonic() - began) < seconds:
        learner.round(1 - gone / seconds)
        yield Progress(learner.decisions, learner.games, time.monotonic() - began)
