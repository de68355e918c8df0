"""STR-10 to STR-15: moving, and not moving to and fro for ever."""

import pytest

from escapade import OVER

from .table import STRATEGO, act, arranged, choices, ends, piece, position, standing

FAR = "flag h8, scout a8, major h7"  # seat 1: the scout wanders along row 8 and never repeats itself
AWAY = ("a8-b8", "b8-c8", "c8-d8", "d8-e8", "e8-f8", "f8-g8")


def test_players_alternate_and_a_turn_is_one_move() -> None:
    """STR-10"""
    match = arranged()
    for seat in (0, 1, 0, 1):
        assert match.turn == seat
        match.play(match.legal()[0])


def test_a_turn_is_a_move_of_an_own_piece_and_nothing_else() -> None:
    """STR-10"""
    state = position("flag a1, miner b2", "flag h8, miner b4")
    assert {name.split("-")[0] for name in choices(state)} == {"b2"}
    act(state, "b2-b3")
    assert {name.split("-")[0] for name in choices(state)} == {"b4"}
    act(state, "b4-b3")
    assert state.turn == OVER


def test_a_piece_moves_one_square_along_row_or_column() -> None:
    """STR-11"""
    state = position("flag a1, general d4", FAR)
    assert ends(choices(state), "d4") == {"d5", "d3", "c4", "e4"}


@pytest.mark.parametrize(("square", "open_"), [("a1", {"a2", "b1"}), ("h1", {"g1", "h2"}), ("h4", {"g4", "h3", "h5"})])
def test_a_piece_never_leaves_the_board_nor_goes_round_its_edge(square: str, open_: set[str]) -> None:
    """STR-11"""
    state = position(f"flag d1, major {square}", "flag e8, major d8")
    assert ends(choices(state), square) == open_


def test_a_piece_never_moves_onto_an_own_piece() -> None:
    """STR-11"""
    state = position("flag d5, major d4, bomb c4", FAR)
    assert ends(choices(state), "d4") == {"d3", "e4"}


def test_at_the_start_only_the_front_row_can_move() -> None:
    """STR-11: fortress has no bomb in front, and four scouts of which three stand there."""
    names = [action.name for action in arranged("fortress").legal()]
    assert {name[:2] for name in names} == {f"{column}3" for column in "abcdefgh"}
    assert ends(names, "a3") == {"a4"}


def test_a_scout_moves_any_number_of_empty_squares_in_a_line() -> None:
    """STR-12"""
    state = position("flag h1, scout d4, bomb b4", "flag h8, major d7")
    assert ends(choices(state), "d4") == {"c4", "e4", "f4", "g4", "h4", "d3", "d2", "d1", "d5", "d6", "d7"}


def test_a_scout_may_end_its_move_with_an_attack_on_the_first_enemy_it_meets() -> None:
    """STR-12"""
    state = position("flag h1, scout a2", "flag h8, spy a7, miner a8")
    assert ends(choices(state), "a2") >= {"a6", "a7"}
    assert "a2-a8" not in choices(state)
    act(state, "a2-a7")
    assert standing(state, 0) == {"h1": "flag", "a7": "scout"}
    assert standing(state, 1) == {"h8": "flag", "a8": "miner"}


def test_a_scout_does_not_jump_over_own_pieces() -> None:
    """STR-12"""
    state = position("flag a4, scout a1, bomb c1", FAR)
    assert ends(choices(state), "a1") == {"a2", "a3", "b1"}


def test_no_other_rank_moves_further_than_one_square() -> None:
    """STR-12"""
    for rank in ("spy", "miner", "sergeant", "major", "colonel", "general"):
        assert len(ends(choices(position(f"flag a1, {rank} d4", FAR)), "d4")) == 4


def test_flag_and_bombs_never_move_nor_attack() -> None:
    """STR-13"""
    state = position("flag d4, bomb e4, miner a1", "flag h8, spy d5, scout e5")
    assert {name.split("-")[0] for name in choices(state)} == {"a1"}


def shuttle(times: int, near: str = "flag a1, miner d1", squares: tuple[str, str] = ("d1", "d2")) -> list[str]:
    """Let a piece of seat 0 go to and fro; return what seat 0 may do then."""
    state = position(near, FAR)
    for i in range(times):
        start, end = squares if i % 2 == 0 else squares[::-1]
        act(state, f"{start}-{end}", AWAY[i])
    return choices(state)


def test_a_piece_moves_five_times_between_two_squares_but_not_a_sixth_time() -> None:
    """STR-14"""
    assert "d1-d2" in shuttle(4)
    assert ends(shuttle(5), "d2") == {"d3", "c2", "e2"}


