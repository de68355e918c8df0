"""CAR-1 to CAR-8: before the first action."""

from math import factorial

import pytest

import escapade
from escapade import CHANCE, BadInput

from .table import BOAT, CARTAGENA, HAND, OUTSIDE, SYMBOLS, dealt

SEGMENTS = {
    "A": "jug pistol tricorne parrot hook keys",
    "B": "hook jug keys pistol tricorne parrot",
    "C": "tricorne keys pistol jug parrot hook",
    "D": "keys jug parrot hook tricorne pistol",
    "E": "pistol keys hook tricorne parrot jug",
    "F": "tricorne hook keys jug pistol parrot",
}


def tunnel_of(match: escapade.Match) -> list[str]:
    return [SYMBOLS[symbol] for symbol in match.view(None).tunnel[1:BOAT]]


def test_the_segments_are_those_of_the_published_board() -> None:
    """CAR-1"""
    segments = CARTAGENA.pieces().segments
    assert {letter: " ".join(symbols) for letter, symbols in segments.items()} == SEGMENTS


def test_each_segment_shows_each_symbol_once_in_an_order_of_its_own() -> None:
    """CAR-1"""
    orders = [tuple(symbols) for symbols in CARTAGENA.pieces().segments.values()]
    assert all(sorted(order) == sorted(SYMBOLS) for order in orders)
    assert len(set(orders)) == 6


def test_six_segments_make_a_tunnel_of_36_spaces_between_fortress_and_boat() -> None:
    """CAR-1"""
    view = escapade.new("cartagena", dealer=None, tunnel="A B C D E F").view(None)
    assert [symbol >= 0 for symbol in view.tunnel] == [False, *[True] * 36, False]
    assert [SYMBOLS[symbol] for symbol in view.tunnel[1:BOAT]] == " ".join(SEGMENTS.values()).split()


def test_the_classic_tunnel_turns_its_last_two_segments_round() -> None:
    """CAR-2"""
    expected: list[str] = []
    for letter, way in (("A", 1), ("B", 1), ("E", 1), ("C", 1), ("D", -1), ("F", -1)):
        expected += SEGMENTS[letter].split()[::way]
    assert tunnel_of(escapade.new("cartagena", dealer=None, tunnel="classic")) == expected


def test_an_explicit_tunnel_is_laid_as_listed() -> None:
    """CAR-2"""
    match = escapade.new("cartagena", dealer=None, tunnel="f-, e, d, c, b, a-")
    assert match.options["tunnel"] == "F- E D C B A-"
    assert tunnel_of(match)[:6] == SEGMENTS["F"].split()[::-1]
    assert tunnel_of(match)[30:] == SEGMENTS["A"].split()[::-1]


@pytest.mark.parametrize(
    "tunnel",
    ["A B C D E", "A B C D E E", "A B C D E F A", "A B C D E G", "A-- B C D E F", "-A B C D E F", "clasic", ""],
)
def test_a_list_that_is_not_the_six_different_segments_is_refused(tunnel: str) -> None:
    """CAR-2"""
    with pytest.raises(BadInput, match="CAR-2"):
        escapade.new("cartagena", tunnel=tunnel)


def test_a_random_tunnel_may_become_any_of_46080() -> None:
    """CAR-2"""
    match, tunnels = escapade.new("cartagena", dealer=None), 1
    for name in ("join C reversed", "join A", "join F reversed", "join B", "join E", "join D reversed"):
        assert {weight for _, weight in match.odds()} == {1}
        tunnels *= len(match.legal())
        match.play(name)
    assert tunnels == factorial(6) * 2**6 == 46_080
    assert tunnel_of(match)[:12] == SEGMENTS["C"].split()[::-1] + SEGMENTS["A"].split()


def test_the_same_seed_digs_the_same_tunnel() -> None:
    """CAR-2"""
    assert tunnel_of(escapade.new("cartagena", seed=5)) == tunnel_of(escapade.new("cartagena", seed=5))
    assert len({tuple(tunnel_of(escapade.new("cartagena", seed=seed))) for seed in range(20)}) > 15


