"""The drawing in a terminal: what it says is what the rules say, and it says nothing that is hidden."""

import random
import re
from functools import cache

import pytest
from rich.console import Console, RenderableType

from escapade import CHANCE, OVER, Match, State
from escapade.bots import Budget, bot
from escapade.games.jailbreakers.terminal import BOARD
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.fields import set_cell
from escapade.kernel.notation import Action
from escapade.kit.drawing import RenderContext

from .table import JAILBREAKERS, LOCATIONS, act, choices, position

EXTRA = {"money_bag": True, "snitch": True, "warden": True}


def printed(drawing: RenderableType, width: int) -> str:
    console = Console(width=width, color_system=None, highlight=False)
    with console.capture() as kept:
        console.print(drawing)
    return kept.get()


def scene_of(state: State, eye: int, width: int = 80) -> RenderContext:
    names = tuple("you" if seat == eye else "greedy bot" for seat in range(state.seats))
    return RenderContext(JAILBREAKERS, JAILBREAKERS.view(state, eye), state.seats, eye, names, (), width, 24)


def page(state: State, eye: int, width: int = 80) -> str:
    """What this observer are shown."""
    context = scene_of(state, eye, width)
    legal = [JAILBREAKERS.actions[code] for code in JAILBREAKERS.legal(state)] if state.turn == eye else []
    return printed(BOARD.draw(context), width) + (printed(BOARD.offers(context, legal).shown, width) if legal else "")


def offered(state: State) -> list[Action]:
    legal = [JAILBREAKERS.actions[code] for code in JAILBREAKERS.legal(state)]
    return BOARD.offers(scene_of(state, state.turn), legal).actions


@cache
def some_states(seats: int) -> tuple[State, ...]:
    """Positions along a game in which half of the choices make sense."""
    match, dice = Match(JAILBREAKERS, seats, EXTRA, dealer=SeededDealer(seats)), random.Random(seats)
    found: list[State] = []
    while match.turn != OVER and len(found) < 40:
        legal = [action.code for action in match.legal()]
        if dice.random() < 0.1:
            found.append(match._state.copy())
        if dice.random() < 0.5:
            match.play(bot(JAILBREAKERS, "greedy").choose(match.view(match.turn), legal, [], Budget(), dice))
        else:
            match.play(dice.choice(legal))
    return tuple(found)


# --- The table ---------------------------------------------------------------


def test_the_prison_is_shown_with_guards_dice_and_actions() -> None:
    """JB-2, JB-26, JB-30, JB-31"""
    state = position("", "", guards={3: 1, 6: 2}, dice=[(0, 2, 4), (1, 8, 5), (0, 1, 3), (0, 1, 4)])
    said = page(state, 0, 120)
    assert "▲ 3 Laundry" in said
    assert "◆ 6 Workshop" in said
    assert "take bedsheet/cloth/dye" in said
    assert "take 1, give 1 R4" in said
    assert "steal material B5" in said
    assert "draw 1 R7²" in said
    assert "▲ guard ◆ warden" in said


def test_all_twelve_locations_are_on_every_page() -> None:
    """JB-2"""
    for width in (60, 80, 120):
        said = page(position("", ""), 0, width)
        for number, name in enumerate(LOCATIONS, 1):
            assert re.search(rf"\b{number} {name}", said)


def test_everybodys_prisoners_and_cards_are_shown() -> None:
    """JB-28"""
    state = position("rope, rope, raft", "dye", stock="rope", inside=[2, 1], caught=[[0, 0], [1, 1]], escaped=[1, 0])
    said = page(state, 0)
    assert re.search(r"►R Red \(you\) +2 in 1 free 1 turn  rope×2, raft\n", said)
    assert re.search(r"B Blue \(greedy bot\) 1 in 1 caught 1 by warden 1 turn  dye\n", said)


def test_the_phantom_sits_at_the_table_of_a_solo_game() -> None:
    """JB-80, JB-83"""
    state = position("", "wire", seats=1, dice=[(1, 7, 6)])
    said = page(state, 0)
    assert "round 1 of 12" in said
    assert re.search(r" P Phantom +3 in 3 turns  wire\n", said)
    assert "draw 2 P6" in said
    state.player, state.turn = 1, CHANCE
    assert "the phantom: craft, use" in page(state, 0)


