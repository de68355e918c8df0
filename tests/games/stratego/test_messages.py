"""What is said at the table: reasons that help, and nothing that the listener may not know."""

import re
from random import Random
from typing import Any

import pytest

import escapade
from escapade import OVER, State
from escapade.games.stratego import messages, rules
from escapade.kernel.names import SPECTATOR, UNHEARD
from escapade.kernel.words import say

from .table import STRATEGO, act, opened, position

NEAR, FAR = (
    "flag a1, bomb b1, scout b3, major d4, spy h1, miner c2",
    "flag h8, bomb g8, colonel d5, miner b5, general h2",
)


def refusal(state: State, name: str) -> tuple[str, str]:
    """Why the seat at the turn may not do this: (reason, clause)."""
    code = STRATEGO.actions.parse(name).code
    assert code not in STRATEGO.legal(state)
    message, args, clause = messages.why_not(STRATEGO.view(state, state.turn), code, state.turn)
    return say(STRATEGO, message, args), clause


def told(state: State, name: str, eye: int = 0, **said: object) -> str:
    """Let this happen; return what a listener is told."""
    action = STRATEGO.actions.parse(name)
    seat = int(name.split()[1]) if name.startswith("seat") else state.turn
    before, heard = STRATEGO.view(state, eye), rules.hear(state, action.code, eye)
    if name.endswith("red"):
        rules.apply(state, action.code)
    else:
        act(state, name)
    message, args = messages.tell(before, seat, heard, STRATEGO.view(state, eye))
    return say(STRATEGO, message, {**args, **said})


# --- Why not -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reason", "clause"),
    [
        ("d4-e5", "d4-e5 is diagonal: a piece moves one square forward, back or sideways", "STR-11"),
        ("d4-e6", "d4-e6 is not a straight line: a piece moves one square forward, back or sideways", "STR-11"),
        ("d4-d4", "d4-d4 is no move: the piece must leave its square", "STR-11"),
        ("d4-f4", "d4-f4 is too far for a major: only a scout moves more than one square", "STR-11"),
        ("b3-b6", "the scout on b3 cannot pass the piece on b5", "STR-12"),
        ("c2-c4", "c2-c4 is too far for a miner: only a scout moves more than one square", "STR-11"),
        ("b3-b1", "your own bomb stands on b1", "STR-11"),
        ("a1-a2", "the flag on a1 never moves", "STR-13"),
        ("b1-b2", "the bomb on b1 never moves", "STR-13"),
        ("f5-f6", "there is no piece on f5", "STR-10"),
        ("d5-d6", "the piece on d5 is not yours", "STR-10"),
        ("place spy", "all 24 squares of your half are filled: nothing is left to place", "STR-4"),
        ("seat 1 resigns", "you can resign for yourself only", "STR-34"),
        ("seat 1 offers a draw", "you can offer a draw for yourself only", "STR-34"),
        ("seat 0 plays red", "colours are drawn by lot, before the set-up", "STR-3"),
    ],
)
def test_a_reason_says_what_is_wrong(name: str, reason: str, clause: str) -> None:
    assert refusal(position(NEAR, FAR), name) == (reason, clause)


def test_a_piece_that_has_shuttled_five_times_must_go_elsewhere() -> None:
    state = position("flag a1, major d4", "flag h8, colonel h1")
    act(state, "d4-d5", "h1-h2", "d5-d4", "h2-h3", "d4-d5", "h3-h4", "d5-d4", "h4-h5", "d4-d5", "h5-h6")
    reason, clause = refusal(state, "d5-d4")
    assert reason == "this piece has moved 5 times in a row between d4 and d5: it must go elsewhere"
    assert clause == "STR-14"


def test_an_offer_is_not_made_twice() -> None:
    state = position(NEAR, FAR)
    act(state, "seat 0 offers a draw")
    reason, clause = refusal(state, "seat 0 offers a draw")
    assert "already" in reason
    assert clause == "STR-34"


def test_a_rank_that_is_used_up_is_refused_with_those_that_are_left() -> None:
    match = opened()
    for rank in ("general", "colonel", "colonel", "miner", "miner", "miner", "miner"):
        match.play(f"place {rank}")
    left = "left to place: flag, spy, scout ×4, sergeant ×4, major ×3, bomb ×4"
    reasons = {rank: why_no(match, f"place {rank}") for rank in ("general", "colonel", "miner")}
    assert reasons["general"] == (f"your only general stands already; {left}", "STR-2")
    assert reasons["colonel"] == (f"both your colonels stand already; {left}", "STR-2")
    assert reasons["miner"] == (f"all four of your miners stand already; {left}", "STR-2")


def why_no(match: escapade.Match, name: str) -> tuple[str, str]:
    with pytest.raises(escapade.Refused) as no:
        match.play(name)
    return no.value.reason, no.value.clause


