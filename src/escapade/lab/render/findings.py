"""The findings of a report: sentences with their numbers. Only significant results are called findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from escapade.kernel.contract import Game
from escapade.lab.instrument import group_text, metric_text
from escapade.lab.setting import in_seats

FEW_LABELS = 16  # a part with more of them, a space of a board perhaps, is left to the tables
RARE = 0.1  # of its fair share
MIN_GAMES = 200  # games: with fewer, five points from fair are not seen
UNFAIR_FROM = 0.05  # from fair: more than that is called unfair
MAX_WINNING = 3  # of what goes with winning, for each bot
MAX_RARE = 6  # rare things that are told one by one
COMMON_USE = (0.02, 0.98)  # share of seats: what nearly everybody does, or nobody, tells little
HOW_SURE = (
    "Brackets hold 95 % intervals. Many questions are asked at once, so that some answers would look sure by accident: "
    "each family of questions (seats; uses and winning; skill) is corrected by Holm's method, and a family tells one "
    "false finding or more in at most one report of twenty. What goes with winning need not be its cause."
)


HOW_SURE_APART = (
    "Brackets hold 95 % intervals of the difference, b less a. Many questions are asked at once: each family of them "
    "(figures, uses, skill) is corrected by Holm's method, so that a family tells one false difference or more in at "
    "most one report of twenty."
)


HOW_SURE_ALONG = (
    "Brackets hold 95 % intervals of what the last value has more than the first. Many questions are asked at once: "
    "those of all curves together are corrected by Holm's method, so that one false difference or more is told in at "
    "most one report of twenty."
)


def percent(share: float) -> str:
    """Write a share in per cent.

    >>> percent(0.5412), percent(0.0004), percent(0.000004), percent(0.0)
    ('54.1 %', '0.04 %', '<0.01 %', '0 %')
    """
    if 0 < share < 0.00005:
        return "<0.01 %"
    return f"{100 * share:.{1 if share >= 0.01 else 2}f} %" if share else "0 %"


def points(difference: float) -> str:
    """Write a difference of shares with its sign.

    >>> points(0.041), points(-0.0003)
    ('+4.1', '−0.0')
    """
    return f"{100 * difference:+.1f}".replace("-", "−")


def between(low: float | None, high: float | None) -> str:
    """Write an interval of shares; nothing if it is infinite."""
    if low is None or high is None:
        return ""
    return f"({100 * low:.1f} to {100 * high:.1f})".replace("-", "−")


def of_balance(game: Game, data: Mapping[str, Any]) -> list[str]:
    """Write the findings of a balance report."""
    bots = list(dict.fromkeys(section["bot"] for section in data["sections"]))
    found = [fairness(section) for section in data["sections"]]
    found += lots(game, data)
    pairs: dict[tuple[str, str], list[Any]] = {}
    for duel in data["skill"]:
        pairs.setdefault((duel["one"], duel["other"]), []).append(duel)
    found += [skill(duels) for duels in pairs.values()]
    for bot in bots:
        sections = [section for section in data["sections"] if section["bot"] == bot]
        found += [length(bot, sections), *lead(bot, sections), *drawn(bot, sections), *idle(bot, sections)]
        found += [*seldom(bot, sections), *winning(bot, sections)]
    return found


def fairness(section: Mapping[str, Any]) -> str:
    """Write whether a seat wins more or less than its fair share."""
    where, wins = f"{in_seats(section['seats'])}, {section['games']:,} games of {section['bot']}", section["wins"]
    if section["seats"] == 1:
        return f"{where}: the seat wins {percent(wins[0]['share'])} {between(wins[0]['low'], wins[0]['high'])}."
    standing = [win for win in wins if win["significant"]]
    if standing:
        standing.sort(key=lambda win: -abs(win["share"] - win["fair"]))
        return f"{where}: {'; '.join(map(seat_wins, standing))}."
    far = max(wins, key=lambda win: abs(win["share"] - win["fair"]))
    said = f"{percent(far['share'])} {between(far['low'], far['high'])}, fair is {percent(far['fair'])}"
    verdict = "no seat stands out" if section["games"] >= MIN_GAMES else "too few to tell seats apart"
    return f"{where}: {verdict}; the farthest from fair is seat {far['seat']} with {said}."


def seat_wins(win: Mapping[str, Any]) -> str:
    """Write about a seat that differs from fair."""
    off = win["share"] - win["fair"]
    side = "above" if off > 0 else "below"
    said = f"seat {win['seat']} wins {percent(win['share'])} {between(win['low'], win['high'])}"
    return f"{said}, {100 * abs(off):.1f} points {side} fair{', which is unfair' if abs(off) > UNFAIR_FROM else ''}"


def lots(game: Game, data: Mapping[str, Any]) -> Iterator[str]:
    """Write which options draw the first seat by lot, since that hides its advantage."""
    for option in game.options:
        if option.seat and data["options"].get(option.name) == option.default:
            yield (
                f"Option {option.name} is left to the {option.default}, so that all seats begin alike often: "
                f"--{option.name} 0 shows what it is worth."
            )


def skill(duels: Sequence[Mapping[str, Any]]) -> str:
    """Write how often the stronger bot of a pair wins, at every seat count."""
    unsure = [in_seats(duel["seats"]) for duel in duels if not duel["significant"]]
    verdict = f"; no sure difference at {', '.join(unsure)}" if unsure else ""
    luck = listed(duels, lambda duel: percent(duel["fair"]))
    said = listed(duels, lambda duel: f"{percent(duel['share'])} {between(duel['low'], duel['high'])}")
    return f"Luck and skill: one {duels[0]['one']} among {duels[0]['other']} wins {said}; luck alone: {luck}{verdict}."


def listed(sections: Sequence[Mapping[str, Any]], say: Any) -> str:
    """Join a text of every seat count."""
    if len(sections) == 1:
        return str(say(sections[0]))
    return ", ".join(f"{say(section)} at {in_seats(section['seats'])}" for section in sections)


def length(bot: str, sections: Sequence[Mapping[str, Any]]) -> str:
    """Write how long games are."""
    means = listed(sections, lambda section: f"{section['length']['mean']:,.0f}")
    longest = max(sections, key=lambda section: section["length"]["most"])["length"]
    return f"{bot}: decisions a game are {means}; the longest game took {longest['most']:,}."


def lead(bot: str, sections: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Write how often the lead changes."""
    known = [section for section in sections if section["lead"]["games"] >= MIN_GAMES]
    if known:
        changes = listed(known, lambda section: f"{section['lead']['changes']['mean']:.1f}")
        half = listed(known, lambda section: percent(section["lead"]["half"]["share"]))
        yield f"{bot}: changes of the lead a game are {changes}; who leads half-way wins {half}."


