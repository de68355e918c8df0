"""What is said at the table: reasons that help, and nothing that the listener may not know."""

import re
from random import Random

import pytest

import escapade
from escapade import CHANCE, OVER, Refused, State
from escapade.games.cartagena import messages, rules
from escapade.kernel.names import SPECTATOR
from escapade.kernel.words import say

from .table import CARTAGENA, HAND, dealt, position


def refusal(state: State, name: str, lang: str = "en") -> tuple[str, str]:
    """Why the seat at the turn may not do this: (reason, clause)."""
    code = CARTAGENA.actions.parse(name).code
    assert code not in CARTAGENA.legal(state)
    message, args, clause = messages.why_not(CARTAGENA.view(state, state.turn), code, state.turn)
    return say(CARTAGENA, message, args, lang), clause


def told(state: State, name: str, eye: int = 0) -> str:
    """Let this happen; return what a listener is told."""
    code, seat = CARTAGENA.actions.parse(name).code, state.turn
    assert code in (CARTAGENA.legal(state) or dict(CARTAGENA.odds(state)))
    before, heard = CARTAGENA.view(state, eye), rules.hear(state, code, eye)
    rules.apply(state, code)
    return say(CARTAGENA, *messages.tell(before, seat, heard, CARTAGENA.view(state, eye)))


# --- Why not -----------------------------------------------------------------


def test_a_card_that_is_not_held_is_refused_with_those_that_are() -> None:
    state = position([{}, {}], ["hook hook keys", "jug"])
    assert refusal(state, "jug from outside") == ("you hold no jug; you hold hook ×2 and keys", "CAR-20")
    assert refusal(position([{5: 1}, {}]), "jug from 5") == ("you hold no jug; you hold no card at all", "CAR-20")


def test_a_pirate_that_is_not_there_is_refused_with_those_that_are() -> None:
    state = position([{7: 1, 37: 2}, {12: 1}], ["hook", ""])
    where = "yours are outside (3), on space 7 and in the boat (2)"
    assert refusal(state, "hook from 12") == (f"you have no pirate on space 12; {where}", "CAR-20")
    assert refusal(state, "retreat from 12") == (f"you have no pirate on space 12; {where}", "CAR-30")
    assert refusal(state, "hook from 12", "fr")[0] == (
        "tu n'as pas de pirate sur la case 12\u202f; les tiens sont dehors (3), sur la case 7 et dans la chaloupe (2)"
    )


def test_a_pirate_with_nobody_behind_cannot_retreat() -> None:
    state = position([{7: 1}, {3: 3}])
    reason = "no space behind space 7 holds one or two pirates, and nobody goes back outside"
    assert refusal(state, "retreat from 7") == (reason, "CAR-33")
    assert "behind the boat" in refusal(position([{37: 1}, {}], ["hook", ""]), "retreat from boat")[0]


def test_a_pirate_outside_cannot_retreat() -> None:
    reason, clause = refusal(position([{7: 1}, {}], ["hook", ""]), "retreat from outside")
    assert "outside" in reason
    assert clause == "CAR-30"


def test_a_turn_is_not_stopped_before_the_first_action() -> None:
    reason, clause = refusal(position([{}, {}], ["hook", ""]), "stop")
    assert "one action at least" in reason
    assert clause == "CAR-11"


def test_who_can_act_is_not_passed_over() -> None:
    reason, clause = refusal(position([{}, {}], ["hook", ""]), "pass")
    assert "can still do something" in reason
    assert clause == "CAR-12"
    reason, clause = refusal(position([{}, {}], ["hook", ""], done=1), "pass")
    assert "'stop'" in reason
    assert clause == "CAR-12"


@pytest.mark.parametrize(
    ("name", "clause"),
    [("join A", "CAR-2"), ("seat 1 starts", "CAR-8"), ("draw jug", "CAR-32"), ("draw a card", "CAR-32")],
)
def test_what_chance_does_no_player_does(name: str, clause: str) -> None:
    reason, cited = refusal(position([{}, {}], ["hook", ""]), name)
    assert "chance" in reason
    assert cited == clause


def test_the_door_passes_the_reason_on() -> None:
    match = dealt("hook hook hook hook keys keys", HAND)
    with pytest.raises(Refused, match=r"you hold no jug; you hold hook ×4 and keys ×2 \[CAR-20\]") as no:
        match.play("jug from outside")
    assert no.value.clause == "CAR-20"


# --- What can be done --------------------------------------------------------


