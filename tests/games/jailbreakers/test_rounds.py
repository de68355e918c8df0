"""JB-10 to JB-15: rounds, turns, and the end of a game."""

from typing import Any

import pytest

from escapade import CHANCE, OVER, State

from .table import JAILBREAKERS, act, choices, do, guards, hand, idle, new, position, step, throw

THREE = "Riot, Night shift, Over the wall"


def test_each_player_has_as_many_turns_as_prisoners_and_they_go_round_clockwise() -> None:
    """JB-10"""
    match = new(2, THREE, first=1)
    seen = []
    for _ in range(6):
        seen.append(match.turn)
        assert match.view(None).round == 1
        idle(match)
    assert seen == [1, 0, 1, 0, 1, 0]
    assert match.view(None).round == 2


def test_five_players_have_two_turns_each() -> None:
    """JB-10, JB-1"""
    match = new(5, "Riot, Night shift, Over the wall, Rooftop run, Delivery van, Across the bay")
    seen = []
    while match.view(None).round == 1:
        seen.append(match.turn)
        idle(match)
    assert seen == [0, 1, 2, 3, 4] * 2


def test_prisoners_escaped_or_in_trouble_have_no_turn_nor_has_who_has_none_left() -> None:
    """JB-10"""
    state = position(
        "", "", "", at="act", inside=[1, 3, 2], escaped=[1, 0, 0], caught=[[1, 0], [0, 0], [1, 0]], turns=[0, 0, 1]
    )
    act(state, "end the turn", "skip the roll", "end the turn")  # seat 2's is the last of the round
    seen = []
    while state.round == 2:
        seen.append(state.turn)
        act(state, "skip the roll", "end the turn")
    assert seen == [1, 2, 0, 1, 2, 1]


def test_a_prisoner_in_trouble_costs_no_turn_before_the_next_round() -> None:
    """JB-10: turns are counted at the start of a round."""
    state = position("", "", at="roll", guards={1: 1, 2: 1, 3: 1})
    throw(state, 2)
    act(state, "place on 1", "end the turn")
    assert (state.inside[0], state.turns[0]) == (2, 2)


def test_a_turn_is_roll_location_crafting_and_attempt_in_this_order() -> None:
    """JB-11"""
    state = position("plank, rope, rope, wire", "", "", "", at="roll", guards={}, plans="Over the wall")
    assert choices(state) == ["roll", "skip the roll"]
    assert throw(state, 1) == ["place on 1"]
    act(state, "place on 1", "draw tape")
    assert choices(state) == ["craft grappling hook", "craft ladder", "end the turn"]
    act(state, "craft ladder", "craft grappling hook")
    assert choices(state) == ["use ladder", "attempt Over the wall", "end the turn"]
    act(state, "use ladder", "look at success", "attempt Over the wall", "turn up success", "give up")
    assert choices(state) == ["keep grappling hook", "keep ladder"]
    act(state, "keep ladder")
    assert (state.turn, step(state)) == (1, "roll")  # after the attempt nothing else comes


def test_after_the_round_dice_come_back_guards_walk_on_and_the_next_player_is_first() -> None:
    """JB-12: from 12 to 1."""
    state = position("", "", "", guards={5: 1, 12: 2}, dice=[(0, 4, 3), (2, 12, 9)], turns=[0, 0, 0], first=2, player=1)
    act(state, "end the turn")
    assert not any(map(any, (*state.dice, *state.pips)))
    assert guards(state) == {1: "warden", 6: "guard"}
    assert (state.first, state.turn, state.round) == (0, 0, 2)


def test_prisoners_are_freed_after_the_guards_have_moved() -> None:
    """JB-12"""
    state = position("soap, dye", "", guards={3: 1}, inside=[2, 3], caught=[[1, 0]], turns=[0, 0], player=1)
    act(state, "end the turn")
    assert (state.turn, step(state), guards(state)) == (0, "free", {4: "guard"})


