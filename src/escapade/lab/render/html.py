"""A report as one page that needs nothing else: findings first, then figures, then every table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from escapade.lab.instrument import group_text, is_share, metric_text
from escapade.lab.render import charts
from escapade.lab.render.findings import (
    FEW_LABELS,
    HOW_SURE,
    HOW_SURE_ALONG,
    HOW_SURE_APART,
    RARE,
    amount,
    apart,
    between,
    group_name,
    in_both,
    percent,
    points,
)
from escapade.lab.setting import in_seats

SHOWN = 3  # of the most and of the least used, where a part has too many labels for a line each

HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --line: #8886; --soft: #8882; --mark: #b26a00; }}
@media (prefers-color-scheme: dark) {{ :root {{ --mark: #ffb74d; }} }}
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1rem; max-width: 72rem; }}
h1 {{ font-size: 1.6rem; line-height: 1.2; margin: .5rem 0; }}
h2 {{ font-size: 1.25rem; margin: 2rem 0 .5rem; }}
h3 {{ font-size: 1.05rem; margin: 1.2rem 0 .3rem; }}
p.quiet, figcaption, caption {{ opacity: .8; font-size: .9rem; }}
ul {{ padding-left: 1.2rem; }}
li {{ margin: .3rem 0; }}
.figures {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); gap: 1rem; }}
.figures {{ align-items: start; }}
figure {{ margin: 0; border: 1px solid var(--line); border-radius: .5rem; padding: .5rem; max-width: 33rem; }}
figure svg {{ width: 100%; height: auto; display: block; }}
.scroll {{ overflow-x: auto; margin: .5rem 0; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }}
caption {{ text-align: left; padding: .2rem 0; }}
th, td {{ padding: .2rem .7rem .2rem 0; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--soft); }}
th:first-child, td:first-child {{ text-align: left; white-space: normal; min-width: 7em; }}
.mark {{ color: var(--mark); font-weight: 600; }}
summary {{ cursor: pointer; font-weight: 600; padding: .5rem 0; }}
</style>
</head>
<body>
<main>
"""


def page(data: Mapping[str, Any]) -> str:
    """The whole page of a report."""
    return {"balance": of_balance, "compare": of_comparison, "sweep": of_sweep}[data["report"]](data)


def of_balance(data: Mapping[str, Any]) -> str:
    """The page of a balance report."""
    title = f"{data['title']}: balance"
    bots = list(dict.fromkeys(section["bot"] for section in data["sections"]))
    chosen = ", ".join(f"{name} {value}" for name, value in data["options"].items())
    played = f"Options: {chosen}{'' if data['own_pieces'] else '; other pieces'}; seed {data['seed']}."
    parts = [beginning(title, played, data), listed(data["findings"]), quiet(HOW_SURE)]
    for bot in bots:
        parts += [f"<h2>Games of {text(bot)}</h2>", figures(charts.of_balance(data, bot))]
    if data["skill"]:
        parts += ["<h2>Luck and skill</h2>", skill(data["skill"])]
    parts += ["<h2>Everything, by seats and bot</h2>"]
    parts += [section_of(section) for section in data["sections"]]
    return ending(parts)


def beginning(title: str, played: str, data: Mapping[str, Any]) -> str:
    """The head, and what was played."""
    incomplete = "" if data["complete"] else '<p class="mark">Incomplete: this was interrupted.</p>'
    return f"{HEAD.format(title=text(title))}<h1>{text(title)}</h1>{quiet(played)}{incomplete}"


def ending(parts: Iterable[str]) -> str:
    """Everything together."""
    return "\n".join([*parts, "</main>\n</body>\n</html>\n"])


def text(said: Any) -> str:
    """Text that may stand in a page; a number and its sign of per cent stay together."""
    return escape(str(said)).replace(" %", "\u00a0%")


def quiet(said: str) -> str:
    """A remark."""
    return f'<p class="quiet">{text(said)}</p>'


def listed(lines: Sequence[str]) -> str:
    """A list."""
    return "<ul>\n" + "\n".join(f"<li>{text(line)}</li>" for line in lines) + "\n</ul>"


def figures(found: Sequence[tuple[str, str]]) -> str:
    """Figures side by side, or one below another where it is narrow."""
    shown = [f"<figure>{svg}<figcaption>{text(caption)}</figcaption></figure>" for caption, svg in found]
    return '<div class="figures">\n' + "\n".join(shown) + "\n</div>"


