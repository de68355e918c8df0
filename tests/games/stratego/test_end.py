"""STR-30 to STR-35: how a game ends."""

import itertools
import random

import pytest

import escapade
from escapade import OVER, BadInput, Match, Refused, State
from escapade.games.stratego import rules

from .table import RANKS, STRATEGO, act, arranged, choices, opened, piece, position, preset


def result(state: State) -> tuple[int, int, list[float]]:
    return state.turn, state.winner, STRATEGO.returns(state, 2)


WON, LOST, DRAWN = (OVER, 0, [1.0, -1.0]), (OVER, 1, [-1.0, 1.0]), (OVER, -1, [0.0, 0.0])


def names(match: Match) -> list[str]:
    return [action.name for action in match.legal()]


# --- Flag, and no move left --------------------------------------------------


def test_taking_the_flag_wins() -> None:
    """STR-30"""
    state = position("flag a1, spy d4", "flag d5, general h7, colonel h6")
    act(state, "d4-d5")
    assert result(state) == WON


def test_who_has_only_bombs_and_the_flag_left_loses() -> None:
    """STR-31"""
    state = position("flag a1, major d4, miner a8", "flag h8, bomb h7, miner d5")
    act(state, "d4-d5")
    assert result(state) == WON


def test_who_is_blocked_on_every_side_loses() -> None:
    """STR-31: the miner in the corner has bombs of its own around it."""
    state = position("flag a1, major d4", "flag g7, bomb g8, bomb h7, miner h8")
    act(state, "d4-d5")
    assert result(state) == WON


def test_an_enemy_in_the_way_is_no_block() -> None:
    """STR-31: it can be attacked."""
    state = position("flag a1, major g6", "flag a8, bomb g8, miner h8")
    act(state, "g6-h6")
    assert state.turn == 1
    state = position("flag a1, major h6", "flag a8, bomb g8, miner h8")
    act(state, "h6-h7")
    assert choices(state) == ["h8-h7"]


def test_who_could_only_make_a_sixth_move_between_two_squares_loses() -> None:
    """STR-31, STR-14: a corridor of two squares between own bombs."""
    state = position("flag b1, bomb b2, bomb a3, miner a1", "flag h8, scout a8")
    for mine, theirs in zip(("a1-a2", "a2-a1", "a1-a2", "a2-a1"), ("a8-b8", "b8-c8", "c8-d8", "d8-e8"), strict=True):
        act(state, mine, theirs)
    act(state, "a1-a2", "e8-f8")
    assert result(state) == LOST


@pytest.mark.parametrize(("corridor", "loses"), [("bomb a3", True), ("bomb a4", False)])
def test_a_scout_may_escape_the_sixth_move_over_the_same_square(corridor: str, loses: bool) -> None:
    """STR-31, STR-14: a2 and a1 are used up; a scout on a1 may still go past a2 if a3 is free."""
    state = position(f"flag b1, bomb b2, bomb b3, {corridor}, scout a2", "flag h8, scout a8")
    for mine, theirs in zip(("a2-a1", "a1-a2", "a2-a1", "a1-a2"), ("a8-b8", "b8-c8", "c8-d8", "d8-e8"), strict=True):
        act(state, mine, theirs)
    act(state, "a2-a1", "e8-f8")
    assert (state.turn == OVER) == loses
    if not loses:
        assert choices(state) == ["a1-a3"]


def test_who_is_blocked_when_play_begins_loses() -> None:
    """STR-31: with an army of 22 bombs, one miner and the flag, and the miner at the edge."""
    army = dict.fromkeys(RANKS, 0) | {"flag": 1, "miner": 1, "bomb": 22}
    text = "presets = []\n[army]\n" + "".join(f"{rank} = {number}\n" for rank, number in army.items())
    match = Match(STRATEGO, 2, {"red": 0}, STRATEGO.pieces(text=text))
    match.play_all(["place miner", "place flag", *["place bomb"] * 22])
    match.play_all([*["place bomb"] * 22, "place flag", "place miner"])
    assert match.turn == OVER
    assert match.ranking() == [[1], [0]]


# --- Draws -------------------------------------------------------------------


