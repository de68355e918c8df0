"""The lobby: tables are created, users join and leave, the host assigns seats, and a rematch is agreed."""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from escapade.bots import level_of
from escapade.games import GAMES
from escapade.kernel.contract import find_game
from escapade.kernel.dealer import VerifiableDealer
from escapade.kernel.names import BadInput
from escapade.server import protocol
from escapade.server.accounts import ratings
from escapade.server.accounts.names import person_name
from escapade.server.errors import Conflict, Forbidden
from escapade.server.live.settings import PROGRAM, Secret, Settings
from escapade.server.live.table import Table
from escapade.server.protocol import encode
from escapade.server.store import SeatRow, TableRow

if TYPE_CHECKING:
    from escapade.server.live.registry import Registry

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
WAITING = ("open", "invited")  # the kinds of seats that are not taken yet


class Lobby:
    """What happens at tables before their match begins, and after it has ended."""

    def __init__(self, registry: Registry) -> None:
        self.registry, self.store, self.limits = registry, registry.store, registry.limits

    async def create(self, request: protocol.TableRequest, who: str, name: str) -> tuple[Table, dict[int, str]]:
        """Create a table, and return its invitations by seat; if every seat is taken, the match begins."""
        game = find_game(GAMES, request.game)
        seats = game.check_seats(len(request.seats))
        options = game.check_options(request.options, seats)
        if request.rated:
            ratings.check_request(request, await self.store.person(who))
        bots_alone = all(seat.kind == "bot" for seat in request.seats)
        settings = Settings(
            seats, options, request.clock, request.spectators, request.aids, request.rated, request.dice, request.left,
            request.grace, [seat.colour for seat in request.seats], any(seat.kind == "bot" for seat in request.seats),
        )  # fmt: skip
        code, secret = new_code(), new_secret(request.dice)
        packed = encode(settings).decode(), encode(secret).decode()
        row = TableRow(0, code, game.name, *packed, who, "open", int(request.listed), self.registry.now(), 0, "")
        row = row._replace(signature=game.signature)
        wanted = [seat_row(number, seat, who, name) for number, seat in enumerate(request.seats)]
        if not await self.store.create_table(
            row, [seat for seat, _ in wanted], self.limits.tables, self.limits.bot_tables
        ):
            raise self._too_many(f", or {self.limits.bot_tables} of bots alone" if bots_alone else "")
        table = await self.registry.find(code, who)
        await table.begin()
        return table, {seat.seat: token for seat, token in wanted if token}

    def _too_many(self, or_else: str = "") -> Conflict:
        return Conflict(
            f"you have {self.limits.tables} tables that are not finished{or_else}; finish or close one first"
        )

    async def join(self, table: Table, who: str, name: str, request: protocol.JoinRequest) -> int:
        """Take a seat, and return it."""
        async with table.seating("the game has begun; there is no free seat any more"):
            await self._check_rated(table, request.seat, "me", who)
            for seat in table.seats:
                if admits(seat, request.invitation) and request.seat in (None, seat.seat):
                    unique = unique_name(name, table, seat.seat)
                    taken = seat._replace(kind="person", who=who, name=unique, bot="", token="")
                    if await self.store.replace_seat(taken, seat):
                        return seat.seat
            if request.invitation:
                raise Conflict("this invitation is not good any more: the seat is taken, or the host has changed it")
            raise Conflict("there is no open seat" if request.seat is None else f"seat {request.seat} is not open")

    async def leave(self, table: Table, who: str) -> None:
        """Leave one's seats before the start; if the host leaves, the table is closed."""
        async with table.seating("the game has begun; resign if you do not want to play on"):
            if table.hosted_by(who):
                await self.store.set_status(table.row.id, "closed", "open", self.registry.now())
            elif not table.seats_of(who):
                raise Forbidden("you do not sit at this table")
            else:
                for seat in table.seats_of(who):
                    await table.replace_seat(SeatRow(table.row.id, seat, "open", "", "", "", ""))

    async def set_seat(
        self, table: Table, who: str, number: int, request: protocol.SeatRequest, name: str
    ) -> dict[int, str]:
        """Let the host change who gets a seat, before the start; return the invitation by seat, if it is one."""
        if not table.hosted_by(who):
            raise Forbidden("only the host decides who sits where")
        check_seat_number(table, number)
        wanted, token = seat_row(number, request, who, name)
        async with table.seating("the game has begun"):
            await self._check_rated(table, number, request.kind, who)
            if wanted.kind == "bot" and all(seat.kind == "bot" for seat in table.seats if seat.seat != number):
                raise Conflict("somebody must sit here; to watch bots alone, open a table for them")
            await table.replace_seat(wanted._replace(match=table.row.id))
        return {number: token} if token else {}

    async def bot_token(self, table: Table, who: str, number: int) -> protocol.BotToken:
        """Give a seat to a program, and return the token that it connects with."""
        if not table.hosted_by(who):
            raise Forbidden("only the host can give a seat to a program")
        check_seat_number(table, number)
        token = secrets.token_urlsafe(24)
        async with table.seating("a program takes an open seat, before the start"):
            await self._check_rated(table, number, "outside", who)
            if table.seats[number].kind not in WAITING:
                raise Conflict("a program takes an open seat, before the start")
            program = SeatRow(table.row.id, number, "outside", program_id(token), f"program {number}", "", "")
            await table.replace_seat(program)
        return protocol.BotToken(token, number, table.row.code)

    async def _check_rated(self, table: Table, number: int | None, kind: str, who: str) -> None:
        """At a rated table, refuse a user who may not have this seat."""
        if table.settings.rated:
            ratings.check_seat(table.seats, number, kind, await self.store.person(who) if kind == "me" else None)

    async def rematch(self, table: Table, who: str, name: str) -> Table:
        """Ask for a rematch, with seats rotated: the first to ask creates the table, the others take their seats."""
        if not table.over:
            raise Conflict("the game is not over yet")
        if not table.seats_of(who):
            raise Forbidden("you did not play here")
        other = await self.registry.find(await self._rematch_code(table, who), who)
        with suppress(Conflict):  # it has begun: this user has asked before, and has a seat already
            async with other.seating("it has begun"):  # at once, if the others are bots
                for seat in other.seats:
                    if seat.kind == "invited" and seat.who == who:
                        await other.replace_seat(seat._replace(kind="person"))
        return other

    async def _rematch_code(self, table: Table, who: str) -> str:
        """The code of the rematch's table, which is created if there is none."""
        async with table.lock:
            old = await self.store.table_by_number(table.row.id) or table.row
            if old.next and await self.store.table(old.next) is not None:
                return old.next
            seats = table.seats[1:] + table.seats[:1]
            packed = old.settings, encode(new_secret(table.settings.dice)).decode()
            row = TableRow(0, new_code(), old.game, *packed, who, "open", old.listed, self.registry.now(), 0, "")
            row = row._replace(signature=table.game.signature)
            wanted = [rematch_seat(number, seat, who) for number, seat in enumerate(seats)]
            code = await self.store.create_rematch(old, row, wanted, self.limits.tables)
            if code is None:
                raise self._too_many()
            table.row = await self.store.table_by_number(old.id) or old
            table.seating_feed.send()
            return code


