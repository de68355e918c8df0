"""Instrumented games: batches of games are played and measured, and come back as counters that can be added up.

A job is plain data, so that it can be sent to another process; only counters, and rows if they are asked for, return.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from escapade.bots import planner
from escapade.bots.levels import DROP_RATE
from escapade.bots.parts import has_book, heuristic_of
from escapade.games import GAMES
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game
from escapade.lab.compiled import instrumented_play, sequential
from escapade.lab.compiled.instrumented_play import Measurements, Scratch
from escapade.lab.setting import Player, Setting, build_bots, play_match, play_setup
from escapade.lab.stats import Mean, Usage

BASELINES = {
    "random": instrumented_play.RANDOM, "novice": instrumented_play.NOVICE, "greedy": instrumented_play.GREEDY,
}  # policies that play in compiled code # fmt: skip
COMPILED_BATCH, BATCH = 500, 10  # games of a job, where all bots are baseline policies, and where any searches
MAX_TURNS = 1 << 16  # of a game, whose leader is looked at
SETTLED_BINS = 20  # of the histogram of when games were settled


# --- Groups of actions ---------------------------------------------------------


class ActionGroup(NamedTuple):
    """Actions that are counted together: a verb's, or those of a verb in which one part has one label."""

    says: str
    part: str
    label: str
    codes: Any

    def as_data(self) -> dict[str, str]:
        """Name the group, in words and by its parts."""
        name = group_text(self.says, self.part, self.label)
        return {"name": name, "says": self.says, "part": self.part, "label": self.label}


@cache
def action_groups(game: Game) -> tuple[ActionGroup, ...]:
    """Every verb, each followed by every label of its parts."""
    found = []
    for verb, base in zip(game.actions.verbs, game.actions.bases, strict=True):
        codes = np.arange(base, base + verb.size)
        found.append(ActionGroup(verb.says, "", "", codes))
        grid = codes.reshape([len(labels) for labels in verb.parts.values()] or [1])
        for axis, (part, labels) in enumerate(verb.parts.items()):
            for i, label in enumerate(labels):
                found.append(ActionGroup(verb.says, part, label, np.take(grid, i, axis).ravel()))
    return tuple(found)


@cache
def groups_by_code(game: Game) -> tuple[Any, Any]:
    """The groups of each action, one action after another, and the bounds of each action's groups in that array."""
    pairs = sorted((int(code), i) for i, group in enumerate(action_groups(game)) for code in group.codes)
    codes = np.array([code for code, _ in pairs])
    return np.array([i for _, i in pairs]), np.searchsorted(codes, np.arange(game.actions.size + 1))


PLACE = re.compile(r"\{(\w+)\}")
NOUNS = {"start": "place", "end": "place"}  # how a part is named where its own name says too little


def group_text(says: str, part: str = "", label: str = "") -> str:
    """Name an action group in words, with the label of its part, if it has one, and "any …" for its other parts.

    A part right behind another may be left out of an action.

    >>> group_text("{card} from {start}"), group_text("{card} from {start}", "card", "hook")
    ('any card from any place', 'hook from any place')
    >>> group_text("place on {number}{means}", "number", "9")
    'place on 9'
    >>> group_text("place on {number}{means}", "means", " with hook")
    'place on any number with hook'
    >>> group_text("place on {number}{means}", "means"), group_text("{start}-{end}", "start", "a1")
    ('place on any number, nothing added', 'from a1 to any place')
    """
    says = says.replace("{start}-{end}", "from {start} to {end}")

    def word(place: re.Match[str]) -> str:
        name, accumulate = place[1], says[: place.start()].endswith("}")
        if name == part:
            return label or (", nothing added" if accumulate else "–")
        return "" if accumulate else f"any {NOUNS.get(name, name.replace('_', ' '))}"

    return PLACE.sub(word, says)


# --- Playing and measuring -------------------------------------------------------


class Job(NamedTuple):
    """Games to be played: their setting, the player of each seat, the numbers of their dice; rows, if wanted."""

    setting: Setting
    players: tuple[Player, ...]  # seat by seat
    seed: int
    first: int
    n: int
    with_rows: bool = False

    @property
    def number(self) -> int:
        """The number of the first game's dice."""
        return (self.seed << 32) + self.first


class Measured(NamedTuple):
    """Counters of some games, and the metrics of each as a row, if that was asked for."""

    counters: Counters
    rows: dict[str, Any]


