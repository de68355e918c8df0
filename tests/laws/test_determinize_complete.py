"""Determinize complete: on small boxes, every world that fits a view is guessed, and no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from escapade import State
from escapade.games import GAMES
from escapade.games.cartagena import rules as car
from escapade.games.stalag17 import rules as s17
from escapade.games.stalag17.cards import KINDS
from escapade.games.stratego import rules as strat
from escapade.kernel.names import NONE, SPECTATOR, UNKNOWN
from escapade.kernel.rng import seed

from .tables import Table, Walk, broken, moments, states

World = tuple[int, ...]
PATIENCE = 100_000  # guesses after which a world that did not come up counts as missing

SEGMENTS = """
[segments]
A = ["jug", "pistol", "tricorne", "parrot", "hook", "keys"]
B = ["hook", "jug", "keys", "pistol", "tricorne", "parrot"]
C = ["tricorne", "keys", "pistol", "jug", "parrot", "hook"]
D = ["keys", "jug", "parrot", "hook", "tricorne", "pistol"]
E = ["pistol", "keys", "hook", "tricorne", "parrot", "jug"]
F = ["tricorne", "hook", "keys", "jug", "pistol", "parrot"]
"""
FEW_CARDS = "[cards]\nhook = 27\njug = 2\nparrot = 0\npistol = 0\ntricorne = 0\nkeys = 1\n" + SEGMENTS
FEWER_CARDS = FEW_CARDS.replace("hook = 27", "hook = 28").replace("jug = 2", "jug = 1")
FEW_RANKS = "presets = []\n[army]\nflag = 1\nspy = 0\nscout = 1\nminer = 20\nsergeant = 0\nmajor = 0\ncolonel = 0\n"
FEW_RANKS += "general = 0\nbomb = 2\n"
ONE_FLAG = (
    FEW_RANKS.replace("miner = 20", "miner = 23").replace("scout = 1", "scout = 0").replace("bomb = 2", "bomb = 0")
)


def guesses(table: Table, view: State) -> Iterator[State]:
    """Guess after guess, always on the same dice."""
    words = [0, 0]
    seed(words, 1)
    while True:
        yield table.game.guess(view, words)


def check_complete(table: Table, view: State, worlds: set[World], world: Callable[[State], World]) -> None:
    """Every guess is one of the worlds, and every world is guessed before patience ends."""
    missing = set(worlds)
    for _, guess in zip(range(PATIENCE), guesses(table, view), strict=False):
        assert world(guess) in worlds
        missing.discard(world(guess))
        if not missing:
            return
    assert not missing


# --- Cartagena: who holds the few rare cards? --------------------------------


def splits(n: int, rooms: list[int]) -> Iterator[list[int]]:
    """Every way to put n alike things into rooms of these sizes."""
    if not rooms:
        if n == 0:
            yield []
        return
    for first in range(min(n, rooms[0]) + 1):
        for rest in splits(n - first, rooms[1:]):
            yield [first, *rest]


def deals(unseen: list[int], rooms: list[int]) -> Iterator[list[list[int]]]:
    """Every way to share out unseen cards, counted by symbol, so that all rooms are full: a list by symbol."""
    if not unseen:
        if not any(rooms):
            yield []
        return
    for split in splits(unseen[0], rooms):
        left = [room - n for room, n in zip(rooms, split, strict=True)]
        for rest in deals(unseen[1:], left):
            yield [split, *rest]


def cartagena_world(state: State) -> World:
    return (*state.deck, *(n for hand in state.hand for n in hand))


def cartagena_worlds(table: Table, view: State) -> set[World]:
    """Every way the unseen cards can lie that breaks no rule."""
    blind = [seat for seat in range(view.seats) if view.hand[seat][0] == UNKNOWN]
    seen = [seat for seat in range(view.seats) if seat not in blind]
    symbols = sorted(range(len(car.SYMBOLS)), key=lambda c: view.supply[c])  # the common one last: it fills the rest
    unseen = [
        view.supply[c] - sum(hand[c] for hand in view.played) - sum(view.hand[seat][c] for seat in seen)
        for c in symbols
    ]
    found = set()
    for deal in deals(unseen, [view.left, *(view.held[seat] for seat in blind)]):
        state = table.game.fields.filled(view)
        for c, split in zip(symbols, deal, strict=True):
            state.deck[c] = split[0]
            gone = view.shuffled[c] - split[0] - sum(view.drawn[seat][c] for seat in seen)
            for seat, n in zip(blind, split[1:], strict=True):
                state.hand[seat][c] = n
                state.drawn[seat][c] = min(gone, n + view.played[seat][c])
                gone -= state.drawn[seat][c]
        if not broken(GAMES["cartagena"], state):
            found.add(cartagena_world(state))
    return found


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("number", range(3))
def test_every_deal_of_cartagena_that_fits_is_guessed(seats: int, number: int) -> None:
    """CAR-50: also after the discards were shuffled, when the deck cannot hold what was in hands at that time."""
    table = Table(
        "cartagena", seats, {"version": "jamaica", "tunnel": "classic"}, FEW_CARDS if seats == 2 else FEWER_CARDS
    )
    likes = (1, 1, 1, 1, 1, 1, 1, 1) if number else (1, 4, 1, 1, 1, 1, 1, 1)
    tried = shuffled = 0
    for state in moments(table, Walk(400, number, likes)):
        for observer in (0, SPECTATOR):
            view = table.game.view(state, observer)
            if UNKNOWN not in view.deck:
                continue
            worlds = cartagena_worlds(table, view)
            assert cartagena_world(state) in worlds
            check_complete(table, view, worlds, cartagena_world)
            tried += len(worlds) > 1
            shuffled += state.shuffled != state.supply and len(worlds) > 1
    assert tried >= 5
    assert shuffled >= 1


# --- Stratego: where are the flag, the bombs, the scout? ---------------------


def stratego_world(state: State) -> World:
    return tuple(state.rank)


def arrangements(spare: Counter[int], n: int) -> Iterator[World]:
    """Every different sequence of n ranks from those that are left."""
    if n == 0:
        yield ()
        return
    for rank in sorted(spare):
        if spare[rank] > 0:
            for rest in arrangements(spare - Counter([rank]), n - 1):
                yield (rank, *rest)


def spare_ranks(view: State, seat: int) -> Counter[int]:
    """The ranks of a side that a view does not show."""
    side = view.rank[strat.MEN * seat : strat.MEN * (seat + 1)]
    return Counter(dict(enumerate(view.army))) - Counter(rank for rank in side if rank >= 0)


def stratego_worlds(table: Table, view: State, seat: int) -> set[World]:
    """Every way a side's hidden ranks can stand in play: no rule is broken, and who is to move can (STR-31)."""
    hidden = [p for p in range(strat.MEN * seat, strat.MEN * (seat + 1)) if view.rank[p] == UNKNOWN]
    found = set()
    for ranks in arrangements(spare_ranks(view, seat), len(hidden)):
        state = table.game.fields.filled(view)
        for piece, rank in zip(hidden, ranks, strict=True):
            state.rank[piece] = rank
        if not broken(GAMES["stratego"], state) and (state.turn != seat or table.game.legal(state)):
            found.add(stratego_world(state))
    return found


