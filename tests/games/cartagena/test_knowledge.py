"""CAR-50 to CAR-52: what each seat knows."""

from escapade import OVER, Match, State
from escapade.kernel.names import SPECTATOR, UNKNOWN

from .table import BOAT, CARTAGENA, HAND, act, dealt, position

HIDDEN = [UNKNOWN] * 6
ROW = "keys hook jug " + "parrot " * 9


def after_a_retreat(version: str = "jamaica", row: str = "") -> Match:
    """Seat 0 has retreated onto one pirate, seat 1 onto two."""
    match = dealt(HAND, HAND, row=row, version=version)
    for name in ("jug from outside", "hook from outside", "retreat from 5", "draw tricorne"):
        if match.turn == -1 or not name.startswith("draw"):
            match.play(name)
    for name in ("keys from outside", "retreat from 6", "draw jug", "draw keys"):
        if match.turn == -1 or not name.startswith("draw"):
            match.play(name)
    return match


def names_heard(match: Match, eyes: int | None) -> list[str]:
    return [action.name for _, action in match.heard(eyes)][12:]


def test_in_jamaica_a_seat_knows_its_own_hand_and_everyones_hand_size() -> None:
    """CAR-50"""
    match = after_a_retreat()
    for me, other in ((0, 1), (1, 0)):
        view = match.view(me)
        assert sum(view.hand[me]) == view.held[me]
        assert view.hand[other] == view.drawn[other] == HIDDEN
        assert view.held[:2] == [5, 7]


def test_in_jamaica_the_sizes_of_deck_and_discards_are_open_but_the_deck_is_not() -> None:
    """CAR-50"""
    view = after_a_retreat().view(0)
    assert view.left == 102 - 12 - 3
    assert view.deck == HIDDEN
    assert sum(map(sum, view.played)) == 3


def test_every_card_played_is_known_in_order() -> None:
    """CAR-50"""
    match = after_a_retreat()
    for eyes in (0, 1, None):
        played = [name.split()[0] for name in names_heard(match, eyes) if "from" in name and "retreat" not in name]
        assert played == ["jug", "hook", "keys"]


def test_in_jamaica_others_hear_that_a_card_is_drawn_and_not_which() -> None:
    """CAR-50"""
    match = after_a_retreat()
    assert [name for name in names_heard(match, 0) if "draw" in name] == ["draw tricorne", "draw a card", "draw a card"]
    assert [name for name in names_heard(match, 1) if "draw" in name] == ["draw a card", "draw jug", "draw keys"]
    assert [name for name in names_heard(match, None) if "draw" in name] == ["draw a card"] * 3


def test_the_deal_is_heard_by_its_receiver_alone() -> None:
    """CAR-50"""
    match = dealt(HAND, "keys keys keys keys keys keys")
    deal = [f"draw {card}" for card in HAND.split()]
    assert [action.name for _, action in match.heard(0)] == deal + ["draw a card"] * 6
    assert [action.name for _, action in match.heard(1)] == ["draw a card"] * 6 + ["draw keys"] * 6


def test_what_others_drew_makes_no_difference_to_a_view() -> None:
    """CAR-50"""
    views = []
    for first, second in (("hook", "jug"), ("keys", "keys")):
        state = position([{20: 1}, {5: 2}], [HAND, HAND])
        act(state, "retreat from 20", f"draw {first}", f"draw {second}")
        views.append(CARTAGENA.fields.bytes(CARTAGENA.view(state, 1)))
    assert views[0] == views[1]


def test_in_tortuga_everything_but_the_order_of_the_deck_is_known() -> None:
    """CAR-51: a state has no order of the deck at all, so a view is the state."""
    match = after_a_retreat("tortuga", ROW)
    seen = [match.view(eyes) for eyes in (0, 1, None)]
    assert seen[0] == seen[1] == seen[2]
    assert CARTAGENA.fields.bytes(seen[0]) == match.bytes()
    assert sum(seen[0].deck) == seen[0].left == 102 - 12 - 12
    assert UNKNOWN not in sum(seen[0].hand, seen[0].deck)


def test_in_tortuga_everyone_hears_every_card() -> None:
    """CAR-51"""
    match = after_a_retreat("tortuga", ROW)
    said = [ply.action for ply in match.log]
    for eyes in (0, 1, None):
        assert [action for _, action in match.heard(eyes)] == said


def test_a_spectator_sees_what_is_common_to_all_seats() -> None:
    """CAR-52"""
    match = after_a_retreat()
    view = match.view(None)
    assert view.hand[:2] == view.drawn[:2] == [HIDDEN, HIDDEN]
    for field in CARTAGENA.fields.names:
        if field not in {"hand", "drawn"}:
            assert getattr(view, field) == getattr(match.view(0), field) == getattr(match.view(1), field)


def over() -> State:
    state = position([{BOAT: 5, 36: 1}, {5: 1}], [HAND, "keys keys"])
    act(state, "jug from 36")
    return state


def test_all_hands_are_shown_when_the_game_is_over() -> None:
    """CAR-52"""
    state = over()
    assert state.turn == OVER
    for eyes in (0, 1, SPECTATOR):
        view = CARTAGENA.view(state, eyes)
        assert view.hand[:2] == [[1, 0, 1, 1, 1, 1], [0, 0, 0, 0, 0, 2]]
        assert view.deck == state.deck
