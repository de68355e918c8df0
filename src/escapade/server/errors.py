"""The server's errors, and the HTTP status or WebSocket close code of each."""

from __future__ import annotations

import traceback
from pathlib import Path

import structlog

from escapade.kernel.names import BadInput, EscapadeError
from escapade.server import protocol

NO_DATABASE = "the database does not answer"
UNEXPECTED = "something is broken here; the host can find it in the logs"

log = structlog.get_logger()


class StoreError(EscapadeError):
    """The database failed; nothing was written."""


class Stale(EscapadeError):
    """The request names an older `seq` than the table's."""


class Unauthorized(EscapadeError):
    """No session."""


class WrongLogin(EscapadeError):
    """No account has this login and password."""


class Forbidden(EscapadeError):
    """The session's person may not do this."""


class ConfirmLogin(EscapadeError):
    """The session began too long ago for this: a copied cookie must not suffice."""


class NeedsAccount(EscapadeError):
    """Only accounts may do this, and the person is a guest."""


class NotFound(BadInput):
    """There is no such thing, or this person may not see it."""


class Conflict(EscapadeError):
    """The state of the table, or of the account, does not allow it now."""


class PayloadTooLarge(EscapadeError):
    """The body is larger than its limit."""


class UnsupportedMediaType(EscapadeError):
    """The body's Content-Type is not JSON."""


class RateLimited(EscapadeError):
    """A rate limit is reached."""


class ServerFull(EscapadeError):
    """A limit of connections is reached."""


class ReservedName(BadInput):
    """The name reads like a bot's or the server's."""


class LoginTaken(BadInput):
    """Another account has this login."""


class Disconnected(Exception):
    """The client has disconnected."""


class CloseConnection(Exception):
    """Close the WebSocket with this code and reason; `resume`: the client should reconnect."""

    def __init__(self, code: int, reason: str, resume: bool = True, error: protocol.ClosingError = "ended") -> None:
        self.code, self.reason, self.resume, self.error = code, protocol.brief(reason), resume, error
        super().__init__(reason)


STATUS: tuple[tuple[type[Exception], int, str], ...] = (
    (Unauthorized, 401, "unknown"),
    (WrongLogin, 401, "wrong-login"),
    (Forbidden, 403, "not-yours"),
    (ConfirmLogin, 403, "confirm"),
    (NeedsAccount, 403, "needs-account"),
    (NotFound, 404, "not-found"),
    (Conflict, 409, "not-now"),
    (PayloadTooLarge, 413, "too-large"),
    (UnsupportedMediaType, 415, "not-json"),
    (RateLimited, 429, "too-many"),
    (StoreError, 503, "busy"),
    (ReservedName, 400, "reserved"),
    (LoginTaken, 400, "taken"),
    (EscapadeError, 400, "bad"),
)  # the first match counts


def problem_for(error: Exception) -> tuple[int, protocol.Problem]:
    """The HTTP status and body of an error. An unexpected one is logged by its place, without its message."""
    for kind, status, name in STATUS:
        if isinstance(error, kind):
            reason = f"{NO_DATABASE}; try again" if kind is StoreError else protocol.brief(str(error))
            return status, protocol.Problem(name, reason, getattr(error, "clause", ""))
    log.error("a request failed", **fault(error))
    return 500, protocol.Problem("broken", UNEXPECTED)


def closing_for(error: Exception) -> CloseConnection:
    """The close code and reason of an error."""
    if isinstance(error, CloseConnection):
        return error
    if isinstance(error, StoreError):
        return CloseConnection(1013, f"{NO_DATABASE}; connect again to resume")
    if isinstance(error, Stale):
        return CloseConnection(1013, f"{error}; connect again to resume")
    if isinstance(error, EscapadeError):
        return CloseConnection(1008, str(error), resume=False, error="refused")
    log.error("a connection failed", **fault(error))
    return CloseConnection(1011, UNEXPECTED)


def fault(error: BaseException) -> dict[str, str]:
    """The log fields of an unexpected error: its type and place, without its message, which may quote a client."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = " ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in last)
    return {"error": type(error).__name__, "where": where}
