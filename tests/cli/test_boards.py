"""Boards draw views: what is hidden from the observer is in no picture, and no picture is too wide."""

import random
import re
from typing import Any

import pytest
from rich.console import Console, RenderableType

import escapade
from escapade.cli.boards import board_of
from escapade.games import GAMES
from escapade.games.stratego.rules import MEN, RANKS
from escapade.kernel.fields import State, get_cell, set_cell
from escapade.kernel.match import Match
from escapade.kit import any_terminal as any_game
from escapade.kit.drawing import RenderContext

CARTAGENA, STRATEGO = (board_of(GAMES[name]) for name in ("cartagena", "stratego"))


def printed(drawing: RenderableType, width: int = 80) -> str:
    console = Console(width=width, color_system=None, highlight=False)
    with console.capture() as kept:
        console.print(drawing)
    return kept.get()


def some_way_into(game: str, seed: int, plies: int, **options: Any) -> Match:
    match, dice = escapade.new(game, seed=seed, **options), random.Random(seed)
    for _ in range(plies):
        if match.turn != escapade.OVER:
            match.play(dice.choice(match.legal()))
    return match


def context(match: Match, view: State, eye: int, width: int = 80, height: int = 40) -> RenderContext:
    recent = tuple((seat, action.code) for seat, action in match.heard(eye)[-1:])
    names = tuple(f"player {seat}" for seat in range(match.seats))
    return RenderContext(match.game, view, match.seats, eye, names, recent, width, height)


TABLES = [("cartagena", {"seats": 5}), ("cartagena", {"version": "tortuga", "seats": 3}), ("stratego", {})]


@pytest.mark.parametrize(("game", "options"), TABLES)
@pytest.mark.parametrize("plies", [0, 3, 30, 80, 200])
def test_a_drawing_does_not_change_when_what_is_hidden_does(game: str, options: dict[str, int], plies: int) -> None:
    match, dice = some_way_into(game, 3, plies, **options), random.Random(plies)
    for eye in range(match.seats):
        other = match._state.copy()
        for field, index in match.game.fields.hidden(other, eye):
            set_cell(other, field, index, (get_cell(other, field, index) + dice.randint(0, 4)) % 5)
        for board in (board_of(match.game), any_game.BOARD):
            pages = [context(match, view, eye) for view in (match.view(eye), match.game.view(other, eye))]
            assert printed(board.draw(pages[0])) == printed(board.draw(pages[1]))


@pytest.mark.parametrize("memory", ["assisted", "classic"])
@pytest.mark.parametrize("eye", [0, 1])
def test_only_known_enemy_ranks_stand_on_the_board(memory: str, eye: int) -> None:
    match = some_way_into("stratego", 5, 240, memory=memory)
    view = match.view(eye)
    board = "\n".join(line[:44] for line in printed(STRATEGO.draw(context(match, view, eye))).splitlines())
    enemy = range(MEN * (1 - eye), MEN * (1 - eye) + MEN)
    known = [p for p in enemy if view.at[p] >= 0 and view.shown[p]]
    drawn = re.findall(rf"\b({'|'.join(rank[:2] for rank in RANKS)})\b", board)
    assert known
    if memory == "assisted":
        assert sorted(drawn) == sorted(RANKS[view.rank[p]][:2] for p in known)
    else:  # STR-42: turned over again, but for what was met just now
        assert len(drawn) <= 1 < len(known)
    assert board.count("▒▒") == sum(view.at[p] >= 0 for p in enemy) - len(drawn)


def test_the_board_is_seen_from_the_own_side() -> None:
    match = some_way_into("stratego", 5, 48)
    near = [printed(STRATEGO.draw(context(match, match.view(eye), eye))).splitlines() for eye in (0, 1)]
    assert near[0][0].split()[:2] == ["a", "b"]
    assert near[1][0].split()[:2] == ["h", "g"]
    assert near[0][2].split()[0] == near[1][16].split()[0] == "8"


