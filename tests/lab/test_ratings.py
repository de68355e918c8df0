"""Intervals, the sequential test and ratings, against figures known from elsewhere and planted truths."""

import math
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from escapade.lab.ratings import (
    PER_DEVIATION,
    Sprt,
    Trial,
    bradley_terry,
    elo_of,
    mle_t_value,
    normalised,
    ratings,
    share_of,
)
from escapade.lab.stats import share_interval

PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)
EVEN = {0.0: 12, 0.25: 20, 0.5: 40, 0.75: 20, 1.0: 12}
BETTER = {0.0: 10, 0.25: 50, 0.5: 200, 0.75: 100, 1.0: 40}


def blocks_of(counts: dict[float, int]) -> list[float]:
    return [score for score, n in counts.items() for _ in range(n)]


# --- Shares and Elo ---


def test_even_results_are_no_elo_either_way() -> None:
    low, high = share_interval(blocks_of(EVEN))
    assert elo_of(0.5) == 0
    assert low + high == pytest.approx(1)
    assert elo_of(low) == pytest.approx(-elo_of(high))
    assert normalised(blocks_of(EVEN)) == pytest.approx(0)


def test_ten_to_one_is_400_elo_and_two_seats_are_not_special() -> None:
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.25, 4) == pytest.approx(0)
    for seats in (2, 3, 5):
        assert share_of(0, seats) == pytest.approx(1 / seats)
        assert elo_of(share_of(120, seats), seats) == pytest.approx(120)


# --- The sequential test ---


def test_the_bounds_are_walds() -> None:
    assert Sprt().bounds == pytest.approx((-math.log(19), math.log(19)))
    assert Sprt(alpha=0.01, beta=0.1).bounds == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


def test_even_results_stand_between_hypotheses_that_mirror_each_other() -> None:
    assert Sprt(-30, 30).ratio(EVEN) == pytest.approx(0, abs=1e-6)
    assert Sprt(0, 30).ratio(EVEN) < 0


def test_mirrored_results_turn_the_answer_round() -> None:
    mirrored = {1 - score: n for score, n in BETTER.items()}
    assert Sprt(-10, 25).ratio(BETTER) == pytest.approx(-Sprt(-25, 10).ratio(mirrored), abs=1e-6)


@pytest.mark.parametrize(("elo0", "elo1"), [(0, 5), (-3, 3), (0, 2)])
def test_near_hypotheses_agree_with_the_normal_approximation(elo0: float, elo1: float) -> None:
    blocks = blocks_of(BETTER)
    deviation = math.sqrt(2 * float(np.var(blocks)))
    seen, low, high = (float(np.mean(blocks)) - 0.5) / deviation, elo0 / PER_DEVIATION, elo1 / PER_DEVIATION
    known = len(blocks) * math.log((1 + (seen - low) ** 2) / (1 + (seen - high) ** 2))  # games / 2 = blocks
    assert Sprt(elo0, elo1).ratio(BETTER) == pytest.approx(known, rel=0.03)


def test_a_clean_sweep_is_answered_after_as_many_blocks_as_reckoned_by_hand() -> None:
    t = 30 * math.sqrt(2) / PER_DEVIATION
    each = math.log(1 + t / math.sqrt(1 + t * t))  # all or nothing: p - 1/2 = t √(p (1 - p)), against 1/2
    needed = math.ceil(math.log(19) / each)
    trial = Trial(Sprt(), 2)
    while trial.accepted is None:
        trial.add(1.0)
    assert trial.accepted == "elo1"
    assert sum(trial.counts.values()) == needed == 26


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("elo", [-60, -5, 20, 90])
def test_the_likeliest_distribution_has_the_mean_that_is_asked_for(seats: int, elo: float) -> None:
    deviations = elo * math.sqrt(seats) / PER_DEVIATION
    for weights in ((0.1, 0.2, 0.4, 0.2, 0.1), (0.0001, 0.0001, 0.0001, 0.0001, 0.9996), (0.3, 0.1, 0.2, 0.1, 0.3)):
        found = np.array(mle_t_value(PENTANOMIAL, weights, 1 / seats, deviations))
        mean = found @ PENTANOMIAL
        deviation = math.sqrt(found @ (np.array(PENTANOMIAL) - mean) ** 2)
        assert found.sum() == pytest.approx(1)
        assert (mean - 1 / seats) / deviation == pytest.approx(deviations, abs=1e-5)


def test_no_distribution_with_that_mean_is_likelier() -> None:
    scores, weights, deviations = (0.0, 0.5, 1.0), (0.2, 0.5, 0.3), 0.1
    best = -math.inf
    for middle in np.linspace(0.3, 0.7, 4001):
        # p(1) - p(0) = d, with a mean of 1/2 + d / 2 that is so many deviations above 1/2
        deviation = math.sqrt((1 - middle) / 4 / (1 + deviations**2))
        more = 2 * deviations * deviation
        chances = (1 - middle - more) / 2, middle, (1 - middle + more) / 2
        best = max(best, sum(w * math.log(p) for w, p in zip(weights, chances, strict=True)))
    found = mle_t_value(scores, weights, 0.5, deviations)
    assert sum(w * math.log(p) for w, p in zip(weights, found, strict=True)) == pytest.approx(best, abs=1e-6)


def answers(mean: float, runs: int) -> Counter[str | None]:
    rng, said = np.random.default_rng(11), Counter[str | None]()
    for _ in range(runs):
        trial = Trial(Sprt(0, 100), 2)
        while trial.accepted is None:
            trial.add(float(rng.binomial(1, mean, 2).mean()))
        said[trial.accepted] += 1
    return said


