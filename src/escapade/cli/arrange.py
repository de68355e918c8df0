"""Arranging an army before play: choose a ready-made set-up, change it, confirm it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rich.text import Text

from escapade.cli import commands
from escapade.games.stratego import rules as written
from escapade.games.stratego.rules import ARRANGE, MEN, RANKS, SIZE, SQUARES, Preset
from escapade.kernel.names import BadInput, EscapadeError
from escapade.kernel.notation import Action, tidy

if TYPE_CHECKING:
    from escapade.cli.table import Table

rules: Any = written  # rules are untyped: they run on more than one form of a state

HOW = "choose by number or name · swap a1 b2 · mirror · ok when it stands · ? helps"


def arrange(table: Table, seat: int) -> list[Action]:
    """Ask for a set-up until it is confirmed; nothing is placed before (STR-4, STR-6)."""
    presets: list[Preset] = table.match.pieces.presets
    ranks = [*presets[0].ranks()] if presets else shuffled(table, seat, [])
    show(table, seat, ranks, presets)
    while True:
        typed = table.screen.ask("your set-up › ")
        said = tidy(typed)
        try:
            if said in {"ok", "yes", "confirm"}:
                return [table.match.game.actions[ARRANGE + RANKS.index(rank)] for rank in ranks]
            if not said or said in {"show", "undo", "moves", "hint"} or not commands.obey(table, seat, typed):
                ranks = change(table, seat, ranks, said, presets) if said and said != "show" else ranks
                show(table, seat, ranks, presets)
        except EscapadeError as no:
            table.refuse(no)
        if table.match.turn != seat:
            return []


def change(table: Table, seat: int, ranks: list[str], said: str, presets: list[Preset]) -> list[str]:
    """Return the ranks after one wish."""
    words = said.split()
    if words[0] == "swap" and len(words) == 3:
        here, there = (place_of(word, seat) for word in words[1:])
        changed = [*ranks]
        changed[here], changed[there] = ranks[there], ranks[here]
        return changed
    if said == "mirror":
        return [rank for row in range(0, MEN, SIZE) for rank in reversed(ranks[row : row + SIZE])]
    if said in ("random", str(len(presets) + 1)):
        return shuffled(table, seat, ranks)
    for i, preset in enumerate(presets, 1):
        if said in (str(i), preset.name.casefold()):
            return [*preset.ranks()]
    raise BadInput(f"{said!r} is not understood; {HOW}")


def place_of(text: str, seat: int) -> int:
    """Read a square of the own half: its number in the order of placing."""
    own = [SQUARES[rules.home(MEN * seat + i)] for i in range(MEN)]
    if text not in own:
        raise BadInput(f"{text} is not a square of your half, {own[0]} to {own[-1]}")
    return own.index(text)


def shuffled(table: Table, seat: int, ranks: list[str]) -> list[str]:
    """STR-6: the army in any order."""
    army = [rank for rank, number in table.match.pieces.army.items() for _ in range(number)]
    table.whim(seat, " ".join(ranks)).shuffle(army)  # another one each time it is asked for
    return army


def show(table: Table, seat: int, ranks: list[str], presets: list[Preset]) -> None:
    """Draw the set-up on the board as it would stand, and what there is to choose from."""
    scene = table.scene(seat)
    for i, rank in enumerate(ranks):
        scene.view.rank[MEN * seat + i] = RANKS.index(rank)
    table.screen.clear()
    table.page = seat
    table.screen.show(table.board.draw(scene), Text(""), choices(ranks, presets), Text(HOW, "dim"))


def choices(ranks: list[str], presets: list[Preset]) -> Text:
    """List the ready-made set-ups, and say of the one that stands what it is like."""
    said, about = Text("set-ups ", "dim"), "a set-up of your own"
    for i, name in enumerate([*(preset.name for preset in presets), "random"], 1):
        stands = i <= len(presets) and presets[i - 1].ranks() == ranks
        about = f"{name}: {presets[i - 1].about}" if stands else about
        said.append(f" {i} ", "bold cyan").append(name, "bold reverse" if stands else "").append(" ")
    return said.append(f"\n{about}", "italic")


ARRANGERS: dict[str, Callable[[Table, int], list[Action]]] = {"stratego": arrange}
