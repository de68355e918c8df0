"""The events of a match as sentences, for one observer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from msgspec.structs import replace

from escapade.cli.boards import board_of
from escapade.cli.saves import no_name
from escapade.kernel import events
from escapade.kernel.events import FEW, Event
from escapade.kernel.fields import State
from escapade.kernel.match import Match, result_text
from escapade.kernel.names import CHANCE, SPECTATOR
from escapade.kernel.words import say


class EventStream(events.EventStream):
    """Tells a match in words: who reads it is "you", the others have names."""

    def worded(self, observer: int, event: Event, before: State) -> Event:
        """Put the words in; a game without words is told by its actions' names."""
        if not event.message:
            action = self.match.game.actions[event.code]
            return replace(event, line=f"{who(self.match, before, event.seat)}: {action.name}")
        return replace(event, line=say(self.match.game, event.message, named(self.match, event.args, before, observer)))


def ending(match: Match, observer: int, view: State) -> str:
    """Say in words how a match ended."""
    message, args = match.game.messages.ending(view)
    if not message:
        return result_text(match.ranking(), lambda seat: who(match, view, seat))
    return say(match.game, message, named(match, args, view, observer))


def named(match: Match, args: Mapping[str, object], view: State, observer: int) -> dict[str, object]:
    """Call whoever reads it "you", and the others by their names, or as the drawing calls them."""
    found = dict(args)
    for part in match.game.messages.SEAT_ARGS:
        seat = args.get(part)
        if isinstance(seat, int) and seat >= 0:
            found[part] = "you" if seat == observer else own_name(match, seat) or called(match, view, seat) or seat
    return found


def own_name(match: Match, seat: int) -> str:
    """What a player is called, if more is known than that it is a person or a bot."""
    name = match.names.get(seat, "")
    return "" if no_name(name) else name


def called(match: Match, view: State, seat: int) -> str:
    """What the drawing calls a seat; empty if it has no name for it, or not yet."""
    return board_of(match.game).seat_name(view, seat)


def who(match: Match, view: State, seat: int) -> str:
    """Name who acted."""
    if seat < 0:
        return {CHANCE: "chance", SPECTATOR: "spectators"}[seat]
    return own_name(match, seat) or called(match, view, seat) or f"seat {seat}"


def full_name(match: Match, view: State, seat: int, observer: int) -> str:
    """Name a seat by its colour and who sits there: "Blue (greedy bot)", "Red (you)"."""
    player = "you" if seat == observer else match.names.get(seat, "")
    place = called(match, view, seat) or f"seat {seat}"
    return f"{place} ({player})" if player else place


def lately(events: Iterable[Event], most: int | None = None) -> list[str]:
    """The last lines. What is said several times in a row is said once; of a long run of chance only how many."""
    lines: list[str] = []
    for chance, run in groupby((t for t in events if not t.early), key=_sort_of_chance):
        said = [(line, len([*same])) for line, same in groupby(entry.line for entry in run)]
        if chance and len(said) > FEW:
            said = [(f"{said[0][0]} … and {sum(n for _, n in said) - 1} more like this", 1)]
        lines += [line if n == 1 else f"{line} (× {n})" for line, n in said]
    return lines if most is None else lines[max(0, len(lines) - most) :]


def _sort_of_chance(entry: Event) -> str:
    """How a line of chance begins, so that only what is of a kind is drawn together; nothing for a seat's."""
    return " ".join(entry.line.split()[:3]) if entry.seat == CHANCE else ""
