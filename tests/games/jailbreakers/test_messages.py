"""What is said at the table: reasons that help, and nothing that the listener may not know."""

import re
from random import Random
from typing import Any

import pytest

from escapade import CHANCE, OVER, Match, Refused, State
from escapade.games.jailbreakers import messages, rules
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.names import SPECTATOR
from escapade.kernel.words import say

from .table import JAILBREAKERS, act, new, position

ALL_CARDS = {"money_bag": True, "snitch": True, "warden": True}
WALL = "ladder, grappling hook"


def refusal(state: State, name: str) -> tuple[str, str]:
    """Why the seat at the turn may not do this: (reason, clause)."""
    action = JAILBREAKERS.actions.parse(name)
    assert action.code not in JAILBREAKERS.legal(state)
    reason, clause, *_ = JAILBREAKERS.why_not(JAILBREAKERS.view(state, state.turn), action, state.turn)
    return reason, clause


def told(state: State, name: str, eye: int = 0) -> str:
    """Let this happen; return what a listener is told."""
    code, seat = JAILBREAKERS.actions.parse(name).code, state.turn
    assert code in (JAILBREAKERS.legal(state) or dict(JAILBREAKERS.odds(state))), name
    before, heard = JAILBREAKERS.view(state, eye), rules.hear(state, code, eye)
    rules.apply(state, code)
    return say(JAILBREAKERS, *messages.tell(before, seat, heard, JAILBREAKERS.view(state, eye)))


def tale(state: State, *names: str, eye: int = 0) -> str:
    """What is told of several actions."""
    return " ".join(told(state, name, eye) for name in names)


# --- Why not: the die --------------------------------------------------------


def test_what_is_not_due_is_refused_with_what_is() -> None:
    assert refusal(position("", "", at="roll"), "end the turn") == (
        "the turn begins with the roll: roll or skip it",
        "JB-11",
    )
    assert refusal(position("", ""), "roll")[1] == "JB-11"
    state = position("", "", at="place", roll=3)
    assert refusal(state, "roll") == ("the die is to be placed now", "JB-23")


def test_a_location_out_of_reach_is_refused_with_the_value() -> None:
    state = position("grappling hook", "", at="place", roll=3, dice=[(0, 1, 2)], guards={})
    assert refusal(state, "place on 6") == ("6 (Workshop) is out of reach: your value is 5", "JB-23")
    assert refusal(state, "place on 8 with grappling hook")[1] == "JB-23"


def test_an_occupied_location_is_refused() -> None:
    state = position("worker outfit", "", at="place", roll=6, dice=[(1, 2, 2), (1, 3, 1), (0, 3, 1)], guards={})
    assert refusal(state, "place on 2") == ("2 (Yard) is occupied by another player's die", "JB-24")
    assert refusal(state, "place on 3 with worker outfit") == (
        "two dice lie on 3 (Laundry), and there is no room for a third",
        "JB-24",
    )


def test_a_guarded_location_is_refused_while_another_is_open() -> None:
    state = position("", "", at="place", roll=4, guards={3: 1})
    assert refusal(state, "place on 3") == (
        "3 (Laundry) is guarded, and you can place where there is no guard",
        "JB-26",
    )
    state = position("", "", at="place", roll=1, guards={1: 1}, inside=[0, 3], caught=[[3, 0]])
    assert refusal(state, "place on 1")[0].endswith("you have no prisoner left to be caught: set the die aside")


def test_objects_that_do_not_help_are_left_out() -> None:
    state = position("guard outfit, grappling hook, worker outfit", "", at="place", roll=4, guards={})
    assert refusal(state, "place on 2 with guard outfit")[1] == "JB-44"
    assert refusal(state, "place on 2 with worker outfit")[1] == "JB-45"
    assert refusal(state, "place on 2 with grappling hook") == (
        "2 (Yard) can be reached without the grappling hook: leave it out",
        "JB-46",
    )
    assert refusal(position("", "", at="place", roll=4), "place on 2 with guard outfit")[1] == "JB-42"


def test_a_die_that_can_be_placed_is_not_set_aside() -> None:
    assert refusal(position("", "", at="place", roll=4), "set the die aside")[1] == "JB-25"


# --- Why not: locations ------------------------------------------------------


def test_what_a_location_does_not_let_be_taken_is_refused() -> None:
    state = position("", "dye", at="place", roll=3, guards={})
    act(state, "place on 3")
    assert refusal(state, "take rope") == ("at 3 (Laundry) you take bedsheet, cloth or dye", "JB-31")
    assert refusal(state, "take dye") == ("there is no dye in the supply", "JB-31")
    assert refusal(state, "end the turn")[1] == "JB-27"


