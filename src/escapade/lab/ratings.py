"""What blocks of games say about strength: shares with intervals, Elo, a sequential test, ratings of a league.

The sample is the block, never the game: games of one block share their deal, so they are not independent. A score is
the share of the win that one bot has against a field of equal others; with so many seats, fair is 1 / seats.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean, variance
from typing import Any, NamedTuple

import numpy as np

from escapade.lab.stats import CONFIDENCE, Interval

TEN_TO_ONE = 400.0  # Elo points that make the odds ten to one
PER_DEVIATION = 800 / math.log(10)  # normalised Elo points that are one standard deviation of a game
TRACE = 1e-3  # blocks counted where none was seen, so that no outcome is held to be impossible
ROUNDS = 200  # of the likeliest distribution, which settles in a few


# --- Elo ---


def elo_of(share: float, seats: int = 2) -> float:
    """Return the Elo difference to a field of equal others that gives one seat this share of the wins.

    >>> elo_of(0.5), round(elo_of(0.75)), elo_of(0.25, 4), elo_of(1.0)
    (0.0, 191, 0.0, inf)
    """
    if not 0 < share < 1:
        return math.copysign(math.inf, share - 0.5)
    return TEN_TO_ONE * math.log10(share * (seats - 1) / (1 - share))


def share_of(elo: float, seats: int = 2) -> float:
    """Return the share of the wins of one among equal others who are so much weaker."""
    return 1 / (1 + (seats - 1) * 10 ** (-elo / TEN_TO_ONE))


def normalised(blocks: Sequence[float], seats: int = 2) -> float:
    """Return the normalised Elo: how far above fair, in standard deviations of a game; 0 while nothing varies."""
    spread = math.sqrt(seats * variance(blocks)) if len(blocks) > 1 else 0.0
    return PER_DEVIATION * (fmean(blocks) - 1 / seats) / spread if spread else 0.0


# --- The sequential test ---


class Sprt(NamedTuple):
    """Is a bot elo1 stronger, or no more than elo0? In normalised Elo, with the two chances of a wrong answer."""

    elo0: float = 0.0
    elo1: float = 30.0
    alpha: float = 0.05  # of accepting elo1 where elo0 is true
    beta: float = 0.05  # of accepting elo0 where elo1 is true

    @property
    def bounds(self) -> Interval:
        """Where the log-likelihood ratio decides: below accepts elo0, above elo1 (Wald).

        >>> [round(end, 3) for end in Sprt().bounds]
        [-2.944, 2.944]
        """
        return Interval(math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha))

    def ratio(self, counts: Mapping[float, int], seats: int = 2) -> float:
        """Return the log-likelihood ratio of elo1 to elo0, from how often each block score was seen.

        Nothing is assumed about how scores are distributed: each hypothesis is given the likeliest distribution that
        has its mean, in units of its own deviation. At two seats this is the pentanomial test.
        """
        support = (0.0, 0.25, 0.5, 0.75, 1.0) if seats == 2 else (0.0, 1.0)
        seen = {score: float(counts.get(score, 0)) or TRACE for score in sorted({*support, *counts})}
        total, scores = sum(seen.values()), list(seen)
        weights = [n / total for n in seen.values()]
        a_block = math.sqrt(seats) / PER_DEVIATION  # the mean of several games varies less than one
        likeliest0 = likeliest(scores, weights, 1 / seats, self.elo0 * a_block)
        likeliest1 = likeliest(scores, weights, 1 / seats, self.elo1 * a_block)
        pairs = zip(weights, likeliest0, likeliest1, strict=True)
        return total * sum(weight * math.log(p1 / p0) for weight, p0, p1 in pairs)

    def accepted(self, ratio: float) -> str | None:
        """Return which hypothesis the ratio accepts, "elo0" or "elo1"; None while it is open."""
        low, high = self.bounds
        return "elo0" if ratio <= low else "elo1" if ratio >= high else None


class Trial:
    """A sequential test under way: blocks are told one by one, and nothing is heard after the answer."""

    def __init__(self, sprt: Sprt, seats: int) -> None:
        self.sprt, self.seats = sprt, seats
        self.counts: Counter[float] = Counter()
        self.ratio = 0.0
        self.accepted: str | None = None

    def add(self, score: float) -> None:
        """Count a block."""
        if self.accepted is None:
            self.counts[round(score, 9)] += 1  # thirds that were added in another order are the same score
            self.ratio = self.sprt.ratio(self.counts, self.seats)
            self.accepted = self.sprt.accepted(self.ratio)

    def as_data(self) -> dict[str, Any]:
        """Everything, for programs."""
        low, high = self.sprt.bounds
        return {
            **self.sprt._asdict(), "ratio": self.ratio, "low": low, "high": high,
            "accepted": self.accepted, "counts": {f"{score:g}": n for score, n in sorted(self.counts.items())},
        }  # fmt: skip


def likeliest(scores: Sequence[float], weights: Sequence[float], fair: float, deviations: float) -> list[float]:
    """Return the distribution, likeliest for what was seen, whose mean lies so many of its own deviations above fair.

    The deviation depends on the distribution: its slope at the last answer stands for it until the answer settles.
    The search starts at the widest fair distribution, all or nothing; a step too far is halved.
    """
    last = found = [1 - fair, *[0.0] * (len(scores) - 2), fair]
    for number in range(ROUNDS):
        off = beyond(scores, found, fair, deviations)
        while not min(off) < 0 < max(off):
            found = [(a + b) / 2 for a, b in zip(last, found, strict=True)]
            off = beyond(scores, found, fair, deviations)
        last, found = found, tilted(weights, off)
        if max(abs(a - b) for a, b in zip(last, found, strict=True)) < 1e-10:
            break
        if number > ROUNDS // 10:  # two answers may call each other back and forth
            found = [(a + b) / 2 for a, b in zip(last, found, strict=True)]
    return found


def beyond(scores: Sequence[float], found: Sequence[float], fair: float, deviations: float) -> list[float]:
    """How far each score, and what it adds to the deviation, lies beyond the mean that is asked for."""
    mean = _dot(found, scores)
    spread = math.sqrt(_dot(found, [(score - mean) ** 2 for score in scores]))
    return [s - fair - deviations * (spread + (s - mean) ** 2 / spread) / 2 for s in scores]


def tilted(weights: Sequence[float], off: Sequence[float]) -> list[float]:
    """Return the likeliest distribution in which what is off has the mean 0."""
    tilt = balance_point(off, weights)
    return [weight / (1 + tilt * o) for weight, o in zip(weights, off, strict=True)]


def balance_point(off: Sequence[float], weights: Sequence[float]) -> float:
    """Return the tilt at which weights / (1 + tilt off) have the mean 0: Lagrange's multiplier, by Newton's method."""
    low, high, tilt = -1 / max(off), -1 / min(off), 0.0
    pairs = list(zip(weights, off, strict=True))
    for _ in range(200):
        parts = [(weight, o / (1 + tilt * o)) for weight, o in pairs]
        mean = sum(weight * part for weight, part in parts)
        low, high = (tilt, high) if mean > 0 else (low, tilt)  # the mean falls as the tilt grows
        last, tilt = tilt, tilt + mean / sum(weight * part * part for weight, part in parts)
        if abs(tilt - last) <= 1e-12 * max(1.0, abs(tilt)):
            break
        if not low < tilt < high:
            tilt = (low + high) / 2
    return tilt


def _dot(left: Sequence[float], right: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


# --- Ratings of a league ---


class Rating(NamedTuple):
    """Elo above the mean of the league, and where it may well lie."""

    elo: float
    low: float
    high: float


Results = Mapping[tuple[int, int], Sequence[float]]  # (one, the others): the one's score in each block
Sums = Mapping[tuple[int, int], tuple[float, float]]  # (one, the others): the one's score in all, and blocks


def ratings(
    bots: int, results: Results, seats: int = 2, level: float = CONFIDENCE, samples: int = 400, seed: int = 0
) -> list[Rating]:
    """Rate a league, with error bars from blocks that are weighed anew (Bayesian bootstrap).

    Pairings that met in the same deal are weighed together. Each pairing has one imagined block with a fair score more:
    it keeps who never lost within reach, and in doubt.
    """
    most, rng = max((len(blocks) for blocks in results.values()), default=0), np.random.default_rng(seed)
    elo = strengths(bots, sums(results, np.ones(most), np.ones((len(results), 2)), seats), seats)
    drawn = []
    for _ in range(samples):
        weights, imagined = rng.exponential(size=most), rng.exponential(size=(len(results), 2))
        drawn.append(strengths(bots, sums(results, weights, imagined, seats), seats))
    low, high = np.percentile(drawn, [50 - 50 * level, 50 + 50 * level], axis=0)
    return [Rating(*map(float, ends)) for ends in zip(elo, np.minimum(low, elo), np.maximum(high, elo), strict=True)]


def sums(results: Results, weights: Any, imagined: Any, seats: int) -> Sums:
    """Add up (score, blocks) of each pairing, each block counted so many times; so is the imagined one, won or lost."""
    found = {}
    for (pair, blocks), (won, lost) in zip(results.items(), imagined, strict=True):
        counted, fair = weights[: len(blocks)], won / seats
        total = float(counted.sum()) + fair + lost * (1 - 1 / seats)
        found[pair] = float(counted @ np.asarray(blocks, float)) + fair, total
    return found


def strengths(bots: int, summed: Sums, seats: int = 2) -> Any:
    """Return the likeliest Elo of each bot, mean 0: one among equal others wins in proportion to its strength.

    Between two this is Bradley and Terry's model. Newton's method; who has not played stays at 0.
    """
    value = np.zeros(bots)
    for _ in range(100):
        slope, bend = np.zeros(bots), np.full((bots, bots), 1.0 / bots)  # the constant holds the mean at 0
        bend += 1e-9 * np.eye(bots)
        for (a, b), (score, blocks) in summed.items():
            expected = 1 / (1 + (seats - 1) * math.exp(value[b] - value[a]))
            pull, stiff = score - blocks * expected, blocks * expected * (1 - expected)
            slope[[a, b]] += pull, -pull
            bend[[a, b], [a, b]] += stiff
            bend[[a, b], [b, a]] -= stiff
        step = np.clip(np.linalg.solve(bend, slope - value.mean()), -2, 2)
        value += step
        if np.abs(step).max() < 1e-9:
            break
    return (value - value.mean()) * TEN_TO_ONE / math.log(10)
