// Plays as fast as the server answers, at many tables at once, and measures each move from wish to acknowledgement.
// node drive.cjs ours|theirs SECONDS < tables.json
const fs = require("fs");
const [, , kind, seconds] = process.argv;
const tables = JSON.parse(fs.readFileSync(0, "utf8"));
const WARM_UP = 1000;
const PATIENCE = 20000;
let counting = false;
const waits = [];
let all = 0; // also those of the warm-up: what the server's time is divided by
let away = tables.length; // who has not been shown a table yet

/** Someone sits: when all do, and have played for a while, it counts. */
function arrived() {
  if (--away === 0) setTimeout(count, WARM_UP);
}

function accepted(since) {
  all++;
  if (counting) waits.push(performance.now() - since);
}

function ours({ url, code, cookie }) {
  const WebSocket = require("ws");
  const link = new WebSocket(`${url.replace("http", "ws")}/ws/${code}`, { headers: { Cookie: cookie }, perMessageDeflate: false });
  let seq = 0, legal = [], asked = 0, sent = 0, waiting = false, there = false;
  const act = () => {
    if (waiting || !legal.length) return;
    waiting = true;
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
      arrived();
    }
    if (frame.type === "news" || frame.type === "welcome") {
      seq = frame.seq;
      legal = frame.sight ? frame.sight.legal : [];
    } else if (frame.type === "done") {
      waiting = false;
      accepted(sent);
    } else if (frame.type === "no") {
      waiting = false;
    } else return;
    act();
  };
  link.on("error", (error) => { console.error(String(error)); process.exit(1); });
}

function theirs({ url, code, seat }) {
  const { io } = require("socket.io-client");
  const link = io(`${url}/tic-tac-toe`, { transports: ["websocket"] });
  let sent = 0, waiting = false;
  const act = (state) => {
    if (waiting || state.ctx.currentPlayer !== seat) return;
    const free = state.G.cells.flatMap((cell, i) => (cell === null ? [i] : []));
    const cell = free[Math.floor(Math.random() * free.length)];
    waiting = true;
    sent = performance.now();
    link.emit("update", { type: "MAKE_MOVE", payload: { type: "click", args: [cell], playerID: seat } }, state._stateID, code, seat);
  };
  const news = (state) => {
    if (waiting && state.ctx.currentPlayer !== seat) {
      waiting = false;
      accepted(sent);
    }
    act(state);
  };
  const join = () => link.emit("sync", code, seat, undefined, 2); // the first to come makes the match
  link.on("connect", () => setTimeout(join, seat === "0" ? 0 : WARM_UP));
  let there = false;
  link.on("sync", (_, sync) => {
    if (!there) arrived();
    there = true;
    news(sync.state);
  });
  link.on("update", (_, state) => news(state));
  link.on("connect_error", (error) => { console.error(String(error)); process.exit(1); });
}

for (const table of tables) (kind === "ours" ? ours : theirs)(table);
function count() {
  if (counting) return;
  counting = true;
  setTimeout(tell, 1000 * seconds);
}
function tell() {
  waits.sort((a, b) => a - b);
  const at = (share) => (waits.length ? waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] : 0);
  console.log(JSON.stringify({ moves: waits.length / seconds, p50: at(0.5), p99: at(0.99), all }));
  process.exit(0);
}
setTimeout(count, PATIENCE); // whoever has not come by then does not come
