"""Every message between the server and whoever talks to it. TypeScript types and the API documents are made from this.

`…Request` is the body of an HTTP request; a `Frame` goes over a table's WebSocket, either way, and says what it is in
`type`. A message from the server holds one frame or several, a line each. Times are milliseconds since 1970. A seat is
a number; an observer is a seat, or null for a spectator.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field, json

encode = json.Encoder().encode  # a frame or an answer as bytes
BRIEF = 1000  # letters of a reason: what is refused is not sent back
VERSION = 2  # of this protocol; a client that speaks another is told so

# Patterns end with \\Z: Python's $ would let a line end follow. JSON Schema's does not, and spec.py writes it so.
Code = Annotated[str, Meta(pattern="^[a-z0-9]{1,16}\\Z", description="names a table in its address")]
Name = Annotated[str, Meta(min_length=1, max_length=24, description="what a person is called")]
Login = Annotated[
    str, Meta(min_length=3, max_length=64, pattern=r"^[\w.@+-]+\Z", description="what an account is found by")
]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Line = Annotated[
    str, Meta(min_length=1, max_length=280, pattern="^[^\\x00-\\x1f]+\\Z", description="something said in the chat")
]
ActId = Annotated[
    str,
    Meta(min_length=1, max_length=36, pattern="^[!-~]+\\Z", description="the client's own name for what it asks for"),
]
ShortId = Annotated[
    str, Meta(pattern="^[0-9a-f]{16}\\Z", description="names a session or a passkey to its owner, and opens nothing")
]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Codes = Annotated[list[Annotated[int, Meta(ge=0, le=2**31 - 1)]], Meta(max_length=64)]
SeatKind = Literal["me", "open", "invited", "bot", "guest"]
LeftPolicy = Literal["wait", "bot", "forfeit"]
Status = Literal["open", "running", "over", "closed"]


def brief(reason: str) -> str:
    """A reason as it leaves: it may quote what a client sent, and that can be long."""
    return reason if len(reason) <= BRIEF else f"{reason[:BRIEF]}…"


# --- Over HTTP ---------------------------------------------------------------


class SeatRequest(Struct, forbid_unknown_fields=True):
    """Who is to sit on a seat: me, anyone (open), who has the link (invited), a bot, or a guest at my own screen."""

    kind: SeatKind
    bot: Annotated[str, Meta(max_length=24)] = ""
    name: Annotated[str, Meta(max_length=24)] = ""
    colour: Annotated[str, Meta(max_length=24, pattern="^[a-z0-9#-]*\\Z")] = ""


class ClockRequest(Struct, forbid_unknown_fields=True):
    """How long everyone may think. `live`: seconds for the game and more with each move; `days`: days a move."""

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
    grace: Annotated[int, Meta(ge=10, le=86_400, description="seconds before someone who left counts as gone")] = 120


class RecordRequest(Struct, forbid_unknown_fields=True):
    """The record of a match that was played elsewhere, to be looked at here."""

    record: Annotated[str, Meta(min_length=1, max_length=2**20)]


class JoinRequest(Struct, forbid_unknown_fields=True):
    """A seat to sit down on: the invitation's, the one that is named, or the first that is open."""

    seat: SeatNumber | None = None
    invitation: Annotated[str, Meta(max_length=64)] = ""


class GuestRequest(Struct, forbid_unknown_fields=True):
    """A name, if one has one already."""

    name: Annotated[str, Meta(max_length=60)] = ""


class NameRequest(Struct, forbid_unknown_fields=True):
    """A name for oneself."""

    name: Name


class AccountRequest(Struct, forbid_unknown_fields=True):
    """Makes a guest's name last, on every device."""

    login: Login
    password: Password


class LoginRequest(Struct, forbid_unknown_fields=True):
    """Comes back to an account."""

    login: Annotated[str, Meta(max_length=64)]
    password: Annotated[str, Meta(max_length=200)]


