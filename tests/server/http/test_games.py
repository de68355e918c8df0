"""Words and rules of games, served in a language and cached."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import escapade
from escapade.games import GAMES
from escapade.kernel.rulebook import rulebook
from escapade.kernel.words import text
from tests.server.clients import running


def test_words_and_rules_are_served_and_kept(file: str) -> None:
    async def script() -> None:
        async with running(file) as server, server.guest("Ann") as ann:
            said = await ann.http.get("/api/games/stratego/words/en")
            assert said.headers["content-type"].startswith("text/plain")
            assert said.text == text(GAMES["stratego"], "en")
            again = await ann.http.get("/api/games/stratego/words/en", headers={"if-none-match": said.headers["etag"]})
            assert (again.status_code, again.text) == (304, "")
            assert "hint-only" in (await ann.http.get("/api/words/hu")).text
            book = (await ann.http.get("/api/games/stratego/rules/en")).json()
            own = rulebook(GAMES["stratego"])
            clauses = [clause for section in book["sections"] for clause in section["clauses"]]
            assert book["title"] == own.title
            assert [clause["id"] for clause in clauses] == [clause.id for clause in own.clauses]
            assert clauses[0] == {"id": "STR-1", "marks": own.clauses[0].marks, "text": own.clauses[0].text}
            assert (await ann.http.get("/api/games/stratego/rules/tlh")).json()["title"]

    asyncio.run(script())


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/api/games/stratego/words/tlh", "it is told in: en"),
        ("/api/words/tlh", "it is told in: en, fr, hu"),
        ("/api/games/strategy/words/en", "did you mean 'stratego'?"),
        ("/api/games/strategy/rules/en", "did you mean 'stratego'?"),
        ("/api/words/..%2Fen", ""),
    ],
)
def test_words_that_are_not_there_are_not_found_and_those_that_are_are_named(path: str, reason: str, file: str) -> None:
    async def script() -> None:
        async with running(file) as server, server.guest("Ann") as ann:
            said = await ann.http.get(path)
            assert said.status_code == 404
            assert reason in said.json()["reason"]

    asyncio.run(script())


def test_rules_in_another_language_are_taken_if_they_are_there(tmp_path: Path) -> None:
    game = escapade.kernel.contract.Game(GAMES["cartagena"].rules)
    game.folder = tmp_path
    (tmp_path / "RULES.md").write_text("# Cartagena\n")
    (tmp_path / "RULES.fr.md").write_text("# Carthagène\n")
    assert [rulebook(game, lang).title for lang in ("en", "fr", "hu")] == ["Cartagena", "Carthagène", "Cartagena"]
