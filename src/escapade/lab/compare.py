"""Two versions of a game side by side, or one along a scale: the figures of a balance report as differences."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.names import BadInput, whole_number
from escapade.lab.balance import contests, rounded, section
from escapade.lab.experiment import Experiment, Part, correct_family
from escapade.lab.instrument import (
    METRICS,
    Counters,
    Duel,
    Job,
    Pair,
    Sides,
    action_groups,
    batch_size,
    is_share,
    play_pair,
)
from escapade.lab.setting import BotSpec, in_seats, validated
from escapade.lab.stats import CONFIDENCE, Mean, normal_interval, p_value

UNPAIRED_SEED = 1 << 30  # what a seed is changed by where the sides shall not share their dice
MAX_VALUES = 100  # of a sweep
PIECES = "pieces:"  # stands before a field of the game's data


def is_compared(metric: str) -> bool:
    """Return whether a metric is compared; what single seats decide is left to the balance report."""
    return metric.partition(".")[0] in ("wins", "counted") or metric in METRICS


# --- What is compared ---


class Side(NamedTuple):
    """A version of a game: seats, if given, options and pieces; and the words that describe it."""

    seats: int | None
    options: dict[str, Any]
    pieces: Any
    said: tuple[str, ...]


def side(game: Game, words: Sequence[str], options: Mapping[str, Any], pieces: str | Path | None = None) -> Side:
    """Parse a version: NAME=VALUE for an option, seats=N, pieces=FILE, pieces:PATH=NUMBER for a field of its data."""
    found = Side(None, dict(options), game.pieces(pieces), (*([f"pieces={pieces}"] if pieces else []), *words))
    for word in sorted(words, key=lambda word: word.startswith(PIECES)):  # a file first, then what is changed in it
        name, equals, value = word.partition("=")
        if not equals:
            raise BadInput(f"{word!r}: write it as NAME=VALUE; {open_names(game)}")
        found = changed(game, found, name.strip(), value.strip())
    return found


def changed(game: Game, of: Side, name: str, value: str) -> Side:
    """Change one thing of a version."""
    if name == "seats":
        number = whole_number(value)
        if number is None:
            raise BadInput(f"seats={value}: this is no number of seats")
        return of._replace(seats=game.check_seats(number))
    if name == "pieces":
        return of._replace(pieces=game.pieces(value))
    if name.startswith(PIECES):
        return of._replace(pieces=with_field(game, of.pieces, name.removeprefix(PIECES), value))
    option = name.replace("-", "_")
    if option not in {known.name for known in game.options}:
        near = difflib.get_close_matches(option, [known.name for known in game.options], 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise BadInput(f"{game.title} has no option {name!r}; {hint}{open_names(game)}")
    return of._replace(options={**of.options, option: value})


def open_names(game: Game) -> str:
    """List what a version may set."""
    fields = [f"{PIECES}{name}" for name in number_fields(msgspec.to_builtins(game.pieces(), str_keys=True))][:3]
    data = f", pieces=FILE, or a field of its data such as {', '.join(fields)}" if fields else ""
    return f"there are {', '.join([*(option.name for option in game.options), 'seats'])}{data}"


def number_fields(data: Any, path: str = "") -> Iterator[str]:
    """Yield the paths of all numbers in a game's data."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list | tuple) else ()
    for key, value in entries:
        here = f"{path}.{key}" if path else str(key)
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield here
        else:
            yield from number_fields(value, here)


def with_field(game: Game, pieces: Any, path: str, value: str) -> Any:
    """Change one number of a game's data, and check it as a file is checked."""
    if pieces is None:
        raise BadInput(f"{game.title} has no data that could be changed")
    data = msgspec.to_builtins(pieces, str_keys=True)
    fields, number = list(number_fields(data)), number_of(value)
    if path not in fields:
        near = difflib.get_close_matches(path, fields, 3, 0.5) or fields[:6]
        raise BadInput(f"{game.title}'s data has no number {path!r}; there are {', '.join(near)}, …")
    if number is None:
        raise BadInput(f"{PIECES}{path} is a number, not {value!r}")
    *parents, last = path.split(".")
    place = data
    for step in parents:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[int(last) if isinstance(place, list) else last] = number
    try:
        found = msgspec.convert(data, type(pieces))
    except msgspec.ValidationError as error:
        raise BadInput(f"{PIECES}{path}={value}: {error}") from None
    for where, reason in found.check().items():
        raise BadInput(f"{PIECES}{path}={value}: {where}: {reason}")
    return found


