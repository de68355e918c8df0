"""Whole games in the terminal, typed by a script that picks what is offered."""

import os
import random
import re
import signal
import subprocess
from pathlib import Path

import pytest

import escapade
from escapade.kernel.match import Match
from tests.cli.conftest import Run, program


def numbers(n: int, most: int, seed: int = 1) -> str:
    """What a tireless player types: numbers, some of which are not offered and refused."""
    dice = random.Random(seed)
    return "".join(f"{dice.randint(1, most)}\n" for _ in range(n))


def only(saves: Path) -> Match:
    """Load the one saved match there is."""
    (path,) = saves.iterdir()
    return escapade.load(path)


@pytest.mark.parametrize("options", [(), ("--version", "tortuga"), ("--seats", 5, "--tunnel", "A B E C D- F-")])
def test_a_whole_game_of_cartagena_is_played_by_numbers(run: Run, saves: Path, options: tuple[object, ...]) -> None:
    said = run("play", "cartagena", "--seed", 5, "--fast", *options, typed=numbers(4000, 9))
    assert said.code == 0
    assert said.err == ""
    assert only(saves).turn == escapade.OVER
    assert "all six pirates are in the boat" in said.out
    assert "1. " in said.out
    assert "escapade replay " in said.out


def test_a_whole_game_of_stratego_is_played_from_set_up_to_the_end(run: Run, saves: Path) -> None:
    moves = "".join(f"moves\n{line}\n" for line in numbers(3000, 20).split())
    said = run("play", "stratego", "--seed", 5, "--fast", "--quiet", 60, typed=f"vault\nmirror\nok\n{moves}")
    match = only(saves)
    assert said.code == 0
    assert match.turn == escapade.OVER
    assert "the game is over" in said.out
    assert match.ranking()


def test_a_whole_solo_game_of_jailbreakers_is_played_from_the_first_key(run: Run, saves: Path) -> None:
    """`make play`, then the key of the game: alone against the phantom, to the end."""
    said = run("play", "--seed", 5, "--fast", typed="4\n" + numbers(4000, 6))
    assert said.code == 0
    match = only(saves)
    assert (match.game.name, match.seats, match.turn) == ("jailbreakers", 1, escapade.OVER)
    assert "phantom" in said.out
    assert match.result() == "lost"
    assert "Red (you): lost" in said.out


def test_a_whole_game_of_stalag_17_is_played_by_numbers(run: Run, saves: Path) -> None:
    said = run("play", "stalag17", "--seed", 5, "--fast", "--seats", 3, typed=numbers(4000, 6))
    assert said.code == 0
    assert only(saves).turn == escapade.OVER
    assert "third prisoner" in said.out or "all three" in said.out or "wins" in said.out


def test_a_game_can_be_played_through_a_pipe_in_a_process_of_its_own(process: Run, saves: Path) -> None:
    said = process("play", "--seed", 5, "--fast", typed="1\n" + numbers(3000, 9))
    assert said.code == 0
    assert said.err == ""
    assert only(saves).turn == escapade.OVER
    assert "\x1b" not in said.out  # no colours where nobody sees them


def test_which_game_is_asked_with_one_key(run: Run, saves: Path) -> None:
    said = run("play", typed="7\n2\n")
    assert "1  Cartagena" in said.out
    assert "2  Stratego" in said.out
    assert only(saves).game.name == "stratego"


def test_a_pipe_that_says_nothing_chooses_no_game(run: Run, saves: Path) -> None:
    said = run("play")
    assert said.code == 0
    assert "no game was chosen" in said.out
    assert not saves.exists()


def test_who_does_not_want_to_play_presses_q(run: Run) -> None:
    assert run("play", typed="q\n").code == 0


def test_the_end_of_the_input_saves_the_match(run: Run, saves: Path) -> None:
    said = run("play", "cartagena", "--seed", 3, "--first", 0, typed="1\n")
    assert said.code == 0
    assert "the input has ended; the match is saved" in said.out
    assert [ply.seat for ply in only(saves).log].count(0) == 1


def test_a_resumed_match_goes_on_to_the_same_bytes(run: Run, saves: Path) -> None:
    typed = numbers(60, 5).splitlines(keepends=True)
    run("play", "cartagena", "--seed", 11, "--fast", typed="".join(typed))
    (whole,) = saves.iterdir()
    expected = escapade.load(whole).bytes()
    whole.unlink()
    run("play", "cartagena", "--seed", 11, "--fast", typed="".join(typed[:23]))
    said = run("play", "--resume", "--fast", typed="".join(typed[23:]))
    assert said.code == 0
    assert only(saves).bytes() == expected


