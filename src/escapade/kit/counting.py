"""Exact chances by counting: what an unknown is, and how many cards of a sort lie where they cannot be seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

Chances = Mapping[int, Fraction]  # of each number of cards
Odds = tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """One thing a view hides, and how likely each thing is that it can be."""

    what: str  # in words of the game: "piece on c7", "hook in seat 1's hand", "next card of the deck"
    field: str
    index: tuple[int, ...]  # the cell of the view; shorter than a cell's: all cells that begin so, as one group
    odds: Odds  # every possibility, the most likely first; they sum to 1. For cells that count: "0", "1", "2" …

    def at_least_one(self) -> Fraction:
        """Of something counted: how likely there is any."""
        return 1 - dict(self.odds).get("0", Fraction(0))

    def expected(self) -> Fraction:
        """Of something counted: how many there are on average."""
        return sum((int(number) * chance for number, chance in self.odds), Fraction(0))


def ranked(chances: Mapping[str, Fraction]) -> Odds:
    """What is possible, the most likely first; equals stay in the order of the box."""
    possible = [(name, chance) for name, chance in chances.items() if chance > 0]
    return tuple(sorted(possible, key=lambda entry: -entry[1]))


def counted(chances: Chances) -> Odds:
    """The same for numbers of cards."""
    return ranked({str(number): chances[number] for number in sorted(chances)})


@lru_cache(maxsize=4096)
def drawn(special: int, cards: int, taken: int) -> Chances:
    """How many of the special cards are among those taken unseen from a pile: the hypergeometric distribution."""
    ways = comb(cards, taken)
    numbers = range(max(0, special + taken - cards), min(special, taken) + 1)
    return {n: Fraction(comb(special, n) * comb(cards - special, taken - n), ways) for n in numbers}


@lru_cache(maxsize=4096)
def shared(known: int, special: int, cards: int, added: int, taken: int, others: int) -> Chances:
    """The same in two steps: `added` cards are taken from a pile and mixed with some that are known, `known` of them
    special; then `taken` of the mixed cards go to one place and the `others` elsewhere.
    """
    chances: dict[int, Fraction] = {}
    for more, first in drawn(special, cards, added).items():
        for number, second in drawn(known + more, taken + others, taken).items():
            chances[number] = chances.get(number, Fraction(0)) + first * second
    return chances


@lru_cache(maxsize=16384)
def placed(certain: int, known: int, special: int, cards: int, added: int, taken: int, others: int) -> Odds:
    """How many special cards one place may have: those that are certain, and its share of those that are not."""
    shares = shared(known, special, cards, added, taken, others)
    return counted({certain + number: chance for number, chance in shares.items()})
