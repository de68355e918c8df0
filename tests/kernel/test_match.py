"""The one door, actions submitted ahead, undo."""

import random
from typing import Any

import pytest

import escapade
from escapade import CHANCE, Refused
from escapade.games import GAMES

SETUP = GAMES["stratego"].pieces().presets[0].ranks()
PLACES = [f"place {rank}" for rank in SETUP]


def stratego(**options: Any) -> escapade.Match:
    return escapade.new("stratego", dealer=None, red=0, **options)


def tortuga() -> escapade.Match:
    return escapade.new("cartagena", seats=2, seed=3, version="tortuga", first=0, tunnel="classic")


def test_a_refused_action_changes_nothing_and_says_why() -> None:
    match = tortuga()
    before = match.bytes(), match.log[:], match.heard(1), match.record()
    with pytest.raises(Refused, match="CAR-11"):
        match.play("stop")
    assert (match.bytes(), match.log, match.heard(1), match.record()) == before


def test_an_action_can_be_given_as_action_code_or_name() -> None:
    one, two, three = tortuga(), tortuga(), tortuga()
    action = one.legal()[0]
    one.play(action)
    two.play(action.code)
    three.play(action.name.upper())
    assert one.bytes() == two.bytes() == three.bytes()


def test_only_the_seat_at_the_turn_may_act() -> None:
    match = tortuga()
    with pytest.raises(Refused, match="seat 0's turn, not seat 1's"):
        match.play(match.legal()[0], seat=1)


def test_a_misspelt_action_is_answered_with_near_ones() -> None:
    match = tortuga()
    with pytest.raises(escapade.BadInput, match="did you mean"):
        match.play("retreet from 3")


def test_unknown_codes_and_seats_are_refused() -> None:
    match = tortuga()
    with pytest.raises(escapade.BadInput, match="codes go from 0"):
        match.play(10**6)
    with pytest.raises(escapade.BadInput, match="no seat 2"):
        match.view(2)


def test_chance_is_left_to_a_caller_who_asks_for_it() -> None:
    match = escapade.new("cartagena", dealer=None, first=1, tunnel="classic")
    assert match.turn == CHANCE
    assert [a.name for a in match.legal()][:2] == ["draw hook", "draw jug"]
    with pytest.raises(Refused, match="not a possible outcome"):
        match.play("seat 0 starts")
    with pytest.raises(Refused, match="chance acts now"):
        match.play("draw jug", seat=0)
    for _ in range(12):
        match.play("draw jug")
    assert match.turn == 1
    assert match.view(1).hand[1][1] == 6


def test_a_finished_match_takes_no_action() -> None:
    match = stratego()
    match.play("seat 1 resigns")
    assert match.turn == escapade.OVER
    assert match.ranking() == [[0], [1]]
    with pytest.raises(Refused, match="over"):
        match.play("a3-a4")


def test_several_actions_are_done_all_or_none() -> None:
    match = stratego()
    before = match.bytes()
    with pytest.raises(Refused, match=r"action 3 of 3, 'place flag'"):
        match.play_all(["place bomb", "place flag", "place flag"])
    assert match.bytes() == before
    assert not match.log
    match.play_all(PLACES)
    assert match.turn == 1


def test_several_actions_are_refused_without_asking_the_rules_when_no_seat_acts() -> None:
    match = escapade.new("jailbreakers", seats=1, dealer=None)
    assert match.turn == CHANCE
    with pytest.raises(Refused, match="chance acts now"):
        match.play_all([match.legal()[0], "take cloth"])
    match = stratego()
    match.play("seat 1 resigns")
    with pytest.raises(Refused, match="the game is over"):
        match.play_all(["a3-a4"])


def test_what_cannot_be_foreseen_cannot_be_done_together() -> None:
    match = escapade.new("cartagena", seats=2, seed=9, first=0, tunnel="classic")
    for name in ("hook from outside", "stop"):
        legal = [action.name for action in match.legal()]
        match.play(name if name in legal else legal[0])
    while not any(action.name.startswith("retreat") for action in match.legal()):
        match.play(match.legal()[0])
    retreat = next(action for action in match.legal() if action.name.startswith("retreat"))
    before = match.bytes()
    for card in ("hook", "jug", "parrot", "pistol", "tricorne", "keys"):
        with pytest.raises(Refused, match="ends the turn or tells something"):
            match.play_all([retreat, f"{card} from outside"])
    assert match.bytes() == before


def test_probing_with_a_second_action_tells_nothing_about_the_piece_attacked() -> None:
    match = stratego()
    match.play_all(PLACES)
    match.play_all(PLACES)
    match.play_all(["b3-b4"])
    said = set()
    for target in "abcdefgh":
        with pytest.raises(Refused) as no:
            match.play_all([f"g6-{target}6", "a1-a2"], seat=1)
        said.add(no.value.reason.replace(f"g6-{target}6", "…"))
    with pytest.raises(Refused) as no:
        match.play_all(["g6-g3", "a1-a2"], seat=1)
    assert "what comes before it ends the turn" in no.value.reason
    assert match.turn == 1


def test_a_misspelling_is_answered_without_telling_what_another_seat_may_do() -> None:
    said = []
    for hand in ("jug", "keys"):
        match = escapade.new("cartagena", dealer=None, first=0, tunnel="classic")
        for card in [hand] * 6 + ["pistol"] * 6:
            match.play(f"draw {card}")
        with pytest.raises(escapade.BadInput) as no:
            match.play("hook frm outside", seat=1)
        said.append(str(no.value))
    assert said[0] == said[1]