def table(
    caption: str, heads: Sequence[str], rows: Iterable[Sequence[Any]], marked: Iterable[bool] | None = None
) -> str:
    """A table that can be pushed aside where it is too wide."""
    lines = [list(row) for row in rows]
    marks = list(marked) if marked is not None else [False] * len(lines)
    head = "".join(f"<th>{text(name)}" for name in heads)
    opened = {True: '<tr class="mark">', False: "<tr>"}  # ends of rows and cells may be left out, which is shorter
    body = "\n".join(
        opened[bool(mark)] + "".join(f"<td>{escape(str(cell))}" for cell in line)
        for line, mark in zip(lines, marks, strict=True)
    )
    inner = f"<caption>{text(caption)}</caption><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody>"
    return f'<div class="scroll" tabindex="0"><table>{inner}</table></div>'


def skill(duels: Sequence[Mapping[str, Any]]) -> str:
    """The table of who beats whom."""
    rows = [
        (
            f"{duel['one']} among {duel['other']}", duel["seats"], f"{duel['games']:,}", percent(duel["share"]),
            between(duel["low"], duel["high"]).strip("()"), percent(duel["fair"]),
        )
        for duel in duels
    ]  # fmt: skip
    return table("One among weaker ones, once in every seat", ["who", "seats", "games", "wins", "95 %", "luck"], rows)


def section_of(section: Mapping[str, Any]) -> str:
    """All tables of one seat count and bot."""
    head = f"{in_seats(section['seats'])}, {section['bot']}, {section['games']:,} games"
    return (
        f"<details><summary>{text(head)}</summary>\n{winners(section)}\n{numbers(section)}\n{families(section)}\n"
        f"{labels(section)}\n</details>"
    )


def winners(section: Mapping[str, Any]) -> str:
    """Wins by seat."""
    wins = section["wins"]
    rows = [
        (
            f"seat {win['seat']}", percent(win["share"]), between(win["low"], win["high"]).strip("()"),
            points(win["share"] - win["fair"]) if len(wins) > 1 else "", f"{decisions:,.1f}", percent(dead),
        )
        for win, decisions, dead in zip(wins, section["seat_decisions"], section["seat_dead"], strict=True)
    ]  # fmt: skip
    heads = ["", "wins", "95 %", "points off fair", "decisions", "dead turns"]
    return table("Wins by seat; marked: not by chance", heads, rows, [win["significant"] for win in wins])


