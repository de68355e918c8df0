"""Looking ahead, generic in what is bound to the names `game`, `sense` and `terms`: rules.

A seat's view is filled with guesses: a world. Every candidate is tried in the same worlds, with the same dice, and
played on by sense, and habit where there is one, for every seat, each from its own view, until that can be valued.
"""

from math import exp
from typing import Any, NamedTuple

from escapade.bots.habit import NO_HABIT, correction, take_in
from escapade.bots.learned import BY_HAND, worths
from escapade.kernel.compile import rule, store
from escapade.kernel.names import CHANCE, NONE, OVER
from escapade.kernel.rng import LOW, draw, mix, pick, seed

game: Any = None  # bound by compiled(search, game=…, sense=…, terms=…); plain callers set them
sense: Any = None
terms: Any = None

ALL_BITS = 4294967296.0  # a draw is below this
HASTE = 1e-3  # share of what an end is worth that is lost with every turn until then
TURNS = 52  # the bit from which on the number of a rollout's dice counts its turns


class Desk(NamedTuple):
    """The room a search works in, made once, so that it never asks for memory."""

    world: Any  # a guess of what is hidden
    work: Any  # the world that is played on
    eyes: Any  # what a seat sees of it
    out: Any
    weight: Any
    worth: Any
    room: Any
    words: Any
    score: Any
    course: Any  # of a rollout: the number of its dice, how many turns were begun, and whose is the last
    net: Any = BY_HAND  # or a learned evaluator that judges `work`
    care: Any = 0  # how often a guess is thought over
    past: Any = ()  # worlds that explain what was heard; none: the view is all there is to go by
    chance: Any = ()  # … and how likely each of them is, together with all before it
    habit: Any = NO_HABIT  # what practice has taught beyond sense


@rule
def prefer(view, out, n, desk, whim):
    """Weigh n actions and return the place of the best, give or take a whim."""
    weigh(view, out, n, desk)
    return best(out, n, desk, whim)


@rule
def weigh(view, out, n, desk):
    """Write what each of n actions is worth by sense, and by habit where there is one."""
    sense.weigh(view, out, n, desk.worth, desk.room)
    if len(desk.habit.added) > 0:
        correct(view, out, n, desk.worth, desk.room, desk.habit)


@rule
def correct(view, out, n, worth, room, habit):
    """Correct by habit what sense says, in sense's own measure."""
    terms.scene(view, room, habit.numbers[0])
    take_in(habit)
    for i in range(n):
        terms.deed(view, out[i], worth[i], room, habit.numbers[1])
        worth[i] = terms.FIRM * (firm(worth[i]) + correction(habit))


@rule
def firm(worth):
    """What sense says, in units of a correction; what it says of a win or of folly is cut."""
    return min(max(worth, -terms.BOUND), terms.BOUND) / terms.FIRM


@rule
def best(out, n, desk, whim):
    """The place of the best of n weighed actions, give or take a whim, which does not depend on what else is legal."""
    found = 0
    most = 0.0
    taste = draw(desk.words)
    for i in range(n):
        liking = desk.worth[i] + whim * (mix(taste ^ out[i] * 0x9E3779B1 & LOW) / ALL_BITS)
        if i == 0 or liking > most:
            found = i
            most = liking
    return found


@rule
def drift(view, out, n, desk, temperature):
    """Weigh n actions and return the place of one of them: the better, the likelier."""
    weigh(view, out, n, desk)
    return likely(desk, n, temperature)


@rule
def likely(desk, n, temperature):
    """The place of one of n weighed actions: the better, the likelier."""
    left = soften(desk.worth, n, temperature) * (draw(desk.words) / ALL_BITS)
    for i in range(n):
        left -= desk.worth[i]
        if left < 0.0:
            return i
    return n - 1


@rule
def soften(worth, n, temperature):
    """Write how likely each of n actions is, in place of what it is worth, in parts of the sum that is returned."""
    most = worth[0]
    for i in range(1, n):
        most = max(most, worth[i])
    total = 0.0
    for i in range(n):
        worth[i] = exp((worth[i] - most) / temperature)
        total += worth[i]
    return total