def number_of(text: str) -> int | float | None:
    """Parse a number, whole or not; None if it is none."""
    whole = whole_number(text)
    if whole is not None:
        return whole
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


# --- Side by side ---


class Comparison(Experiment):
    """Two versions, played by the same bots with common random numbers."""

    def __init__(
        self, game: Game, specs: Sequence[BotSpec], a: Side, b: Side, seats: int | None = None, seed: int = 0,
        paired: bool = True, skill: bool = True,
    ) -> None:  # fmt: skip
        self.game, self.seed, self.sides, self.paired = game, seed, (a, b), paired
        counts = [seats] if seats is not None else list(game.seats)
        if a.seats or b.seats:  # a side that says nothing plays with as many as the other, or as is asked for
            both = [(a.seats or seats or b.seats, b.seats or seats or a.seats)]
        else:
            both = [(n, n) for n in counts]
        parts = [self.part(spec, *map(game.check_seats, pair)) for spec in specs for pair in both]
        self.duels_begin = len(parts)  # two and two: a's, b's
        duels = [part for spec in specs if skill for pair in both for part in self.duels(spec, pair)]
        super().__init__(parts + duels)

    def part(self, spec: BotSpec, *seats: int) -> Part:
        """Prepare one bot's games in both versions."""
        jobs = []
        for of, n, seed in zip(self.sides, seats, (self.seed, self.other_seed), strict=True):
            setting = validated(self.game, n, of.options, of.pieces)
            jobs.append(Job(setting, (spec.player,) * n, seed, 0, spec.games))
        name = f"{spec.player.label}, {' and '.join(map(in_seats, dict.fromkeys(seats)))}"
        return Part(name, seats[0], Pair(jobs[0], jobs[1], 0, spec.games), play_pair, batch_size(jobs[0].players), 2)

    @property
    def other_seed(self) -> int:
        """The seed of the second side."""
        return self.seed if self.paired else self.seed ^ UNPAIRED_SEED

    def duels(self, spec: BotSpec, seats: tuple[Any, Any]) -> list[Part]:
        """Prepare the duels in both versions."""
        if 1 in seats:
            return []
        (a, b), other = self.sides, self.other_seed
        ones = contests(self.game, seats[0], spec, a.options, a.pieces, self.seed)
        others = contests(self.game, seats[1], spec, b.options, b.pieces, other)
        if len(ones) != len(others):  # bots that think meet weaker ones at the smallest table alone
            return []
        both = zip(ones, others, strict=True)
        return [part._replace(name=f"{part.name}, {of}") for pair in both for part, of in zip(pair, "ab", strict=True)]

    def as_data(self) -> dict[str, Any]:
        """Return the report as JSON data."""
        done = [(part.job, self.totals.get(i)) for i, part in enumerate(self.parts)]
        sections = [describe_sides(job, total) for job, total in done[: self.duels_begin] if total is not None]
        duels = zip(done[self.duels_begin :: 2], done[self.duels_begin + 1 :: 2], strict=True)
        skill = [
            describe_duels(a, b, one, other) for (a, one), (b, other) in duels if one is not None and other is not None
        ]
        correct_family([figure for found in sections for figure in found["figures"] if figure["p_value"] is not None])
        correct_family([use for found in sections for use in found["uses"]])
        correct_family(skill)
        data = {
            "report": "compare",
            "game": self.game.name,
            "title": self.game.title,
            "seed": self.seed,
            "paired": self.paired,
            "a": describe_side(self.game, self.sides[0]),
            "b": describe_side(self.game, self.sides[1]),
            "level": CONFIDENCE,
            "complete": self.complete,
            "sections": sections,
            "skill": skill,
        }
        return rounded(data)  # type: ignore[no-any-return]