def all_compiled(players: tuple[Player, ...]) -> bool:
    """Return whether all of them are baseline policies, which play in compiled code."""
    return all(player.name in BASELINES for player in players)


def batch_size(players: tuple[Player, ...]) -> int:
    """Return how many games are one job: it depends on the players alone, so that sums are the same everywhere."""
    return COMPILED_BATCH if all_compiled(players) else BATCH


def measure(job: Job) -> Measured:
    """Play the games of a job and add up what was measured."""
    game, measured = GAMES[job.setting.game], measurements(job)
    columns = metrics(game, measured)
    rows = {"game": np.arange(job.first, job.first + job.n), **columns} if job.with_rows else {}
    return Measured(count(game, measured, columns), rows)


def measurements(job: Job) -> Measurements:
    """Play the games of a job and measure each."""
    setting, game = job.setting, GAMES[job.setting.game]
    workspace = planner.workspace(game, setting.seats)
    start = game.fields.record(game.start(setting.seats, setting.options, setting.pieces))
    codes, ends = log_prefixes(job)
    found = empty_measurements(game, setting.seats, job.n)
    policies = np.array([BASELINES.get(player.name, 0) for player in job.players])
    scratch = Scratch(np.zeros(MAX_TURNS, np.int8), np.zeros((setting.seats, len(action_groups(game))), np.uint8))
    instrumented(game).play_games(
        start, job.number, codes, ends, policies, heuristic_of(game).TIE_NOISE, DROP_RATE, *groups_by_code(game),
        workspace, found, scratch,
    )  # fmt: skip
    return found


@cache
def instrumented(game: Game) -> Any:
    """The compiled module that plays and measures a game."""
    phase = game.compiled if has_book(game) else compiled(sequential)
    module = planner.searching(game)
    return compiled(instrumented_play, game=game.compiled, heuristic=module.heuristic, search=module, phase=phase)


def empty_measurements(game: Game, seats: int, n: int) -> Measurements:
    """Allocate the measurements of n games."""
    size, groups = game.actions.size, len(action_groups(game))
    return Measurements(
        plies=np.zeros(n, np.int64),
        **{name: np.zeros((n, seats), np.int64) for name in ("decisions", "forced", "turns", "dead")},
        choices=np.zeros(n, np.int64),
        changes=np.zeros(n, np.int64),
        settled=np.zeros(n),
        half=np.zeros(n, np.int8),
        wins=np.zeros((n, seats)),
        score=np.zeros((n, seats)),
        users=np.zeros((n, groups), np.uint8),
        winners=np.zeros((n, groups)),
        used=np.zeros((seats, size), np.int64),
        offered=np.zeros(size, np.int64),
        legal=np.zeros(game.max_actions + 1, np.int64),
        ends=np.zeros(n, game.fields.dtype),
    )


def log_prefixes(job: Job) -> tuple[Any, Any]:
    """What is played in Python before compiled code goes on: the codes of all games in one array, and where each ends.

    Whole games of bots that search; set-ups, where seats make them independently, since those come from a book.
    """
    game = GAMES[job.setting.game]
    if not all_compiled(job.players):
        logs = [bot_log(job, i) for i in range(job.first, job.first + job.n)]
    elif has_book(game) and any(player.name != "random" for player in job.players):
        logs = [setup_log(job, i) for i in range(job.first, job.first + job.n)]
    else:
        return np.zeros(0, np.int64), np.zeros(job.n, np.int64)
    codes = np.array([code for log in logs for code in log], np.int64)
    return codes, np.cumsum([len(log) for log in logs])


def bot_log(job: Job, number: int) -> list[int]:
    """Play a whole game of bots; return its codes."""
    match = play_match(job.setting, bots(job.setting.game, job.players), f"{job.seed}/{number}")
    return [ply.action.code for ply in match.log]


@cache
def bots(game: str, players: tuple[Player, ...]) -> Any:
    """The bots of the seats, built once a process."""
    return build_bots(GAMES[game], players)


def setup_log(job: Job, number: int) -> list[int]:
    """Play the set-up of a game from its book; return its codes."""
    game, setting, dice = GAMES[job.setting.game], job.setting, random.Random(f"{job.seed}/{number}")
    state = game.start(setting.seats, setting.options, setting.pieces)
    return play_setup(game, state, bots(setting.game, job.players), dice)


# --- Metrics and counters --------------------------------------------------------