@rule
def next_action(state, desk, whim):
    """What happens next: chance by its odds, a seat by what looks best to it, from what it sees itself."""
    out = desk.out
    if state.turn == CHANCE:
        n = game.odds(state, out, desk.weight)
        return out[pick(desk.words, desk.weight, n)]
    n = game.legal(state, out)
    if n == 1:
        return out[0]
    store(desk.eyes, 0, state)
    game.observe(desk.eyes[0], state.turn)
    return out[prefer(desk.eyes[0], out, n, desk, whim)]


@rule
def throw(root, number, desk):
    """Begin a rollout from the root with the dice of this number."""
    seed(desk.words, number)
    desk.course[0] = number
    desk.course[1] = 0
    desk.course[2] = root.turn


@rule
def take_turn(state, desk):
    """Every turn has dice of its own: what came before it, one throw more or less, does not change its throws.

    So two actions that are tried in the same world mostly meet the same luck, and differ by what they do.
    """
    if state.turn >= 0 and state.turn != desk.course[2]:
        desk.course[1] += 1
        desk.course[2] = state.turn
        seed(desk.words, desk.course[0] ^ desk.course[1] << TURNS)


@rule
def play_on(root, state, desk, whim):
    """Play on until there is enough to value; return how many plies that took."""
    plies = 0
    while state.turn != OVER and not sense.enough(root, state, plies):
        take_turn(state, desk)
        game.apply(state, next_action(state, desk, whim))
        plies += 1
    return plies


@rule
def guess(root, me, number, desk):
    """Make a world of what a seat sees, each number its own: of a few that fit, a likelier one is likelier taken."""
    seed(desk.words, number)
    if len(desk.past) > 0:
        remember(desk)
        return
    total = 0.0
    for _ in range(sense.GUESSES):
        store(desk.eyes, 0, root)
        game.determinize(desk.eyes[0], desk.words)
        weight = sense.likely(desk.eyes[0], me)
        total += weight
        if draw(desk.words) / ALL_BITS * total < weight:
            store(desk.world, 0, desk.eyes[0])
    if desk.care > 0:
        sense.rethink(root, desk.world[0], me, desk.words, desk.care)


@rule
def remember(desk):
    """Take one of the worlds that explain what was heard, a likelier one likelier."""
    left = draw(desk.words) / ALL_BITS * desk.chance[-1]
    i = 0
    while desk.chance[i] <= left and i < len(desk.chance) - 1:
        i += 1
    store(desk.world, 0, desk.past[i])


@rule
def carry_out(root, action, number, desk, whim):
    """Try an action in the world that was guessed, and play on; the number throws the same dice for every action."""
    throw(root, ~number, desk)
    store(desk.work, 0, desk.world[0])
    game.apply(desk.work[0], action)
    play_on(root, desk.work[0], desk, whim)


@rule
def judge(desk):
    """Write what the world that was played on is worth to each seat: the one door to whoever knows, by hand or learned.

    A learned evaluator knows nothing of the end, and the rules know all. The sooner an end comes, the more it counts:
    who is winning does not dawdle, and who is losing holds out.
    """
    if desk.work[0].turn == OVER:
        sense.value(desk.work[0], desk.score)
        for seat in range(len(desk.score)):
            desk.score[seat] *= 1.0 - HASTE * desk.course[1]
    elif len(desk.net.layers) == 0:
        sense.value(desk.work[0], desk.score)
    else:
        worths(desk.net, desk.score)


@rule
def foresee(root, me, tried, n, first, worlds, desk, whim, found):
    """Try n actions in the same worlds, and write what each world is then worth to each seat.

    NONE stands for what chance or sense would do. `me` is who sees the root and guesses the rest; where it is NONE,
    nothing is hidden in the root, and it is the world.
    """
    for k in range(worlds):
        number = first + k
        if me == NONE:
            store(desk.world, 0, root)
        else:
            guess(root, me, number, desk)
        for i in range(n):
            action = tried[i]
            if action == NONE:
                seed(desk.words, -number)  # dice that what follows does not throw again
                action = next_action(desk.world[0], desk, whim)
            carry_out(root, action, number, desk, whim)
            judge(desk)
            for seat in range(len(desk.score)):
                found[k][i][seat] = desk.score[seat]


@rule
def compare(root, me, tried, n, first, worlds, desk, whim, traits):
    """Try n candidates in the same worlds again, and add up by what traits their outcomes differ."""
    for number in range(first, first + worlds):
        guess(root, me, number, desk)
        for i in range(n):
            carry_out(root, tried[i], number, desk, whim)
            sense.traits(desk.work[0], me, traits[i])
