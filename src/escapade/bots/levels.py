"""Five levels of play for every game, and their names."""

from __future__ import annotations

import difflib
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from escapade.bots import planner, policy_file, search
from escapade.bots.contract import Bot, Budget, Heard
from escapade.bots.parts import features_of, from_book, heuristic_of
from escapade.bots.policy import NO_POLICY
from escapade.kernel.contract import Game
from escapade.kernel.fields import View
from escapade.kernel.names import BadInput
from escapade.kernel.rng import seed


class Level(NamedTuple):
    """How well a bot plays."""

    number: int
    name: str
    about: str
    milliseconds: int = 0  # that it thinks, at the most
    deep: bool = False  # does it think by the search that is best for its game, or always by rollouts alone?
    careful: bool = False  # does it think its guesses of what is hidden over, where there is something to go by?
    learned_policy: bool = False  # do rollouts follow the game's learned policy, if it has one?
    brief: bool = False  # does it try things a few times only, where more would make it as good as the next level?


LEVELS = (
    Level(1, "novice", "has read the rules once, and overlooks things"),
    Level(2, "greedy", "takes what looks best now"),
    Level(3, "planner", "tries its ideas in a few possible worlds", 50, brief=True),
    Level(4, "expert", "thinks longer, and of answers where that helps", 110, deep=True),
    Level(5, "master", "brings all it knows, and takes its time", 290, deep=True, careful=True, learned_policy=True),
)
RANDOM = "random"
SIMULTANEOUS_SPREAD = 0.5  # a heuristic's SPREAD is at least this in a simultaneous choice: others answer it unseen
DROP_RATE = 0.2  # how often a novice does not notice an action at all


class RandomBot:
    """Chooses uniformly among the legal actions."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: View, legal: Sequence[int], heard: Heard, budget: Budget, rng: random.Random) -> int:
        """Any legal action."""
        self.game.must_be_view(view)
        return rng.choice(legal)


class HeuristicBot:
    """Plays the heuristic of its game without search: it needs nothing compiled, and answers at once."""

    def __init__(self, game: Game, novice: bool = False) -> None:
        self.game, self.novice, self.heuristic, self.policy = game, novice, heuristic_of(game), NO_POLICY

    def choose(self, view: View, legal: Sequence[int], heard: Heard, budget: Budget, rng: random.Random) -> int:
        """The action the heuristic scores highest; a novice drops some actions, and samples among the rest."""
        self.game.must_be_view(view)
        if len(legal) == 1:
            return legal[0]
        if (code := self.heuristic.by_book(view, legal, rng)) is not None:
            return int(code)
        noticed = [code for code in legal if not self.novice or rng.random() >= DROP_RATE] or list(legal)
        return noticed[self._prefer(view, noticed, rng)]

    def _prefer(self, view: View, noticed: list[int], rng: random.Random) -> int:
        search.heuristic, search.features = self.heuristic, features_of(self.game)
        words = [0, 0]
        seed(words, rng.getrandbits(60))
        n = len(noticed)
        utility, room = [0.0] * n, [0.0] * self.heuristic.ROOM
        workspace = search.Workspace(
            None, None, None, noticed, None, utility, room, words, None, None, policy=self.policy
        )
        if self.novice:
            return int(search.drift(view, noticed, n, workspace, self.heuristic.TEMPERATURE))
        return int(search.prefer(view, noticed, n, workspace, self.heuristic.TIE_NOISE))


class PolicyBot(HeuristicBot):
    """Plays the game's learned policy without search, and answers as quickly."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.policy = policy_file.own_policy(game)


class Explanation(NamedTuple):
    """What a bot would have done, and how that compares with what was done; no comparison: it would do the same."""

    code: int
    value: float  # of that, to the seat, from -1 to 1
    contrast: planner.Contrast | None


