// Plays as fast as the server answers, at many tables at once, and measures each move from wish to acknowledgement.
// node drive.cjs ours|theirs SECONDS < tables.json; says "counting" when all sit and play, and what it found at the end.
// Where a game is over, its players go on at a spare table, so that as many are played at all the time.
const fs = require("fs");
const [, , kind, seconds] = process.argv;
const { players, spare } = JSON.parse(fs.readFileSync(0, "utf8")); // one by one; table by table
const WARM_UP = 1000;
const PATIENCE = 60000;
const OVER = -2;
const APART = 3; // milliseconds between two who come
let begun = false, counting = false;
const waits = [];
let away = players.length; // who has not been shown a table yet
const waiting = []; // what everyone does when all are there
const over = new Set(); // tables

/** Someone sits. Nobody moves before all do: who plays already would keep a busy server from letting others in. */
function arrived(act) {
  if (begun) return;
  waiting.push(act);
  if (--away > 0) return;
  begun = true;
  for (const first of waiting) first();
  setTimeout(count, WARM_UP);
}

function accepted(since) {
  if (counting) waits.push(performance.now() - since);
}

/** A game is over, as each of its players says: the next one begins. */
function next(code) {
  if (over.has(code)) return;
  over.add(code);
  if (!spare.length) throw new Error("there is no spare table left");
  spare.pop().forEach(ours);
}

function ours({ url, code, cookie }) {
  const WebSocket = require("ws");
  const link = new WebSocket(`${url.replace("http", "ws")}/ws/${code}`, { headers: { Cookie: cookie }, perMessageDeflate: false });
  let seq = 0, legal = [], asked = 0, sent = 0, asking = false, there = false;
  const act = () => {
    if (!begun || asking || !legal.length) return;
    asking = true;
    sent = performance.now();
    const action = legal[Math.floor(Math.random() * legal.length)];
    link.send(JSON.stringify({ type: "act", id: `${++asked}`, seq, action }));
  };
  link.on("open", () => link.send('{"type":"hello"}'));
  link.on("message", (data) => String(data).split("\n").forEach(heard));
  const heard = (line) => {
    const frame = JSON.parse(line);
    if (frame.type === "welcome" && !there) {
      there = true;
      arrived(act);
    }
    if (frame.type === "news" || frame.type === "welcome") {
      seq = frame.seq;
      legal = frame.sight ? frame.sight.legal : [];
      if (frame.sight && frame.sight.turn === OVER) next(code);
    } else if (frame.type === "done") {
      asking = false;
      accepted(sent);
    } else if (frame.type === "no") {
      asking = false;
    } else return;
    act();
  };
  link.on("error", (error) => { console.error(String(error)); process.exit(1); });
}

function theirs({ url, code, seat }) {
  const { io } = require("socket.io-client");
  const link = io(`${url}/tic-tac-toe`, { transports: ["websocket"] });
  let sent = 0, asking = false, there = false, state;
  const act = () => {
    if (!begun || asking || state.ctx.currentPlayer !== seat) return;
    const free = state.G.cells.flatMap((cell, i) => (cell === null ? [i] : []));
    const cell = free[Math.floor(Math.random() * free.length)];
    asking = true;
    sent = performance.now();
    link.emit("update", { type: "MAKE_MOVE", payload: { type: "click", args: [cell], playerID: seat } }, state._stateID, code, seat);
  };
  const news = (now) => {
    state = now;
    if (asking && state.ctx.currentPlayer !== seat) {
      asking = false;
      accepted(sent);
    }
    act();
  };
  const join = () => link.emit("sync", code, seat, undefined, 2); // the first to come makes the match
  link.on("connect", () => setTimeout(join, seat === "0" ? 0 : WARM_UP)); // who is turned away tries again by itself
  link.on("sync", (_, sync) => {
    news(sync.state);
    if (!there) arrived(act);
    there = true;
  });
  link.on("update", (_, state) => news(state));
}

players.forEach((player, i) => setTimeout(kind === "ours" ? ours : theirs, APART * i, player));
function count() {
  counting = true;
  console.log("counting");
  setTimeout(tell, 1000 * seconds);
}
function tell() {
  waits.sort((a, b) => a - b);
  const at = (share) => (waits.length ? waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] : 0);
  console.log(JSON.stringify({ count: waits.length, moves: waits.length / seconds, p50: at(0.5), p99: at(0.99) }));
  process.exit(0);
}
setTimeout(() => {
  if (begun) return;
  console.error(`${away} of ${players.length} have not come`);
  process.exit(1);
}, PATIENCE);