def test_a_player_has_as_many_dice_as_prisoners_in_prison() -> None:
    """JB-12: in a round nobody rolls more often."""
    state = position("", "", inside=[1, 2], escaped=[1, 1], caught=[[1, 0]], turns=[0, 0], player=1, guards={})
    act(state, "end the turn")
    rolls = [0, 0]
    while state.round == 2:
        rolls[state.turn] += 1
        throw(state, 6)
        act(state, choices(state)[0])
        while step(state) != "act":
            act(state, choices(state)[0])
        act(state, "end the turn")
    assert rolls == [1, 2]


# --- The end -----------------------------------------------------------------


def test_the_second_prisoner_out_wins_at_once() -> None:
    """JB-13: and nothing else of a success is done."""
    state = position(
        "ladder, grappling hook", "raft, shovel, soap", plans="Over the wall", inside=[1, 3], escaped=[1], deck=[10, 5]
    )
    act(state, "attempt Over the wall", "turn up success")
    for _ in range(5):
        act(state, "draw on", "turn up success")
    assert (state.turn, state.winner, state.escaped[0]) == (OVER, 0, 2)
    assert hand(state, 0) == "grappling hook, ladder"
    assert (state.deck, state.drawn) == ([4, 5, 0], [6, 0, 0])
    assert state.offered[0] == 1
    assert choices(state) == []
    assert JAILBREAKERS.returns(state, 2) == [1, -1]


def test_the_first_prisoner_out_does_not_win() -> None:
    """JB-13"""
    state = position("ladder, grappling hook", "", plans="Over the wall")
    act(state, "attempt Over the wall", "turn up success")
    for _ in range(5):
        act(state, "draw on", "turn up success")
    assert (state.turn, state.winner) == (CHANCE, -1)
    assert JAILBREAKERS.returns(state, 2) == [0, 0]


def over(*hands: str, winner: int = -1, **fields: Any) -> list[float]:
    """What each seat gets from a game that is over like this."""
    state: Any = position(*hands, **fields)
    state.turn, state.winner = OVER, winner
    return JAILBREAKERS.returns(state, len(hands))


def test_the_others_are_ranked_by_escaped_prisoners_then_objects_then_materials() -> None:
    """JB-14"""
    assert over("", "soap, dye, wire, rope", "", "raft", winner=2, escaped=[1, 0, 2, 0]) == pytest.approx(
        [1 / 3, -1, 1, -1 / 3]
    )


def test_a_money_bag_is_an_object_among_others() -> None:
    """JB-14"""
    bags = {"money_bag": True}
    assert over("money bag", "soap, soap, dye, dye, wire, rope", "", "", options=bags)[:2] == pytest.approx([1, 1 / 3])


def test_equal_is_equal() -> None:
    """JB-14"""
    assert over("soap, raft", "dye, shovel", "raft, tape", "") == pytest.approx([1 / 3, 1 / 3, 1 / 3, -1])
    assert over("", "") == [0, 0]


def last_turn(rounds: int) -> State:
    """The last turn of a round, with a prisoner that could be freed."""
    state: State = position(
        "raft",
        "soap, dye",
        round=rounds,
        turns=[0, 0],
        player=1,
        guards={3: 1},
        inside=[3, 2],
        caught=[[0, 0], [1, 0]],
        dice=[(0, 1, 4)],
    )
    return state


def test_the_game_ends_after_the_last_turn_of_round_200() -> None:
    """JB-15, JB-14: before anything that comes after a round."""
    state = last_turn(200)
    act(state, "end the turn")
    assert (state.turn, state.winner, state.round) == (OVER, -1, 200)
    assert (guards(state), state.pips[0][0], state.first) == ({3: "guard"}, 4, 0)
    assert JAILBREAKERS.returns(state, 2) == [1, -1]


def test_round_199_is_followed_by_another() -> None:
    """JB-15"""
    state = last_turn(199)
    act(state, "end the turn", "free no more")
    assert (state.turn, state.round) == (1, 200)


def test_a_whole_game_can_be_played_to_its_end_by_doing_nothing() -> None:
    """JB-15"""
    match = new(5, "Riot, Night shift, Over the wall, Rooftop run, Delivery van, Across the bay")
    for _ in range(200 * 10):
        assert match.turn != OVER
        do(match, "skip the roll", "end the turn")
    assert (match.turn, match.result()) == (OVER, "0 = 1 = 2 = 3 = 4")
