"""JB-80 to JB-83: one seat against the phantom."""

from random import Random
from typing import Any

import pytest

from escapade import CHANCE, OVER, BadInput, Match, load
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.match import result_text, solo_ranking

from .table import JAILBREAKERS, MATERIALS, act, chances, choices, hand, idle, new, position

TWO = "Riot, Night shift"


def phantoms(mine: str, its: str, at: str = "act", **fields: Any) -> Any:
    """A position in which the phantom is to decide something; chance does that for it."""
    return position(mine, its, seats=1, at=at, player=1, **fields)


def test_a_single_player_plays_against_a_phantom() -> None:
    """JB-80: it is set up as the player is, and the program rolls its dice."""
    match = new(1, TWO)
    view = match.view(0)
    assert (view.seats, view.players, view.inside[:2]) == (1, 2, [3, 3])
    idle(match)
    assert (match.turn, match.view(0).player) == (CHANCE, 1)
    match.play("roll")
    assert [action.name for action in match.legal()] == [f"the die shows {face}" for face in range(1, 7)]


def test_the_phantom_always_rolls() -> None:
    """JB-81"""
    assert choices(phantoms("", "plank, rope", "roll")) == ["roll"]


@pytest.mark.parametrize(
    ("where", "dice", "face", "chosen"),
    [
        ({}, [], 6, "place on 1"),
        ({1: 1}, [], 6, "place on 2"),
        ({1: 1}, [(0, 2, 2)], 6, "place on 3"),
        ({1: 1, 2: 1}, [], 2, "place on 1"),
        ({2: 1}, [(0, 1, 1)], 2, "place on 2"),
        ({}, [(0, 1, 1)], 1, "set the die aside"),
    ],
)
def test_the_phantom_places_on_the_lowest_open_number(
    where: dict[int, int], dice: list[tuple[int, int, int]], face: int, chosen: str
) -> None:
    """JB-81: a guarded one only if it is forced to."""
    state = phantoms("", "", "roll", guards=where, dice=dice)
    act(state, "roll", f"the die shows {face}")
    assert choices(state) == [chosen]


def test_the_phantom_can_be_caught() -> None:
    """JB-81, JB-26"""
    state = phantoms("", "", "roll", guards={1: 1})
    act(state, "roll", "the die shows 1", "place on 1")
    assert (state.inside[1], state.caught[1]) == (2, [1, 0])


def test_the_phantom_with_nobody_left_to_catch_sets_its_die_aside() -> None:
    """JB-81, JB-26"""
    state = phantoms("", "", "roll", guards={1: 1}, inside=[3, 0], caught=[[0, 0], [3, 0]])
    act(state, "roll", "the die shows 1")
    assert choices(state) == ["set the die aside"]


def test_the_phantom_always_crafts_when_it_can() -> None:
    """JB-81, JB-82: which object is settled by lot."""
    state = phantoms("", "plank, rope, spoon, soap")
    assert chances(state) == {"craft ladder": 1, "craft shovel": 1}
    act(state, "craft shovel")
    assert choices(state) == ["end the turn"]


def test_the_phantom_always_attempts_when_it_can_and_never_gives_up() -> None:
    """JB-81"""
    state = phantoms("", "ladder, grappling hook, shovel, worker outfit", plans="Over the wall, Under the fence")
    assert chances(state) == {"attempt Over the wall": 1, "attempt Under the fence": 1}
    act(state, "attempt Over the wall", "turn up failure")
    assert choices(state) == ["draw on"]
    act(state, "draw on", "turn up success")
    assert choices(state) == ["draw on"]
    act(state, "draw on", "turn up failure")
    assert hand(state, 1) == "worker outfit, shovel"


def test_the_phantom_crafts_before_it_attempts() -> None:
    """JB-81, JB-82"""
    state = phantoms("", "ladder, grappling hook, spoon, wire", plans="Over the wall, Riot")
    assert choices(state) == ["craft lock pick"]


