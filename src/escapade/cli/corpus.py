"""`escapade corpus`: a folder of match records: what is in it, what goes in, what comes out, is it sound?"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from escapade.cli.arguments import cores, named, writable
from escapade.cli.saves import shown
from escapade.cli.screen import Screen, count, print_error, progress
from escapade.kernel.names import BadInput
from escapade.lab import corpus
from escapade.lab.corpus import Entry, Filter, Refusal

DAY = re.compile(r"[0-9]{4}(-[0-9]{2}){0,2}")
INTERRUPTED = 130

app = typer.Typer(
    name="corpus",
    help="A folder of match records: list, add, check and export records, also as data (docs/records.md).",
    no_args_is_help=True,
)

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of records.")]
GameName = Annotated[str | None, typer.Option("--game", metavar="GAME", help="Only this game.")]
SeatCount = Annotated[int | None, typer.Option("--seats", help="Only this number of seats.")]
Option = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Only with this value of an option; again for more."),
]
Player = Annotated[str | None, typer.Option("--player", help="Only with a player of this name, or a part of it.")]
Winner = Annotated[str | None, typer.Option("--winner", help="Only won by a player of this name, or a part of it.")]
Shortest = Annotated[int | None, typer.Option("--min-plies", min=0, help="Only with at least this many plies.")]
Longest = Annotated[int | None, typer.Option("--max-plies", min=0, help="Only with at most this many plies.")]
Since = Annotated[
    str | None, typer.Option("--since", metavar="DATE", help="Only with this Date tag, such as 2026-11-12, or later.")
]
Until = Annotated[str | None, typer.Option("--until", metavar="DATE", help="Only with this Date tag or earlier.")]
Tag = Annotated[
    list[str] | None, typer.Option("--tag", metavar="NAME=TEXT", help="Only with this text in a tag; again for more.")
]
Finished = Annotated[
    bool | None, typer.Option("--finished/--unfinished", help="Only matches that are over, or are not.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def filter_of(
    game: str | None, seats: int | None, option: Sequence[str] | None, player: str | None, winner: str | None,
    shortest: int | None, longest: int | None, since: str | None, until: str | None, tag: Sequence[str] | None,
    finished: bool | None,
) -> Filter:  # fmt: skip
    """Read which records are asked for."""
    return Filter(
        corpus.read_game(game), seats, named(option, "--option "), player, winner, shortest, longest,
        day(since, "--since"), day(until, "--until", "-99"), named(tag, "--tag "), finished,
    )  # fmt: skip


def day(text: str | None, name: str, end: str = "") -> str | None:
    """Read a day, a month or a year; `end` stands behind the last day of one."""
    if text is None:
        return None
    if not DAY.fullmatch(text):
        raise BadInput(f"{name} {text}: write a day as 2026-11-12, or a month, or a year")
    return text + end


@app.command("list")
def list_(
    folder: Folder, game: GameName = None, seats: SeatCount = None, option: Option = None, player: Player = None,
    winner: Winner = None, shortest: Shortest = None, longest: Longest = None, since: Since = None,
    until: Until = None, tag: Tag = None, finished: Finished = None, as_json: Json = False,
) -> None:  # fmt: skip
    """List the records that are asked for."""
    found, broken = corpus.entries(
        folder,
        filter_of(game, seats, option, player, winner, shortest, longest, since, until, tag, finished),
    )
    if as_json:
        faults = [{"file": where, "reason": reason} for where, reason in broken]
        typer.echo(json.dumps({"records": [entry.as_data() for entry in found], "unreadable": faults}, indent=2))
    else:
        screen = Screen()
        if found:
            screen.show(listed(found))
        screen.show(Text(f"{count(len(found), 'record')} of {len(corpus.files(folder)):,}", "bold"))
        tell_broken(broken)


def listed(found: Sequence[Entry]) -> Table:
    """A row for each record; … stands behind the plies of one that is not over."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("file", "game", "date", "players", "first", "plies"):
        table.add_column(heading, justify="right" if heading == "plies" else "left", overflow="fold")
    for entry in found:
        players, winners = (", ".join(map(shown, names)) for names in (entry.players, entry.winners))
        plies = f"{entry.plies:,}" if entry.finished else f"{entry.plies:,} …"
        table.add_row(entry.path.stem, entry.game, shown(entry.date), players, winners, plies)
    return table


@app.command()
def add(
    folder: Folder,
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Files of one or many records, or folders of them.")
    ],
    tag: Annotated[
        list[str] | None, typer.Option("--tag", metavar="NAME=TEXT", help="Tag to add to each record: Date, Event …")
    ] = None,
    as_json: Json = False,
) -> None:
    """Take records in, each replayed first. Ends with 1 if any is refused."""
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder}: this is a file, and a corpus is a folder")
    tags = named(tag, "--tag ")
    own = next((name for name in tags if not name.isidentifier() or name in OWN or name.startswith("option_")), None)
    if own:
        raise BadInput(f"--tag {own}=…: this is for the record itself to say")
    found, adding, complete = corpus.sources(files), corpus.Importer(folder, tags), True
    try:
        with progress() as bar:
            task = bar.add_task("replaying", total=len(found))
            for file in found:
                adding.add_file(file)
                bar.advance(task)
    except KeyboardInterrupt:
        complete = False
    if as_json:
        refused = [{"file": where, "reason": reason} for where, reason in adding.refused]
        added = [path.name for path in adding.added]
        typer.echo(json.dumps({"added": added, "refused": refused, "complete": complete}, indent=2))
    else:
        tell_added(adding, folder)
    if not complete:
        raise typer.Exit(INTERRUPTED)
    if adding.refused:
        raise typer.Exit(1)


