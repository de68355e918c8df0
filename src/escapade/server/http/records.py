"""Records over HTTP: uploading one, and downloading or replaying a match that is over."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from escapade.kernel.names import OMNISCIENT, SPECTATOR, EscapadeError, whole_number
from escapade.server import protocol
from escapade.server.admin.import_export import read_for_viewing
from escapade.server.errors import Conflict, RateLimited
from escapade.server.http.requests import client_of
from escapade.server.http.responses import json_response
from escapade.server.http.services import Services
from escapade.server.store import PersonRow
from escapade.server.threads import in_spare_thread

MAX_PLIES = 200  # of a replay in one response
OBSERVERS = {"all": OMNISCIENT, "public": SPECTATOR}


async def upload(services: Services, request: Request, person: PersonRow, payload: protocol.RecordRequest) -> Response:
    """Upload the record of a match that was played elsewhere, as a table to look at and to share."""
    if not (services.uploads.take(person.id) and services.network_uploads.take(client_of(request).network)):
        raise RateLimited(f"{services.registry.limits.records} records a day are the most; more of them later")
    found = await in_spare_thread(read_for_viewing, payload.record, person.id, services.registry.now())
    await services.registry.store.add_table(found.row, found.seats, found.log)
    return json_response(await services.registry.listing.find(found.row.code, person.id), 201)


async def record(services: Services, request: Request) -> Response:
    """Return the record of a match that is over, as text."""
    table = await services.table(request, await services.user_id(request))
    if not table.over or table.match is None:
        raise Conflict("a record holds everything, so it is given out when the game is over")
    named = {"content-disposition": f'attachment; filename="{table.row.game}-{table.row.code}.txt"'}
    async with services.long_request(request), table.lock:
        text = await in_spare_thread(table.match.record, Table=table.row.code)
    return Response(text, 200, named, "text/plain; charset=utf-8")


async def replay(services: Services, request: Request) -> Response:
    """Return views and events of a match that is over, ply by ply: a seat's, the public's, or everything."""
    user_id, query = await services.user_id(request), request.query_params
    table = await services.table(request, user_id)
    text = query.get("observer", "public")
    observer = OBSERVERS.get(text, whole_number(text))
    if observer is None or (observer not in OBSERVERS.values() and observer not in range(len(table.seats))):
        raise EscapadeError(f"an observer is a seat from 0 to {len(table.seats) - 1}, public or all, not {text[:20]!r}")
    first = max(0, whole_number(query.get("from", "0")) or 0)
    async with services.long_request(request):
        moments = await table.broadcast.replay(observer, first, first + MAX_PLIES)
    info, plies = services.registry.listing.info(table, user_id), len(table.history.plies)
    return json_response(protocol.Replay(info, observer if observer >= 0 else None, plies, moments))
