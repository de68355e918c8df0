"""The bytes of a view written as a row of numbers: the same as `Layout.tensor`, run by run, in tight compiled loops.

It follows `Layout.runs` and knows no game: it is compiled once. A run is a stretch of cells of one kind; those of a
kind stand together, so that nothing has to be asked within a loop.
"""

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
    SET,
    SINGLE,
    SPAN,
    TEAM,
    TO,
    WIDTH,
)
from escapade.kernel.compile import tight
from escapade.kernel.names import UNKNOWN


@tight
def write(memory, runs, ends, seat, seats, most, row):
    """Write all that a seat sees; `ends` says where the runs of each kind end."""
    row[:] = 0
    row[seat] = 1
    write_counts(memory, runs[: ends[COUNTS]], row)
    write_places(memory, runs[ends[COUNTS] : ends[PLACES]], row)
    write_hidden(memory, runs[ends[PLACES] : ends[HIDDEN]], row)
    write_marks(memory, runs[ends[HIDDEN] : ends[MARKS]], row)
    for p in range(ends[MARKS], ends[LOOKED]):
        look_through(memory, runs[p], seat, seats, row)
    for p in range(ends[LOOKED], ends[SINGLE]):
        write_cell(memory, runs[p], seat, seats, most, row)


@tight
def write_counts(memory, runs, row):
    """Cells that are counts stay as they are; nothing there and nothing to be seen is 0."""
    for p in range(len(runs)):
        cells = memory[runs[p, FROM] : runs[p, FROM] + runs[p, MANY]]
        counts = row[runs[p, TO] : runs[p, TO] + runs[p, MANY]]
        for j in range(len(cells)):
            counts[j] = max(cells[j], 0)


@tight
def write_places(memory, runs, row):
    """Cells that hold one of many places count from 1."""
    for p in range(len(runs)):
        cells = memory[runs[p, FROM] : runs[p, FROM] + runs[p, MANY]]
        places = row[runs[p, TO] : runs[p, TO] + runs[p, MANY]]
        for j in range(len(cells)):
            places[j] = max(cells[j], -1) + 1


@tight
def write_hidden(memory, runs, row):
    """A plane of what may not be seen."""
    for p in range(len(runs)):
        cells = memory[runs[p, FROM] : runs[p, FROM] + runs[p, MANY]]
        hidden = row[runs[p, TO] : runs[p, TO] + runs[p, MANY]]
        for j in range(len(cells)):
            hidden[j] = cells[j] == UNKNOWN


@tight
def write_marks(memory, runs, row):
    """Cells that hold one of a few places: a mark at it."""
    for p in range(len(runs)):
        cells = memory[runs[p, FROM] : runs[p, FROM] + runs[p, MANY]]
        span = runs[p, SPAN]
        start = runs[p, TO]
        for j in range(len(cells)):
            if 0 <= cells[j] < span:
                row[start + cells[j]] = 1
            start += span


@tight
def look_through(memory, run, seat, seats, row):
    """What is known of the piece in each cell, or whose it is."""
    pieces = memory[run[FROM] : run[FROM] + run[MANY]]
    known = memory[run[KNOWN] :]
    span = run[SPAN]
    start = run[TO]
    if run[WIDTH] == 0:
        mark_owners(pieces, run[TEAM], seat, seats, row[start:])
    elif span > 0:
        hides = run[HIDES]
        for cell in range(len(pieces)):
            if pieces[cell] >= 0:
                number = known[pieces[cell]]
                if 0 <= number < span:
                    row[start + number] = 1
                elif number == UNKNOWN and hides >= 0:
                    row[hides + cell] = 1
            start += span
    else:
        for cell in range(len(pieces)):
            if pieces[cell] >= 0:
                row[start + cell] = max(known[pieces[cell]] - span, 0)


@tight
def mark_owners(pieces, team, seat, seats, marks):
    """Whose each piece is, counted from the seat that looks; to divide would take longer than to count."""
    start = 0
    for cell in range(len(pieces)):
        piece = int(pieces[cell])
        if piece >= 0:
            whose = seats - seat
            while piece >= team:
                piece -= team
                whose += 1
            if whose >= seats:
                whose -= seats
            marks[start + whose] = 1
        start += max(seats, 2)


@tight
def write_cell(memory, run, seat, seats, most, row):
    """Any other cell: of several bytes, a set, or one that holds a seat or what is a seat's."""
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
    elif run[SET] > 0:
        for k in range(span):
            row[start + k] = number >> k & 1
    elif number < span:
        row[start + number] = 1


@tight
def number_at(memory, place, width):
    """The number in a cell; its last byte has the sign."""
    number = int(memory[place + width - 1])
    for i in range(width - 2, -1, -1):
        number = number * 256 + (int(memory[place + i]) & 255)
    return number
