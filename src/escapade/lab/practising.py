"""Games in which habits are learned, generic in what is bound to `game`, `sense`, `search` and `terms`: rules.

Every seat plays by sense and habit, softly, and writes down what it saw, what it could do and what it did. From that
and from who won in the end, slopes are taken: how to change the habit so that what turned out well becomes likelier.
"""

from math import exp, log
from typing import Any, NamedTuple

from escapade.bots.habit import correction, hear, spoken, take_in
from escapade.bots.search import ALL_BITS
from escapade.kernel.compile import rule, store, tight
from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.rng import draw, pick, seed

game: Any = None  # bound by compiled(practising, game=…, sense=…, search=…, terms=…)
sense: Any = None
search: Any = None
terms: Any = None


class Diary(NamedTuple):
    """What was decided in some games. `used` has how many decisions stand in it, and how many actions."""

    scene: Any  # by decision: the numbers of the situation
    first: Any  # … its first action, among those of all decisions
    many: Any  # … how many actions it had
    chosen: Any  # … which of them was taken
    likely: Any  # … the logarithm of how likely that was
    game: Any
    seat: Any
    deed: Any  # by action: its numbers
    firm: Any  # … what sense thinks of it
    used: Any


class Slopes(NamedTuple):
    """How what is wanted changes with each weight of a habit, and room."""

    scene: Any
    deed: Any
    added: Any
    heeded: Any
    likely: Any  # room: by action
    signal: Any  # room: by action and neuron, what each hears
    back: Any  # room: by neuron, for one action and for all of a decision


# --- Playing -----------------------------------------------------------------


@rule
def consider(view, n, desk, diary):
    """Write down n actions, and in desk.worth the logarithm of how likely each is taken."""
    habit = desk.habit
    worth = desk.worth
    row = diary.used[1]
    sense.weigh(view, desk.out, n, worth, desk.room)
    terms.scene(view, desk.room, habit.numbers[0])
    take_in(habit)
    for i in range(n):
        terms.deed(view, desk.out[i], worth[i], desk.room, habit.numbers[1])
        for k in range(terms.DEED):
            diary.deed[row + i][k] = habit.numbers[1][k]
        diary.firm[row + i] = search.firm(worth[i])
        worth[i] = diary.firm[row + i] + correction(habit)
    to_logarithms(worth, n)


@rule
def to_logarithms(worth, n):
    """From likings to the logarithms of how likely each is."""
    most = worth[0]
    for i in range(1, n):
        most = max(most, worth[i])
    total = 0.0
    for i in range(n):
        total += exp(worth[i] - most)
    for i in range(n):
        worth[i] -= most + log(total)


@rule
def by_lot(worth, n, words):
    """One of n actions, by how likely each is."""
    left = draw(words) / ALL_BITS
    for i in range(n):
        left -= exp(worth[i])
        if left < 0.0:
            return i
    return n - 1


@rule
def write_down(view, n, chosen, number, desk, diary):
    """Keep a decision whose actions were written down."""
    d = diary.used[0]
    for k in range(terms.SCENE):
        diary.scene[d][k] = desk.habit.numbers[0][k]
    diary.first[d] = diary.used[1]
    diary.many[d] = n
    diary.chosen[d] = chosen
    diary.likely[d] = desk.worth[chosen]
    diary.game[d] = number
    diary.seat[d] = view.turn
    diary.used[0] += 1
    diary.used[1] += n


@rule
def practise(start, first, games, desk, diary, score):
    """Play games with dice of their own, each from the start, and write all decisions down; return how many ended.

    When the diary is full, the last game is dropped.
    """
    diary.used[0] = 0
    diary.used[1] = 0
    for number in range(games):
        decisions = diary.used[0]
        seed(desk.words, first + number)
        store(desk.work, 0, start)
        state = desk.work[0]
        while state.turn != OVER:
            if diary.used[0] == len(diary.many) or diary.used[1] + len(desk.out) > len(diary.firm):
                diary.used[0] = decisions
                return number
            game.apply(state, practised(state, number, desk, diary))
        game.returns(state, score[number])
    return games


