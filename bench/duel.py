"""Greedy against random: two seats, every deal played from both seats. `make duel` (ARGS="stalag17 -n 1000")."""

from __future__ import annotations

import argparse
import os
import random
import sys
from concurrent.futures import ProcessPoolExecutor

from rich.console import Console
from rich.progress import track

from escapade.bots import Budget, bot
from escapade.games import GAMES
from escapade.kernel.batch import wilson
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.match import Match
from escapade.kernel.names import OVER

console = Console()


def played(job: tuple[str, int, int]) -> float:
    """Play one game; return what the greedy seat has of the win."""
    name, deal, greedy = job
    game = GAMES[name]
    match, dice = Match(game, 2, dealer=SeededDealer(deal)), random.Random(deal)
    players = bot(game, "random"), bot(game, "greedy")
    while match.turn != OVER:
        seat, legal = match.turn, [action.code for action in match.legal()]
        player = players[seat == greedy]
        match.play(player.choose(match.view(seat), legal, match.heard_codes(seat), Budget(), dice))
    return (1 + match.returns()[greedy]) / 2


def main() -> int:
    """Play and print; 1 if greedy wins less than nine games in ten."""
    asked = argparse.ArgumentParser(prog="make duel", description="greedy against random, paired seeds, seats swapped")
    asked.add_argument("names", nargs="*", metavar="GAME", default=[*GAMES], help="which games (default: all)")
    asked.add_argument("-n", type=int, default=1000, help="games of each (default: 1,000)")
    given, fine = asked.parse_args(), True
    for name in given.names:
        if name not in GAMES:
            asked.error(f"there is no game {name!r}; the games are {', '.join(GAMES)}")
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name in given.names:
            jobs = [(name, deal, greedy) for deal in range(given.n // 2) for greedy in (0, 1)]
            won = sum(track(pool.map(played, jobs, chunksize=10), name, len(jobs), console=console, transient=True))
            low, high = wilson(won, len(jobs))
            console.print(f"{name}: greedy wins {won / len(jobs):.1%} of {len(jobs)} ({low:.1%} to {high:.1%})")
            fine &= won >= 0.9 * len(jobs)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
