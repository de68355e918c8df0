"""What cannot be meant: deep, long and crooked input is refused in a sentence, and nothing of it comes back."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import structlog
import websockets

from tests.server.clients import Guest, running

DEEP = 100_000  # brackets
LONG = 900_000  # letters
BRIEF = 2_000  # bytes that a refusal takes at the most


def tried(folder: Path, script: Any) -> list[Any]:
    """Let someone try something on a server; return what its log says."""

    async def run() -> None:
        async with running(str(folder / "t.db")) as server, server.guest("Ann") as ann:
            await script(server, ann)

    with structlog.testing.capture_logs() as logged:
        asyncio.run(run())
    return [entry for entry in logged if entry["log_level"] == "error"]


async def fate(link: Any) -> int | None:
    """How a connection ends."""
    with suppress(websockets.ConnectionClosed):
        async with asyncio.timeout(20):
            while True:
                await link.recv()
    code: int | None = link.close_code
    return code


@pytest.mark.parametrize("text", ["[" * 8000, '{"type":"act","id":' + "[" * 8000, '{"a":' * 3000])
def test_a_deep_frame_is_unreadable_and_no_fault_of_the_server(tmp_path: Path, text: str) -> None:
    async def script(server: Any, ann: Guest) -> None:
        code = (await ann.table("cartagena", "me", "open"))["code"]
        async with websockets.connect(f"ws://127.0.0.1:{server.port}/ws/{code}") as link:
            await link.send(text)
            assert await fate(link) == 1007

    assert tried(tmp_path, script) == []


def test_deep_lines_of_a_program_are_answered(tmp_path: Path) -> None:
    async def script(server: Any, ann: Guest) -> None:
        code = (await ann.table("cartagena", "me", "open", "open"))["code"]
        token = (await ann.http.post(f"/api/tables/{code}/seats/1/token")).json()["token"]
        async with websockets.connect(f"ws://127.0.0.1:{server.port}/ws/{code}/bot?token={token}") as link:
            await link.send("[" * 8000)
            await asyncio.sleep(0.1)
            assert link.close_code is None

    assert tried(tmp_path, script) == []


def test_deep_and_long_requests_are_refused_briefly(tmp_path: Path) -> None:
    async def script(server: Any, ann: Guest) -> None:
        code = (await ann.table("cartagena", "me", "open"))["code"]
        head = {"content-type": "application/json"}
        long = "x" * LONG
        wanted: list[tuple[str, str, dict[str, Any]]] = [
            ("POST", "/api/tables", {"content": "[" * 60_000, "headers": head}),
            ("POST", "/api/records", {"content": '{"record":' + "[" * DEEP, "headers": head}),
            ("POST", "/api/records", {"json": {"record": long}}),
            ("POST", "/api/records", {"json": {"record": f'[Game "{long}"]'}}),
            ("POST", "/api/records", {"json": {"record": f'[Format "1"]\n[Game "cartagena"]\n[Seats "{long}"]'}}),
            (
                "POST",
                "/api/records",
                {"json": {"record": f'[Format "1"]\n[Game "cartagena"]\n[Seats "2"]\n\n1 {long}'}},
            ),
            ("POST", "/api/tables", {"json": {"game": "cartagena", "seats": [], "options": {"x" * 50_000: 1}}}),
            ("POST", "/api/tables", {"json": {"game": "cartagena", "seats": [{"kind": "me"}, {"kind": "x" * 50_000}]}}),
            ("GET", f"/api/tables/{code}/replay?observer={'x' * 5000}", {}),
            ("GET", f"/api/games/{'x' * 5000}/rules/en", {}),
        ]
        for method, path, more in wanted:
            said: httpx.Response = await ann.http.request(method, path, **more)
            assert 400 <= said.status_code < 500, (path, said.status_code)
            assert len(said.content) <= BRIEF, (path, said.text[:300])

    assert tried(tmp_path, script) == []


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/account", {"login": "someone\n", "password": "long enough"}),
        ("/api/tables", {"game": "cartagena", "seats": [{"kind": "me", "colour": "red\n"}, {"kind": "open"}]}),
    ],
)
def test_a_pattern_holds_to_the_last_letter(tmp_path: Path, path: str, body: Any) -> None:
    async def script(server: Any, ann: Guest) -> None:
        said = await ann.http.post(path, json=body)
        assert said.status_code == 400, said.text

    assert tried(tmp_path, script) == []


def test_a_line_of_chat_and_the_name_of_a_wish_end_where_they_end(tmp_path: Path) -> None:
    async def script(server: Any, ann: Guest) -> None:
        code = (await ann.table("cartagena", "me", "open"))["code"]
        for frame in ({"type": "say", "text": "hello\n"}, {"type": "resign", "id": "a\n", "seq": 0}):
            async with ann.at(code) as place:
                await place.send(**frame)
                assert await fate(place.link) == 1007

    assert tried(tmp_path, script) == []
