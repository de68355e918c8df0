// Made from server/protocol.py and bots/analysed.py by `python -m tests.docs.regenerate`: edit those.

/**
 * Every message between server and clients. TypeScript types and the API documents are generated from this file.
 *
 * `…Request` is the body of an HTTP request; a `Frame` goes over a table's WebSocket in either direction, and `type` names
 * it. A WebSocket message from the server holds one frame or several, a line each. Times are milliseconds since 1970. A
 * seat is a number; an observer is a seat, or null for a spectator.
 */
export const VERSION = 2;

export const ANALYSIS = "escapade analysis 1";

/** The login and password of a new account. */
export interface AccountRequest {
  /** the name that an account logs in with */
  login: string;
  password: string;
}

/** A request was carried out and committed. */
export interface Ack {
  type: "ack";
  id: string;
  seq: number;
}

/** Perform an action. It is refused as stale if the table's `seq` is newer than this one. */
export interface Act {
  type: "act";
  /** the client's id of a request */
  id: string;
  seq: number;
  action: number;
}

/** What a strong bot would have done, from the view of who acted alone; `same`: just that, or as good. */
export interface Advice {
  code: number;
  name: string;
  message: string;
  args: Record<string, unknown>;
  same: boolean;
  expectation: number;
  done: number;
  loss: number;
  error: number;
}

/**
 * One ply: who did what, how each seat stood before it, what it changed, how much of that its seat could foresee.
 *
 * What is not known is null. `change` compares with everything that chance might have done, or with how the seat would
 * play by the heuristic alone. `bits` is what each seat did not know before it: 0 is nothing.
 */
export interface AnalysedPly {
  ply: number;
  seat: number;
  code: number;
  name: string;
  expectation: (number | null)[];
  change: (number | null)[];
  error: (number | null)[];
  skill: number | null;
  advice: Advice | null;
  bits: (number | null)[];
}

/**
 * An analysis. `observer` null: everything was seen, so it is for who may; a seat: made from its view alone.
 *
 * `check` are the last check digits of the record, by which the two find each other; a seat's analysis has none before
 * the match is over. `end` is how it stands after the last ply that was analysed.
 */
export interface Analysis {
  format: string;
  version: string;
  game: string;
  seats: number;
  options: Record<string, unknown>;
  plies: number;
  over: boolean;
  check: string;
  observer: number | null;
  bot: string;
  iterations: number;
  worlds: number;
  seed: number;
  complete: boolean;
  turning_points: TurningPoint[];
  summary: SeatSummary[];
  steps: AnalysedPly[];
  end: (number | null)[];
}

/** Why an action is not legal now: in English, by clause, and as a message of the game, if it has one. */
export interface Because {
  type: "because";
  id: string;
  reason: string;
  clause: string;
  message: string;
  args: Record<string, unknown>;
}

/** The token of an outside bot's seat. */
export interface BotToken {
  token: string;
  seat: number;
  table: string;
}

