"""What others may hold and have laid, told from all they were seen to do in a round of Stalag 17: a particle filter.

Many rounds are lived through again, side by side, each with other hidden cards: those drawn unseen are guessed so that
everyone has what it was seen to discard, and what is laid face down is chosen as the heuristic would. A round
in which others would have done what they did is likelier: it is kept, and copied over one that is less likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import Any, NamedTuple

import numpy as np

from escapade.games.stalag17.cards import KINDS
from escapade.games.stalag17.heuristic import weigh
from escapade.games.stalag17.rules import (
    ADD,
    ATTEMPT,
    BEGIN_SET,
    DISCARD,
    DRAW,
    DRAW_UNSEEN,
    END,
    ESCAPE_DIE,
    LAY,
    LAY_UNSEEN,
    SEAT,
    TAKE,
    apply,
    hear,
    legal,
    observe,
    players,
    shuffle,
)
from escapade.kernel.compile import rule, store
from escapade.kernel.names import CHANCE, NONE
from escapade.kernel.rng import below, draw, pick
from escapade.kit.sampling import ALL_BITS, softmax

KIND = len(KINDS)
DRAWN = range(DRAW, DRAW_UNSEEN + 1)
SHOWN = (*range(DISCARD, BEGIN_SET), *range(ADD, END))
ROUNDS = 256  # that are lived through side by side
FIRMNESS = 0.2  # turns: how firmly others are thought to follow the same heuristic
TRIES = 8  # ways to say when discarded cards had been drawn, before a round is given up
CARELESS = 0.02  # how likely they do anything else


@dataclass(slots=True)
class Event:
    """Something that was heard of a round."""

    seat: int  # who acted or drew
    code: int
    kind: int = NONE  # of the card that it showed
    kept: int = 0  # 1 for a taken card that its new owner was seen to discard later, and for that discard
    loose: int = 0  # before a card was laid: how many its owner had in the hand that were not kept


class Round(NamedTuple):
    """All that was heard of a round, field by field."""

    seat: Any
    code: Any
    kind: Any
    kept: Any
    loose: Any


class Past(NamedTuple):
    """Rounds that were lived through, and how likely each is; and the room that takes."""

    world: Any
    weight: Any
    slot: Any  # by round and event: the card that must have been drawn there, or NONE
    loose: Any  # by event: how many cards could be laid there, all that are to be discarded set apart
    pool: Any  # by round: cards that may still have been drawn
    owed: Any  # by round, seat and kind: cards in the hand that are still to be discarded


def heard_of_round(view: Any, heard: Sequence[tuple[int, int]]) -> Round | None:
    """What was heard since the cards were shuffled; None if that is not all of it, or if an attempt has shown cards."""
    first = max((i for i, (_, code) in enumerate(heard) if ESCAPE_DIE <= code < DRAW), default=-1) + 1
    if any(code == ATTEMPT for _, code in heard[first:]):
        return None
    events, pile = list[Event](), list[int]()
    for event in by_whom(view, heard[first:]):
        if event.code in SHOWN:
            event.kind = event.code - (DISCARD if event.code < BEGIN_SET else ADD)
            pile.append(event.kind)
            keep_until(event, events)
        elif event.code == TAKE and pile:
            event.kind = pile.pop()
        events.append(event)
    whole = pile == [*view.pile[: view.top]] and count_loose(view, events)
    return Round(*np.array([astuple(event) for event in events], np.int64).reshape(-1, 5).T.copy()) if whole else None


def keep_until(discard: Event, events: Sequence[Event]) -> None:
    """If whoever discards a card had taken such a card, it is that one."""
    for taken in events:
        if taken.code == TAKE and (taken.seat, taken.kind, taken.kept) == (discard.seat, discard.kind, 0):
            taken.kept = discard.kept = 1
            return


def count_loose(view: Any, events: Sequence[Event]) -> bool:
    """Write how many cards each could lay that it did not take and discard; return whether no card is missing."""
    loose, kept, drawn = [0] * view.seats, [0] * view.seats, 0
    for event in events:
        if event.code in DRAWN:
            loose[event.seat] += 1
            drawn += 1
        elif event.code == LAY_UNSEEN or LAY <= event.code < DISCARD:
            event.loose = loose[event.seat]
            loose[event.seat] -= 1
        elif event.kind != NONE:
            pile = kept if event.kept else loose
            pile[event.seat] += 1 if event.code == TAKE else -1
    held = [a + b for a, b in zip(loose, kept, strict=True)]
    return held == [*view.held[: view.seats]] and drawn == sum(view.copies) - view.left


def by_whom(view: Any, heard: Sequence[tuple[int, int]]) -> Iterator[Event]:
    """S17-18, S17-20: what was heard, by whom: chance deals two cards to each, then draws for who acted last."""
    order = [seat % view.seats for seat in range(view.starter, view.starter + view.seats)]
    deal = [seat for seat in order if view.prisoners[seat] > 0 for _ in range(2)]
    drawer = NONE
    for number, (who, code) in enumerate(heard):
        drawer = who if who != CHANCE else deal[number] if number < len(deal) else drawer
        yield Event(drawer, code)


def room(dtype: Any, events: int) -> Past:
    """Room for as many rounds as are lived through, of so many events."""
    slot, pool, owed = (np.zeros((ROUNDS, *wide), np.int64) for wide in ((events,), (KIND,), (int(SEAT), KIND)))
    return Past(np.zeros(ROUNDS, dtype), np.zeros(ROUNDS), slot, np.zeros(events, np.int64), pool, owed)


@rule
def relive(root, me, events, past, workspace):
    """Live through the round many times; return whether any of these explains what was heard."""
    rounds = len(past.weight)
    for k in range(rounds):
        begin(root, me, events, past, k, workspace)
    for e in range(len(events.code)):
        total = 0.0
        for k in range(rounds):
            if past.weight[k] > 0.0:
                past.weight[k] *= happen(me, events, e, past, k, workspace)
            total += past.weight[k]
        if total == 0.0:
            return False
        settle(past, total, workspace)
    for k in range(rounds):
        finish(root, me, past, k, workspace)
    return True


@rule
def begin(root, me, events, past, k, workspace):
    """S17-18, S17-55: all cards are shuffled. What each discards must be among what it has drawn by then."""
    store(past.world, k, root)
    put_back(past.world[k])
    count_unseen(root, me, past.pool[k])
    past.weight[k] = 1.0
    for seat in range(root.seats):
        for kind in range(KIND):
            past.owed[k][seat][kind] = 0
    tries = TRIES
    while not find_slots(me, events, past.slot[k], past.loose, workspace):
        tries -= 1
        if tries == 0:
            past.weight[k] = 0.0
            return


@rule
def put_back(world):
    """S17-18: a world as it was before the first card of the round was dealt."""
    shuffle(world)
    world.to_deal = players(world)
    world.drawer = world.player = world.starter
    world.to_draw = 2
    world.building = 0
    for kind in range(KIND):
        world.added[kind] = 0
    world.turn = CHANCE


@rule
def count_unseen(root, me, pool):
    """S17-70: how many cards of each kind nobody has shown and the seat itself does not have."""
    for kind in range(KIND):
        pool[kind] = root.copies[kind] - root.hand[me][kind] - root.laid[me][kind]
        for seat in range(root.seats):
            if seat != me:
                pool[kind] -= root.sure[seat][kind] + root.seen[seat][kind] + root.shown[seat][kind]
    for i in range(root.top):
        pool[root.pile[i]] -= 1


@rule
def find_slots(me, events, slot, loose, workspace):
    """Say when each card had been drawn that another was seen to discard; return whether a way was found."""
    for e in range(len(events.code)):
        slot[e] = NONE
        loose[e] = events.loose[e]
    for e in range(len(events.code)):
        shown = events.seat[e] != me and events.kind[e] != NONE and events.code[e] != TAKE
        if shown and events.kept[e] == 0 and not find_slot(events, e, slot, loose, workspace):
            return False
    return True


@rule
def find_slot(events, discard, slot, loose, workspace):
    """Say when a card that was discarded had been drawn: at any time before, all alike.

    Between that and the discard it lay in the hand: whoever laid a card then must have had another to lay.
    """
    seat = events.seat[discard]
    first = 0
    free = 0
    for e in range(discard):
        if events.seat[e] == seat and events.code[e] == LAY_UNSEEN and loose[e] <= 1:
            first = e
            free = 0
        elif events.seat[e] == seat and events.code[e] == DRAW_UNSEEN and slot[e] == NONE:
            free += 1
    if free == 0:
        return False
    left = below(workspace.words, free)
    for e in range(first, discard):
        if events.seat[e] != seat:
            continue
        if events.code[e] == DRAW_UNSEEN and slot[e] == NONE:
            if left == 0:
                slot[e] = events.kind[discard]
            left -= 1
        elif events.code[e] == LAY_UNSEEN and left < 0:
            loose[e] -= 1
    return True


@rule
def happen(me, events, e, past, k, workspace):
    """Let an event happen in a round; return how likely it was: 0.0 if it could not."""
    world = past.world[k]
    seat = events.seat[e]
    code = events.code[e]
    if DRAW <= code <= DRAW_UNSEEN:
        if world.turn != CHANCE or world.drawer != seat:
            return 0.0
        return draw_unseen(past, k, e, seat, workspace) if code == DRAW_UNSEEN else draw_seen(world, code)
    if world.turn != seat:
        return 0.0
    if seat == me:
        return do(world, code, workspace)
    likely = act(me, code, past, k, workspace)
    if events.kind[e] != NONE:
        if code != TAKE:
            past.owed[k][seat][events.kind[e]] -= 1
        elif events.kept[e] == 1:
            past.owed[k][seat][events.kind[e]] += 1
    return likely


@rule
def draw_seen(world, code):
    """Draw a card that was seen."""
    if world.deck[code - DRAW] == 0:
        return 0.0
    apply(world, code)
    return 1.0


@rule
def draw_unseen(past, k, e, seat, workspace):
    """S17-70: draw what is discarded later, or else any card that may have been drawn."""
    kind = past.slot[k][e]
    if kind == NONE:
        kind = pick(workspace.words, past.pool[k], KIND)
        past.pool[k][kind] -= 1
    else:
        past.owed[k][seat][kind] += 1
    return draw_seen(past.world[k], DRAW + kind)


@rule
def do(world, code, workspace):
    """Do what the seat itself has done."""
    n = legal(world, workspace.out)
    for i in range(n):
        if workspace.out[i] == code:
            apply(world, code)
            return 1.0
    return 0.0


@rule
def act(me, code, past, k, workspace):
    """Do, for another seat, what was heard as this code, as its heuristic would; return how likely it was to do so."""
    world = past.world[k]
    n = legal(world, workspace.out)
    total = follow_heuristic(world, n, workspace)
    mass = 0.0
    found = NONE
    for i in range(n):
        action = workspace.out[i]
        if hear(world, action, me) == code and may_lay(past, k, world.turn, action):
            likely = CARELESS / n + (1.0 - CARELESS) * workspace.utility[i] / total
            mass += likely
            if draw(workspace.words) / ALL_BITS * mass < likely:
                found = action
    if found != NONE:
        apply(world, found)
    return mass


@rule
def may_lay(past, k, seat, action):
    """S17-31: a card that is discarded later was not laid."""
    kind = action - LAY
    return not 0 <= kind < KIND or past.world[k].hand[seat][kind] > past.owed[k][seat][kind]


@rule
def follow_heuristic(world, n, workspace):
    """Write how likely each of n actions is for who follows the heuristic, in parts of the sum that is returned."""
    store(workspace.seat_view, 0, world)
    observe(workspace.seat_view[0], world.turn)
    weigh(workspace.seat_view[0], workspace.out, n, workspace.utility, workspace.room)
    return softmax(workspace.utility, n, FIRMNESS)


@rule
def settle(past, total, workspace):
    """Where few rounds have most of the likelihood, copy these over those that have little, in fair proportion."""
    rounds = len(past.weight)
    squares = 0.0
    for k in range(rounds):
        past.weight[k] *= rounds / total
        squares += past.weight[k] * past.weight[k]
    if squares <= 2.0 * rounds:
        return
    count_copies(past, workspace)
    free = 0
    for k in range(rounds):
        while past.weight[k] > 1.0:
            while past.weight[free] > 0.0:
                free += 1
            copy(past, k, free)
            past.weight[free] = 1.0
            past.weight[k] -= 1.0


@rule
def count_copies(past, workspace):
    """Write how many copies of each round there shall be, in place of how likely it is: as many as there are rounds."""
    mark = draw(workspace.words) / ALL_BITS
    so_far = 0.0
    left = len(past.weight)
    last = 0
    for k in range(len(past.weight)):
        so_far += past.weight[k]
        if past.weight[k] > 0.0:
            last = k
        past.weight[k] = 0.0
        while mark < so_far and left > 0:
            past.weight[k] += 1.0
            mark += 1.0
            left -= 1
    past.weight[last] += left  # rounding may have lost one


@rule
def copy(past, one, other):
    """Copy one round over another."""
    store(past.world, other, past.world[one])
    for e in range(len(past.slot[one])):
        past.slot[other][e] = past.slot[one][e]
    for kind in range(KIND):
        past.pool[other][kind] = past.pool[one][kind]
        for seat in range(SEAT):
            past.owed[other][seat][kind] = past.owed[one][seat][kind]


@rule
def finish(root, me, past, k, workspace):
    """All that can be seen is as it is seen; the rest is as it came in this round."""
    store(workspace.seat_view, 0, past.world[k])
    store(past.world, k, root)
    world = past.world[k]
    for kind in range(KIND):
        world.deck[kind] = workspace.seat_view[0].deck[kind]
        for seat in range(root.seats):
            if seat != me:
                world.hand[seat][kind] = workspace.seat_view[0].hand[seat][kind]
                world.laid[seat][kind] = workspace.seat_view[0].laid[seat][kind]
