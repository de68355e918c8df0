"""S17-1 to S17-18: what is in the box, and how a round begins."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from escapade import CHANCE, BadInput, Match
from escapade.games.stalag17.discards import is_of

from .table import KINDS, OBJECTS, STALAG17, choices, deal, dealt, do, escape_round, need, new, position, throw

TYPES = ("clothes", "food", "document", "tool", "map", "information", "barracks", "escape")


def box() -> Counter[str]:
    """Every card of the game."""
    return Counter(dict(zip(KINDS, STALAG17.pieces().copies(), strict=True)))


def of_type(name: str) -> list[str]:
    """The single cards of a type, one by one."""
    return [kind for kind, n in box().items() if kind.split()[0] == name for _ in range(n)]


def watched(kind: str) -> int:
    value: int = STALAG17.pieces().watched()[KINDS.index(kind)]
    return value


def test_there_are_84_cards() -> None:
    """S17-1"""
    assert box().total() == 84
    assert [len(of_type(thing)) for thing in OBJECTS] == [8] * 5
    doubles = [kind for kind, n in box().items() if "-" in kind for _ in range(n)]
    assert sorted(doubles) == sorted(f"{a}-{b}" for i, a in enumerate(OBJECTS) for b in OBJECTS[i + 1 :])
    assert (len(of_type("escape")), box()["barracks"], box()["information"]) == (26, 4, 4)


def test_every_card_but_a_double_has_one_of_eight_types() -> None:
    """S17-2"""
    types = {kind: [sort for sort in range(8) if is_of(code, sort)] for code, kind in enumerate(KINDS)}
    assert {TYPES[found[0]] for found in types.values() if len(found) == 1} == set(TYPES)
    assert {kind for kind, found in types.items() if len(found) != 1} == {kind for kind in KINDS if "-" in kind}
    assert all(TYPES[found[0]] == kind.split()[0] for kind, found in types.items() if len(found) == 1)


def test_the_reconstructed_values_are_in_the_data_file() -> None:
    """S17-3"""
    assert STALAG17.pieces().reconstructed
    for thing in OBJECTS:
        assert sorted(of_type(thing)) == [f"{thing} 1"] * 4 + [f"{thing} 2"] * 4
    values = Counter(int(kind.split()[1][0]) for kind in of_type("escape"))
    assert [values[value] for value in range(1, 7)] == [4, 5, 5, 5, 4, 3]
    assert {kind[7:] for kind in of_type("escape")} == {"1/1", "2/1", "3/1", "4/2", "5/2", "6/3"}


def test_the_cards_that_are_attested_are_there() -> None:
    """S17-3: clothes 2, tool 1, food 1, doubles 3, escape cards of surveillance 1, escape values 3 and 6."""
    assert min(box()[kind] for kind in ("clothes 2", "tool 1", "food 1", "escape 3/1", "escape 6/3")) > 0
    assert {watched(kind) for kind in KINDS if "-" in kind} == {3}


def test_a_card_is_called_by_its_surveillance_value() -> None:
    """S17-3, S17-4: barracks 0 and information 4 in a hand."""
    assert [watched(kind) for kind in ("food 1", "food 2", "map 3", "escape 6/3", "escape 2/1")] == [1, 2, 3, 3, 1]
    assert (watched("barracks"), watched("information")) == (0, 4)


def test_an_object_die_shows_five_objects_and_escape_3_the_escape_die_1_to_6() -> None:
    """S17-5"""
    match = new()
    assert [(action.name, weight) for action, (_, weight) in zip(match.legal(), match.odds(), strict=True)] == [
        *((f"throw {thing}", 1) for thing in OBJECTS),
        ("throw escape 3", 1),
    ]
    do(match, "throw map", "throw map", "throw map")
    assert [(STALAG17.actions[code].name, weight) for code, weight in match.odds()] == [
        (f"escape die {n}", 1) for n in range(1, 7)
    ]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_of_two_to_five_players_has_three_prisoners_and_no_surveillance(seats: int) -> None:
    """S17-6"""
    view = new(seats).view(None)
    assert view.prisoners == [3] * seats + [0] * (5 - seats)
    assert view.surveillance == [0] * 5


@pytest.mark.parametrize("seats", [1, 6])
def test_nobody_plays_alone_and_a_sixth_player_has_no_prisoners(seats: int) -> None:
    """S17-6"""
    with pytest.raises(BadInput, match="2 to 5 seats"):
        new(seats)


# --- The plan ----------------------------------------------------------------


def test_the_lot_decides_who_starts_the_first_round() -> None:
    """S17-10"""
    match = new(3, first="lot")
    assert [(STALAG17.actions[code].name, weight) for code, weight in match.odds()] == [
        ("seat 0 starts", 1),
        ("seat 1 starts", 1),
        ("seat 2 starts", 1),
    ]
    match.play("seat 2 starts")
    throw(match, "map, map, map, 1")
    deal(match, "food 1, food 1", "map 1, map 1", "tool 1, tool 1")
    assert match.turn == 2


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_host_may_name_who_starts(first: int) -> None:
    """S17-10: chance throws the dice first all the same."""
    match = new(3, first=first)
    assert match.turn == CHANCE
    assert (match.view(None).starter, match.view(None).dice) == (first, 3)
    throw(match, "map, map, map, 1")
    deal(match, "food 1, food 1", "map 1, map 1", "tool 1, tool 1")
    assert match.turn == first


def test_a_seat_that_does_not_play_cannot_start() -> None:
    """S17-10"""
    with pytest.raises(BadInput, match="S17-10"):
        new(3, first=3)


ROWS = {2: "34455", 3: "3344455", 4: "333444555", 5: "33334445555"}


@pytest.mark.parametrize("seats", ROWS)
def test_the_number_of_dice_follows_the_table(seats: int) -> None:
    """S17-14: each player in turn frees a prisoner, then each another one, until one has to win."""
    match, thrown = new(seats), ""
    for number in range(len(ROWS[seats])):
        thrown += str(match.view(None).dice)
        if number < 2 * seats:
            escape_round(match, number % seats)
    assert thrown == ROWS[seats]


@pytest.mark.parametrize(("freed", "dice"), [(0, 3), (1, 3), (2, 3), (3, 3), (4, 4)])
def test_five_players_throw_four_dice_once_four_prisoners_are_free_and_three_before(freed: int, dice: int) -> None:
    """S17-15"""
    match = new(5)
    for seat in range(freed):
        escape_round(match, seat)
    assert match.view(None).dice == dice


@pytest.mark.parametrize(
    ("thrown", "objects", "points"),
    [
        ("clothes, tool, food, 4", "clothes, food, tool", 4),
        ("map, escape 3, document, 2", "document, map", 5),
        ("map, map, map, 1", "map, map, map", 1),
        ("escape 3, escape 3, escape 3, 6", "", 15),
    ],
)
def test_the_plan_asks_for_the_objects_and_the_points_thrown(thrown: str, objects: str, points: int) -> None:
    """S17-16; S17-17: the first two"""
    match = new()
    throw(match, thrown)
    assert need(match.view(None)) == objects
    assert match.view(None).points == points


def test_everyone_draws_two_cards_from_the_starter_on_both_before_the_next() -> None:
    """S17-18"""
    match = new(3, first=1)
    throw(match, "map, map, map, 1")
    drawers = []
    while match.turn == CHANCE:
        drawers.append(match.view(None).drawer)
        match.play("draw tool 1" if drawers[-1] else "draw food 1")
    assert drawers == [1, 1, 2, 2, 0, 0]
    assert match.view(None).held[:3] == [2, 2, 2]
    assert match.view(None).left == 84 - 6
    assert match.turn == 1


def test_a_card_is_as_likely_as_there_are_cards_of_it_in_the_deck() -> None:
    """S17-18"""
    match = dealt("map, map, map, 1", "map 1, map 1", "information, barracks")
    match.play("draw two")
    odds = {STALAG17.actions[code].name: weight for code, weight in match.odds()}
    assert [odds[f"draw {kind}"] for kind in ("map 1", "map 2", "information", "barracks", "food-map")] == [
        2,
        4,
        3,
        3,
        1,
    ]
    assert sum(odds.values()) == 80


# --- A data file of one's own ------------------------------------------------


def own_pieces(tmp_path: Path, was: str, becomes: str) -> Any:
    text = (STALAG17.folder / "pieces.toml").read_text(encoding="utf-8")
    assert was in text
    file = tmp_path / "pieces.toml"
    file.write_text(text.replace(was, becomes), encoding="utf-8")
    return STALAG17.pieces(file)


def test_other_cards_can_be_played_with(tmp_path: Path) -> None:
    """S17-3"""
    pieces = own_pieces(tmp_path, "map = [4, 4, 0]", "map = [0, 0, 8]")
    match = Match(STALAG17, 2, {"first": 0}, pieces)
    throw(match, "map, map, map, 1")
    drawn = [action.name for action in match.legal()]
    assert "draw map 3" in drawn
    assert "draw map 1" not in drawn


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ("map = [4, 4, 0]", "map = [4, 4]", r"line 12: objects\.map: must be three numbers"),
        ("map = [4, 4, 0]", "map = [4, 5, -1]", r"line 12: objects\.map: must be three numbers"),
        ("map = [4, 4, 0]", "gun = [4, 4, 0]", r"line 7: objects: must have exactly these entries"),
        ("tool-map = 3", "map-tool = 3", r"line 15: doubles: must have exactly these entries"),
        ("tool-map = 3", "tool-map = 12", r"line 25: doubles\.tool-map: a surveillance value is from 0 to 9, not 12"),
        ("6 = [0, 0, 3]", "7 = [0, 0, 3]", r"line 28: escape: must have exactly these entries"),
        ("barracks = 4", "barracks = -1", r"line 36: others: a number of cards cannot be less than 0"),
        ("barracks = 4", "barracks = 40", r"line 36: others: the game needs 40 to 99 cards in all, not 120"),
        ("barracks = 4", "barracks = 'four'", r"line 37: others\.barracks: "),
        ("barracks = 4", "", r"others: .*barracks"),
    ],
)
def test_a_file_that_breaks_the_game_is_refused_with_the_line(
    tmp_path: Path, was: str, becomes: str, said: str
) -> None:
    """S17-1, S17-3"""
    with pytest.raises(BadInput, match=said):
        own_pieces(tmp_path, was, becomes)


def test_a_position_is_laid_out_with_all_84_cards() -> None:
    """S17-1: what the other tests stand on."""
    state = position(["food 1, map 1", "tool 1"], ["barracks"], pile="map 2, map 2")
    assert state.left == 84 - 6
    assert "draw two" in choices(state)
