"""What a run has measured, as a page and a picture: docs/benchmarks.md, docs/pictures/benchmarks.svg."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from bench import others, speed
from escapade import __version__
from escapade.games import GAMES
from escapade.kernel.pages import table

DOCS = Path(__file__).parents[1] / "docs"
PAGE, PICTURE = DOCS / "benchmarks.md", DOCS / "pictures" / "benchmarks.svg"

SMALL, LARGE = "connect_four", "breakthrough"  # OpenSpiel's boards: 42 cells, and 64 squares whose pieces move
ALIKE = {"cartagena": SMALL, "stratego": LARGE, "stalag17": LARGE, "jailbreakers": LARGE}  # which is about as large
BARE = "yardstick"
PLAIN = "plain Python"
ONE, TWO = "compiled, one thread", "compiled, two threads"
SEEN_ONE, SEEN_TWO = "batched with observations, one thread", "batched with observations, two threads"
OURS = (PLAIN, ONE, TWO, SEEN_ONE, SEEN_TWO)
THEIRS = (others.ROLLOUTS, others.LOOPS, others.ZOO, others.CARDS)

Key = tuple[str, str]  # how it is played, and which game


class Line(NamedTuple):
    """A figure, in decisions a second; its ratio to another; and what that must be at least."""

    what: str
    figure: float
    ratio: float | None = None
    floor: float | None = None

    @property
    def fine(self) -> bool:
        """Is nothing promised, or the promise kept?"""
        return self.ratio is None or self.floor is None or self.ratio >= self.floor


class Run(NamedTuple):
    """One run: rates, what is promised and what came of it, the parts of a move and a look at a game in ns, seconds
    cold and warm."""

    rate: dict[Key, float]
    promises: list[Line]
    lines: list[Line]
    parts: dict[str, dict[str, float]]
    seeing: dict[str, float]
    starts: dict[str, tuple[float, float]]
    load: float  # of the machine, before anything began
    minutes: float = 0.0
    quick: bool = False


def load() -> float:
    """How many others want the machine."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def shown(figure: float) -> str:
    """A rate, as short as it is meant.

    >>> shown(2_345_678), shown(34_567), shown(821)
    ('2.35 M', '34.6 k', '821')
    """
    if figure >= 1e6:
        return f"{figure / 1e6:.3g} M"
    return f"{figure / 1e3:.3g} k" if figure >= 1e3 else f"{figure:.0f}"


def cells(line: Line) -> tuple[str, ...]:
    """A line of a table."""
    ratio = "" if line.ratio is None else f"{line.ratio:.2f} ×" if line.ratio < 10 else f"{line.ratio:.0f} ×"
    floor = "" if line.floor is None else f"≥ {line.floor:.3g}"
    return (
        line.what,
        f"{shown(line.figure)}/s",
        ratio,
        floor,
        "" if line.floor is None else "ok" if line.fine else "MISSED",
    )


# --- The page ----------------------------------------------------------------


def write(run: Run) -> None:
    """Write page and picture."""
    PAGE.write_text(text(run), encoding="utf-8")
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture(run.rate), encoding="utf-8")