def late_views(table: Table, few: int) -> Iterator[tuple[State, int]]:
    """Views with some pieces unknown, but not many, and the side they belong to."""
    for number in range(12):
        for state in moments(table, Walk(900, number)):
            for observer in range(2):
                view = table.game.view(state, observer)
                if state.phase == strat.PLAY and 2 <= view.rank.count(UNKNOWN) <= few:
                    yield view, 1 - observer


def test_every_army_of_stratego_that_fits_is_guessed_equally_often() -> None:
    """STR-40: every arrangement is, and none that puts the flag or a bomb where a piece has moved."""
    table = Table("stratego", 2, {"quiet": 0}, FEW_RANKS)
    tried = moved = 0
    for view, seat in late_views(table, 8):
        worlds = stratego_worlds(table, view, seat)
        if not 2 <= len(worlds) <= 60:
            continue
        check_complete(table, view, worlds, stratego_world)
        n = 50 * len(worlds)
        count = Counter(stratego_world(g) for _, g in zip(range(n), guesses(table, view), strict=False))
        chi_square, freedom = sum((count[w] - 50) ** 2 / 50 for w in worlds), len(worlds) - 1
        assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 4
        tried += 1
        moved += any(view.moved[p] for p in range(2 * strat.MEN) if view.rank[p] == UNKNOWN)
    assert tried >= 5
    assert moved >= 1


def set_ups(army: list[int], fewest: int, most: int) -> set[World]:
    """Every way a side can have filled from `fewest` to `most` of its squares."""
    whole = Counter(dict(enumerate(army)))
    blank = (NONE,) * strat.MEN
    return {(a + blank)[: strat.MEN] for n in range(fewest, most + 1) for a in arrangements(whole, n)}


