"""`escapade analyse`: a record looked at again: turning points, the curve, what was given away, what was luck."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from escapade.bots.analysed import Advice, AnalysedPly, Analysis, TurningPoint
from escapade.cli.arguments import writable
from escapade.cli.event_text import EventStream, who
from escapade.cli.replay import read_observer
from escapade.cli.saves import seated_match, write
from escapade.cli.screen import BARS, Screen, count, progress
from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE, OMNISCIENT, OVER, SPECTATOR, BadInput

ROWS = 20  # of the plies that mattered most
WIDEST = 60  # columns of a curve


def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match record.")],
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            help="The observer: a seat, whose views alone are used, or all; all by default if the match is over.",
        ),
    ] = None,
    bot: Annotated[
        str, typer.Option("--bot", help="The bot to compare with; expert@2000 searches 2000 iterations a choice.")
    ] = "expert",
    worlds: Annotated[
        int | None,
        typer.Option(
            "--worlds", min=2, max=100_000, help="Determinized states per estimate; 8 to 64, by length, if not given."
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", min=0, help="Seed of all rollouts; the same seed gives the same analysis.")
    ] = 0,
    whole: Annotated[bool, typer.Option("--all", help="Print every ply, not only those that mattered.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the JSON to a file, for the page's replay.")
    ] = None,
) -> None:
    """Analyse a match: what a strong bot would have done, what was skill, what was luck."""
    from escapade.lab.analysis import Analyst

    if out:
        writable(out)
    match, you = seated_match(file)
    analyst = Analyst(match, bot, worlds, seed, whose(match, you, seat))
    try:
        with progress() as bar:
            task = bar.add_task("compiling the rules", total=len(match.log))
            for step in analyst.run():
                bar.update(task, description="analysing", completed=step.ply)
    except KeyboardInterrupt:
        pass
    found = analyst.analysis()
    text = msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"
    if as_json:
        typer.echo(text, nl=False)
    else:
        Report(match, found, Screen()).show(whole)
    if out and found.complete:
        write(out, text)
    if out and not as_json:
        Screen().line(f"written: {out}" if found.complete else f"not complete, so {out} is not written")
    if not found.complete:
        raise typer.Exit(130)


def whose(match: Match, you: Sequence[int], said: str | None) -> int | None:
    """Parse the observer; None sees everything. An unfinished match needs an explicit one."""
    if said is None:
        if match.turn == OVER:
            return None
        if len(you) == 1:
            return you[0]
        raise BadInput("this match is not over: --seat 0 keeps to what seat 0 may know, --seat all shows everything")
    observer = read_observer(match, said)
    if observer == SPECTATOR:
        raise BadInput("an analysis is made for a seat, or for everyone; --seat public is neither")
    return None if observer == OMNISCIENT else observer


class Report:
    """Prints an analysis in a terminal."""

    def __init__(self, match: Match, found: Analysis, screen: Screen) -> None:
        self.match, self.found, self.screen = match, found, screen
        observer = OMNISCIENT if found.observer is None else found.observer
        stream = EventStream(match, (observer,))
        self.lines = {event.ply: event.line for event in stream.catch_up(observer)}
        self.view, self.steps = stream.view(observer), {step.ply: step for step in found.steps}

    def show(self, whole: bool) -> None:
        """Turning points first, then the curve, seats in a line, and plies."""
        self.head()
        if not self.found.steps:
            return
        self.screen.show(Text("\nTurning points", "bold"), self.points())
        self.screen.show(Text("\nHow it stood (an even game is 50 %)", "bold"), self.curves())
        self.screen.show(Text("\nSeats", "bold"), self.seats())
        steps = self.found.steps if whole else self.mattered()
        title = "Every ply" if whole else f"The {len(steps)} plies that mattered most (--all prints every one)"
        self.screen.show(Text(f"\n{title}", "bold"), self.plies(steps))
        self.screen.note(self.legend())

    def head(self) -> None:
        """What was analysed, by whom, how thoroughly."""
        found = self.found
        said = Text.assemble(
            (self.match.game.title, "bold"), f", {count(found.seats, 'seat')}, {count(found.plies, 'ply')}"
        )
        if not found.complete:
            said.append(
                f"  incomplete: {count(found.steps[-1].ply if found.steps else 0, 'ply')} analysed", "bold yellow"
            )
        through = "" if found.observer is None else f", from the view of {self.name(found.observer)} alone"
        how = f"{found.bot}, {found.iterations:,} iterations a choice; {found.worlds:,} worlds; seed {found.seed}"
        self.screen.show(said, Text(how + through, "dim"))

    def name(self, seat: int) -> str:
        """Who this is."""
        return who(self.match, self.view, seat)

    def points(self) -> Table:
        """A line or two for each turning point."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        for point in self.found.turning_points:
            style = "green" if point.change > 0 else "red"
            change = Text(f"{self.name(point.seat)} {signed(point.change)} ± {100 * point.error:.0f} %", style)
            grid.add_row(f"ply {point.ply}", Text(point.kind, "bold"), change, self.describe(point))
        if not self.found.turning_points:
            grid.add_row(Text("no ply changed more than its error", "dim"))
        return grid

    def describe(self, point: TurningPoint) -> Text:
        """What happened there, and why it is called so."""
        step = self.steps[point.ply]
        said = Text(self.lines.get(point.ply, step.name))
        if point.kind == "luck" and step.seat != CHANCE:
            said.append("  (what could not be foreseen)", "dim")
        if step.advice and not step.advice.same and point.kind == "skill" and point.change < 0:
            said.append(f"  ({self.found.bot}: {step.advice.name})", "dim")
        return said

    def curves(self) -> Table:
        """A line for each seat whose expectation is known."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        width = max(10, min(WIDEST, self.screen.width - 34))
        for seat in range(self.found.seats):
            known = [step.expectation[seat] for step in self.found.steps]
            known.append(self.found.end[seat])
            values = [value for value in known if value is not None]
            if values:
                ends = f"{100 * values[0]:.0f} % to {100 * values[-1]:.0f} %"
                grid.add_row(self.name(seat), Text(curve(known, width), "cyan"), ends)
        return grid

    def seats(self) -> Table:
        """A line for each seat."""
        table = columns("", "choices", "as the bot", "given away", "luck")
        for line in self.found.summary:
            share = f"{line.same} ({line.same / line.choices:.0%})" if line.choices else "–"
            luck = f"{signed(line.luck)} ± {100 * line.error:.0f} %"
            away = f"{100 * line.loss / line.choices:.1f} % each" if line.choices else "–"
            table.add_row(self.name(line.seat), str(line.choices), share, away, luck)
        return table

    def mattered(self) -> list[AnalysedPly]:
        """The plies at which most was given away, or changed, beyond doubt; in their order."""
        ranked = sorted(self.found.steps, key=lambda step: -weight(step))[:ROWS]
        return sorted((step for step in ranked if weight(step) > 0), key=lambda step: step.ply)

    def plies(self, steps: Sequence[AnalysedPly]) -> Table:
        """A row for each ply."""
        table = columns("ply", "what was done", "stood", "change", "gave away", "the bot", "bits")
        for step in steps:
            table.add_row(str(step.ply), *self.row(step))
        return table

    def row(self, step: AnalysedPly) -> tuple[Text | str, ...]:
        """What is said of a ply: of who acted or, where chance did, of whom it touched most."""
        seat = touched(step)
        said = Text(self.lines.get(step.ply, step.name), "dim" if step.seat == CHANCE else "")
        if seat is None:
            return said, "", "", "", "", bits(step)
        stood, change, error = step.expectation[seat], step.change[seat], step.error[seat]
        moved = "" if change is None else f"{signed(change)} ± {100 * (error or 0):.0f}"
        if change is not None and step.seat != seat:
            moved = f"{self.name(seat)} {moved}"
        return said, "" if stood is None else f"{100 * stood:.0f}", moved, *given(step.advice), bits(step)

    def legend(self) -> str:
        """How to read the table."""
        change = "change: against all outcomes of chance, or against the rule bot's action"
        if self.found.observer is not None:
            change = f"change: of what {self.name(self.found.observer)} could expect"
        return f"In percent, ± one standard error. {change}. bits: what who acts cannot see."


def columns(first: str, *others: str) -> Table:
    """An empty table."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(first, no_wrap=True)
    for name in others:
        words = name in ("what was done", "the bot")
        table.add_column(name, justify="left" if words else "right", no_wrap=not words)
    return table


