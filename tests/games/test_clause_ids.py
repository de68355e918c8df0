"""Every clause is written down, is implemented and is tested: the three sets of ids are one set.

A translation of the rules is made of the same clauses.
"""

import re
from pathlib import Path

import pytest

from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.words import languages, say

ID = re.compile(r"\b[A-Z][A-Z0-9]*-\d+\b")
SECTION = re.compile(r"## \S.*")
CLAUSE = re.compile(r"- \*\*([A-Z][A-Z0-9]*-\d+)\*\*(?: \((ruling|example|data)(?:, (ruling|example|data))*\))? \S.*")
OPENED = re.compile(r"- \*\*([A-Z][A-Z0-9]*-\d+)\*\*(?: \(([a-z, ]+)\))? ")  # a clause begins: its id, its marks
TRANSLATIONS = [path for game in GAMES.values() for path in sorted(game.folder.glob("RULES.*.md"))]
every_translation = pytest.mark.parametrize("path", TRANSLATIONS, ids=lambda path: f"{path.parent.name}-{path.name}")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def rules_text(game: Game) -> list[str]:
    return (game.folder / "RULES.md").read_text(encoding="utf-8").splitlines()


def outline(path: Path) -> list[tuple[str, ...]]:
    """What a page of rules is made of: its sections, and its clauses with their marks and the clauses they refer to."""
    parts = re.split(r"\n(?=- \*\*|## )", path.read_text(encoding="utf-8"))
    found: list[tuple[str, ...]] = []
    for part in parts:
        clause = OPENED.match(part)
        found.append((clause[1], clause[2] or "", *sorted(ID.findall(part))) if clause else (part[:2],))
    return found


def written(game: Game) -> list[str]:
    """The clauses of RULES.md, in order."""
    return [found[1] for line in rules_text(game) if (found := CLAUSE.fullmatch(line))]


def cited(*paths: Path) -> set[str]:
    return {clause for path in paths for clause in ID.findall(path.read_text(encoding="utf-8"))}


@every_game
def test_every_clause_is_named_where_it_is_implemented(game: Game) -> None:
    rules = (path for path in game.folder.glob("*.py") if path.stem not in game.parts)  # the other parts refer to them
    assert cited(*rules) == set(written(game))


@every_game
def test_every_clause_is_named_by_a_test(game: Game) -> None:
    tests = (Path(__file__).parent / game.name).glob("test_*.py")
    assert cited(*tests) == set(written(game))


@every_game
def test_clauses_refer_only_to_clauses_that_exist(game: Game) -> None:
    assert cited(game.folder / "RULES.md") == set(written(game))


@every_game
def test_no_clause_stands_twice_and_they_stand_in_order(game: Game) -> None:
    numbers = [int(clause.rpartition("-")[2]) for clause in written(game)]
    assert numbers == sorted(set(numbers))


@every_game
def test_the_rules_have_one_regular_shape(game: Game) -> None:
    """A title, one opening paragraph, sections; in these one item a clause, whose further lines are indented."""
    lines = rules_text(game)
    assert lines[0] == f"# {game.title}"
    check_shape(lines)


def check_shape(lines: list[str]) -> None:
    first = next(i for i, line in enumerate(lines) if line.startswith("## "))
    opening = lines[2 : first - 1]
    assert lines[1] == lines[first - 1] == ""
    assert opening
    assert all(line and line[0] not in " #-" for line in opening)
    section, blank = 0, True
    for line in lines[first:]:
        if SECTION.fullmatch(line):
            section += 1
        else:
            assert line == "" or CLAUSE.fullmatch(line) or (line.startswith("  ") and line[2] != " " and not blank), (
                line
            )
        blank = line == ""
    assert section == sum(line.startswith("#") for line in lines) - 1


@every_game
def test_a_ruling_says_what_the_rulebook_leaves_open(game: Game) -> None:
    text = " ".join(line.strip() for line in rules_text(game))
    clauses = re.split(r" (?=- \*\*|## )", text)
    for clause in clauses:
        if "** (ruling" in clause:
            assert "The rulebook" in clause, clause


@every_translation
def test_a_translation_has_the_same_clauses_with_the_same_marks_in_the_same_order(path: Path) -> None:
    assert outline(path) == outline(path.parent / "RULES.md")
    check_shape(path.read_text(encoding="utf-8").splitlines())


@every_game
def test_the_rules_are_translated_into_every_language_the_game_is_told_in(game: Game) -> None:
    translated = {path.suffixes[0].lstrip(".") for path in TRANSLATIONS if path.parent == game.folder}
    assert translated == {*languages(game)} - {"en"}
    for lang in translated:
        text = (game.folder / f"RULES.{lang}.md").read_text(encoding="utf-8")
        assert text.startswith(f"# {say(game, 'title', {}, lang)}\n")