def test_wrong_answers_are_as_rare_as_promised() -> None:
    t = 100 / PER_DEVIATION
    assert answers(0.5, 80)["elo1"] <= 8
    assert answers(0.5 + t / math.sqrt(1 + t * t) / 2, 80)["elo0"] <= 8


def trials(share: float, luck: float, runs: int = 1000, most: int = 4000) -> tuple[Counter[str | None], list[int]]:
    """Sequential tests of 20 against 0, and the blocks they take, for a bot with this share of the wins.

    The deal gives one of the two seats so much luck. So many tests are reckoned with the normal approximation, which
    the test above compares with the ratio itself; where it decides, the ratio itself must have an answer nearly.
    """
    rng, said, long = np.random.default_rng(29), Counter[str | None](), list[int]()
    sprt, number = Sprt(0, 20), np.arange(1, most + 1)
    for run in range(runs):
        wins = [rng.random(most) < share + luck, rng.random(most) < share - luck]
        scores = (wins[0] + wins[1].astype(int)) / 2
        mean, square = np.cumsum(scores) / number, np.cumsum(scores**2) / number
        seen = (mean - 0.5) / np.sqrt(2 * np.maximum(square - mean**2, 1e-9))
        ratio = number * np.log((1 + seen**2) / (1 + (seen - 20 / PER_DEVIATION) ** 2))
        ratio[:50] = 0  # so few blocks cannot answer, nor be approximated
        end = int(np.argmax((ratio <= sprt.bounds.low) | (ratio >= sprt.bounds.high)))
        said[sprt.accepted(float(ratio[end]))] += 1
        long.append(end + 1)
        if run < 20:
            assert sprt.ratio(Counter(map(float, scores[: end + 1]))) == pytest.approx(ratio[end], abs=0.15)
    return said, long


@pytest.mark.parametrize("luck", [0.0, 0.2])
def test_where_there_is_no_difference_none_is_found_but_one_time_in_twenty(luck: float) -> None:
    said, _ = trials(0.5, luck)
    assert said[None] <= 2  # not answered after 8,000 games
    assert 0.02 < said["elo1"] / 1000 < 0.065  # 0.05, give or take two standard errors


@pytest.mark.parametrize("luck", [0.0, 0.2])
def test_a_handicap_of_three_points_is_found_nineteen_times_in_twenty(luck: float) -> None:
    said, long = trials(0.53, luck)
    assert said["elo1"] / 1000 > 0.935
    assert np.mean(long) < 900


@pytest.mark.parametrize(("share", "least", "most"), [(0.5, 0.03, 0.07), (0.53, 0.97, 1)])
def test_five_thousand_games_show_a_handicap_of_three_points_and_no_other(
    share: float, least: float, most: float
) -> None:
    rng, found = np.random.default_rng(7), 0
    for _ in range(400):
        low, high = share_interval((rng.binomial(2, share, 2500) / 2).tolist())
        found += not low <= 0.5 <= high
    assert least <= found / 400 <= most


def test_more_seats_have_a_test_too() -> None:
    fair, strong = {0.0: 30, 0.25: 40, 0.5: 25, 0.75: 5}, {0.25: 20, 0.5: 40, 0.75: 30, 1.0: 10}
    mean = sum(score * n for score, n in fair.items()) / 100
    assert mean == pytest.approx(0.2625)
    assert Sprt(0, 30).accepted(Sprt(0, 30).ratio(strong, 4)) == "elo1"
    assert Sprt(0, 60).accepted(Sprt(0, 60).ratio(fair, 4)) == "elo0"


def test_nothing_is_heard_after_the_answer() -> None:
    trial = Trial(Sprt(0, 100), 2)
    for _ in range(100):
        trial.add(1.0)
    assert sum(trial.counts.values()) < 20


# --- Ratings ---

PLANTED = (150.0, 40.0, -10.0, -180.0)


@pytest.mark.parametrize("seats", [2, 4])
def test_planted_strengths_are_found_exactly_in_exact_results(seats: int) -> None:
    summed = {
        (a, b): (1000 * share_of(PLANTED[a] - PLANTED[b], seats), 1000.0)
        for a, b in combinations(range(len(PLANTED)), 2)
    }
    assert bradley_terry(len(PLANTED), summed, seats) == pytest.approx(np.array(PLANTED), abs=1e-6)


@pytest.mark.parametrize("seats", [2, 3])
def test_planted_strengths_lie_within_the_error_bars_of_played_results(seats: int) -> None:
    rng = np.random.default_rng(5)
    results = {
        (a, b): list(rng.binomial(seats, share_of(PLANTED[a] - PLANTED[b], seats), 300) / seats)
        for a, b in combinations(range(len(PLANTED)), 2)
    }
    found = ratings(len(PLANTED), results, seats)
    assert all(low <= truth <= high for truth, (_, low, high) in zip(PLANTED, found, strict=True))
    assert all(high - low < 80 for _, low, high in found)


def test_a_gauntlet_is_rated_through_whom_all_have_met() -> None:
    summed = {(0, b): (1000 * share_of(PLANTED[0] - PLANTED[b]), 1000.0) for b in (1, 2, 3)}
    assert bradley_terry(4, summed) == pytest.approx(np.array(PLANTED), abs=1e-6)


def test_who_never_lost_has_a_rating_and_who_never_played_has_the_mean() -> None:
    found = ratings(3, {(0, 1): [1.0] * 20, (0, 2): []})
    assert 200 < found[0].elo - found[1].elo < 2000
    assert found[0].high - found[0].low > 50
    assert ratings(2, {(0, 1): []})[0].elo == pytest.approx(0)


def test_the_same_results_have_the_same_error_bars() -> None:
    results = {(0, 1): [0.5, 1.0, 0.5, 0.0, 1.0]}
    assert ratings(2, results, seed=4) == ratings(2, results, seed=4)
