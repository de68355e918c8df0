"""Stratego told a second time, from RULES.md alone and without a thought for speed.

The board is a dict of men by square, and the count of moves to and fro is read off the whole history. Nothing of the
real rules is used, so that a mistake would have to be made twice to go unnoticed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

LADDER = ["spy", "scout", "miner", "sergeant", "major", "colonel", "general"]
Square = tuple[int, int]  # column and row, from 1


class Man(NamedTuple):
    seat: int
    rank: str
    number: int


class Turn(NamedTuple):
    number: int
    squares: frozenset[Square]
    attack: bool


def label(square: Square) -> str:
    return "abcdefgh"[square[0] - 1] + str(square[1])


def square_of(text: str) -> Square:
    return "abcdefgh".index(text[0]) + 1, int(text[1])


class Naive:
    def __init__(self, army: Mapping[str, int], red: int, limit: int) -> None:
        self.army, self.red, self.limit, self.turn = army, red, limit, red
        self.placed: list[list[str]] = [[], []]
        self.men: dict[Square, Man] = {}
        self.history: list[list[Turn]] = [[], []]
        self.quiet = 0
        self.over = False
        self.winner: int | None = None

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if not self.men:
            left = Counter(self.army) - Counter(self.placed[self.turn])
            return {f"place {rank}" for rank in left}
        return {
            f"{label(start)}-{label(end)}"
            for start, man in self.men.items()
            if man.seat == self.turn
            for end in self.targets(start, man)
        }

    def targets(self, start: Square, man: Man) -> list[Square]:
        if man.rank in {"flag", "bomb"}:
            return []
        found = []
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            x, y = start[0] + dx, start[1] + dy
            while 1 <= x <= 8 and 1 <= y <= 8:
                there = self.men.get((x, y))
                if there is None or there.seat != man.seat:
                    found.append((x, y))
                if there is not None or man.rank != "scout":
                    break
                x, y = x + dx, y + dy
        return [end for end in found if not self.worn_out(man, start, end)]

    def worn_out(self, man: Man, start: Square, end: Square) -> bool:
        """Would this be the sixth quiet move in a row between two squares?"""
        if end in self.men:
            return False
        last = self.history[man.seat][-5:]
        return len(last) == 5 and all(turn == Turn(man.number, frozenset((start, end)), False) for turn in last)

    def play(self, name: str) -> None:
        if name.startswith("place "):
            self.place(name.removeprefix("place "))
        else:
            self.move(*map(square_of, name.split("-")))

    def place(self, rank: str) -> None:
        self.placed[self.turn].append(rank)
        if len(self.placed[self.turn]) < 24:
            return
        self.turn = 1 - self.turn
        if len(self.placed[self.turn]) < 24:
            return
        for i in range(24):
            near, far = (i % 8 + 1, i // 8 + 1), (8 - i % 8, 8 - i // 8)
            self.men[near] = Man(0, self.placed[0][i], i)
            self.men[far] = Man(1, self.placed[1][i], i)
        self.turn = self.red

    def move(self, start: Square, end: Square) -> None:
        man, there = self.men.pop(start), self.men.get(end)
        self.history[self.turn].append(Turn(man.number, frozenset((start, end)), there is not None))
        self.quiet = 0 if there else self.quiet + 1
        if there is None or self.beats(man.rank, there.rank):
            self.men[end] = man
        elif man.rank == there.rank:
            del self.men[end]
        if there is not None and there.rank == "flag":
            self.finish(man.seat)
            return
        self.turn = 1 - self.turn
        if all(man.rank in {"flag", "bomb"} for man in self.men.values()) or self.quiet == self.limit > 0:
            self.finish(None)
        elif not self.legal():
            self.finish(1 - self.turn)

    def beats(self, attacker: str, defender: str) -> bool:
        if defender == "flag":
            return True
        if defender == "bomb":
            return attacker == "miner"
        if (attacker, defender) == ("spy", "general"):
            return True
        return LADDER.index(attacker) > LADDER.index(defender)

    def finish(self, winner: int | None) -> None:
        self.over, self.winner = True, winner
