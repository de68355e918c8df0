"""`escapade arena`: which bot is better, by how much, and how sure that is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group
from rich.table import Table
from rich.text import Text

from escapade.bots import Budget
from escapade.cli.arguments import Cluster, Options, Pieces, Resume, Seats, command_line, place, wanted
from escapade.cli.screen import Screen, progress
from escapade.games import GAMES
from escapade.kernel.contract import Game, find_game
from escapade.kernel.names import BadInput
from escapade.lab import arena as lab
from escapade.lab.pool import Where
from escapade.lab.ratings import Sprt

GAMES_A_PAIRING = 200  # by default
AT_MOST = 20_000  # with --sprt, by default
FARTHEST = 100.0  # normalised Elo that a hypothesis may name: beyond, a handful of games tells


def arena(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="A B …",
            help="Bots, by name or level; planner@500 searches 500 iterations a move, planner@300ms 300 ms.",
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--games",
            min=1,
            max=10_000_000,
            help="Games of each pairing, rounded up to whole blocks; 200, or 20000 with --sprt.",
        ),
    ] = None,
    sequential: Annotated[
        bool, typer.Option("--sprt", help="Stop a pairing when a sequential test decides; --games is the maximum.")
    ] = False,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Play the first bot against each of the others only.")
    ] = False,
    seats: Seats = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", min=0, max=(1 << 31) - 1, help="Seed of deals and bots; the same seed plays the same deals."
        ),
    ] = 0,
    iterations: Annotated[
        int | None, typer.Option("--iterations", min=1, help="Search iterations a move, for bots without their own.")
    ] = None,
    milliseconds: Annotated[
        int | None, typer.Option("--milliseconds", min=1, help="Search time a move, instead of --iterations.")
    ] = None,
    elo0: Annotated[
        float | None, typer.Option("--elo0", help="With --sprt: normalised Elo of the null hypothesis; 0.")
    ] = None,
    elo1: Annotated[
        float | None, typer.Option("--elo1", help="With --sprt: normalised Elo of the alternative; 30.")
    ] = None,
    alpha: Annotated[
        float | None, typer.Option("--alpha", help="With --sprt: probability of accepting elo1 if elo0 is true; 0.05.")
    ] = None,
    beta: Annotated[
        float | None, typer.Option("--beta", help="With --sprt: probability of accepting elo0 if elo1 is true; 0.05.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=1024, help="Worker processes; one per core if not given.")
    ] = None,
    cluster: Cluster = None,
    pieces: Pieces = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="Store every game as a row of a Parquet table in this folder."),
    ] = None,
    resume: Resume = False,
    option: Options = None,
) -> None:
    """Let bots play each other: every deal is replayed with each of them in every seat."""
    found = wanted(game, [*(bots or ()), *ctx.args], option)
    if not found.words:
        raise BadInput("say which game")
    rules, sprt = find_game(GAMES, found.words[0]), hypotheses(sequential, elo0=elo0, elo1=elo1, alpha=alpha, beta=beta)
    if iterations and milliseconds:
        raise BadInput("--iterations or --milliseconds, not both: a bot thinks until one limit is reached")
    most, budget = games or (AT_MOST if sprt else GAMES_A_PAIRING), Budget(iterations, milliseconds)
    league = lab.arena(
        rules, found.words[1:], most, seats, found.options, rules.pieces(pieces), budget, seed, gauntlet, sprt
    )
    where = place(workers, cluster)
    if resume and not out:
        raise BadInput("--resume goes with --out")
    with stored(league, out, resume) as add:
        play_with_progress(league, where, add)
    data = league.as_data()
    if as_json:
        typer.echo(json.dumps(data, indent=2))
    else:
        show(rules, data, Screen())
        if out:
            Screen().line(f"kept in {out}")
    if not data["complete"]:
        raise typer.Exit(130)


def hypotheses(sequential: bool, **given: float | None) -> Sprt | None:
    """Parse the hypotheses of a sequential test; None without --sprt."""
    said = {name: value for name, value in given.items() if value is not None}
    if said and not sequential:
        raise BadInput(f"--{next(iter(said))} goes with --sprt")
    if not sequential:
        return None
    sprt = Sprt(**said)
    if not -FARTHEST <= sprt.elo0 < sprt.elo1 <= FARTHEST:
        raise BadInput(f"--elo0 {sprt.elo0:g} must be below --elo1 {sprt.elo1:g}, both from -100 to 100")
    if not (0 < sprt.alpha < 0.5 and 0 < sprt.beta < 0.5):
        raise BadInput(f"--alpha {sprt.alpha:g} and --beta {sprt.beta:g} are chances of a wrong answer, from 0 to 0.5")
    return sprt


@contextmanager
def stored(league: lab.Arena, out: Path | None, resume: bool) -> Iterator[Callable[[lab.Block], None]]:
    """Return the function that stores a block; without a folder it does nothing."""
    if out is None:
        yield lambda block: None
        return
    from escapade.lab.store import ArenaRun  # needs Polars, which not everyone has

    with ArenaRun(league, out, command_line(), resume) as run:
        yield run.add


def play_with_progress(league: lab.Arena, where: Where, add: Callable[[lab.Block], None]) -> None:
    """Play with a progress bar on stderr; after Ctrl-C the results so far remain."""
    seats, labels = league.setting.seats, league.labels
    try:
        with progress() as bar, closing(league.run(*where, add)) as blocks:
            task = bar.add_task("getting ready", total=len(league.pairings) * league.most * seats)
            bar.advance(task, sum(len(pairing.blocks) for pairing in league.pairings.values()) * seats)
            for pairing in blocks:
                said = f"{labels[pairing.one]} – {labels[pairing.other]}"
                if pairing.trial:
                    said += f" {pairing.trial.ratio:+.2f} of ±{pairing.trial.sprt.bounds.high:.2f}"
                due = sum(len(p.blocks) if p.decided else league.most for p in league.pairings.values())
                bar.update(task, description=said, advance=seats, total=due * seats)
    except KeyboardInterrupt:
        return


# --- Tables ---


def show(game: Game, data: dict[str, Any], screen: Screen) -> None:
    """Print the tables: pairings, sequential tests, league, decision times."""
    total = sum(pairing["games"] for pairing in data["pairings"])
    head = Text.assemble((game.title, "bold"), f", {data['seats']} seats, {total:,} games in blocks of {data['seats']}")
    if not data["complete"]:
        head.append(f"  incomplete: {data['blocks']:,} blocks a pairing were asked for", "bold yellow")
    chosen = [f"{name} {value}" for name, value in data["options"].items()]
    screen.show(head, Text(", ".join([*chosen, f"seed {data['seed']}"]), "dim"), Text(""))
    met = [pairing for pairing in data["pairings"] if pairing["blocks"]]
    if not met:
        screen.note("not one block was finished")
        return
    screen.show(meetings(met, data["seats"]))
    if met[0]["sprt"]:
        screen.show(Text(""), verdicts(met))
    if len(data["bots"]) > 2:
        screen.show(Text(""), crosstable(data))
    screen.show(Text(""), times(data["bots"]))


def columns(*headings: str, left: Sequence[str] = ()) -> Table:
    """Create a table with right-aligned figures."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in headings:
        table.add_column(heading, justify="left" if heading in left else "right", no_wrap=heading not in left[:1])
    return table


