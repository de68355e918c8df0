"""`escapade play`: a game against bots, or several people at one keyboard."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

import escapade
from escapade.bots import LEVELS, level_of
from escapade.cli.arguments import Options, Pieces, Seats, Wanted, only_word, wanted
from escapade.cli.commands import Leave
from escapade.cli.event_text import own_name
from escapade.cli.saves import LONGEST_NAME, PERSON, Save, bot_name, fresh, latest, no_name, open_match, shown
from escapade.cli.screen import Screen
from escapade.cli.table import Table
from escapade.games import GAMES
from escapade.kernel.contract import find_game
from escapade.kernel.dealer import Dealer, SeededDealer, SystemDealer, VerifiableDealer
from escapade.kernel.match import Match
from escapade.kernel.names import OVER, BadInput, whole_number

DICE = ("system", "seeded", "verifiable")
USUAL = LEVELS[0].name  # whom a newcomer can beat


def play(
    ctx: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Which game; you are asked if you do not say.")
    ] = None,
    seats: Seats = None,
    seed: Annotated[str | None, typer.Option("--seed", help="The same seed, the same dice and bots.")] = None,
    dice: Annotated[
        str | None, typer.Option("--dice", metavar="KIND", help="system, seeded or verifiable: checked at the end.")
    ] = None,
    you: Annotated[list[int] | None, typer.Option("--you", help="A seat you play; several share the keyboard.")] = None,
    name: Annotated[list[str] | None, typer.Option("--name", help="Your name; one for each --you, in order.")] = None,
    bot: Annotated[
        str | None, typer.Option("--bot", help="Who plays the other seats: level 1 to 5, or a name.")
    ] = None,
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
        given = {"--seats": seats, "--seed": seed, "--dice": dice, "--pieces": pieces, **found.options}
        match, save = continued(load, only_word(found), given, you, bot)
    else:
        match, save = begun(found, screen, seats, seed, dice, pieces, you, bot)
    sit(match, save, checked_names(name or [], you or list(save.you)))
    try:
        show_commitment(match, screen)
        with Table(match, save, screen, confirm) as table:
            table.run()
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
    dice: str | None,
    pieces: Path | None,
    you: list[int] | None,
    bot: str | None,
) -> tuple[Match, Save]:
    """Start a new match."""
    dealer = dealer_of(dice, seed)
    name, bot = only_word(found), checked_bot(bot or USUAL)
    if name is None:
        try:
            name = ask_game(screen)
        except EOFError:
            screen.note("the input has ended; no game was chosen")
            raise typer.Exit(0) from None
    match = escapade.new(name, seats, dealer=dealer, pieces=pieces, **found.options)
    return match, Save(fresh(match.game.name), checked_seats(match, you or [0]), bot)


def dealer_of(dice: str | None, seed: str | None) -> Dealer:
    """Return the dice that are wanted; a seed asks for seeded ones."""
    kind = dice or ("system" if seed is None else "seeded")
    if kind not in DICE:
        raise BadInput(f"--dice {kind}: the dice are {', '.join(DICE)}")
    if seed is not None and kind != "seeded":
        raise BadInput(f"--seed is for seeded dice, not for {kind} ones; leave one of the two away")
    if kind == "seeded":
        return SeededDealer(secrets.randbelow(10**9) if seed is None else seed)
    return VerifiableDealer() if kind == "verifiable" else SystemDealer()


def continued(
    load: Path | None, game: str | None, given: dict[str, object], you: list[int] | None, bot: str | None
) -> tuple[Match, Save]:
    """Go on with a saved match: a file, or the last one. It keeps its seats, its dice and its options."""
    extra = next((name for name, value in given.items() if value is not None), None)
    if extra:
        raise BadInput(f"a saved match is what it is; leave {extra} away")
    wanted = find_game(GAMES, game).name if game else None
    path = load or latest(wanted)
    match, sat, played = open_match(path)
    if wanted not in (None, match.game.name):
        raise BadInput(f"{path}: this is a match of {match.game.name}, not of {wanted}")
    if match.turn == OVER:
        raise BadInput(f"{path}: this match is over; escapade replay {path} shows it")
    if match.dealer is None:
        raise BadInput(f"{path}: its dice are not in the record, so it cannot go on here")
    people = checked_seats(match, you or list(sat) or [0])
    own = fresh(match.game.name) if load else path  # a file of the player's stays as it is
    return match, Save(own, people, checked_bot(bot or played or USUAL))


def sit(match: Match, save: Save, names: dict[int, str]) -> None:
    """Say who sits where: a name that is given, one that a saved match tells of a person, or what plays there."""
    for seat in range(match.seats):
        if seat not in save.you:
            match.names[seat] = bot_name(save.bot)
        else:
            match.names[seat] = names.get(seat) or own_name(match, seat) or PERSON


def show_commitment(match: Match, screen: Screen) -> None:
    """Show what fixes verifiable dice, before anyone acts."""
    if not isinstance(match.dealer, VerifiableDealer):
        return
    screen.show(
        Text("The dice are fixed now, and can be checked when the match is over. Note their commitment:", "bold")
    )
    screen.line(match.dealer.commitment)
    if screen.real:  # the next page wipes it away
        screen.ask("press Enter when you have it › ")


def checked_seats(match: Match, you: list[int]) -> tuple[int, ...]:
    """Refuse seats that are not at this table."""
    for seat in you:
        if seat not in range(match.seats):
            raise BadInput(f"--you {seat}: there is no seat {seat}; seats are 0 to {match.seats - 1}")
    return tuple(sorted(set(you)))


def checked_names(names: list[str], seats: list[int]) -> dict[int, str]:
    """Refuse names that cannot be told from each other, or from other words at the table."""
    if len(names) > len(seats):
        raise BadInput(f"--name {names[len(seats)]}: there are more names than seats of yours; --you adds one")
    for i, name in enumerate(names):
        if name != shown(name) or not name:
            raise BadInput(f"--name {name!r}: a name has 1 to {LONGEST_NAME} letters that can be shown")
        if no_name(name):
            raise BadInput(f"--name {name}: this could be mistaken; choose another name")
        if name in names[:i]:
            raise BadInput(f"--name {name}: two of you have the same name")
    return dict(zip(seats, names, strict=False))


def checked_bot(name: str) -> str:
    """Call a bot by its name, also if a level is given; refuse one that does not exist."""
    level = level_of(name)
    return level.name if level else name


def ask_game(screen: Screen) -> str:
    """Ask with one key which game it shall be."""
    grid = Grid.grid(padding=(0, 2))
    for i, game in enumerate(GAMES.values(), 1):
        grid.add_row(Text(f"  {i}", "bold cyan"), Text(game.title, "bold"), Text(game.about, "dim"))
    screen.show(Text("Which game?", "bold"), grid)
    names = list(GAMES)
    while True:
        said = screen.key(f"press 1 to {len(names)}, q to leave › ").casefold()
        if said in {"q", "quit", "\x1b"}:
            raise typer.Exit(0)
        if said in names:
            return said
        number = whole_number(said)
        if number is not None and 1 <= number <= len(names):
            return names[number - 1]
