"""JB-1 to JB-6, JB-69: what is in the box, and how a game begins."""

from pathlib import Path
from typing import Any

import pytest

from escapade import CHANCE, BadInput, Match

from .table import (
    CARDS,
    JAILBREAKERS,
    LOCATIONS,
    MATERIALS,
    OBJECTS,
    PLANS,
    act,
    cards,
    choices,
    do,
    guards,
    new,
    plans,
    position,
    split,
)

MADE = OBJECTS[:10]


def opened(seats: int, **options: Any) -> Match:
    """A match at its first turn, whatever chance does first."""
    match = new(seats, **options)
    while match.turn == CHANCE and match.view(None).round == 0:
        match.play(match.legal()[0])
    return match


@pytest.mark.parametrize(
    ("seats", "prisoners", "standing", "materials", "objects", "offered"),
    [(1, 3, 3, 10, 10, 2), (2, 3, 3, 10, 10, 3), (3, 3, 2, 15, 20, 4), (4, 3, 2, 20, 20, 5), (5, 2, 1, 20, 20, 6)],
)
def test_the_number_of_players_says_what_there_is(
    seats: int, prisoners: int, standing: int, materials: int, objects: int, offered: int
) -> None:
    """JB-1"""
    view = opened(seats).view(None)
    players = max(2, seats)  # alone, the phantom has as much
    assert view.inside == [prisoners] * players + [0] * (5 - players)
    assert len(guards(view)) == standing
    assert (sum(view.supply[:10]), sum(view.supply[10:])) == (materials, objects)
    assert view.stock == materials
    assert len(plans(view)) == offered
    assert view.turns[0] == prisoners - 1  # the first turn has begun; every turn has a die


@pytest.mark.parametrize("seats", [0, 6])
def test_a_sixth_player_has_no_place(seats: int) -> None:
    """JB-1"""
    with pytest.raises(BadInput, match="1 to 5 seats"):
        new(seats)


@pytest.mark.parametrize(
    ("seats", "where"), [(1, [3, 6, 9]), (2, [3, 6, 9]), (3, [6, 12]), (4, [6, 12]), (5, [6])], ids=str
)
def test_guards_start_on_these_of_twelve_locations(seats: int, where: list[int]) -> None:
    """JB-2"""
    view = opened(seats).view(None)
    assert guards(view) == dict.fromkeys(where, "guard")
    assert len(view.guard) == 12
    assert sorted(view.location) == [*range(12)]


def test_the_box_has_10_materials_10_objects_11_plans_and_17_escape_cards() -> None:
    """JB-3"""
    assert (len(MATERIALS), len(MADE), len(PLANS), len(LOCATIONS)) == (10, 10, 11, 12)
    view = opened(4).view(None)
    assert view.supply == [2] * 20 + [0]
    assert view.deck == [10, 7, 0]
    assert view.failures == 7
    assert JAILBREAKERS.pieces().reconstructed == ["locations", "recipes", "plans"]


@pytest.mark.parametrize("seats", [1, 2])
def test_ten_cards_are_one_of_each_kind(seats: int) -> None:
    """JB-4"""
    assert opened(seats).view(None).supply == [1] * 20 + [0]


def test_of_fifteen_materials_five_kinds_drawn_by_lot_come_twice() -> None:
    """JB-4"""
    match = new(3)
    for i, name in enumerate(("tape", "soap", "bedsheet", "wire", "dye")):
        odds = match.odds()
        assert len(odds) == 10 - i
        assert {weight for _, weight in odds} == {1}
        match.play(f"a second {name}")
        assert f"a second {name}" not in [action.name for action in match.legal()]
    view = match.view(None)
    twice = {CARDS[card] for card in range(10) if view.supply[card] == 2}
    assert twice == {"tape", "soap", "bedsheet", "wire", "dye"}
    assert view.supply[10:] == [2] * 10 + [0]
    assert match.legal()[0].name == "offer Over the wall"


def test_the_supply_lies_open() -> None:
    """JB-4"""
    match = opened(2)
    assert cards(match.view(0).supply) == cards(match.view(None).supply) == ", ".join(CARDS[:20])


