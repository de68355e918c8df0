"""The heuristic for Stalag 17: it goes when it is sure, lays what is missing, and sees nothing that is hidden."""

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

import escapade
from escapade import CHANCE, OVER
from escapade.games import GAMES
from escapade.games.stalag17 import heuristic as heuristic
from escapade.kernel.compile import compiled
from escapade.kernel.fields import State, set_cell
from tests.bots.test_levels import wins
from tests.games.stalag17 import table
from tests.games.stalag17.table import ATTEMPT

GAME = GAMES["stalag17"]


def at_turn(hand: str, laid: str, plan: str = "food, map, tool, 3", **cells: Any) -> Any:
    """Seat 0 at the turn, with these cards; the other seat has none."""
    return table.position([hand, ""], [laid, ""], plan, **cells)


def utilities(state: State) -> dict[str, float]:
    """What each action is worth to the seat at the turn."""
    legal = GAME.legal(state)
    utility, room = [0.0] * len(legal), [7.0] * heuristic.ROOM
    heuristic.weigh(GAME.view(state, state.turn), legal, len(legal), utility, room)
    return {GAME.actions[code].name: number for code, number in zip(legal, utility, strict=True)}


def best(state: State) -> str:
    """The action that the heuristic likes best."""
    utility = utilities(state)
    return max(utility, key=lambda name: utility[name])


def values(state: State) -> list[float]:
    """What the match is worth to each seat."""
    score = [9.0] * state.seats
    heuristic.value(state, score)
    return score


@cache
def moments(seats: int, seed: int, sensible: float = 0.5) -> list[State]:
    """Positions in which a seat chooses, of a match played half with the heuristic and half at random."""
    dice, found = Random(seed), list[State]()
    state: Any = GAME.start(seats, GAME.check_options({}, seats), GAME.pieces())
    while state.turn != OVER and len(found) < 300:
        if state.turn == CHANCE:
            outcomes = GAME.odds(state)
            code = dice.choices([code for code, _ in outcomes], [weight for _, weight in outcomes])[0]
        else:
            found.append(state.copy())
            code = GAME.actions.parse(best(state)).code if dice.random() < sensible else dice.choice(GAME.legal(state))
        GAME.rules.apply(state, code)
    return found


READY = "food 1, map 2, tool 1, escape 3/1"


def test_a_sure_attempt_is_made() -> None:
    assert best(at_turn("clothes 1", READY)) == ATTEMPT


def test_a_sure_attempt_for_the_last_prisoner_is_made_with_any_hand() -> None:
    heavy = "information, information, information, clothes 2, clothes 2, clothes 2, escape 6/3"
    assert best(at_turn(heavy, READY, prisoners=[1, 1])) == ATTEMPT


@pytest.mark.parametrize(
    ("laid", "surveillance"),
    [("food 1, map 2, escape 3/1", 0), ("food 1, map 2, tool 1, escape 2/1", 0), (READY, 1), ("", 0)],
    ids=["object missing", "points missing", "surveillance in the way", "nothing laid"],
)
def test_an_attempt_that_must_fail_is_worth_less_than_anything_else(laid: str, surveillance: int) -> None:
    utility = utilities(at_turn("clothes 1", laid, surveillance=[surveillance, 0]))
    assert min(utility, key=lambda name: utility[name]) == ATTEMPT


def test_sense_attempts_exactly_what_succeeds() -> None:
    """S17-40, S17-41: on positions of random matches, the rules say whether an attempt succeeds."""
    tried = 0
    for state in moments(2, 1) + moments(4, 2):
        utility = utilities(state).get(ATTEMPT)
        if utility is not None:
            after = state.copy()
            table.act(after, ATTEMPT)
            assert (utility > heuristic.NEVER) == (after.failed == 0)
            tried += utility > heuristic.NEVER
    assert tried > 0


def test_the_missing_object_is_laid() -> None:
    assert best(at_turn("tool 1, clothes 1, escape 1/1", "food 1, map 2, escape 3/1")) == "lay tool 1"


def test_a_double_is_kept_for_the_object_that_only_it_supplies() -> None:
    utility = utilities(at_turn("food-tool, clothes 1", "food 1, map 2, escape 3/1"))
    assert max(utility, key=lambda name: utility[name]) == "lay food-tool"
    assert utility["discard food-tool"] < 0 < utility["lay food-tool"]


