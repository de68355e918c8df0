"""Simultaneous choices at any time of a game, in Bribes of `examples/`: chosen ahead, secret, taken back, replayed."""

import random

import pytest
from tests.games.bribes import BRIBES

from escapade import OVER, Match, Refused
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.events import EventStream
from escapade.kernel.match import match_of
from escapade.kernel.names import CHANCE, NONE, SPECTATOR


def bidding(seats: int = 4, knock: str = "knock once", **options: object) -> Match:
    """A match in which all have to offer."""
    match = Match(BRIBES, seats, options)
    match.play("a guard sells map")
    match.play(knock, 0)
    return match


def test_all_who_bid_act_and_the_knock_that_began_it_is_no_offer() -> None:
    match = bidding()
    assert match.acting() == [0, 1, 2, 3]
    assert not any(map(match.confirmed, range(4)))
    assert match.phase == 2


def test_whoever_is_not_at_the_turn_chooses_and_it_waits_unseen() -> None:
    match = bidding()
    before = match.bytes(), match.heard(0), match.view(0), match.view(None), len(match.log)
    match.play("offer 3", 2)
    assert before == (match.bytes(), match.heard(0), match.view(0), match.view(None), len(match.log))
    assert match.acting() == [0, 1, 3]
    assert match.confirmed(2)
    assert (match.chosen_codes(2), match.chosen_codes(1)) == ([3], [])


def test_all_choose_in_any_order_and_the_record_stands_in_turn() -> None:
    order = random.Random(1)
    records = set()
    for _ in range(6):
        match = bidding()
        for seat in order.sample(range(4), 4):
            match.play(f"offer {seat + 1}", seat)
        assert match.turn == CHANCE
        assert [ply.seat for ply in match.log[2:]] == [0, 1, 2, 3]
        records.add(match.record())
    assert len(records) == 1
    assert match_of(records.pop(), {"bribes": BRIBES}).bytes() == match.bytes()


def test_what_may_be_chosen_is_asked_of_the_own_view() -> None:
    match = bidding(bundles=3)
    names = ["offer nothing", "offer 1", "offer 2", "offer 3"]
    assert [action.name for action in match.legal(3)] == names
    with pytest.raises(Refused, match="no bundle of 9 left"):
        match.play("offer 9", 3)
    match.play("offer 1", 3)
    assert match.legal(3) == []


def test_one_choice_is_enough() -> None:
    match = bidding()
    for seat in (0, 2):
        match.play("offer 3", seat)
        with pytest.raises(Refused, match="you have chosen"):
            match.play("offer 2", seat)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_a_choice_is_taken_back_whatever_others_have_chosen_since(order: tuple[int, ...]) -> None:
    match = bidding()
    for seat in order:
        match.play(f"offer {seat + 1}", seat)
    for seat in (0, 1, 2):
        assert match.undo(seat).name == f"offer {seat + 1}"
        assert match.acting() == [seat, 3]
        match.play("offer 5", seat)
    match.play("offer 6", 3)
    assert match.view(None).worth[:4] == [0, 0, 0, 3]


def test_nothing_is_taken_back_when_all_have_chosen() -> None:
    match = bidding(2)
    match.play("offer 1", 1)
    match.play("offer 2", 0)
    assert match.view(None).offer[:2] == [2, 1]
    for seat in (0, 1):
        with pytest.raises(Refused):
            match.undo(seat)


def test_the_knock_is_not_taken_back_when_somebody_has_chosen() -> None:
    match = bidding()
    match.play("offer 1", 1)
    with pytest.raises(Refused, match="another seat has acted"):
        match.undo(0)
    match.undo(1)
    assert match.undo(0).name == "knock once"


def test_nobody_waits_for_who_is_out() -> None:
    match = bidding(3, overheard=1)
    match.play("offer 2", 1)
    match.play("offer 2", 2)
    match.play("offer 3", 0)
    assert match.view(None).caught[:3] == [0, 1, 1]
    assert match.turn == OVER
    match = bidding(4, overheard=1)
    for seat, amount in enumerate((1, 3, 2, 2)):
        match.play(f"offer {amount}", seat)
    match.play("a guard sells key")
    match.play("knock twice", 1)
    assert match.acting() == [0, 1]
    assert not match.confirmed(2)