def numbers(section: Mapping[str, Any]) -> str:
    """Length, lead, choice, and what the game itself counts."""
    length, lead = section["length"], section["lead"]
    rows = [
        ("decisions a game, mean", f"{length['mean']:,.1f}", mean_interval(length, 1)),
        (
            "decisions a game, median",
            f"{length['median']:,}",
            f"5 to 95 % of games: {length['p5']:,} to {length['p95']:,}",
        ),
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
    return table("Figures", ["", "", "95 %"], rows)


def interval(found: Mapping[str, Any]) -> str:
    """An interval of shares."""
    return between(found["low"], found["high"]).strip("()")


def mean_interval(found: Mapping[str, Any], digits: int = 2) -> str:
    """An interval of a mean."""
    return f"{found['low']:,.{digits}f} to {found['high']:,.{digits}f}" if found["low"] is not None else ""


HEADS = [
    "",
    "a game",
    "of fair share",
    "taken when open",
    "in games",
    "by seats",
    "won, with",
    "without",
    "points, 95 %",
]
NO_WINS = HEADS[:6]


def uses_table(caption: str, uses: Sequence[Mapping[str, Any]], marked: Sequence[bool]) -> str:
    """Lines about uses; what their users won only where that can be told."""
    heads = HEADS if any(use["p_value"] is not None for use in uses) else NO_WINS
    return table(caption, heads, [use_row(use)[: len(heads)] for use in uses], marked)


def families(section: Mapping[str, Any]) -> str:
    """Uses of each family of actions."""
    uses = [use for use in section["uses"] if not use["part"]]
    return uses_table("Actions; marked: goes with winning or losing", uses, [use["significant"] for use in uses])


def labels(section: Mapping[str, Any]) -> str:
    """Uses of each label of each part; if they are many, of the most and the least used."""
    kinds: dict[tuple[str, str], list[Any]] = {}
    for use in section["uses"]:
        if use["part"]:
            kinds.setdefault((use["says"], use["part"]), []).append(use)
    shown = []
    for (says, part), uses in kinds.items():
        ordered = sorted(uses, key=lambda use: -use["times"])
        caption = f"“{group_text(says)}” by {part}; marked: under a tenth of its fair share"
        if len(uses) > FEW_LABELS:
            ordered = [*ordered[:SHOWN], *ordered[-SHOWN:]]
            caption = f"“{group_text(says)}” by {part}: the {SHOWN} most and the {SHOWN} least used of {len(uses)}"
        if len(uses) > 1:
            few = 2 < len(uses) <= FEW_LABELS
            seldom = [few and use["fair"] is not None and use["fair"] < RARE for use in ordered]
            shown.append(uses_table(caption, ordered, seldom))
    return "\n".join(shown)


def use_row(use: Mapping[str, Any]) -> list[str]:
    """A line about one use."""
    won = ["" if share is None else percent(share) for share in (use["with"], use["without"])]
    off = f"{points(use['difference'])} {between(use['low'], use['high'])}" if use["p_value"] is not None else ""
    fair = "" if use["fair"] is None else f"{100 * use['fair']:.0f} %"
    name = use["label"].strip() or ("–" if use["part"] else use["name"])
    return [
        name,
        f"{use['a_game']:,.2f}",
        fair,
        percent(use["taken"]),
        percent(use["in_games"]),
        percent(use["users"]),
        *won,
        off,
    ]


# --- Of two versions, or of one along a scale ---


def version(data: Mapping[str, Any]) -> str:
    """What a version is, in a line."""
    options = ", ".join(f"{name} {value}" for name, value in data["options"].items())
    return f"{' '.join(data['said']) or 'as published'} (options: {options})"


def of_comparison(data: Mapping[str, Any]) -> str:
    """The page of a comparison."""
    played = f"a: {version(data['a'])}. b: {version(data['b'])}. Seed {data['seed']}."
    parts = [beginning(f"{data['title']}: a and b compared", played, data), listed(data["findings"])]
    parts += [quiet(HOW_SURE_APART), figures(charts.of_comparison(data))]
    for section in data["sections"]:
        head = f"{in_both(section['seats'])}, {section['bot']}, {section['games']:,} games each"
        uses = [use for use in section["uses"] if use["significant"]]
        rows = [use_apart(use) for use in uses]
        parts += [
            f"<details open><summary>{text(head)}</summary>",
            table("Figures; marked: differs surely", APART, [figure_apart(f) for f in section["figures"]],
                  [figure["significant"] for figure in section["figures"]]),
            table("Uses that differ surely: share of seats", APART, rows) if rows else quiet("No use differs surely."),
            "</details>",
        ]  # fmt: skip
    return ending(parts)


APART = ["", "a", "b", "b − a, 95 %"]


def figure_apart(figure: Mapping[str, Any]) -> list[str]:
    """A line about one figure of both versions."""
    known = figure["p_value"] is not None
    cells = [amount(figure, figure[side]) if known else "" for side in ("a", "b")]
    return [metric_text(figure["figure"]), *cells, apart(figure) if figure["low"] is not None and known else ""]


def use_apart(use: Mapping[str, Any]) -> list[str]:
    """A line about one use in both versions."""
    return [group_name(use), percent(use["a"]), percent(use["b"]), apart({**use, "share": True})]


def of_sweep(data: Mapping[str, Any]) -> str:
    """The page of a sweep."""
    first, *_, last = data["values"]
    played = f"{version(data['a'])}; {data['swept']} from {first:g} to {last:g}. Seed {data['seed']}."
    parts = [
        beginning(f"{data['title']}: {data['swept']}", played, data),
        listed(data["findings"]),
        quiet(HOW_SURE_ALONG),
    ]
    for curve in data["curves"]:
        parts += [
            f"<h2>Games of {text(curve['bot'])}</h2>",
            figures(charts.of_sweep(data, curve)),
            swept(data, curve),
        ]
    return ending(parts)


def swept(data: Mapping[str, Any], curve: Mapping[str, Any]) -> str:
    """Every figure at every value."""
    names = list(curve["figures"])
    rows = [
        [f"{value:g}", *(point_of(name, curve["figures"][name][i]) for name in names)]
        for i, value in enumerate(data["values"])
    ]
    heads = [
        data["swept"],
        *(metric_text(name) + (", off fair" if name.startswith("wins.") else "") for name in names),
    ]
    return table(f"Every figure, {curve['games']:,} games a value", heads, rows)


def point_of(name: str, point: Mapping[str, Any] | None) -> str:
    """A figure at one value."""
    if point is None:
        return ""
    if name.startswith("wins."):
        return points(point["mean"])
    return percent(point["mean"]) if is_share(name) else f"{point['mean']:,.2f}"
