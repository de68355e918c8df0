"""Self-play that trains a policy: rules, generic in the modules bound to `game`, `heuristic`, `search` and `features`.

Every seat samples its actions from the policy, which corrects the heuristic's logits. A share of the decisions is
evaluated: each action that is not too improbable is applied and rolled out by the policy, and its value is written to a
buffer. `gradients` is the all-actions policy gradient on decisions of a buffer, with an entropy bonus.
"""

from math import exp, log
from typing import Any, NamedTuple

from escapade.bots.policy import add_inputs, output
from escapade.kernel.compile import rule, store, tight
from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.rng import draw, pick, seed
from escapade.kit.sampling import ALL_BITS

game: Any = None  # bound by compiled(policy_self_play, game=…, heuristic=…, search=…, features=…)
heuristic: Any = None
search: Any = None
features: Any = None

MIN_LOG_PROBABILITY = -7.0  # of an action; less probable ones are not evaluated


class ReplayBuffer(NamedTuple):
    """Evaluated decisions, and their actions one after another."""

    state_features: Any  # [decision][feature]
    first: Any  # [decision]: its first action
    many: Any  # [decision]: how many actions
    action_features: Any  # [action][feature]
    prior: Any  # [action]: the heuristic's logit
    values: Any  # [action]: from -1 to 1
    used: Any  # [2]: decisions, actions


class Gradients(NamedTuple):
    """The gradient of each weight of a policy, then scratch arrays."""

    state_weights: Any
    action_weights: Any
    bias: Any
    output_weights: Any
    log_probabilities: Any  # scratch, [action]
    signal: Any  # scratch, [action][neuron]: before activation
    back: Any  # scratch, [2][neuron]: gradients of one action, and of all actions of a decision


# --- Playing -----------------------------------------------------------------


@rule
def score_log_probabilities(view, n, workspace):
    """Write the policy's log-probability of each of n actions to workspace.utility."""
    search.weigh(view, workspace.out, n, workspace)
    for i in range(n):
        workspace.utility[i] /= features.FIRM
    normalise(workspace.utility, n)


@rule
def normalise(utility, n):
    """Turn logits into log-probabilities."""
    most = utility[0]
    for i in range(1, n):
        most = max(most, utility[i])
    total = 0.0
    for i in range(n):
        total += exp(utility[i] - most)
    for i in range(n):
        utility[i] -= most + log(total)


@rule
def sample(utility, n, words):
    """Sample one of n actions by log-probabilities."""
    left = draw(words) / ALL_BITS
    for i in range(n):
        left -= exp(utility[i])
        if left < 0.0:
            return i
    return n - 1


@rule
def drop_improbable(workspace, n):
    """Drop actions that are too improbable to be evaluated; return how many are left."""
    left = 0
    for i in range(n):
        if workspace.utility[i] > MIN_LOG_PROBABILITY:
            workspace.out[left] = workspace.out[i]
            workspace.utility[left] = workspace.utility[i]
            left += 1
    normalise(workspace.utility, left)  # of those that are left
    return left


@rule
def write_decision(view, n, workspace, rollouts, buffer):
    """Append a decision with n actions to the buffer: features and the heuristic's logits."""
    d = buffer.used[0]
    row = buffer.used[1]
    heuristic.weigh(view, workspace.out, n, rollouts.utility, rollouts.room)
    features.state_features(view, rollouts.room, buffer.state_features[d])
    for i in range(n):
        features.action_features(
            view, workspace.out[i], rollouts.utility[i], rollouts.room, buffer.action_features[row + i]
        )
        buffer.prior[row + i] = search.firm(rollouts.utility[i])
    buffer.first[d] = row
    buffer.many[d] = n
    buffer.used[0] += 1
    buffer.used[1] += n


@rule
def evaluate_actions(state, n, number, workspace, rollouts, tie_noise, buffer):
    """Write the values of the n actions that were appended last, all rolled out with the same dice.

    They are rolled out from the true state. The policy learns nothing hidden from that: its features are taken from the
    view, and views that look the same occur with many states.
    """
    row = buffer.used[1] - n
    store(rollouts.world, 0, state)
    for i in range(n):
        search.carry_out(state, workspace.out[i], number, rollouts, tie_noise)
        search.judge(rollouts)
        buffer.values[row + i] = rollouts.score[state.turn]


@rule
def fill_buffer(start, first, evaluation_rate, workspace, rollouts, tie_noise, buffer):
    """Play games until the buffer is full, evaluating a share of the decisions; return how many games ended."""
    buffer.used[0] = 0
    buffer.used[1] = 0
    number = first
    while True:
        seed(workspace.words, number)
        store(workspace.work, 0, start)
        state = workspace.work[0]
        while state.turn != OVER:
            if buffer.used[0] == len(buffer.many) or buffer.used[1] + len(workspace.out) > len(buffer.prior):
                return number - first
            game.apply(state, play_action(state, evaluation_rate, workspace, rollouts, tie_noise, buffer))
        number += 1


