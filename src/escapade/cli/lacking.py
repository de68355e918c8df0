"""`escapade lacking`: what a game still lacks for house quality, where it goes, and how it is added."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.text import Text

from escapade.bots.hints import WORDS as BOTS_WORDS
from escapade.bots.parts import heuristic_of
from escapade.cli.screen import Screen
from escapade.games import GAMES
from escapade.kernel.contract import PARTS, Game, find_game
from escapade.kernel.rulebook import read, rulebook
from escapade.kernel.words import languages, text
from escapade.kit import any_heuristic
from escapade.lab.heuristic_check import check_heuristic

HOUSE_LANGUAGES = sorted(path.stem for path in BOTS_WORDS.glob("*.ftl"))
CLAUSE = re.compile(r"\b[A-Z][A-Z0-9]*-\d+\b")
FEWEST_FAULTS = 8  # planted: a leak, a wrong rule, a guess that cannot be
WANTED_PARTS = ("messages", "heuristic", "deductions", "terminal", "invariants")


class Lack(NamedTuple):
    """What is missing, where it goes, and how it is added."""

    what: str
    where: Path
    how: str


def lacking(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game: one of ours, or of an installed package.")],
    heuristic: Annotated[
        bool, typer.Option("--heuristic/--no-heuristic", help="Let the heuristic play random moves, for some seconds.")
    ] = True,
) -> None:
    """List what a game lacks for house quality, each with its place and how to add it.

    Ends with 0 if nothing is lacking, with 1 otherwise.
    """
    found = find_game(GAMES, game)
    listed = lacks(found)
    if heuristic:
        listed += heuristic_lacks(found)
    screen = Screen()
    for lack in listed:
        screen.show(Text.assemble((lack.what, "bold"), f"\n  {lack.where}\n  ", (lack.how, "dim")))
    screen.line(f"{found.title}: {f'{len(listed)} lacking' if listed else 'nothing is lacking'}")
    raise typer.Exit(1 if listed else 0)


def lacks(game: Game) -> list[Lack]:
    """All that can be seen to be missing without playing."""
    return [lack for check in CHECKS for lack in check(game)]


# --- Where things are ---


def project(game: Game) -> Path:
    """The checkout or the package that a game's folder belongs to."""
    above = (folder for folder in game.folder.parents if (folder / "pyproject.toml").is_file())
    return next(above, game.folder.parent)


def is_ours(game: Game) -> bool:
    """Does the game stand in a checkout of Escapade?"""
    return game.package == f"escapade.games.{game.name}"


def tests_of(game: Game) -> Path:
    """The folder of a game's own tests."""
    return project(game) / "tests" / "games" / game.name if is_ours(game) else project(game) / "tests"


def cited(paths: Iterator[Path]) -> set[str]:
    """The clauses that files name."""
    return {clause for path in paths for clause in CLAUSE.findall(path.read_text(encoding="utf-8"))}


# --- What is looked at ---


def clauses(game: Game) -> Iterator[Lack]:
    """Each clause stands in RULES.md, in the rules and in a test."""
    if not (game.folder / "RULES.md").is_file():
        yield Lack("no rules to read", game.folder / "RULES.md", "one item a clause: - **ABC-1** What must be so.")
        return
    written = [clause.id for clause in rulebook(game).clauses]
    coded = cited(path for path in game.folder.glob("*.py") if path.stem not in game.parts)
    tested = cited(tests_of(game).glob("test_*.py"))
    if missing := [clause for clause in written if clause not in coded]:
        how = "name each in the docstring of the function that carries it"
        yield Lack(f"clauses without code: {', '.join(missing)}", game.folder / "rules.py", how)
    if missing := [clause for clause in written if clause not in tested]:
        how = "a test for each, with the clause as its docstring"
        yield Lack(f"clauses without a test: {', '.join(missing)}", tests_of(game), how)


def translations(game: Game) -> Iterator[Lack]:
    """Rules and words are there in every language of the house, made of the same clauses and messages."""
    for lang in HOUSE_LANGUAGES:
        page = game.folder / ("RULES.md" if lang == "en" else f"RULES.{lang}.md")
        if lang != "en" and not page.is_file():
            yield Lack(f"the rules in {lang!r}", page, "the same clauses as in RULES.md, with the same ids and marks")
        elif lang != "en" and [c.id for c in read(page.read_text("utf-8")).clauses] != [
            c.id for c in rulebook(game).clauses
        ]:
            yield Lack(f"clauses of the rules in {lang!r}", page, "the same clauses as in RULES.md, in the same order")
        words = game.folder / "words" / f"{lang}.ftl"
        if not words.is_file():
            yield Lack(f"words in {lang!r}", words, "a Fluent message for each that messages.py names, title and about")


