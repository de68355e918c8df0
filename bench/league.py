"""Who beats whom: plays the league, keeps every block, and writes docs/bots.md. `make league`.

Levels think in iterations that take about as long as the level does on a common machine, so that the same games are
played everywhere. Every block is kept (docs/league.json.gz) as soon as it is played: Ctrl-C loses nothing, and the next
run goes on. `ARGS="--games 200"` plays on to 200 games a line, `--only stalag17 master` the lines that are about these,
`--anew` forgets what was kept of them, `--clock` measures how long decisions take, `--page` only writes the page.
"""

from __future__ import annotations

import argparse
import fcntl
import gzip
import json
import os
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bench import pace
from bench.cheat import CHEAT, play_open_block
from escapade.adapters import PEERS
from escapade.bots import LEVELS, names
from escapade.bots.levels import others
from escapade.bots.parts import heuristic_of
from escapade.games import GAMES
from escapade.kernel.files import whole
from escapade.lab.arena import Contestant, Job, Setting, arena, play_block
from escapade.lab.pool import Where, defer_interrupt, results
from escapade.lab.ratings import Sprt, Trial
from escapade.lab.stats import share_interval

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, KEPT = DOCS / "bots.md", DOCS / "league.json.gz"
SEED = 31
QUICK = 5  # times as many games where nobody thinks
STEP = Sprt(elo1=60.0)  # is a level stronger than the one below?
MOST = 400  # games that the answer may take
FINE = Sprt(elo1=30.0)  # where luck decides so much that steps are small …
FINELY = ("stalag17",)
MANY = 4000  # … and their answer takes more games
WALL_CLOCK = 500  # milliseconds a move, for us and for bots of other libraries
THOUGHT = {  # iterations of levels 3, 4 and 5, unless level 3 is brief (BRIEF in a game's sense)
    "cartagena": (4500, 7000, 18500),
    "stratego": (740, 1500, 4000),
    "stalag17": (1900, 4200, 5000),  # masters' rollouts follow the learned policy, which takes longer
    "jailbreakers": (1000, 2200, 2000),
}
SLOW = {level.name: level.number for level in LEVELS if level.milliseconds}


class Tie(NamedTuple):
    """One bot among others of a second kind, and what share of wins is aimed at."""

    game: str
    seats: int
    one: str
    other: str
    aim: float | None = None
    options: tuple[tuple[str, str], ...] = ()
    step: bool = False  # played until it is sure whether the one is stronger

    @property
    def title(self) -> str:
        """What is played."""
        return " ".join([GAMES[self.game].title, *(value for _, value in self.options)])

    @property
    def bots(self) -> tuple[str, str]:
        """Both, with what they may think."""
        brief = self.seats == 2 and not self.one.startswith(CHEAT)  # what truth is worth is not told beside noise
        return thinking(self.game, self.one, brief), thinking(self.game, self.other, brief)

    @property
    def key(self) -> str:
        """What it is kept by. It does not tell of the code: after a change of rules or bots, play `--anew`."""
        return f"{self.title}, {self.seats} seats: {' against '.join(self.bots)}"


def thinking(game: str, name: str, brief: bool) -> str:
    """A bot with its iterations, or its time beside bots of other libraries."""
    level = SLOW.get(name.removeprefix(f"{CHEAT} "))
    if level is None:
        return name
    few = heuristic_of(GAMES[game]).BRIEF if brief and level == 3 else 0
    return f"{name}@{few or THOUGHT[game][level - 3]}"


def ties() -> list[Tie]:
    """Every line of the league."""
    found = []
    for name in GAMES:
        versions = [(("version", v),) for v in ("jamaica", "tortuga")] if name == "cartagena" else [()]
        for options in versions:
            found += [*at_two(name, options), *at_more(name, options), *against_peers(name, options)]
    return found