def test_guards_that_are_not_there_do_not_move() -> None:
    state = position("", "", at="place", roll=6, dice=[(0, 1, 6)], guards={3: 1, 6: 2})
    act(state, "place on 9")
    assert refusal(state, "move the guard on 4 to 5") == ("no guard stands on 4; they stand on 3 and 6", "JB-31")
    assert refusal(state, "move the guard on 3 to 6")[0].startswith("a guard stands on 6 already")


def test_who_cannot_be_given_to_or_stolen_from_is_named() -> None:
    state = position("rope", "ladder, dye", at="place", roll=6, dice=[(0, 1, 6)], guards={})
    yard, showers = state.copy(), state.copy()
    act(yard, "place on 2", "take soap")
    assert refusal(yard, "give cloth to seat 0") == ("that is yourself: it takes another player", "JB-30")
    assert refusal(yard, "give cloth to the phantom") == ("the phantom does not play", "JB-30")
    assert refusal(yard, "give soap to seat 1") == ("there is no soap in the supply", "JB-30")
    act(showers, "place on 8")
    assert refusal(showers, "steal ladder from seat 1") == ("at 8 (Showers) you steal a material", "JB-30")
    assert refusal(showers, "steal soap from seat 1") == ("seat 1 has no soap, but dye and ladder", "JB-30")


def test_a_second_object_of_a_kind_is_not_stolen() -> None:
    """JB-48"""
    state = position("ladder", "ladder, raft", "", at="place", roll=6, dice=[(0, 1, 6)], guards={})
    act(state, "place on 12")
    reason = "ladder: you have that already, and nobody owns two objects of a kind"
    assert refusal(state, "steal ladder from seat 1") == (reason, "JB-48")
    assert refusal(state, "steal rope from seat 1") == ("at 12 (Warden's office) you steal an object", "JB-30")


# --- Why not: acts -----------------------------------------------------------


def test_what_cannot_be_crafted_is_refused_with_what_is_missing() -> None:
    state = position("plank, soap, dye, raft", "soap gun")
    assert refusal(state, "craft ladder") == ("to craft ladder takes plank and rope, and you have no rope", "JB-41")
    assert refusal(state, "craft soap gun") == ("no soap gun is left in the supply", "JB-40")
    assert refusal(state, "craft raft")[1] == "JB-48"
    assert refusal(state, "craft money bag") == ("this game is played without money bags", "JB-90")
    state = position("plank", "", options={"money_bag": True})
    assert refusal(state, "craft money bag") == ("a money bag costs any 3 materials, and you have 1", "JB-90")


def test_an_ability_is_refused_to_who_has_it_not_or_has_used_it() -> None:
    state = position("ladder, lock pick, soap gun", "rope")
    assert refusal(state, "use shovel") == ("you have no shovel", "JB-42")
    assert refusal(state, "use lock pick")[1] == "JB-46"
    assert refusal(state, "use soap gun")[1] == "JB-46"
    act(state, "use ladder", "look at failure")
    assert refusal(state, "use ladder") == ("you have used the ability of ladder in this turn already", "JB-42")
    state = position("ladder", "", at="place", roll=2)
    assert refusal(state, "use ladder")[1] == "JB-42"


def test_like_for_like_is_no_exchange() -> None:
    state = position("rope, soap gun", "rope, dye", seats=2, stock="rope")
    act(state, "use soap gun", "exchange rope")
    assert refusal(state, "for rope of seat 1") == ("rope for rope would be no exchange", "JB-46")
    assert refusal(state, "for soap of seat 1")[0] == "seat 1 has no soap, but dye and rope"


def test_an_attempt_takes_a_plan_on_offer_its_objects_and_a_prisoner() -> None:
    plans = "Over the wall, Riot, Night shift"
    state = position("ladder", "", plans=plans)
    assert refusal(state, "attempt Over the wall") == ("for Over the wall you lack grappling hook", "JB-60")
    assert refusal(state, "attempt Across the bay")[0].startswith("Across the bay is not on offer; Over the wall, ")
    state = position(WALL, "", plans=plans)
    assert refusal(state, "attempt Over the wall with bed dummy") == ("you have no bed dummy", "JB-42")
    state = position(WALL, "", plans=plans, inside=[0, 3], caught=[[3, 0]])
    assert refusal(state, "attempt Over the wall")[1] == "JB-60"