class Planner:
    """Looks ahead in guessed worlds."""

    def __init__(self, game: Game, level: Level) -> None:
        self.game, self.level = game, level
        self.plan = planner.DeepPlan if level.deep and heuristic_of(game).TREE else planner.Plan
        self.care = heuristic_of(game).CARE if level.careful else 0
        self.weights = policy_file.own_weights(game) if level.learned_policy else None
        self.heuristic_bot, self.spread = HeuristicBot(game), heuristic_of(game).SPREAD
        self.agree = heuristic_of(game).by_agreement  # resign, or a draw, where the rules know them

    def choose(self, view: View, legal: Sequence[int], heard: Heard, budget: Budget, rng: random.Random) -> int:
        """The action that did best in the worlds it was tried in, or by lot one nearly as good."""
        codes = self.mixture(view, legal, heard, budget, rng)
        return rng.choices([*codes], [*codes.values()])[0]

    def mixture(
        self, view: View, legal: Sequence[int], heard: Heard, budget: Budget, rng: random.Random
    ) -> dict[int, float]:
        """How likely each action is to be chosen, after this much thinking."""
        self.game.must_be_view(view)
        if len(legal) == 1 or from_book(self.game, view):
            return {self.heuristic_bot.choose(view, legal, heard, budget, rng): 1.0}
        _, ranking = self.thought(view, legal, heard, budget, rng)
        decision = self.agree(view, ranking[0].value)
        spread = max(self.spread, SIMULTANEOUS_SPREAD) if self.game.simultaneous(view) else self.spread
        return planner.mixture(ranking, spread) if decision is None else {int(decision): 1.0}

    def thought(
        self, view: View, legal: Sequence[int], heard: Heard, budget: Budget, rng: random.Random
    ) -> tuple[planner.Plan, list[planner.Candidate]]:
        """A decision thought through: the plan, and its candidates, best first."""
        if budget.iterations is None and budget.milliseconds is None:
            budget = self.own_budget(view)
        plan = self.plan(self.game, view, legal, rng, self.care, heard, self.weights)
        return plan, planner.think(plan, budget)

    def own_budget(self, view: View) -> Budget:
        """How long it thinks, if nobody says otherwise."""
        few = heuristic_of(self.game).BRIEF if self.level.brief and getattr(view, "seats", 0) == 2 else 0
        return Budget(iterations=few) if few else Budget(milliseconds=self.level.milliseconds)

    def explain(
        self, view: View, legal: Sequence[int], done: int, worlds: int, budget: Budget, rng: random.Random
    ) -> Explanation:
        """What it would have done in place of `done`, and what both are worth in so many worlds more.

        `done` may be anything the seat was allowed, also what it may do at any time.
        """
        self.game.must_be_view(view)
        plan, ranking = self.thought(view, legal, (), budget, rng)
        choices = planner.mixture(ranking, self.spread)
        if done in choices:
            value = {candidate.code: candidate.value for candidate in ranking}.get(done, ranking[0].value)
            return Explanation(done, value, None)
        best = next(iter(choices))
        compared = planner.contrast(plan, best, done, worlds)
        return Explanation(best, compared.better, compared)


def others(game: Game) -> dict[str, Callable[[Game], Bot]]:
    """Bots of this game alone: its rivals, which are only there to be measured against, and its learned policy."""
    rivals = game.part("rivals")
    learned = {"policy": PolicyBot} if game.policy else {}
    return {**(rivals.BOTS if rivals else {}), **learned}


def names() -> list[str]:
    """Every bot that plays all games by name, weakest first."""
    return [RANDOM, *(level.name for level in LEVELS)]


def level_of(name: str) -> Level | None:
    """The level of this name or number; None for the random player."""
    for level in LEVELS:
        if name in (level.name, str(level.number)):
            return level
    if name == RANDOM:
        return None
    near = difflib.get_close_matches(name, names(), 1)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    raise BadInput(f"there is no bot {name!r}{hint} The bots are {', '.join(names())}, or a level from 1 to 5")


def bot(game: Game, name: str) -> Bot:
    """Make a bot for a game, by its level's name or number.

    >>> import random, escapade
    >>> match = escapade.new("cartagena", seed=7)
    >>> legal = [action.code for action in match.legal()]
    >>> bot(match.game, "greedy").choose(match.view(match.turn), legal, [], Budget(), random.Random(1)) in legal
    True
    """
    if other := others(game).get(name):
        return other(game)
    level = level_of(name)
    if level is None:
        return RandomBot(game)
    return Planner(game, level) if level.number > 2 else HeuristicBot(game, novice=level.number == 1)
