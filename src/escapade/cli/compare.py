"""`escapade compare`: two versions of a game side by side, or one along a scale."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from escapade.cli.arguments import Cluster, Options, Resume, place, the_game, wanted
from escapade.cli.balance import (
    Bots,
    Games,
    Json,
    Out,
    Page,
    Seed,
    Workers,
    bot_specs,
    check_page,
    columns,
    findings,
    play_with_progress,
    write_page,
)
from escapade.cli.screen import BARS, Screen
from escapade.kernel.names import BadInput
from escapade.lab.compare import Comparison, Sweep, side
from escapade.lab.instrument import is_share, metric_text
from escapade.lab.render.findings import (
    HOW_SURE_ALONG,
    HOW_SURE_APART,
    amount,
    difference_text,
    group_name,
    in_both,
    of_comparison,
    of_sweep,
    percent,
    points,
)


def compare(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    a: Annotated[
        list[str] | None,
        typer.Option(
            "--a",
            metavar="NAME=VALUE",
            help="The first version: an option, seats, pieces=FILE or pieces:FIELD; again for more.",
        ),
    ] = None,
    b: Annotated[
        list[str] | None, typer.Option("--b", metavar="NAME=VALUE", help="The second version; again for more.")
    ] = None,
    pieces: Annotated[
        tuple[Path, Path] | None, typer.Option("--pieces", metavar="A B", help="Data files of both versions.")
    ] = None,
    sweep: Annotated[
        str | None,
        typer.Option("--sweep", metavar="NAME=1..10", help="Play version a at each value of a scale, instead of --b."),
    ] = None,
    bot: Bots = None,
    n: Games = None,
    seats: Annotated[int | None, typer.Option("--seats", help="Number of seats; all numbers if not given.")] = None,
    seed: Seed = 0,
    unpaired: Annotated[
        bool, typer.Option("--unpaired", help="Use different dice for each version, instead of common random numbers.")
    ] = False,
    skill: Annotated[bool, typer.Option("--skill/--no-skill", help="Also play each bot against weaker ones.")] = True,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Json = False,
    html: Page = None,
    out: Out = None,
    resume: Resume = False,
    option: Options = None,
) -> None:
    """Play two versions of a game, or one along a scale, and report the differences."""
    found = wanted(game, ctx.args, option)
    rules = the_game(found)
    if sweep is None and not (a or b or pieces):
        raise BadInput("say what differs: --a and --b, --pieces A B, or --sweep")
    if sweep is not None and (b or pieces):
        raise BadInput("--sweep goes along version a: leave out --b and --pieces; --a pieces=FILE names its data")
    files = pieces or (None, None)
    first = side(rules, a or [], found.options, files[0])
    experiment: Comparison | Sweep
    if sweep is not None:
        experiment = Sweep(rules, bot_specs(bot, n), first, sweep, seats, seed)
    else:
        second = side(rules, b or [], found.options, files[1])
        experiment = Comparison(rules, bot_specs(bot, n), first, second, seats, seed, not unpaired, skill)
    check_page(html)
    play_with_progress(experiment, place(workers, cluster), out, resume)
    data = experiment.as_data()
    data["findings"] = (of_comparison if data["report"] == "compare" else of_sweep)(data)
    if as_json:
        typer.echo(json.dumps(data, indent=2))
    else:
        show(data, Screen())
    if html is not None:
        write_page(html, data, as_json)
    if not data["complete"]:
        raise typer.Exit(130)


# --- Tables ---


def show(data: dict[str, Any], screen: Screen) -> None:
    """Print what was compared, the findings, then the tables."""
    head = Text.assemble((data["title"], "bold"), f", {data['report']}, seed {data['seed']}")
    if not data["complete"]:
        head.append("  incomplete", "bold yellow")
    screen.show(head)
    for letter in ("a", "b"):
        if letter in data:
            screen.show(Text(f"{letter}: {' '.join(data[letter]['said']) or 'as published'}", "dim"))
    screen.show(findings(data["findings"]), Text(HOW_SURE_ALONG if "curves" in data else HOW_SURE_APART, "dim"))
    for section in data.get("sections", ()):
        said = f"\n{in_both(section['seats'])}, {section['bot']}, {section['games']:,} games each"
        screen.show(Text(said, "bold"), figures(section), uses(section))
    for curve in data.get("curves", ()):
        screen.show(Text(f"\n{curve['bot']}, {curve['games']:,} games a value", "bold"), curves(data, curve))


def figures(section: dict[str, Any]) -> Table:
    """Tabulate every metric of both versions."""
    table = columns("", "a", "b", "b less a, 95 %", left=("",))
    for figure in section["figures"]:
        if figure["p_value"] is not None:
            style = "bold" if figure["significant"] else "dim"
            both = [amount(figure, figure[letter]) for letter in ("a", "b")]
            table.add_row(metric_text(figure["figure"]), *both, Text(difference_text(figure), style))
    return table


def uses(section: dict[str, Any]) -> Table:
    """Tabulate significant differences of use, the largest first."""
    table = columns("uses that differ surely", "a", "b", "b less a, 95 %", left=("uses that differ surely",))
    table.columns[0].no_wrap = False
    sure = sorted((use for use in section["uses"] if use["significant"]), key=lambda use: -abs(use["difference"]))
    for use in sure[:20]:
        both = percent(use["a"]), percent(use["b"])
        table.add_row(group_name(use), *both, Text(difference_text({**use, "share": True}), "bold"))
    if not sure:
        table.add_row("none", "", "", "")
    return table


def curves(data: dict[str, Any], curve: dict[str, Any]) -> Table:
    """Tabulate every metric along the scale: a sparkline, and its ends."""
    first, *_, last = data["values"]
    table = columns("", "curve", f"at {first:g}", f"at {last:g}", "change, 95 %", left=("", "curve"))
    sure = {end["figure"]: end for end in curve["ends"]}
    for name, found in curve["figures"].items():
        known = [point["mean"] for point in found if point is not None]
        if known and name in sure and sure[name]["low"] is not None:
            said = [value(name, known[0]), value(name, known[-1])]
            change = Text(difference_text(sure[name]), "bold" if sure[name]["significant"] else "dim")
            off = ", off fair" if name.startswith("wins.") else ""
            table.add_row(metric_text(name) + off, Text(sparks(known), "cyan"), *said, change)
    return table


def value(name: str, number: float) -> str:
    """Write a metric at one value."""
    if name.startswith("wins."):
        return points(number)
    return percent(number) if is_share(name) else f"{number:,.2f}"


def sparks(numbers: list[float]) -> str:
    """Draw numbers as a sparkline.

    >>> sparks([1, 2, 3]), sparks([2, 2])
    ('▁▅█', '▁▁')
    """
    low, high = min(numbers), max(numbers)
    steps = (high - low) / (len(BARS) - 1) or 1
    return "".join(BARS[round((number - low) / steps)] for number in numbers)
