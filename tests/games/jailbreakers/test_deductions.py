"""What is known of the escape deck, against every order it can lie in."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import pytest

from escapade.bots.deductions import deduce
from escapade.games import GAMES
from escapade.games.jailbreakers.box import ESCAPE_CARDS, FAILURE, PLANS, SUCCESS
from escapade.kernel.fields import State
from escapade.kernel.names import NONE

GAME = GAMES["jailbreakers"]


def deck_view(deck: list[int], looked: dict[tuple[int, int], int], draws: int, eye: int = 0) -> State:
    """Three seats; each look is (seat, position) and the card seen there; one plan of so many draws is on offer."""
    state: Any = GAME.start(3, GAME.check_options({"first": 0}, 3), GAME.pieces())
    state.deck, state.turn, state.offered[0], state.draws[0] = deck, 0, 1, draws
    for (seat, position), card in looked.items():
        state.looked[seat][position], state.known[seat][position] = 1, card
    return GAME.view(state, eye)


def told(view: State) -> dict[str, dict[str, Fraction]]:
    return {unknown.what.partition(" of ")[0]: dict(unknown.odds) for unknown in deduce(GAME, view)}


def counted(view: State, own: dict[int, int], draws: int) -> dict[str, dict[str, Fraction]]:
    cards = [card for card, n in enumerate(view.deck) for _ in range(n)]
    last, found = len(cards) - 1, dict[str, Counter[str]]()
    for order in permutations(cards):
        if any(order[position] != card for position, card in own.items()):
            continue
        for position, card in enumerate(order):
            if position not in own:
                place = {0: "top card", last: "bottom card"}.get(position, f"card {position + 1}")
                found.setdefault(place, Counter())[ESCAPE_CARDS[card]] += 1
        for n in range(1, min(draws, len(cards)) + 1):
            words = f"failures among the next {n} cards" if n > 1 else "failures with the next card"
            found.setdefault(words, Counter())[str(sum(card != SUCCESS for card in order[:n]))] += 1
    return {what: {word: Fraction(n, count.total()) for word, n in count.items()} for what, count in found.items()}


@pytest.mark.parametrize("number", range(30))
def test_chances_are_those_of_all_orders_that_fit(number: int) -> None:
    """JB-70, JB-91: what one has seen is certain; what only others have seen is not."""
    dice = Random(number)
    deck = [dice.randrange(1, 4), dice.randrange(1, 3), dice.randrange(2)]
    order = [card for card, n in enumerate(deck) for _ in range(n)]
    dice.shuffle(order)
    looks = {(dice.randrange(3), dice.randrange(len(order))) for _ in range(dice.randrange(5))}
    draws = dice.randrange(2, 7)
    view = deck_view(deck, {look: order[look[1]] for look in looks}, draws)
    own = {position: order[position] for seat, position in looks if seat == 0}
    assert told(view) == counted(view, own, draws)


def test_an_attempt_of_two_to_six_cards_has_the_chances_of_the_book() -> None:
    """JB-61, JB-62: at most one failure, with ten successes and seven failures in the deck."""
    view = deck_view([10, 7, 0], {}, 6)
    odds = [told(view)[f"failures among the next {n} cards"] for n in range(2, 7)]
    assert [round(float(o["0"] + o["1"]), 3) for o in odds] == [0.846, 0.64, 0.441, 0.278, 0.16]


def test_a_card_others_have_looked_at_says_so_and_is_as_open_as_any() -> None:
    """JB-70"""
    view = deck_view([3, 2, 0], {(1, 0): FAILURE, (2, 0): FAILURE}, 2)
    top, second, *_ = deduce(GAME, view)
    assert top.what == "top card of the escape deck, which seat 1 and seat 2 looked at"
    assert top.odds == second.odds == (("success", Fraction(3, 5)), ("failure", Fraction(2, 5)))


def test_who_has_looked_knows_more_of_the_others() -> None:
    """JB-43: the failure on top is one failure fewer below."""
    seen = deck_view([3, 2, 0], {(0, 0): FAILURE}, 2)
    assert "top card" not in told(seen)
    assert told(seen)["card 2"] == {"success": Fraction(3, 4), "failure": Fraction(1, 4)}
    assert told(seen)["failures with the next card"] == {"1": 1}


def test_in_an_attempt_only_the_cards_still_to_be_drawn_count() -> None:
    """JB-61"""
    view: Any = deck_view([10, 7, 0], {}, 6)
    view.plan, view.to_draw = 0, 2
    assert [u.what for u in deduce(GAME, view) if not u.index][-1] == "failures among the next 2 cards"
    assert PLANS[view.plan]
    view.plan, view.offered = NONE, [0] * len(PLANS)
    assert all(u.index for u in deduce(GAME, view))
