"""Strength from blocks of games: Elo, a sequential probability ratio test, ratings of a league.

The sample is the block, never the game: games of one block share their deal, so they are not independent. A score is a
bot's share of the win among equal others; 1 / seats is fair.
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
REGULARIZATION = 1e-3  # blocks counted for scores that were not seen: none is impossible
MAX_ITERATIONS = 200  # of the maximum likelihood estimate, which converges in a few


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
    """Return the expected share of wins of one among equal others, by Elo difference."""
    return 1 / (1 + (seats - 1) * 10 ** (-elo / TEN_TO_ONE))


def normalised(blocks: Sequence[float], seats: int = 2) -> float:
    """Return the normalised Elo: the distance from fair in standard deviations of a game; 0 without variance."""
    deviation = math.sqrt(seats * variance(blocks)) if len(blocks) > 1 else 0.0
    return PER_DEVIATION * (fmean(blocks) - 1 / seats) / deviation if deviation else 0.0


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

        A generalised SPRT: each hypothesis is the maximum likelihood distribution of scores with its t value, nothing
        else being assumed. At two seats this is the pentanomial test.
        """
        support = (0.0, 0.25, 0.5, 0.75, 1.0) if seats == 2 else (0.0, 1.0)
        seen = {score: float(counts.get(score, 0)) or REGULARIZATION for score in sorted({*support, *counts})}
        total, scores = sum(seen.values()), list(seen)
        weights = [n / total for n in seen.values()]
        per_block = math.sqrt(seats) / PER_DEVIATION  # the mean of several games varies less than one
        likeliest0 = mle_t_value(scores, weights, 1 / seats, self.elo0 * per_block)
        likeliest1 = mle_t_value(scores, weights, 1 / seats, self.elo1 * per_block)
        pairs = zip(weights, likeliest0, likeliest1, strict=True)
        return total * sum(weight * math.log(p1 / p0) for weight, p0, p1 in pairs)

    def accepted(self, ratio: float) -> str | None:
        """Return which hypothesis the ratio accepts, "elo0" or "elo1"; None while it is open."""
        low, high = self.bounds
        return "elo0" if ratio <= low else "elo1" if ratio >= high else None


class Trial:
    """A sequential test under way: blocks are added one by one, and ignored after the decision."""

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


def mle_t_value(scores: Sequence[float], weights: Sequence[float], fair: float, deviations: float) -> list[float]:
    """Return the maximum likelihood distribution with a given t value: (mean - fair) / standard deviation.

    The standard deviation is linearised at the last estimate, and the linear problem solved, until it converges.
    It starts at the widest fair distribution, all or nothing; an infeasible step is halved.
    """
    last = found = [1 - fair, *[0.0] * (len(scores) - 2), fair]
    for number in range(MAX_ITERATIONS):
        offset = offsets(scores, found, fair, deviations)
        while not min(offset) < 0 < max(offset):
            found = [(a + b) / 2 for a, b in zip(last, found, strict=True)]
            offset = offsets(scores, found, fair, deviations)
        last, found = found, mle_expected(weights, offset)
        if max(abs(a - b) for a, b in zip(last, found, strict=True)) < 1e-10:
            break
        if number > MAX_ITERATIONS // 10:  # two estimates may alternate
            found = [(a + b) / 2 for a, b in zip(last, found, strict=True)]
    return found


def offsets(scores: Sequence[float], found: Sequence[float], fair: float, deviations: float) -> list[float]:
    """Return the linearised constraint: what each score adds to mean - fair - deviations * standard deviation."""
    mean = _dot(found, scores)
    deviation = math.sqrt(_dot(found, [(score - mean) ** 2 for score in scores]))
    return [s - fair - deviations * (deviation + (s - mean) ** 2 / deviation) / 2 for s in scores]


def mle_expected(weights: Sequence[float], offset: Sequence[float]) -> list[float]:
    """Return the maximum likelihood distribution in which the offsets have mean 0."""
    tilt = secular(offset, weights)
    return [weight / (1 + tilt * o) for weight, o in zip(weights, offset, strict=True)]


def secular(offset: Sequence[float], weights: Sequence[float]) -> float:
    """Solve the secular equation sum of weight * offset / (1 + tilt * offset) = 0 for tilt, by Newton's method."""
    low, high, tilt = -1 / max(offset), -1 / min(offset), 0.0
    pairs = list(zip(weights, offset, strict=True))
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
    """Elo above the mean of the league, with its interval."""

    elo: float
    low: float
    high: float


Results = Mapping[tuple[int, int], Sequence[float]]  # (one, the others): the one's score in each block
Sums = Mapping[tuple[int, int], tuple[float, float]]  # (one, the others): the one's score in all, and blocks


def ratings(
    bots: int, results: Results, seats: int = 2, level: float = CONFIDENCE, samples: int = 400, seed: int = 0
) -> list[Rating]:
    """Rate a league, with intervals by the Bayesian bootstrap over deals.

    A deal has the same weight in all pairings. Each pairing has one pseudo-block with a fair score, which keeps ratings
    and intervals of unbeaten bots finite.
    """
    most, rng = max((len(blocks) for blocks in results.values()), default=0), np.random.default_rng(seed)
    elo = bradley_terry(bots, sums(results, np.ones(most), np.ones((len(results), 2)), seats), seats)
    drawn = []
    for _ in range(samples):
        weights, imagined = rng.exponential(size=most), rng.exponential(size=(len(results), 2))
        drawn.append(bradley_terry(bots, sums(results, weights, imagined, seats), seats))
    low, high = np.percentile(drawn, [50 - 50 * level, 50 + 50 * level], axis=0)
    return [Rating(*map(float, ends)) for ends in zip(elo, np.minimum(low, elo), np.maximum(high, elo), strict=True)]


def sums(results: Results, weights: Any, imagined: Any, seats: int) -> Sums:
    """Add up the weighted (score, blocks) of each pairing, the pseudo-block included."""
    found = {}
    for (pair, blocks), (won, lost) in zip(results.items(), imagined, strict=True):
        counted, fair = weights[: len(blocks)], won / seats
        total = float(counted.sum()) + fair + lost * (1 - 1 / seats)
        found[pair] = float(counted @ np.asarray(blocks, float)) + fair, total
    return found


def bradley_terry(bots: int, summed: Sums, seats: int = 2) -> Any:
    """Return the maximum likelihood Elo of each bot, with mean 0: a bot wins in proportion to its strength.

    Between two this is the Bradley-Terry model. Newton's method; a bot without games stays at 0.
    """
    value = np.zeros(bots)
    for _ in range(100):
        gradient, hessian = np.zeros(bots), np.full((bots, bots), 1.0 / bots)  # the constant holds the mean at 0
        hessian += 1e-9 * np.eye(bots)
        for (a, b), (score, blocks) in summed.items():
            expected = 1 / (1 + (seats - 1) * math.exp(value[b] - value[a]))
            residual, information = score - blocks * expected, blocks * expected * (1 - expected)
            gradient[[a, b]] += residual, -residual
            hessian[[a, b], [a, b]] += information
            hessian[[a, b], [b, a]] -= information
        step = np.clip(np.linalg.solve(hessian, gradient - value.mean()), -2, 2)
        value += step
        if np.abs(step).max() < 1e-9:
            break
    return (value - value.mean()) * TEN_TO_ONE / math.log(10)