def offer(state: State, name: str, lang: str = "en") -> str:
    """What this would do, in the words of the seat at the turn."""
    code, seat = CARTAGENA.actions.parse(name).code, state.turn
    assert code in CARTAGENA.legal(state)
    return say(CARTAGENA, *messages.offer(CARTAGENA.view(state, seat), seat, code), lang)


def test_an_offer_says_where_a_pirate_would_go_and_what_it_would_draw() -> None:
    state = position([{8: 1, 36: 1, 9: 1}, {9: 1}], ["jug", ""], done=1)
    assert offer(state, "jug from outside") == "Play a jug: outside → 1"
    assert offer(state, "jug from outside", "fr") == "Jouer une cruche\u00a0: dehors → 1"
    assert offer(state, "jug from outside", "hu") == "Játssz ki egy korsót: kint → 1"
    assert offer(state, "jug from 36") == "Play a jug: 36 → boat"
    assert offer(state, "retreat from 36") == "Go back 36 → 9, draw two cards"
    assert offer(state, "retreat from 9") == "Go back 9 → 8, draw one card"
    assert offer(state, "stop") == "End the turn"
    assert offer(position([{}, {}]), "pass") == "Pass: nothing can be done"


@pytest.mark.parametrize("version", ["jamaica", "tortuga"])
@pytest.mark.parametrize(
    ("deck", "discards", "said"),
    [("", "", "though there is no card to draw"), ("jug", "", "draw one card"), ("jug", "hook", "draw two cards")],
)
def test_an_offer_promises_as_many_cards_as_there_are(version: str, deck: str, discards: str, said: str) -> None:
    """CAR-36"""
    state = position([{12: 1, 9: 1}, {9: 1}], ["", "jug"], version=version, deck=deck, discards=discards)
    assert offer(state, "retreat from 12") == f"Go back 12 → 9, {said}"


def test_the_cards_of_the_row_are_promised_too() -> None:
    state = position([{12: 1, 9: 1}, {9: 1}], ["", "jug"], version="tortuga", row="jug keys", deck="")
    assert offer(state, "retreat from 12") == "Go back 12 → 9, draw two cards"


def test_an_offer_holds_what_a_drawn_board_needs() -> None:
    state = position([{8: 1, 36: 1}, {9: 1}], ["jug", ""])
    view = CARTAGENA.view(state, 0)
    codes = [CARTAGENA.actions.parse(name).code for name in ("jug from 36", "retreat from 36")]
    assert messages.offer(view, 0, codes[0])[1] == {"card": "jug", "start": "36", "end": "boat"}
    assert messages.offer(view, 0, codes[1])[1] == {"start": "36", "end": "9", "count": 1}


# --- What happened -----------------------------------------------------------


def test_an_advance_is_told_with_its_card_and_both_places() -> None:
    assert told(position([{}, {}], ["hook", ""]), "hook from outside") == "Seat 0 plays a hook: outside → 5."
    assert told(position([{5: 1}, {}], ["keys", ""]), "keys from 5", 1) == "Seat 0 plays keys: 5 → 6."
    state = position([{36: 1}, {}], ["jug", ""])
    assert told(state, "jug from 36") == "Seat 0 plays a jug: 36 → into the boat!"


def test_in_jamaica_a_card_drawn_is_told_to_who_drew_it_only() -> None:
    state = position([{12: 1, 9: 1}, {9: 1}], ["", "jug"])
    assert told(state.copy(), "retreat from 12") == "Seat 0 moves a pirate back, 12 → 9, for two cards."
    rules.apply(state, CARTAGENA.actions.parse("retreat from 12").code)
    assert state.turn == CHANCE
    assert told(state.copy(), "draw parrot") == "Seat 0 draws a parrot."
    assert told(state.copy(), "draw parrot", 1) == "Seat 0 draws a card."
    assert told(state.copy(), "draw parrot", SPECTATOR) == "Seat 0 draws a card."


@pytest.mark.parametrize(
    ("deck", "discards", "said"),
    [("", "", "but there is no card to draw"), ("jug", "", "for one card"), ("jug", "hook", "for two cards")],
)
def test_a_retreat_promises_as_many_cards_as_there_are(deck: str, discards: str, said: str) -> None:
    state = position([{12: 1, 9: 1}, {9: 1}], ["", "jug"], deck=deck, discards=discards)
    assert told(state, "retreat from 12") == f"Seat 0 moves a pirate back, 12 → 9, {said}."


