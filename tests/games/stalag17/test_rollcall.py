"""S17-11 to S17-13, S17-50 to S17-62: what a round comes to, and who starts the next."""

import pytest

from escapade import CHANCE, OVER, State
from escapade.kernel.fields import set_cell

from .table import ATTEMPT, STALAG17, act, cards, choices, deal, do, escape_round, hand, laid, new, position

READY = "food 1, escape 6/3, escape 6/3, escape 6/3, escape 5/2, escape 5/2"  # for "food, 5", whatever the surveillance


def called(
    hands: list[str],
    laid: list[str] | None = None,
    escaper: int = 0,
    prisoners: list[int] | None = None,
    surveillance: list[int] | None = None,
) -> State:
    """A roll-call: the escaper goes, with all that is needed."""
    lying = (laid or [""]) + [""] * (len(hands) - len(laid or [""]))
    lying[escaper] = ", ".join((lying[escaper], READY))
    state = position(
        hands, lying, "food, 5", prisoners=prisoners or (), surveillance=surveillance or (), player=escaper
    )
    act(state, ATTEMPT)
    assert state.round == 2
    return state


def test_the_escaper_takes_the_surveillance_of_the_hand() -> None:
    """S17-52, S17-50"""
    assert called(["clothes 2, tool 1", ""]).surveillance[:2] == [3, 0]


def test_information_costs_the_escaper_4_and_barracks_nothing() -> None:
    """S17-50, S17-4"""
    assert called(["information, barracks, barracks", ""]).surveillance[0] == 4


def test_laid_cards_cost_the_escaper_nothing() -> None:
    """S17-50: not even barracks"""
    assert called(["", ""], ["barracks, information, clothes-food"]).surveillance[0] == 0


def test_the_escapers_prisoners_take_nothing_off() -> None:
    """S17-50"""
    assert called(["clothes 2, tool 1", ""], prisoners=[3, 3], surveillance=[5, 0]).surveillance[0] == 8


B_HOLDS = "escape 1/1, escape 2/1, escape 3/1, clothes-food, information"


@pytest.mark.parametrize(("prisoners", "takes"), [(3, 1), (2, 4), (1, 7)])
def test_everyone_else_takes_what_the_own_prisoners_do_not_take_off(prisoners: int, takes: int) -> None:
    """S17-53: 10, with three and two prisoners; S17-51"""
    assert called(["", B_HOLDS], prisoners=[3, prisoners]).surveillance[1] == takes


def test_a_negative_sum_is_handed_back() -> None:
    """S17-54"""
    assert called(["", "food 1, clothes-map"], surveillance=[0, 6]).surveillance[1] == 1


def test_nobody_hands_back_more_than_there_is() -> None:
    """S17-51, S17-6"""
    assert called(["", "food 1"], surveillance=[0, 3]).surveillance[1] == 0


def test_laid_barracks_cost_4_each_and_nothing_else_that_is_laid_costs() -> None:
    """S17-51, S17-4"""
    state = called(["", ""], ["", "barracks, barracks, barracks, information, clothes-map, map 2, escape 4/2"])
    assert state.surveillance[1] == 12 - 9
    assert called(["", "barracks, barracks"], surveillance=[0, 10]).surveillance[1] == 1


@pytest.mark.parametrize("before", [10, 19, 20])
def test_nobody_is_watched_more_than_20(before: int) -> None:
    """S17-6, S17-51"""
    heavy = "information, information, information, information, clothes-map, tool-map"
    assert called(["", heavy], surveillance=[0, before]).surveillance[1] == 20
    assert called([heavy, ""], surveillance=[before, 0]).surveillance[0] == 20


def test_a_roll_call_shows_all_cards_and_they_stay_known() -> None:
    """S17-55, S17-70"""
    state = called(["tool 1", "map 2, information"], ["", "barracks"])
    for eye in (0, 1, -3):
        view = STALAG17.view(state, eye)
        assert [cards(row) for row in view.called[:2]] == ["tool 1", "map 2, information"]
        assert cards(view.uncovered[1]) == "barracks"


def test_all_cards_make_a_new_deck() -> None:
    """S17-55"""
    state = called(["tool 1", "map 2, information"], ["", "barracks"])
    assert state.deck == state.copies
    assert (state.left, state.top) == (84, 0)
    assert state.held[:2] == state.lying[:2] == [0, 0]
    assert hand(state, 1) == laid(state, 0) == ""
    assert set(state.pile) == {-1}


