"""`escapade undo`: take back the last plies of a running table."""

from __future__ import annotations

from msgspec.structs import replace
from rich.text import Text

from escapade.cli.event_text import EventStream, lately
from escapade.cli.host.tables import player_name
from escapade.cli.screen import Screen
from escapade.kernel.match import Match
from escapade.kernel.names import SPECTATOR, BadInput
from escapade.kernel.notation import tidy
from escapade.server.admin import edits
from escapade.server.live.registry import milliseconds


async def undo(db: str, code: str, plies: int | None, yes: bool) -> None:
    """Print what would be taken back, in public events alone; confirm; write it."""
    screen = Screen()
    async with edits.opened(db) as store:
        reading = await edits.read(store, code)
        wanted = edits.plan_take_back(reading, plies)
        many = "1 ply" if wanted.plies == 1 else f"{wanted.plies} plies"
        turn = player_name(reading.seats[wanted.seat])
        screen.show(Text.assemble("Table ", (reading.row.code, "cyan"), f": {many} back, to the turn of {turn}"))
        for line in lines(edits.sound_match(reading), wanted.plies):
            screen.note(f"· {line}")
        if not yes:
            confirm(screen, "take this back, really? [y/N] › ", "nothing was taken back")
        await edits.take_back(store, reading, wanted, milliseconds())
    screen.show(Text(f"taken back: it is the turn of {turn}", "green"))


def lines(match: Match, plies: int) -> list[str]:
    """The events that would be undone, as a spectator heard them: the host may be a player."""
    stream = EventStream(match, (SPECTATOR,))
    events = stream.catch_up(SPECTATOR)
    return lately([replace(entry, early=False) for entry in events if entry.ply > len(match.log) - plies])


def confirm(screen: Screen, question: str, otherwise: str) -> None:
    """Ask for a yes; anything else ends the command."""
    try:
        said = screen.ask(question)
    except EOFError:
        raise BadInput(f"{otherwise}: nobody is there to ask; --yes does it without asking") from None
    if tidy(said) not in {"y", "yes"}:
        raise BadInput(otherwise)
