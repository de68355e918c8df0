"""The terminal: output, input, progress and errors, for a person or for a pipe."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from importlib import import_module
from typing import Any

import typer
from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

readline: Any = None  # with it, input() edits lines and remembers them
with suppress(ImportError):
    readline = import_module("readline")

PAUSE = 0.5  # seconds a bot's action stays before the next
BARS = "▁▂▃▄▅▆▇█"  # from low to high
TALL = 40  # lines to assume where nothing scrolls away


class Screen:
    """A terminal, or a pipe in its place: then nothing is cleared, nothing waits, and what is read is printed."""

    def __init__(self, fast: bool = False) -> None:
        self.console = Console(highlight=False)
        self.real = self.console.is_terminal and sys.stdin.isatty()
        self.fast = fast

    @property
    def width(self) -> int:
        """Columns to draw in."""
        return min(self.console.width, 120)

    @property
    def height(self) -> int:
        """Lines to draw in."""
        return self.console.height if self.real else TALL

    def show(self, *parts: RenderableType) -> None:
        """Print something below what is there."""
        for part in parts:
            self.console.print(part)

    def note(self, text: str, style: str = "dim") -> None:
        """Print one remark; it may contain brackets."""
        self.console.print(Text(text, style))

    def line(self, text: str) -> None:
        """Print one line that is not broken: a path, a command to be copied."""
        self.console.print(Text(text, "dim"), soft_wrap=True)

    def lines_of(self, *parts: RenderableType) -> int:
        """How many lines something takes."""
        options = self.console.options
        return sum(len(self.console.render_lines(part, options)) for part in parts)

    def clear(self) -> None:
        """Begin a new page; what was on the old one cannot be scrolled back to."""
        if self.real:
            self.console.clear()
            if not self.console.is_dumb_terminal:
                self.console.file.write("\x1b[3J")
                self.console.file.flush()
        else:
            self.console.rule(style="dim")

    def forget(self) -> None:
        """Let nobody call back with the arrow keys what someone else has typed."""
        if readline is not None:
            readline.clear_history()

    def ask(self, prompt: str = "› ") -> str:
        """Read a line; EOFError when there is none."""
        if self.real:
            return input(prompt).strip()
        self.console.print(Text(prompt), end="")
        try:
            said = input().strip()
        except EOFError:
            self.console.print()
            raise
        self.console.print(Text(said))
        return said

    def key(self, prompt: str) -> str:
        """Read one key; a line where there is no keyboard."""
        if not self.real:
            return self.ask(prompt)
        self.console.print(Text(prompt), end="")
        pressed = typer.getchar()
        self.console.print()
        return pressed.strip()

    def pause(self) -> None:
        """Let a person read."""
        if self.real and not self.fast:
            time.sleep(PAUSE)


def print_error(message: str) -> None:
    """Print an error in one line on stderr."""
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    errors.print(Text("error: ", "bold red") + Text(" ".join(message.split())))


def progress() -> Progress:
    """A bar on stderr that says how long it still takes."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=Console(stderr=True), transient=True)


def count(number: int, what: str) -> str:
    """So many of something.

    >>> count(1, "ply"), count(2000, "ply"), count(2, "match"), count(0, "record")
    ('1 ply', '2,000 plies', '2 matches', '0 records')
    """
    many = what[:-1] + "ies" if what.endswith("y") else what + ("es" if what.endswith("ch") else "s")
    return f"{number:,} {what if number == 1 else many}"