def test_a_match_saved_to_a_file_is_loaded_and_the_file_stays_as_it_is(run: Run, tmp_path: Path, saves: Path) -> None:
    mine = tmp_path / "mine.escapade"
    run("play", "cartagena", "--seed", 3, "--first", 0, typed=f"1\nsave {mine}\n1\n")
    kept = mine.read_text()
    assert run("play", "--load", mine, typed="stop\n").code == 0
    assert mine.read_text() == kept
    assert len([*saves.iterdir()]) == 2


def test_saving_does_not_write_over_another_file(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("dear friend")
    said = run("play", "cartagena", "--seed", 3, "--first", 0, typed=f"save {other}\n")
    assert "exists already" in said.out
    assert other.read_text() == "dear friend"


def test_quit_keeps_the_match_unless_it_is_not_wanted(run: Run, saves: Path) -> None:
    assert "escapade play --resume" in run("play", "cartagena", "--first", 0, typed="quit\ny\n").out
    assert len([*saves.iterdir()]) == 1
    run("play", "--resume", typed="quit\nn\n")
    assert [*saves.iterdir()] == []


def test_undo_takes_back_the_last_action_and_the_save_follows(run: Run, saves: Path) -> None:
    run("play", "cartagena", "--seed", 3, "--first", 0, typed="")
    before = only(saves).bytes()
    run("play", "--resume", typed="1\n")
    assert only(saves).bytes() != before
    said = run("play", "--resume", typed="undo\n")
    assert "taken back: " in said.out
    assert only(saves).bytes() == before


def test_undo_does_not_cross_a_drawn_card(run: Run, tmp_path: Path) -> None:
    match = escapade.new("cartagena", seed=3, first=0)
    for name in ("tricorne from outside", "tricorne from outside", "stop"):  # two in the tunnel: one can go back
        match.play(name)
    match.play(match.legal()[0])
    match.play("stop")
    mine = tmp_path / "mine.escapade"
    mine.write_text(match.record(You="0"))
    said = run("play", "--load", mine, typed="retreat\n1\nundo\n")
    assert "no: a chance outcome cannot be taken back" in said.out
    assert "You draw" in said.out


def test_what_the_bot_has_answered_cannot_be_taken_back(run: Run) -> None:
    said = run("play", "stratego", "--seed", 3, "--red", 0, typed="ok\nc3-c4\nundo\n")
    assert "another seat has acted since; type confirm" in said.out


def test_a_turn_that_is_to_be_confirmed_can_be_taken_back_before_the_bot_acts(run: Run, saves: Path) -> None:
    typed = "ok\nc3-c4\nundo\nd3-d4\n\n"
    run("play", "stratego", "--seed", 3, "--red", 0, "--confirm", typed=typed)
    moves = [ply.action.name for ply in only(saves).log[48:]]
    assert moves[0] == "d3-d4"
    assert len(moves) == 2


def test_an_illegal_move_is_refused_with_its_clause_and_asked_again(run: Run, saves: Path) -> None:
    said = run("play", "stratego", "--seed", 3, "--red", 0, typed="ok\nb2-b3\n? STR-11\nc3-c4\n")
    assert "no: your own" in said.out
    assert "[STR-11]" in said.out
    assert "never diagonally" in said.out
    assert only(saves).log[48].action.name == "c3-c4"


def test_a_misspelt_move_is_refused_with_a_suggestion(run: Run) -> None:
    said = run("play", "cartagena", "--seed", 3, "--first", 0, typed="sotp\n1\nsotp\n")
    assert "did you mean 'stop'" in said.out


def test_part_of_a_move_lists_the_moves_it_fits(run: Run, saves: Path) -> None:
    said = run("play", "stratego", "--seed", 3, "--red", 0, typed="ok\nb3\n2\n")
    assert "1 b3-b4 Sc" in said.out
    assert only(saves).log[48].action.name == "b3-b5"


def test_two_words_of_a_move_are_enough(run: Run, saves: Path) -> None:
    probe = escapade.new("cartagena", seed=3, first=0).legal()[0].name
    run("play", "cartagena", "--seed", 3, "--first", 0, typed=probe.replace(" from", "") + "\n")
    assert [ply.action.name for ply in only(saves).log if ply.seat == 0] == [probe]


def test_a_set_up_is_edited_before_it_is_played(run: Run, saves: Path) -> None:
    said = run("play", "stratego", "--red", 0, typed="2\nswap a1 d1\nswap a1 e5\nok\n")
    assert "e5 is not a square of your half" in said.out
    placed = [ply.action.name for ply in only(saves).log if ply.seat == 0]
    assert len(placed) == 24
    assert (placed[0], placed[3]) == ("place flag", "place miner")


def test_nothing_is_placed_before_the_set_up_is_confirmed(run: Run, saves: Path) -> None:
    run("play", "stratego", "--red", 0, typed="random\nmirror\n")
    assert [ply for ply in only(saves).log if ply.seat == 0] == []


def test_one_can_resign_and_agree_a_draw(run: Run, saves: Path) -> None:
    said = run("play", "stratego", "--red", 0, typed="ok\nresign\nn\nresign\ny\n")
    assert "Blue wins: red has resigned" in said.out
    assert "1. Blue (novice bot)   2. Red (you)" in said.out
    said = run("play", "stratego", "--red", 0, "--you", 0, "--you", 1, typed="\nok\n\nok\n\ndraw\nc3-c4\n\ndraw\n\n")
    assert "red offers a draw; draw accepts it" in said.out
    assert "The game is drawn: both sides agree." in said.out


def test_what_is_forced_is_done_with_a_word(run: Run, tmp_path: Path, saves: Path) -> None:
    match, dice = escapade.new("cartagena", seed=1), random.Random(1)
    while match.turn != 0 or len(match.legal()) > 1:
        onward = [action for action in match.legal() if " from " in action.name and "retreat" not in action.name]
        match.play(dice.choice(onward or match.legal()))
    mine = tmp_path / "mine.escapade"
    mine.write_text(match.record(You="0"))
    said = run("play", "--load", mine)
    assert f"only one thing was possible, so it was done for you: {match.legal()[0].name}" in said.out
    assert only(saves).log[len(match.log)].action == match.legal()[0]


def test_help_names_the_clauses_that_matter_and_the_commands(run: Run) -> None:
    said = run("play", "cartagena", "--first", 0, typed="?\n? 40\nhint\nlog\nmoves\n")
    for word in ("CAR-20", "CAR-30", "undo", "save", "%  ", "wins at once"):
        assert word in said.out


def test_hot_seat_hides_each_hand_behind_a_curtain(run: Run) -> None:
    match = escapade.new("cartagena", seed=4, first=0)
    other = {(n, symbol) for n, symbol in zip(match.view(1).hand[1], match.game.rules.SYMBOLS, strict=True) if n}
    said = run("play", "cartagena", "--seed", 4, "--first", 0, "--you", 0, "--you", 1, typed="\n1\nstop\n\n")
    before, curtain, after = said.out.partition("press Enter, Blue")
    assert curtain
    assert "B Blue (you)" not in before
    assert re.search(r"B Blue \(person\) +6 cards ▒ ▒ ▒ ▒ ▒ ▒", before)
    shown = re.search(r"B Blue \(you\) +6 cards (.*)", after)
    assert shown
    assert all((f"{symbol}×{n}" if n > 1 else symbol) in shown[1] for n, symbol in other)
    assert re.search(r"R Red \(person\) +5 cards ▒ ▒ ▒ ▒ ▒", after)


def test_an_open_table_needs_no_curtain(run: Run) -> None:
    said = run("play", "cartagena", "--version", "tortuga", "--first", 0, "--you", 0, "--you", 1, typed="1\nstop\n1\n")
    assert "press Enter" not in said.out


def test_ctrl_c_ends_with_130_and_keeps_the_match(saves: Path) -> None:
    line = program("play", "cartagena", "--first", 0)
    playing = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert playing.stdin
    assert playing.stdout
    playing.stdin.write("1\n")
    playing.stdin.flush()
    while "action 2 of 3" not in playing.stdout.readline():
        pass
    os.kill(playing.pid, signal.SIGINT)
    out, err = playing.communicate()
    assert playing.returncode == 130
    assert "Traceback" not in err
    assert "the match is saved" in out
    assert [ply.seat for ply in only(saves).log].count(0) == 1
