"""Anything that can be sent over a WebSocket or over HTTP: what the tests and `make soak` attack a real server with."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, NamedTuple

import requests
import schemathesis
import websockets
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks
from websockets.exceptions import ConnectionClosed

from escapade.server import openapi
from escapade.server.accounts.sessions import COOKIE
from escapade.server.http.endpoints import ENDPOINTS

REFUSING = {1002, 1003, 1007, 1008, 1009}  # how a connection ends that has said something wrong


class Known(NamedTuple):
    """A server, someone who is known there, and a table where they sit."""

    url: str
    cookie: str
    code: str


# --- Frames ------------------------------------------------------------------

VALID: list[dict[str, Any]] = [
    {"type": "hello", "version": 1, "last_seq": 0, "last_chat": 0, "observer": 0},
    {"type": "act", "id": "x", "seq": 0, "action": 0},
    {"type": "submitahead", "id": "x", "actions": [1, 2]},
    {"type": "look", "observer": 0},
    {"type": "takeback", "id": "x", "seq": 0},
    {"type": "consent", "id": "x", "seq": 0, "yes": True},
    {"type": "say", "text": "hello"},
    {"type": "whynot", "id": "x", "action": 3},
    {"type": "knowplease", "id": "x"},
    {"type": "ping", "n": 1},
]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A frame that was right, with something in it changed, left out or added."""
    frame = dict(draw(st.sampled_from(VALID)))
    name = draw(st.sampled_from([*frame, "more"]))
    if draw(st.booleans()):
        frame.pop(name, None)
    else:
        frame[name] = draw(ANYTHING | st.sampled_from([-1, 2**31, 2**63, 2**64, 10**40, "act", "resign"]))
    return json.dumps(frame)


FRAMES = st.lists(st.binary(max_size=60) | st.text(max_size=60) | ANYTHING.map(json.dumps) | mutated(), max_size=4)


async def send_frames(known: Known, frames: list[bytes | str]) -> None:
    """Send frames to a table: they are answered, or end the connection with a reason."""
    where, headers = f"{known.url.replace('http', 'ws', 1)}/ws/{known.code}", {"Cookie": f"{COOKIE}={known.cookie}"}
    async with websockets.connect(where, additional_headers=headers, max_size=None) as link:
        with suppress(ConnectionClosed):
            for frame in ('{"type":"hello"}', *frames, '{"type":"ping","n":777}'):
                await link.send(frame)
            async with asyncio.timeout(20):
                while not str(await link.recv()).endswith('{"type":"pong","n":777}'):
                    pass
            return
        assert link.close_code in REFUSING
        assert link.close_reason


# --- HTTP --------------------------------------------------------------------

API = schemathesis.openapi.from_dict(openapi.openapi(ENDPOINTS))
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
    checks.negative_data_rejection,
    checks.unsupported_method,
]


def send_request(known: Known, case: Any) -> None:
    """Ask what the OpenAPI document allows, or does not: the answer is as the document says."""
    if "code" in case.path_parameters and len(str(case.path_parameters["code"])) % 2:
        case.path_parameters["code"] = known.code  # a table that is there
    if COOKIE in case.cookies:  # left out where it is asked for, it is left out
        ends = case.path.removeprefix("/api/").split("/")[0] in ("account", "passkey", "password", "sessions")
        new = requests.post(f"{known.url}/api/guest", json={}, timeout=10).cookies[COOKIE] if ends else ""
        case.cookies[COOKIE] = new or known.cookie
    case.call_and_validate(base_url=known.url, checks=CHECKS)
