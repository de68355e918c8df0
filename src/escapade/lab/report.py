"""The balance of a game, for every seat count and bot: played part by part, added up, and told as data."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any, NamedTuple

import numpy as np

from escapade.games import GAMES
from escapade.kernel.batch import wilson
from escapade.kernel.contract import Game
from escapade.lab.balance import BotSpec, Player, agreed
from escapade.lab.doubt import LEVEL, Mean, chance, ends, holm
from escapade.lab.findings import in_seats, plain
from escapade.lab.pool import Where, results
from escapade.lab.tally import Counters, percentile, ways
from escapade.lab.watch import MANNERS, Duel, Job, duel, size, watch

ENOUGH = 30  # games with a use, and without, before the two are compared
DIGITS = 6  # to which figures are told

LADDER = ("random", "novice", "greedy", "planner", "expert", "master")  # weakest first


# --- What is played -----------------------------------------------------------


class Part(NamedTuple):
    """One thing to be played, as a job that is done piece by piece: what it is called, and who does it."""

    name: str
    seats: int
    job: Any
    work: Callable[[Any], Any]
    piece: int  # numbers of games in a piece
    weight: int = 1  # games that are played for each number

    def jobs(self) -> Iterator[Any]:
        """Its pieces."""
        for first in range(0, self.job.n, self.piece):
            yield self.job._replace(first=first, n=min(self.piece, self.job.n - first))

    @property
    def games(self) -> int:
        """How many games it takes."""
        return int(self.job.n * self.weight)


class Task(NamedTuple):
    """A piece of a part."""

    part: int
    work: Callable[[Any], Any]
    job: Any


class Done(NamedTuple):
    """What came of a piece: something that can be added, and rows, one a game, if they were asked for."""

    part: int
    n: int
    sum: Any
    rows: dict[str, Any]


def do(task: Task) -> Done:
    """Do a piece of work, wherever."""
    found = task.work(task.job)
    total, rows = found if isinstance(found, tuple) and hasattr(found, "rows") else (found, {})
    return Done(task.part, task.job.n, total, rows)


def pieces_of(parts: Sequence[Part]) -> Iterator[Task]:
    """All pieces of all parts, in order."""
    return (Task(i, part.work, job) for i, part in enumerate(parts) for job in part.jobs())


def play(parts: Sequence[Part], where: Where, totals: dict[int, Any]) -> Generator[Done]:
    """Play all parts, and add up in `totals` what comes of each; give piece by piece what is done."""
    with closing(results(do, pieces_of(parts), where)) as pieces:
        for done in pieces:
            added(totals, done)
            yield done


def added(totals: dict[int, Any], done: Done) -> None:
    """Add a piece to what it is a part of."""
    totals[done.part] = totals[done.part] + done.sum if done.part in totals else done.sum


def section(game: Game, seats: int, bot_spec: BotSpec, options: Mapping[str, Any], pieces: Any, seed: int) -> Part:
    """The games of a bot against itself."""
    setting, players = agreed(game, seats, options, pieces), (bot_spec.player,) * seats
    job = Job(setting, players, seed, 0, bot_spec.games)
    return Part(f"{bot_spec.player.label}, {in_seats(seats)}", seats, job, watch, size(players))


def contests(
    game: Game, seats: int, bot_spec: BotSpec, options: Mapping[str, Any], pieces: Any, seed: int
) -> list[Part]:
    """Does skill win? A bot among weaker ones: the next weaker, and the random player if that costs little."""
    thinks = bot_spec.player.name not in MANNERS
    if seats == 1 or bot_spec.player.name == LADDER[0] or (thinks and seats > max(2, game.seats[0])):
        return []  # bots that think meet others where that takes least time
    setting, found = agreed(game, seats, options, pieces), []
    below = LADDER[LADDER.index(bot_spec.player.name) - 1]
    weaker = [below] if thinks or below == LADDER[0] else [LADDER[0], below]
    for name in weaker:
        other = Player(name, None if name in MANNERS else bot_spec.player.iterations)
        job = Duel(setting, bot_spec.player, other, seed, 0, max(1, bot_spec.games // seats))
        piece = max(1, size((bot_spec.player, other)) // seats)
        found.append(
            Part(f"{bot_spec.player.label} among {other.label}, {in_seats(seats)}", seats, job, duel, piece, seats)
        )
    return found


# --- What it comes to ---------------------------------------------------------


class Experiment:
    """What is played part by part, and what has been found so far: a report, a comparison, a sweep."""

    def __init__(self, parts: list[Part]) -> None:
        self.parts, self.totals = parts, dict[int, Any]()

    def play(self, where: Where) -> Iterator[Done]:
        """Play; whoever stops keeps what is done."""
        return play(self.parts, where, self.totals)

    @property
    def complete(self) -> bool:
        """Has everything been played?"""
        return all(i in self.totals and self.totals[i].n == part.job.n for i, part in enumerate(self.parts))


class Report(Experiment):
    """The balance of a game."""

    def __init__(
        self, game: Game, bot_specs: Sequence[BotSpec], seats: int | None = None,
        options: Mapping[str, Any] | None = None, pieces: Any = None, seed: int = 0, skill: bool = True,
    ) -> None:  # fmt: skip
        self.game, self.seed, self.options = game, seed, dict(options or {})
        self.pieces = game.pieces() if pieces is None else pieces
        self.bot_specs = list(bot_specs)
        counts = game.seats if seats is None else [game.check_seats(seats)]
        experiment = [
            (game, n, bot_spec, self.options, self.pieces, seed) for bot_spec in self.bot_specs for n in counts
        ]
        duels = [part for each in experiment if skill for part in contests(*each)]
        super().__init__([section(*each) for each in experiment] + duels)

    def as_data(self) -> dict[str, Any]:
        """Everything, for programs, for the tables and for the page. It depends on what was asked alone."""
        done = [(part, self.totals[i]) for i, part in enumerate(self.parts) if i in self.totals]
        sections = [describe(part.job, total) for part, total in done if isinstance(part.job, Job)]
        skill = [describe_duel(part.job, total) for part, total in done if isinstance(part.job, Duel)]
        judge([seat for part in sections if part["seats"] > 1 for seat in part["wins"]])
        judge([use for part in sections for use in part["uses"] if use["chance"] is not None])
        judge(skill)
        data = {
            "report": "balance",
            "game": self.game.name,
            "title": self.game.title,
            "seed": self.seed,
            "options": chosen(self.game, self.options),
            "own_pieces": self.pieces == self.game.pieces(),
            "level": LEVEL,
            "complete": self.complete,
            "sections": sections,
            "skill": skill,
        }
        return rounded(data)  # type: ignore[no-any-return]


def chosen(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that all seat counts play with."""
    return game.check_options(options, game.seats[-1])


