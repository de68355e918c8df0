"""Guests, accounts and sessions over HTTP."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from escapade.server import protocol
from escapade.server.accounts.sessions import (
    BROWSER_COOKIE,
    COOKIE,
    LIFETIME,
    SHORT,
    NewSession,
    end_one_of,
    end_others,
)
from escapade.server.errors import NotFound
from escapade.server.http.requests import client_of
from escapade.server.http.responses import json_response
from escapade.server.http.services import Services
from escapade.server.store import PersonRow


async def guest(services: Services, request: Request, payload: protocol.GuestRequest) -> Response:
    """Sign in as a new guest, or as the person whose session this browser has."""
    token = request.cookies.get(COOKIE, "")
    if visitor := await services.accounts.sessions.visitor(token):
        response = json_response(me(visitor.person))
        set_cookie(response, request, COOKIE, token)
        return response
    if new := await services.accounts.exchange(token, client_of(request).device):
        return await signed_in(services, request, new)
    new = await services.accounts.guest(payload.name, client_of(request))
    return await signed_in(services, request, new, 201)


async def get_me(services: Services, request: Request, person: PersonRow) -> Response:
    """Return the signed-in person."""
    return json_response(me(person))


async def rename(services: Services, request: Request, person: PersonRow, payload: protocol.NameRequest) -> Response:
    """Change one's name."""
    return json_response(me(await services.accounts.rename(person, payload.name)))


async def account(
    services: Services, request: Request, person: PersonRow, payload: protocol.AccountRequest
) -> Response:
    """Turn a guest into an account, which has a login and a password."""
    visitor = request.state.visitor
    new = await services.accounts.make_account(visitor, payload.login, payload.password, client_of(request))
    return await signed_in(services, request, new, 201)


async def log_in(services: Services, request: Request, payload: protocol.LoginRequest) -> Response:
    """Log in with a password."""
    new = await services.accounts.log_in(payload.login, payload.password, client_of(request))
    return await signed_in(services, request, new)


async def log_out(services: Services, request: Request) -> Response:
    """End this session and delete its cookie."""
    await services.registry.end_sessions(await services.accounts.log_out(request.cookies.get(COOKIE)))
    response = json_response(protocol.Nothing())
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return response


async def password(
    services: Services, request: Request, person: PersonRow, payload: protocol.PasswordRequest
) -> Response:
    """Change the password; every other session ends."""
    visitor = request.state.visitor
    new = await services.accounts.change_password(visitor, payload.current, payload.password, client_of(request))
    return await signed_in(services, request, new)


async def list_sessions(services: Services, request: Request, person: PersonRow) -> Response:
    """List one's sessions: the browsers in which one is signed in."""
    current, rows = request.state.visitor.session, await services.accounts.sessions.of(person.id)
    found = [protocol.SessionInfo(s.id[:SHORT], s.device, s.created, s.seen, s.id == current) for s in rows]
    return json_response(protocol.Sessions(sorted(found, key=lambda session: not session.current)))


async def end_session(services: Services, request: Request, person: PersonRow) -> Response:
    """End one of one's sessions."""
    ended = await services.accounts.sessions.end(end_one_of(person.id, request.path_params["session"]))
    if not ended:
        raise NotFound("you have no such session; it may have ended already")
    await services.registry.end_sessions(ended)
    return json_response(protocol.Nothing())


async def end_other_sessions(services: Services, request: Request, person: PersonRow) -> Response:
    """End all of one's sessions but this one."""
    ended = await services.accounts.sessions.end(end_others(person.id, request.state.visitor.session))
    await services.registry.end_sessions(ended)
    return json_response(protocol.Nothing())


async def signed_in(services: Services, request: Request, new: NewSession, status: int = 200) -> Response:
    """Return the person of a new session, with its cookie; WebSockets of the session before it may reconnect."""
    current = client_of(request).session
    for session in new.ended:
        await services.registry.end_sessions([session], resume=session == current)
    response = json_response(me(new.person), status)
    set_cookie(response, request, COOKIE, new.token)
    if new.person.login is not None:
        set_cookie(response, request, BROWSER_COOKIE, services.accounts.browser_token(new.person))
    return response


def me(person: PersonRow) -> protocol.Me:
    """A person as the client knows them."""
    return protocol.Me(person.id, person.name, person.login)


def set_cookie(response: Response, request: Request, name: str, value: str) -> None:
    """Set a cookie that scripts and other sites cannot read."""
    secure = request.scope["scheme"] == "https"
    response.set_cookie(name, value, LIFETIME // 1000, httponly=True, samesite="lax", secure=secure)