def test_quiet_moves_are_counted_aloud_from_150_on() -> None:
    match = some_way_into("stratego", 5, 60)
    view = match.view(0)
    for quiet, told in ((149, False), (150, True)):
        set_cell(view, "quiet", (), quiet)
        page = printed(STRATEGO.draw(context(match, view, 0)))
        assert (f"{quiet} of 200 moves without an attack" in page) is told


@pytest.mark.parametrize(("game", "options"), TABLES)
@pytest.mark.parametrize("width", [60, 80, 100, 120])
def test_no_line_is_wider_than_the_terminal(game: str, options: dict[str, int], width: int) -> None:
    match = some_way_into(game, 3, 100, **options)
    view = match.view(match.turn)
    page = context(match, view, match.turn, width, 24)
    board = board_of(match.game)
    for part in (board.draw(page), board.offers(page, match.legal()).shown):
        lines = printed(part, width).splitlines()
        assert max(map(len, lines)) <= width
        assert not any("…" in line for line in lines)  # nothing is cut off either
        walls = {line.rstrip()[-1] for line in lines if line.startswith("│")}
        assert walls <= {"│"}  # no row of the tunnel is broken


@pytest.mark.parametrize("width", [60, 80, 120])
def test_every_space_of_the_tunnel_is_drawn_once_with_its_symbol(width: int) -> None:
    match = some_way_into("cartagena", 3, 60)
    page = printed(CARTAGENA.draw(context(match, match.view(0), 0, width)), width)
    found = {int(n): word for n, word in re.findall(r"[│→] +(\d+) (\w+)", page)}
    symbols = match.game.rules.SYMBOLS
    assert found == {space: symbols[match.view(0).tunnel[space]] for space in range(1, 37)}