class PasswordRequest(Struct, forbid_unknown_fields=True):
    """Another password. Who has none yet, but passkeys alone, leaves the current one empty."""

    password: Password
    current: Annotated[str, Meta(max_length=200)] = ""


class PasskeyRequest(Struct, forbid_unknown_fields=True):
    """A passkey is to be made. The login is the new account's; who has an account keeps theirs."""

    login: Login | None = None


class PasskeyProofRequest(Struct, forbid_unknown_fields=True):
    """What a browser made of a challenge: its credential, as JSON, and the token that came with the challenge."""

    token: Annotated[str, Meta(max_length=1000)]
    credential: dict[str, Any]


class PasskeyOptions(Struct):
    """A challenge: what a browser's `navigator.credentials` is given, and a token to send back with the answer."""

    token: str
    options: dict[str, Any]


class PasskeyInfo(Struct):
    """A passkey of mine: the device it was made on, when, and when it was last used (0 for never)."""

    id: str
    name: str
    made: int
    used: int


class Passkeys(Struct):
    """How I log in: my passkeys, and whether I have a password."""

    passkeys: list[PasskeyInfo]
    password: bool


class SessionInfo(Struct):
    """A browser in which I am known: which, since when, when it was last used, and whether it is this one."""

    id: str
    device: str  # browser and system in words, or empty
    created: int
    seen: int
    current: bool


class Sessions(Struct):
    """The browsers in which I am known."""

    sessions: list[SessionInfo]


class Nothing(Struct):
    """There is nothing to say."""


class Health(Struct):
    """Is the server well?"""

    status: str
    version: int


class Me(Struct):
    """Who I am."""

    id: str
    name: str
    login: str | None


class SeatInfo(Struct):
    """Who sits on a seat, as everyone may know."""

    seat: int
    kind: Literal["person", "open", "invited", "bot", "outside"]
    name: str
    bot: str = ""
    colour: str = ""
    here: bool = False
    mine: bool = False
    replaced: bool = False  # a bot plays on for who left
    rating: int | None = None  # at a rated table; after the end, with what the match made of it
    provisional: bool = False  # there were too few opponents yet to be sure of the rating
    change: int | None = None  # of the rating, by this match


class ClockInfo(Struct, gc=False):
    """The time each seat has left, and for whom it runs."""

    kind: Literal["none", "live", "days"]
    left: list[int]  # milliseconds, by seat
    running: list[int]  # seats
    at: int  # when this was so


class TableInfo(Struct):
    """A table as it is seen from outside, by one person."""

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
    grace: int  # seconds before someone who left counts as gone
    made: int
    turn: list[int]  # seats that are to act
    result: str
    invitations: dict[int, str]  # by seat, to the host who has just made them, once
    next: str  # the table of the rematch
    fault: str = ""  # why it is kept out of play, for who sits there or hosts it
    unrated: Literal["", "pairs", "unfit", "undone"] = ""  # why this rated match changes no rating, if it does not:
    # two of its people met too often in a day; someone has no account, or two seats; the server's host went back


class Tables(Struct):
    """Several tables."""

    tables: list[TableInfo]


class OptionInfo(Struct):
    """An option of a game, as a form needs it."""

    name: str
    about: str
    clause: str
    kind: Literal["switch", "number", "choice", "text"]
    default: str | int | bool
    choices: list[str]
    low: int | None
    high: int | None


class FieldInfo(Struct):
    """A field of a view: its shape, what each axis counts, who sees it, what it means."""

    name: str
    shape: list[int]
    axes: list[str]
    labels: list[list[str]]
    sees: str
    about: str


class GameInfo(Struct):
    """A game: what can be agreed on, what can be done, what a view holds."""

    name: str
    title: str
    about: str
    seats: list[int]
    options: list[OptionInfo]
    actions: list[str]  # names, by code
    presets: dict[str, list[int]]  # ready-made beginnings by name: the codes that a seat hands in
    fields: list[FieldInfo]
    bots: list[str]
    languages: list[str]


