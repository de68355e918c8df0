"""What is said at the table: reasons that help, and nothing that the listener may not know."""

import re
from random import Random

import pytest

from escapade import OVER, Match, Refused, State
from escapade.games.stalag17 import messages, rules
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.names import SPECTATOR
from escapade.kernel.words import say

from .table import ATTEMPT, KINDS, STALAG17, act, dealt, position


def refusal(state: State, name: str) -> tuple[str, str]:
    """Why the seat at the turn may not do this: (reason, clause)."""
    action = STALAG17.actions.parse(name)
    assert action.code not in STALAG17.legal(state)
    reason, clause, *_ = STALAG17.why_not(STALAG17.view(state, state.turn), action, state.turn)
    return reason, clause


def told(state: State, name: str, eye: int = 0) -> str:
    """Let this happen; return what a listener is told."""
    code, seat = STALAG17.actions.parse(name).code, state.turn
    assert code in (STALAG17.legal(state) or dict(STALAG17.odds(state)))
    before, heard = STALAG17.view(state, eye), rules.hear(state, code, eye)
    rules.apply(state, code)
    return say(STALAG17, *messages.tell(before, seat, heard, STALAG17.view(state, eye)))


# --- Why not -----------------------------------------------------------------


def test_a_card_that_is_not_held_is_refused_with_those_that_are() -> None:
    state = position(["food 1, food 1, escape 6/3", ""])
    assert refusal(state, "lay map 1") == ("you hold no map 1; you hold food 1 ×2 and escape 6/3", "S17-31")
    assert refusal(state, "discard barracks")[1] == "S17-32"
    assert refusal(position(["", ""]), "discard map 1") == ("you hold no card at all", "S17-21")


def test_what_is_no_set_or_run_is_refused_with_the_hand() -> None:
    state = position(["food 1, map 1", ""])
    reason = "no three cards of one type are in your hand; you hold food 1 and map 1"
    assert refusal(state, "discard a set") == (reason, "S17-33")
    assert refusal(state, "discard a run")[1] == "S17-35"
    assert refusal(position(["", ""]), "discard a run")[0].endswith("you hold no card at all")
    assert refusal(state, "stop adding")[1] == "S17-37"


def test_a_card_that_does_not_fit_is_refused_with_what_lies_there() -> None:
    state = position(["food 1, food 2, food-map, tool 1", ""])
    act(state, "discard a set")
    assert refusal(state, "add tool 1") == ("no set can be made with tool 1", "S17-33")
    act(state, "add food 1", "add food-map")
    assert refusal(state, "add tool 1") == ("tool 1 makes no set with food 1 and food-map", "S17-33")
    assert refusal(state, "stop adding") == ("a set is three cards at least, and you have put down 2", "S17-33")
    assert refusal(state, "add map 1")[0].startswith("you hold no map 1")
    assert refusal(state, "draw two") == (
        "you are discarding a set; add cards to it, and stop when it is complete",
        "S17-37",
    )


def test_a_run_is_refused_the_same_type_twice() -> None:
    state = position(["food 1, food 2, map 1, tool 1, escape 1/1, barracks", ""])
    act(state, "discard a run", "add food 1")
    assert refusal(state, "add food 2") == ("food 2 makes no run with food 1", "S17-35")
    assert refusal(state, "stop adding") == ("a run is five cards at least, and you have put down 1", "S17-35")


def test_no_discard_and_no_second_attempt() -> None:
    state = position(["food 1", ""])
    assert refusal(state, "take the top discard") == ("there is no discard to take", "S17-38")
    act(state, ATTEMPT)
    reason, clause = refusal(state, ATTEMPT)
    assert "no second one" in reason
    assert clause == "S17-45"


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("seat 1 starts", "S17-10"),
        ("throw map", "S17-16"),
        ("throw escape 3", "S17-16"),
        ("escape die 2", "S17-16"),
        ("draw map 1", "S17-30"),
        ("draw a card", "S17-30"),
    ],
)
def test_what_chance_does_no_player_does(name: str, clause: str) -> None:
    reason, cited = refusal(position(["food 1", ""]), name)
    assert "chance" in reason
    assert cited == clause