def test_the_plans_are_shown_with_what_the_viewer_lacks() -> None:
    """JB-60, JB-69"""
    state = position("ladder", "ladder, grappling hook", "", plans="Over the wall, Riot")
    assert "Over the wall 6 cards  lacks grappling hook\n" in page(state, 0)
    assert "Over the wall 6 cards  you have everything\n" in page(state, 1)
    assert "Riot 5 cards  takes brass knuckles, ladder, soap gun\n" in page(state, -3)


def test_what_can_be_made_and_what_lacks_one_material_is_shown() -> None:
    """JB-40, JB-41"""
    said = page(position("plank, rope", "wire, shovel"), 0)
    assert "make    ladder (plank+rope)\n" in said
    assert "nearly  grappling hook +wire\n" in said  # no shovel is left
    assert "all objects but shovel" in said


def test_the_deck_is_shown_with_what_the_viewer_has_seen() -> None:
    """JB-70"""
    state = position("brass knuckles, shovel", "")
    act(state, "use brass knuckles", "look at failure", "look at success")
    assert "10 success  7 failure  · you know: top failure, second success" in page(state, 0)
    assert "· Red knows top, second" in page(state, 1)
    act(state, "use shovel")
    assert "you know: top success, bottom failure" in page(state, 0)


def test_the_attempt_in_progress_is_shown() -> None:
    """JB-61, JB-90"""
    objects = "ladder, grappling hook, money bag"
    state = position(objects, "", plans="Over the wall, Riot, Night shift", options={"money_bag": True})
    act(state, "attempt Over the wall", "turn up success", "draw on", "turn up failure")
    act(state, "use money bag", "draw on", "turn up failure")
    line = "attempt Over the wall  drawn 3  3 to go  1 success  2 failure  1 not counted"
    assert line in page(state, 0)
    assert "the next failure ends it" in page(state, 1)


# --- What can be done --------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_every_legal_action_is_offered_once_and_has_its_number_on_the_page(seats: int) -> None:
    for state in some_states(seats):
        if state.turn >= 0:
            names = [action.name for action in offered(state)]
            assert sorted(names) == sorted(choices(state))
            shown = page(state, state.turn).partition("\ndeck ")[2]
            assert all(re.search(rf"(?:^|\s){number} \S", shown) for number in range(1, len(names) + 1))


def test_a_guard_that_must_be_met_is_announced() -> None:
    """JB-26"""
    assert "1 1 Cell block, into trouble" in page(position("", "", at="place", roll=1, guards={1: 1}), 0)
    said = page(position("guard outfit", "", at="place", roll=1, guards={1: 1}), 0)
    assert "1 Cell block with guard outfit" in said


def test_cards_of_others_are_offered_by_player() -> None:
    """JB-30"""
    state = position("", "rope", "dye, soap", at="place", roll=6, dice=[(0, 1, 6)], guards={})
    act(state, "place on 8")
    said = page(state, 0)
    assert re.search(r"from Blue +1 rope\n", said)
    assert re.search(r"from Green +2 dye +3 soap\n", said)


# --- Always ------------------------------------------------------------------


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("seats", [1, 5])
def test_no_line_is_too_wide_and_nothing_is_cut_off(seats: int, width: int) -> None:
    for state in some_states(seats):
        for eye in (*range(seats), -3):
            lines = page(state, eye, width).splitlines()
            assert max(map(len, lines)) <= width
            assert not any("…" in line for line in lines)


@pytest.mark.parametrize("seats", [1, 2])
def test_the_table_of_one_or_two_leaves_room_in_a_small_window(seats: int) -> None:
    for state in some_states(seats):
        assert printed(BOARD.draw(scene_of(state, 0)), 80).count("\n") <= 21


def test_a_page_does_not_change_when_what_is_hidden_does() -> None:
    """JB-70"""
    dice = random.Random(1)
    changed = 0
    for state in some_states(3):
        for eye in (0, 1, 2, -3):
            other = state.copy()
            for field, index in JAILBREAKERS.fields.hidden(other, eye):
                set_cell(other, field, index, dice.randint(-1, 2))
                changed += 1
            assert page(other, eye) == page(state, eye)
    assert changed > 0


def test_every_step_has_clauses_that_exist() -> None:
    text = (JAILBREAKERS.folder / "RULES.md").read_text(encoding="utf-8")
    for state in some_states(5):
        assert all(f"**{clause}**" in text for clause in JAILBREAKERS.clauses(JAILBREAKERS.view(state, 0)))
