"""Every message between server and clients. TypeScript types and the API documents are generated from this file.

`…Request` is the body of an HTTP request; a `Frame` goes over a table's WebSocket in either direction, and `type` names
it. A WebSocket message from the server holds one frame or several, a line each. Times are milliseconds since 1970. A
seat is a number; an observer is a seat, or null for a spectator.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field, json

encode = json.Encoder().encode  # a frame or a response as bytes
MAX_REASON = 1000  # characters of a reason, which may quote a request
VERSION = 2  # of this protocol; a client of another version is disconnected

# Patterns end with \\Z: Python's $ allows a newline after it. JSON Schema's does not; openapi.py writes $ there.
Code = Annotated[str, Meta(pattern="^[a-z0-9]{1,16}\\Z", description="names a table in URLs")]
Name = Annotated[str, Meta(min_length=1, max_length=24, description="a person's display name")]
Login = Annotated[
    str, Meta(min_length=3, max_length=64, pattern=r"^[\w.@+-]+\Z", description="the name that an account logs in with")
]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Line = Annotated[str, Meta(min_length=1, max_length=280, pattern="^[^\\x00-\\x1f]+\\Z", description="a chat line")]
ActId = Annotated[
    str,
    Meta(min_length=1, max_length=36, pattern="^[!-~]+\\Z", description="the client's id of a request"),
]
ShortId = Annotated[
    str, Meta(pattern="^[0-9a-f]{16}\\Z", description="names a session or a passkey to its owner, and grants nothing")
]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Codes = Annotated[list[Annotated[int, Meta(ge=0, le=2**31 - 1)]], Meta(max_length=64)]
SeatKind = Literal["me", "open", "invited", "bot", "guest"]
LeftPolicy = Literal["wait", "bot", "forfeit"]
Status = Literal["open", "running", "over", "closed"]


def brief(reason: str) -> str:
    """A reason cut to MAX_REASON: it may quote a long request."""
    return reason if len(reason) <= MAX_REASON else f"{reason[:MAX_REASON]}…"


# --- Over HTTP ---------------------------------------------------------------


class SeatRequest(Struct, forbid_unknown_fields=True):
    """The player of a seat: me, anyone (open), the holder of a link (invited), a bot, or a guest at my screen."""

    kind: SeatKind
    bot: Annotated[str, Meta(max_length=24)] = ""
    name: Annotated[str, Meta(max_length=24)] = ""
    colour: Annotated[str, Meta(max_length=24, pattern="^[a-z0-9#-]*\\Z")] = ""


class ClockRequest(Struct, forbid_unknown_fields=True):
    """The clock. `live`: seconds for the game and an increment for each move; `days`: days for each move."""

    kind: Literal["none", "live", "days"] = "none"
    seconds: Annotated[int, Meta(ge=10, le=86_400)] = 900
    increment: Annotated[int, Meta(ge=0, le=600)] = 10
    days: Annotated[int, Meta(ge=1, le=30)] = 3


class TableRequest(Struct, forbid_unknown_fields=True):
    """A new table."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=16)]
    options: Annotated[dict[str, str | int | bool], Meta(max_length=40)] = field(default_factory=dict)
    clock: ClockRequest = field(default_factory=ClockRequest)
    listed: bool = False
    spectators: bool = True
    aids: bool = True
    rated: bool = False
    dice: Literal["system", "verifiable"] = "system"
    left: LeftPolicy = "wait"
    grace: Annotated[int, Meta(ge=10, le=86_400, description="seconds before a disconnected player counts as gone")] = (
        120
    )


class RecordRequest(Struct, forbid_unknown_fields=True):
    """The record of a match that was played elsewhere, to view here."""

    record: Annotated[str, Meta(min_length=1, max_length=2**20)]


class JoinRequest(Struct, forbid_unknown_fields=True):
    """The seat to take: the invitation's, the one named, or the first open one."""

    seat: SeatNumber | None = None
    invitation: Annotated[str, Meta(max_length=64)] = ""


class GuestRequest(Struct, forbid_unknown_fields=True):
    """The name of a new guest; empty for a random one."""

    name: Annotated[str, Meta(max_length=60)] = ""


class NameRequest(Struct, forbid_unknown_fields=True):
    """A new name."""

    name: Name


class AccountRequest(Struct, forbid_unknown_fields=True):
    """The login and password of a new account."""

    login: Login
    password: Password