/** A chat line. */
export interface ChatLine {
  type: "chatline";
  n: number;
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

/** A numbered rule; `marks` are ruling, example, data, or several of these. */
export interface Clause {
  id: string;
  marks: string[];
  text: string;
}

/** The remaining time of each seat, and whose clock runs. */
export interface ClockInfo {
  kind: "days" | "live" | "none";
  left: number[];
  running: number[];
  at: number;
}

/** The clock. `live`: seconds for the game and an increment for each move; `days`: days for each move. */
export interface ClockRequest {
  kind?: "days" | "live" | "none";
  seconds?: number;
  increment?: number;
  days?: number;
}

/**
 * The connection ends, with a reason in English and an error name that a client translates.
 *
 * Without `resume`, connecting again would end in the same way.
 */
export interface Closing {
  type: "closing";
  reason: string;
  resume: boolean;
  error: "ended" | "outdated" | "private" | "refused" | "signed-out";
}

/** Agree to a take-back, or not. */
export interface Consent {
  type: "consent";
  /** the client's id of a request */
  id: string;
  seq: number;
  yes: boolean;
}

/** Ask for the events before this index, counted from 0; `earlierevents` answers. */
export interface Earlier {
  type: "earlier";
  /** the client's id of a request */
  id: string;
  before: number;
}

/** Events before the index asked for; `earlier` is the number of events before these. */
export interface EarlierEvents {
  type: "earlierevents";
  id: string;
  events: GameEvent[];
  earlier: number;
}

/** A field of a view: its shape, axes, visibility, meaning, and the names that its numbers stand for. */
export interface FieldInfo {
  name: string;
  shape: number[];
  axes: string[];
  labels: string[][];
  sees: string;
  about: string;
  counts: string;
  holds: string[];
  bits: string[];
  fixed: boolean;
}

/** An action as an observer heard it: the seat, the action, and the message that describes it with its arguments. */
export interface GameEvent {
  ply: number;
  seat: number;
  action: number;
  message: string;
  args: Record<string, unknown>;
  early: boolean;
  at: number;
}

/** A game: its options, actions and fields. */
export interface GameInfo {
  name: string;
  title: string;
  about: string;
  seats: number[];
  options: OptionInfo[];
  actions: string[];
  verbs: number[];
  presets: Record<string, number[]>;
  fields: FieldInfo[];
  bots: string[];
  languages: string[];
  seat_args: string[];
}

/** All games. */
export interface Games {
  games: GameInfo[];
}

/** The name of a new guest; empty for a random one. */
export interface GuestRequest {
  name?: string;
}

/** The server's health. */
export interface Health {
  status: string;
  version: number;
}

/**
 * The first frame: the last `seq` and chat line received, and the observer (by default my first seat).
 *
 * With `offers` projections describe each legal action, the relevant clauses, and whether a take-back is possible.
 */
export interface Hello {
  type: "hello";
  version?: number;
  last_seq?: number;
  last_chat?: number;
  observer?: number | null;
  offers?: boolean;
}

/** A recommended action, its winning chance, and why: in English, and as a message of the bots' words. */
export interface HintLine {
  action: number;
  chance: number | null;
  reason: string;
  message: string;
  args: Record<string, unknown>;
}

/** Ask for hints from a strong bot. */
export interface HintPlease {
  type: "hintplease";
  /** the client's id of a request */
  id: string;
}

/** The actions that a strong bot considers. */
export interface Hints {
  type: "hints";
  id: string;
  hints: HintLine[];
}

/** The seat to take: the invitation's, the one named, or the first open one. */
export interface JoinRequest {
  seat?: number | null;
  invitation?: string;
}

/** Ask what hidden things can be. */
export interface KnowPlease {
  type: "knowplease";
  /** the client's id of a request */
  id: string;
}

/** What hidden things can be. */
export interface Knowledge {
  type: "knowledge";
  id: string;
  unknown: Possibility[];
}

/** A log-in with a password. */
export interface LoginRequest {
  login: string;
  password: string;
}

/** Observe through another seat of mine. */
export interface Look {
  type: "look";
  observer: number | null;
}

/** The signed-in person. */
export interface Me {
  id: string;
  name: string;
  login: string | null;
}

/** A match after a ply: an observer's view, and the events it heard then. */
export interface Moment {
  ply: number;
  view: Record<string, unknown>;
  turn: number;
  events: GameEvent[];
}

/** Mute or unmute someone in the chat, for me alone. */
export interface Mute {
  type: "mute";
  name: string;
  on?: boolean;
}

/** A new name. */
export interface NameRequest {
  /** a person's display name */
  name: string;
}

/** An empty response. */
export type Nothing = Record<string, never>;

/** What a legal action would do: a message of the game, and its arguments. */
export interface Offer {
  action: number;
  message: string;
  args: Record<string, unknown>;
}

/** An option of a game, for a form. */
export interface OptionInfo {
  name: string;
  about: string;
  clause: string;
  kind: "choice" | "number" | "switch" | "text";
  default: string | number | boolean;
  choices: string[];
  low: number | null;
  high: number | null;
}

/** A passkey: the device it was created on, when, and when it was last used (0 for never). */
export interface PasskeyInfo {
  id: string;
  name: string;
  made: number;
  used: number;
}

/** A challenge: the options for `navigator.credentials`, and a token to send back with the answer. */
export interface PasskeyOptions {
  token: string;
  options: Record<string, unknown>;
}

/** A browser's answer to a challenge: its credential, and the token that came with the challenge. */
export interface PasskeyProofRequest {
  token: string;
  credential: Record<string, unknown>;
}

/** Asks to create a passkey. The login is a new account's; an account keeps its own. */
export interface PasskeyRequest {
  login?: string | null;
}

/** One's passkeys, and whether one has a password. */
export interface Passkeys {
  passkeys: PasskeyInfo[];
  password: boolean;
}

/** A new password. An account with passkeys alone leaves the current one empty. */
export interface PasswordRequest {
  password: string;
  current?: string;
}

/** Ask for a `Pong`. */
export interface Ping {
  type: "ping";
  n?: number;
}

/** The answer to `Ping`. */
export interface Pong {
  type: "pong";
  n: number;
}

/**
 * What a hidden thing can be, with probabilities, likeliest first.
 *
 * It is the cell of this field and index of the view; a shorter index means all cells that begin so, as one group.
 */
export interface Possibility {
  what: string;
  field: string;
  index: number[];
  odds: ([string, number])[];
}

/** An error: its name, the reason, and the rule's clause if a rule refused. */
export interface Problem {
  error: string;
  reason: string;
  clause: string;
}

/**
 * All that one observer sees: nothing else of a match ever leaves the server.
 *
 * `offers`, `clauses` and `take_back` are filled for clients whose `hello` asked for `offers`.
 */
export interface Projection {
  observer: number | null;
  view: Record<string, unknown>;
  turn: number;
  to_act: number[];
  together: boolean;
  legal: number[];
  anytime: number[];
  pending: number;
  confirmed: boolean[];
  chosen: number[];
  given_back: Refusal | null;
  ranking: number[][];
  ending: [string, Record<string, unknown>] | null;
  seed: string;
  offers: Offer[];
  clauses: string[];
  take_back: "ask" | "free" | "no";
}

/** An open take-back request: whose, how many plies, and who has agreed. */
export interface Question {
  seat: number;
  plies: number;
  consents: number[];
}

/** A take-back request is open, or closed. */
export interface QuestionUpdate {
  type: "questionupdate";
  question: Question | null;
}

/** A player's rating in a game. */
export interface RatingInfo {
  name: string;
  rating: number;
  deviation: number;
  games: number;
  provisional: boolean;
}

/** The best players of a game. */
export interface RatingList {
  game: string;
  ratings: RatingInfo[];
}

/** The record of a match that was played elsewhere, to view here. */
export interface RecordRequest {
  record: string;
}

/** Why the rules refuse an action: in English, by clause, and as a message of the game, if it has one. */
export interface Refusal {
  reason: string;
  clause: string;
  message: string;
  args: Record<string, unknown>;
}

/** A part of a finished match, ply by ply, through one observer. */
export interface Replay {
  table: TableInfo;
  observer: number | null;
  plies: number;
  moments: Moment[];
}

/** A request was refused; nothing has changed. */
export interface RequestError {
  type: "error";
  id: string;
  error: "bad" | "busy" | "not-now" | "not-yours" | "refused" | "stale";
  reason: string;
  clause: string;
  seq: number;
  message: string;
  args: Record<string, unknown>;
}

/** Resign, in any game. */
export interface Resign {
  type: "resign";
  /** the client's id of a request */
  id: string;
  seq: number;
}

/** The rules of a game, clause by clause. */
export interface Rulebook {
  title: string;
  sections: Section[];
}

/** Post a chat line: players to players, spectators to spectators, everyone after the end. */
export interface Say {
  type: "say";
  /** a chat line */
  text: string;
}

/** The player of a seat, as everyone may know. */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "invited" | "open" | "outside" | "person";
  name: string;
  bot: string;
  colour: string;
  here: boolean;
  mine: boolean;
  replaced: boolean;
  rating: number | null;
  provisional: boolean;
  change: number | null;
}

