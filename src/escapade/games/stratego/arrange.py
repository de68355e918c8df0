"""Arranging an army before play: choose a ready-made set-up, change it, hand it in."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from rich.text import Text

from escapade.games.stratego import rules as written
from escapade.games.stratego.rules import ARRANGE, MEN, RANKS, RESIGN, SIZE, SQUARES, Preset
from escapade.kernel.match import Match
from escapade.kernel.names import BadInput, EscapadeError
from escapade.kernel.notation import Action, tidy
from escapade.kit.drawing import Arranging

rules: Any = written  # rules are untyped: they run on more than one form of a state

HOW = "choose by number or name · swap a1 b2 · mirror · undo · ok hands it in · ? helps"


def arrange(table: Any, seat: int) -> None:
    """Ask for a set-up until it is handed in; nothing more is placed before (STR-4, STR-6)."""
    presets: list[Preset] = table.match.pieces.presets
    plans = [first_plan(table, seat, presets)]
    show(table, seat, plans[-1], presets)
    while table.match.turn == seat:
        typed = table.screen.ask("your set-up › ")
        said = tidy(typed)
        try:
            if said in {"ok", "yes"}:
                hand_in(table, seat, plans[-1])
                return
            if said == "undo":
                take_back(table, seat, plans)
            elif said and said != "show":
                if table.obey(seat, typed):
                    table.screen.show(*table.remarks())
                    continue
                plans.append(change(table, seat, plans[-1], said, presets))
            show(table, seat, plans[-1], presets)
        except EscapadeError as no:
            table.refuse(no)


def first_plan(table: Any, seat: int, presets: list[Preset]) -> list[str]:
    """Begin with what stands already, then as the set-up that was handed in before, or a ready-made one."""
    placed = standing(table.match, seat)
    rest = [*(table.plans.get(seat) or (presets[0].ranks() if presets else shuffled(table, seat, [])))]
    for rank in placed:
        rest.remove(rank)
    return placed + rest


def standing(match: Match, seat: int) -> list[str]:
    """The ranks that a side has placed, in their order."""
    own = match.view(seat).rank[MEN * seat : MEN * seat + MEN]
    return [RANKS[rank] for rank in own if rank >= 0]


def hand_in(table: Any, seat: int, ranks: list[str]) -> None:
    """Place what does not stand yet; what stands otherwise than it shall is taken back first."""
    match, placed = table.match, standing(table.match, seat)
    kept = len([*takewhile(lambda pair: pair[0] == pair[1], zip(placed, ranks, strict=False))])
    for _ in placed[kept:]:
        match.undo(seat)
    match.play_all([match.game.actions[ARRANGE + RANKS.index(rank)] for rank in ranks[kept:]], seat)
    table.plans[seat] = ranks
    table.keep()
    table.tell()


def take_back(table: Any, seat: int, plans: list[list[str]]) -> None:
    """Take back the last change, or what stands already."""
    if len(plans) > 1:
        plans.pop()
    else:
        table.undo(seat)


def is_placement(action: Action) -> bool:
    """Does this place a piece?"""
    return ARRANGE <= action.code < RESIGN


def change(table: Any, seat: int, ranks: list[str], said: str, presets: list[Preset]) -> list[str]:
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
    raise BadInput(f"{said[:60]!r} is not understood; {HOW}")


def place_of(text: str, seat: int) -> int:
    """Read a square of the own half: its number in the order of placing."""
    own = [SQUARES[rules.home(MEN * seat + i)] for i in range(MEN)]
    if text not in own:
        raise BadInput(f"{text[:60]} is not a square of your half, {own[0]} to {own[-1]}")
    return own.index(text)


def shuffled(table: Any, seat: int, ranks: list[str]) -> list[str]:
    """STR-6: the army in any order."""
    army = [rank for rank, number in table.match.pieces.army.items() for _ in range(number)]
    table.tie_noise(seat, " ".join(ranks)).shuffle(army)  # another one each time it is asked for
    return army


def show(table: Any, seat: int, ranks: list[str], presets: list[Preset]) -> None:
    """Draw the set-up on the board as it would stand, and what there is to choose from."""
    context = table.context(seat)
    for i, rank in enumerate(ranks):
        context.view.rank[MEN * seat + i] = RANKS.index(rank)
    table.screen.clear()
    table.page = seat
    remarks = table.remarks()
    table.screen.show(table.board.draw(context), Text(""), choices(ranks, presets), Text(HOW, "dim"), *remarks)


def choices(ranks: list[str], presets: list[Preset]) -> Text:
    """List the ready-made set-ups, and say of the one that stands what it is like."""
    said, about = Text("set-ups ", "dim"), "a set-up of your own"
    for i, name in enumerate([*(preset.name for preset in presets), "random"], 1):
        stands = i <= len(presets) and presets[i - 1].ranks() == ranks
        about = f"{name}: {presets[i - 1].about}" if stands else about
        said.append(f" {i} ", "bold cyan").append(name, "bold reverse" if stands else "").append(" ")
    return said.append(f"\n{about}", "italic")


ARRANGE_ARMY = Arranging(arrange, is_placement)
