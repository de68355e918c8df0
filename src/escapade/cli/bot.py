"""`escapade bot`: programs of your own, in any language, at a table (`run`) and under examination (`check`)."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Annotated, Any
from urllib.parse import parse_qs, urlsplit

import typer
from rich.table import Table
from rich.text import Text

from escapade.bots.outside_protocol import Choice, Choose, Error, Over, Start, Time, encode, read_line
from escapade.bots.stdio import Failed, GivenUp, Player
from escapade.cli.screen import Screen, print_error, progress
from escapade.games import GAMES
from escapade.kernel.contract import find_game
from escapade.kernel.match import result_text
from escapade.kernel.names import BadInput

QUICKEST, SLOWEST = 0.25, 15.0  # seconds between two tries to connect
REFUSED = 1008  # how a server closes a connection for good
POLITE = 10.0  # seconds for a server to answer

app = typer.Typer(
    name="bot",
    help="Programs of your own that play: at a table, and under examination (docs/outside-bots.md).",
    no_args_is_help=True,
)
Command = Annotated[
    list[str], typer.Argument(metavar="-- COMMAND …", help="The program, and what it is given; behind two dashes.")
]


# --- Checking ----------------------------------------------------------------


@app.command()
def check(
    command: Command,
    game: Annotated[
        list[str] | None, typer.Option("--game", metavar="GAME", help="A game it plays; again for more. All of them.")
    ] = None,
    games: Annotated[int, typer.Option("-n", "--games", min=1, max=1000, help="Matches of each game.")] = 3,
    milliseconds: Annotated[int, typer.Option("--milliseconds", min=10, help="Its budget for a move.")] = 1000,
    against: Annotated[str, typer.Option("--against", help="Who plays the other seats.")] = "greedy",
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed, the same deals.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Does a program keep the protocol? Ends with 1 if it does not."""
    from escapade.bots import level_of
    from escapade.lab.conformance import Kit

    level_of(against)
    wanted = [find_game(GAMES, name) for name in game or GAMES]
    kit = Kit(command, wanted, games, milliseconds, against, seed)
    kit.ready()  # what cannot be started is told at once
    with progress() as bar, closing(kit.run()) as steps:
        task = bar.add_task("getting ready", total=len(kit.steps()))
        for step in steps:
            bar.update(task, description=step, advance=1)
    data = kit.as_data()
    if as_json:
        typer.echo(json.dumps(data, indent=2))
    else:
        show_checks(data, Screen())
    if not data["ok"]:
        raise typer.Exit(1)


