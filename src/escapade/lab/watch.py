"""Games are played, watched and added up, some at a time: a job is plain data, and its tally is all that comes back."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from escapade.bots import planner
from escapade.bots.levels import DROP_RATE
from escapade.bots.parts import heuristic_of
from escapade.games import GAMES
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game
from escapade.lab import in_turn, watching
from escapade.lab.balance import Player, Setting, match_of, seated, set_up
from escapade.lab.doubt import Mean
from escapade.lab.tally import Counters, figures, means, tally, ways, ways_of_codes

MANNERS = {"random": watching.RANDOM, "novice": watching.NOVICE, "greedy": watching.GREEDY}
CHUNK = 500  # games a worker plays before it says so, if they are compiled
FEW = 10  # … if they are not
LONG = 1 << 16  # turns of a game that are looked at for who leads


class Job(NamedTuple):
    """Games to be played: whose, with which dice, how many; and whether each is to be told."""

    setting: Setting
    players: tuple[Player, ...]  # seat by seat
    seed: int
    first: int
    n: int
    describe: bool = False

    @property
    def number(self) -> int:
        """The number of the first game's dice."""
        return (self.seed << 32) + self.first


class Seen(NamedTuple):
    """What was seen: the sum of some games, and what each comes to, if that was asked for."""

    tally: Counters
    rows: dict[str, Any]


def in_code(players: tuple[Player, ...]) -> bool:
    """Do all of them play in compiled code?"""
    return all(player.name in MANNERS for player in players)


def size(players: tuple[Player, ...]) -> int:
    """How many games are one job: it depends on who plays alone, so that sums are the same everywhere."""
    return CHUNK if in_code(players) else FEW


def watch(job: Job) -> Seen:
    """Play, watch and add up."""
    game, notes = GAMES[job.setting.game], watched(job)
    columns = figures(game, notes)
    rows = {"game": np.arange(job.first, job.first + job.n), **columns} if job.describe else {}
    return Seen(tally(game, notes, columns), rows)


def watched(job: Job) -> watching.Notes:
    """Play and watch."""
    setting, game = job.setting, GAMES[job.setting.game]
    workspace = planner.workspace(game, setting.seats)
    start = game.fields.record(game.start(setting.seats, setting.options, setting.pieces))
    codes, ends = logs(job)
    notes, manners = blank(game, setting.seats, job.n), [MANNERS.get(player.name, 0) for player in job.players]
    room = watching.Room(np.zeros(LONG, np.int8), np.zeros((setting.seats, len(ways(game))), np.uint8))
    instrumented(game).watch_games(
        start, job.number, codes, ends, np.array(manners), heuristic_of(game).TIE_NOISE, DROP_RATE,
        *ways_of_codes(game), workspace, notes, room,
    )  # fmt: skip
    return notes


@cache
def instrumented(game: Game) -> Any:
    """The compiled watching of a game."""
    phase = game.compiled if hasattr(game.rules, "simultaneous") else compiled(in_turn)
    module = planner.searching(game)
    return compiled(watching, game=game.compiled, heuristic=module.heuristic, search=module, phase=phase)


def blank(game: Game, seats: int, n: int) -> watching.Notes:
    """Nothing is noted yet."""
    size, many = game.actions.size, len(ways(game))
    return watching.Notes(
        plies=np.zeros(n, np.int64),
        **{name: np.zeros((n, seats), np.int64) for name in ("decisions", "forced", "turns", "dead")},
        choices=np.zeros(n, np.int64),
        changes=np.zeros(n, np.int64),
        settled=np.zeros(n),
        half=np.zeros(n, np.int8),
        wins=np.zeros((n, seats)),
        score=np.zeros((n, seats)),
        users=np.zeros((n, many), np.uint8),
        winners=np.zeros((n, many)),
        used=np.zeros((seats, size), np.int64),
        offered=np.zeros(size, np.int64),
        legal=np.zeros(game.max_actions + 1, np.int64),
        ends=np.zeros(n, game.fields.dtype),
    )


