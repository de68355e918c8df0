"""Records: read back exactly, and refused where they were changed."""

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.games.beside import beside

import escapade
from escapade.games import GAMES
from escapade.kernel.contract import Game

CUSTOM = {name: custom for name in GAMES if all(custom := beside(name, "table", "CUSTOM_PIECES", ("", "")))}
SIGNED = [name for name, game in GAMES.items() if game.signature]


def played(game: str, plies: int = 10**6, **options: Any) -> escapade.Match:
    match, dice = escapade.new(game, seed=11, **options), random.Random(11)
    while match.turn != escapade.OVER and len(match.log) < plies:
        match.play(dice.choice(match.legal()))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_record_loads_in_a_fresh_process_and_replays_to_the_same_bytes(game: str, tmp_path: Path) -> None:
    match = played(game)
    file = tmp_path / "match.txt"
    file.write_text(match.record(), encoding="utf-8")
    code = "import sys, escapade; print(escapade.load(sys.argv[1]).bytes().hex())"
    said = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True).stdout
    assert said.strip() == match.bytes().hex()


@pytest.mark.parametrize("game", GAMES)
def test_every_action_changed_is_refused_at_that_ply(game: str) -> None:
    record = played(game, 130).record()
    names = [(n, i) for n, line in enumerate(record.splitlines()) if re.match(r"\d+ ", line)
             for i in range(line.count(";") + 1)]  # fmt: skip
    for ply, (n, i) in enumerate(names, 1):
        lines = record.splitlines()
        head, _, rest = lines[n].partition(": ")
        actions = rest.split("; ")
        other = next(name for name in GAMES[game].actions.names if name != actions[i])
        actions[i] = other
        lines[n] = f"{head}: {'; '.join(actions)}"
        with pytest.raises(escapade.BadInput, match=rf"^ply {ply} \(line {n + 1}\) is refused: ."):
            escapade.load("\n".join(lines) + "\n")


def test_a_legal_action_put_in_place_of_another_is_found_by_its_check_digits() -> None:
    match = played("cartagena", 40)
    ply = next(i for i in range(25, 40) if match.log[i].seat >= 0)
    before = escapade.load(played("cartagena", 40).record())
    while len(before.log) > ply:
        before.log.pop()
    before._restart()
    other = next(a for a in before.legal() if a != match.log[ply].action)
    match.log[ply] = match.log[ply]._replace(action=other)
    forged = re.sub(r"(?m)^check .*\n", "", match.record())
    digits = re.findall(r"(?m)^check .*$", played("cartagena", 40).record())
    with pytest.raises(escapade.BadInput, match=rf"^ply {ply + 1} .*check digits do not fit"):
        escapade.load(forged + "\n".join(digits) + "\n")


def test_a_result_that_is_not_that_of_the_actions_is_refused() -> None:
    text = played("stratego").record()
    result = re.search(r'Result "(.*)"', text)
    assert result
    with pytest.raises(escapade.BadInput, match="but the actions lead to"):
        escapade.load(text.replace(result[0], 'Result "0 = 1"'))


def test_a_record_written_by_hand_needs_no_check_digits() -> None:
    text = re.sub(r"(?m)^check .*\n", "", played("stratego", 60).record())
    assert escapade.load(text).bytes() == played("stratego", 60).bytes()


