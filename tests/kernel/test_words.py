"""Words: what is said is written, what is written is said, and every message can be formatted in every language."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor
from tests.games.beside import beside

import escapade
from escapade import BadInput
from escapade.bots.parts import heuristic_of
from escapade.games import GAMES
from escapade.kernel import any_messages
from escapade.kernel.contract import Game
from escapade.kernel.words import languages, say, sentence

KINDS = {"Message", "Reason"}
Values = Mapping[str, tuple[object, ...]]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
# A game that is told in other languages has words for everything: refusals, offers, options, what is drawn.
WORDED = {name: game for name, game in GAMES.items() if len(languages(game)) > 1}
every_worded_game = pytest.mark.parametrize("game", WORDED.values(), ids=WORDED)
every_language = pytest.mark.parametrize(
    ("game", "lang"), [(game, lang) for game in GAMES.values() for lang in languages(game)], ids=str
)

ANYTHING = (1, 2, "Anna")  # what an argument may be of which nothing is known
SEATS = (0, 1, "you", "Anna")
HINTED = {"amount": (1.0, 2.5), "way": ("more", "fewer")}  # arguments of hints


def values(game: Game) -> Values:
    """What the arguments of a game's messages can be: what stands beside its tests, else what its words tell apart."""
    found: Values = {**told_apart(game), **dict.fromkeys(game.messages.SEAT_ARGS, SEATS), **HINTED}
    return {**found, **beside(game.name, "values", "VALUES", {})}


def told_apart(game: Game) -> Values:
    """The values that some message of a game chooses by."""
    found: dict[str, tuple[object, ...]] = defaultdict(lambda: ANYTHING)
    for lang in languages(game):
        for use in uses(game, lang).values():
            for name, keys in use.keys.items():
                found[name] = (*found[name], *sorted(keys))
    return found


class Uses(Visitor):
    """The variables and the other messages that a message uses."""

    def __init__(self) -> None:
        super().__init__()
        self.variables: set[str] = set()
        self.messages: set[str] = set()
        self.keys: dict[str, set[str]] = defaultdict(set)  # by variable: what is told apart by it

    def visit_VariableReference(self, node: Any) -> None:  # noqa: N802 (the visitor's name for it)
        self.variables.add(node.id.name)

    def visit_SelectExpression(self, node: Any) -> None:  # noqa: N802
        if isinstance(node.selector, ftl.VariableReference):
            keys = {variant.key.name for variant in node.variants if isinstance(variant.key, ftl.Identifier)}
            self.keys[node.selector.id.name] |= keys
        self.generic_visit(node)

    def visit_MessageReference(self, node: Any) -> None:  # noqa: N802
        self.messages.add(node.id.name)


def uses(game: Game, lang: str) -> dict[str, Uses]:
    """What each message of a file uses, by its id."""
    text = (game.folder / "words" / f"{lang}.ftl").read_text(encoding="utf-8")
    found: dict[str, Uses] = {}
    for entry in FluentParser().parse(text).body:
        assert not isinstance(entry, ftl.Junk), entry.content
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in found, f"{entry.id.name} stands twice"
            found[entry.id.name] = Uses()
            found[entry.id.name].visit(entry)
    return found


def closure(found: dict[str, Uses], ids: set[str]) -> set[str]:
    """These messages, and all that they are made of."""
    more = ids.union(*(found[name].messages for name in ids))
    return ids if more == ids else closure(found, more)


def said(game: Game) -> list[re.Pattern[str]]:
    """The ids that a game's messages can name, as patterns, since an id may be built: what stands first in what a
    function returns as `Message` or `Reason` or before its arguments somewhere else, and how lists are joined."""
    path = game.folder / "messages.py"
    tree = ast.parse(path.read_text(encoding="utf-8") if path.exists() else "")
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    tellers = [f for f in functions if f.returns and ast.unparse(f.returns).removesuffix(" | None") in KINDS]
    returned = [n.value for f in tellers for n in ast.walk(f) if isinstance(n, ast.Return) and n.value is not None]
    ids = {name for value in returned for name in first_words(value)} | in_place(tree) | joins(tree)
    return [re.compile(each) for each in sorted(ids)]


def in_place(tree: ast.Module) -> set[str]:
    """The ids that stand before their arguments in a list, or in a table of reasons."""
    tuples = [node.elts for node in ast.walk(tree) if isinstance(node, ast.Tuple) and len(node.elts) > 1]
    return {name for first, args, *_ in tuples if isinstance(args, ast.Dict) for name in first_words(first)}