def test_plans_are_drawn_by_lot_and_the_others_wait() -> None:
    """JB-5"""
    match = new(2)
    for i, plan in enumerate(("Riot", "Night shift", "Over the wall")):
        assert [weight for _, weight in match.odds()] == [1] * (11 - i)
        match.play(f"offer {plan}")
    assert plans(match.view(1)) == ["Over the wall", "Night shift", "Riot"]
    assert match.turn == 0


def test_the_first_player_is_drawn_by_lot() -> None:
    """JB-6"""
    match = new(3, first="lot")
    while match.legal()[0].name != "seat 0 starts":
        match.play(match.legal()[0])
    assert [(JAILBREAKERS.actions[code].name, weight) for code, weight in match.odds()] == [
        ("seat 0 starts", 1),
        ("seat 1 starts", 1),
        ("seat 2 starts", 1),
    ]
    match.play("seat 2 starts")
    assert (match.turn, match.view(None).first) == (2, 2)


def test_alone_the_lot_may_fall_on_the_phantom() -> None:
    """JB-6"""
    match = new(1, "Riot, Night shift", first="lot")
    assert [action.name for action in match.legal()] == ["seat 0 starts", "the phantom starts"]
    match.play("the phantom starts")
    assert match.view(None).player == 1
    assert [action.name for action in match.legal()] == ["roll"]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_host_may_name_the_first_player(first: int) -> None:
    """JB-6"""
    assert opened(3, first=first).turn == first


def test_the_host_cannot_name_somebody_who_is_not_there() -> None:
    """JB-6"""
    with pytest.raises(BadInput, match="JB-6"):
        new(2, first=2)


# --- Plans -------------------------------------------------------------------

SIX = {
    "Over the wall": "ladder, grappling hook",
    "Under the fence": "shovel, worker outfit",
    "Out of the front gate": "guard outfit, soap gun",
}
FIVE = {
    "Through the sewer": "shovel, lock pick, raft",
    "Night shift": "bed dummy, worker outfit, lock pick",
    "Rooftop run": "ladder, grappling hook, bed dummy",
    "Riot": "brass knuckles, soap gun, ladder",
    "Delivery van": "worker outfit, guard outfit, brass knuckles",
}
FOUR = {
    "The long tunnel": "shovel, bed dummy, lock pick, brass knuckles",
    "Across the bay": "bed dummy, raft, grappling hook, ladder",
    "Change of guard": "guard outfit, soap gun, lock pick, raft",
}


@pytest.mark.parametrize(
    ("plan", "objects", "draws"),
    [(plan, objects, n) for n, some in ((6, SIX), (5, FIVE), (4, FOUR)) for plan, objects in some.items()],
)
def test_a_plan_takes_these_objects_and_draws_so_many_cards(plan: str, objects: str, draws: int) -> None:
    """JB-69: with one of the objects missing it cannot be attempted."""
    state = position(objects, "", plans=plan)
    assert f"attempt {plan}" in choices(state)
    for lost in split(objects):
        rest = ", ".join(thing for thing in split(objects) if thing != lost)
        assert not any(name.startswith("attempt") for name in choices(position(rest, "", plans=plan)))
    act(state, f"attempt {plan}")
    assert state.to_draw == draws


def test_all_eleven_plans_are_told() -> None:
    """JB-69"""
    assert {*SIX, *FIVE, *FOUR} == set(PLANS)


# --- A data file of one's own ------------------------------------------------


def own_pieces(tmp_path: Path, was: str, becomes: str) -> Any:
    text = (JAILBREAKERS.folder / "pieces.toml").read_text(encoding="utf-8")
    assert was in text
    file = tmp_path / "pieces.toml"
    file.write_text(text.replace(was, becomes), encoding="utf-8")
    return JAILBREAKERS.pieces(file)


def test_other_recipes_can_be_played_with(tmp_path: Path) -> None:
    """JB-41"""
    pieces = own_pieces(tmp_path, '"raft" = ["bedsheet", "pipe"]', '"raft" = ["plank", "dye"]')
    match = new(2, "Riot, Night shift, Over the wall", pieces)
    do(match, "roll", "the die shows 1", "place on 1", "draw plank", "end the turn", "skip the roll", "end the turn")
    do(match, "roll", "the die shows 1", "place on 1", "draw dye", "craft raft")
    assert cards(match.view(None).hand[0]) == "raft"


