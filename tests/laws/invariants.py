"""What is true of every position of a game, in figures. A game that is listed has an entry here."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from escapade import State
from escapade.games.cartagena import rules as car
from escapade.games.jailbreakers import box
from escapade.games.stalag17 import rules as s17
from escapade.games.stalag17.cards import KINDS, PRISONERS
from escapade.games.stalag17.rollcall import MAX_WATCHED
from escapade.games.stratego import rules as strat
from escapade.kernel.names import CHANCE, NONE, OVER

Facts = Iterator[tuple[str, bool]]  # what is promised, and whether it holds


def cartagena(s: State) -> Facts:
    """CAR-1 to CAR-42."""
    yield from cartagena_cards(s)
    yield from cartagena_pirates(s)
    yield from cartagena_end(s)


def cartagena_cards(s: State) -> Facts:
    seats, symbols = range(s.seats), range(len(car.SYMBOLS))
    for c in symbols:
        hands, discards = sum(s.hand[p][c] for p in seats), sum(s.played[p][c] for p in seats)
        lost = s.supply[c] - s.deck[c] - hands - discards - s.row.count(c)
        yield f"CAR-3: {lost} cards of {car.SYMBOLS[c]} are lost", lost == 0
        if s.tortuga == 0:
            drawn = sum(s.drawn[p][c] for p in seats)
            yield f"CAR-35: {car.SYMBOLS[c]} came from the deck or is in it", s.shuffled[c] == s.deck[c] + drawn
        for p in seats:
            yield "CAR-50: drawn is held or played", 0 <= s.drawn[p][c] <= s.hand[p][c] + s.played[p][c]
    yield "a hand's size is its cards", all(s.held[p] == sum(s.hand[p]) for p in seats)
    yield "the deck's size is its cards", s.left == sum(s.deck)
    yield "no pile is short of nothing", min(*s.deck, *(n for p in seats for n in s.hand[p])) >= 0
    lying = [i for i in range(car.ROW) if s.row[i] != NONE]
    yield "CAR-34: the row lies from its front to its end", lying == list(range(s.front, s.laid))
    yield "CAR-37: who is to decide sees a row", s.turn < 0 or not s.tortuga or bool(lying) or s.left == 0
    yield (
        "CAR-5: everyone is dealt six",
        s.actions > 0 or all(s.held[p] == (car.HAND if p < s.to_deal else 0) or p == s.to_deal for p in seats),
    )


def cartagena_pirates(s: State) -> Facts:
    seats = range(s.seats)
    yield "CAR-3: six pirates a player", all(sum(s.pirates[p]) == car.PIRATES for p in seats)
    for place in range(car.BOAT + 1):
        crowd = s.crowd[place]
        yield "a crowd is all pirates on a place", crowd == sum(s.pirates[p][place] for p in seats)
        yield "CAR-31: no more than three on a space", place in (car.OUTSIDE, car.BOAT) or 0 <= crowd <= car.CROWD
    spaces = s.tunnel[car.FIRST : car.BOAT]
    joined = sum(s.joined)
    yield (
        "CAR-1: every segment shows each symbol",
        all(sorted(spaces[6 * i : 6 * i + 6]) == list(range(6)) for i in range(joined)),
    )
    yield "CAR-1: where no segment lies there is no space", set(spaces[6 * joined :]) <= {NONE}


def cartagena_end(s: State) -> Facts:
    home = any(s.pirates[p][car.BOAT] == car.PIRATES for p in range(s.seats))
    ended = home or s.passed == s.seats or s.actions >= car.LONGEST
    yield (
        "CAR-40: the game is over when someone is home, all pass or it is too long, and only then",
        (ended == (s.turn == OVER) or (s.turn == CHANCE and not home)),
    )
    yield "CAR-10: three actions a turn", 0 <= s.done <= car.TURN
    yield "CAR-52: at the end all is open", s.open == (s.tortuga or s.turn == OVER)


def stratego(s: State) -> Facts:
    """STR-1 to STR-43."""
    yield from stratego_pieces(s)
    yield from stratego_end(s)


def stratego_pieces(s: State) -> Facts:
    for seat in range(2):
        side = range(strat.MEN * seat, strat.MEN * (seat + 1))
        ranks = [s.rank[p] for p in side]
        for rank in range(len(strat.RANKS)):
            n = ranks.count(rank)
            yield f"STR-2: {n} {strat.RANKS[rank]}", n == s.army[rank] or (s.phase != strat.PLAY and n < s.army[rank])
        filled = strat.MEN - ranks.count(NONE)
        yield "STR-4: the squares are filled in order", NONE not in ranks[:filled]
        if s.phase == strat.PLAY:
            alive = sum(s.at[p] != NONE and strat.can_move(s.rank[p]) for p in side)
            yield "STR-32: movers are the pieces left that can move", s.movers[seat] == alive
    for piece in range(2 * strat.MEN):
        at = s.at[piece]
        yield "board and pieces agree", at == NONE or s.board[at] == piece
        yield "STR-41: what is removed is known", at != NONE or s.shown[piece] == 1
        yield "STR-13: what has moved can move", not s.moved[piece] or strat.can_move(s.rank[piece])
    standing = [p for p in s.board if p != NONE]
    yield "STR-1: one piece a square", sorted(standing) == [p for p in range(2 * strat.MEN) if s.at[p] != NONE]


def stratego_end(s: State) -> Facts:
    nobody = s.movers[0] == 0 and s.movers[1] == 0
    still = 0 < s.limit <= s.quiet
    agreed = s.offered[0] == 1 and s.offered[1] == 1
    if s.turn == OVER:
        yield "a draw has a reason: STR-32, STR-33 or STR-34", s.winner != NONE or nobody or still or agreed
        yield "STR-43: at the end everything is known", all(s.shown)
    else:
        yield "STR-32, STR-33, STR-34: a drawn game is over", not (nobody or still or agreed)
        yield "nobody has won yet", s.winner == NONE
    for seat in range(2):
        yield "STR-14: five times at the most", 0 <= s.shuttles[seat] <= strat.SHUTTLES


def stalag17(s: State) -> Facts:
    """S17-1 to S17-72."""
    yield from stalag17_cards(s)
    yield from stalag17_known(s)
    yield from stalag17_players(s)


def stalag17_cards(s: State) -> Facts:
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


def stalag17_known(s: State) -> Facts:
    for p in range(s.seats):
        for kind in range(len(KINDS)):
            sure, seen, shown = s.sure[p][kind], s.seen[p][kind], s.shown[p][kind]
            yield "S17-70: nothing is known less than not at all", min(sure, seen, shown) >= 0
            yield "S17-70: what is sure to be in a hand is there", sure <= s.hand[p][kind]
            yield "S17-70: what was shown is laid", shown <= s.laid[p][kind]
            yield "S17-70: what was seen is somewhere", seen <= s.hand[p][kind] - sure + s.laid[p][kind] - shown


def stalag17_players(s: State) -> Facts:
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
    yield "S17-62: two hundred rounds at the most", 0 <= s.round <= s17.LONGEST


def jailbreakers(s: State) -> Facts:
    """JB-1 to JB-92."""
    yield from jailbreakers_cards(s)
    yield from jailbreakers_people(s)
    yield from jailbreakers_deck(s)


def jailbreakers_cards(s: State) -> Facts:
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


def jailbreakers_people(s: State) -> Facts:
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


def jailbreakers_deck(s: State) -> Facts:
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


def cartagena_bound(s: State) -> int | None:
    """CAR-42: 3,000 actions. To each belong two cards, a stop, and the others passed over (CAR-12).

    Before them stand six segments, the starter, six cards a seat and a row; a row is never laid more than once ahead.
    """
    before = len(car.LETTERS) + 1 + car.HAND * s.seats + 2 * car.ROW
    return int(before + car.LONGEST * (1 + 2 + 1 + s.seats - 1) + s.seats)


def stratego_bound(s: State) -> int | None:
    """STR-33: an attack removes a piece, so there are 47 at the most, each after less than `limit` quiet moves.

    Before them stand the draw for colours and 48 placements. Without a limit there is no bound.
    """
    return int(1 + 2 * strat.MEN + (2 * strat.MEN - 1 + 1) * s.limit) if s.limit > 0 else None


def stalag17_bound(s: State) -> int | None:
    """S17-62: 200 rounds. In a round every turn but a discard draws a card, and what was discarded was drawn before."""
    return int(1 + s17.LONGEST * (6 + 7 * sum(s.copies)))


def jailbreakers_bound(s: State) -> int | None:
    """JB-15: 200 rounds of at most 15 turns, none of them longer than some 100 small choices and outcomes."""
    return 40 + box.LONGEST * 15 * 130


INVARIANTS: dict[str, Callable[[State], Facts]] = {
    "cartagena": cartagena,
    "stratego": stratego,
    "stalag17": stalag17,
    "jailbreakers": jailbreakers,
}
BOUNDS: dict[str, Callable[[State], int | None]] = {
    "cartagena": cartagena_bound,
    "stratego": stratego_bound,
    "stalag17": stalag17_bound,
    "jailbreakers": jailbreakers_bound,
}


def broken(game: str, state: State) -> list[str]:
    """What should be true of a position and is not."""
    return [promise for promise, holds in INVARIANTS[game](state) if not holds]