@pytest.mark.parametrize("who", [0, 1])
def test_who_gives_up_while_all_choose_is_waited_for_no_more(who: int) -> None:
    match = bidding(3)
    match.play("offer 1", who)
    match.play(f"seat {who} gives up", who)
    others = [seat for seat in range(3) if seat != who]
    assert match.acting() == others
    for seat in others:
        match.play(f"offer {seat + 2}", seat)
    assert match.turn == CHANCE
    assert match.view(None).worth[2] == 3


def test_the_last_who_has_not_chosen_gives_up_and_all_is_shown() -> None:
    match = bidding(3)
    match.play("offer 2", 1)
    match.play("offer 1", 2)
    match.play("seat 0 gives up", 0)
    assert match.view(None).shown[:3] == [0, 1, 1]
    assert match.view(None).worth[:3] == [0, 3, 0]


def test_a_choice_is_not_taken_back_across_what_another_did_meanwhile() -> None:
    match = bidding(3)
    match.play("offer 1", 0)
    match.play("seat 2 gives up", 2)
    with pytest.raises(Refused, match="another seat has acted"):
        match.undo(0)


def test_submitting_replaces_what_is_pending_and_nothing_withdraws_it() -> None:
    match = bidding()
    match.submit_ahead(3, ["offer 1"])
    match.submit_ahead(3, ["offer 2"])
    assert match.pending_codes() == {3: [2]}
    match.submit_ahead(3, [])
    assert match.acting() == [0, 1, 2, 3]
    with pytest.raises(Refused):
        match.submit_ahead(3, ["offer 1", "offer 2"])


def test_pending_choices_can_be_kept_and_restored() -> None:
    match = bidding()
    match.play("offer 1", 0)
    match.play("offer 3", 2)
    again = bidding()
    again.replay([(ply.seat, ply.action.code) for ply in match.log])
    for seat, codes in match.pending_codes().items():
        again.restore_pending(seat, codes)
    assert again.acting() == match.acting() == [1, 3]
    again.play("offer 2", 1)
    assert again.acting() == [3]
    assert again.log[-1].seat == 2


def test_a_restored_choice_that_does_not_fit_is_given_back() -> None:
    match = bidding(bundles=3)
    match.restore_pending(2, [9])
    match.go_on()
    assert match.acting() == [0, 1, 2, 3]
    assert "sealed action" in match.refusals[2].reason


def test_an_offer_is_told_to_its_owner_and_to_others_as_heard() -> None:
    match = bidding()
    stream = EventStream(match, (0, 1, SPECTATOR))
    for seat in range(4):
        match.play(seat, seat)
    stream.catch_up(SPECTATOR)
    told = {who: [event for event in events if event.seat >= 0][1:] for who, events in stream.events.items()}
    unseen = BRIBES.actions.parse("offer in secret").code
    assert [event.code for event in told[0]] == [0, unseen, unseen, unseen]
    assert [event.code for event in told[1]] == [unseen, 1, unseen, unseen]
    assert not any(event.early for events in told.values() for event in events)


def test_two_worlds_that_a_seat_cannot_tell_apart_look_alike_until_all_have_chosen() -> None:
    """What others have chosen, in the log or pending, changes nothing that a seat sees, may do or is told."""
    looks = []
    for amount in range(7):
        match = bidding()
        match.play(amount, 0)
        match.play(amount, 2)
        seat = 1
        looks.append((match.view(seat), match.legal(seat), match.heard(seat), match.acting(), match.acting_view(seat)))
    assert all(look == looks[0] for look in looks)


def test_any_order_of_choosing_and_taking_back_replays_to_the_same_bytes() -> None:
    dice = random.Random(7)
    for number in range(60):
        match = Match(BRIBES, dice.randint(2, 6), dealer=SeededDealer(str(number)))
        while match.turn != OVER:
            acting = match.acting()
            assert acting
            assert match.turn in acting
            seat = dice.choice(acting)
            if dice.random() < 0.02:
                match.play(f"seat {seat} gives up", seat)
            elif match.together and dice.random() < 0.2:
                undo(match, dice.randrange(match.seats))
            else:
                match.play(dice.choice(match.legal(seat)), seat)
        assert match.phase == NONE
        assert match_of(match.record(), {"bribes": BRIBES}).bytes() == match.bytes()


def undo(match: Match, seat: int) -> None:
    """Take a choice back if there is one; all else stays as it was."""
    others = {other: match.chosen_codes(other) for other in range(match.seats) if other != seat}
    if match.chosen_codes(seat):
        try:
            match.undo(seat)
        except Refused:
            return
        assert {other: match.chosen_codes(other) for other in others} == others
