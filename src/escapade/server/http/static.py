"""The web client's files: `index.html` at every path that is not the server's own, and assets that never change."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Match, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from escapade.server.accounts.sessions import COOKIE
from escapade.server.http.accounts import set_cookie
from escapade.server.http.requests import client_of
from escapade.server.http.services import Services

STATIC = Path(str(resources.files("escapade"))) / "static"


class Assets(StaticFiles):
    """Files whose names hold a hash of their content, so that a browser may cache them for good."""

    def file_response(self, *args: Any, **more: Any) -> Response:
        """Send a file, or 304."""
        response = super().file_response(*args, **more)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


class ClientRoute(Route):
    """The route of the web client: every path but those under /api and /ws, where a wrong path is a 404."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match any other path."""
        own = scope["path"].split("/")[1:2] in (["api"], ["ws"])
        return (Match.NONE, {}) if own else super().matches(scope)


async def index(services: Services, request: Request) -> Response:
    """Return `index.html`; the client's router reads the path."""
    file = STATIC / "index.html"
    if not file.exists():
        return Response("Escapade runs. The page has not been built.\n", media_type="text/plain; charset=utf-8")
    response = FileResponse(file, headers={"cache-control": "no-cache"})
    if new := await services.accounts.exchange(request.cookies.get(COOKIE), client_of(request).device):
        set_cookie(response, request, COOKIE, new.token)
    return response
