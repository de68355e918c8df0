"""A table as it is seen from outside, made from its rows alone: a list of tables replays no log."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from escapade.games import GAMES
from escapade.kernel.dealer import commitment
from escapade.server import protocol
from escapade.server.accounts.ladder import NO_STANDING, Standing
from escapade.server.live.audit import STATUSES, Numbered, Reading
from escapade.server.live.projection import Summary, summary
from escapade.server.live.table import Secret, Settings, hosts, sits
from escapade.server.store import SeatRow, Store, TableRow
from escapade.server.threads import in_spare_thread

FILLED = "lists"  # kept once the lists of an older database are complete


def table_info(
    row: TableRow,
    settings: Settings,
    seats: Sequence[SeatRow],
    who: str,
    near: Collection[str],
    standing: Standing = NO_STANDING,
    invitations: dict[int, str] | None = None,
) -> protocol.TableInfo:
    """A table as one person sees it from outside; `near` are those who are here.

    Invitations are told once, to who has just made them.
    """
    secret = msgspec.json.decode(row.secret, type=Secret)
    replaced = numbers(row.replaced)
    return protocol.TableInfo(
        code=row.code,
        game=row.game,
        title=GAMES[row.game].title,
        options=settings.options,
        seats=[seat_info(seat, settings.colours[seat.seat], who, near, replaced, standing) for seat in seats],
        status=row.status,  # type: ignore[arg-type]
        host=next((seat.name for seat in seats if seat.who == row.host), ""),
        mine_to_host=hosts(who, row),
        clock=settings.clock,
        listed=bool(row.listed),
        spectators=settings.spectators,
        aids=settings.aids,
        rated=settings.rated,
        dice=settings.dice,
        commitment=commitment(secret.seed) if secret.seed else "",
        left=settings.left,
        grace=settings.grace,
        made=row.made,
        turn=numbers(row.turn) if row.status == "running" else [],
        result=row.result,
        invitations=invitations or {},
        next=row.next,
        unrated=standing.why_not,
    )


def seat_info(
    seat: SeatRow, colour: str, who: str, near: Collection[str], replaced: Sequence[int], standing: Standing
) -> protocol.SeatInfo:
    """A seat as one person sees it from outside."""
    return protocol.SeatInfo(
        seat=seat.seat,
        kind=seat.kind,  # type: ignore[arg-type]
        name=seat.name,
        bot=seat.bot,
        colour=colour,
        here=seat.kind == "bot" or (bool(seat.who) and seat.who in near),
        mine=sits(who, seat),
        replaced=seat.seat in replaced,
        **standing.shown(seat),
    )


def settings_of(row: TableRow) -> Settings | None:
    """What a table has agreed on; None if that cannot be read, or the table is kept out of play."""
    try:
        msgspec.json.decode(row.secret, type=Secret)
        return None if row.fault or row.game not in GAMES else msgspec.json.decode(row.settings, type=Settings)
    except (msgspec.DecodeError, UnicodeError):
        return None


def sound(row: TableRow, settings: Settings, seats: Sequence[SeatRow]) -> bool:
    """Do the rows of a table agree with each other, as far as they are shown?"""
    return row.status in STATUSES and [seat.seat for seat in seats] == [*range(len(settings.colours))]


async def fill(store: Store) -> None:
    """Once for each database from before version 3, work out from the logs what lists tell."""
    if await store.note(FILLED):
        return
    below = 1 << 62
    while rows := await store.unlisted(below):
        for row in rows:
            seats, log = await store.seats(row.id), [*enumerate(await store.log(row.id))]
            events = await in_spare_thread(summary_of, row, seats, log)
            if events is not None:
                await store.amend(row, row._replace(**events._asdict()))
        below = rows[-1].id
    await store.keep(FILLED, "1")


def summary_of(row: TableRow, seats: Sequence[SeatRow], log: Sequence[Numbered]) -> Summary | None:
    """What lists tell of a table, from its log; None if that cannot be believed."""
    try:
        reading = Reading(row, seats, log)
    except Exception:  # whatever is wrong with one table, the others are listed
        return None
    return None if reading.match is None or reading.fault else summary(reading.match, reading.history, reading.over)


def numbers(text: str) -> list[int]:
    """Numbers that are kept in one column."""
    return [int(number) for number in text.split() if number.isdecimal()]
