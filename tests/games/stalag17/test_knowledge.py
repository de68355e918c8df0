"""S17-22, S17-70 to S17-72: what each seat knows, and what is guessed from it."""

import random
from itertools import combinations

import pytest

from escapade import CHANCE, OVER, Match, Refused, State
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.fields import set_cell
from escapade.kernel.names import SPECTATOR, UNKNOWN
from escapade.kernel.rng import seed

from .table import ATTEMPT, KINDS, STALAG17, act, cards, count, dealt, do, escaped, hand, laid, new, pile, position

HIDDEN = [UNKNOWN] * len(KINDS)


def heard(match: Match, eye: int | None) -> list[str]:
    return [action.name for _, action in match.heard(eye)]


def known(state: State, seat: int) -> dict[str, str]:
    """What everyone knows of a player's cards."""
    return {
        name: cards(getattr(state, name)[seat]) for name in ("sure", "seen", "shown") if any(getattr(state, name)[seat])
    }


def test_a_seat_knows_its_own_cards_and_everyones_numbers() -> None:
    """S17-70"""
    state = position(
        ["food 1", "map 1, map 2"], ["barracks, tool 1", "information"], surveillance=[3, 4], pile="tool 2"
    )
    for me, other in ((0, 1), (1, 0)):
        view = STALAG17.view(state, me)
        assert (hand(view, me), laid(view, me)) == (hand(state, me), laid(state, me))
        assert view.hand[other] == view.laid[other] == view.deck == HIDDEN
        assert (view.held[:2], view.lying[:2], view.surveillance[:2]) == ([1, 2], [2, 1], [3, 4])
        assert (view.prisoners[:2], view.left, view.points, pile(view)) == ([3, 3], 84 - 7, 5, "tool 2")


def test_others_hear_that_a_card_is_drawn_or_laid_and_not_which() -> None:
    """S17-70, S17-22"""
    match = dealt("map, map, map, 1", "food 1, food 2", "tool 1, tool 2")
    do(match, "lay food 1", "draw map 1", "draw two", "draw map 2", "draw barracks")
    dice = ["throw map"] * 3 + ["escape die 1"]
    mine = ["draw food 1", "draw food 2", "draw a card", "draw a card", "lay food 1", "draw map 1", "draw two"]
    assert heard(match, 0) == [*dice, *mine, "draw a card", "draw a card"]
    theirs = ["draw a card", "draw a card", "draw tool 1", "draw tool 2", "lay a card", "draw a card", "draw two"]
    assert heard(match, 1) == [*dice, *theirs, "draw map 2", "draw barracks"]
    nobodys = ["draw a card"] * 4 + ["lay a card", "draw a card", "draw two", "draw a card", "draw a card"]
    assert heard(match, None) == dice + nobodys


def test_the_discard_pile_is_known_in_order() -> None:
    """S17-70"""
    match = dealt("map, map, map, 1", "food 1, food 2", "tool 1, tool 2")
    do(match, "discard food 2", "discard tool 1", "discard food 1")
    for eye in (0, 1, None):
        assert pile(match.view(eye)) == "food 2, tool 1, food 1"


def test_a_card_taken_from_the_discards_is_known_to_be_in_the_hand() -> None:
    """S17-70"""
    state = position(["food 1", ""], pile="map 2")
    act(state, "take the top discard", "draw tool 1")
    assert known(STALAG17.view(state, 1), 0) == {"sure": "map 2"}
    act(state, "draw two", "draw map 1", "draw map 1", "discard food 1")
    assert known(state, 0) == {"sure": "map 2"}


def test_after_a_lay_it_may_be_in_the_hand_or_on_the_table() -> None:
    """S17-70: never more than is certain."""
    for name in ("food 1", "map 2"):
        state = position(["food 1", ""], pile="map 2")
        act(state, "take the top discard", "draw tool 1", "draw two", "draw map 1", "draw map 1")
        act(state, f"lay {name}", "draw food 2")
        assert known(state, 0) == {"seen": "map 2"}


def test_a_card_that_is_discarded_again_is_no_longer_known() -> None:
    """S17-70"""
    state = position(["food 1", ""], pile="map 2")
    act(state, "take the top discard", "draw map 2", "draw two", "draw map 1", "draw map 1", "discard map 2")
    assert known(state, 0) == {}
    assert hand(state, 0) == "food 1, map 2"


def test_of_two_alike_the_one_that_is_surely_held_is_the_first_to_go() -> None:
    """S17-70: one was taken before a lay and one after; what is left may be on the table."""
    other = ("draw two", "draw map 1", "draw document 1")
    state = position(["food 1, tool 1", ""], pile="map 2, map 2")
    act(state, "take the top discard", "draw barracks", *other, "lay food 1", "draw barracks", *other)
    act(state, "take the top discard", "draw food 1", *other)
    assert known(state, 0) == {"sure": "map 2", "seen": "map 2"}
    act(state, "discard map 2")
    assert known(state, 0) == {"seen": "map 2"}


