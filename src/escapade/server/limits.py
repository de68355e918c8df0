"""All limits of the server: how much a client may ask for, and how often.

`escapade serve --limit NAME=NUMBER` changes one; the table in SECURITY.md is generated from this file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, NamedTuple, get_type_hints

from escapade.kernel.names import BadInput


class Limits(NamedTuple):
    """The limits of one server, each with what it bounds."""

    tables: Annotated[int, "unfinished tables that one person hosts"] = 40
    take_backs: Annotated[int, "take-backs, or offers of one, of a seat at one ply of a table with others"] = 3
    undone: Annotated[int, "take-backs of one table, by all seats together"] = 1000
    records: Annotated[int, "records that one person uploads in a day; from one address, four times as many"] = 50
    bot_tables: Annotated[int, "running tables with bots alone that one person hosts"] = 4
    bot_workers: Annotated[int, "bot worker processes for each server process; 0: one for each core"] = 0
    bot_seconds: Annotated[
        float, "seconds for a bot's move in the queue, and in a worker; then the heuristic moves"
    ] = 10.0
    guests: Annotated[float, "new guests from one address in a burst; a club has one address"] = 20.0
    accounts: Annotated[float, "requests for an account or a new password from one address in an hour"] = 20.0
    logins: Annotated[float, "failed log-ins from one address, refilled in four minutes; five for one login"] = 20.0
    hashing: Annotated[int, "passwords that one process hashes at the same time; sixteen times as many may wait"] = 2
    sessions: Annotated[int, "sessions of one person; beyond that the least recently used one ends"] = 20
    frames: Annotated[float, "frames a second from one connection"] = 20.0
    burst: Annotated[float, "frames from one connection in a burst"] = 60.0
    waiting: Annotated[int, "bytes queued for a client that does not read"] = 1 << 20
    silence: Annotated[float, "seconds without a frame after which a connection is closed"] = 62.5
    connections: Annotated[int, "open connections of one process; more get 503"] = 4000
    address_connections: Annotated[int, "open connections or running requests of one address; more get 429"] = 400
    address_sockets: Annotated[int, "WebSockets of spectators from one address; beside them players still get in"] = 200
    address_work: Annotated[int, "requests and table snapshots of one address served at a time; more queue"] = 8
    spectators: Annotated[int, "spectators' WebSockets at one table; more get close code 1013"] = 500
    head: Annotated[int, "bytes of a request line and its headers; more get 431"] = 16 * 1024
    headers: Annotated[int, "headers of a request; more get 431"] = 100
    pipelined: Annotated[int, "pipelined requests on one connection"] = 16
    body: Annotated[int, "bytes of a request's body; more get 413"] = 64 * 1024
    record: Annotated[int, "bytes of an uploaded record"] = 1 << 20
    head_seconds: Annotated[float, "seconds to receive the headers of a request; then 408"] = 10.0
    body_seconds: Annotated[float, "seconds to receive the body of a request; then 408"] = 30.0
    reply_seconds: Annotated[float, "seconds for a client to read a response, or the next 64 KiB of it"] = 60.0
    idle_seconds: Annotated[float, "seconds that an idle connection is kept alive"] = 5.0
    message: Annotated[int, "bytes of a WebSocket message, fragmented or not"] = 16 * 1024
    parts: Annotated[float, "WebSocket frames a second beyond `frames`: pings, pongs, fragments of messages"] = 80.0
    parts_burst: Annotated[float, "such frames in a burst, beyond `burst`"] = 240.0
    ping_seconds: Annotated[float, "seconds between two WebSocket pings, within which a client must answer"] = 20.0
    rated_pairs: Annotated[int, "matches of the same two people that are rated in a day; more change no rating"] = 4
    provisional: Annotated[int, "different opponents below which a rating is provisional"] = 5
    loaded_tables: Annotated[int, "tables in memory, not counting those with a connection or a bot to move"] = 500
    loaded_plies: Annotated[int, "plies of the logs of those tables in memory"] = 100_000


DEFAULTS = Limits()
ABOUT = {name: kind.__metadata__[0] for name, kind in get_type_hints(Limits, include_extras=True).items()}


def limits_of(given: Iterable[str]) -> Limits:
    """The default limits, changed by NAME=NUMBER pairs.

    >>> limits_of(["tables=5"]).tables
    5
    """
    changed: dict[str, float] = {}
    for text in given:
        name, _, number = text.partition("=")
        if name not in Limits._fields:
            raise BadInput(f"there is no limit {name[:40]!r}; limits are {', '.join(Limits._fields)}")
        kind = type(Limits._field_defaults[name])
        try:
            value = kind(number)
        except ValueError:
            raise BadInput(f"the limit {name} is a number, not {number[:40]!r}: --limit {name}=10") from None
        if not 0 < value < float("inf"):
            raise BadInput(f"the limit {name} must be more than 0, and is {number[:40]}")
        changed[name] = value
    return Limits(**changed)  # type: ignore[arg-type]


def as_markdown() -> str:
    """The table of limits for SECURITY.md."""
    rows = [
        f"| `{name}` | {f'{value:,}'.removesuffix('.0')} | {ABOUT[name]} |"
        for name, value in DEFAULTS._asdict().items()
    ]
    return "\n".join(("| limit | default | what it bounds |", "|---|---|---|", *rows)) + "\n"
