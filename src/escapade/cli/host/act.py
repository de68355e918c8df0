"""`escapade undo`: go back at a running table."""

from __future__ import annotations

from msgspec.structs import replace
from rich.text import Text

from escapade.cli.event_text import EventStream, lately
from escapade.cli.host.look import called
from escapade.cli.screen import Screen
from escapade.kernel.match import Match
from escapade.kernel.names import SPECTATOR, BadInput
from escapade.kernel.notation import tidy
from escapade.server.admin import edits
from escapade.server.live.registry import milliseconds


async def undo(db: str, code: str, plies: int | None, yes: bool) -> None:
    """Say what would be taken back, as everyone may know it; ask; write it."""
    screen = Screen()
    async with edits.opened(db) as store:
        reading = await edits.look(store, code)
        wanted = edits.plan(reading, plies)
        many = "1 ply" if wanted.plies == 1 else f"{wanted.plies} plies"
        turn = called(reading.seats[wanted.seat])
        screen.show(Text.assemble("Table ", (reading.row.code, "cyan"), f": {many} back, to the turn of {turn}"))
        for line in lines(edits.believed(reading), wanted.plies):
            screen.note(f"· {line}")
        if not yes:
            agree(screen, "take this back, really? [y/N] › ", "nothing was taken back")
        await edits.take_back(store, reading, wanted, milliseconds())
    screen.show(Text(f"taken back: it is the turn of {turn}", "green"))


def lines(match: Match, plies: int) -> list[str]:
    """What would not have happened, as a spectator was told it: whoever hosts may be playing."""
    stream = EventStream(match, (SPECTATOR,))
    events = stream.catch_up(SPECTATOR)
    return lately([replace(entry, early=False) for entry in events if entry.ply > len(match.log) - plies])


def agree(screen: Screen, question: str, otherwise: str) -> None:
    """Ask whether it is meant; if not, end with a word."""
    try:
        said = screen.ask(question)
    except EOFError:
        raise BadInput(f"{otherwise}: nobody is there to ask; --yes does it without asking") from None
    if tidy(said) not in {"y", "yes"}:
        raise BadInput(otherwise)
