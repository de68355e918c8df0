"""What watched games add up to: figures with their doubt, what was used by whom, and who won. Tallies can be added."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from escapade.kernel.contract import Game
from escapade.lab.doubt import Mean, Use
from escapade.lab.watching import Notes

STEPS = 20  # into which a game is divided to tell when it was settled


class Way(NamedTuple):
    """Something that can be done: a family of actions, or those of it in which one part has one label."""

    says: str
    part: str
    label: str
    codes: Any


@cache
def ways(game: Game) -> tuple[Way, ...]:
    """Every family of actions, each followed by every label of its parts."""
    found = []
    for verb, base in zip(game.actions.verbs, game.actions.bases, strict=True):
        codes = np.arange(base, base + verb.size)
        found.append(Way(verb.says, "", "", codes))
        grid = codes.reshape([len(labels) for labels in verb.parts.values()] or [1])
        for axis, (part, labels) in enumerate(verb.parts.items()):
            for i, label in enumerate(labels):
                found.append(Way(verb.says, part, label, np.take(grid, i, axis).ravel()))
    return tuple(found)


@cache
def ways_of_codes(game: Game) -> tuple[Any, Any]:
    """The ways that each action goes, one action after another, and where each one's begin."""
    pairs = sorted((int(code), i) for i, way in enumerate(ways(game)) for code in way.codes)
    codes = np.array([code for code, _ in pairs])
    return np.array([i for _, i in pairs]), np.searchsorted(codes, np.arange(game.actions.size + 1))


def figures(game: Game, notes: Notes) -> dict[str, Any]:
    """What each game comes to, figure by figure; nan where a game says nothing about it."""
    decisions, turns = notes.decisions.sum(axis=1), notes.turns.sum(axis=1)
    found = {f"wins.{seat}": notes.wins[:, seat] for seat in range(notes.wins.shape[1])}
    found["drawn"] = (notes.wins > 0).sum(axis=1) > 1
    found["decisions"], found["plies"], found["turns"] = decisions, notes.plies, turns
    found["legal"] = notes.choices / np.maximum(1, decisions)
    found["forced"] = notes.forced.sum(axis=1) / np.maximum(1, decisions)
    found["dead"] = notes.dead.sum(axis=1) / np.maximum(1, turns)
    found["changes"] = np.where(notes.settled < 0, np.nan, notes.changes)
    found["settled"] = np.where(notes.settled < 0, np.nan, notes.settled)
    found["half"] = np.where(notes.half < 0, np.nan, notes.half)
    for seat in range(notes.wins.shape[1]):
        found[f"decisions.{seat}"] = notes.decisions[:, seat]
        found[f"dead.{seat}"] = notes.dead[:, seat] / np.maximum(1, notes.turns[:, seat])
    for name in getattr(game.rules, "COUNTED", ()):
        found[f"counted.{name}"] = notes.ends[name]
    return {name: np.asarray(column, np.float64) for name, column in found.items()}


def means(columns: Mapping[str, Any]) -> dict[str, Mean]:
    """The samples of columns, leaving out what is not known."""
    found = {}
    for name, column in columns.items():
        known = column[~np.isnan(column)]
        found[name] = Mean(len(known), float(known.sum()), float(known @ known))
    return found


class Counters(NamedTuple):
    """What some games of one setting add up to."""

    game: str
    seats: int
    games: int
    means: dict[str, Mean]
    lengths: Any  # [n]: games of n decisions
    changes: Any  # [n]: games in which the lead changed n times
    settled: Any  # [step]: games that were settled in this part of them
    legal: Any  # [n]: decisions among n actions
    used: Any  # [seat][code]
    offered: Any  # [code]
    anyone: Any  # [way]: games in which somebody went it
    sums: Any  # [7][way]: a, b, aa, ab, bb, at, bt of `doubt.Use`
    wins: tuple[float, float]  # of all, and its squares

    def __add__(self, other: Any) -> Counters:
        """Both together."""
        return self._replace(
            means={name: mean + other.means[name] for name, mean in self.means.items()},
            lengths=longer(self.lengths, other.lengths),
            changes=longer(self.changes, other.changes),
            wins=(self.wins[0] + other.wins[0], self.wins[1] + other.wins[1]),
            **{name: getattr(self, name) + getattr(other, name) for name in SUMMED},
        )

    @property
    def n(self) -> int:
        """How many games."""
        return self.games

    def use(self, way: int) -> Use:
        """Who went a way, and who won."""
        a, b, aa, ab, bb, at, bt = map(float, self.sums[:, way])
        return Use(self.games, self.seats, a, b, aa, ab, bb, at, bt, *self.wins)

    def times(self, way: Way) -> int:
        """How often a way was gone."""
        return int(self.used[:, way.codes].sum())


SUMMED = ("games", "settled", "legal", "used", "offered", "anyone", "sums")


def longer(one: Any, other: Any) -> Any:
    """Add counts, the one or the other of which goes further.

    >>> longer(np.array([1, 2]), np.array([1, 1, 1])).tolist()
    [2, 3, 1]
    """
    if len(one) < len(other):
        one, other = other, one
    total = one.copy()
    total[: len(other)] += other
    return total


def tally(game: Game, notes: Notes, columns: Mapping[str, Any]) -> Counters:
    """Add up some games."""
    known = ~np.isnan(columns["changes"])
    a, b, t = notes.users.astype(np.float64), notes.winners, notes.wins.sum(axis=1)
    sums = [a.sum(0), b.sum(0), (a * a).sum(0), (a * b).sum(0), (b * b).sum(0), t @ a, t @ b]
    return Counters(
        game.name,
        notes.wins.shape[1],
        len(notes.plies),
        means(columns),
        np.bincount(columns["decisions"].astype(np.int64)),
        np.bincount(columns["changes"][known].astype(np.int64)),
        np.histogram(columns["settled"][known], STEPS, (0.0, 1.0))[0],
        notes.legal,
        notes.used,
        notes.offered,
        (notes.users > 0).sum(axis=0),
        np.array(sums),
        (float(t.sum()), float(t @ t)),
    )


def percentile(counts: Any, part: float) -> int:
    """The value below or at which this part of all counted ones lies.

    >>> percentile(np.array([0, 1, 1, 2]), 0.5)
    2
    """
    return int(np.searchsorted(np.cumsum(counts), part * counts.sum()))