def test_after_giving_up_only_what_was_used_is_kept() -> None:
    state = position(f"{WALL}, raft", "", plans="Over the wall, Riot, Night shift")
    act(state, "attempt Over the wall", "turn up success")
    assert refusal(state, "end the turn") == ("the attempt is under way: draw on or give up", "JB-64")
    act(state, "give up")
    assert refusal(state, "keep raft")[1] == "JB-67"
    state = position("ladder, grappling hook, bed dummy, raft", "", plans="Across the bay, Riot, Night shift")
    act(state, "attempt Across the bay", "turn up success", "give up")
    assert refusal(state, "keep no more") == ("half of the objects used stay with you: say which", "JB-67")


def test_prisoners_are_freed_by_who_can_pay() -> None:
    state = position("rope, wire", "", at="free", inside=[1, 3], caught=[[1, 1]], options={"warden": True}, to_free=2)
    assert refusal(state, "free from warden for materials") == ("that costs 3 materials, and you have 2", "JB-92")
    assert refusal(state, "free from guard for raft") == ("you have no raft; you hold rope and wire", "JB-50")
    state = position("rope, wire", "", at="free", inside=[0, 3], caught=[[3, 0]], to_free=2)
    assert refusal(state, "free from warden for raft")[0] == "no prisoner of yours was caught by the warden"
    assert refusal(state, "free no more")[1] == "JB-50"


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("a second rope", "JB-4"),
        ("offer Riot", "JB-5"),
        ("seat 1 starts", "JB-6"),
        ("the die shows 6", "JB-11"),
        ("draw rope", "JB-31"),
        ("look at success", "JB-43"),
        ("turn up success", "JB-61"),
    ],
)
def test_what_chance_does_no_player_does(name: str, clause: str) -> None:
    reason, cited = refusal(position("", ""), name)
    assert "chance" in reason
    assert cited == clause


def test_the_door_passes_the_reason_on() -> None:
    match = new(2, "Riot, Night shift, Over the wall")
    with pytest.raises(Refused, match=r"the turn begins with the roll: roll or skip it \[JB-11\]"):
        match.play("craft raft")


# --- What can be done --------------------------------------------------------


def offered(state: State, name: str, lang: str = "en") -> str:
    """What a legal action would do, in words."""
    code = JAILBREAKERS.actions.parse(name).code
    assert code in JAILBREAKERS.legal(state), name
    return say(JAILBREAKERS, *messages.offer(JAILBREAKERS.view(state, state.turn), state.turn, code), lang)


def test_a_placing_is_offered_with_its_means_and_who_catches() -> None:
    state = position("guard outfit", "", at="place", roll=1, guards={1: 2})
    assert offered(state, "place on 1") == "Go to the Cell block (1), where the warden catches a prisoner"
    assert offered(state, "place on 1 with guard outfit") == "Go to the Cell block (1), in a guard outfit"
    assert offered(state, "place on 1", "hu") == "Menj a Cellablokkba (1), ahol az igazgató elkap egy foglyot"
    code = JAILBREAKERS.actions.parse("place on 1").code
    assert messages.offer(JAILBREAKERS.view(state, 0), 0, code)[1] == {
        "place": 1,
        "location": "cell-block",
        "means": "none",
        "caught": "yes",
        "catcher": "warden",
    }


def test_cards_are_offered_with_whose_they_are() -> None:
    state = position("rope", "ladder, dye", at="place", roll=6, dice=[(0, 1, 6)], guards={9: 1})
    yard, showers = state.copy(), state.copy()
    act(yard, "place on 2")
    assert offered(yard, "take soap") == "Take soap"
    act(yard, "take soap")
    assert offered(yard, "give cloth to seat 1") == "Give seat 1 cloth from the supply"
    assert offered(yard, "give cloth to seat 1", "fr") == "Donner au siège 1 du tissu de la réserve"
    act(showers, "place on 8")
    assert offered(showers, "steal dye from seat 1", "hu") == "Lopj el az 1. játékostól egy festéket"


def test_acts_are_offered_with_what_they_take() -> None:
    state = position(f"plank, rope, {WALL.partition(', ')[2]}, bed dummy, shovel", "raft", plans="Over the wall, Riot")
    assert offered(state, "craft ladder") == "Craft a ladder from plank and rope"
    assert offered(state, "use shovel") == "Put the top escape card at the bottom: shovel"
    act(state, "craft ladder")
    assert offered(state, "attempt Over the wall") == "Attempt Over the wall: 6 escape cards"
    assert offered(state, "attempt Over the wall with bed dummy") == (
        "Attempt Over the wall with the bed dummy: 5 escape cards"
    )
    act(state, "attempt Over the wall", "turn up success")
    assert offered(state, "draw on") == "Draw on: 5 cards to go"


