"""Which bot is better? Every deal is replayed with each bot in every seat, and the deals are the sample.

A *block* is one deal: one bot sits alone among others of a second kind, once in every seat. Its score is the mean share
of the win that the one had; fair is 1 / seats. At two seats a block is the usual pair of games with seats exchanged.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from escapade.adapters import PEERS, peer
from escapade.bots import Bot, Budget, bot
from escapade.bots.stdio import Outside, is_outside
from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.match import Match
from escapade.kernel.names import OVER, BadInput, Refused, whole_number
from escapade.lab.pool import Where, defer_interrupt, results
from escapade.lab.ratings import Rating, Sprt, Trial, elo_of, normalised, ratings
from escapade.lab.stats import share_interval

BINS_A_DECADE = 100  # steps in which times are told apart, for each power of ten: about two percent
DECADES = 9  # from a microsecond to a thousand seconds


class Contestant(NamedTuple):
    """A bot: its label in tables, its name and its budget."""

    label: str
    name: str
    budget: Budget


class Setting(NamedTuple):
    """What is played: plain data, so that it can be sent to another process."""

    game: str
    seats: int
    options: dict[str, Any]
    pieces: Any
    contestants: tuple[Contestant, ...]
    seed: int


class Job(NamedTuple):
    """A block to be played: the one bot, the others, and the number of the deal."""

    one: int
    other: int
    number: int


class Block(NamedTuple):
    """A played block: by the seat of the one, its share of the win, the plies, and whether the game was drawn."""

    job: Job
    shares: tuple[float, ...]
    plies: tuple[int, ...]
    drawn: tuple[bool, ...]
    seconds: tuple[tuple[list[float], list[float]], ...]  # game by game, of each decision of the one, and of the others

    @property
    def score(self) -> float:
        """The mean share of the win."""
        return fmean(self.shares)


# --- Who plays ---


def contestants(game: Game, names: Sequence[str], budget: Budget) -> tuple[Contestant, ...]:
    """Read bots as a command line names them: `expert`, `expert@500` (iterations), `expert@300ms`, `cmd:./mybot`."""
    if len(names) < 2:
        named = f"only {names[0]!r} is named" if names else "none is named"
        raise BadInput(f"an arena needs two bots or more, and {named}")
    found: list[Contestant] = []
    for text in names:
        name, at, limit = text.rpartition("@") if "@" in text else (text, "", "")
        own = read_budget(text, limit) if at else budget
        if is_outside(name):
            Outside(game, name, 0, {})  # refuses a command that cannot be read
        elif name not in PEERS:
            bot(game, name)  # refuses a name that nobody has
        times = sum(text == earlier for earlier in names[: len(found)])
        found.append(Contestant(f"{text} ({times + 1})" if times else text, name, own))
    return tuple(found)


def seated(setting: Setting, who: Contestant) -> Bot:
    """Build a bot, or connect to a program."""
    game = GAMES[setting.game]
    if is_outside(who.name):
        return Outside(game, who.name, setting.seats, setting.options)
    return peer(game, who.name) if who.name in PEERS else bot(game, who.name)


def read_budget(text: str, limit: str) -> Budget:
    """Parse a budget, which stands behind the @ of a bot."""
    number = whole_number(limit.removesuffix("ms"))
    if number is None or number < 1:
        raise BadInput(f"{text!r}: behind @ stands a number of iterations, or of milliseconds with ms, such as 300ms")
    return Budget(milliseconds=number) if limit.endswith("ms") else Budget(iterations=number)


def pairs(number: int, gauntlet: bool = False) -> list[tuple[int, int]]:
    """List the pairings: all against all, or the first against all others."""
    return [(0, other) for other in range(1, number)] if gauntlet else list(combinations(range(number), 2))


# --- Playing ---


class BlockPlayer:
    """Plays blocks of a setting; builds each bot once."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.game = setting, GAMES[setting.game]
        self.bots = [seated(setting, contestant) for contestant in setting.contestants]
        for who in range(len(self.bots)):
            self.warm_up(who)

    def warm_up(self, who: int) -> None:
        """Let a bot choose once, so that compiling and loading are not timed."""
        match = self.deal(0)
        self.choice(match, who, random.Random(0))

    def deal(self, number: int) -> Match:
        """Start a match; its dice follow from the seed and the number of the block alone."""
        setting = self.setting
        return Match(
            self.game, setting.seats, setting.options, setting.pieces, SeededDealer(f"{setting.seed}/{number}")
        )

    def block(self, job: Job) -> Block:
        """Replay a deal with the one in every seat."""
        shares, plies, drawn, seconds = [], [], [], []
        for place in range(self.setting.seats):
            match = self.deal(job.number)
            seconds.append(self.play(match, job, place))
            self.tell_outside(match.ranking())
            first = match.ranking()[0]
            shares.append(1 / len(first) if place in first else 0.0)
            plies.append(len(match.log))
            drawn.append(len(first) > 1)
        return Block(job, tuple(shares), tuple(plies), tuple(drawn), tuple(seconds))

    def play(self, match: Match, job: Job, place: int) -> tuple[list[float], list[float]]:
        """Play a match to its end; return the seconds of each decision of the one, and of the others."""
        everyone, seconds = range(self.setting.seats), (list[float](), list[float]())
        dice = [random.Random(f"{self.setting.seed}/{job.number}/{place}/{seat}") for seat in everyone]
        while match.turn != OVER:
            seat = match.turn
            who = job.one if seat == place else job.other
            code, spent = self.choice(match, who, dice[seat])
            seconds[seat != place].append(spent)
            try:
                match.play(code, seat)
            except Refused as no:
                label, where = self.setting.contestants[who].label, f"block {job.number}, ply {len(match.log) + 1}"
                raise BadInput(f"{label} chose what it may not, in {where}, seat {seat}: {no}") from None
        return seconds

    def tell_outside(self, ranking: list[list[int]]) -> None:
        """Report the ranking of a match to external programs."""
        for one in self.bots:
            if isinstance(one, Outside):
                one.over(ranking)

    def choice(self, match: Match, who: int, dice: random.Random) -> tuple[int, float]:
        """Let a bot choose from its seat's view; return the code and the seconds."""
        view, legal = match.view(match.turn), match.legal_codes()
        heard = match.heard_codes(match.turn)
        began = time.perf_counter()
        code = self.bots[who].choose(view, legal, heard, self.setting.contestants[who].budget, dice)
        return code, time.perf_counter() - began


