"""A match looked at again: what is plain is found, luck sums to nothing, and no seat's part knows more than it."""

from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from tests.bots import coin

import escapade
from escapade import CHANCE, Match
from escapade.bots import bot
from escapade.bots.analysed import Advice, AnalysedPly, Analysis
from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.names import BadInput
from escapade.lab import analysis
from escapade.lab.analysis import (
    Analyst,
    Choice,
    Moment,
    RolloutEstimator,
    analyse,
    choice_of,
    estimate_chance,
    estimate_skill,
    hidden_bits,
    moments,
)
from escapade.lab.setting import self_play_match, validated
from escapade.laws.tables import Table
from escapade.laws.test_noninterference import scrambled

COIN = Game(coin, "coin")


def coin_match(*names: str) -> Match:
    match = Match(COIN)
    for name in names:
        match.play(name)
    return match


@cache
def played(game: str = "cartagena", seats: int = 2, plies: int = 40, level: str = "novice") -> Match:
    """The beginning of a match of bots."""
    setting = validated(GAMES[game], seats)
    whole = self_play_match(setting, bot(GAMES[game], level), "5")
    match = Match(GAMES[game], seats, setting.options)
    match.replay([(ply.seat, ply.action.code) for ply in whole.log[:plies]])
    return match


def small(match: Match, **how: Any) -> Analysis:
    return analyse(match, "expert@100", worlds=8, **how)


# --- What is plain ---


def test_a_plain_mistake_is_found_and_what_it_cost() -> None:
    """Who peeks first wins; who gambles has an even chance."""
    found = analyse(coin_match("heads falls", "gamble", "guess heads"), "expert@4000", worlds=8)
    advice = found.steps[1].advice
    assert advice is not None
    assert (advice.name, advice.same) == ("peek", False)
    assert advice.expectation == pytest.approx(1, abs=0.1)
    assert advice.done == pytest.approx(0.5, abs=0.1)
    assert advice.loss == pytest.approx(0.5, abs=0.15)
    assert advice.loss > 5 * advice.error
    assert found.turning_points[0].kind == "skill"


def test_what_nobody_could_foresee_is_luck_and_no_mistake() -> None:
    found = analyse(coin_match("heads falls", "gamble", "guess tails"), "planner@500", worlds=200)
    guess = found.steps[2]
    assert guess.advice is not None
    assert guess.advice.loss <= 3 * guess.advice.error  # either side is as good, for all one can see
    assert guess.skill == pytest.approx(0, abs=0.15)
    assert guess.change[0] == pytest.approx(-0.5, abs=0.1)
    assert found.turning_points[-1].kind == "luck"
    assert found.end == [0.0, 1.0]


def test_a_look_that_wins_is_skill() -> None:
    found = analyse(coin_match("heads falls", "peek", "guess heads"), "planner@500", worlds=200)
    guess = found.steps[2]
    assert guess.advice is not None
    assert guess.advice.same
    assert guess.skill == pytest.approx(0.5, abs=0.1)  # sense would guess
    (point,) = [point for point in found.turning_points if point.ply == 3]
    assert point.kind == "skill"


def test_chance_that_changes_nothing_is_no_luck() -> None:
    found = analyse(coin_match("heads falls", "safe"), "expert@64", worlds=400)
    change, error = found.steps[0].change[0], found.steps[0].error[0]
    assert error is not None
    assert change == pytest.approx(0, abs=4 * error)  # nobody sees it, so it is as good as the other side
    assert found.end == [0.6, 0.4]


# --- Luck ---


def test_luck_over_all_outcomes_sums_to_nothing() -> None:
    game, estimator = GAMES["cartagena"], RolloutEstimator(GAMES["cartagena"], 3, 8, 1)
    tried = 0
    for moment in moments(played(seats=3)):
        odds = game.odds(moment.before) if moment.before.turn == CHANCE else []
        if len(odds) < 2 or moment.ply % 3:
            continue
        total, weights = [0.0] * 3, sum(weight for _, weight in odds)
        for code, weight in odds:
            luck = estimate_chance(estimator, moment.before, code).change.mean
            total = [a + b * weight / weights for a, b in zip(total, luck, strict=True)]
        assert total == pytest.approx([0, 0, 0], abs=1e-9)
        tried += 1
    assert tried > 3


