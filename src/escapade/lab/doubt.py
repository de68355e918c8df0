"""How sure is a figure? Means and shares with intervals, differences between them, and many questions asked at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

from escapade.lab.ratings import Interval, student

LEVEL = 0.95  # of the intervals, and 1 - the chance of a false finding in a family of questions
HANDFUL = 9  # games, less one, that prove nothing by being all alike


class Mean(NamedTuple):
    """A sample, by how many there are, their sum and the sum of their squares: all that a mean and its doubt need."""

    n: int
    total: float
    squares: float

    @property
    def mean(self) -> float:
        """The mean; 0 of nothing."""
        return self.total / self.n if self.n else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean: boundless while there are not two to compare."""
        if self.n < 2:
            return math.inf
        return math.sqrt(max(0.0, self.squares - self.total * self.total / self.n) / (self.n - 1) / self.n)

    @property
    def deviation(self) -> float:
        """How far one differs from another."""
        return self.error * math.sqrt(self.n) if self.n > 1 else 0.0

    def __add__(self, other: Any) -> Mean:
        """Both samples together."""
        return Mean(self.n + other.n, self.total + other.total, self.squares + other.squares)

    def with_pseudocounts(self, low: float, high: float) -> Mean:
        """The same with two imagined ones more, one at each end: without them all alike would leave no doubt."""
        return self + Mean(2, low + high, low * low + high * high)

    def interval(self, level: float = LEVEL) -> Interval:
        """Student's interval of the mean."""
        if self.n < 2:
            return Interval(-math.inf, math.inf)
        half = student(self.n - 1, level) * self.error
        return Interval(self.mean - half, self.mean + half)

    def chance(self, expected: float = 0.0) -> float:
        """How likely a mean so far from what is expected is, if that is true: Student's test, two-sided."""
        return chance(self.mean - expected, self.error, self.n - 1)


def chance(distance: float, error: float, freedom: int | None = None) -> float:
    """How likely a distance is that is zero in truth; with few to go by, by Wallace's approximation of Student's test.

    >>> round(chance(1.96, 1.0), 3), round(chance(2.571, 1.0, 5), 3), chance(1.0, 0.0), chance(0.0, 0.0)
    (0.05, 0.05, 0.0, 1.0)
    """
    if distance == 0 or math.isinf(error):
        return 1.0
    if error == 0:  # all games say the same: a handful of them may by accident
        return 1.0 if freedom is not None and freedom < HANDFUL else 0.0
    z = abs(distance) / error
    if freedom is not None:
        n = max(1, freedom)
        z = (8 * n + 1) / (8 * n + 3) * math.sqrt(n * math.log1p(z * z / n))
    return math.erfc(z / math.sqrt(2))


def ends(value: float, error: float, level: float = LEVEL) -> Interval:
    """Where a value of many games may well lie."""
    half = NormalDist().inv_cdf((1 + level) / 2) * error
    return Interval(value - half, value + half)


def holm(chances: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Which of many answers stand, so that even one false among them is no likelier than 1 - level (Holm).

    >>> holm([0.001, 0.04, 0.02, 0.9])
    [True, False, False, False]
    >>> holm([0.001, 0.01, 0.02, 0.9])
    [True, True, True, False]
    """
    stands = [False] * len(chances)
    for rank, i in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
        if chances[i] > (1 - level) / (len(chances) - rank):
            break
        stands[i] = True
    return stands


class Use(NamedTuple):
    """Who went a way, and who won: sums over games of a (seats that went it), b (their wins) and t (wins of all)."""

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
        """The share of seats that went it, game by game."""
        return self.a / (self.games * self.seats)

    @property
    def among(self) -> tuple[float, float]:
        """The wins of those who went it, and of those who did not."""
        others = self.games * self.seats - self.a
        return (self.b / self.a if self.a else 0.0, (self.t - self.b) / others if others else 0.0)

    @property
    def error(self) -> float:
        """The standard error of the difference of the two; the sample is the game, whose seats are not independent.

        It is never less than if all seats won alike, each by its own lot: of few who went it hardly any may have won by
        accident, and then the games alone would seem to leave no doubt.
        """
        others = self.games * self.seats - self.a
        if not self.a or not others or self.games < 2:
            return math.inf
        used, unused = self.among
        # What a game adds to the difference: x a + y b + z t + w, each of which is linear in a, b and t.
        x, y = -used / self.a - unused / others, 1 / self.a + 1 / others
        z, w = -1 / others, self.seats * unused / others
        squares = x * x * self.aa + y * y * self.bb + z * z * self.tt + w * w * self.games
        mixed = x * y * self.ab + x * z * self.at + y * z * self.bt
        squares += 2 * (mixed + w * (x * self.a + y * self.b + z * self.t))
        alike = self.t / (self.games * self.seats)
        return math.sqrt(max(0.0, squares, alike * (1 - alike) * (1 / self.a + 1 / others)))
