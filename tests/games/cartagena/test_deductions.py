"""What is known of hidden hands and the deck, against every way the cards can lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

import escapade
from escapade.bots.deductions import deduce
from escapade.games import GAMES
from escapade.games.cartagena.rules import SYMBOL, SYMBOLS
from escapade.kernel.fields import State
from escapade.kernel.names import UNKNOWN

GAME = GAMES["cartagena"]
Place = tuple[str, tuple[int, ...]]


def told(view: State) -> dict[Place, dict[str, Fraction]]:
    return {(unknown.field, unknown.index): dict(unknown.odds) for unknown in deduce(GAME, view)}


def small_view(dice: Random) -> State:
    """Three seats, seen from seat 0: cards held since before the last shuffle, cards drawn since, and a small deck."""
    view: Any = GAME.fields.View()
    view.seats = 3
    old = [dice.choices(range(SYMBOL), k=dice.randrange(3)) for _ in range(3)]  # held when the deck was shuffled
    shuffled = dice.choices(range(SYMBOL), k=dice.randrange(4, 7))
    view.supply = [sum(cards.count(symbol) for cards in (*old, shuffled)) for symbol in range(SYMBOL)]
    view.shuffled = [shuffled.count(symbol) for symbol in range(SYMBOL)]
    for seat in range(3):
        new = [shuffled.pop() for _ in range(dice.randrange(2))]
        hand = old[seat] + new
        view.drawn[seat] = [new.count(symbol) for symbol in range(SYMBOL)]
        if hand and dice.random() < 0.4:
            view.played[seat][hand.pop(dice.randrange(len(hand)))] += 1
        view.hand[seat] = [hand.count(symbol) for symbol in range(SYMBOL)]
        view.held[seat] = len(hand)
    view.deck = [shuffled.count(symbol) for symbol in range(SYMBOL)]
    view.left = len(shuffled)
    GAME.rules.observe(view, 0)
    return view  # type: ignore[no-any-return]


def deals(view: State) -> Iterator[tuple[list[int], list[int], list[int]]]:
    """Every way the single cards can lie, as (deck, seat 1's hand, seat 2's hand); the deck in every order.

    A card that was not in the deck when it was shuffled, or that seat 0 drew, is not in the deck.
    """
    loose, held = [], []
    for symbol in range(SYMBOL):
        unseen = view.supply[symbol] - sum(row[symbol] for row in view.played) - view.hand[0][symbol]
        may = min(unseen, view.shuffled[symbol] - view.drawn[0][symbol])
        loose += [symbol] * may
        held += [symbol] * (unseen - may)
    for deck in combinations(range(len(loose)), view.left):
        hands = held + [card for i, card in enumerate(loose) if i not in deck]
        for first in combinations(range(len(hands)), view.held[1]):
            yield (
                [loose[i] for i in deck],
                [hands[i] for i in first],
                [card for i, card in enumerate(hands) if i not in first],
            )


def counted(view: State) -> dict[Place, dict[str, Fraction]]:
    found: dict[Place, Counter[str]] = {}
    for deck, one, two in deals(view):
        for symbol, name in enumerate(SYMBOLS):
            for place, cards in (
                (("hand", (1, symbol)), one),
                (("hand", (2, symbol)), two),
                (("deck", (symbol,)), deck),
            ):
                found.setdefault(place, Counter())[str(cards.count(symbol))] += 1
            if symbol in deck:
                found.setdefault(("deck", ()), Counter())[name] += deck.count(symbol)
    return {place: {word: Fraction(n, count.total()) for word, n in count.items()} for place, count in found.items()}


@pytest.mark.parametrize("number", range(60))
def test_chances_are_those_of_all_deals_that_fit(number: int) -> None:
    """CAR-50: also when hands hold cards from before the last shuffle."""
    view = small_view(Random(number))
    assert told(view) == counted(view)


def test_a_card_the_deck_cannot_hold_is_in_a_hand() -> None:
    """CAR-35, CAR-50: the deck was shuffled without the keys, and the viewer does not have them."""
    view: Any = GAME.fields.View()
    view.seats, view.supply, view.shuffled, view.left = 2, [3, 0, 0, 0, 0, 1], [3, 0, 0, 0, 0, 0], 3
    view.held, view.hand[1], view.deck = [0, 1, 0, 0, 0], [UNKNOWN] * SYMBOL, [UNKNOWN] * SYMBOL
    view.drawn[1] = [UNKNOWN] * SYMBOL
    assert told(view)["hand", (1, SYMBOLS.index("keys"))] == {"1": 1}
    assert told(view)["deck", ()] == {"hook": 1}


def test_tortuga_hides_nothing_but_the_next_card() -> None:
    """CAR-51"""
    match = escapade.new("cartagena", seed=3, version="tortuga")
    view = match.view(0)
    (unknown,) = deduce(GAME, view)
    assert unknown.what == "next card of the deck"
    assert dict(unknown.odds) == {name: Fraction(n, view.left) for name, n in zip(SYMBOLS, view.deck, strict=True)}


def test_an_empty_deck_has_no_next_card() -> None:
    """CAR-35: what will be shuffled is not decided yet."""
    view: Any = small_view(Random(1))
    view.held[1] += view.left
    view.left = 0
    assert ("deck", ()) not in told(view)


def test_a_hand_has_on_average_its_share_of_the_unseen_cards() -> None:
    match = escapade.new("cartagena", seats=3, seed=8)
    view = match.view(0)
    hooks = next(u for u in deduce(GAME, view) if u.what == "hook in seat 1's hand")
    unseen = view.supply[0] - view.hand[0][0]
    assert hooks.expected() == Fraction(6 * unseen, sum(view.supply) - 6)
    assert hooks.at_least_one() == 1 - dict(hooks.odds)["0"]
