"""The balance report of a game: for every seat count and bot, wins by seat, length, choice, lead and use of actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from escapade.games import GAMES
from escapade.kernel.batch import wilson
from escapade.kernel.contract import Game
from escapade.lab.experiment import Experiment, Part, correct_family
from escapade.lab.instrument import (
    BASELINES,
    Counters,
    Duel,
    Job,
    action_groups,
    batch_size,
    measure,
    percentile,
    play_duel,
)
from escapade.lab.setting import BotSpec, Player, in_seats, validated
from escapade.lab.stats import CONFIDENCE, Mean, normal_interval, p_value

MIN_USERS = 30  # seats that used an action group, and seats that did not, before their wins are compared
DIGITS = 6  # decimals of every figure

LADDER = ("random", "novice", "greedy", "planner", "expert", "master")  # weakest first


# --- Parts -------------------------------------------------------------------


def section(game: Game, seats: int, spec: BotSpec, options: Mapping[str, Any], pieces: Any, seed: int) -> Part:
    """Prepare the games of a bot against itself."""
    setting, players = validated(game, seats, options, pieces), (spec.player,) * seats
    job = Job(setting, players, seed, 0, spec.games)
    return Part(f"{spec.player.label}, {in_seats(seats)}", seats, job, measure, batch_size(players))


def contests(game: Game, seats: int, spec: BotSpec, options: Mapping[str, Any], pieces: Any, seed: int) -> list[Part]:
    """Prepare duels of a bot among weaker ones: the next weaker, and the random player if that costs little."""
    thinks = spec.player.name not in BASELINES
    if seats == 1 or spec.player.name == LADDER[0] or (thinks and seats > max(2, game.seats[0])):
        return []  # bots that think meet others where that takes least time
    setting, found = validated(game, seats, options, pieces), []
    below = LADDER[LADDER.index(spec.player.name) - 1]
    weaker = [below] if thinks or below == LADDER[0] else [LADDER[0], below]
    for name in weaker:
        other = Player(name, None if name in BASELINES else spec.player.iterations)
        job = Duel(setting, spec.player, other, seed, 0, max(1, spec.games // seats))
        piece = max(1, batch_size((spec.player, other)) // seats)
        found.append(
            Part(f"{spec.player.label} among {other.label}, {in_seats(seats)}", seats, job, play_duel, piece, seats)
        )
    return found


# --- The report --------------------------------------------------------------


class Report(Experiment):
    """The balance report of a game."""

    def __init__(
        self, game: Game, specs: Sequence[BotSpec], seats: int | None = None,
        options: Mapping[str, Any] | None = None, pieces: Any = None, seed: int = 0, skill: bool = True,
    ) -> None:  # fmt: skip
        self.game, self.seed, self.options = game, seed, dict(options or {})
        self.pieces = game.pieces() if pieces is None else pieces
        self.specs = list(specs)
        counts = game.seats if seats is None else [game.check_seats(seats)]
        experiment = [(game, n, spec, self.options, self.pieces, seed) for spec in self.specs for n in counts]
        duels = [part for each in experiment if skill for part in contests(*each)]
        super().__init__([section(*each) for each in experiment] + duels)

    def as_data(self) -> dict[str, Any]:
        """Return the report as JSON data; it depends on the arguments alone."""
        done = [(part, self.totals[i]) for i, part in enumerate(self.parts) if i in self.totals]
        sections = [describe(part.job, total) for part, total in done if isinstance(part.job, Job)]
        skill = [describe_duel(part.job, total) for part, total in done if isinstance(part.job, Duel)]
        correct_family([seat for part in sections if part["seats"] > 1 for seat in part["wins"]])
        correct_family([use for part in sections for use in part["uses"] if use["p_value"] is not None])
        correct_family(skill)
        data = {
            "report": "balance",
            "game": self.game.name,
            "title": self.game.title,
            "seed": self.seed,
            "options": chosen(self.game, self.options),
            "own_pieces": self.pieces == self.game.pieces(),
            "level": CONFIDENCE,
            "complete": self.complete,
            "sections": sections,
            "skill": skill,
        }
        return rounded(data)  # type: ignore[no-any-return]


def chosen(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that all seat counts play with."""
    return game.check_options(options, game.seats[-1])


