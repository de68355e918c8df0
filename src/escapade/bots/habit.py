"""Habit: what practice has taught beyond the heuristic: a small network that corrects its scores of actions. Rules.

It reads numbers that describe the situation and numbers that describe the action (a game's `terms`).
The weights are numbers like any other: one compilation serves whatever was practised, and no habit at all.
"""

from typing import Any, NamedTuple

from escapade.kernel.compile import rule, tight


class Habit(NamedTuple):
    """Weights, and the room that thinking with them takes; no weights: the heuristic alone decides."""

    state_weights: Any  # for each number that describes the situation: a weight for each neuron
    action_weights: Any  # … and for each that describes an action
    bias: Any  # of each neuron
    output_weights: Any  # how much each neuron counts
    numbers: Any  # room for those of the situation, and for those of an action
    signal: Any  # room for what the neurons hear of the situation, and of both


NO_HABIT = Habit((), (), (), (), (), ())


@rule
def take_in(habit):
    """What the neurons hear of the situation, whose numbers are written down."""
    signal = habit.signal[0]
    for k in range(len(signal)):
        signal[k] = habit.bias[k]
    hear(signal, habit.state_weights, habit.numbers[0])


@rule
def correction(habit):
    """By how much the action whose numbers are written down is better than the heuristic says."""
    signal = habit.signal[1]
    for k in range(len(signal)):
        signal[k] = habit.signal[0][k]
    hear(signal, habit.action_weights, habit.numbers[1])
    return spoken(signal, habit.output_weights)


@tight
def spoken(signal, output_weights):
    """What neurons say that heard so much: each speaks only above its threshold."""
    total = 0.0
    for k in range(len(signal)):
        total += max(signal[k], 0.0) * output_weights[k]
    return total


@tight
def hear(signal, weights, numbers):
    """Add what numbers tell each neuron. What is 0 costs no time."""
    for i in range(len(weights)):
        if numbers[i] != 0.0:
            for k in range(len(signal)):
                signal[k] += numbers[i] * weights[i][k]