def test_in_tortuga_the_cards_of_a_retreat_are_named() -> None:
    state = position([{37: 1, 9: 1, 12: 1}, {9: 1}], ["", "jug"], version="tortuga", row="jug keys hook parrot")
    assert told(state, "retreat from 12", 1) == "Seat 0 moves a pirate back, 12 → 9, and draws a jug and keys."
    assert told(state, "stop") == "Seat 0 stops after one action."
    state = position([{37: 1, 9: 1}, {}], ["", "jug"], version="tortuga", row="jug keys hook parrot")
    assert told(state, "retreat from boat", 1) == "Seat 0 moves a pirate back, boat → 9, and draws a jug."


def test_a_draw_that_waits_for_a_new_row_is_told_when_it_goes_on() -> None:
    state = position([{12: 1, 9: 1}, {9: 1}], ["", "jug"], version="tortuga", row="jug", deck="hook keys")
    assert told(state, "retreat from 12") == "Seat 0 moves a pirate back, 12 → 9, and draws a jug."
    assert told(state, "draw keys") == "Keys are laid in the row, card 1."
    assert told(state, "draw hook") == "A hook is laid in the row, card 2. Seat 0 draws keys."
    state = position([{12: 1, 9: 1}, {9: 1}], ["", "jug"], version="tortuga", deck="hook keys")
    assert told(state, "retreat from 12") == "Seat 0 moves a pirate back, 12 → 9, for two cards."
    assert told(state, "draw keys") == "Keys are laid in the row, card 1."
    assert told(state, "draw hook") == "A hook is laid in the row, card 2. Seat 0 draws a hook and keys."


def test_tunnel_starter_and_hands_are_told_before_the_first_turn() -> None:
    match = escapade.new("cartagena", 2, dealer=None)
    state = CARTAGENA.start(2, match.options, match.pieces)
    assert told(state, "join C") == "Segment C makes spaces 1 to 6."
    assert told(state, "join A reversed") == "Segment A, turned round, makes spaces 7 to 12."
    for segment in "BDEF":
        told(state, f"join {segment}")
    assert told(state, "seat 1 starts") == "Seat 1 starts."
    assert told(state.copy(), "draw jug", 1) == "Seat 0 is dealt a card."
    assert told(state, "draw jug") == "Seat 0 is dealt a jug."


def test_who_is_passed_over_is_told() -> None:
    assert told(position([{}, {}], ["", "jug"]), "pass") == "Seat 0 can do nothing and is passed over."


# --- How it ended ------------------------------------------------------------


def ending(state: State) -> str:
    assert state.turn == OVER
    return say(CARTAGENA, *messages.ending(CARTAGENA.view(state, SPECTATOR)))


def test_the_winner_is_told_with_the_boat() -> None:
    state = position([{37: 5, 36: 1}, {}], ["jug", ""])
    told(state, "jug from 36")
    assert ending(state) == "Seat 0 wins: all six pirates are in the boat."


def test_a_game_in_which_nobody_can_act_is_told() -> None:
    state = position([{}, {8: 1}])
    told(state, "pass")
    told(state, "pass")
    assert ending(state) == "Nobody can do anything any more. Seat 1 is furthest ahead."
    state = position([{}, {}])
    told(state, "pass")
    told(state, "pass")
    assert ending(state) == "Nobody can do anything any more. 2 players are equally far ahead."


def test_a_game_that_is_too_long_is_told() -> None:
    state = position([{8: 1}, {}], ["jug jug", ""], actions=2999)
    told(state, "jug from outside")
    assert ending(state) == "The game ends after 3,000 actions. Seat 0 is furthest ahead."


# --- Always ------------------------------------------------------------------


@pytest.mark.parametrize("version", ["jamaica", "tortuga"])
def test_whatever_is_not_legal_is_refused_with_a_reason_and_a_clause(version: str) -> None:
    dice, clauses = Random(2), (CARTAGENA.folder / "RULES.md").read_text(encoding="utf-8")
    match = escapade.new("cartagena", 3, seed=2, version=version)
    for _ in range(60):
        view, legal = match.view(match.turn), [action.code for action in match.legal()]
        for code in set(range(CARTAGENA.actions.size)).difference(legal):
            message, args, clause = messages.why_not(view, code, match.turn)
            reason = say(CARTAGENA, message, args)
            assert not re.search(r"-\d|None|\[", reason), reason
            assert f"**{clause}**" in clauses
        match.play(dice.choice(match.legal()))
