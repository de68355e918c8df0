"""Playthroughs: a short story of a match, with what every observer sees change after each action.

A story is a text. Lines that begin with > are told to the reader, every other line is an action; what comes before the
line --- happens quickly and is not shown step by step.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from pathlib import Path

from escapade import CHANCE, Match, State

from .golden import compare_with_kept

Panel = dict[str, str]  # what a view shows, line by line
MEANING = "A playthrough shows another course of play, or another observer see something else of it."


def observer_named(match: Match) -> dict[str, int | None]:
    return {**{f"seat {seat}": seat for seat in range(match.seats)}, "spectator": None}


def tell(title: str, match: Match, script: str, panel: Callable[[State], Panel]) -> str:
    """Play a story and write it down."""
    before, _, shown = script.rpartition("---")
    for name in actions(before):
        match.play(name)
    lines = [title, "=" * len(title), ""]
    seen = {eyes: panel(match.view(who)) for eyes, who in observer_named(match).items()}
    lines += [*differences({}, seen), ""]
    told = False
    for line in filter(None, map(str.strip, shown.splitlines())):
        if line.startswith(">"):
            lines[-1 if told else len(lines) :] = [line.removeprefix(">").strip(), ""]  # one paragraph
            told = True
            continue
        told = False
        lines.append(f"{actor(match)}: {line}" if not line.startswith("seat") else line)
        heard = play(match, line)
        now = {eyes: panel(match.view(who)) for eyes, who in observer_named(match).items()}
        if len(set(heard.values())) > 1:
            lines += spread("heard", heard)
        lines += [*differences(seen, now), ""]
        seen = now
    return "\n".join(lines).rstrip() + "\n"


def actions(script: str) -> list[str]:
    return [line.strip() for line in script.splitlines() if line.strip() and not line.strip().startswith(">")]


def actor(match: Match) -> str:
    return "chance" if match.turn == CHANCE else f"seat {match.turn}"


def play(match: Match, name: str) -> dict[str, str]:
    """Do it; return what everyone heard."""
    known = {eyes: len(match.heard(who)) for eyes, who in observer_named(match).items()}
    match.play(name)
    new = {eyes: match.heard(who)[known[eyes] :] for eyes, who in observer_named(match).items()}
    return {eyes: ", ".join(action.name for _, action in said) or "nothing" for eyes, said in new.items()}


def differences(before: dict[str, Panel], now: dict[str, Panel]) -> list[str]:
    """The lines of the panels that have changed for someone."""
    lines: list[str] = []
    for name in next(iter(now.values())):
        texts = {eyes: panel[name] for eyes, panel in now.items()}
        if any(name not in before.get(eyes, {}) or before[eyes][name] != text for eyes, text in texts.items()):
            lines += spread(name, texts)
    return lines


def spread(name: str, texts: dict[str, str]) -> list[str]:
    """One line if all see the same, else one for each group that does."""
    width = len(", ".join([*texts][1:])) + 1  # the longest there can be
    order = sorted(texts, key=lambda eyes: list(texts.values()).index(texts[eyes]))
    seen = [(", ".join(group), text) for text, group in groupby(order, key=lambda eyes: texts[eyes])]
    if len(seen) == 1:
        return [f"  {name:<14} {'':<{width}} {seen[0][1]}"]
    return [f"  {'' if i else name:<14} {eyes + ':':<{width}} {text}" for i, (eyes, text) in enumerate(seen)]


def check_story(test: str, name: str, title: str, match: Match, script: str, panel: Callable[[State], Panel]) -> None:
    """Tell a story and compare it with the kept telling beside the test."""
    path = Path(test).parent / "playthroughs" / f"{name}.txt"
    compare_with_kept(path, tell(title, match, script, panel), MEANING)
