"""Learning a habit: a game is played against oneself again and again, and what turned out well becomes likelier."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from escapade.bots import planner
from escapade.bots.evaluator import forward
from escapade.bots.practised import PARTS, habit
from escapade.bots.sense import sense_of, terms_of
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game
from escapade.kernel.names import BadInput
from escapade.lab import practising
from escapade.lab.training import Adam, Network

NEURONS = 32
DECISIONS = 40_000  # between two changes of the habit
ACTIONS = 20  # that are written down for each of them, at the most on average
EPOCHS = 2  # times that they are gone through
BATCH = 4096  # decisions of one correction
PACE = 1e-3  # how far a correction goes, at the beginning
CLIP = 0.2  # by how much a decision may become likelier or less likely in one go
VARIETY = 3e-3  # how much choices are kept open, at the beginning
TRUST = 0.9  # how much what came in the end counts, beside what was foretold on the way


class Progress(NamedTuple):
    """How far it is: games played, and seconds."""

    games: int
    seconds: float


@cache
def playing(game: Game) -> Any:
    """The compiled games in which habits are learned."""
    twin = planner.searching(game)
    return compiled(practising, game=game.compiled, sense=twin.sense, search=twin, terms=twin.terms)


class Learner:
    """A habit that is being learned for tables of some sizes, and a network that foretells who will win."""

    def __init__(self, game: Game, seats: Sequence[int], seed: int) -> None:
        self.game, self.seats, self.terms = game, seats, terms_of(game)
        if self.terms.DEED == 0:
            raise BadInput(f"{game.title} has no terms to practise in; write bots/sense/{game.name}_terms.py")
        self.dice, self.games, self.rounds = np.random.default_rng(seed), 0, 0
        scene, deed = self.terms.SCENE, self.terms.DEED
        first = [self.dice.normal(0, many**-0.5, (many, NEURONS)).astype(np.float32) for many in (scene, deed)]
        nothing = [np.zeros(NEURONS, np.float32) for _ in range(2)]  # at first, habit says nothing
        self.habit = Adam([*first, *nothing])
        self.critic = Network([scene, NEURONS, 1], [scene, NEURONS], self.dice)
        self.twin, self.first = playing(game), (seed + 1) << 32
        self.diary, self.slopes = diary(game), room_for_slopes(game)
        self.starts = {many: self.start(many) for many in seats}
        self.met = [np.zeros(many, bool) for many in (scene, deed)]  # numbers that were ever anything but 0

    @property
    def parts(self) -> dict[str, Any]:
        """The habit as far as it is learned."""
        return dict(zip(PARTS, self.habit.parts, strict=True))

    @property
    def learned(self) -> dict[str, Any]:
        """The same, silent of what was never met: it knows nothing of that, and has the weights it began with."""
        scene, deed, *others = self.habit.parts
        known = [np.where(met[:, None], part, 0) for met, part in zip(self.met, (scene, deed), strict=True)]
        return dict(zip(PARTS, [*known, *others], strict=True))

    def start(self, seats: int) -> Any:
        """Where games of so many seats begin, with the options that are usual."""
        return self.game.fields.record(self.game.start(seats, self.game.check_options({}, seats), self.game.pieces()))

    def desk(self, seats: int) -> Any:
        """Room for play by the habit as it is now."""
        return planner.desk(self.game, seats)._replace(habit=habit(self.game, self.parts))

    def round(self, left: float) -> None:
        """Play, then learn from it; `left` is the part of the time that is left: corrections become smaller."""
        seats = self.seats[self.rounds % len(self.seats)]
        score = np.zeros((DECISIONS, seats))
        ended = self.twin.practise(self.starts[seats], self.first, len(score), self.desk(seats), self.diary, score)
        self.rounds, self.games, self.first = self.rounds + 1, self.games + ended, self.first + ended + 1
        many, actions = map(int, self.diary.used)
        self.met[0] |= self.diary.scene[:many].any(axis=0)
        self.met[1] |= self.diary.deed[:actions].any(axis=0)
        if ended == 0:
            raise BadInput(f"{self.game.title}: a game for {seats} is too long to be practised: it fills the diary")
        came = 2 * shares(score[:ended])[self.diary.game[:many], self.diary.seat[:many]] - 1
        self.learn(many, came.astype(np.float32), left)

    def learn(self, many: int, came: Any, left: float) -> None:
        """Go through the decisions of the diary, for the habit and for what is foretold."""
        scene = self.diary.scene[:many]
        foretold = forward(self.critic.layers, scene)[-1][:, 0]
        better, order = np.zeros(many, np.float32), np.lexsort((self.diary.seat[:many], self.diary.game[:many]))
        self.twin.credit(order, self.diary, foretold, came, TRUST, better)
        wanted = foretold + better
        better = (better - better.mean()) / (better.std() + 1e-8)
        for _ in range(EPOCHS):
            mixed = self.dice.permutation(many)
            for at in range(0, many, BATCH):
                some = mixed[at : at + BATCH]
                now = habit(self.game, self.parts)
                self.twin.slopes(some, self.diary, better, now, CLIP, VARIETY * left, self.slopes)
                self.habit.correct([*self.slopes[: len(PARTS)]], PACE * max(0.1, left))
                self.critic.correct(self.critic.slopes(scene[some], wanted[some]), PACE * max(0.1, left))

    def examined(self, seats: int, games: int, first: int = 1) -> float:
        """The share of wins of the habit, one seat against sense alone at all others."""
        desks, score = (self.desk(seats), planner.desk(self.game, seats)), np.zeros((games, seats))
        start = self.starts.get(seats, self.start(seats))
        self.twin.examine(start, first, games, desks, sense_of(self.game).WHIM, score)
        return float(shares(score)[np.arange(games), np.arange(games) % seats].mean())


def shares(score: Any) -> Any:
    """Who has what share of the win, game by game; alone, one wins or does not."""
    if score.shape[1] == 1:
        return (score > 0).astype(np.float64)
    best = score == score.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def diary(game: Game) -> practising.Diary:
    """An empty diary."""
    terms, actions = terms_of(game), DECISIONS * ACTIONS
    number, scene = (np.zeros(DECISIONS, np.int64) for _ in range(5)), np.zeros((DECISIONS, terms.SCENE), np.float32)
    first, many, chosen, games, seat = number
    deed, firm = np.zeros((actions, terms.DEED), np.float32), np.zeros(actions, np.float32)
    likely, used = np.zeros(DECISIONS), np.zeros(2, np.int64)
    return practising.Diary(scene, first, many, chosen, likely, games, seat, deed, firm, used)


def room_for_slopes(game: Game) -> practising.Slopes:
    """Room for what is learned from some decisions."""
    terms = terms_of(game)
    scene, deed = (np.zeros((many, NEURONS), np.float32) for many in (terms.SCENE, terms.DEED))
    added, heeded = (np.zeros(NEURONS, np.float32) for _ in range(2))
    signal, back = np.zeros((game.most, NEURONS), np.float32), np.zeros((2, NEURONS), np.float32)
    return practising.Slopes(scene, deed, added, heeded, np.zeros(game.most), signal, back)


def practise(learner: Learner, seconds: float) -> Iterator[Progress]:
    """Practise for so long, and tell how far it is after each round."""
    began = time.monotonic()
    while (gone := time.monotonic() - began) < seconds:
        learner.round(1 - gone / seconds)
        yield Progress(learner.games, time.monotonic() - began)
