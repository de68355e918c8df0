"""How much of anything a client may ask for: every limit of the server, in one place.

`escapade serve --limit NAME=NUMBER` changes one; SECURITY.md has the table, made from this file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from escapade.kernel.names import BadInput


class Limits(NamedTuple):
    """The limits of one server; `ABOUT` says what each of them counts."""

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
    "tables": "unfinished tables that one person may host",
    "take_backs": "times that a seat may take back, or ask to, at one ply of a table with others",
    "undone": "take-backs of one table, by all seats together",
    "records": "records that one person may upload in a day; from one address, four times as many",
    "bot_tables": "running tables of bots alone that one person may host",
    "bot_workers": "processes in which bots think, for each process of the server; 0: one for each core",
    "bot_seconds": "seconds that a bot's move may wait, and think, before the plain heuristic makes it",
    "guests": "new guests from one address at once; a club has one address",
    "accounts": "accounts and new passwords asked for from one address in an hour",
    "logins": "failed log-ins from one address at once, as many again after four minutes; five for one login",
    "hashing": "passwords that one process hashes at once; sixteen times as many may wait",
    "sessions": "browsers in which one person is known; beyond that the one used least recently is signed out",
    "frames": "frames a second that one connection may send",
    "burst": "frames at once that one connection may send",
    "waiting": "bytes that may wait for a client that does not read",
    "silence": "seconds without a word after which a connection is closed",
    "connections": "open connections of one process; from then on 503",
    "address_connections": "open connections, or requests at once, from one address; from then on 429",
    "address_sockets": "WebSockets from one address; those who have a seat may fill `address_connections`",
    "spectators": "connections without a seat at one table; from then on close code 1013",
    "head": "bytes of a request line with all headers; more is answered with 431",
    "headers": "headers of a request; more is answered with 431",
    "pipelined": "requests that may wait on one connection for the answer to the one before",
    "body": "bytes of a request's body; more is answered with 413",
    "record": "bytes of a record that someone uploads",
    "head_seconds": "seconds in which the headers of a request must have come; 408",
    "body_seconds": "seconds in which the body of a request must have come; 408",
    "reply_seconds": "seconds in which a client must have taken an answer, or the next 64 KiB of it",
    "idle_seconds": "seconds for which a connection without a request is kept",
    "message": "bytes of a WebSocket message, whole or in parts",
    "parts": "WebSocket frames a second beyond `frames`: pings, pongs, parts of messages",
    "parts_burst": "such frames at once, beyond `burst`",
    "ping_seconds": "seconds between two protocol pings; who does not answer one before the next is cut off",
    "rated_pairs": "rated matches that count in a day, of the same two people; more are played, and change no rating",
    "provisional": "different opponents before a rating is more than provisional",
    "loaded_tables": "tables in memory, but for those that someone looks at or a bot plays at",
    "loaded_plies": "plies of their logs in memory, likewise",
}


def limits_of(given: Iterable[str]) -> Limits:
    """The default limits, but for those given as NAME=NUMBER.

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
    """The table of limits, as SECURITY.md has it."""
    rows = [
        f"| `{name}` | {f'{value:,}'.removesuffix('.0')} | {ABOUT[name]} |"
        for name, value in DEFAULTS._asdict().items()
    ]
    return "\n".join(("| limit | default | what it bounds |", "|---|---|---|", *rows)) + "\n"
