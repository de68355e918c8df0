"""Export and import of tables: a text record for each, and a manifest of what a record does not hold.

An import replays every entry through `match.play` before anything is written; a table is written in one transaction.
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
from escapade.server.admin.edits import sound_match
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
    """The player of a seat."""

    kind: str
    name: str
    who: str = ""
    bot: str = ""


class Verb(msgspec.Struct, array_like=True):
    """A log entry that is no ply, such as a resignation: after which ply, seat, code and time."""

    ply: int
    seat: int
    action: int
    at: int


class TableManifest(msgspec.Struct):
    """A line of the manifest: what a record does not hold of a table. The chat is not exported."""

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
    secret: Secret  # the seed of verifiable dice, with which a running game goes on
    format: int = FORMAT


class ExportedTable(NamedTuple):
    """A record and its line of the manifest."""

    record: str
    manifest: TableManifest


class ImportedTable(NamedTuple):
    """A validated table, to be added to a database."""

    row: TableRow
    seats: list[SeatRow]
    log: list[Entry]
    invitations: dict[int, str]  # tokens for the seats of unknown people; only their hashes are stored


# --- Export ------------------------------------------------------------------


def write(reading: Reading, outages: Sequence[Outage]) -> ExportedTable:
    """Export a table, without the plies that were taken back."""
    match, row = sound_match(reading), reading.row
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
    return ExportedTable(match.record(Table=row.code), manifest)


class Timer:
    """Times of log entries without the server's outages, so that clocks elsewhere agree."""

    def __init__(self, reading: Reading, outages: Sequence[Outage]) -> None:
        self.first = reading.history.entries[0].at if reading.history.entries else 0
        runs = reading.row.status == "running" and reading.settings and reading.settings.clock.kind != "none"
        self.outages = outages if runs else ()

    def at(self, time: int) -> int:
        """The time to export."""
        return self.first + elapsed(self.first, time, self.outages) if self.outages else time


def manifest(manifest: Sequence[TableManifest]) -> str:
    """The manifest's text: a line of JSON for each table."""
    return "".join(encode(line).decode() + "\n" for line in manifest)


# --- Import ------------------------------------------------------------------


def read_manifest(text: str) -> list[TableManifest]:
    """Parse a manifest; BadInput names the line."""
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


def read(text: str, manifest: TableManifest | None, known: set[str], now: int) -> ImportedTable:
    """Make a table of a record by replaying it; `known` are ids of people in this database.

    An unfinished game goes on: bots and known people keep their seats, the seats of others wait for an invitation.
    Imported games are not rated, since anyone can write a record.
    """
    tags = tags_of(text)
    manifest = manifest or from_tags(tags)
    if manifest.settings.dice not in ("system", "verifiable"):
        raise BadInput(f"dice are system or verifiable, not {manifest.settings.dice[:40]!r}")
    match = match_of(text, GAMES, dice(manifest), go_on=all(verb.action != STOP for verb in manifest.verbs))
    return table_of(match, manifest, known, now)


def table_of(match: Match, manifest: TableManifest, known: set[str], now: int) -> ImportedTable:
    """Make a table of a replayed match and its manifest."""
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
            ImportedTable(row._replace(ended=row.ended or now), [with_owner(seat, known) for seat in seats], log, {}),
            reading,
        )
    else:
        found = resumed(row, seats, log, reading, known, now)
        wrong = Reading(found.row, found.seats, [*enumerate(found.log)])
    if wrong.fault is not None or wrong.match is None:
        raise BadInput(f"it is refused: {wrong.fault}")
    events = projection.summary(wrong.match, wrong.history, wrong.over)
    return found._replace(row=found.row._replace(**events._asdict()))


def read_for_viewing(text: str, who: str, now: int) -> ImportedTable:
    """Make a finished table of a record, for viewing: hosted by the uploader, its seats nobody's.

    An unfinished game ends where the record does, without a winner.
    """
    manifest = msgspec.structs.replace(from_tags(tags_of(text)), code="", host=who)
    match = match_of(text, GAMES, go_on=False)
    if match.turn != OVER:
        manifest.verbs = [Verb(len(match.log), CHANCE, STOP, now)]
    return table_of(match, manifest, {who}, now)


def tags_of(text: str) -> dict[str, str]:
    """A record's tags; refused if it was played with custom pieces."""
    tags = read_record(text).tags
    if "Pieces" in tags:
        raise BadInput("it was played with pieces of someone's own, and tables play with those of the box")
    return tags


def dice(manifest: TableManifest) -> Dealer | None:
    """The verifiable dealer of the manifest's seed, or None."""
    if manifest.settings.dice == "verifiable":
        return VerifiableDealer(manifest.secret.seed, manifest.secret.salt)
    return None