def test_if_nobody_has_a_piece_that_could_ever_move_the_game_is_drawn() -> None:
    """STR-32"""
    state = position("flag a1, bomb a2, miner d4", "flag h8, bomb h7, miner d5")
    act(state, "d4-d5")
    assert result(state) == DRAWN


def test_pieces_that_are_only_blocked_could_still_move_one_day() -> None:
    """STR-32: seat 1's miner is shut in but alive, so this is a loss, not a draw."""
    state = position("flag a1, miner d4", "flag g7, bomb g8, bomb h7, miner h8, bomb d5, sergeant e4")
    act(state, "d4-d5")
    assert state.turn == 1
    state = position("flag a1, miner d4", "flag g7, bomb g8, bomb h7, miner h8, miner d5")
    act(state, "d4-d5")
    assert result(state) == WON


def wander(match: Match, moves: int) -> None:
    """Make quiet moves: two front pieces of each side go to and fro, four moves each in turn."""
    paths = [["b3-b4", "b4-b3", "g3-g4", "g4-g3"], ["b6-b5", "b5-b6", "g6-g5", "g5-g6"]]
    for i in range(moves):
        match.play(paths[i % 2][i // 2 % 4])


def test_200_moves_without_an_attack_draw_the_game() -> None:
    """STR-33"""
    match = arranged("storm", "storm")
    wander(match, 199)
    assert match.turn == 1
    wander_on = "g5-g6"
    assert wander_on in names(match)
    match.play(wander_on)
    assert match.turn == OVER
    assert match.view(None).quiet == 200
    assert match.ranking() == [[0, 1]]


@pytest.mark.parametrize("limit", [1, 7, 1000])
def test_the_host_can_change_the_number(limit: int) -> None:
    """STR-33"""
    match = arranged("storm", "storm", quiet=limit)
    wander(match, limit - 1)
    assert match.turn == (limit - 1) % 2
    wander_last = ["b3-b4", "b6-b5", "b4-b3", "b5-b6", "g3-g4", "g6-g5", "g4-g3", "g5-g6"][(limit - 1) % 8]
    match.play(wander_last)
    assert match.turn == OVER
    assert match.returns() == [0.0, 0.0]


def test_the_host_can_switch_it_off() -> None:
    """STR-33"""
    match = arranged("storm", "storm", quiet=0)
    wander(match, 1200)
    assert match.turn == 0
    assert match.view(None).quiet == 1200


@pytest.mark.parametrize("quiet", [-1, 1001, "never"])
def test_a_senseless_number_is_refused(quiet: object) -> None:
    """STR-33"""
    with pytest.raises(BadInput, match="STR-33"):
        opened(quiet=quiet)


def test_an_attack_starts_the_counter_anew() -> None:
    """STR-33"""
    state = position("flag a1, major d4, scout a2", "flag h8, miner d5, scout h7", quiet=3)
    act(state, "a2-a3", "h7-h6", "d4-d5")
    assert state.quiet == 0
    act(state, "h6-h5", "a3-a4")
    assert state.turn == 1
    act(state, "h5-h6")
    assert result(state) == DRAWN


def test_the_counter_is_shown_from_150_on() -> None:
    """STR-33: whoever draws a table asks the rules from where on."""
    assert STRATEGO.rules.QUIET_SHOWN == 150
    assert STRATEGO.check_options({}, 2)["quiet"] == 200


# --- By the players' will ----------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_may_resign_in_and_out_of_turn(seat: int) -> None:
    """STR-34"""
    match = arranged()
    assert match.turn == 0
    match.play(f"seat {seat} resigns", seat)
    assert match.turn == OVER
    assert match.ranking() == [[1 - seat], [seat]]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("placed", [0, 5, 24, 30])
def test_a_player_may_resign_during_the_set_up(seat: int, placed: int) -> None:
    """STR-34"""
    match = opened()
    for name in [*preset("vault"), *preset("storm")][:placed]:
        match.play(name)
    match.play(f"seat {seat} resigns")
    assert match.log[-1].seat == seat
    assert match.ranking() == [[1 - seat], [seat]]


def test_a_player_may_resign_even_before_colours_are_drawn() -> None:
    """STR-34"""
    match = opened(red="lot")
    match.play("seat 1 resigns")
    assert match.returns() == [1.0, -1.0]


def test_nobody_resigns_for_the_other() -> None:
    """STR-34"""
    match = arranged()
    with pytest.raises(Refused):
        match.play("seat 1 resigns", 0)
    assert match.turn == 0


def test_a_draw_is_agreed_when_both_offer_it() -> None:
    """STR-34"""
    match = arranged()
    match.play("seat 1 offers a draw")
    assert match.turn == 0
    assert match.view(None).offered == [0, 1]
    match.play("seat 0 offers a draw")
    assert match.turn == OVER
    assert match.ranking() == [[0, 1]]


def test_an_offer_stands_until_the_other_moves_instead() -> None:
    """STR-34: seat 0 offers, moves, and may still be answered; seat 1 moves, and so declines."""
    match = arranged()
    match.play("seat 0 offers a draw")
    match.play("a3-a4")
    assert match.view(1).offered == [1, 0]
    match.play("a6-a5")
    assert match.view(1).offered == [0, 0]
    match.play("seat 1 offers a draw")
    assert match.turn == 0


def test_an_offer_may_be_accepted_after_the_offering_side_has_moved() -> None:
    """STR-34"""
    match = arranged()
    for name in ("seat 0 offers a draw", "a3-a4", "seat 1 offers a draw"):
        match.play(name)
    assert match.returns() == [0.0, 0.0]
    assert match.turn == OVER


def test_an_offer_that_stands_cannot_be_made_twice() -> None:
    """STR-34"""
    match = arranged()
    match.play("seat 1 offers a draw")
    assert [action.name for action in match.anytime(1)] == ["seat 1 resigns"]
    with pytest.raises(Refused):
        match.play("seat 1 offers a draw", 1)


def test_when_the_game_is_over_nobody_resigns_any_more() -> None:
    """STR-34"""
    match = arranged()
    match.play("seat 0 resigns")
    assert match.anytime(0) == match.anytime(1) == []
    with pytest.raises(Refused, match="over"):
        match.play("seat 1 resigns")


# --- Which comes first -------------------------------------------------------


def test_a_flag_taken_counts_before_anything_else() -> None:
    """STR-35: seat 1 could not move any more either, and one more quiet move would have drawn."""
    state = position("flag a1, miner d4", "flag d5, bomb h8", quiet=1)
    act(state, "d4-d5")
    assert result(state) == WON


def test_that_nobody_can_ever_move_counts_before_that_the_next_cannot() -> None:
    """STR-35"""
    state = position("flag a1, general d4", "flag h8, general d5")
    act(state, "d4-d5")
    assert result(state) == DRAWN


def test_too_many_quiet_moves_count_before_that_the_next_player_cannot_move() -> None:
    """STR-35: the same move with and without the limit."""
    for quiet, expected in ((1, DRAWN), (2, WON)):
        state = position("flag a1, major d4", "flag g7, bomb g8, bomb h7, miner h8", quiet=quiet)
        act(state, "d4-d5")
        assert result(state) == expected


def test_an_attack_is_no_quiet_move_even_at_the_limit() -> None:
    """STR-35"""
    state = position("flag a1, major d4", "flag h8, miner d5, scout h7", quiet=1)
    act(state, "d4-d5")
    assert state.turn == 1
    assert piece(state, "d5") == 1


@pytest.mark.parametrize("seed", range(6))
def test_a_side_can_move_exactly_when_there_is_a_move_to_choose(seed: int) -> None:
    """STR-31, STR-14: asked of both sides in every position of random games, tired pieces among them."""
    match, dice = escapade.new("stratego", seed=seed), random.Random(seed)
    while match.turn != OVER:
        match.play(dice.choice(match.legal()))
        state = match._state.copy()
        if state.phase != rules.PLAY:
            continue
        for side, shuttles in itertools.product((0, 1), (0, rules.SHUTTLES)):
            state.turn, state.shuttles[side] = side, shuttles
            assert rules.has_move(state) == (rules.moves(state, [0] * rules.MAX_ACTIONS) > 0)
