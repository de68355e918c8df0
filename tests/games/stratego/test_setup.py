"""STR-1 to STR-6: the armies, the colours, and arranging in secret."""

from collections import Counter

import pytest

import escapade
from escapade import CHANCE, BadInput, Refused

from .table import RANKS, STRATEGO, arranged, opened, preset

ARMY = {
    "flag": 1,
    "general": 1,
    "colonel": 2,
    "major": 3,
    "sergeant": 4,
    "miner": 4,
    "scout": 4,
    "spy": 1,
    "bomb": 4,
}
PRESETS = STRATEGO.pieces().presets


def test_each_half_is_three_rows_of_eight_and_the_middle_is_empty() -> None:
    """STR-1"""
    view = opened().view(None)
    assert len(view.board) == 64
    assert [view.board[square] // 24 for square in range(24)] == [0] * 24
    assert view.board[24:40] == [-1] * 16
    assert [view.board[square] // 24 for square in range(40, 64)] == [1] * 24
    assert sorted(man for man in view.board if man >= 0) == list(range(48))


def test_an_army_is_24_pieces() -> None:
    """STR-2"""
    assert STRATEGO.pieces().army == ARMY
    assert sum(ARMY.values()) == 24


def test_no_more_of_a_rank_can_be_placed_than_the_army_has() -> None:
    """STR-2"""
    match = opened()
    for rank, number in ARMY.items():
        for _ in range(number):
            assert f"place {rank}" in [action.name for action in match.legal()]
            match.play(f"place {rank}")
        assert match.turn == 1 or f"place {rank}" not in [action.name for action in match.legal()]


def test_colours_are_drawn_by_lot() -> None:
    """STR-3"""
    match = escapade.new("stratego", dealer=None)
    assert match.turn == CHANCE
    assert [weight for _, weight in match.odds()] == [1, 1]
    match.play("seat 1 plays red")
    assert match.view(None).red == 1


@pytest.mark.parametrize("red", [0, 1])
def test_the_host_may_assign_colours_and_red_moves_first(red: int) -> None:
    """STR-3"""
    match = arranged("vault", "lure", red=red)
    assert match.view(None).red == red
    assert match.turn == red
    first = match.legal()[0]
    match.play(first)
    assert match.turn == 1 - red


def test_a_seat_that_does_not_exist_cannot_play_red() -> None:
    """STR-3"""
    with pytest.raises(BadInput, match="STR-3"):
        escapade.new("stratego", red=2)


def test_all_24_squares_of_the_own_half_are_filled_from_left_to_right_to_the_front() -> None:
    """STR-4"""
    match = arranged("fortress", "fortress")
    near, far = match.view(0), match.view(1)
    ranks = [RANKS.index(name.removeprefix("place ")) for name in preset("fortress")]
    assert [near.rank[near.board[square]] for square in range(24)] == ranks
    assert [far.rank[far.board[square]] for square in range(63, 39, -1)] == ranks


def test_any_arrangement_is_possible() -> None:
    """STR-4: even every bomb in front and the flag between them."""
    match = opened()
    back = ["general", "colonel", "colonel", "major", "major", "major", *["sergeant"] * 4, *["miner"] * 4]
    order = [*back, "spy", "scout", "scout", "scout", "scout", "bomb", "bomb", "flag", "bomb", "bomb"]
    match.play_all([f"place {rank}" for rank in order])
    assert match.turn == 1


def test_the_other_side_sees_nothing_of_the_arrangement() -> None:
    """STR-4"""
    match = arranged("fortress", "storm")
    assert match.view(1).rank[:24] == [-2] * 24
    assert match.view(0).rank[24:] == [-2] * 24
    assert match.view(None).rank == [-2] * 48


def test_play_starts_when_both_are_complete() -> None:
    """STR-5"""
    match = opened()
    match.play_all(preset("fortress"))
    assert match.view(None).phase == 1
    match.play_all(preset("storm")[:23])
    assert match.view(None).phase == 1
    match.play(preset("storm")[23])
    assert match.view(None).phase == 2
    assert match.turn == 0


@pytest.mark.parametrize("placed", [5, 23])
def test_how_far_the_other_has_come_cannot_be_seen_nor_heard(placed: int) -> None:
    """STR-5"""
    untouched, begun = opened(), opened()
    begun.play_all(preset("vault")[:placed])
    for eyes in (1, None):
        assert STRATEGO.fields.bytes(begun.view(eyes)) == STRATEGO.fields.bytes(untouched.view(eyes))
        assert begun.heard(eyes) == untouched.heard(eyes) == []
    assert len(begun.heard(0)) == placed


def test_that_the_other_has_confirmed_can_be_seen() -> None:
    """STR-5"""
    match = opened()
    assert match.view(1).turn == 0
    match.play_all(preset("vault"))
    assert match.view(1).turn == 1
    assert match.heard(1) == []


def test_both_arrange_at_the_same_time() -> None:
    """STR-5: the other side hands its set-up in before red has placed anything; play starts with red's last piece."""
    match = opened()
    match.submit_ahead(1, preset("storm"))
    assert match.turn == 0
    assert match.pending(1) == 24
    match.submit_ahead(0, preset("vault"))
    assert match.view(None).phase == 2
    assert match.turn == 0
    assert match.bytes() == arranged("vault", "storm").bytes()


@pytest.mark.parametrize("placed", [0, 5, 23])
def test_a_sealed_set_up_is_neither_seen_nor_heard_by_the_other(placed: int) -> None:
    """STR-5"""
    alone, pending = opened(), opened()
    pending.submit_ahead(1, preset("storm"))
    for match in (alone, pending):
        match.play_all(preset("vault")[:placed])
    for eyes in (0, None):
        assert STRATEGO.fields.bytes(pending.view(eyes)) == STRATEGO.fields.bytes(alone.view(eyes))
        assert pending.heard(eyes) == alone.heard(eyes)
    assert pending.log == alone.log


def test_placements_are_never_heard_by_the_other_side_even_when_play_has_begun() -> None:
    """STR-5"""
    match = opened()
    match.submit_ahead(1, preset("storm"))
    match.play_all(preset("vault"))
    for eyes in (0, 1):
        assert [(who, action.name) for who, action in match.heard(eyes)] == [
            (eyes, name) for name in preset(("vault", "storm")[eyes])
        ]
    assert match.heard(None) == []


def test_a_set_up_handed_in_again_replaces_the_first() -> None:
    """STR-5"""
    match = opened()
    match.submit_ahead(1, preset("storm"))
    match.submit_ahead(1, preset("lure"))
    match.play_all(preset("vault"))
    assert match.bytes() == arranged("vault", "lure").bytes()


def with_another(old: str, new: str) -> list[str]:
    """The preset "storm" with one piece exchanged for another of the army's ranks."""
    placed = preset("storm")
    placed[placed.index(f"place {old}")] = f"place {new}"
    return placed


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("actions", "clause"),
    [
        (with_another("miner", "general"), "STR-2"),
        (with_another("scout", "flag"), "STR-2"),
        ([*preset("storm"), "place scout"], "STR-4"),
        (["a1-a2", *preset("storm")[1:]], "STR-5"),
    ],
    ids=["a second general", "a second flag", "a 25th piece", "a move"],
)
def test_a_set_up_that_is_not_the_army_is_refused_whole_with_reason_and_clause(
    seat: int, actions: list[str], clause: str
) -> None:
    """STR-5, STR-2"""
    match = opened()
    before = match.bytes()
    with pytest.raises(Refused) as no:
        match.submit_ahead(seat, actions)
    assert no.value.reason
    assert no.value.clause == clause
    assert match.bytes() == before
    assert match.pending(seat) == 0
    assert match.log == []


@pytest.mark.parametrize("seat", [0, 1])
def test_an_incomplete_set_up_is_refused_whole_with_reason_and_clause(seat: int) -> None:
    """STR-5"""
    match = opened()
    with pytest.raises(Refused, match="23") as no:
        match.submit_ahead(seat, preset("storm")[:23])
    assert match.log == []
    assert match.pending(seat) == 0
    assert no.value.clause == "STR-5"


def test_a_refused_set_up_leaves_the_one_handed_in_before() -> None:
    """STR-5"""
    match = opened()
    match.submit_ahead(1, preset("storm"))
    with pytest.raises(Refused):
        match.submit_ahead(1, with_another("miner", "general"))
    match.play_all(preset("vault"))
    assert match.bytes() == arranged("vault", "storm").bytes()


def test_there_are_at_least_six_ready_made_set_ups_with_names_of_their_own() -> None:
    """STR-6"""
    names = [found.name for found in PRESETS]
    assert len(set(names)) == len(names) >= 6
    assert all(found.about for found in PRESETS)


@pytest.mark.parametrize("name", [found.name for found in PRESETS])
def test_every_ready_made_set_up_is_the_army_and_can_be_played(name: str) -> None:
    """STR-6, STR-2"""
    assert Counter(order.removeprefix("place ") for order in preset(name)) == ARMY
    assert arranged(name, name).turn == 0


def weakest_guard(rows: list[str]) -> int:
    """The lowest rank beside the flag, a bomb counting highest: what an attacker has to beat."""
    grid = [row.split() for row in rows]
    row, column = next((r, c) for r in range(3) for c in range(8) if grid[r][c] == "flag")
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return min(RANKS.index(grid[r][c]) for r, c in beside if 0 <= r < 3 and 0 <= c < 8)


def test_ready_made_set_ups_stand_in_order_from_the_safest_flag() -> None:
    """STR-6"""
    guards = [weakest_guard(found.rows) for found in PRESETS]
    assert guards == sorted(guards, reverse=True)
    assert guards[0] == RANKS.index("bomb")
    assert guards[-1] < RANKS.index("major")


def test_a_ready_made_set_up_can_be_changed_before_it_is_handed_in() -> None:
    """STR-6"""
    match, mine = opened(), preset("vault")
    flag, miner = mine.index("place flag"), mine.index("place miner")
    mine[flag], mine[miner] = mine[miner], mine[flag]
    match.submit_ahead(0, mine)
    assert match.turn == 1
    assert RANKS[match.view(0).rank[miner]] == "flag"


def test_random_is_a_name_no_ready_made_set_up_may_take() -> None:
    """STR-6: it is kept for the random one."""
    text = (STRATEGO.folder / "pieces.toml").read_text(encoding="utf-8").replace('"storm"', '"random"')
    with pytest.raises(BadInput, match="'random' is taken"):
        STRATEGO.pieces(text=text)
