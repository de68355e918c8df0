"""Escapade: four tabletop games of escape and hidden information.

>>> import escapade
>>> match = escapade.new("cartagena", seats=3, seed=7, version="tortuga")
>>> match.turn in range(3)
True
>>> first = match.legal()[0]
>>> match.play(first)
>>> match.log[-1].action == first
True
>>> escapade.load(match.record()).bytes() == match.bytes()
True
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from escapade.games import GAMES
from escapade.kernel.contract import Game, Option, find_game
from escapade.kernel.dealer import Dealer, SeededDealer, SystemDealer, VerifiableDealer
from escapade.kernel.fields import State, View
from escapade.kernel.match import Match, match_of
from escapade.kernel.match import verify as _verify
from escapade.kernel.names import CHANCE, OVER, BadInput, EscapadeError, Refused
from escapade.kernel.notation import Action, Ply

__version__ = "0.1.0"

BY_SEED = SystemDealer()  # stands for: a seeded dealer if there is a seed, else this one


def new(
    game: str,
    seats: int | None = None,
    seed: int | str | None = None,
    *,
    dealer: Dealer | None = BY_SEED,
    pieces: str | Path | None = None,
    **options: Any,
) -> Match:
    """Start a match. Options are the game's own; `escapade.games()` lists them.

    `dealer=None` leaves chance to the caller, who names the outcomes:

    >>> match = new("stratego", dealer=None)
    >>> match.turn == CHANCE
    True
    >>> match.play("seat 1 plays red")
    >>> match.turn
    1
    """
    found = find_game(GAMES, game)
    if dealer is BY_SEED and seed is not None:
        dealer = SeededDealer(seed)
    elif seed is not None:
        raise BadInput("a seed is for the built-in dice: give either a seed or a dealer")
    return Match(found, seats, options, found.pieces(pieces), dealer)


def games() -> dict[str, Game]:
    """Every game by name, with its seats and options.

    >>> [option.name for option in games()["stratego"].options]
    ['red', 'memory', 'quiet']
    """
    return dict(GAMES)


def load(record: str | Path, dealer: Dealer | None = None) -> Match:
    """Read a match from the text of a record or from its file, and replay it."""
    return match_of(text_of(record), GAMES, dealer)


def verify(record: str | Path, commitment: str | None = None) -> int:
    """Re-derive every chance outcome of a record from its seed; return how many there are.

    A commitment that was noted before the start shows that the seed was fixed then; without one, the record is only
    checked against what it says itself.

    >>> match = new("stratego", dealer=VerifiableDealer())
    >>> match.play("seat 0 resigns")
    >>> verify(match.record())
    1
    """
    return _verify(text_of(record), GAMES, commitment)


def text_of(record: str | Path) -> str:
    """A record's text; a string without a line break is the path of its file."""
    if isinstance(record, str) and "\n" in record:
        return record
    try:
        return Path(record).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:  # ValueError: no text, or no path
        raise BadInput(f"{record}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


__all__ = [
    "CHANCE",
    "OVER",
    "Action",
    "BadInput",
    "Dealer",
    "EscapadeError",
    "Game",
    "Match",
    "Option",
    "Ply",
    "Refused",
    "SeededDealer",
    "State",
    "SystemDealer",
    "VerifiableDealer",
    "View",
    "games",
    "load",
    "new",
    "verify",
]