/** The player of a seat: me, anyone (open), the holder of a link (invited), a bot, or a guest at my screen. */
export interface SeatRequest {
  kind: "bot" | "guest" | "invited" | "me" | "open";
  bot?: string;
  name?: string;
  colour?: string;
}

/** A seat's match in a line: real choices, how often it did as the bot would, what it gave away, its luck. */
export interface SeatSummary {
  seat: number;
  name: string;
  choices: number;
  same: number;
  loss: number;
  luck: number;
  error: number;
}

/** Seats or presence have changed. */
export interface Seating {
  type: "seating";
  table: TableInfo;
}

/** A section of a rulebook: heading, the text before its first clause, and its clauses. */
export interface Section {
  heading: string;
  level: number;
  opening: string;
  clauses: Clause[];
}

/** A session: its device, when it began, when it was last used, and whether it is this one. */
export interface SessionInfo {
  id: string;
  device: string;
  created: number;
  seen: number;
  current: boolean;
}

/** One's sessions. */
export interface Sessions {
  sessions: SessionInfo[];
}

/** The whole state of the table for a client, and the events since its last `seq`. */
export interface Snapshot {
  type: "snapshot";
  version: number;
  seq: number;
  table: TableInfo;
  projection: Projection | null;
  events: GameEvent[];
  from_start: boolean;
  chat: ChatLine[];
  clock: ClockInfo;
  question: Question | null;
  beat: number;
  earlier: number;
}

