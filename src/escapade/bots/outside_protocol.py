"""What is said between a host and a program that plays a seat: one JSON object a line, told in docs/outside-bots.md.

Over stdio and over a WebSocket it is the same. A newer host may send fields and kinds of lines that are not here; both
sides pass over what they do not know.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from escapade.kernel.names import BadInput

PROTOCOL = 1  # raised when an old program could not play any more


class Line(Struct, tag_field="type", tag=str.lower):
    """One line: `type` says which."""


# --- To the program ----------------------------------------------------------


class Start(Line):
    """A match begins, or is gone on with: the game, which seat is yours, the name of every action by code.

    What was told before is forgotten: the next `choose` tells all that your seat has heard.
    """

    protocol: int
    game: str
    seats: int
    seat: int
    options: dict[str, str | int | bool]
    actions: list[str]


class Time(Struct, omit_defaults=True):
    """How long the program may think; iterations only where someone asked for them."""

    milliseconds: int
    iterations: int | None = None


class Choose(Line):
    """It is your turn: what your seat sees, what it may do, and what it has heard since it was last asked."""

    id: int
    view: dict[str, Any]
    legal: list[int]
    heard: list[tuple[int, int]]  # who acted (-1 is chance), and the code of what was noticed of it
    budget: Time


class Error(Line):
    """Your answer cannot be used, and why. You are asked once more."""

    id: int
    reason: str


class Over(Line):
    """The match is over: seats by place, best first."""

    ranking: list[list[int]]


# --- From the program --------------------------------------------------------


class Choice(Line):
    """What I do: one of the legal codes, with the id of what I was asked."""

    id: int
    action: int


ToProgram = Start | Choose | Error | Over

_encode = msgspec.json.Encoder().encode
_to_program = msgspec.json.Decoder(ToProgram).decode
_choice = msgspec.json.Decoder(Choice).decode
KNOWN = {"start", "choose", "error", "over"}


def encode(line: Line) -> bytes:
    """A line, without its end."""
    return _encode(line)


def read_line(text: str | bytes) -> Start | Choose | Error | Over | None:
    """Read what a host says; None if it is of a kind that this version does not know."""
    try:
        kind = msgspec.json.decode(text, type=dict[str, Any]).get("type")
        return _to_program(text) if kind in KNOWN else None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadInput(f"the host sent a line that cannot be read: {error}") from None


def read_choice(text: str | bytes) -> Choice:
    """Read what a program answers; BadInput says what is wrong with it, in words for its author."""
    try:
        return _choice(text)
    except msgspec.ValidationError as error:
        wanted = '{"type":"choice","id":…,"action":…}'
        raise BadInput(f"an answer is {wanted}, and this is {shown(text)}: {error}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadInput(f"not a line of JSON: {shown(text)}; print what is not an answer to stderr") from None


def shown(text: str | bytes) -> str:
    """The beginning of a line, for a message."""
    said = text.decode(errors="replace") if isinstance(text, bytes) else text
    return repr(said if len(said) <= 60 else said[:57] + "…")
