"""How long decisions take, and how far bots look ahead in that time: what the clock says, for docs/bots.md.

`paces` times every level at its own budget, warm, in a block of games against the rule bot; `speeds` counts how often
our planner and bots of other libraries look ahead in a second, on equal positions.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

from escapade.adapters import PEERS
from escapade.adapters.spiel_bot import SpielBot
from escapade.bots import LEVELS, Budget, bot, planner
from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.fields import View
from escapade.kernel.match import Match
from escapade.kernel.names import OVER
from escapade.lab.arena import BlockPlayer, DecisionTimes, Job, arena

POSITIONS = 8  # on which iterations are counted


def pace(game: Game, level: str, games: int = 2) -> dict[str, Any]:
    """Milliseconds of a level's decisions in games against the rule bot."""
    planner.warm_up(game)
    floor, clock = BlockPlayer(arena(game, [level, "greedy"], 1, 2, seed=1).setting), DecisionTimes()
    for number in range(-(-games // 2)):
        for ones, _ in floor.block(Job(0, 1, number)).seconds:
            clock.add(ones)
    return clock.as_data()


def paces() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Game, level, and how long its decisions take."""
    for game in GAMES.values():
        for level in LEVELS:
            yield game.title, level.name, pace(game, level.name)


def positions(game: Game, number: int) -> list[tuple[View, list[int]]]:
    """Positions with a choice, all along a match of rule bots."""
    match, dice, greedy, found = Match(game, 2, dealer=SeededDealer(3)), random.Random(3), bot(game, "greedy"), []
    while match.turn != OVER:
        view, legal = match.view(match.turn), match.legal_codes()
        if len(legal) > 1 and not game.simultaneous(view):
            found.append((view, legal))
        match.play(greedy.choose(view, legal, match.heard_codes(match.turn), Budget(), dice))
    return found[:: max(1, len(found) // number)][:number]


def ours_a_second(game: Game, where: Sequence[tuple[View, list[int]]], budget: Budget) -> float:
    """How many rollouts of a planner a second of thinking has."""
    planner.warm_up(game)
    done, began = 0, time.perf_counter()
    for view, legal in where:
        plan = planner.Plan(game, view, legal, random.Random(1))
        planner.think(plan, budget)
        done += int(plan.seen.sum())
    return done / (time.perf_counter() - began)


def theirs_a_second(game: Game, name: str, where: Sequence[tuple[View, list[int]]], budget: Budget) -> float:
    """How many simulations of OpenSpiel's search a second has."""
    player, dice = SpielBot(game, PEERS[name]), random.Random(1)
    player.choose(*where[0], [], Budget(iterations=2), dice)  # compiles
    player.simulations, player.seconds = 0, 0.0
    for view, legal in where:
        player.choose(view, legal, [], budget, dice)
    return player.simulations / player.seconds


def speeds(milliseconds: int) -> Iterator[tuple[str, str, float]]:
    """Game, bot, and iterations a second: of our planner, and of each bot of another library."""
    budget = Budget(milliseconds=milliseconds)
    for game in GAMES.values():
        where = positions(game, POSITIONS)
        yield game.title, "planner", ours_a_second(game, where, budget)
        for name in PEERS:
            yield game.title, name, theirs_a_second(game, name, where, budget)
