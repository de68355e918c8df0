"""Knowledge is exact, fair and complete: it counts the worlds that guessing draws, and sees a view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from escapade.bots.deductions import Unknown, deduce
from escapade.games import GAMES
from escapade.games.cartagena.rules import SYMBOLS
from escapade.games.jailbreakers.box import ACTIONS, ESCAPE_CARDS, SUCCESS
from escapade.games.jailbreakers.escape import card_at
from escapade.games.stalag17.cards import KINDS
from escapade.games.stalag17.deductions import SORTS
from escapade.games.stratego.rules import RANKS
from escapade.kernel.contract import Game
from escapade.kernel.fields import State, get_cell, set_cell
from escapade.kernel.names import NONE, OVER, SPECTATOR, UNKNOWN
from escapade.kernel.rng import seed
from escapade.laws.tables import Table, Walk, moments, states

GUESSES = 4000
SURE = 5  # standard deviations that a share may be off; the dice are always the same
TABLES = [
    Table("cartagena", 2, {"version": "jamaica"}),
    Table("cartagena", 4, {"version": "jamaica"}),
    Table("cartagena", 3, {"version": "tortuga"}),
    Table("stratego", 2, {}),
    Table("stalag17", 2, {}),
    Table("stalag17", 4, {"play_on": True}),
    Table("jailbreakers", 1, {}),
    Table("jailbreakers", 3, {"snitch": True}),
]
every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.name}-{table.seats}")
NOSY = tuple(100 if "look" in verb.says or "use" in verb.says else 10 for verb in ACTIONS.verbs)


def walk_of(table: Table, number: int) -> Walk:
    return Walk(450, number, NOSY if table.name == "jailbreakers" else ())


def is_counted(view: State) -> bool:
    """Stalag 17 leaves one thing out: what a set or run that another has begun says about that hand."""
    return not ("building" in view._names and view.building > 0 and view.hand[view.turn][0] == UNKNOWN)


def some_views(table: Table, number: int, eyes: tuple[int, ...]) -> Iterator[State]:
    for state in moments(table, walk_of(table, number)):
        for eye in eyes:
            view = table.game.view(state, eye)
            if is_counted(view):
                yield view


# --- What a guess says about an unknown --------------------------------------


def reading(name: str, unknown: Unknown, world: State, order: list[int]) -> str:
    """What the unknown is in this world; of decks, `order` says how the cards lie."""
    if name == "stratego":
        rank = world.rank[unknown.index[0]]
        return RANKS[rank] if rank != NONE else "not placed yet"
    if name == "jailbreakers":
        if unknown.index:
            return ESCAPE_CARDS[order[unknown.index[0]]]
        ahead = 1 if "next card" in unknown.what else int(unknown.what.split()[-2])
        return str(sum(card != SUCCESS for card in order[:ahead]))
    if not unknown.index:
        return (SYMBOLS if name == "cartagena" else KINDS)[order[0]]
    cell = get_cell(world, unknown.field, unknown.index)
    if isinstance(cell, list):
        return str(sum(cell[kind] for kind in SORTS[unknown.what.split(" cards ")[0]]))
    return str(cell)


def shuffled(name: str, world: State, dice: Random) -> list[int]:
    """The deck of a world in some order that fits it; the first card will do where no more is asked for."""
    if name == "stratego" or sum(world.deck) == 0:
        return []
    if name != "jailbreakers":
        return dice.choices(range(len(world.deck)), world.deck)
    order = [card_at(world, position) for position in range(sum(world.deck))]
    rest = [card for card, n in enumerate(world.deck) for _ in range(n - order.count(card))]
    dice.shuffle(rest)
    return [card if card != NONE else rest.pop() for card in order]


def sampled(game: Game, view: State, unknowns: list[Unknown]) -> list[Counter[str]]:
    """How often each possibility came up among many guesses."""
    words, dice, found = [0, 0], Random(5), [Counter[str]() for _ in unknowns]
    seed(words, 9)
    for _ in range(GUESSES):
        world = game.guess(view, words)
        order = shuffled(game.name, world, dice)
        for unknown, count in zip(unknowns, found, strict=True):
            count[reading(game.name, unknown, world, order)] += 1
    return found


@every_table
@pytest.mark.parametrize("plies", [60, 170, 400])
def test_guesses_come_out_as_often_as_they_are_said_to(table: Table, plies: int) -> None:
    walk, eye = walk_of(table, plies), plies % 3
    fit = [table.game.view(state, eye if eye < table.seats else SPECTATOR) for state in states(table, walk)]
    fit = [view for view in fit[: plies + 1] if is_counted(view) and view.turn != OVER]
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
    """But for what says nothing about cards (Cartagena's `drawn`), and what Jailbreakers tells by place in the deck."""
    game = table.game
    for state in moments(table, walk_of(table, number)):
        for eye in table.observers:
            view = game.view(state, eye)
            hidden = {cell for cell in game.fields.hidden(state, eye) if cell[0] not in {"drawn", "known"}}
            told = {(unknown.field, unknown.index) for unknown in deduce(game, view)}
            assert hidden <= told
            if table.name != "jailbreakers":
                assert all(get_cell(view, *cell) == UNKNOWN for cell in told if cell in hidden)


@every_table
@pytest.mark.parametrize("number", range(2))
def test_the_truth_is_always_possible(table: Table, number: int) -> None:
    game, dice = table.game, Random(number)
    for state in moments(table, walk_of(table, number)):
        for eye in table.observers:
            order = shuffled(table.name, state, dice)
            for unknown in deduce(game, game.view(state, eye)):
                assert reading(table.name, unknown, state, order) in dict(unknown.odds), unknown.what


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
    assert changed > 0 or table.options.get("version") == "tortuga" or table.seats == 1


@every_table
def test_knowing_leaves_the_view_as_it_is(table: Table) -> None:
    for view in some_views(table, 1, (0, SPECTATOR)):
        before = view.copy()
        deduce(table.game, view)
        assert view == before


@pytest.mark.parametrize("name", GAMES)
def test_who_hands_over_a_state_is_refused(name: str) -> None:
    game = GAMES[name]
    state = game.start(2, game.check_options({}, 2), game.pieces())
    with pytest.raises(TypeError, match="a view"):
        deduce(game, state)


def test_the_view_of_another_game_is_refused() -> None:
    table = Table("stratego", 2, {})
    with pytest.raises(TypeError, match="a view of cartagena"):
        deduce(GAMES["cartagena"], table.game.view(table.start(), 0))
