"""Responses: JSON messages, cacheable documents, problems made of errors, and the headers that all of them carry."""

from __future__ import annotations

import hashlib
from http import HTTPStatus

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from escapade.server import metrics
from escapade.server.errors import PayloadTooLarge, problem_for
from escapade.server.openapi import JSON
from escapade.server.protocol import Problem, encode

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


def json_response(message: msgspec.Struct, status: int = 200) -> Response:
    """A message as JSON that no browser caches."""
    return Response(encode(message), status, {"cache-control": "no-store"}, JSON)


def cached(request: Request, text: str | bytes, media_type: str) -> Response:
    """A document that changes only with the server's version: 304 for a client whose ETag is current."""
    content = text.encode() if isinstance(text, str) else text
    tag = f'W/"{hashlib.sha256(content).hexdigest()[:16]}"'
    headers = {"cache-control": "public, max-age=60", "etag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    return Response(content, 200, headers, media_type)


def error_response(error: Exception) -> Response:
    """The status and problem of an error."""
    status, problem = problem_for(error)
    response = json_response(problem, status)
    if isinstance(error, PayloadTooLarge):
        response.headers["connection"] = "close"  # the rest of the body is not read
    return response


async def routing_error(request: Request, error: Exception) -> Response:
    """The problem of a path or method that no route has."""
    status, headers = getattr(error, "status_code", 404), getattr(error, "headers", None) or {}
    name = "wrong-method" if status == 405 else "not-found"
    reason = f"{HTTPStatus(status).phrase}: /api/openapi.json lists what there is"
    response = json_response(Problem(name, reason), status)
    response.headers.update(headers)
    return response


class CommonHeaders:
    """Middleware that adds `HEADERS` to every response and counts it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message.get("headers", []), *HEADERS]
                metrics.REQUESTS.labels(str(message["status"])).inc()
            await send(message)

        await self.app(scope, receive, send_with_headers)
