"""JB-27, JB-30 to JB-32, JB-47: the twelve locations."""

from typing import Any

import pytest

from .table import (
    CARDS,
    LOCATIONS,
    MATERIALS,
    act,
    chances,
    choices,
    guards,
    hand,
    new,
    position,
    split,
    step,
    supply,
    throw,
)


def at(number: int, *hands: str, **position_of: Any) -> Any:
    """A position in which seat 0 has just placed on a number."""
    state = position(*hands, at="roll", **{"guards": {}, "dice": [(0, 1, 6)], **position_of})
    throw(state, 6)
    act(state, f"place on {number}")
    return state


def test_the_locations_lie_in_this_order() -> None:
    """JB-31"""
    view = new().view(None)
    assert [LOCATIONS[location] for location in view.location] == [
        "Cell block",
        "Yard",
        "Laundry",
        "Kitchen",
        "Library",
        "Workshop",
        "Visiting room",
        "Showers",
        "Guard post",
        "Infirmary",
        "Storeroom",
        "Warden's office",
    ]


# --- Yard, Showers, Warden's office ------------------------------------------


def test_in_the_yard_one_takes_a_material_and_gives_another_player_one() -> None:
    """JB-30"""
    state = at(2, "", "", "")
    assert choices(state) == [f"take {material}" for material in MATERIALS]
    act(state, "take soap")
    assert "give soap to seat 1" in choices(state)  # one of two
    assert not any(name.endswith("seat 0") for name in choices(state))
    act(state, "give rope to seat 2")
    assert [hand(state, seat) for seat in (0, 1, 2)] == ["soap", "", "rope"]
    assert step(state) == "act"
    assert state.stock == 13


def test_in_the_showers_one_steals_a_material() -> None:
    """JB-30"""
    state = at(8, "soap", "dye, wire, raft", "rope, shovel")
    assert choices(state) == ["steal dye from seat 1", "steal wire from seat 1", "steal rope from seat 2"]
    act(state, "steal rope from seat 2")
    assert [hand(state, seat) for seat in (0, 1, 2)] == ["soap, rope", "dye, wire, raft", "shovel"]
    assert step(state) == "act"


def test_in_the_wardens_office_one_steals_an_object() -> None:
    """JB-30; JB-48: not one of a kind one has."""
    state = at(12, "soap, raft", "dye, raft, ladder", "rope, shovel")
    assert choices(state) == ["steal ladder from seat 1", "steal shovel from seat 2"]
    act(state, "steal ladder from seat 1")
    assert [hand(state, seat) for seat in (0, 1, 2)] == ["soap, raft, ladder", "dye, raft", "rope, shovel"]
    assert step(state) == "act"


@pytest.mark.parametrize("card", CARDS)
def test_any_material_is_stolen_in_the_showers_and_any_object_in_the_wardens_office(card: str) -> None:
    """JB-30"""
    for number, possible in ((8, card in MATERIALS), (12, card not in MATERIALS)):
        state = at(number, "", card, options={"money_bag": True})
        assert (step(state) == "steal") is possible
        if possible:
            act(state, f"steal {card} from seat 1")
            assert (hand(state, 0), hand(state, 1)) == (card, "")
            assert (state.materials[0], state.objects[0]) == (int(card in MATERIALS), int(card not in MATERIALS))


def test_a_money_bag_can_be_stolen() -> None:
    """JB-30, JB-90"""
    state = at(12, "", "money bag", options={"money_bag": True})
    act(state, "steal money bag from seat 1")
    assert (hand(state, 0), hand(state, 1)) == ("money bag", "")


def test_the_kitchen_is_there() -> None:
    """JB-30, JB-31: spoon, soap or pipe."""
    state = at(4, "", "")
    assert choices(state) == ["take spoon", "take soap", "take pipe"]
    act(state, "take pipe")
    assert hand(state, 0) == "pipe"


# --- The others --------------------------------------------------------------


def test_in_the_cell_block_one_material_is_drawn_at_random_from_the_supply() -> None:
    """JB-31"""
    state = at(1, "", "", stock="soap, soap, dye")
    assert chances(state) == {"draw dye": 1, "draw soap": 2}
    act(state, "draw soap")
    assert (hand(state, 0), supply(state), step(state)) == ("soap", "dye, soap", "act")


@pytest.mark.parametrize(
    ("number", "of"),
    [
        (3, "bedsheet, cloth, dye"),
        (4, "spoon, soap, pipe"),
        (6, "plank, rope, wire, tape"),
        (10, ", ".join(MATERIALS)),
    ],
)
def test_in_these_one_material_is_taken(number: int, of: str) -> None:
    """JB-31: Laundry, Kitchen, Workshop, Infirmary."""
    for material in split(of):
        state = at(number, "", "")
        assert choices(state) == [f"take {name}" for name in split(of)]
        act(state, f"take {material}")
        assert (hand(state, 0), step(state)) == (material, "act")


