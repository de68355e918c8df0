"""The bots' words: the same messages in every language, all of them said by some bot, each with all its arguments."""

from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from escapade import BadInput
from escapade.bots import hints
from escapade.bots.parts import heuristic_of
from escapade.games import GAMES
from escapade.kernel.words import languages, say, sentence
from escapade.kit import any_heuristic

FILES = {path.stem: path for path in hints.WORDS.glob("*.ftl")}
ANY = {name for name, _ in any_heuristic.TRAITS}
SAID = {  # where what a hint speaks of is put into words
    (path, name)
    for game in GAMES.values()
    for lang in languages(game)
    for name, _ in heuristic_of(game).TRAITS
    for path in [FILES[lang] if name in ANY else game.folder / "words" / f"{lang}.ftl"]
}
ALONE = {"only", "clear", "even", "heuristic"}  # what is said without comparing


def messages(path: Path) -> list[str]:
    """The messages of a file, in order."""
    return [entry.id.name for entry in FluentParser().parse(path.read_text()).body if isinstance(entry, ftl.Message)]


def test_every_language_has_the_same_messages_and_bots_say_them_all() -> None:
    assert sorted(FILES) == ["en", "fr", "hu"]
    for path in FILES.values():
        assert messages(path) == messages(FILES["en"]), path
    assert {f"hint-{what}" for what in ANY | ALONE} == set(messages(FILES["en"]))


@pytest.mark.parametrize(("path", "what"), sorted(SAID), ids=str)
def test_every_comparison_can_be_said_either_way(path: Path, what: str) -> None:
    said = {
        sentence(path, "hints", f"hint-{what}", {"amount": amount, "way": way})
        for amount in (1.0, 2.5)
        for way in ("more", "fewer")
    }
    assert len(said) == (2 if what == "result" else 4)
    assert not set("".join(said)) & set("{}$\n")


def test_a_number_is_said_as_its_language_writes_it() -> None:
    game = GAMES["cartagena"]
    said = {lang: say(game, "hint-cards", {"amount": 2.0, "way": "more"}, lang) for lang in FILES}
    assert said["en"] == "leaves you 2.0 cards more"
    assert said["fr"] == "te laisse 2,0 cartes de plus"
    assert said["hu"] == "2,0 lappal többed marad"
    assert "1,5 carte de" in say(game, "hint-cards", {"amount": 1.5, "way": "fewer"}, "fr")


def test_a_reason_is_an_english_sentence_its_message_and_its_arguments() -> None:
    reason, message, args = hints.compared(GAMES["cartagena"], "home", 0.5, "fewer")
    assert reason == "0.5 pirates fewer reach the boat"
    assert reason == say(GAMES["cartagena"], message, args)


def test_what_a_game_has_no_words_for_is_said_in_bare_english() -> None:
    assert hints.compared(GAMES["cartagena"], "parrots", 0.5, "more") == ("parrots: 0.5 more", "", {})


def test_words_in_an_unknown_language_are_refused_with_those_there_are() -> None:
    assert "hint-only = " in hints.words("hu")
    with pytest.raises(BadInput, match="'xx'; it is told in: en, fr, hu"):
        hints.words("xx")
