"""What is true of every position of Stalag 17, how long a game can be, and which seats are alike."""

from __future__ import annotations

from escapade.games.stalag17 import rules
from escapade.games.stalag17.cards import KINDS, PRISONERS
from escapade.games.stalag17.rollcall import MAX_WATCHED
from escapade.kernel.fields import State
from escapade.kernel.names import NONE, OVER
from escapade.kit.any_invariants import Facts, Symmetry, moved_on


def facts(s: State) -> Facts:
    """S17-1 to S17-72."""
    yield from cards(s)
    yield from known(s)
    yield from players(s)


def cards(s: State) -> Facts:
    """Every card is somewhere, once."""
    seats, pile = range(s.seats), s.pile[: s.top]
    for kind in range(len(KINDS)):
        out = sum(s.hand[p][kind] + s.laid[p][kind] for p in seats)
        lost = s.copies[kind] - s.deck[kind] - out - pile.count(kind)
        yield f"S17-1: {lost} cards of {KINDS[kind]} are lost", lost == 0
        yield (
            "no pile is short of nothing",
            s.deck[kind] >= 0 and all(min(s.hand[p][kind], s.laid[p][kind]) >= 0 for p in seats),
        )
    yield "the deck's size is its cards", s.left == sum(s.deck)
    yield "the pile lies from the bottom to its top", NONE not in pile and set(s.pile[s.top :]) <= {NONE}
    for p in seats:
        yield "a hand's size is its cards", s.held[p] == sum(s.hand[p])
        yield "so is what is laid", s.lying[p] == sum(s.laid[p])
    yield "S17-60: nobody decides before an empty deck", s.turn < 0 or s.left > 0


def known(s: State) -> Facts:
    """What is sure, seen and shown."""
    for p in range(s.seats):
        for kind in range(len(KINDS)):
            sure, seen, shown = s.sure[p][kind], s.seen[p][kind], s.shown[p][kind]
            yield "S17-70: nothing is known less than not at all", min(sure, seen, shown) >= 0
            yield "S17-70: what is sure to be in a hand is there", sure <= s.hand[p][kind]
            yield "S17-70: what was shown is laid", shown <= s.laid[p][kind]
            yield "S17-70: what was seen is somewhere", seen <= s.hand[p][kind] - sure + s.laid[p][kind] - shown


def players(s: State) -> Facts:
    """Prisoners, places and whose turn it is."""
    for p in range(s.seats):
        yield "S17-6: surveillance from 0 to 20", 0 <= s.surveillance[p] <= MAX_WATCHED
        yield "S17-6: three prisoners at the most", 0 <= s.prisoners[p] <= PRISONERS
        yield "S17-47: a place is for who has freed all", (s.place[p] > 0) == (s.prisoners[p] == 0)
    in_game = sum(n > 0 for n in s.prisoners[: s.seats])
    over = s.turn == OVER
    yield "S17-47, S17-48: the game ends with the first or the last but one", over or in_game > 1
    yield "S17-47: without playing on nobody has finished before", over or s.play_on == 1 or in_game == s.seats
    yield "S17-72: at the end all is open", (s.open == 1) == over
    yield "S17-45: whoever acts is in the game", s.turn < 0 or s.prisoners[s.turn] > 0
    yield "S17-62: two hundred rounds at the most", 0 <= s.round <= rules.LONGEST


def bound(s: State) -> int | None:
    """S17-62: 200 rounds. In a round every turn but a discard draws a card, and what was discarded was drawn before."""
    return int(1 + rules.LONGEST * (6 + 7 * sum(s.copies)))


def symmetries(state: State) -> list[Symmetry]:
    """S17-20: play goes round, so all seats may move on together; the lot for the starter moves with them."""

    def symmetry(by: int) -> Symmetry:
        moved = moved_on(state.seats, by)
        lot = range(rules.START, rules.START + state.seats)
        return Symmetry({"seat": moved}, lambda code: rules.START + moved(code - rules.START) if code in lot else code)

    return [symmetry(by) for by in range(1, state.seats)]
