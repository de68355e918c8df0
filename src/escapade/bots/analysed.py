"""An analysis of a match, as data: what programs and the page read. `lab/analysis.py` makes it.

An expectation is between 0 and 1 as in a hint: 1 is a win, one half an even game; a change is a difference of two. With
more than two seats it counts places as the game's returns do. Errors are standard errors.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

FORMAT = "escapade analysis 1"


class Advice(Struct):
    """What a strong bot would have done, from the view of who acted alone; `same`: just that, or as good."""

    code: int
    name: str
    message: str
    args: dict[str, Any]
    same: bool
    expectation: float
    done: float
    loss: float
    error: float


class AnalysedPly(Struct):
    """One ply: who did what, how each seat stood before it, what it changed, how much of that its seat could foresee.

    What is not known is null. `change` compares with everything that chance might have done, or with how the seat would
    play by the heuristic alone. `bits` is what each seat did not know before it: 0 is nothing.
    """

    ply: int
    seat: int
    code: int
    name: str
    expectation: list[float | None]
    change: list[float | None]
    error: list[float | None]
    skill: float | None
    advice: Advice | None
    bits: list[float | None]


class TurningPoint(Struct):
    """A ply that changed much for a seat: by skill, by luck, or by what another did, as that seat saw it."""

    ply: int
    seat: int
    change: float
    error: float
    kind: Literal["skill", "luck", "other"]


class SeatSummary(Struct):
    """A seat's match in a line: real choices, how often it did as the bot would, what it gave away, its luck."""

    seat: int
    name: str
    choices: int
    same: int
    loss: float
    luck: float
    error: float


class Analysis(Struct):
    """An analysis. `observer` null: everything was seen, so it is for who may; a seat: made from its view alone.

    `check` are the last check digits of the record, by which the two find each other; a seat's analysis has none before
    the match is over. `end` is how it stands after the last ply that was analysed.
    """

    format: str
    version: str
    game: str
    seats: int
    options: dict[str, Any]
    plies: int
    over: bool
    check: str
    observer: int | None
    bot: str
    iterations: int
    worlds: int
    seed: int
    complete: bool
    turning_points: list[TurningPoint]
    summary: list[SeatSummary]
    steps: list[AnalysedPly]
    end: list[float | None]
