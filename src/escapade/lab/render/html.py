"""A report as one HTML page that needs nothing else: findings first, then charts, then every table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from escapade.kernel.names import BadInput
from escapade.lab.instrument import group_text, is_share, metric_text
from escapade.lab.render import charts
from escapade.lab.render.findings import (
    FEW_LABELS,
    HOW_SURE,
    HOW_SURE_ALONG,
    HOW_SURE_APART,
    RARE,
    amount,
    between,
    difference_text,
    group_name,
    in_both,
    percent,
    points,
)
from escapade.lab.setting import in_seats

try:
    from jinja2 import Environment, FileSystemLoader
except ImportError:
    raise BadInput("Jinja is not installed: pip install 'escapade[research]'") from None

EXTREMES = 3  # of the most and of the least used labels, where a part has too many for a row each


class Table(NamedTuple):
    """A table; rows that stand out are marked."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    marked: Sequence[bool] = ()


class Details(NamedTuple):
    """Tables that can be folded away."""

    summary: str
    tables: Sequence[Table]


class PagePart(NamedTuple):
    """A heading with charts, tables and details, each as far as there are any."""

    heading: str = ""
    charts: Sequence[tuple[str, str]] = ()
    tables: Sequence[Table] = ()
    details: Sequence[Details] = ()
    open: bool = False


def page(data: Mapping[str, Any]) -> str:
    """Return the whole page of a report."""
    context = {"balance": balance, "compare": comparison, "sweep": sweep}[data["report"]](data)
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, finalize=unbroken, trim_blocks=True
    )
    return environment.get_template("report.html").render(context, findings=data["findings"], complete=data["complete"])


def unbroken(value: Any) -> Any:
    """Keep a number and its sign of per cent together."""
    return value.replace(" %", "\u00a0%") if type(value) is str else value


# --- The balance of a game -----------------------------------------------------


