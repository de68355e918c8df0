"""A match in words: what each pair of eyes was told, ply by ply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

from escapade.cli.boards import board_of
from escapade.cli.boards.scene import ALL_EYES
from escapade.kernel.contract import Game
from escapade.kernel.fields import State
from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE, SPECTATOR, UNHEARD
from escapade.kernel.notation import Ply
from escapade.kernel.words import say

FEW = 3  # chance outcomes in a row that are told one by one


class Told(NamedTuple):
    """One line: the ply it is about (from 1), who acted, what was heard of it, the words, and if it was set-up."""

    ply: int
    seat: int
    code: int
    line: str
    early: bool


class Story:
    """Follows a match's log with a state of its own, and tells it to the given eyes."""

    def __init__(self, match: Match, eyes: Iterable[int]) -> None:
        self.match, self.eyes = match, tuple(eyes)
        self._begin()

    def _begin(self) -> None:
        self.told: dict[int, list[Told]] = {eye: [] for eye in self.eyes}
        self._followed: list[Ply] = []
        self._state = self.match.game.start(self.match.seats, self.match.options, self.match.pieces)

    def catch_up(self, eye: int) -> list[Told]:
        """Follow the log; return what these eyes had not been told. What was taken back is told no more."""
        log = self.match.log
        if self._followed != log[: len(self._followed)]:
            self._begin()
        before = len(self.told[eye])
        for ply in log[len(self._followed) :]:
            self._follow(ply)
        return self.told[eye][before:]

    def _follow(self, ply: Ply) -> None:
        game, number = self.match.game, len(self._followed) + 1
        views = {eye: seen(game, self._state, eye) for eye in self.eyes}
        heard = {eye: hear(game, self._state, ply.action.code, eye) for eye in self.eyes}
        early = self._early(ply)
        game.rules.apply(self._state, ply.action.code)
        for eye, code in heard.items():
            if code != UNHEARD:
                line = tell(game, eye, views[eye], ply.seat, code, seen(game, self._state, eye))
                self.told[eye].append(Told(number, ply.seat, code, line, early))
        self._followed.append(ply)

    def _early(self, ply: Ply) -> bool:
        """Is this one of the many small actions before play: dealt by chance, or arranged out of sight?"""
        if ply.seat == CHANCE:
            opening = next((i for i, done in enumerate(self.match.log) if done.seat != CHANCE), len(self.match.log))
            return len(self._followed) < opening > FEW
        game = self.match.game
        asked = getattr(game.rules, "simultaneous", None)
        return bool(asked and asked(self._state)) and ply.action.code not in game.anytime(self._state, ply.seat)


def seen(game: Game, state: State, eye: int) -> State:
    """What these eyes see of a state."""
    return game.fields.view(state) if eye == ALL_EYES else game.view(state, eye)


def hear(game: Game, state: State, code: int, eye: int) -> int:
    """What these eyes notice of an action."""
    heard: int = code if eye == ALL_EYES else game.rules.hear(state, code, eye)
    return heard


def tell(game: Game, eye: int, before: State, seat: int, code: int, after: State) -> str:
    """Say in words what was heard; a game without words is told by its actions' names."""
    if game.speech is None or not hasattr(game.speech, "tell"):
        return f"{who(seat)}: {game.actions[code].name}"
    message, args = game.speech.tell(before, seat, code, after)
    return say(game, message, named(game, args, eye))


def ending(game: Game, eye: int, view: State, ranking: list[list[int]]) -> str:
    """Say in words how a match ended."""
    if game.speech is None or not hasattr(game.speech, "ending"):
        return " > ".join(" = ".join(f"seat {seat}" for seat in place) for place in ranking)
    message, args = game.speech.ending(view)
    return say(game, message, named(game, args, eye))


def named(game: Game, args: Mapping[str, object], eye: int) -> dict[str, object]:
    """Call whoever reads it "you", and the others as the drawing calls them."""
    seat, called = args.get("who"), board_of(game).called
    if not isinstance(seat, int) or seat < 0:
        return dict(args)
    return {**args, "who": "you" if seat == eye else called[seat] if called else seat}


def who(seat: int) -> str:
    """Name who acted."""
    return {CHANCE: "chance", SPECTATOR: "spectators"}.get(seat, f"seat {seat}")


def lately(told: Iterable[Told], most: int | None = None) -> list[str]:
    """The last lines. What is said several times in a row is said once; of a long run of chance only how many."""
    lines: list[str] = []
    for chance, run in groupby((t for t in told if not t.early), key=lambda entry: entry.seat == CHANCE):
        said = [(line, len([*same])) for line, same in groupby(entry.line for entry in run)]
        if chance and len(said) > FEW:
            said = [said[0], (f"… and {sum(n for _, n in said[1:])} more like this", 1)]
        lines += [line if n == 1 else f"{line} (× {n})" for line, n in said]
    return lines if most is None else lines[max(0, len(lines) - most) :]