class Games(Struct):
    """All games."""

    games: list[GameInfo]


class Clause(Struct):
    """A numbered rule; `marks` say that it is a ruling, an example or data, or several of these."""

    id: str
    marks: list[str]
    text: str


class Section(Struct):
    """A heading of a rulebook, what stands under it before the first clause, and its clauses."""

    heading: str
    level: int
    opening: str
    clauses: list[Clause]


class Rulebook(Struct):
    """The rules of a game, clause by clause."""

    title: str
    sections: list[Section]


class Problem(Struct):
    """What went wrong, and what to do."""

    error: str
    reason: str
    clause: str = ""


class BotToken(Struct):
    """Lets a program sit on a seat."""

    token: str
    seat: int
    table: str


class RatingInfo(Struct):
    """How well someone plays a game."""

    name: str
    rating: int
    deviation: int
    games: int
    provisional: bool  # there were too few opponents yet to be sure of it; such ratings stand below the others


class RatingList(Struct):
    """The best of a game."""

    game: str
    ratings: list[RatingInfo]


class Moment(Struct):
    """A match after some ply, as one observer saw it, and what it was told then."""

    ply: int
    view: dict[str, Any]
    turn: int
    events: list[GameEvent]


class Replay(Struct):
    """A match that is over, ply by ply, through one observer."""

    table: TableInfo
    observer: int | None
    plies: int
    moments: list[Moment]


# --- Over a table's WebSocket, from the client -------------------------------


class Frame(Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True, gc=False):
    """Anything that goes over a WebSocket."""


class Hello(Frame):
    """The first frame: what I know already, and through whose eyes I look (my first seat, if not told).

    Who says `offers` is told in words what each action would do, which clauses matter, and what can be taken back.
    """

    version: int = VERSION
    last_seq: Count = 0
    last_chat: Count = 0
    observer: SeatNumber | None = None
    offers: bool = False


class Act(Frame):
    """Do something. `seq` says what I have seen; if the table has gone on since, it is refused."""

    id: ActId
    seq: Count
    action: Count


class SubmitAhead(Frame):
    """Hand in my next actions before my turn; none takes them back."""

    id: ActId
    actions: Codes


class Look(Frame):
    """Look through another seat of mine."""

    observer: SeatNumber | None


class Resign(Frame):
    """Give up, in any game."""

    id: ActId
    seq: Count


class TakeBack(Frame):
    """Take my last action back; where others must agree, they are asked."""

    id: ActId
    seq: Count


class Consent(Frame):
    """Agree to what was asked, or not."""

    id: ActId
    seq: Count
    yes: bool


class Say(Frame):
    """Say something to those who may hear it."""

    text: Line


class Mute(Frame):
    """Hear someone no more, or again; nobody else is told."""

    name: Annotated[str, Meta(max_length=40)]
    on: bool = True


class Earlier(Frame):
    """Ask for what I was told earlier: before the thing of this number, counted from 0. `history` answers."""

    id: ActId
    before: Count


class WhyNot(Frame):
    """Ask why something cannot be done now."""

    id: ActId
    action: Count


class HintPlease(Frame):
    """Ask what a strong bot would consider."""

    id: ActId


class KnowPlease(Frame):
    """Ask what is known of what is hidden."""

    id: ActId


class Ping(Frame):
    """Is anyone there?"""

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
    """Something heard: who did it, as what it was noticed, and the message that tells it, with its arguments."""

    ply: int
    seat: int
    action: int
    message: str
    args: dict[str, Any]
    early: bool
    at: int


class Question(Struct):
    """What is asked of others: whose last actions are to be taken back, and who has agreed."""

    seat: int
    plies: int
    consents: list[int]


class Offer(Struct):
    """What an action that may be done now would do: a message of the game, and its arguments."""

    action: int
    message: str
    args: dict[str, Any]


