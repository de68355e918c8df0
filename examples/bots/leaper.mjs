#!/usr/bin/env node
// An outside bot in plain JavaScript: it plays every game legally, and Cartagena with a little sense.
//
// It needs nothing but node. The protocol is told in docs/outside-bots.md; try it with
//     escapade bot check -- node leaper.mjs

import { createInterface } from "node:readline";

const BOAT = 37; // in Cartagena, places are numbers: 0 outside, 1 to 36 the tunnel, 37 the boat
const FEW = 3; // cards in hand up to which a retreat is worth more than a leap

// The number of a place in an action's name: "hook from outside", "retreat from 12".
const place = (word) => (word === "outside" ? 0 : word === "boat" ? BOAT : Number(word));

// Where a leap ends: on the next free space with this symbol, or in the boat.
function landing(view, symbol, start) {
  for (let p = start + 1; p < BOAT; p++) if (view.tunnel[p] === symbol && view.crowd[p] === 0) return p;
  return BOAT;
}

// How many cards a retreat draws: one for each pirate on the nearest space behind with one or two.
function company(view, start) {
  for (let p = start - 1; p > 0; p--) if (view.crowd[p] === 1 || view.crowd[p] === 2) return view.crowd[p];
  return 0;
}

// Leap with the rearmost pirate as far as it goes; with few cards, retreat to where most are drawn.
function cartagena(match, view, legal) {
  const symbols = [...new Set(match.actions.slice(0, 6 * BOAT).map((name) => name.split(" ")[0]))];
  const leaps = [];
  const retreats = [];
  for (const code of legal) {
    const [what, start] = match.actions[code].split(" from ");
    if (what === "retreat") retreats.push({ code, worth: company(view, place(start)) });
    else if (start) {
      const end = landing(view, symbols.indexOf(what), place(start));
      leaps.push({ code, worth: (BOAT - place(start)) * 100 + end });
    }
  }
  const best = (moves) => moves.reduce((a, b) => (b.worth > a.worth ? b : a)).code;
  if (retreats.length && (!leaps.length || view.held[match.seat] <= FEW)) return best(retreats);
  return leaps.length ? best(leaps) : legal[0];
}

// Any legal action, or a sensible one in the game we know.
function choose(match, { view, legal }) {
  if (match.game === "cartagena") return cartagena(match, view, legal);
  return legal[Math.floor(Math.random() * legal.length)];
}

let match = {};
for await (const line of createInterface({ input: process.stdin })) {
  const said = JSON.parse(line);
  if (said.type === "start") match = said;
  else if (said.type === "choose") console.log(JSON.stringify({ type: "choice", id: said.id, action: choose(match, said) }));
  else if (said.type === "error") console.error("the host says:", said.reason);
}
