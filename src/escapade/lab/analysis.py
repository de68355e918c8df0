"""A match looked at again, ply by ply: what a strong bot would have done, what was skill, what was luck.

Everything is weighed in one way: the match is played on by sense, many times, with the same dice for all that is
compared. What a seat could foresee is weighed in worlds that fit its view, and its bot is given nothing else.
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
from escapade.bots.parts import heuristic_of
from escapade.kernel.contract import Game
from escapade.kernel.fields import State, View
from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE, NONE, OVER, UNHEARD, BadInput
from escapade.kernel.notation import Ply, chain
from escapade.lab.arena import read_budget

BOT = "expert"
THINKING = 100_000  # iterations that all choices of a match share, if nobody says how many each has …
LEAST, MOST = 64, 1000  # … but no choice has fewer or more
ROLLOUTS = 80_000  # that everything else shares …
FEW, MANY = 8, 64  # … so that each outcome is tried in so many worlds
LOOKS = 800  # at what seats do not know: every ply if that is enough, else every second, third …
POINTS, APART = 3, 5  # turning points, and plies between two of them at the least
NOTABLE, SURE = 0.02, 2.0  # how much one changes at the least, and how many standard errors that is
CHECKS = 8  # check digits that tell one record from another


class Measure(NamedTuple):
    """A mean and its standard error, for each seat."""

    mean: list[float]
    error: list[float]


class Scales:
    """Weighs what may happen next: what each seat can expect, world by world."""

    def __init__(self, game: Game, seats: int, worlds: int, seed: int) -> None:
        self.game, self.seats, self.worlds = game, seats, worlds
        self.module, self.workspace = planner.searching(game), planner.workspace(game, seats)
        self.first = random.Random(f"{seed}/worlds").getrandbits(40) << 20

    def weigh(self, root: State, me: int, tried: Sequence[int]) -> Any:
        """What comes of each action, by world, action and seat. `me`: who sees the root; NONE: it hides nothing."""
        codes, found = np.array(tried, np.int64), np.zeros((self.worlds, len(tried), self.seats))
        record, tie_noise = self.game.fields.record(root), heuristic_of(self.game).TIE_NOISE
        self.module.foresee(record, me, codes, len(codes), self.first, self.worlds, self.workspace, tie_noise, found)
        return (1 + found) / 2

    def measure(self, found: Any) -> Measure:
        """The mean over the worlds."""
        error = found.std(axis=0, ddof=1) / sqrt(self.worlds) if self.worlds > 1 else np.zeros(self.seats)
        return Measure(found.mean(axis=0).tolist(), error.tolist())


class Weighed(NamedTuple):
    """How each seat stands before a ply, and what the ply changes."""

    stands: Measure
    change: Measure


def weigh_chance(scales: Scales, state: State, code: int) -> Weighed:
    """What came, against all that could have come, by its odds: over all outcomes, luck sums to nothing."""
    odds = scales.game.odds(state)
    found = scales.weigh(state, NONE, [outcome for outcome, _ in odds])
    chances = np.array([weight for _, weight in odds], float)
    expected = np.einsum("wos,o->ws", found, chances / chances.sum())
    came = found[:, [outcome for outcome, _ in odds].index(code)]
    return Weighed(scales.measure(expected), scales.measure(came - expected))


def weigh_action(scales: Scales, root: State, me: int, code: int) -> Weighed:
    """What was done, against what sense would have done, in the same worlds."""
    found = scales.weigh(root, me, [NONE, code])
    return Weighed(scales.measure(found[:, 0]), scales.measure(found[:, 1] - found[:, 0]))


# --- One ply -----------------------------------------------------------------


class Choice(NamedTuple):
    """What a seat had before it when it acted: nothing that it could not know."""

    ply: int
    seat: int
    view: View
    legal: list[int]  # empty: it was not its turn
    done: int

    @property
    def real(self) -> bool:
        """Was there anything to choose?"""
        return len(self.legal) > 1 or (len(self.legal) == 1 and self.done != self.legal[0])


class Adviser:
    """A strong bot that is asked about choices that were made."""

    def __init__(self, game: Game, name: str, iterations: int, seed: int) -> None:
        found = bot(game, name)
        if not isinstance(found, Planner):
            ahead = ", ".join(level.name for level in LEVELS if level.number > 2)
            raise BadInput(f"{name} does not look ahead, and values nothing: ask {ahead}")
        self.game, self.bot, self.iterations, self.seed = game, found, iterations, seed

    def advise(self, choice: Choice) -> Advice | None:
        """What the bot would have done, from the seat's view, and what was given away; nothing without a choice."""
        if not choice.real or self.game.simultaneous(choice.view):
            return None
        rng, budget = random.Random(f"{self.seed}/{choice.ply}"), Budget(iterations=self.iterations)
        said = self.bot.explain(choice.view, choice.legal, choice.done, self.iterations // 8, budget, rng)
        value, error = said.value, 0.0
        if said.contrast:
            value, error = said.contrast.other, said.contrast.error / 2
        name, words = self.game.actions[said.code].name, self.game.offer(choice.view, choice.seat, said.code)
        loss = (said.value - value) / 2
        return Advice(
            said.code, name, *words, said.code == choice.done, (1 + said.value) / 2, (1 + value) / 2, loss, error
        )


def foreseen(scales: Scales, choice: Choice) -> Measure | None:
    """What a seat could foresee of what its action changes, for itself: its skill."""
    if scales.game.simultaneous(choice.view):
        return None
    if len(choice.legal) == 1 and choice.done == choice.legal[0]:
        return Measure([0.0], [0.0])
    found = weigh_action(scales, choice.view, choice.seat, choice.done).change
    return Measure([found.mean[choice.seat]], [found.error[choice.seat]])


def unknown_bits(game: Game, view: View) -> float:
    """How much a view leaves open: bits of each hidden cell, added up; cells hang together, so it may be less.

    >>> import escapade
    >>> match = escapade.new("cartagena", version="tortuga", seed=1)
    >>> round(unknown_bits(match.game, match.view(0)), 3)  # everyone sees everything but the order of the deck
    0.0
    """
    finest: dict[str, int] = {}
    unknowns = deduce(game, view)
    for unknown in unknowns:
        finest[unknown.field] = max(finest.get(unknown.field, 1), len(unknown.index))
    cells = [unknown for unknown in unknowns if len(unknown.index) == finest[unknown.field]]
    return sum((entropy([float(chance) for _, chance in cell.odds]) for cell in cells), 0.0)


def entropy(chances: Sequence[float]) -> float:
    """How many bits it takes to tell which of several things it is.

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
    """The plies of a match, with states of their own."""
    state = match.game.start(match.seats, match.options, match.pieces)
    for number, done in enumerate(match.log, 1):
        before: State = state.copy()
        match.game.rules.apply(state, done.action.code)
        yield Moment(number, before, done, state.copy())


def choice_at(game: Game, moment: Moment) -> Choice:
    """What whoever acted had before it."""
    seat, mine = moment.done.seat, moment.before.turn == moment.done.seat
    view = game.view(moment.before, seat)
    return Choice(moment.ply, seat, view, game.legal(moment.before) if mine else [], moment.done.action.code)


def setting_up(game: Game, moment: Moment) -> bool:
    """Is this before play, while seats arrange things on their own? Nobody is ahead then."""
    return game.simultaneous(moment.before) or game.simultaneous(moment.after)


class Work(NamedTuple):
    """How much there is to do in a match: real choices, and rollouts for each world."""

    choices: int
    rollouts: int


def work_in(match: Match, observer: int | None) -> Work:
    """Count before beginning, so that the work can be shared out."""
    choices = rollouts = 0
    for moment in moments(match):
        chance = moment.done.seat == CHANCE
        if not setting_up(match.game, moment):
            rollouts += len(match.game.odds(moment.before)) if chance and observer is None else 4
            mine = not chance and observer in (None, moment.done.seat)
            choices += mine and choice_at(match.game, moment).real
    return Work(choices, rollouts)


class Analyst:
    """Analyses a match, ply by ply; what is done so far is an analysis at any time.

    `observer` None sees everything, so the analysis is for who may. A seat's eyes see what that seat saw and heard.
    """

    def __init__(
        self, match: Match, name: str = BOT, worlds: int | None = None, seed: int = 0, observer: int | None = None
    ) -> None:
        self.match, self.game, self.observer, self.seed = match, match.game, observer, seed
        wanted, iterations = read_name(name)
        level = level_of(wanted)
        self.name = level.name if level else wanted
        work = work_in(match, observer)
        self.iterations = iterations or min(MOST, max(LEAST, THINKING // max(1, work.choices)))
        self.worlds = worlds or min(MANY, max(FEW, ROLLOUTS // max(1, work.rollouts)))
        self.adviser = Adviser(self.game, self.name, self.iterations, seed)
        self.scales = Scales(self.game, match.seats, self.worlds, seed)
        lookers = match.seats if observer is None else 1
        self.stride = ceil(len(match.log) * lookers / LOOKS)
        self.steps: list[AnalysedPly] = []
        self.end: list[float | None] = [None] * match.seats
        self._stood: tuple[bytes, Measure] = b"", Measure([], [])

    def run(self) -> Iterator[AnalysedPly]:
        """Analyse, ply by ply; what the eyes did not notice is left out."""
        for moment in moments(self.match):
            step = self.seen(moment) if self.observer is None else self.noticed(moment, self.observer)
            if step is not None:
                self.steps.append(step)
                yield step

    # --- Seeing everything ---

    def seen(self, moment: Moment) -> AnalysedPly:
        """One ply, with nothing hidden but what was hidden from who acted."""
        (seat, action), nothing = moment.done, [None] * self.match.seats
        weighed, skill, advice = None, None, None
        if setting_up(self.game, moment):
            pass
        elif seat == CHANCE:
            weighed = weigh_chance(self.scales, moment.before, action.code)
        else:
            choice = choice_at(self.game, moment)
            weighed = weigh_action(self.scales, moment.before, NONE, action.code)
            skill, advice = foreseen(self.scales, choice), self.adviser.advise(choice)
        self.end = self.standing(moment.after, weighed)
        return AnalysedPly(
            moment.ply, seat, action.code, action.name,
            [*weighed.stands.mean] if weighed else [*nothing],
            [*weighed.change.mean] if weighed else [*nothing],
            [*weighed.change.error] if weighed else [*nothing],
            skill.mean[0] if skill else None, advice, self.bits(moment),
        )  # fmt: skip

    def standing(self, after: State, weighed: Weighed | None) -> list[float | None]:
        """How everyone stands after a ply: as the rules say if it is over, else as it was weighed."""
        if after.turn == OVER:
            return [(1 + score) / 2 for score in self.game.returns(after, self.match.seats)]
        if weighed is None:
            return self.end
        return [a + b for a, b in zip(weighed.stands.mean, weighed.change.mean, strict=True)]

    # --- Through a seat's eyes ---

    def noticed(self, moment: Moment, me: int) -> AnalysedPly | None:
        """One ply as a seat saw and heard it: all that is used of the states are its views, and what it could do."""
        heard = self.game.rules.hear(moment.before, moment.done.action.code, me)
        if heard == UNHEARD:
            return None
        choice = choice_at(self.game, moment) if moment.done.seat == me else None
        return self.describe(moment.ply, me, moment.done.seat, heard, self.views(moment, me), choice)

    def views(self, moment: Moment, me: int) -> tuple[View, View]:
        """What a seat saw before and after a ply."""
        return self.game.view(moment.before, me), self.game.view(moment.after, me)

    def describe(
        self, ply: int, me: int, who: int, heard: int, views: tuple[View, View], choice: Choice | None
    ) -> AnalysedPly:
        """One ply from what a seat knows of it."""
        early = any(self.game.simultaneous(view) for view in views)
        before, after = (Measure([], []) if early else self.stands(view, me) for view in views)
        skill, advice = None, None
        if choice and not early:
            skill, advice = foreseen(self.scales, choice), self.adviser.advise(choice)
        change = after.mean[0] - before.mean[0] if before.mean and after.mean else None
        error = hypot(before.error[0], after.error[0]) if change is not None else None
        self.end = self.only(me, after.mean[0] if after.mean else None)
        looks = (ply - 1) % self.stride == 0
        return AnalysedPly(
            ply, who, heard, self.game.actions[heard].name,
            self.only(me, before.mean[0] if before.mean else None), self.only(me, change), self.only(me, error),
            skill.mean[0] if skill else None, advice,
            self.only(me, unknown_bits(self.game, views[0]) if looks else None),
        )  # fmt: skip

    def stands(self, view: View, me: int) -> Measure:
        """How a seat stands, for all it knows; what comes after one ply and before the next is weighed once."""
        if view.turn == OVER:
            return Measure([(1 + self.game.returns(view, self.match.seats)[me]) / 2], [0.0])
        packed = self.game.fields.bytes(view)
        if self._stood[0] != packed:
            found = self.scales.measure(self.scales.weigh(view, me, [NONE])[:, 0])
            self._stood = packed, Measure([found.mean[me]], [found.error[me]])
        return self._stood[1]

    def only(self, me: int, value: float | None) -> list[float | None]:
        """What is known of one seat, and nothing of the others."""
        return [value if seat == me else None for seat in range(self.match.seats)]

    def bits(self, moment: Moment) -> list[float | None]:
        """What each seat does not know before a ply, where it is looked at."""
        if (moment.ply - 1) % self.stride:
            return [None] * self.match.seats
        return [unknown_bits(self.game, self.game.view(moment.before, seat)) for seat in range(self.match.seats)]

    # --- What it adds up to ---

    def analysis(self) -> Analysis:
        """All that was analysed so far."""
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
        """The last check digits of the record; a seat gets none before the end: a guess could be tried on them."""
        if self.observer is not None and self.match.turn != OVER:
            return ""
        return " ".join(chain([(ply.seat, ply.action.name) for ply in self.match.log])[-CHECKS:])

    def last_heard(self) -> int:
        """The last ply that this observer noticed."""
        if self.observer is None:
            return len(self.match.log)
        heard = (self.game.rules.hear(m.before, m.done.action.code, self.observer) for m in moments(self.match))
        return max((ply for ply, code in enumerate(heard, 1) if code != UNHEARD), default=0)


def read_name(text: str) -> tuple[str, int | None]:
    """Read a bot as a command line names it: `expert`, or `expert@500`, so many iterations for each choice."""
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
    """The plies that changed most beyond doubt, some plies apart, in their order."""
    found = [point for step in steps if (point := point_at(step))]
    found.sort(key=lambda point: -abs(point.change) + SURE * point.error)
    chosen: list[TurningPoint] = []
    for point in found:
        if len(chosen) < POINTS and all(abs(point.ply - other.ply) >= APART for other in chosen):
            chosen.append(point)
    return sorted(chosen, key=lambda point: point.ply)


def point_at(step: AnalysedPly) -> TurningPoint | None:
    """The most that a ply changed beyond doubt: what was given away there, or what came about."""
    found = [point for point in (given_away(step), brought_about(step)) if point]
    sure = [point for point in found if abs(point.change) >= max(NOTABLE, SURE * point.error)]
    return max(sure, key=lambda point: abs(point.change) - SURE * point.error, default=None)


def given_away(step: AnalysedPly) -> TurningPoint | None:
    """What a seat lost by not doing what the bot would have done."""
    if step.advice is None or step.advice.same:
        return None
    return TurningPoint(step.ply, step.seat, -step.advice.loss, step.advice.error, "skill")


def brought_about(step: AnalysedPly) -> TurningPoint | None:
    """What a ply changed for who acted or, where that is not known or was chance, for whom it changed most."""
    changes = [(abs(change), seat) for seat, change in enumerate(step.change) if change is not None]
    if not changes:
        return None
    seat = step.seat if step.seat != CHANCE and step.change[step.seat] is not None else max(changes)[1]
    change = step.change[seat] or 0.0
    return TurningPoint(step.ply, seat, change, step.error[seat] or 0.0, kind_of(step, seat, change))


def kind_of(step: AnalysedPly, seat: int, change: float) -> Literal["skill", "luck", "other"]:
    """Skill is what a seat could foresee of its own doing; the rest of it is luck, as is all that chance does."""
    if step.seat not in (seat, CHANCE):
        return "other"
    foreseen = step.skill or 0.0
    return "skill" if foreseen * change > 0 and abs(foreseen) >= abs(change) / 2 else "luck"


def summary(steps: Sequence[AnalysedPly], seat: int, name: str) -> SeatSummary:
    """What one seat's choices and luck add up to."""
    advised = [step.advice for step in steps if step.seat == seat and step.advice]
    luck, error = 0.0, 0.0
    for step in steps:
        change = step.change[seat]
        if change is not None and step.seat in (seat, CHANCE):
            luck += change - (step.skill or 0.0)
            error = hypot(error, step.error[seat] or 0.0)
    same = sum(advice.same for advice in advised)
    return SeatSummary(seat, name, len(advised), same, sum((a.loss for a in advised), 0.0), luck, error)