@pytest.mark.parametrize("keep", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_record_is_refused(keep: float) -> None:
    text = played("cartagena").record()
    with pytest.raises(escapade.BadInput, match=r"truncated|missing|neither|Plies|refused"):
        escapade.load(text[: int(len(text) * keep)] + "\n")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('[Format "escapade 1"]', '[Format "escapade 9"]', "not a match record"),
        ('[Game "cartagena"]', '[Game "cartagana"]', "did you mean 'cartagena'"),
        ('[Seats "2"]', '[Seats "7"]', "2 to 5 seats"),
        ('[Seats "2"]', '[Seats "two"]', "must be a whole number"),
        ('[option_version "jamaica"]', '[option_version "jamaika"]', "did you mean 'jamaica'"),
        ("1 chance:", "3 chance:", "ply 3 stands where ply 1"),
        ("1 chance:", "1 seat 0:", "chance acts now, not seat 0"),
        ("1 chance: join", "1 chance: jion", "did you mean"),
        ('[Seats "2"]', '[Seats "²"]', "must be a whole number"),
        ('[Plies "', '[Plies "x', "whole number"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(old: str, new: str, why: str) -> None:
    text = played("cartagena", 60).record()
    assert old in text
    with pytest.raises(escapade.BadInput, match=why):
        escapade.load(text.replace(old, new, 1))


@pytest.mark.parametrize("game", CUSTOM)
def test_replaced_pieces_travel_with_the_record(game: str, tmp_path: Path) -> None:
    own = (GAMES[game].folder / "pieces.toml").read_text(encoding="utf-8")
    old, new = CUSTOM[game]
    text = own.replace(old, new)
    if "[[presets]]" in text:
        text = "presets = []\n" + text.split("[[presets]]")[0]
    assert old in own
    file = tmp_path / "pieces.toml"
    file.write_text(text, encoding="utf-8")
    match, dice = escapade.new(game, seed=1, pieces=file), random.Random(5)
    for _ in range(70):
        match.play(dice.choice(match.legal()))
    file.unlink()
    assert escapade.load(match.record()).bytes() == match.bytes()
    assert "Pieces" in match.record()


def test_names_with_quotes_and_line_breaks_survive() -> None:
    match = played("stratego", 3)
    match.names = {0: 'Ann "the\nfox" \\', 1: "Bé\rla\u2028\x85\x0b"}
    assert escapade.load(match.record()).names == match.names


def test_a_missing_file_is_named() -> None:
    with pytest.raises(escapade.BadInput, match=r"nowhere\.txt: cannot be read: No such file"):
        escapade.load("nowhere.txt")


def test_chance_cannot_do_what_is_a_seats_to_do() -> None:
    text = '[Format "escapade 1"]\n[Game "stratego"]\n[Seats "2"]\n[Plies "1"]\n\n1 chance: seat 0 resigns\n'
    with pytest.raises(escapade.BadInput, match=r"ply 1 .*not a possible outcome"):
        escapade.load(text)


@pytest.mark.parametrize("path", ["a\0b", "."])
def test_what_is_no_file_is_said(path: str) -> None:
    with pytest.raises(escapade.BadInput, match="cannot be read"):
        escapade.load(path)


@pytest.mark.parametrize("game", SIGNED)
def test_a_record_of_other_rules_is_refused_and_says_so(game: str) -> None:
    """Rules that have changed since must not misread what was played by the old ones, even if all of it is legal."""
    match = played(game, 60)
    record, signature = match.record(), match.game.signature
    assert re.fullmatch(r"[0-9a-f]{16}", signature)
    assert f'[Rules "{signature}"]' in record
    with pytest.raises(escapade.BadInput, match=r"was played by other rules of .* these are"):
        escapade.load(record.replace(signature, "0" * 16))
    older = "".join(line for line in record.splitlines(keepends=True) if not line.startswith("[Rules"))
    assert escapade.load(older).bytes() == match.bytes()


def test_a_signature_changes_with_the_rules_and_not_with_the_source(tmp_path: Path) -> None:
    import importlib.util
    import shutil

    home = GAMES["cartagena"].folder

    def signature(name: str, signed: str = "", source: tuple[str, str] = ("", "")) -> str:
        folder = tmp_path / name
        shutil.copytree(home, folder, ignore=shutil.ignore_patterns("__pycache__"))
        rules = folder / "rules.py"
        rules.write_text(rules.read_text(encoding="utf-8").replace(*source) if source[0] else rules.read_text("utf-8"))
        (folder / "signature.txt").write_text((folder / "signature.txt").read_text("utf-8") + signed, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(f"{name}.rules", rules)
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return Game(module, "cartagena").signature

    same = GAMES["cartagena"].signature
    assert signature("commented", source=("# --- Vocabulary", "# --- Words")) == same
    assert signature("played_otherwise", signed="cartagena seats=9 plies=1 0123\n") != same
    assert signature("coded_otherwise", source=('("hook", "jug",', '("jug", "hook",')) != same


def test_a_game_of_ones_own_needs_no_signature(tmp_path: Path) -> None:
    from types import SimpleNamespace

    game = GAMES["cartagena"]
    own = Game(SimpleNamespace(**vars(game.rules) | {"__file__": str(tmp_path / "rules.py")}), "own")  # type: ignore[arg-type]
    assert own.signature == ""
    assert own.other_rules("0123456789abcdef") == ""
    assert game.other_rules("") == ""