def test_surveillance_stays_from_round_to_round() -> None:
    """S17-56"""
    match = new(2)
    do(match, "throw escape 3", "throw escape 3", "throw escape 3", "escape die 1")
    deal(match, "escape 6/3, escape 6/3", "information, information")
    do(match, "lay escape 6/3", "draw information", "draw two", "draw information", "draw clothes-map")
    do(match, "lay escape 6/3", "draw food 2", "discard clothes-map", ATTEMPT)
    assert match.view(None).surveillance[:2] == [6, 3]
    do(match, *["throw map"] * 4, "escape die 1")
    deal(match, "food 1, food 1", "map 1, map 1")
    assert match.view(None).surveillance[:2] == [6, 3]


# --- Who starts --------------------------------------------------------------


def starter(prisoners: list[int], surveillance: list[int], escaper: int) -> int:
    """Who starts after this player has escaped; prisoners and surveillance as they are after the roll-call."""
    before = [n + (seat == escaper) for seat, n in enumerate(prisoners)]
    watched = [
        n if seat == escaper else n + 3 * left
        for seat, (n, left) in enumerate(zip(surveillance, prisoners, strict=True))
    ]
    state = called([""] * len(prisoners), None, escaper, before, watched)
    assert (state.prisoners[: len(prisoners)], state.surveillance[: len(prisoners)]) == (prisoners, surveillance)
    found: int = state.starter
    return found


def test_most_prisoners_then_most_surveillance() -> None:
    """S17-12: five players; A has escaped once; B 0, C 3, D 0, E 2. C starts."""
    assert starter([2, 3, 3, 3, 3], [0, 0, 3, 0, 2], 0) == 2


def test_the_most_prisoners_come_before_the_most_surveillance() -> None:
    """S17-11"""
    assert starter([2, 3, 2], [0, 0, 9], 0) == 1
    assert starter([3, 2, 2], [0, 9, 9], 1) == 0


@pytest.mark.parametrize(
    ("prisoners", "surveillance", "escaper", "starts"),
    [
        ([2, 3, 3, 3, 3], [0] * 5, 0, 1),  # 1 on the left and 4 on the right are next to 0: the left
        ([3, 3, 3, 3, 2], [0] * 5, 4, 0),
        ([2, 2, 3, 3, 3], [0] * 5, 0, 4),  # 4 is nearer than 2 and 3
        ([2, 2, 3, 3, 2], [0] * 5, 0, 2),  # 2 on the left and 3 on the right are two away
        ([2, 2, 2, 3, 2], [0] * 5, 0, 3),
        ([2, 2, 3, 2], [0] * 4, 0, 2),  # opposite
        ([3, 3, 2, 3], [0] * 4, 2, 3),
        ([2, 3, 3], [0] * 3, 0, 1),
    ],
)
def test_then_the_nearest_to_the_escaper_then_the_left(
    prisoners: list[int], surveillance: list[int], escaper: int, starts: int
) -> None:
    """S17-11"""
    assert starter(prisoners, surveillance, escaper) == starts


def test_the_escaper_comes_after_all_others_who_are_equal() -> None:
    """S17-11"""
    assert starter([2, 2], [0, 0], 0) == 1
    assert starter([2, 2, 1], [0, 0, 0], 0) == 1
    assert starter([2, 1, 2], [0, 0, 0], 0) == 2
    assert starter([2, 2], [1, 0], 0) == 0


def test_distance_is_counted_over_finished_players_too() -> None:
    """S17-11: 1 has finished before; from 0, seat 2 is two away and seat 4 one."""
    state = position(
        [""] * 5, [READY], "food, 5", prisoners=[3, 0, 3, 2, 3], surveillance=[0, 0, 9, 0, 9], play_on=True
    )
    act(state, ATTEMPT)
    assert state.starter == 4


def test_a_finisher_who_has_just_escaped_is_the_one_to_be_near_to() -> None:
    """S17-11, S17-48"""
    state = position([""] * 4, ["", "", READY], "food, 5", prisoners=[3, 3, 1, 3], player=2, play_on=True)
    act(state, ATTEMPT)
    assert state.starter == 3


def emptied(prisoners: list[int], surveillance: list[int], starter: int, player: int = 0) -> State:
    """A round that ends with an empty deck."""
    state = position(
        [""] * len(prisoners),
        deck="map 1, map 1",
        prisoners=prisoners,
        surveillance=surveillance,
        starter=starter,
        player=player,
    )
    set_cell(state, "copies", (), STALAG17.pieces().copies())
    act(state, "draw two", "draw map 1", "draw map 1")
    assert (state.round, state.turn) == (2, CHANCE)
    return state


