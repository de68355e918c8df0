"""Arguments and options that several verbs share."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from escapade.games import GAMES
from escapade.kernel.contract import Game, find_game
from escapade.kernel.names import BadInput
from escapade.lab.pool import Where, check

OPEN = {"ignore_unknown_options": True, "allow_extra_args": True}  # a game's own options are not ours to know

Seats = Annotated[int | None, typer.Option("--seats", help="How many play; the game's smallest number if not given.")]
Pieces = Annotated[Path | None, typer.Option("--pieces", metavar="FILE", help="Cards, tiles or armies of your own.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; --NAME VALUE says the same."),
]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="A Ray cluster: ray://HOST:10001, or local for one here."),
]
Resume = Annotated[bool, typer.Option("--resume", help="With --out: go on where the folder ends.")]


class Wanted(NamedTuple):
    """What is left when our own options are taken out: words in their order, and the game's options by name."""

    words: list[str]
    options: dict[str, Any]


def wanted(first: str | None, rest: Sequence[str], given: Sequence[str] | None) -> Wanted:
    """Read `--name value`, `--name=value` and `--option name=value`.

    >>> wanted("--version", ["tortuga", "cartagena"], ["first=1"])
    Wanted(words=['cartagena'], options={'first': '1', 'version': 'tortuga'})
    """
    found = Wanted([], named(given, "--option "))
    todo = [*([] if first is None else [first]), *rest]
    while todo:
        word = todo.pop(0)
        if not word.startswith("--"):
            found.words.append(word)
        elif "=" in word:
            name, value = _pair(word[2:], "--")
            found.options[name] = value
        elif todo:
            found.options[_name(word[2:])] = todo.pop(0)
        else:
            raise BadInput(f"{word} needs a value")
    return found


def named(given: Sequence[str] | None, before: str) -> dict[str, str]:
    """Read what is given as NAME=VALUE; `before` is how it was given.

    >>> named(["Event=Thursday's club"], "--tag ")
    {'Event': "Thursday's club"}
    """
    return dict(_pair(text, before) for text in given or ())


def only_word(found: Wanted) -> str | None:
    """Return the one word there may be: a game."""
    if len(found.words) > 1:
        raise BadInput(f"one game at a time; {found.words[1]!r} is one word too many")
    return found.words[0] if found.words else None


def the_game(found: Wanted) -> Game:
    """Return the game that must be named."""
    name = only_word(found)
    if name is None:
        raise BadInput("say which game")
    return find_game(GAMES, name)


def cores(workers: int | None) -> int:
    """How many games are played at the same time."""
    return workers or os.cpu_count() or 1


def place(workers: int | None, cluster: str | None) -> Where:
    """Where games are played; refuse a cluster that cannot be had, before anything is done."""
    where = Where(cores(workers), cluster)
    if cluster is not None:
        check(where)
    return where


def command_line() -> str:
    """What was typed, to be typed again."""
    return shlex.join(["escapade", *sys.argv[1:]])


def writable(out: Path, name: str = "--out") -> None:
    """Refuse a place for the file that cannot be one, before the work and not after it."""
    try:
        wrong = "this is a folder" if out.is_dir() else "" if out.parent.is_dir() else "there is no such folder"
    except OSError as error:
        wrong = f"cannot be written: {error.strerror}"
    if wrong or not os.access(out.parent, os.W_OK):
        raise BadInput(f"{name} {out}: {wrong or 'nothing can be written into this folder'}")


def _pair(text: str, before: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise BadInput(f"{before}{text}: write it as NAME=VALUE")
    return _name(name), value


def _name(text: str) -> str:
    return text.strip().replace("-", "_")