def test_a_barracks_is_laid_only_if_nothing_else_supplies_the_object() -> None:
    """S17-8, S17-51"""
    assert best(at_turn("barracks, tool 1", "food 1, map 2, escape 3/1")) == "lay tool 1"
    assert best(at_turn("barracks, clothes 1", "food 1, map 2, escape 3/1")) == "lay barracks"


def test_the_top_discard_is_taken_if_the_plan_lacks_it() -> None:
    laid = "food 1, map 2, escape 3/1"
    assert best(at_turn("clothes 1", laid, pile="tool 1")) == "take the top discard"
    assert best(at_turn("clothes 1", laid, pile="clothes 2")) != "take the top discard"


def test_what_the_plan_asks_for_is_not_fed_to_the_next_player() -> None:
    utility = utilities(at_turn("food 2, clothes 2", "food 1"))
    assert utility["discard clothes 2"] > utility["discard food 2"]


def test_a_set_of_ballast_is_begun_before_a_sure_escape_with_a_heavy_hand() -> None:
    """S17-33, S17-50"""
    heavy = "clothes 2, clothes 2, clothes 2, clothes-document, information"
    assert best(at_turn(heavy, READY)) == "discard a set"


def test_a_set_of_cards_that_the_plan_needs_is_not_begun() -> None:
    utility = utilities(at_turn("food 2, food 2, food 1, clothes 1", "", plan="food, food, food, 3"))
    assert utility["discard a set"] < utility["lay food 2"]
    assert utility["discard a set"] < 0


def test_a_set_that_was_begun_takes_the_ballast_and_then_stops() -> None:
    state = at_turn("clothes 2, clothes 2, clothes 2, information, food 1", "map 2, tool 1, escape 3/1")
    chain = ["discard a set"]
    while chain[-1] != "stop adding":
        table.act(state, chain[-1])
        chain.append(best(state))
    assert sorted(chain[1:-1]) == ["add clothes 2", "add clothes 2", "add clothes 2", "add information"]


def test_a_run_that_was_begun_keeps_what_the_plan_needs() -> None:
    """S17-35"""
    hand = "clothes 2, document 2, information, barracks, escape 1/1, food 1, food 2"
    state = at_turn(hand, "map 2, tool 1, escape 3/1")
    chain = ["discard a run"]
    while chain[-1] != "stop adding":
        table.act(state, chain[-1])
        chain.append(best(state))
    assert "food" in table.hand(state, 0)


@pytest.mark.parametrize("seats", [2, 4])
def test_worths_do_not_depend_on_what_is_hidden(seats: int) -> None:
    dice, changed = Random(3), 0
    for state in moments(seats, 5):
        other: State = state.copy()
        for field, index in GAME.fields.hidden(state, state.turn):
            set_cell(other, field, index, dice.randrange(9))
        changed += other != state
        assert utilities(other) == utilities(state)
    assert changed > 0


def test_weighing_leaves_the_view_as_it_is() -> None:
    for state in moments(2, 5):
        view, legal = GAME.view(state, state.turn), GAME.legal(state)
        heuristic.weigh(view, legal, len(legal), [0.0] * len(legal), [0.0] * heuristic.ROOM)
        assert view == GAME.view(state, state.turn)


@pytest.mark.parametrize("seats", [2, 5])
def test_compiled_and_plain_sense_agree_to_the_last_bit(seats: int) -> None:
    module = compiled(heuristic)
    for state in moments(seats, 6):
        legal, record = GAME.legal(state), GAME.fields.record(GAME.view(state, state.turn))
        utility, score = np.zeros(len(legal)), np.zeros(seats)
        module.weigh(record, np.array(legal), len(legal), utility, np.zeros(heuristic.ROOM))
        assert list(utility) == list(utilities(state).values())
        module.value(GAME.fields.record(state), score)
        assert list(score) == values(state)
        assert module.likely(GAME.fields.record(state), state.turn) == heuristic.likely(state, state.turn)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_value_is_within_bounds_and_as_much_is_won_as_lost(seats: int) -> None:
    for state in moments(seats, 7):
        score = values(state)
        assert all(-1.0 < number < 1.0 for number in score)
        assert sum(score) == pytest.approx(0.0)


def test_the_value_of_a_finished_match_is_what_it_returns() -> None:
    state = at_turn("", READY, prisoners=[1, 2])
    table.act(state, ATTEMPT)
    assert state.turn == OVER
    assert values(state) == GAME.returns(state, 2) == [1.0, -1.0]


