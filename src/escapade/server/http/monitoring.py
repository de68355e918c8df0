"""Health and metrics over HTTP, for monitoring."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from escapade.server import protocol
from escapade.server.http.responses import json_response
from escapade.server.http.services import Services
from escapade.server.metrics import TABLES, page


async def health(services: Services, request: Request) -> Response:
    """Check that the database answers."""
    await services.registry.store.get_meta("schema")
    return json_response(protocol.Health("ok", protocol.VERSION))


async def metrics(services: Services, request: Request) -> Response:
    """Return metrics in the text format of Prometheus."""
    TABLES.set(len(services.registry.tables))
    return Response(page(), media_type="text/plain; version=0.0.4; charset=utf-8")
