"""The protocol's documents say what the server does: they hold together, and real answers and frames fit them."""

from __future__ import annotations

import asyncio
import inspect
import random
import re
import types
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from starlette.routing import Mount, Route

from escapade.bots import outside_protocol
from escapade.server import openapi, protocol
from escapade.server.app import make_app
from escapade.server.http.endpoints import ENDPOINTS
from tests.server.clients import running

OPENAPI, ASYNCAPI, TYPESCRIPT = openapi.openapi(ENDPOINTS), openapi.asyncapi(), openapi.typescript(ENDPOINTS)


def messages(module: types.ModuleType) -> dict[str, type]:
    """What a module says, but for what all of it is made of."""
    kinds = {name: kind for name, kind in vars(module).items() if inspect.isclass(kind)}
    bases = (msgspec.Struct, protocol.Frame, outside_protocol.Line)
    return {name: kind for name, kind in kinds.items() if issubclass(kind, msgspec.Struct) and kind not in bases}


MESSAGES, LINES = messages(protocol), messages(outside_protocol)


def refs(part: Any) -> list[str]:
    """Everything that a document refers to."""
    if isinstance(part, dict):
        own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
        return own + [ref for value in part.values() for ref in refs(value)]
    return [ref for value in part for ref in refs(value)] if isinstance(part, list) else []


@pytest.mark.parametrize("document", [OPENAPI, ASYNCAPI], ids=["openapi", "asyncapi"])
def test_every_reference_of_a_document_leads_somewhere(document: dict[str, Any]) -> None:
    found = refs(document)
    assert len(found) > 20
    for ref in found:
        part: Any = document
        for name in ref.removeprefix("#/").split("/"):
            part = part[name]


def test_every_message_is_in_a_document() -> None:
    said = OPENAPI["components"]["schemas"] | ASYNCAPI["components"]["schemas"]
    known = MESSAGES | LINES
    assert set(said) == set(known)
    assert all(said[name]["description"] == inspect.getdoc(kind) for name, kind in known.items())


def test_every_route_of_the_server_is_in_the_document(tmp_path: Path) -> None:
    app = make_app(str(tmp_path / "escapade.db"))
    page = "/{rest:path}"
    routed = {
        (method, route.path)
        for route in app.routes
        if isinstance(route, Route) and not isinstance(route, Mount) and route.path != page
        for method in (route.methods or set()) - {"HEAD"}
    }
    said = {(method.upper(), path) for path, ways in OPENAPI["paths"].items() for method in ways}
    assert routed == said
    names = [way["operationId"] for ways in OPENAPI["paths"].values() for way in ways.values()]
    assert len(names) == len(set(names))


def test_what_a_client_may_leave_out_the_server_always_says() -> None:
    schemas = OPENAPI["components"]["schemas"]
    assert schemas["TableRequest"]["required"] == ["game", "seats"]
    assert schemas["SeatInfo"]["required"] == [*schemas["SeatInfo"]["properties"]]
    assert "spectators?: boolean;" in TYPESCRIPT
    assert "clock: Required<ClockRequest>;" in TYPESCRIPT


# --- TypeScript, read lightly --------------------------------------------------

DECLARED = re.compile(r"^export (?:interface|type) (\w+)", re.MULTILINE)
MEMBER = re.compile(r'^  ("[^"]+"|\w+)(\??): (.+);$')
KNOWN = {"string", "number", "boolean", "null", "unknown", "undefined", "never", "Record", "Required", "body", "answer"}


def test_every_message_is_a_type_once() -> None:
    declared = DECLARED.findall(TYPESCRIPT)
    kept = ["Analysis", "AnalysedPly", "Advice", "TurningPoint", "SeatSummary"]  # of a file that the page opens
    assert sorted(declared) == sorted([*MESSAGES, *kept, "FromClient", "FromServer", "Api"])


def test_every_type_that_is_named_is_declared() -> None:
    code = re.sub(r"/\*\*.*?\*/|//[^\n]*|\"[^\"]*\"", "", TYPESCRIPT, flags=re.DOTALL)
    members = [m for line in code.splitlines() if (m := re.match(r"^  \S*: (.+);$", line))]
    unions = re.findall(r"^  \| (\w+);?$", code, re.MULTILINE)
    named = {word for m in members for word in re.findall(r"[A-Za-z]\w*", m[1])} | set(unions)
    assert named - KNOWN <= set(DECLARED.findall(TYPESCRIPT))
    assert {"TableInfo", "Projection", "Hello", "Closing"} <= named


def test_every_line_of_an_interface_is_a_member_or_a_comment() -> None:
    bodies = re.findall(r"^export interface \w+ \{\n(.*?)^\}$", TYPESCRIPT, re.MULTILINE | re.DOTALL)
    assert len(bodies) > 40
    for line in "".join(bodies).splitlines():
        assert MEMBER.match(line) or re.match(r"^  (/\*\*| \*)", line), line
    for opening, closing in ("{}", "[]", "()", "<>"):
        assert TYPESCRIPT.count(opening) == TYPESCRIPT.count(closing)


def test_frames_are_told_apart_by_their_type() -> None:
    for frame in (*openapi.FROM_CLIENT, *openapi.FROM_SERVER):
        assert f'export interface {frame.__name__} {{\n  type: "{frame.__struct_config__.tag}";\n' in TYPESCRIPT


# --- What is really said -------------------------------------------------------


def validator(document: dict[str, Any], name: str) -> Any:
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/components/schemas/{name}", **document})


def test_frames_and_answers_of_a_game_fit_the_documents(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(str(tmp_path / "escapade.db")) as server, server.guest("Ann") as ann:
            table = await ann.table("stalag17", "me", "novice", "novice")
            assert validator(OPENAPI, "TableInfo").validate(table) is None
            games = (await ann.http.get("/api/games")).json()
            assert validator(OPENAPI, "Games").validate(games) is None
            async with ann.at(table["code"]) as place:
                await place.send(type="say", text="hello")
                await place.until("chatline")
                await place.play(random.Random(1), 3)
                await place.wish("act", seq=0, action=1)
                await place.wish("knowplease")
                await place.send(type="ping", n=3)
                await place.until("pong")
                frames = place.frames
            kinds = {f["type"] for f in frames}
            assert kinds >= {"snapshot", "update", "ack", "error", "chatline", "knowledge", "pong"}
            names = {frame.__struct_config__.tag: frame.__name__ for frame in openapi.FROM_SERVER}
            for frame in frames:
                validator(ASYNCAPI, names[frame["type"]]).validate(frame)

    asyncio.run(play())


def test_the_documents_are_served(tmp_path: Path) -> None:
    async def ask() -> None:
        async with running(str(tmp_path / "escapade.db")) as server, server.guest("Ann") as ann:
            assert (await ann.http.get("/api/openapi.json")).json() == OPENAPI
            assert (await ann.http.get("/api/asyncapi.json")).json() == ASYNCAPI

    asyncio.run(ask())