def test_a_scout_is_held_to_the_same_count_over_any_distance() -> None:
    """STR-14"""
    near, squares = "flag a1, scout d1", ("d1", "d6")
    assert "d1-d6" in shuttle(4, near, squares)
    after = ends(shuttle(5, near, squares), "d6")
    assert "d1" not in after
    assert after >= {"d2", "d3", "d4", "d5", "d7", "d8"}


def test_for_a_scout_two_other_squares_of_the_same_line_are_another_pair() -> None:
    """STR-14"""
    state = position("flag a1, scout d1", FAR)
    for mine, theirs in zip(("d1-d2", "d2-d1", "d1-d2", "d2-d1", "d1-d3"), AWAY, strict=False):
        act(state, mine, theirs)
    assert "d3-d1" in choices(state)
    assert state.shuttles[0] == 1


def test_the_count_belongs_to_the_piece_so_moving_another_starts_it_anew() -> None:
    """STR-14"""
    state = position("flag a1, miner d1, miner g1", FAR)
    for mine, theirs in zip(("d1-d2", "d2-d1", "d1-d2", "d2-d1", "g1-g2", "d1-d2"), AWAY, strict=True):
        act(state, mine, theirs)
    assert state.shuttles[0] == 1
    assert "d2-d1" in choices(state)


def test_moving_the_same_piece_elsewhere_starts_the_count_anew() -> None:
    """STR-14"""
    state = position("flag a1, miner d1", FAR)
    for mine, theirs in zip(("d1-d2", "d2-d1", "d1-d2", "d2-d1", "d1-d2", "d2-e2"), AWAY, strict=True):
        act(state, mine, theirs)
    act(state, "e2-d2", "h7-h6")
    assert "d2-d1" in choices(state)


def test_both_sides_are_counted_apart() -> None:
    """STR-14"""
    state = position("flag a1, miner d1", "flag h8, miner e8, bomb g7")
    for mine, theirs in [("d1-d2", "e8-e7"), ("d2-d1", "e7-e8")] * 2:
        act(state, mine, theirs)
    act(state, "d1-d2", "e8-e7")
    assert state.shuttles == [5, 5]
    assert "d2-d1" not in choices(state)
    act(state, "d2-d3")
    assert "e7-e8" not in choices(state)


def test_an_own_attack_does_not_count_and_resets_the_count() -> None:
    """STR-15: after four moves to and fro another piece attacks, and the count begins again."""
    state = position("flag a1, major d1, general g1", "flag h8, scout a8, spy g2")
    for mine, theirs in zip(("d1-d2", "d2-d1", "d1-d2", "d2-d1"), AWAY, strict=False):
        act(state, mine, theirs)
    act(state, "g1-g2")
    assert state.shuttles[0] == 0
    assert (state.came_from[0], state.went_to[0]) == (-1, -1)
    act(state, AWAY[4], "d1-d2", AWAY[5], "d2-d1")
    assert state.shuttles[0] == 2


def test_the_forbidden_square_may_be_attacked() -> None:
    """STR-15: an enemy has stepped onto the square of the sixth move."""
    state = position("flag a1, major d1", "flag h8, scout a8, miner e1")
    for mine, theirs in zip(("d1-d2", "d2-d1", "d1-d2", "d2-d1", "d1-d2"), (*AWAY[:4], "e1-d1"), strict=True):
        act(state, mine, theirs)
    assert state.shuttles[0] == 5
    act(state, "d2-d1")
    assert standing(state, 0) == {"a1": "flag", "d1": "major"}
    assert state.shuttles[0] == 0


def test_what_the_enemy_does_leaves_the_count_alone() -> None:
    """STR-15: the piece is attacked in the middle of its fifth turn and stands; the sixth move is still forbidden."""
    state = position("flag a1, major d1", "flag h8, scout a8, miner e2, sergeant b8")
    act(state, "d1-d2", "b8-b7", "d2-d1", "b7-b6", "d1-d2", "b6-b5", "d2-d1", "b5-b4", "d1-d2", "e2-d2")
    assert standing(state, 0) == {"a1": "flag", "d2": "major"}
    assert state.shuttles[0] == 5
    assert "d2-d1" not in choices(state)


def test_the_door_refuses_the_sixth_move() -> None:
    """STR-14: through a whole match."""
    match = arranged("fortress", "fortress")
    assert piece(match.view(None), "a3") == 16
    for i in range(5):
        match.play("a3-a4" if i % 2 == 0 else "a4-a3")
        match.play(("h6-h5", "g6-g5", "f6-f5", "e6-e5", "d6-d5")[i])
    assert "a4-a3" not in [action.name for action in match.legal()]
    assert STRATEGO.rules.SHUTTLES == 5