def from_tags(tags: dict[str, str]) -> TableManifest:
    """A manifest from a record's tags alone. Dice without their seed count as unverifiable."""
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
    """The log: plies and other entries between them, with their times, or now where none are known."""
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
    """The seats: from the manifest, or by the names in the record."""
    known = manifest.seats or [by_name(match.names.get(seat, "")) for seat in range(match.seats)]
    if len(known) != match.seats:
        raise BadInput(f"the manifest seats {len(known)}, and the record {match.seats}")
    return [seat_row(number, seat) for number, seat in enumerate(known)]


def by_name(name: str) -> SeatManifest:
    """The player of a name: "LEVEL bot" is a bot, any other name a person."""
    level = name.removesuffix(" bot")
    if name.endswith(" bot") and level in {"random", *(level.name for level in LEVELS)}:
        return SeatManifest("bot", name, bot=level)
    return SeatManifest("person", name)


def seat_row(number: int, seat: SeatManifest) -> SeatRow:
    """A seat's row."""
    if seat.kind == "bot":
        if seat.bot not in {"random", *(level.name for level in LEVELS)}:
            raise BadInput(f"seat {number}: no bot is called {seat.bot[:40]!r}")
        return SeatRow(0, number, "bot", "", f"{seat.bot} bot", seat.bot, "")
    if seat.kind == "outside":
        return SeatRow(0, number, "outside", seat.who, f"program {number}", "", "")
    return SeatRow(0, number, "person", seat.who, name_or(seat.name, f"seat {number}"), "", "")


def with_owner(seat: SeatRow, known: set[str]) -> SeatRow:
    """The seat of its player if this database knows them, else nobody's."""
    return seat if seat.who in known else seat._replace(who="")


def resumed(
    row: TableRow, seats: list[SeatRow], log: list[Entry], reading: Reading, known: set[str], now: int
) -> ImportedTable:
    """An unfinished game: running if all seats are taken, else open until the invited people have come."""
    match = reading.match
    if match is not None and match.turn == CHANCE:
        raise BadInput("it stands where chance has to act, and its dice are not in the record")
    sit = [
        with_owner(seat, known) if seat.seat in reading.history.gone else with_invitation(seat, known) for seat in seats
    ]
    last = max(now, log[-1].at + 1 if log else 0)
    log = [*log, *(Entry(seat, HAND_BACK, last) for seat in sorted(handed_in(reading)))]
    settings = msgspec.json.decode(row.settings, type=Settings)
    settings.bots = any(seat.kind == "bot" for seat in sit)
    row = row._replace(settings=encode(settings).decode(), ended=0)
    if any(seat.kind == "invited" for seat in sit):
        invitations = {seat.seat: secrets.token_urlsafe(12) for seat in sit if seat.kind == "invited"}
        hashes = {seat: token_hash(token) for seat, token in invitations.items()}
        sit = [seat._replace(token=hashes.get(seat.seat, seat.token)) for seat in sit]
        return ImportedTable(row._replace(status="open"), sit, log, invitations)
    return ImportedTable(row._replace(status="running"), sit, [*log, Entry(CHANCE, GO_ON, last)], {})


def handed_in(reading: Reading) -> set[int]:
    """The seats that have submitted actions in a simultaneous phase; records lack those, so they are submitted anew."""
    handed: set[int] = set()
    for _, verb in reading.history.verbs:
        handed = handed | {verb.seat} if verb.action == HAND_IN else handed
        handed = handed - {verb.seat} if verb.action == HAND_BACK else handed
    match = reading.match
    return handed if match is not None and match.together else set()


def with_invitation(seat: SeatRow, known: set[str]) -> SeatRow:
    """The seat of its known player, bot or program; else it waits for an invitation."""
    if seat.kind == "bot" or seat.who in known:
        return seat
    if seat.kind == "outside" and seat.who.startswith("outside:"):
        return seat
    return seat._replace(kind="invited", who="")


async def known_people(store: Store, manifest: TableManifest | None) -> set[str]:
    """The players and host of a table whom this database knows."""
    asked = {seat.who for seat in manifest.seats} | {manifest.host} if manifest else set()
    return {who for who in asked if who and await store.person(who) is not None}


async def add_table(store: Store, text: str, manifest: TableManifest | None, now: int) -> ImportedTable | None:
    """Import a table in one transaction; None if its code exists already."""
    found = read(text, manifest, await known_people(store, manifest), now)
    if await store.table(found.row.code) is not None:
        return None
    try:
        await store.add_table(found.row, found.seats, found.log)
    except StoreError as error:
        raise EscapadeError(f"it could not be written: {error}") from None
    return found
