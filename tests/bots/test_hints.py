"""The bots' words: the same messages in every language, all of them said by some bot, each with all its arguments."""

from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from escapade import BadInput
from escapade.bots import hints
from escapade.bots.parts import heuristic_of
from escapade.games import GAMES
from escapade.kernel.words import sentence
from escapade.kit import any_heuristic

FILES = {path.stem: path for path in hints.WORDS.glob("*.ftl")}
SENSES = [any_heuristic, *map(heuristic_of, GAMES.values())]
TRAITS = {name for heuristic in SENSES for name, _ in heuristic.TRAITS}
ALONE = {"only", "clear", "even", "heuristic"}  # what is said without comparing


def messages(path: Path) -> list[str]:
    """The messages of a file, in order."""
    return [entry.id.name for entry in FluentParser().parse(path.read_text()).body if isinstance(entry, ftl.Message)]


def test_every_language_has_the_same_messages_and_bots_say_them_all() -> None:
    assert sorted(FILES) == ["en", "fr", "hu"]
    for path in FILES.values():
        assert messages(path) == messages(FILES["en"]), path
    assert {f"hint-{what}" for what in TRAITS | ALONE} == set(messages(FILES["en"]))


@pytest.mark.parametrize("lang", FILES)
@pytest.mark.parametrize("what", sorted(TRAITS))
def test_every_comparison_can_be_said_either_way(what: str, lang: str) -> None:
    said = {
        sentence(FILES[lang], "bots", f"hint-{what}", {"amount": amount, "way": way})
        for amount in (1.0, 2.5)
        for way in ("more", "fewer")
    }
    assert len(said) == (2 if what == "result" else 4)
    assert not set("".join(said)) & set("{}$\n")


def test_a_number_is_said_as_its_language_writes_it() -> None:
    said = {lang: sentence(path, "bots", "hint-cards", {"amount": 2.0, "way": "more"}) for lang, path in FILES.items()}
    assert said["en"] == "leaves you 2.0 cards more"
    assert said["fr"] == "te laisse 2,0 cartes de plus"
    assert said["hu"] == "2,0 lappal többed marad"
    assert "1,5 carte de" in sentence(FILES["fr"], "bots", "hint-cards", {"amount": 1.5, "way": "fewer"})


def test_a_reason_is_an_english_sentence_its_message_and_its_arguments() -> None:
    reason, message, args = hints.why("home", amount=0.5, way="fewer")
    assert reason == "0.5 pirates fewer reach the boat"
    assert reason == sentence(FILES["en"], "bots", message, args)


def test_words_in_an_unknown_language_are_refused_with_those_there_are() -> None:
    assert "hint-only = " in hints.words("hu")
    with pytest.raises(BadInput, match="'xx'; it is told in: en, fr, hu"):
        hints.words("xx")