METRICS = {
    "drawn": "drawn games", "decisions": "decisions a game", "plies": "plies a game", "turns": "turns a game",
    "legal": "legal actions", "forced": "forced decisions", "dead": "turns without a choice",
    "changes": "changes of the lead", "settled": "settled after, of the turns", "half": "who leads half-way wins",
}  # fmt: skip
SHARES = ("wins.", "drawn", "forced", "dead", "settled", "half")  # metrics from 0 to 1


def metric_text(metric: str) -> str:
    """Name a metric in words.

    >>> metric_text("wins.1"), metric_text("drawn"), metric_text("counted.round")
    ('seat 1 wins', 'drawn games', 'round')
    """
    name, _, of = metric.partition(".")
    return f"seat {of} wins" if name == "wins" else of.replace("_", " ") if of else METRICS[name]


def is_share(metric: str) -> bool:
    """Return whether a metric lies between 0 and 1 and is told in per cent."""
    return metric.startswith(SHARES)


def metrics(game: Game, measured: Measurements) -> dict[str, Any]:
    """Each metric of each game as a column; nan where a metric is not defined for a game."""
    decisions, turns = measured.decisions.sum(axis=1), measured.turns.sum(axis=1)
    unsettled = measured.settled < 0
    seats = range(measured.wins.shape[1])
    found = {
        **{f"wins.{seat}": measured.wins[:, seat] for seat in seats},
        "drawn": (measured.wins > 0).sum(axis=1) > 1,
        "decisions": decisions,
        "plies": measured.plies,
        "turns": turns,
        "legal": measured.choices / np.maximum(1, decisions),
        "forced": measured.forced.sum(axis=1) / np.maximum(1, decisions),
        "dead": measured.dead.sum(axis=1) / np.maximum(1, turns),
        "changes": np.where(unsettled, np.nan, measured.changes),
        "settled": np.where(unsettled, np.nan, measured.settled),
        "half": np.where(measured.half < 0, np.nan, measured.half),
    }
    for seat in seats:
        found[f"decisions.{seat}"] = measured.decisions[:, seat]
        found[f"dead.{seat}"] = measured.dead[:, seat] / np.maximum(1, measured.turns[:, seat])
    for name in getattr(game.rules, "COUNTED", ()):
        found[f"counted.{name}"] = measured.ends[name]
    return {name: np.asarray(column, np.float64) for name, column in found.items()}


def means(columns: Mapping[str, Any]) -> dict[str, Mean]:
    """Reduce each column to its mean, leaving out nan."""
    found = {}
    for name, column in columns.items():
        known = column[~np.isnan(column)]
        found[name] = Mean(len(known), float(known.sum()), float(known @ known))
    return found


class Counters(NamedTuple):
    """What games of one setting add up to. Its fields are stored with runs."""

    game: str
    seats: int
    games: int
    means: dict[str, Mean]  # metric by metric
    lengths: Any  # [n]: games of n decisions
    changes: Any  # [n]: games in which the lead changed n times
    settled: Any  # [bin]: games that were settled in this part of them
    legal: Any  # [n]: decisions among n actions
    used: Any  # [seat][code]
    offered: Any  # [code]
    anyone: Any  # [group]: games in which any seat used it
    sums: Any  # [7][group]: a, b, aa, ab, bb, at, bt of `stats.Usage`
    wins: tuple[float, float]  # sum over games of the wins of all seats, and of its square

    def __add__(self, other: Any) -> Counters:
        return self._replace(
            means={name: mean + other.means[name] for name, mean in self.means.items()},
            lengths=add_padded(self.lengths, other.lengths),
            changes=add_padded(self.changes, other.changes),
            wins=(self.wins[0] + other.wins[0], self.wins[1] + other.wins[1]),
            **{name: getattr(self, name) + getattr(other, name) for name in SUMMED},
        )

    @property
    def n(self) -> int:
        """The sample size: games."""
        return self.games

    def usage(self, group: int) -> Usage:
        """Return who used an action group, and who won."""
        a, b, aa, ab, bb, at, bt = map(float, self.sums[:, group])
        return Usage(self.games, self.seats, a, b, aa, ab, bb, at, bt, *self.wins)

    def times(self, group: ActionGroup) -> int:
        """Return how often the actions of a group were taken."""
        return int(self.used[:, group.codes].sum())


SUMMED = ("games", "settled", "legal", "used", "offered", "anyone", "sums")