@rule
def practised(state, number, desk, diary):
    """What happens next: chance by its odds, a seat by sense and habit, softly, and written down."""
    if state.turn == CHANCE:
        n = game.odds(state, desk.out, desk.weight)
        return desk.out[pick(desk.words, desk.weight, n)]
    n = game.legal(state, desk.out)
    if n == 1:
        return desk.out[0]
    store(desk.eyes, 0, state)
    game.observe(desk.eyes[0], state.turn)
    consider(desk.eyes[0], n, desk, diary)
    chosen = by_lot(desk.worth, n, desk.words)
    write_down(desk.eyes[0], n, chosen, number, desk, diary)
    return desk.out[chosen]


@rule
def examine(start, first, games, desks, whim, score):
    """Play games in which one seat has the first desk and all others the second; seats go round."""
    for number in range(games):
        work = desks[0].work
        seed(desks[0].words, first + number)
        seed(desks[1].words, ~(first + number))
        store(work, 0, start)
        while work[0].turn != OVER:
            mine = work[0].turn == number % start.seats
            game.apply(work[0], search.next_action(work[0], desks[0] if mine else desks[1], whim))
        game.returns(work[0], score[number])


# --- Learning ----------------------------------------------------------------


@rule
def credit(order, diary, foretold, came, trust, better):
    """How much better each decision turned out than was foretold: decisions of a seat in `order`, one after another.

    What the next decision foretells counts, what came in the end by `trust` (generalised advantage estimation).
    """
    run = 0.0
    for i in range(len(order) - 1, -1, -1):
        d = order[i]
        last = i == len(order) - 1
        if not last:
            after = order[i + 1]
            last = diary.game[after] != diary.game[d] or diary.seat[after] != diary.seat[d]
        run = came[d] - foretold[d] if last else foretold[order[i + 1]] - foretold[d] + trust * run
        better[d] = run


@rule
def slopes(some, diary, better, habit, clip, variety, out):
    """How to change a habit so that decisions of the diary that turned out better become likelier (PPO).

    A decision that has become likelier or less likely by `clip` already says no more; `variety` keeps choices open.
    """
    clear(out)
    share = 1.0 / len(some)
    for d in some:
        n = diary.many[d]
        rethought(d, n, diary, habit, out)
        chosen = diary.chosen[d]
        ratio = exp(out.likely[chosen] - diary.likely[d])
        pull = 0.0
        if (better[d] > 0.0 and ratio < 1.0 + clip) or (better[d] < 0.0 and ratio > 1.0 - clip):
            pull = ratio * better[d] * share
        spread = 0.0
        for i in range(n):
            spread -= exp(out.likely[i]) * out.likely[i]
        for i in range(n):
            p = exp(out.likely[i])
            slope = p * (pull + variety * share * (out.likely[i] + spread))
            if i == chosen:
                slope -= pull
            pass_back(diary.deed[diary.first[d] + i], out.signal[i], slope, habit, out)
        lay_to(out.scene, diary.scene[d], out.back[1])


@rule
def clear(out):
    """Begin with no slope at all."""
    for k in range(len(out.added)):
        out.added[k] = 0.0
        out.heeded[k] = 0.0
        for f in range(len(out.scene)):
            out.scene[f][k] = 0.0
        for f in range(len(out.deed)):
            out.deed[f][k] = 0.0


@rule
def rethought(d, n, diary, habit, out):
    """What a habit thinks now of n actions that were written down: what neurons hear, and logarithms."""
    first = diary.first[d]
    common = out.back[0]
    for k in range(len(common)):
        common[k] = habit.added[k]
        out.back[1][k] = 0.0
    hear(common, habit.scene, diary.scene[d])
    for i in range(n):
        signal = out.signal[i]
        for k in range(len(signal)):
            signal[k] = common[k]
        hear(signal, habit.deed, diary.deed[first + i])
        out.likely[i] = diary.firm[first + i] + spoken(signal, habit.heeded)
    to_logarithms(out.likely, n)


@tight
def pass_back(deed, signal, slope, habit, out):
    """What an action's slope means for the weights; what it means for the situation's is gathered for all actions."""
    back = out.back[0]
    for k in range(len(back)):
        back[k] = slope * habit.heeded[k] if signal[k] > 0.0 else 0.0
        out.heeded[k] += slope * max(signal[k], 0.0)
        out.added[k] += back[k]
        out.back[1][k] += back[k]
    lay_to(out.deed, deed, back)


@tight
def lay_to(weights, numbers, back):
    """Each weight has its part in what came of the number it is for."""
    for f in range(len(weights)):
        if numbers[f] != 0.0:
            for k in range(len(back)):
                weights[f][k] += numbers[f] * back[k]
