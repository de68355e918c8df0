"""What a rulebook reader would do: one module of rules for each game, that also serves search as its idea of play.

A heuristic module has the numbers ROOM (its scratch space), WHIM (how far taste may go against it), TEMPERATURE (how
softly a beginner follows it), NARROW (how much worse than the best an idea may look and still be tried), GUESSES
(worlds that are guessed for each that is tried), SPREAD (how far choices are mixed, so that nobody reads hidden things
from them), TREE (is a tree worth its time?) and BRIEF (iterations of level 3 at two seats, or 0), and
four rules: `weigh` (what each legal action is worth, from a view), `likely` (how well a guessed world explains what was
seen), `value` (what a world is worth to each seat) and `enough` (has a rollout gone far enough to be valued?).
`rethink` thinks a guess over, CARE times. Beside its heuristic a game may have a memory (`GAME_memory`), which tells
hidden things from what was heard, and features (`GAME_terms`): numbers that describe a situation (`state_features`)
and an action in it (`action_features`), for a learned policy to read.
"""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from types import ModuleType

from escapade.bots.heuristics import anything_terms
from escapade.kernel.contract import Game


@cache
def heuristic_of(game: Game) -> ModuleType:
    """The heuristic for a game; a game that has none is played by its returns alone."""
    name = f"{__name__}.{game.name}"
    return importlib.import_module(name if own(game) and importlib.util.find_spec(name) else f"{__name__}.anything")


def own(game: Game) -> bool:
    """Is it a game of ours, and not another of the same name?"""
    return game.rules.__name__.startswith("escapade.")


@cache
def memory_of(game: Game) -> ModuleType | None:
    """What tells hidden things from what was heard, for a game that has such a thing."""
    return beside(game, "memory")


@cache
def terms_of(game: Game) -> ModuleType:
    """The terms in which habit thinks of a game; nobody has practised a game that has none."""
    return beside(game, "terms") or anything_terms


def beside(game: Game, what: str) -> ModuleType | None:
    """A module that lies beside the heuristic of a game of ours."""
    name = f"{__name__}.{game.name}_{what}"
    return importlib.import_module(name) if own(game) and importlib.util.find_spec(name) else None
