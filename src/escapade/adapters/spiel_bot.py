"""OpenSpiel's information-set tree search as a bot at our tables, to be measured against.

The search is OpenSpiel's own, line by line; only its loop ends by the clock. What it asks of a position is answered as
quickly as we can: views tell its nodes apart, its rollouts run in compiled code, and it may use our book of set-ups.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from escapade.adapters.open_spiel import Position, SpielGame, SpielState, spiel_game
from escapade.bots.contract import Budget, Heard
from escapade.bots.levels import HeuristicBot
from escapade.bots.parts import from_book, heuristic_of
from escapade.bots.planner import searching, workspace
from escapade.kernel import play
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game
from escapade.kernel.fields import View
from escapade.kernel.rng import seed

from open_spiel.python.algorithms import ismcts  # isort: skip  (after the check that OpenSpiel is there)

OWN = Budget(milliseconds=500)
EXPLORES = 1.4  # the weight of exploring, for values from -1 to 1
ENDLESS = 1 << 40  # plies
WHIMS = 1 << 40


class Rollouts:
    """What a position is worth: played to its end at random, as OpenSpiel's default evaluator does, but compiled."""

    def __init__(self, home: SpielGame, rng: random.Random) -> None:
        self.home, self.rng, self.game = home, rng, home.game
        self.workspace, self.module = workspace(home.game, home.seats), compiled(play, game=home.game.compiled)
        self.used = np.zeros(home.game.actions.size, np.int64)

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All alike."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]

    def evaluate(self, state: SpielState) -> Any:
        """What one rollout comes to, for each seat."""
        record, room = self.game.fields.record(state.position.state), self.workspace
        self.roll(record, self.rng.getrandbits(60))
        return room.score.copy()

    def roll(self, record: Any, number: int) -> None:
        """Play on to the end with the dice of this number, and write the score."""
        room = self.workspace
        seed(room.words, number)
        self.module.random_game(record, room.words, room.out, room.weight, ENDLESS, self.used)
        self.game.compiled.returns(record, room.score)


class Sensible(Rollouts):
    """The same by our sense: each seat plays on from its own view, until the position can be valued."""

    def __init__(self, home: SpielGame, rng: random.Random) -> None:
        super().__init__(home, rng)
        self.search, self.tie_noise = searching(home.game), heuristic_of(home.game).TIE_NOISE

    def roll(self, record: Any, number: int) -> None:
        """Play on by sense, and write what it has come to."""
        root, room = record.copy(), self.workspace
        room.work[0] = record
        self.search.throw(root, number, room)
        self.search.play_on(root, room.work[0], room, self.tie_noise)
        self.search.judge(room)


class Clocked(ismcts.ISMCTSBot):
    """OpenSpiel's bot with a loop that counts, and looks at the clock."""

    def think(self, state: SpielState, budget: Budget) -> int:
        """Search, and return the best action; `simulations` says how many there were."""
        self.reset()
        self._root_node = self.create_new_node(state)
        self.simulations = 0
        for _ in ticks(budget):
            self.run_simulation(self.sample_root_state(state))
            self.simulations += 1
        actions, chances = zip(*self.get_final_policy(state, self._root_node), strict=True)
        return int(self._random_state.choice(actions, p=chances))


def ticks(budget: Budget) -> Iterator[None]:
    """Go on for so many iterations, or so many milliseconds; twice at the least, since the first only makes a root."""
    began, done = time.perf_counter(), 0
    while done < 2 or (
        done < budget.iterations
        if budget.iterations is not None
        else time.perf_counter() < began + (budget.milliseconds or 0) / 1000
    ):
        yield
        done += 1


class SpielBot:
    """OpenSpiel's ISMCTS, with its default evaluator or with ours."""

    def __init__(self, game: Game, ours: bool = False) -> None:
        self.game, self.ours, self.heuristic_bot = game, ours, HeuristicBot(game)
        self.simulations, self.seconds = 0, 0.0  # of all searches, for who wants to know how quick it is
        self.home = cache(self._home)

    def choose(self, view: View, legal: Sequence[int], heard: Heard, budget: Budget, rng: random.Random) -> int:
        """What the search visits most."""
        self.game.must_be_view(view)
        if len(legal) == 1 or from_book(self.game, view):
            return self.heuristic_bot.choose(view, legal, heard, budget, rng)
        if budget.iterations is None and budget.milliseconds is None:
            budget = OWN
        home = self.home(getattr(view, "seats", self.game.seats[-1]))
        search, began = self.searcher(home, rng), time.perf_counter()
        code = search.think(SpielState(home, Position(home, self.game.fields.filled(view), {})), budget)
        self.simulations += search.simulations
        self.seconds += time.perf_counter() - began
        return code

    def _home(self, seats: int) -> SpielGame:
        """The game for so many seats. A search begins from a view, so its options do not matter here."""
        return spiel_game(self.game, seats)

    def searcher(self, home: SpielGame, rng: random.Random) -> Clocked:
        """OpenSpiel's bot, its nodes told apart by views, its worlds guessed from the view at its root."""
        evaluator = Sensible(home, rng) if self.ours else Rollouts(home, rng)
        dice = np.random.RandomState(rng.getrandbits(32))
        search = Clocked(home, evaluator, EXPLORES, 0, random_state=dice, use_observation_string=True)
        search.set_resampler(lambda state, seat: world(state, seat, rng))
        return search


def world(state: SpielState, seat: int, rng: random.Random) -> SpielState:
    """A play that fits the view; nobody listens in it, since only views tell its nodes apart."""
    at = state.position
    return SpielState(at.home, at.guess(seat, rng.randrange(WHIMS), ()))
