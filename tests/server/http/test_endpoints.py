"""schemathesis reads the OpenAPI document and asks a real server whatever it allows, and what it does not."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from hypothesis import HealthCheck, Phase, settings
from structlog.testing import capture_logs

from escapade.server import openapi
from escapade.server.accounts.sessions import COOKIE
from escapade.server.http.endpoints import ENDPOINTS
from tests.server.attacks.fuzz import API, Known, send_request
from tests.server.clients import QUICK, running

EXAMPLES = 12


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Known]:
    ready, over, found = threading.Event(), threading.Event(), list[Known]()

    async def live() -> None:
        db = str(tmp_path_factory.mktemp("api") / "escapade.db")
        async with running(db, limits=QUICK._replace(guests=10_000)) as server, server.guest("Ann") as ann:
            code = (await ann.table("cartagena", "me", "open", "open", "invited"))["code"]
            found.append(Known(server.url, str(ann.http.cookies[COOKIE]), code))
            ready.set()
            await asyncio.to_thread(over.wait)

    with capture_logs() as said:
        thread = threading.Thread(target=lambda: asyncio.run(live()))
        thread.start()
        try:
            assert ready.wait(30)
            yield found[0]
        finally:
            over.set()
            thread.join(30)
    assert not [line for line in said if line["log_level"] == "error"]


@API.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[*HealthCheck],
)
def test_the_server_answers_as_its_document_says(case: Any, known: Known) -> None:
    send_request(known, case)


@pytest.mark.parametrize("where", [w for w in ENDPOINTS if w.signed_in], ids=lambda w: f"{w.method} {w.path}")
def test_nobody_is_refused_where_someone_is_asked_for(where: openapi.Endpoint, known: Known) -> None:
    path = where.path.format(code=known.code, seat=1, session="0" * 16, passkey="0" * 16)
    said = requests.request(where.method, known.url + path, json={} if where.body else None, timeout=10)
    assert said.status_code == 401
    assert said.json()["error"] == "unknown"
