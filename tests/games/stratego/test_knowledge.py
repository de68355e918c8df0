"""STR-40 to STR-44: what each side knows."""

import random

import escapade
from escapade import OVER, Match, State
from escapade.kernel.names import SPECTATOR, UNKNOWN

from .table import RANKS, STRATEGO, act, arranged, piece, position, preset

NEAR, FAR = "flag a1, major d4, scout a2, bomb a3", "flag h8, miner d5, scout h7, bomb h6"


def seen(state: State, eyes: int, square: str) -> str:
    """What eyes know of the piece on a square: its rank, or ?."""
    view = STRATEGO.view(state, eyes)
    rank = view.rank[piece(view, square)]
    return "?" if rank == UNKNOWN else RANKS[rank]


def test_a_side_knows_its_own_pieces_and_where_the_enemys_stand() -> None:
    """STR-40"""
    state = position(NEAR, FAR)
    assert [seen(state, 0, square) for square in ("a1", "d4", "a2", "a3")] == ["flag", "major", "scout", "bomb"]
    assert [seen(state, 0, square) for square in ("h8", "d5", "h7", "h6")] == ["?"] * 4
    assert STRATEGO.view(state, 0).board == STRATEGO.view(state, 1).board == state.board


def test_that_a_piece_has_moved_is_known_and_its_rank_is_not() -> None:
    """STR-40"""
    state = position(NEAR, FAR)
    act(state, "d4-c4")
    view = STRATEGO.view(state, 1)
    assert view.moved[piece(view, "c4")] == 1
    assert view.moved[piece(view, "a2")] == 0
    assert seen(state, 1, "c4") == "?"


def test_a_scout_that_moves_one_square_keeps_its_secret() -> None:
    """STR-40"""
    state = position(NEAR, FAR)
    act(state, "a2-b2")
    assert seen(state, 1, "b2") == "?"


def test_a_scout_that_moves_further_is_known_as_a_scout() -> None:
    """STR-40"""
    state = position(NEAR, FAR)
    act(state, "a2-c2")
    assert seen(state, 1, "c2") == seen(state, SPECTATOR, "c2") == "scout"


def test_a_rank_once_announced_stays_known_wherever_the_piece_goes() -> None:
    """STR-40, STR-21"""
    state = position(NEAR, FAR)
    act(state, "d4-d5", "h7-g7", "d5-d6", "g7-g6")
    assert seen(state, 1, "d6") == "major"
    assert seen(state, 0, "g6") == "?"


def twin_matches() -> tuple[Match, Match]:
    """Two matches whose seat 1 differs, in ranks that never come to light."""
    first, second = arranged("vault", "storm"), escapade.new("stratego", dealer=None, red=0)
    second.play_all(preset("vault"))
    changed = preset("storm")
    hidden = [i for i, name in enumerate(changed) if name in {"place miner", "place bomb"} and i < 8]
    changed[hidden[0]], changed[hidden[1]] = changed[hidden[1]], changed[hidden[0]]
    assert changed != preset("storm")
    second.play_all(changed)
    return first, second


def test_nothing_else_reaches_the_other_side() -> None:
    """STR-40: two different armies, the same moves, and seat 0 cannot tell them apart, by view, ear or choice."""
    first, second = twin_matches()
    for name in ("d3-d4", "d6-d5", "d4-d5", "c6-c5", "a3-a4"):
        first.play(name)
        second.play(name)
        assert STRATEGO.fields.bytes(first.view(0)) == STRATEGO.fields.bytes(second.view(0))
        assert STRATEGO.fields.bytes(first.view(None)) == STRATEGO.fields.bytes(second.view(None))
        assert first.heard(0) == second.heard(0)
        assert first.turn == 1 or first.legal() == second.legal()
    assert first.bytes() != second.bytes()


def test_removed_pieces_are_public_with_their_ranks() -> None:
    """STR-41"""
    state = position(NEAR, FAR)
    miner, major = piece(state, "d5"), piece(state, "d4")
    act(state, "d4-d5")
    for eyes in (0, 1, SPECTATOR):
        view = STRATEGO.view(state, eyes)
        assert view.at[miner] == -1
        assert RANKS[view.rank[miner]] == "miner"
        assert view.at[major] >= 0
        gone = [man for man in range(48) if view.at[man] == -1]
        assert UNKNOWN not in [view.rank[man] for man in gone]


def test_how_many_movers_a_side_has_left_follows_from_the_removed() -> None:
    """STR-41"""
    match, dice = arranged(), random.Random(4)
    while match.turn != OVER:
        view = match.view(None)
        for seat in (0, 1):
            gone = [view.rank[man] for man in range(24 * seat, 24 * seat + 24) if view.at[man] == -1]
            assert view.movers[seat] == 19 - sum(RANKS[rank] not in {"flag", "bomb"} for rank in gone)
        match.play(dice.choice(match.legal()))


def test_the_memory_option_changes_no_view_but_for_its_own_field() -> None:
    """STR-42"""
    assisted, classic, dice = arranged(memory="assisted"), arranged(memory="classic"), random.Random(8)
    while assisted.turn != OVER:
        name = dice.choice(assisted.legal()).name
        assisted.play(name)
        classic.play(name)
        for eyes in (0, 1, None):
            one, other = assisted.view(eyes).as_dict(), classic.view(eyes).as_dict()
            assert (one.pop("memory"), other.pop("memory")) == (0, 1)
            assert one == other
            assert assisted.heard(eyes) == classic.heard(eyes)
    assert classic.turn == OVER


def test_assisted_is_the_default() -> None:
    """STR-42"""
    assert escapade.new("stratego", dealer=None).options["memory"] == "assisted"


def test_when_the_game_is_over_everything_is_revealed_to_everyone() -> None:
    """STR-43"""
    match = arranged("vault", "storm")
    match.play("seat 1 resigns")
    for eyes in (0, 1, None):
        assert STRATEGO.fields.bytes(match.view(eyes)) == match.bytes()
    assert UNKNOWN not in match.view(None).rank


def test_a_spectator_knows_what_both_players_know_and_no_more() -> None:
    """STR-44"""
    match, dice = arranged(), random.Random(11)
    for _ in range(120):
        match.play(dice.choice(match.legal()))
        near, far, public = match.view(0), match.view(1), match.view(None)
        for man in range(48):
            both = near.rank[man] if near.rank[man] == far.rank[man] else UNKNOWN
            assert public.rank[man] == both
        assert public.board == near.board == far.board
        assert public.moved == near.moved == far.moved
    assert any(rank != UNKNOWN for rank in match.view(None).rank)
    assert match.turn != OVER


def test_a_spectator_hears_every_move_and_no_placement() -> None:
    """STR-44"""
    match = arranged()
    match.play("a3-a4")
    assert [(seat, action.name) for seat, action in match.heard(None)] == [(0, "a3-a4")]