# --- On every core ---


def play_blocks(setting: Setting, jobs: Iterable[Job], where: Where) -> Iterator[Block]:
    """Play jobs in one or many processes; blocks come in order."""
    if where.cluster is not None:
        for contestant in setting.contestants:
            if is_outside(contestant.name):
                raise BadInput(f"{contestant.label}: programs of others play on this machine: leave out --cluster")
    if where == Where(1):
        yield from map(BlockPlayer(setting).block, jobs)
    else:
        yield from results(play_block, ((setting, job) for job in jobs), where)


_player: list[BlockPlayer] = []  # of this process: it is built once


def play_block(given: tuple[Setting, Job], kind: type[BlockPlayer] = BlockPlayer) -> Block:
    """Play a block in a worker process."""
    setting, job = given
    if not _player or _player[0].setting != setting or type(_player[0]) is not kind:
        _player[:] = [kind(setting)]
    return _player[0].block(job)


# --- What it adds up to ---


class DecisionTimes:
    """A histogram of decision times: the mean is exact, quantiles are true to two percent."""

    def __init__(self) -> None:
        self.counts = np.zeros(BINS_A_DECADE * DECADES + 1, np.int64)
        self.total = self.longest = 0.0

    def add(self, seconds: Sequence[float]) -> None:
        """Add the times of some decisions."""
        if seconds:
            steps = np.log10(np.maximum(seconds, 1e-6) / 1e-6) * BINS_A_DECADE
            np.add.at(self.counts, np.minimum(steps.astype(np.int64), len(self.counts) - 1), 1)
            self.total += sum(seconds)
            self.longest = max(self.longest, *seconds)

    def quantile(self, part: float) -> float:
        """Return a quantile, in seconds."""
        step = int(np.searchsorted(np.cumsum(self.counts), part * self.counts.sum()))
        return min(self.longest, float(1e-6 * 10 ** ((step + 0.5) / BINS_A_DECADE)))

    def as_data(self) -> dict[str, Any]:
        """Return figures in milliseconds."""
        moves = int(self.counts.sum())
        figures = self.total / max(1, moves), self.quantile(0.5), self.quantile(0.99), self.longest
        named = zip(("mean_ms", "p50_ms", "p99_ms", "max_ms"), figures, strict=True)
        return {"decisions": moves, **{name: round(1000 * seconds, 4) for name, seconds in named}}


