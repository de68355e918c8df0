"""The server's routes: HTTP for people, tables and records; one WebSocket for each table that someone looks at."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
import structlog
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from escapade.bots import LEVELS
from escapade.games import GAMES
from escapade.kernel.contract import Game, Option, find_game
from escapade.kernel.fields import Axis
from escapade.kernel.names import ALL_EYES, SPECTATOR, EscapadeError, whole_number
from escapade.kernel.words import languages
from escapade.server import metrics, protocol
from escapade.server.hall import GENEROUS, Bounds, Hall, NotFound, milliseconds, outside
from escapade.server.people import COOKIE, YEAR, People, TooMany, WrongLogin
from escapade.server.ratings import shown
from escapade.server.socket import Connection
from escapade.server.store import Broken, PersonRow, Store, driver_of
from escapade.server.tables import NotNow, NotYours, Table, encode

MOST_BODY = 64 * 1024
MOST_PLIES = 200  # of a replay that are sent at once
HEADERS = (
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
     b"connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)  # fmt: skip
STATIC = Path(str(resources.files("escapade"))) / "static"
Body = TypeVar("Body", bound=msgspec.Struct)

log = structlog.get_logger()


class LogIn(EscapadeError):
    """Nobody can do that; be a guest first."""


STATUS: tuple[tuple[type[Exception], int, str], ...] = (
    (LogIn, 401, "unknown"),
    (WrongLogin, 401, "wrong-login"),
    (NotYours, 403, "not-yours"),
    (NotFound, 404, "not-found"),
    (NotNow, 409, "not-now"),
    (TooMany, 429, "too-many"),
    (Broken, 503, "busy"),
    (EscapadeError, 400, "bad"),
)


class Server:
    """What all routes share."""

    def __init__(self, hall: Hall, people: People) -> None:
        self.hall, self.people = hall, people

    # --- Who ---

    async def me(self, request: Request) -> PersonRow:
        """Who asks; nobody is refused."""
        person = await self.people.who(request.cookies.get(COOKIE))
        if person is None:
            raise LogIn("nobody knows you yet: be a guest first (POST /api/guest), or log in")
        return person

    async def whoever(self, request: Request) -> str:
        """The number of who asks; empty for nobody."""
        person = await self.people.who(request.cookies.get(COOKIE))
        return person.id if person else ""

    def known(self, person: PersonRow, request: Request, status: int = 200) -> Response:
        """Tell someone who they are, and let the browser keep it."""
        reply = answer(protocol.Me(person.id, person.name, person.login), status)
        secure = request.url.scheme == "https"
        reply.set_cookie(COOKIE, self.people.cookie(person), YEAR, httponly=True, samesite="lax", secure=secure)
        return reply

    async def guest(self, request: Request) -> Response:
        """Be a guest: new, or whoever this browser was before."""
        person = await self.people.who(request.cookies.get(COOKIE))
        if person is None:
            asked = await body(request, protocol.GuestRequest)
            person = await self.people.guest(asked.name, address(request))
            return self.known(person, request, 201)
        return self.known(person, request)

    async def get_me(self, request: Request) -> Response:
        """Who am I?"""
        person = await self.me(request)
        return answer(protocol.Me(person.id, person.name, person.login))

    async def rename(self, request: Request) -> Response:
        """Call oneself otherwise."""
        person = await self.me(request)
        return self.known(await self.people.rename(person, (await body(request, protocol.NameRequest)).name), request)

    async def account(self, request: Request) -> Response:
        """Make one's name last."""
        person, asked = await self.me(request), await body(request, protocol.AccountRequest)
        return self.known(await self.people.make_account(person, asked.login, asked.password), request, 201)

    async def log_in(self, request: Request) -> Response:
        """Come back."""
        asked = await body(request, protocol.LoginRequest)
        return self.known(await self.people.log_in(asked.login, asked.password, address(request)), request)

    async def log_out(self, request: Request) -> Response:
        """Go; this browser forgets who it was."""
        reply = answer(protocol.Nothing())
        reply.delete_cookie(COOKIE, httponly=True, samesite="lax")
        return reply

    # --- Games and ratings ---

    async def games(self, request: Request) -> Response:
        """Every game, as forms and boards need it."""
        reply = answer(protocol.Games([game_info(game) for game in GAMES.values()]))
        reply.headers["cache-control"] = "public, max-age=60"
        return reply

    async def ratings(self, request: Request) -> Response:
        """The best of a game."""
        game = find_game(GAMES, request.path_params["game"])
        rows = await self.hall.store.best(game.name)
        found = [protocol.RatingInfo(name, *shown(row), row.games) for name, row in rows]
        return answer(protocol.RatingList(game.name, found))

    # --- Tables ---

    async def tables(self, request: Request) -> Response:
        """My tables, tables to join, or tables to watch."""
        which, who = request.query_params.get("which", "mine"), await self.whoever(request)
        if which == "mine":
            found = await self.hall.of_person(who) if who else []
        elif which in ("join", "watch"):
            found = await self.hall.listed("open" if which == "join" else "running", who)
        else:
            raise EscapadeError(f"which is mine, join or watch, not {which[:20]!r}")
        return answer(protocol.Tables(found))

    async def create(self, request: Request) -> Response:
        """Put up a table."""
        person = await self.me(request)
        table = await self.hall.create(await body(request, protocol.TableRequest), person.id, person.name)
        return answer(self.hall.info(table, person.id), 201)

    async def table(self, request: Request) -> Response:
        """A table from outside."""
        who = await self.whoever(request)
        return answer(self.hall.info(await self._table(request, who), who))

    async def join(self, request: Request) -> Response:
        """Sit down."""
        person, asked = await self.me(request), await body(request, protocol.JoinRequest)
        table = await self._table(request, person.id, entering=True)
        await self.hall.join(table, person.id, person.name, asked)
        return answer(self.hall.info(table, person.id))

    async def leave(self, request: Request) -> Response:
        """Get up before the start."""
        person = await self.me(request)
        table = await self._table(request, person.id)
        await self.hall.leave(table, person.id)
        return answer(self.hall.info(table, person.id))

    async def seat(self, request: Request) -> Response:
        """Decide who is to sit on a seat."""
        person, asked = await self.me(request), await body(request, protocol.SeatRequest)
        table = await self._table(request, person.id)
        await self.hall.set_seat(table, person.id, request.path_params["seat"], asked, person.name)
        return answer(self.hall.info(table, person.id))

    async def token(self, request: Request) -> Response:
        """Give a seat to a program."""
        person = await self.me(request)
        table = await self._table(request, person.id)
        return answer(await self.hall.token(table, person.id, request.path_params["seat"]), 201)

    async def rematch(self, request: Request) -> Response:
        """Once more."""
        person = await self.me(request)
        table = await self.hall.rematch(await self._table(request, person.id), person.id, person.name)
        return answer(self.hall.info(table, person.id), 201)

    async def record(self, request: Request) -> Response:
        """The whole match as text, once it is over."""
        table = await self._table(request, await self.whoever(request))
        if not table.over or table.match is None:
            raise NotNow("a record holds everything, so it is given out when the game is over")
        named = {"content-disposition": f'attachment; filename="{table.row.game}-{table.row.code}.txt"'}
        return Response(table.match.record(Table=table.row.code), 200, named, "text/plain; charset=utf-8")

    async def replay(self, request: Request) -> Response:
        """A match that is over, ply by ply, through any eyes: a seat's, the public's, or all."""
        who, asked = await self.whoever(request), request.query_params
        table = await self._table(request, who)
        named = {"all": ALL_EYES, "public": SPECTATOR}
        text = asked.get("eyes", "public")
        eyes = named.get(text, whole_number(text))
        if eyes is None or (eyes not in named.values() and eyes not in range(len(table.seats))):
            raise EscapadeError(f"eyes are a seat from 0 to {len(table.seats) - 1}, public or all, not {text[:20]!r}")
        first = max(0, whole_number(asked.get("from", "0")) or 0)
        moments = table.replay(eyes, first, first + MOST_PLIES)
        info, plies = self.hall.info(table, who), len(table.course.plies)
        return answer(protocol.Replay(info, eyes if eyes >= 0 else None, plies, moments))

    async def _table(self, request: Request, who: str, entering: bool = False) -> Table:
        return await self.hall.find(request.path_params["code"], who)

    # --- A table's WebSocket ---

    async def connect(self, socket: WebSocket) -> None:
        """Look at a table, and play there."""
        token = socket.query_params.get("token", "")
        if not token and not same_origin(socket.headers.get("origin"), socket.headers.get("host", "")):
            await socket.close(1008, "this page may not connect here")
            return
        person = None if token else await self.people.who(socket.cookies.get(COOKIE))
        who, name = (outside(token), "program") if token else (person.id, person.name) if person else ("", "someone")
        await socket.accept()
        try:
            table = await self.hall.find(socket.path_params["code"], who)
        except (NotFound, Broken) as error:
            await socket.send_text(encode(protocol.Bye(str(error), resume=isinstance(error, Broken))).decode())
            await socket.close(1008 if isinstance(error, NotFound) else 1013, str(error)[:120])
            return
        metrics.CONNECTIONS.inc()
        try:
            await Connection(self.hall, table, socket, who, name).run()
        finally:
            metrics.CONNECTIONS.dec()

    # --- For the host ---

    async def health(self, request: Request) -> Response:
        """Can the database be reached?"""
        await self.hall.store.note("schema")
        return answer(protocol.Health("ok", protocol.VERSION))

    async def metrics(self, request: Request) -> Response:
        """Numbers for Prometheus."""
        metrics.TABLES.set(len(self.hall._tables))
        return Response(metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def page(self, request: Request) -> Response:
        """The page; every address of it is the same file."""
        index = STATIC / "index.html"
        if not index.exists():
            return Response("Escapade runs. The page has not been built.\n", media_type="text/plain; charset=utf-8")
        return FileResponse(index, headers={"cache-control": "no-cache"})


# --- Answers -----------------------------------------------------------------


def answer(what: msgspec.Struct, status: int = 200) -> Response:
    """A message as an answer."""
    return Response(encode(what), status, {"cache-control": "no-store"}, "application/json")


async def body(request: Request, kind: type[Body]) -> Body:
    """Read a request's body; what is wrong with it is told by where it stands."""
    read = b""
    async for chunk in request.stream():
        read += chunk
        if len(read) > MOST_BODY:
            raise EscapadeError(f"the request is larger than {MOST_BODY // 1024} KiB")
    try:
        return msgspec.json.decode(read or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise EscapadeError(f"the request cannot be read: {error}") from None


def refusal(error: Exception) -> Response:
    """Why not, as an answer."""
    for kind, status, name in STATUS:
        if isinstance(error, kind):
            reason = "the database does not answer; try again" if kind is Broken else str(error)
            return answer(protocol.Problem(name, reason, getattr(error, "clause", "")), status)
    raise error


def address(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def same_origin(origin: str | None, host: str) -> bool:
    """Does a request come from our own page, or from a program that is no browser?"""
    return origin is None or urlsplit(origin).netloc == host


Route_ = Callable[[Request], Awaitable[Response]]


def guarded(work: Route_) -> Route_:
    """Refuse what comes from another page, and say no in our own words."""

    async def serve(request: Request) -> Response:
        try:
            unsafe = request.method not in ("GET", "HEAD")
            if unsafe and not same_origin(request.headers.get("origin"), request.headers.get("host", "")):
                raise NotYours("this page may not do that here")
            return await work(request)
        except ClientDisconnect:
            return Response(status_code=400)
        except EscapadeError as error:
            return refusal(error)

    return serve


class Headers:
    """The usual headers on every answer, and a count of them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with headers."""

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
                metrics.REQUESTS.labels(str(message["status"])).inc()
            await send(message)

        await self.app(scope, receive, dressed if scope["type"] == "http" else send)


# --- What is told of a game --------------------------------------------------


def game_info(game: Game) -> protocol.GameInfo:
    """A game, as forms and boards need it."""
    return protocol.GameInfo(
        name=game.name,
        title=game.title,
        about=game.about,
        seats=[*game.seats],
        options=[option_info(option) for option in game.options],
        actions=game.actions.names,
        fields=[field_info(field) for field in game.fields.table],
        bots=[level.name for level in LEVELS],
        languages=languages(game),
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


def routes(server: Server) -> list[Route | WebSocketRoute | Mount]:
    """Every address."""
    at = "/api/tables/{code:str}"
    listed: list[tuple[str, str, Route_]] = [
        ("POST", "/api/guest", server.guest),
        ("GET", "/api/me", server.get_me),
        ("PATCH", "/api/me", server.rename),
        ("POST", "/api/account", server.account),
        ("POST", "/api/login", server.log_in),
        ("POST", "/api/logout", server.log_out),
        ("GET", "/api/games", server.games),
        ("GET", "/api/ratings/{game:str}", server.ratings),
        ("GET", "/api/tables", server.tables),
        ("POST", "/api/tables", server.create),
        ("GET", at, server.table),
        ("POST", at + "/join", server.join),
        ("POST", at + "/leave", server.leave),
        ("PUT", at + "/seats/{seat:int}", server.seat),
        ("POST", at + "/seats/{seat:int}/token", server.token),
        ("POST", at + "/rematch", server.rematch),
        ("GET", at + "/record", server.record),
        ("GET", at + "/replay", server.replay),
        ("GET", "/healthz", server.health),
        ("GET", "/metrics", server.metrics),
    ]
    found: list[Any] = [Route(path, guarded(work), methods=[method]) for method, path, work in listed]
    found.append(WebSocketRoute("/ws/{code:str}", server.connect))
    if (STATIC / "assets").is_dir():
        found.append(Mount("/assets", StaticFiles(directory=STATIC / "assets")))
    found.append(Route("/{rest:path}", guarded(server.page), methods=["GET"]))
    return found


def make_app(db: str, now: Callable[[], int] = milliseconds, pace: float = 0.5, bounds: Bounds = GENEROUS) -> Headers:
    """The whole server, on a database."""
    store = Store(driver_of(db))
    hall = Hall(store, now, pace, bounds)
    people = People(store, now)
    server = Server(hall, people)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await hall.open()
        await people.open()
        try:
            yield
        finally:
            await hall.close()

    app = Starlette(routes=routes(server), lifespan=life)
    app.state.hall = hall
    return Headers(app)