def test_in_the_visiting_room_two_are_drawn() -> None:
    """JB-31"""
    state = at(7, "", "")
    act(state, "draw soap")
    assert len(choices(state)) == 9
    act(state, "draw dye")
    assert (hand(state, 0), step(state)) == ("dye, soap", "act")


def test_in_the_storeroom_two_are_taken() -> None:
    """JB-31"""
    state = at(11, "", "")
    act(state, "take soap", "take dye")
    assert (hand(state, 0), step(state)) == ("dye, soap", "act")


def test_at_the_guard_post_a_guard_is_moved_and_then_one_is_drawn() -> None:
    """JB-31: to any number without one."""
    state = at(9, "", "", guards={3: 1, 6: 2})
    free = [number for number in range(1, 13) if number not in (3, 6)]
    assert choices(state) == [f"move the guard on {start} to {end}" for start in (3, 6) for end in free]
    act(state, "move the guard on 6 to 9", "draw soap")
    assert (guards(state), hand(state, 0), step(state)) == ({3: "guard", 9: "warden"}, "soap", "act")
    assert state.caught[0] == [0, 0]  # a guard who comes along catches nobody


# --- Library -----------------------------------------------------------------


def test_in_the_library_none_may_be_exchanged() -> None:
    """JB-31"""
    state = at(5, "soap, dye", "")
    assert choices(state) == ["exchange dye", "exchange soap", "exchange no more"]
    act(state, "exchange no more")
    assert (hand(state, 0), step(state)) == ("dye, soap", "act")


def test_in_the_library_two_may_be_exchanged_one_after_another() -> None:
    """JB-31: what came for the first may be handed in as the second."""
    state = at(5, "soap, dye", "")
    act(state, "exchange soap", "take rope")
    assert choices(state) == ["exchange dye", "exchange rope", "exchange no more"]
    act(state, "exchange rope", "take wire")
    assert (hand(state, 0), step(state)) == ("dye, wire", "act")
    assert split(supply(state))[:8] == ["bedsheet", "cloth", "spoon", "soap", "pipe", "plank", "rope", "tape"]
    assert state.stock == 8


def test_what_is_handed_in_waits_aside_and_cannot_be_taken() -> None:
    """JB-31"""
    state = at(5, "soap, dye", "", stock="rope, wire")
    act(state, "exchange soap")
    assert choices(state) == ["take rope", "take wire"]
    assert state.aside[MATERIALS.index("soap")] == 1
    act(state, "take rope", "exchange dye")
    assert choices(state) == ["take wire"]
    act(state, "take wire")
    assert (hand(state, 0), supply(state), state.stock) == ("rope, wire", "dye, soap", 2)
    assert not any(state.aside)


def test_one_card_in_the_supply_allows_one_exchange() -> None:
    """JB-31, JB-27"""
    state = at(5, "soap, dye", "", stock="rope")
    act(state, "exchange soap", "take rope")
    assert (hand(state, 0), supply(state), step(state)) == ("dye, rope", "soap", "act")


@pytest.mark.parametrize(("mine", "stock"), [("", "soap"), ("soap", "")])
def test_with_nothing_to_exchange_the_library_does_nothing(mine: str, stock: str) -> None:
    """JB-27, JB-31"""
    assert step(at(5, mine, "", stock=stock)) == "act"


# --- What cannot be done -----------------------------------------------------


def test_the_action_is_compulsory() -> None:
    """JB-27: nobody can stop before it is done; in the Library exchanging none is doing it."""
    for number in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12):
        state = at(number, "soap", "dye, raft", guards={5: 1})
        assert not {"end the turn", "exchange no more"} & {*choices(state)}


@pytest.mark.parametrize("number", [1, 3, 4, 6, 7, 10, 11])
def test_with_an_empty_supply_nothing_is_taken_or_drawn(number: int) -> None:
    """JB-27"""
    state = at(number, "soap", "", stock="")
    assert (step(state), hand(state, 0)) == ("act", "soap")


def test_what_can_be_done_in_part_is_done_in_part() -> None:
    """JB-27"""
    state = at(7, "", "", stock="soap")
    act(state, "draw soap")
    assert step(state) == "act"
    state = at(11, "", "", stock="dye")
    act(state, "take dye")
    assert step(state) == "act"
    state = at(2, "", "", stock="dye")
    act(state, "take dye")
    assert (step(state), hand(state, 1)) == ("act", "")


def test_what_could_not_be_done_is_not_made_up_for_later() -> None:
    """JB-27: the supply is empty when the second card is due; a material returned then does not bring it back."""
    state = at(7, "dye, wire, rope, tape, plank, pipe, soap", "", stock="soap", options={})
    act(state, "draw soap")
    assert step(state) == "return"
    act(state, "return dye")
    assert (step(state), supply(state)) == ("act", "dye")


