"""`escapade verify`: were the dice of a record those of its seed?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

import escapade
from escapade.cli.saves import open_match
from escapade.cli.screen import Screen
from escapade.kernel.dealer import VerifiableDealer
from escapade.kernel.names import BadInput

HASH = re.compile(r"[0-9a-f]{64}")


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a match.")],
    commitment: Annotated[
        str | None, typer.Option("--commitment", metavar="HASH", help="What was shown before the start: it must match.")
    ] = None,
) -> None:
    """Derive every chance outcome of a record again from its seed."""
    dealer, screen = open_match(file)[0].dealer, Screen()
    noted = None if commitment is None else hash_of(commitment)
    if noted and not isinstance(dealer, VerifiableDealer):
        raise BadInput(f"{file}: its dice were not committed to before the start, so --commitment cannot match")
    checked = escapade.verify(file, noted)
    screen.show(Text(f"{outcomes(checked)} derived again from the seed; {agree(checked)} as recorded", "green"))
    if isinstance(dealer, VerifiableDealer):
        screen.line(f"commitment: {dealer.commitment}")
    if noted:
        screen.show(Text("the seed is the one that was committed to before the start", "green"))
    else:
        screen.note(
            "Only the consistency of the record is shown: whoever wrote it could have chosen the seed afterwards. "
            "A commitment noted before the start shows more: --commitment HASH, with --dice verifiable."
        )


def hash_of(text: str) -> str:
    """Read a commitment."""
    said = text.strip().casefold()
    if not HASH.fullmatch(said):
        raise BadInput("--commitment: a commitment is 64 digits, 0 to 9 and a to f")
    return said


def outcomes(number: int) -> str:
    """So many, in words."""
    return "1 chance outcome was" if number == 1 else f"{number:,} chance outcomes were"


def agree(number: int) -> str:
    """How they are."""
    return "it is" if number == 1 else "all are"
