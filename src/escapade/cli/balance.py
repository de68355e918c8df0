"""`escapade balance`: a report on fairness, length, use of actions, and skill."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from escapade.cli.arguments import Cluster, Options, Pieces, Resume, command_line, place, the_game, wanted, writable
from escapade.cli.screen import Screen, progress
from escapade.kernel.contract import Game
from escapade.kernel.files import whole
from escapade.kernel.names import BadInput
from escapade.lab.balance import Report
from escapade.lab.experiment import BatchResult, Experiment
from escapade.lab.pool import Where
from escapade.lab.render.findings import FEW_LABELS, HOW_SURE, between, of_balance, percent, points
from escapade.lab.setting import BotSpec, in_seats, parse_bot_spec

Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="NAME",
        help="A bot that plays itself; again for more. planner@200:400: 400 games, 200 iterations a move.",
    ),
]
Games = Annotated[
    int | None,
    typer.Option(
        "-n", "--games", min=1, max=1 << 32, help="Games at each number of seats; 10000, or 100 of bots that search."
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", min=0, max=(1 << 31) - 1, help="Seed of all dice; the same seed plays the same games.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, max=1024, help="Worker processes; one per core if not given.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Page = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write an HTML page with charts.")]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FOLDER", help="Store the run in this folder: a Parquet row per game, and a manifest."
    ),
]


def balance(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    bot: Bots = None,
    n: Games = None,
    seats: Annotated[int | None, typer.Option("--seats", help="Number of seats; all numbers if not given.")] = None,
    seed: Seed = 0,
    workers: Workers = None,
    cluster: Cluster = None,
    pieces: Pieces = None,
    skill: Annotated[bool, typer.Option("--skill/--no-skill", help="Also play each bot against weaker ones.")] = True,
    as_json: Json = False,
    html: Page = None,
    out: Out = None,
    resume: Resume = False,
    option: Options = None,
) -> None:
    """Play many games and report on fairness, length, use of actions, and skill."""
    found = wanted(game, ctx.args, option)
    rules = the_game(found)
    chosen = rules.check_options(found.options, seats or rules.seats[-1])
    report = Report(rules, bot_specs(bot, n), seats, chosen, rules.pieces(pieces), seed, skill)
    check_page(html)
    play_with_progress(report, place(workers, cluster), out, resume)
    data = report.as_data()
    data["findings"] = of_balance(rules, data)
    if as_json:
        typer.echo(json.dumps(data, indent=2))
    else:
        show(rules, data, Screen())
    if html is not None:
        write_page(html, data, as_json)
    if not data["complete"]:
        raise typer.Exit(130)


def bot_specs(bots: Sequence[str] | None, n: int | None) -> list[BotSpec]:
    """Parse the bots; the rule bot by default."""
    found = list(dict.fromkeys(parse_bot_spec(text, n) for text in bots or ["greedy"]))
    labels = [each.player.label for each in found]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice:
        raise BadInput(f"--bot {twice} is given different numbers of games: say it once")
    return found


def play_with_progress(experiment: Experiment, where: Where, out: Path | None, resume: bool) -> None:
    """Play with a progress bar on stderr; after Ctrl-C the results so far remain."""
    if resume and out is None:
        raise BadInput("--resume goes with --out")
    try:
        with progress() as bar:
            task = bar.add_task("compiling the rules", total=sum(part.games for part in experiment.parts))
            for done in play_stored(experiment, where, out, resume) if out is not None else experiment.play(where):
                part = experiment.parts[done.part]
                bar.update(task, description=part.name, advance=done.n * part.weight)
    except KeyboardInterrupt:
        return


def play_stored(experiment: Experiment, where: Where, out: Path, resume: bool) -> Iterator[BatchResult]:
    """Play, and store every batch in a folder."""
    from escapade.lab import store  # needs Polars, which not everyone has

    return store.play_experiment(experiment, where, out, resume, command_line())


def check_page(path: Path | None) -> None:
    """Refuse a page that cannot be written, before anything is played."""
    if path is not None:
        writable(path, "--html")
        import_module("escapade.lab.render.html")  # asks for Matplotlib, which not everyone has


def write_page(path: Path, data: dict[str, Any], silent: bool) -> None:
    """Write the report as a page; it was printed before, so a full disk loses nothing."""
    from escapade.lab.render.html import page

    with whole(path) as part:
        part.write_text(page(data), encoding="utf-8")
    if not silent:
        Screen().note(f"\n{path} shows it with figures")


# --- Tables ---


def show(game: Game, data: dict[str, Any], screen: Screen) -> None:
    """Print the findings, then the tables of each section."""
    head = Text.assemble((game.title, "bold"), f", balance, seed {data['seed']}")
    if not data["complete"]:
        head.append("  incomplete", "bold yellow")
    chosen = ", ".join(f"{name} {value}" for name, value in data["options"].items())
    screen.show(head, Text(chosen, "dim"), findings(data["findings"]), Text(HOW_SURE, "dim"))
    for section in data["sections"]:
        said = f"\n{in_seats(section['seats'])}, {section['bot']}, {section['games']:,} games"
        screen.show(Text(said, "bold"), winners(section), figures(section), uses(section))


def findings(said: Sequence[str]) -> Group:
    """List the findings."""
    grid = Table.grid(padding=(0, 1))
    for line in said:
        grid.add_row("·", Text(line))
    return Group(Padding(grid, (1, 0)))


def winners(section: dict[str, Any]) -> Table:
    """Tabulate wins by seat."""
    table = columns("seat", "wins", "95 %", "off fair", "decisions", "dead turns", left=("95 %",))
    for win, decisions, dead in zip(section["wins"], section["seat_decisions"], section["seat_dead"], strict=True):
        off = Text(
            points(win["share"] - win["fair"]) if section["seats"] > 1 else "", "bold" if win["significant"] else "dim"
        )
        interval = between(win["low"], win["high"]).strip("()")
        table.add_row(
            str(win["seat"]),
            percent(win["share"]),
            interval,
            off if len(section["wins"]) > 1 else "",
            f"{decisions:,.1f}",
            percent(dead),
        )
    return table


def columns(*headings: str, left: Sequence[str] = ()) -> Table:
    """Create a table with right-aligned figures."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in headings:
        table.add_column(heading, justify="left" if heading in left else "right", no_wrap=True)
    return table