def test_the_numbers_of_the_offers_are_all_legal_moves_with_their_landing_place() -> None:
    match = some_way_into("cartagena", 3, 60)
    view = match.view(match.turn)
    offers = CARTAGENA.offers(context(match, view, match.turn, 120), match.legal())
    assert sorted(offers.actions) == sorted(match.legal())
    page = printed(offers.shown, 120)
    rules = match.game.rules
    for number, action in enumerate(offers.actions, 1):
        if action.code < rules.RETREAT:
            end = rules.landing(view, action.code // rules.BOAT, action.code % rules.BOAT)
            assert f"{number} →{rules.PLACES[end]}" in page


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_any_game_is_drawn_from_its_fields(game: str, options: dict[str, int]) -> None:
    match = some_way_into(game, 3, 100, **options)
    page = printed(any_game.BOARD.draw(context(match, match.view(0), 0)))
    assert all(field.name in page for field in match.game.fields.table if field.shape == ())
    offers = any_game.BOARD.offers(context(match, match.view(0), 0), match.legal())
    assert offers.actions == match.legal()
    assert all(action.name in printed(offers.shown) for action in offers.actions)


def test_any_game_sets_the_own_seat_first_and_marks_who_acts() -> None:
    match = some_way_into("jailbreakers", 3, 20, seats=3)
    page = printed(any_game.BOARD.draw(context(match, match.view(1), 1)))
    (heads,) = [line for line in page.splitlines() if "seat 0" in line and "seat 2" in line]
    assert heads.index("seat 1") < heads.index("seat 0") < heads.index("seat 2")
    assert heads[: heads.index(f"seat {match.turn}")].endswith("► ")
    assert ("your turn" in page) is (match.turn == 1)


def test_any_game_names_what_cells_hold_and_hides_what_the_seat_may_not_see() -> None:
    match = some_way_into("cartagena", 3, 20, seats=2)
    page = printed(any_game.BOARD.draw(context(match, match.view(0), 0)))
    assert re.search(r"^ deck +\? hidden", page, re.M)
    assert re.search(r"^ hand .*\? hidden *$", page, re.M)
    assert re.search(r"^ open +no ", page, re.M)
    assert "nothing in row" in page
    assert all(clause in page for clause in match.game.clauses(match.view(0)))


def test_any_game_is_over_at_its_end() -> None:
    match = some_way_into("cartagena", 3, 3000, seats=2)
    page = printed(any_game.BOARD.draw(context(match, match.view(0), 0)))
    assert match.turn == escapade.OVER
    assert "the game is over" in page


def test_any_game_says_what_an_action_would_do_in_words() -> None:
    match = some_way_into("jailbreakers", 3, 20, seats=3)
    page = context(match, match.view(match.turn), match.turn)
    for action in match.legal():
        name, _, said = any_game.BOARD.label(page, action).partition(": ")
        assert name == action.name
        assert said[0].isupper()


def busy(seats: int, version: str, seed: int) -> Match:
    """A table with full hands and pirates all over the tunnel."""
    match, dice = escapade.new("cartagena", seats=seats, seed=seed, version=version), random.Random(seed)
    for _ in range(60 * seats):
        back = [action for action in match.legal() if "retreat" in action.name]
        if match.turn != escapade.OVER:
            match.play(dice.choice(back if back and dice.random() < 0.6 else match.legal()))
    return match


@pytest.mark.parametrize("version", ["jamaica", "tortuga"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_page_of_cartagena_fits_24_lines_of_80_columns(version: str, seats: int) -> None:
    starts = set()
    for seed in range(8):
        match = busy(seats, version, seed)
        names = tuple("you" if seat == match.turn else "greedy bot" for seat in range(seats))
        page = RenderContext(match.game, match.view(match.turn), seats, match.turn, names, (), 80, 24)
        board, offers = (
            printed(CARTAGENA.draw(page)),
            CARTAGENA.offers(page, match.legal()),
        )
        starts.add(len(printed(offers.shown).splitlines()))
        lines = [*board.splitlines(), *printed(offers.shown).splitlines()]
        assert len(lines) <= 22  # and a line that happened, and one to type in
        assert max(map(len, lines)) <= 80
        for word in ("action ", "fortress ", "boat ", "deck "):
            assert board.count(word) == 1
    assert max(starts) >= 6


def test_a_page_of_stratego_fits_24_lines_of_80_columns() -> None:
    for plies in (0, 30, 60, 200):
        match = some_way_into("stratego", 5, plies)
        view = match.view(match.turn)
        set_cell(view, "quiet", (), 160)
        page = context(match, view, match.turn, 80, 24)
        parts = STRATEGO.draw(page), STRATEGO.offers(page, match.legal()).shown
        assert sum(len(printed(part).splitlines()) for part in parts) <= 22


def drawn_hand(line: str, symbols: tuple[str, ...]) -> list[int]:
    """Read a hand back, in whichever words it was written."""
    held = [0] * len(symbols)
    for before, word, after in re.findall(r"(\d*)([a-z]+)(?:×(\d+))?", line):
        (number,) = [i for i, symbol in enumerate(symbols) if symbol.startswith(word)]
        held[number] = int(before or after or 1)
    return held


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("height", [24, 40])
def test_every_hand_and_the_row_of_tortuga_are_drawn_in_full(seats: int, height: int) -> None:
    match, symbols = busy(seats, "tortuga", 1), escapade.games()["cartagena"].rules.SYMBOLS
    view = match.view(0)
    page = printed(CARTAGENA.draw(context(match, view, 0, 80, height)))
    for seat, letter in enumerate("RBGYV"[:seats]):
        found = re.search(
            rf"^(?:.* )?[► ]? ?{letter} (?:\w+ \(.*?\) +)?{view.held[seat]} (?:cards? +)?([^A-Z\n]*)", page, re.M
        )
        assert found
        assert drawn_hand(found[1], symbols) == list(view.hand[seat])
    row = [symbols[card] for card in view.row[view.front :] if card >= 0]
    assert any(f"row next ► {said}" in page for said in (" · ".join(row), " ".join(row), " ".join(s[:4] for s in row)))