def test_the_door_passes_the_reason_on() -> None:
    match = dealt("map, map, map, 1", "food 1, food 1", "tool 1, tool 2")
    with pytest.raises(Refused, match=r"you hold no map 1; you hold food 1 ×2 \[S17-31\]"):
        match.play("lay map 1")


# --- What can be done --------------------------------------------------------


def offers(state: State, lang: str = "en") -> dict[str, str]:
    """What each legal action would do, in words, by its name."""
    view, actions = STALAG17.view(state, state.turn), [STALAG17.actions[code] for code in STALAG17.legal(state)]
    return {a.name: say(STALAG17, *messages.offer(view, state.turn, a.code), lang) for a in actions}


def test_what_can_be_done_is_offered_in_words() -> None:
    state = position(["food 1, map 2", ""], pile="tool 1, escape 6/3")
    said = offers(state)
    assert said["draw two"] == "Draw two cards"
    assert said["lay food 1"] == "Lay food 1"
    assert said["discard map 2"] == "Discard map 2"
    assert said["take the top discard"] == "Take escape 6/3 and draw a card"
    assert said[ATTEMPT] == "Attempt an escape"
    assert offers(state, "fr")["discard map 2"] == "Défausser Carte 2"
    assert offers(state, "hu")["discard map 2"] == "Dobd el: térkép 2"


def test_a_set_is_offered_card_by_card() -> None:
    state = position(["food 1, food 2, food-map", ""])
    assert offers(state)["discard a set"] == "Discard a set"
    act(state, "discard a set", "add food-map", "add food 1", "add food 2")
    assert offers(state) == {"stop adding": "Stop: a set of 3 cards"}


def test_an_offer_tells_a_board_which_card_it_is_about() -> None:
    """S17-39: and how many cards there are to draw."""
    state = position(["escape 6/3", ""], deck="map 1")
    view, kind = STALAG17.view(state, 0), KINDS.index("escape 6/3")
    code = STALAG17.actions.parse("lay escape 6/3").code
    assert messages.offer(view, 0, code) == (
        "offer-lay",
        {"kind": kind, "shows": "escape", "points": 6, "weight": 3},
    )
    assert offers(state)["draw two"] == "Draw the last card"


# --- What happened -----------------------------------------------------------


def test_the_plan_is_told_die_by_die() -> None:
    state = STALAG17.start(2, STALAG17.check_options({}, 2), STALAG17.pieces())
    assert told(state, "seat 1 starts") == "Seat 1 starts."
    assert told(state, "throw food") == "Seat 1 throws food."
    assert told(state, "throw escape 3") == "Seat 1 throws escape 3."
    assert told(state, "throw map") == "Seat 1 throws map."
    assert told(state.copy(), "escape die 2") == "The escape die shows 2: the plan asks for 2 objects and 5 points."
    assert told(state, "escape die 1", 1).endswith("2 objects and 4 points.")
    assert told(state.copy(), "draw clothes-food") == "Seat 1 is dealt a card."
    assert told(state, "draw clothes-food", 1) == "Seat 1 is dealt clothes-food."


def test_a_card_drawn_or_laid_is_told_to_its_owner_only() -> None:
    state = position(["food 1, information", ""])
    assert told(state.copy(), "lay food 1") == "Seat 0 lays food 1 face down."
    assert told(state, "lay food 1", 1) == "Seat 0 lays a card face down."
    assert told(state.copy(), "draw escape 6/3") == "Seat 0 draws escape 6/3."
    assert told(state, "draw escape 6/3", SPECTATOR) == "Seat 0 draws a card."
    assert told(state, "draw two") == "Seat 1 draws two cards."


def test_discards_and_what_is_taken_from_them_are_told_to_all() -> None:
    state = position(["information", "barracks"])
    assert told(state, "discard information", 1) == "Seat 0 discards information."
    assert told(state, "take the top discard", SPECTATOR) == "Seat 1 takes information from the discards."