def drawn(bot: str, sections: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Write how many games are drawn."""
    if any(section["drawn"]["share"] > 0 for section in sections):
        yield f"{bot}: drawn games are {listed(sections, lambda section: percent(section['drawn']['share']))}."


def idle(bot: str, sections: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Write how many turns leave no choice."""
    if any(section["dead"]["mean"] >= 0.01 for section in sections):
        shares = listed(sections, lambda section: percent(section["dead"]["mean"]))
        yield f"{bot}: turns that leave no choice are {shares}."


def group_name(use: Mapping[str, Any]) -> str:
    """Quote an action group."""
    return f"“{use['name']}”"


def kinds(section: Mapping[str, Any]) -> list[list[dict[str, Any]]]:
    """Group uses: the verbs; and the labels of each part of each verb, unless there are too many."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for use in section["uses"]:
        found.setdefault((use["says"] if use["part"] else "", use["part"]), []).append(use)
    return [uses for (says, _), uses in found.items() if not says or len(uses) <= FEW_LABELS]


def rare(section: Mapping[str, Any]) -> list[tuple[float, dict[str, Any]]]:
    """Return uses below a tenth of their fair share, each with the mean of its kind."""
    found = []
    for uses in kinds(section):
        fair = sum(use["a_game"] for use in uses) / len(uses)
        if len(uses) > 2:
            found += [(fair, use) for use in uses if use["fair"] is not None and use["fair"] < RARE]
    return found


def seldom(bot: str, sections: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Write which actions are rare, those first that equal use would make most frequent."""
    found: dict[str, list[tuple[float, int, Any]]] = {}
    for section in sections:
        for fair, use in rare(section) if section["games"] >= MIN_GAMES else ():
            found.setdefault(group_name(use), []).append((fair, section["seats"], use))
    order = sorted(found.items(), key=lambda entry: (-sum(fair for fair, *_ in entry[1]), entry[0]))
    for name, uses in order[:MAX_RARE]:
        where = "" if len(sections) == 1 else f" ({', '.join(in_seats(number) for _, number, _ in uses)})"
        most = max((use for *_, use in uses), key=lambda use: use["in_games"])
        share = f"{percent(most['fair'])} of its fair share of “{group_text(most['says'])}”"
        yield f"{bot}: {name} is used in {percent(most['in_games'])} of games at most, {share}{where}."
    if len(order) > MAX_RARE:
        more = len(order) - MAX_RARE
        yield f"{bot}: {more} more are used less than a tenth of their fair share; the tables mark them."


def winning(bot: str, sections: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Write which actions go with winning most."""
    low, high = COMMON_USE
    uses = [(section, use) for section in sections for kind in kinds(section) for use in kind]
    found = [(section, use) for section, use in uses if use["significant"] and low < use["users"] < high]
    found.sort(key=lambda entry: -abs(entry[1]["difference"]))
    mentioned: set[str] = set()
    for section, use in found:
        if group_name(use) not in mentioned and len(mentioned) < MAX_WINNING:
            mentioned.add(group_name(use))
            who = f"{percent(use['with'])} of those who do {group_name(use)} win"
            gain = f"{points(use['difference'])} points {between(use['low'], use['high'])}"
            yield f"{bot}, {in_seats(section['seats'])}: {who}, and {percent(use['without'])} of the others: {gain}."


# --- Of two versions, or of one along a scale ---


def amount(figure: Mapping[str, Any], value: float) -> str:
    """Write a metric."""
    return percent(value) if figure["share"] else f"{value:,.2f}"


def difference_text(figure: Mapping[str, Any]) -> str:
    """Write a difference with its interval."""
    if figure["share"]:
        return f"{points(figure['difference'])} points {between(figure['low'], figure['high'])}"
    low, high = figure["low"], figure["high"]
    interval = "" if low is None else f" ({low:,.2f} to {high:,.2f})"
    return f"{figure['difference']:+,.2f}{interval}".replace("-", "−")


def in_both(numbers: Sequence[int]) -> str:
    """Write the seats of both versions."""
    return in_seats(numbers[0]) if numbers[0] == numbers[1] else f"{numbers[0]} and {in_seats(numbers[1])}"


def of_comparison(data: Mapping[str, Any]) -> list[str]:
    """Write the findings of a comparison."""
    found = []
    for section in data["sections"]:
        where = f"{in_both(section['seats'])}, {section['bot']}"
        sure = [figure for figure in section["figures"] if figure["significant"]]
        for figure in sure:
            both = f"{amount(figure, figure['a'])} in a, {amount(figure, figure['b'])} in b"
            found.append(f"{where}: {metric_text(figure['figure'])}: {both}, {difference_text(figure)}.")
        if not sure:
            tested = sum(figure["p_value"] is not None for figure in section["figures"])
            found.append(f"{where}: none of {tested} figures differs surely. {closest(section)}")
        uses = sorted((use for use in section["uses"] if use["significant"]), key=lambda use: -abs(use["difference"]))
        for use in uses[:MAX_WINNING]:
            both = f"by {percent(use['a'])} of seats in a, {percent(use['b'])} in b"
            found.append(f"{where}: {group_name(use)} is done {both}, {difference_text({**use, 'share': True})}.")
    for duel in data["skill"]:
        who = f"{in_both(duel['seats'])}: one {duel['one']} among {duel['other']} wins"
        verdict = (
            f"{difference_text({**duel, 'share': True})}{'' if duel['significant'] else '; this is no sure difference'}"
        )
        found.append(f"{who} {percent(duel['a'])} in a, {percent(duel['b'])} in b, {verdict}.")
    return found


def closest(section: Mapping[str, Any]) -> str:
    """Write the difference of the seat with the widest interval."""
    wins = [figure for figure in section["figures"] if figure["figure"].startswith("wins.")]
    far = max(wins, key=lambda figure: max(abs(figure["low"]), abs(figure["high"])))
    return f"The least sure seat: {metric_text(far['figure'])}, {difference_text(far)}."


def of_sweep(data: Mapping[str, Any]) -> list[str]:
    """Write the findings of a sweep: how its ends differ, and where it is fairest."""
    found, (first, *_, last) = [], data["values"]
    for curve in data["curves"]:
        where, sure = f"{curve['bot']}, {data['swept']} from {first:g} to {last:g}", []
        for end in curve["ends"]:
            if end["significant"]:
                sure.append(f"{where}: {metric_text(end['figure'])} changes by {difference_text(end)}.")
        found += sure or [f"{where}: none of {len(curve['ends'])} figures differs surely between the two."]
        found += fairest(curve, data)
    return found


def fairest(curve: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[str]:
    """Write at which value the seats are significantly closer to fair than at another."""
    wins = [points for name, points in curve["figures"].items() if name.startswith("wins.")]
    if len(wins) < 2 or any(point is None for points in wins for point in points):
        return
    values, swept = range(len(data["values"])), data["swept"]
    most = [max(max(abs(points[i]["low"]), abs(points[i]["high"])) for points in wins) for i in values]
    least = [max(max(0.0, points[i]["low"], -points[i]["high"]) for points in wins) for i in values]
    best, worst = (data["values"][i] for i in (most.index(min(most)), least.index(max(least))))
    if max(least) <= min(most):
        yield f"{curve['bot']}: no value of {swept} is surely fairer than another."
        return
    near, far = f"where no seat is more than {100 * min(most):.1f} points off", f"{100 * max(least):.1f} or more"
    yield f"{curve['bot']}: the seats are closest to fair at {swept} {best:g}, {near}; at {worst:g} one is {far}."
