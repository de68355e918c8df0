"""The charts of a report: SVG in the colours of the page, light or dark, readable on a narrow screen."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from escapade.kernel.names import BadInput
from escapade.lab.setting import in_seats

try:
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator
except ImportError:
    raise BadInput("Matplotlib is not installed: pip install 'escapade[research]'") from None

INK = "#010203"  # stands for the colour of the page's text
COLOURS = ("#2f7fd6", "#d9772b", "#2a9d62", "#b04fc4", "#c2453f", "#8a8a2f")  # to be told apart on light and dark
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "escapade",
    "font.family": "sans-serif",
    "font.size": 12,
    "axes.titlesize": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "lines.linewidth": 1.8,
    "path.simplify": True,
}
WIDTH = 4.6  # inches: on a narrow screen letters shrink but a little


def as_svg(figure: Figure, says: str) -> str:
    """Return a figure as inline SVG with a text alternative."""
    out = io.StringIO()
    with mpl.rc_context(STYLE):
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = text[text.index("<svg") :].replace(INK, "currentColor")
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'(?<=<svg )(.*?)width="[^"]*pt"', r"\1", text, count=1, flags=re.DOTALL)
    text = re.sub(r'(?<=<svg )(.*?)height="[^"]*pt"', r"\1", text, count=1, flags=re.DOTALL)
    text = re.sub(r' id="[A-Za-z0-9.]+_\d+"', "", text)  # names of groups, which nobody asks for
    text = re.sub(r"\s*\n\s*", "\n", text)
    return text.replace("<svg ", f'<svg role="img" aria-label="{escaped(says)}" ', 1)


def escaped(text: str) -> str:
    """Escape text for an attribute."""
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


def canvas(high: float, below: str = "") -> tuple[Figure, Any]:
    """Create a figure with one pair of axes."""
    figure = Figure(figsize=(WIDTH, high), layout="constrained")
    axes = figure.add_subplot()
    axes.set_xlabel(below)
    return figure, axes


def dots(rows: Sequence[tuple[str, float, float, float, int]], below: str, zero: float | None, says: str) -> str:
    """Plot values with intervals, one row each, in the colour of their kind."""
    with mpl.rc_context(STYLE):
        figure, axes = canvas(0.9 + 0.27 * len(rows), below)
        for y, (_, value, low, high, kind) in enumerate(rows):
            colour = COLOURS[kind % len(COLOURS)]
            axes.plot([low, high], [y, y], color=colour)
            axes.plot([value], [y], "o", color=colour, markersize=5)
        if zero is not None:
            axes.axvline(zero, color=INK, linewidth=0.8, linestyle=":")
        axes.set_yticks(range(len(rows)), [label for label, *_ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.xaxis.set_major_locator(MaxNLocator(5))
        return as_svg(figure, says)


def curves(lines: Mapping[str, tuple[Any, Any]], below: str, beside: str, says: str, steps: bool = False) -> str:
    """Plot lines with a legend."""
    with mpl.rc_context(STYLE):
        figure, axes = canvas(2.9, below)
        for i, (name, (x, y)) in enumerate(lines.items()):
            how = {"drawstyle": "steps-mid"} if steps else {}
            axes.plot(x, y, label=name, color=COLOURS[i % len(COLOURS)], **how)
        axes.set_ylabel(beside)
        axes.set_ylim(bottom=0)
        axes.xaxis.set_major_locator(MaxNLocator(5))
        if len(lines) > 1:
            axes.legend(frameon=False, fontsize=11, handlelength=1.2)
        return as_svg(figure, says)


def band(x: Sequence[float], lines: Mapping[str, Any], below: str, beside: str, says: str) -> str:
    """Plot values along a scale, with intervals as bands."""
    with mpl.rc_context(STYLE):
        figure, axes = canvas(2.9, below)
        for i, (name, points) in enumerate(lines.items()):
            value, low, high = (np.array(row, float) for row in zip(*points, strict=True))
            colour = COLOURS[i % len(COLOURS)]
            axes.fill_between(x, low, high, color=colour, alpha=0.25, linewidth=0)
            axes.plot(x, value, "o-", label=name, color=colour, markersize=4)
        axes.set_ylabel(beside)
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=all(float(v).is_integer() for v in x)))
        if len(lines) > 1:
            axes.legend(frameon=False, fontsize=11, handlelength=1.2)
        return as_svg(figure, says)


# --- Of a balance report ---


def of_balance(data: Mapping[str, Any], bot: str) -> list[tuple[str, str]]:
    """Draw the charts of one bot's games, each with its caption."""
    sections = [section for section in data["sections"] if section["bot"] == bot]
    found = [
        ("How far each seat is from its fair share of wins", wins(sections, bot)),
        ("How long games are", lengths(sections, bot)),
        ("How much choice there is", choice(sections, bot)),
    ]
    if any(section["lead"]["games"] for section in sections):
        found.append(("When the later winner takes the lead for good", settled(sections, bot)))
    duels = [duel for duel in data["skill"] if duel["one"] == bot]
    if duels:
        found.append((f"How often one {bot} among these wins", skill(duels, bot)))
    return [(caption, picture) for caption, picture in found if picture]


