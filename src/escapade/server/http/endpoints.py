"""Every HTTP endpoint: method, path, handler, body, response, statuses; and the documents made from this table."""

from __future__ import annotations

from functools import cache
from typing import Literal

from starlette.requests import Request
from starlette.responses import Response

from escapade.server import openapi as documents
from escapade.server import protocol
from escapade.server.http import accounts, games, monitoring, passkeys, records, tables
from escapade.server.http.responses import cached
from escapade.server.http.services import Services
from escapade.server.openapi import JSON, TEXT, Endpoint


async def openapi(services: Services, request: Request) -> Response:
    """Return the OpenAPI document of the HTTP endpoints."""
    return cached(request, document("openapi"), JSON)


async def asyncapi(services: Services, request: Request) -> Response:
    """Return the AsyncAPI document of the WebSocket frames."""
    return cached(request, document("asyncapi"), JSON)


@cache
def document(name: Literal["openapi", "asyncapi"]) -> str:
    """One of the two documents, as JSON text."""
    return documents.page(documents.openapi(ENDPOINTS) if name == "openapi" else documents.asyncapi())


AT, PASSKEY, GAME = "/api/tables/{code}", "/api/passkey", "/api/games/{game}"
CACHED = (200, 304)
WHICH = (("which", Literal["mine", "join", "watch"]),)
REPLAYED = (("observer", str), ("from", int))
ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("POST", "/api/guest", accounts.guest, protocol.Me, (200, 201, 429)),
    Endpoint("GET", "/api/me", accounts.get_me, protocol.Me),
    Endpoint("PATCH", "/api/me", accounts.rename, protocol.Me),
    Endpoint("POST", "/api/account", accounts.account, protocol.Me, (201, 429)),
    Endpoint("POST", "/api/login", accounts.log_in, protocol.Me, (200, 401, 429)),
    Endpoint("POST", "/api/logout", accounts.log_out),
    Endpoint("POST", "/api/password", accounts.password, protocol.Me, (200, 429)),
    Endpoint("GET", "/api/sessions", accounts.list_sessions, protocol.Sessions),
    Endpoint("DELETE", "/api/sessions", accounts.end_other_sessions),
    Endpoint("DELETE", "/api/sessions/{session}", accounts.end_session),
    Endpoint("GET", "/api/passkeys", passkeys.list_passkeys, protocol.Passkeys),
    Endpoint("DELETE", "/api/passkeys/{passkey}", passkeys.remove_passkey, protocol.Nothing, (200, 409)),
    Endpoint("POST", PASSKEY + "/register/options", passkeys.offer_passkey, protocol.PasskeyOptions, (200, 409, 429)),
    Endpoint("POST", PASSKEY + "/register", passkeys.add_passkey, protocol.Me, (201, 409)),
    Endpoint("POST", PASSKEY + "/login/options", passkeys.challenge, protocol.PasskeyOptions, (200, 400)),
    Endpoint("POST", PASSKEY + "/login", passkeys.show_passkey, protocol.Me, (200, 401, 429)),
    Endpoint("GET", "/api/games", games.games, protocol.Games, CACHED),
    Endpoint("GET", GAME + "/words/{lang}", games.words, TEXT, CACHED),
    Endpoint("GET", GAME + "/rules/{lang}", games.rules, protocol.Rulebook, CACHED),
    Endpoint("GET", "/api/words/{lang}", games.bots_words, TEXT, CACHED),
    Endpoint("GET", "/api/ratings/{game}", games.ratings, protocol.RatingList, (200, 400)),
    Endpoint("GET", "/api/tables", tables.tables, protocol.Tables, (200, 400), query=WHICH),
    Endpoint("POST", "/api/tables", tables.create, protocol.TableInfo, (201, 409)),
    Endpoint("POST", "/api/records", records.upload, protocol.TableInfo, (201, 429), limit="record"),
    Endpoint("GET", AT, tables.table, protocol.TableInfo),
    Endpoint("POST", AT + "/join", tables.join, protocol.TableInfo, (200, 409)),
    Endpoint("POST", AT + "/leave", tables.leave, protocol.TableInfo, (200, 409)),
    Endpoint("PUT", AT + "/seats/{seat}", tables.seat, protocol.TableInfo, (200, 409)),
    Endpoint("POST", AT + "/seats/{seat}/token", tables.token, protocol.BotToken, (201, 400, 409)),
    Endpoint("POST", AT + "/rematch", tables.rematch, protocol.TableInfo, (201, 409)),
    Endpoint("GET", AT + "/record", records.record, TEXT, (200, 409)),
    Endpoint("GET", AT + "/replay", records.replay, protocol.Replay, (200, 400, 409), query=REPLAYED),
    Endpoint("GET", "/api/openapi.json", openapi, JSON, CACHED),
    Endpoint("GET", "/api/asyncapi.json", asyncapi, JSON, CACHED),
    Endpoint("GET", "/healthz", monitoring.health, protocol.Health),
    Endpoint("GET", "/metrics", monitoring.metrics, TEXT),
)  # routes, checks, documents and TypeScript types are made from this table
