"""What a world is worth, as learned: a small network that reads a state's memory, cell by cell. Rules.

What the cells are and what they mean to the network stands in a table (`evaluator.columns` makes it from the field
table), and the weights are numbers like any other: one compilation serves every game and every file of weights.
"""

from math import tanh
from typing import Any, NamedTuple

from numpy import float32

from escapade.kernel.compile import rule

# The columns of the table, which has a line for each cell that is read: where it lies for seat 0, how far on for each
# next seat, whose it is, its bytes; how many of the numbers in it are one seat's, whether they are sorts or sizes; the
# least of them, and how much more the most is; where its weights begin.
PLACE, STEP, WHOSE, WIDTH, EACH, SORT, LOW, SPAN, SLOT = range(9)


class Net(NamedTuple):
    """A network, and the memory of the state that it judges; where there are no layers, there is no network."""

    memory: Any  # the bytes of the world that search plays on
    cells: Any
    layers: Any  # how wide each is, from what comes in to the one number that comes out
    weights: Any  # of each layer: a line for each number that comes in, then one that is added
    signal: Any  # room for what goes from layer to layer


BY_HAND = Net((), (), (), (), ())  # no network: the value is written by hand


@rule
def utilities(net, score):
    """Write what the state in memory is worth to each seat, from -1.0 to 1.0."""
    for seat in range(len(score)):
        read_cells(net, seat, len(score))
        score[seat] = tanh(think_on(net))


@rule
def read_cells(net, seat, seats):
    """The first layer: a number counts by its size, of sorts each has weights of its own. What is 0 costs no time."""
    wide = net.layers[1]
    weights = net.weights
    signal = net.signal[0]
    start = net.layers[0] * wide
    for k in range(wide):
        signal[k] = weights[start + k]
    for i in range(len(net.cells)):
        cell = net.cells[i]
        number = number_in(net.memory, cell, seat, seats)
        if cell[SORT]:
            start = (cell[SLOT] + number) * wide
            for k in range(wide):
                signal[k] += weights[start + k]
        elif number > 0:
            start = cell[SLOT] * wide
            size = float32(number) / float32(cell[SPAN])
            for k in range(wide):
                signal[k] += size * weights[start + k]


@rule
def number_in(memory, cell, seat, seats):
    """What stands in a cell, from 0 up; seats, and what is theirs, are counted from the seat that is asked about."""
    place = cell[PLACE] + cell[STEP] * ((cell[WHOSE] + seat) % seats)
    number = int(memory[place + cell[WIDTH] - 1])  # the last byte has the sign
    for i in range(cell[WIDTH] - 2, -1, -1):
        number = number * 256 + (int(memory[place + i]) & 255)
    each = cell[EACH]
    if each > 0 and 0 <= number < seats * each:
        number = (number + (seats - seat) * each) % (seats * each)
    return min(max(number - cell[LOW], 0), cell[SPAN])


@rule
def think_on(net):
    """The layers after the first; return what comes out at the end."""
    layers = net.layers
    start = (layers[0] + 1) * layers[1]
    for depth in range(1, len(layers) - 1):
        came = net.signal[depth - 1]
        goes = net.signal[depth]
        wide = layers[depth + 1]
        for k in range(wide):
            goes[k] = net.weights[start + layers[depth] * wide + k]
        for i in range(layers[depth]):
            if came[i] > 0.0:  # a neuron speaks only above its threshold
                for k in range(wide):
                    goes[k] += came[i] * net.weights[start + i * wide + k]
        start += (layers[depth] + 1) * wide
    return net.signal[len(layers) - 2][0]
