"""A learned policy: a small network that corrects the heuristic's scores of actions. Rules.

It reads features of the state and features of the action (a game's `features`), through one hidden layer of rectifiers.
Weights are data: one compilation serves every file of weights, and no weights at all.
"""

from typing import Any, NamedTuple

from escapade.kernel.compile import rule, tight


class Policy(NamedTuple):
    """Weights, then scratch arrays; without weights the heuristic alone decides."""

    state_weights: Any  # [feature][neuron]
    action_weights: Any  # [feature][neuron]
    bias: Any  # [neuron]
    output_weights: Any  # [neuron]
    features: Any  # scratch, [2][feature]: of the state, of an action
    hidden: Any  # scratch, [2][neuron]: before activation, from the state alone and from both


NO_POLICY = Policy((), (), (), (), (), ())


@rule
def forward_state(policy):
    """Compute what the neurons receive from the state, whose features are written."""
    hidden = policy.hidden[0]
    for k in range(len(hidden)):
        hidden[k] = policy.bias[k]
    add_inputs(hidden, policy.state_weights, policy.features[0])


@rule
def correction(policy):
    """By how much the action whose features are written is better than the heuristic says."""
    hidden = policy.hidden[1]
    for k in range(len(hidden)):
        hidden[k] = policy.hidden[0][k]
    add_inputs(hidden, policy.action_weights, policy.features[1])
    return output(hidden, policy.output_weights)


@tight
def output(hidden, output_weights):
    """The network's output: rectified neurons, weighted."""
    total = 0.0
    for k in range(len(hidden)):
        total += max(hidden[k], 0.0) * output_weights[k]
    return total


@tight
def add_inputs(hidden, weights, features):
    """Add the product of features and weights. Features of 0 cost no time."""
    for i in range(len(weights)):
        if features[i] != 0.0:
            for k in range(len(hidden)):
                hidden[k] += features[i] * weights[i][k]
