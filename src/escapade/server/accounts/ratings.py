"""Ratings by game: OpenSkill's Plackett-Luce model for any number of seats; and the conditions of a rated table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from openskill.models import PlackettLuce

from escapade.kernel.names import BadInput
from escapade.server.errors import NeedsAccount
from escapade.server.protocol import ClockRequest, TableRequest
from escapade.server.store import PersonRow, SeatRow
from escapade.server.store.rated import RatingRow

ORDINARY, POINTS = 1500, 42  # the displayed scale: the model's mean of 25 is 1500, its unit 42 points
MEAN = 25.0
GRACE = 60  # least seconds to reconnect at a rated table
INSTEAD = "or play unrated"


# --- The model ---


@cache
def _model() -> PlackettLuce:
    return PlackettLuce(mu=MEAN)


def after(game: str, ranking: Sequence[Sequence[str]], known: Mapping[str, RatingRow]) -> list[RatingRow]:
    """The players' ratings after a match; `ranking` is people by place, best first.

    >>> [shown(row) for row in after("cartagena", [["ann"], ["bob"]], {})]
    [(1611, 339), (1389, 339)]
    """
    model = _model()
    people = [(person, place) for place, those in enumerate(ranking) for person in those]
    teams = [[model.rating(known[p].mu, known[p].sigma) if p in known else model.rating()] for p, _ in people]
    found = model.rate(teams, ranks=[float(place) for _, place in people])
    return [
        RatingRow(p, game, team[0].mu, team[0].sigma, (known[p].games if p in known else 0) + 1)
        for (p, _), team in zip(people, found, strict=True)
    ]


def shown(row: RatingRow | None) -> tuple[int, int]:
    """Rating and deviation on the displayed scale, where 1500 is the mean."""
    mu, sigma = (row.mu, row.sigma) if row else (MEAN, MEAN / 3)
    return round(ORDINARY + (mu - MEAN) * POINTS), round(sigma * POINTS)


# --- Rated tables ---


def why_not_rated(clock: ClockRequest, left: str, kinds: Sequence[str]) -> str:
    """Why a table with these settings cannot be rated, and what to change; empty if it can.

    >>> why_not_rated(ClockRequest("live"), "wait", ["me", "open"])
    ''
    """
    if clock.kind == "none":
        return f"a rated game needs a clock: choose one, {INSTEAD}"
    if left == "bot":
        return f"no bot plays on for who leaves a rated game: let the clock run, or let them lose, {INSTEAD}"
    for kind in kinds:
        if reason := why_not_seated(kind):
            return reason
    if len(kinds) < 2:
        return f"a rated game needs two people at least: add a seat, {INSTEAD}"
    if sum(kind == "me" for kind in kinds) > 1:
        return f"everyone has one seat in a rated game: leave the others open, {INSTEAD}"
    return ""


def why_not_seated(kind: str) -> str:
    """Why a seat of a rated table cannot be of this kind; empty if it can."""
    if kind == "bot":
        return f"no bot sits at a rated table: leave the seat open or invite someone, {INSTEAD}"
    if kind == "outside":
        return f"no program sits at a rated table: leave the seat open or invite someone, {INSTEAD}"
    if kind == "guest":
        return f"at a rated table everyone plays with an account of their own: invite who sits beside you, {INSTEAD}"
    return ""


def check_request(request: TableRequest, host: PersonRow | None) -> None:
    """Refuse a rated table that could not be rated, or that a lost connection would decide."""
    check_account(host)
    if reason := why_not_rated(request.clock, request.left, [seat.kind for seat in request.seats]):
        raise BadInput(reason)
    if request.left == "forfeit" and request.grace < GRACE:
        raise BadInput(f"who leaves a rated game has {GRACE} seconds at least to come back: let grace be more")


def check_account(person: PersonRow | None) -> PersonRow:
    """Refuse guests: a new guest has no rating to lose."""
    if person is None or person.login is None:
        raise NeedsAccount("a rated table needs an account: create one or log in, then come back")
    return person


def check_seat(seats: Sequence[SeatRow], number: int | None, kind: str, person: PersonRow | None) -> None:
    """Refuse a kind of player or a person that may not take this seat of a rated table."""
    if reason := why_not_seated(kind):
        raise BadInput(reason)
    if kind == "me":
        account = check_account(person)
        if any(seat.who == account.id and seat.kind == "person" and seat.seat != number for seat in seats):
            raise BadInput("you sit at this table already; everyone has one seat in a rated game")


def can_count(clock: ClockRequest, left: str, seats: Sequence[SeatRow], accounts: set[str]) -> bool:
    """Can a table that has begun be rated? All players must be different accounts."""
    people = {seat.who for seat in seats if seat.kind == "person"}
    one_each = len(people) == len(seats) and people <= accounts
    return one_each and not why_not_rated(clock, left, [seat.kind for seat in seats])
