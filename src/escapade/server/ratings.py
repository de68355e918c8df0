"""How well people play: Glicko-2 for two seats, OpenSkill for more, each game by itself.

Glicko-2 is computed as Mark Glickman's paper describes it, every match a rating period of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

from openskill.models import PlackettLuce

from escapade.server.store import RatingRow

TWO, MANY = "glicko2", "openskill"
SCALE = 173.7178  # from Glicko's numbers to Glicko-2's
TAU = 0.5  # how quickly volatility changes
CLOSE = 1e-6
ORDINARY = 1500.0


class Glicko(NamedTuple):
    """Rating, its deviation, and how erratic the results are."""

    rating: float = ORDINARY
    deviation: float = 350.0
    volatility: float = 0.06


def rated(me: Glicko, games: Sequence[tuple[Glicko, float]]) -> Glicko:
    """A rating after some games: against whom, and 1 for a win, 0.5 for a draw, 0 for a loss.

    >>> games = [(Glicko(1400, 30), 1.0), (Glicko(1550, 100), 0.0), (Glicko(1700, 300), 0.0)]
    >>> [round(x, 2) for x in rated(Glicko(1500, 200), games)]
    [1464.05, 151.52, 0.06]
    """
    mu, phi = (me.rating - ORDINARY) / SCALE, me.deviation / SCALE
    sure = gain = 0.0
    for other, score in games:
        weight = 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-weight * (mu - (other.rating - ORDINARY) / SCALE)))
        sure += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / sure
    sigma = _volatility(variance * gain, phi, variance, me.volatility)
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / variance)
    return Glicko(ORDINARY + SCALE * (mu + phi**2 * gain), SCALE * phi, sigma)


def _volatility(delta: float, phi: float, variance: float, sigma: float) -> float:
    """Step 5 of the paper: the root of f, by the Illinois method."""
    start = log(sigma**2)

    def f(x: float) -> float:
        grown = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(start - k * TAU) < 0:
            k += 1
        high = start - k * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


def after(game: str, ranking: Sequence[Sequence[str]], known: Mapping[str, RatingRow]) -> list[RatingRow]:
    """What a match makes of its players' ratings; `ranking` is people by place."""
    people = [person for place in ranking for person in place]
    return _two(game, ranking, known) if len(people) == 2 else _many(game, ranking, known)


def _two(game: str, ranking: Sequence[Sequence[str]], known: Mapping[str, RatingRow]) -> list[RatingRow]:
    first, second = [person for place in ranking for person in place]
    had = {p: Glicko(*known[p][3:6]) if p in known else Glicko() for p in (first, second)}
    score = 0.5 if len(ranking) == 1 else 1.0
    now = {first: rated(had[first], [(had[second], score)]), second: rated(had[second], [(had[first], 1 - score)])}
    return [RatingRow(p, game, TWO, *now[p], (known[p].games if p in known else 0) + 1) for p in (first, second)]


def _many(game: str, ranking: Sequence[Sequence[str]], known: Mapping[str, RatingRow]) -> list[RatingRow]:
    model = PlackettLuce()
    people = [(person, place) for place, those in enumerate(ranking) for person in those]
    teams = [[model.rating(*known[p][3:5]) if p in known else model.rating()] for p, _ in people]
    rows = model.rate(teams, ranks=[float(place) for _, place in people])
    return [
        RatingRow(p, game, MANY, team[0].mu, team[0].sigma, 0.0, (known[p].games if p in known else 0) + 1)
        for (p, _), team in zip(people, rows, strict=True)
    ]


def shown(row: RatingRow) -> tuple[int, int]:
    """Rating and deviation on one scale that people know: 1500 is ordinary."""
    if row.kind == TWO:
        return round(row.rating), round(row.deviation)
    return round(ORDINARY + (row.rating - 25) * 42), round(row.deviation * 42)