def test_a_failed_attempt_shows_what_is_laid_and_that_the_rest_is_held() -> None:
    """S17-70, S17-45"""
    for name, left in (("food 1", {"sure": "map 2", "shown": "food 1"}), ("map 2", {"shown": "map 2"})):
        state = position(["food 1", ""], pile="map 2")
        act(state, "take the top discard", "draw tool 1", "draw two", "draw map 1", "draw map 1")
        act(state, f"lay {name}", "draw food 2", "draw two", "draw map 1", "draw food 2", ATTEMPT)
        assert known(state, 0) == left


def test_what_a_failed_attempt_showed_stays_known_but_not_what_is_laid_later() -> None:
    """S17-70"""
    state = position(["food 1", ""], ["map 1, barracks"])
    act(state, ATTEMPT, "lay food 1", "draw tool 1", "draw two", "draw map 1", "draw map 1")
    view = STALAG17.view(state, 1)
    assert (known(view, 0), view.lying[0], view.laid[0]) == ({"shown": "map 1, barracks"}, 3, HIDDEN)
    act(state, ATTEMPT)
    assert known(state, 0) == {"shown": "food 1, map 1, barracks"}


def test_nothing_of_a_round_is_known_in_the_next_but_what_was_shown() -> None:
    """S17-70, S17-55"""
    state = position(["tool 1", "map 1"], ["food 1, escape 6/3", "barracks"], "food, 5", pile="map 2", player=1)
    act(state, ATTEMPT, "take the top discard", "draw map 2", ATTEMPT)
    assert known(state, 0) == known(state, 1) == {}
    assert [cards(state.called[seat]) for seat in (0, 1)] == ["tool 1", "map 1, map 2, map 2"]
    assert [cards(state.uncovered[seat]) for seat in (0, 1)] == ["food 1, escape 6/3", "barracks"]


def test_a_roll_call_cannot_be_taken_back() -> None:
    """S17-70: all hands have been shown."""
    match = escaped()
    with pytest.raises(Refused, match="revealed"):
        match.undo()


def test_that_a_hand_is_empty_at_the_start_of_a_round_is_no_secret() -> None:
    """S17-70"""
    match = new()
    do(match, "throw map", "throw map", "throw map", "escape die 1", "draw food 1")
    assert match.view(None).hand[0] == HIDDEN
    assert set(match.view(None).hand[1]) == set(match.view(None).laid[0]) == {0}


def test_a_spectator_sees_what_is_common_to_all_seats() -> None:
    """S17-72"""
    state = position(["food 1", "map 1"], ["barracks", "tool 1"], pile="map 2")
    view = STALAG17.view(state, SPECTATOR)
    assert view.hand[:2] == view.laid[:2] == [HIDDEN, HIDDEN]
    for field in STALAG17.fields.names:
        if field not in {"hand", "laid"}:
            assert getattr(view, field) == getattr(STALAG17.view(state, 0), field), field


def test_all_cards_are_shown_when_the_game_is_over() -> None:
    """S17-72"""
    state = position(["tool 1", "map 1"], ["food 1, escape 6/3", "barracks"], "food, 5", prisoners=[1, 3])
    act(state, ATTEMPT)
    assert state.turn == OVER
    for eye in (0, 1, SPECTATOR):
        view = STALAG17.view(state, eye)
        assert [hand(view, 0), hand(view, 1), laid(view, 1), view.deck] == ["tool 1", "map 1", "barracks", state.deck]


@pytest.mark.parametrize("counting", [True, False])
def test_whether_the_page_counts_is_agreed_and_changes_nothing_that_is_known(counting: bool) -> None:
    """S17-71"""
    views = [STALAG17.view(position(["food 1", "map 1"], counting=agreed), 0) for agreed in (counting, True)]
    assert views[0].counting == counting
    set_cell(views[0], "counting", (), 1)
    assert views[0] == views[1]


# --- Guessing ----------------------------------------------------------------


def guesses(view: State, n: int) -> list[State]:
    words = [0, 0]
    seed(words, 1)
    return [STALAG17.guess(view, words) for _ in range(n)]


def test_a_guess_keeps_what_is_known() -> None:
    """S17-70"""
    state = position(["food 1, information", ""], ["map 1, barracks"], pile="map 2, tool-map")
    act(state, ATTEMPT, "take the top discard", "draw tool 1", "draw two", "draw map 1", "draw map 1")
    act(state, "lay information", "draw escape 6/3", "draw two", "draw map 2", "draw map 2")
    act(state, "take the top discard", "draw food 2")
    places = set()
    for guess in guesses(STALAG17.view(state, 1), 200):
        assert guess.hand[0][KINDS.index("map 2")] >= 1
        assert guess.laid[0][KINDS.index("map 1")] >= 1
        assert guess.laid[0][KINDS.index("barracks")] >= 1
        assert (sum(guess.hand[0]), sum(guess.laid[0])) == (state.held[0], state.lying[0])
        double = KINDS.index("tool-map")
        places.add((guess.hand[0][double], guess.laid[0][double]))
    assert places == {(1, 0), (0, 1)}