def show_checks(data: dict[str, Any], screen: Screen) -> None:
    """A line for each check; below, what was wrong and what to do."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("", "check", "what is asked", "times"):
        table.add_column(heading, justify="right" if heading == "times" else "left")
    for row in data["checks"]:
        mark = Text("ok", "green") if row["ok"] else Text("no", "bold red") if row["wrong"] else Text("–", "yellow")
        table.add_row(mark, row["check"], row["asks"], f"{row['tried']:,}" if row["tried"] else "not reached")
    screen.show(table, Text(""))
    for row in data["checks"]:
        if row["wrong"]:
            screen.show(Text.assemble((f"{row['check']}: ", "bold red"), row["wrong"]), Text(f"  → {row['advice']}"))
    for name, result in data["games"].items():
        if result["matches"]:
            screen.note(f"{name}: {result['matches']} matches to the end, {result['won']:g} of them won")
    if data["longest_ms"] is not None:
        screen.note(f"its longest answer took {data['longest_ms']:,.0f} ms of {data['budget_ms']:,} ms")
    good = Text("it can play", "bold green") if data["ok"] else Text("it cannot play yet", "bold red")
    screen.show(good)


# --- Playing at a table ------------------------------------------------------


@app.command()
def run(
    command: Command,
    url: Annotated[str, typer.Option("--url", help="The table's address: http://host:port/table/CODE, or ws://…")],
    token: Annotated[
        str, typer.Option("--token", envvar="ESCAPADE_TOKEN", help="What opens its seat; the host is given it.")
    ] = "",
    milliseconds: Annotated[
        int | None, typer.Option("--milliseconds", min=1, help="Its budget for a move, instead of the table's.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="End with 1 where it fails, instead of doing anything legal for it.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Do not show what the program writes to stderr.")] = False,
) -> None:
    """Let a program play on its seat of a table, until the match is over or Ctrl-C."""
    screen, (address, inside) = Screen(), read_address(url)
    if not (token or inside):
        raise BadInput("say which seat: --token TOKEN, as the table's host was given it, or ESCAPADE_TOKEN")
    player = Player(command, None if quiet else lambda said: typer.echo(said, err=True))
    player.warm_up()  # what cannot be started is told before anyone is kept waiting
    try:
        attend(address, token or inside, Host(player, screen, milliseconds, strict))
    except Failed as no:
        print_error(str(no))
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        screen.note("left the table; the same command goes on")
        raise typer.Exit(130) from None
    finally:
        player.close()


def read_address(url: str) -> tuple[str, str]:
    """The WebSocket of a table for programs, from any address of that table, and the token if it is in there.

    >>> read_address("http://localhost:8017/table/abcdefgh23")
    ('ws://localhost:8017/ws/abcdefgh23/bot', '')
    >>> read_address("wss://example.org/ws/abcdefgh23?token=t0")
    ('wss://example.org/ws/abcdefgh23/bot', 't0')
    """
    with suppress(ValueError):
        parts = urlsplit(url)
        parts.port  # noqa: B018  (refuses one that is no number)
        scheme = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}.get(parts.scheme)
        path = [part for part in parts.path.split("/") if part]
        if path and path[-1] == "bot":
            path.pop()
        if scheme and parts.netloc and path:
            token = parse_qs(parts.query).get("token", [""])[0]
            return f"{scheme}://{parts.netloc}/ws/{path[-1]}/bot", token
    raise BadInput(f"{url!r} is no table's address; one is like http://localhost:8017/table/abcdefgh23")


class Host:
    """Asks a program what a table asks."""

    def __init__(self, player: Player, screen: Screen, milliseconds: int | None, strict: bool) -> None:
        self.player, self.screen, self.milliseconds, self.strict = player, screen, milliseconds, strict
        self.heard: list[tuple[int, int]] = []
        self.seat = -1
        self.over = False

    def hear(self, line: Start | Choose | Error | Over | None) -> Choice | None:
        """Pass on what the table says; return the answer, where one is wanted."""
        match line:
            case Start():
                if self.seat < 0:
                    self.screen.note(f"{line.game}, seat {line.seat} of {line.seats}; Ctrl-C leaves")
                self.heard, self.seat = [], line.seat
                self.player.begin(line)
            case Choose():
                self.heard += line.heard
                return Choice(line.id, self.choose(line))
            case Error():
                print_error(f"the table says: {line.reason}")
            case Over():
                self.player.over(line.ranking)
                self.over = True
                self.screen.show(Text(f"over: {placed(line.ranking, self.seat)}", "bold"))
        return None

    def choose(self, request: Choose) -> int:
        """What the program does; where it fails, anything legal, so that nobody at the table has to wait."""
        budget = Time(self.milliseconds) if self.milliseconds else request.budget
        try:
            return self.player.choose(request.view, request.legal, self.heard, budget)
        except GivenUp:
            raise
        except Failed as no:
            if self.strict:
                raise
            code = random.choice(request.legal)
            print_error(f"{no}; {code} is done instead, by lot")
            return code


def attend(address: str, token: str, host: Host) -> None:
    """Stay at a table until the match is over: after a lost connection another one is made."""
    from websockets.exceptions import ConnectionClosed

    wait, met = QUICKEST, False
    while True:
        try:
            with connected(address, token) as link:
                for text in link:
                    wait, met = QUICKEST, True
                    choice = host.hear(read_line(text))
                    if choice is not None:
                        link.send(encode(choice).decode())
                    if host.over:
                        return
            code, reason = link.close_code, link.close_reason
        except ConnectionClosed as closed:
            code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (None, "")
        except OSError as error:
            if not met:
                raise BadInput(f"cannot reach {urlsplit(address).netloc}: {error}") from None
            code, reason = None, str(error)
        if code == REFUSED:
            raise BadInput(f"the server refuses: {reason}")
        host.screen.note(f"the connection is lost{f' ({reason})' if reason else ''}; trying again in {wait:g} s")
        time.sleep(wait)
        wait = min(2 * wait, SLOWEST)


def placed(ranking: list[list[int]], seat: int) -> str:
    """How a match ended for a seat; a seat alone has won or lost."""
    result = result_text(ranking)
    if sum(map(len, ranking)) == 1:
        return result
    place = next((i for i, seats in enumerate(ranking, 1) if seat in seats), 0)
    return f"place {place} of {len(ranking)}  (seats {result})"


@contextmanager
def connected(address: str, token: str) -> Iterator[Any]:
    """A connection to a table, as a program; what can be tried again is an OSError."""
    from websockets.exceptions import InvalidHandshake, InvalidStatus
    from websockets.sync.client import connect

    try:
        link = connect(
            address,
            additional_headers={"Authorization": f"Bearer {token}"},
            max_size=None,
            open_timeout=POLITE,
            close_timeout=1,
        )
    except InvalidStatus as no:
        if no.response.status_code >= 500:
            raise OSError(f"it answers {no.response.status_code}") from None
        raise BadInput(f"{address} is no table: it answers {no.response.status_code}") from None
    except InvalidHandshake as no:
        raise OSError(str(no)) from None
    with link:
        yield link
