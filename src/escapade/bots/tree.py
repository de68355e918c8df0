"""A tree of what seats may see, generic in the game: rules. It lies between a candidate and its rollout.

Guessed worlds differ in what is hidden, so the tree does not stand for states but for what one can see of them: a
*node* is what a seat sees when it is to decide, a *branch* one of its actions there. An action may be possible in some
of the worlds of a node and not in others, so a branch counts how often it was open. Where the tree ends, a rollout
follows. Its returns are added to every branch on the way, for each seat its own. A node is named by what is seen, not
by how it came about: two ways to equal views share their statistics.

A node is what the seat *at the turn* sees, so that all decide by what they know, and none by more.
"""

import struct
from math import sqrt
from typing import Any, NamedTuple

from escapade.kernel.compile import rule, store
from escapade.kernel.names import CHANCE, NONE, OVER
from escapade.kernel.rng import LOW, mix, pick, turn_left

game: Any = None  # bound by compiled(tree, game=…, heuristic=…, search=…); plain callers set them
heuristic: Any = None
search: Any = None

DEEP = 40  # decisions on a way through the tree, at the most
FULL = 0.7  # share of a table that is used, or looking things up in it would take long


class TreeConfig(NamedTuple):
    """How a tree is grown."""

    c_puct: float  # how much a branch is worth trying that the heuristic likes and that was hardly tried
    prior_temperature: float  # how firmly the heuristic is believed: temperatures by which likings are divided


class Tree(NamedTuple):
    """Nodes and branches in two tables that are looked up by key, and the way that was gone last."""

    sight: Any  # the workspace's seat_view, as numbers
    node: Any  # keys, 0 where there is none
    visits: Any
    utility: Any  # of all visits together, to the seat that decides there
    branch: Any  # keys, 0 where there is none
    tried: Any
    open: Any  # how often it could have been tried
    came: Any  # what came of all tries together, to the seat that decides there
    way: Any  # of each decision on the way: node, branch, seat
    liking: Any
    used: Any  # how many nodes and branches there are


def _numbers_compiled(seat_view: Any, sight: Any) -> Any:
    return sight  # the same memory


@rule
def numbers(seat_view: Any, sight: Any) -> Any:
    """What is seen, as numbers of 64 bits: lists have no memory that could be read so."""
    packed = game.FIELDS.bytes(seat_view[0])
    packed += bytes(-len(packed) % 8)
    return struct.unpack(f"={len(packed) // 8}q", packed)


numbers.when_compiled = _numbers_compiled  # type: ignore[attr-defined]


@rule
def key_of(seat_view, sight, seat):
    """A number for what is seen: for the same sight the same, for another another, as good as surely; never 0."""
    seen = numbers(seat_view, sight)
    a = 0x2545F491 + seat
    b = 0x9E3779B9
    for i in range(len(seen)):
        a = turn_left(((a ^ seen[i] & LOW) * 0x21F0AAAD) & LOW, 13)
        b = turn_left(((b ^ seen[i] >> 32 & LOW) * 0x735A2D97) & LOW, 17)
    a = mix(a ^ b)
    return a << 30 | mix((a + b) & LOW) >> 2 | 1


@rule
def key_of_branch(key, action):
    """A number for an action at a node; never 0."""
    low = mix((key + action * 0x9E3779B1) & LOW)
    return mix((key >> 31 ^ low) & LOW) << 30 | low >> 2 | 1


@rule
def place_of(keys, key):
    """Where a key stands in a table, or where it would."""
    last = len(keys) - 1
    i = key >> 1 & last
    while keys[i] != key and keys[i] != 0:
        i = i + 1 & last
    return i


@rule
def added(keys, i, key, used, which):
    """Write a key into a free place of its table, if there is room; return where, or NONE."""
    if used[which] >= FULL * len(keys):
        return NONE
    used[which] += 1
    keys[i] = key
    return i


@rule
def look(state, seat, workspace):
    """See a world as a seat sees it."""
    store(workspace.seat_view, 0, state)
    game.observe(workspace.seat_view[0], seat)


