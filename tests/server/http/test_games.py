"""Games as they are described to clients; their words and rules, served in a language and cached."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import escapade
from escapade.games import GAMES
from escapade.kernel.rulebook import rulebook
from escapade.kernel.words import text
from escapade.server.http.games import game_info
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


def test_a_board_that_knows_no_game_is_told_what_numbers_stand_for() -> None:
    info = game_info(GAMES["jailbreakers"])
    fields = {field.name: field for field in info.fields}
    assert (fields["turn"].counts, fields["turn"].holds[:2]) == ("seat", ["0", "1"])
    assert fields["needs"].bits[0] == "bed dummy"
    assert (fields["round"].counts, fields["round"].holds, fields["round"].bits) == ("", [], [])
    assert [field.name for field in info.fields if field.fixed] == [
        field.name for field in GAMES["jailbreakers"].fields.table if field.fixed
    ]
    families = [info.actions[first] for first in info.verbs]
    assert families == [verb.names()[0] for verb in GAMES["jailbreakers"].actions.verbs]


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
