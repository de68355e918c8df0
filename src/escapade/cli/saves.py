"""Saved matches: written after every action, so that a closed terminal loses nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

import escapade
from escapade.bots import names
from escapade.kernel.dealer import VerifiableDealer
from escapade.kernel.files import whole
from escapade.kernel.match import Match, match_of
from escapade.kernel.names import BadInput, EscapadeError, whole_number
from escapade.kernel.notation import read_record

ENDING = ".escapade"
LONGEST_NAME = 20
PERSON = "person"  # stands where a player has given no name


def folder() -> Path:
    """Where saved matches live."""
    return user_data_path("escapade", appauthor=False) / "saves"


@dataclass
class Save:
    """Where a match is kept, and who sits at it: the seats of people, and the bot on the others."""

    path: Path
    you: tuple[int, ...]
    bot: str

    def write(self, match: Match, path: Path | None = None) -> None:
        """Write the record; another file than the own one must not exist yet."""
        tags = {"You": " ".join(map(str, self.you)), "Bot": self.bot}
        if isinstance(match.dealer, VerifiableDealer):
            tags["Seed"] = match.dealer.seed  # it stays on the player's own disk, and the match can go on
        write(path or self.path, match.record(**tags), anew=path is not None and path != self.path)


def bot_name(bot: str) -> str:
    """What a bot is called at a table."""
    return f"{bot} bot"


def no_name(name: str) -> bool:
    """Does this only say that a person or a bot sits there, or could it be mistaken for a seat or for the reader?"""
    return name.casefold() in {PERSON, "you", *map(bot_name, names())} or whole_number(name) is not None


def fresh(game: str) -> Path:
    """Name a file that is not there yet."""
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    path, again = folder() / f"{game}-{stamp}{ENDING}", 2
    while path.exists():
        path, again = folder() / f"{game}-{stamp}-{again}{ENDING}", again + 1
    return path


def write(path: Path, text: str, anew: bool = False) -> None:
    """Replace a file as a whole, for nobody else to read; with `anew` there must be no such file yet."""
    with whole(path, private=True) as part:
        if anew and path.exists():
            raise BadInput(f"{path} exists already; choose another name")
        part.write_text(text, encoding="utf-8")


def latest(game: str | None = None) -> Path:
    """Find the match, of this game if one is named, that was played last and is not over."""
    found = sorted(folder().glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found:
        text = path.read_text(encoding="utf-8", errors="replace")
        if '\n[Result "' not in text and (game is None or f'\n[Game "{game}"]' in text):
            return path
    raise BadInput(f"there is no unfinished match{f' of {game}' if game else ''} to resume")


def open_match(path: Path) -> tuple[Match, tuple[int, ...], str]:
    """Load a match and who sits at it."""
    match, tags = _read(path, go_on=True)
    return match, _you(match, tags), tags.get("Bot", "")


def seated_match(path: Path) -> tuple[Match, tuple[int, ...]]:
    """The same for who only looks: chance stays where the record ends."""
    match, tags = _read(path, go_on=False)
    return match, _you(match, tags)


def _read(path: Path, go_on: bool) -> tuple[Match, dict[str, str]]:
    try:
        text = escapade.text_of(path)
        match = match_of(text, escapade.games(), go_on=go_on)
    except EscapadeError as error:
        said = str(error)
        raise BadInput(said if said.startswith(str(path)) else f"{path}: {said}") from None
    match.names = {seat: shown(name) for seat, name in match.names.items() if shown(name)}
    return match, read_record(text).tags


def _you(match: Match, tags: dict[str, str]) -> tuple[int, ...]:
    """The seats of people, as a save names them."""
    seats = {str(seat): seat for seat in range(match.seats)}
    return tuple(seats[word] for word in tags.get("You", "").split() if word in seats)


def shown(name: str) -> str:
    """A player's name as it may stand on a screen: someone else wrote it."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME]