def test_other_locations_can_be_played_with(tmp_path: Path) -> None:
    """JB-31"""
    pieces = own_pieces(tmp_path, '"Cell block" = { number = 1, draw = 1 }', '"Cell block" = { number = 1, take = 2 }')
    match = new(2, "Riot, Night shift, Over the wall", pieces)
    do(match, "roll", "the die shows 1", "place on 1", "take plank", "take dye", "end the turn")
    assert cards(match.view(None).hand[0]) == "dye, plank"


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ('["soap", "dye"]', '["soap", "glue"]', r"line 40: recipes\.soap gun: there is no material 'glue'"),
        ('["soap", "dye"]', '["soap", "soap"]', r"line 40: recipes\.soap gun: must be two different materials"),
        ('["soap", "dye"]', '["soap"]', r"line 40: recipes\.soap gun: must be two different materials"),
        ('["soap", "dye"]', '["soap", "dye", "wire"]', r"line 40: recipes\.soap gun: must be two different materials"),
        ('"raft" = ["bedsheet", "pipe"]', "", r"line 31: recipes: must have exactly these entries"),
        (
            '["guard outfit", "soap gun"]',
            '["guard outfit", "cannon"]',
            r"line 47: plans\.Out of the front gate\.objects: there is no object 'cannon'",
        ),
        (
            '["guard outfit", "soap gun"]',
            '["guard outfit", "money bag"]',
            r"line 47: plans\.Out of the front gate\.objects: there is no object 'money bag'",
        ),
        (
            '["guard outfit", "soap gun"]',
            '["soap gun", "soap gun"]',
            r"line 47: plans\.Out of the front gate\.objects: soap gun stands twice",
        ),
        (
            '["guard outfit", "soap gun"]',
            '["soap gun"]',
            r"line 47: plans\.Out of the front gate\.objects: must be from 2 to 7 objects, not 1",
        ),
        (
            '"Riot" = { draws = 5',
            '"Riot" = { draws = 1',
            r"line 51: plans\.Riot\.draws: must be from 2 to 9 cards, not 1",
        ),
        (
            '"Riot" = { draws = 5',
            '"Riot" = { draws = 10',
            r"line 51: plans\.Riot\.draws: must be from 2 to 9 cards, not 10",
        ),
        ('"Riot"', '"Mutiny"', r"line 44: plans: must have exactly these entries"),
        ("success = 10", "success = 5", r"line 8: escape\.success: must be from 6 .* to 15, not 5"),
        ("success = 10", "success = 16", r"line 8: escape\.success: must be from 6 .* to 15, not 16"),
        ("failure = 7", "failure = 0", r"line 9: escape\.failure: must be from 1 to 10, not 0"),
        ("failure = 7", "failure = 'seven'", r"line 9: escape\.failure: "),
        (
            "number = 5",
            "number = 13",
            r"line 21: locations\.Library\.number: locations are numbered from 1 to 12, not 13",
        ),
        ("number = 5", "number = 4", r"line 21: locations\.Library\.number: Kitchen has the number 4 already"),
        ("exchange = 2", "exchange = 4", r"line 21: locations\.Library\.exchange: must be from 0 to 3, not 4"),
        ('"wire", "tape"] }', '"wire", "glue"] }', r"locations\.Workshop\.of: there is no material 'glue'"),
        ("draw = 2", 'draw = 2, of = ["dye"]', r"locations\.Visiting room\.of: says what may be taken, but nothing"),
        ('steal = "object"', 'steal = "time"', r"locations\.Warden's office\.steal: must be material or object"),
        ('"Yard" = ', '"Chapel" = ', r"line 16: locations: must have exactly these entries"),
        ('["locations", "recipes", "plans"]', '["doors"]', r"line 4: reconstructed: there is no table 'doors'"),
    ],
)
def test_a_file_that_breaks_the_game_is_refused_with_the_line(
    tmp_path: Path, was: str, becomes: str, said: str
) -> None:
    """JB-3, JB-31, JB-41, JB-69"""
    with pytest.raises(BadInput, match=said):
        own_pieces(tmp_path, was, becomes)