def logs(job: Job) -> tuple[Any, Any]:
    """What is played before the games are watched, one after another, and where each ends.

    Set-ups, where seats make them independently: they come from a book. Whole games of bots that think. Else nothing.
    """
    game = GAMES[job.setting.game]
    if not in_code(job.players):
        found = [whole_game(job, i) for i in range(job.first, job.first + job.n)]
    elif hasattr(game.rules, "simultaneous") and any(player.name != "random" for player in job.players):
        found = [set_up_game(job, i) for i in range(job.first, job.first + job.n)]
    else:
        return np.zeros(0, np.int64), np.zeros(job.n, np.int64)
    codes = np.array([code for log in found for code in log], np.int64)
    return codes, np.cumsum([len(log) for log in found])


def whole_game(job: Job, number: int) -> list[int]:
    """Play a game of bots that think."""
    match = match_of(job.setting, bots(job.setting.game, job.players), f"{job.seed}/{number}")
    return [ply.action.code for ply in match.log]


@cache
def bots(game: str, players: tuple[Player, ...]) -> Any:
    """The bots that think, built once a process."""
    return seated(GAMES[game], players)


def set_up_game(job: Job, number: int) -> list[int]:
    """What chance and the seats do before a game proper."""
    game, setting, dice = GAMES[job.setting.game], job.setting, random.Random(f"{job.seed}/{number}")
    state = game.start(setting.seats, setting.options, setting.pieces)
    return set_up(game, state, bots(setting.game, job.players), dice)


# --- One against others: does skill win? ---


class Duel(NamedTuple):
    """One among others of a second kind: every game is played once with the one in each seat."""

    setting: Setting
    one: Player
    other: Player
    seed: int
    first: int
    n: int


def duel(job: Duel) -> Mean:
    """The one's share of the win: the sample is the block, games with the same dice in which it sits in every seat."""
    seats, score = job.setting.seats, np.zeros(job.n)
    for place in range(seats):
        players = tuple(job.one if seat == place else job.other for seat in range(seats))
        notes = watched(Job(job.setting, players, job.seed, job.first, job.n))
        score += notes.wins[:, place] / seats
    return means({"share": score})["share"]


# --- Two settings side by side ---


class Pair(NamedTuple):
    """The same games in two settings: with the same dice, so that they differ in what the settings differ in."""

    a: Job
    b: Job
    first: int
    n: int


class Sides(NamedTuple):
    """What both sides add up to, and by what b differs from a, game by game: figures, and how many went each way."""

    a: Counters
    b: Counters
    means: dict[str, Mean]
    users: Any  # [3][way]: games, the sum of differences, and of their squares

    def __add__(self, other: Any) -> Sides:
        """Both together."""
        means = {name: mean + other.means[name] for name, mean in self.means.items()}
        return Sides(self.a + other.a, self.b + other.b, means, self.users + other.users)

    @property
    def n(self) -> int:
        """How many games, on each side."""
        return self.a.games


class Both(NamedTuple):
    """What was seen of both sides, and what each game comes to, if that was asked for."""

    sides: Sides
    rows: dict[str, Any]


def pair(job: Pair) -> Both:
    """Play the same games in both settings; a seat's wins are compared by how far they are from fair."""
    game = GAMES[job.a.setting.game]
    jobs = [side._replace(first=job.first, n=job.n) for side in (job.a, job.b)]
    notes = [watched(side) for side in jobs]
    columns = [figures(game, side) for side in notes]
    shared = [name for name in columns[0] if name in columns[1]]
    off = {name: 1 / jobs[0].setting.seats - 1 / jobs[1].setting.seats for name in shared if name.startswith("wins.")}
    apart = {name: columns[1][name] - columns[0][name] + off.get(name, 0.0) for name in shared}
    went = notes[1].users / jobs[1].setting.seats - notes[0].users / jobs[0].setting.seats
    users = np.array([np.full(went.shape[1], job.n), went.sum(axis=0), (went * went).sum(axis=0)])
    a, b = (tally(game, *side) for side in zip(notes, columns, strict=True))
    rows = {"game": np.arange(job.first, job.first + job.n), **apart} if job.a.describe else {}
    return Both(Sides(a, b, means(apart), users), rows)
