"""What the laws are tried on: every game, seat count and kind of options, along walks that Hypothesis draws.

Everything is read off a game's own declarations, so that a new game is under the laws from the day it is listed.
ESCAPADE_GAMES="lantern bribes" tries these games alone, which is how `escapade laws GAME` asks.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import escapade
from escapade import Game, Match, Option, State
from escapade.kernel.names import CHANCE, OVER, SPECTATOR
from escapade.kit import any_invariants

# The same examples on every run, so that a red law is red for everyone. ESCAPADE_EXAMPLES=200 looks further;
# ESCAPADE_SHRINK=no is content with any counterexample, where only red or green matters.
PHASES = [Phase.generate] if os.environ.get("ESCAPADE_SHRINK") == "no" else [Phase.generate, Phase.shrink]
EXAMPLES = settings(
    max_examples=int(os.environ.get("ESCAPADE_EXAMPLES", "5")),
    phases=PHASES,
    deadline=None,
    derandomize=True,
    database=None,
)
LONG = 800  # plies of a walk: most games end before, and a quiet one shows nothing new after
STRIDE = 53  # where a law is costly, every so many plies are looked at; prime, so that it meets every seat


class Place(NamedTuple):
    """Where a law is tried: a game, a number of seats, a kind of options."""

    game: str
    seats: int
    kind: str  # default, extreme or random

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}-{self.kind}"


KINDS = ("default", "extreme", "random")
CHOSEN = os.environ.get("ESCAPADE_GAMES", "").split()
GAMES = {name: game for name, game in escapade.games().items() if name in (CHOSEN or escapade.games())}
PLACES = [Place(name, seats, kind) for name, game in GAMES.items() for seats in game.seats for kind in KINDS]


@dataclass(frozen=True)
class Table:
    """A game with its seats and options agreed."""

    name: str
    seats: int
    options: dict[str, Any]
    pieces: str | None = None  # the text of another data file

    @property
    def game(self) -> Game:
        return escapade.games()[self.name]

    @property
    def observers(self) -> tuple[int, ...]:
        """Everyone who looks on."""
        return (*range(self.seats), SPECTATOR)

    def start(self) -> State:
        options = self.game.check_options(self.options, self.seats)
        return self.game.start(self.seats, options, self.game.pieces(text=self.pieces))

    def match(self) -> Match:
        """A match whose dice are the caller's."""
        return Match(self.game, self.seats, self.options, self.game.pieces(text=self.pieces))


@dataclass(frozen=True)
class Walk:
    """How a match is played: for how long, on which dice, and with a liking for some kinds of action."""

    plies: int
    seed: int = 0
    likes: tuple[int, ...] = ()  # a weight for every verb of the game; none: all alike
    crooked: bool = False  # chance favours its first outcome, which leads to lopsided hands
    restless: bool = False  # seats also do what may be done at any time


class Step(NamedTuple):
    """A position, and what is done in it by a seat or by chance."""

    state: State
    actor: int
    code: int


def invariants_of(game: Game) -> Any:
    """What a game says of its positions beside its rules; nothing, where it says nothing."""
    return game.part_or("invariants", any_invariants)


def broken(game: Game, state: State) -> list[str]:
    """What should be true of a position and is not."""
    return [promise for promise, holds in invariants_of(game).facts(state) if not holds]


# --- Drawing tables ----------------------------------------------------------


def extremes(option: Option, seats: int) -> list[Any]:
    """The values at the edge of what an option allows."""
    if isinstance(option.default, bool):
        return [not option.default]
    if option.low is not None and option.high is not None:
        return [option.low, option.low + 1, option.high]
    named = [choice for choice in option.choices if choice != option.default]
    return [*named, *option.examples, *([0, seats - 1] if option.seat else [])]


def values(option: Option, seats: int, kind: str) -> st.SearchStrategy[Any]:
    """Values of one option, of one kind."""
    if kind == "default":
        return st.just(option.default)
    if kind == "extreme":
        return st.sampled_from(extremes(option, seats))
    if option.low is not None and option.high is not None:
        return st.integers(option.low, option.high)
    anything = [option.default, *extremes(option, seats), *(range(seats) if option.seat else ())]
    return st.sampled_from(anything)


def tables(place: Place) -> st.SearchStrategy[Table]:
    options = escapade.games()[place.game].options
    drawn = st.fixed_dictionaries({o.name: values(o, place.seats, place.kind) for o in options})
    return st.builds(Table, st.just(place.game), st.just(place.seats), drawn)


