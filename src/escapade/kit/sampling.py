"""Drawing one of several actions by what they are worth. Rules."""

from math import exp

from escapade.kernel.compile import rule

ALL_BITS = 4294967296.0  # a draw of `kernel.rng` is below this


@rule
def softmax(utility, n, temperature):
    """Write how likely each of n actions is, in place of what it is worth, in parts of the sum that is returned."""
    most = utility[0]
    for i in range(1, n):
        most = max(most, utility[i])
    total = 0.0
    for i in range(n):
        utility[i] = exp((utility[i] - most) / temperature)
        total += utility[i]
    return total