def joins(tree: ast.Module) -> set[str]:
    """The ids that join lists: {"list": …, "with": "and"}, or whatever joint a game lists things with."""
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {f"join-{joint}" for joint in {"and", "or", "and-no", "comma"} & texts} if "with" in texts else set()


def first_words(value: ast.expr) -> Iterator[str]:
    """The ids that an expression can name, as patterns."""
    if isinstance(value, ast.Tuple):
        yield from first_words(value.elts[0])
    elif isinstance(value, ast.IfExp):
        yield from first_words(value.body)
        yield from first_words(value.orelse)
    elif isinstance(value, ast.Constant):
        if value.value:
            yield re.escape(str(value.value))
    elif isinstance(value, ast.JoinedStr):
        yield "".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in value.values)
    elif not isinstance(value, ast.Call | ast.BoolOp | ast.Subscript):  # those are looked at by themselves
        yield ".+"


def shown(game: Game) -> set[str]:
    """The ids that a page needs besides: the game, its options, its ready-made set-ups, and what is drawn."""
    ids = {"title", "about", *game.messages.BOARD_WORDS}
    for option in game.options:
        name = f"option-{option.name}"
        ids |= {name, f"{name}-about", *(f"{name}-{choice}" for choice in option.choices)}
    for preset in getattr(game.pieces(), "presets", ()):
        ids |= {f"preset-{preset.name}", f"preset-{preset.name}-about"}
    own = heuristic_of(game).TRAITS if game.part("heuristic") else ()
    return ids | {f"hint-{trait}" for trait, _ in own}


def matching(patterns: list[re.Pattern[str]], ids: Iterable[str]) -> set[str]:
    return {name for name in ids if any(pattern.fullmatch(name) for pattern in patterns)}


@every_language
def test_every_message_that_is_said_is_written_and_every_one_written_is_said(game: Game, lang: str) -> None:
    found, patterns = uses(game, lang), said(game)
    unwritten = {pattern.pattern for pattern in patterns if not matching([pattern], found)}
    assert unwritten == set(), f"words/{lang}.ftl lacks what messages.py says"
    assert game.name not in WORDED or shown(game) <= set(found), f"words/{lang}.ftl lacks what is shown"
    needed = matching(patterns, found) | (shown(game) & set(found))
    assert set(found) - closure(found, needed) == set(), f"nobody says this of words/{lang}.ftl"


@every_worded_game
def test_every_language_has_the_same_messages_with_the_same_arguments(game: Game) -> None:
    english = uses(game, "en")
    for lang in languages(game):
        other = uses(game, lang)
        assert set(other) == set(english)
        for message in matching(said(game), english) | shown(game):
            assert variables(other, message) <= variables(english, message), f"{message} in {lang}"


def variables(found: dict[str, Uses], message: str) -> set[str]:
    """What a message and all that it is made of want to be told."""
    return set().union(*(found[name].variables for name in closure(found, {message})))


@every_worded_game
def test_english_words_are_those_of_the_rules_and_of_the_data(game: Game) -> None:
    assert say(game, "title", {}) == game.title
    assert say(game, "about", {}) == game.about
    for preset in getattr(game.pieces(), "presets", ()):
        assert say(game, f"preset-{preset.name}", {}).lower() == preset.name
        assert say(game, f"preset-{preset.name}-about", {}) == preset.about


@every_language
def test_every_message_can_be_formatted_whatever_its_arguments(game: Game, lang: str) -> None:
    found, known = uses(game, lang), values(game)
    for message in found:
        names = sorted(variables(found, message))
        for chosen in islice(product(*(known.get(name, ANYTHING) for name in names)), 5000):
            sentence = say(game, message, dict(zip(names, chosen, strict=True)), lang)
            assert sentence
            assert not set(sentence) & set("{}$\n"), sentence


@every_language
def test_no_two_values_of_an_argument_sound_alike(game: Game, lang: str) -> None:
    found, known = uses(game, lang), values(game)
    for message in found:
        names = variables(found, message)
        plain = {name: known.get(name, ANYTHING)[-1] for name in names}
        for name in {"card", "second", "laid", "rank", "attacker", "defender", "target", "start", "count"} & names:
            sentences = {say(game, message, {**plain, name: value}, lang) for value in known.get(name, ANYTHING)}
            assert len(sentences) == len(known.get(name, ANYTHING)), (message, name)


@every_game
def test_english_is_there_if_any_language_is(game: Game) -> None:
    assert "en" in (languages(game) or ["en"])


