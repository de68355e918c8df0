"""Passkeys over HTTP: registering, listing, removing, and logging in with one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from escapade.server import protocol
from escapade.server.accounts.passkeys import short_of
from escapade.server.http.accounts import me, signed_in
from escapade.server.http.requests import client_of, host
from escapade.server.http.responses import json_response
from escapade.server.http.services import Services
from escapade.server.store import PersonRow


async def list_passkeys(services: Services, request: Request, person: PersonRow) -> Response:
    """List one's passkeys, and say whether one has a password."""
    rows = await services.registry.store.passkeys(person.id)
    found = [protocol.PasskeyInfo(short_of(row.id), row.name, row.made, row.used) for row in rows]
    return json_response(protocol.Passkeys(found, person.password is not None))


async def remove_passkey(services: Services, request: Request, person: PersonRow) -> Response:
    """Remove a passkey, unless it is the last way to log in."""
    await services.passkeys.remove(request.state.visitor, request.path_params["passkey"])
    return json_response(protocol.Nothing())


async def offer_passkey(
    services: Services, request: Request, person: PersonRow, payload: protocol.PasskeyRequest
) -> Response:
    """Return what a browser needs to create a passkey."""
    visitor = request.state.visitor
    return json_response(await services.passkeys.offer(visitor, payload, host(request), client_of(request)))


async def add_passkey(
    services: Services, request: Request, person: PersonRow, payload: protocol.PasskeyProofRequest
) -> Response:
    """Register a passkey; a guest becomes an account."""
    visitor = request.state.visitor
    new = await services.passkeys.register(visitor, payload, host(request), client_of(request))
    return json_response(me(person), 201) if new is None else await signed_in(services, request, new, 201)


async def challenge(services: Services, request: Request) -> Response:
    """Return the challenge that a browser signs to log in with a passkey."""
    return json_response(services.passkeys.challenge(host(request)))


async def show_passkey(services: Services, request: Request, payload: protocol.PasskeyProofRequest) -> Response:
    """Log in with a passkey."""
    new = await services.passkeys.log_in(payload, host(request), client_of(request))
    return await signed_in(services, request, new)
