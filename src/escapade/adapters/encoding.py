"""Encode the bytes of a view as a row of numbers: the same as `Layout.tensor`, run by run, in compiled loops.

It follows `Layout.runs` and knows no game: it is compiled once. A run is a stretch of cells of one kind; those of a
kind stand together, so that nothing has to be asked within a loop.
"""

from numpy import uint64

from escapade.adapters.tensors import (
    COUNTS,
    EACH,
    FROM,
    HIDDEN,
    HIDES,
    KNOWN,
    LOOKED,
    MANY,
    MARKS,
    PLACES,
    SETS,
    SINGLE,
    SPAN,
    TEAM,
    TO,
    WIDTH,
)
from escapade.kernel.compile import tight
from escapade.kernel.names import UNKNOWN

FEW = 6  # cells that are not worth a stretch of their own


@tight
def natural(number):
    """A number that is not below 0: nothing is then asked about places that count from an array's end."""
    return uint64(number)


@tight
def write(memory, runs, ends, seat, seats, most, room, row):
    """Write all that a seat sees; `ends` says where the runs of each kind end, `room` is to work in."""
    row[:] = 0
    row[seat] = 1
    write_counts(memory, runs, 0, ends[COUNTS], row)
    write_places(memory, runs, ends[COUNTS], ends[PLACES], row)
    write_hidden(memory, runs, ends[PLACES], ends[HIDDEN], row)
    write_marks(memory, runs, ends[HIDDEN], ends[MARKS], row)
    write_sets(memory, runs, ends[MARKS], ends[SETS], row)
    look_through(memory, runs, ends[SETS], ends[LOOKED], seat, seats, room, row)
    for p in range(ends[LOOKED], ends[SINGLE]):
        write_cell(memory, runs[p], seat, seats, most, row)


@tight
def write_counts(memory, runs, first, last, row):
    """Cells that are counts stay as they are; nothing there and nothing to be seen is 0."""
    for p in range(first, last):
        many = runs[p, MANY]
        if many <= FEW:
            for j in range(many):
                row[natural(runs[p, TO] + j)] = max(memory[natural(runs[p, FROM] + j)], 0)
            continue
        cells = memory[runs[p, FROM] : runs[p, FROM] + many]
        counts = row[runs[p, TO] : runs[p, TO] + many]
        for j in range(len(cells)):
            counts[j] = max(cells[j], 0)


@tight
def write_places(memory, runs, first, last, row):
    """Cells that hold one of many places count from 1."""
    for p in range(first, last):
        cells = memory[runs[p, FROM] : runs[p, FROM] + runs[p, MANY]]
        places = row[runs[p, TO] : runs[p, TO] + runs[p, MANY]]
        for j in range(len(cells)):
            places[j] = max(cells[j], -1) + 1


@tight
def write_hidden(memory, runs, first, last, row):
    """A plane of what may not be seen."""
    for p in range(first, last):
        cells = memory[runs[p, FROM] : runs[p, FROM] + runs[p, MANY]]
        hidden = row[runs[p, TO] : runs[p, TO] + runs[p, MANY]]
        for j in range(len(cells)):
            hidden[j] = cells[j] == UNKNOWN


@tight
def write_marks(memory, runs, first, last, row):
    """Cells that hold one of a few places: a mark at it."""
    for p in range(first, last):
        cells = memory[runs[p, FROM] : runs[p, FROM] + runs[p, MANY]]
        span = runs[p, SPAN]
        start = runs[p, TO]
        for j in range(len(cells)):
            number = int(cells[j])
            stands = (number >= 0) & (number < span)
            row[natural(start + number * stands)] = stands
            start += span


@tight
def write_sets(memory, runs, first, last, row):
    """Cells that are sets: a mark for each of what may be in it."""
    for p in range(first, last):
        width = runs[p, WIDTH]
        span = runs[p, SPAN]
        start = runs[p, TO]
        for j in range(runs[p, MANY]):
            members = number_at(memory, runs[p, FROM] + j * width, width)
            if members == UNKNOWN and runs[p, HIDES] >= 0:
                row[runs[p, HIDES] + j] = 1
                members = 0
            for k in range(span):
                row[natural(start + k)] = members >> k & 1
            start += span


@tight
def look_through(memory, runs, first, last, seat, seats, room, row):
    """What is known of the piece in each cell, and whose it is; cells are gone through once for all that is asked."""
    found = 0
    for p in range(first, last):
        pieces = memory[runs[p, FROM] : runs[p, FROM] + runs[p, MANY]]
        if p == first or runs[p, FROM] != runs[p - 1, FROM]:
            found = cells_with_pieces(pieces, room)
        known = memory[runs[p, KNOWN] :]
        marks = row[runs[p, TO] :]
        if runs[p, WIDTH] == 0:
            mark_owners(pieces, room[:found], runs[p, TEAM], seat, seats, marks)
        elif runs[p, SPAN] > 0:
            mark_known(pieces, room[:found], known, runs[p, SPAN], marks)
            if runs[p, HIDES] >= 0:
                mark_hidden(pieces, room[:found], known, row[runs[p, HIDES] :])
        else:
            for cell in room[:found]:
                marks[natural(cell)] = max(int(known[natural(pieces[natural(cell)])]) - runs[p, SPAN], 0)


@tight
def cells_with_pieces(pieces, room):
    """Write down the cells that are not empty, and say how many; without a branch, which nobody could foresee."""
    found = 0
    for cell in range(len(pieces)):
        room[found] = cell
        found += pieces[cell] >= 0
    return found


@tight
def mark_known(pieces, cells, known, span, marks):
    """A mark at what is known of each piece."""
    for cell in cells:
        number = int(known[natural(pieces[natural(cell)])])
        stands = (number >= 0) & (number < span)
        marks[natural(cell * span + number * stands)] = stands


@tight
def mark_hidden(pieces, cells, known, hidden):
    """A mark at each piece of which it is not known."""
    for cell in cells:
        hidden[natural(cell)] = known[natural(pieces[natural(cell)])] == UNKNOWN


@tight
def mark_owners(pieces, cells, team, seat, seats, marks):
    """Whose each piece is, counted from the seat that looks; seat by seat, since to divide would take longer."""
    for owner in range(seats):
        away = owner - seat if owner >= seat else owner - seat + seats
        first = owner * team
        for cell in cells:
            piece = pieces[natural(cell)]
            marks[natural(cell * max(seats, 2) + away)] = (piece >= first) & (piece < first + team)


@tight
def write_cell(memory, run, seat, seats, most, row):
    """Any other cell: of several bytes, or one that holds a seat or what is a seat's."""
    number = number_at(memory, run[FROM], run[WIDTH])
    span = run[SPAN]
    start = run[TO]
    if number == UNKNOWN and run[HIDES] >= 0:
        row[run[HIDES]] = 1
    if number < 0:
        return
    theirs = seats * run[EACH]
    if number < theirs:
        number -= seat * run[EACH]
        if number < 0:
            number += theirs
    if span <= 0:
        row[start] = min(number - span, most)
    elif number < span:
        row[start + number] = 1


@tight
def number_at(memory, place, width):
    """The number in a cell; its last byte has the sign."""
    number = int(memory[natural(place + width - 1)])
    for i in range(width - 2, -1, -1):
        number = number * 256 + (int(memory[natural(place + i)]) & 255)
    return number
