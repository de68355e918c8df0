"""Looking ahead, generic in what is bound to the names `game`, `heuristic` and `features`: rules.

A seat's view is filled with guesses: a world. Every candidate is tried in the same worlds, with the same dice, and
played on by the heuristic (and a learned policy, if any), each seat from its own view, until that can be valued.
"""

from typing import Any, NamedTuple

from escapade.bots.policy import NO_POLICY, correction, forward_state
from escapade.kernel.compile import rule, store
from escapade.kernel.names import CHANCE, NONE, OVER
from escapade.kernel.rng import LOW, draw, mix, pick, seed
from escapade.kit.sampling import ALL_BITS, softmax

game: Any = None  # bound by compiled(search, game=…, heuristic=…, features=…); plain callers set them
heuristic: Any = None
features: Any = None

HASTE = 1e-3  # share of what an end is worth that is lost with every turn until then
TURNS = 52  # the bit from which on the number of a rollout's dice counts its turns


class Workspace(NamedTuple):
    """The room a search works in, made once, so that it never asks for memory."""

    world: Any  # a guess of what is hidden
    work: Any  # the world that is played on
    seat_view: Any  # what a seat sees of it
    out: Any
    weight: Any
    utility: Any
    room: Any
    words: Any
    score: Any
    course: Any  # of a rollout: the number of its dice, how many turns were begun, and whose is the last
    care: Any = 0  # how often a guess is thought over
    past: Any = ()  # worlds that explain what was heard; none: the view is all there is to go by
    chance: Any = ()  # … and how likely each of them is, together with all before it
    policy: Any = NO_POLICY  # learned, corrects the heuristic


@rule
def prefer(view, out, n, workspace, tie_noise):
    """Weigh n actions and return the place of the best, give or take a whim."""
    weigh(view, out, n, workspace)
    return best(out, n, workspace, tie_noise)


@rule
def weigh(view, out, n, workspace):
    """Write what each of n actions is worth by the heuristic, and by a learned policy where there is one."""
    heuristic.weigh(view, out, n, workspace.utility, workspace.room)
    if len(workspace.policy.bias) > 0:
        correct(view, out, n, workspace.utility, workspace.room, workspace.policy)


@rule
def correct(view, out, n, utility, room, policy):
    """Correct what the heuristic says by a policy, in the heuristic's own measure."""
    features.state_features(view, room, policy.features[0])
    forward_state(policy)
    for i in range(n):
        features.action_features(view, out[i], utility[i], room, policy.features[1])
        utility[i] = features.FIRM * (firm(utility[i]) + correction(policy))


@rule
def firm(utility):
    """What the heuristic says, in units of a correction; what it says of a win or of folly is cut."""
    return min(max(utility, -features.BOUND), features.BOUND) / features.FIRM


@rule
def best(out, n, workspace, tie_noise):
    """The place of the best of n weighed actions, give or take a whim, which does not depend on what else is legal."""
    found = 0
    most = 0.0
    taste = draw(workspace.words)
    for i in range(n):
        liking = workspace.utility[i] + tie_noise * (mix(taste ^ out[i] * 0x9E3779B1 & LOW) / ALL_BITS)
        if i == 0 or liking > most:
            found = i
            most = liking
    return found


@rule
def drift(view, out, n, workspace, temperature):
    """Weigh n actions and return the place of one of them: the better, the likelier."""
    weigh(view, out, n, workspace)
    return likely(workspace, n, temperature)


@rule
def likely(workspace, n, temperature):
    """The place of one of n weighed actions: the better, the likelier."""
    left = softmax(workspace.utility, n, temperature) * (draw(workspace.words) / ALL_BITS)
    for i in range(n):
        left -= workspace.utility[i]
        if left < 0.0:
            return i
    return n - 1


@rule
def next_action(state, workspace, tie_noise):
    """What happens next: chance by its odds, a seat by what looks best to it, from what it sees itself."""
    out = workspace.out
    if state.turn == CHANCE:
        n = game.odds(state, out, workspace.weight)
        return out[pick(workspace.words, workspace.weight, n)]
    n = game.legal(state, out)
    if n == 1:
        return out[0]
    store(workspace.seat_view, 0, state)
    game.observe(workspace.seat_view[0], state.turn)
    return out[prefer(workspace.seat_view[0], out, n, workspace, tie_noise)]


