"""The drawing in a terminal: what it says of an escape is what the rules say, and it says nothing that is hidden."""

import random
import re

import pytest
from rich.console import Console, RenderableType

from escapade import OVER, Match, State
from escapade.games.stalag17.plan import laid_points, supplies
from escapade.games.stalag17.terminal import BOARD
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.fields import get_cell, set_cell
from escapade.kernel.notation import Action
from escapade.kit.drawing import RenderContext

from .table import ATTEMPT, STALAG17, act, choices, position


def printed(drawing: RenderableType, width: int) -> str:
    console = Console(width=width, color_system=None, highlight=False)
    with console.capture() as kept:
        console.print(drawing)
    return kept.get()


def page(state: State, eye: int, width: int = 80) -> str:
    """What this observer are shown."""
    names = tuple("you" if seat == eye else "greedy bot" for seat in range(state.seats))
    context = RenderContext(STALAG17, STALAG17.view(state, eye), state.seats, eye, names, (), width, 24)
    legal = [STALAG17.actions[code] for code in STALAG17.legal(state)] if state.turn == eye else []
    return printed(BOARD.draw(context), width) + (printed(BOARD.offers(context, legal).shown, width) if legal else "")


def offered(state: State, width: int = 80) -> list[Action]:
    context = RenderContext(
        STALAG17, STALAG17.view(state, state.turn), state.seats, state.turn, ("you", "she"), (), width, 24
    )
    return BOARD.offers(context, [STALAG17.actions[code] for code in STALAG17.legal(state)]).actions


def some_states(seats: int) -> list[State]:
    """Positions along a random game."""
    match, dice, found = Match(STALAG17, seats, {"play_on": True}, dealer=SeededDealer(seats)), random.Random(seats), []
    for number in range(700):
        if number % 7 == 0:
            found.append(match._state.copy())
        match.play(dice.choice(match.legal()))
    return found


def test_the_plan_is_shown_with_the_own_surveillance_and_what_is_missing() -> None:
    """S17-40, S17-44"""
    state = position(["tool 1", ""], ["food 1, barracks, escape 4/2"], "food, map, map, 5", surveillance=[6, 0])
    said = page(state, 0)
    assert "food map map  5 points + 6 for you = 11" in said
    assert "lacks  map and 7 points" in said


def test_doubles_supply_what_fits_best() -> None:
    """S17-41: food-map must be the map, so clothes-food is the food, and only clothes are missing."""
    state = position(["", ""], ["clothes-food, food-map, escape 5/2"], "clothes, food, map, 5")
    assert re.search(r"lacks  \w+$", page(state, 0), re.M)
    state = position(["", ""], ["clothes-food, food-map, clothes 1, escape 5/2"], "clothes, food, map, 5")
    assert "nothing: you can escape" in page(state, 0)


@pytest.mark.parametrize("seats", [2, 5])
def test_nothing_is_missing_exactly_when_an_attempt_would_succeed(seats: int) -> None:
    """S17-40, S17-41"""
    for state in some_states(seats):
        me = state.turn
        if me >= 0:
            enough = laid_points(state, me) >= state.points + state.surveillance[me]
            assert ("you can escape" in page(state, me)) is bool(supplies(state, me) and enough)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("seats", [2, 5])
def test_no_line_is_too_wide_and_nothing_is_cut_off(seats: int, width: int) -> None:
    for state in some_states(seats):
        for eye in range(seats):
            lines = page(state, eye, width).splitlines()
            assert max(map(len, lines)) <= width
            assert not any("…" in line for line in lines)


def test_a_page_does_not_change_when_what_is_hidden_does() -> None:
    """S17-70"""
    dice = random.Random(1)
    for state in some_states(3):
        for eye in (0, 1, 2, -3):
            other = state.copy()
            for field, index in STALAG17.fields.hidden(other, eye):
                set_cell(other, field, index, (get_cell(other, field, index) + dice.randint(0, 4)) % 5)
            assert page(other, eye) == page(state, eye)


def test_what_was_shown_and_taken_is_on_the_page() -> None:
    """S17-70"""
    state = position(["food 1", ""], ["map 1, barracks"], pile="tool 2, map 2")
    act(state, ATTEMPT, "take the top discard", "draw tool 1")
    assert "holds map 2  laid map 1  barracks" in page(state, 1)
    act(state, "take the top discard", "draw tool 1", "lay food 1", "draw tool 1")
    assert "holds or laid map 2  laid map 1  barracks" in page(state, 1)


def test_cards_are_counted_where_that_is_agreed() -> None:
    """S17-71"""
    hands, laid = ["food 1, clothes-map", "food 2"], ["map 1, escape 6/3", "map 2"]
    said = page(position(hands, laid, pile="information, food 2"), 0)
    assert "unseen clothes 8  food 6  document 8  tool 8  map 7  double 9  escape 25" in said
    assert "barracks 4  information 3" in said
    assert "unseen" not in page(position(hands, laid, counting=False), 0)


def test_every_legal_action_is_offered_once_under_its_number() -> None:
    """S17-21"""
    state = position(["food 1, food 2, food-map, escape 6/3, barracks, tool 1", ""], pile="map 2")
    offers = offered(state)
    assert sorted(action.name for action in offers) == sorted(choices(state))
    said = page(state, 0)
    lay, drop = ([action.name for action in offers].index(f"{verb} escape 6/3") + 1 for verb in ("lay", "discard"))
    assert re.search(rf"escape 6/3 +{lay} lay +{drop} drop", said)
    assert "take map 2" in said
    act(state, "discard a set")
    assert [action.name for action in offered(state)] == choices(state)


def test_everything_is_shown_at_the_end() -> None:
    """S17-72"""
    state = position(["tool 1", "map 1"], ["food 1, escape 6/3", "barracks"], "food, 5", prisoners=[1, 3])
    act(state, ATTEMPT)
    assert state.turn == OVER
    assert "holds map 1  laid barracks" in page(state, 0)
    assert "place 1  holds tool 1  laid food 1  escape 6/3" in page(state, 1)