def test_prisoners_are_offered_with_their_price() -> None:
    state = position("rope, wire, raft", "", at="free", inside=[1, 3], caught=[[1, 1]], to_free=2)
    assert offered(state, "free from guard for materials") == "Buy a prisoner back from a guard for 2 materials"
    assert offered(state, "free from warden for raft") == "Buy a prisoner back from the warden for a raft"
    act(state, "free from guard for materials")
    assert offered(state, "pay rope") == "Pay a rope"


# --- What happened -----------------------------------------------------------


def test_set_up_is_told() -> None:
    state = JAILBREAKERS.start(3, JAILBREAKERS.check_options({}, 3), JAILBREAKERS.pieces())
    assert told(state, "a second wire") == "There is a second card of one material: wire."
    act(state, "a second dye", "a second soap", "a second rope", "a second tape")
    assert told(state, "offer Riot") == "A plan comes on offer: Riot."
    act(state, "offer Night shift", "offer Over the wall", "offer Rooftop run")
    assert told(state, "seat 2 starts") == "Seat 2 is first."


def test_a_turn_is_told() -> None:
    state = position("", "", at="roll", guards={9: 1})
    said = tale(state, "roll", "the die shows 4", "place on 2", "take wire", "give dye to seat 1", "end the turn")
    assert said == (
        "Seat 0 rolls the die. Seat 0 throws 4. Seat 0 goes to the Yard (2). Seat 0 takes wire. "
        "Seat 0 gives seat 1 dye from the supply. Seat 0 ends the turn."
    )
    assert told(state, "skip the roll") == "Seat 1 does not roll."
    state = position("", "", at="place", player=1, roll=1, guards={1: 2})
    assert told(state, "place on 1") == "Seat 1 goes to the Cell block (1), where the warden catches a prisoner."
    state = position("guard outfit", "", at="place", roll=1, guards={1: 1})
    assert told(state, "place on 1 with guard outfit") == "Seat 0 goes to the Cell block (1), in a guard outfit."


def test_the_library_and_the_soap_gun_are_told_card_by_card() -> None:
    state = position("dye", "rope", at="place", roll=5, guards={})
    act(state, "place on 5")
    assert tale(state, "exchange dye", "take soap") == "Seat 0 hands in dye. Seat 0 takes soap in exchange."
    state = position("dye, soap gun", "rope")
    assert tale(state, "use soap gun", "exchange dye", "for rope of seat 1") == (
        "Seat 0 draws the soap gun. Seat 0 offers dye with it. Seat 0 gives seat 1 dye for a rope."
    )


def test_a_card_looked_at_is_told_to_who_looked_only() -> None:
    state = position("ladder", "")
    act(state, "use ladder")
    assert told(state.copy(), "look at failure") == "Seat 0 looks at an escape card: a failure."
    assert told(state.copy(), "look at failure", 1) == "Seat 0 looks at an escape card."
    assert told(state, "look at failure", SPECTATOR) == "Seat 0 looks at an escape card."


def test_an_attempt_is_told_card_by_card() -> None:
    state = position(f"{WALL}, bed dummy", "", plans="Over the wall, Riot, Night shift")
    assert told(state, "attempt Over the wall with bed dummy") == (
        "Seat 0 attempts an escape, Over the wall, with a bed dummy and 5 escape cards to draw."
    )
    assert told(state, "turn up success") == "Seat 0 draws a success, with 4 cards to go."
    assert told(state, "draw on") == "Seat 0 goes on."
    act(state, "turn up success", "draw on", "turn up failure", "draw on")
    assert told(state.copy(), "turn up success") == "Seat 0 draws a success, with one card to go."
    assert told(state, "turn up failure") == "Seat 0 draws a failure. The attempt has failed."


def test_a_prisoner_who_escapes_is_told() -> None:
    state = position("", "", at="turn up", plans="Over the wall, Riot, Night shift", to_draw=1, plan=0)
    state.turn = CHANCE
    first, second = state.copy(), state.copy()
    assert told(first, "turn up success") == "Seat 0 draws a success. A prisoner escapes!"
    second.escaped[0], second.inside[0] = 1, 2
    assert told(second, "turn up success") == "Seat 0 draws a success. The second prisoner escapes!"


