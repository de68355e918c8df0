"""The WebSocket endpoints of a table: one for people, one for outside bots."""

from __future__ import annotations

from starlette.websockets import WebSocket

from escapade.server.accounts.sessions import COOKIE
from escapade.server.errors import Forbidden, closing_for
from escapade.server.http.requests import same_origin
from escapade.server.http.responses import error_response
from escapade.server.http.services import Services
from escapade.server.live.lobby import program_id
from escapade.server.sockets.bot import serve_bot
from escapade.server.sockets.player import Connection, send_closing
from escapade.server.sockets.transport import transport_of


async def connect(services: Services, socket: WebSocket) -> None:
    """Connect a player or spectator, by session cookie, or by the token of an outside bot that speaks this protocol."""
    if not await admitted(socket):
        return
    token = socket.query_params.get("token", "")
    await socket.accept()
    transport = transport_of(socket)
    try:
        visitor = None if token else await services.accounts.sessions.visitor(socket.cookies.get(COOKIE))
        user_id, name = (visitor.person.id, visitor.person.name) if visitor else ("", "someone")
        if token:
            user_id, name = program_id(token), "program"
        table = await services.registry.find(socket.path_params["code"], user_id)
    except Exception as error:
        send_closing(transport, closing_for(error))
    else:
        session = visitor.session if visitor else ""
        transport.run_after_accept(Connection(services.registry, table, transport, user_id, name, session).run)


async def connect_bot(services: Services, socket: WebSocket) -> None:
    """Connect an outside bot to the seat of its token: docs/outside-bots.md."""
    if not await admitted(socket):
        return
    token = socket.headers.get("authorization", "").removeprefix("Bearer ") or socket.query_params.get("token", "")
    await serve_bot(services.registry, socket, program_id(token))


async def admitted(socket: WebSocket) -> bool:
    """Deny a WebSocket that a page of another origin opens, whatever cookie or token it brings."""
    if same_origin(socket):
        return True
    await socket.send_denial_response(error_response(Forbidden("this page may not connect here")))
    return False