def test_the_phantom_settles_by_lot_what_it_takes_gives_and_steals() -> None:
    """JB-82: every different choice alike."""
    state = phantoms("", "", "roll", guards={1: 1})
    act(state, "roll", "the die shows 2", "place on 2")
    assert chances(state) == {f"take {material}": 1 for material in MATERIALS}
    act(state, "take soap")
    assert set(choices(state)) == {f"give {material} to seat 0" for material in MATERIALS if material != "soap"}
    act(state, "give dye to seat 0")
    assert (hand(state, 0), hand(state, 1)) == ("dye", "soap")
    state = phantoms("soap, dye, raft", "", "roll", guards=dict.fromkeys(range(1, 8), 1), dice=[(1, 8, 6)])
    act(state, "roll", "the die shows 2", "place on 8")
    assert chances(state) == {"steal dye from seat 0": 1, "steal soap from seat 0": 1}


def test_the_phantom_uses_bed_dummy_and_guard_outfit_when_they_help() -> None:
    """JB-82"""
    state = phantoms("", "ladder, grappling hook, bed dummy", plans="Over the wall, Riot")
    assert choices(state) == ["attempt Over the wall with bed dummy"]
    state = phantoms("", "guard outfit", "roll", guards={1: 1})
    act(state, "roll", "the die shows 1")
    assert choices(state) == ["place on 1 with guard outfit"]
    state = phantoms("", "guard outfit", "roll", guards={1: 1})
    act(state, "roll", "the die shows 2")
    assert choices(state) == ["place on 2"]  # here it would not help


def test_the_phantom_uses_no_other_abilities() -> None:
    """JB-82"""
    its = "worker outfit, grappling hook, lock pick, ladder, brass knuckles, shovel, soap gun"
    state = phantoms("dye", its, "roll", guards={}, dice=[(0, 1, 1)], plans="Rooftop run, Through the sewer")
    act(state, "roll", "the die shows 1")
    assert choices(state) == ["set the die aside"]
    act(state, "set the die aside")
    assert choices(state) == ["end the turn"]


def test_the_phantom_frees_prisoners_whenever_it_can_for_materials_first() -> None:
    """JB-82"""
    state = phantoms("", "soap, wire, raft", inside=[3, 1], caught=[[0, 0], [2, 0]], turns=[0, 0])
    act(state, "end the turn")
    assert choices(state) == ["free from guard for materials"]
    act(state, "free from guard for materials")
    assert chances(state) == {"pay soap": 1, "pay wire": 1}
    act(state, "pay wire", "pay soap")
    assert choices(state) == ["free from guard for raft"]
    act(state, "free from guard for raft")
    assert (state.inside[1], hand(state, 1), state.round) == (3, "", 2)


def test_the_phantom_makes_a_money_bag_only_if_it_can_craft_nothing_else() -> None:
    """JB-82, JB-90"""
    bags = {"money_bag": True}
    state = phantoms("", "plank, rope, soap, tape, spoon", options=bags, plans="Riot, Night shift")
    assert set(choices(state)) == {"craft ladder", "craft shovel"}
    act(state, "craft ladder")
    assert choices(state) == ["craft money bag"]
    act(state, "craft money bag")
    assert chances(state) == {"pay spoon": 1, "pay soap": 1, "pay tape": 1}
    act(state, "pay spoon", "pay soap", "pay tape")
    assert (hand(state, 1), choices(state)) == ("ladder, money bag", ["end the turn"])


def test_the_phantom_uses_its_bag_against_the_failure_that_would_end_the_attempt() -> None:
    """JB-82, JB-90"""
    state = phantoms("", "ladder, grappling hook, money bag", options={"money_bag": True}, plans="Over the wall, Riot")
    act(state, "attempt Over the wall", "turn up failure")
    assert choices(state) == ["let it count"]
    act(state, "let it count", "draw on", "turn up failure")
    assert choices(state) == ["use money bag"]
    act(state, "use money bag")
    assert (state.failed, choices(state)) == (1, ["draw on"])


def test_whether_the_phantom_snitches_is_settled_by_lot() -> None:
    """JB-82, JB-91"""
    state = position("ladder, grappling hook", "", seats=1, options={"snitch": True}, plans="Over the wall, Riot")
    act(state, "attempt Over the wall")
    assert chances(state) == {"snitch": 1, "stay silent": 1}