def describe_side(game: Game, of: Side) -> dict[str, Any]:
    """Describe a version."""
    options = game.check_options(of.options, of.seats or game.seats[-1])
    return {"said": list(of.said), "seats": of.seats, "options": options, "own_pieces": of.pieces == game.pieces()}


def describe_sides(job: Pair, total: Sides) -> dict[str, Any]:
    """Describe one bot's games in both versions."""
    figures = [describe_metric(name, mean, total) for name, mean in total.means.items() if is_compared(name)]
    return {
        "seats": [total.a.seats, total.b.seats],
        "bot": job.a.players[0].label,
        "games": total.a.games,
        "figures": figures,
        "uses": describe_uses(total),
    }


def describe_metric(name: str, difference: Mean, total: Sides) -> dict[str, Any]:
    """Describe a metric in both versions, and the paired difference."""
    tested = difference.with_pseudocounts(-1.0, 1.0) if is_share(name) and difference.n else difference
    low, high = tested.interval()
    return {
        "figure": name, "share": is_share(name), "a": total.a.means[name].mean, "b": total.b.means[name].mean,
        "difference": difference.mean, "low": low, "high": high,
        "p_value": tested.p_value() if difference.n else None, "significant": False,
    }  # fmt: skip


def describe_uses(total: Sides) -> list[dict[str, Any]]:
    """Describe the share of seats that use each action group, in both versions."""
    found = []
    for i, group in enumerate(action_groups(GAMES[total.a.game])):
        if total.a.offered[group.codes].sum() or total.b.offered[group.codes].sum():
            n, differences, squares = (float(number) for number in total.users[:, i])
            mean = Mean(int(n), differences, squares)
            low, high = mean.with_pseudocounts(-1.0, 1.0).interval()
            found.append({
                **group.as_data(),
                "a": total.a.usage(i).users, "b": total.b.usage(i).users,
                "a_game": [total.a.times(group) / total.a.games, total.b.times(group) / total.b.games],
                "difference": mean.mean, "low": low, "high": high,
                "p_value": mean.with_pseudocounts(-1.0, 1.0).p_value(), "significant": False,
            })  # fmt: skip
    return found


def describe_duels(a: Duel, b: Duel, one: Mean, other: Mean) -> dict[str, Any]:
    """Describe the wins of the stronger bot in both versions, as distances from fair."""
    luck = 1 / a.setting.seats, 1 / b.setting.seats
    sides = one.with_pseudocounts(0.0, 1.0), other.with_pseudocounts(0.0, 1.0)
    difference, error = (
        (other.mean - luck[1]) - (one.mean - luck[0]),
        math.hypot(sides[0].standard_error, sides[1].standard_error),
    )
    low, high = normal_interval(difference, error)
    return {
        "seats": [a.setting.seats, b.setting.seats], "one": a.one.label, "other": a.other.label,
        "a": one.mean, "b": other.mean, "difference": difference, "low": low, "high": high,
        "p_value": p_value(difference, error), "significant": False,
    }  # fmt: skip


# --- Along a scale ---


def scale(game: Game, text: str) -> tuple[str, list[str]]:
    """Parse a sweep: NAME=1..10, NAME=0..100:20 (in steps), NAME=1,2,5."""
    name, equals, values = (part.strip() for part in text.partition("="))
    how = f"write it as NAME=1..10, NAME=0..100:20 or NAME=1,2,5; {open_names(game)}"
    if not equals:
        raise BadInput(f"--sweep {text!r}: {how}")
    if ".." not in values:
        found = [value.strip() for value in values.split(",")]
        if not all(number_of(value) is not None for value in found):
            raise BadInput(f"--sweep {text!r} goes over numbers; {how}")
    else:
        ends, _, by = values.partition(":")
        low, high, step = (whole_number(part.strip()) for part in (*ends.split("..", 1), by or "1"))
        if low is None or high is None or step is None or step < 1 or low > high:
            raise BadInput(f"--sweep {text!r}: from a whole number to a larger one; {how}")
        found = [str(number) for number in range(low, high + 1, step)[: MAX_VALUES + 1]]
    if not 2 <= len(found) <= MAX_VALUES:
        many = len(found) if len(found) <= MAX_VALUES else f"more than {MAX_VALUES}"
        raise BadInput(f"--sweep {text!r}: from 2 to {MAX_VALUES} values, not {many}")
    return name, found


