"""Whatever is wrong in the input is said in one line on stderr, and ends the program with 2."""

from pathlib import Path

import pytest

import escapade
from escapade.games import GAMES
from tests.cli.conftest import Run

WRONG = {
    "an unknown game": (("play", "cartagna"), "did you mean 'cartagena'"),
    "an unknown game to simulate": (("simulate", "chess"), "there is no game 'chess'"),
    "too many seats": (("play", "cartagena", "--seats", 9), "2 to 5 seats, not 9"),
    "seats that are no number": (("play", "cartagena", "--seats", "two"), "--seats"),
    "a misspelt option": (("play", "cartagena", "--verson", "tortuga"), "did you mean 'version'"),
    "a misspelt option to simulate": (("simulate", "stratego", "--quit", "9"), "did you mean 'quiet'"),
    "a misspelt value": (("play", "cartagena", "--version=tortugo"), "did you mean 'tortuga'"),
    "an option without its value": (("play", "cartagena", "--version"), "--version needs a value"),
    "an option that is not name=value": (("play", "cartagena", "--option", "version"), "NAME=VALUE"),
    "a tunnel of five segments": (("play", "cartagena", "--tunnel", "A B C D E"), "CAR-2"),
    "two games": (("play", "cartagena", "stratego"), "one game at a time"),
    "an unknown bot": (
        ("play", "cartagena", "--bot", "deep"),
        "The bots are random, novice, greedy, planner",
    ),
    "a seat nobody has": (("play", "cartagena", "--you", 4), "seats are 0 to 1"),
    "an unknown clause": (("rules", "cartagena", "CAR-13"), "near it: CAR-12"),
    "a word no clause has": (("rules", "cartagena", "pirats"), "near it: pirates"),
    "a record that is not there": (("replay", "nowhere.escapade"), "nowhere.escapade: cannot be read"),
    "a match to load that is not there": (("play", "--load", "nowhere.escapade"), "cannot be read"),
    "dice of a record that is not there": (("verify", "nowhere.escapade"), "cannot be read"),
    "nothing to resume": (("play", "--resume"), "no unfinished match"),
    "pieces that are not there": (("play", "cartagena", "--pieces", "nowhere.toml"), "nowhere.toml: cannot be read"),
    "no games at all": (("simulate", "cartagena", "-n", 0), "-n"),
    "an unknown command": (("plat",), "plat"),
}


@pytest.mark.parametrize(("args", "says"), WRONG.values(), ids=WRONG.keys())
def test_bad_input_is_told_in_one_line_with_exit_code_2(run: Run, args: tuple[object, ...], says: str) -> None:
    said = run(*args)
    assert said.code == 2
    assert says in said.err
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_a_shell_sees_exit_code_2_and_no_traceback(process: Run) -> None:
    said = process("play", "cartagena", "--verson", "tortuga")
    assert (said.code, said.out) == (2, "")
    assert said.err == "error: Cartagena has no option 'verson'; did you mean 'version'?\n"


@pytest.mark.parametrize(
    ("game", "old", "new", "says"),
    [
        ("cartagena", "hook = 17", "hook = many", "line 5"),
        ("cartagena", "hook = 17", "hook = 170", "line 5: cards.hook: must be from 0 to 99"),
        ("stratego", "flag = 1", "flag = 2", "line 5: army.flag: there is exactly one flag"),
        ("stratego", "flag = 1", "flag = 'one'", "line 5: army"),
    ],
)
def test_a_broken_data_file_is_refused_with_line_and_field(
    run: Run, tmp_path: Path, game: str, old: str, new: str, says: str
) -> None:
    own = tmp_path / "mine.toml"
    own.write_text((GAMES[game].folder / "pieces.toml").read_text().replace(old, new))
    for command in ("play", "simulate"):
        said = run(command, game, "--pieces", own)
        assert said.code == 2
        assert f"error: {own}" in said.err
        assert says in said.err


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = escapade.new("cartagena", seed=7)
    for _ in range(20):
        match.play(match.legal()[0])
    path = tmp_path / "match.escapade"
    path.write_text(match.record())
    return path


def replaced(path: Path, old: str, new: str) -> Path:
    text = path.read_text()
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1))
    return path


@pytest.mark.parametrize("command", [("replay",), ("play", "--load"), ("verify",)])
def test_a_truncated_record_is_refused(run: Run, record: Path, command: tuple[str, ...]) -> None:
    lines = record.read_text().splitlines()
    turns = [i for i, line in enumerate(lines) if " seat " in line]
    record.write_text("\n".join(lines[: turns[-1]]) + "\n")
    said = run(*command, record)
    assert said.code == 2
    assert "truncated" in said.err
    assert said.out == ""


@pytest.mark.parametrize("command", [("replay",), ("play", "--load"), ("verify",)])
def test_a_record_with_one_action_changed_is_refused_at_that_ply(
    run: Run, record: Path, command: tuple[str, ...]
) -> None:
    ply = next(i for i, done in enumerate(escapade.load(record).log, 1) if done.seat >= 0)
    name = escapade.load(record).log[ply - 1].action.name
    said = run(*command, replaced(record, name, "retreat from 30"))
    assert said.code == 2
    assert f"ply {ply} " in said.err
    assert "CAR-30" in said.err


def test_the_seats_of_a_saved_match_cannot_be_changed(run: Run, record: Path) -> None:
    said = run("play", "--load", record, "--seats", 3)
    assert said.code == 2
    assert "--seats" in said.err


def test_a_saved_match_may_be_named_by_its_game_and_by_no_other(run: Run, record: Path, saves: Path) -> None:
    assert run("play", "cartagena", "--load", record).code == 0
    assert run("play", "cartagena", "--resume").code == 0
    assert "a match of cartagena, not of stratego" in run("play", "stratego", "--load", record).err
    assert "no unfinished match of stratego" in run("play", "stratego", "--resume").err
    assert "did you mean 'cartagena'" in run("play", "cartagna", "--load", record).err


def test_a_match_whose_dice_are_unknown_cannot_go_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.escapade"
    path.write_text(escapade.new("stratego", dealer=escapade.VerifiableDealer()).record())
    said = run("play", "--load", path)
    assert said.code == 2
    assert "its dice are not in the record" in said.err


def test_a_match_that_is_over_is_replayed_not_played(run: Run, tmp_path: Path) -> None:
    match = escapade.new("stratego", seed=1)
    match.play("seat 0 resigns")
    path = tmp_path / "match.escapade"
    path.write_text(match.record())
    said = run("play", "--load", path)
    assert said.code == 2
    assert f"escapade replay {path}" in said.err


def test_eyes_that_nobody_has_are_refused(run: Run, record: Path) -> None:
    assert "seats are 0 to 1" in run("replay", record, "--seat", "7").err
    assert "all or public" in run("replay", record, "--seat", "me").err
    assert run("replay", record, "--ply", "9999").code == 2
