// Made from server/protocol.py and bots/analysed.py by `python -m tests.docs.regenerate`: edit those.

/**
 * Every message between the server and whoever talks to it. TypeScript types and the API documents are made from this.
 *
 * `…Request` is the body of an HTTP request; a `Frame` goes over a table's WebSocket, either way, and says what it is in
 * `type`. A message from the server holds one frame or several, a line each. Times are milliseconds since 1970. A seat is
 * a number; an observer is a seat, or null for a spectator.
 */
export const VERSION = 2;

export const ANALYSIS = "escapade analysis 1";

/** Makes a guest's name last, on every device. */
export interface AccountRequest {
  /** what an account is found by */
  login: string;
  password: string;
}

/** What was asked for is done, and safe. */
export interface Ack {
  type: "ack";
  id: string;
  seq: number;
}

/** Do something. `seq` says what I have seen; if the table has gone on since, it is refused. */
export interface Act {
  type: "act";
  /** the client's own name for what it asks for */
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

/** Why something cannot be done now: in English, by clause, and as a message of the game, if it has one. */
export interface Because {
  type: "because";
  id: string;
  reason: string;
  clause: string;
  message: string;
  args: Record<string, unknown>;
}

/** Lets a program sit on a seat. */
export interface BotToken {
  token: string;
  seat: number;
  table: string;
}

/** Something was said. */
export interface ChatLine {
  type: "chatline";
  n: number;
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

/** A numbered rule; `marks` say that it is a ruling, an example or data, or several of these. */
export interface Clause {
  id: string;
  marks: string[];
  text: string;
}

/** The time each seat has left, and for whom it runs. */
export interface ClockInfo {
  kind: "days" | "live" | "none";
  left: number[];
  running: number[];
  at: number;
}

/** How long everyone may think. `live`: seconds for the game and more with each move; `days`: days a move. */
export interface ClockRequest {
  kind?: "days" | "live" | "none";
  seconds?: number;
  increment?: number;
  days?: number;
}

/**
 * The connection ends, and why: in English, and by its sort, which a client has words for.
 *
 * Unless it says `resume`, connecting again would end in the same way.
 */
export interface Closing {
  type: "closing";
  reason: string;
  resume: boolean;
  error: "ended" | "outdated" | "private" | "refused" | "signed-out";
}

/** Agree to what was asked, or not. */
export interface Consent {
  type: "consent";
  /** the client's own name for what it asks for */
  id: string;
  seq: number;
  yes: boolean;
}

/** Ask for what I was told earlier: before the thing of this number, counted from 0. `history` answers. */
export interface Earlier {
  type: "earlier";
  /** the client's own name for what it asks for */
  id: string;
  before: number;
}

/** What was told earlier, up to the thing that was named; so many things were told before it. */
export interface EarlierEvents {
  type: "earlierevents";
  id: string;
  events: GameEvent[];
  earlier: number;
}

/** A field of a view: its shape, what each axis counts, who sees it, what it means. */
export interface FieldInfo {
  name: string;
  shape: number[];
  axes: string[];
  labels: string[][];
  sees: string;
  about: string;
}

/** Something heard: who did it, as what it was noticed, and the message that tells it, with its arguments. */
export interface GameEvent {
  ply: number;
  seat: number;
  action: number;
  message: string;
  args: Record<string, unknown>;
  early: boolean;
  at: number;
}

/** A game: what can be agreed on, what can be done, what a view holds. */
export interface GameInfo {
  name: string;
  title: string;
  about: string;
  seats: number[];
  options: OptionInfo[];
  actions: string[];
  presets: Record<string, number[]>;
  fields: FieldInfo[];
  bots: string[];
  languages: string[];
}

/** All games. */
export interface Games {
  games: GameInfo[];
}

/** A name, if one has one already. */
export interface GuestRequest {
  name?: string;
}

/** Is the server well? */
export interface Health {
  status: string;
  version: number;
}

/**
 * The first frame: what I know already, and through whose eyes I look (my first seat, if not told).
 *
 * Who says `offers` is told in words what each action would do, which clauses matter, and what can be taken back.
 */
export interface Hello {
  type: "hello";
  version?: number;
  last_seq?: number;
  last_chat?: number;
  observer?: number | null;
  offers?: boolean;
}

/** An action worth considering, how likely it wins, and why: in English, and as a message of the bots' words. */
export interface HintLine {
  action: number;
  chance: number | null;
  reason: string;
  message: string;
  args: Record<string, unknown>;
}

/** Ask what a strong bot would consider. */
export interface HintPlease {
  type: "hintplease";
  /** the client's own name for what it asks for */
  id: string;
}

/** What a strong bot would consider. */
export interface Hints {
  type: "hints";
  id: string;
  hints: HintLine[];
}

/** A seat to sit down on: the invitation's, the one that is named, or the first that is open. */
export interface JoinRequest {
  seat?: number | null;
  invitation?: string;
}

/** Ask what is known of what is hidden. */
export interface KnowPlease {
  type: "knowplease";
  /** the client's own name for what it asks for */
  id: string;
}

/** What is known of what is hidden. */
export interface Knowledge {
  type: "knowledge";
  id: string;
  unknown: Possibility[];
}

/** Comes back to an account. */
export interface LoginRequest {
  login: string;
  password: string;
}

/** Look through another seat of mine. */
export interface Look {
  type: "look";
  observer: number | null;
}

/** Who I am. */
export interface Me {
  id: string;
  name: string;
  login: string | null;
}

/** A match after some ply, as one observer saw it, and what it was told then. */
export interface Moment {
  ply: number;
  view: Record<string, unknown>;
  turn: number;
  events: GameEvent[];
}

/** Hear someone no more, or again; nobody else is told. */
export interface Mute {
  type: "mute";
  name: string;
  on?: boolean;
}

/** A name for oneself. */
export interface NameRequest {
  /** what a person is called */
  name: string;
}

/** There is nothing to say. */
export type Nothing = Record<string, never>;

/** What an action that may be done now would do: a message of the game, and its arguments. */
export interface Offer {
  action: number;
  message: string;
  args: Record<string, unknown>;
}

/** An option of a game, as a form needs it. */
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

/** A passkey of mine: the device it was made on, when, and when it was last used (0 for never). */
export interface PasskeyInfo {
  id: string;
  name: string;
  made: number;
  used: number;
}

/** A challenge: what a browser's `navigator.credentials` is given, and a token to send back with the answer. */
export interface PasskeyOptions {
  token: string;
  options: Record<string, unknown>;
}

/** What a browser made of a challenge: its credential, as JSON, and the token that came with the challenge. */
export interface PasskeyProofRequest {
  token: string;
  credential: Record<string, unknown>;
}

/** A passkey is to be made. The login is the new account's; who has an account keeps theirs. */
export interface PasskeyRequest {
  login?: string | null;
}

/** How I log in: my passkeys, and whether I have a password. */
export interface Passkeys {
  passkeys: PasskeyInfo[];
  password: boolean;
}

/** Another password. Who has none yet, but passkeys alone, leaves the current one empty. */
export interface PasswordRequest {
  password: string;
  current?: string;
}

/** Is anyone there? */
export interface Ping {
  type: "ping";
  n?: number;
}

/** Someone is. */
export interface Pong {
  type: "pong";
  n: number;
}

/**
 * What something hidden can be, with the chance of each, likeliest first.
 *
 * It stands in a field of the view, at this index; a shorter index means all cells that begin so, as one group.
 */
export interface Possibility {
  what: string;
  field: string;
  index: number[];
  odds: ([string, number])[];
}

/** What went wrong, and what to do. */
export interface Problem {
  error: string;
  reason: string;
  clause: string;
}

/**
 * All that one observer sees: nothing else of a match ever leaves the server.
 *
 * `offers`, `clauses` and `take_back` are for those who asked for them in their `hello`; else they say nothing.
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
  given_back: Refusal | null;
  ranking: number[][];
  ending: [string, Record<string, unknown>] | null;
  seed: string;
  offers: Offer[];
  clauses: string[];
  take_back: "ask" | "free" | "no";
}

/** What is asked of others: whose last actions are to be taken back, and who has agreed. */
export interface Question {
  seat: number;
  plies: number;
  consents: number[];
}

/** A question is open, or open no more. */
export interface QuestionUpdate {
  type: "questionupdate";
  question: Question | null;
}

/** How well someone plays a game. */
export interface RatingInfo {
  name: string;
  rating: number;
  deviation: number;
  games: number;
  provisional: boolean;
}

/** The best of a game. */
export interface RatingList {
  game: string;
  ratings: RatingInfo[];
}

/** The record of a match that was played elsewhere, to be looked at here. */
export interface RecordRequest {
  record: string;
}

/** Why the rules do not allow something: in English, by clause, and as a message of the game, if it has one. */
export interface Refusal {
  reason: string;
  clause: string;
  message: string;
  args: Record<string, unknown>;
}

/** A match that is over, ply by ply, through one observer. */
export interface Replay {
  table: TableInfo;
  observer: number | null;
  plies: number;
  moments: Moment[];
}

/** What was asked for is refused; nothing has changed. */
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

/** Give up, in any game. */
export interface Resign {
  type: "resign";
  /** the client's own name for what it asks for */
  id: string;
  seq: number;
}

/** The rules of a game, clause by clause. */
export interface Rulebook {
  title: string;
  sections: Section[];
}

/** Say something to those who may hear it. */
export interface Say {
  type: "say";
  /** something said in the chat */
  text: string;
}

/** Who sits on a seat, as everyone may know. */
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

/** Who is to sit on a seat: me, anyone (open), who has the link (invited), a bot, or a guest at my own screen. */
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

/** Who sits where, or is here, has changed. */
export interface Seating {
  type: "seating";
  table: TableInfo;
}

/** A heading of a rulebook, what stands under it before the first clause, and its clauses. */
export interface Section {
  heading: string;
  level: number;
  opening: string;
  clauses: Clause[];
}

/** A browser in which I am known: which, since when, when it was last used, and whether it is this one. */
export interface SessionInfo {
  id: string;
  device: string;
  created: number;
  seen: number;
  current: boolean;
}

/** The browsers in which I am known. */
export interface Sessions {
  sessions: SessionInfo[];
}

/** The table as it is now, and what was missed. */
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

/** Hand in my next actions before my turn; none takes them back. */
export interface SubmitAhead {
  type: "submitahead";
  /** the client's own name for what it asks for */
  id: string;
  actions: number[];
}

/** A table as it is seen from outside, by one person. */
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
  /** seconds before someone who left counts as gone */
  grace?: number;
}

/** Several tables. */
export interface Tables {
  tables: TableInfo[];
}

/** Take my last action back; where others must agree, they are asked. */
export interface TakeBack {
  type: "takeback";
  /** the client's own name for what it asks for */
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

/** Something happened. */
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

/** Ask why something cannot be done now. */
export interface WhyNot {
  type: "whynot";
  /** the client's own name for what it asks for */
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

/** Every address: what it takes, and what it answers when all is well. */
export interface Api {
  /** Be a guest: new, or whoever this browser was before. */
  "POST /api/guest": { body: GuestRequest; answer: Me };
  /** Who am I? */
  "GET /api/me": { body: undefined; answer: Me };
  /** Call oneself otherwise. */
  "PATCH /api/me": { body: NameRequest; answer: Me };
  /** Make one's name last. */
  "POST /api/account": { body: AccountRequest; answer: Me };
  /** Come back. */
  "POST /api/login": { body: LoginRequest; answer: Me };
  /** Go; the session ends, and this browser forgets who it was. */
  "POST /api/logout": { body: undefined; answer: Nothing };
  /** Choose another password; every other session ends. */
  "POST /api/password": { body: PasswordRequest; answer: Me };
  /** The browsers in which I am known. */
  "GET /api/sessions": { body: undefined; answer: Sessions };
  /** End all sessions of mine but this one. */
  "DELETE /api/sessions": { body: undefined; answer: Nothing };
  /** End a session of mine. */
  "DELETE /api/sessions/{session}": { body: undefined; answer: Nothing };
  /** How I log in: my passkeys, and whether I have a password. */
  "GET /api/passkeys": { body: undefined; answer: Passkeys };
  /** Forget a passkey of mine, unless it is the last way to log in. */
  "DELETE /api/passkeys/{passkey}": { body: undefined; answer: Nothing };
  /** Ask for what a browser needs to make a passkey. */
  "POST /api/passkey/register/options": { body: PasskeyRequest; answer: PasskeyOptions };
  /** Keep a passkey; a guest has an account from then on. */
  "POST /api/passkey/register": { body: PasskeyProofRequest; answer: Me };
  /** Ask for what a browser needs to show a passkey. */
  "POST /api/passkey/login/options": { body: undefined; answer: PasskeyOptions };
  /** Come back with a passkey. */
  "POST /api/passkey/login": { body: PasskeyProofRequest; answer: Me };
  /** Every game, as forms and boards need it. */
  "GET /api/games": { body: undefined; answer: Games };
  /** What a game says, in a language: its Fluent messages. */
  "GET /api/games/{game}/words/{lang}": { body: undefined; answer: string };
  /** The rules of a game, clause by clause: in a language if they are written in it, else in English. */
  "GET /api/games/{game}/rules/{lang}": { body: undefined; answer: Rulebook };
  /** Why bots recommend what they do, in a language: their Fluent messages. */
  "GET /api/words/{lang}": { body: undefined; answer: string };
  /** The best of a game. */
  "GET /api/ratings/{game}": { body: undefined; answer: RatingList };
  /** My tables, tables to join, or tables to watch. */
  "GET /api/tables": { body: undefined; answer: Tables };
  /** Put up a table. */
  "POST /api/tables": { body: TableRequest; answer: TableInfo };
  /** Put up a match that was played elsewhere, so that it can be looked at and its address given to others. */
  "POST /api/records": { body: RecordRequest; answer: TableInfo };
  /** A table from outside. */
  "GET /api/tables/{code}": { body: undefined; answer: TableInfo };
  /** Sit down. */
  "POST /api/tables/{code}/join": { body: JoinRequest; answer: TableInfo };
  /** Get up before the start. */
  "POST /api/tables/{code}/leave": { body: undefined; answer: TableInfo };
  /** Decide who is to sit on a seat. */
  "PUT /api/tables/{code}/seats/{seat}": { body: SeatRequest; answer: TableInfo };
  /** Give a seat to a program. */
  "POST /api/tables/{code}/seats/{seat}/token": { body: undefined; answer: BotToken };
  /** Once more. */
  "POST /api/tables/{code}/rematch": { body: undefined; answer: TableInfo };
  /** The whole match as text, once it is over. */
  "GET /api/tables/{code}/record": { body: undefined; answer: string };
  /** A match that is over, ply by ply, through any observer: a seat's, the public's, or all. */
  "GET /api/tables/{code}/replay": { body: undefined; answer: Replay };
  /** What can be asked over HTTP: this document. */
  "GET /api/openapi.json": { body: undefined; answer: unknown };
  /** What is said over a table's WebSocket. */
  "GET /api/asyncapi.json": { body: undefined; answer: unknown };
  /** Can the database be reached? */
  "GET /healthz": { body: undefined; answer: Health };
  /** Numbers for Prometheus. */
  "GET /metrics": { body: undefined; answer: string };
}
