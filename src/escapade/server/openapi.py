"""The protocol's documents, made from the messages and the endpoints: OpenAPI, AsyncAPI and TypeScript types.

An `Endpoint` is the one source of routes, request checks and documents; a message's docstring is its description.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import cache
from http import HTTPStatus
from typing import Any, Literal, NamedTuple, cast, get_args, get_type_hints

import msgspec
from msgspec import inspect as kinds

from escapade.bots import analysed, outside_protocol
from escapade.server import protocol

TITLE = "Escapade"
JSON, TEXT = "application/json", "text/plain"
COOKIE_SCHEME = "cookie"
REF = "#/components/schemas/{name}"
FROM_CLIENT: tuple[type[msgspec.Struct], ...] = get_args(protocol.FromClient)
FROM_SERVER: tuple[type[msgspec.Struct], ...] = get_args(protocol.FromServer)
FROM_PROGRAM: tuple[type[msgspec.Struct], ...] = (outside_protocol.Choice,)
TO_PROGRAM: tuple[type[msgspec.Struct], ...] = get_args(outside_protocol.ToProgram)
PARAMETERS: dict[str, Any] = {
    "code": protocol.Code,
    "seat": protocol.SeatNumber,
    "session": protocol.ShortId,
    "passkey": protocol.ShortId,
    "game": str,
    "lang": str,
}  # types of path parameters
Schema = dict[str, Any]


class Endpoint(NamedTuple):
    """One HTTP operation: method, path, handler and what it returns; what it takes is in the handler's annotations.

    `response` is a message, or a media type where no message is returned. `statuses` are the successes and the errors
    of this endpoint alone; `refusals` adds those that follow from the other fields.
    """

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    response: type[msgspec.Struct] | str = protocol.Nothing
    statuses: tuple[int, ...] = (200,)
    query: tuple[tuple[str, Any], ...] = ()
    limit: Literal["body", "record"] = "body"  # the `Limits` field that bounds its body

    @property
    def body(self) -> type[msgspec.Struct] | None:
        """The message that the handler takes as `payload`."""
        return _hints(self.handler).get("payload")

    @property
    def signed_in(self) -> bool:
        """Does the handler take a `person`? Without a session the answer is 401."""
        return "person" in _hints(self.handler)

    @property
    def parameters(self) -> list[str]:
        """The path's parameters."""
        return re.findall(r"{(\w+)}", self.path)

    @property
    def about(self) -> str:
        """The summary: the handler's docstring."""
        return inspect.getdoc(self.handler) or ""

    @property
    def refusals(self) -> list[int]:
        """The error statuses."""
        found = {status for status in self.statuses if status >= 400} | {503}
        if self.body is not None:
            found |= {400, 413, 415}
        if self.method != "GET":
            found.add(403)  # a page of another origin
        if self.signed_in:
            found.add(401)
        if self.parameters:
            found.add(404)
        return sorted(found)


@cache
def _hints(handler: Callable[..., Any]) -> dict[str, Any]:
    return get_type_hints(handler)


# --- OpenAPI -----------------------------------------------------------------


def openapi(endpoints: Sequence[Endpoint]) -> Schema:
    """Every endpoint as an OpenAPI 3.1 document."""
    paths: dict[str, Schema] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    spoken = [kind for endpoint in endpoints for kind in (endpoint.body, endpoint.response) if isinstance(kind, type)]
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "version": str(protocol.VERSION), "description": _about(protocol)},
        "paths": paths,
        "components": {
            "schemas": _components([*spoken, protocol.Problem]),
            "securitySchemes": {
                COOKIE_SCHEME: {"type": "apiKey", "in": "cookie", "name": "escapade", "description": "The session."}
            },
        },
    }


def _operation(endpoint: Endpoint) -> Schema:
    made: Schema = {"operationId": _operation_name(endpoint), "summary": endpoint.about}
    given = [_parameter(name, "path", PARAMETERS[name]) for name in endpoint.parameters]
    given += [_parameter(name, "query", kind) for name, kind in endpoint.query]
    if given:
        made["parameters"] = given
    if endpoint.body is not None:
        required = any(field.required for field in _struct(endpoint.body).fields)
        made["requestBody"] = {"required": required, "content": {JSON: {"schema": _ref(endpoint.body)}}}
    made["responses"] = _responses(endpoint)
    if endpoint.signed_in:
        made["security"] = [{COOKIE_SCHEME: []}]
    return made


def _operation_name(endpoint: Endpoint) -> str:
    return endpoint.handler.__name__.strip("_")


