"""Tables on paper: a record of each as text, and beside them what a record does not say. And back again.

What comes back goes through the door, entry by entry, before anything is written; then a table is written whole.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from escapade.bots import LEVELS
from escapade.games import GAMES
from escapade.kernel.dealer import Dealer, VerifiableDealer, parse_offsets
from escapade.kernel.match import Match, match_of
from escapade.kernel.names import CHANCE, OVER, BadInput, EscapadeError
from escapade.kernel.notation import read_record
from escapade.server import protocol
from escapade.server.accounts.names import name_or
from escapade.server.admin.edits import believed
from escapade.server.errors import StoreError
from escapade.server.live import projection
from escapade.server.live.audit import Reading
from escapade.server.live.clocks import Outage, elapsed
from escapade.server.live.history import GO_ON, HAND_BACK, HAND_IN, STOP, TAKE_BACK
from escapade.server.live.lobby import new_code, token_hash
from escapade.server.live.settings import Secret, Settings
from escapade.server.protocol import encode
from escapade.server.store import Entry, SeatRow, Store, TableRow

MANIFEST = "manifest.jsonl"
FORMAT = 1
CODE = re.compile(r"[a-z0-9]{6,16}")


class SeatManifest(msgspec.Struct):
    """Who sat on a seat."""

    kind: str
    name: str
    who: str = ""
    bot: str = ""


class Verb(msgspec.Struct, array_like=True):
    """What a table did besides its game: after so many plies, for a seat, what, and when."""

    ply: int
    seat: int
    action: int
    at: int


class TableManifest(msgspec.Struct):
    """A line of the manifest: what a record does not say of a table. What was said in the chat is not kept."""

    record: str  # the file of the record, beside the manifest
    code: str
    status: str
    seats: list[SeatManifest]
    settings: Settings
    listed: bool
    host: str
    made: int
    ended: int
    times: list[int]  # of each ply
    verbs: list[Verb]
    secret: Secret  # the seed of verifiable dice: without it a running game could not go on with them
    format: int = FORMAT


class Written(NamedTuple):
    """A table on paper."""

    record: str
    manifest: TableManifest


class Read(NamedTuple):
    """A table that was read, and may be put up."""

    row: TableRow
    seats: list[SeatRow]
    log: list[Entry]
    invitations: dict[int, str]  # what opens the seats that wait for their people: only its hash is kept


# --- Out ---------------------------------------------------------------------


def write(reading: Reading, outages: Sequence[Outage]) -> Written:
    """Put a table on paper. Plies that were taken back are not in it."""
    match, row = believed(reading), reading.row
    if reading.settings is None:
        raise BadInput(f"the settings of table {row.code} cannot be read")
    match.dealer = reading.dealer()
    timer = Timer(reading, outages)
    verbs = [Verb(ply, e.seat, e.action, timer.at(e.at)) for ply, e in reading.history.verbs if e.action >= TAKE_BACK]
    manifest = TableManifest(
        record=f"{row.code}.txt",
        code=row.code,
        status=row.status,
        seats=[SeatManifest(seat.kind, seat.name, seat.who, seat.bot) for seat in reading.seats],
        settings=reading.settings,
        listed=bool(row.listed),
        host=row.host,
        made=row.made,
        ended=row.ended,
        times=[timer.at(at) for at in reading.history.times],
        verbs=verbs,
        secret=msgspec.structs.replace(reading.secret, draw_offsets=reading.history.draw_offsets),
    )
    return Written(match.record(Table=row.code), manifest)


class Timer:
    """When something happened, as a clock elsewhere must count it: without the time in which no server ran."""

    def __init__(self, reading: Reading, outages: Sequence[Outage]) -> None:
        self.first = reading.history.entries[0].at if reading.history.entries else 0
        runs = reading.row.status == "running" and reading.settings and reading.settings.clock.kind != "none"
        self.outages = outages if runs else ()

    def at(self, time: int) -> int:
        """The moment to keep."""
        return self.first + elapsed(self.first, time, self.outages) if self.outages else time


def manifest(manifest: Sequence[TableManifest]) -> str:
    """One line of JSON for each table."""
    return "".join(encode(line).decode() + "\n" for line in manifest)


# --- In ----------------------------------------------------------------------


def read_manifest(text: str) -> list[TableManifest]:
    """Read a manifest; BadInput names the line that cannot be read."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            manifest = msgspec.json.decode(line, type=TableManifest)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise BadInput(f"line {number} of the manifest cannot be read: {error}") from None
        if manifest.format != FORMAT:
            raise BadInput(
                f"line {number} of the manifest is of format {manifest.format}; this Escapade reads {FORMAT}"
            )
        if "/" in manifest.record or "\\" in manifest.record or manifest.record.startswith("."):
            raise BadInput(f"line {number} of the manifest names no file beside it: {manifest.record[:60]!r}")
        found.append(manifest)
    return found


