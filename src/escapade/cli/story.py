"""A match in words: what each pair of eyes was told, ply by ply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from escapade.cli.boards import board_of
from escapade.cli.boards.scene import ALL_EYES
from escapade.cli.saves import no_name
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
        self._opening = 0  # plies of chance before anyone acts
        self._state = self.match.game.start(self.match.seats, self.match.options, self.match.pieces)

    def catch_up(self, eye: int) -> list[Told]:
        """Follow the log; return what these eyes had not been told. What was taken back is told no more."""
        log = self.match.log
        if self._followed != log[: len(self._followed)]:
            self._begin()
        if self._opening == len(self._followed):
            self._opening = opening(self.match)
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
                line = tell(self.match, eye, views[eye], ply.seat, code, seen(game, self._state, eye))
                self.told[eye].append(Told(number, ply.seat, code, line, early))
        self._followed.append(ply)

    def _early(self, ply: Ply) -> bool:
        """Is this one of the many small actions before play: dealt by chance, or arranged out of sight?"""
        if ply.seat == CHANCE:
            return len(self._followed) < self._opening > FEW
        game = self.match.game
        return game.simultaneous(self._state) and ply.action.code not in game.anytime(self._state, ply.seat)


def opening(match: Match) -> int:
    """How many plies chance dealt before anyone acted: a seat or a player without one, for whom chance acts."""
    game = match.game
    state = game.start(match.seats, match.options, match.pieces)
    for number, ply in enumerate(match.log):
        before = seen(game, state, SPECTATOR)
        game.rules.apply(state, ply.action.code)
        if ply.seat != CHANCE or acts(speech_of(game), before, ply, seen(game, state, SPECTATOR)):
            return number
    return len(match.log)


def acts(speech: Any, before: State, ply: Ply, after: State) -> bool:
    """Did chance act for a player without a seat? Such a player has a name in the words, not a number."""
    if speech is None:
        return False
    _, args = speech.tell(before, ply.seat, ply.action.code, after)
    return isinstance(args.get("who"), str)


def speech_of(game: Game) -> Any:
    """The words for a game's actions, or None if it has none."""
    return game.speech if hasattr(game.speech, "tell") else None


def seen(game: Game, state: State, eye: int) -> State:
    """What these eyes see of a state."""
    return game.fields.view(state) if eye == ALL_EYES else game.view(state, eye)


def hear(game: Game, state: State, code: int, eye: int) -> int:
    """What these eyes notice of an action."""
    heard: int = code if eye == ALL_EYES else game.rules.hear(state, code, eye)
    return heard


def tell(match: Match, eye: int, before: State, seat: int, code: int, after: State) -> str:
    """Say in words what was heard; a game without words is told by its actions' names."""
    game = match.game
    speech = speech_of(game)
    if speech is None:
        return f"{who(match, before, seat)}: {game.actions[code].name}"
    message, args = speech.tell(before, seat, code, after)
    return say(game, message, named(match, args, before, eye))


def ending(match: Match, eye: int, view: State) -> str:
    """Say in words how a match ended."""
    speech = match.game.speech
    if speech is None or not hasattr(speech, "ending"):
        return " > ".join(" = ".join(who(match, view, seat) for seat in place) for place in match.ranking())
    message, args = speech.ending(view)
    return say(match.game, message, named(match, args, view, eye))


def named(match: Match, args: Mapping[str, object], view: State, eye: int) -> dict[str, object]:
    """Call whoever reads it "you", and the others by their names, or as the drawing calls them."""
    found = dict(args)
    for part in ("who", "other"):
        seat = args.get(part)
        if isinstance(seat, int) and seat >= 0:
            found[part] = "you" if seat == eye else own_name(match, seat) or called(match, view, seat) or seat
    return found


def own_name(match: Match, seat: int) -> str:
    """What a player is called, if more is known than that it is a person or a bot."""
    name = match.names.get(seat, "")
    return "" if no_name(name) else name


def called(match: Match, view: State, seat: int) -> str:
    """What the drawing calls a seat: a colour. Empty if it has no name for it, or not yet."""
    names = board_of(match.game).called
    if callable(names):
        return names(view, seat)
    return names[seat] if seat < len(names) else ""


def who(match: Match, view: State, seat: int) -> str:
    """Name who acted."""
    if seat < 0:
        return {CHANCE: "chance", SPECTATOR: "spectators"}[seat]
    return own_name(match, seat) or called(match, view, seat) or f"seat {seat}"


def full_name(match: Match, view: State, seat: int, eye: int) -> str:
    """Name a seat by its colour and who sits there: "Blue (greedy bot)", "Red (you)"."""
    player = "you" if seat == eye else match.names.get(seat, "")
    place = called(match, view, seat) or f"seat {seat}"
    return f"{place} ({player})" if player else place


def lately(told: Iterable[Told], most: int | None = None) -> list[str]:
    """The last lines. What is said several times in a row is said once; of a long run of chance only how many."""
    lines: list[str] = []
    for chance, run in groupby((t for t in told if not t.early), key=_sort_of_chance):
        said = [(line, len([*same])) for line, same in groupby(entry.line for entry in run)]
        if chance and len(said) > FEW:
            said = [(f"{said[0][0]} … and {sum(n for _, n in said) - 1} more like this", 1)]
        lines += [line if n == 1 else f"{line} (× {n})" for line, n in said]
    return lines if most is None else lines[max(0, len(lines) - most) :]


def _sort_of_chance(entry: Told) -> str:
    """How a line of chance begins, so that only what is of a kind is drawn together; nothing for a seat's."""
    return " ".join(entry.line.split()[:3]) if entry.seat == CHANCE else ""