class Sweep(Experiment):
    """One version along a scale; each value is played by the same bots with the same dice."""

    def __init__(self, game: Game, specs: Sequence[BotSpec], of: Side, text: str, seats: int | None, seed: int) -> None:
        self.game, self.seed, self.of = game, seed, of
        self.name, self.values = scale(game, text)
        points = [(value, changed(game, of, self.name, value)) for value in self.values]
        super().__init__([self.part(spec, point, seats, value) for spec in specs for value, point in points])

    def part(self, spec: BotSpec, of: Side, seats: int | None, value: str) -> Part:
        """Prepare one bot's games at one value."""
        part = section(self.game, self.game.check_seats(of.seats or seats), spec, of.options, of.pieces, self.seed)
        return part._replace(name=f"{part.name}, {self.name} {value}")

    def as_data(self) -> dict[str, Any]:
        """Return the report as JSON data: for each bot a curve of every metric, and the difference of its ends."""
        many = len(self.values)
        bots = [range(first, first + many) for first in range(0, len(self.parts), many)]
        curves = [self.curve(places) for places in bots]
        correct_family([end for curve in curves for end in curve["ends"]])
        data = {
            "report": "sweep",
            "game": self.game.name,
            "title": self.game.title,
            "seed": self.seed,
            "a": describe_side(self.game, self.of),
            "swept": self.name,
            "values": [number_of(value) for value in self.values],
            "level": CONFIDENCE,
            "complete": self.complete,
            "curves": curves,
        }
        return rounded(data)  # type: ignore[no-any-return]

    def curve(self, places: range) -> dict[str, Any]:
        """Describe one bot's games at each value; None where nothing was played."""
        totals: list[Counters | None] = [self.totals.get(i) for i in places]
        known = [total for total in totals if total is not None]
        names = [name for name in (known[0].means if known else ()) if is_compared(name)]
        names = [name for name in names if all(name in total.means for total in known)]
        job = self.parts[places[0]].job
        return {
            "bot": job.players[0].label,
            "games": job.n,
            "seats": [self.parts[i].seats for i in places],
            "figures": {name: [None if t is None else describe_point(name, t) for t in totals] for name in names},
            "ends": [describe_ends(name, known[0], known[-1]) for name in names] if len(known) > 1 else [],
        }


def describe_point(name: str, total: Counters) -> dict[str, Any]:
    """Describe a metric at one value; a seat's wins as distance from fair."""
    mean, fair = total.means[name], 1 / total.seats if name.startswith("wins.") else 0.0
    low, high = (mean.with_pseudocounts(0.0, 1.0) if is_share(name) and mean.n else mean).interval()
    if is_share(name):
        low, high = max(0.0, low), min(1.0, high)
    return {"mean": mean.mean - fair, "low": low - fair, "high": high - fair}


def describe_ends(name: str, first: Counters, last: Counters) -> dict[str, Any]:
    """Describe the difference of the last value and the first."""
    one, other = first.means[name], last.means[name]
    fair = (1 / last.seats - 1 / first.seats) if name.startswith("wins.") else 0.0
    if is_share(name) and one.n and other.n:
        error = math.hypot(
            one.with_pseudocounts(0.0, 1.0).standard_error, other.with_pseudocounts(0.0, 1.0).standard_error
        )
    else:
        error = math.hypot(one.standard_error, other.standard_error)
    difference = other.mean - one.mean - fair
    low, high = normal_interval(difference, error) if math.isfinite(error) else (-math.inf, math.inf)
    return {
        "figure": name, "share": is_share(name), "difference": difference, "low": low, "high": high,
        "p_value": p_value(difference, error), "significant": False,
    }  # fmt: skip