OWN = {"Format", "Game", "Seats", "Pieces", "Dealer", "Seed", "Commitment", "Salt", "Result", "Plies"}


def tell_added(adding: corpus.Importer, folder: Path) -> None:
    """What was taken in, and what not."""
    screen = Screen()
    for path in adding.added:
        screen.line(path.name)
    screen.show(Text(f"{count(len(adding.added), 'record')} added to {folder}", "green"))
    for where, reason in adding.refused:
        print_error(f"{where}: {reason}")


@app.command()
def check(
    folder: Folder,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=1024, help="Worker processes; one per core.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Replay every record; name those that fail, and matches that are there twice. Ends with 1 if any is."""
    faults: list[Refusal] = []
    total, done, plies = len(corpus.files(folder)), 0, 0
    try:
        with progress() as bar:
            task = bar.add_task("replaying", total=total)
            for checked in corpus.check(folder, cores(workers)):
                done, plies = done + 1, plies + checked.plies
                faults += [Refusal(checked.path.name, checked.reason)] if checked.reason else []
                bar.advance(task)
    except KeyboardInterrupt:
        pass
    if as_json:
        wrong = [{"file": where, "reason": reason} for where, reason in faults]
        typer.echo(json.dumps({"records": done, "plies": plies, "wrong": wrong, "complete": done == total}, indent=2))
    else:
        tell_checked(done, total, plies, faults)
    if done < total:
        raise typer.Exit(INTERRUPTED)
    if faults:
        raise typer.Exit(1)


def tell_checked(done: int, total: int, plies: int, faults: Sequence[Refusal]) -> None:
    """What came through the door again, and what did not."""
    screen = Screen()
    for where, reason in faults:
        screen.console.print(Text.assemble((where, "bold red"), f"  {reason}"), soft_wrap=True)
    said = f"{count(done, 'record')}, {plies:,} plies"
    if done < total:
        said += f" of {total:,} records"
    sound = Text(f"{said}: every one came through the door again", "green")
    screen.show(Text(f"{said}: {len(faults)} wrong", "bold red") if faults else sound)


@app.command()
def export(
    folder: Folder,
    out: Annotated[
        Path | None, typer.Argument(metavar="[OUT]", help="A file for all records, or a folder for one file each.")
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="FILE", help="Write every ply to a Parquet file (docs/data.md).")
    ] = None,
    game: GameName = None, seats: SeatCount = None, option: Option = None, player: Player = None,
    winner: Winner = None, shortest: Shortest = None, longest: Longest = None, since: Since = None,
    until: Until = None, tag: Tag = None, finished: Finished = None,
) -> None:  # fmt: skip
    """Give out the records that are asked for: as one text, as files, or ply by ply as data."""
    if out is None and parquet is None:
        raise BadInput("say where to: a file or a folder for the texts, or --parquet FILE")
    if parquet:
        writable(parquet, "--parquet")
    if out and not out.is_dir():
        writable(out, "OUT")
    found, broken = corpus.entries(
        folder,
        filter_of(game, seats, option, player, winner, shortest, longest, since, until, tag, finished),
    )
    if not found:
        raise BadInput(f"{folder}: none of its records is asked for; escapade corpus list shows what there is")
    screen = Screen()
    if out:
        write_texts(found, out)
        screen.show(Text(f"{count(len(found), 'record')} written to {out}", "green"))
    if parquet:
        write_plies(found, folder, parquet, screen)
    tell_broken(broken)


def write_texts(found: Sequence[Entry], out: Path) -> None:
    """One file of all records, or a file each in a folder that is there."""
    if not out.is_dir():
        corpus.keep(out, corpus.joined(found))
        return
    for entry in found:
        corpus.keep(out / entry.path.name, corpus.joined([entry]))


def write_plies(found: Sequence[Entry], folder: Path, parquet: Path, screen: Screen) -> None:
    """Every ply as data, and what was left out."""
    matches, left_out = corpus.of_one_kind(found)
    command = f"escapade corpus export {folder.name} --parquet FILE"
    with progress() as bar:
        task = bar.add_task("telling", total=len(matches))
        plies = corpus.as_plies(parquet, matches, command, lambda more: bar.advance(task, more))
    screen.show(Text.assemble((str(parquet), "bold"), f": {plies:,} plies of {count(len(matches), 'match')}"))
    for where, reason in left_out:
        screen.note(f"left out: {where}: {reason}", "yellow")


def tell_broken(broken: Sequence[Refusal]) -> None:
    """What could not even be read."""
    for where, reason in broken:
        print_error(f"{where}: {reason}")