def test_plural_forms_and_persons_are_chosen() -> None:
    game = GAMES["cartagena"]
    assert say(game, "stop", {"who": 3, "count": 1}) == "Seat 3 stops after one action."
    assert say(game, "stop", {"who": "Anna", "count": 2}) == "Anna stops after two actions."
    assert say(game, "stop", {"who": "you", "count": 2}) == "You stop after two actions."


def test_a_list_is_said_entry_by_entry_and_joined() -> None:
    game = GAMES["cartagena"]
    cards = [["held-cards", {"card": "hook", "count": 2}], ["held-cards", {"card": "jug", "count": 1}]]
    keys = ["held-cards", {"card": "keys", "count": 3}]

    def holding(*entries: object, lang: str = "en") -> str:
        return say(game, "no-such-card", {"card": "parrot", "hand": {"list": [*entries], "with": "and"}}, lang)

    assert holding(keys) == "you hold no parrot; you hold keys ×3"
    assert holding(*cards) == "you hold no parrot; you hold hook ×2 and jug"
    assert holding(*cards, keys) == "you hold no parrot; you hold hook ×2, jug and keys ×3"
    assert holding(*cards, keys, lang="hu") == "nincs nálad papagáj; a kezedben: kampó ×2, korsó és kulcscsomó ×3"


def test_a_list_within_a_list_and_a_join_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "en.ftl"
    path.write_text(
        "bring = Bring { $things }.\nrope = a rope\nlamp = a lamp\nbag = a bag with { $things }\n"
        "join-or = { $start } or { $end }\njoin-and-no = { $start }, but no { $end }\n",
        encoding="utf-8",
    )
    bag: Any = ("bag", {"things": {"list": [("lamp", {}), ("rope", {})], "with": "and-no"}})
    things: Any = {"list": [("rope", {}), bag, ("lamp", {})], "with": "or"}
    said = sentence(path, "a test", "bring", {"things": things})
    assert said == "Bring a rope, a bag with a lamp, but no a rope or a lamp."
    with pytest.raises(LookupError, match="a test has no message 'join-nor' in 'en'"):
        sentence(path, "a test", "bring", {"things": {**things, "with": "nor"}})
    with pytest.raises(LookupError, match="a test has no message 'boat' in 'en'"):
        sentence(path, "a test", "bring", {"things": {"list": [("boat", {})], "with": "or"}})


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match=r"Cartagena is not told in 'xx'; it is told in: .*\ben\b"):
        say(GAMES["cartagena"], "pass", {"who": 1}, "xx")
    with pytest.raises(BadInput, match="not told in"):
        say(GAMES["cartagena"], "pass", {"who": 1}, "../words/en")


def test_an_unknown_message_and_a_missing_argument_are_named() -> None:
    with pytest.raises(LookupError, match="cartagena has no message 'sing' in 'en'"):
        say(GAMES["cartagena"], "sing", {})
    with pytest.raises(LookupError, match=r"'pass' of cartagena in 'en': .*who"):
        say(GAMES["cartagena"], "pass", {})


def test_a_line_that_is_no_message_is_named(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "en.ftl").write_text("pass = { $who } passes.\n\nthis is no message\n", encoding="utf-8")
    game = Game(GAMES["cartagena"].rules)
    game.folder = tmp_path
    with pytest.raises(BadInput, match=r"en\.ftl, line 3: "):
        say(game, "pass", {"who": 1})


def test_a_refusal_is_an_english_sentence_and_a_message_for_any_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a game's messages says of what cannot be done; and what is said where it says nothing."""
    game, match = GAMES["cartagena"], escapade.new("cartagena", 2, 3)
    view, action = match.view(match.turn), game.actions.parse("stop")
    says = {
        ("pass", "CAR-12"): ("pass", {"who": 1}, "CAR-12"),
        ("", "CAR-11"): ("", {}, "CAR-11"),
    }
    for (message, clause), said in says.items():
        monkeypatch.setattr(game.messages, "why_not", lambda view, code, seat, said=said: said)
        why = game.why_not(view, action, match.turn)
        assert (why.message, why.args, why.clause) == (message, said[1], clause)
        assert why.reason == (say(game, "pass", {"who": 1}) if message else "'stop' is not possible now")
        with pytest.raises(escapade.Refused) as no:
            match.play("stop")
        assert (no.value.reason, no.value.clause) == (why.reason, clause)
        assert (no.value.message, no.value.message_args) == (message, said[1])
    monkeypatch.setitem(vars(game), "messages", any_messages)
    assert game.why_not(view, action, match.turn) == ("'stop' is not possible now", "", "", {})
    assert game.offer(view, match.turn, action.code) == ("", {})
    assert game.clauses(view) == ()