@rule
def play_action(state, evaluation_rate, workspace, rollouts, tie_noise, buffer):
    """Sample the next action: of chance by its odds, of a seat by the policy; perhaps evaluate the decision."""
    if state.turn == CHANCE:
        n = game.odds(state, workspace.out, workspace.weight)
        return workspace.out[pick(workspace.words, workspace.weight, n)]
    n = game.legal(state, workspace.out)
    if n == 1:
        return workspace.out[0]
    store(workspace.seat_view, 0, state)
    game.observe(workspace.seat_view[0], state.turn)
    score_log_probabilities(workspace.seat_view[0], n, workspace)
    n = drop_improbable(workspace, n)
    if n > 1 and draw(workspace.words) < evaluation_rate * ALL_BITS:
        write_decision(workspace.seat_view[0], n, workspace, rollouts, buffer)
        evaluate_actions(state, n, draw(workspace.words), workspace, rollouts, tie_noise, buffer)
    return workspace.out[sample(workspace.utility, n, workspace.words)]


@rule
def play_against(start, first, games, workspaces, tie_noise, score):
    """Play games in which one seat, in turns, plays by the first workspace and all others by the second."""
    for number in range(games):
        work = workspaces[0].work
        seed(workspaces[0].words, first + number)
        seed(workspaces[1].words, ~(first + number))
        store(work, 0, start)
        while work[0].turn != OVER:
            mine = work[0].turn == number % start.seats
            game.apply(work[0], search.next_action(work[0], workspaces[0] if mine else workspaces[1], tie_noise))
        game.returns(work[0], score[number])


# --- Learning ----------------------------------------------------------------


@rule
def gradients(some, buffer, policy, entropy_bonus, out):
    """Take the gradient of minus the expected value, with entropy bonus, over decisions of a buffer.

    `entropy_bonus` keeps choices open: what is better by that much becomes about three times as likely, and no more.
    """
    clear(out)
    share = 1.0 / len(some)
    for d in some:
        n = buffer.many[d]
        first = buffer.first[d]
        forward(d, n, buffer, policy, out)
        mean = 0.0
        for i in range(n):
            log_p = out.log_probabilities[i]
            mean += exp(log_p) * (buffer.values[first + i] - entropy_bonus * log_p)
        for i in range(n):
            log_p = out.log_probabilities[i]
            gradient = exp(log_p) * share * (mean - buffer.values[first + i] + entropy_bonus * log_p)
            backward(buffer.action_features[first + i], out.signal[i], gradient, policy, out)
        accumulate(out.state_weights, buffer.state_features[d], out.back[1])


@rule
def clear(out):
    """Set all gradients to 0."""
    for k in range(len(out.bias)):
        out.bias[k] = 0.0
        out.output_weights[k] = 0.0
        for f in range(len(out.state_weights)):
            out.state_weights[f][k] = 0.0
        for f in range(len(out.action_weights)):
            out.action_weights[f][k] = 0.0


@rule
def forward(d, n, buffer, policy, out):
    """Compute the policy of this moment for the n actions of a decision: signals and log-probabilities."""
    first = buffer.first[d]
    common = out.back[0]
    for k in range(len(common)):
        common[k] = policy.bias[k]
        out.back[1][k] = 0.0
    add_inputs(common, policy.state_weights, buffer.state_features[d])
    for i in range(n):
        signal = out.signal[i]
        for k in range(len(signal)):
            signal[k] = common[k]
        add_inputs(signal, policy.action_weights, buffer.action_features[first + i])
        out.log_probabilities[i] = buffer.prior[first + i] + output(signal, policy.output_weights)
    normalise(out.log_probabilities, n)


@tight
def backward(action_features, signal, gradient, policy, out):
    """Propagate an action's gradient to the weights; its share of the state's is added up in out.back[1]."""
    back = out.back[0]
    for k in range(len(back)):
        back[k] = gradient * policy.output_weights[k] if signal[k] > 0.0 else 0.0
        out.output_weights[k] += gradient * max(signal[k], 0.0)
        out.bias[k] += back[k]
        out.back[1][k] += back[k]
    accumulate(out.action_weights, action_features, back)


@tight
def accumulate(weights, inputs, back):
    """Add the outer product of features and back-propagated gradients."""
    for f in range(len(weights)):
        if inputs[f] != 0.0:
            for k in range(len(back)):
                weights[f][k] += inputs[f] * back[k]
