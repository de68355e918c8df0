"""Stalag 17 told a second time, from RULES.md alone and without a thought for speed.

Cards are words in lists, and whatever chance still has to do is a list of errands. Nothing of the real rules is used,
so that a mistake would have to be made twice to go unnoticed.
"""

from __future__ import annotations

from collections.abc import Sequence

OBJECTS = ("clothes", "food", "document", "tool", "map")
DICE = {2: "34455", 3: "3344455", 4: "333444555", 5: "33334445555"}


def types(card: str) -> set[str]:
    """What a card may stand for when it is discarded with others."""
    if card == "information":
        return {*OBJECTS, "information"}
    return set(card.split("-")) if "-" in card else {card.split()[0]}


def surveillance(card: str) -> int:
    """What a card in a hand costs."""
    if card in ("barracks", "information"):
        return 4 if card == "information" else 0
    return 3 if "-" in card else int(card[-1])


def is_set(cards: Sequence[str]) -> bool:
    shared = [kind for kind in (*OBJECTS, "information", "barracks", "escape") if all(kind in types(c) for c in cards)]
    real = any(card != "information" or kind == "information" for kind in shared for card in cards)
    return len(cards) >= 3 and real


def all_differ(cards: Sequence[str], taken: frozenset[str] = frozenset()) -> bool:
    """Can these cards stand for different types?"""
    if not cards:
        return True
    return any(all_differ(cards[1:], taken | {kind}) for kind in types(cards[0]) - taken)


def is_run(cards: Sequence[str]) -> bool:
    return len(cards) >= 5 and all_differ(cards)


def set_possible(cards: list[str], hand: list[str]) -> bool:
    """Can these cards become a set with others of the hand?"""
    for kind in (*OBJECTS, "information", "barracks", "escape"):
        if all(kind in types(card) for card in cards):
            whole = cards + [card for card in hand if kind in types(card)]
            if is_set(whole):
                return True
    return False


def run_possible(cards: list[str], hand: list[str]) -> bool:
    """Can these cards become a run with others of the hand?"""
    if not all_differ(cards) or len(cards) >= 5:
        return all_differ(cards)
    for i, card in enumerate(hand):
        if card not in hand[:i] and run_possible([*cards, card], hand[i + 1 :]):
            return True
    return False


def supply(cards: list[str], wanted: list[str]) -> bool:
    """Can laid cards be given to the wanted objects, one each?"""
    if not wanted:
        return True
    for i, card in enumerate(cards):
        fits = card == "barracks" or (card != "information" and wanted[0] in types(card))
        if fits and supply(cards[:i] + cards[i + 1 :], wanted[1:]):
            return True
    return False


