"""A game's rules, clause by clause: RULES.md, or RULES.<lang>.md where they are written in that language, too."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field

from escapade.kernel.contract import Game
from escapade.kernel.names import BadInput, whole_number

ITEM = re.compile(r"- \*\*(?P<id>[A-Z][A-Z0-9]*-[0-9]+)\*\*(?: \((?P<marks>[^)]*)\))?\s+(?P<text>.*)")


@dataclass
class Clause:
    """One numbered rule; `marks` say that it is a ruling, an example or data, or several of these."""

    id: str
    marks: list[str]
    text: str


@dataclass
class Section:
    """A heading, what stands under it before the first clause, and its clauses."""

    heading: str
    level: int
    opening: str = ""
    clauses: list[Clause] = field(default_factory=list)


@dataclass
class Rulebook:
    """The whole page."""

    title: str
    sections: list[Section]

    @property
    def clauses(self) -> list[Clause]:
        """Every clause, in order."""
        return [clause for section in self.sections for clause in section.clauses]

    def find(self, text: str) -> list[Clause]:
        """Return the clause with this number, or every clause with this word; refuse, and say what is near."""
        prefix = self.clauses[0].id.partition("-")[0] if self.clauses else ""
        number = whole_number(text.strip().upper().removeprefix(prefix).lstrip(" -"))
        if number is not None:
            return [self._numbered(prefix, number)]
        wanted = text.casefold()
        found = [clause for clause in self.clauses if wanted in " ".join((clause.text, *clause.marks)).casefold()]
        if not found:
            words = {word.casefold() for clause in self.clauses for word in re.findall(r"[a-zA-Z]{3,}", clause.text)}
            near = difflib.get_close_matches(text.casefold(), sorted(words), 3)
            raise BadInput(f"no clause of {self.title} speaks of {text[:60]!r}{_hint(near)}")
        return found

    def _numbered(self, prefix: str, number: int) -> Clause:
        ids = {clause.id: clause for clause in self.clauses}
        wanted = f"{prefix}-{number}"
        if wanted in ids:
            return ids[wanted]
        near = sorted(ids, key=lambda known: abs(int(known.split("-")[1]) - number))[:3]
        raise BadInput(f"{self.title} has no clause {wanted}{_hint(near)}")


def rulebook(game: Game, lang: str = "en") -> Rulebook:
    """Read a game's rules, in a language if they are written in it, else in English."""
    there = {path.name.split(".")[-2]: path for path in game.folder.glob("RULES.*.md")}
    path = there.get(lang, game.folder / "RULES.md")
    if not path.is_file():
        raise BadInput(f"{game.title} has no written rules")
    return read(path.read_text(encoding="utf-8"))


def read(text: str) -> Rulebook:
    """Read the rules from their text.

    >>> read("# Goose\\nRoll.\\n## Moves\\n- **GOO-1** (data, ruling) Go\\n  on.").clauses
    [Clause(id='GOO-1', marks=['data', 'ruling'], text='Go on.')]
    """
    book = Rulebook("", [Section("", 2)])
    for line in text.splitlines():
        here = book.sections[-1]
        if line.startswith("# "):
            book.title = line[2:].strip()
        elif heading := re.match(r"(#{2,})\s+(.*)", line):
            book.sections.append(Section(heading[2].strip(), len(heading[1])))
        elif item := ITEM.match(line):
            marks = [mark.strip() for mark in (item["marks"] or "").split(",")]
            here.clauses.append(Clause(item["id"], [mark for mark in marks if mark], item["text"].strip()))
        elif here.clauses and line.startswith(" ") and line.strip():
            here.clauses[-1].text += f" {line.strip()}"
        elif not here.clauses:
            here.opening = f"{here.opening}\n{line}".strip("\n")
    return book


def _hint(near: list[str]) -> str:
    return f"; near it: {', '.join(near)}" if near else ""
