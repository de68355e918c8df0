"""What is known is drawn as tables of percentages that fit a small terminal."""

import random
import re
from fractions import Fraction
from typing import Any

import pytest
from rich.console import Console, RenderableType

import escapade
from escapade.bots.deductions import deduce
from escapade.cli.deductions import drawn
from escapade.games.cartagena.rules import SYMBOLS
from escapade.games.stratego.rules import RANKS
from escapade.kernel.contract import Game
from escapade.kernel.fields import set_cell
from escapade.kernel.match import Match
from escapade.kit.chart import by_line, percent
from tests.bots import coin

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("cartagena", {"seats": 2}),
    ("cartagena", {"seats": 5}),
    ("cartagena", {"seats": 3, "version": "tortuga"}),
    ("stratego", {}),
    ("stalag17", {"seats": 2}),
    ("stalag17", {"seats": 5}),
    ("jailbreakers", {"seats": 1}),
    ("jailbreakers", {"seats": 5, "snitch": True}),
]
every_table = pytest.mark.parametrize(("game", "options"), TABLES)


def printed(drawing: RenderableType) -> str:
    console = Console(width=80, color_system=None, highlight=False)
    with console.capture() as kept:
        console.print(drawing)
    return kept.get()


def some_way_into(game: str, plies: int, **options: Any) -> Match:
    match, dice = escapade.new(game, seed=3, **options), random.Random(3)
    for _ in range(plies):
        if match.turn != escapade.OVER:
            match.play(dice.choice(match.legal()))
    return match


@every_table
@pytest.mark.parametrize("plies", [0, 10, 30, 60, 120, 250])
def test_what_is_known_fits_80_columns_and_one_page_and_nothing_is_cut_off(
    game: str, options: dict[str, Any], plies: int
) -> None:
    match = some_way_into(game, plies, **options)
    for eye in (*range(match.seats), None):
        lines = printed(drawn(match.game, match.view(eye))).splitlines()
        assert max(map(len, lines)) <= 80
        assert not any("…" in line for line in lines)
        assert len(lines) <= (24 if eye is not None else 34)


def rows(page: str) -> dict[str, list[str]]:
    """The cells of each row, by its first words."""
    found = {}
    for line in page.splitlines():
        first, *cells = re.split(r" {2,}", line.strip())
        found[first] = cells
    return found


def test_a_hand_of_cartagena_shows_the_chance_of_each_symbol_and_the_average() -> None:
    match = some_way_into("cartagena", 10, seats=3)
    view, page = match.view(0), printed(drawn(match.game, match.view(0)))
    assert [word for word in SYMBOLS if word in page.splitlines()[1].split()] == [*SYMBOLS]
    told = {unknown.what: unknown for unknown in deduce(match.game, view)}
    for seat, colour in ((1, "Blue"), (2, "Green")):
        (line,) = [line for line in page.splitlines() if line.startswith(f"{colour} ({view.held[seat]})")]
        for symbol in SYMBOLS:
            unknown = told[f"{symbol} in seat {seat}'s hand"]
            assert f"{percent(unknown.at_least_one())} {float(unknown.expected()):.1f}" in line


def test_pieces_of_stratego_with_the_same_chances_stand_together() -> None:
    match = some_way_into("stratego", 150)
    view = match.view(0)
    page = rows(printed(drawn(match.game, view)))
    hidden = {unknown.what.removeprefix("piece on "): unknown for unknown in deduce(match.game, view)}
    for label, cells in page.items():
        if label.startswith(("moved (", "not moved (")):
            for square in cells[0].split():
                assert bool(view.moved[hidden[square].index[0]]) is label.startswith("moved")
    assert page["flag"][2] == page["bomb"][2] == "–"
    left = [int(page[rank][0]) for rank in RANKS if rank in page]
    assert sum(left) == len(hidden)


def test_a_side_that_is_not_set_up_has_nothing_to_tell() -> None:
    match = escapade.new("stratego", seed=3, red=0)
    assert printed(drawn(match.game, match.view(0))).strip() == "Blue has not set up its army yet."


def test_chances_of_an_attempt_stand_beside_the_plans_that_draw_so_many() -> None:
    match = some_way_into("jailbreakers", 0, seats=2)
    view, page = match.view(0), printed(drawn(match.game, match.view(0)))
    for plan, name in enumerate(match.game.rules.PLANS):
        if view.offered[plan]:
            assert re.search(rf"next {view.draws[plan]} .*{name}", page)
    assert [rows(page)[f"next {n}"][3] for n in (2, 3, 4)] == ["85 %", "64 %", "44 %"]


def test_who_has_looked_at_a_card_is_told_with_what_it_was() -> None:
    match = some_way_into("jailbreakers", 0, seats=2)
    state = match._state.copy()
    state.looked[0][0], state.known[0][0], state.looked[1][1], state.known[1][1] = 1, 1, 1, 0
    page = rows(printed(drawn(match.game, match.game.view(state, 0))))
    assert page["you have looked at"] == ["top card: failure"]
    assert page["Blue has looked at"] == ["card 2"]


@every_table
def test_a_drawing_does_not_change_when_what_is_hidden_does(game: str, options: dict[str, Any]) -> None:
    match, dice = some_way_into(game, 90, **options), random.Random(1)
    for eye in range(match.seats):
        other = match._state.copy()
        for field, index in match.game.fields.hidden(other, eye):
            set_cell(other, field, index, dice.randrange(5))
        assert printed(drawn(match.game, match.game.view(other, eye))) == printed(drawn(match.game, match.view(eye)))


def test_a_drawing_is_never_made_from_a_state() -> None:
    match = some_way_into("cartagena", 5)
    with pytest.raises(TypeError, match="a view"):
        drawn(match.game, match._state)


@pytest.mark.parametrize(("game", "option"), [("stalag17", {"counting": False}), ("stratego", {"memory": "classic"})])
def test_a_table_that_wants_to_remember_alone_is_not_helped(game: str, option: dict[str, Any]) -> None:
    """S17-71, STR-42"""
    match = some_way_into(game, 60, **option)
    page = printed(drawn(match.game, match.view(0)))
    assert "alone" in page
    assert "%" not in page


def test_at_the_end_nothing_is_hidden() -> None:
    match = some_way_into("cartagena", 3000)
    assert match.turn == escapade.OVER
    assert printed(drawn(match.game, match.view(0))).strip() == "Nothing is hidden from you."


def test_a_game_without_deductions_says_what_is_hidden_and_nothing_of_its_chances() -> None:
    match = Match(Game(coin, "coin"))
    match.play("heads falls")
    page = " ".join(printed(drawn(match.game, match.view(0))).split())
    assert page == "Hidden from you, in whole or in part: coin. What they can be is not worked out for Coin."
    match.play("peek")
    assert printed(drawn(match.game, match.view(0))).strip() == "Nothing is hidden from you."


def test_a_small_chance_is_not_none_and_a_great_one_is_not_certain() -> None:
    said = [percent(Fraction(n, 1000)) for n in (0, 1, 9, 10, 500, 990, 991, 1000)]
    assert said == ["–", "<1 %", "<1 %", "1 %", "50 %", "99 %", ">99 %", "sure"]


def test_any_game_can_be_told_line_by_line() -> None:
    match = some_way_into("cartagena", 10)
    view = match.view(0)
    page = printed(by_line(match.game, view, deduce(match.game, view)))
    assert "hook in seat 1's hand" in page