def walks(place: Place) -> st.SearchStrategy[Walk]:
    verbs = len(escapade.games()[place.game].actions.verbs)
    likes = st.lists(st.sampled_from((10, 1, 100)), min_size=verbs, max_size=verbs).map(tuple)
    return st.builds(Walk, st.integers(0, LONG), st.integers(0, 2**32 - 1), likes, st.booleans(), st.booleans())


def rounds(place: Place) -> int:
    """Games with few seat counts stand at few places; there they are tried more often."""
    return max(1, 4 // len(escapade.games()[place.game].seats))


def law(test: Callable[[Table, Walk], None], places: Sequence[Place] = PLACES) -> Callable[..., None]:
    """Try a test at every place, on tables and walks that Hypothesis draws."""

    def walked(place: Place, data: st.DataObject) -> None:
        for _ in range(rounds(place)):
            table, walk = data.draw(tables(place), label="table"), data.draw(walks(place), label="walk")
            try:
                test(table, walk)
            except (Exception, pytest.fail.Exception) as error:  # pytest's own failures are no Exception
                error.add_note(explanation(test, table, walk))
                raise

    walked.__name__, walked.__qualname__, walked.__doc__ = test.__name__, test.__qualname__, test.__doc__
    walked.__module__ = test.__module__
    drawn: Callable[..., None] = EXAMPLES(given(data=st.data())(walked))
    tried: Callable[..., None] = pytest.mark.parametrize("place", places, ids=str)(drawn)
    return tried


def explanation(test: Callable[[Table, Walk], None], table: Table, walk: Walk) -> str:
    """What a broken law says, where it is broken, and what to look at."""
    options = " ".join(f"{name}={value}" for name, value in table.options.items())
    return (
        f"The law: {' '.join((test.__doc__ or test.__name__).split())}\n"
        f"Broken by: {table.name}, {table.seats} seats, {options or 'no options'}; {walk}\n"
        f"Look at: {test.__globals__.get('LOOK_AT', 'the rules')}, in {table.game.folder}"
    )


# --- Walking -----------------------------------------------------------------


def steps(table: Table, walk: Walk) -> Iterator[Step]:
    """Play a walk. The state is alive: it has moved on when the next step is asked for."""
    game, state, dice = table.game, table.start(), Random(walk.seed)
    for _ in range(walk.plies):
        if state.turn == OVER:
            return
        actor, code = choice(table, walk, state, dice)
        yield Step(state, actor, code)
        game.rules.apply(state, code)


def states(table: Table, walk: Walk) -> Iterator[State]:
    """Every position of a walk, alive, the last one included."""
    game, state, dice = table.game, table.start(), Random(walk.seed)
    yield state
    for _ in range(walk.plies):
        if state.turn == OVER:
            return
        game.rules.apply(state, choice(table, walk, state, dice)[1])
        yield state


def moments(table: Table, walk: Walk) -> Iterator[State]:
    """Some positions of a walk, as copies: every so often, and the last one."""
    last, number = table.start(), 0
    for number, state in enumerate(states(table, walk)):
        last = state
        if number % STRIDE == 0:
            yield state.copy()
    if number % STRIDE:
        yield last.copy()


def choice(table: Table, walk: Walk, state: State, dice: Random) -> tuple[int, int]:
    """Who acts next, and what is done."""
    game = table.game
    if walk.restless and dice.random() < 0.01:
        seat = dice.randrange(table.seats)
        if anytime := game.anytime(state, seat):
            return seat, dice.choice(anytime)
    if state.turn == CHANCE:
        odds = game.odds(state)
        if walk.crooked and dice.random() < 0.6:
            return CHANCE, odds[0][0]
        return CHANCE, dice.choices([code for code, _ in odds], [weight for _, weight in odds])[0]
    codes = game.legal(state)
    if not walk.likes:
        return state.turn, dice.choice(codes)
    return state.turn, dice.choices(codes, [walk.likes[verb(game, code)] for code in codes])[0]


def verb(game: Game, code: int) -> int:
    """The number of the verb that a code belongs to."""
    return bisect_right(game.actions.bases, code) - 1


def possible(table: Table, state: State) -> list[tuple[int, int]]:
    """Everything that anyone may do now, as (who, code)."""
    game = table.game
    codes = [code for code, _ in game.odds(state)] if state.turn == CHANCE else game.legal(state)
    anytime = [(seat, code) for seat in range(table.seats) for code in game.anytime(state, seat)]
    return [(state.turn, code) for code in codes] + anytime


def after(table: Table, state: State, code: int) -> State:
    """The state that an action leads to."""
    result: State = state.copy()
    table.game.rules.apply(result, code)
    return result