def test_a_set_and_a_run_are_told_card_by_card() -> None:
    state = position(["food 1, food 2, food-map", ""])
    assert told(state, "discard a set", 1) == "Seat 0 begins to discard a set."
    assert told(state, "add food-map", 1) == "Seat 0 puts down food-map."
    act(state, "add food 1", "add food 2")
    assert told(state, "stop adding", 1) == "Seat 0 has discarded a set of 3 cards."
    state = position(["food 1, map 1, tool 1, escape 2/1, barracks", ""])
    assert told(state, "discard a run", 1) == "Seat 0 begins to discard a run."
    act(state, "add food 1", "add map 1", "add tool 1", "add escape 2/1", "add barracks")
    assert told(state, "stop adding", 1) == "Seat 0 has discarded a run of 5 cards."


def test_an_attempt_is_told_with_what_it_leads_to() -> None:
    state = position(["food 1", ""], surveillance=[3, 0])
    said = "Seat 0 tries to escape and fails: all have seen the laid cards, and surveillance goes up to 5."
    assert told(state, ATTEMPT, 1) == said
    state = position(["clothes 2, tool 1", ""], ["food 1, escape 6/3"], "food, 5")
    said = "Seat 0 frees a prisoner, with two to go! After the roll-call that player's surveillance is 3."
    assert told(state, ATTEMPT, 1) == said
    state = position(["", ""], ["food 1, escape 6/3"], "food, 5", prisoners=[1, 3])
    assert told(state, ATTEMPT, 1) == "Seat 0 frees the third prisoner!"
    state = position(["", "", ""], ["food 1, escape 6/3"], "food, 5", prisoners=[1, 3, 3], play_on=True)
    assert told(state, ATTEMPT, 1) == "Seat 0 frees the third prisoner and finishes first!"


def test_an_empty_deck_is_told_with_the_last_card() -> None:
    state = position(["", ""], deck="map 1, map 2")
    told(state, "draw two")
    assert told(state, "draw map 1", 1) == "Seat 0 draws a card."
    assert "the last card. The deck is empty" in told(state.copy(), "draw map 2", 1)
    assert told(state, "draw map 2").startswith("Seat 0 draws map 2. The deck is empty")


# --- How it ended ------------------------------------------------------------


def ending(state: State) -> str:
    assert state.turn == OVER
    return say(STALAG17, *messages.ending(STALAG17.view(state, SPECTATOR)))


def test_the_winner_is_told() -> None:
    state = position(["", ""], ["", "food 1, escape 6/3"], "food, 5", prisoners=[3, 1], player=1)
    told(state, ATTEMPT)
    assert ending(state) == "Seat 1 wins: all three prisoners are free."


def test_the_end_of_the_places_is_told() -> None:
    state = position(["", "", ""], ["food 1, escape 6/3"], "food, 5", prisoners=[1, 0, 3], play_on=True)
    state.place[1] = 1
    assert told(state, ATTEMPT).endswith("finishes second!")
    assert ending(state) == "Seat 1 wins, and all places are decided."


def test_a_game_that_is_too_long_is_told() -> None:
    state = position(["", ""], deck="map 1", prisoners=[3, 2], rounds=200)
    act(state, "draw two", "draw map 1")
    assert ending(state) == "The game ends after 200 rounds. Seat 1 is ahead."
    state = position(["", ""], deck="map 1", rounds=200)
    act(state, "draw two", "draw map 1")
    assert ending(state) == "The game ends after 200 rounds. 2 players are equally far ahead."


# --- Always ------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_whatever_is_not_legal_is_refused_with_a_reason_and_a_clause_and_all_is_told(seats: int) -> None:
    dice, clauses = Random(2), (STALAG17.folder / "RULES.md").read_text(encoding="utf-8")
    match = Match(STALAG17, seats, {}, dealer=SeededDealer(2))
    for _ in range(120):
        view, legal = match.view(match.turn), [action.code for action in match.legal()]
        for code in set(range(STALAG17.actions.size)).difference(legal):
            reason, clause, *_ = STALAG17.why_not(view, STALAG17.actions[code], match.turn)
            assert not re.search(r"-\d|None|\[", reason), reason
            assert f"**{clause}**" in clauses
        match.play(dice.choice(match.legal()))
    state = STALAG17.start(seats, match.options, match.pieces)
    for ply in match.log:
        said = told(state.copy(), ply.action.name, 1)
        assert re.fullmatch(r"[A-Z].*[.!]", said), said
        rules.apply(state, ply.action.code)