def test_nothing_moves_before_both_armies_stand() -> None:
    reason, clause = why_no(opened(), "a3-a4")
    assert "place your pieces first" in reason
    assert clause == "STR-5"


# --- What can be done --------------------------------------------------------


def offer(state: State, name: str, lang: str = "en", seat: int = 0) -> str:
    """What this would do, in the words of who may do it."""
    code = STRATEGO.actions.parse(name).code
    assert code in [*STRATEGO.legal(state), *STRATEGO.anytime(state, seat)]
    return say(STRATEGO, *messages.offer(STRATEGO.view(state, seat), seat, code), lang)


def test_an_offer_says_which_piece_goes_where() -> None:
    state = position(NEAR, FAR)
    assert offer(state, "d4-e4") == "Move the major: d4 → e4"
    assert offer(state, "d4-e4", "fr") == "Déplacer ton commandant\u00a0: d4 → e4"
    assert offer(state, "d4-e4", "hu") == "Lépj az őrnaggyal: d4 → e4"
    assert offer(state, "b3-b5") == "Attack the piece on b5 with the scout from b3"
    state = STRATEGO.start(2, STRATEGO.check_options({"red": 0}, 2), STRATEGO.pieces())
    assert offer(state, "place spy") == "Place a spy on a1"


@pytest.mark.parametrize(("memory", "said"), [("assisted", "colonel"), ("classic", "piece")])
def test_an_offer_names_what_is_attacked_only_if_the_table_remembers_it(memory: str, said: str) -> None:
    """STR-42"""
    state = position("flag a1, major d4, general c5", FAR, memory=memory)
    act(state, "d4-d5", "b5-b6")
    assert offer(state, "c5-d5") == f"Attack the {said} on d5 with the general from c5"


def test_an_offer_of_a_draw_is_made_or_accepted() -> None:
    """STR-34"""
    state = position(NEAR, FAR)
    assert offer(state, "seat 1 offers a draw", seat=1) == "Offer a draw"
    act(state, "seat 1 offers a draw")
    assert offer(state, "seat 0 offers a draw") == "Accept the draw"
    assert offer(state, "seat 0 resigns") == "Resign"


def test_an_offer_holds_what_a_drawn_board_needs() -> None:
    view = STRATEGO.view(position(NEAR, FAR), 0)
    quiet, attack = (STRATEGO.actions.parse(name).code for name in ("d4-e4", "d4-d5"))
    assert messages.offer(view, 0, quiet)[1] == {"rank": "major", "start": "d4", "end": "e4", "attack": "no"}
    assert messages.offer(view, 0, attack)[1] == {
        "rank": "major",
        "start": "d4",
        "end": "d5",
        "attack": "yes",
        "target": "unknown",
    }


# --- What happened -----------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "turn", "said"),
    [
        ("d4-d5", 0, "Red's major on d4 falls to the colonel on d5."),
        ("d5-d4", 1, "Blue's colonel on d5 beats the major on d4."),
        ("b3-b5", 0, "Red's scout on b3 falls to the miner on b5."),
        ("h1-h2", 0, "Red's spy on h1 beats the general on h2."),
        ("h2-h1", 1, "Blue's general on h2 beats the spy on h1."),
    ],
)
@pytest.mark.parametrize("eye", [0, 1, SPECTATOR])
def test_an_attack_is_told_to_all_with_both_ranks(name: str, turn: int, said: str, eye: int) -> None:
    assert told(position(NEAR, FAR, turn=turn), name, eye) == said


def test_equal_ranks_bombs_and_the_flag_are_told() -> None:
    far = "flag a2, bomb d5, miner h8"
    assert told(position("flag a1, miner h7", far), "h7-h8") == "Red's miner on h7 and the miner on h8 both fall."
    assert told(position("flag a1, miner d4", far), "d4-d5") == "Red's miner on d4 clears the bomb on d5."
    assert told(position("flag a1, major d4", far), "d4-d5") == "Red's major on d4 falls to a bomb on d5."
    assert told(position("flag a1, major b2", far), "b2-a2") == "Red's major on b2 takes the flag on a2!"


def test_a_quiet_move_names_the_rank_to_who_knows_it_only() -> None:
    assert told(position(NEAR, FAR), "d4-d3", 0) == "Red's major moves d4 → d3."
    assert told(position(NEAR, FAR), "d4-d3", 1) == "Red's piece moves d4 → d3."
    assert told(position(NEAR, FAR), "b3-b4", 1) == "Red's piece moves b3 → b4."
    assert told(position(NEAR, FAR), "b3-e3", 1) == "Red's scout moves b3 → e3."


@pytest.mark.parametrize(("memory", "said"), [("assisted", "colonel"), ("classic", "piece")])
def test_what_was_revealed_is_named_again_only_if_the_table_remembers(memory: str, said: str) -> None:
    """STR-42"""
    state = position(NEAR, FAR, memory=memory)
    act(state, "d4-d5")
    assert told(state, "d5-d4", 0) == f"Blue's {said} moves d5 → d4."


