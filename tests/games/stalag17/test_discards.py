"""S17-7, S17-9, S17-33 to S17-37: sets and runs, card by card."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escapade import State
from escapade.games.stalag17.hidden import lacking
from escapade.games.stalag17.rules import apply

from .table import KINDS, OBJECTS, STALAG17, act, cards, choices, hand, pile, position, split

BEGIN = {"set": "discard a set", "run": "discard a run"}
QUICK = settings(max_examples=60, deadline=None, derandomize=True, database=None)


def kept(kind: str, text: str, held: str = "") -> bool:
    """Can these cards of a hand be discarded as a set or a run, in this order and completely?"""
    state = position([f"{text}, {held}", ""])
    if BEGIN[kind] not in choices(state):
        return False
    act(state, BEGIN[kind])
    for card in split(text):
        if f"add {card}" not in choices(state):
            return False
        act(state, f"add {card}")
    return "stop adding" in choices(state)


@pytest.mark.parametrize(
    "text",
    [
        "food 1, food 1, food 2",
        "food 1, food 1, food 1, food 2, food 2",
        "food 1, food 2, information",
        "escape 1/1, escape 2/1, escape 6/3, escape 4/2",
    ],
)
def test_these_are_sets(text: str) -> None:
    """S17-34"""
    assert kept("set", text)


def test_food_map_and_tool_are_no_set() -> None:
    """S17-34"""
    assert not kept("set", "food 1, map 1, tool 1")
    assert "discard a set" not in choices(position(["food 1, map 1, tool 1", ""]))


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("food 1, food 1", False),
        ("food 1, clothes-food, food-map", True),
        ("clothes-food, food-map, clothes-map", False),
        ("clothes-food, food-tool, information", True),
        ("food 1, information, information", True),
        ("clothes-food, information, information, information", True),
        ("information, information, information", True),
        ("information, information", False),
        ("barracks, barracks, barracks", True),
        ("barracks, barracks, information", False),
        ("escape 1/1, escape 1/1, information", False),
        ("escape 1/1, barracks, information", False),
        ("information, information, information, information, barracks", False),
        ("food 1, map 1, information, information", False),
    ],
)
def test_what_makes_a_set(text: str, fine: bool) -> None:
    """S17-33, S17-7, S17-9: doubles as either object, information next to a real card of an object only."""
    assert kept("set", text) is fine
    assert kept("set", ", ".join(reversed(split(text)))) is fine


def test_a_set_begun_with_information_must_get_a_real_card() -> None:
    """S17-33: or become a set of information."""
    state = position(["information, information, food 1", ""])
    act(state, "discard a set", "add information", "add information")
    assert choices(state) == ["add food 1"]
    act(state, "add food 1")
    assert choices(state) == ["stop adding"]


def test_a_card_of_the_wrong_type_cannot_be_begun_with() -> None:
    """S17-33: never a dead end."""
    state = position(["food 1, food 1, food-map, map 1, tool 1, information", ""])
    act(state, "discard a set")
    assert "add tool 1" not in choices(state)
    act(state, "add map 1")
    assert choices(state) == ["add food-map", "add information"]
    act(state, "add information", "add food-map")
    assert choices(state) == ["stop adding"]


RUNS = [
    "food 1, tool 1, escape 1/1, map 1, document 1",
    "clothes 1, food 1, document 1, tool 1, map 1, information",
    "clothes 1, food 1, document 1, tool 1, map 1, information, escape 1/1",
    "clothes 1, food 1, document 1, tool 1, map 1, information, escape 1/1, barracks",
    "food 1, information, information, tool 1, escape 1/1",
]


@pytest.mark.parametrize("text", RUNS)
def test_these_are_runs(text: str) -> None:
    """S17-36"""
    assert kept("run", text)
    assert kept("run", ", ".join(reversed(split(text))))


def test_no_type_may_stand_twice_in_a_run() -> None:
    """S17-36: food, 2 tools, escape, 2 maps and 2 documents."""
    text = "food 1, tool 1, tool 2, escape 1/1, map 1, map 2, document 1, document 2"
    assert not kept("run", text)
    state = position([text, ""])
    act(state, "discard a run", "add food 1", "add tool 1")
    assert choices(state) == ["add document 1", "add document 2", "add map 1", "add map 2", "add escape 1/1"]


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("food 1, tool 1, escape 1/1, map 1", False),
        ("clothes-food, food-map, clothes-map, escape 1/1, barracks", True),
        ("clothes-food, clothes 1, food 1, escape 1/1, barracks", False),
        ("clothes-food, clothes 1, information, escape 1/1, barracks", True),
        ("information, information, information, information, barracks", True),
        ("information, information, information, information, escape 1/1", True),
        ("food 1, map 1, tool 1, barracks, barracks", False),
        ("food 1, map 1, tool 1, escape 1/1, escape 6/3", False),
        ("clothes 1, food 1, document 1, tool 1, map 1, information, information", False),
        ("clothes 1, food 1, document 1, tool 1, information, information", True),
    ],
)
def test_what_makes_a_run(text: str, fine: bool) -> None:
    """S17-35, S17-7, S17-9: information as itself once, and as objects as often as one is missing."""
    assert kept("run", text) is fine


def test_the_discarder_chooses_the_order_on_the_pile() -> None:
    """S17-37"""
    state = position(["food 1, food 2, food-map, tool 1", ""], pile="map 1")
    act(state, "discard a set", "add food 2", "add food-map", "add food 1", "stop adding")
    assert pile(state) == "map 1, food 2, food-map, food 1"
    assert (hand(state, 0), state.held[0], state.top, state.turn) == ("tool 1", 1, 4, 1)
    assert (state.building, sum(state.added)) == (0, 0)


def test_a_set_may_end_with_three_cards_or_go_on() -> None:
    """S17-33"""
    state = position(["food 1, food 1, food 1, food 2", ""])
    act(state, "discard a set", "add food 1", "add food 1")
    assert "stop adding" not in choices(state)
    act(state, "add food 1")
    assert choices(state) == ["add food 2", "stop adding"]


def test_nothing_is_drawn_for_a_set() -> None:
    """S17-33"""
    state = position(["food 1, food 1, food 1", ""])
    act(state, "discard a set", "add food 1", "add food 1", "add food 1", "stop adding")
    assert (state.left, state.turn) == (84 - 3, 1)


# --- Against brute force -----------------------------------------------------


def types(card: str) -> set[str]:
    """What a card may stand for when it is discarded with others."""
    if card == "information":
        return {*OBJECTS, "information"}
    return set(card.split("-")) if "-" in card else {card.split()[0]}


def is_set(found: tuple[str, ...]) -> bool:
    """Try every assignment: all the same type, and one real card among them."""
    for stands in product(*map(types, found)):
        real = any(card != "information" or what == "information" for card, what in zip(found, stands, strict=True))
        if len(set(stands)) == 1 and real:
            return len(found) >= 3
    return False


def is_run(found: tuple[str, ...]) -> bool:
    """Try every assignment: all different."""
    return len(found) >= 5 and any(len(set(stands)) == len(found) for stands in product(*map(types, found)))


def box() -> list[str]:
    """All 84 cards; those that can stand for several things come first, and so more often."""
    every = split(cards(position(["", ""]).copies))
    return sorted(every, key=lambda card: (-len(types(card)), card))


hands = st.lists(st.integers(0, 83), unique=True, max_size=8).map(lambda found: ", ".join(box()[i] for i in found))


def composed(state: State) -> set[tuple[str, ...]]:
    """Everything that can be discarded from here, by all ways of adding cards; a dead end is an error."""
    found, seen, todo = set(), set(), [state]
    while todo:
        here = todo.pop()
        added = tuple(split(cards(here.added)))
        if added in seen:
            continue
        seen.add(added)
        codes = STALAG17.legal(here)
        assert codes, f"{added} cannot be completed"
        assert lacking(here, 0) == 0
        for code in codes:
            if STALAG17.actions[code].name == "stop adding":
                found.add(added)
                continue
            then = here.copy()
            apply(then, code)
            todo.append(then)
    return found


@pytest.mark.parametrize("kind", ["set", "run"])
@given(text=hands)
@QUICK
def test_exactly_the_right_sets_and_runs_can_be_composed_and_no_way_is_a_dead_end(kind: str, text: str) -> None:
    """S17-33, S17-35"""
    held, right = split(text), is_set if kind == "set" else is_run
    ordered = sorted(held, key=KINDS.index)
    wanted = {part for n in range(3, len(held) + 1) for part in combinations(ordered, n) if right(part)}
    state = position([text, ""])
    assert (BEGIN[kind] in choices(state)) is bool(wanted)
    if wanted:
        act(state, BEGIN[kind])
        assert composed(state) == wanted


@given(text=hands, data=st.data())
@QUICK
def test_every_order_of_a_set_or_run_is_possible(text: str, data: st.DataObject) -> None:
    """S17-37"""
    ordered = sorted(split(text), key=KINDS.index)
    for kind, right in (("set", is_set), ("run", is_run)):
        wanted = [part for n in range(3, len(ordered) + 1) for part in combinations(ordered, n) if right(part)]
        if wanted:
            part = data.draw(st.permutations(data.draw(st.sampled_from(wanted))))
            left = Counter(ordered) - Counter(part)
            assert kept(kind, ", ".join(part), ", ".join(left.elements()))