def rounded(data: Any) -> Any:
    """Round every figure; None for infinity."""
    if isinstance(data, dict):
        return {key: rounded(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [rounded(value) for value in data]
    if isinstance(data, float):
        return round(data, DIGITS) + 0.0 if np.isfinite(data) else None
    return data


def describe(job: Job, total: Counters) -> dict[str, Any]:
    """Describe the games of one bot at one number of seats."""
    means = total.means
    return {
        "seats": total.seats,
        "bot": job.players[0].label,
        "games": total.games,
        "wins": [
            {"seat": seat, **describe_share(means[f"wins.{seat}"], 1 / total.seats)} for seat in range(total.seats)
        ],
        "drawn": describe_part(means["drawn"]),
        "length": describe_length(total),
        "seat_decisions": [means[f"decisions.{seat}"].mean for seat in range(total.seats)],
        "seat_dead": [means[f"dead.{seat}"].mean for seat in range(total.seats)],
        "legal": {**describe_mean(means["legal"]), "histogram": trimmed(total.legal)},
        "forced": describe_mean(means["forced"]),
        "dead": describe_mean(means["dead"]),
        "lead": describe_lead(total),
        "counted": {
            name.partition(".")[2]: describe_mean(mean) for name, mean in means.items() if name.startswith("counted.")
        },
        "uses": describe_uses(total),
    }


def describe_mean(mean: Mean) -> dict[str, Any]:
    """Describe a mean and its interval."""
    low, high = mean.interval()
    return {"mean": mean.mean, "low": low, "high": high}


def describe_part(mean: Mean) -> dict[str, Any]:
    """Describe a share of games and its interval."""
    low, high = wilson(mean.total, mean.n)
    return {"share": mean.mean, "low": low, "high": high}


def describe_share(mean: Mean, fair: float) -> dict[str, Any]:
    """Describe a share of wins, its interval, and its p-value against fair."""
    tested = mean.with_pseudocounts(0.0, 1.0)
    low, high = tested.interval()
    p = tested.p_value((fair * mean.n + 1) / (mean.n + 2)) if mean.n else 1.0
    return {
        "share": mean.mean, "low": max(0.0, low), "high": min(1.0, high), "fair": fair,
        "p_value": p, "significant": False,
    }  # fmt: skip


def describe_length(total: Counters) -> dict[str, Any]:
    """Describe the number of decisions of a game."""
    low, middle, high = (percentile(total.lengths, part) for part in (0.05, 0.5, 0.95))
    return {
        **describe_mean(total.means["decisions"]), "p5": low, "median": middle, "p95": high,
        "most": len(total.lengths) - 1, "turns": total.means["turns"].mean, "plies": total.means["plies"].mean,
        "histogram": binned(total.lengths),
    }  # fmt: skip


def describe_lead(total: Counters) -> dict[str, Any]:
    """Describe the lead: its changes, when it is settled, and whether the leader half-way wins."""
    means = total.means
    return {
        "games": means["changes"].n,
        "changes": {**describe_mean(means["changes"]), "histogram": trimmed(total.changes)},
        "settled": {**describe_mean(means["settled"]), "histogram": total.settled.tolist()},
        "half": describe_part(means["half"]),
    }


def trimmed(counts: Any) -> list[int]:
    """Drop zeros behind the last count."""
    return np.trim_zeros(counts, "b").tolist()  # type: ignore[no-any-return]


def binned(counts: Any, most: int = 40) -> dict[str, Any]:
    """Bin a histogram into at most about 40 bins of equal width, up to the 99.5th percentile."""
    reach = percentile(counts, 0.995) + 1
    width = max(1, -(-reach // most))
    edges = np.arange(0, reach + width, width)
    sums = np.add.reduceat(counts, edges[:-1][edges[:-1] < len(counts)])
    return {"width": width, "counts": sums.tolist()}


def describe_uses(total: Counters) -> list[dict[str, Any]]:
    """Describe every action group that was legal: how often it was used, by whom, and who won."""
    found, siblings = [], open_labels(total)
    for i, group in enumerate(action_groups(GAMES[total.game])):
        offered = int(total.offered[group.codes].sum())
        if offered:
            times, use = total.times(group), total.usage(i)
            labels = siblings.get((group.says, group.part), (0, 0))
            found.append({
                **group.as_data(),
                "times": times, "a_game": times / total.games, "taken": times / offered,
                "in_games": float(total.anyone[i]) / total.games, "users": use.users,
                "fair": times * labels[0] / labels[1] if group.part and labels[1] else None, **describe_use(use),
            })  # fmt: skip
    return found


def describe_use(use: Any) -> dict[str, Any]:
    """Compare the wins of the seats that used an action group with those of the others."""
    used, unused = use.win_shares
    if min(use.a, use.games * use.seats - use.a) < MIN_USERS:
        return {"with": used if use.a else None, "without": None, "p_value": None, "significant": False}
    low, high = normal_interval(used - unused, use.standard_error)
    found = {"with": used, "without": unused, "difference": used - unused, "low": low, "high": high}
    return {**found, "p_value": p_value(used - unused, use.standard_error), "significant": False}


def open_labels(total: Counters) -> dict[tuple[str, str], tuple[int, int]]:
    """Count, for each part of each verb, the labels that were ever legal, and their uses."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for group in action_groups(GAMES[total.game]):
        if group.part and total.offered[group.codes].sum():
            many, times = found.get((group.says, group.part), (0, 0))
            found[group.says, group.part] = many + 1, times + total.times(group)
    return found


def describe_duel(job: Duel, total: Mean) -> dict[str, Any]:
    """Describe the wins of one stronger bot among weaker ones."""
    seats = job.setting.seats
    return {
        "seats": seats, "one": job.one.label, "other": job.other.label, "games": total.n * seats, "blocks": total.n,
        **describe_share(total, 1 / seats),
    }  # fmt: skip