/** Submit my next actions before my turn; an empty list withdraws them. */
export interface SubmitAhead {
  type: "submitahead";
  /** the client's id of a request */
  id: string;
  actions: number[];
}

/** A table's seats, settings and status, for one person. */
export interface TableInfo {
  code: string;
  game: string;
  title: string;
  options: Record<string, string | number | boolean>;
  seats: SeatInfo[];
  status: "closed" | "open" | "over" | "running";
  host: string;
  mine_to_host: boolean;
  clock: Required<ClockRequest>;
  listed: boolean;
  spectators: boolean;
  aids: boolean;
  rated: boolean;
  dice: string;
  commitment: string;
  left: "bot" | "forfeit" | "wait";
  grace: number;
  made: number;
  turn: number[];
  result: string;
  invitations: Record<number, string>;
  next: string;
  fault: string;
  unrated: "" | "pairs" | "undone" | "unfit";
}

/** A new table. */
export interface TableRequest {
  game: string;
  seats: SeatRequest[];
  options?: Record<string, string | number | boolean>;
  clock?: ClockRequest;
  listed?: boolean;
  spectators?: boolean;
  aids?: boolean;
  rated?: boolean;
  dice?: "system" | "verifiable";
  left?: "bot" | "forfeit" | "wait";
  /** seconds before a disconnected player counts as gone */
  grace?: number;
}

/** A list of tables. */
export interface Tables {
  tables: TableInfo[];
}

/** Take my last action back; the others are asked where they must agree. */
export interface TakeBack {
  type: "takeback";
  /** the client's id of a request */
  id: string;
  seq: number;
}

/** A ply that changed much for a seat: by skill, by luck, or by what another did, as that seat saw it. */
export interface TurningPoint {
  ply: number;
  seat: number;
  change: number;
  error: number;
  kind: "luck" | "other" | "skill";
}

/** The projection and new events after a change. */
export interface Update {
  type: "update";
  seq: number;
  projection: Projection;
  events: GameEvent[];
  from_start: boolean;
  clock: ClockInfo;
  question: Question | null;
  earlier: number;
}

/** Ask why an action is not legal now. */
export interface WhyNot {
  type: "whynot";
  /** the client's id of a request */
  id: string;
  action: number;
}

/** A frame that a client sends over a table's WebSocket. */
export type FromClient =
  | Hello
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
  | Ping;

/** A frame that the server sends over a table's WebSocket. */
export type FromServer =
  | Snapshot
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
  | Closing;