def read(text: str, manifest: TableManifest | None, known: set[str], now: int) -> Read:
    """Make a table of a record, through the door; `known` are the people of this database.

    A game that is not over goes on. Bots stay, people whom this database knows keep their seats, and for others
    theirs are kept until they come with an invitation. Imported games are not rated: whoever wrote them could have
    written anything.
    """
    tags = tags_of(text)
    manifest = manifest or from_tags(tags)
    if manifest.settings.dice not in ("system", "verifiable"):
        raise BadInput(f"dice are system or verifiable, not {manifest.settings.dice[:40]!r}")
    match = match_of(text, GAMES, dice(manifest), go_on=all(verb.action != STOP for verb in manifest.verbs))
    return table_of(match, manifest, known, now)


def table_of(match: Match, manifest: TableManifest, known: set[str], now: int) -> Read:
    """Make a table of a match that came through the door, and of what is kept beside it."""
    if manifest.times and len(manifest.times) > len(match.log):
        raise BadInput(f"the manifest times {len(manifest.times)} plies, and the record has {len(match.log)}")
    settings = msgspec.structs.replace(manifest.settings, seats=match.seats, options=match.options, rated=False)
    settings.colours = (settings.colours + [""] * match.seats)[: match.seats]
    log = entries(match, manifest, now)
    seats = seating(match, manifest)
    row = TableRow(
        0, manifest.code if CODE.fullmatch(manifest.code) else new_code(), match.game.name, encode(settings).decode(),
        encode(manifest.secret).decode(), manifest.host if manifest.host in known else "", "over", int(manifest.listed),
        max(0, min(manifest.made or now, now)), max(0, min(manifest.ended, now)), "", signature=match.game.signature,
    )  # fmt: skip
    reading = Reading(row, seats, [*enumerate(log)])
    if reading.fault is not None and reading.fault.ply is not None:
        raise BadInput(f"it is refused at {reading.fault}")
    if reading.over:
        found, wrong = (
            Read(row._replace(ended=row.ended or now), [owned(seat, known) for seat in seats], log, {}),
            reading,
        )
    else:
        found = going_on(row, seats, log, reading, known, now)
        wrong = Reading(found.row, found.seats, [*enumerate(found.log)])
    if wrong.fault is not None or wrong.match is None:
        raise BadInput(f"it is refused: {wrong.fault}")
    events = projection.summary(wrong.match, wrong.history, wrong.over)
    return found._replace(row=found.row._replace(**events._asdict()))


def read_to_look_at(text: str, who: str, now: int) -> Read:
    """Make a table of a record that is only to be looked at: over, of whoever puts it up, and with nobody on its seats.

    A game that is not over ends where the record does, and nobody has won it.
    """
    manifest = msgspec.structs.replace(from_tags(tags_of(text)), code="", host=who)
    match = match_of(text, GAMES, go_on=False)
    if match.turn != OVER:
        manifest.verbs = [Verb(len(match.log), CHANCE, STOP, now)]
    return table_of(match, manifest, {who}, now)


def tags_of(text: str) -> dict[str, str]:
    """The tags of a record that can be a table."""
    tags = read_record(text).tags
    if "Pieces" in tags:
        raise BadInput("it was played with pieces of someone's own, and tables play with those of the box")
    return tags


def dice(manifest: TableManifest) -> Dealer | None:
    """The dice that a game goes on with, if they are kept."""
    if manifest.settings.dice == "verifiable":
        return VerifiableDealer(manifest.secret.seed, manifest.secret.salt)
    return None


def from_tags(tags: dict[str, str]) -> TableManifest:
    """What can be told of a table from its record alone. Dice whose seed is not told are not verifiable any more."""
    count = len([tag for tag in tags if re.fullmatch(r"Seat\d+", tag)])
    events = tags.get("Dealer") == "verifiable" and bool(tags.get("Seed"))
    drawn = parse_offsets(tags.get("TakenBack", ""))
    secret = Secret(tags.get("Seed", ""), tags.get("Salt", ""), drawn) if events else Secret()
    settings = Settings(
        seats=count, options={}, clock=protocol.ClockRequest(), spectators=True, aids=True, rated=False,
        dice="verifiable" if events else "system", left="wait", grace=120, colours=[], bots=False,
    )  # fmt: skip
    return TableManifest("", tags.get("Table", ""), "", [], settings, False, "", 0, 0, [], [], secret)


