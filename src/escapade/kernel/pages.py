"""Reference pages of a game, made from what its rules declare: nothing in them is said twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from escapade.kernel.contract import Game
from escapade.kernel.fields import Axis
from escapade.kernel.names import CHANCE, NONE, OVER, UNKNOWN
from escapade.kernel.notation import Verb

FEW = 9  # labels that are listed one by one; longer rows are shown by their ends


def game_page(game: Game) -> str:
    """Return the reference page of a game as Markdown: seats, options, fields, actions, pieces."""
    parts = [
        f"# {game.title}: reference",
        f"This page is made from the rules of `{game.name}`; change it there, not here.",
        f"A table has {game.seats_in_words()}.",
        "## Options",
        *_options(game),
        "## Fields of a state",
        f"A view has the same fields. {UNKNOWN} stands for what the viewer may not see, {NONE} for nothing there. "
        f"In `turn`, {CHANCE} is chance and {OVER} is the end.",
        table(("field", "cells", "seen by", "meaning"), ((f"`{row[0]}`", *row[1:]) for row in game.fields.rows())),
        "Along an axis, and in a cell that holds one of its places, numbers stand for these names:",
        table(("axis", "numbers"), _axes(game)),
        "## Actions",
        f"There are {game.actions.size} codes; at most {game.max_actions} are legal at once.",
        table(("codes", "said", "with"), _verbs(game)),
        "## Pieces",
        _pieces(game),
    ]
    return "\n\n".join(parts) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Lay rows out as a Markdown table.

    >>> print(table(("a", "b"), [("1", "x | y")]))
    | a | b |
    |---|---|
    | 1 | x \\| y |
    """
    lines = [_line(head), "|" + "---|" * len(head), *map(_line, rows)]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _options(game: Game) -> list[str]:
    if not game.options:
        return ["There are none."]
    rows = ((f"`{o.name}`", o.values(), f"`{o.default}`", o.about, o.clause) for o in game.options)
    return ["Defaults are the published game.", table(("option", "values", "default", "meaning", "clause"), rows)]


def _axes(game: Game) -> Iterator[tuple[str, str]]:
    """Every axis of the fields once, with what its numbers stand for and which cells hold them."""
    used = [axis for f in game.fields.table for axis in (*f.shape, f.holds) if isinstance(axis, Axis)]
    for name in dict.fromkeys(axis.counts for axis in used):
        axis = next(axis for axis in used if axis.counts == name)
        held = [f"`{f.name}`" for f in game.fields.table if f.holds is not None and f.holds.counts == name]
        cells = f"; also in cells of {', '.join(held)}" if held else ""
        yield name, _few([f"{i} {label}" if label != str(i) else label for i, label in enumerate(axis.labels)]) + cells


def _verbs(game: Game) -> Iterator[tuple[str, str, str]]:
    for base, verb in zip(game.actions.bases, game.actions.verbs, strict=True):
        codes = str(base) if verb.size == 1 else f"{base} to {base + verb.size - 1}"
        yield codes, f"`{verb.says}`", _labels(verb)


def _labels(verb: Verb) -> str:
    """Say what fills each {place} of a verb; the last one runs fastest in the codes."""
    return "; ".join(f"{part}: {_few(labels)}" for part, labels in verb.parts.items())


def _few(labels: Sequence[str]) -> str:
    shown = [label.strip() or "(nothing)" for label in labels]
    return ", ".join(shown if len(shown) <= FEW else [*shown[:3], "…", shown[-1]])


def _pieces(game: Game) -> str:
    if game.pieces() is None:
        return "The game reads no data file."
    return (
        "What is in the box is read from `pieces.toml` beside the rules. A changed copy is played with "
        "`--pieces FILE` or `escapade.new(…, pieces=FILE)`, and is checked while it is read."
    )
