"""Messages in a player's language: the Fluent messages of a game's `words/<lang>.ftl`.

A game's `messages` name a message and its arguments; the sentence itself, plural forms included, is the language's.
An argument that stands for a seat is the seat's number; who knows better puts a name there, or "you".

An argument may be a list of things, each with a message of its own: {"list": [[message, args], …], "with": "and"}. They
are said one by one and joined: all but the last by commas, and these ($start) with the last ($end) by the message
`join-and` of the same file; likewise `join-or`, or whatever else "with" names. A page does the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from escapade.kernel.names import BadInput

if TYPE_CHECKING:
    from escapade.kernel.contract import Game


def say(game: Game, message: str, args: Mapping[str, object], lang: str = "en") -> str:
    """Return a message of a game as a sentence.

    BadInput names the languages there are; LookupError tells a message or an argument that is missing.
    """
    return sentence(_file(game.folder / "words", game.title, lang), game.name, message, args)


def sentence(path: Path, whose: str, message: str, args: Mapping[str, object]) -> str:
    """Return a message of a file `<lang>.ftl` as a sentence."""
    bundle, lang = _bundle(path, path.stem), path.stem
    if not bundle.has_message(message):
        raise LookupError(f"{whose} has no message {message!r} in {lang!r}")
    known = {name: worded(path, whose, value) for name, value in args.items()}
    said, errors = bundle.format_pattern(bundle.get_message(message).value, known)
    if errors:
        raise LookupError(f"message {message!r} of {whose} in {lang!r}: {'; '.join(map(str, errors))}")
    return str(said)


def worded(path: Path, whose: str, value: Any) -> Any:
    """Return an argument as it stands in a sentence: a list of things is said and joined, all else stays as it is."""
    if not isinstance(value, Mapping):
        return value
    *start, end = [sentence(path, whose, message, args) for message, args in value["list"]]
    if not start:
        return end
    return sentence(path, whose, f"join-{value['with']}", {"start": ", ".join(start), "end": end})


def languages(game: Game) -> list[str]:
    """The languages a game has words in."""
    return _languages(game.folder / "words")


def text(game: Game, lang: str) -> str:
    """All messages of a game, as its file has them."""
    return text_in(game.folder / "words", game.title, lang)


def text_in(folder: Path, whose: str, lang: str) -> str:
    """All messages of one of a folder's files; BadInput names the languages there are."""
    return _file(folder, whose, lang).read_text(encoding="utf-8")


@lru_cache(maxsize=64)
def _languages(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.ftl"))


def _file(folder: Path, whose: str, lang: str) -> Path:
    there = _languages(folder)
    if lang not in there:
        raise BadInput(f"{whose} is not told in {lang[:20]!r}; it is told in: {', '.join(there) or 'no language yet'}")
    return folder / f"{lang}.ftl"


@lru_cache(maxsize=64)
def _bundle(path: Path, lang: str) -> Any:
    """Read a file of words once; a line that is no message is an error, not silence."""
    from fluent.runtime import FluentBundle, FluentResource
    from fluent.syntax.ast import Junk

    text = path.read_text(encoding="utf-8")
    resource = FluentResource(text)
    for entry in resource.body:
        if isinstance(entry, Junk):
            line = text.count("\n", 0, entry.span.start if entry.span else 0) + 1
            raise BadInput(f"{path}, line {line}: {entry.annotations[0].message}")
    # No isolating marks around arguments: a terminal shows them as boxes.
    bundle = FluentBundle([lang], use_isolating=False)
    bundle.add_resource(resource)
    return bundle
