"""Tables over HTTP: listing, creating, joining, leaving, seats and rematches."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from escapade.kernel.names import EscapadeError
from escapade.server import protocol
from escapade.server.http.requests import seat_number
from escapade.server.http.responses import json_response
from escapade.server.http.services import Services
from escapade.server.store import PersonRow


async def tables(services: Services, request: Request) -> Response:
    """List one's own tables, tables to join, or tables to watch."""
    which, user_id = request.query_params.get("which", "mine"), await services.user_id(request)
    if which == "mine":
        found = await services.registry.listing.of_person(user_id) if user_id else []
    elif which in ("join", "watch"):
        found = await services.registry.listing.listed("open" if which == "join" else "running", user_id)
    else:
        raise EscapadeError(f"which is mine, join or watch, not {which[:20]!r}")
    return json_response(protocol.Tables(found))


async def create(services: Services, request: Request, person: PersonRow, payload: protocol.TableRequest) -> Response:
    """Create a table."""
    table, invitations = await services.registry.lobby.create(payload, person.id, person.name)
    return json_response(services.registry.listing.info(table, person.id, invitations), 201)


async def table(services: Services, request: Request) -> Response:
    """Return a table's seats, settings and status."""
    user_id = await services.user_id(request)
    return json_response(await services.registry.listing.find(request.path_params["code"], user_id))


async def join(services: Services, request: Request, person: PersonRow, payload: protocol.JoinRequest) -> Response:
    """Take a seat."""
    table = await services.table(request, person.id)
    await services.registry.lobby.join(table, person.id, person.name, payload)
    return json_response(services.registry.listing.info(table, person.id))


async def leave(services: Services, request: Request, person: PersonRow) -> Response:
    """Leave one's seat before the start."""
    table = await services.table(request, person.id)
    await services.registry.lobby.leave(table, person.id)
    return json_response(services.registry.listing.info(table, person.id))


async def seat(services: Services, request: Request, person: PersonRow, payload: protocol.SeatRequest) -> Response:
    """Change a seat, as the host: open, invited, a bot, oneself, or a guest at the same screen."""
    table = await services.table(request, person.id)
    invitations = await services.registry.lobby.set_seat(table, person.id, seat_number(request), payload, person.name)
    return json_response(services.registry.listing.info(table, person.id, invitations))


async def token(services: Services, request: Request, person: PersonRow) -> Response:
    """Give a seat to an outside bot, and return its token."""
    table = await services.table(request, person.id)
    return json_response(await services.registry.lobby.bot_token(table, person.id, seat_number(request)), 201)


async def rematch(services: Services, request: Request, person: PersonRow) -> Response:
    """Create a table with the same players and settings, the seats rotated."""
    table = await services.registry.lobby.rematch(await services.table(request, person.id), person.id, person.name)
    return json_response(services.registry.listing.info(table, person.id), 201)
