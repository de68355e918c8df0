"""Arranging an army in the terminal: it is handed in whole, taken back whole, and begun from what stands."""

import readline
from pathlib import Path

import escapade
from escapade.games.stratego.rules import MEN
from escapade.kernel.match import Match
from tests.cli.conftest import Run

TWO = ("play", "stratego", "--you", 0, "--you", 1, "--red", 0)


def only(saves: Path) -> Match:
    """Load the one saved match there is."""
    (path,) = saves.iterdir()
    return escapade.load(path)


def placed(match: Match, seat: int) -> list[str]:
    return [ply.action.name.removeprefix("place ") for ply in match.log if ply.seat == seat]


def partly(tmp_path: Path, *ranks: str, **tags: str) -> Path:
    """Save a match in which seat 0 has placed only these."""
    match = escapade.new("stratego", seed=1, red=0)
    for rank in ranks:
        match.play(f"place {rank}")
    path = tmp_path / "partly.escapade"
    path.write_text(match.record(You="0", **tags))
    return path


def test_undo_at_the_curtain_takes_the_whole_set_up_back(run: Run, saves: Path) -> None:
    said = run(*TWO, typed="\nok\nundo\n")
    assert said.code == 0
    assert placed(only(saves), 0) == []


def test_a_set_up_that_was_taken_back_is_changed_and_handed_in_again(run: Run, saves: Path) -> None:
    said = run(*TWO, typed="\nvault\nok\nundo\n\nswap a1 h3\nok\n\n")
    assert said.code == 0
    assert said.err == ""
    assert "taken back: your set-up" in said.out
    army = placed(only(saves), 0)
    vault = next(preset for preset in only(saves).pieces.presets if preset.name == "vault").ranks()
    assert (army[0], army[-1]) == (vault[-1], vault[0])
    assert army[1:-1] == vault[1:-1]


def test_whoever_takes_a_set_up_back_is_asked_behind_a_curtain(run: Run) -> None:
    after = run(*TWO, typed="\nok\nundo\n").out.partition("press Enter, Blue › undo")[2]
    assert "press Enter, Red" in after
    assert "│" not in after


def test_a_partly_placed_side_goes_on_from_what_stands(run: Run, saves: Path, tmp_path: Path) -> None:
    stands = ["scout", "flag", "bomb"]
    said = run("play", "--load", partly(tmp_path, *stands), typed="ok\n")
    assert said.code == 0
    assert " 1 │ Sc │ Fl │ Bo │" in said.out
    army = placed(only(saves), 0)
    assert len(army) == MEN
    assert army[:3] == stands


def test_what_stands_can_be_changed_before_the_rest_is_placed(run: Run, saves: Path, tmp_path: Path) -> None:
    run("play", "--load", partly(tmp_path, "scout", "flag", "bomb"), typed="swap b1 c1\nok\n")
    assert placed(only(saves), 0)[:3] == ["scout", "bomb", "flag"]


def test_a_side_with_one_piece_missing_can_be_completed(run: Run, saves: Path, tmp_path: Path) -> None:
    army = [rank for rank, n in escapade.games()["stratego"].pieces().army.items() for _ in range(n)]
    run("play", "--load", partly(tmp_path, *army[:-1]), typed="ok\n")
    assert placed(only(saves), 0) == army


def test_a_refusal_while_handing_in_is_told_and_asked_again(run: Run, tmp_path: Path) -> None:
    match = escapade.new("stratego", seed=1, red=0)
    match.play("place scout")
    match.play("seat 1 offers a draw", 1)  # what stands cannot be taken back any more
    path = tmp_path / "partly.escapade"
    path.write_text(match.record(You="0"))
    said = run("play", "--load", path, typed="swap a1 b1\nok\nundo\nok\n")
    assert said.code == 0
    assert "no: another seat has acted since" in said.out
    assert "your move" in said.out


def test_undo_in_the_set_up_takes_the_last_change_back(run: Run, saves: Path) -> None:
    run("play", "stratego", "--red", 0, typed="vault\nmirror\nundo\nok\n")
    vault = next(preset for preset in only(saves).pieces.presets if preset.name == "vault").ranks()
    assert placed(only(saves), 0) == vault


def test_confirm_hands_no_army_in(run: Run, saves: Path) -> None:
    said = run("play", "stratego", "--red", 0, typed="confirm\n")
    assert "you are asked before your turn ends" in said.out
    assert placed(only(saves), 0) == []


def test_the_help_of_the_set_up_offers_only_what_works_there(run: Run) -> None:
    page = run("play", "stratego", "--red", 0, typed="?\n").out.partition("What you can type")[2]
    words = {line.split()[0] for line in page.splitlines() if line[:1].strip()}
    assert {"undo", "confirm", "resign", "draw"} <= words
    assert not {"moves", "hint"} & words


def test_what_one_has_typed_is_forgotten_at_the_curtain(run: Run) -> None:
    readline.add_history("swap d1 a2")
    run(*TWO, typed="\nok\n")
    assert readline.get_current_history_length() == 0
