"""Against other libraries' bots on the same games, at the same wall-clock: `python -m bench.peers` (`--games 20`).

`lines` plays what the league's table shows; `speeds` counts how often each looks ahead in a second, on equal positions.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.progress import Progress

from bench.league import Tie, played, row
from escapade.adapters import PEERS
from escapade.adapters.spiel_bot import SpielBot
from escapade.bots import Budget, bot, planner
from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.fields import View
from escapade.kernel.match import Match
from escapade.kernel.names import OVER

WALL_CLOCK = 500  # milliseconds a move, for both
AIM = 0.9
SPEED_HEAD = ["| game | bot | iterations a second |", "|---|---|---|"]


def ties(milliseconds: int = WALL_CLOCK) -> list[Tie]:
    """Our level 3 against each of them, given the same time."""
    versions = {"cartagena": [(("version", "jamaica"),), (("version", "tortuga"),)]}
    return [
        Tie(name, 2, f"planner@{milliseconds}ms", f"{other}@{milliseconds}ms", AIM, options)
        for name in GAMES
        for options in versions.get(name, [()])
        for other in PEERS
    ]


def lines(games: int, progress: Progress, workers: int, milliseconds: int = WALL_CLOCK) -> Iterator[str]:
    """The rows of the league's table, as they are played."""
    for tie in ties(milliseconds):
        yield row(tie, played(tie, games, progress, workers))


def positions(game: Game, number: int) -> list[tuple[View, list[int]]]:
    """Positions with a choice, all along a match of rule bots."""
    match, dice, greedy, found = Match(game, 2, dealer=SeededDealer(3)), random.Random(3), bot(game, "greedy"), []
    while match.turn != OVER:
        view, legal = match.view(match.turn), [action.code for action in match.legal()]
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


def speeds(milliseconds: int = WALL_CLOCK, number: int = 8) -> Iterator[str]:
    """The rows of a table: iterations a second, game by game, of our planner and of each of them."""
    budget = Budget(milliseconds=milliseconds)
    for game in GAMES.values():
        where = positions(game, number)
        yield f"| {game.title} | planner | {ours_a_second(game, where, budget):,.0f} |"
        for name in PEERS:
            yield f"| {game.title} | {name} | {theirs_a_second(game, name, where, budget):,.0f} |"


def main() -> int:
    """Print both tables."""
    asked = argparse.ArgumentParser(prog="python -m bench.peers", description=__doc__)
    asked.add_argument("--games", type=int, default=20, help="games of each line (default: 20)")
    asked.add_argument("--ms", type=int, default=WALL_CLOCK, help=f"a move, for both (default: {WALL_CLOCK})")
    given, console = asked.parse_args(), Console()
    with Progress(console=console) as progress:
        for said in (*SPEED_HEAD, *speeds(given.ms)):
            console.print(said, soft_wrap=True)
        for said in lines(given.games, progress, os.cpu_count() or 1, given.ms):
            console.print(said, soft_wrap=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
