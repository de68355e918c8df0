"""Reading requests: the client, the decoded body, path parameters, and the origin of a cross-site request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection, Request

from escapade.kernel.names import BadInput, EscapadeError, whole_number
from escapade.server.accounts.accounts import Caller
from escapade.server.accounts.sessions import BROWSER_COOKIE, COOKIE, device_of, key_of
from escapade.server.errors import NotFound, PayloadTooLarge, UnsupportedMediaType
from escapade.server.openapi import JSON
from escapade.server.sockets.addresses import network_of

Body = TypeVar("Body", bound=msgspec.Struct)


def client_of(request: Request) -> Caller:
    """The client of a request: its network, device, session, and the account this browser was logged in to before."""
    network, cookies = network_of(request.client.host if request.client else ""), request.cookies
    token, device = cookies.get(COOKIE, ""), device_of(request.headers.get("user-agent", ""))
    return Caller(network, device, key_of(token), cookies.get(BROWSER_COOKIE, ""))


async def read_body(request: Request, kind: type[Body], limit: int) -> Body:
    """Decode a JSON body of at most `limit` bytes; the error names the field that is wrong."""
    read = b""
    async for chunk in request.stream():
        read += chunk
        if len(read) > limit:
            raise PayloadTooLarge(f"the request is larger than {limit // 1024} KiB")
    if read and request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise UnsupportedMediaType(f"the request's body must be JSON, and say so: Content-Type: {JSON}")
    try:
        return msgspec.json.decode(read or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise EscapadeError(f"the request cannot be read: {error}") from None


def host(request: Request) -> str:
    """The Host header, empty if there is none."""
    return request.headers.get("host", "")


def seat_number(request: Request) -> int:
    """The path's seat."""
    number = whole_number(request.path_params["seat"])
    if number is None:
        raise NotFound("a seat is a number")
    return number


@contextmanager
def or_404() -> Iterator[None]:
    """Answer 404 instead of 400 where the path names a thing that does not exist."""
    try:
        yield
    except BadInput as error:
        raise NotFound(str(error)) from None


def same_origin(connection: HTTPConnection) -> bool:
    """Does a request come from our own pages, or from a program, which sends no Origin header?"""
    origin, own = connection.headers.get("origin"), connection.headers.get("host", "")
    if origin is None:
        return True
    try:
        return bool(own) and urlsplit(origin).netloc.lower() == own.lower()
    except ValueError:
        return False
