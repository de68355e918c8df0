"""Constants shared by all games (seats, CHANCE, UNKNOWN), and the two errors: BadInput and Refused."""

from collections.abc import Mapping
from typing import Any

CHANCE, OVER = -1, -2  # values of `turn` that are not seats
NONE, UNKNOWN = -1, -2  # nothing there; something there that this view may not show
SPECTATOR = -3  # the observer who has no seat
OMNISCIENT = -4  # whoever may see everything: the reader of a record
UNHEARD = -1  # what `hear` returns when a seat does not even notice


class EscapadeError(ValueError):
    """Something given from outside is wrong; the message says what, where and what to do."""


class BadInput(EscapadeError):
    """A name, an option, a data file or a record that cannot be used."""


class Refused(EscapadeError):
    """An action the rules do not allow now. Nothing has changed.

    Where it is the game that refuses, `message` and `message_args` say why in any language of its words.
    """

    def __init__(self, reason: str, clause: str = "", message: str = "", args: Mapping[str, Any] | None = None) -> None:
        self.reason, self.clause, self.message, self.message_args = reason, clause, message, dict(args or {})
        super().__init__(f"{reason} [{clause}]" if clause else reason)


def whole_number(text: str) -> int | None:
    """Read a whole number as people write it; None if it is none, or longer than anything here can mean.

    >>> whole_number("12"), whole_number("-3"), whole_number("²"), whole_number("9" * 50)
    (12, -3, None, None)
    """
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 18 else None
