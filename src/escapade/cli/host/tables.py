"""`escapade tables` and `escapade show`: the tables of a database, and one of them through an observer."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import typer
from rich.table import Table as Grid
from rich.text import Text

from escapade.cli.boards import board_of
from escapade.cli.event_text import EventStream, ending, lately
from escapade.cli.replay import read_observer
from escapade.cli.saves import shown
from escapade.cli.screen import Screen
from escapade.games import GAMES
from escapade.kernel.events import Event
from escapade.kernel.fields import State
from escapade.kernel.match import Match, result_text
from escapade.kernel.names import OMNISCIENT, SPECTATOR, BadInput
from escapade.kit.drawing import RenderContext
from escapade.server.admin import edits
from escapade.server.live import audit, history, projection
from escapade.server.live.audit import Reading
from escapade.server.live.registry import milliseconds
from escapade.server.store import SeatRow

UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))
LAST_LINES = 12  # of the log that are printed without --log
VERBS = {
    history.FORFEIT: "{who} gives up",
    history.TIME_OUT: "the time of {who} is up",
    history.TAKE_OVER: "a bot plays on for {who}",
    history.COME_BACK: "{who} is back",
    history.HAND_IN: "{who} is ready",
    history.HAND_BACK: "{who} is not ready any more",
    history.GO_ON: "the game, begun elsewhere, goes on",
    history.STOP: "the game, played elsewhere, is known up to here",
}


def ago(ms: int) -> str:
    """A duration in the largest unit that fits.

    >>> ago(90_000), ago(7_300_000), ago(300)
    ('1 min', '2 h', '0 s')
    """
    seconds = max(0, ms // 1000)
    size, unit = next((u for u in UNITS if seconds >= u[0]), UNITS[-1])
    return f"{seconds // size} {unit}"


def player_name(seat: SeatRow) -> str:
    """The name of a seat's player, safe to print; the kind of a seat without one."""
    return shown(seat.name) if seat.kind in ("person", "bot", "outside") else seat.kind


# --- All tables ---


async def tables(db: str, every: bool, as_json: bool) -> None:
    """Print the list of tables."""
    async with edits.opened(db) as store:
        outages, now = await edits.outages(store), milliseconds()
        rows = await edits.rows(store, *(() if every else ("open", "running")))
        readings = [await audit.read(store, row, outages) for row in rows]
        finished = len(await edits.rows(store, "over")) if not every else 0
    if as_json:
        typer.echo(json.dumps([as_data(reading) for reading in readings], indent=2))
        return
    screen = Screen()
    if readings:
        screen.show(listed(readings, now))
    else:
        screen.note("no table" if every else "no table is open or running")
    if finished:
        screen.note(f"{finished} more {'is' if finished == 1 else 'are'} over; --all lists them")
    for reading in readings:
        if reading.fault:
            screen.note(f"{reading.row.code} is damaged: {reading.fault}; escapade repair {reading.row.code}", "yellow")


def listed(readings: list[Reading], now: int) -> Grid:
    """Lay out the list of tables."""
    grid = Grid(box=None, padding=(0, 1), header_style="dim")
    for heading in ("table", "game", "seats", "status", "turn", "moves", "last"):
        right = heading in ("moves", "last")
        grid.add_column(heading, overflow="fold", no_wrap=heading != "seats", justify="right" if right else "left")
    for reading in readings:
        row, names = reading.row, [player_name(seat) for seat in reading.seats]
        status = Text("damaged", "bold red") if reading.fault else Text(row.status, STYLES.get(row.status, ""))
        turn = ", ".join(names[seat] for seat in reading.to_act)
        code = Text(row.code, "cyan")
        grid.add_row(code, row.game, ", ".join(names), status, turn, str(reading.moves), ago(now - reading.last))
    return grid


STYLES = {"running": "green", "open": "yellow", "over": "dim", "closed": "dim"}


def as_data(reading: Reading) -> dict[str, Any]:
    """A table's row of the JSON list."""
    row = reading.row
    return {
        "code": row.code,
        "game": row.game,
        "status": row.status,
        "seats": [{"seat": s.seat, "kind": s.kind, "name": s.name, "bot": s.bot} for s in reading.seats],
        "turn": reading.to_act,
        "moves": reading.moves,
        "made": row.made,
        "last": reading.last,
        "fault": str(reading.fault) if reading.fault else None,
    }


# --- One table ---


async def show(db: str, code: str, seat: str | None, log: bool, as_json: bool) -> None:
    """Print one table."""
    async with edits.opened(db) as store:
        reading = await edits.read(store, code)
    observer = observer_named(reading, seat)
    if as_json:
        typer.echo(json.dumps(projected_data(reading, observer), indent=2))
        return
    screen, now = Screen(), milliseconds()
    screen.show(heading(reading, now))
    screen.show(seating(reading, observer, now))
    if reading.fault:
        screen.note(f"the log is damaged: {reading.fault}; what comes before that is shown", "yellow")
    if reading.match is not None:
        draw(screen, reading, reading.match, observer, log)