class Naive:
    def __init__(self, seats: int, box: Sequence[str], first: int, *, play_on: bool) -> None:
        self.seats, self.box, self.play_on = seats, list(box), play_on
        self.prisoners, self.watched, self.finished = [3] * seats, [0] * seats, []  # type: list[int], list[int], list[int]
        self.rounds, self.over = 0, False
        self.begin(first)

    def begin(self, starter: int) -> None:
        """A new round."""
        self.over = self.rounds == 200
        if self.over:
            return
        self.rounds += 1
        self.starter = self.player = starter
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.laid: list[list[str]] = [[] for _ in range(self.seats)]
        self.deck, self.pile = self.box[:], []  # type: list[str], list[str]
        self.plan: list[str] = []
        self.points, self.discarding, self.put, self.failed = 0, "", [], False  # type: int, str, list[str], bool
        playing = self.clockwise(starter)
        freed = sum(3 - self.prisoners[seat] for seat in playing)
        self.errands = ["throw"] * int(DICE[len(playing)][freed]) + ["escape die"]
        self.errands += [f"hand {seat}" for seat in playing for _ in range(2)]

    def clockwise(self, seat: int) -> list[int]:
        """Who is in the game, from a seat on."""
        around = [(seat + i) % self.seats for i in range(self.seats)]
        return [other for other in around if self.prisoners[other]]

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.errands:
            if self.errands[0] == "throw":
                return {f"throw {face}" for face in (*OBJECTS, "escape 3")}
            if self.errands[0] == "escape die":
                return {f"escape die {face}" for face in range(1, 7)}
            return {f"draw {card}" for card in self.deck}
        mine = self.hands[self.player]
        if self.discarding:
            return self.additions(mine)
        names = {"draw two"} | {f"{verb} {card}" for verb in ("lay", "discard") for card in mine}
        names |= {"discard a set"} if set_possible([], mine) else set()
        names |= {"discard a run"} if run_possible([], sorted(mine)) else set()
        names |= {"take the top discard"} if self.pile else set()
        return names if self.failed else names | {"attempt an escape"}

    def additions(self, mine: list[str]) -> set[str]:
        """The cards that may be put down next, and whether it may end there."""
        possible = set_possible if self.discarding == "set" else run_possible
        names = set()
        for card in set(mine):
            rest = sorted(mine)
            rest.remove(card)
            if possible([*self.put, card], rest):
                names.add(f"add {card}")
        done = is_set(self.put) if self.discarding == "set" else is_run(self.put)
        return names | {"stop adding"} if done else names

    def play(self, name: str) -> None:
        if self.errands:
            self.chance(name)
        else:
            self.act(name)
        if self.over or self.errands:
            return
        if not self.deck:
            self.watched = [max(0, n - 6 * self.prisoners[seat]) for seat, n in enumerate(self.watched)]
            self.begin(self.next_starter(None))

    def chance(self, name: str) -> None:
        errand, what = self.errands.pop(0), name.removeprefix("throw ").removeprefix("draw ")
        if errand == "escape die":
            self.points += int(name[-1])
        elif errand != "throw":
            self.deck.remove(what)
            self.hands[int(errand.removeprefix("hand "))].append(what)
            if not self.deck:
                self.errands = []
            if not self.errands and errand.endswith(" "):
                self.next_player()
        elif what == "escape 3":
            self.points += 3
        else:
            self.plan.append(what)

    def draw(self, n: int) -> None:
        """Cards for the player at the turn, which ends the turn; the blank marks them."""
        self.errands = [f"hand {self.player}"] * (n - 1) + [f"hand {self.player} "]

    def next_player(self) -> None:
        self.player, self.failed = self.clockwise((self.player + 1) % self.seats)[0], False

    def act(self, name: str) -> None:
        mine = self.hands[self.player]
        verb, _, card = name.partition(" ")
        if name == "draw two":
            self.draw(2)
        elif name == "take the top discard":
            mine.append(self.pile.pop())
            self.draw(1)
        elif name == "attempt an escape":
            self.attempt()
        elif name in ("discard a set", "discard a run"):
            self.discarding = name[-3:]
        elif name == "stop adding":
            self.discarding, self.put = "", []
            self.next_player()
        else:
            mine.remove(card)
            (self.laid[self.player] if verb == "lay" else self.pile).append(card)
            if verb == "lay":
                self.draw(1)
            elif verb == "add":
                self.put.append(card)
            else:
                self.next_player()

    def attempt(self) -> None:
        me = self.player
        points = sum(int(card[7]) for card in self.laid[me] if card.startswith("escape"))
        if not supply(self.laid[me], self.plan) or points < self.points + self.watched[me]:
            self.failed, self.watched[me] = True, min(20, self.watched[me] + 2)
            return
        self.prisoners[me] -= 1
        if not self.prisoners[me]:
            self.finished.append(me)
            self.over = not self.play_on or len(self.clockwise(0)) == 1
        if not self.over:
            self.roll_call()
            self.begin(self.next_starter(me))

    def roll_call(self) -> None:
        for seat in range(self.seats):
            total = sum(map(surveillance, self.hands[seat]))
            if seat != self.player:
                total += 4 * self.laid[seat].count("barracks") - 3 * self.prisoners[seat]
            self.watched[seat] = max(0, min(20, self.watched[seat] + total))

    def next_starter(self, escaper: int | None) -> int:
        """Those with the most prisoners, of them those with the most surveillance, then the first in line."""
        playing = self.clockwise(0)
        most = [seat for seat in playing if self.prisoners[seat] == max(self.prisoners[s] for s in playing)]
        equal = [seat for seat in most if self.watched[seat] == max(self.watched[s] for s in most)]
        if escaper is None:
            line = [(self.starter + i) % self.seats for i in range(self.seats)]
        else:
            line = [(escaper + i) % self.seats for n in range(1, self.seats) for i in (n, -n)] + [escaper]
        return next(seat for seat in line if seat in equal)

    def merit(self, seat: int) -> tuple[int, int, int]:
        """What a player is ranked by."""
        place = self.finished.index(seat) if seat in self.finished else self.seats
        return -place, -self.prisoners[seat], -self.watched[seat]