@pytest.mark.parametrize("previous", [0, 1, 2])
def test_after_an_empty_deck_the_previous_starter_starts_if_equal(previous: int) -> None:
    """S17-13"""
    assert emptied([3, 3, 3], [0, 4, 18], previous).starter == previous
    assert emptied([3, 3, 3], [0, 0, 0], previous, player=1).starter == previous


@pytest.mark.parametrize(("previous", "starts"), [(0, 1), (1, 1), (2, 3), (3, 3)])
def test_or_the_first_of_the_equal_clockwise_from_there(previous: int, starts: int) -> None:
    """S17-13"""
    assert emptied([2, 3, 2, 3], [0, 0, 0, 0], previous).starter == starts


def test_most_prisoners_and_surveillance_come_first_also_then() -> None:
    """S17-11, S17-13: what was handed back no longer counts."""
    assert emptied([3, 3, 3], [19, 18, 20], 0).starter == 2
    assert emptied([2, 3, 2], [20, 0, 20], 0).starter == 1


# --- An empty deck -----------------------------------------------------------


def test_an_empty_deck_ends_the_round_and_6_are_handed_back_for_each_prisoner() -> None:
    """S17-61: 13 with two prisoners leave 1; S17-60"""
    assert emptied([2, 3, 1], [13, 20, 13], 0).surveillance[:3] == [1, 2, 7]


def test_nobody_hands_back_more_than_there_is_then_either() -> None:
    """S17-60, S17-6"""
    assert emptied([3, 3], [17, 18], 0).surveillance[:2] == [0, 0]


def test_no_hand_is_counted_or_shown_when_the_deck_is_empty() -> None:
    """S17-60"""
    hands = ["food 1, tool 1", "information, information, clothes-map"]
    state = position(hands, ["barracks", "barracks"], deck="map 1", surveillance=[20, 20])
    act(state, "draw two", "draw map 1")
    assert state.surveillance[:2] == [2, 2]
    assert all(set(row) == {0} for row in (*state.called, *state.uncovered))
    assert state.deck == state.copies
    assert state.held[:2] == state.lying[:2] == [0, 0]


def test_an_attempt_that_fails_before_the_last_card_still_costs() -> None:
    """S17-45, S17-60"""
    state = position(["", ""], deck="map 1", surveillance=[18, 0])
    act(state, ATTEMPT, "draw two", "draw map 1")
    assert (state.surveillance[0], state.failed, state.round) == (2, 0, 2)


# --- A game that does not end ------------------------------------------------


def test_the_201st_round_is_not_begun() -> None:
    """S17-62, S17-49"""
    state = position(["", "", ""], deck="map 1", prisoners=[2, 3, 2], surveillance=[13, 0, 14], rounds=200)
    act(state, "draw two", "draw map 1")
    assert (state.turn, state.round) == (OVER, 200)
    assert choices(state) == []
    assert state.surveillance[:3] == [1, 0, 2]
    assert STALAG17.returns(state, 3) == [1.0, -1.0, 0.0]


def test_the_200th_round_is_begun() -> None:
    """S17-62"""
    state = position(["", ""], deck="map 1", rounds=199)
    act(state, "draw two", "draw map 1")
    assert (state.turn, state.round) == (CHANCE, 200)


def test_a_long_game_can_end_with_an_escape_and_with_equals() -> None:
    """S17-62, S17-49: the roll-call of the last round is held."""
    state = position(["tool 1", ""], ["food 1, escape 6/3"], "food, 5", prisoners=[3, 2], rounds=200)
    state.surveillance[1] = 7
    act(state, ATTEMPT)
    assert state.turn == OVER
    assert state.surveillance[:2] == [1, 1]
    assert STALAG17.returns(state, 2) == [0.0, 0.0]


def test_in_a_long_game_that_is_played_on_finishers_come_first() -> None:
    """S17-62, S17-48"""
    match = new(3, play_on=True)
    for seat in (1, 1, 1):
        escape_round(match, seat)
    state = position(["", "", ""], deck="map 1", prisoners=[3, 0, 2], rounds=200, play_on=True)
    state.place[1] = match.view(None).place[1]
    act(state, "draw two", "draw map 1")
    assert STALAG17.returns(state, 3) == [-1.0, 1.0, 0.0]