def at_two(name: str, options: tuple[tuple[str, str], ...]) -> Iterator[Tie]:
    """Each level against the one below, what everyone is measured against, and the cheat."""
    aims = {"stratego": 0.8, "cartagena": 0.95, "stalag17": 0.7, "jailbreakers": 0.65}
    yield Tie(name, 2, "greedy", "random", 0.95, options)
    yield Tie(name, 2, "novice", "random", None, options)
    yield Tie(name, 2, "greedy", "novice", None, options, step=True)
    yield Tie(name, 2, "planner", "greedy", aims[name], options, step=True)
    yield Tie(name, 2, "expert", "planner", None, options, step=True)
    yield Tie(name, 2, "master", "expert", None, options, step=True)
    yield Tie(name, 2, "master", "greedy", None, options)
    yield Tie(name, 2, f"{CHEAT} planner", "planner", None, options)
    yield Tie(name, 2, f"{CHEAT} planner", "greedy", None, options)
    for other in others(GAMES[name]):
        yield Tie(name, 2, "greedy", other, None, options)
        yield Tie(name, 2, "planner", other, None, options)


def at_more(name: str, options: tuple[tuple[str, str], ...]) -> Iterator[Tie]:
    """The same at four seats, for which there is an aim, and at as many as there can be."""
    most = GAMES[name].seats[-1]
    if most > 2:
        yield Tie(name, 4, "planner", "greedy", 0.375, options)
        yield Tie(name, most, "greedy", "novice", None, options)
        yield Tie(name, most, "planner", "greedy", None, options)
        yield Tie(name, most, "master", "greedy", None, options)


def against_peers(name: str, options: tuple[tuple[str, str], ...], milliseconds: int = WALL_CLOCK) -> Iterator[Tie]:
    """Our best against bots of other libraries, given the same time."""
    for other in PEERS:
        yield Tie(name, 2, f"{LEVELS[-1].name}@{milliseconds}ms", f"{other}@{milliseconds}ms", 0.9, options)


# --- Playing ---


def thinks(tie: Tie) -> bool:
    """Does a bot of this line look ahead?"""
    return any(name in bot for name in SLOW for bot in (tie.one, tie.other))


def goal(tie: Tie, games: int) -> int:
    """How many games a line has, if nothing ends it before."""
    if tie.step:
        return MANY if tie.game in FINELY else MOST
    return games * (1 if thinks(tie) else QUICK)


def trial(tie: Tie, blocks: Iterable[Sequence[float]]) -> Trial:
    """What the sequential test says of these blocks."""
    found = Trial(FINE if tie.game in FINELY else STEP, tie.seats)
    for block in blocks:
        found.add(fmean(block))
    return found


def answered(tie: Tie, blocks: Sequence[Sequence[float]], games: int) -> bool:
    """Has a step between levels its answer, and at least as many games as every line?"""
    return tie.step and len(blocks) * tie.seats >= games and trial(tie, blocks).accepted is not None


