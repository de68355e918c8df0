"""How many ways there are to go on: from the opening, from a roll in the middle of a round, and from an attempt."""

from functools import cache
from math import prod

from ..counting import leaves
from .table import JAILBREAKERS, act, position


def test_the_opening_has_as_many_leaves_as_there_are_lots() -> None:
    """JB-5, JB-6, JB-20: three plans of eleven, two who may start, and a roll or none."""
    state = JAILBREAKERS.start(2, JAILBREAKERS.check_options({}, 2), JAILBREAKERS.pieces())
    ways = [11, 10, 9, 2, 2]
    assert [leaves(JAILBREAKERS, state, depth) for depth in range(1, 6)] == [prod(ways[:n]) for n in range(1, 6)]


def test_second_materials_of_three_players_are_drawn_in_every_order() -> None:
    """JB-4"""
    state = JAILBREAKERS.start(3, JAILBREAKERS.check_options({}, 3), JAILBREAKERS.pieces())
    ways = [10, 9, 8, 7]
    assert [leaves(JAILBREAKERS, state, depth) for depth in range(1, 5)] == [prod(ways[:n]) for n in range(1, 5)]


def test_a_turn_in_the_middle_of_a_round() -> None:
    """JB-21 to JB-32, JB-40, JB-46: dice, guards and hands of all sorts."""
    state = position(
        "soap, dye, rope, lock pick, grappling hook",
        "wire, raft, worker outfit",
        at="roll",
        guards={3: 1, 6: 1, 9: 1},
        dice=[(0, 1, 5), (1, 8, 6), (1, 2, 3)],
        plans="Over the wall, Riot, Night shift",
    )
    assert [leaves(JAILBREAKERS, state, depth) for depth in range(1, 7)] == [2, 8, 43, 200, 831, 2886]


def test_an_attempt_with_a_money_bag_and_a_snitch() -> None:
    """JB-61 to JB-67, JB-90, JB-91"""
    state = position(
        "guard outfit, soap gun, lock pick, raft, shovel, ladder, money bag",
        "spoon",
        plans="Change of guard",
        options={"money_bag": True, "snitch": True},
    )
    assert [leaves(JAILBREAKERS, state, depth) for depth in range(1, 8)] == [4, 9, 24, 60, 235, 873, 4620]


def test_the_leaves_of_a_plain_attempt_are_counted_by_hand() -> None:
    """JB-61, JB-62, JB-64: two ways for a card while the attempt goes on, and two to go on or give up."""

    @cache
    def by_hand(cards: int, failed: int, depth: int) -> int:
        """Leaves from a card that is to be turned up, for as long as the attempt goes on."""
        if depth == 0:
            return 1
        total = 0
        for failures in (failed, failed + 1):
            if failures == 2:
                total += lost(depth - 1)
            elif cards == 1:
                total += won(depth - 1)
            else:
                total += 1 if depth == 1 else by_hand(cards - 1, failures, depth - 2) + kept(depth - 2)
        return total

    def kept(depth: int) -> int:
        """One of two objects is kept."""
        return 1 if depth == 0 else 2 * lost(depth - 1)

    def lost(depth: int) -> int:
        """The next player rolls or does not; then six faces, or the end of the turn."""
        return {0: 1, 1: 2, 2: 6 + 1}[depth]

    def won(depth: int) -> int:
        return prod((11, 10)[:depth])

    state = position("guard outfit, soap gun", "", plans="Out of the front gate", turns=[1, 1])
    act(state, "attempt Out of the front gate", "turn up success", "draw on", "turn up success", "draw on")
    for depth in (1, 2, 3):
        assert leaves(JAILBREAKERS, state, depth) == by_hand(4, 0, depth)