def test_more_worlds_make_errors_smaller() -> None:
    match = played()
    moment = next(m for m in moments(match) if m.ply > 15 and m.before.turn == CHANCE)
    few, many = (
        estimate_chance(RolloutEstimator(match.game, 2, worlds, 1), moment.before, moment.done.action.code)
        for worlds in (20, 2000)
    )
    assert 0 < many.change.error[0] < few.change.error[0] / 4
    assert abs(few.change.mean[0] - many.change.mean[0]) < 5 * few.change.error[0]


# --- Secrets ---


def hidden_from(match: Match, moment: Moment, observer_id: int, dice: Random) -> Moment:
    """The same moment with everything that is hidden from this observer overwritten."""
    table = Table(match.game.name, match.seats, match.options)
    before = scrambled(table, moment.before, observer_id, dice)
    return moment._replace(before=before, after=scrambled(table, moment.after, observer_id, dice))


BEGINNINGS = [
    ("cartagena", 2, 36, "novice"), ("cartagena", 4, 36, "novice"), ("stratego", 2, 64, "novice"),
    ("stalag17", 2, 32, "novice"), ("jailbreakers", 2, 48, "greedy"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "seats", "plies", "level"), BEGINNINGS)
def test_a_seats_analysis_knows_nothing_but_what_the_seat_knew(game: str, seats: int, plies: int, level: str) -> None:
    match, dice = played(game, seats, plies, level), Random(3)
    for seat in range(2):
        true, other = (Analyst(match, "expert@60", 4, observer=seat) for _ in range(2))
        for moment in moments(match):
            seen = true.analyse_heard(moment, seat)
            assert other.analyse_heard(hidden_from(match, moment, seat, dice), seat) == seen
            assert seen is None or all(value is None for i, value in enumerate(seen.expectation) if i != seat)


@pytest.mark.parametrize(("game", "seats", "plies", "level"), [BEGINNINGS[0], *BEGINNINGS[-2:]])
def test_what_a_full_analysis_says_a_seat_could_know_is_made_from_its_view_alone(
    game: str, seats: int, plies: int, level: str
) -> None:
    match, dice = played(game, seats, plies, level), Random(4)
    analyst = Analyst(match, "expert@60", 4)
    asked = 0
    for moment in moments(match):
        others = [hidden_from(match, moment, seat, dice) for seat in range(seats)]
        views = [match.game.view(other.before, seat) for seat, other in enumerate(others)]
        assert analyst.bits(moment) == [hidden_bits(match.game, view) for view in views]
        if moment.done.seat != CHANCE:
            choice, other = (choice_of(match.game, of) for of in (moment, others[moment.done.seat]))
            assert match.game.fields.bytes(other.view) == match.game.fields.bytes(choice.view)
            assert analyst.adviser.advise(other) == analyst.adviser.advise(choice)
            assert estimate_skill(analyst.estimator, other) == estimate_skill(analyst.estimator, choice)
            asked += choice.real
    assert asked > 5


def test_what_a_seat_did_not_hear_is_told_as_it_heard_it() -> None:
    found = small(coin_match("tails falls", "gamble", "guess tails"), observer=1)
    assert [step.name for step in found.steps] == ["heads falls", "gamble", "guess tails"]  # how a fall sounds
    assert found.steps[0].expectation[0] is None
    assert [line.seat for line in found.summary] == [1]


# --- Whole analyses ---


def test_a_seat_is_not_even_given_digits_to_try_a_guess_on() -> None:
    assert small(played(plies=14), observer=0).check == ""
    assert len(small(played(plies=14)).check.split()) == analysis.CHECKS
    assert small(coin_match("heads falls", "safe"), observer=0).check  # it is over


@pytest.mark.parametrize("observer", [None, 1])
def test_the_same_seed_gives_the_same_analysis(observer: int | None) -> None:
    first, again, other = (small(played(plies=26), seed=seed, observer=observer) for seed in (1, 1, 2))
    assert msgspec.json.encode(first) == msgspec.json.encode(again) != msgspec.json.encode(other)
    assert first.complete
    assert not first.over
    assert len(first.steps) == 26


