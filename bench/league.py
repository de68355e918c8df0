"""Who beats whom: plays the league and writes docs/bots.md. `make league` (`ARGS="--games 200"` for a surer one)."""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from escapade.bots import LEVELS
from escapade.games import GAMES
from escapade.lab.arena import arena

PAGE = Path(__file__).resolve().parent.parent / "docs" / "bots.md"
BEGIN, END = "<!-- league -->\n", "<!-- end of league -->\n"
QUICK = 5  # times as many games where nobody thinks


class Tie(NamedTuple):
    """One bot among others of a second kind, and what share of wins is aimed at."""

    game: str
    seats: int
    one: str
    other: str
    aim: float | None = None
    options: tuple[tuple[str, str], ...] = ()


def ties() -> list[Tie]:
    """Every line of the league."""
    aims = {"stratego": 0.8, "cartagena": 0.95, "stalag17": 0.7, "jailbreakers": 0.65}
    found = []
    for name, game in GAMES.items():
        versions = [(("version", v),) for v in ("jamaica", "tortuga")] if name == "cartagena" else [()]
        for options in versions:
            found += [Tie(name, 2, "greedy", "random", 0.95, options), Tie(name, 2, "novice", "random", None, options)]
            found += [Tie(name, 2, "greedy", "novice", None, options)]
            found += [Tie(name, 2, "planner", "greedy", aims[name], options)]
            if game.seats[-1] >= 4:
                found.append(Tie(name, 4, "planner", "greedy", 0.375, options))
            if name == "cartagena":
                found += [Tie(name, 2, "greedy", plan, None, options) for plan in ("last-man", "hoard-and-run")]
        found += [Tie(name, 2, "expert", "planner"), Tie(name, 2, "master", "expert")]
    return found


def thinks(tie: Tie) -> bool:
    """Does a bot of this line look ahead?"""
    slow = {level.name for level in LEVELS if level.milliseconds}
    return bool(slow & {tie.one, tie.other})


def played(tie: Tie, games: int, progress: Progress, workers: int) -> dict[str, Any]:
    """Play one line of the league."""
    contest = arena(GAMES[tie.game], [tie.one, tie.other], games, tie.seats, dict(tie.options), seed=1)
    task = progress.add_task(f"{tie.game}: {tie.one}, {tie.other}", total=contest.most)
    for _ in contest.run(workers):
        progress.advance(task)
    progress.remove_task(task)
    return contest.as_data()


def row(tie: Tie, data: dict[str, Any]) -> str:
    """One line of the table."""
    pairing, clock = data["pairings"][0], data["bots"][0]["time"]
    game = " ".join([GAMES[tie.game].title, *(value for _, value in tie.options)])
    aim = "" if tie.aim is None else f"{tie.aim:.0%} {'reached' if pairing['share'] >= tie.aim else 'missed'}"
    share = f"{pairing['share']:.1%} ({pairing['low']:.1%} to {pairing['high']:.1%})"
    times = f"{clock['p50_ms']:.0f} / {clock['p99_ms']:.0f}"
    return f"| {game} | {tie.seats} | {tie.one} | {tie.other} | {share} | {pairing['games']} | {aim} | {times} |"


def table(rows: Iterable[str], command: str) -> str:
    """The league as it stands on the page."""
    head = [
        f'`make league ARGS="{command}"`, Python {platform.python_version()}, {os.cpu_count()} cores, '
        f"{platform.machine()}. Lines in which nobody thinks have {QUICK} times as many games.",
        "",
        "| game | seats | bot | against | wins, 95 % interval | games | aim | ms a decision, p50 / p99 |",
        "|---|---|---|---|---|---|---|---|",
    ]
    return "\n".join([*head, *rows, ""])


def main() -> int:
    """Play, then write the page: all of it, or nothing."""
    console = Console()
    asked = argparse.ArgumentParser(prog="make league", description="play the league and write docs/bots.md")
    asked.add_argument("--games", type=int, default=40, help="games of each line (default: 40)")
    asked.add_argument("--without", nargs="*", default=[], metavar="BOT", help="leave these bots out")
    given = asked.parse_args()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    rows = []
    try:
        with Progress(*columns, console=console) as progress:
            for tie in ties():
                if {tie.one, tie.other} & set(given.without):
                    continue
                games = given.games * (1 if thinks(tie) else QUICK)
                rows.append(row(tie, played(tie, games, progress, os.cpu_count() or 1)))
                console.print(rows[-1], soft_wrap=True)
    except KeyboardInterrupt:
        console.print("stopped before the end; the page is as it was")
        return 130
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(
        before + BEGIN + table(rows, shlex.join(sys.argv[1:])) + END + rest.partition(END)[2], encoding="utf-8"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