def observer_named(reading: Reading, seat: str | None) -> int:
    """The observer that `--seat` names; `all` only for a game that is over."""
    match = reading.match
    if match is None:
        if seat is not None and reading.fault is None:
            raise BadInput(f"the game at table {reading.row.code} has not begun: there is nothing to see")
        return SPECTATOR
    over = reading.row.status == "over" and reading.fault is None
    observer = read_observer(match, seat if seat is not None else "all" if over else "public")
    if observer == OMNISCIENT and not over:
        raise BadInput("everything is shown when the game is over; until then --seat 0, 1, … or public")
    return observer


def heading(reading: Reading, now: int) -> Text:
    """Game, code, status, clock, dice, moves, in one line."""
    row, game = reading.row, GAMES.get(reading.row.game)
    said = Text.assemble((f"{game.title if game else row.game}  ", "bold"), (row.code, "cyan"), f"  {row.status}")
    if reading.settings is not None:
        said.append(f"  {clock_in_words(reading)}, {reading.settings.dice} dice", "dim")
    return said.append(f"  {reading.moves} moves, the last {ago(now - reading.last)} ago", "dim")


def clock_in_words(reading: Reading) -> str:
    """The clock's settings, in words."""
    asked = reading.settings.clock if reading.settings else None
    if asked is None or asked.kind == "none":
        return "no clock"
    if asked.kind == "days":
        return f"{asked.days} d a move"
    return f"{asked.seconds // 60} min {asked.seconds % 60} s + {asked.increment} s a move"


def seating(reading: Reading, observer: int, now: int) -> Grid:
    """A line for each seat: turn, name, kind, time left."""
    grid = Grid.grid(padding=(0, 2))
    clock = reading.clock.info(now) if reading.clock is not None else None
    for seat in reading.seats:
        marks = [seat.kind if seat.kind != "bot" else f"bot, {seat.bot}"]
        marks += ["a bot plays on"] if seat.seat in reading.history.replaced else []
        marks += ["has given up"] if seat.seat in reading.history.gone else []
        marks += ["this observer"] if seat.seat == observer else []
        turn = Text("›" if seat.seat in reading.to_act else " ", "bold green")
        left = ago(clock.left[seat.seat]) if clock is not None and clock.left else ""
        grid.add_row(turn, f"seat {seat.seat}", Text(player_name(seat), "bold"), Text(", ".join(marks), "dim"), left)
    return grid


def draw(screen: Screen, reading: Reading, match: Match, observer: int, log: bool) -> None:
    """Draw the board as this observer sees it, and print the events they heard."""
    stream = EventStream(match, (observer,))
    events = stream.catch_up(observer)
    names = tuple(player_name(seat) for seat in reading.seats)
    view = stream.view(observer)
    recent = tuple((entry.seat, entry.code) for entry in events[-1:])
    context = RenderContext(match.game, view, match.seats, observer, names, recent, screen.width, screen.height)
    screen.show(Text(""), board_of(match.game).draw(context), Text(""))
    lines = lately(with_verbs(events, reading, names))
    if len(lines) > LAST_LINES and not log:
        screen.note(f"… {len(lines) - LAST_LINES} lines before; --log tells them all")
        lines = lines[-LAST_LINES:]
    for line in lines:
        screen.note(f"· {line}")
    if reading.over:
        screen.show(Text(ended(reading, match, observer, view), "bold"))


def with_verbs(events: list[Event], reading: Reading, names: tuple[str, ...]) -> list[Event]:
    """The events, and between them what the table did: clocks, take-backs, resignations."""
    did = [Event(ply, e.seat, e.action, "", {}, False, verb_in_words(e.action, e.seat, names))
           for ply, e in reading.history.verbs]  # fmt: skip
    return sorted([*events, *did], key=lambda entry: entry.ply)


def verb_in_words(action: int, seat: int, names: tuple[str, ...]) -> str:
    """A log entry that is no ply, in words."""
    who = names[seat] if seat >= 0 else "the table"
    if action < history.TAKE_BACK:
        plies = history.TAKE_BACK - action
        many = "1 ply is" if plies == 1 else f"{plies} plies are"
        return f"{many} taken back, and it is the turn of {who} again"
    return VERBS[action].format(who=who)


def ended(reading: Reading, match: Match, observer: int, view: State) -> str:
    """The result: by the rules, or because all others resigned."""
    if match.ranking():
        return ending(match, observer, view)
    places = projection.ranking(match, reading.history, over=True)
    return result_text(places, lambda seat: player_name(reading.seats[seat]))


def projected_data(reading: Reading, observer: int) -> dict[str, Any]:
    """A table through an observer as JSON: what the server would send to a client that observes so."""
    said, match = as_data(reading), reading.match
    if match is None:
        return said
    match.dealer = reading.dealer()
    stream = EventStream(match, (observer,))
    stream.catch_up(observer)
    if observer == OMNISCIENT:
        sees: dict[str, Any] = {"observer": "all", "view": stream.view(observer).as_dict(), "ranking": match.ranking()}
    else:
        seat = None if observer == SPECTATOR else observer
        known = projection.public(match, reading.history, reading.over)
        seen = projection.project(match, reading.history, known, seat, stream, offers=False)
        sees = msgspec.to_builtins(seen, str_keys=True)
    lines = [
        {"ply": event.ply, "seat": event.seat, "action": event.code, "line": event.line}
        for event in stream.events[observer]
    ]
    clock = msgspec.to_builtins(reading.clock.info(milliseconds())) if reading.clock is not None else None
    return said | {"clock": clock, "projection": sees, "events": lines}