def test_the_phantom_chooses_by_lot_which_prisoner_and_which_card_come_back() -> None:
    """JB-82, JB-51, JB-47"""
    state = phantoms("", "", inside=[3, 0], caught=[[0, 0], [1, 1]], turns=[0, 0])
    act(state, "end the turn")
    assert chances(state) == {"release from guard": 1, "release from warden": 1}
    state = phantoms("", "soap, dye, wire, rope, tape, plank, pipe", "roll", guards={})
    act(state, "roll", "the die shows 1", "place on 1", "draw cloth")
    assert len(chances(state)) == 8
    assert set(chances(state).values()) == {1}


# --- The limit ---------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "limit"), [(12, 12), (3, 3)])
def test_the_game_is_lost_if_it_is_not_won_in_time(rounds: int, limit: int) -> None:
    """JB-83"""
    options = {} if limit == 12 else {"solo_rounds": limit}
    for playing, over in ((rounds - 1, False), (rounds, True)):
        state = phantoms("raft", "", turns=[0, 0], round=playing, options=options, escaped=[1])
        act(state, "end the turn")
        assert (state.turn == OVER) is over
    assert state.winner == 1
    assert JAILBREAKERS.returns(state, 1) == [-1]


def test_the_limit_can_be_switched_off() -> None:
    """JB-83"""
    state = phantoms("", "", turns=[0, 0], round=150, options={"solo_rounds": 0})
    act(state, "end the turn")
    assert state.round == 151
    with pytest.raises(BadInput, match="JB-83"):
        new(1, solo_rounds=-1)


def test_with_two_players_there_is_no_such_limit() -> None:
    """JB-83"""
    state = position("", "", turns=[0, 0], player=1, round=12)
    act(state, "end the turn")
    assert state.round == 13


def test_a_solo_game_is_won_with_two_prisoners_out() -> None:
    """JB-80, JB-13"""
    state = position("ladder, grappling hook", "", seats=1, plans="Over the wall, Riot", escaped=[1], inside=[2, 3])
    act(state, "attempt Over the wall", "turn up success")
    for _ in range(5):
        act(state, "draw on", "turn up success")
    assert (state.turn, JAILBREAKERS.returns(state, 1)) == (OVER, [1])


def test_a_solo_game_is_lost_when_the_phantom_gets_out_twice() -> None:
    """JB-80, JB-13"""
    state = phantoms("", "ladder, grappling hook", plans="Over the wall, Riot", escaped=[0, 1], inside=[3, 2])
    act(state, "attempt Over the wall", "turn up success")
    for _ in range(5):
        act(state, "draw on", "turn up success")
    assert (state.turn, state.winner, JAILBREAKERS.returns(state, 1)) == (OVER, 1, [-1])


@pytest.mark.parametrize("seed", range(3))
def test_a_solo_game_is_played_to_its_end(seed: int) -> None:
    """JB-80, JB-83: in 12 rounds at the most; the player is asked only when it is the player's to decide."""
    match = Match(JAILBREAKERS, 1, {"money_bag": True, "snitch": True, "warden": True}, dealer=SeededDealer(seed))
    dice = Random(seed)
    while match.turn != OVER:
        assert match.turn == 0
        match.play(dice.choice(match.legal()))
    view = match.view(0)
    assert view.round <= 12
    assert view.escaped[view.winner] == 2 or view.winner == 1
    assert match.returns() == [1.0 if view.winner == 0 else -1.0]


def test_who_loses_alone_is_not_the_first_and_the_record_says_lost() -> None:
    """JB-83: there is no other seat, and still nobody has won."""
    match = Match(JAILBREAKERS, 1, {"solo_rounds": 1}, dealer=SeededDealer(1))
    while match.turn != OVER:
        match.play(match.legal()[-1])
    assert (match.returns(), match.ranking(), match.result()) == ([-1.0], [[], [0]], "lost")
    text = match.record()
    assert '[Result "lost"]' in text
    for said in ("lost", "0"):  # "0" is what older records say of any solo game
        assert load(text.replace('Result "lost"', f'Result "{said}"')).bytes() == match.bytes()
    with pytest.raises(BadInput, match="lead to 'lost'"):
        load(text.replace('Result "lost"', 'Result "won"'))


def test_who_wins_alone_has_won() -> None:
    """JB-80, JB-13"""
    assert (solo_ranking(1.0), result_text(solo_ranking(1.0))) == ([[0], []], "won")
    assert result_text(solo_ranking(0.0)) == "drawn"
