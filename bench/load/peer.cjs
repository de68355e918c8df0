// boardgame.io with tic-tac-toe, as durable as ours: node peer.cjs PORT FOLDER one|group
const Database = require("libsql"); // SQLite, with its library inside the package
const { Server, Origins } = require("boardgame.io/server");
const { Async } = require("boardgame.io/internal");
const [, , port, folder, manner] = process.argv;

// A board that is full or won is cleared, so that a match never ends.
const game = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    click: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
      if (G.cells.every((value) => value !== null)) G.cells = Array(9).fill(null);
    },
  },
};

// As durable as ours: the same database with the same settings. What boardgame.io hands to its storage (the state and the
// log of a match after each move, and when it was last changed) is committed before it counts as stored, and could be
// read again after a crash. It hands over one match at a time, so with "one" each is a transaction; with "group" we lend
// it our group commit: what is handed over while a commit runs shares the next one.
class Durable extends Async {
  constructor() {
    super();
    this.link = new Database(`${folder}/peer-${manner}-${port}.db`);
    this.link.exec("PRAGMA journal_mode = WAL");
    this.link.exec("PRAGMA synchronous = FULL");
    this.link.exec("CREATE TABLE matches (id TEXT PRIMARY KEY, initial TEXT, state TEXT, metadata TEXT) WITHOUT ROWID");
    this.link.exec("CREATE TABLE log (id TEXT, n INTEGER, entry TEXT, PRIMARY KEY (id, n)) WITHOUT ROWID");
    this.create = this.link.prepare("INSERT INTO matches VALUES (?, ?, ?, ?)");
    this.become = this.link.prepare("UPDATE matches SET state = ? WHERE id = ?");
    this.describe = this.link.prepare("UPDATE matches SET metadata = ? WHERE id = ?");
    this.append = this.link.prepare("INSERT INTO log VALUES (?, ?, ?)");
    this.known = new Map(); // a cache, as ours has one
    this.waiting = [];
  }
  connect() {}
  /** Carry out statements and commit them: at once, or with all others that arrive in this turn of the event loop. */
  write(...statements) {
    if (manner === "one") return this.commit(statements);
    return new Promise((done, failed) => {
      if (this.waiting.push({ statements, done, failed }) === 1) setImmediate(() => this.flush());
    });
  }
  flush() {
    const jobs = this.waiting.splice(0);
    try {
      this.commit(jobs.flatMap((job) => job.statements));
      for (const job of jobs) job.done();
    } catch (error) {
      for (const job of jobs) job.failed(error);
    }
  }
  commit(statements) {
    this.link.exec("BEGIN IMMEDIATE");
    for (const [statement, ...values] of statements) statement.run(...values);
    this.link.exec("COMMIT");
  }
  async createMatch(id, { initialState, metadata }) {
    const [first, about] = [JSON.stringify(initialState), JSON.stringify(metadata)];
    this.known.set(id, { state: initialState, initialState, metadata, log: [] });
    await this.write([this.create, id, first, first, about]);
  }
  async setState(id, state, deltalog = []) {
    const match = this.known.get(id), entries = deltalog.map((entry, i) => [this.append, id, match.log.length + i, JSON.stringify(entry)]);
    match.state = state;
    match.log.push(...deltalog);
    await this.write([this.become, JSON.stringify(state), id], ...entries);
  }
  async setMetadata(id, metadata) {
    this.known.get(id).metadata = metadata;
    await this.write([this.describe, JSON.stringify(metadata), id]);
  }
  async fetch(id, wanted) {
    const match = this.known.get(id) || {};
    return Object.fromEntries(Object.keys(wanted).filter((key) => wanted[key]).map((key) => [key, match[key]]));
  }
  async wipe(id) { this.known.delete(id); }
  async listMatches() { return [...this.known.keys()]; }
}

const server = Server({ games: [game], db: new Durable(), origins: [Origins.LOCALHOST], authenticateCredentials: () => true });
server.run({ port: Number(port), callback: () => console.log("ready") });
