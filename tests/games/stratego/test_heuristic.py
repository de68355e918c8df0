"""The heuristic for Stratego: what a rulebook reader would do, plain and compiled, from a view alone; its book."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import escapade
from escapade import OVER, State
from escapade.games.stratego import heuristic as written
from escapade.games.stratego.book import fits, mirrored, next_placement, read_line, setups, write_line
from escapade.games.stratego.rules import ARRANGE, FLAG, MEN, PLAY, SET_UP
from escapade.kernel.compile import compiled
from escapade.kernel.fields import set_cell
from escapade.kernel.names import BadInput
from tests.bots.test_levels import wins
from tests.games.stratego.table import STRATEGO, arranged, piece, position

heuristic: Any = written  # rules are untyped: they run on more than one form of a state


def utilities(view: State) -> dict[str, float]:
    """What every legal action is worth to the seat at the turn, by name."""
    legal = STRATEGO.legal(view)
    utility, room = [0.0] * len(legal), [0.0] * heuristic.ROOM
    heuristic.weigh(view, legal, len(legal), utility, room)
    return {STRATEGO.actions[code].name: value for code, value in zip(legal, utility, strict=True)}


def best(state: State) -> str:
    """What the heuristic would do in a position, from the view of the seat at the turn."""
    found = utilities(STRATEGO.view(state, state.turn))
    return max(found, key=lambda name: found[name])


def known(state: State, *squares: str) -> State:
    """The position with the pieces on these squares known to all."""
    for square in squares:
        state.shown[piece(state, square)] = 1
    return state


def random_states(seed: int, plies: int = 400) -> Iterator[State]:
    """The positions of a game of random moves, from a random set-up to the end."""
    dice, state = Random(seed), STRATEGO.start(2, STRATEGO.check_options({"red": seed % 2}, 2), STRATEGO.pieces())
    for _ in range(plies):
        if state.turn == OVER:
            break
        yield state
        STRATEGO.rules.apply(state, dice.choice(STRATEGO.legal(state)))
    yield state


# --- Moves ---------------------------------------------------------------------


def test_a_won_trade_is_taken() -> None:
    state = known(position("flag a1, colonel d4, scout a2", "flag h8, major d5, bomb g8"), "d4", "d5")
    assert best(state) == "d4-d5"


def test_a_lost_trade_is_left_alone() -> None:
    state = known(position("flag a1, major d4, scout a2", "flag h8, colonel d5, bomb g8"), "d4", "d5")
    found = utilities(STRATEGO.view(state, 0))
    assert found["d4-d5"] == min(found.values())


def test_a_piece_flees_from_a_known_stronger_one() -> None:
    state = known(position("flag a1, colonel d4, scout a2", "flag h8, general d5, bomb g8"), "d4", "d5")
    assert best(state) in {"d4-d3", "d4-c4", "d4-e4"}


def test_a_scout_is_sent_at_an_unknown_piece_before_a_general() -> None:
    state = position("flag a1, scout c5, general e5", "flag h8, bomb c6, bomb e6, bomb g8, bomb h7, scout a8")
    found = utilities(STRATEGO.view(state, 0))
    assert found["c5-c6"] > found["e5-e6"]


def test_a_miner_takes_the_bomb() -> None:
    state = position("flag a1, miner c5, general e5", "flag h8, bomb c6, bomb e6, bomb g8, bomb h7, scout a8, spy b8")
    known(state, "c6", "e6")
    assert best(state) == "c5-c6"
    assert utilities(STRATEGO.view(state, 0))["e5-e6"] < 0


def test_the_spy_takes_the_general() -> None:
    state = known(position("flag a1, spy c5, scout b1", "flag h8, general c6, bomb g8"), "c6")
    assert best(state) == "c5-c6"


def test_whoever_threatens_the_flag_is_driven_away() -> None:
    far = position("flag a1, sergeant d4, sergeant g4", "flag h8, major g5, major d5, miner b8")
    near = position("flag c4, sergeant d4, sergeant g4", "flag h8, major g5, major d5, miner b8")
    for state in (far, near):
        state.moved[piece(state, "d5")] = state.moved[piece(state, "g5")] = 1
    assert utilities(STRATEGO.view(near, 0))["d4-d5"] > utilities(STRATEGO.view(far, 0))["d4-d5"]


def test_a_piece_that_never_moved_is_attacked_for_the_flag_it_may_be() -> None:
    state = position("flag a1, sergeant c5, sergeant e5", "flag c6, scout e6, major a8")
    state.moved[piece(state, "e6")] = state.moved[piece(state, "a8")] = 1
    assert best(state) == "c5-c6"


def test_going_to_and_fro_is_worth_less_each_time() -> None:
    state = position("flag a1, major d4, scout b1", "flag h8, bomb g8, scout a8")
    state.came_from[0], state.went_to[0] = state.at[piece(state, "d4")] - 8, state.at[piece(state, "d4")]
    found = []
    for state.shuttles[0] in range(1, 5):
        found.append(utilities(STRATEGO.view(state, 0))["d4-d3"])
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == len(found)


def test_the_longer_nothing_happens_the_more_an_attack_is_worth() -> None:
    state: Any = position("flag a1, major d4, scout b1", "flag h8, bomb g8, scout d5")
    early = utilities(STRATEGO.view(state, 0))["d4-d5"]
    state.quiet = 150
    assert utilities(STRATEGO.view(state, 0))["d4-d5"] > early


def test_placing_is_left_to_the_book() -> None:
    state = STRATEGO.start(2, STRATEGO.check_options({"red": 0}, 2), STRATEGO.pieces())
    assert set(utilities(STRATEGO.view(state, 0)).values()) == {0.0}


def test_sense_beats_chance() -> None:
    won = 0.0
    for seed in range(12):
        match, dice = arranged("fortress", "storm", red=seed % 2), Random(seed)
        while match.turn != OVER:
            legal = match.legal()
            sensible = match.turn == seed // 2 % 2
            match.play(best_of(match.view(match.turn)) if sensible else dice.choice(legal).name)
        won += match.returns()[seed // 2 % 2] > 0
    assert won >= 11


def best_of(view: State) -> str:
    """What the heuristic would do, given a view."""
    found = utilities(view)
    return max(found, key=lambda name: found[name])


# --- Fair, and the same in both forms --------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_worths_do_not_depend_on_what_is_hidden(seed: int) -> None:
    dice, changed = Random(seed), 0
    for state in random_states(seed):
        if state.turn == OVER or state.phase != PLAY:
            continue
        other = state.copy()
        for field, index in STRATEGO.fields.hidden(state, state.turn):
            set_cell(other, field, index, dice.randrange(9))
        changed += other != state
        assert utilities(STRATEGO.view(other, state.turn)) == utilities(STRATEGO.view(state, state.turn))
    assert changed > 0


def test_weighing_leaves_the_view_as_it_is() -> None:
    for state in random_states(4):
        if state.turn != OVER:
            view = STRATEGO.view(state, state.turn)
            utilities(view)
            assert view == STRATEGO.view(state, state.turn)


@pytest.mark.parametrize("seed", range(3))
def test_plain_and_compiled_sense_agree_to_the_last_bit(seed: int) -> None:
    module, fields = compiled(written), STRATEGO.fields
    utility, room, score = np.zeros(STRATEGO.max_actions), np.full(heuristic.ROOM, np.nan), np.zeros(2)
    for state in random_states(seed):
        record, plain = fields.record(state), [0.0, 0.0]
        if state.phase == PLAY:
            heuristic.value(state, plain)
            module.value(record, score)
            assert score.tolist() == plain
        if state.turn != OVER:
            view, legal = STRATEGO.view(state, state.turn), STRATEGO.legal(state)
            module.weigh(fields.record(view), np.array(legal), len(legal), utility, room)
            assert utility[: len(legal)].tolist() == list(utilities(view).values())
        assert module.enough(record, record, seed) == heuristic.enough(state, state, seed)


# --- Value -------------------------------------------------------------------------


def value(state: State) -> list[float]:
    """What a game is worth to each seat."""
    score = [9.0, 9.0]
    heuristic.value(state, score)
    return score


@pytest.mark.parametrize("seed", range(4))
def test_a_value_lies_between_lost_and_won_and_is_the_result_when_the_game_is_over(seed: int) -> None:
    for state in random_states(seed, 3000):
        if state.turn == OVER:
            assert value(state) == STRATEGO.returns(state, 2)
        elif state.phase == PLAY:
            assert -1.0 < value(state)[0] < 1.0
            assert value(state)[0] == -value(state)[1]
    assert state.turn == OVER


def test_more_men_are_worth_more() -> None:
    state = position("flag a1, general d4, scout h1", "flag h8, colonel d5, scout a8")
    assert value(state)[0] > 0 > value(state)[1]


def test_an_unknown_piece_is_worth_more_than_a_known_one() -> None:
    state = position("flag a1, general d4", "flag h8, general d6")
    assert value(state) == [0.0, 0.0]
    assert value(known(state, "d4"))[0] < 0


def test_an_enemy_before_the_flag_is_a_danger() -> None:
    state = position("flag a1, sergeant h4", "flag h8, sergeant b1, bomb g8, bomb h7")
    state.moved[piece(state, "b1")] = 1
    far = position("flag a1, sergeant h4", "flag h8, sergeant b6, bomb g8, bomb h7")
    far.moved[piece(far, "b6")] = 1
    assert value(state)[0] < value(far)[0]


def test_a_rollout_ends_after_a_while() -> None:
    state = position("flag a1, general d4", "flag h8, general d6")
    assert not heuristic.enough(state, state, 0)
    assert heuristic.enough(state, state, 40)


# --- The book ----------------------------------------------------------------------


def test_the_book_has_two_hundred_different_set_ups_of_the_whole_army() -> None:
    plans = [plan for _, plan in setups()]
    army = [STRATEGO.pieces().army[rank] for rank in STRATEGO.rules.RANKS]
    assert len({way for plan in plans for way in (plan, mirrored(plan))}) == 2 * len(plans) >= 400
    assert all(fits(plan, army) for plan in plans)
    assert all(fits(mirrored(plan), army) for plan in plans)


def test_any_two_set_ups_differ_in_six_squares() -> None:
    plans = [plan for _, plan in setups()]
    for i, plan in enumerate(plans):
        for other in plans[:i]:
            for way in (other, mirrored(other)):
                assert sum(a != b for a, b in zip(plan, way, strict=True)) >= 6


def test_the_flag_is_not_always_in_the_same_place() -> None:
    squares = [plan.index(FLAG) for _, plan in setups()]
    assert max(squares.count(square) for square in squares) <= len(squares) / 3


def test_the_best_set_up_comes_first_and_ratings_are_shares_of_games() -> None:
    ratings = [rating for rating, _ in setups()]
    assert ratings == sorted(ratings, reverse=True)
    assert 0 < ratings[-1] <= 50 <= ratings[0] < 100


def test_a_mirror_image_of_a_mirror_image_is_the_set_up_itself() -> None:
    for _, plan in setups():
        assert mirrored(plan) != plan == mirrored(mirrored(plan))


def test_a_line_of_the_book_reads_back() -> None:
    for rating, plan in setups()[:20]:
        assert read_line(write_line(rating, plan), "here") == (rating, plan)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("50.0 SJSCGJSS TMYTCMTB BFJMTBB", "three? rows|3 rows of 8"),
        ("50.0 SJSCGJSS TMYTCMTB BFJMTBBX", "letters of FYSMTJCGB"),
        ("good SJSCGJSS TMYTCMTB BFJMTBBM", "such as 51.5, not 'good'"),
    ],
)
def test_a_line_that_is_no_set_up_is_refused_with_its_place(line: str, says: str) -> None:
    with pytest.raises(BadInput, match=says) as refused:
        read_line(line, "book, line 7")
    assert str(refused.value).startswith("book, line 7: ")


def deployed(match: Any, dice: Random) -> list[tuple[int, ...]]:
    """Let both seats deploy from the book; every placement goes through the door."""
    while match.turn != OVER and match.view(match.turn).phase == SET_UP:
        legal = [action.code for action in match.legal()]
        code = next_placement(match.view(match.turn), legal, dice)
        assert code in legal
        match.play(code)
    return [tuple(match.view(seat).rank[MEN * seat : MEN * seat + MEN]) for seat in (0, 1)]


def test_a_deployment_is_legal_and_comes_from_the_book() -> None:
    book = {way for _, plan in setups() for way in (plan, mirrored(plan))}
    straight = {plan for _, plan in setups()}
    found = [plan for seed in range(30) for plan in deployed(escapade.new("stratego", seed=seed), Random(seed))]
    assert set(found) <= book
    assert len(set(found)) > 30
    assert 0 < len(straight & set(found)) < len(set(found))


def test_better_set_ups_are_drawn_more_often() -> None:
    rating = {way: rating for rating, plan in setups() for way in (plan, mirrored(plan))}
    found = [rating[plan] for seed in range(40) for plan in deployed(escapade.new("stratego", seed=seed), Random(seed))]
    assert sum(found) / len(found) > sum(rating.values()) / len(rating)


def test_another_army_is_deployed_at_random() -> None:
    text = (STRATEGO.folder / "pieces.toml").read_text(encoding="utf-8").split("[[presets]]")[0]
    text = "presets = []\n" + text.replace("scout = 4", "scout = 5").replace("miner = 4", "miner = 3")
    state = STRATEGO.start(2, STRATEGO.check_options({"red": 0}, 2), STRATEGO.pieces(text=text))
    dice = Random(1)
    while state.phase == SET_UP:
        legal = STRATEGO.legal(state)
        code = next_placement(STRATEGO.view(state, state.turn), legal, dice)
        assert code in legal
        STRATEGO.rules.apply(state, code)
    assert fits(state.rank[:MEN], state.army)


def test_a_beginning_that_is_not_in_the_book_is_gone_on_with_at_random() -> None:
    state = STRATEGO.start(2, STRATEGO.check_options({"red": 0}, 2), STRATEGO.pieces())
    general = STRATEGO.rules.GENERAL
    STRATEGO.rules.apply(state, ARRANGE + general)
    STRATEGO.rules.apply(state, ARRANGE + STRATEGO.rules.SPY)
    STRATEGO.rules.apply(state, ARRANGE + STRATEGO.rules.COLONEL)
    legal = STRATEGO.legal(state)
    found = {next_placement(STRATEGO.view(state, 0), legal, Random(seed)) for seed in range(200)}
    assert len(found) > 3
    assert found <= set(legal)
    assert ARRANGE + general not in found


def test_a_lost_game_is_resigned_and_a_draw_is_taken_when_behind_but_not_when_ahead() -> None:
    view: Any = STRATEGO.view(next(state for state in random_states(3) if state.phase == PLAY), 0)
    view.turn, view.offered = 0, [0, 0]
    assert STRATEGO.actions[heuristic.by_agreement(view, -0.99)].name == "seat 0 resigns"
    assert heuristic.by_agreement(view, -0.5) is None
    view.offered = [0, 1]
    assert STRATEGO.actions[heuristic.by_agreement(view, -0.5)].name == "seat 0 offers a draw"
    assert heuristic.by_agreement(view, 0.5) is None


def test_a_draw_is_offered_once_when_nothing_has_happened_for_long() -> None:
    view: Any = STRATEGO.view(next(state for state in random_states(3) if state.phase == PLAY), 0)
    view.turn, view.offered, view.quiet = 0, [0, 0], view.limit - 10
    assert STRATEGO.actions[heuristic.by_agreement(view, 0.0)].name == "seat 0 offers a draw"
    view.offered = [1, 0]
    assert heuristic.by_agreement(view, 0.0) is None


def test_each_of_the_first_levels_beats_what_is_below_it() -> None:
    assert wins("stratego", "greedy", "random", 20) >= 0.9
    assert wins("stratego", "greedy", "novice", 20) >= 0.55
