"""Every error of the server, and what each is over HTTP and on a WebSocket."""

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
    """The database could not do it; nothing of it was done."""


class Stale(EscapadeError):
    """The table has gone on since."""


class Unauthorized(EscapadeError):
    """Only for people with a session; be a guest first."""


class WrongLogin(EscapadeError):
    """No account has this login and password."""


class Forbidden(EscapadeError):
    """It is someone else's to do."""


class ConfirmLogin(EscapadeError):
    """It needs a recent log-in: a copied cookie is not enough for it."""


class NeedsAccount(EscapadeError):
    """It is for people with an account; a guest makes one, or logs in."""


class NotFound(BadInput):
    """There is no such table, or not for this person."""


class Conflict(EscapadeError):
    """It cannot be done at this time of a table's life."""


class PayloadTooLarge(EscapadeError):
    """More than anyone needs to say at once."""


class UnsupportedMediaType(EscapadeError):
    """A body that does not say that it is JSON."""


class RateLimited(EscapadeError):
    """Too often, too quickly; later it goes again."""


class ServerFull(EscapadeError):
    """There is no room at the moment."""


class ReservedName(BadInput):
    """A name of bots or of the server, however it is spelt."""


class LoginTaken(BadInput):
    """Someone else has this login."""


class Disconnected(Exception):
    """Nothing more will come from a client."""


class CloseConnection(Exception):
    """The connection ends, for a reason the client is told."""

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
)  # the first that fits


def problem_for(error: Exception) -> tuple[int, protocol.Problem]:
    """The HTTP status and body of an error. An unexpected one is logged by where it happened, and not described."""
    for kind, status, name in STATUS:
        if isinstance(error, kind):
            reason = f"{NO_DATABASE}; try again" if kind is StoreError else protocol.brief(str(error))
            return status, protocol.Problem(name, reason, getattr(error, "clause", ""))
    log.error("a request failed", **fault(error))
    return 500, protocol.Problem("broken", UNEXPECTED)


def closing_for(error: Exception) -> CloseConnection:
    """How a WebSocket ends after an error."""
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
    """What a log says of an unexpected error: its kind and place, never what it was about."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = " ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in last)
    return {"error": type(error).__name__, "where": where}