def entries(match: Match, manifest: TableManifest, now: int) -> list[Entry]:
    """The log: plies and what the table did between them, at their times or, if none are known, now."""
    times = [min(at, now) for at in manifest.times]
    times += [times[-1] if times else now] * (len(match.log) - len(times))
    log: list[Entry] = []
    verbs = sorted(manifest.verbs, key=lambda verb: verb.ply)
    for ply in range(len(match.log) + 1):
        while verbs and verbs[0].ply <= ply:
            verb = verbs.pop(0)
            log.append(Entry(verb.seat, verb.action, min(verb.at, now)))
        if ply < len(match.log):
            log.append(Entry(match.log[ply].seat, match.log[ply].action.code, times[ply]))
    if verbs:
        raise BadInput(f"the manifest tells of ply {verbs[0].ply}, and the record has {len(match.log)}")
    return log


def seating(match: Match, manifest: TableManifest) -> list[SeatRow]:
    """Who sits where; a record says it by names alone."""
    known = manifest.seats or [by_name(match.names.get(seat, "")) for seat in range(match.seats)]
    if len(known) != match.seats:
        raise BadInput(f"the manifest seats {len(known)}, and the record {match.seats}")
    return [seat_row(number, seat) for number, seat in enumerate(known)]


def by_name(name: str) -> SeatManifest:
    """A bot is called after its level; any other name is a person's."""
    level = name.removesuffix(" bot")
    if name.endswith(" bot") and level in {"random", *(level.name for level in LEVELS)}:
        return SeatManifest("bot", name, bot=level)
    return SeatManifest("person", name)


def seat_row(number: int, seat: SeatManifest) -> SeatRow:
    """A seat as it is kept in the database."""
    if seat.kind == "bot":
        if seat.bot not in {"random", *(level.name for level in LEVELS)}:
            raise BadInput(f"seat {number}: no bot is called {seat.bot[:40]!r}")
        return SeatRow(0, number, "bot", "", f"{seat.bot} bot", seat.bot, "")
    if seat.kind == "outside":
        return SeatRow(0, number, "outside", seat.who, f"program {number}", "", "")
    return SeatRow(0, number, "person", seat.who, name_or(seat.name, f"seat {number}"), "", "")


def owned(seat: SeatRow, known: set[str]) -> SeatRow:
    """A seat of a game that is over: someone's whom this database knows, or nobody's."""
    return seat if seat.who in known else seat._replace(who="")


def going_on(
    row: TableRow, seats: list[SeatRow], log: list[Entry], reading: Reading, known: set[str], now: int
) -> Read:
    """A game that is not over: it goes on at once if all are there, else when they have come."""
    match = reading.match
    if match is not None and match.turn == CHANCE:
        raise BadInput("it stands where chance has to act, and its dice are not in the record")
    sit = [owned(seat, known) if seat.seat in reading.history.gone else waiting(seat, known) for seat in seats]
    last = max(now, log[-1].at + 1 if log else 0)
    log = [*log, *(Entry(seat, HAND_BACK, last) for seat in sorted(handed_in(reading)))]
    settings = msgspec.json.decode(row.settings, type=Settings)
    settings.bots = any(seat.kind == "bot" for seat in sit)
    row = row._replace(settings=encode(settings).decode(), ended=0)
    if any(seat.kind == "invited" for seat in sit):
        invitations = {seat.seat: secrets.token_urlsafe(12) for seat in sit if seat.kind == "invited"}
        sit = [
            seat._replace(token=token_hash(invitations[n])) if n in invitations else seat for n, seat in enumerate(sit)
        ]
        return Read(row._replace(status="open"), sit, log, invitations)
    return Read(row._replace(status="running"), sit, [*log, Entry(CHANCE, GO_ON, last)], {})


def handed_in(reading: Reading) -> set[int]:
    """Who has handed in its part of what seats do at the same time: it is not in a record, and must be done again."""
    handed: set[int] = set()
    for _, verb in reading.history.verbs:
        handed = handed | {verb.seat} if verb.action == HAND_IN else handed
        handed = handed - {verb.seat} if verb.action == HAND_BACK else handed
    match = reading.match
    return handed if match is not None and match.together else set()


def waiting(seat: SeatRow, known: set[str]) -> SeatRow:
    """A seat of a game that goes on: kept for who comes with an invitation, unless it is known whose it is."""
    if seat.kind == "bot" or seat.who in known:
        return seat
    if seat.kind == "outside" and seat.who.startswith("outside:"):
        return seat
    return seat._replace(kind="invited", who="")


async def people(store: Store, manifest: TableManifest | None) -> set[str]:
    """Whom of those at a table this database knows."""
    asked = {seat.who for seat in manifest.seats} | {manifest.host} if manifest else set()
    return {who for who in asked if who and await store.person(who) is not None}


async def put_up(store: Store, text: str, manifest: TableManifest | None, now: int) -> Read | None:
    """Put a table up from paper, whole or not at all; None if it stands there already."""
    found = read(text, manifest, await people(store, manifest), now)
    if await store.table(found.row.code) is not None:
        return None
    try:
        await store.add_table(found.row, found.seats, found.log)
    except StoreError as error:
        raise EscapadeError(f"it could not be written: {error}") from None
    return found