class LoginRequest(Struct, forbid_unknown_fields=True):
    """A log-in with a password."""

    login: Annotated[str, Meta(max_length=64)]
    password: Annotated[str, Meta(max_length=200)]


class PasswordRequest(Struct, forbid_unknown_fields=True):
    """A new password. An account with passkeys alone leaves the current one empty."""

    password: Password
    current: Annotated[str, Meta(max_length=200)] = ""


class PasskeyRequest(Struct, forbid_unknown_fields=True):
    """Asks to create a passkey. The login is a new account's; an account keeps its own."""

    login: Login | None = None


class PasskeyProofRequest(Struct, forbid_unknown_fields=True):
    """A browser's answer to a challenge: its credential, and the token that came with the challenge."""

    token: Annotated[str, Meta(max_length=1000)]
    credential: dict[str, Any]


class PasskeyOptions(Struct):
    """A challenge: the options for `navigator.credentials`, and a token to send back with the answer."""

    token: str
    options: dict[str, Any]


class PasskeyInfo(Struct):
    """A passkey: the device it was created on, when, and when it was last used (0 for never)."""

    id: str
    name: str
    made: int
    used: int


class Passkeys(Struct):
    """One's passkeys, and whether one has a password."""

    passkeys: list[PasskeyInfo]
    password: bool


class SessionInfo(Struct):
    """A session: its device, when it began, when it was last used, and whether it is this one."""

    id: str
    device: str  # browser and operating system, or empty
    created: int
    seen: int
    current: bool


class Sessions(Struct):
    """One's sessions."""

    sessions: list[SessionInfo]


class Nothing(Struct):
    """An empty response."""


class Health(Struct):
    """The server's health."""

    status: str
    version: int


class Me(Struct):
    """The signed-in person."""

    id: str
    name: str
    login: str | None


class SeatInfo(Struct):
    """The player of a seat, as everyone may know."""

    seat: int
    kind: Literal["person", "open", "invited", "bot", "outside"]
    name: str
    bot: str = ""
    colour: str = ""
    here: bool = False
    mine: bool = False
    replaced: bool = False  # a bot plays on for a player who left
    rating: int | None = None  # at a rated table; after the end, with what the match made of it
    provisional: bool = False  # too few opponents so far for a reliable rating
    change: int | None = None  # of the rating, by this match


class ClockInfo(Struct, gc=False):
    """The remaining time of each seat, and whose clock runs."""

    kind: Literal["none", "live", "days"]
    left: list[int]  # milliseconds, by seat
    running: list[int]  # seats
    at: int  # the time of this reading


class TableInfo(Struct):
    """A table's seats, settings and status, for one person."""

    code: str
    game: str
    title: str
    options: dict[str, str | int | bool]
    seats: list[SeatInfo]
    status: Status
    host: str
    mine_to_host: bool
    clock: ClockRequest
    listed: bool
    spectators: bool
    aids: bool
    rated: bool
    dice: str
    commitment: str
    left: LeftPolicy
    grace: int  # seconds before a disconnected player counts as gone
    made: int
    turn: list[int]  # seats that are to act
    result: str
    invitations: dict[int, str]  # by seat, once, to the host who created them
    next: str  # the table of the rematch
    fault: str = ""  # why it is quarantined, for its players and host
    unrated: Literal["", "pairs", "unfit", "undone"] = ""  # why this match changes no rating:
    # two players met too often in a day; a player has no account, or two seats; the server's host took plies back


class Tables(Struct):
    """A list of tables."""

    tables: list[TableInfo]


class OptionInfo(Struct):
    """An option of a game, for a form."""

    name: str
    about: str
    clause: str
    kind: Literal["switch", "number", "choice", "text"]
    default: str | int | bool
    choices: list[str]
    low: int | None
    high: int | None


class FieldInfo(Struct):
    """A field of a view: its shape, axes, visibility, meaning, and the names that its numbers stand for."""

    name: str
    shape: list[int]
    axes: list[str]
    labels: list[list[str]]
    sees: str
    about: str
    counts: str  # what a cell's number counts, as an axis does: "seat", for example; empty: it is a number
    holds: list[str]  # the names of these
    bits: list[str]  # a cell is a set of these, a bit each
    fixed: bool  # nothing changes it during a match