def parts(game: Game) -> Iterator[Lack]:
    """The modules that a whole game has."""
    for part in WANTED_PARTS:
        if part not in game.parts:
            how = f"write it ({PARTS[part]}), and name it in parts= of GAME in __init__.py"
            yield Lack(f"a part: {part}", game.folder / f"{part}.py", how)


def invariants(game: Game) -> Iterator[Lack]:
    """The laws ask for facts, a bound and symmetries."""
    own = game.part("invariants")
    asked = {
        "facts": "yields (what is promised, whether it holds) of a position",
        "bound": "the most plies that a game from a start can last; None if it need not end",
        "symmetries": "the ways in which seats are alike; [] if they are not",
    }
    for name, how in asked.items() if own else ():
        if not hasattr(own, name):
            yield Lack(f"{name}() among the invariants", game.folder / "invariants.py", f"def {name}(state): {how}")


def hint_words(game: Game) -> Iterator[Lack]:
    """Hints speak of what the heuristic counts."""
    ours = dict(any_heuristic.TRAITS)
    for lang in languages(game):
        written = text(game, lang)
        for trait, _ in heuristic_of(game).TRAITS if game.part("heuristic") else ():
            if trait not in ours and not re.search(rf"^hint-{trait} =", written, re.MULTILINE):
                how = f"hint-{trait} = leaves you {{ $amount }} … {{ $way -> [more] more *[fewer] fewer }}"
                yield Lack(f"what hints say of {trait!r} in {lang!r}", game.folder / "words" / f"{lang}.ftl", how)


def faults(game: Game) -> Iterator[Lack]:
    """Planted faults show that tests can fail."""
    path = tests_of(game) / "mutants.toml"
    there = len(tomllib.loads(path.read_text(encoding="utf-8"))["mutants"]) if path.is_file() else 0
    if there < FEWEST_FAULTS:
        how = "[[mutants]]: name, game, file, find, replace and the tests that are to notice; python -m tests.mutants"
        yield Lack(f"planted faults: {there} of {FEWEST_FAULTS}", path, how)


def kept_texts(game: Game) -> Iterator[Lack]:
    """What is kept to be compared with: a signature, playthroughs, perft counts."""
    tests, again = tests_of(game), "ESCAPADE_GOLDEN=1 python -m pytest writes it"
    if not game.signature:
        how = f"a test that calls tests.games.signing.signature for its kinds of tables; {again}"
        yield Lack("a signature of 1,000 seeded games", game.folder / "signature.txt", how)
    if not [*tests.glob("playthroughs/*.txt")]:
        how = f"a test that tells a story with tests.games.playthroughs.check_story; {again}"
        yield Lack("a playthrough", tests / "playthroughs", how)
    if not (tests / "test_perft.py").is_file():
        how = "counts of plies, agreed by a second, naive telling of the rules: tests.games.counting"
        yield Lack("perft counts", tests / "test_perft.py", how)


def pages(game: Game) -> Iterator[Lack]:
    """A board in the browser, its cover, and the reference page."""
    if not is_ours(game):
        return  # the web client and the documents are Escapade's own
    board = project(game) / "web" / "src" / "games" / game.name
    for name, how in (
        ("index.ts", "exports Board, and the steps of a tour"),
        ("Board.svelte", "draws {view, events, controls}"),
        ("Cover.svelte", "the picture of the game on the home page"),
    ):
        if not (board / name).is_file():
            yield Lack(f"on the page: {name}", board / name, how)
    page = project(game) / "docs" / "games" / f"{game.name}.md"
    if not page.is_file():
        yield Lack("the reference page", page, "python -m tests.docs.regenerate writes it")


CHECKS: tuple[Callable[[Game], Iterator[Lack]], ...] = (
    clauses, translations, parts, invariants, hint_words, faults, kept_texts, pages,
)  # fmt: skip


def heuristic_lacks(game: Game) -> Iterator[Lack]:
    """A heuristic whose sign is wrong plays worse than random: a sequential test tells, in seconds."""
    if not game.part("heuristic") or game.seats[-1] < 2:
        return
    found, where = check_heuristic(game), game.folder / "heuristic.py"
    if found.better is None:
        yield Lack("a heuristic that is clearly better than random", where, f"it is even after {found.games} games")
    elif not found.better:
        how = "is the sign of the scores wrong? weigh gives better actions more"
        yield Lack(f"a heuristic that is better than random: it wins {found.share:.0%} of its share", where, how)