/** Every endpoint: its body, and its response on success. */
export interface Api {
  /** Sign in as a new guest, or as the person whose session this browser has. */
  "POST /api/guest": { body: GuestRequest; answer: Me };
  /** Return the signed-in person. */
  "GET /api/me": { body: undefined; answer: Me };
  /** Change one's name. */
  "PATCH /api/me": { body: NameRequest; answer: Me };
  /** Turn a guest into an account, which has a login and a password. */
  "POST /api/account": { body: AccountRequest; answer: Me };
  /** Log in with a password. */
  "POST /api/login": { body: LoginRequest; answer: Me };
  /** End this session and delete its cookie. */
  "POST /api/logout": { body: undefined; answer: Nothing };
  /** Change the password; every other session ends. */
  "POST /api/password": { body: PasswordRequest; answer: Me };
  /** List one's sessions: the browsers in which one is signed in. */
  "GET /api/sessions": { body: undefined; answer: Sessions };
  /** End all of one's sessions but this one. */
  "DELETE /api/sessions": { body: undefined; answer: Nothing };
  /** End one of one's sessions. */
  "DELETE /api/sessions/{session}": { body: undefined; answer: Nothing };
  /** List one's passkeys, and say whether one has a password. */
  "GET /api/passkeys": { body: undefined; answer: Passkeys };
  /** Remove a passkey, unless it is the last way to log in. */
  "DELETE /api/passkeys/{passkey}": { body: undefined; answer: Nothing };
  /** Return what a browser needs to create a passkey. */
  "POST /api/passkey/register/options": { body: PasskeyRequest; answer: PasskeyOptions };
  /** Register a passkey; a guest becomes an account. */
  "POST /api/passkey/register": { body: PasskeyProofRequest; answer: Me };
  /** Return the challenge that a browser signs to log in with a passkey. */
  "POST /api/passkey/login/options": { body: undefined; answer: PasskeyOptions };
  /** Log in with a passkey. */
  "POST /api/passkey/login": { body: PasskeyProofRequest; answer: Me };
  /** List the games, with all that forms and boards need. */
  "GET /api/games": { body: undefined; answer: Games };
  /** Return the Fluent messages of a game in a language. */
  "GET /api/games/{game}/words/{lang}": { body: undefined; answer: string };
  /** Return the rules of a game, clause by clause: in this language if there is a translation, else in English. */
  "GET /api/games/{game}/rules/{lang}": { body: undefined; answer: Rulebook };
  /** Return the Fluent messages in which bots explain their hints, in a language. */
  "GET /api/words/{lang}": { body: undefined; answer: string };
  /** List the best players of a game. */
  "GET /api/ratings/{game}": { body: undefined; answer: RatingList };
  /** List one's own tables, tables to join, or tables to watch. */
  "GET /api/tables": { body: undefined; answer: Tables };
  /** Create a table. */
  "POST /api/tables": { body: TableRequest; answer: TableInfo };
  /** Upload the record of a match that was played elsewhere, as a table to look at and to share. */
  "POST /api/records": { body: RecordRequest; answer: TableInfo };
  /** Return a table's seats, settings and status. */
  "GET /api/tables/{code}": { body: undefined; answer: TableInfo };
  /** Take a seat. */
  "POST /api/tables/{code}/join": { body: JoinRequest; answer: TableInfo };
  /** Leave one's seat before the start. */
  "POST /api/tables/{code}/leave": { body: undefined; answer: TableInfo };
  /** Change a seat, as the host: open, invited, a bot, oneself, or a guest at the same screen. */
  "PUT /api/tables/{code}/seats/{seat}": { body: SeatRequest; answer: TableInfo };
  /** Give a seat to an outside bot, and return its token. */
  "POST /api/tables/{code}/seats/{seat}/token": { body: undefined; answer: BotToken };
  /** Create a table with the same players and settings, the seats rotated. */
  "POST /api/tables/{code}/rematch": { body: undefined; answer: TableInfo };
  /** Return the record of a match that is over, as text. */
  "GET /api/tables/{code}/record": { body: undefined; answer: string };
  /** Return views and events of a match that is over, ply by ply: a seat's, the public's, or everything. */
  "GET /api/tables/{code}/replay": { body: undefined; answer: Replay };
  /** Return the OpenAPI document of the HTTP endpoints. */
  "GET /api/openapi.json": { body: undefined; answer: unknown };
  /** Return the AsyncAPI document of the WebSocket frames. */
  "GET /api/asyncapi.json": { body: undefined; answer: unknown };
  /** Check that the database answers. */
  "GET /healthz": { body: undefined; answer: Health };
  /** Return metrics in the text format of Prometheus. */
  "GET /metrics": { body: undefined; answer: string };
}
