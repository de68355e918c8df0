"""Knowledge is exact, fair and complete: it counts the worlds that guessing draws, and sees a view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from escapade.bots.deductions import Unknown, deduce
from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.fields import State, get_cell, set_cell
from escapade.kernel.names import OVER, SPECTATOR, UNKNOWN
from escapade.kernel.rng import seed
from escapade.laws.tables import Table, Walk, moments, states
from tests.bots import any_deduced
from tests.games.beside import module_beside

GUESSES = 4000
SURE = 5  # standard deviations that a share may be off; the dice are always the same


def asked_of(name: str) -> Any:
    """What these tests ask of a game."""
    own = module_beside(name, "deduced")
    ends = {GAMES[name].seats[0], GAMES[name].seats[-1]}
    tables = [Table(name, seats, {}) for seats in sorted(ends)]
    return SimpleNamespace(**{"TABLES": tables, **vars(any_deduced), **(vars(own) if own else {})})


ASKED = {name: asked_of(name) for name, game in GAMES.items() if game.part("deductions")}
TABLES = [table for asked in ASKED.values() for table in asked.TABLES]
READ = [table for table in TABLES if hasattr(ASKED[table.name], "reading")]
every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.name}-{table.seats}")
every_table_read = pytest.mark.parametrize("table", READ, ids=lambda table: f"{table.name}-{table.seats}")


def walk_of(table: Table, number: int) -> Walk:
    return Walk(450, number, ASKED[table.name].LIKES)


def some_views(table: Table, number: int, eyes: tuple[int, ...]) -> Iterator[State]:
    for state in moments(table, walk_of(table, number)):
        for eye in eyes:
            view = table.game.view(state, eye)
            if ASKED[table.name].is_counted(view):
                yield view


# --- What a guess says about an unknown --------------------------------------


def sampled(game: Game, view: State, unknowns: list[Unknown]) -> list[Counter[str]]:
    """How often each possibility came up among many guesses."""
    words, dice, found = [0, 0], Random(5), [Counter[str]() for _ in unknowns]
    seed(words, 9)
    for _ in range(GUESSES):
        world = game.guess(view, words)
        order = ASKED[game.name].shuffled(world, dice)
        for unknown, count in zip(unknowns, found, strict=True):
            count[ASKED[game.name].reading(unknown, world, order)] += 1
    return found


@every_table_read
@pytest.mark.parametrize("plies", [60, 170, 400])
def test_guesses_come_out_as_often_as_they_are_said_to(table: Table, plies: int) -> None:
    walk, eye = walk_of(table, plies), plies % 3
    fit = [table.game.view(state, eye if eye < table.seats else SPECTATOR) for state in states(table, walk)]
    fit = [view for view in fit[: plies + 1] if ASKED[table.name].is_counted(view) and view.turn != OVER]
    unknowns = deduce(table.game, fit[-1])
    assert unknowns
    for unknown, count in zip(unknowns, sampled(table.game, fit[-1], unknowns), strict=True):
        odds = dict(unknown.odds)
        assert set(count) <= set(odds), unknown.what
        for name, chance in odds.items():
            off = abs(count[name] / GUESSES - chance)
            assert off <= SURE * float(chance * (1 - chance) / GUESSES) ** 0.5 + 4 / GUESSES, (unknown.what, name)


# --- What holds for every unknown --------------------------------------------


@every_table
@pytest.mark.parametrize("number", range(2))
def test_chances_are_fractions_above_0_that_sum_to_1_the_most_likely_first(table: Table, number: int) -> None:
    for view in some_views(table, number, table.observers):
        for unknown in deduce(table.game, view):
            chances = [chance for _, chance in unknown.odds]
            assert all(type(chance) is Fraction and chance > 0 for chance in chances)
            assert sum(chances) == 1
            assert chances == sorted(chances, reverse=True)
            assert len(dict(unknown.odds)) == len(chances)


@every_table
@pytest.mark.parametrize("number", range(2))
def test_no_two_unknowns_are_called_the_same(table: Table, number: int) -> None:
    for view in some_views(table, number, table.observers):
        called = [unknown.what for unknown in deduce(table.game, view)]
        assert len(set(called)) == len(called)


@every_table
@pytest.mark.parametrize("number", range(2))
def test_every_hidden_piece_and_number_of_cards_is_told(table: Table, number: int) -> None:
    """But for what a game does not tell, or tells otherwise than cell by cell."""
    game, asked = table.game, ASKED[table.name]
    for state in moments(table, walk_of(table, number)):
        for eye in table.observers:
            view = game.view(state, eye)
            hidden = {cell for cell in game.fields.hidden(state, eye) if cell[0] not in asked.UNTOLD}
            told = {(unknown.field, unknown.index) for unknown in deduce(game, view)}
            assert hidden <= told
            if asked.BY_CELL:
                assert all(get_cell(view, *cell) == UNKNOWN for cell in told if cell in hidden)


@every_table_read
@pytest.mark.parametrize("number", range(2))
def test_the_truth_is_always_possible(table: Table, number: int) -> None:
    game, dice, asked = table.game, Random(number), ASKED[table.name]
    for state in moments(table, walk_of(table, number)):
        for eye in table.observers:
            order = asked.shuffled(state, dice)
            for unknown in deduce(game, game.view(state, eye)):
                assert asked.reading(unknown, state, order) in dict(unknown.odds), unknown.what


@every_table
def test_nothing_is_unknown_when_the_game_is_over(table: Table) -> None:
    state = next(s for n in range(9) for s in states(table, Walk(9000, n)) if s.turn == OVER)
    for eye in table.observers:
        assert deduce(table.game, table.game.view(state, eye)) == []


# --- Fairness ----------------------------------------------------------------


@every_table
@pytest.mark.parametrize("number", range(2))
def test_knowledge_does_not_depend_on_what_is_hidden(table: Table, number: int) -> None:
    game, dice, changed = table.game, Random(number), 0
    for state in moments(table, walk_of(table, number)):
        for eye in table.observers:
            other = state.copy()
            for field, index in game.fields.hidden(state, eye):
                set_cell(other, field, index, dice.randrange(9))
            changed += other != state
            assert deduce(game, game.view(other, eye)) == deduce(game, game.view(state, eye))
    positions = [*moments(table, walk_of(table, number))]
    nothing = not any([*game.fields.hidden(state, eye)] for state in positions for eye in table.observers)
    assert changed > 0 or nothing


@every_table
def test_knowing_leaves_the_view_as_it_is(table: Table) -> None:
    for view in some_views(table, 1, (0, SPECTATOR)):
        before = view.copy()
        deduce(table.game, view)
        assert view == before


@pytest.mark.parametrize("name", GAMES)
def test_who_hands_over_a_state_is_refused(name: str) -> None:
    game = GAMES[name]
    seats = game.seats[0]
    state = game.start(seats, game.check_options({}, seats), game.pieces())
    with pytest.raises(TypeError, match="a view"):
        deduce(game, state)


def test_the_view_of_another_game_is_refused() -> None:
    table = Table("stratego", 2, {})
    with pytest.raises(TypeError, match="a view of cartagena"):
        deduce(GAMES["cartagena"], table.game.view(table.start(), 0))
