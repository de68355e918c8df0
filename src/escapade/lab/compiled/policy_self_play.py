"""Games in which habits are learned, generic in what is bound to `game`, `heuristic`, `search` and `terms`: rules.

Every seat plays by sense and habit, softly. Now and then a decision is thought about: everything that is not as good as
never done is tried, played on by habit, and what came of it is written down. From that, slopes are taken: how to
change the habit so that what turned out better becomes likelier.
"""

from math import exp, log
from typing import Any, NamedTuple

from escapade.bots.habit import hear, spoken
from escapade.kernel.compile import rule, store, tight
from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.rng import draw, pick, seed
from escapade.kit.sampling import ALL_BITS

game: Any = None  # bound by compiled(policy_self_play, game=…, heuristic=…, search=…, terms=…)
heuristic: Any = None
search: Any = None
terms: Any = None

FAINT = -7.0  # the logarithm of how likely an action must be to be thought about


class ReplayBuffer(NamedTuple):
    """Decisions that were thought about. `used` has how many stand in it, and how many actions."""

    state_features: Any  # by decision: the numbers of the situation
    first: Any  # … its first action, among those of all decisions
    many: Any  # … how many actions it had
    action_features: Any  # by action: its numbers
    firm: Any  # … what sense thinks of it
    came: Any  # … what came of it, from -1 to 1
    used: Any


class Gradients(NamedTuple):
    """How what is wanted changes with each weight of a habit, and room."""

    state_weights: Any
    action_weights: Any
    bias: Any
    output_weights: Any
    likely: Any  # room: by action
    signal: Any  # room: by action and neuron, what each hears
    back: Any  # room: by neuron, for one action and for all of a decision


# --- Playing -----------------------------------------------------------------


@rule
def consider(view, n, workspace):
    """Write in desk.worth the logarithm of how likely each of n actions is taken."""
    search.weigh(view, workspace.out, n, workspace)
    for i in range(n):
        workspace.utility[i] /= terms.FIRM
    to_logarithms(workspace.utility, n)


@rule
def to_logarithms(utility, n):
    """From likings to the logarithms of how likely each is."""
    most = utility[0]
    for i in range(1, n):
        most = max(most, utility[i])
    total = 0.0
    for i in range(n):
        total += exp(utility[i] - most)
    for i in range(n):
        utility[i] -= most + log(total)


@rule
def by_lot(utility, n, words):
    """One of n actions, by how likely each is."""
    left = draw(words) / ALL_BITS
    for i in range(n):
        left -= exp(utility[i])
        if left < 0.0:
            return i
    return n - 1


@rule
def hopeful(workspace, n):
    """Keep those of n actions that are not as good as never taken; return how many."""
    kept = 0
    for i in range(n):
        if workspace.utility[i] > FAINT:
            workspace.out[kept] = workspace.out[i]
            workspace.utility[kept] = workspace.utility[i]
            kept += 1
    to_logarithms(workspace.utility, kept)  # of those that are left
    return kept


@rule
def write_down(view, n, workspace, aside, buffer):
    """Keep a decision with n actions: its numbers, and what sense thinks of each."""
    d = buffer.used[0]
    row = buffer.used[1]
    heuristic.weigh(view, workspace.out, n, aside.utility, aside.room)
    terms.state_features(view, aside.room, buffer.state_features[d])
    for i in range(n):
        terms.action_features(view, workspace.out[i], aside.utility[i], aside.room, buffer.action_features[row + i])
        buffer.firm[row + i] = search.firm(aside.utility[i])
    buffer.first[d] = row
    buffer.many[d] = n
    buffer.used[0] += 1
    buffer.used[1] += n


@rule
def try_out(state, n, number, workspace, aside, tie_noise, buffer):
    """Write what comes of each of n actions from here, all with the same dice, beside what was written down.

    The world is the true one. Nobody learns from that what a seat cannot see: a habit is told what is seen, and what
    looks the same comes up in many worlds.
    """
    row = buffer.used[1] - n
    store(aside.world, 0, state)
    for i in range(n):
        search.carry_out(state, workspace.out[i], number, aside, tie_noise)
        search.judge(aside)
        buffer.came[row + i] = aside.score[state.turn]


