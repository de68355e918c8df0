"""Many games stepped together, and what is seen of them written into arrays: generic in the game bound to `game`.

Everything is given room to work in; nothing here asks for memory, and nothing holds the lock of the interpreter.
"""

from typing import Any

from escapade.adapters.tensors import (
    EACH,
    HIDES,
    LOOKS,
    OWNERS,
    PLACE,
    SEATED,
    SET,
    SHARE,
    SPAN,
    START,
    TEAM,
    VIA,
    WIDTH,
)
from escapade.kernel.compile import rule, store
from escapade.kernel.names import CHANCE, OVER, UNKNOWN
from escapade.kernel.rng import pick, seed

game: Any = None  # bound by compiled(stepping, game=...)


# --- Steps ---


@rule
def step_all(batch, first, many, start, words, out, weight, actions, score, returns, rewards, over):
    """Do an action in each game and let chance answer; a game that ends is scored and begins anew.

    An action below 0 begins the game anew at once. `apply` stands here once, since every copy is compiled for seconds.
    """
    for i in range(first, first + many):
        over[i] = False
        rewards[i] = 0.0
        for s in range(len(score)):
            returns[i][s] = 0.0
        action = int(actions[i])
        if action < 0:
            store(batch, i, start)
        state = batch[i]
        seat = state.turn
        while action >= 0 or state.turn < 0:
            if action < 0 and state.turn == CHANCE:
                n = game.odds(state, out, weight)
                action = int(out[pick(words[i], weight, n)])
            if action >= 0:
                game.apply(state, action)
                action = -1
            if state.turn == OVER:
                over[i] = True
                game.returns(state, score)
                for s in range(len(score)):
                    returns[i][s] = score[s]
                rewards[i] = score[seat]
                store(batch, i, start)


@rule
def seed_all(words, number):
    """Give every game dice of its own: number, number + 1, …"""
    for i in range(len(words)):
        seed(words[i], number + i)


@rule
def offer_all(batch, first, many, out, legal, count, mask, turn):
    """Write whose turn it is and what may be done; of the mask only what changes is touched."""
    for i in range(first, first + many):
        for k in range(count[i]):
            mask[i][legal[i][k]] = 0
        n = game.legal(batch[i], out)
        for k in range(n):
            legal[i][k] = out[k]
            mask[i][out[k]] = 1
        count[i] = n
        turn[i] = batch[i].turn


# --- What is seen ---


@rule
def see_all(batch, first, many, eye, view, memory, lines, seats, most, rows):
    """Write what a seat sees of each game, or whoever is at the turn. `memory` is the bytes of `view`, one game's."""
    for i in range(first, first + many):
        seat = eye
        if eye < 0:
            seat = int(batch[i].turn)
        store(view, 0, batch[i])
        game.observe(view[0], seat)
        write(memory, lines, seat, seats, most, rows[i])


@rule
def write(memory, lines, seat, seats, most, row):
    """Write the tensor of a view that lies in memory: the same as `Layout.tensor`, part by part."""
    row[:] = 0
    row[seat] = 1
    for p in range(len(lines)):
        line = lines[p]
        if line[LOOKS] > 0:
            look_through(memory, line, seat, seats, most, row)
        else:
            write_part(memory, line, seat, seats, most, row)


@rule
def write_part(memory, line, seat, seats, most, row):
    """The cells of a field, owner by owner from the seat that looks; owners who do not sit at the table come after."""
    share = line[SHARE]
    width = line[WIDTH]
    simple = width == 1 and line[SET] == 0 and line[EACH] == 0 and share > 1
    cell = 0
    for k in range(line[OWNERS]):
        owner = k
        if k < line[SEATED] and line[SEATED] > 1:
            owner = (k + seat) % seats
        place = line[PLACE] + owner * share * width
        cells = memory[place : place + share * width]
        if simple:
            write_cells(cells, cell, line, row)
        else:
            for j in range(share):
                write_cell(number_at(cells, j * width, width), cell + j, line, seat, seats, most, row)
        cell += share


@rule
def write_cells(cells, cell, line, row):
    """The same as `write_cell` for many cells that are simple, as most are: these loops make the speed."""
    span = line[SPAN]
    if span > 0:
        marks = row[line[START] + cell * span :]
        start = 0
        for j in range(len(cells)):
            number = int(cells[j])
            if 0 <= number < span:
                marks[start + number] = 1
            start += span
    else:
        counts = row[line[START] + cell :]
        for j in range(len(cells)):
            counts[j] = max(cells[j], span) - span
    if line[HIDES] >= 0:
        hidden = row[line[HIDES] + cell :]
        for j in range(len(cells)):
            hidden[j] = cells[j] == UNKNOWN


@rule
def look_through(memory, line, seat, seats, most, row):
    """What is known of the piece in each cell."""
    pieces = memory[line[VIA] : line[VIA] + line[LOOKS]]
    width = line[WIDTH]
    known = memory[line[PLACE] :]
    team = line[TEAM]
    for cell in range(len(pieces)):
        piece = int(pieces[cell])
        if piece < 0:
            continue
        if width > 0:
            write_cell(number_at(known, piece * width, width), cell, line, seat, seats, most, row)
        else:
            write_cell(piece // team, cell, line, seat, seats, most, row)


@rule
def number_at(memory, place, width):
    """The number in a cell; its last byte has the sign."""
    number = int(memory[place + width - 1])
    for i in range(width - 2, -1, -1):
        number = number * 256 + (int(memory[place + i]) & 255)
    return number


@rule
def write_cell(number, cell, line, seat, seats, most, row):
    """Write one cell, as one-hot, as a place or as a count; nothing there and nothing to be seen is 0."""
    span = line[SPAN]
    start = line[START]
    if number < 0:
        if number == UNKNOWN and line[HIDES] >= 0:
            row[line[HIDES] + cell] = 1
        return
    theirs = seats * line[EACH]
    if number < theirs:
        number = (number + theirs - seat * line[EACH]) % theirs
    if span <= 0:
        row[start + cell] = min(number - span, most)
    elif line[SET] > 0:
        for k in range(span):
            row[start + cell * span + k] = number >> k & 1
    elif number < span:
        row[start + cell * span + number] = 1