@rule
def throw(root, number, workspace):
    """Begin a rollout from the root with the dice of this number."""
    seed(workspace.words, number)
    workspace.course[0] = number
    workspace.course[1] = 0
    workspace.course[2] = root.turn


@rule
def take_turn(state, workspace):
    """Every turn has dice of its own: what came before it, one throw more or less, does not change its throws.

    So two actions that are tried in the same world mostly meet the same luck, and differ by what they do.
    """
    if state.turn >= 0 and state.turn != workspace.course[2]:
        workspace.course[1] += 1
        workspace.course[2] = state.turn
        seed(workspace.words, workspace.course[0] ^ workspace.course[1] << TURNS)


@rule
def play_on(root, state, workspace, tie_noise):
    """Play on until there is enough to value; return how many plies that took."""
    plies = 0
    while state.turn != OVER and not heuristic.enough(root, state, plies):
        take_turn(state, workspace)
        game.apply(state, next_action(state, workspace, tie_noise))
        plies += 1
    return plies


@rule
def guess(root, me, number, workspace):
    """Make a world of what a seat sees, each number its own: of a few that fit, a likelier one is likelier taken."""
    seed(workspace.words, number)
    if len(workspace.past) > 0:
        remember(workspace)
        return
    total = 0.0
    for _ in range(heuristic.GUESSES):
        store(workspace.seat_view, 0, root)
        game.determinize(workspace.seat_view[0], workspace.words)
        weight = heuristic.likely(workspace.seat_view[0], me)
        total += weight
        if draw(workspace.words) / ALL_BITS * total < weight:
            store(workspace.world, 0, workspace.seat_view[0])
    if workspace.care > 0:
        heuristic.rethink(root, workspace.world[0], me, workspace.words, workspace.care)


@rule
def remember(workspace):
    """Take one of the worlds that explain what was heard, a likelier one likelier."""
    left = draw(workspace.words) / ALL_BITS * workspace.chance[-1]
    i = 0
    while workspace.chance[i] <= left and i < len(workspace.chance) - 1:
        i += 1
    store(workspace.world, 0, workspace.past[i])


@rule
def carry_out(root, action, number, workspace, tie_noise):
    """Try an action in the world that was guessed, and play on; the number throws the same dice for every action."""
    throw(root, ~number, workspace)
    store(workspace.work, 0, workspace.world[0])
    game.apply(workspace.work[0], action)
    play_on(root, workspace.work[0], workspace, tie_noise)


@rule
def judge(workspace):
    """Write what the world that was played on is worth to each seat.

    The sooner an end comes, the more it counts: who is winning does not dawdle, and who is losing holds out.
    """
    heuristic.value(workspace.work[0], workspace.score)
    if workspace.work[0].turn == OVER:
        for seat in range(len(workspace.score)):
            workspace.score[seat] *= 1.0 - HASTE * workspace.course[1]


@rule
def foresee(root, me, tried, n, first, worlds, workspace, tie_noise, found):
    """Try n actions in the same worlds, and write what each world is then worth to each seat.

    NONE stands for what chance or the heuristic would do. `me` sees the root and guesses the rest; where it is NONE,
    nothing is hidden in the root, and it is the world.
    """
    for k in range(worlds):
        number = first + k
        if me == NONE:
            store(workspace.world, 0, root)
        else:
            guess(root, me, number, workspace)
        for i in range(n):
            action = tried[i]
            if action == NONE:
                seed(workspace.words, -number)  # dice that what follows does not throw again
                action = next_action(workspace.world[0], workspace, tie_noise)
            carry_out(root, action, number, workspace, tie_noise)
            judge(workspace)
            for seat in range(len(workspace.score)):
                found[k][i][seat] = workspace.score[seat]


@rule
def compare(root, me, tried, n, first, worlds, workspace, tie_noise, traits):
    """Try n candidates in the same worlds again, and add up by what traits their outcomes differ."""
    for number in range(first, first + worlds):
        guess(root, me, number, workspace)
        for i in range(n):
            carry_out(root, tried[i], number, workspace, tie_noise)
            heuristic.traits(workspace.work[0], me, traits[i])
