"""The only dice. A dealer weighs nothing and knows no rules: it picks an outcome in proportion to `odds`.

Every outcome of a seeded dealer follows from (seed, number of the draw) alone, so a reloaded match meets the same dice,
and anyone who has the seed can check each of them with a few lines of any language (see `docs/dice.md`).
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Sequence
from typing import Protocol

from escapade.kernel.names import BadInput, whole_number


class Dealer(Protocol):
    """Picks outcomes; `tags` is what a record says of it."""

    def pick(self, ply: int, weights: Sequence[int]) -> int:
        """Return the index of the outcome at this ply."""
        ...

    def tags(self, over: bool) -> dict[str, str]:
        """Return header tags; some may be told only when the match is over."""
        ...


class SystemDealer:
    """Dice from the system's entropy: nobody, the server included, knows what comes next."""

    def pick(self, ply: int, weights: Sequence[int]) -> int:
        """Return the index of an outcome."""
        total = sum(weights)
        while (number := int.from_bytes(os.urandom(8))) >= fair(total):
            pass
        return at(number % total, weights)

    def tags(self, over: bool) -> dict[str, str]:
        """Return the dealer's kind."""
        return {"Dealer": "system"}


class SeededDealer:
    """The same seed, the same dice.

    >>> SeededDealer(7).pick(0, [1, 1, 1]) == SeededDealer(7).pick(0, [1, 1, 1])
    True
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)

    def pick(self, ply: int, weights: Sequence[int]) -> int:
        """Return the index of the outcome at this ply."""
        return derive(self.seed, "", ply, weights)

    def tags(self, over: bool) -> dict[str, str]:
        """Return kind and seed."""
        return {"Dealer": "seeded", "Seed": self.seed}


class VerifiableDealer:
    """Dice that are fixed before the start and can be checked afterwards.

    `commitment` is published at the start, the seed when the match is over: that the one is the hash of the other
    shows that the dice were not chosen during play. `salt` is agreed by the players after they saw the commitment,
    so that the dice were not chosen before play either.
    """

    def __init__(self, seed: str | None = None, salt: str = "") -> None:
        self.seed = seed or secrets.token_hex(32)
        self.salt = salt
        self.commitment = commitment(self.seed)

    def pick(self, ply: int, weights: Sequence[int]) -> int:
        """Return the index of the outcome at this ply."""
        return derive(self.seed, self.salt, ply, weights)

    def tags(self, over: bool) -> dict[str, str]:
        """Return kind, commitment and salt, and the seed once nothing depends on it any more."""
        said = {"Dealer": "verifiable", "Commitment": self.commitment, "Salt": self.salt}
        return {**said, "Seed": self.seed} if over else said


def draw_number(ply: int, offsets: Sequence[tuple[int, int]]) -> int:
    """The number by which dice are drawn at a ply: all plies count that ever stood before it, also those taken back.

    `offsets` says from which ply on how many had been taken back. So no outcome that was seen comes again.

    >>> [draw_number(ply, [(2, 3), (4, 8)]) for ply in range(6)]
    [0, 1, 5, 6, 12, 13]
    """
    return ply + next((taken_back for since, taken_back in reversed(offsets) if since <= ply), 0)


def offsets_as_text(offsets: Sequence[tuple[int, int]]) -> str:
    """Offsets as a record has them: "2+3 4+8"."""
    return " ".join(f"{since}+{taken_back}" for since, taken_back in offsets)


def parse_offsets(text: str) -> list[tuple[int, int]]:
    """Offsets from a record; BadInput if they are none.

    >>> parse_offsets("2+3 4+8")
    [(2, 3), (4, 8)]
    """
    found = [tuple(map(whole_number, part.split("+"))) for part in text.split(" ")] if text else []
    pairs = [(part[0], part[1]) for part in found if len(part) == 2 and part[0] is not None and part[1] is not None]
    if len(pairs) < len(found) or pairs != sorted(set(pairs)):
        raise BadInput(f"the tag TakenBack must be pairs such as 12+3, in order, and is {text[:40]!r}")
    return pairs


def commitment(seed: str) -> str:
    """Return what is published before the start."""
    return hashlib.sha256(seed.encode()).hexdigest()


def derive(seed: str, salt: str, ply: int, weights: Sequence[int]) -> int:
    """Return the outcome that a seed decides for a ply: HMAC-SHA256, without any bias."""
    total, attempt = sum(weights), 0
    limit = fair(total)
    while True:
        said = hmac.digest(seed.encode(), f"{salt}:{ply}:{attempt}".encode(), "sha256")
        number = int.from_bytes(said[:8], "big")
        if number < limit:
            return at(number % total, weights)
        attempt += 1


def fair(total: int) -> int:
    """The end of the 64-bit numbers that favour no outcome: from here on, throw again."""
    return (1 << 64) // total * total


def at(number: int, weights: Sequence[int]) -> int:
    """Return the outcome that covers this number, the weights laid end to end."""
    for i, weight in enumerate(weights):
        number -= weight
        if number < 0:
            return i
    raise ValueError("the number lies beyond the weights")