def _parameter(name: str, place: str, kind: Any) -> Schema:
    return {"name": name, "in": place, "required": place == "path", "schema": _schema(kind)}


def _responses(endpoint: Endpoint) -> dict[str, Schema]:
    if isinstance(endpoint.response, str):
        content: Schema = {endpoint.response: {"schema": {"type": "object" if endpoint.response == JSON else "string"}}}
    else:
        content = {JSON: {"schema": _ref(endpoint.response)}}
    fine = [status for status in endpoint.statuses if status < 400]
    made: dict[str, Schema] = {}
    for status in fine:
        made[str(status)] = {"description": HTTPStatus(status).phrase}
        if status != HTTPStatus.NOT_MODIFIED:
            made[str(status)]["content"] = content
    problem = {JSON: {"schema": _ref(protocol.Problem)}}
    return made | {str(s): {"description": HTTPStatus(s).phrase, "content": problem} for s in endpoint.refusals}


# --- AsyncAPI ----------------------------------------------------------------


def asyncapi() -> Schema:
    """A table's two WebSockets as an AsyncAPI 3 document: for people, and for outside bots."""
    spoken = (*FROM_CLIENT, *FROM_SERVER, *FROM_PROGRAM, *TO_PROGRAM)
    return {
        "asyncapi": "3.0.0",
        "info": {"title": TITLE, "version": str(protocol.VERSION), "description": _about(protocol)},
        "defaultContentType": JSON,
        "channels": {
            "table": _channel(
                "/ws/{code}",
                "A player's or spectator's connection to one table. The first frame is a hello.",
                (*FROM_CLIENT, *FROM_SERVER),
            ),
            "program": _channel("/ws/{code}/bot", _about(outside_protocol), (*FROM_PROGRAM, *TO_PROGRAM)),
        },
        "operations": {
            "fromClient": _speaking("receive", "table", FROM_CLIENT),
            "fromServer": _speaking("send", "table", FROM_SERVER),
            "fromProgram": _speaking("receive", "program", FROM_PROGRAM),
            "toProgram": _speaking("send", "program", TO_PROGRAM),
        },
        "components": {
            "messages": {
                frame.__name__: {"name": _tag(frame), "summary": _about(frame), "payload": _ref(frame)}
                for frame in spoken
            },
            "schemas": _components(spoken),
        },
    }


def _channel(path: str, about: str, frames: Iterable[type]) -> Schema:
    token = {"type": "string", "description": "of an outside bot's seat"}
    return {
        "address": path,
        "description": about,
        "parameters": {"code": {"description": "names a table in its address"}},
        "messages": {frame.__name__: {"$ref": f"#/components/messages/{frame.__name__}"} for frame in frames},
        "bindings": {"ws": {"query": {"type": "object", "properties": {"token": token}}}},
    }


def _speaking(action: str, channel: str, frames: Iterable[type]) -> Schema:
    listed = [{"$ref": f"#/channels/{channel}/messages/{frame.__name__}"} for frame in frames]
    return {"action": action, "channel": {"$ref": f"#/channels/{channel}"}, "messages": listed}


# --- Schemas -----------------------------------------------------------------


def _components(spoken: Iterable[type[msgspec.Struct]]) -> dict[str, Schema]:
    """The schemas of messages and their parts. Messages of the server always have all fields."""
    made = _written(msgspec.json.schema_components(spoken, ref_template=REF)[1])
    for name, schema in made.items():
        struct = _declared(name)
        schema["description"] = _about(struct)
        if not _from_client(struct) and struct.__module__ == protocol.__name__:
            schema["required"] = [*schema.get("properties", {})]
    return dict(sorted(made.items()))


def _declared(name: str) -> type[msgspec.Struct]:
    """The class of a message or a part of one."""
    homes = (protocol, outside_protocol, analysed)
    found: type[msgspec.Struct] = next(getattr(home, name) for home in homes if hasattr(home, name))
    return found


def _from_client(struct: type) -> bool:
    """Does a client send this, so that fields with a default may be missing?"""
    return struct in FROM_CLIENT or struct.__name__.endswith("Request")


def _schema(kind: Any) -> Schema:
    return _written(msgspec.json.schema_components([kind], ref_template=REF)[0][0])


def _written(schema: Schema) -> Schema:
    """A schema whose patterns end with `$`, as in JSON Schema."""
    made: Schema = json.loads(json.dumps(schema).replace(r"\\Z", "$"))
    return made


def _ref(struct: type) -> Schema:
    return {"$ref": REF.format(name=struct.__name__)}