class GameInfo(Struct):
    """A game: its options, actions and fields."""

    name: str
    title: str
    about: str
    seats: list[int]
    options: list[OptionInfo]
    actions: list[str]  # names, by code
    verbs: list[int]  # the first code of each family of actions
    presets: dict[str, list[int]]  # ready-made set-ups by name: the actions that a seat submits
    fields: list[FieldInfo]
    bots: list[str]
    languages: list[str]
    seat_args: list[str]  # arguments of its messages that are seats: a reader sees names there


class Games(Struct):
    """All games."""

    games: list[GameInfo]


class Clause(Struct):
    """A numbered rule; `marks` are ruling, example, data, or several of these."""

    id: str
    marks: list[str]
    text: str


class Section(Struct):
    """A section of a rulebook: heading, the text before its first clause, and its clauses."""

    heading: str
    level: int
    opening: str
    clauses: list[Clause]


class Rulebook(Struct):
    """The rules of a game, clause by clause."""

    title: str
    sections: list[Section]


class Problem(Struct):
    """An error: its name, the reason, and the rule's clause if a rule refused."""

    error: str
    reason: str
    clause: str = ""


class BotToken(Struct):
    """The token of an outside bot's seat."""

    token: str
    seat: int
    table: str


class RatingInfo(Struct):
    """A player's rating in a game."""

    name: str
    rating: int
    deviation: int
    games: int
    provisional: bool  # too few opponents so far; provisional ratings are listed last


class RatingList(Struct):
    """The best players of a game."""

    game: str
    ratings: list[RatingInfo]


class Moment(Struct):
    """A match after a ply: an observer's view, and the events it heard then."""

    ply: int
    view: dict[str, Any]
    turn: int
    events: list[GameEvent]


class Replay(Struct):
    """A part of a finished match, ply by ply, through one observer."""

    table: TableInfo
    observer: int | None
    plies: int
    moments: list[Moment]


# --- Over a table's WebSocket, from the client -------------------------------


class Frame(Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True, gc=False):
    """A WebSocket message, named by `type`."""


class Hello(Frame):
    """The first frame: the last `seq` and chat line received, and the observer (by default my first seat).

    With `offers` projections describe each legal action, the relevant clauses, and whether a take-back is possible.
    """

    version: int = VERSION
    last_seq: Count = 0
    last_chat: Count = 0
    observer: SeatNumber | None = None
    offers: bool = False


class Act(Frame):
    """Perform an action. It is refused as stale if the table's `seq` is newer than this one."""

    id: ActId
    seq: Count
    action: Count


class SubmitAhead(Frame):
    """Submit my next actions before my turn; an empty list withdraws them."""

    id: ActId
    actions: Codes


class Look(Frame):
    """Observe through another seat of mine."""

    observer: SeatNumber | None


class Resign(Frame):
    """Resign, in any game."""

    id: ActId
    seq: Count


class TakeBack(Frame):
    """Take my last action back; the others are asked where they must agree."""

    id: ActId
    seq: Count


class Consent(Frame):
    """Agree to a take-back, or not."""

    id: ActId
    seq: Count
    yes: bool


class Say(Frame):
    """Post a chat line: players to players, spectators to spectators, everyone after the end."""

    text: Line


class Mute(Frame):
    """Mute or unmute someone in the chat, for me alone."""

    name: Annotated[str, Meta(max_length=40)]
    on: bool = True


class Earlier(Frame):
    """Ask for the events before this index, counted from 0; `earlierevents` answers."""

    id: ActId
    before: Count


class WhyNot(Frame):
    """Ask why an action is not legal now."""

    id: ActId
    action: Count


class HintPlease(Frame):
    """Ask for hints from a strong bot."""

    id: ActId


class KnowPlease(Frame):
    """Ask what hidden things can be."""

    id: ActId


class Ping(Frame):
    """Ask for a `Pong`."""

    n: Count = 0


FromClient = (
    Hello
    | Act
    | SubmitAhead
    | Look
    | Resign
    | TakeBack
    | Consent
    | Say
    | Mute
    | Earlier
    | WhyNot
    | HintPlease
    | KnowPlease
    | Ping
)


# --- Over a table's WebSocket, to the client ---------------------------------


class GameEvent(Struct, gc=False):
    """An action as an observer heard it: the seat, the action, and the message that describes it with its arguments."""

    ply: int
    seat: int
    action: int
    message: str
    args: dict[str, Any]
    early: bool
    at: int


class Question(Struct):
    """An open take-back request: whose, how many plies, and who has agreed."""

    seat: int
    plies: int
    consents: list[int]


class Offer(Struct):
    """What a legal action would do: a message of the game, and its arguments."""

    action: int
    message: str
    args: dict[str, Any]