def open_jobs(tie: Tie, blocks: list[list[float]], games: int) -> Iterator[Job]:
    """The blocks that are still to be played; one who asks for more has heard of those before."""
    for number in range(len(blocks), -(-goal(tie, games) // tie.seats)):
        if answered(tie, blocks, games):
            return
        yield Job(0, 1, number)


def setting(tie: Tie) -> Setting:
    """What is played, by whom. A cheat is a planner that plays on another floor."""
    honest = [bot.removeprefix(f"{CHEAT} ") for bot in tie.bots]
    found = arena(GAMES[tie.game], honest, 1, tie.seats, dict(tie.options), seed=SEED).setting
    named = zip(tie.bots, found.contestants, strict=True)
    return found._replace(contestants=tuple(Contestant(label, *who[1:]) for label, who in named))


def played(tie: Tie, blocks: list[list[float]], games: int, workers: int) -> Iterator[list[float]]:
    """Play what is open of a line; each block is added, and told. A sequential test looks at `blocks`."""
    what, work = setting(tie), play_open_block if tie.one.startswith(CHEAT) else play_block
    for block in results(work, ((what, job) for job in open_jobs(tie, blocks, games)), Where(workers)):
        if answered(tie, blocks, games):
            return  # it was under way when the answer came
        blocks.append([*block.shares])
        yield blocks[-1]


# --- Keeping ---


class Book:
    """All that was played, line by line, block by block: for each seat of the one, its share of the win.

    Beside that, what the clock said: rows of tables, with the machine they were measured on.
    """

    def __init__(self, path: Path = KEPT) -> None:
        self.path, self.entries = path, dict[str, Any]()
        with suppress(FileNotFoundError):
            self.entries = json.loads(gzip.decompress(path.read_bytes()))

    def blocks(self, tie: Tie) -> list[list[float]]:
        """The blocks of a line."""
        found: list[list[float]] = self.entries.setdefault(tie.key, [])
        return found

    def clock(self, name: str) -> Any:
        """What was measured last, if anything was."""
        return self.entries.get(name)

    def keep(self, name: str, entry: Any) -> None:
        """Write an entry down, beside what other processes have written: one at a time."""
        with defer_interrupt(), self.path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.entries = {**Book(self.path).entries, name: entry}
            kept = {key: value for key, value in sorted(self.entries.items()) if value}
            with whole(self.path) as part:
                part.write_bytes(
                    gzip.compress(json.dumps(kept).encode(), mtime=0)
                )  # the same bytes for the same blocks


# --- Telling ---


def row(tie: Tie, blocks: Sequence[Sequence[float]]) -> str:
    """One line of the table."""
    scores = [fmean(block) for block in blocks]
    share, (low, high) = fmean(scores), share_interval(scores)
    aim = "" if tie.aim is None else f"{tie.aim:.0%} {'reached' if share >= tie.aim else 'missed'}"
    answers = {"elo1": "stronger", "elo0": "not stronger", None: "open"}
    test = answers[trial(tie, blocks).accepted] if tie.step else ""
    said = f"{share:.1%} ({low:.1%} to {high:.1%})"
    one, other = tie.bots
    return f"| {tie.title} | {tie.seats} | {one} | {other} | {said} | {len(blocks) * tie.seats} | {aim} | {test} |"


def table(book: Book) -> str:
    """The league as it stands on the page."""
    head = [
        "| game | seats | bot | against | wins, 95 % interval | games | aim | is the level stronger? |",
        "|---|---|---|---|---|---|---|---|",
    ]
    rows = [row(tie, book.blocks(tie)) for tie in ties() if book.blocks(tie)]
    return "\n".join([*head, *rows, ""])


def cross_tables(book: Book) -> str:
    """Everybody against everybody at two seats, a table for each game: the row's share of wins."""
    titles = dict.fromkeys(tie.title for tie in ties())
    return "\n".join(cross_table(title, book) for title in titles)


def cross_table(title: str, book: Book) -> str:
    """The table of one game; what was not played is left empty."""
    cells = dict[tuple[str, str], str]()
    for tie in ties():
        if tie.title == title and tie.seats == 2 and (blocks := book.blocks(tie)):
            (one, other), share, games = map(plain, tie.bots), fmean(map(fmean, blocks)), 2 * len(blocks)
            cells[one, other], cells[other, one] = f"{share:.0%} of {games}", f"{1 - share:.0%} of {games}"
    met = dict.fromkeys(sorted({one for one, _ in cells}, key=rank))
    rows = [" | ".join([f"| **{one}**", *(cells.get((one, other), "") for other in met), ""]) for one in met]
    return "\n".join([f"| {title} | {' | '.join(met)} |", "|---" * (1 + len(met)) + "|", *map(str.rstrip, rows), ""])


def plain(bot: str) -> str:
    """A bot without what it may think; at the wall-clock it is still the same bot."""
    return bot.partition("@")[0]


def rank(name: str) -> tuple[int, str]:
    """Levels first, from the weakest, then those they are measured against."""
    order = names()
    return order.index(name) if name in order else len(order), name


PACE, SPEED = "pace", "speed"  # what the clock is asked for


def measured(book: Book, console: Console) -> None:
    """Ask the clock, and keep what it says."""
    rows = []
    for title, name, data in pace.paces():
        rows.append([title, name, data["p50_ms"], data["p99_ms"], data["max_ms"], data["decisions"]])
        console.print(f"{title}, {name}: {data['p50_ms']:.0f} ms", soft_wrap=True)
    book.keep(PACE, {"on": machine(), "rows": rows})
    book.keep(SPEED, {"on": machine(), "rows": [[*said] for said in pace.speeds(WALL_CLOCK)]})


def pace_table(found: Mapping[str, Any]) -> str:
    """How long decisions take, as it stands on the page."""
    head = [
        f"{found['on']}, each level at its own budget, warm, against the rule bot.",
        "",
        "| game | level | p50 ms | p99 ms | longest | decisions |",
        "|---|---|---|---|---|---|",
    ]
    rows = [f"| {game} | {who} | {a:.0f} | {b:.0f} | {c:.0f} | {n} |" for game, who, a, b, c, n in found["rows"]]
    return "\n".join([*head, *rows, ""])


def speed_table(found: Mapping[str, Any]) -> str:
    """How often bots look ahead, as it stands on the page."""
    head = [f"{found['on']}, on the same positions.", "", "| game | bot | iterations a second |", "|---|---|---|"]
    return "\n".join([*head, *(f"| {game} | {who} | {n:,.0f} |" for game, who, n in found["rows"]), ""])


def tables(book: Book) -> dict[str, str]:
    """All tables of the page that something is known for."""
    shown = {PACE: pace_table, SPEED: speed_table}
    return {
        "cross": cross_tables(book),
        "league": table(book),
        **{name: show(book.clock(name)) for name, show in shown.items() if book.clock(name)},
    }


def marked(name: str) -> tuple[str, str]:
    """Where a table of the page begins and ends."""
    return f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"


def rewritten(page: str, tables: Mapping[str, str]) -> str:
    """The page with new tables."""
    for name, text in tables.items():
        begin, end = marked(name)
        before, _, rest = page.partition(begin)
        page = before + begin + text + end + rest.partition(end)[2]
    return page


def write(tables: Mapping[str, str]) -> None:
    """Put tables into docs/bots.md, all of them or none."""
    page = rewritten(PAGE.read_text(encoding="utf-8"), tables)
    with whole(PAGE) as part:
        part.write_text(page, encoding="utf-8")


def machine() -> str:
    """What figures of time were measured on."""
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}"


def concerns(tie: Tie, words: Sequence[str]) -> bool:
    """Is a line about one of these games, if any is named, and one of these bots, if any is named?"""
    games, bots = [w for w in words if w in GAMES], [w for w in words if w not in GAMES]
    said = f"{tie.one} {tie.other}"
    return (not games or tie.game in games) and (not bots or any(bot in said for bot in bots))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is open, keeping every block, then write the page."""
    asked = argparse.ArgumentParser(prog="make league", description="play the league and write docs/bots.md")
    asked.add_argument("--games", type=int, default=20, help="games of each line (default: 20)")
    asked.add_argument("--only", nargs="*", default=[], metavar="WORD", help="lines of these games, with these bots")
    asked.add_argument("--without", nargs="*", default=[], metavar="BOT", help="leave these bots out")
    asked.add_argument("--anew", action="store_true", help="forget what was kept of these lines")
    asked.add_argument("--clock", action="store_true", help="measure how long decisions take, then play")
    asked.add_argument("--page", action="store_true", help="play nothing, only write the page")
    asked.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    given, console, book = asked.parse_args(arguments), Console(), Book()
    chosen = [t for t in ties() if concerns(t, given.only) and not any(w in t.one + t.other for w in given.without)]
    if not given.page:
        if given.clock:
            measured(book, console)
        for tie in chosen if given.anew else ():
            book.keep(tie.key, [])
        try:
            ended = play_all(chosen, book, given.games, given.workers, console)
        finally:  # whatever has ended it: the page shows what is kept
            write(tables(Book()))
        return ended
    write(tables(book))
    return 0


def play_all(chosen: Sequence[Tie], book: Book, games: int, workers: int, console: Console) -> int:
    """Play lines one after another; 130 if it was interrupted, as a shell has it."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    try:
        with Progress(*columns, console=console) as progress:
            for tie in chosen:
                blocks = book.blocks(tie)
                task = progress.add_task(tie.key, total=-(-goal(tie, games) // tie.seats), completed=len(blocks))
                for _ in played(tie, blocks, games, workers):
                    book.keep(tie.key, blocks)
                    progress.advance(task)
                progress.remove_task(task)
                console.print(row(tie, blocks) if blocks else f"{tie.key}: nothing was played", soft_wrap=True)
    except KeyboardInterrupt:
        console.print(f"stopped before the end; what was played is kept in {book.path.name}")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
