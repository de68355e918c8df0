"""What is true of every position of Jailbreakers, how long a game can be, and which seats are alike."""

from __future__ import annotations

from escapade.games.jailbreakers import box
from escapade.kernel.fields import State
from escapade.kernel.names import NONE, OVER
from escapade.kit.any_invariants import Facts, Symmetry, moved_on


def facts(s: State) -> Facts:
    """JB-1 to JB-92."""
    yield from cards(s)
    yield from people(s)
    yield from deck(s)


def cards(s: State) -> Facts:
    """Every card is somewhere, once."""
    players, materials = range(s.players), len(box.MATERIALS)
    total = 0
    for card in range(len(box.CARDS)):
        held = [s.hand[p][card] for p in players]
        n = s.supply[card] + sum(held) + (s.aside[card] if card < materials else 0)
        total += n if card < materials else 0
        yield f"JB-3: {n} cards of {box.CARDS[card]}", 0 <= n <= 2 and min(s.supply[card], *held) >= 0
        yield "JB-48: never two objects of a kind", card < materials or max(held) <= 1
    yield "JB-4: as many materials as the table says", total == box.TABLE[s.seats - 1][2] - s.to_double
    yield "the stock is the supply's materials", s.stock == sum(s.supply[:materials])
    for p in players:
        yield "materials are counted", s.materials[p] == sum(s.hand[p][:materials])
        yield "objects are counted", s.objects[p] == sum(s.hand[p][materials:])
        full = s.materials[p] + s.objects[p]
        done = s.step >= box.TO_ACT
        yield "JB-47: seven cards at the most, once the location's action is done", full <= box.HAND or not done


def people(s: State) -> Facts:
    """Prisoners, guards and dice."""
    prisoners, guards = box.TABLE[s.seats - 1][:2]
    for p in range(s.players):
        out = s.inside[p] + sum(s.caught[p]) + s.escaped[p]
        yield "JB-1: every prisoner is somewhere", out == prisoners and min(s.inside[p], *s.caught[p]) >= 0
        yield "JB-13: with two escaped it is over", s.escaped[p] < box.FREE_TO_WIN or s.turn == OVER
    yield "JB-2: no guard leaves, and no two stand together", sum(g > 0 for g in s.guard) == guards
    for number in range(len(box.NUMBERS)):
        dice = sum(s.dice[p][number] for p in range(s.players))
        yield "JB-24: two dice at the most", 0 <= dice <= box.CROWD
    yield "JB-5: as many plans as the table says", sum(s.offered) <= s.on_offer
    yield "JB-15: two hundred rounds at the most", 0 <= s.round <= box.LONGEST


def deck(s: State) -> Facts:
    """The escape deck, and what is known of it."""
    left = sum(s.deck)
    yield "JB-68: failure cards are in the deck or out of it", 0 <= s.deck[1] + s.drawn[1] <= s.failures
    decided = [0] * len(s.deck)
    for position in range(len(s.known[0])):
        seen = {s.known[p][position] for p in range(s.seats) if s.looked[p][position]}
        yield "JB-70: who has looked at a card knows it, and all the same one", len(seen) <= 1 and NONE not in seen
        yield "JB-70: nobody has looked beyond the deck", not seen or position < left
        for p in range(s.seats):
            yield "JB-70: who has not looked knows nothing", s.looked[p][position] or s.known[p][position] == NONE
        for card in seen:
            decided[card] += 1
    yield "JB-70: what is known to be in the deck is there", all(n <= m for n, m in zip(decided, s.deck, strict=True))


def bound(s: State) -> int | None:
    """JB-15: 200 rounds of at most 15 turns, none of them longer than some 100 small choices and outcomes."""
    return 40 + box.LONGEST * 15 * 130


def symmetries(state: State) -> list[Symmetry]:
    """JB-10: turns go round, so all seats may move on together; actions that name a player move with them."""
    named = ((box.GIVE, box.EXCHANGE), (box.SWAP_FOR, box.STEAL), (box.STEAL, box.RETURN), (box.START, box.THROW))

    def symmetry(by: int) -> Symmetry:
        moved = moved_on(state.seats, by)

        def action(code: int) -> int:
            for first, end in named:
                if first <= code < end:
                    who = (code - first) % box.NAMES
                    return code - who + moved(who)
            return code

        return Symmetry({"seat": moved}, action)

    return [symmetry(by) for by in range(1, state.seats)]
