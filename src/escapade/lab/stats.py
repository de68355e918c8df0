"""Means with Student's t intervals and tests, differences between groups, and Holm's correction for many tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

CONFIDENCE = 0.95  # of intervals; and 1 - the family-wise error rate of tests
MIN_FREEDOM = 9  # degrees of freedom from which a sample without variance is evidence


class Interval(NamedTuple):
    """A confidence interval."""

    low: float
    high: float


def t_quantile(freedom: float, level: float = CONFIDENCE) -> float:
    """Return how many standard errors make a two-sided t interval.

    >>> [round(t_quantile(n), 2) for n in (1, 2, 5, 30)]
    [12.71, 4.3, 2.57, 2.04]
    """
    from scipy.special import stdtrit  # here, since SciPy takes longer to import than all of Escapade

    return float(stdtrit(freedom, (1 + level) / 2))


def p_value(difference: float, standard_error: float, freedom: float = math.inf) -> float:
    """Return the two-sided p-value of a difference: Student's t test, or a z test without degrees of freedom.

    >>> round(p_value(1.96, 1.0), 3), round(p_value(2.571, 1.0, 5), 3), p_value(1.0, 0.0), p_value(0.0, 0.0)
    (0.05, 0.05, 0.0, 1.0)
    """
    if difference == 0 or math.isinf(standard_error):
        return 1.0
    if standard_error == 0:  # all games say the same: a handful of them may by accident
        return 1.0 if freedom < MIN_FREEDOM else 0.0
    from scipy.special import stdtr

    return float(2 * stdtr(freedom, -abs(difference) / standard_error))


def normal_interval(value: float, standard_error: float, level: float = CONFIDENCE) -> Interval:
    """Return the interval of an estimate from many games."""
    half = t_quantile(math.inf, level) * standard_error
    return Interval(value - half, value + half)


class Mean(NamedTuple):
    """The mean of a sample, kept as size, sum and sum of squares, so that samples can be added. Stored with runs."""

    n: int
    total: float
    squares: float

    @classmethod
    def of(cls, sample: Sequence[float]) -> Mean:
        """Reduce a sample."""
        return cls(len(sample), sum(sample), sum(value * value for value in sample))

    @property
    def mean(self) -> float:
        """The mean; 0 of an empty sample."""
        return self.total / self.n if self.n else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; infinite for fewer than two."""
        if self.n < 2:
            return math.inf
        return math.sqrt(max(0.0, self.squares - self.total * self.total / self.n) / (self.n - 1) / self.n)

    def __add__(self, other: Any) -> Mean:
        return Mean(self.n + other.n, self.total + other.total, self.squares + other.squares)

    def with_pseudocounts(self, low: float, high: float) -> Mean:
        """Add two imagined values, one at each end of the scale: a sample without variance keeps a wide interval."""
        return self + Mean(2, low + high, low * low + high * high)

    def interval(self, level: float = CONFIDENCE) -> Interval:
        """Return the t interval of the mean."""
        if self.n < 2:
            return Interval(-math.inf, math.inf)
        half = t_quantile(self.n - 1, level) * self.standard_error
        return Interval(self.mean - half, self.mean + half)

    def p_value(self, expected: float = 0.0) -> float:
        """Return the two-sided p-value of the t test against an expected mean."""
        return p_value(self.mean - expected, self.standard_error, self.n - 1)


def share_interval(shares: Sequence[float], level: float = CONFIDENCE) -> Interval:
    """Return the t interval of a mean share, with pseudocounts 0 and 1, within 0 and 1.

    >>> [round(end, 2) for end in share_interval([1.0] * 10)]
    [0.73, 1.0]
    """
    low, high = Mean.of(shares).with_pseudocounts(0.0, 1.0).interval(level)
    return Interval(max(0.0, low), min(1.0, high))


def holm(p_values: Sequence[float], level: float = CONFIDENCE) -> list[bool]:
    """Return which tests of a family are significant: Holm's method keeps the family-wise error rate at 1 - level.

    >>> holm([0.001, 0.04, 0.02, 0.9])
    [True, False, False, False]
    >>> holm([0.001, 0.01, 0.02, 0.9])
    [True, True, True, False]
    """
    significant = [False] * len(p_values)
    for rank, i in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        if p_values[i] > (1 - level) / (len(p_values) - rank):
            break
        significant[i] = True
    return significant


class Usage(NamedTuple):
    """Sums over games of a (seats that used an action group), b (their wins) and t (wins of all seats)."""

    games: int
    seats: int
    a: float
    b: float
    aa: float
    ab: float
    bb: float
    at: float
    bt: float
    t: float
    tt: float

    @property
    def users(self) -> float:
        """The share of seats that used it."""
        return self.a / (self.games * self.seats)

    @property
    def win_shares(self) -> tuple[float, float]:
        """The share of wins of the seats that used it, and of those that did not."""
        others = self.games * self.seats - self.a
        return (self.b / self.a if self.a else 0.0, (self.t - self.b) / others if others else 0.0)

    @property
    def standard_error(self) -> float:
        """The standard error of the difference of the two, by the delta method; seats of a game are one cluster.

        It is at least that of independent seats with one common share of wins: where few seats used an action, hardly
        any of them may have won by accident, and the clusters alone would show almost no variance.
        """
        others = self.games * self.seats - self.a
        if not self.a or not others or self.games < 2:
            return math.inf
        used, unused = self.win_shares
        # What a game adds to the difference: x a + y b + z t + w, each of which is linear in a, b and t.
        x, y = -used / self.a - unused / others, 1 / self.a + 1 / others
        z, w = -1 / others, self.seats * unused / others
        squares = x * x * self.aa + y * y * self.bb + z * z * self.tt + w * w * self.games
        mixed = x * y * self.ab + x * z * self.at + y * z * self.bt
        squares += 2 * (mixed + w * (x * self.a + y * self.b + z * self.t))
        common = self.t / (self.games * self.seats)
        return math.sqrt(max(0.0, squares, common * (1 - common) * (1 / self.a + 1 / others)))
