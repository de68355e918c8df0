"""Whole games, measured ply by ply: rules, generic in the modules bound to `game`, `heuristic`, `search` and `phase`.

What a log already holds is replayed, be it a set-up or a whole game of bots that search; from there on the seats play
by baseline policies. So everything is counted in one place, whoever played.
"""

from typing import Any, NamedTuple

from escapade.kernel.compile import rule, store
from escapade.kernel.names import CHANCE, NONE, OVER
from escapade.kernel.rng import below, draw, pick, seed
from escapade.kit.sampling import ALL_BITS

game: Any = None  # bound by compiled(instrumented_play, game=…, heuristic=…, search=…, phase=…)
heuristic: Any = None
search: Any = None
phase: Any = None  # has `simultaneous`: the game, or `sequential`

RANDOM, NOVICE, GREEDY = range(3)  # baseline policies
TIE_TOLERANCE = 1e-9  # values that differ by less are equal


class Measurements(NamedTuple):
    """Measurements of each game, and counts over all of them."""

    plies: Any  # [game]
    decisions: Any  # [game][seat]
    forced: Any  # decisions with one legal action
    turns: Any  # a turn is all that a seat decides before another seat does
    dead: Any  # turns in which everything was forced
    choices: Any  # [game]: legal actions of all decisions, added up
    changes: Any  # [game]: changes of the lead
    settled: Any  # [game]: after which part of its turns the later winner led for good; -1: nobody won alone, or led
    half: Any  # [game]: 1 if the leader half-way won; -1: nobody led, or nobody won alone
    wins: Any  # [game][seat]: its share of the win
    score: Any  # [game][seat]
    users: Any  # [game][group]: how many seats used it
    winners: Any  # [game][group]: their shares of the win
    used: Any  # [seat][code]
    offered: Any  # [code]: how often it was legal
    legal: Any  # [n]: how often there were n legal actions
    ends: Any  # [game]: the state it ended in


class Scratch(NamedTuple):
    """Scratch arrays of one game."""

    leaders: Any  # [turn]: who led
    used_groups: Any  # [seat][group]: 1 if the seat has used it


@rule
def drop_actions(workspace, n, blindness):
    """Drop each of n actions with probability `blindness`, but never all; return how many are left."""
    left = 0
    for i in range(n):
        if draw(workspace.words) / ALL_BITS >= blindness:
            workspace.out[left] = workspace.out[i]
            left += 1
    return left if left > 0 else n


@rule
def choice(state, n, workspace, policy, tie_noise, blindness):
    """Choose one of n legal actions by a baseline policy."""
    if policy == RANDOM:
        return workspace.out[below(workspace.words, n)]
    if n == 1:
        return workspace.out[0]
    store(workspace.seat_view, 0, state)
    game.observe(workspace.seat_view[0], state.turn)
    if policy == NOVICE:
        n = drop_actions(workspace, n, blindness)
    heuristic.weigh(
        workspace.seat_view[0], workspace.out, n, workspace.utility, workspace.room
    )  # once, for both: compiling it takes seconds
    if policy == GREEDY:
        return workspace.out[search.best(workspace.out, n, workspace, tie_noise)]
    return workspace.out[search.likely(workspace, n, heuristic.TEMPERATURE)]


@rule
def leader(state, workspace, before):
    """Return the seat with the best heuristic value; in a tie, the last leader. A single seat has opponent 1."""
    score = workspace.score
    heuristic.value(state, score)
    if len(score) == 1:
        return 0 if score[0] > TIE_TOLERANCE else 1 if score[0] < -TIE_TOLERANCE else before
    best = 0
    for seat in range(1, len(score)):
        if score[seat] > score[best]:
            best = seat
    for seat in range(len(score)):
        if seat != best and score[best] - score[seat] <= TIE_TOLERANCE:
            return before
    return best


@rule
def count_offer(n, workspace, found):
    """Count the legal actions."""
    found.legal[n] += 1
    for k in range(n):
        found.offered[workspace.out[k]] += 1


