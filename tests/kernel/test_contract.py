"""Games, seats, options and data files that cannot be used are refused, and it is said why."""

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import escapade
from escapade.games import GAMES
from escapade.kernel.contract import CONSTANTS, Game


@pytest.mark.parametrize(
    ("game", "seats", "options", "why"),
    [
        ("cartagina", None, {}, "no game 'cartagina'; did you mean 'cartagena'"),
        ("chess", None, {}, "there is no game 'chess'; the games are cartagena, stratego"),
        ("cartagena", 6, {}, "2 to 5 seats, not 6"),
        ("cartagena", 1, {}, "2 to 5 seats, not 1"),
        ("stratego", 3, {}, "game for 2 seats, not 3"),
        ("cartagena", None, {"verison": "tortuga"}, "no option 'verison'; did you mean 'version'"),
        ("stratego", None, {"gravity": 1}, "it has red, memory, quiet"),
        ("cartagena", None, {"version": "tortoga"}, "did you mean 'tortuga'.*CAR-6"),
        ("cartagena", None, {"tunnel": "A B C D E E"}, "each once.*CAR-2"),
        ("cartagena", None, {"tunnel": "A B C D E F--"}, "each once"),
        ("cartagena", None, {"tunnel": ""}, "each once"),
        ("cartagena", None, {"first": 2}, "lot or a seat from 0 to 1, not '2'"),
        ("stratego", None, {"quiet": -1}, "from 0 to 1000, not '-1'.*STR-33"),
        ("stratego", None, {"quiet": "many"}, "whole number"),
        ("stratego", None, {"quiet": "²"}, "whole number"),
        ("stratego", None, {"quiet": "--5"}, "whole number"),
        ("stratego", 2.0, {}, "game for 2 seats, not 2.0"),
        ("cartagena", None, {"first": "²"}, "lot or a seat"),
        ("stratego", None, {"memory": "elephant"}, "assisted or classic, not 'elephant'"),
    ],
)
def test_what_is_wrong_is_said(game: str, seats: Any, options: dict[str, Any], why: str) -> None:
    with pytest.raises(escapade.BadInput, match=why):
        escapade.new(game, seats, **options)


def test_options_are_read_in_any_spelling_that_is_clear() -> None:
    match = escapade.new("cartagena", version=" Tortuga ", tunnel="a,b,e,c,d-,f-", first="1", seed=1)
    assert match.options == {"version": "tortuga", "tunnel": "A B E C D- F-", "first": 1}
    assert match.view(None).tunnel == escapade.new("cartagena", tunnel="classic", seed=1).view(None).tunnel


@pytest.mark.parametrize(
    ("game", "old", "new", "why"),
    [
        ("cartagena", "jug = 17", "jug = ", "line 6"),
        ("cartagena", "jug = 17", "jug = 'many'", "line 6: cards.jug: expected `int`, got `str`"),
        ("cartagena", "jug = 17", "jug = -1", r"line 6: cards\.jug: must be from 0 to 99"),
        ("cartagena", "jug = 17", "jugs = 17", "line 4: cards: must count exactly"),
        ("cartagena", '"jug", "pistol", "tricorne"', '"jug", "jug", "tricorne"', r"line 14: segments\.A: must show"),
        ("cartagena", "F = [", "G = [", "segments: must be exactly A, B, C, D, E, F"),
        ("cartagena", "[segments]", "[segmente]", "segment"),
        ("stratego", "flag = 1", "flag = 2", r"line 5: army\.flag: there is exactly one flag"),
        ("stratego", "scout = 4", "scout = 5", "line 4: army: must be 24 pieces in all, not 25"),
        ("stratego", "scout = 4", "scout = 4\ngoat = 1", "line 4: army: must count exactly"),
        ("stratego", 'name = "vault"', 'name = "fortress"', r"line 27: presets\[1\]\.name: 'fortress' is taken"),
        (
            "stratego",
            "sergeant scout    major",
            "sergeant scout    mayor",
            r"presets\[0\]\.rows: there is no rank 'mayor'",
        ),
        (
            "stratego",
            "sergeant scout    major",
            "sergeant scout    scout",
            r"presets\[0\]\.rows: must have scout 4 times",
        ),
    ],
)
def test_a_broken_data_file_is_refused_with_line_and_field(
    game: str, old: str, new: str, why: str, tmp_path: Path
) -> None:
    text = (GAMES[game].folder / "pieces.toml").read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(escapade.BadInput, match=rf"mine\.toml.*{why}"):
        escapade.new(game, pieces=file)


def test_a_missing_data_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(escapade.BadInput, match=r"none\.toml: cannot be read: No such file"):
        escapade.new("stratego", pieces=tmp_path / "none.toml")


def test_a_data_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(escapade.BadInput, match="cannot be read"):
        escapade.new("stratego", pieces=tmp_path / "x.toml")


def test_what_an_author_has_left_out_is_named_with_its_place() -> None:
    rules = ModuleType("moon.rules")
    rules.__file__ = "/games/moon/rules.py"
    vars(rules).update({name: () for name in CONSTANTS if name != "SEATS"})
    with pytest.raises(TypeError, match=r"/games/moon/rules.py lacks SEATS, how many can play: range\(2, 5\)"):
        Game(rules)
    vars(rules).update(SEATS=range(2, 3), setup=print)
    with pytest.raises(TypeError, match=r"moon/rules.py has no function legal, odds, .*; a game has setup, legal"):
        Game(rules)
    with pytest.raises(TypeError, match="moon names wings; the parts of a game are messages, heuristic"):
        Game(rules, parts=("wings",))
    whole = Game(GAMES["stratego"].rules, parts=("belief", "features"))
    with pytest.raises(TypeError, match=r"stratego names features in parts=, but there is no .*features.py"):
        whole.part("features")