def test_there_are_17_cards_of_each_symbol_102_in_all() -> None:
    """CAR-3"""
    view = escapade.new("cartagena", dealer=None, tunnel="classic", first=0).view(None)
    assert view.supply == [17] * 6
    assert view.left == 102


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_of_two_to_five_players_has_six_pirates_outside_and_none_anywhere_else(seats: int) -> None:
    """CAR-3, CAR-4"""
    view = escapade.new("cartagena", seats, dealer=None).view(None)
    assert view.pirates == [[6 * (seat < seats), *[0] * 37] for seat in range(5)]
    assert view.crowd[OUTSIDE] == 6 * seats
    assert view.crowd[BOAT] == 0


@pytest.mark.parametrize("seats", [1, 6])
def test_nobody_plays_alone_and_a_sixth_player_has_no_colour(seats: int) -> None:
    """CAR-3"""
    with pytest.raises(BadInput, match="2 to 5 seats"):
        escapade.new("cartagena", seats)


@pytest.mark.parametrize("seats", [2, 5])
def test_each_player_is_dealt_six_cards_and_the_rest_is_the_deck(seats: int) -> None:
    """CAR-5"""
    match = dealt(*[HAND] * seats)
    assert match.turn == 0
    assert match.view(None).held == [6] * seats + [0] * (5 - seats)
    assert match.view(None).left == 102 - 6 * seats
    assert len(match.log) == 6 * seats


def test_a_card_is_as_likely_as_there_are_cards_of_it_in_the_deck() -> None:
    """CAR-5"""
    match = escapade.new("cartagena", dealer=None, tunnel="classic", first=0)
    match.play("draw keys")
    assert {CARTAGENA.actions[code].name: weight for code, weight in match.odds()} == {
        f"draw {symbol}": 16 if symbol == "keys" else 17 for symbol in SYMBOLS
    }


def test_in_jamaica_hands_are_secret_but_their_sizes_are_not() -> None:
    """CAR-6"""
    match = dealt("hook hook hook hook hook hook", "keys keys keys keys keys keys")
    match.play("hook from outside")
    view = match.view(1)
    assert view.hand[1] == [0, 0, 0, 0, 0, 6]
    assert view.hand[0] == [-2] * 6
    assert view.held[:2] == [5, 6]


def test_in_tortuga_hands_lie_open_beside_a_row_of_12() -> None:
    """CAR-7"""
    cards = "hook hook jug jug parrot parrot pistol pistol tricorne tricorne keys keys"
    match = dealt(HAND, HAND, row=cards, version="tortuga")
    assert match.turn == 0
    for eyes in (0, 1, None):
        view = match.view(eyes)
        assert view.hand[:2] == [[1] * 6, [1] * 6]
        assert [SYMBOLS[card] for card in view.row] == cards.split()
        assert view.left == 102 - 12 - 12


def test_cards_are_taken_from_the_front_of_the_row_in_order() -> None:
    """CAR-7"""
    match = dealt(HAND, HAND, row="keys hook jug " + "parrot " * 9, version="tortuga")
    for name in ("jug from outside", "hook from outside", "retreat from 5"):
        match.play(name)
    assert match.view(None).row[:3] == [-1, SYMBOLS.index("hook"), SYMBOLS.index("jug")]
    assert match.view(None).hand[0][SYMBOLS.index("keys")] == 2


def test_the_lot_decides_who_starts() -> None:
    """CAR-8"""
    match = escapade.new("cartagena", 3, dealer=None, tunnel="classic")
    assert match.turn == CHANCE
    assert [(action.name, weight) for action, (_, weight) in zip(match.legal(), match.odds(), strict=True)] == [
        ("seat 0 starts", 1),
        ("seat 1 starts", 1),
        ("seat 2 starts", 1),
    ]
    match.play("seat 2 starts")
    for card in " ".join([HAND] * 3).split():
        match.play(f"draw {card}")
    assert match.turn == 2


def test_the_host_may_name_who_starts_and_the_others_follow_clockwise() -> None:
    """CAR-8"""
    match = dealt(HAND, HAND, HAND, first=1)
    seen = []
    for card in ("jug", "jug", "jug", "hook"):
        seen.append(match.turn)
        match.play(f"{card} from outside")
        match.play("stop")
    assert seen == [1, 2, 0, 1]


def test_a_seat_that_does_not_play_cannot_start() -> None:
    """CAR-8"""
    with pytest.raises(BadInput, match="CAR-8"):
        escapade.new("cartagena", 3, first=3)