class Refusal(Struct):
    """Why the rules refuse an action: in English, by clause, and as a message of the game, if it has one."""

    reason: str
    clause: str
    message: str
    args: dict[str, Any]


class Projection(Struct, gc=False):
    """All that one observer sees: nothing else of a match ever leaves the server.

    `offers`, `clauses` and `take_back` are filled for clients whose `hello` asked for `offers`.
    """

    observer: int | None
    view: dict[str, Any]
    turn: int  # a seat, -1 chance, -2 over
    to_act: list[int]  # seats that have to act: several in a simultaneous phase
    together: bool  # is this a simultaneous phase, such as a set-up that is submitted as a whole?
    legal: list[int]
    anytime: list[int]
    pending: int
    confirmed: list[bool]  # in a simultaneous phase: the seats that have chosen
    chosen: list[int]  # my own choice in a simultaneous phase, which nobody else sees yet
    given_back: Refusal | None  # why pending actions were returned
    ranking: list[list[int]]
    ending: tuple[str, dict[str, Any]] | None
    seed: str  # of verifiable dice, after the end
    offers: list[Offer]  # for each action of `legal` and `anytime`
    clauses: list[str]  # relevant now
    take_back: Literal["no", "free", "ask"]  # of my last action: no, at once, or if the others agree


class Snapshot(Frame):
    """The whole state of the table for a client, and the events since its last `seq`."""

    version: int
    seq: int
    table: TableInfo
    projection: Projection | None  # none before the start
    events: list[GameEvent]
    from_start: bool  # `events` replaces all events sent before
    chat: list[ChatLine]
    clock: ClockInfo
    question: Question | None
    beat: int  # seconds within which a client sends a frame
    earlier: int = 0  # with `from_start`: the number of events before `events`, which `Earlier` asks for


class Update(Frame):
    """The projection and new events after a change."""

    seq: int
    projection: Projection
    events: list[GameEvent]
    from_start: bool
    clock: ClockInfo
    question: Question | None
    earlier: int = 0  # as in `Snapshot`


class EarlierEvents(Frame):
    """Events before the index asked for; `earlier` is the number of events before these."""

    id: str
    events: list[GameEvent]
    earlier: int


class Seating(Frame):
    """Seats or presence have changed."""

    table: TableInfo


class QuestionUpdate(Frame):
    """A take-back request is open, or closed."""

    question: Question | None


class Ack(Frame):
    """A request was carried out and committed."""

    id: str
    seq: int


class RequestError(Frame, tag="error"):
    """A request was refused; nothing has changed."""

    id: str
    error: Literal["refused", "stale", "bad", "busy", "not-yours", "not-now"]
    reason: str
    clause: str
    seq: int
    message: str = ""  # of the game, if it is the game that refuses
    args: dict[str, Any] = field(default_factory=dict)


class ChatLine(Frame):
    """A chat line."""

    n: int
    name: str
    seat: int | None
    text: str
    at: int


class HintLine(Struct):
    """A recommended action, its winning chance, and why: in English, and as a message of the bots' words."""

    action: int
    chance: float | None
    reason: str
    message: str
    args: dict[str, Any]


class Hints(Frame):
    """The actions that a strong bot considers."""

    id: str
    hints: list[HintLine]


class Possibility(Struct):
    """What a hidden thing can be, with probabilities, likeliest first.

    It is the cell of this field and index of the view; a shorter index means all cells that begin so, as one group.
    """

    what: str
    field: str
    index: list[int]
    odds: list[tuple[str, float]]


class Knowledge(Frame):
    """What hidden things can be."""

    id: str
    unknown: list[Possibility]


class Because(Frame):
    """Why an action is not legal now: in English, by clause, and as a message of the game, if it has one."""

    id: str
    reason: str
    clause: str
    message: str
    args: dict[str, Any]


class Pong(Frame):
    """The answer to `Ping`."""

    n: int


ClosingError = Literal["ended", "private", "refused", "signed-out", "outdated"]


class Closing(Frame):
    """The connection ends, with a reason in English and an error name that a client translates.

    Without `resume`, connecting again would end in the same way.
    """

    reason: str
    resume: bool
    error: ClosingError


FromServer = (
    Snapshot
    | Update
    | EarlierEvents
    | Seating
    | QuestionUpdate
    | Ack
    | RequestError
    | ChatLine
    | Hints
    | Knowledge
    | Because
    | Pong
    | Closing
)
