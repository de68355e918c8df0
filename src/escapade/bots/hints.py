"""Hints: a few actions worth considering, how likely each wins, and by what they differ, from a view alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from escapade.bots import planner
from escapade.bots.contract import Budget
from escapade.bots.parts import heuristic_of
from escapade.bots.policy_file import own_weights
from escapade.kernel.contract import Game
from escapade.kernel.fields import View
from escapade.kernel.words import sentence, text_in

WORDS = Path(__file__).parent / "words"
WHOSE = "what bots say"
MAX_HINTS = 3  # hints
WORLDS = 100  # in which they are compared
SLIGHT = 0.25  # a difference smaller than this, in the trait's own measure, is not worth a word

Reason = tuple[str, str, dict[str, str | float]]  # in English, its message and its arguments


class Hint(NamedTuple):
    """An action, how likely it wins (None: not thought through), and why: in English, and as a message.

    The message is one of the game's words or of the bots'.
    """

    code: int
    chance: float | None
    reason: str
    message: str
    args: dict[str, str | float]


def hints(game: Game, view: View, legal: Sequence[int], budget: Budget, rng: random.Random) -> list[Hint]:
    """The best actions, best first; from what the seat at the turn may know."""
    game.must_be_view(view)
    if len(legal) == 1:
        return [Hint(legal[0], None, *why("only"))]
    plan = planner.Plan(game, view, legal, rng, weights=own_weights(game))
    planner.think(plan, budget)
    if plan.worlds < planner.FEWEST:  # there was nothing to choose between
        plan.look(planner.FEWEST)
    best = plan.ranking()[:MAX_HINTS]
    found = outcomes(plan, [candidate.code for candidate in best])
    return [Hint(each.code, (1 + each.value) / 2, *reason(game, found, i)) for i, each in enumerate(best)]


def outcomes(plan: planner.Plan, codes: list[int]) -> Any:
    """What comes of each action on average, trait by trait, over the same worlds."""
    heuristic = heuristic_of(plan.game)
    found = np.zeros((len(codes), len(heuristic.TRAITS)))
    tried = np.array(codes, np.int64)
    plan.module.compare(
        plan.root, plan.me, tried, len(codes), plan.first, WORLDS, plan.workspace, heuristic.TIE_NOISE, found
    )
    return found / WORLDS


def reason(game: Game, found: Any, i: int) -> Reason:
    """By what this action differs most from the others: from the best, or the best from the second."""
    traits = heuristic_of(game).TRAITS
    if len(found) == 1:
        return why("clear")
    other = 1 if i == 0 else 0
    differences = (found[i] - found[other]) / [measure for _, measure in traits]
    most = int(np.argmax(np.abs(differences))) if len(traits) else 0
    if not len(traits) or abs(differences[most]) < SLIGHT:
        return why("even")
    amount = abs(float(found[i][most] - found[other][most]))
    more = "more" if differences[most] > 0 else "fewer"
    return compared(game, traits[most][0], round(amount, 1), more)


def compared(game: Game, trait: str, amount: float, way: str) -> Reason:
    """What an outcome has more or fewer of, in the game's words, or in ours; in bare English, if neither has any."""
    message = f"hint-{trait}"
    args: dict[str, str | float] = {"amount": amount, "way": way}
    for folder in (game.folder / "words", WORDS):
        with suppress(OSError, LookupError):
            return sentence(folder / "en.ftl", game.name, message, args), message, args
    return f"{trait}: {amount} {way}", "", {}


def why(what: str, **args: str | float) -> Reason:
    """A reason in English, its message and its arguments."""
    message = f"hint-{what}"
    return sentence(WORDS / "en.ftl", WHOSE, message, args), message, args


def words(lang: str) -> str:
    """All messages of the bots in a language; BadInput names the languages there are."""
    return text_in(WORDS, WHOSE, lang)