def test_an_analysis_that_is_left_says_how_far_it_came() -> None:
    analyst = Analyst(played(), "expert@60", 4)
    steps = analyst.run()
    for _ in range(20):
        next(steps)
    found = analyst.analysis()
    assert (found.complete, len(found.steps), found.plies) == (False, 20, 40)
    assert Analyst(played(), "expert@60", 4).analysis().steps == []


def test_set_ups_are_not_judged_and_what_is_hidden_is_counted() -> None:
    match = played("stratego", plies=60)
    found = analyse(match, "planner@64", worlds=4)
    early, late = found.steps[:49], found.steps[49:]
    assert all(step.expectation == [None, None] and step.advice is None for step in early)
    assert all(None not in step.expectation and step.advice for step in late)
    assert late[0].bits == pytest.approx([late[0].bits[0]] * 2)  # both hide an army of the same pieces
    assert late[0].bits[0] is not None
    assert late[0].bits[0] > 40


def test_who_resigns_gives_everything_away() -> None:
    match = escapade.load(played("stratego", plies=52).record())
    match.play(f"seat {match.turn} resigns", match.turn)
    last = analyse(match, "planner@64", worlds=8).steps[-1]
    assert last.advice is not None
    assert last.advice.done == 0
    assert last.advice.loss > 0.2
    assert last.change[last.seat] == pytest.approx(-(last.expectation[last.seat] or 0))


@pytest.mark.parametrize(
    ("name", "says"),
    [("greedy", "ask planner, expert, master"), ("expert@50ms", "counts iterations"), ("deep", "there is no bot")],
)
def test_who_cannot_value_anything_is_not_asked(name: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        Analyst(played(), name)


def test_long_matches_get_less_thought_for_each_choice() -> None:
    short, long = Analyst(played()), Analyst(played(plies=9999))
    assert short.iterations == analysis.MAX_ITERATIONS
    assert short.iterations > long.iterations >= analysis.MIN_ITERATIONS
    assert analysis.MIN_WORLDS <= long.worlds <= short.worlds == analysis.MAX_WORLDS


# --- Turning points ---


def step(ply: int, change: float, error: float = 0.01, seat: int = 0, **other: Any) -> AnalysedPly:
    made = AnalysedPly(ply, seat, 0, "", [0.5, 0.5], [change, -change], [error, error], None, None, [None, None])
    return msgspec.structs.replace(made, **other)


def test_turning_points_are_large_sure_and_apart() -> None:
    steps = [step(1, 0.5, error=0.4), step(2, 0.3), step(4, 0.29), step(10, -0.2), step(20, 0.01), step(30, 0.1)]
    found = analysis.turning_points(steps)
    assert [(point.ply, point.change) for point in found] == [(2, 0.3), (10, -0.2), (30, 0.1)]
    assert analysis.turning_points([step(1, 0.5, error=0.4)]) == []


def test_a_turning_point_is_skill_where_it_could_be_foreseen() -> None:
    advice = Advice(0, "", "", {}, False, 0.9, 0.6, 0.3, 0.01)
    kinds = [
        analysis.point_at(step(1, 0.2, skill=0.15)),
        analysis.point_at(step(1, 0.2, skill=0.05)),
        analysis.point_at(step(1, 0.2, skill=-0.2)),
        analysis.point_at(step(1, 0.2, seat=CHANCE)),
        analysis.point_at(step(1, 0.0, advice=advice)),
        analysis.point_at(msgspec.structs.replace(step(1, -0.2, seat=1), change=[-0.2, None])),
    ]
    assert [point and point.kind for point in kinds] == ["skill", "luck", "luck", "luck", "skill", "other"]
    assert kinds[4] is not None
    assert kinds[4].change == -0.3


def test_a_choice_is_real_if_something_else_could_be_done() -> None:
    view = coin_match().view(0)
    assert Choice(1, 0, view, [1, 2], 1).real
    assert not Choice(1, 0, view, [1], 1).real
    assert Choice(1, 0, view, [1], 7).real  # it resigned, for instance
    assert not Choice(1, 0, view, [], 7).real