def figures(section: dict[str, Any]) -> Table:
    """Tabulate length, lead, choice, and what the game itself counts."""
    grid, length, lead = Table.grid(padding=(0, 2)), section["length"], section["lead"]
    grid.add_column(style="dim")
    grid.add_column(overflow="fold")
    spread = f"5 to 95 % {length['p5']:,} to {length['p95']:,}, most {length['most']:,}"
    grid.add_row("decisions a game", f"mean {length['mean']:,.1f}, median {length['median']:,}, {spread}")
    grid.add_row("turns a game", f"{length['turns']:,.1f}; {percent(section['dead']['mean'])} of them leave no choice")
    legal = f"{section['legal']['mean']:.1f} on average; {percent(section['forced']['mean'])} of decisions are forced"
    grid.add_row("legal actions", legal)
    grid.add_row("drawn", percent(section["drawn"]["share"]))
    if lead["games"]:
        settled = f"settled after {percent(lead['settled']['mean'])} of the turns"
        half = f"who leads half-way wins {percent(lead['half']['share'])}"
        grid.add_row("lead", f"changes {lead['changes']['mean']:.1f} times a game; {settled}; {half}")
    for name, mean in section["counted"].items():
        grid.add_row(name.replace("_", " "), f"{mean['mean']:.2f} a game")
    return grid


def uses(section: dict[str, Any]) -> Table:
    """Tabulate the use of each verb, and wins with and without it."""
    table = columns("action", "a game", "seats", "won, with", "without", "of these", left=("action", "of these"))
    table.columns[-1].no_wrap = False
    for use in section["uses"]:
        if not use["part"]:
            style = "bold" if use["significant"] else ""
            won = [Text("" if share is None else percent(share), style) for share in (use["with"], use["without"])]
            table.add_row(
                use["name"], f"{use['a_game']:,.2f}", percent(use["users"]), *won, labels(section, use["says"])
            )
    return table


def labels(section: dict[str, Any], says: str) -> Text:
    """Write how often each label of a verb's parts is used, most frequent first; rare ones stand out."""
    lines: dict[str, list[dict[str, Any]]] = {}
    for use in section["uses"]:
        if use["says"] == says and use["part"]:
            lines.setdefault(use["part"], []).append(use)
    said = []
    for kin in lines.values():
        if len(kin) <= FEW_LABELS:
            whole = sum(use["times"] for use in kin) or 1
            line = Text()
            for use in sorted(kin, key=lambda use: -use["times"]):
                line.append(f"{use['label'].strip() or '–'} ")
                rare = use["fair"] is not None and use["fair"] < 0.1 and len(kin) > 2
                line.append(f"{percent(use['times'] / whole)}  ", "bold yellow" if rare else "dim")
            said.append(line)
    return Text("\n").join(said)