@rule
def like(view, out, n, tree, workspace, config):
    """What the heuristic thinks of n actions, and a learned policy where there is one, as shares of 1."""
    search.weigh(view, out, n, workspace)
    total = search.softmax(workspace.utility, n, heuristic.TEMPERATURE / config.prior_temperature)
    for i in range(n):
        tree.liking[i] = workspace.utility[i] / total


@rule
def promising(node, key, out, n, tree, config):
    """The place among n actions of the one to try: what did well, or is liked and was hardly tried when it was open."""
    unknown = tree.utility[node] / tree.visits[node]
    best = 0
    most = 0.0
    for i in range(n):
        promise = unknown
        wide = config.c_puct * tree.liking[i]
        branch = place_of(tree.branch, key_of_branch(key, out[i]))
        if tree.branch[branch] != 0:
            tree.open[branch] += 1
            tried = tree.tried[branch]
            promise = tree.came[branch] / tried + wide * sqrt(tree.open[branch]) / (1 + tried)
        else:
            promise += wide * sqrt(tree.visits[node])
        if i == 0 or promise > most:
            best = i
            most = promise
    return best


@rule
def step(state, n, steps, tree, workspace, config):
    """Take the tree's decision for a seat that has n choices; return the action, or NONE where the tree ends."""
    look(state, state.turn, workspace)
    key = key_of(workspace.seat_view, tree.sight, state.turn)
    node = place_of(tree.node, key)
    way = tree.way[steps]
    way[1] = NONE
    way[2] = state.turn
    if tree.node[node] == 0:
        way[0] = added(tree.node, node, key, tree.used, 0)
        return NONE
    way[0] = node
    like(workspace.seat_view[0], workspace.out, n, tree, workspace, config)
    action = workspace.out[promising(node, key, workspace.out, n, tree, config)]
    way[1] = grown(node, key_of_branch(key, action), tree)
    return action


@rule
def grown(node, key, tree):
    """The branch of this key, which is made if there is none yet; NONE if there is no room."""
    branch = place_of(tree.branch, key)
    if tree.branch[branch] == 0:
        branch = added(tree.branch, branch, key, tree.used, 1)
        if branch != NONE:
            tree.open[branch] = tree.visits[node]
    return branch


@rule
def descend(root, state, tree, workspace, tie_noise, config):
    """Go through the tree to where it ends; return how many decisions that took."""
    steps = 0
    plies = 0
    while steps < DEEP and state.turn != OVER and not heuristic.enough(root, state, plies):
        search.take_turn(state, workspace)
        n = 0 if state.turn == CHANCE else game.legal(state, workspace.out)
        if n == 0:
            n = game.odds(state, workspace.out, workspace.weight)
            action = workspace.out[pick(workspace.words, workspace.weight, n)]
        elif n == 1:
            action = workspace.out[0]
        else:
            action = step(state, n, steps, tree, workspace, config)
            steps += 1
            if action == NONE:
                break
        game.apply(state, action)
        plies += 1
    return steps


@rule
def count(steps, tree, score):
    """Count what came of it on the whole way."""
    for i in range(steps):
        way = tree.way[i]
        utility = score[way[2]]
        if way[0] != NONE:
            tree.visits[way[0]] += 1
            tree.utility[way[0]] += utility
        if way[1] != NONE:
            tree.tried[way[1]] += 1
            tree.came[way[1]] += utility


@rule
def try_all(root, me, tried, n, first, worlds, tree, workspace, tie_noise, config, total, squares):
    """Try n candidates in so many worlds, the same for each; add what came of them to `total` and `squares`."""
    for number in range(first, first + worlds):
        search.guess(root, me, number, workspace)
        for i in range(n):
            search.throw(root, ~number, workspace)
            store(workspace.work, 0, workspace.world[0])
            state = workspace.work[0]
            game.apply(state, tried[i])
            steps = descend(root, state, tree, workspace, tie_noise, config)
            search.play_on(root, state, workspace, tie_noise)
            search.judge(workspace)
            count(steps, tree, workspace.score)
            total[i] += workspace.score[me]
            squares[i] += workspace.score[me] * workspace.score[me]
