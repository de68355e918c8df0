"""The server's routes: HTTP for people, tables and records; one WebSocket for each table that someone looks at."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from functools import cache
from http import HTTPStatus
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeVar
from urllib.parse import urlsplit

import msgspec
import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Match, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from escapade.bots import LEVELS
from escapade.bots.hints import words as bots_words
from escapade.games import GAMES
from escapade.kernel import words
from escapade.kernel.contract import Game, Option, find_game
from escapade.kernel.fields import Axis
from escapade.kernel.names import OMNISCIENT, SPECTATOR, BadInput, EscapadeError, whole_number
from escapade.kernel.rulebook import rulebook
from escapade.server import metrics, openapi, protocol
from escapade.server.accounts.accounts import Caller, People
from escapade.server.accounts.passkeys import Passkeys, short_of
from escapade.server.accounts.ratings import shown
from escapade.server.accounts.sessions import COOKIE, LASTS, SHORT, Begun, Visitor, device_of, key_of, one_of, others_of
from escapade.server.admin.import_export import read_to_look_at
from escapade.server.errors import (
    Conflict,
    Forbidden,
    NotFound,
    PayloadTooLarge,
    RateLimited,
    Unauthorized,
    UnsupportedMediaType,
    closing_for,
    problem_for,
)
from escapade.server.limits import DEFAULTS, Limits
from escapade.server.live.lobby import program_id
from escapade.server.live.registry import Registry, milliseconds
from escapade.server.live.table import Table
from escapade.server.openapi import Endpoint
from escapade.server.protocol import encode
from escapade.server.rate_limits import RateLimiter, Turns
from escapade.server.sockets.addresses import network_of
from escapade.server.sockets.admission import RequestsAtOnce
from escapade.server.sockets.bot import serve_program
from escapade.server.sockets.player import Connection, say_bye
from escapade.server.sockets.transport import transport_of
from escapade.server.store import PersonRow, Store, driver_of
from escapade.server.threads import in_spare_thread

DAY = 86_400  # seconds
BROWSER = "escapade-browser"  # the cookie of a browser that was logged in before
PACKED = 1024  # bytes from which on an answer is packed
QUEUED = 8  # requests that take long, of one network, that may wait for the one before
MOST_PLIES = 200  # of a replay that are sent at once
HEADERS = (
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
     b"connect-src 'self'; object-src 'none'; worker-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
     b"form-action 'self'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)  # fmt: skip
STATIC = Path(str(resources.files("escapade"))) / "static"
Body = TypeVar("Body", bound=msgspec.Struct)

log = structlog.get_logger()


class Server:
    """What all routes share."""

    def __init__(self, registry: Registry, people: People, passkeys: Passkeys) -> None:
        self.registry, self.people, self.passkeys = registry, people, passkeys
        self._records = RateLimiter(
            registry.limits.records, registry.limits.records / DAY, lambda: registry.now() / 1000
        )
        self._networks = RateLimiter(
            4 * registry.limits.records, 4 * registry.limits.records / DAY, lambda: registry.now() / 1000
        )
        self._turns = Turns(QUEUED)  # a long record takes a while, and memory

    # --- Who ---

    async def visitor(self, request: Request) -> Visitor:
        """Who asks, and with which session; nobody is refused."""
        visitor = await self.people.sessions.visitor(request.cookies.get(COOKIE))
        if visitor is None:
            raise Unauthorized("nobody knows you yet: be a guest first (POST /api/guest), or log in")
        request.state.visitor = visitor
        return visitor

    async def user_id(self, request: Request) -> str:
        """The number of who asks; empty for nobody."""
        visitor = await self.people.sessions.visitor(request.cookies.get(COOKIE))
        return visitor.person.id if visitor else ""

    async def known(self, begun: Begun, request: Request, status: int = 200) -> Response:
        """Tell someone who they are, and let the browser keep it; what it had open with its old session comes back."""
        here = caller(request).session
        for session in begun.ended:
            await self.registry.end_sessions([session], resume=session == here)
        reply = answer(me(begun.person), status)
        keep(reply, request, COOKIE, begun.token)
        if begun.person.login is not None:
            keep(reply, request, BROWSER, self.people.remember(begun.person))
        return reply

    async def guest(self, request: Request, payload: protocol.GuestRequest) -> Response:
        """Be a guest: new, or whoever this browser was before."""
        token = request.cookies.get(COOKIE, "")
        if visitor := await self.people.sessions.visitor(token):
            reply = answer(me(visitor.person))
            keep(reply, request, COOKIE, token)
            return reply
        if begun := await self.people.exchange(token, caller(request).device):
            return await self.known(begun, request)
        return await self.known(await self.people.guest(payload.name, caller(request)), request, 201)

    async def get_me(self, request: Request, person: PersonRow) -> Response:
        """Who am I?"""
        return answer(me(person))

    async def rename(self, request: Request, person: PersonRow, payload: protocol.NameRequest) -> Response:
        """Call oneself otherwise."""
        return answer(me(await self.people.rename(person, payload.name)))

    async def account(self, request: Request, person: PersonRow, payload: protocol.AccountRequest) -> Response:
        """Make one's name last."""
        visitor = request.state.visitor
        begun = await self.people.make_account(visitor, payload.login, payload.password, caller(request))
        return await self.known(begun, request, 201)

    async def log_in(self, request: Request, payload: protocol.LoginRequest) -> Response:
        """Come back."""
        return await self.known(await self.people.log_in(payload.login, payload.password, caller(request)), request)

    async def log_out(self, request: Request) -> Response:
        """Go; the session ends, and this browser forgets who it was."""
        await self.registry.end_sessions(await self.people.log_out(request.cookies.get(COOKIE)))
        reply = answer(protocol.Nothing())
        reply.delete_cookie(COOKIE, httponly=True, samesite="lax")
        return reply

    async def password(self, request: Request, person: PersonRow, payload: protocol.PasswordRequest) -> Response:
        """Choose another password; every other session ends."""
        visitor = request.state.visitor
        begun = await self.people.change_password(visitor, payload.current, payload.password, caller(request))
        return await self.known(begun, request)

    async def list_sessions(self, request: Request, person: PersonRow) -> Response:
        """The browsers in which I am known."""
        here, rows = request.state.visitor.session, await self.people.sessions.of(person.id)
        found = [protocol.SessionInfo(s.id[:SHORT], s.device, s.created, s.seen, s.id == here) for s in rows]
        return answer(protocol.Sessions(sorted(found, key=lambda session: not session.current)))

    async def end_session(self, request: Request, person: PersonRow) -> Response:
        """End a session of mine."""
        ended = await self.people.sessions.end(one_of(person.id, request.path_params["session"]))
        if not ended:
            raise NotFound("you have no such session; it may have ended already")
        await self.registry.end_sessions(ended)
        return answer(protocol.Nothing())

    async def end_other_sessions(self, request: Request, person: PersonRow) -> Response:
        """End all sessions of mine but this one."""
        await self.registry.end_sessions(
            await self.people.sessions.end(others_of(person.id, request.state.visitor.session))
        )
        return answer(protocol.Nothing())

    async def list_passkeys(self, request: Request, person: PersonRow) -> Response:
        """How I log in: my passkeys, and whether I have a password."""
        rows = await self.registry.store.passkeys(person.id)
        found = [protocol.PasskeyInfo(short_of(row.id), row.name, row.made, row.used) for row in rows]
        return answer(protocol.Passkeys(found, person.password is not None))

    async def remove_passkey(self, request: Request, person: PersonRow) -> Response:
        """Forget a passkey of mine, unless it is the last way to log in."""
        await self.passkeys.remove(request.state.visitor, request.path_params["passkey"])
        return answer(protocol.Nothing())

    async def offer_passkey(self, request: Request, person: PersonRow, payload: protocol.PasskeyRequest) -> Response:
        """Ask for what a browser needs to make a passkey."""
        return answer(await self.passkeys.offer(request.state.visitor, payload, host(request), caller(request)))

    async def add_passkey(self, request: Request, person: PersonRow, payload: protocol.PasskeyProofRequest) -> Response:
        """Keep a passkey; a guest has an account from then on."""
        begun = await self.passkeys.register(request.state.visitor, payload, host(request), caller(request))
        return answer(me(person), 201) if begun is None else await self.known(begun, request, 201)

    async def challenge(self, request: Request) -> Response:
        """Ask for what a browser needs to show a passkey."""
        return answer(self.passkeys.challenge(host(request)))

    async def show_passkey(self, request: Request, payload: protocol.PasskeyProofRequest) -> Response:
        """Come back with a passkey."""
        return await self.known(await self.passkeys.log_in(payload, host(request), caller(request)), request)

    # --- Games and ratings ---

    async def games(self, request: Request) -> Response:
        """Every game, as forms and boards need it."""
        return cached(request, encode(protocol.Games([game_info(game) for game in GAMES.values()])), openapi.JSON)

    async def words(self, request: Request) -> Response:
        """What a game says, in a language: its Fluent messages."""
        payload = request.path_params
        with or_404():
            text = words.text(find_game(GAMES, payload["game"]), payload["lang"])
        return cached(request, text, openapi.TEXT)

    async def bots_words(self, request: Request) -> Response:
        """Why bots recommend what they do, in a language: their Fluent messages."""
        with or_404():
            text = bots_words(request.path_params["lang"])
        return cached(request, text, openapi.TEXT)

    async def rules(self, request: Request) -> Response:
        """The rules of a game, clause by clause: in a language if they are written in it, else in English."""
        payload = request.path_params
        with or_404():
            book = rulebook(find_game(GAMES, payload["game"]), payload["lang"])
        return cached(request, encode(msgspec.convert(book, protocol.Rulebook, from_attributes=True)), openapi.JSON)

    async def ratings(self, request: Request) -> Response:
        """The best of a game."""
        game = find_game(GAMES, request.path_params["game"])
        enough = self.registry.limits.provisional
        rows = await self.registry.store.rated.best(game.name, enough)
        found = [protocol.RatingInfo(name, *shown(row), row.games, row.opponents < enough) for name, row in rows]
        return answer(protocol.RatingList(game.name, found))

    # --- Tables ---

    async def tables(self, request: Request) -> Response:
        """My tables, tables to join, or tables to watch."""
        which, who = request.query_params.get("which", "mine"), await self.user_id(request)
        if which == "mine":
            found = await self.registry.listing.of_person(who) if who else []
        elif which in ("join", "watch"):
            found = await self.registry.listing.listed("open" if which == "join" else "running", who)
        else:
            raise EscapadeError(f"which is mine, join or watch, not {which[:20]!r}")
        return answer(protocol.Tables(found))

    async def create(self, request: Request, person: PersonRow, payload: protocol.TableRequest) -> Response:
        """Put up a table."""
        table, invitations = await self.registry.lobby.create(payload, person.id, person.name)
        return answer(self.registry.listing.info(table, person.id, invitations), 201)

    async def table(self, request: Request) -> Response:
        """A table from outside."""
        who = await self.user_id(request)
        return answer(await self.registry.listing.find(request.path_params["code"], who))

    async def join(self, request: Request, person: PersonRow, payload: protocol.JoinRequest) -> Response:
        """Sit down."""
        table = await self._table(request, person.id)
        await self.registry.lobby.join(table, person.id, person.name, payload)
        return answer(self.registry.listing.info(table, person.id))

    async def leave(self, request: Request, person: PersonRow) -> Response:
        """Get up before the start."""
        table = await self._table(request, person.id)
        await self.registry.lobby.leave(table, person.id)
        return answer(self.registry.listing.info(table, person.id))

    async def seat(self, request: Request, person: PersonRow, payload: protocol.SeatRequest) -> Response:
        """Decide who is to sit on a seat."""
        table = await self._table(request, person.id)
        invitations = await self.registry.lobby.set_seat(table, person.id, seat_number(request), payload, person.name)
        return answer(self.registry.listing.info(table, person.id, invitations))

    async def token(self, request: Request, person: PersonRow) -> Response:
        """Give a seat to a program."""
        table = await self._table(request, person.id)
        return answer(await self.registry.lobby.bot_token(table, person.id, seat_number(request)), 201)

    async def rematch(self, request: Request, person: PersonRow) -> Response:
        """Once more."""
        table = await self.registry.lobby.rematch(await self._table(request, person.id), person.id, person.name)
        return answer(self.registry.listing.info(table, person.id), 201)

    async def upload(self, request: Request, person: PersonRow, payload: protocol.RecordRequest) -> Response:
        """Put up a match that was played elsewhere, so that it can be looked at and its address given to others."""
        if not (self._records.take(person.id) and self._networks.take(caller(request).network)):
            raise RateLimited(f"{self.registry.limits.records} records a day are the most; more of them later")
        found = await in_spare_thread(read_to_look_at, payload.record, person.id, self.registry.now())
        await self.registry.store.add_table(found.row, found.seats, found.log)
        return answer(await self.registry.listing.find(found.row.code, person.id), 201)

    async def record(self, request: Request) -> Response:
        """The whole match as text, once it is over."""
        table = await self._table(request, await self.user_id(request))
        if not table.over or table.match is None:
            raise Conflict("a record holds everything, so it is given out when the game is over")
        named = {"content-disposition": f'attachment; filename="{table.row.game}-{table.row.code}.txt"'}
        async with self.turn(request), table.lock:
            text = await in_spare_thread(table.match.record, Table=table.row.code)
        return Response(text, 200, named, "text/plain; charset=utf-8")

    async def replay(self, request: Request) -> Response:
        """A match that is over, ply by ply, through any observer: a seat's, the public's, or all."""
        who, payload = await self.user_id(request), request.query_params
        table = await self._table(request, who)
        named = {"all": OMNISCIENT, "public": SPECTATOR}
        text = payload.get("observer", "public")
        observer = named.get(text, whole_number(text))
        if observer is None or (observer not in named.values() and observer not in range(len(table.seats))):
            raise EscapadeError(
                f"an observer is a seat from 0 to {len(table.seats) - 1}, public or all, not {text[:20]!r}"
            )
        first = max(0, whole_number(payload.get("from", "0")) or 0)
        async with self.turn(request):
            moments = await table.broadcast.replay(observer, first, first + MOST_PLIES)
        info, plies = self.registry.listing.info(table, who), len(table.history.plies)
        return answer(protocol.Replay(info, observer if observer >= 0 else None, plies, moments))

    def turn(self, request: Request) -> AbstractAsyncContextManager[None]:
        """The turn of who asks for something that takes long: one at a time for each network."""
        return self._turns.turn(caller(request).network)

    async def _table(self, request: Request, who: str) -> Table:
        return await self.registry.find(request.path_params["code"], who)

    # --- A table's WebSocket ---

    async def connect(self, socket: WebSocket) -> None:
        """Look at a table, and play there."""
        if not await admitted(socket):
            return
        token = socket.query_params.get("token", "")
        await socket.accept()
        transport = transport_of(socket)
        try:
            visitor = None if token else await self.people.sessions.visitor(socket.cookies.get(COOKIE))
            who, name = (visitor.person.id, visitor.person.name) if visitor else ("", "someone")
            if token:
                who, name = program_id(token), "program"
            table = await self.registry.find(socket.path_params["code"], who)
        except Exception as error:
            say_bye(transport, closing_for(error))
        else:
            transport.go_on_with(
                Connection(self.registry, table, transport, who, name, visitor.session if visitor else "").run
            )

    async def connect_program(self, socket: WebSocket) -> None:
        """Let a program play on the seat of its token: docs/outside-bots.md."""
        if not await admitted(socket):
            return
        token = socket.headers.get("authorization", "").removeprefix("Bearer ") or socket.query_params.get("token", "")
        await serve_program(self.registry, socket, program_id(token))

    # --- The protocol's documents ---

    async def openapi(self, request: Request) -> Response:
        """What can be asked over HTTP: this document."""
        return cached(request, document("openapi"), openapi.JSON)

    async def asyncapi(self, request: Request) -> Response:
        """What is said over a table's WebSocket."""
        return cached(request, document("asyncapi"), openapi.JSON)

    # --- For the host ---

    async def health(self, request: Request) -> Response:
        """Can the database be reached?"""
        await self.registry.store.get_meta("schema")
        return answer(protocol.Health("ok", protocol.VERSION))

    async def metrics(self, request: Request) -> Response:
        """Numbers for Prometheus."""
        metrics.TABLES.set(len(self.registry.tables))
        return Response(metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def page(self, request: Request) -> Response:
        """The page; every address of it is the same file."""
        index = STATIC / "index.html"
        if not index.exists():
            return Response("Escapade runs. The page has not been built.\n", media_type="text/plain; charset=utf-8")
        reply = FileResponse(index, headers={"cache-control": "no-cache"})
        if begun := await self.people.exchange(request.cookies.get(COOKIE), caller(request).device):
            keep(reply, request, COOKIE, begun.token)
        return reply


# --- Answers -----------------------------------------------------------------


def answer(what: msgspec.Struct, status: int = 200) -> Response:
    """A message as an answer."""
    return Response(encode(what), status, {"cache-control": "no-store"}, "application/json")


def cached(request: Request, what: str | bytes, media_type: str) -> Response:
    """An answer that changes only with the server: who has it already need not be sent it again."""
    content = what.encode() if isinstance(what, str) else what
    tag = f'W/"{hashlib.sha256(content).hexdigest()[:16]}"'
    headers = {"cache-control": "public, max-age=60", "etag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    return Response(content, 200, headers, media_type)


async def body(request: Request, kind: type[Body], most: int) -> Body:
    """Read a request's body; what is wrong with it is told by where it stands."""
    read = b""
    async for chunk in request.stream():
        read += chunk
        if len(read) > most:
            raise PayloadTooLarge(f"the request is larger than {most // 1024} KiB")
    if read and request.headers.get("content-type", "").partition(";")[0].strip().lower() != openapi.JSON:
        raise UnsupportedMediaType(f"the request's body must be JSON, and say so: Content-Type: {openapi.JSON}")
    try:
        return msgspec.json.decode(read or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise EscapadeError(f"the request cannot be read: {error}") from None


def refusal(error: Exception) -> Response:
    """Why not, as an answer."""
    status, problem = problem_for(error)
    reply = answer(problem, status)
    if isinstance(error, PayloadTooLarge):
        reply.headers["connection"] = "close"  # the rest is not listened to
    return reply


async def not_routed(request: Request, error: Exception) -> Response:
    """No such address, or not with this method: said as everything else is."""
    status, headers = getattr(error, "status_code", 404), getattr(error, "headers", None) or {}
    name = "wrong-method" if status == 405 else "not-found"
    reply = answer(
        protocol.Problem(name, f"{HTTPStatus(status).phrase}: /api/openapi.json lists what there is"), status
    )
    reply.headers.update(headers)
    return reply


@contextmanager
def or_404() -> Iterator[None]:
    """What an address names and is not there is not found, whatever it is."""
    try:
        yield
    except BadInput as error:
        raise NotFound(str(error)) from None


@cache
def document(name: Literal["openapi", "asyncapi"]) -> str:
    """One of the protocol's documents."""
    return openapi.page(openapi.openapi(ENDPOINTS) if name == "openapi" else openapi.asyncapi())


def me(person: PersonRow) -> protocol.Me:
    """Who someone is, as they are told."""
    return protocol.Me(person.id, person.name, person.login)


def keep(reply: Response, request: Request, name: str, value: str) -> None:
    """Let a browser keep something, from scripts and other sites."""
    secure = request.scope["scheme"] == "https"
    reply.set_cookie(name, value, LASTS // 1000, httponly=True, samesite="lax", secure=secure)


def caller(request: Request) -> Caller:
    """Where a request comes from."""
    network, cookies = network_of(request.client.host if request.client else ""), request.cookies
    token, device = cookies.get(COOKIE, ""), device_of(request.headers.get("user-agent", ""))
    return Caller(network, device, key_of(token), cookies.get(BROWSER, ""))


def host(request: Request) -> str:
    """The name by which a request calls this server."""
    return request.headers.get("host", "")


def seat_number(request: Request) -> int:
    """The seat that a path names."""
    number = whole_number(request.path_params["seat"])
    if number is None:
        raise NotFound("a seat is a number")
    return number


def same_origin(origin: str | None, host: str) -> bool:
    """Does a request come from our own page, or from a program that is no browser?"""
    if origin is None:
        return True
    try:
        return bool(host) and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


async def admitted(socket: WebSocket) -> bool:
    """Refuse a WebSocket that a page of another origin opens, whatever else it brings."""
    if same_origin(socket.headers.get("origin"), socket.headers.get("host", "")):
        return True
    await socket.send_denial_response(refusal(Forbidden("this page may not connect here")))
    return False


Route_ = Callable[[Request], Awaitable[Response]]


def guarded(work: Route_) -> Route_:
    """Refuse what comes from another page, and say no in our own words."""

    async def serve(request: Request) -> Response:
        try:
            unsafe = request.method not in ("GET", "HEAD")
            if unsafe and not same_origin(request.headers.get("origin"), request.headers.get("host", "")):
                raise Forbidden("this page may not do that here")
            return await work(request)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            return refusal(error)

    return serve


def checked(server: Server, where: Endpoint) -> Route_:
    """Give the work of an address what it asks for: who asks, and the body that was sent."""

    async def serve(request: Request) -> Response:
        given: list[Any] = [(await server.visitor(request)).person] if where.someone else []
        long = where.most == "record"  # what waits for its turn has not been read yet
        async with server.turn(request) if long else nullcontext():
            if where.body is not None:
                given.append(await body(request, where.body, getattr(server.registry.limits, where.most)))
            reply: Response = await where.work(server, request, *given)
        return reply

    return serve


class Headers:
    """The usual headers on every answer, and a count of them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with headers."""

        async def dressed(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message.get("headers", []), *HEADERS]
                metrics.REQUESTS.labels(str(message["status"])).inc()
            await send(message)

        await self.app(scope, receive, send if scope["type"] == "lifespan" else dressed)


# --- What is told of a game --------------------------------------------------


@cache
def game_info(game: Game) -> protocol.GameInfo:
    """A game, as forms and boards need it."""
    return protocol.GameInfo(
        name=game.name,
        title=game.title,
        about=game.about,
        seats=[*game.seats],
        options=[option_info(option) for option in game.options],
        actions=game.actions.names,
        presets=game.presets(),
        fields=[field_info(field) for field in game.fields.table],
        bots=[level.name for level in LEVELS],
        languages=words.languages(game),
    )


def option_info(option: Option) -> protocol.OptionInfo:
    """An option, as a form needs it."""
    kind: Any = "text" if option.check else "choice"
    if isinstance(option.default, bool):
        kind = "switch"
    elif option.low is not None:
        kind = "number"
    return protocol.OptionInfo(
        option.name, option.about, option.clause, kind, option.default, [*option.choices], option.low, option.high
    )


def field_info(field: Any) -> protocol.FieldInfo:
    """A field, as a board that knows no game needs it."""
    axes = [axis.counts if isinstance(axis, Axis) else "" for axis in field.shape]
    labels = [[*axis.labels] if isinstance(axis, Axis) else [] for axis in field.shape]
    return protocol.FieldInfo(field.name, [int(n) for n in field.shape], axes, labels, field.sees, field.about)


# --- All together ------------------------------------------------------------


AT, PASSKEY, GAME = "/api/tables/{code}", "/api/passkey", "/api/games/{game}"
FRESH = (200, 304)  # whoever has it already is told so
WHICH = (("which", Literal["mine", "join", "watch"]),)
REPLAYED = (("observer", str), ("from", int))
ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("POST", "/api/guest", Server.guest, protocol.GuestRequest, protocol.Me, (200, 201, 429)),
    Endpoint("GET", "/api/me", Server.get_me, None, protocol.Me, someone=True),
    Endpoint("PATCH", "/api/me", Server.rename, protocol.NameRequest, protocol.Me, someone=True),
    Endpoint("POST", "/api/account", Server.account, protocol.AccountRequest, protocol.Me, (201, 429), someone=True),
    Endpoint("POST", "/api/login", Server.log_in, protocol.LoginRequest, protocol.Me, (200, 401, 429)),
    Endpoint("POST", "/api/logout", Server.log_out),
    Endpoint("POST", "/api/password", Server.password, protocol.PasswordRequest, protocol.Me, (200, 429), someone=True),
    Endpoint("GET", "/api/sessions", Server.list_sessions, None, protocol.Sessions, someone=True),
    Endpoint("DELETE", "/api/sessions", Server.end_other_sessions, someone=True),
    Endpoint("DELETE", "/api/sessions/{session}", Server.end_session, someone=True),
    Endpoint("GET", "/api/passkeys", Server.list_passkeys, None, protocol.Passkeys, someone=True),
    Endpoint(
        "DELETE", "/api/passkeys/{passkey}", Server.remove_passkey, None, protocol.Nothing, (200, 409), someone=True
    ),
    Endpoint(
        "POST",
        PASSKEY + "/register/options",
        Server.offer_passkey,
        protocol.PasskeyRequest,
        protocol.PasskeyOptions,
        (200, 409, 429),
        someone=True,
    ),
    Endpoint(
        "POST",
        PASSKEY + "/register",
        Server.add_passkey,
        protocol.PasskeyProofRequest,
        protocol.Me,
        (201, 409),
        someone=True,
    ),
    Endpoint("POST", PASSKEY + "/login/options", Server.challenge, None, protocol.PasskeyOptions, (200, 400)),
    Endpoint(
        "POST", PASSKEY + "/login", Server.show_passkey, protocol.PasskeyProofRequest, protocol.Me, (200, 401, 429)
    ),
    Endpoint("GET", "/api/games", Server.games, None, protocol.Games, FRESH),
    Endpoint("GET", GAME + "/words/{lang}", Server.words, None, openapi.TEXT, FRESH),
    Endpoint("GET", GAME + "/rules/{lang}", Server.rules, None, protocol.Rulebook, FRESH),
    Endpoint("GET", "/api/words/{lang}", Server.bots_words, None, openapi.TEXT, FRESH),
    Endpoint("GET", "/api/ratings/{game}", Server.ratings, None, protocol.RatingList, (200, 400)),
    Endpoint("GET", "/api/tables", Server.tables, None, protocol.Tables, (200, 400), query=WHICH),
    Endpoint("POST", "/api/tables", Server.create, protocol.TableRequest, protocol.TableInfo, (201, 409), someone=True),
    Endpoint(
        "POST",
        "/api/records",
        Server.upload,
        protocol.RecordRequest,
        protocol.TableInfo,
        (201, 429),
        someone=True,
        most="record",
    ),
    Endpoint("GET", AT, Server.table, None, protocol.TableInfo),
    Endpoint("POST", AT + "/join", Server.join, protocol.JoinRequest, protocol.TableInfo, (200, 409), someone=True),
    Endpoint("POST", AT + "/leave", Server.leave, None, protocol.TableInfo, (200, 409), someone=True),
    Endpoint(
        "PUT", AT + "/seats/{seat}", Server.seat, protocol.SeatRequest, protocol.TableInfo, (200, 409), someone=True
    ),
    Endpoint("POST", AT + "/seats/{seat}/token", Server.token, None, protocol.BotToken, (201, 400, 409), someone=True),
    Endpoint("POST", AT + "/rematch", Server.rematch, None, protocol.TableInfo, (201, 409), someone=True),
    Endpoint("GET", AT + "/record", Server.record, None, openapi.TEXT, (200, 409)),
    Endpoint("GET", AT + "/replay", Server.replay, None, protocol.Replay, (200, 400, 409), query=REPLAYED),
    Endpoint("GET", "/api/openapi.json", Server.openapi, None, openapi.JSON, FRESH),
    Endpoint("GET", "/api/asyncapi.json", Server.asyncapi, None, openapi.JSON, FRESH),
    Endpoint("GET", "/healthz", Server.health, None, protocol.Health),
    Endpoint("GET", "/metrics", Server.metrics, None, openapi.TEXT),
)  # everything that can be asked over HTTP: routes, checks and documents are made from it


class Assets(StaticFiles):
    """What the page is made of. A file's name changes with what is in it, so that a browser can keep it for good."""

    def file_response(self, *args: Any, **more: Any) -> Response:
        """Send a file, or say that it is the same still."""
        reply = super().file_response(*args, **more)
        reply.headers["cache-control"] = "public, max-age=31536000, immutable"
        return reply


class Page(Route):
    """The route of the page: every address that is not one of the server's own."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Leave alone what is under /api and /ws, so that what is wrong there is told."""
        own = scope["path"].split("/")[1:2] in (["api"], ["ws"])
        return (Match.NONE, {}) if own else super().matches(scope)


def routes(server: Server) -> list[Any]:
    """Every address, a table's WebSocket, and the page."""
    ways: dict[str, dict[str, Route_]] = {}
    for where in ENDPOINTS:
        ways.setdefault(where.path, {})[where.method] = checked(server, where)
    found: list[Any] = [Route(path, guarded(by_method(work)), methods=[*work]) for path, work in ways.items()]
    found.append(WebSocketRoute("/ws/{code}/bot", server.connect_program))
    found.append(WebSocketRoute("/ws/{code}", server.connect))
    if (STATIC / "assets").is_dir():
        found.append(Mount("/assets", Assets(directory=STATIC / "assets")))
    found.append(Page("/{rest:path}", guarded(server.page), methods=["GET"]))
    return found


def by_method(work: dict[str, Route_]) -> Route_:
    """What is done at a path; one route for all its methods, so that a wrong one is told those that are right."""
    return lambda request: work["GET" if request.method == "HEAD" else request.method](request)


def make_app(db: str, now: Callable[[], int] = milliseconds, pace: float = 0.5, limits: Limits = DEFAULTS) -> Headers:
    """The whole server, on a database."""
    store = Store(driver_of(db))
    registry = Registry(store, now, pace, limits)
    people = People(store, now, registry.sessions, limits)
    server = Server(registry, people, Passkeys(store, people, now))

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        try:
            await registry.open()
            await people.open()
        except Exception as error:
            app.state.failed = error  # for whoever started it to say
            raise
        try:
            yield
        finally:
            await registry.close()

    app = Starlette(routes=routes(server), lifespan=life, exception_handlers={HTTPException: not_routed})
    app.router.redirect_slashes = False
    app.state.registry = registry
    too_many = refusal(RateLimited("too many requests at once from your network; wait for some of their answers"))
    app.add_middleware(RequestsAtOnce, most=limits.address_connections, refusal=too_many)
    app.add_middleware(GZipMiddleware, minimum_size=PACKED, compresslevel=6)
    return Headers(app)
