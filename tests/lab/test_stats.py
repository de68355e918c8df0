"""Intervals, p-values and Holm's correction, against tables and simulated samples."""

import math
from typing import Any

import numpy as np
import pytest

from escapade.lab.balance import describe_use
from escapade.lab.ratings import (
    elo_of,
)
from escapade.lab.stats import Mean, Usage, holm, p_value, share_interval, t_quantile


@pytest.mark.parametrize(
    ("freedom", "known"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)]
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, known: float) -> None:
    assert t_quantile(freedom) == pytest.approx(known, rel=0.01)


def test_the_interval_of_ten_wins_out_of_ten_is_wide() -> None:
    low, high = share_interval([1.0] * 10)
    assert 0.7 < low < 0.8
    assert high == 1
    assert elo_of(1.0) == math.inf


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_an_interval_holds_the_truth_as_often_as_it_says_or_a_little_more(share: float) -> None:
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(600):
        pairs = rng.binomial(2, share, 30) / 2
        low, high = share_interval(list(map(float, pairs)))
        held += low <= share <= high
    assert 0.94 <= held / 600 <= 0.99


def test_intervals_and_tests_are_right_as_often_as_they_say() -> None:
    rng, inside, wrong = np.random.default_rng(1), 0, 0
    for _ in range(2000):
        drawn = (rng.random(60) < 0.3).astype(float)
        mean = Mean(60, float(drawn.sum()), float(drawn @ drawn)).with_pseudocounts(0.0, 1.0)
        low, high = mean.interval()
        inside += low < 0.3 < high
        wrong += mean.p_value((0.3 * 60 + 1) / 62) < 0.05
    assert 1860 < inside < 1960  # of 1900
    assert 60 < wrong < 140  # of 100


def test_holm_keeps_the_family_wise_error_rate_at_one_in_twenty() -> None:
    rng = np.random.default_rng(2)
    false = sum(any(holm(rng.random(30).tolist())) for _ in range(4000))
    assert false < 250  # of 200


def use_of(went: Any, wins: Any) -> Usage:
    """Sums over games of the seats that used an action group, and their wins."""
    a, b, t = went.sum(1), (went * wins).sum(1), wins.sum(1)
    return Usage(*went.shape, *map(float, (a.sum(), b.sum(), a @ a, a @ b, b @ b, a @ t, b @ t, t.sum(), t @ t)))


def test_usage_and_winning_are_compared_by_games_not_by_seats() -> None:
    rng, found = np.random.default_rng(3), []
    for _ in range(1500):
        use = use_of(rng.random((80, 3)) < 0.4, np.eye(3)[rng.integers(0, 3, 80)])
        used, unused = use.win_shares
        found.append((used - unused) / use.standard_error)
    assert np.std(found) == pytest.approx(1, abs=0.07)  # by seats it would be 1.2
    assert np.mean([p_value(z, 1.0) < 0.05 for z in found]) < 0.075


def test_rarely_used_groups_are_significant_by_accident_in_at_most_one_report_of_20() -> None:
    """Winners are drawn by lot; most action groups are used by a few seats, as in a report of few games."""
    rng, games, seats, false = np.random.default_rng(4), 100, 5, 0
    often = [0.08, 0.1, 0.12, 0.15, 0.2, 0.3, 0.5, 0.7] * 8
    for _ in range(200):
        wins, chances = np.eye(seats)[rng.integers(0, seats, games)], []
        for rate in often:
            found = describe_use(use_of(rng.random((games, seats)) < rate, wins))
            chances += [found["p_value"]] if found["p_value"] is not None else []
        false += any(holm(chances))
    assert false <= 18  # of 10


def test_a_few_games_without_variance_are_not_significant() -> None:
    assert Mean(3, 3.0, 3.0).p_value() == 1.0
    assert Mean(30, 30.0, 30.0).p_value() == 0.0


def test_a_mean_of_one_value_has_no_standard_error() -> None:
    assert math.isinf(Mean(1, 3.0, 9.0).standard_error)
    assert Mean(1, 3.0, 9.0).p_value() == 1.0