def given(advice: Advice | None) -> tuple[str, str]:
    """Write the loss against the bot, if it is significant, and the bot's action."""
    if advice is None:
        return "", ""
    if advice.same:
        return "", "the same"
    sure = advice.loss > 2 * advice.error
    return (f"{100 * advice.loss:.0f} ± {100 * advice.error:.0f}" if sure else "as good"), advice.name


def bits(step: AnalysedPly) -> str:
    """Write the hidden bits of the acting seat; after chance, the mean over seats."""
    known = [value for value in step.bits if value is not None]
    if not known:
        return ""
    own = step.bits[step.seat] if step.seat != CHANCE else None
    return f"{own if own is not None else sum(known) / len(known):.0f}"


def touched(step: AnalysedPly) -> int | None:
    """Return the seat whose change is shown: the acting one, if known, else that of the largest change."""
    if step.seat != CHANCE and step.change[step.seat] is not None:
        return step.seat
    changes = [(abs(change), -seat) for seat, change in enumerate(step.change) if change is not None]
    return -max(changes)[1] if changes else None


def weight(step: AnalysedPly) -> float:
    """Rank a ply by its change or loss, less two standard errors."""
    seat = touched(step)
    lost = step.advice.loss - 2 * step.advice.error if step.advice else 0.0
    moved = 0.0 if seat is None else abs(step.change[seat] or 0.0) - 2 * (step.error[seat] or 0.0)
    return max(lost, moved)


def curve(values: Sequence[float | None], width: int) -> str:
    """Draw values as a line of bars; unknown ones are blank.

    >>> curve([None, 0.0, 0.5, 1.0], 4)
    ' ▁▅█'
    """
    drawn = []
    for place in range(min(width, len(values))):
        part = values[place * len(values) // width if len(values) > width else place :]
        value = part[0]
        drawn.append(" " if value is None else BARS[min(7, int(8 * max(0.0, value)))])
    return "".join(drawn)


def signed(part: float) -> str:
    """Write a share in per cent with its sign.

    >>> signed(-0.123)
    '−12'
    """
    return f"{100 * part:+.0f}".replace("-", "−")