def add_padded(one: Any, other: Any) -> Any:
    """Add two histograms of different lengths.

    >>> add_padded(np.array([1, 2]), np.array([1, 1, 1])).tolist()
    [2, 3, 1]
    """
    if len(one) < len(other):
        one, other = other, one
    total = one.copy()
    total[: len(other)] += other
    return total


def count(game: Game, measured: Measurements, columns: Mapping[str, Any]) -> Counters:
    """Add up the measurements of some games."""
    known = ~np.isnan(columns["changes"])
    a, b, t = measured.users.astype(np.float64), measured.winners, measured.wins.sum(axis=1)
    return Counters(
        game.name,
        measured.wins.shape[1],
        len(measured.plies),
        means(columns),
        np.bincount(columns["decisions"].astype(np.int64)),
        np.bincount(columns["changes"][known].astype(np.int64)),
        np.histogram(columns["settled"][known], SETTLED_BINS, (0.0, 1.0))[0],
        measured.legal,
        measured.used,
        measured.offered,
        (measured.users > 0).sum(axis=0),
        np.array([a.sum(0), b.sum(0), (a * a).sum(0), (a * b).sum(0), (b * b).sum(0), t @ a, t @ b]),
        (float(t.sum()), float(t @ t)),
    )


def percentile(counts: Any, part: float) -> int:
    """Return a quantile of a histogram of whole numbers.

    >>> percentile(np.array([0, 1, 1, 2]), 0.5)
    2
    """
    return int(np.searchsorted(np.cumsum(counts), part * counts.sum()))


# --- One bot among others --------------------------------------------------------


class Duel(NamedTuple):
    """One bot among others of a second kind: every game is played once with the one in each seat."""

    setting: Setting
    one: Player
    other: Player
    seed: int
    first: int
    n: int


def play_duel(job: Duel) -> Mean:
    """Return the one's share of the win; the sample is the block of games with the same dice, one for each seat."""
    seats, score = job.setting.seats, np.zeros(job.n)
    for place in range(seats):
        players = tuple(job.one if seat == place else job.other for seat in range(seats))
        found = measurements(Job(job.setting, players, job.seed, job.first, job.n))
        score += found.wins[:, place] / seats
    return means({"share": score})["share"]


# --- Two settings, paired --------------------------------------------------------


class Pair(NamedTuple):
    """The same games in two settings, with common random numbers: the differences of paired games vary less."""

    a: Job
    b: Job
    first: int
    n: int


class Sides(NamedTuple):
    """Counters of both settings, and paired differences, b less a. Its fields are stored with runs."""

    a: Counters
    b: Counters
    means: dict[str, Mean]  # of the difference of each metric
    users: Any  # [3][group]: games, sums of differences of the share of seats that used it, sums of their squares

    def __add__(self, other: Any) -> Sides:
        means = {name: mean + other.means[name] for name, mean in self.means.items()}
        return Sides(self.a + other.a, self.b + other.b, means, self.users + other.users)

    @property
    def n(self) -> int:
        """The sample size: games, on each side."""
        return self.a.games


class MeasuredPair(NamedTuple):
    """Counters of both settings, and the differences of each game as a row, if that was asked for."""

    sides: Sides
    rows: dict[str, Any]


def play_pair(job: Pair) -> MeasuredPair:
    """Play the same games in both settings; a seat's wins are compared by their distance from fair."""
    game = GAMES[job.a.setting.game]
    jobs = [side._replace(first=job.first, n=job.n) for side in (job.a, job.b)]
    measured = [measurements(side) for side in jobs]
    columns = [metrics(game, side) for side in measured]
    shared = [name for name in columns[0] if name in columns[1]]
    fair = {name: 1 / jobs[0].setting.seats - 1 / jobs[1].setting.seats for name in shared if name.startswith("wins.")}
    differences = {name: columns[1][name] - columns[0][name] + fair.get(name, 0.0) for name in shared}
    used = measured[1].users / jobs[1].setting.seats - measured[0].users / jobs[0].setting.seats
    users = np.array([np.full(used.shape[1], job.n), used.sum(axis=0), (used * used).sum(axis=0)])
    a, b = (count(game, *side) for side in zip(measured, columns, strict=True))
    rows = {"game": np.arange(job.first, job.first + job.n), **differences} if job.a.with_rows else {}
    return MeasuredPair(Sides(a, b, means(differences), users), rows)
