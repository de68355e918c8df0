"""Analysis of a match, ply by ply: what a strong bot would have done, what was skill, what was luck.

Values are estimated by rollouts of the rule bot, with common random numbers for all that is compared. What a seat could
foresee is estimated in determinized states that fit its view (worlds), and its bot is given nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import ceil, hypot, log2, sqrt
from typing import Any, Literal, NamedTuple

import numpy as np

from escapade.bots import Budget, bot, level_of, planner
from escapade.bots.analysed import FORMAT, Advice, AnalysedPly, Analysis, SeatSummary, TurningPoint
from escapade.bots.deductions import deduce
from escapade.bots.levels import LEVELS, Planner
from escapade.bots.parts import from_book, heuristic_of
from escapade.kernel.contract import Game
from escapade.kernel.fields import State, View
from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE, NONE, OVER, UNHEARD, BadInput
from escapade.kernel.notation import Ply, chain
from escapade.lab.arena import read_budget

BOT = "expert"
TOTAL_ITERATIONS = 100_000  # that all choices of a match share …
MIN_ITERATIONS, MAX_ITERATIONS = 64, 1000  # … within these bounds for each
TOTAL_ROLLOUTS = 80_000  # that everything else shares …
MIN_WORLDS, MAX_WORLDS = 8, 64  # … within these bounds for each outcome
MAX_LOOKS = 800  # views whose hidden bits are counted: of every ply, or of every second, third …
MAX_TURNING_POINTS, MIN_PLIES_APART = 3, 5
MIN_CHANGE, MIN_STANDARD_ERRORS = 0.02, 2.0  # of a turning point
CHECKS = 8  # check digits that tell one record from another


class Estimate(NamedTuple):
    """A mean and its standard error, for each seat."""

    mean: list[float]
    error: list[float]


class RolloutEstimator:
    """Estimates the expected result of each seat by rollouts, world by world."""

    def __init__(self, game: Game, seats: int, worlds: int, seed: int) -> None:
        self.game, self.seats, self.worlds = game, seats, worlds
        self.module, self.workspace = planner.searching(game), planner.workspace(game, seats)
        self.first = random.Random(f"{seed}/worlds").getrandbits(40) << 20

    def rollout_values(self, root: State, me: int, tried: Sequence[int]) -> Any:
        """Return the value of each action, by world, action and seat. `me`: whose view the root is; NONE: a state."""
        codes, found = np.array(tried, np.int64), np.zeros((self.worlds, len(tried), self.seats))
        record, tie_noise = self.game.fields.record(root), heuristic_of(self.game).TIE_NOISE
        self.module.foresee(record, me, codes, len(codes), self.first, self.worlds, self.workspace, tie_noise, found)
        return (1 + found) / 2

    def measure(self, found: Any) -> Estimate:
        """Take the mean over the worlds."""
        error = found.std(axis=0, ddof=1) / sqrt(self.worlds) if self.worlds > 1 else np.zeros(self.seats)
        return Estimate(found.mean(axis=0).tolist(), error.tolist())


class PlyEstimate(NamedTuple):
    """What each seat expects before a ply, and what the ply changes."""

    expectation: Estimate
    change: Estimate


def estimate_chance(estimator: RolloutEstimator, state: State, code: int) -> PlyEstimate:
    """Compare the outcome of chance with the expectation over all outcomes: by odds, luck has mean 0."""
    odds = estimator.game.odds(state)
    found = estimator.rollout_values(state, NONE, [outcome for outcome, _ in odds])
    chances = np.array([weight for _, weight in odds], float)
    expected = np.einsum("wos,o->ws", found, chances / chances.sum())
    came = found[:, [outcome for outcome, _ in odds].index(code)]
    return PlyEstimate(estimator.measure(expected), estimator.measure(came - expected))


def estimate_action(estimator: RolloutEstimator, root: State, me: int, code: int) -> PlyEstimate:
    """Compare an action with that of the rule bot, in the same worlds."""
    found = estimator.rollout_values(root, me, [NONE, code])
    return PlyEstimate(estimator.measure(found[:, 0]), estimator.measure(found[:, 1] - found[:, 0]))


# --- One ply -----------------------------------------------------------------


class Choice(NamedTuple):
    """What a seat knew when it acted."""

    ply: int
    seat: int
    view: View
    legal: list[int]  # empty: it was not its turn
    done: int

    @property
    def real(self) -> bool:
        """Whether there was anything to choose."""
        return len(self.legal) > 1 or (len(self.legal) == 1 and self.done != self.legal[0])


class Adviser:
    """A strong bot that evaluates choices that were made."""

    def __init__(self, game: Game, name: str, iterations: int, seed: int) -> None:
        found = bot(game, name)
        if not isinstance(found, Planner):
            ahead = ", ".join(level.name for level in LEVELS if level.number > 2)
            raise BadInput(f"{name} does not look ahead, and values nothing: ask {ahead}")
        self.game, self.bot, self.iterations, self.seed = game, found, iterations, seed

    def advise(self, choice: Choice) -> Advice | None:
        """Return the action of the bot, from the seat's view, and the loss against it; None without a choice."""
        if not choice.real or from_book(self.game, choice.view):
            return None
        rng, budget = random.Random(f"{self.seed}/{choice.ply}"), Budget(iterations=self.iterations)
        best = self.bot.explain(choice.view, choice.legal, choice.done, self.iterations // 8, budget, rng)
        value, error = best.value, 0.0
        if best.contrast:
            value, error = best.contrast.other, best.contrast.error / 2
        name, words = self.game.actions[best.code].name, self.game.offer(choice.view, choice.seat, best.code)
        loss = (best.value - value) / 2
        return Advice(
            best.code, name, *words, best.code == choice.done, (1 + best.value) / 2, (1 + value) / 2, loss, error
        )


def estimate_skill(estimator: RolloutEstimator, choice: Choice) -> Estimate | None:
    """Return what a seat could foresee of what its action changes for itself."""
    if from_book(estimator.game, choice.view):
        return None
    if len(choice.legal) == 1 and choice.done == choice.legal[0]:
        return Estimate([0.0], [0.0])
    found = estimate_action(estimator, choice.view, choice.seat, choice.done).change
    return Estimate([found.mean[choice.seat]], [found.error[choice.seat]])


def hidden_bits(game: Game, view: View) -> float:
    """Add up the entropies of all hidden cells of a view, in bits: an upper bound, since cells are not independent.

    >>> import escapade
    >>> match = escapade.new("cartagena", version="tortuga", seed=1)
    >>> round(hidden_bits(match.game, match.view(0)), 3)  # everyone sees everything but the order of the deck
    0.0
    """
    finest: dict[str, int] = {}
    unknowns = deduce(game, view)
    for unknown in unknowns:
        finest[unknown.field] = max(finest.get(unknown.field, 1), len(unknown.index))
    cells = [unknown for unknown in unknowns if len(unknown.index) == finest[unknown.field]]
    return sum((entropy([float(chance) for _, chance in cell.odds]) for cell in cells), 0.0)


def entropy(chances: Sequence[float]) -> float:
    """Return the entropy of a distribution, in bits.

    >>> entropy([0.5, 0.25, 0.25])
    1.5
    """
    return sum((-chance * log2(chance) for chance in chances if chance > 0), 0.0)


# --- A whole match -----------------------------------------------------------


class Moment(NamedTuple):
    """A ply in its place: the states before and after it."""

    ply: int
    before: State
    done: Ply
    after: State


def moments(match: Match) -> Iterator[Moment]:
    """Replay a match, with copies of its states."""
    state = match.game.start(match.seats, match.options, match.pieces)
    for number, done in enumerate(match.log, 1):
        before: State = state.copy()
        match.game.rules.apply(state, done.action.code)
        yield Moment(number, before, done, state.copy())


def choice_of(game: Game, moment: Moment) -> Choice:
    """Return what the acting seat knew."""
    seat, mine = moment.done.seat, moment.before.turn == moment.done.seat
    view = game.view(moment.before, seat)
    return Choice(moment.ply, seat, view, game.legal(moment.before) if mine else [], moment.done.action.code)


def setting_up(game: Game, moment: Moment) -> bool:
    """Return whether this is a set-up from a book, which has no value."""
    return from_book(game, moment.before) or from_book(game, moment.after)


class Work(NamedTuple):
    """Real choices of a match, and rollouts for each world."""

    choices: int
    rollouts: int


def work_in(match: Match, observer: int | None) -> Work:
    """Count the work of a match, so that iterations can be divided."""
    choices = rollouts = 0
    for moment in moments(match):
        chance = moment.done.seat == CHANCE
        if not setting_up(match.game, moment):
            rollouts += len(match.game.odds(moment.before)) if chance and observer is None else 4
            mine = not chance and observer in (None, moment.done.seat)
            choices += mine and choice_of(match.game, moment).real
    return Work(choices, rollouts)


class Analyst:
    """Analyses a match, ply by ply; `analysis` may be called at any time.

    `observer` None analyses the states; a seat, what that seat saw and heard.
    """

    def __init__(
        self, match: Match, name: str = BOT, worlds: int | None = None, seed: int = 0, observer: int | None = None
    ) -> None:
        self.match, self.game, self.observer, self.seed = match, match.game, observer, seed
        bot_name, iterations = read_name(name)
        level = level_of(bot_name)
        self.name = level.name if level else bot_name
        work = work_in(match, observer)
        share = TOTAL_ITERATIONS // max(1, work.choices), TOTAL_ROLLOUTS // max(1, work.rollouts)
        self.iterations = iterations or min(MAX_ITERATIONS, max(MIN_ITERATIONS, share[0]))
        self.worlds = worlds or min(MAX_WORLDS, max(MIN_WORLDS, share[1]))
        self.adviser = Adviser(self.game, self.name, self.iterations, seed)
        self.estimator = RolloutEstimator(self.game, match.seats, self.worlds, seed)
        lookers = match.seats if observer is None else 1
        self.stride = ceil(len(match.log) * lookers / MAX_LOOKS)
        self.steps: list[AnalysedPly] = []
        self.end: list[float | None] = [None] * match.seats
        self._last_expectation: tuple[bytes, Estimate] = b"", Estimate([], [])

    def run(self) -> Iterator[AnalysedPly]:
        """Analyse, ply by ply; plies that the observer did not hear are left out."""
        for moment in moments(self.match):
            step = self.analyse_all(moment) if self.observer is None else self.analyse_heard(moment, self.observer)
            if step is not None:
                self.steps.append(step)
                yield step

    # --- Omniscient ---

    def analyse_all(self, moment: Moment) -> AnalysedPly:
        """Analyse one ply by its states; skill and advice by the acting seat's view."""
        (seat, action), nothing = moment.done, [None] * self.match.seats
        estimate, skill, advice = None, None, None
        if setting_up(self.game, moment):
            pass
        elif seat == CHANCE:
            estimate = estimate_chance(self.estimator, moment.before, action.code)
        else:
            choice = choice_of(self.game, moment)
            estimate = estimate_action(self.estimator, moment.before, NONE, action.code)
            skill, advice = estimate_skill(self.estimator, choice), self.adviser.advise(choice)
        self.end = self.standing(moment.after, estimate)
        return AnalysedPly(
            moment.ply, seat, action.code, action.name,
            [*estimate.expectation.mean] if estimate else [*nothing],
            [*estimate.change.mean] if estimate else [*nothing],
            [*estimate.change.error] if estimate else [*nothing],
            skill.mean[0] if skill else None, advice, self.bits(moment),
        )  # fmt: skip

    def standing(self, after: State, estimate: PlyEstimate | None) -> list[float | None]:
        """Return what each seat expects after a ply; after the last, the result."""
        if after.turn == OVER:
            return [(1 + score) / 2 for score in self.game.returns(after, self.match.seats)]
        if estimate is None:
            return self.end
        return [a + b for a, b in zip(estimate.expectation.mean, estimate.change.mean, strict=True)]

    # --- As one seat ---

    def analyse_heard(self, moment: Moment, me: int) -> AnalysedPly | None:
        """Analyse one ply as a seat saw and heard it: of the states only its views and legal actions are used."""
        heard = self.game.rules.hear(moment.before, moment.done.action.code, me)
        if heard == UNHEARD:
            return None
        choice = choice_of(self.game, moment) if moment.done.seat == me else None
        return self.describe(moment.ply, me, moment.done.seat, heard, self.views(moment, me), choice)

    def views(self, moment: Moment, me: int) -> tuple[View, View]:
        """Return the views before and after a ply."""
        return self.game.view(moment.before, me), self.game.view(moment.after, me)

    def describe(
        self, ply: int, me: int, who: int, heard: int, views: tuple[View, View], choice: Choice | None
    ) -> AnalysedPly:
        """Analyse one ply from a seat's views."""
        early = any(from_book(self.game, view) for view in views)
        before, after = (Estimate([], []) if early else self.expectation(view, me) for view in views)
        skill, advice = None, None
        if choice and not early:
            skill, advice = estimate_skill(self.estimator, choice), self.adviser.advise(choice)
        change = after.mean[0] - before.mean[0] if before.mean and after.mean else None
        error = hypot(before.error[0], after.error[0]) if change is not None else None
        self.end = self.only(me, after.mean[0] if after.mean else None)
        looks = (ply - 1) % self.stride == 0
        return AnalysedPly(
            ply, who, heard, self.game.actions[heard].name,
            self.only(me, before.mean[0] if before.mean else None), self.only(me, change), self.only(me, error),
            skill.mean[0] if skill else None, advice,
            self.only(me, hidden_bits(self.game, views[0]) if looks else None),
        )  # fmt: skip

    def expectation(self, view: View, me: int) -> Estimate:
        """Return what a seat expects by its view; cached, since it comes after one ply and before the next."""
        if view.turn == OVER:
            return Estimate([(1 + self.game.returns(view, self.match.seats)[me]) / 2], [0.0])
        packed = self.game.fields.bytes(view)
        if self._last_expectation[0] != packed:
            found = self.estimator.measure(self.estimator.rollout_values(view, me, [NONE])[:, 0])
            self._last_expectation = packed, Estimate([found.mean[me]], [found.error[me]])
        return self._last_expectation[1]

    def only(self, me: int, value: float | None) -> list[float | None]:
        """Return a value for one seat and None for the others."""
        return [value if seat == me else None for seat in range(self.match.seats)]

    def bits(self, moment: Moment) -> list[float | None]:
        """Return the hidden bits of each seat before a ply, if this ply is counted."""
        if (moment.ply - 1) % self.stride:
            return [None] * self.match.seats
        return [hidden_bits(self.game, self.game.view(moment.before, seat)) for seat in range(self.match.seats)]

    # --- What it adds up to ---

    def analysis(self) -> Analysis:
        """Return all that was analysed so far."""
        from escapade import __version__

        match, last = self.match, self.steps[-1].ply if self.steps else 0
        seats = range(match.seats) if self.observer is None else [self.observer]
        return Analysis(
            FORMAT, __version__, self.game.name, match.seats, match.options, len(match.log), match.turn == OVER,
            self.check(), self.observer, self.name, self.iterations, self.worlds, self.seed,
            last == self.last_heard(), turning_points(self.steps),
            [summary(self.steps, seat, match.names.get(seat, "")) for seat in seats], self.steps, self.end,
        )  # fmt: skip

    def check(self) -> str:
        """Return the last check digits of the record; none for a seat before the end: they could test guesses."""
        if self.observer is not None and self.match.turn != OVER:
            return ""
        return " ".join(chain([(ply.seat, ply.action.name) for ply in self.match.log])[-CHECKS:])

    def last_heard(self) -> int:
        """Return the last ply that the observer heard."""
        if self.observer is None:
            return len(self.match.log)
        heard = (self.game.rules.hear(m.before, m.done.action.code, self.observer) for m in moments(self.match))
        return max((ply for ply, code in enumerate(heard, 1) if code != UNHEARD), default=0)


def read_name(text: str) -> tuple[str, int | None]:
    """Read a bot as a command line names it: `expert`, or `expert@500`, with iterations for each choice."""
    name, at, limit = text.partition("@")
    if not at:
        return name, None
    budget = read_budget(text, limit)
    if budget.iterations is None:
        raise BadInput(f"{text!r}: an analysis counts iterations, so that it can be made again; name a number")
    return name, budget.iterations


def analyse(
    match: Match, name: str = BOT, worlds: int | None = None, seed: int = 0, observer: int | None = None
) -> Analysis:
    """Analyse a whole match."""
    analyst = Analyst(match, name, worlds, seed, observer)
    for _ in analyst.run():
        pass
    return analyst.analysis()


# --- Turning points, and seats in a line -------------------------------------


def turning_points(steps: Sequence[AnalysedPly]) -> list[TurningPoint]:
    """Return the plies with the most significant changes, some plies apart, in their order."""
    found = [point for step in steps if (point := point_at(step))]
    found.sort(key=lambda point: -abs(point.change) + MIN_STANDARD_ERRORS * point.error)
    chosen: list[TurningPoint] = []
    for point in found:
        if len(chosen) < MAX_TURNING_POINTS and all(abs(point.ply - other.ply) >= MIN_PLIES_APART for other in chosen):
            chosen.append(point)
    return sorted(chosen, key=lambda point: point.ply)


def point_at(step: AnalysedPly) -> TurningPoint | None:
    """Return the largest significant change of a ply: a loss against the bot, or a change of expectation."""
    found = [point for point in (given_away(step), brought_about(step)) if point]
    sure = [point for point in found if abs(point.change) >= max(MIN_CHANGE, MIN_STANDARD_ERRORS * point.error)]
    return max(sure, key=lambda point: abs(point.change) - MIN_STANDARD_ERRORS * point.error, default=None)


def given_away(step: AnalysedPly) -> TurningPoint | None:
    """Return the loss against the bot's action."""
    if step.advice is None or step.advice.same:
        return None
    return TurningPoint(step.ply, step.seat, -step.advice.loss, step.advice.error, "skill")


def brought_about(step: AnalysedPly) -> TurningPoint | None:
    """Return the change for the acting seat or, after chance or where that is unknown, the largest change."""
    changes = [(abs(change), seat) for seat, change in enumerate(step.change) if change is not None]
    if not changes:
        return None
    seat = step.seat if step.seat != CHANCE and step.change[step.seat] is not None else max(changes)[1]
    change = step.change[seat] or 0.0
    return TurningPoint(step.ply, seat, change, step.error[seat] or 0.0, kind_of(step, seat, change))


def kind_of(step: AnalysedPly, seat: int, change: float) -> Literal["skill", "luck", "other"]:
    """Tell skill, what a seat could foresee of its own action, from luck: the rest of it, and what chance does."""
    if step.seat not in (seat, CHANCE):
        return "other"
    estimate_skill = step.skill or 0.0
    return "skill" if estimate_skill * change > 0 and abs(estimate_skill) >= abs(change) / 2 else "luck"


def summary(steps: Sequence[AnalysedPly], seat: int, name: str) -> SeatSummary:
    """Add up the choices and the luck of one seat."""
    advised = [step.advice for step in steps if step.seat == seat and step.advice]
    luck, error = 0.0, 0.0
    for step in steps:
        change = step.change[seat]
        if change is not None and step.seat in (seat, CHANCE):
            luck += change - (step.skill or 0.0)
            error = hypot(error, step.error[seat] or 0.0)
    same = sum(advice.same for advice in advised)
    return SeatSummary(seat, name, len(advised), same, sum((a.loss for a in advised), 0.0), luck, error)
