"""JB-60 to JB-68: attempts, card by card."""

from itertools import combinations
from typing import Any

import pytest

from escapade import CHANCE

from .table import PLANS, act, chances, choices, hand, plans, position, split, step, supply

WALL = "ladder, grappling hook"
BAY = "bed dummy, raft, grappling hook, ladder"
VAN = "worker outfit, guard outfit, brass knuckles"


def begun(objects: str = WALL, plan: str = "Over the wall", *others: str, **fields: Any) -> Any:
    """Seat 0 has begun an attempt, and the first card is to be turned up."""
    state = position(objects, *(others or ("",)), plans=plan, **fields)
    act(state, f"attempt {plan}")
    return state


def turn_up(state: Any, cards: str) -> None:
    """Turn up cards, as long as the attempt goes on: "s" for a success, "f" for a failure."""
    for card in cards:
        if step(state) == "go on":
            act(state, "draw on")
        act(state, {"s": "turn up success", "f": "turn up failure"}[card])


# --- Attempting --------------------------------------------------------------


def test_only_a_plan_on_offer_whose_objects_one_has_can_be_attempted() -> None:
    """JB-60"""
    state = position("ladder, grappling hook, shovel", "worker outfit", plans="Over the wall, Under the fence")
    assert [name for name in choices(state) if name.startswith("attempt")] == ["attempt Over the wall"]
    state = position("ladder, grappling hook, shovel", "", plans="Under the fence, Riot")
    assert not any(name.startswith("attempt") for name in choices(state))


def test_an_attempt_is_the_last_thing_in_a_turn() -> None:
    """JB-60, JB-11: before the roll step is over there is none."""
    state = position(WALL, "", plans="Over the wall", at="roll")
    assert choices(state) == ["roll", "skip the roll"]
    act(state, "skip the roll", "attempt Over the wall")
    turn_up(state, "ff")
    assert (state.turn, step(state)) == (1, "roll")


@pytest.mark.parametrize(("inside", "possible"), [(1, True), (0, False)])
def test_somebody_must_be_there_to_escape(inside: int, possible: bool) -> None:
    """JB-60: neither escaped nor in trouble."""
    state = position(WALL, "", plans="Over the wall", inside=[inside, 3], caught=[[2 - inside, 0]], escaped=[1])
    assert ("attempt Over the wall" in choices(state)) is possible


def test_cards_are_drawn_one_by_one() -> None:
    """JB-61"""
    state = begun()
    assert chances(state) == {"turn up success": 10, "turn up failure": 7}
    act(state, "turn up failure", "draw on")
    assert chances(state) == {"turn up success": 10, "turn up failure": 6}
    act(state, "turn up success", "draw on")
    assert chances(state) == {"turn up success": 9, "turn up failure": 6}
    assert (state.deck, state.drawn, state.to_draw) == ([9, 6, 0], [1, 1, 0], 4)


def test_the_second_failure_ends_the_attempt_at_once() -> None:
    """JB-61"""
    state = begun()
    turn_up(state, "ff")
    assert (state.turn, state.plan, state.escaped[0]) == (1, -1, 0)


@pytest.mark.parametrize("cards", ["ssss", "fsss", "sssf"])
def test_with_all_cards_drawn_and_at_most_one_failure_it_has_succeeded(cards: str) -> None:
    """JB-62"""
    state = begun(BAY, "Across the bay")
    turn_up(state, cards)
    assert (state.escaped[0], state.inside[0]) == (1, 2)


def orders(failures: int) -> list[str]:
    """Six cards with so many failures, in every order."""
    return ["".join("f" if i in where else "s" for i in range(6)) for where in combinations(range(6), failures)]


@pytest.mark.parametrize("cards", orders(0) + orders(1))
def test_of_six_cards_six_successes_or_five_and_a_failure_succeed(cards: str) -> None:
    """JB-63"""
    state = begun()
    turn_up(state, cards)
    assert state.escaped[0] == 1


@pytest.mark.parametrize("cards", orders(2))
def test_of_six_cards_two_failures_fail_wherever_they_come(cards: str) -> None:
    """JB-63"""
    state = begun()
    turn_up(state, cards[: cards.rindex("f") + 1])
    assert (state.escaped[0], state.plan, state.turn) == (0, -1, 1)


def test_after_each_card_but_the_last_one_may_give_up() -> None:
    """JB-64"""
    for drawn in range(1, 6):
        state = begun()
        turn_up(state, "ssssss"[:drawn])
        assert choices(state)[:2] == ["draw on", "give up"]
    state = begun()
    assert state.turn == CHANCE  # not before the first
    turn_up(state, "ssssss")
    assert step(state) == "offer"


# --- What comes of it --------------------------------------------------------


def test_a_success_frees_a_prisoner_and_costs_the_objects() -> None:
    """JB-65: other objects stay, the turn ends, and a failure card is added."""
    state = begun(WALL + ", raft, soap", deck=[10, 5], offered=[1, 1, 1])
    turn_up(state, "ssssfs")
    assert (state.escaped[0], state.inside[0]) == (1, 2)
    assert hand(state, 0) == "soap, raft"
    assert set(split(WALL)) <= set(split(supply(state)))
    assert (state.deck, state.drawn) == ([10, 6, 0], [0, 0, 0])