def test_of_many_only_the_winner_has_won() -> None:
    """S17-47, S17-49: who comes second is no better off than who comes last, unless they play on."""
    state: Any = GAME.start(4, GAME.check_options({"first": 0}, 4), GAME.pieces())
    state.prisoners, state.place, state.turn = [0, 1, 3, 2, 0], [1, 0, 0, 0, 0], OVER
    assert values(state) == pytest.approx([1.0, -1 / 3, -1 / 3, -1 / 3])
    state.play_on = 1
    assert values(state) == GAME.returns(state, 4)


def test_a_seat_that_has_finished_keeps_its_place_while_others_play_on() -> None:
    """S17-48"""
    state: Any = GAME.start(3, GAME.check_options({"play_on": True, "first": 0}, 3), GAME.pieces())
    state.prisoners, state.place = [2, 0, 3, 0, 0], [0, 1, 0, 0, 0]
    score = values(state)
    assert score[1] == 1.0
    assert score[0] > score[2]


def test_a_seat_closer_to_its_escape_is_worth_more() -> None:
    far, near = at_turn("clothes 1", "food 1"), at_turn("tool 1", "food 1, map 1")
    assert values(near)[0] > values(far)[0]


def test_a_prisoner_freed_is_worth_more_and_surveillance_less() -> None:
    even, freed = at_turn("", ""), at_turn("", "", prisoners=[2, 3])
    watched = at_turn("", "", surveillance=[6, 0])
    assert values(watched)[0] < values(even)[0] == 0.0 < values(freed)[0]


# --- What others may have laid ---

PLAN = "food, map, tool, 3"


def how_likely(hand: str, laid: str) -> float:
    """How likely it seems that the other seat has these cards."""
    return float(heuristic.likely(table.position(["", hand], ["", laid], PLAN), 0))


@pytest.mark.parametrize(
    ("likelier", "than"),
    [
        (("clothes 2", "food 1, map 1"), ("food 1", "clothes 2, map 1")),
        (("clothes 2", "escape 3/1"), ("escape 3/1", "clothes 2")),
        (("clothes 2", "escape 3/1"), ("clothes 2", "escape 1/1")),
        (("barracks", "food 1"), ("food 1", "barracks")),
        (("clothes 1", "information"), ("information", "clothes 1")),
        (("clothes 1", "food 1, map 1, tool 1, escape 2/1"), ("clothes 1", READY)),
    ],
    ids=["an object of the plan", "an escape card", "more points", "no barracks", "what weighs", "not all there is"],
)
def test_others_are_thought_to_have_laid(likelier: tuple[str, str], than: tuple[str, str]) -> None:
    """S17-22, S17-40, S17-51"""
    assert how_likely(*likelier) > how_likely(*than)


def test_the_own_cards_say_nothing_of_others() -> None:
    assert heuristic.likely(at_turn("food 1, barracks", "map 1, escape 3/1"), 0) == 1.0


@pytest.mark.parametrize("seats", [2, 4])
def test_what_others_have_seems_likelier_than_what_chance_would_deal(seats: int) -> None:
    """Played by the heuristic, the true cards are likelier than a guess in more than two views of three."""
    words, better, all_views = [1, 2], 0, 0
    for state in moments(seats, 11, sensible=1.0):
        guess: Any = GAME.view(state, state.turn).copy()
        GAME.rules.determinize(guess, words)
        truth, chance = heuristic.likely(state, state.turn), heuristic.likely(guess, state.turn)
        better += truth > chance
        all_views += truth != chance
    assert better > all_views * 2 / 3 > 20


def test_a_rollout_goes_to_the_end_of_the_round_or_is_cut_short() -> None:
    root, later = at_turn("", ""), at_turn("", "", rounds=2)
    assert not heuristic.enough(root, root, 10)
    assert heuristic.enough(root, later, 10)
    assert heuristic.enough(root, root, heuristic.PLIES)


def test_sense_beats_chance() -> None:
    won = 0
    for seed in range(20):
        match, dice, mine = escapade.new("stalag17", 2, seed), Random(seed), seed % 2
        while match.turn != OVER:
            state: Any = match.view(match.turn)
            legal = [action.code for action in match.legal()]
            utility = [dice.random() for _ in legal]
            if match.turn == mine:
                heuristic.weigh(state, legal, len(legal), utility, [0.0] * heuristic.ROOM)
            match.play(legal[utility.index(max(utility))])
        won += match.ranking()[0] == [mine]
    assert won >= 19


def test_each_of_the_first_levels_beats_what_is_below_it() -> None:
    assert wins("stalag17", "greedy", "random", 20) >= 0.9
    assert wins("stalag17", "greedy", "novice", 20) >= 0.55
