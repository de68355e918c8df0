"""STR-20 to STR-28: who beats whom."""

import pytest

from escapade import OVER

from .table import RANKS, act, choices, piece, position, standing

# Written by hand from the rulebook. A row attacks, a column defends:
# + the attacker wins, - it falls, = both fall, . it never attacks.
TABLE = """
          flag spy scout miner sergeant major colonel general bomb
flag      .    .   .     .     .        .     .       .       .
spy       +    =   -     -     -        -     -       +       -
scout     +    +   =     -     -        -     -       -       -
miner     +    +   +     =     -        -     -       -       +
sergeant  +    +   +     +     =        -     -       -       -
major     +    +   +     +     +        =     -       -       -
colonel   +    +   +     +     +        +     =       -       -
general   +    +   +     +     +        +     +       =       -
bomb      .    .   .     .     .        .     .       .       .
"""
HEAD, *ROWS = [line.split() for line in TABLE.strip().splitlines()]
PAIRS = [(row[0], defender, result) for row in ROWS for defender, result in zip(HEAD, row[1:], strict=True)]


def other_men(*ranks: str) -> str:
    """A flag in the corner unless it is one of these, and a man to move on with."""
    return ("" if "flag" in ranks else "flag a1, ") + "sergeant h1"


@pytest.mark.parametrize(("attacker", "defender", "result"), PAIRS, ids=[f"{a}-{d}" for a, d, _ in PAIRS])
def test_every_rank_against_every_rank(attacker: str, defender: str, result: str) -> None:
    """STR-22, STR-24 to STR-28"""
    near = f"{attacker} d4, {other_men(attacker)}"
    far = f"{defender} d5, {other_men(defender).replace('a1', 'a8').replace('h1', 'h8')}"
    state = position(near, far)
    if result == ".":
        assert "d4-d5" not in choices(state)
        return
    act(state, "d4-d5")
    stands = {"+": (None, attacker), "-": (None, None), "=": (None, None)}[result]
    assert (standing(state, 0).get("d4"), standing(state, 0).get("d5")) == stands
    assert standing(state, 1).get("d5") == (defender if result == "-" else None)
    assert (state.turn == OVER) == (defender == "flag")


def test_the_table_has_all_81_pairs() -> None:
    """STR-22"""
    assert [(a, d) for a, d, _ in PAIRS] == [(a, d) for a in RANKS for d in RANKS]


def test_a_piece_attacks_only_a_neighbour_in_its_row_or_column() -> None:
    """STR-20"""
    state = position("flag a1, general d4", "flag h8, spy d6, miner e5, miner d5, scout c4")
    assert {name for name in choices(state) if name.startswith("d4")} == {"d4-d5", "d4-c4", "d4-e4", "d4-d3"}


def test_attacking_is_never_compulsory() -> None:
    """STR-20: two enemies face each other and both go another way."""
    state = position("flag a1, general d4", "flag h8, spy d5")
    act(state, "d4-e4", "d5-d6")
    assert standing(state, 0) == {"a1": "flag", "e4": "general"}


def test_either_side_may_attack() -> None:
    """STR-20"""
    state = position("flag a1, miner d4, scout b1", "flag h8, major d5", turn=1)
    act(state, "d5-d4")
    assert standing(state, 1) == {"h8": "flag", "d4": "major"}


@pytest.mark.parametrize(("mine", "theirs"), [("major", "miner"), ("miner", "major"), ("miner", "miner")])
def test_both_ranks_are_announced_to_everyone(mine: str, theirs: str) -> None:
    """STR-21"""
    state = position(f"flag a1, {mine} d4, scout a2", f"flag h8, {theirs} d5, scout h7")
    attacker, defender = piece(state, "d4"), piece(state, "d5")
    act(state, "d4-d5")
    assert state.shown[attacker] == state.shown[defender] == 1
    assert sum(state.shown[man] for man in state.board if man >= 0) == (mine != theirs)


def test_a_winning_attacker_takes_the_square() -> None:
    """STR-23"""
    state = position("flag a1, major d4", "flag h8, miner d5, scout h7")
    act(state, "d4-d5")
    assert standing(state, 0) == {"a1": "flag", "d5": "major"}
    assert standing(state, 1) == {"h8": "flag", "h7": "scout"}


def test_a_winning_defender_stays_where_it_is() -> None:
    """STR-23"""
    state = position("flag a1, miner d4, scout a2", "flag h8, major d5")
    act(state, "d4-d5")
    assert standing(state, 0) == {"a1": "flag", "a2": "scout"}
    assert standing(state, 1) == {"h8": "flag", "d5": "major"}
    assert state.moved[piece(state, "d5")] == 0


def test_equal_ranks_remove_each_other() -> None:
    """STR-24"""
    state = position("flag a1, major d4, scout a2", "flag h8, major d5, scout h7")
    act(state, "d4-d5")
    assert standing(state, 0) == {"a1": "flag", "a2": "scout"}
    assert standing(state, 1) == {"h8": "flag", "h7": "scout"}
    assert state.board.count(-1) == 60


@pytest.mark.parametrize(("mine", "theirs"), [("spy", "general"), ("general", "spy")])
def test_between_spy_and_general_the_attacker_wins(mine: str, theirs: str) -> None:
    """STR-25"""
    state = position(f"flag a1, {mine} d4", f"flag h8, {theirs} d5, scout h7")
    act(state, "d4-d5")
    assert standing(state, 0) == {"a1": "flag", "d5": mine}


@pytest.mark.parametrize("rank", ["spy", "scout", "sergeant", "major", "colonel", "general"])
def test_a_bomb_destroys_any_attacker_but_a_miner_and_stays(rank: str) -> None:
    """STR-26: it stays for the next one, too."""
    state = position(f"flag a1, {rank} d4, scout d1", "flag h8, bomb d5, scout h7")
    act(state, "d4-d5", "h7-g7", "d1-d5")
    assert standing(state, 0) == {"a1": "flag"}
    assert standing(state, 1) == {"h8": "flag", "d5": "bomb", "g7": "scout"}


def test_a_miner_removes_a_bomb_and_takes_its_square() -> None:
    """STR-27"""
    state = position("flag a1, miner d4", "flag h8, bomb d5, scout h7")
    act(state, "d4-d5")
    assert standing(state, 0) == {"a1": "flag", "d5": "miner"}
    assert standing(state, 1) == {"h8": "flag", "h7": "scout"}


@pytest.mark.parametrize("rank", ["spy", "scout", "miner", "sergeant", "major", "colonel", "general"])
def test_any_attacker_takes_the_flag_and_wins_at_once(rank: str) -> None:
    """STR-28"""
    state = position(f"flag a1, {rank} d4", "flag d5, general h7")
    act(state, "d4-d5")
    assert state.turn == OVER
    assert state.winner == 0
    assert choices(state) == []


def test_a_scout_may_take_the_flag_from_afar() -> None:
    """STR-28"""
    state = position("flag a1, scout d1", "flag d8, general h7")
    act(state, "d1-d8")
    assert state.winner == 0