def wins(sections: Sequence[Mapping[str, Any]], bot: str) -> str:
    """Draw wins by seat, as distance from fair."""
    rows = []
    for kind, section in enumerate(sections):
        for win in section["wins"] if section["seats"] > 1 else ():
            share, low, high = (100 * (win[end] - win["fair"]) for end in ("share", "low", "high"))
            rows.append((f"{section['seats']} seats: {win['seat']}", share, low, high, kind))
    if not rows:
        return ""
    far = max(rows, key=lambda row: abs(row[1]))
    says = f"Wins by seat, {bot}: the farthest from fair is {far[0]}, {far[1]:+.1f} points"
    return dots(rows, "points from fair", 0.0, says)


def lengths(sections: Sequence[Mapping[str, Any]], bot: str) -> str:
    """Draw the distribution of decisions a game."""
    lines = {}
    for section in sections:
        width, counts = section["length"]["histogram"]["width"], section["length"]["histogram"]["counts"]
        middle = (np.arange(len(counts)) + 0.5) * width
        lines[in_seats(section["seats"])] = (middle, 100 * np.array(counts) / section["games"] / width)
    said = ", ".join(f"{in_seats(section['seats'])}: median {section['length']['median']}" for section in sections)
    return curves(lines, "decisions", "% of games, each", f"Length of games, {bot}: {said}")


def choice(sections: Sequence[Mapping[str, Any]], bot: str) -> str:
    """Draw the distribution of legal actions."""
    lines = {}
    for section in sections:
        counts = np.array(section["legal"]["histogram"], float)
        lines[in_seats(section["seats"])] = (np.arange(len(counts)), 100 * counts / counts.sum())
    said = ", ".join(f"{in_seats(section['seats'])}: mean {section['legal']['mean']:.1f}" for section in sections)
    return curves(lines, "legal actions", "% of decisions", f"Legal actions, {bot}: {said}", steps=True)


def settled(sections: Sequence[Mapping[str, Any]], bot: str) -> str:
    """Draw the share of games that are settled by a point of the game."""
    lines = {}
    for section in sections:
        counts = np.array(section["lead"]["settled"]["histogram"], float)
        if counts.sum():
            part = np.linspace(0, 100, len(counts) + 1)[:-1]
            lines[in_seats(section["seats"])] = (part, 100 * (np.cumsum(counts) - counts) / counts.sum())
    said = ", ".join(
        f"{in_seats(section['seats'])}: {100 * section['lead']['settled']['mean']:.0f} %" for section in sections
    )
    return curves(lines, "% of the game", "% of games settled", f"Settled after, on average, {bot}: {said}")


def skill(duels: Sequence[Mapping[str, Any]], bot: str) -> str:
    """Draw how often the stronger bot wins."""
    kinds = {name: i for i, name in enumerate(dict.fromkeys(duel["other"] for duel in duels))}
    rows = []
    for duel in duels:
        share, low, high = (100 * duel[end] for end in ("share", "low", "high"))
        rows.append((f"{duel['seats']} seats: {duel['other']}", share, low, high, kinds[duel["other"]]))
    said = ", ".join(f"{label} {value:.0f} %" for label, value, *_ in rows)
    return dots(rows, "% of games won", None, f"Wins of one {bot} among weaker bots: {said}")


# --- Of two versions, or of one along a scale ---


def of_comparison(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Draw the differences of wins by seat, and of other shares."""
    wins: list[Any] = []
    others: list[Any] = []
    for kind, section in enumerate(data["sections"]):
        for figure in section["figures"]:
            if figure["share"] and figure["low"] is not None and figure["p_value"] is not None:
                where = f"{section['seats'][1]} seats: " if len(data["sections"]) > 1 else ""
                row = [100 * figure[end] for end in ("difference", "low", "high")]
                rows = wins if figure["figure"].startswith("wins.") else others
                if rows is wins or "." not in figure["figure"]:
                    rows.append((where + short(figure["figure"]), row[0], row[1], row[2], kind))
    found = []
    for caption, rows in (("Wins by seat: b less a", wins), ("Other shares: b less a", others)):
        if rows:
            far = max(rows, key=lambda row: abs(row[1]))
            says = f"{caption}; the largest difference is {far[0]}, {far[1]:+.1f} points"
            found.append((caption, dots(rows, "points, with 95 % intervals", 0.0, says)))
    return found


def short(figure: str) -> str:
    """Shorten a metric's name."""
    name, _, of = figure.partition(".")
    return f"seat {of}" if name == "wins" else name


CURVES = (("drawn", "% of games drawn"), ("decisions", "decisions a game"), ("changes", "changes of the lead"),
          ("half", "% won by who leads half-way"), ("dead", "% of turns without a choice"))  # fmt: skip


def of_sweep(data: Mapping[str, Any], curve: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Draw the curves of one bot's games."""
    wins = {name: points for name, points in curve["figures"].items() if name.startswith("wins.")}
    lines = {short(name): triples(points, 100) for name, points in wins.items()}
    found = [("Wins by seat, as points from fair", lines, "points from fair")]
    for name, beside in CURVES:
        points = curve["figures"].get(name, [])
        if any(point is not None and (point["mean"] or point["high"]) for point in points):
            found.append((beside, {name: triples(points, 100 if beside.startswith("%") else 1)}, beside))
    return [
        (caption, band(data["values"], lines, data["swept"], beside, f"{caption} along {data['swept']}"))
        for caption, lines, beside in found
    ]


def triples(points: Sequence[Any], times: float) -> list[tuple[float, float, float]]:
    """Scale values and their intervals; nan where nothing was played."""
    empty_measurements = {"mean": np.nan, "low": np.nan, "high": np.nan}
    known = [empty_measurements if point is None or point["low"] is None else point for point in points]
    return [(times * point["mean"], times * point["low"], times * point["high"]) for point in known]