def judge(questions: Sequence[dict[str, Any]]) -> None:
    """Ask a family of questions together: those answers stand that would after Holm's correction."""
    for question, stands in zip(questions, holm([q["chance"] for q in questions]), strict=True):
        question["stands"] = stands


def rounded(data: Any) -> Any:
    """The same data with figures no longer than they are worth."""
    if isinstance(data, dict):
        return {key: rounded(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [rounded(value) for value in data]
    if isinstance(data, float):
        return round(data, DIGITS) + 0.0 if np.isfinite(data) else None
    return data


def describe(job: Job, total: Counters) -> dict[str, Any]:
    """A section: the games of one bot at one number of seats."""
    means = total.means
    return {
        "seats": total.seats,
        "bot": job.players[0].label,
        "games": total.games,
        "wins": [
            {"seat": seat, **describe_share(means[f"wins.{seat}"], 1 / total.seats)} for seat in range(total.seats)
        ],
        "drawn": describe_part(means["drawn"]),
        "length": describe_length(total),
        "seat_decisions": [means[f"decisions.{seat}"].mean for seat in range(total.seats)],
        "seat_dead": [means[f"dead.{seat}"].mean for seat in range(total.seats)],
        "legal": {**describe_mean(means["legal"]), "histogram": trimmed(total.legal)},
        "forced": describe_mean(means["forced"]),
        "dead": describe_mean(means["dead"]),
        "lead": describe_lead(total),
        "counted": {
            name.partition(".")[2]: describe_mean(mean) for name, mean in means.items() if name.startswith("counted.")
        },
        "uses": describe_uses(total),
    }


def describe_mean(mean: Mean) -> dict[str, Any]:
    """A mean and where it may well lie."""
    low, high = mean.interval()
    return {"mean": mean.mean, "low": low, "high": high}


def describe_part(mean: Mean) -> dict[str, Any]:
    """The share of games in which something is so."""
    low, high = wilson(mean.total, mean.n)
    return {"share": mean.mean, "low": low, "high": high}


def describe_share(mean: Mean, fair: float) -> dict[str, Any]:
    """A share of wins, where it may well lie, and how likely it is if all is fair."""
    with_pseudocounts = mean.with_pseudocounts(0.0, 1.0)
    low, high = with_pseudocounts.interval()
    found = {"share": mean.mean, "low": max(0.0, low), "high": min(1.0, high), "fair": fair}
    return {
        **found,
        "chance": with_pseudocounts.chance((fair * mean.n + 1) / (mean.n + 2)) if mean.n else 1.0,
        "stands": False,
    }


def describe_length(total: Counters) -> dict[str, Any]:
    """How many decisions a game takes."""
    low, middle, high = (percentile(total.lengths, part) for part in (0.05, 0.5, 0.95))
    return {
        **describe_mean(total.means["decisions"]), "p5": low, "median": middle, "p95": high,
        "most": len(total.lengths) - 1, "turns": total.means["turns"].mean, "plies": total.means["plies"].mean,
        "histogram": binned(total.lengths),
    }  # fmt: skip


def describe_lead(total: Counters) -> dict[str, Any]:
    """How often the lead changes, when the later winner takes it for good, whether who leads half-way wins."""
    means = total.means
    return {
        "games": means["changes"].n,
        "changes": {**describe_mean(means["changes"]), "histogram": trimmed(total.changes)},
        "settled": {**describe_mean(means["settled"]), "histogram": total.settled.tolist()},
        "half": describe_part(means["half"]),
    }


def trimmed(counts: Any) -> list[int]:
    """Counts up to the last that is not 0."""
    return np.trim_zeros(counts, "b").tolist()  # type: ignore[no-any-return]


def binned(counts: Any, most: int = 40) -> dict[str, Any]:
    """Counts in some steps of the same whole width; the last holds all that is beyond 99.5 in 100."""
    reach = percentile(counts, 0.995) + 1
    width = max(1, -(-reach // most))
    edges = np.arange(0, reach + width, width)
    sums = np.add.reduceat(counts, edges[:-1][edges[:-1] < len(counts)])
    return {"width": width, "counts": sums.tolist()}


def describe_uses(total: Counters) -> list[dict[str, Any]]:
    """Every way that was open to anyone: how often it was gone, by whom, and who won."""
    found, siblings = [], open_labels(total)
    for i, way in enumerate(ways(GAMES[total.game])):
        offered = int(total.offered[way.codes].sum())
        if offered:
            times, use = total.times(way), total.use(i)
            labels = siblings.get((way.says, way.part), (0, 0))
            found.append({
                "name": plain(way.says, way.part, way.label), "says": way.says, "part": way.part, "label": way.label,
                "times": times, "a_game": times / total.games, "taken": times / offered,
                "in_games": float(total.anyone[i]) / total.games, "users": use.users,
                "fair": times * labels[0] / labels[1] if way.part and labels[1] else None, **describe_use(use),
            })  # fmt: skip
    return found


def describe_use(use: Any) -> dict[str, Any]:
    """What those won who went a way, and those who did not."""
    used, unused = use.among
    if min(use.a, use.games * use.seats - use.a) < ENOUGH:
        return {"with": used if use.a else None, "without": None, "chance": None, "stands": False}
    low, high = ends(used - unused, use.error)
    found = {"with": used, "without": unused, "difference": used - unused, "low": low, "high": high}
    return {**found, "chance": chance(used - unused, use.error), "stands": False}


def open_labels(total: Counters) -> dict[tuple[str, str], tuple[int, int]]:
    """For each part of each family: how many of its labels were ever open, and how often any was used."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for way in ways(GAMES[total.game]):
        if way.part and total.offered[way.codes].sum():
            many, times = found.get((way.says, way.part), (0, 0))
            found[way.says, way.part] = many + 1, times + total.times(way)
    return found


def describe_duel(job: Duel, total: Mean) -> dict[str, Any]:
    """How often the stronger bot wins, one among weaker ones."""
    seats = job.setting.seats
    return {
        "seats": seats, "one": job.one.label, "other": job.other.label, "games": total.n * seats, "blocks": total.n,
        **describe_share(total, 1 / seats),
    }  # fmt: skip