def meetings(met: Sequence[dict[str, Any]], seats: int) -> Group:
    """Tabulate each pairing: wins of the first bot, and its Elo difference."""
    first = "one against one" if seats == 2 else f"one among {seats - 1}"
    table = columns(first, "blocks", "wins", "95 %", "Elo", "95 % ", "drawn", "plies", left=(first, "95 %", "95 % "))
    for pairing in met:
        low, high = (f"{100 * pairing[end]:.1f}" for end in ("low", "high"))
        table.add_row(
            f"{pairing['one']} – {pairing['other']}", f"{pairing['blocks']:,}",
            Text(f"{pairing['share']:.1%}", verdict_style(pairing, 1 / seats)), f"{low} to {high}",
            points(pairing["elo"], pairing["share"]),
            f"{points(pairing['elo_low'], pairing['low'])} to {points(pairing['elo_high'], pairing['high'])}",
            f"{pairing['drawn'] / pairing['games']:.1%}", f"{pairing['plies']:,.0f}",
        )  # fmt: skip
    return Group(table, Text(f"wins: a shared win counts in parts; fair is {1 / seats:.1%}", "dim"))


def verdict_style(pairing: dict[str, Any], fair: float) -> str:
    """Colour a significant difference: green for better, red for worse."""
    return "green" if pairing["low"] > fair else "red" if pairing["high"] < fair else ""


