// boardgame.io with tic-tac-toe, as durable as ours: node peer.cjs PORT FOLDER one|group
const fs = require("fs");
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

// As durable as ours: a log on the disk, synchronised before a write counts as done. boardgame.io hands its storage one
// match at a time, so "one" synchronises each; with "group" we lend it our group commit: writes that wait share one.
class Durable extends Async {
  constructor() {
    super();
    this.file = fs.openSync(`${folder}/log`, "a");
    this.known = new Map();
    this.waiting = [];
    this.busy = false;
  }
  connect() {}
  write(line) {
    return new Promise((done, failed) => {
      this.waiting.push({ line, done, failed });
      this.flush();
    });
  }
  flush() {
    if (this.busy || !this.waiting.length) return;
    this.busy = true;
    const batch = this.waiting.splice(0, manner === "group" ? this.waiting.length : 1);
    fs.writeSync(this.file, batch.map((job) => job.line).join(""));
    fs.fdatasync(this.file, (error) => {
      this.busy = false;
      for (const job of batch) error ? job.failed(error) : job.done();
      this.flush();
    });
  }
  async createMatch(id, { initialState, metadata }) {
    this.known.set(id, { state: initialState, initialState, metadata, log: [] });
    await this.write(JSON.stringify({ id, initialState, metadata }) + "\n");
  }
  async setState(id, state, deltalog) {
    const match = this.known.get(id);
    match.state = state;
    if (deltalog) match.log.push(...deltalog);
    await this.write(JSON.stringify({ id, deltalog }) + "\n");
  }
  async setMetadata(id, metadata) { this.known.get(id).metadata = metadata; }
  async fetch(id, wanted) {
    const match = this.known.get(id) || {};
    return Object.fromEntries(Object.keys(wanted).filter((key) => wanted[key]).map((key) => [key, match[key]]));
  }
  async wipe(id) { this.known.delete(id); }
  async listMatches() { return [...this.known.keys()]; }
}

const server = Server({ games: [game], db: new Durable(), origins: [Origins.LOCALHOST], authenticateCredentials: () => true });
server.run({ port: Number(port), callback: () => console.log("ready") });