def _struct(struct: type[msgspec.Struct]) -> kinds.StructType:
    return cast(kinds.StructType, kinds.type_info(struct))


def _tag(frame: type[msgspec.Struct]) -> str:
    return str(frame.__struct_config__.tag)


def _about(thing: Any) -> str:
    return inspect.getdoc(thing) or ""


def page(document: Schema) -> str:
    """A document as JSON text."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


# --- TypeScript --------------------------------------------------------------


def typescript(endpoints: Sequence[Endpoint]) -> str:
    """TypeScript types of every message, every endpoint's body and response, and the file of an analysis."""
    spoken = [kind for e in endpoints for kind in (e.body, e.response) if isinstance(kind, type)]
    names = [*_components([*spoken, protocol.Problem, *FROM_CLIENT, *FROM_SERVER, analysed.Analysis])]
    parts = [
        "// Made from server/protocol.py and bots/analysed.py by `python -m tests.docs.regenerate`: edit those.\n",
        _comment(_about(protocol)),
        f"export const VERSION = {protocol.VERSION};\n",
        f"export const ANALYSIS = {json.dumps(analysed.FORMAT)};\n",
        *(_interface(_declared(name)) for name in names),
        _union("FromClient", "A frame that a client sends over a table's WebSocket.", FROM_CLIENT),
        _union("FromServer", "A frame that the server sends over a table's WebSocket.", FROM_SERVER),
        _api(endpoints),
    ]
    return "\n".join(parts)


def _comment(text: str, indent: str = "") -> str:
    lines = text.replace("*/", "* /").splitlines()
    if len(lines) <= 1:
        return f"{indent}/** {text} */"
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"])


def _interface(struct: type[msgspec.Struct]) -> str:
    found = _struct(struct)
    head = _comment(_about(struct))
    lines = [f"  {found.tag_field}: {json.dumps(found.tag)};"] if found.tag_field else []
    for field in found.fields:
        described = field.type.extra_json_schema if isinstance(field.type, kinds.Metadata) else None
        if described and "description" in described:
            lines.append(_comment(described["description"], "  "))
        optional = "?" if _from_client(struct) and not field.required else ""
        lines.append(f"  {field.encode_name}{optional}: {_type(field.type, whole=not _from_client(struct))};")
    if not lines:
        return f"{head}\nexport type {struct.__name__} = Record<string, never>;\n"
    return "\n".join([head, f"export interface {struct.__name__} {{", *lines, "}\n"])


def _type(kind: kinds.Type, whole: bool) -> str:
    """A type in TypeScript; `whole`: without optional fields, as the server sends it."""
    match kind:
        case kinds.Metadata():
            return _type(kind.type, whole)
        case kinds.IntType() | kinds.FloatType():
            return "number"
        case kinds.StrType():
            return "string"
        case kinds.BoolType():
            return "boolean"
        case kinds.NoneType():
            return "null"
        case kinds.LiteralType():
            return " | ".join(map(json.dumps, kind.values))
        case kinds.UnionType():
            return " | ".join(_type(part, whole) for part in kind.types)
        case kinds.ListType():
            item = _type(kind.item_type, whole)
            return f"({item})[]" if " " in item else f"{item}[]"
        case kinds.TupleType():
            return f"[{', '.join(_type(part, whole) for part in kind.item_types)}]"
        case kinds.DictType():
            return f"Record<{_type(kind.key_type, whole)}, {_type(kind.value_type, whole)}>"
        case kinds.StructType():
            return f"Required<{kind.cls.__name__}>" if whole and _from_client(kind.cls) else kind.cls.__name__
        case kinds.AnyType():
            return "unknown"
    raise TypeError(f"no TypeScript is known for {kind}")


def _union(name: str, about: str, frames: Sequence[type]) -> str:
    return "\n".join([_comment(about), f"export type {name} =", *(f"  | {f.__name__}" for f in frames)]) + ";\n"


def _api(endpoints: Sequence[Endpoint]) -> str:
    lines = []
    for endpoint in endpoints:
        body = endpoint.body.__name__ if endpoint.body else "undefined"
        answer = endpoint.response.__name__ if isinstance(endpoint.response, type) else "string"
        answer = "unknown" if endpoint.response == JSON else answer
        lines.append(_comment(endpoint.about, "  "))
        lines.append(f'  "{endpoint.method} {endpoint.path}": {{ body: {body}; answer: {answer} }};')
    about = _comment("Every endpoint: its body, and its response on success.")
    return "\n".join([about, "export interface Api {", *lines, "}\n"])
