"""Cartagena told a second time, from RULES.md alone and without a thought for speed.

Pirates are a list of places a player, cards are words in lists, and whatever chance still has to do is a list of
errands. Nothing of the real rules is used, so that a mistake would have to be made twice to go unnoticed.
"""

from __future__ import annotations

from collections.abc import Sequence

BOAT = 37


def label(place: int) -> str:
    return {0: "outside", BOAT: "boat"}.get(place, str(place))


class Naive:
    def __init__(self, tunnel: Sequence[str], seats: int, supply: Sequence[str], *, tortuga: bool, first: int) -> None:
        self.tunnel = dict(enumerate(tunnel, 1))
        self.pirates = [[0] * 6 for _ in range(seats)]
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.deck, self.discards, self.row = list(supply), [], []  # type: list[str], list[str], list[str]
        self.tortuga, self.player, self.done, self.actions, self.passes = tortuga, first, 0, 0, 0
        self.errands = [f"hand {seat}" for seat in range(seats) for _ in range(6)] + ["row"] * 12 * tortuga
        self.owed = 0  # cards the player has still to draw
        self.over = False
        self.settle()

    def on(self, space: int) -> int:
        """How many pirates stand on a space."""
        return sum(pirates.count(space) for pirates in self.pirates)

    def refuge(self, place: int) -> int | None:
        """Where a retreat from a place leads."""
        behind = [space for space in self.tunnel if space < place and self.on(space) in (1, 2)]
        return max(behind, default=None)

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.errands:
            return {f"draw {card}" for card in self.deck}
        mine = self.pirates[self.player]
        names = {f"{card} from {label(place)}" for card in self.hands[self.player] for place in mine if place < BOAT}
        names |= {f"retreat from {label(place)}" for place in mine if self.refuge(place)}
        if self.done:
            names.add("stop")
        return names or {"pass"}

    def play(self, name: str) -> None:
        what, _, start = name.partition(" from ")
        if name.startswith("draw "):
            self.draw(name.removeprefix("draw "))
        elif name == "stop":
            self.next_player()
        elif name == "pass":
            self.passes += 1
            self.over = self.passes == len(self.pirates)
            self.next_player()
        else:
            place = {"outside": 0, "boat": BOAT}.get(start) if not start.isdigit() else int(start)
            assert place is not None
            self.act(what, place)
        self.settle()

    def act(self, what: str, place: int) -> None:
        mine = self.pirates[self.player]
        if what == "retreat":
            end = self.refuge(place)
            assert end
            self.owed = self.on(end)
        else:
            self.hands[self.player].remove(what)
            self.discards.append(what)
            ahead = [space for space in self.tunnel if space > place]
            end = next((space for space in ahead if self.tunnel[space] == what and not self.on(space)), BOAT)
        mine.remove(place)
        mine.append(end)
        self.done, self.actions, self.passes = self.done + 1, self.actions + 1, 0
        self.over = set(mine) == {BOAT}

    def draw(self, card: str) -> None:
        self.deck.remove(card)
        errand = self.errands.pop(0)
        if errand == "row":
            self.row.append(card)
        else:
            self.hands[int(errand.removeprefix("hand "))].append(card)

    def settle(self) -> None:
        """Go on until chance, a player or nobody has to act."""
        while not self.over:
            if self.errands and not self.deck:
                self.deck, self.discards = self.discards, []
            if self.errands and self.deck:
                return
            if self.errands:  # no card is left anywhere
                self.errands = []
                self.owed = self.owed if self.row else 0
            elif self.owed and not self.tortuga:
                self.owed -= 1
                self.errands = [f"hand {self.player}"]
            elif self.owed and self.row:
                self.owed -= 1
                self.hands[self.player].append(self.row.pop(0))
                self.errands = [] if self.row else ["row"] * 12
            elif self.owed:
                self.errands = ["row"] * 12
            else:
                break
        if not self.over and self.done == 3:
            self.next_player()
        self.over = self.over or self.actions == 3000

    def next_player(self) -> None:
        self.player, self.done = (self.player + 1) % len(self.pirates), 0

    def merit(self, seat: int) -> tuple[int, int]:
        """What a player is ranked by."""
        mine = self.pirates[seat]
        return mine.count(BOAT), sum(place for place in mine if place != BOAT)