def test_snitches_and_money_bags_are_told() -> None:
    state = position(f"{WALL}, money bag", "", plans="Over the wall, Riot, Night shift", options=ALL_CARDS)
    act(state, "attempt Over the wall")
    assert told(state, "snitch").startswith("Seat 1 snitches")
    assert told(state, "turn up snitch") == "Seat 0 draws a snitch, and may spend a money bag on it."
    assert told(state.copy(), "let it count") == "Seat 0 lets the failure count, with 5 cards to go."
    assert told(state, "use money bag").startswith("Seat 0 spends a money bag, and the failure does not count")


def test_the_last_turn_of_a_round_and_freeing_are_told() -> None:
    state = position("rope, wire", "", turns=[0, 0], inside=[2, 3], caught=[[1, 0]])
    assert told(state, "end the turn") == "Seat 0 ends the turn, and with it round 1."
    assert told(state.copy(), "free no more") == "Seat 0 buys no more prisoners back."
    assert told(state, "free from guard for materials") == (
        "Seat 0 buys a prisoner back from a guard for two materials."
    )
    assert told(state, "pay wire") == "Seat 0 pays wire."


def test_what_chance_does_for_the_phantom_is_told_of_the_phantom() -> None:
    """JB-80"""
    state = position("", "wire", seats=1, at="roll", player=1, guards={})
    said = tale(state, "roll", "the die shows 2", "place on 1", "draw spoon", "craft lock pick", "end the turn")
    assert said == (
        "The phantom rolls the die. The phantom throws 2. The phantom goes to the Cell block (1). "
        "The phantom draws a spoon. The phantom crafts a lock pick. The phantom ends the turn."
    )
    state = position("", "wire", seats=1, at="place", roll=6, dice=[(0, 1, 6)], guards={})
    act(state, "place on 8")
    assert told(state, "steal wire from the phantom") == "Seat 0 steals wire from the phantom."


# --- How it ended ------------------------------------------------------------


def ending(state: State) -> str:
    assert state.turn == OVER
    return say(JAILBREAKERS, *messages.ending(JAILBREAKERS.view(state, SPECTATOR)))


def won(*hands: str, seats: int) -> Any:
    """A game that the second player has won."""
    state: Any = position(*hands, seats=seats, winner=1, escaped=[0, 2])
    state.turn = OVER
    return state


def test_the_winner_is_told() -> None:
    """JB-13"""
    assert ending(won("", "", seats=2)) == "Seat 1 wins: two prisoners are free."
    assert ending(won("", "", seats=1)) == "The phantom wins: two prisoners are free."


def test_a_solo_game_that_takes_too_long_is_lost() -> None:
    """JB-83"""
    state = position("", "", seats=1, turns=[0, 0], round=12)
    act(state, "end the turn")
    assert ending(state) == "Round 12 is over and nobody has won: the phantom wins."


def test_an_attempt_of_the_phantom_that_fails_in_the_last_turn_is_told_as_failed() -> None:
    """JB-83: it wins the game, but not by escaping."""
    state = position("", WALL, seats=1, player=1, turns=[0, 0], round=12, plans="Over the wall, Riot")
    act(state, "attempt Over the wall", "turn up failure", "draw on")
    assert told(state, "turn up failure") == "The phantom draws a failure. The attempt has failed."
    assert ending(state).startswith("Round 12 is over")


def test_a_game_that_is_too_long_is_told() -> None:
    """JB-15"""
    state = position("", "raft", turns=[0, 0], round=200)
    act(state, "end the turn")
    assert ending(state) == "The game ends after 200 rounds. Seat 1 is ahead."
    state = position("", "", turns=[0, 0], round=200)
    act(state, "end the turn")
    assert ending(state) == "The game ends after 200 rounds. 2 players are equally far ahead."


# --- Always ------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 3])
def test_whatever_is_not_legal_is_refused_with_a_reason_and_a_clause_and_all_is_told(seats: int) -> None:
    dice, clauses = Random(2), (JAILBREAKERS.folder / "RULES.md").read_text(encoding="utf-8")
    match = Match(JAILBREAKERS, seats, ALL_CARDS, dealer=SeededDealer(2))
    for _ in range(90):
        view, legal = match.view(match.turn), [action.code for action in match.legal()]
        for code in set(range(JAILBREAKERS.actions.size)).difference(legal):
            reason, clause, *_ = JAILBREAKERS.why_not(view, JAILBREAKERS.actions[code], match.turn)
            assert not re.search(r"-\d|None|\[", reason), reason
            assert f"**{clause}**" in clauses
        match.play(dice.choice(match.legal()))
    state = JAILBREAKERS.start(seats, match.options, match.pieces)
    for ply in match.log:
        said = told(state.copy(), ply.action.name, 0)
        assert re.fullmatch(r"[A-Z].*[.!]", said), said
        rules.apply(state, ply.action.code)
