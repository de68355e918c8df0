"""`escapade play`: a game against bots, or several people at one keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

import escapade
from escapade.bots import BOTS
from escapade.cli.arguments import Options, Pieces, Seats, Wanted, only_word, wanted
from escapade.cli.commands import Leave
from escapade.cli.games import about
from escapade.cli.saves import Save, fresh, latest, open_match
from escapade.cli.screen import Screen
from escapade.cli.table import Table
from escapade.games import GAMES
from escapade.kernel.match import Match
from escapade.kernel.names import OVER, BadInput


def play(
    ctx: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Which game; you are asked if you do not say.")
    ] = None,
    seats: Seats = None,
    seed: Annotated[str | None, typer.Option("--seed", help="The same seed, the same dice and bots.")] = None,
    you: Annotated[list[int] | None, typer.Option("--you", help="A seat you play; several share the keyboard.")] = None,
    bot: Annotated[str | None, typer.Option("--bot", help="Who plays the other seats: greedy or random.")] = None,
    pieces: Pieces = None,
    option: Options = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved match.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last match that is not over.")] = False,
    confirm: Annotated[
        bool, typer.Option("--confirm", help="Ask before your turn ends; undo works till then.")
    ] = False,
    fast: Annotated[bool, typer.Option("--fast", help="Bots act without a pause.")] = False,
) -> None:
    """Play a game in the terminal. A game's own options are --NAME VALUE; `escapade games` lists them."""
    screen, found = Screen(fast), wanted(game, ctx.args, option)
    if load or resume:
        given = {"GAME": only_word(found), "--seats": seats, "--seed": seed, "--pieces": pieces, **found.options}
        match, save = continued(latest() if resume else load or Path(), resume, given, you, bot)
    else:
        match, save = begun(found, screen, seats, seed, pieces, you, bot)
    for seat in range(match.seats):
        match.names[seat] = "person" if seat in save.you else f"{save.bot} bot"
    try:
        Table(match, save, screen, confirm).run()
    except Leave:
        return
    except KeyboardInterrupt:  # every action was saved when it was done
        screen.line(f"\nthe match is saved: {save.path}")
        screen.note("escapade play --resume goes on")
        raise
    except EOFError:
        screen.line(f"the input has ended; the match is saved: {save.path}")
        screen.note("escapade play --resume goes on")


def begun(
    found: Wanted,
    screen: Screen,
    seats: int | None,
    seed: str | None,
    pieces: Path | None,
    you: list[int] | None,
    bot: str | None,
) -> tuple[Match, Save]:
    """Start a new match."""
    name, bot = only_word(found), checked_bot(bot or "greedy")
    if name is None:
        try:
            name = ask_game(screen)
        except EOFError:
            screen.note("the input has ended; no game was chosen")
            raise typer.Exit(0) from None
    match = escapade.new(name, seats, seed, pieces=pieces, **found.options)
    return match, Save(fresh(match.game.name), checked_seats(match, you or [0]), bot)


def continued(
    path: Path, resume: bool, given: dict[str, object], you: list[int] | None, bot: str | None
) -> tuple[Match, Save]:
    """Go on with a saved match. It keeps its seats, its dice and its options."""
    extra = next((name for name, value in given.items() if value is not None), None)
    if extra:
        raise BadInput(f"a saved match is what it is; leave {extra} away")
    match, sat, played = open_match(path)
    if match.turn == OVER:
        raise BadInput(f"{path}: this match is over; escapade replay {path} shows it")
    if match.dealer is None:
        raise BadInput(f"{path}: its dice are not in the record, so it cannot go on here")
    people = checked_seats(match, you or list(sat) or [0])
    return match, Save(path if resume else fresh(match.game.name), people, checked_bot(bot or played or "greedy"))


def checked_seats(match: Match, you: list[int]) -> tuple[int, ...]:
    """Refuse seats that are not at this table."""
    for seat in you:
        if seat not in range(match.seats):
            raise BadInput(f"--you {seat}: there is no seat {seat}; seats are 0 to {match.seats - 1}")
    return tuple(sorted(set(you)))


def checked_bot(name: str) -> str:
    """Refuse a bot that does not exist."""
    if name not in BOTS:
        raise BadInput(f"there is no bot {name!r}; the bots are: {', '.join(BOTS)}")
    return name


def ask_game(screen: Screen) -> str:
    """Ask with one key which game it shall be."""
    grid = Grid.grid(padding=(0, 2))
    for i, game in enumerate(GAMES.values(), 1):
        grid.add_row(Text(f"  {i}", "bold cyan"), Text(game.title, "bold"), Text(about(game), "dim"))
    screen.show(Text("Which game?", "bold"), grid)
    names = list(GAMES)
    while True:
        said = screen.key(f"press 1 to {len(names)}, q to leave › ").casefold()
        if said in {"q", "quit", "\x1b"}:
            raise typer.Exit(0)
        if said in names:
            return said
        if said.isdigit() and 1 <= int(said) <= len(names):
            return names[int(said) - 1]