def balance(data: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in the page of a balance report."""
    bots = dict.fromkeys(section["bot"] for section in data["sections"])
    options = ", ".join(f"{name} {value}" for name, value in data["options"].items())
    parts = [PagePart(f"Games of {bot}", charts.of_balance(data, bot)) for bot in bots]
    if data["skill"]:
        parts.append(PagePart("Luck and skill", tables=[duels_table(data["skill"])]))
    parts.append(PagePart("Everything, by seats and bot", details=[section_details(part) for part in data["sections"]]))
    return {
        "title": f"{data['title']}: balance",
        "played": f"Options: {options}{'' if data['own_pieces'] else '; other pieces'}; seed {data['seed']}.",
        "method": HOW_SURE,
        "parts": parts,
    }


def duels_table(duels: Sequence[Mapping[str, Any]]) -> Table:
    """Wins of the stronger bot."""
    rows = [
        (
            f"{duel['one']} among {duel['other']}", str(duel["seats"]), f"{duel['games']:,}", percent(duel["share"]),
            interval(duel), percent(duel["fair"]),
        )
        for duel in duels
    ]  # fmt: skip
    return Table("One among weaker ones, once in every seat", ["who", "seats", "games", "wins", "95 %", "luck"], rows)


def section_details(section: Mapping[str, Any]) -> Details:
    """All tables of one seat count and bot."""
    summary = f"{in_seats(section['seats'])}, {section['bot']}, {section['games']:,} games"
    return Details(
        summary, [wins_table(section), metrics_table(section), verbs_table(section), *labels_tables(section)]
    )


def wins_table(section: Mapping[str, Any]) -> Table:
    """Wins by seat."""
    wins = section["wins"]
    rows = [
        (
            f"seat {win['seat']}", percent(win["share"]), interval(win),
            points(win["share"] - win["fair"]) if len(wins) > 1 else "", f"{decisions:,.1f}", percent(dead),
        )
        for win, decisions, dead in zip(wins, section["seat_decisions"], section["seat_dead"], strict=True)
    ]  # fmt: skip
    heads = ["", "wins", "95 %", "points off fair", "decisions", "dead turns"]
    return Table("Wins by seat; marked: not by chance", heads, rows, [win["significant"] for win in wins])


def metrics_table(section: Mapping[str, Any]) -> Table:
    """Length, lead, choice, and what the game itself counts."""
    length, lead = section["length"], section["lead"]
    middle = f"5 to 95 % of games: {length['p5']:,} to {length['p95']:,}"
    rows = [
        ("decisions a game, mean", f"{length['mean']:,.1f}", mean_interval(length, 1)),
        ("decisions a game, median", f"{length['median']:,}", middle),
        ("decisions a game, most", f"{length['most']:,}", ""),
        ("turns a game", f"{length['turns']:,.1f}", ""),
        ("turns without a choice", percent(section["dead"]["mean"]), ""),
        ("forced decisions", percent(section["forced"]["mean"]), ""),
        ("legal actions, mean", f"{section['legal']['mean']:.1f}", ""),
        ("drawn games", percent(section["drawn"]["share"]), interval(section["drawn"])),
    ]
    if lead["games"]:
        rows += [
            ("changes of the lead", f"{lead['changes']['mean']:.2f}", mean_interval(lead["changes"])),
            ("settled after, of the turns", percent(lead["settled"]["mean"]), interval(lead["settled"])),
            ("who leads half-way wins", percent(lead["half"]["share"]), interval(lead["half"])),
        ]
    rows += [
        (name.replace("_", " "), f"{mean['mean']:.2f}", mean_interval(mean))
        for name, mean in section["counted"].items()
    ]
    return Table("Figures", ["", "", "95 %"], rows)


def interval(found: Mapping[str, Any]) -> str:
    """Write an interval of shares."""
    return between(found["low"], found["high"]).strip("()")


def mean_interval(found: Mapping[str, Any], digits: int = 2) -> str:
    """Write an interval of a mean."""
    return f"{found['low']:,.{digits}f} to {found['high']:,.{digits}f}" if found["low"] is not None else ""


USE_HEADS = ["", "a game", "of fair share", "taken when open", "in games", "by seats"]
WIN_HEADS = ["won, with", "without", "points, 95 %"]


def uses_table(caption: str, uses: Sequence[Mapping[str, Any]], marked: Sequence[bool]) -> Table:
    """Uses of action groups; wins of their users only where they can be told."""
    heads = USE_HEADS + (WIN_HEADS if any(use["p_value"] is not None for use in uses) else [])
    return Table(caption, heads, [use_row(use)[: len(heads)] for use in uses], marked)


def use_row(use: Mapping[str, Any]) -> list[str]:
    """Write one use."""
    won = ["" if share is None else percent(share) for share in (use["with"], use["without"])]
    off = f"{points(use['difference'])} {between(use['low'], use['high'])}" if use["p_value"] is not None else ""
    fair = "" if use["fair"] is None else f"{100 * use['fair']:.0f} %"
    name = use["label"].strip() or ("–" if use["part"] else use["name"])
    shares = [percent(use[name]) for name in ("taken", "in_games", "users")]
    return [name, f"{use['a_game']:,.2f}", fair, *shares, *won, off]


def verbs_table(section: Mapping[str, Any]) -> Table:
    """Uses of each verb."""
    uses = [use for use in section["uses"] if not use["part"]]
    return uses_table("Actions; marked: goes with winning or losing", uses, [use["significant"] for use in uses])


def labels_tables(section: Mapping[str, Any]) -> Iterable[Table]:
    """Uses of each label of each part; of many labels, those of the most and the least used."""
    kinds: dict[tuple[str, str], list[Any]] = {}
    for use in section["uses"]:
        if use["part"]:
            kinds.setdefault((use["says"], use["part"]), []).append(use)
    for (says, part), uses in kinds.items():
        ordered = sorted(uses, key=lambda use: -use["times"])
        remark = "; marked: under a tenth of its fair share"
        if len(uses) > FEW_LABELS:
            ordered = [*ordered[:EXTREMES], *ordered[-EXTREMES:]]
            remark = f": the {EXTREMES} most and the {EXTREMES} least used of {len(uses)}"
        if len(uses) > 1:
            few = 2 < len(uses) <= FEW_LABELS
            rare = [few and use["fair"] is not None and use["fair"] < RARE for use in ordered]
            yield uses_table(f"“{group_text(says)}” by {part}{remark}", ordered, rare)


# --- Two versions, or one along a scale ------------------------------------------


def version(data: Mapping[str, Any]) -> str:
    """Describe a version in a line."""
    options = ", ".join(f"{name} {value}" for name, value in data["options"].items())
    return f"{' '.join(data['said']) or 'as published'} (options: {options})"


def comparison(data: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in the page of a comparison."""
    return {
        "title": f"{data['title']}: a and b compared",
        "played": f"a: {version(data['a'])}. b: {version(data['b'])}. Seed {data['seed']}.",
        "method": HOW_SURE_APART,
        "parts": [
            PagePart(charts=charts.of_comparison(data)),
            PagePart(details=[differences(section) for section in data["sections"]], open=True),
        ],
    }


def differences(section: Mapping[str, Any]) -> Details:
    """Every metric of both versions, and the uses that differ."""
    heads = ["", "a", "b", "b − a, 95 %"]
    metrics, uses = section["figures"], [use for use in section["uses"] if use["significant"]]
    rows = [
        [group_name(use), percent(use["a"]), percent(use["b"]), difference_text({**use, "share": True})] for use in uses
    ]
    caption = "Uses that differ surely: share of seats" if rows else "No use differs surely"
    return Details(
        f"{in_both(section['seats'])}, {section['bot']}, {section['games']:,} games each",
        [
            Table(
                "Figures; marked: differs surely", heads, [metric_row(metric) for metric in metrics],
                [metric["significant"] for metric in metrics],
            ),
            Table(caption, heads if rows else [], rows),
        ],
    )  # fmt: skip


def metric_row(metric: Mapping[str, Any]) -> list[str]:
    """Write one metric of both versions."""
    known = metric["p_value"] is not None
    cells = [amount(metric, metric[side]) if known else "" for side in ("a", "b")]
    difference = difference_text(metric) if metric["low"] is not None and known else ""
    return [metric_text(metric["figure"]), *cells, difference]


def sweep(data: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in the page of a sweep."""
    first, *_, last = data["values"]
    return {
        "title": f"{data['title']}: {data['swept']}",
        "played": f"{version(data['a'])}; {data['swept']} from {first:g} to {last:g}. Seed {data['seed']}.",
        "method": HOW_SURE_ALONG,
        "parts": [
            PagePart(f"Games of {curve['bot']}", charts.of_sweep(data, curve), [curve_table(data, curve)])
            for curve in data["curves"]
        ],
    }


def curve_table(data: Mapping[str, Any], curve: Mapping[str, Any]) -> Table:
    """Every metric at every value."""
    metrics = curve["figures"]
    rows = [
        [f"{value:g}", *(point_text(name, points[i]) for name, points in metrics.items())]
        for i, value in enumerate(data["values"])
    ]
    heads = [metric_text(name) + (", off fair" if name.startswith("wins.") else "") for name in metrics]
    return Table(f"Every figure, {curve['games']:,} games a value", [data["swept"], *heads], rows)


def point_text(name: str, point: Mapping[str, Any] | None) -> str:
    """Write a metric at one value."""
    if point is None:
        return ""
    if name.startswith("wins."):
        return points(point["mean"])
    return percent(point["mean"]) if is_share(name) else f"{point['mean']:,.2f}"