def text(run: Run) -> str:
    """The page of a run."""
    heads = ("what", "decisions", "ratio", "floor", "")
    parts = [
        "# Benchmarks",
        "`make bench` measures and writes this page and its picture; nothing here is typed in. All of it is one run on "
        "one machine. Figures of other machines differ; ratios differ less.",
        "![Random decisions a second, as multiples of PettingZoo's fastest classic environment]"
        "(pictures/benchmarks.svg)",
        *([f"**A quick run** (`python -m bench --quick`), on a machine with a load of {run.load:.1f}: not for quoting."]
          if run.quick else []),
        table(("", ""), machine(run)),
        "## Random decisions a second: ours",
        table(("game", *OURS), ours(run.rate)),
        "## Random decisions a second: others, one thread",
        table(("how", "game", "decisions a second"), theirs(run.rate)),
        "## Ratios that are promised",
        table(heads, map(cells, run.promises)) if run.promises else "No other library was there.",
        "## Beside the yardstick",
        "The yardstick is Stratego as a bare engine: no set-up, no explicit chance, no views, no bounds checks.",
        table(heads, map(cells, run.lines)),
        "## Where the time of a move goes",
        table(("game", "a decision, ns", "legal", "apply", "the rest", "the limit"), limits(run)),
        "Parts are measured alone, in tight loops. The rest is what random play adds: chance outcomes and their odds, "
        "dice, counting, and above all branches that cannot be predicted when every position is another.",
        *(["## Where the time of a step of the vector environment goes",
           table(("game", "a decision, ns", "what is seen", "legal", "the rest", "the limit"), batched(run)),
           STEP] if run.seeing else []),
        *(["## Until the first compiled game is played", table(("game", "cold cache", "warm cache"), begun(run))]
          if run.starts else []),
        "## How it is measured",
        HOW,
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


STEP = """\
*What is seen*: a game is copied, what its seat may not know is taken out, and what stays is written as a row of
numbers. The rest is `apply` and chance, masks, the check that actions are legal, and the choice of the next ones.
Games, rows and masks together are larger than a core's own cache, so every step fetches them anew. With two threads
one of them has to be woken at every step, which takes as long as a hundred games or two."""

HOW = f"""\
- A decision is an action of a seat. Chance acts as often as the rules want and is not counted; Stratego's set-up is
  played before the clock starts, except where whole games are shared by threads.
- All of it is measured in turns, round by round, in bursts of some hundredths of a second, so that everything meets
  the same machine; the best burst counts. One thread is timed by the processor's clock, two by the clock on the wall.
- *{PLAIN}*: the rules as they are written. *{ONE}*: the same source as machine code, legal actions
  made and one of them taken at every decision. *batched with observations*: {speed.ABREAST:,} games side by side
  in the vector environment; at every step masks and the observation of the seat at the turn are written for each
  game, and `sample` chooses.
- What is promised of the vector environment is promised of both cores; others play on one. The same on one thread
  stands beside it. A board of OpenSpiel that is about as large is, for Cartagena with 38 places, {SMALL} with 42
  cells, and for the others, whose observations are half as long again and longer, {LARGE}: as in Stratego there are 64
  squares, and pieces that move and capture. Where stones are only placed (hex), or the board is smaller
  (nine_mens_morris), OpenSpiel is faster, as the table of others shows.
- *{others.ROLLOUTS}*: a tree search of two simulations with many random rollouts each, which never
  leave C++; how many decisions a game has is counted beforehand.
  *{others.LOOPS}*: `legal_actions` and `apply_action`, state by state.
- *{others.ZOO}*: the loop of its documentation over `raw_env`, which leaves its checks out.
  *{others.CARDS}*: `env.step`, state by state."""


def machine(run: Run) -> list[tuple[str, str]]:
    """What it ran on."""
    libraries = {"numba": version("numba"), "numpy": version("numpy"), **others.versions()}
    return [
        ("when", f"{datetime.now(UTC):%Y-%m-%d}, {run.minutes:.1f} minutes"),
        ("machine", f"{processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"),
        ("load before the start", f"{run.load:.1f}"),
        ("versions", ", ".join([f"escapade {__version__}", f"Python {platform.python_version()}",
                                *(f"{name} {number}" for name, number in libraries.items())])),
    ]  # fmt: skip


def processor() -> str:
    """What the processor calls itself."""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.processor() or "unknown processor"


def ours(rate: dict[Key, float]) -> Iterable[tuple[str, ...]]:
    """Our games, a line each."""
    for name, game in GAMES.items():
        yield game.title, *(shown(rate[how, name]) if (how, name) in rate else "not measured" for how in OURS)


def theirs(rate: dict[Key, float]) -> Iterable[tuple[str, str, str]]:
    """Others' games, a line each."""
    for how in THEIRS:
        yield from ((how, name, shown(value)) for (way, name), value in rate.items() if way == how)


def limits(run: Run) -> Iterable[tuple[str, ...]]:
    """Where the time of a decision goes, and which part is the limit."""
    for name, game in GAMES.items():
        yield divided(game.title, run.rate[ONE, name], run.parts[name])


def batched(run: Run) -> Iterable[tuple[str, ...]]:
    """The same of a step of the vector environment, a game of it."""
    for name, seen in run.seeing.items():
        parts = {"what is seen": seen, "legal": run.parts[name]["legal"]}
        yield divided(GAMES[name].title, run.rate[SEEN_ONE, name], parts)


def divided(title: str, rate: float, parts: dict[str, float]) -> tuple[str, ...]:
    """A line of a table: the time of a decision, of its parts, of the rest, and which of them is the limit."""
    whole = 1e9 / rate
    cost = {**parts, "the rest": whole - sum(parts.values())}
    most = max(cost, key=lambda part: cost[part])
    return title, f"{whole:.0f}", *(f"{spent:.0f}" for spent in cost.values()), most


def begun(run: Run) -> Iterable[tuple[str, ...]]:
    """Seconds until a first game, a line a game."""
    for name, (cold, warm) in run.starts.items():
        yield GAMES[name].title, f"{cold:.1f} s", f"{warm:.2f} s"


# --- The picture -------------------------------------------------------------

INK, PAPER, MARK, OTHER = "#2b2b2b", "#ffffff", "#1f6f8b", "#b9b4a7"
GROUPS = {ONE: "compiled", SEEN_ONE: "batched, observations", others.ROLLOUTS: "OpenSpiel, C++",
          others.LOOPS: "OpenSpiel, Python loop", others.ZOO: "PettingZoo", others.CARDS: "RLCard"}  # fmt: skip


def picture(rate: dict[Key, float]) -> str:
    """Bars of all that runs on one thread, as multiples of PettingZoo's fastest classic environment, as SVG."""
    import io

    import matplotlib as mpl
    from matplotlib.figure import Figure

    bars = [(how, name, value) for how in GROUPS for (way, name), value in rate.items() if way == how]
    base = max((value for how, _, value in bars if how == others.ZOO), default=min(value for *_, value in bars))
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "escapade", "font.family": "sans-serif"}):
        figure = Figure((8, 0.24 * len(bars) + 1), facecolor=PAPER, layout="constrained")
        figure.suptitle(
            "Random decisions a second, one thread. PettingZoo's fastest classic environment is 1", fontsize=10
        )
        axes = figure.subplots()
        draw(axes, [(f"{GROUPS[how]}: {name}", value / base, how in (ONE, SEEN_ONE)) for how, name, value in bars])
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    bare = re.sub(r"<\?xml.*?\?>|<!DOCTYPE.*?>|<metadata>.*?</metadata>", "", drawn.getvalue(), flags=re.DOTALL)
    return "\n".join(line.rstrip() for line in bare.strip().splitlines()) + "\n"


def draw(axes: Any, bars: list[tuple[str, float, bool]]) -> None:
    """Horizontal bars on a logarithmic scale, the figure beside each."""
    names, ratios, own = zip(*bars, strict=True)
    axes.barh(names, ratios, color=[MARK if mine else OTHER for mine in own], height=0.75)
    axes.set_xscale("log")
    axes.invert_yaxis()
    axes.margins(y=0.01)
    axes.set_xlim(right=max(ratios) * 4)
    for place, ratio in enumerate(ratios):
        axes.text(ratio * 1.08, place, f"{ratio:,.0f} ×" if ratio >= 10 else f"{ratio:.2g} ×", va="center", color=INK)
    axes.tick_params(labelsize=8, colors=INK)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