def test_after_a_success_all_plans_go_back_and_new_ones_are_drawn_from_all_eleven() -> None:
    """JB-65: the same may come again."""
    state = begun(WALL)
    turn_up(state, "ssssss")
    assert plans(state) == []
    assert chances(state) == {f"offer {plan}": 1 for plan in PLANS}
    act(state, "offer Over the wall", "offer Riot")
    assert len(choices(state)) == 9
    act(state, "offer Delivery van")
    assert plans(state) == ["Over the wall", "Riot", "Delivery van"]
    assert (state.turn, step(state)) == (1, "roll")


def test_a_failure_costs_the_objects_and_the_plan_stays_on_offer() -> None:
    """JB-66: one failure card is taken out, and the turn ends."""
    state = begun(WALL + ", raft, soap")
    turn_up(state, "sff")
    assert hand(state, 0) == "soap, raft"
    assert set(split(WALL)) <= set(split(supply(state)))
    assert plans(state) == ["Over the wall"]
    assert state.deck == [10, 6, 0]
    assert (state.inside[0], state.turn, step(state)) == (3, 1, "roll")


def test_who_gives_up_keeps_half_of_the_objects_rounded_down() -> None:
    """JB-67: of their choice; the rest is as after a failure."""
    state = begun(VAN + ", shovel", "Delivery van")
    turn_up(state, "sf")
    act(state, "give up")
    assert choices(state) == ["keep guard outfit", "keep worker outfit", "keep brass knuckles"]
    act(state, "keep worker outfit")
    assert hand(state, 0) == "worker outfit, shovel"
    assert plans(state) == ["Delivery van"]
    assert (state.deck, state.turn, step(state)) == ([10, 6, 0], 1, "roll")


def test_of_four_objects_two_are_kept() -> None:
    """JB-67"""
    state = begun("shovel, bed dummy, lock pick, brass knuckles", "The long tunnel")
    turn_up(state, "s")
    act(state, "give up", "keep shovel")
    assert choices(state) == ["keep bed dummy", "keep brass knuckles", "keep lock pick"]
    act(state, "keep bed dummy")
    assert hand(state, 0) == "bed dummy, shovel"


def test_who_has_a_raft_may_keep_all_but_one() -> None:
    """JB-46, JB-67: used in the attempt or not; and only if wanted."""
    state = begun(VAN + ", raft", "Delivery van")
    turn_up(state, "f")
    act(state, "give up", "keep guard outfit")
    assert choices(state) == ["keep worker outfit", "keep brass knuckles", "keep no more"]
    tried = state.copy()
    act(tried, "keep no more")
    assert hand(tried, 0) == "guard outfit, raft"
    act(state, "keep brass knuckles")
    assert hand(state, 0) == "guard outfit, raft, brass knuckles"
    assert state.turn == 1


def test_a_raft_that_is_used_helps_as_well_and_may_itself_be_lost() -> None:
    """JB-46, JB-67"""
    state = begun(BAY, "Across the bay")
    turn_up(state, "f")
    act(state, "give up", "keep ladder", "keep bed dummy", "keep grappling hook")
    assert hand(state, 0) == "bed dummy, grappling hook, ladder"
    assert state.turn == 1


def test_of_two_objects_the_raft_saves_no_more_than_half() -> None:
    """JB-46: all but one is one of two."""
    state = begun(WALL + ", raft")
    turn_up(state, "f")
    act(state, "give up", "keep ladder")
    assert (hand(state, 0), state.turn) == ("raft, ladder", 1)


# --- The deck afterwards -----------------------------------------------------


def test_after_every_attempt_all_cards_drawn_return() -> None:
    """JB-68"""
    for cards, failures in (("sff", 6), ("sssfss", 7)):
        state = begun()
        turn_up(state, cards)
        assert (state.deck, state.drawn) == ([10, failures, 0], [0, 0, 0])


def test_there_are_never_more_than_seven_failure_cards() -> None:
    """JB-68"""
    state = begun()
    turn_up(state, "ssssss")
    assert state.deck == [10, 7, 0]


def test_there_are_never_fewer_than_none() -> None:
    """JB-68"""
    state = begun(deck=[10, 0])
    assert chances(state) == {"turn up success": 10}
    act(state, "turn up success", "give up", "keep ladder")
    assert state.deck == [10, 0, 0]


def test_a_failure_card_that_was_out_comes_back() -> None:
    """JB-68, JB-65"""
    state = begun(deck=[10, 0])
    turn_up(state, "ssssss")
    assert state.deck == [10, 1, 0]


def test_whatever_was_known_of_the_deck_is_lost_with_the_shuffle() -> None:
    """JB-68, JB-70"""
    state = position(WALL + ", brass knuckles", "ladder", "", plans="Over the wall")
    act(state, "use brass knuckles", "look at success", "look at failure", "attempt Over the wall")
    turn_up(state, "sf")
    act(state, "give up", "keep ladder")
    assert not any(map(any, state.looked))
    assert {card for seat in state.known for card in seat} == {-1}