def test_a_location_whose_materials_are_out_has_no_action() -> None:
    """JB-27, JB-31"""
    assert step(at(3, "bedsheet, cloth", "dye")) == "act"


def test_in_the_yard_the_taker_returns_a_card_before_giving() -> None:
    """JB-27, JB-47"""
    state = at(2, "soap, dye, wire, rope, tape, plank, pipe", "")
    act(state, "take cloth")
    assert (state.turn, step(state)) == (0, "return")
    act(state, "return wire")
    assert "give wire to seat 1" in choices(state)
    act(state, "give wire to seat 1")
    assert hand(state, 1) == "wire"


def test_who_is_given_an_eighth_card_returns_one_of_theirs() -> None:
    """JB-30, JB-47: a decision of the seat concerned."""
    state = at(2, "", "soap, dye, wire, rope, tape, plank, raft")
    act(state, "take cloth", "give pipe to seat 1")
    assert (state.turn, state.player) == (1, 0)
    assert choices(state) == [f"return {card}" for card in split(hand(state, 1))]
    act(state, "return pipe")
    assert (state.turn, step(state)) == (0, "act")
    assert len(split(hand(state, 1))) == 7


def test_stealing_from_those_who_have_nothing_falls_away() -> None:
    """JB-32"""
    assert step(at(8, "soap", "raft")) == "act"
    assert step(at(12, "raft", "soap, dye")) == "act"
    assert step(at(12, "raft", "raft", "")) == "act"  # JB-48


def test_alone_the_phantom_is_given_to_and_stolen_from() -> None:
    """JB-32"""
    state = at(2, "", "", seats=1)
    act(state, "take soap", "give dye to the phantom")
    assert hand(state, 1) == "dye"
    state = at(8, "", "dye, raft", seats=1)
    assert choices(state) == ["steal dye from the phantom"]
    state = at(12, "", "dye, raft", seats=1)
    act(state, "steal raft from the phantom")
    assert (hand(state, 0), hand(state, 1)) == ("raft", "dye")


# --- Every card and every player ---------------------------------------------


@pytest.mark.parametrize("material", MATERIALS)
def test_any_material_can_be_exchanged_given_drawn_and_returned(material: str) -> None:
    """JB-30, JB-31, JB-47"""
    other = "rope" if material == "wire" else "wire"
    state = at(5, material, "")
    act(state, f"exchange {material}", f"take {other}", "exchange no more")
    assert (hand(state, 0), material in split(supply(state))) == (other, True)
    state = at(2, "", "")
    act(state, f"take {other}", f"give {material} to seat 1")
    assert hand(state, 1) == material
    state = at(1, "", "")
    act(state, f"draw {material}")
    assert hand(state, 0) == material
    state = at(1, ", ".join(["raft, ladder, shovel, lock pick, soap gun, bed dummy", material]), "")
    act(state, f"draw {other}", f"return {material}")
    assert material in split(supply(state))


@pytest.mark.parametrize("material", MATERIALS)
def test_seat_0_and_the_phantom_are_others_like_any(material: str) -> None:
    """JB-30, JB-32, JB-46"""
    other = "rope" if material == "wire" else "wire"
    state = position(material, f"{other}, soap gun", player=1)
    act(state, "use soap gun", f"exchange {other}", f"for {material} of seat 0")
    assert (hand(state, 0), hand(state, 1)) == (other, f"{material}, soap gun")
    state = position(f"{other}, soap gun", material, seats=1)
    act(state, "use soap gun", f"exchange {other}", f"for {material} of the phantom")
    assert (hand(state, 0), hand(state, 1)) == (f"{material}, soap gun", other)
    state = at(2, "", "", seats=1)
    act(state, f"take {other}", f"give {material} to the phantom")
    assert hand(state, 1) == material
    state = position("", "", at="roll", player=1, guards={})
    throw(state, 2)
    act(state, "place on 2", f"take {other}", f"give {material} to seat 0")
    assert hand(state, 0) == material


@pytest.mark.parametrize("card", CARDS)
def test_any_card_can_be_stolen_from_seat_0_and_from_the_phantom_and_returned(card: str) -> None:
    """JB-30, JB-32, JB-47"""
    number, options = 8 if card in MATERIALS else 12, {"money_bag": True}
    state = position(card, "", at="roll", player=1, guards={}, dice=[(1, 1, 6)], options=options)
    throw(state, 6)
    act(state, f"place on {number}", f"steal {card} from seat 0")
    assert (hand(state, 0), hand(state, 1)) == ("", card)
    full = [other for other in (*CARDS[10:18], "tape") if other != card][:7]
    state = at(number, ", ".join(full), card, seats=1, options=options)
    act(state, f"steal {card} from the phantom", f"return {card}")
    assert card in split(supply(state))
    assert split(hand(state, 0)) == sorted(full, key=CARDS.index)