class Refusal(Struct):
    """Why the rules do not allow something: in English, by clause, and as a message of the game, if it has one."""

    reason: str
    clause: str
    message: str
    args: dict[str, Any]


class Projection(Struct, gc=False):
    """All that one observer sees: nothing else of a match ever leaves the server.

    `offers`, `clauses` and `take_back` are for those who asked for them in their `hello`; else they say nothing.
    """

    observer: int | None
    view: dict[str, Any]
    turn: int  # a seat, -1 chance, -2 over
    to_act: list[int]  # seats that have something to do: several while they act independently
    together: bool  # do they act independently now, as in a set-up that is handed in as a whole?
    legal: list[int]
    anytime: list[int]
    pending: int
    confirmed: list[bool]
    given_back: Refusal | None  # why sealed actions were given back
    ranking: list[list[int]]
    ending: tuple[str, dict[str, Any]] | None
    seed: str  # of verifiable dice, once all is over
    offers: list[Offer]  # for each action of `legal` and `anytime`
    clauses: list[str]  # that matter now
    take_back: Literal["no", "free", "ask"]  # my last action: not, at once, or if the others agree


class Snapshot(Frame):
    """The table as it is now, and what was missed."""

    version: int
    seq: int
    table: TableInfo
    projection: Projection | None  # none before the start
    events: list[GameEvent]
    from_start: bool  # `events` does not follow on what was told before: forget that
    chat: list[ChatLine]
    clock: ClockInfo
    question: Question | None
    beat: int  # seconds in which a client must be heard of
    earlier: int = 0  # where `from_start`: so many things were told before `events`, and `earlier` asks for them


class Update(Frame):
    """Something happened."""

    seq: int
    projection: Projection
    events: list[GameEvent]
    from_start: bool
    clock: ClockInfo
    question: Question | None
    earlier: int = 0  # as in a welcome


class EarlierEvents(Frame):
    """What was told earlier, up to the thing that was named; so many things were told before it."""

    id: str
    events: list[GameEvent]
    earlier: int


class Seating(Frame):
    """Who sits where, or is here, has changed."""

    table: TableInfo


class QuestionUpdate(Frame):
    """A question is open, or open no more."""

    question: Question | None


class Ack(Frame):
    """What was asked for is done, and safe."""

    id: str
    seq: int


class RequestError(Frame, tag="error"):
    """What was asked for is refused; nothing has changed."""

    id: str
    error: Literal["refused", "stale", "bad", "busy", "not-yours", "not-now"]
    reason: str
    clause: str
    seq: int
    message: str = ""  # of the game, if it is the game that refuses
    args: dict[str, Any] = field(default_factory=dict)


class ChatLine(Frame):
    """Something was said."""

    n: int
    name: str
    seat: int | None
    text: str
    at: int


class HintLine(Struct):
    """An action worth considering, how likely it wins, and why: in English, and as a message of the bots' words."""

    action: int
    chance: float | None
    reason: str
    message: str
    args: dict[str, Any]


class Hints(Frame):
    """What a strong bot would consider."""

    id: str
    hints: list[HintLine]


class Possibility(Struct):
    """What something hidden can be, with the chance of each, likeliest first.

    It stands in a field of the view, at this index; a shorter index means all cells that begin so, as one group.
    """

    what: str
    field: str
    index: list[int]
    odds: list[tuple[str, float]]


class Knowledge(Frame):
    """What is known of what is hidden."""

    id: str
    unknown: list[Possibility]


class Because(Frame):
    """Why something cannot be done now: in English, by clause, and as a message of the game, if it has one."""

    id: str
    reason: str
    clause: str
    message: str
    args: dict[str, Any]


class Pong(Frame):
    """Someone is."""

    n: int


ClosingError = Literal["ended", "private", "refused", "signed-out", "outdated"]


class Closing(Frame):
    """The connection ends, and why: in English, and by its sort, which a client has words for.

    Unless it says `resume`, connecting again would end in the same way.
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