@rule
def practise(start, first, often, workspace, aside, tie_noise, buffer):
    """Play games from the start until the diary is full, and think about decisions so often; return how many games."""
    buffer.used[0] = 0
    buffer.used[1] = 0
    number = first
    while True:
        seed(workspace.words, number)
        store(workspace.work, 0, start)
        state = workspace.work[0]
        while state.turn != OVER:
            if buffer.used[0] == len(buffer.many) or buffer.used[1] + len(workspace.out) > len(buffer.firm):
                return number - first
            game.apply(state, practised(state, often, workspace, aside, tie_noise, buffer))
        number += 1


@rule
def practised(state, often, workspace, aside, tie_noise, buffer):
    """What happens next: chance by its odds, a seat by sense and habit, softly."""
    if state.turn == CHANCE:
        n = game.odds(state, workspace.out, workspace.weight)
        return workspace.out[pick(workspace.words, workspace.weight, n)]
    n = game.legal(state, workspace.out)
    if n == 1:
        return workspace.out[0]
    store(workspace.seat_view, 0, state)
    game.observe(workspace.seat_view[0], state.turn)
    consider(workspace.seat_view[0], n, workspace)
    n = hopeful(workspace, n)
    if n > 1 and draw(workspace.words) < often * ALL_BITS:
        write_down(workspace.seat_view[0], n, workspace, aside, buffer)
        try_out(state, n, draw(workspace.words), workspace, aside, tie_noise, buffer)
    return workspace.out[by_lot(workspace.utility, n, workspace.words)]


@rule
def examine(start, first, games, desks, tie_noise, score):
    """Play games in which one seat has the first desk and all others the second; seats go round."""
    for number in range(games):
        work = desks[0].work
        seed(desks[0].words, first + number)
        seed(desks[1].words, ~(first + number))
        store(work, 0, start)
        while work[0].turn != OVER:
            mine = work[0].turn == number % start.seats
            game.apply(work[0], search.next_action(work[0], desks[0] if mine else desks[1], tie_noise))
        game.returns(work[0], score[number])


# --- Learning ----------------------------------------------------------------


@rule
def gradients(some, buffer, habit, variety, out):
    """How to change a habit so that more comes of decisions of the diary.

    `variety` keeps choices open: what is better by that much becomes about three times as likely, and no more.
    """
    clear(out)
    share = 1.0 / len(some)
    for d in some:
        n = buffer.many[d]
        first = buffer.first[d]
        rethought(d, n, buffer, habit, out)
        mean = 0.0
        for i in range(n):
            mean += exp(out.likely[i]) * (buffer.came[first + i] - variety * out.likely[i])
        for i in range(n):
            p = exp(out.likely[i])
            slope = p * share * (mean - buffer.came[first + i] + variety * out.likely[i])
            backward(buffer.action_features[first + i], out.signal[i], slope, habit, out)
        accumulate(out.state_weights, buffer.state_features[d], out.back[1])


@rule
def clear(out):
    """Begin with no slope at all."""
    for k in range(len(out.bias)):
        out.bias[k] = 0.0
        out.output_weights[k] = 0.0
        for f in range(len(out.state_weights)):
            out.state_weights[f][k] = 0.0
        for f in range(len(out.action_weights)):
            out.action_weights[f][k] = 0.0


@rule
def rethought(d, n, buffer, habit, out):
    """What a habit thinks now of n actions that were written down: what neurons hear, and logarithms."""
    first = buffer.first[d]
    common = out.back[0]
    for k in range(len(common)):
        common[k] = habit.bias[k]
        out.back[1][k] = 0.0
    hear(common, habit.state_weights, buffer.state_features[d])
    for i in range(n):
        signal = out.signal[i]
        for k in range(len(signal)):
            signal[k] = common[k]
        hear(signal, habit.action_weights, buffer.action_features[first + i])
        out.likely[i] = buffer.firm[first + i] + spoken(signal, habit.output_weights)
    to_logarithms(out.likely, n)


@tight
def backward(action_features, signal, slope, habit, out):
    """What an action's slope means for the weights; what it means for the situation's is gathered for all actions."""
    back = out.back[0]
    for k in range(len(back)):
        back[k] = slope * habit.output_weights[k] if signal[k] > 0.0 else 0.0
        out.output_weights[k] += slope * max(signal[k], 0.0)
        out.bias[k] += back[k]
        out.back[1][k] += back[k]
    accumulate(out.action_weights, action_features, back)


@tight
def accumulate(weights, numbers, back):
    """Each weight has its part in what came of the number it is for."""
    for f in range(len(weights)):
        if numbers[f] != 0.0:
            for k in range(len(back)):
                weights[f][k] += numbers[f] * back[k]
