"""All limits of the server: how much a client may ask for, and how often.

`escapade serve --limit NAME=NUMBER` changes one; the table in SECURITY.md is generated from this file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from escapade.kernel.names import BadInput


class Limits(NamedTuple):
    """The limits of one server; `ABOUT` says what each bounds."""

    tables: int = 40
    take_backs: int = 3
    undone: int = 1000
    records: int = 50
    bot_tables: int = 4
    bot_workers: int = 0
    bot_seconds: float = 10.0
    guests: float = 20.0
    accounts: float = 20.0
    logins: float = 20.0
    hashing: int = 2
    sessions: int = 20
    frames: float = 20.0
    burst: float = 60.0
    waiting: int = 1 << 20
    silence: float = 62.5
    connections: int = 4000
    address_connections: int = 400
    address_sockets: int = 200
    spectators: int = 500
    head: int = 16 * 1024
    headers: int = 100
    pipelined: int = 16
    body: int = 64 * 1024
    record: int = 1 << 20
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    reply_seconds: float = 60.0
    idle_seconds: float = 5.0
    message: int = 16 * 1024
    parts: float = 80.0
    parts_burst: float = 240.0
    ping_seconds: float = 20.0
    rated_pairs: int = 4
    provisional: int = 5
    loaded_tables: int = 500
    loaded_plies: int = 100_000


DEFAULTS = Limits()
ABOUT = {
    "tables": "unfinished tables that one person hosts",
    "take_backs": "take-backs, or offers of one, of a seat at one ply of a table with others",
    "undone": "take-backs of one table, by all seats together",
    "records": "records that one person uploads in a day; from one address, four times as many",
    "bot_tables": "running tables with bots alone that one person hosts",
    "bot_workers": "bot worker processes for each server process; 0: one for each core",
    "bot_seconds": "seconds for a bot's move, in the queue and then in a worker; after that the heuristic bot moves",
    "guests": "new guests from one address in a burst; a club has one address",
    "accounts": "requests for an account or a new password from one address in an hour",
    "logins": "failed log-ins from one address in a burst, refilled in four minutes; five for one login",
    "hashing": "passwords that one process hashes at the same time; sixteen times as many may wait",
    "sessions": "sessions of one person; beyond that the least recently used one ends",
    "frames": "frames a second from one connection",
    "burst": "frames from one connection in a burst",
    "waiting": "bytes queued for a client that does not read",
    "silence": "seconds without a frame after which a connection is closed",
    "connections": "open connections of one process; more get 503",
    "address_connections": "open connections, or requests in progress, from one address; more get 429",
    "address_sockets": "spectators' WebSockets from one address; those of players are bounded by `address_connections`",
    "spectators": "spectators' WebSockets at one table; more get close code 1013",
    "head": "bytes of a request line and its headers; more get 431",
    "headers": "headers of a request; more get 431",
    "pipelined": "pipelined requests on one connection",
    "body": "bytes of a request's body; more get 413",
    "record": "bytes of an uploaded record",
    "head_seconds": "seconds to receive the headers of a request; then 408",
    "body_seconds": "seconds to receive the body of a request; then 408",
    "reply_seconds": "seconds for a client to read a response, or the next 64 KiB of it",
    "idle_seconds": "seconds that an idle connection is kept alive",
    "message": "bytes of a WebSocket message, fragmented or not",
    "parts": "WebSocket frames a second beyond `frames`: pings, pongs, fragments of messages",
    "parts_burst": "such frames in a burst, beyond `burst`",
    "ping_seconds": "seconds between two WebSocket pings; a client that answers none before the next is disconnected",
    "rated_pairs": "matches of the same two people that are rated in a day; more change no rating",
    "provisional": "different opponents below which a rating is provisional",
    "loaded_tables": "tables in memory, not counting those with a connection or a bot to move",
    "loaded_plies": "plies of the logs of those tables in memory",
}


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