def test_players_are_called_as_the_listener_likes() -> None:
    assert told(position(NEAR, FAR), "d4-d3", who="you") == "Your major moves d4 → d3."
    assert told(position(NEAR, FAR), "d4-d3", who="Anna") == "Anna's major moves d4 → d3."
    assert told(position(NEAR, FAR), "seat 0 resigns", who="you") == "You resign."


def test_colours_and_own_placements_are_told() -> None:
    state = STRATEGO.start(2, STRATEGO.check_options({}, 2), STRATEGO.pieces())
    assert told(state, "seat 1 plays red") == "Seat 1 plays red and moves first."
    assert rules.hear(state, STRATEGO.actions.parse("place spy").code, 0) == UNHEARD
    assert told(state, "place spy", 1) == "Red places a spy on h8."
    assert told(state, "place bomb", 1) == "Red places a bomb on g8."


def test_offers_and_their_acceptance_are_told() -> None:
    state = position(NEAR, FAR)
    assert told(state, "seat 1 offers a draw") == "Blue offers a draw."
    assert told(state, "seat 0 offers a draw") == "Red accepts the draw."


# --- How it ended ------------------------------------------------------------


def ending(state: State) -> str:
    assert state.turn == OVER
    return say(STRATEGO, *messages.ending(STRATEGO.view(state, SPECTATOR)))


@pytest.mark.parametrize(
    ("near", "far", "names", "options", "said"),
    [
        ("flag a1, major b2", "flag a2, spy h8", ["b2-a2"], {}, "Red wins: the flag is taken."),
        ("flag a1, major b2", "flag h8, spy b3", ["b2-b3"], {}, "Red wins: blue cannot move any piece."),
        (NEAR, FAR, ["d4-d3", "seat 0 resigns"], {}, "Blue wins: red has resigned."),
        (NEAR, FAR, ["seat 1 offers a draw", "seat 0 offers a draw"], {}, "The game is drawn: both sides agree."),
        (NEAR, FAR, ["d4-d3"], {"quiet": 1}, "The game is drawn after 1 move without an attack."),
        (NEAR, FAR, ["d4-d3", "d5-d6"], {"quiet": 2}, "The game is drawn after 2 moves without an attack."),
        (
            "flag a1, major b2",
            "flag h8, major b3",
            ["b2-b3"],
            {},
            "The game is drawn: neither side has a piece left that can move.",
        ),
    ],
    ids=["flag", "no move", "resigned", "agreed", "quiet", "quiet twice", "no movers"],
)
def test_the_end_is_told_with_its_cause(
    near: str, far: str, names: list[str], options: dict[str, Any], said: str
) -> None:
    """STR-30 to STR-34"""
    state = position(near, far, **options)
    act(state, *names)
    assert ending(state) == said


def test_who_resigns_before_the_colours_are_drawn_is_told_too() -> None:
    state = STRATEGO.start(2, STRATEGO.check_options({}, 2), STRATEGO.pieces())
    assert told(state, "seat 1 resigns") == "Seat 1 resigns."
    assert ending(state) == "Seat 0 wins: the other side has resigned."


# --- Always ------------------------------------------------------------------


def test_whatever_is_not_legal_is_refused_with_a_reason_and_a_clause() -> None:
    dice, clauses = Random(2), (STRATEGO.folder / "RULES.md").read_text(encoding="utf-8")
    match = escapade.new("stratego", seed=2)
    for _ in range(120):
        view, possible = match.view(match.turn), {*match.legal(), *match.anytime(match.turn)}
        for action in dice.sample([*STRATEGO.actions], 80):
            if action not in possible:
                message, args, clause = messages.why_not(view, action.code, match.turn)
                reason = say(STRATEGO, message, args)
                assert not re.search(r" -\d|None|\[|not your turn", reason), reason
                assert f"**{clause}**" in clauses
        match.play(dice.choice(match.legal()))


def test_a_match_is_told_from_everyones_eyes_to_its_end() -> None:
    match, dice = escapade.new("stratego", seed=6), Random(6)
    while match.turn != OVER:
        match.play(dice.choice(match.legal()))
    state = STRATEGO.start(2, match.options, match.pieces)
    lines: dict[int, list[str]] = {0: [], 1: [], SPECTATOR: []}
    for ply in match.log:
        eyes = [eye for eye in lines if rules.hear(state, ply.action.code, eye) != UNHEARD]
        before = {eye: STRATEGO.view(state, eye) for eye in eyes}
        rules.apply(state, ply.action.code)
        for eye in eyes:
            message, args = messages.tell(before[eye], ply.seat, ply.action.code, STRATEGO.view(state, eye))
            lines[eye].append(say(STRATEGO, message, args))
    assert len(lines[SPECTATOR]) == len(match.log) - 48
    assert len(lines[0]) == len(lines[1]) == len(match.log) - 24
