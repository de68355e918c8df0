"""What is known of hidden hands, laid cards and the deck, against every way the cards can lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from escapade.bots.deductions import deduce
from escapade.games import GAMES
from escapade.games.stalag17.cards import KINDS
from escapade.games.stalag17.deductions import SORTS
from escapade.kernel.fields import State
from escapade.kernel.names import UNKNOWN

GAME = GAMES["stalag17"]
KIND = len(KINDS)
FEW = [KINDS.index(name) for name in ("food 1", "food 2", "map 1", "clothes-food", "escape 4/2", "information")]
Place = tuple[str, str]
Deal = dict[str, list[int]]  # the cards in "deck", "hand 1", "laid 1", "hand 2" …


def told(view: State) -> dict[str, dict[str, Fraction]]:
    return {unknown.what: dict(unknown.odds) for unknown in deduce(GAME, view)}


def tally(cards: list[int]) -> list[int]:
    return [cards.count(kind) for kind in range(KIND)]


def small_view(dice: Random) -> State:
    """Three seats, seen from seat 0: of seats 1 and 2 some cards are known, some half known, some not at all."""
    view: Any = GAME.fields.View()
    view.seats, view.deck = 3, [UNKNOWN] * KIND
    everything: list[int] = []
    for seat in (1, 2):
        sure, seen, shown = (dice.choices(FEW, k=dice.randrange(n)) for n in (2, 3, 2))
        view.sure[seat], view.seen[seat], view.shown[seat] = tally(sure), tally(seen), tally(shown)
        hidden = len(seen) + dice.randrange(3)
        laid = dice.randrange(hidden + 1)
        view.held[seat], view.lying[seat] = len(sure) + hidden - laid, len(shown) + laid
        view.hand[seat], view.laid[seat] = [UNKNOWN] * KIND, [UNKNOWN] * KIND
        everything += [*sure, *seen, *shown, *dice.choices(FEW, k=hidden - len(seen))]
    own, pile, deck = (dice.choices(FEW, k=dice.randrange(n) + 1) for n in (2, 2, 2))
    view.hand[0], view.held[0] = tally(own), len(own)
    view.pile[: len(pile)], view.top, view.left = pile, len(pile), len(deck)
    view.copies = tally([*everything, *own, *pile, *deck])
    return view  # type: ignore[no-any-return]


def unseen(view: State) -> list[int]:
    known = Counter(view.pile[: view.top])
    for row in (view.hand[0], *(table[seat] for seat in (1, 2) for table in (view.sure, view.seen, view.shown))):
        known.update(dict(enumerate(row)))
    return sorted((Counter(dict(enumerate(view.copies))) - known).elements())


def cards_of(row: list[int]) -> list[int]:
    return [kind for kind, n in enumerate(row) for _ in range(n)]


def deals(view: State, seats: tuple[int, ...], pool: list[int]) -> Iterator[Deal]:
    """Every way the single cards can lie: each seat takes what it lacks, and lays some of what may be laid."""
    if not seats:
        yield {"deck": pool}
        return
    seat, sure, seen, shown = seats[0], *(cards_of(row[seats[0]]) for row in (view.sure, view.seen, view.shown))
    lacks = view.held[seat] + view.lying[seat] - len(sure) - len(seen) - len(shown)
    for taken in combinations(range(len(pool)), lacks):
        mixed = seen + [pool[i] for i in taken]
        for laid in combinations(range(len(mixed)), view.lying[seat] - len(shown)):
            for deal in deals(view, seats[1:], [card for i, card in enumerate(pool) if i not in taken]):
                hand = sure + [card for i, card in enumerate(mixed) if i not in laid]
                yield {**deal, f"hand {seat}": hand, f"laid {seat}": shown + [mixed[i] for i in laid]}


def counted(view: State) -> dict[str, dict[str, Fraction]]:
    words = {"deck": "in the deck"}
    words |= {f"hand {seat}": f"in seat {seat}'s hand" for seat in (1, 2)}
    words |= {f"laid {seat}": f"laid by seat {seat}" for seat in (1, 2)}
    found: dict[str, Counter[str]] = {}
    for deal in deals(view, (1, 2), unseen(view)):
        for place, cards in deal.items():
            for kind, name in enumerate(KINDS):
                found.setdefault(f"{name} {words[place]}", Counter())[str(cards.count(kind))] += 1
            for name, kinds in SORTS.items() if place != "deck" else ():
                count = found.setdefault(f"{name} cards {words[place]}", Counter())
                count[str(sum(cards.count(kind) for kind in kinds))] += 1
        found.setdefault("next card of the deck", Counter()).update(KINDS[card] for card in deal["deck"])
    return {what: {word: Fraction(n, count.total()) for word, n in count.items()} for what, count in found.items()}


@pytest.mark.parametrize("number", range(25))
def test_chances_are_those_of_all_deals_that_fit(number: int) -> None:
    """S17-70: what is known to be held, laid, or one of both, is; the rest comes from the same pool."""
    view = small_view(Random(number))
    assert told(view) == counted(view)


def test_a_card_taken_from_the_pile_is_in_the_hand_until_one_is_laid() -> None:
    """S17-38, S17-31: then it may be either."""
    food = KINDS.index("food 1")
    view: Any = small_view(Random(3))
    for row in (view.sure, view.seen, view.shown):
        row[1] = [0] * KIND
    view.sure[1][food], view.held[1], view.lying[1], view.copies[food] = 1, 1, 0, view.copies[food] + 9
    assert told(view)["food 1 in seat 1's hand"] == {"1": 1}
    view.sure[1][food], view.seen[1][food], view.lying[1] = 0, 1, 1
    odds = told(view)["food 1 laid by seat 1"]
    assert odds["0"] > 0 < odds["1"]


def test_every_kind_is_of_one_sort() -> None:
    assert sorted(kind for kinds in SORTS.values() for kind in kinds) == [*range(KIND)]
    assert all(KINDS[kind].startswith(sort) for sort, kinds in SORTS.items() for kind in kinds if sort != "double")