def points(elo: float | None, share: float) -> str:
    """Write Elo with its sign; infinite where one side won everything."""
    if elo is None:
        return "+∞" if share > 0.5 else "−∞"
    return signed(elo)


def signed(number: float, digits: int = 0) -> str:
    """Write a number with its sign.

    >>> signed(-12.3), signed(2.944, 2), signed(-0.1)
    ('−12', '+2.94', '+0')
    """
    return f"{round(number, digits) + 0.0:+.{digits}f}".replace("-", "−")


def verdicts(met: Sequence[dict[str, Any]]) -> Group:
    """Tabulate the sequential tests."""
    sprt = met[0]["sprt"]
    no, yes = (f"{sprt[name]:+g}".replace("-", "−") for name in ("elo0", "elo1"))
    answers = {
        "elo1": Text(f"stronger: {yes} is accepted, {no} rejected", "bold green"),
        "elo0": Text(f"not stronger: {no} is accepted, {yes} rejected", "bold red"),
        None: Text(f"open: {no} or {yes}", "bold yellow"),
    }
    table = columns("sequential test", "normalised Elo", "ratio", left=("sequential test", "normalised Elo"))
    for pairing in met:
        said = pairing["sprt"]
        table.add_row(f"{pairing['one']} – {pairing['other']}", answers[said["accepted"]], signed(said["ratio"], 2))
    ends = f"{signed(sprt['low'], 2)} and {signed(sprt['high'], 2)}"
    return Group(
        table,
        Text(f"the log-likelihood ratio decides at {ends}; alpha {sprt['alpha']:g}, beta {sprt['beta']:g}", "dim"),
    )


def crosstable(data: dict[str, Any]) -> Group:
    """Tabulate the league, best first: Elo, and per cent of wins of the row against each column."""
    ranked = sorted(data["bots"], key=lambda entry: -entry["rating"]["elo"])
    cells = shares(data)
    table = columns("", "bot", "Elo", "95 %", *[str(i + 1) for i in range(len(ranked))], left=("", "bot", "95 %"))
    for i, row in enumerate(ranked):
        rating = {name: signed(value) for name, value in row["rating"].items()}
        met = [f"{100 * cells[pair]:.1f}" if (pair := (row["bot"], c["bot"])) in cells else "·" for c in ranked]
        table.add_row(str(i + 1), row["bot"], rating["elo"], f"{rating['low']} to {rating['high']}", *met)
    return Group(table, Text("Elo above the mean; percent of wins of one seat of the row against the column", "dim"))


def shares(data: dict[str, Any]) -> dict[tuple[str, str], float]:
    """Return the share of wins of one seat of the row bot against the column bot."""
    found = {}
    for pairing in data["pairings"]:
        if pairing["blocks"]:
            found[pairing["one"], pairing["other"]] = pairing["share"]
            found[pairing["other"], pairing["one"]] = (1 - pairing["share"]) / (data["seats"] - 1)
    return found


def times(bots: Sequence[dict[str, Any]]) -> Table:
    """Tabulate milliseconds a decision."""
    table = columns("ms a decision", "decisions", "mean", "p50", "p99", "longest", left=("ms a decision",))
    for entry in bots:
        spent = entry["time"]
        figures = [spent[name] for name in ("mean_ms", "p50_ms", "p99_ms", "max_ms")]
        table.add_row(entry["bot"], f"{spent['decisions']:,}", *map(three_digits, figures))
    return table


def three_digits(number: float) -> str:
    """Write a time with three digits.

    >>> [three_digits(x) for x in (0.00123, 1.234, 12.34, 1234.5)]
    ['0.001', '1.23', '12.3', '1,234']
    """
    return f"{number:,.{3 if number < 1 else 2 if number < 10 else 1 if number < 100 else 0}f}"