class Pairing:
    """The blocks of one bot among others of a second kind, in the order of their numbers."""

    def __init__(self, one: int, other: int, seats: int, sprt: Sprt | None) -> None:
        self.one, self.other, self.seats = one, other, seats
        self.trial = Trial(sprt, seats) if sprt else None
        self.blocks: list[Block] = []

    @property
    def decided(self) -> bool:
        """Whether the sequential test has decided."""
        return self.trial is not None and self.trial.accepted is not None

    def add(self, block: Block) -> bool:
        """Add the next block, unless the test has decided; return whether it counts."""
        if self.decided:
            return False
        self.blocks.append(block._replace(seconds=()))
        if self.trial:
            self.trial.add(block.score)
        return True

    @property
    def scores(self) -> list[float]:
        """The score of each block."""
        return [block.score for block in self.blocks]

    def as_data(self, labels: Sequence[str]) -> dict[str, Any]:
        """Return all figures, as JSON data; None without blocks."""
        scores, games = self.scores, len(self.blocks) * self.seats
        found = {"one": labels[self.one], "other": labels[self.other], "blocks": len(scores), "games": games}
        return {
            **found,
            **(self.figures(scores) if scores else {}),
            "sprt": self.trial.as_data() if self.trial else None,
            "shares": [list(block.shares) for block in self.blocks],
        }

    def figures(self, scores: list[float]) -> dict[str, Any]:
        """Compute share and Elo with intervals, draws and lengths."""
        low, high = share_interval(scores)
        elo = [elo_of(share, self.seats) for share in (fmean(scores), low, high)]
        return {
            "share": fmean(scores), "low": low, "high": high,
            "elo": finite(elo[0]), "elo_low": finite(elo[1]), "elo_high": finite(elo[2]),
            "normalised_elo": normalised(scores, self.seats),
            "share_by_seat": [fmean(block.shares[seat] for block in self.blocks) for seat in range(self.seats)],
            "drawn": sum(sum(block.drawn) for block in self.blocks),
            "plies": fmean(fmean(block.plies) for block in self.blocks),
        }  # fmt: skip


class Arena:
    """A league or a gauntlet: its setting, and the results so far."""

    def __init__(self, setting: Setting, meetings: Iterable[tuple[int, int]], blocks: int, sprt: Sprt | None = None):
        self.setting, self.most = setting, blocks
        self.pairings = {pair: Pairing(*pair, setting.seats, sprt) for pair in meetings}
        self.clocks = [DecisionTimes() for _ in setting.contestants]

    def run(
        self, workers: int = 1, cluster: str | None = None, keep: Callable[[Block], None] = lambda block: None
    ) -> Generator[Pairing]:
        """Play; yield the pairing of each block that counts. Blocks depend on the setting alone."""
        for block in play_blocks(self.setting, self.jobs(), Where(workers, cluster)):
            with defer_interrupt():  # what is counted is stored, too
                counts = self.count(block)
                if counts:
                    keep(block)
            if counts:
                yield self.pairings[block.job.one, block.job.other]

    def count(self, block: Block) -> bool:
        """Add a block, if it still counts."""
        counts = self.pairings[block.job.one, block.job.other].add(block)
        if counts:
            for ones, others in block.seconds:
                self.clocks[block.job.one].add(ones)
                self.clocks[block.job.other].add(others)
        return counts

    def jobs(self) -> Iterator[Job]:
        """List blocks deal by deal for all open pairings, so that an interrupted arena is balanced."""
        for number in range(self.most):
            for pair, pairing in self.pairings.items():
                if not pairing.decided and number >= len(pairing.blocks):  # less, if a stored run is resumed
                    yield Job(*pair, number)

    @property
    def complete(self) -> bool:
        """Whether every pairing has been decided, or has all its blocks."""
        return all(pairing.decided or len(pairing.blocks) >= self.most for pairing in self.pairings.values())

    @property
    def labels(self) -> list[str]:
        """The labels of the contestants."""
        return [contestant.label for contestant in self.setting.contestants]

    def ratings(self) -> list[Rating]:
        """Return the Elo of each contestant, with intervals."""
        results = {pair: pairing.scores for pair, pairing in self.pairings.items()}
        return ratings(len(self.labels), results, self.setting.seats, seed=self.setting.seed)

    def as_data(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        setting, rated = self.setting, zip(self.setting.contestants, self.ratings(), self.clocks, strict=True)
        return {
            "game": setting.game, "seats": setting.seats, "options": setting.options, "seed": setting.seed,
            "complete": self.complete, "blocks": self.most,
            "bots": [
                {"bot": who.label, **who.budget._asdict(), "rating": rating._asdict(), "time": clock.as_data()}
                for who, rating, clock in rated
            ],
            "pairings": [pairing.as_data(self.labels) for pairing in self.pairings.values()],
        }  # fmt: skip


def arena(
    game: Game,
    names: Sequence[str],
    games: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    pieces: Any = None,
    budget: Budget | None = None,
    seed: int = 0,
    gauntlet: bool = False,
    sprt: Sprt | None = None,
) -> Arena:
    """Prepare an arena of so many games a pairing, in whole blocks. Nothing is played yet."""
    number = game.check_seats(max(2, game.seats.start) if seats is None else seats)
    if number < 2:
        raise BadInput("an arena needs two seats or more: alone, nobody is better")
    chosen = game.check_options(options or {}, number)
    who = contestants(game, names, budget or Budget())
    setting = Setting(game.name, number, chosen, game.pieces() if pieces is None else pieces, who, seed)
    return Arena(setting, pairs(len(who), gauntlet), math.ceil(games / number), sprt)


def finite(number: float) -> float | None:
    """Replace infinity, which JSON does not know, by None."""
    return number if math.isfinite(number) else None
