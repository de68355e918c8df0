"""The ASGI application: routes made from the table of endpoints, middleware, and what opens and closes with it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from escapade.server.accounts.accounts import Accounts
from escapade.server.accounts.passkeys import Passkeys
from escapade.server.errors import Forbidden, RateLimited
from escapade.server.http import static, websockets
from escapade.server.http.endpoints import ENDPOINTS
from escapade.server.http.requests import read_body, same_origin
from escapade.server.http.responses import CommonHeaders, error_response, routing_error
from escapade.server.http.services import Services
from escapade.server.limits import DEFAULTS, Limits
from escapade.server.live.registry import Registry, milliseconds
from escapade.server.openapi import Endpoint
from escapade.server.sockets.admission import RequestsAtOnce
from escapade.server.store import Store, driver_of

MIN_COMPRESSED = 1024  # bytes of a response from which it is compressed
Handler = Callable[[Request], Awaitable[Response]]


def make_app(db: str, now: Callable[[], int] = milliseconds, pace: float = 0.5, limits: Limits = DEFAULTS) -> Starlette:
    """The server on a database, as an ASGI application."""
    store = Store(driver_of(db))
    registry = Registry(store, now, pace, limits)
    accounts = Accounts(store, now, registry.sessions, limits)
    services = Services(registry, accounts, Passkeys(store, accounts, now))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            await registry.open()
            await accounts.open()
        except Exception as error:
            app.state.failed = error  # `run` tells why the server did not start
            raise
        try:
            yield
        finally:
            await registry.close()

    app = Starlette(routes=routes(services), lifespan=lifespan, exception_handlers={HTTPException: routing_error})
    app.router.redirect_slashes = False
    app.state.registry = registry
    too_many = RateLimited("too many requests at once from your network; wait for some of their answers")
    app.add_middleware(
        RequestsAtOnce,
        limit=limits.address_connections,
        refusal=error_response(too_many),
        shares=registry.admission.shares,
    )
    app.add_middleware(GZipMiddleware, minimum_size=MIN_COMPRESSED, compresslevel=6)
    app.add_middleware(CommonHeaders)
    return app


def routes(services: Services) -> list[BaseRoute]:
    """Routes of the HTTP endpoints, the WebSockets and the web client."""
    paths: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    found: list[BaseRoute] = [
        Route(path, guarded(partial(call, services, methods)), methods=[*methods]) for path, methods in paths.items()
    ]
    found.append(WebSocketRoute("/ws/{code}/bot", partial(websockets.connect_bot, services)))
    found.append(WebSocketRoute("/ws/{code}", partial(websockets.connect, services)))
    if (static.STATIC / "assets").is_dir():
        found.append(Mount("/assets", static.Assets(directory=static.STATIC / "assets")))
    found.append(static.ClientRoute("/{rest:path}", guarded(partial(static.index, services)), methods=["GET"]))
    return found


async def call(services: Services, methods: dict[str, Endpoint], request: Request) -> Response:
    """Call the endpoint of a path and method with what its row asks for: the signed-in person, the decoded body."""
    endpoint = methods["GET" if request.method == "HEAD" else request.method]
    arguments: list[Any] = [(await services.visitor(request)).person] if endpoint.signed_in else []
    long = endpoint.limit == "record"  # while it waits, its body is not read
    async with services.long_request(request) if long else nullcontext():
        if endpoint.body is not None:
            limit = getattr(services.registry.limits, endpoint.limit)
            arguments.append(await read_body(request, endpoint.body, limit))
        response: Response = await endpoint.handler(services, request, *arguments)
    return response


def guarded(handler: Handler) -> Handler:
    """Refuse unsafe requests of other origins, and answer errors with a problem.

    Starlette would raise an unexpected error once more after the answer, for uvicorn to log with its message; this
    logs its place alone.
    """

    async def serve(request: Request) -> Response:
        try:
            if request.method not in ("GET", "HEAD") and not same_origin(request):
                raise Forbidden("this page may not do that here")
            return await handler(request)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            return error_response(error)

    return serve