def new_code() -> str:
    """A table's code, which is its address, and cannot be guessed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def token_hash(token: str) -> str:
    """What is stored of a token: a reader of the database cannot use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_secret(dice: str) -> Secret:
    """The secret of a new table's dice."""
    return Secret(VerifiableDealer().seed, secrets.token_hex(8)) if dice == "verifiable" else Secret()


def seat_row(number: int, request: protocol.SeatRequest, who: str, name: str) -> tuple[SeatRow, str]:
    """A seat as the host requests it; and for an invitation its token, of which only the hash is stored."""
    if request.kind == "me":
        return SeatRow(0, number, "person", who, person_name(request.name) or name, "", ""), ""
    if request.kind == "guest":
        return SeatRow(0, number, "person", who, person_name(request.name) or f"guest {number + 1}", "", ""), ""
    if request.kind == "invited":
        token = secrets.token_urlsafe(12)
        return SeatRow(0, number, "invited", "", person_name(request.name), "", token_hash(token)), token
    if request.kind == "open":
        return SeatRow(0, number, "open", "", "", "", ""), ""
    level = level_of(request.bot or "novice")
    bot = level.name if level else "random"
    return SeatRow(0, number, "bot", "", f"{bot} bot", bot, ""), ""


def admits(seat: SeatRow, invitation: str) -> bool:
    """May a user with this invitation, or (if empty) without one, take this seat?"""
    if not invitation:
        return seat.kind == "open"
    return seat.kind == "invited" and secrets.compare_digest(seat.token, token_hash(invitation))


def check_seat_number(table: Table, number: int) -> None:
    """Refuse a seat that a table does not have."""
    if number not in range(len(table.seats)):
        raise BadInput(f"there is no seat {number}; seats are 0 to {len(table.seats) - 1}")


def rematch_seat(number: int, seat: SeatRow, who: str) -> SeatRow:
    """A seat of a rematch: bots, programs and the user who asks have theirs; the others' are reserved for them."""
    if seat.kind in ("bot", "outside") or seat.who == who:
        return seat._replace(match=0, seat=number)
    return seat._replace(match=0, seat=number, kind="invited", token="")


def unique_name(name: str, table: Table, number: int) -> str:
    """The name, with the seat's number if another seat has it."""
    taken = {seat.name for seat in table.seats if seat.seat != number}
    return name if name not in taken else f"{name} ({number + 1})"


def program_id(token: str) -> str:
    """The user id of the program that has this token."""
    return f"{PROGRAM}{token_hash(token)[:32]}"
