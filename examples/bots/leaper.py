#!/usr/bin/env python3
"""An outside bot in plain Python: it plays every game legally, and Cartagena with a little sense.

It needs nothing but Python. The protocol is told in docs/outside-bots.md; try it with
    escapade bot check -- python3 leaper.py
"""

import json
import random
import sys

BOAT = 37  # in Cartagena, places are numbers: 0 outside, 1 to 36 the tunnel, 37 the boat
FEW = 3  # cards in hand up to which a retreat is worth more than a leap


def place(word):
    """The number of a place in an action's name: "hook from outside", "retreat from 12"."""
    return {"outside": 0, "boat": BOAT}.get(word) if not word.isdigit() else int(word)


def landing(view, symbol, start):
    """Where a leap ends: on the next free space with this symbol, or in the boat."""
    free = (p for p in range(start + 1, BOAT) if view["tunnel"][p] == symbol and view["crowd"][p] == 0)
    return next(free, BOAT)


def company(view, start):
    """How many cards a retreat draws: one for each pirate on the nearest space behind with one or two."""
    return next((view["crowd"][p] for p in range(start - 1, 0, -1) if view["crowd"][p] in (1, 2)), 0)


def cartagena(match, view, legal):
    """Leap with the rearmost pirate as far as it goes; with few cards, retreat to where most are drawn."""
    symbols = list(dict.fromkeys(name.split()[0] for name in match["actions"][: 6 * BOAT]))
    leaps, retreats = {}, {}
    for code in legal:
        what, _, start = match["actions"][code].partition(" from ")
        if what == "retreat":
            retreats[code] = company(view, place(start))
        elif start:
            leaps[code] = (-place(start), landing(view, symbols.index(what), place(start)))
    if retreats and (not leaps or view["held"][match["seat"]] <= FEW):
        return max(retreats, key=lambda code: (retreats[code], -code))
    return max(leaps, key=leaps.get) if leaps else legal[0]


def choose(match, asked):
    """Any legal action, or a sensible one in the game we know."""
    if match["game"] == "cartagena":
        return cartagena(match, asked["view"], asked["legal"])
    return random.choice(asked["legal"])


match = {}
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "start":
        match = said
    elif said["type"] == "choose":
        answer = {"type": "choice", "id": said["id"], "action": choose(match, said)}
        print(json.dumps(answer), flush=True)
    elif said["type"] == "error":
        print("the host says:", said["reason"], file=sys.stderr)
