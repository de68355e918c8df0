"""Rules as text: clauses, and what marks them."""

import pytest

from escapade.games import GAMES
from escapade.kernel.rulebook import read, rulebook

MARKS = {"ruling", "example", "data"}


@pytest.mark.parametrize(
    ("written", "marks"),
    [
        ("", []),
        (" (ruling)", ["ruling"]),
        (" (data, ruling)", ["data", "ruling"]),
        (" (example,ruling , data)", ["example", "ruling", "data"]),
        (" ()", []),
    ],
)
def test_a_clause_may_have_several_marks(written: str, marks: list[str]) -> None:
    (clause,) = read(f"# Goose\n- **GOO-1**{written} Go on (slowly), goose.").clauses
    assert (clause.marks, clause.text) == (marks, "Go on (slowly), goose.")


@pytest.mark.parametrize("lang", ["en", "fr", "hu"])
@pytest.mark.parametrize("game", GAMES)
def test_every_mark_of_a_game_is_one_that_has_words(game: str, lang: str) -> None:
    found = rulebook(GAMES[game], lang).clauses
    assert {mark for clause in found for mark in clause.marks} <= MARKS
    assert [(clause.id, clause.marks) for clause in found] == [
        (clause.id, clause.marks) for clause in rulebook(GAMES[game]).clauses
    ]