def worlds(text: str, held: int) -> set[tuple[str, str]]:
    """Every way to hold so many of these cards, the others being laid."""
    every = text.split(", ")
    found = set()
    for mine in combinations(range(len(every)), held):
        rest = [card for i, card in enumerate(every) if i not in mine]
        found.add((cards(count(", ".join(every[i] for i in mine))), cards(count(", ".join(rest)))))
    return found


def test_every_world_that_fits_is_guessed_and_no_other() -> None:
    """S17-70: of the deck's two cards and the three unknown ones of seat 0, any three may be hers in any place."""
    state = position(["food 1, map 1", "tool 1"], ["barracks", ""], pile="tool-map", deck="escape 6/3, food 2")
    expected = set()
    for three in combinations(["food 1", "map 1", "barracks", "escape 6/3", "food 2"], 3):
        expected |= worlds(", ".join(three), 2)
    assert {(hand(g, 0), laid(g, 0)) for g in guesses(STALAG17.view(state, 1), 1500)} == expected
    assert len(expected) == 30


def test_who_has_begun_a_set_is_guessed_to_have_one() -> None:
    """S17-33, S17-70: three barracks can be guessed only as such."""
    state = position(["barracks, barracks, barracks", "tool 1"])
    act(state, "discard a set")
    for guess in guesses(STALAG17.view(state, 1), 10):
        assert STALAG17.legal(guess)
    act(state, "add barracks")
    for guess in guesses(STALAG17.view(state, 1), 10):
        assert STALAG17.legal(guess)
        assert hand(guess, 0) == "barracks, barracks"


def test_who_has_begun_a_run_is_guessed_to_have_one() -> None:
    """S17-35, S17-70"""
    state = position(["food 1, tool 1, map 1, barracks, clothes 1", "tool 1"], ["document 1, document 2"])
    act(state, "discard a run", "add food 1", "add barracks")
    seen = set()
    for guess in guesses(STALAG17.view(state, 1), 200):
        assert STALAG17.legal(guess)
        seen.add(hand(guess, 0))
    assert len(seen) > 50


def test_what_may_be_laid_is_taken_to_be_held_if_nothing_else_makes_the_set() -> None:
    """S17-33, S17-70: the two maps that were taken, and the one that was drawn, must all be in the hand."""
    deck = "tool 1, barracks, food 1, food 2, clothes 1, escape 1/1"
    state = position(["map 1", "map 2, clothes 2, document 2"], pile="map 2", deck=deck)
    act(state, "take the top discard", "draw tool 1", "discard map 2", "take the top discard", "draw barracks")
    act(state, "discard clothes 2", "lay tool 1", "draw food 2", "discard document 2")
    assert known(state, 0) == {"seen": "map 2, map 2"}
    act(state, "discard a set")
    others = set()
    for guess in guesses(STALAG17.view(state, 1), 100):
        assert {"map 1", "map 2"} < set(hand(guess, 0).split(", "))
        assert guess.hand[0][KINDS.index("map 2")] == 2
        others.add(laid(guess, 0))
    assert others == {"tool 1", "barracks", "food 1", "food 2", "clothes 1", "escape 1/1"}


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_guesses_fit_all_along_random_games(seats: int) -> None:
    """S17-70: the guess looks like the truth, counts what is there, and can be played on."""
    dice, words = random.Random(seats), [0, 0]
    seed(words, seats)
    match, between = Match(STALAG17, seats, {}, dealer=SeededDealer(seats)), 0
    for _ in range(900 // seats):
        if match.turn == OVER:
            break
        for eye in (*range(seats), None):
            view = match.view(eye)
            guess = STALAG17.guess(view, words)
            assert STALAG17.view(guess, SPECTATOR if eye is None else eye) == view
            assert guess.turn == CHANCE or STALAG17.legal(guess)
            for kind in range(len(KINDS)):
                total = guess.deck[kind] + guess.pile.count(kind)
                total += sum(guess.hand[s][kind] + guess.laid[s][kind] for s in range(seats))
                assert total == guess.copies[kind]
            for s in range(seats):
                assert (sum(guess.hand[s]), sum(guess.laid[s])) == (guess.held[s], guess.lying[s])
        between += view.building > 0
        match.play(dice.choice(match.legal()))
    assert between > 5


def test_what_is_known_is_true_all_along_random_games() -> None:
    """S17-70: never more than is certain."""
    dice, told = random.Random(4), 0
    match = Match(STALAG17, 3, {}, dealer=SeededDealer(4))
    for _ in range(1500):
        state = match._state
        for s in range(3):
            for kind in range(len(KINDS)):
                sure, seen, shown = state.sure[s][kind], state.seen[s][kind], state.shown[s][kind]
                assert state.hand[s][kind] >= sure
                assert state.laid[s][kind] >= shown
                assert state.hand[s][kind] + state.laid[s][kind] >= sure + seen + shown
                told += seen > 0
        match.play(dice.choice(match.legal()))
    assert told > 100