@pytest.mark.parametrize(
    ("plies", "fewest", "most"),
    [(0, 0, 0), (1, 0, 23), (8, 0, 23), (24, 0, 23), (25, 24, 24), (30, 24, 24), (48, 24, 24)],
)
def test_every_set_up_of_stratego_that_fits_is_guessed(plies: int, fewest: int, most: int) -> None:
    """STR-5: who arranges may have filled any number of squares; who has confirmed, all; who has not begun, none."""
    table = Table("stratego", 2, {}, ONE_FLAG)
    *_, state = moments(table, Walk(plies))
    first = max(state.red, 0)  # red arranges first
    view = table.game.view(state, 1 - first)

    def side(guess: State) -> World:
        return tuple(guess.rank[strat.MEN * first : strat.MEN * (first + 1)])

    worlds = set_ups(state.army, fewest, most)
    assert side(state) in worlds
    check_complete(table, view, worlds, side)


# --- Stalag 17: what is held, what is laid? ----------------------------------

FEW_KINDS = """
reconstructed = false
[objects]
clothes = [26, 0, 0]
food = [2, 0, 0]
document = [0, 0, 0]
tool = [0, 0, 0]
map = [0, 0, 0]
[escape]
1 = [1, 0, 0]
2 = [0, 0, 0]
3 = [0, 0, 0]
4 = [0, 0, 0]
5 = [0, 0, 0]
6 = [0, 0, 0]
[others]
barracks = 0
information = 1
[doubles]
""" + "".join(f"{name} = 3\n" for name in KINDS[15:25])
LIKES_LITTLE = tuple(100 if verb.says.startswith(("discard {", "attempt")) else 10 for verb in s17.ACTIONS.verbs)


def stalag17_world(state: State) -> World:
    return (*state.deck, *(n for hand in state.hand for n in hand), *(n for laid in state.laid for n in laid))


def stalag17_worlds(table: Table, view: State, seat: int) -> set[World]:
    """Every way the unseen cards can lie between deck, hand and table that breaks no rule."""
    me = 1 - seat
    kinds = [k for k in range(len(KINDS)) if view.copies[k]]
    kinds.sort(key=lambda k: view.copies[k])
    pile = view.pile[: view.top]
    unseen = [view.copies[k] - view.hand[me][k] - view.laid[me][k] - pile.count(k) for k in kinds]
    found = set()
    for deal in deals(unseen, [view.held[seat], view.lying[seat], view.left]):
        state = table.game.fields.filled(view)
        for k in range(len(KINDS)):
            state.hand[seat][k] = state.laid[seat][k] = state.deck[k] = 0
        for k, (hand, laid, deck) in zip(kinds, deal, strict=True):
            state.hand[seat][k], state.laid[seat][k], state.deck[k] = hand, laid, deck
        if not broken(GAMES["stalag17"], state) and (state.turn != seat or table.game.legal(state)):
            found.add(stalag17_world(state))
    return found


@pytest.mark.parametrize("number", [1, 2])
def test_every_deal_of_stalag_17_that_fits_is_guessed(number: int) -> None:
    """S17-70: what was shown in an attempt or taken from the pile is where it is known to be."""
    table = Table("stalag17", 2, {"first": 0}, FEW_KINDS)
    tried = 0
    for state in states(table, Walk(300, number, LIKES_LITTLE)):
        view = table.game.view(state, 0)
        few = view.held[1] + view.lying[1] <= 3 and view.lying[1] > 0
        if few and UNKNOWN in view.laid[1] and (tried or any(view.sure[1]) or any(view.seen[1]) or any(view.shown[1])):
            worlds = stalag17_worlds(table, view, 1)
            assert stalag17_world(state) in worlds
            check_complete(table, view, worlds, stalag17_world)
            tried += len(worlds) > 1
        if tried == 3:
            break
    assert tried


# --- Jailbreakers: what did the others see? ----------------------------------


def test_every_escape_card_that_others_may_have_seen_is_guessed() -> None:
    """JB-70: three peeks of seat 0, one of them shared by seat 1, on a deck of two failures."""
    table = Table("jailbreakers", 2, {"first": 0})
    state = table.start()
    state.deck[:] = [4, 2, 0]
    for position, card in enumerate((0, 1, 0)):
        state.looked[0][position], state.known[0][position] = 1, card
    state.looked[1][2], state.known[1][2] = 1, 0
    worlds: set[World] = {(a, b) for a in (0, 1) for b in (0, 1)}
    view = table.game.view(state, 1)
    check_complete(table, view, worlds, lambda guess: (guess.known[0][0], guess.known[0][1]))
    for _, guess in zip(range(200), guesses(table, view), strict=False):
        assert guess.known[0][2] == guess.known[1][2] == 0
        assert not broken(GAMES["jailbreakers"], guess) or guess.to_double