@rule
def count_decision(i, seat, action, n, groups, bounds, found, scratch):
    """Count a decision among n actions."""
    found.decisions[i][seat] += 1
    found.choices[i] += n
    found.used[seat][action] += 1
    if n == 1:
        found.forced[i][seat] += 1
    for k in range(bounds[action], bounds[action + 1]):
        scratch.used_groups[seat][groups[k]] = 1


@rule
def measure_lead(i, turns, winner, found, scratch):
    """Measure changes of the lead, and when it was settled."""
    found.settled[i] = -1.0
    found.half[i] = -1
    last = turns
    for t in range(turns - 1, -1, -1):
        if scratch.leaders[t] != winner:
            break
        last = t
    for t in range(1, turns):
        if scratch.leaders[t] != scratch.leaders[t - 1] and scratch.leaders[t - 1] != NONE:
            found.changes[i] += 1
    if winner != NONE and turns > 0 and scratch.leaders[turns - 1] != NONE:
        found.settled[i] = last / turns
        if scratch.leaders[turns // 2] != NONE:
            found.half[i] = 1 if scratch.leaders[turns // 2] == winner else 0


@rule
def measure_end(i, state, found):
    """Record the end and divide the win; return the only winner, or NONE. A single seat has opponent 1."""
    seats = len(found.wins[i])
    game.returns(state, found.score[i])
    store(found.ends, i, state)
    score = found.score[i]
    if seats == 1:
        found.wins[i][0] = 1.0 if score[0] > 0.0 else 0.0
        return 0 if score[0] > 0.0 else 1
    most = score[0]
    for seat in range(1, seats):
        most = max(most, score[seat])
    many = 0
    winner = NONE
    for seat in range(seats):
        if score[seat] == most:
            many += 1
            winner = seat
    for seat in range(seats):
        found.wins[i][seat] = 1.0 / many if score[seat] == most else 0.0
    return winner if many == 1 else NONE


@rule
def count_groups(i, found, scratch):
    """Count for every action group its users and their wins."""
    for seat in range(len(scratch.used_groups)):
        for group in range(len(scratch.used_groups[seat])):
            if scratch.used_groups[seat][group] == 1:
                found.users[i][group] += 1
                found.winners[i][group] += found.wins[i][seat]
                scratch.used_groups[seat][group] = 0


@rule
def by_chance(state, workspace):
    """Sample an outcome of chance by its odds."""
    n = game.odds(state, workspace.out, workspace.weight)
    return workspace.out[pick(workspace.words, workspace.weight, n)]


@rule
def play_games(start, first, codes, ends, policies, tie_noise, blindness, groups, bounds, workspace, found, scratch):
    """Play games first, first + 1, …, each with dice of its own; `codes` up to ends[i] is the log of game i so far.

    One long rule: what is called from here is compiled once more with it, and this is most of the game.
    """
    at = 0
    state = workspace.work[0]
    for i in range(len(found.plies)):
        seed(workspace.words, first + i)
        store(workspace.work, 0, start)
        seen = 0  # turns whose leader was looked at
        last = NONE  # whose turn it is
        alive = True
        ahead = NONE
        while state.turn != OVER:
            seat = int(state.turn)
            if seat == CHANCE:
                action = codes[at] if at < ends[i] else by_chance(state, workspace)
            else:
                if seat != last:
                    if not alive:
                        found.dead[i][last] += 1
                    last = seat
                    alive = False
                    found.turns[i][seat] += 1
                    if seen < len(scratch.leaders) and phase.simultaneous(state, workspace.out) == 0:
                        ahead = leader(state, workspace, ahead)
                        scratch.leaders[seen] = ahead
                        seen += 1
                n = game.legal(state, workspace.out)
                alive = alive or n > 1
                count_offer(n, workspace, found)
                action = (
                    codes[at] if at < ends[i] else choice(state, n, workspace, policies[seat], tie_noise, blindness)
                )
                count_decision(i, seat, action, n, groups, bounds, found, scratch)
            game.apply(state, action)
            found.plies[i] += 1
            at += at < ends[i]
        if not alive:
            found.dead[i][last] += 1
        measure_lead(i, seen, measure_end(i, state, found), found, scratch)
        count_groups(i, found, scratch)
