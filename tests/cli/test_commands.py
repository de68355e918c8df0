"""What the terminal answers: in plain words, with one name for everyone, and never by falling over."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import escapade
from escapade.cli.event_text import EventStream
from escapade.kernel.match import Match
from escapade.kernel.names import SPECTATOR
from escapade.kernel.notation import Ply
from tests.cli.conftest import Run

ABSURD = ["²", "٣", "9" * 5000, "-1", "-" + "9" * 5000, "? ²", "? " + "9" * 5000, "save ~nobody-lives-here/x",
          "save \0", "save " + "x" * 5000, "s ²", "\0", "-", "[/]", "? [/]", "swap ² a1", "undo ²"]  # fmt: skip


@pytest.mark.parametrize("game", ["cartagena", "stratego"])
def test_nothing_that_is_typed_ends_the_program(run: Run, game: str) -> None:
    typed = "\n".join([*ABSURD, "ok", *ABSURD])
    said = run("play", game, "--seed", 3, typed=typed + "\n")
    assert said.code == 0
    assert said.err == ""
    assert "the input has ended" in said.out


def test_bytes_that_are_no_text_do_not_end_it_either(saves: Path) -> None:
    line = [sys.executable, "-c", "import escapade.cli; escapade.cli.main()", "play", "cartagena", "--first", "0"]
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(line, input=b"\xff\xfe\n", capture_output=True, env=strict)
    assert done.returncode == 0
    assert b"no action is called" in done.stdout


@pytest.mark.parametrize("typed", ["²", "9" * 5000])
def test_a_replay_and_the_choice_of_a_game_know_only_plain_numbers(run: Run, tmp_path: Path, typed: str) -> None:
    assert run("play", typed=f"{typed}\nq\n").code == 0
    path = tmp_path / "match.escapade"
    path.write_text(escapade.new("stratego", seed=1).record())
    said = run("replay", path, "--seat", typed)
    assert said.code == 2
    assert "an observer is a seat number" in said.err


@pytest.mark.parametrize("option", [("cartagena", "--first"), ("stratego", "--quiet"), ("stratego", "--red")])
def test_options_know_only_plain_numbers(run: Run, option: tuple[str, str]) -> None:
    for value in ("²", "9" * 5000):
        assert run("play", *option, value).code == 2


def test_seats_in_a_save_that_are_no_numbers_are_passed_over(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.escapade"
    path.write_text(escapade.new("cartagena", seed=1).record(You=f"² 1 {'9' * 5000} -1"))
    said = run("play", "--load", path)
    assert said.code == 0
    assert "Blue (you)" in said.out


def without(symbol: str) -> Match:
    """A match whose first player holds no card with this symbol."""
    seeds = (escapade.new("cartagena", seed=seed, first=0) for seed in range(100))
    number = escapade.games()["cartagena"].rules.SYMBOLS.index(symbol)
    return next(match for match in seeds if match.view(0).hand[0][number] == 0)


def test_a_card_that_is_not_held_is_answered_with_what_is(run: Run) -> None:
    seed = getattr(without("hook").dealer, "seed", "")
    said = run("play", "cartagena", "--seed", seed, "--first", 0, typed="hook\n").out
    assert "no: you hold no hook; you hold " in said
    assert "[CAR-20]" in said
    assert "draw hook" not in said


def test_only_what_a_seat_may_do_is_suggested(run: Run) -> None:
    said = run("play", "cartagena", "--seed", 3, "--first", 0, typed="drw hook\njion A\n").out
    assert said.count("no action is called") == 2
    assert "draw hook" not in said
    assert "join a" not in said.casefold().replace("jion a", "")


def test_a_square_without_an_own_piece_is_named_as_such(run: Run) -> None:
    said = run("play", "stratego", "--red", 0, typed="ok\nh8\nd1\n").out
    assert "no: the piece on h8 is not yours" in said
    assert "no: the bomb on d1 never moves" in said


def test_help_offers_resigning_and_draws_only_where_they_exist(run: Run) -> None:
    cartagena = run("play", "cartagena", "--first", 0, typed="?\n").out
    assert not re.search(r"^(resign|draw) ", cartagena, re.MULTILINE)
    stratego = run("play", "stratego", "--red", 0, typed="ok\n?\ndraw\n?\n").out
    assert len(re.findall(r"^draw ", stratego, re.MULTILINE)) == 1  # it stands, and cannot be offered twice
    assert len(re.findall(r"^resign ", stratego, re.MULTILINE)) == 2


def test_a_game_that_knows_no_draw_says_so(run: Run) -> None:
    said = run("play", "cartagena", "--first", 0, typed="draw\nresign\n").out
    assert "Cartagena knows no draw by agreement" in said
    assert "Cartagena knows no resigning" in said


def test_it_is_told_that_bots_do_not_accept_a_draw(run: Run) -> None:
    with_bot = run("play", "stratego", "--red", 0, typed="ok\ndraw\ndraw\n").out
    assert "bots answer by their next move" in with_bot
    assert "you have offered a draw already" in with_bot
    people = run("play", "stratego", "--red", 0, "--you", 0, "--you", 1, typed="\nok\n\nok\n\ndraw\n").out
    assert "bots answer by their next move" not in people


# --- Names ---


def test_events_call_players_by_name_and_the_reader_you(run: Run) -> None:
    names = ("--you", 0, "--you", 1, "--name", "Ada", "--name", "Bo")
    said = run("play", "cartagena", "--version", "tortuga", "--seed", 3, "--first", 0, *names, typed="1\nstop\n").out
    assert re.search(r"^· Ada plays ", said, re.MULTILINE)
    assert re.search(r"^· You play ", said, re.MULTILINE)
    assert "Ada stops after one action." in said.rpartition("─" * 80)[2]
    assert "B Blue (Bo)" in said


def test_a_side_of_stratego_is_called_by_its_player(run: Run) -> None:
    names = ("--you", 0, "--you", 1, "--name", "Ada", "--name", "Bo")
    said = run("play", "stratego", "--red", 0, *names, typed="\nok\n\nok\n\nc3-c4\n\nresign\ny\n").out
    assert "Ada (seat 0), it is your turn" in said
    assert "Ada's piece moves c3 → c4." in said
    assert "Ada wins: blue has resigned." in said
    assert "1. Red (Ada)   2. Blue (Bo)" in said


def test_the_lot_for_colours_names_the_seat_not_the_colour(run: Run) -> None:
    match = next(m for m in (escapade.new("stratego", seed=seed) for seed in range(9)) if m.view(0).red == 1)
    said = run("play", "stratego", "--seed", getattr(match.dealer, "seed", ""), typed="log\n").out
    assert "Seat 1 plays red and moves first." in said


def test_a_resumed_match_remembers_the_names(run: Run, saves: Path) -> None:
    run("play", "cartagena", "--first", 0, "--name", "Ada", typed="1\n")
    run("play", "--resume", typed="1\n")
    (path,) = saves.iterdir()
    assert escapade.load(path).names == {0: "Ada", 1: "novice bot"}


@pytest.mark.parametrize(
    "names", [("you",), ("7",), ("greedy bot",), ("",), ("x" * 21,), ("a\x1b[2J",), ("Ada", "Bo"), ("Ada", "Bo", "Ada")]
)
def test_names_that_could_be_mistaken_are_refused(run: Run, names: tuple[str, ...]) -> None:
    seats = () if len(names) < 3 else ("--you", 0, "--you", 1, "--you", 2)
    given = [part for name in names for part in ("--name", name)]
    said = run("play", "cartagena", "--seats", 3, *seats, *given)
    assert said.code == 2
    assert "--name" in said.err


def test_a_name_in_a_record_cannot_command_the_terminal(run: Run, tmp_path: Path) -> None:
    match = escapade.new("cartagena", seed=1, first=0)
    match.names = {0: "Ada\x1b[2J", 1: "0"}
    match.play(match.legal()[0])
    path = tmp_path / "match.escapade"
    path.write_text(match.record())
    said = run("replay", path).out
    assert "\x1b" not in said
    assert "Ada[2J plays" in said


# --- A story is told in one reading ---


class Counted(list[Ply]):
    """A log that counts how often something is read from it."""

    read = 0

    def __iter__(self):  # type: ignore[no-untyped-def]
        for ply in super().__iter__():
            self.read += 1
            yield ply

    def __getitem__(self, at):  # type: ignore[no-untyped-def]
        found = super().__getitem__(at)
        self.read += len(found) if isinstance(at, slice) else 1
        return found


def test_a_story_reads_the_log_a_few_times_whatever_its_length() -> None:
    match = escapade.new("cartagena", seats=5, seed=1)
    log = match.log = Counted(match.log)
    opening = len(log)
    EventStream(match, (SPECTATOR,)).catch_up(SPECTATOR)
    assert opening > 30
    assert log.read <= 3 * opening