def test_everyone_may_know_who_has_confirmed_and_no_more() -> None:
    match = stratego()
    match.submit_ahead(0, PLACES)
    assert [match.confirmed(seat) for seat in (0, 1)] == [True, False]
    match.play_all(PLACES[:5])
    assert [match.confirmed(seat) for seat in (0, 1)] == [True, False]
    match.play_all(PLACES[5:])
    assert [match.confirmed(seat) for seat in (0, 1)] == [False, False]


def test_nothing_is_taken_back_when_the_game_is_over() -> None:
    match = stratego()
    match.play("seat 0 resigns")
    with pytest.raises(Refused, match="over"):
        match.undo()


@pytest.mark.parametrize("action", [1.5, None, b"stop"])
def test_what_is_no_action_is_bad_input(action: Any) -> None:
    with pytest.raises(escapade.BadInput, match="an Action, its code or its name"):
        tortuga().play(action)


def test_sealed_actions_wait_for_their_turn_and_stay_secret() -> None:
    match = stratego()
    match.submit_ahead(1, PLACES)
    before = match.view(0), match.view(None), match.heard(0), match.log[:]
    assert match.pending(1) == 24
    assert [match.confirmed(seat) for seat in (0, 1)] == [False, True]
    assert before == (stratego().view(0), stratego().view(None), [], [])
    match.play_all(PLACES, seat=0)
    assert match.pending(1) == 0
    assert match.turn == 0
    assert len(match.log) == 48
    assert len(match.heard(0)) == 24


def test_a_sealed_set_up_that_is_no_set_up_is_refused_whole_and_at_once() -> None:
    match = stratego()
    with pytest.raises(Refused, match=r"action \d+ of 24, .*: all four of your bombs.*STR-2"):
        match.submit_ahead(1, ["place bomb" if rank == "flag" else p for p, rank in zip(PLACES, SETUP, strict=True)])
    with pytest.raises(Refused, match="do not complete"):
        match.submit_ahead(1, PLACES[:23])
    with pytest.raises(Refused, match="action 25"):
        match.submit_ahead(1, [*PLACES, "place spy"])
    assert match.pending(1) == 0


def test_handing_in_again_replaces_and_nothing_withdraws() -> None:
    match = stratego()
    match.submit_ahead(1, PLACES)
    match.submit_ahead(1, PLACES[::-1])
    match.play_all(PLACES)
    assert [action.name for _, action in match.heard(1)] == PLACES[::-1]
    match.submit_ahead(1, ["a6-a5"])
    match.submit_ahead(1, [])
    assert match.pending(1) == 0


def test_a_sealed_move_that_turns_out_illegal_is_given_back_with_the_reason() -> None:
    match = stratego()
    match.submit_ahead(1, PLACES)
    match.play_all(PLACES)
    match.submit_ahead(1, ["a6-b5", "a6-a5"])
    match.play("c3-c4")
    assert match.turn == 1
    assert match.pending(1) == 0
    assert match.refusals[1].clause == "STR-11"
    assert match.log[-1].action.name == "c3-c4"


def test_a_sealed_move_is_played_when_the_turn_comes() -> None:
    match = stratego()
    match.submit_ahead(1, PLACES)
    match.play_all(PLACES)
    match.submit_ahead(1, ["g6-g5"])  # seat 1 counts from its own left, which is the h-file
    match.play("b3-b4")
    assert [ply.action.name for ply in match.log[-2:]] == ["b3-b4", "g6-g5"]


def test_undo_takes_back_an_own_action() -> None:
    match = tortuga()
    before = match.bytes()
    action = match.legal()[0]
    match.play(action)
    assert match.undo() == action
    assert match.bytes() == before
    assert [a for s, a in match.heard(1) if s >= 0] == []


def test_undo_never_crosses_a_chance_outcome() -> None:
    match = tortuga()
    with pytest.raises(Refused, match="chance"):
        match.undo()


def test_undo_never_crosses_another_seats_action() -> None:
    match = tortuga()
    match.play(match.legal()[0])
    match.play("stop")
    with pytest.raises(Refused, match="another seat"):
        match.undo(seat=1)
    match.undo()
    assert match.turn == 0


def test_undo_never_crosses_a_reveal() -> None:
    match = stratego()
    match.play_all(PLACES)
    match.play_all(PLACES)
    match.play("b3-b6")  # a scout's attack
    with pytest.raises(Refused, match="revealed"):
        match.undo(seat=0)


def test_undo_of_nothing_is_refused() -> None:
    with pytest.raises(Refused, match="nothing"):
        stratego().undo()


def test_both_seats_hear_what_is_theirs_to_hear() -> None:
    match = escapade.new("cartagena", seed=5)
    heard = [{action.name for who, action in match.heard(seat) if who == CHANCE} for seat in (0, 1, None)]
    assert all("draw a card" in names for names in heard)
    hands = [{f"draw {s}" for s in ("hook", "jug", "parrot", "pistol", "tricorne", "keys")} & names for names in heard]
    assert hands[0]
    assert hands[1]
    assert not hands[2]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_can_be_left_and_taken_up_again(game: str) -> None:
    whole, dice = escapade.new(game, seed="leave"), random.Random(2)
    while whole.turn != escapade.OVER:
        whole.play(dice.choice(whole.legal()))
    match, dice = escapade.new(game, seed="leave"), random.Random(2)
    for _ in range(min(60, len(whole.log) // 2)):
        if match.turn >= 0:
            match.play(dice.choice(match.legal()))
    again = escapade.load(match.record())
    while match.turn != escapade.OVER:
        action = dice.choice(match.legal())
        match.play(action)
        again.play(action)
    assert again.record() == match.record()
