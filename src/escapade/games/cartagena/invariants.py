"""What is true of every position of Cartagena, how long a game can be, and which seats are alike."""

from __future__ import annotations

from escapade.games.cartagena import rules
from escapade.kernel.fields import State
from escapade.kernel.names import CHANCE, NONE, OVER
from escapade.kit.any_invariants import Facts, Symmetry, moved_on


def facts(s: State) -> Facts:
    """CAR-1 to CAR-42."""
    yield from cards(s)
    yield from pirates(s)
    yield from end(s)


def cards(s: State) -> Facts:
    """Every card is somewhere, once."""
    seats, symbols = range(s.seats), range(len(rules.SYMBOLS))
    for c in symbols:
        hands, discards = sum(s.hand[p][c] for p in seats), sum(s.played[p][c] for p in seats)
        lost = s.supply[c] - s.deck[c] - hands - discards - s.row.count(c)
        yield f"CAR-3: {lost} cards of {rules.SYMBOLS[c]} are lost", lost == 0
        if s.tortuga == 0:
            drawn = sum(s.drawn[p][c] for p in seats)
            yield f"CAR-35: {rules.SYMBOLS[c]} came from the deck or is in it", s.shuffled[c] == s.deck[c] + drawn
        for p in seats:
            yield "CAR-50: drawn is held or played", 0 <= s.drawn[p][c] <= s.hand[p][c] + s.played[p][c]
    yield "a hand's size is its cards", all(s.held[p] == sum(s.hand[p]) for p in seats)
    yield "the deck's size is its cards", s.left == sum(s.deck)
    yield "no pile is short of nothing", min(*s.deck, *(n for p in seats for n in s.hand[p])) >= 0
    lying = [i for i in range(rules.ROW) if s.row[i] != NONE]
    yield "CAR-34: the row lies from its front to its end", lying == list(range(s.front, s.laid))
    yield "CAR-37: who is to decide sees a row", s.turn < 0 or not s.tortuga or bool(lying) or s.left == 0
    yield (
        "CAR-5: everyone is dealt six",
        s.actions > 0 or all(s.held[p] == (rules.HAND if p < s.to_deal else 0) or p == s.to_deal for p in seats),
    )


def pirates(s: State) -> Facts:
    """Pirates and spaces."""
    seats = range(s.seats)
    yield "CAR-3: six pirates a player", all(sum(s.pirates[p]) == rules.PIRATES for p in seats)
    for place in range(rules.BOAT + 1):
        crowd = s.crowd[place]
        yield "a crowd is all pirates on a place", crowd == sum(s.pirates[p][place] for p in seats)
        yield "CAR-31: no more than three on a space", place in (rules.OUTSIDE, rules.BOAT) or 0 <= crowd <= rules.CROWD
    spaces = s.tunnel[rules.FIRST : rules.BOAT]
    joined = sum(s.joined)
    yield (
        "CAR-1: every segment shows each symbol",
        all(sorted(spaces[6 * i : 6 * i + 6]) == list(range(6)) for i in range(joined)),
    )
    yield "CAR-1: where no segment lies there is no space", set(spaces[6 * joined :]) <= {NONE}


def end(s: State) -> Facts:
    """When the game is over, and what is open then."""
    home = any(s.pirates[p][rules.BOAT] == rules.PIRATES for p in range(s.seats))
    ended = home or s.passed == s.seats or s.actions >= rules.LONGEST
    yield (
        "CAR-40: the game is over when someone is home, all pass or it is too long, and only then",
        (ended == (s.turn == OVER) or (s.turn == CHANCE and not home)),
    )
    yield "CAR-10: three actions a turn", 0 <= s.done <= rules.TURN
    yield "CAR-52: at the end all is open", s.open == (s.tortuga or s.turn == OVER)


def bound(s: State) -> int | None:
    """CAR-42: 3,000 actions. To each belong two cards, a stop, and the others passed over (CAR-12).

    Before them stand six segments, the starter, six cards a seat and a row; a row is never laid more than once ahead.
    """
    before = len(rules.LETTERS) + 1 + rules.HAND * s.seats + 2 * rules.ROW
    return int(before + rules.LONGEST * (1 + 2 + 1 + s.seats - 1) + s.seats)


def symmetries(state: State) -> list[Symmetry]:
    """CAR-8: play goes round, so all seats may move on together. The cards are dealt seat by seat, from 0 on."""
    if state.to_deal < state.seats:
        return []
    return [Symmetry({"seat": moved_on(state.seats, by)}, lambda code: code) for by in range(1, state.seats)]
